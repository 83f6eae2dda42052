"""What can be entered in Racehorse (wire-format, "Entries")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorekeeper import pitch
from scorekeeper.kernel.entries import Entry, EntrySchema
from scorekeeper.kernel.setup import stake_amount_field
from scorekeeper.kernel.shape import Counts, EachOnce, NameField, OneOf, SeatField, Whole, YesNo

Bid = int | Literal["smudge"]
How = Literal["bid", "steal", "forced"]
Point = Literal["high", "low", "jack", "game"]

BIDS: tuple[Bid, ...] = (1, 2, 3, 4, "smudge")
POINTS: tuple[Point, ...] = ("high", "low", "jack", "game")
TRICKS = 6
CARD_POINTS = 80
"""Ace 4, king 3, queen 2, jack 1, ten 10, four of each in the pack."""


@dataclass(frozen=True, slots=True)
class MakeBid(Entry):
    """One player's word in the auction: a bid or ``"pass"``."""

    seat: int
    bid: Bid | Literal["pass"]


@dataclass(frozen=True, slots=True)
class Contract(Entry):
    """The outcome of the auction alone."""

    seat: int
    bid: Bid
    how: How


@dataclass(frozen=True, slots=True)
class Hand(Entry):
    """The result of a hand. ``won``: what the pitcher took; ``card_points``: by seat, None if not counted."""

    won: frozenset[Point]
    jack_in_play: bool
    game_tied: bool
    tricks: int | None
    card_points: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class SitOut(Entry):
    """A player does not play the hands that follow."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitIn(Entry):
    """A player who sat out plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Join(Entry):
    """A new player sits down to the left of ``after`` (None: of the last seat in the order)."""

    name: str
    after: int | None


@dataclass(frozen=True, slots=True)
class ChangeStake(Entry):
    """Another stake, in minor units a point, from the next hand on."""

    per_point: int


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
    how = OneOf("bid", "steal", "forced", load_default="bid")


class HandSchema(EntrySchema):
    """``hand``."""

    makes = Hand
    won = EachOnce(*POINTS, required=True)
    jack_in_play = YesNo(load_default=True)
    game_tied = YesNo(load_default=False)
    tricks = Whole(0, TRICKS, load_default=None)
    card_points = Counts(0, CARD_POINTS, load_default=None)


class SitOutSchema(EntrySchema):
    """``sit_out``."""

    makes = SitOut
    seat = SeatField(required=True)


class SitInSchema(EntrySchema):
    """``sit_in``."""

    makes = SitIn
    seat = SeatField(required=True)


class JoinSchema(EntrySchema):
    """``join``."""

    makes = Join
    name = NameField(required=True)
    after = SeatField(load_default=None)


class ChangeStakeSchema(EntrySchema):
    """``stake``."""

    makes = ChangeStake
    per_point = stake_amount_field(required=True)


ENTRIES: dict[str, type[EntrySchema]] = {
    **pitch.ENTRIES,
    "bid": MakeBidSchema,
    "contract": ContractSchema,
    "hand": HandSchema,
    "sit_out": SitOutSchema,
    "sit_in": SitInSchema,
    "join": JoinSchema,
    "stake": ChangeStakeSchema,
}
