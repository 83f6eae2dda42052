"""Whatever people enter, take back, do again and correct: what is stored is what the entries come to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from scorekeeper.kernel import Refused
from scorekeeper.service.errors import NotFound, Stale
from scorekeeper.service.money import settlements
from scorekeeper.service.outcomes import sheet_lines
from scorekeeper.store import Entry, db
from tests.games.strategies import next_entry, raw_setups
from tests.service.evening import GAME, PHONE, Evening, fresh, leaves_nothing, sound

Draw = st.DrawFn
COURSES = settings(
    max_examples=max(8, settings().max_examples // 8),
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.large_base_example,
        HealthCheck.data_too_large,
    ],
)


def enter(draw: Draw, evening: Evening) -> None:
    drawn = next_entry(draw, GAME, evening.opened.state, first=draw(st.booleans()))
    raw = drawn if isinstance(drawn, dict) else {"type": drawn}
    own, version = fresh(), evening.version
    try:
        evening.sends(raw, client_id=own)
    except Refused:
        return
    assert evening.version > version
    if draw(st.booleans()):
        evening.sends(raw, version=version, client_id=own)  # the same once more
    if raw["type"] != "note" and draw(st.booleans()):
        leaves_nothing(Stale, lambda: evening.sends(raw, version=version))


def undo(_draw: Draw, evening: Evening) -> None:
    _if_there_is_something(evening.undoes)


def redo(_draw: Draw, evening: Evening) -> None:
    _if_there_is_something(evening.redoes)


def reopen(_draw: Draw, evening: Evening) -> None:
    _if_there_is_something(evening.reopens)


def _if_there_is_something(act: Callable[[], None]) -> None:
    with suppress(NotFound):
        act()


def amend(draw: Draw, evening: Evening) -> None:
    units = [line.row.unit for line in sheet_lines(evening.match)]
    if not units:
        return
    seats = evening.opened.state.table.seats
    contract = {
        "type": "contract",
        "seat": draw(st.sampled_from(seats)),
        "bid": draw(st.sampled_from([1, 2, 3, 4, "smudge"])),
    }
    hand = {"type": "hand", "won": draw(st.sampled_from([[], ["high"], ["high", "low", "game"]]))}
    hand |= {"tricks": draw(st.sampled_from([1, 5]))}
    raws = draw(st.sampled_from([[contract, hand], [{"type": "void"}], [hand], [contract, hand, hand]]))
    try:
        evening.amends(draw(st.sampled_from(units)), *raws)
    except Refused:
        return


ACTS = [enter, enter, enter, enter, undo, redo, amend, reopen]


@pytest.mark.usefixtures("app")
@COURSES
@given(data=st.data())
def test_what_is_stored_is_what_the_entries_come_to(data: st.DataObject) -> None:
    setup = data.draw(raw_setups(GAME))
    evening = Evening(players=len(setup["players"]), **{k: v for k, v in setup.items() if k != "players"})
    version, stored = evening.version, 0
    for _ in range(data.draw(st.integers(4, 10))):
        act = data.draw(st.sampled_from(ACTS))
        before = evening.match.state
        act(cast("Draw", data.draw), evening)
        sound(evening)
        match = evening.match
        assert match.version >= version
        assert match.version > version or match.state == before
        count = db.session.scalar(select(func.count()).where(Entry.match_id == match.id)) or 0
        assert count >= stored, "an entry was deleted"
        version, stored = match.version, count
    for settlement in settlements(evening.session):
        assert sum(settlement.balances.values()) == 0
    assert evening.phone == PHONE
