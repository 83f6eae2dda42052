"""Somebody goes home early."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger import Payment, Unbalanced, balances, leaving
from tests.ledger.open_balances import sums_to_zero

EVENING = {0: -15, 1: 15, 2: -10, 3: 35, 4: -25}


@pytest.mark.parametrize(
    ("person", "payments"),
    [
        (0, (Payment(0, 1, 15),)),
        (2, (Payment(2, 1, 10),)),
        (4, (Payment(4, 3, 25),)),
        (1, (Payment(0, 1, 15),)),
        (3, (Payment(2, 3, 10), Payment(4, 3, 25))),
    ],
)
def test_one_goes_home(person: int, payments: tuple[Payment, ...]) -> None:
    assert leaving(EVENING, person) == payments


def test_who_is_even_just_goes() -> None:
    assert leaving({0: 0, 1: 5, 2: -5}, 0) == ()


def test_what_does_not_add_up() -> None:
    with pytest.raises(Unbalanced):
        leaving({0: 1, 1: 1}, 0)
    with pytest.raises(KeyError):
        leaving({0: 1, 1: -1}, 2)


@given(sums_to_zero(9), st.data())
def test_laws(some: list[int], drawn: st.DataObject) -> None:
    amounts = dict(enumerate(some))
    person = drawn.draw(st.sampled_from(sorted(amounts)))
    plan = leaving(amounts, person)
    assert all(person in (one.payer, one.payee) for one in plan)
    after = {seat: amount + balances((), plan).get(seat, 0) for seat, amount in amounts.items()}
    assert after[person] == 0
    assert sum(after.values()) == 0
    for seat, amount in amounts.items():
        assert abs(after[seat]) <= abs(amount)
        assert after[seat] * amount >= 0
    shuffled = dict(drawn.draw(st.permutations(list(amounts.items()))))
    assert leaving(shuffled, person) == plan
    # No fewer people can take it: any smaller set of them has less than is wanted.
    opposite = [abs(amount) for amount in amounts.values() if amount * amounts[person] < 0]
    if plan:
        assert all(sum(fewer) < abs(amounts[person]) for fewer in combinations(opposite, len(plan) - 1))
