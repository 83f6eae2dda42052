"""The turn under way: the tableau, the market, the pad, and stopping; after it the buying."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.kernel import Message, Refused, Step, say
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.forms.ten.market import buying, market
from scorekeeper.web.forms.ten.pad import pad
from scorekeeper.web.forms.ten.tableau import stops, tableau
from scorekeeper.web.forms.ten.taken_out import to_prepare
from scorekeeper.web.reader import _


class TurnScreen(TenScreen):
    """Drawing, stopping and buying: each card is a tap on the pad."""

    next_view = ""
    error_fields: tuple[str, ...] = ("colour",)

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        told = request.args.get("view") == "told" or not self.state.tableau
        return {
            **self.common(),
            **self.table(refused, spoken=spoken),
            "did": self.did() if told else None,
            "prepare": self._prepare(),
            "prompt": _("Tap the colour, then the number. Currency is one tap.") if not self.did() else "",
            "more": self._more(),
            **self._toast(),
        }

    def _toast(self) -> dict[str, None]:
        """What was saved is told in its place on the table, and stays there: no toast."""
        return {"toast": None} if request.args.get("done") == "saved" else {}

    def table(self, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """What lies on the table, and what may be tapped."""
        at_colour = refused is not None and spoken and refused.field == "colour"
        buys = buying(self)
        next_seat = self.state.table.left_of(self.state.seat)
        return {
            "error": self.error(refused, spoken=spoken),
            "tableau": tableau(self),
            "market": market(self),
            "buying": buys,
            "pad": pad(self, self.say(refused.message) if at_colour and refused else ""),
            "pad_title": _("%(who)s draws", who=self.first_name(next_seat)) if buys else "",
            "empty_pile": self.state.last_card,
            "stops": stops(self),
        }

    def _prepare(self) -> str:
        """What to do before the first card."""
        if self.page.opened.newest is not None:
            return ""
        note = to_prepare(len(self.state.table.names))
        return self.say(note) if note else ""

    def _more(self) -> dict[str, Any]:
        """What is needed once in a match."""
        may = {ask.type for ask in self.upcoming.asks}
        links = {"pack": _("Enter the pack of this table"), "count": _("Count without the turns")}
        return {
            "last_card": self.say(self._last_card()) if "last_card" in may else "",
            "links": [
                (self.page.url("match.hand", view=view), label)
                for view, label in links.items()
                if view in may
            ],
        }

    def _last_card(self) -> Message:
        if self.state.phase == "drawing" and not self.state.drew:
            return say("It came in the turn before. Everybody may buy once more, then the cards are counted.")
        return say("This turn ends as usual. Then everybody may buy once more, and the cards are counted.")
