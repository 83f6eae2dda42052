"""Trump, a hand that is thrown in, and who deals (rules.md §2)."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper import pitch
from scorekeeper.games.ten_point_pitch.state import Agreed, HandUnderWay, State
from scorekeeper.kernel import Message, Row, Step, say
from scorekeeper.kernel.game import refuse_unknown_seat


def contracted(state: State) -> tuple[HandUnderWay, Agreed]:
    """The hand under way and what its bidding came to; refuses what must wait for that."""
    if state.hand is None or state.hand.contract is None:
        raise pitch.no_contract()
    return state.hand, state.hand.contract


def name_trump(state: State, entry: pitch.Trump) -> Step[State]:
    """The pitcher named trumps; a forced dealer can then no longer raise."""
    hand, _ = contracted(state)
    pitch.refuse_second_trump(hand.trump)
    after = replace(state, hand=replace(hand, trump=entry.suit))
    return Step(after, pitch.trump_said(entry.suit), unit=state.unit)


def thrown_in(state: State, dealer: int, said: Message) -> Step[State]:
    """The hand is void: no points, and ``dealer`` deals again."""
    row = Row(state.unit, say("void"), say("no points"), (0,) * len(state.table.names))
    after = replace(state, hand=None, dealer=dealer, override=None, unit=state.unit + 1)
    return Step(after, said, state.unit, row)


def override_dealer(state: State, entry: pitch.Dealer) -> Step[State]:
    """Somebody deals the next hand, by the rules or not."""
    if state.hand is not None:
        raise pitch.hand_under_way(state.unit)
    refuse_unknown_seat(state.table, entry.seat)
    after = replace(state, override=entry.seat)
    warnings = pitch.dealer_cautions(entry.seat, state.dealer)
    return Step(after, pitch.deals_said(entry.seat, state.unit), warnings=warnings)
