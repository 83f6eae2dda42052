"""Everybody's cards: by colour, with tokens and bust tokens, and what they would count now."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorekeeper.games.ten.cards import ANY, COLOURS, FULL_WILD, MOST_TOKENS, NUMBERS, WILD
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Refused, Step, say, say_many
from scorekeeper.web.forms.asking import AskingScreen, missing
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.ten import faces
from scorekeeper.web.forms.ten.placing import Counted, PlacingForm, placed
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class CardsScreen(AskingScreen):
    """A page to look at: it enters nothing. Wilds may be placed by hand on it."""

    part = "games/ten/_cards.html"
    state: State

    def __init__(self, page: MatchPage) -> None:
        super().__init__(page, page.opened.state)
        self.form = PlacingForm()
        match self.form.tapped:
            case ["hand", seat]:
                self.form.by_hand.data = seat
            case ["best"]:
                self.form.by_hand.data = ""

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        raise missing("type", say("Cards are entered with the turns."))

    def context(self, _step: Step[Any] | None, _refused: Refused | None, *, spoken: bool) -> dict[str, Any]:  # noqa: ARG002 - Screen's
        """See :class:`~scorekeeper.web.screens.Screen`."""
        outcome = self.page.opened.game.outcome(self.state)
        return {
            "part": self.part,
            "status": _("Everybody’s cards"),
            "result": self.page.say(outcome.said) if outcome.said else "",
            "players": [self._player(seat) for seat in self.state.table.order],
        }

    def _player(self, seat: int) -> dict[str, Any]:
        cards = self.state.owned[seat]
        hand = Counted(seat, cards, self.state.tokens[seat], accepted=self.state.counted)
        return self.person(
            seat,
            holds=self._holds(seat),
            score=self.state.scores[seat],
            none=not cards,
            colours=[
                faces.colour(self.page, letter)
                | {"cards": _numbers(cards, letter), "wilds": cards.count(letter + ANY)}
                for letter in COLOURS
                if any(card[0] == letter for card in cards)
            ],
            wilds={"cards": _numbers(cards, WILD), "wilds": cards.count(FULL_WILD)},
            open=whole(self.form.by_hand.data) == seat,
            placed=placed(self.page, hand, self.form) if cards else None,
        )

    def _holds(self, seat: int) -> str:
        """Such as "5 of 10 tokens, 1 bust token"."""
        tokens = _("%(count)s of %(most)s tokens", count=self.state.tokens[seat], most=MOST_TOKENS)
        if not self.state.busts[seat]:
            return tokens
        busts = say_many("%(count)s bust token", "%(count)s bust tokens", self.state.busts[seat])
        return _("%(tokens)s, %(busts)s", tokens=tokens, busts=self.page.say(busts))


def _numbers(cards: tuple[str, ...], letter: str) -> str:
    """The numbers of a colour, or of the numbered wilds: "1 2 3 3"."""
    copies = Counter(cards)
    return " ".join(str(number) for number in NUMBERS for _copy in range(copies[f"{letter}{number}"]))
