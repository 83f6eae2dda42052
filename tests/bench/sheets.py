"""What the benchmarks tap in, game by game: a set-up, and the forms of one hand or of one buy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Fields = list[tuple[str, str]]


@dataclass(frozen=True)
class Sheet:
    """A game as it is tapped in.

    ``unit``: the forms (which way of entering, which fields) of a unit, counted from 0; saving the last
    one is measured. ``view``: the page that is measured. Unit ``late`` is compared with unit ``early``, and
    so are the ``repeats`` after them, in so many ``matches`` each.
    """

    key: str
    players: int
    settings: Fields
    unit: Callable[[int], Sequence[tuple[str, Fields]]]
    view: str
    entry: str
    early: int
    late: int
    repeats: int
    matches: int = 1


def racehorse_hand(_number: int) -> list[tuple[str, Fields]]:
    """A contract and its result."""
    result = [("high", "pitcher"), ("low", "pitcher"), ("jack", "others"), ("game", "others")]
    return [("contract", [("pitcher", "1"), ("bid", "3")]), ("result", result)]


def pitch_hand(number: int) -> list[tuple[str, Fields]]:
    """A contract that is set, by turns one team's and the other's, so that nobody ever reaches 52."""
    cards = ("ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two")
    loser = number % 2
    taken = [(card, str(loser) if card == "three" else "out") for card in cards]
    return [("contract", [("pitcher", str(loser)), ("bid", "4")]), ("result", taken)]


def pennies_buy(number: int) -> list[tuple[str, Fields]]:
    """A buy, everybody in turn; between two of them, when it is time, a round is over."""
    rounds_over, buys = divmod(number, PENNIES_BUYS)
    forms: list[tuple[str, Fields]] = [("bought", [("buy", str(number % PENNIES_PLAYERS))])]
    if buys == 0 and rounds_over:
        caught = [(f"low-{seat}", "1") for seat in range(1, PENNIES_PLAYERS)]
        forms.insert(0, ("out", [("out", "0"), ("mode", "cards"), *caught]))
    return forms


PENNIES_PLAYERS = 8
PENNIES_BUYS = 10
"""Buys in a round: 70 in seven of them, of the 80 that eight players have."""
STAKE = [("stake", "100")]
NO_STAKES = [("stake", "none"), ("stake_per_difference", "none")]
PENNY = [("stake", "1")]

SHEETS = (
    Sheet("racehorse", 5, STAKE, racehorse_hand, "contract", "hand", 10, 2000, 100),
    Sheet("ten_point_pitch", 4, NO_STAKES, pitch_hand, "contract", "hand", 10, 2000, 100),
    Sheet("ten_pennies", PENNIES_PLAYERS, PENNY, pennies_buy, "", "buy", 1, 61, 9, matches=10),
)
