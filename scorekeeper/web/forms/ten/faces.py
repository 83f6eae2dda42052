"""Cards as they are drawn: what stands on them, in which colour, with which shape.

A colour never stands alone: red has a disc, blue a square, orange a triangle, green a diamond.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten.cards import COLOUR_WILDS, COLOURS, FULL_WILD, NUMBERED_WILDS, NUMBERS, kind_of
from scorekeeper.games.ten.said import card_said
from scorekeeper.kernel import say
from scorekeeper.web.match_page import MatchPage

SHAPES = {"R": "disc", "B": "square", "O": "triangle", "G": "rhomb"}
"""The shape of each colour, as icons.svg has it."""
COLOUR_KEYS = {"R": "red", "B": "blue", "O": "orange", "G": "green"}
"""The colour's class in the style sheet."""
COLOUR_NAMES = {"R": say("Red"), "B": say("Blue"), "O": say("Orange"), "G": say("Green")}
COLOUR_WORDS = {"R": say("red"), "B": say("blue"), "O": say("orange"), "G": say("green")}
_KINDS = {
    "number": "",
    "colour_wild": "wildcard",
    "numbered_wild": "wildcard",
    "full_wild": "wildcard",
    "currency": "coin",
}

Face = dict[str, Any]
"""What templates/games/ten/_card_face.html draws."""


def face(page: MatchPage, card: str) -> Face:
    """The card as the template draws it; ``card`` is as the wire format writes it."""
    kind = _KINDS[kind_of(card)]
    return {
        "card": card,
        "mark": f"¤{card[1]}" if kind == "coin" else card[1],
        "colour": COLOUR_KEYS.get(card[0], ""),
        "shape": SHAPES.get(card[0], ""),
        "kind": kind,
        "label": page.say(card_said(card)),
    }


def colour(page: MatchPage, letter: str) -> dict[str, str]:
    """A colour as the templates draw it: its letter, name, class and shape."""
    return {
        "letter": letter,
        "name": page.say(COLOUR_NAMES[letter]),
        "colour": COLOUR_KEYS[letter],
        "shape": SHAPES[letter],
    }


ORDER = {
    card: at
    for at, card in enumerate(
        [
            *(
                card
                for letter, wild in zip(COLOURS, COLOUR_WILDS, strict=True)
                for card in (*(f"{letter}{number}" for number in NUMBERS), wild)
            ),
            *NUMBERED_WILDS,
            FULL_WILD,
        ]
    )
}
"""Where a card stands when a hand is laid out by colour; the shared wilds come last."""


def laid_out(cards: tuple[str, ...]) -> list[str]:
    """A hand by colour and number, each colour's wilds behind its numbers, the shared wilds last."""
    return sorted(cards, key=lambda card: ORDER.get(card, len(ORDER)))
