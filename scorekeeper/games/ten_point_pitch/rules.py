"""The rules of 10 Point Pitch: start, apply, standings (rules.md §2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorekeeper import pitch
from scorekeeper.games.ten_point_pitch import auction, dealing, result
from scorekeeper.games.ten_point_pitch.entries import Contract, Hand, MakeBid
from scorekeeper.games.ten_point_pitch.state import SIDES, State, team_of
from scorekeeper.kernel import Entry, Finish, Setup, Standing, Step, Table, ranks, say


def start(setup: Setup) -> State:
    """Before the first hand: both teams at 0, the drawn dealer deals."""
    return State(Table.of(setup.names), setup.rules, setup.stake.amounts_minor, setup.first)


def apply(state: State, entry: Entry) -> Step[State]:
    """What ``entry`` does; raises Refused where the rules do not allow it."""
    return _RULES[type(entry)](state, entry)


def _void(state: State, _: pitch.Void) -> Step[State]:
    """A misdeal, perhaps before the first bid."""
    dealer = auction.begun(state).dealer
    return dealing.thrown_in(state, dealer, pitch.void_said(state.unit, dealer))


def _finish(state: State, _: Finish) -> Step[State]:
    warnings = (pitch.unfinished(state.unit),) if state.hand else ()
    said = say("The game is finished before a team has won.")
    return Step(replace(state, finished=True), said, warnings=warnings)


_RULES: dict[type[Entry], Callable[[State, Any], Step[State]]] = {
    MakeBid: auction.make_bid,
    Contract: auction.make_contract,
    pitch.Trump: dealing.name_trump,
    Hand: result.played_hand,
    pitch.Void: _void,
    pitch.Dealer: dealing.override_dealer,
    Finish: _finish,
}


def standings(state: State) -> tuple[Standing, ...]:
    """Both partners carry their team's score; who has won ranks first, whatever the totals."""
    scores = [state.totals[team_of(seat)] for seat in state.table.seats]
    places = ranks(scores)
    if state.ending is not None:
        places = ranks([int(team_of(seat) == state.ending.team) for seat in state.table.seats])
    return tuple(map(Standing, state.table.seats, scores, state.won_minor, places))


def sides(_: State) -> tuple[tuple[int, ...], ...]:
    """The two teams, who sit across."""
    return SIDES
