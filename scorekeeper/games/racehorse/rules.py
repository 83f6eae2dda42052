"""The rules of Racehorse: start, apply, standings, outcome (rules.md §1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorekeeper import pitch
from scorekeeper.games.racehorse import auction, result, seating
from scorekeeper.games.racehorse.entries import (
    ChangeStake,
    Contract,
    Hand,
    Join,
    MakeBid,
    SitIn,
    SitOut,
)
from scorekeeper.games.racehorse.state import State
from scorekeeper.kernel import (
    Amount,
    Entry,
    Finish,
    Outcome,
    Row,
    Setup,
    Standing,
    Step,
    Table,
    ranks,
    say,
)


def start(setup: Setup) -> State:
    """Before the first hand: nobody owes anything, the drawn dealer deals."""
    table = Table.of(setup.names)
    return State(
        table, setup.rules, setup.stake.amounts_minor["per_point"], setup.first, (0,) * len(setup.names)
    )


def apply(state: State, entry: Entry) -> Step[State]:
    """What ``entry`` does; raises Refused where the rules do not allow it."""
    return _RULES[type(entry)](state, entry)


def _name_trump(state: State, entry: pitch.Trump) -> Step[State]:
    hand, _ = result.contracted(state)
    pitch.refuse_second_trump(hand.trump)
    after = replace(state, hand=replace(hand, trump=entry.suit))
    return Step(after, pitch.trump_said(entry.suit), unit=state.unit)


def _void(state: State, _: pitch.Void) -> Step[State]:
    """A misdeal, perhaps before the first bid: no money, the same dealer."""
    dealer = auction.begun(state).dealer
    cells = tuple(0 if state.table.sits(seat) else "out" for seat in state.table.seats)
    row = Row(state.unit, say("void"), say("no money"), cells)
    after = replace(state, hand=None, dealer=dealer, override=None, unit=state.unit + 1)
    return Step(after, pitch.void_said(state.unit, dealer), state.unit, row)


def _change_stake(state: State, entry: ChangeStake) -> Step[State]:
    said = say(
        "From hand %(unit)s on a point is worth %(stake)s.",
        unit=state.unit + (state.hand is not None),
        stake=Amount(entry.per_point),
    )
    return Step(replace(state, per_point=entry.per_point), said)


def _finish(state: State, _: Finish) -> Step[State]:
    warnings = (pitch.unfinished(state.unit),) if state.hand else ()
    return Step(replace(state, finished=True), say("The game is finished."), warnings=warnings)


_RULES: dict[type[Entry], Callable[[State, Any], Step[State]]] = {
    MakeBid: auction.make_bid,
    Contract: auction.make_contract,
    pitch.Trump: _name_trump,
    Hand: result.played_hand,
    pitch.Void: _void,
    pitch.Dealer: seating.override_dealer,
    SitOut: seating.sit_out,
    SitIn: seating.sit_in,
    Join: seating.join,
    ChangeStake: _change_stake,
    Finish: _finish,
}


def standings(state: State) -> tuple[Standing, ...]:
    """Money won ranks."""
    places = ranks(state.won_minor)
    return tuple(
        Standing(seat, money, money, rank)
        for seat, (money, rank) in enumerate(zip(state.won_minor, places, strict=True))
    )


def outcome(state: State) -> Outcome:
    """The players stop it; who then has won most is the winner. Without a hand played nobody is."""
    if not state.finished or not state.played:
        return Outcome(state.finished, ())
    most = max(state.won_minor)
    return Outcome(True, tuple(seat for seat in state.table.seats if state.won_minor[seat] == most))
