"""What may come next in a match of Ten Pennies, asked of the functions that judge it."""

from __future__ import annotations

from scorekeeper.games.ten_pennies import payout
from scorekeeper.games.ten_pennies.melds import meld_of
from scorekeeper.games.ten_pennies.result import refuse_buy
from scorekeeper.games.ten_pennies.state import State, buys_left
from scorekeeper.kernel import Ask, Choice, Refused, Upcoming


def upcoming(state: State) -> Upcoming:
    """The round, its first meld and wild cards, who deals, who may buy."""
    if state.finished:
        return Upcoming({}, (Ask("note"),))
    tied = payout.playoff_due(state)
    if tied:
        return Upcoming({"playoff": list(tied)}, (Ask("playoff", tied), Ask("note"), Ask("finish")))
    meld = meld_of(state.unit)
    table = {
        "round": state.unit,
        "meld": {"sets": meld.sets, "of": meld.of, "wilds": meld.wilds},
        "wild": list(meld.wild),
        "buys_left": [buys_left(state, seat) for seat in state.table.seats],
        "dealer": state.dealer,
    }
    out = (*(Choice("out", seat) for seat in state.table.seats), Choice("out", None))
    buyers = tuple(seat for seat in state.table.seats if _may_buy(state, seat))
    buys = (Ask("buy", buyers),) if buyers else ()
    return Upcoming(table, (*buys, Ask("round", (), out), Ask("note"), Ask("finish")))


def _may_buy(state: State, seat: int) -> bool:
    try:
        refuse_buy(state, seat)
    except Refused:
        return False
    return True
