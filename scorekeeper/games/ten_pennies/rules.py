"""The rules of Ten Pennies: start, apply, standings, outcome (rules.md §3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorekeeper.games.ten_pennies import payout, result
from scorekeeper.games.ten_pennies.entries import Buy, Playoff, Round
from scorekeeper.games.ten_pennies.melds import ROUNDS
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import Caution, Entry, Finish, Outcome, Setup, Standing, Step, Table, ranks, say


def start(setup: Setup) -> State:
    """Before the first round: the bowl is empty, everybody has all buy pennies."""
    nothing = (0,) * len(setup.names)
    return State(
        Table.of(setup.names),
        setup.rules,
        setup.stake.amounts_minor["per_penny"],
        setup.first,
        points=nothing,
        caught=nothing,
        buys=nothing,
        bought=nothing,
    )


def apply(state: State, entry: Entry) -> Step[State]:
    """What ``entry`` does; raises Refused where the rules do not allow it."""
    return _RULES[type(entry)](state, entry)


def _finish(state: State, _: Finish) -> Step[State]:
    """The players stop; what becomes of the bowl is a house rule."""
    after = replace(state, finished=True)
    warnings: tuple[Caution, ...] = ()
    if any(state.bought):
        text = say(
            "Round %(unit)s is not over: its buys are in the bowl, its cards do not count.", unit=state.unit
        )
        warnings = (Caution("round_unfinished", text),)
    paid = payout.payments(after) if payout.is_paid(after) else ()
    said = payout.with_odd(after, say("The game is finished."))
    return Step(after, said, payments=paid, warnings=warnings)


_RULES: dict[type[Entry], Callable[[State, Any], Step[State]]] = {
    Buy: result.buy,
    Round: result.played_round,
    Playoff: result.play_off,
    Finish: _finish,
}


def standings(state: State) -> tuple[Standing, ...]:
    """The fewest points rank first; once finished, before who only tied with the winners."""
    won, nets = payout.winners(state), payout.nets(state)
    places = ranks(
        [2 * points + (bool(won) and seat not in won) for seat, points in enumerate(state.points)],
        lowest_first=True,
    )
    return tuple(
        Standing(
            seat,
            state.points[seat],
            nets[seat] * state.per_penny,
            places[seat],
            {"paid_in": payout.paid_in(state, seat)},
        )
        for seat in state.table.seats
    )


def outcome(state: State) -> Outcome:
    """Who takes the bowl, and why."""
    return Outcome(
        state.finished,
        payout.winners(state),
        payout.said(state),
        {"pot": payout.bowl(state)},
        odd=payout.odd_said(state),
    )


def next_first(state: State) -> int:
    """Who deals first if the same people play again: the deal goes on around the table.

    With seven players it would be back where the match began, and whoever sits first on the last dealer's
    left, who gets an odd coin, would be the same in every match: then it goes one further.
    """
    back = state.all_played and ROUNDS % len(state.table.names) == 0
    return state.table.left_of(state.dealer) if back else state.dealer
