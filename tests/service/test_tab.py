"""The running tab: balances over all sessions of a club, why, and what is paid on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from scorekeeper.kernel import Refused
from scorekeeper.service.club_sessions import archive_session, take_out_of_club
from scorekeeper.service.clubs import open_club
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.links import join, links_of
from scorekeeper.service.members import merge_members
from scorekeeper.service.money import PAID, settlements
from scorekeeper.service.tab import PLAYED
from scorekeeper.service.transaction import writing
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_seen
from scorekeeper.store import GameSession, Member
from tests.games.racehorse.at_table import B, C, contract, hand
from tests.service.club import HANDS, Friday
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing

CLEO_LOSES = [contract(C, 2), hand("high")]
"""Seat 2 pays 2 to each of the others."""


def pays(friday: Friday, payer: str, payee: str, minor: int, **more: Any) -> None:
    record_transfer(
        friday.slug,
        more.get("phone", PHONE),
        payer=friday.id(payer),
        payee=friday.id(payee),
        amount_minor=minor,
        unit=more.get("unit", "USD"),
        seen=more.get("seen", transfers_seen(friday.club)),
        client_id=more.get("client_id") or fresh(),
        opens=open_club,
    )


def pays_there(evening: Evening, payer: int, payee: int, minor: int) -> None:
    seats = evening.match.seats
    record_transfer(
        evening.slug,
        PHONE,
        payer=seats[payer],
        payee=seats[payee],
        amount_minor=minor,
        unit="USD",
        seen=transfers_seen(evening.session),
        client_id=fresh(),
    )


@pytest.fixture
def friday() -> Friday:
    """Two evenings of A to E: B won 12 in the first, C lost 8 in the second."""
    club = Friday()
    club.plays(*HANDS)
    club.plays(*CLEO_LOSES)
    return club


OPEN = {"A": -100, "B": 1400, "C": -1100, "D": -100, "E": -100}


def test_all_sessions_together(friday: Friday) -> None:
    assert friday.open() == OPEN
    (dollars,) = friday.tab.settlements
    assert sum(payment.amount for payment in dollars.payments) == 1400


def test_an_archived_session_stays_owed(friday: Friday) -> None:
    evening = friday.plays(*HANDS)
    archive_session(evening.slug, PHONE, archived=True)
    assert friday.open()["B"] == 2600
    assert [one.archived for one in friday.tab.sessions.values()] == [False, False, True]


def test_what_was_paid_in_a_session_is_taken_off(friday: Friday) -> None:
    pays_there(friday.plays(), 2, 1, 1000)
    assert friday.open() == OPEN | {"B": 400, "C": -100}


def test_cash_and_open_hands_owe_nothing(friday: Friday) -> None:
    friday.plays(*HANDS, stake={"settle": "cash"})
    friday.plays(contract(B, 3))
    assert friday.open() == OPEN


def test_units_are_kept_apart(friday: Friday) -> None:
    friday.plays(*HANDS, stake={"unit": "chips", "per_point": 1})
    assert friday.open() == OPEN
    assert friday.open("chips") == {"A": -3, "B": 12, "C": -3, "D": -3, "E": -3}


def test_undone_and_corrected_hands_count_as_they_are_now(friday: Friday) -> None:
    evening = friday.plays(*HANDS)
    evening.amends(1, contract(B, 3), hand("high"))
    assert friday.open()["B"] == 1400 - 1200
    evening.undoes()
    evening.undoes()
    assert friday.open() == OPEN


def test_a_session_that_leaves_takes_its_money_along(friday: Friday) -> None:
    evening = friday.plays(*HANDS)
    take_out_of_club(evening.slug, PHONE)
    assert friday.open() == OPEN


# Why ---------------------------------------------------------------------------------------------


def test_lines_say_which_session_and_add_up(friday: Friday) -> None:
    pays(friday, "C", "B", 300)
    pays_there(friday.plays(), 2, 1, 100)
    (dollars,) = friday.tab.settlements
    reasons = friday.tab.reasons["USD"]
    for payment in dollars.payments:
        explained = reasons.why(payment).explanation
        assert sum(amount for _key, amount in explained.payer_lines) == dollars.balances[payment.payer]
        assert sum(amount for _key, amount in explained.payee_lines) == dollars.balances[payment.payee]
    cleo = next(one for one in dollars.payments if one.payer == friday.id("C"))
    lines = reasons.why(cleo).explanation.payer_lines
    first, second, third = sorted(friday.tab.sessions)
    assert lines == (
        ((first, PLAYED), -300),
        ((second, PLAYED), -800),
        ((third, PAID), 100),
        ((PAID, 1), 300),
    )


# Paying ------------------------------------------------------------------------------------------


def test_a_part_is_paid_and_taken_back(friday: Friday) -> None:
    pays(friday, "C", "B", 400)
    assert friday.open() == OPEN | {"B": 1000, "C": -700}
    (paid,) = paid_in(friday.club)
    take_back(friday.slug, PHONE, paid.id, open_club)
    assert friday.open() == OPEN
    assert [one.taken_back for one in paid_in(friday.club)] == [True]
    changes_nothing(lambda: take_back(friday.slug, PHONE, paid.id, open_club))
    for number in (2, 99, -1):
        leaves_nothing(NotFound, lambda number=number: take_back(friday.slug, PHONE, number, open_club))  # type: ignore[misc]


def test_the_same_twice_is_paid_once(friday: Friday) -> None:
    own = fresh()
    pays(friday, "C", "B", 400, client_id=own, seen=0)
    changes_nothing(lambda: pays(friday, "C", "B", 400, client_id=own, seen=0))
    assert leaves_nothing(Refused, lambda: pays(friday, "C", "B", 300, client_id=own)).code == "overtaken"


def test_paid_in_a_session_meanwhile(friday: Friday) -> None:
    evening = friday.plays()
    seen = transfers_seen(friday.club)
    pays_there(evening, 2, 1, 100)
    assert leaves_nothing(Refused, lambda: pays(friday, "C", "B", 400, seen=seen)).code == "overtaken"


@pytest.mark.parametrize(
    ("amount", "payee", "unit", "code"),
    [
        (0, "B", "USD", "not_positive"),
        (-5, "B", "USD", "not_positive"),
        (10**18, "B", "USD", "too_large"),
        (5, "C", "USD", "same_person"),
        (5, "B", "EUR", "not_a_choice"),
    ],
)
def test_what_cannot_be_paid(friday: Friday, amount: int, payee: str, unit: str, code: str) -> None:
    assert leaves_nothing(Refused, lambda: pays(friday, "C", payee, amount, unit=unit)).code == code


def test_a_viewer_pays_nothing(friday: Friday) -> None:
    join(links_of(friday.slug, PHONE, "key", open_club)[0].secret, OTHER, None)
    leaves_nothing(NotAllowed, lambda: pays(friday, "C", "B", 400, phone=OTHER))
    pays(friday, "C", "B", 400)
    paid = paid_in(friday.club)[0].id
    leaves_nothing(NotAllowed, lambda: take_back(friday.slug, OTHER, paid, open_club))


def test_what_a_merged_member_paid_counts_for_the_person(friday: Friday) -> None:
    friday.plays(*HANDS, players=("Aa", "X", "Y", "Z", "W"))
    pays(friday, "Aa", "X", 100)
    before = friday.open()
    merge_members(friday.slug, PHONE, friday.id("Aa"), friday.id("A"))
    after = friday.open()
    assert after["A"] == before["A"] + before["Aa"]
    assert sum(after.values()) == 0


def test_what_two_names_of_one_person_paid_each_other_is_nothing(friday: Friday) -> None:
    friday.plays(*HANDS, players=("Aa", "X", "Y", "Z", "W"))
    pays(friday, "Aa", "A", 100)
    merge_members(friday.slug, PHONE, friday.id("Aa"), friday.id("A"))
    assert friday.open()["A"] == -100 - 300


def test_two_of_one_game_who_are_one_person_all_the_same(friday: Friday) -> None:
    """Services refuse that; a page must not break over it."""
    ben, cleo = friday.id("B"), friday.id("C")
    with writing() as session:
        session.execute(update(Member).where(Member.id == cleo).values(merged_into_id=ben))
    assert friday.open() == {"A": -100, "B": 300, "D": -100, "E": -100}
    assert sum(payment.amount for one in friday.tab.settlements for payment in one.payments) == 300


# As the sessions say -----------------------------------------------------------------------------


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evenings=st.lists(st.lists(st.sampled_from([B, C]), max_size=3), min_size=1, max_size=4))
def test_the_tab_is_the_sum_of_the_sessions(evenings: list[list[int]]) -> None:
    friday = Friday()
    total: dict[str, int] = {}
    for pitchers in evenings:
        raws = [raw for seat in pitchers for raw in (contract(seat, 3), hand("high", "low", "game"))]
        evening = friday.plays(*raws)
        names = {player.id: player.name for player in evening.session.players}
        for one in settlements(evening.session):
            for person, amount in one.balances.items():
                total[names[person]] = total.get(names[person], 0) + amount
    assert {name: amount for name, amount in friday.open().items() if amount} == {
        name: amount for name, amount in total.items() if amount
    }


def test_what_is_paid_on_the_tab_overtakes_a_page_of_the_session(friday: Friday) -> None:
    evening = friday.plays(*HANDS)
    seen = transfers_seen(evening.session)
    pays(friday, "A", "B", 300)
    seats = evening.match.seats

    def again() -> None:
        record_transfer(
            evening.slug,
            PHONE,
            payer=seats[0],
            payee=seats[1],
            amount_minor=300,
            unit="USD",
            seen=seen,
            client_id=fresh(),
        )

    assert leaves_nothing(Refused, again).code == "overtaken"


def test_what_is_even_on_the_tab_is_asked_for_nowhere(friday: Friday) -> None:
    assert friday.tab.still_open == {"USD"}
    (dollars,) = friday.tab.settlements
    names = friday.tab.names
    for one in dollars.payments:
        pays(friday, names[one.payer], names[one.payee], one.amount)
    assert friday.tab.still_open == frozenset()


def test_a_unit_that_left_the_club_can_still_be_paid_back(friday: Friday) -> None:
    chips = friday.plays(*HANDS, stake={"unit": "chips", "per_point": 1})
    pays(friday, "A", "B", 3, unit="chips")
    take_out_of_club(chips.slug, PHONE)
    assert friday.open("chips") == {"A": 3, "B": -3}
    pays(friday, "B", "A", 3, unit="chips")
    assert set(friday.open("chips").values()) == {0}


def test_the_newest_lines_come_last(friday: Friday) -> None:
    for minor in (1, 2, 3):
        pays(friday, "A", "B", minor)
    friday.plays(*HANDS)
    with writing() as session:
        for evening in session.scalars(select(GameSession)):
            evening.day += timedelta(days=evening.id)
    reasons = friday.tab.reasons["USD"]
    keys = [key for key, _amount in reasons.lines[friday.id("A")]]
    first, second, third = sorted(friday.tab.sessions)
    assert keys == [(PAID, 1), (PAID, 2), (PAID, 3), (first, PLAYED), (second, PLAYED), (third, PLAYED)]
