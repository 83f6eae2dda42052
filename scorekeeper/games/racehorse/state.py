"""Where a match of Racehorse stands."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.racehorse.entries import Bid, How
from scorekeeper.kernel import Message, Rules, Table, say
from scorekeeper.pitch import Spoken, Suit, standing_bid

SMUDGE_COUNTS = 5


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the bidding came to: who pitches, for how much, and how it came about."""

    pitcher: int
    bid: Bid
    how: How


@dataclass(frozen=True, slots=True)
class HandUnderWay:
    """A hand that has begun. ``bids``: (seat, bid or "pass") in order; ``contract`` None: still bidding."""

    dealer: int
    per_point: int
    bids: Spoken = ()
    contract: Agreed | None = None
    trump: Suit | None = None

    @property
    def standing(self) -> tuple[int, int | str] | None:
        """The highest bid so far and who holds it."""
        return standing_bid(self.bids)

    def passed(self, seat: int) -> bool:
        """Whether this seat is out of the auction."""
        return (seat, "pass") in self.bids


@dataclass(frozen=True, slots=True)
class State:
    """A match of Racehorse between two entries.

    ``dealer``: who was to deal the next hand when the last one ended (see :func:`next_dealer`); ``unit``: the
    number of the hand under way or to come; ``won_minor``: by seat; ``played``: hands that were not void;
    ``override``: who deals the next hand instead, because the table said so; ``contract_alone``: whether
    the last hand's contract was entered without its auction, as the table then likes to do.
    """

    table: Table
    rules: Rules
    per_point: int
    dealer: int
    won_minor: tuple[int, ...]
    unit: int = 1
    played: int = 0
    hand: HandUnderWay | None = None
    finished: bool = False
    override: int | None = None
    contract_alone: bool = False


def worth(bid: int | str) -> int:
    """How many stakes a bid is about: itself, or five for a smudge."""
    return bid if isinstance(bid, int) else SMUDGE_COUNTS


def bid_word(bid: int | str) -> Message:
    """A bid as the table says it."""
    return say("%(points)s", points=bid) if isinstance(bid, int) else say("Smudge")


def computed_dealer(state: State) -> int:
    """Who deals the hand to come by the rules.

    Fixed when the last hand ended; if that player sits out, the next sitting player clockwise (rules.md §1,
    "Next dealer").
    """
    return state.table.at_or_after(state.dealer)


def next_dealer(state: State) -> int:
    """Who deals the hand to come: whom the table named, else whom the rules name."""
    if state.override is None:
        return computed_dealer(state)
    return state.table.at_or_after(state.override)
