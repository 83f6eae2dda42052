"""The rules of Ten: start, apply, and stopping by hand (rules.md §4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorekeeper.games.ten import auction, buying, counting, ending, pack, stopping, turn
from scorekeeper.games.ten.cards import FIRST_TOKENS
from scorekeeper.games.ten.entries import (
    Buy,
    Count,
    Draw,
    EnterPack,
    LastCard,
    MakeBid,
    Pay,
    Skip,
    Sold,
    Take,
)
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Caution, Entry, Finish, Setup, Step, Table, say


def start(setup: Setup) -> State:
    """Before the first card: everybody has five tokens, and who holds the start card goes first."""
    nothing = (0,) * len(setup.names)
    return State(
        Table.of(setup.names),
        setup.rules,
        setup.stake.amounts_minor,
        setup.first,
        owned=((),) * len(setup.names),
        tokens=(FIRST_TOKENS,) * len(setup.names),
        busts=nothing,
        scores=nothing,
        before=nothing,
    )


def apply(state: State, entry: Entry) -> Step[State]:
    """What ``entry`` does; raises Refused where the rules do not allow it."""
    return _RULES[type(entry)](state, entry)


def _finish(state: State, _: Finish) -> Step[State]:
    """The players stop before the count: nobody wins."""
    after, said = replace(state, finished=True), say("The game is finished before the count.")
    if state.phase == "last_buying":
        text = say("The last buying is not over.")
        return Step(after, said, warnings=(Caution("turn_unfinished", text),))
    if not state.drew or state.phase == "buying":
        return Step(after, said)
    text = say("Turn %(turn)s is not over: its tableau does not count.", turn=state.unit)
    row = ending.row_of(state, say("not finished"))
    return Step(after, said, state.unit, row, warnings=(Caution("turn_unfinished", text),))


_RULES: dict[type[Entry], Callable[[State, Any], Step[State]]] = {
    Draw: turn.draw,
    MakeBid: auction.make_bid,
    Pay: auction.pay,
    Sold: auction.sold,
    Take: stopping.take,
    Buy: buying.buy,
    Skip: buying.skip,
    LastCard: turn.last_card,
    EnterPack: pack.enter_pack,
    Count: counting.count,
    Finish: _finish,
}
