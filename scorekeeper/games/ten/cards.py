"""The cards of Ten, as the wire format writes them (rules.md §4).

Colour letter and number ``R4`` ``B7`` ``O1`` ``G9``; colour wild ``R#``; numbered wild ``*4``; full wild
``*#``; currency ``$3``.
"""

from __future__ import annotations

from typing import Literal

COLOURS = "RBOG"
"""Red, blue, orange, green: the first letter of their cards."""
HIGHEST = 9
NUMBERS = range(1, HIGHEST + 1)
CURRENCIES = range(1, 6)
ANY = "#"
WILD = "*"
MONEY = "$"
FULL_WILD = WILD + ANY

NUMBER_CARDS = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
COLOUR_WILDS = tuple(colour + ANY for colour in COLOURS)
NUMBERED_WILDS = tuple(f"{WILD}{number}" for number in NUMBERS)
WILDS = (*COLOUR_WILDS, *NUMBERED_WILDS, FULL_WILD)
CURRENCY_CARDS = tuple(f"{MONEY}{value}" for value in CURRENCIES)
OWNED = (*NUMBER_CARDS, *WILDS)
"""What a player can own: everything but currency."""
CARDS = (*OWNED, *CURRENCY_CARDS)
"""Every card there is, once."""

FIRST_TOKENS = 5
MOST_TOKENS = 10
"""Nobody holds more."""
ALL_BUST_TOKENS = 15
"""More of them there are not."""

Kind = Literal["number", "colour_wild", "numbered_wild", "full_wild", "currency"]


def kind_of(card: str) -> Kind:
    """What kind of card this is."""
    if card.startswith(MONEY):
        return "currency"
    if card == FULL_WILD:
        return "full_wild"
    if card.startswith(WILD):
        return "numbered_wild"
    return "colour_wild" if card.endswith(ANY) else "number"


def is_wild(card: str) -> bool:
    """Whether it is auctioned when drawn, and stands in for other cards when counted."""
    return card.startswith(WILD) or card.endswith(ANY)


def value_of(card: str) -> int:
    """The number on a number card, a numbered wild or a currency card; 0 for the other wilds."""
    return 0 if card.endswith(ANY) else int(card[1])
