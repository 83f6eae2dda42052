"""What can be entered in 10 Point Pitch (wire-format, "Entries")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import fields, post_load

from scorekeeper import pitch
from scorekeeper.kernel.entries import Entry, EntrySchema
from scorekeeper.kernel.shape import Counts, OneOf, SeatField, ShapeSchema, Whole

Bid = int | Literal["moon"]
Card = Literal["ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two"]
Taken = tuple[int | None, ...]
"""For each of :data:`CARDS` the team that took it, None if it is out of play."""

POINTS = 10
"""All points of a hand."""
BIDS: tuple[Bid, ...] = (*range(1, POINTS + 1), "moon")
CARDS: dict[Card, int] = {
    "ace": 1,
    "jack": 1,
    "off_jack": 1,
    "high_joker": 1,
    "low_joker": 1,
    "ten": 1,
    "three": 3,
    "two": 1,
}
"""The point cards, in the order in which screens show them, and what each is worth."""
TEAMS = (0, 1)
TRICKS = 6


@dataclass(frozen=True, slots=True)
class MakeBid(Entry):
    """One player's word in the bidding: a bid or ``"pass"``."""

    seat: int
    bid: Bid | Literal["pass"]


@dataclass(frozen=True, slots=True)
class Contract(Entry):
    """The outcome of the bidding alone."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class Hand(Entry):
    """The result of a hand, by card (``taken``) or by team (``points``); ``tricks``: by team, if counted."""

    taken: Taken | None
    points: tuple[int, ...] | None
    out_of_play: int | None
    tricks: tuple[int, ...] | None


class MakeBidSchema(EntrySchema):
    """``bid``."""

    makes = MakeBid
    seat = SeatField(required=True)
    bid = OneOf(*BIDS, "pass", required=True)


class ContractSchema(EntrySchema):
    """``contract``."""

    makes = Contract
    seat = SeatField(required=True)
    bid = OneOf(*BIDS, required=True)


class TakenSchema(ShapeSchema):
    """``taken``: for each card the team, 0 or 1, or null: out of play. So is a card that is not named."""

    ace = OneOf(*TEAMS, load_default=None)
    jack = OneOf(*TEAMS, load_default=None)
    off_jack = OneOf(*TEAMS, load_default=None)
    high_joker = OneOf(*TEAMS, load_default=None)
    low_joker = OneOf(*TEAMS, load_default=None)
    ten = OneOf(*TEAMS, load_default=None)
    three = OneOf(*TEAMS, load_default=None)
    two = OneOf(*TEAMS, load_default=None)

    @post_load
    def _make(self, data: dict[str, Any], **_: object) -> Taken:
        return tuple(data[card] for card in CARDS)


class HandSchema(EntrySchema):
    """``hand``."""

    makes = Hand
    taken = fields.Nested(TakenSchema, load_default=None)
    points = Counts(0, POINTS, load_default=None)
    out_of_play = Whole(0, POINTS, load_default=None)
    tricks = Counts(0, TRICKS, load_default=None)


ENTRIES: dict[str, type[EntrySchema]] = {
    **pitch.ENTRIES,
    "bid": MakeBidSchema,
    "contract": ContractSchema,
    "hand": HandSchema,
}
