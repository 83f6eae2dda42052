"""Where a match of 10 Point Pitch stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scorekeeper.games.ten_point_pitch.entries import POINTS, Bid
from scorekeeper.kernel import Message, Rules, Several, Table, Who, say
from scorekeeper.pitch import Spoken, Suit, standing_bid

SIDES: tuple[tuple[int, int], tuple[int, int]] = ((0, 2), (1, 3))
"""The seats of each team."""
MOON_BEATS = POINTS + 1

How = Literal["bid", "forced"]
Why = Literal["target", "both", "moon", "moon_failed"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the bidding came to: who pitches, for how much, and how it came about."""

    pitcher: int
    bid: Bid
    how: How = "bid"


@dataclass(frozen=True, slots=True)
class HandUnderWay:
    """A hand that has begun. ``bids``: (seat, bid or "pass") in order; ``contract`` None: still bidding."""

    dealer: int
    bids: Spoken = ()
    contract: Agreed | None = None
    trump: Suit | None = None

    @property
    def standing(self) -> tuple[int, int | str] | None:
        """The highest bid so far and who holds it."""
        return standing_bid(self.bids)

    def said(self, seat: int) -> int | str | None:
        """What this seat bid, None if it has not spoken yet."""
        return next((bid for who, bid in reversed(self.bids) if who == seat), None)


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended by its rules: the winning team, why, and who pitched last."""

    team: int
    why: Why
    pitcher: int


@dataclass(frozen=True, slots=True)
class State:
    """A match of 10 Point Pitch between two entries.

    ``stakes_minor``: what is played for, by key, empty for nothing; ``totals``: by team; ``dealer``: who by
    the rules deals the hand under way or to come; ``unit``: the number of that hand; ``won_minor``: by seat;
    ``override``: who deals it instead, because the table said so; ``ending`` None: it goes on, or was stopped
    by hand; ``contract_alone``: whether the last contract was entered without its bids.
    """

    table: Table
    rules: Rules
    stakes_minor: Mapping[str, int]
    dealer: int
    totals: tuple[int, int] = (0, 0)
    won_minor: tuple[int, ...] = (0, 0, 0, 0)
    unit: int = 1
    hand: HandUnderWay | None = None
    finished: bool = False
    override: int | None = None
    ending: Ending | None = None
    contract_alone: bool = False


def team_of(seat: int) -> int:
    """The team that this seat plays for."""
    return seat % 2


def side(team: int) -> Several:
    """A team by the names of its players."""
    return Several(tuple(Who(seat) for seat in SIDES[team]))


def worth(bid: int | str) -> int:
    """By how much a bid stands above others: the moon beats them all."""
    return bid if isinstance(bid, int) else MOON_BEATS


def bid_word(bid: int | str) -> Message:
    """A bid as the table says it."""
    return say("%(points)s", points=bid) if isinstance(bid, int) else say("Moon")


def points_text(points: int, *, signed: bool = False) -> str:
    """Points with the true minus sign, and if ``signed`` with a plus: "+5", "−6", "0"."""
    sign = "−" if points < 0 else "+" if signed and points else ""
    return f"{sign}{abs(points)}"


def next_dealer(state: State) -> int:
    """Who deals the hand under way or to come: whom the table named, else whose turn it is."""
    return state.dealer if state.override is None else state.override
