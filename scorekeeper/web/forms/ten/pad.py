"""The pad: a key for each card that may come, with what it would do and which are out already."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten.cards import (
    COLOUR_WILDS,
    COLOURS,
    CURRENCY_CARDS,
    FULL_WILD,
    NUMBERED_WILDS,
    NUMBERS,
)
from scorekeeper.games.ten.turn import bust_if_drawn
from scorekeeper.kernel import Ask, Refused
from scorekeeper.web.forms.ten import faces
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.reader import _


def pad(screen: TenScreen, error: str = "") -> dict[str, Any] | None:
    """The keys, None where no card can be drawn. ``error`` stands at the colours."""
    ask = screen.upcoming.ask("draw")
    if ask is None:
        return None
    keys = _Keys(screen, ask)
    return {
        "colours": [faces.colour(screen.page, letter) for letter in COLOURS],
        "numbers": [keys.number(number) for number in NUMBERS],
        "by_colour": [
            faces.colour(screen.page, letter) | {"keys": [keys.key(f"{letter}{n}") for n in NUMBERS]}
            for letter in COLOURS
        ],
        "coins": [keys.key(card) for card in CURRENCY_CARDS],
        "numbered": [keys.key(card) for card in NUMBERED_WILDS],
        "wilds": [keys.key(card) for card in (*COLOUR_WILDS, FULL_WILD)],
        "error": error,
    }


class _Keys:
    def __init__(self, screen: TenScreen, ask: Ask) -> None:
        self.screen = screen
        self.refused: dict[object, Refused | None] = {choice.value: choice.refused for choice in ask.choices}

    def key(self, card: str) -> dict[str, Any]:
        """The key of a card: ``note`` says that it would bust, ``reason`` why it cannot come."""
        drawn = self.refused.get(card) is not None
        busts = not drawn and bust_if_drawn(self.screen.state, card) is not None
        return faces.face(self.screen.page, card) | {
            "note": _("busts") if busts else "",
            "reason": _("drawn") if drawn else "",
        }

    def number(self, number: int) -> dict[str, Any]:
        """A number key before a colour is chosen."""
        busts = bust_if_drawn(self.screen.state, f"{COLOURS[0]}{number}") is not None
        return {"number": number, "note": _("busts") if busts else ""}
