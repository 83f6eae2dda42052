"""Trump, a hand that is thrown in, and who deals (rules.md §2)."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.ten_point_pitch.entries import Dealer, Trump
from scorekeeper.games.ten_point_pitch.state import Agreed, HandUnderWay, State
from scorekeeper.kernel import Caution, Message, Refused, Row, Step, Who, say
from scorekeeper.kernel.game import refuse_unknown_seat

SUIT_WORDS: dict[str, Message] = {
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "clubs": say("clubs"),
}


def contracted(state: State) -> tuple[HandUnderWay, Agreed]:
    """The hand under way and what its bidding came to; refuses what must wait for that."""
    if state.hand is None or state.hand.contract is None:
        raise Refused("type", "no_contract", say("First say who pitches and for how much."))
    return state.hand, state.hand.contract


def name_trump(state: State, entry: Trump) -> Step[State]:
    """The pitcher named trumps; a forced dealer can then no longer raise."""
    hand, _ = contracted(state)
    if hand.trump is not None:
        message = say("Trump is %(suit)s already. Undo that to change it.", suit=SUIT_WORDS[hand.trump])
        raise Refused("suit", "trump_named", message)
    said = say("Trump: %(suit)s.", suit=SUIT_WORDS[entry.suit])
    return Step(replace(state, hand=replace(hand, trump=entry.suit)), said, unit=state.unit)


def thrown_in(state: State, dealer: int, said: Message) -> Step[State]:
    """The hand is void: no points, and ``dealer`` deals again."""
    row = Row(state.unit, say("void"), say("no points"), (0,) * len(state.table.names))
    after = replace(state, hand=None, dealer=dealer, override=None, unit=state.unit + 1)
    return Step(after, said, state.unit, row)


def override_dealer(state: State, entry: Dealer) -> Step[State]:
    """Somebody deals the next hand, by the rules or not."""
    if state.hand is not None:
        message = say("Hand %(unit)s has begun. This can change only between hands.", unit=state.unit)
        raise Refused("type", "hand_under_way", message)
    refuse_unknown_seat(state.table, entry.seat)
    said = say("%(who)s deals hand %(unit)s.", who=Who(entry.seat), unit=state.unit)
    warnings: tuple[Caution, ...] = ()
    if entry.seat != state.dealer:
        text = say("By the rules %(who)s would deal.", who=Who(state.dealer))
        warnings = (Caution("dealer_overridden", text),)
    return Step(replace(state, override=entry.seat), said, warnings=warnings)
