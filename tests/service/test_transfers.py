"""Money that really changed hands: what may be recorded; nothing is ever edited (design, "Money")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.kernel import Refused
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.money import reasons, settlements
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_made
from tests.games.racehorse.at_table import A, B, C, contract, hand
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing

HANDS = [contract(B, 3), hand("high", "low", "game"), contract(C, 2), hand("high")]


def pays(
    evening: Evening, payer: int, payee: int, minor: int, *, seen: int | None = None, **more: Any
) -> None:
    people = evening.match.seats
    session = evening.session
    record_transfer(
        evening.slug,
        more.get("phone", PHONE),
        payer=people[payer],
        payee=people[payee],
        amount_minor=minor,
        unit=more.get("unit", "USD"),
        seen=transfers_made(session) if seen is None else seen,
        client_id=more.get("client_id") or fresh(),
    )


def open_balances(evening: Evening) -> list[int]:
    (dollars,) = settlements(evening.session)
    return list(dollars.balances.values())


def test_what_was_paid_is_taken_off() -> None:
    evening = Evening(*HANDS)
    assert open_balances(evening) == [-100, 1400, -1100, -100, -100]
    pays(evening, C, B, 1000)
    assert open_balances(evening) == [-100, 400, -100, -100, -100]
    (paid,) = paid_in(evening.session)
    assert (paid.amount_minor, paid.unit, paid.taken_back) == (1000, "USD", False)


def test_taking_back_is_another_transfer() -> None:
    evening = Evening(*HANDS)
    before = open_balances(evening)
    pays(evening, C, B, 1000)
    (paid,) = paid_in(evening.session)
    take_back(evening.slug, PHONE, paid.id)
    assert open_balances(evening) == before
    assert transfers_made(evening.session) == 2
    assert [one.taken_back for one in paid_in(evening.session)] == [True]
    changes_nothing(lambda: take_back(evening.slug, PHONE, paid.id))


def test_a_reversal_cannot_be_taken_back() -> None:
    evening = Evening(*HANDS)
    pays(evening, C, B, 1000)
    take_back(evening.slug, PHONE, paid_in(evening.session)[0].id)
    for number in (2, 99, -1):
        leaves_nothing(NotFound, lambda number=number: take_back(evening.slug, PHONE, number))  # type: ignore[misc]


def test_the_same_twice_is_paid_once() -> None:
    evening = Evening(*HANDS)
    own = fresh()
    pays(evening, C, B, 1000, client_id=own, seen=0)
    changes_nothing(lambda: pays(evening, C, B, 1000, client_id=own, seen=0))


def test_the_same_id_with_another_amount_is_refused() -> None:
    evening = Evening(*HANDS)
    own = fresh()
    pays(evening, C, B, 100, client_id=own)
    refused = leaves_nothing(Refused, lambda: pays(evening, C, B, 300, client_id=own))
    assert refused.code == "overtaken"


@pytest.mark.parametrize(
    ("act", "code"),
    ids=["nothing", "less", "too much", "themselves", "another unit", "overtaken"],
    argvalues=[
        (lambda evening: pays(evening, C, B, 0), "not_positive"),
        (lambda evening: pays(evening, C, B, -5), "not_positive"),
        (lambda evening: pays(evening, C, B, LARGEST_AMOUNT + 1), "too_large"),
        (lambda evening: pays(evening, C, C, 5), "same_person"),
        (lambda evening: pays(evening, C, B, 5, unit="EUR"), "not_a_choice"),
        (lambda evening: pays(evening, C, B, 5, seen=1), "overtaken"),
    ],
)
def test_what_cannot_be(act: Callable[[Evening], None], code: str) -> None:
    evening = Evening(*HANDS)
    assert leaves_nothing(Refused, lambda: act(evening)).code == code


def test_who_may() -> None:
    evening, elsewhere = Evening(*HANDS), Evening(*HANDS)
    evening.watched_by(OTHER)
    leaves_nothing(NotAllowed, lambda: pays(evening, C, B, 5, phone=OTHER))
    pays(evening, C, B, 5)
    paid = paid_in(evening.session)[0].id
    leaves_nothing(NotAllowed, lambda: take_back(evening.slug, OTHER, paid))
    leaves_nothing(NotFound, lambda: take_back(elsewhere.slug, PHONE, paid))


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_paying_every_suggestion_of_either_plan_empties_every_balance(drawn: st.DataObject) -> None:
    evening = Evening()
    for _ in range(drawn.draw(st.integers(1, 4))):
        won = drawn.draw(st.sampled_from([("high",), ("high", "low"), ("high", "low", "game")]))
        evening.enters(contract(drawn.draw(st.sampled_from([A, B, C])), 2), hand(*won))
        if drawn.draw(st.booleans()):
            payer, payee = drawn.draw(st.permutations([A, B, C]))[:2]
            pays(evening, payer, payee, drawn.draw(st.integers(1, 2000)))
    if drawn.draw(st.booleans()):
        evening.amends(1, contract(B, 4), hand("high"))
    (dollars,) = settlements(evening.session)
    assert sum(dollars.balances.values()) == 0
    behind = reasons(evening.session, "USD")
    plan = drawn.draw(st.sampled_from([dollars.payments, behind.each_to_each()]))
    seat_of = {player: seat for seat, player in enumerate(evening.match.seats)}
    for payment in plan:
        why = behind.why(payment).explanation
        assert sum(amount for _key, amount in why.payer_lines) == dollars.balances[payment.payer]
        assert sum(amount for _key, amount in why.payee_lines) == dollars.balances[payment.payee]
    for payment in plan:
        pays(evening, seat_of[payment.payer], seat_of[payment.payee], payment.amount)
    assert set(open_balances(evening)) == {0}
    assert reasons(evening.session, "USD").each_to_each() == () or plan == dollars.payments
