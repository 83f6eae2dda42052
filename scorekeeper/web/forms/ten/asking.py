"""What the screens of Ten share: cards as they are drawn, the strip of players, what was just done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from scorekeeper.games.ten.cards import MOST_TOKENS, value_of
from scorekeeper.games.ten.said import figure
from scorekeeper.games.ten.state import State, standing_bid, to_speak, turn_of
from scorekeeper.kernel import Message, Refused, Upcoming, say_many
from scorekeeper.web.forms.asking import AskingScreen
from scorekeeper.web.forms.ten.entered import TableForm, entry_of
from scorekeeper.web.forms.ten.faces import Face, face
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _
from scorekeeper.words import Words

TIGHT_FROM = 5
"""From so many players on, the strip is narrow."""


class TenScreen(AskingScreen):
    """The table as it lies in ``state``, which is the match's own, or that of a turn entered again."""

    state: State
    part = "games/ten/_table.html"
    next_view = "told"
    error_fields: tuple[str, ...] = ()
    """Fields whose refusals the template shows at their own place."""

    def __init__(self, page: MatchPage, state: State | None = None) -> None:
        super().__init__(page, page.opened.state if state is None else state)
        self.form = TableForm()

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return [entry_of(self.form, self.state)]

    @property
    def upcoming(self) -> Upcoming:
        """What may be entered now."""
        if self.state is self.page.opened.state:
            return self.page.upcoming
        return self.page.opened.game.upcoming(self.state)

    def say(self, message: Message) -> str:
        """A message in the reader's words."""
        return self.page.say(message)

    @cached_property
    def _short(self) -> Words:
        """Words with first names, where there is little room."""
        return replace(self.page.words, names=[person["short"] for person in self.page.people])

    def brief(self, message: Message) -> str:
        """A message with first names."""
        return self._short.sentence(message)

    def first_name(self, seat: int) -> str:
        """Who sits there, by the first name."""
        return self._short.name(seat)

    # Who acts --------------------------------------------------------------------------------

    def acting(self) -> int:
        """Who bids, pays, buys or draws now."""
        standing = standing_bid(self.state)
        if self.state.phase == "auction":
            return to_speak(self.state)
        if self.state.phase == "paying" and standing is not None:
            return standing[0]
        return turn_of(self.state)

    def status(self) -> str:
        """Such as "Turn 14, Ana draws"."""
        if self.state.finished:
            return self.unit
        who = self.first_name(self.acting())
        places = {"turn": self.unit, "who": who}
        match self.state.phase:
            case "auction":
                return _("%(turn)s, %(who)s bids", **places)
            case "paying":
                return _("%(turn)s, %(who)s pays", **places)
            case "buying":
                return _("%(turn)s, %(who)s may buy", **places)
            case "last_buying":
                return _("Last buying, %(who)s may buy", who=who)
        if self.state.last_card:
            return _("%(turn)s, the last: %(who)s stops", **places)
        return _("%(turn)s, %(who)s draws", **places)

    def strip(self) -> dict[str, Any]:
        """Everybody with tokens and bust tokens; whoever acts is marked."""
        acting = self.acting()
        seats = self.state.table.order
        return {
            "tight": len(seats) >= TIGHT_FROM,
            "most": MOST_TOKENS,
            "people": [
                self.person(
                    seat,
                    tokens=self.state.tokens[seat],
                    busts=self.say(say_many("%(count)s bust", "%(count)s bust", self.state.busts[seat])),
                    now=seat == acting and not self.state.finished,
                )
                for seat in seats
            ],
        }

    # Cards -----------------------------------------------------------------------------------

    def faces(self, cards: Iterable[str]) -> list[Face]:
        """Cards as the templates draw them."""
        return [face(self.page, card) for card in cards]

    def listed(self, cards: tuple[str, ...]) -> str:
        """The numbers of number cards, in short: "4 and 7"."""
        return self.page.words.listed([figure(value_of(card)) for card in cards])

    # What happened ---------------------------------------------------------------------------

    def did(self) -> dict[str, str] | None:
        """What was entered last, with its undo."""
        newest, undo = self.page.opened.newest, self.page.undo
        if newest is None:
            return None
        return {"text": self.brief(newest.said), "undo_label": undo["label"] if undo else ""}

    def error(self, refused: Refused | None, *, spoken: bool) -> str:
        """A refusal, unless it stands at its own field."""
        if refused is None or not spoken or refused.field.partition(".")[0] in self.error_fields:
            return ""
        return self.say(refused.message)

    def common(self) -> dict[str, Any]:
        """What every template of the table is given."""
        return {"part": self.part, "status": self.status(), "strip": self.strip(), "turn": self.state.unit}
