"""Where a match of Ten stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.games.ten.cards import CURRENCIES, kind_of, value_of
from scorekeeper.games.ten.placing import Placing, best_placing
from scorekeeper.kernel import Rules, Table

LIMIT = 11
"""A turn busts here."""

Phase = Literal["drawing", "auction", "paying", "buying", "last_buying"]
Bust = Literal["numbers", "currency"]


@dataclass(frozen=True, slots=True)
class Pack:
    """The pack of this table. ``currency``: cards of each value, 1 to 5; ``removed``: other cards taken out.

    ``chance``: whether the screen says how likely the next card is to bust.
    """

    currency: tuple[int, ...]
    removed: tuple[str, ...] = ()
    chance: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match of Ten between two entries.

    ``stakes_minor``: what is played for, by key, empty for nothing. ``seat``: whose turn it is; once the pile
    is empty, whose turn was the last. ``owned`` (in the order got), ``tokens``, ``busts`` (bust tokens) and
    ``scores`` (of the best placing): by seat. ``before``: the scores when the turn began. ``spent``: cards
    that left the match. ``currency_seen``: how many currency cards of each value, 1 to 5, were drawn.

    ``drew``: whether the turn has begun, with a card or an auction; ``wild``: what is auctioned, or to be
    paid, with its ``bids`` (seat, bid or "pass") in order. ``last_card``: whether the pile is empty;
    ``to_buy``: the seats that are still to buy in the last round, in order. ``unit``: the number of the turn.
    ``counted``: whether the match was counted to its end, not only stopped.
    """

    table: Table
    rules: Rules
    stakes_minor: Mapping[str, int]
    seat: int
    owned: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    busts: tuple[int, ...]
    scores: tuple[int, ...]
    before: tuple[int, ...]
    phase: Phase = "drawing"
    drew: bool = False
    tableau: tuple[str, ...] = ()
    market: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    currency_seen: tuple[int, ...] = (0,) * len(CURRENCIES)
    wild: str | None = None
    bids: tuple[tuple[int, int | str], ...] = ()
    last_card: bool = False
    to_buy: tuple[int, ...] = ()
    pack: Pack | None = None
    unit: int = 1
    finished: bool = False
    counted: bool = False


# The tableau -------------------------------------------------------------------------------------


def numbers_in(tableau: tuple[str, ...]) -> tuple[str, ...]:
    """The number cards of a tableau."""
    return tuple(card for card in tableau if kind_of(card) == "number")


def currency_in(tableau: tuple[str, ...]) -> int:
    """What the currency cards of a tableau come to."""
    return sum(value_of(card) for card in tableau if kind_of(card) == "currency")


def total_of(tableau: tuple[str, ...]) -> int:
    """Numbers less currency; may be negative."""
    return sum(map(value_of, numbers_in(tableau))) - currency_in(tableau)


# Who acts ----------------------------------------------------------------------------------------


def previous(state: State) -> int:
    """The seat whose turn was before this one."""
    return state.table.order[state.table.order.index(state.seat) - 1]


def to_speak(state: State) -> int:
    """Who bids now: each seat once, from the left of the player whose turn it is, who comes last."""
    return state.table.clockwise_from(state.seat)[len(state.bids)]


def standing_bid(state: State) -> tuple[int, int] | None:
    """The highest bid so far: seat and bid."""
    return next(((seat, bid) for seat, bid in reversed(state.bids) if isinstance(bid, int)), None)


def turn_of(state: State) -> int:
    """Whose turn it is to draw, stop or buy; in the last buying the seats come one after the other."""
    return state.to_buy[0] if state.to_buy else state.seat


# Changes -----------------------------------------------------------------------------------------


def changed(by_seat: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """``by_seat`` with another value for one seat."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def placing_of(rules: Rules, cards: tuple[str, ...]) -> Placing:
    """The best placing of the wilds among these cards, under the house rules."""
    return best_placing(cards, bonus=int(rules["bonus"]), naturals_only=bool(rules["bonus_naturals_only"]))


def with_owned(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """The state in which this seat owns these cards, and scores what they are worth."""
    owned = (*state.owned[:seat], cards, *state.owned[seat + 1 :])
    return replace(
        state, owned=owned, scores=changed(state.scores, seat, placing_of(state.rules, cards).score)
    )
