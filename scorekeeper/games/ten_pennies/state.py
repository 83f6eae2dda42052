"""Where a match of Ten Pennies stands."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.ten_pennies.melds import ROUNDS
from scorekeeper.kernel import Rules, Table

DEALT = 11
"""Cards each player gets."""


@dataclass(frozen=True, slots=True)
class State:
    """A match of Ten Pennies between two entries.

    ``dealer``: of the round under way or to come; ``points``, ``caught`` (cards) and ``buys``: by seat, in
    all rounds; ``bought``: those of the buys that belong to the round under way; ``unit``: its number, one
    more than there are rounds when all are played; ``play_off``: who won it; ``totals``: whether the last
    round's cards were entered as totals, as the table then likes to do.
    """

    table: Table
    rules: Rules
    per_penny: int
    dealer: int
    points: tuple[int, ...]
    caught: tuple[int, ...]
    buys: tuple[int, ...]
    bought: tuple[int, ...]
    unit: int = 1
    finished: bool = False
    play_off: int | None = None
    totals: bool = False

    @property
    def all_played(self) -> bool:
        """Whether the last round is over."""
        return self.unit > ROUNDS


def number(state: State, key: str) -> int:
    """A house rule that is a number."""
    return int(state.rules[key])


def buys_left(state: State, seat: int) -> int:
    """How often this seat may still buy in the match."""
    return number(state, "buys") - state.buys[seat]


def whole_hand(state: State, bought: int) -> int:
    """How many cards a player has who bought so often in the round and laid nothing down."""
    return DEALT + number(state, "cards_per_buy") * bought


def added(to: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The sums, seat by seat."""
    return tuple(a + b for a, b in zip(to, more, strict=True))
