from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.kernel import Refused, Table
from scorekeeper.kernel.game import refuse_sitting_out, refuse_unknown_seat

FIVE = Table.of(("Ana", "Ben", "Cleo", "Dov", "Edie"))


def test_clockwise_is_the_order_of_the_list() -> None:
    assert FIVE.order == FIVE.sitting == (0, 1, 2, 3, 4)
    assert FIVE.clockwise_from(2) == (3, 4, 0, 1, 2)
    assert (FIVE.left_of(4), FIVE.right_of(0)) == (0, 4)
    assert FIVE.at_or_after(3) == 3


def test_who_sits_out_is_passed_over() -> None:
    table = FIVE.with_out(1).with_out(4)
    assert table.sitting == (0, 2, 3)
    assert [table.sits(seat) for seat in table.seats] == [True, False, True, True, False]
    assert table.clockwise_from(1) == (2, 3, 0)
    assert (table.left_of(0), table.right_of(0)) == (2, 3)
    assert (table.left_of(4), table.right_of(4)) == (0, 3)
    assert (table.at_or_after(1), table.at_or_after(4)) == (2, 0)
    assert table.with_in(1).with_in(4) == FIVE
    assert FIVE.out == frozenset()


def test_who_joins_gets_the_next_seat_and_sits_where_said() -> None:
    table = FIVE.joined("Zoe", 0).joined("Yan", 4).joined("Xiu", 5)
    assert table.names == ("Ana", "Ben", "Cleo", "Dov", "Edie", "Zoe", "Yan", "Xiu")
    assert table.order == (0, 5, 7, 1, 2, 3, 4, 6)
    assert (table.left_of(0), table.left_of(6), table.right_of(1)) == (5, 0, 7)


@given(st.data())
def test_left_and_right_are_opposites(data: st.DataObject) -> None:
    table = FIVE
    for _ in range(data.draw(st.integers(0, 4))):
        table = table.joined("x", data.draw(st.sampled_from(table.order)))
    for seat in data.draw(st.sets(st.sampled_from(table.order), max_size=len(table.order) - 2)):
        table = table.with_out(seat)
    assert sorted(table.order) == list(table.seats)
    for seat in table.sitting:
        assert table.right_of(table.left_of(seat)) == seat
        assert table.left_of(table.right_of(seat)) == seat
        assert table.clockwise_from(seat)[-1] == seat
        assert table.at_or_after(seat) == seat
    for seat in table.out:
        assert table.at_or_after(seat) == table.left_of(seat)
        assert table.sits(table.right_of(seat))


@pytest.mark.parametrize(("seat", "code"), [(5, "no_such_seat"), (-1, "no_such_seat"), (1, "sits_out")])
def test_refusals(seat: int, code: str) -> None:
    with pytest.raises(Refused) as caught:
        refuse_sitting_out(FIVE.with_out(1), seat, "out")
    assert (caught.value.field, caught.value.code) == ("out", code)


def test_sitting_out_is_having_a_seat() -> None:
    refuse_unknown_seat(FIVE.with_out(1), 1)
    refuse_sitting_out(FIVE.with_out(1), 2)
