"""The round under way: what to go down with, a tap for each buy, the bowl."""

from __future__ import annotations

from typing import Any

from wtforms import StringField

from scorekeeper.games.ten_pennies import payout
from scorekeeper.games.ten_pennies.result import refuse_buy
from scorekeeper.games.ten_pennies.state import buys_left
from scorekeeper.kernel import Refused, Step, say, say_many
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.forms.ten_pennies.asking import PenniesScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

SMALL_FROM = 5
"""From so many players on, rows and coins are small."""


class BuyForm(PhoneForm):
    """Who bought; or what was counted in the bowl."""

    buy = StringField()
    counted = StringField()


class RoundScreen(PenniesScreen):
    """The round under way."""

    part = "games/ten_pennies/_round.html"
    next_view = "bought"

    def __init__(self, page: MatchPage, *, bought: bool) -> None:
        super().__init__(page, page.opened.state)
        self.form = BuyForm()
        self.bought = bought

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        if not self.form.buy.data:
            raise missing("buy", say("Who bought?"))
        return [{"type": "buy", "seat": whole(self.form.buy.data)}]

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        deals = _("%(who)s deals", who=self.name(self.state.dealer))
        return {
            "part": self.part,
            "status": _("%(round)s, %(deals)s", round=self.round_of(), deals=deals),
            "goal": self.goal(),
            "buyers": [self._buyer(seat) for seat in self.state.table.order],
            "small": len(self.state.table.names) >= SMALL_FROM,
            "note": _("Struck through: bought this round. %(buy)s", buy=self.buy_note()),
            "error": self.page.say(refused.message) if refused and spoken else "",
            "bowl": self.bowl(),
            "count": self._count(),
            "out_url": self.page.url("match.hand", view="out"),
            "did": self._did(),
        }

    def _buyer(self, seat: int) -> dict[str, Any]:
        left, now = buys_left(self.state, seat), self.state.bought[seat]
        return self.person(
            seat,
            left=left,
            now=now,
            gone=self.state.buys[seat] - now,
            deals=seat == self.state.dealer,
            label=_("Buy for %(who)s, %(left)s left", who=self.page.people[seat]["name"], left=left),
            reason=self._reason(seat),
        )

    def _reason(self, seat: int) -> str:
        """Why this seat cannot buy, on its button."""
        try:
            refuse_buy(self.state, seat)
        except Refused:
            return _("No buys left")
        return ""

    def _did(self) -> dict[str, str] | None:
        """The toast after a buy: what was just done, with its undo."""
        newest = self.page.opened.newest
        if not self.bought or newest is None or newest.completes or self.page.undo is None:
            return None
        return {"text": self.page.say(newest.said).removesuffix("."), "undo_label": self.page.undo["label"]}

    def _count(self) -> dict[str, Any]:
        """The real bowl compared with this one, once it was counted."""
        typed = (self.form.counted.data or "").strip()
        return {"value": typed, "word": self.coin_word(0), "said": self._compared(typed), "open": bool(typed)}

    def _compared(self, typed: str) -> str:
        counted, should = whole(typed), payout.bowl(self.state)
        if not typed:
            return ""
        if not isinstance(counted, int) or counted < 0:
            return _("Type the number that you count.")
        if counted == should:
            return _("The bowl holds %(should)s, as it should.", should=self.coins(should))
        off = say_many("%(count)s is missing", "%(count)s are missing", should - counted)
        if counted > should:
            off = say_many("%(count)s is too many", "%(count)s are too many", counted - should)
        return _(
            "The bowl should hold %(should)s. You count %(counted)s: %(off)s.",
            should=should,
            counted=counted,
            off=self.page.say(off),
        )
