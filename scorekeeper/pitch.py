"""What the games of the pitch family share: suits, who deals, and how bidding is spoken of.

Pure, as the games are; no game knows another, so what two of them say alike stands here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scorekeeper.kernel import Caution, Choice, Feat, Message, Refused, Who, say
from scorekeeper.kernel.entries import Entry, EntrySchema
from scorekeeper.kernel.shape import OneOf, SeatField

Suit = Literal["spades", "hearts", "diamonds", "clubs"]
SUITS: tuple[Suit, ...] = ("spades", "hearts", "diamonds", "clubs")
SUIT_WORDS: dict[str, Message] = {
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "clubs": say("clubs"),
}
Spoken = tuple[tuple[int, int | str], ...]
"""What was said in the bidding, in order: (seat, bid or "pass")."""
FEATS: dict[str, Message] = {"made": say("Bids made"), "set": say("Bids set")}
"""What statistics count: a bid is made or set, one that was stolen or forced as well."""


def bid_feats(pitcher: int, *, made: bool) -> tuple[Feat, ...]:
    """What became of the pitcher's bid."""
    return (Feat(pitcher, "made" if made else "set"),)


# Entries -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trump(Entry):
    """The suit that is trump in the hand under way."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class Dealer(Entry):
    """Somebody else deals the next hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Void(Entry):
    """The hand under way is thrown in."""


class TrumpSchema(EntrySchema):
    """``trump``."""

    makes = Trump
    suit = OneOf(*SUITS, required=True)


class DealerSchema(EntrySchema):
    """``dealer``."""

    makes = Dealer
    seat = SeatField(required=True)


class VoidSchema(EntrySchema):
    """``void`` has no fields."""

    makes = Void


ENTRIES: dict[str, type[EntrySchema]] = {"trump": TrumpSchema, "dealer": DealerSchema, "void": VoidSchema}


# Bidding -----------------------------------------------------------------------------------------


def standing_bid(bids: Spoken) -> tuple[int, int | str] | None:
    """The highest bid so far and who holds it."""
    return next(((seat, bid) for seat, bid in reversed(bids) if bid != "pass"), None)


def refuse_begun(bids: Spoken) -> None:
    """Raises Refused for a contract alone once somebody has spoken."""
    if bids:
        raise Refused(
            "type",
            "auction_under_way",
            say("The bidding has begun. Finish it, or undo the bids to enter the contract alone."),
        )


def too_low(standing: Message) -> Refused:
    """Why a bid that does not beat ``standing`` is refused."""
    return Refused("bid", "too_low", say("A bid must beat %(standing)s, or pass.", standing=standing))


def raise_too_low(standing: Message) -> Refused:
    """Why the forced dealer cannot raise to that."""
    return Refused("bid", "too_low", say("To raise, bid more than %(standing)s.", standing=standing))


def out_of_turn(turn: int) -> Refused:
    """Why somebody else cannot speak now."""
    return Refused("seat", "out_of_turn", say("It is %(turn)s’s turn to bid.", turn=Who(turn)))


def only_dealer_raises(dealer: int) -> Refused:
    """Why nobody but the forced dealer can speak any more."""
    message = say("Everybody else passed: only %(dealer)s may still raise.", dealer=Who(dealer))
    return Refused("seat", "out_of_turn", message)


def unlisted(least: int) -> Refused:
    """Why a bid below the lowest one is refused."""
    return Refused("bid", "not_a_bid", say("The lowest bid at this table is %(least)s.", least=least))


def no_contract() -> Refused:
    """Why trump and the result must wait."""
    return Refused("type", "no_contract", say("First say who pitches and for how much."))


def refuse_second_trump(named: Suit | None) -> None:
    """Raises Refused if trump was named already."""
    if named is not None:
        message = say("Trump is %(suit)s already. Undo that to change it.", suit=SUIT_WORDS[named])
        raise Refused("suit", "trump_named", message)


def trump_said(suit: Suit) -> Message:
    """The sentence of the history for trump."""
    return say("Trump: %(suit)s.", suit=SUIT_WORDS[suit])


# Between hands -----------------------------------------------------------------------------------


def hand_under_way(unit: int) -> Refused:
    """Why something has to wait until hand ``unit`` is over."""
    message = say("Hand %(unit)s has begun. This can change only between hands.", unit=unit)
    return Refused("type", "hand_under_way", message)


def void_said(unit: int, dealer: int) -> Message:
    """The sentence of the history for a hand that is thrown in."""
    return say("Hand %(unit)s is void. %(dealer)s deals again.", unit=unit, dealer=Who(dealer))


def unfinished(unit: int) -> Caution:
    """What is said where the players stop in the middle of hand ``unit``."""
    return Caution("hand_unfinished", say("Hand %(unit)s is not over and does not count.", unit=unit))


def deals_said(seat: int, unit: int) -> Message:
    """The sentence of the history for a dealer whom the table named."""
    return say("%(who)s deals hand %(unit)s.", who=Who(seat), unit=unit)


def dealer_cautions(seat: int, by_the_rules: int) -> tuple[Caution, ...]:
    """What is said where another deals than the rules would have."""
    if seat == by_the_rules:
        return ()
    text = say("By the rules %(who)s would deal.", who=Who(by_the_rules))
    return (Caution("dealer_overridden", text),)


# What is asked -----------------------------------------------------------------------------------


def choices(field: str, values: Iterable[int | str]) -> tuple[Choice, ...]:
    """A choice for each value."""
    return tuple(Choice(field, value) for value in values)
