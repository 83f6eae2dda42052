"""A club as it is read for an export: all of it, in few queries, and its money exactly as the tab has it."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from sqlalchemy import event

from scorekeeper.exports import ExportedClub, together
from scorekeeper.exports.journal import account_names
from scorekeeper.exports.sharing import SPLITWISE
from scorekeeper.ledger import Payment
from scorekeeper.service.club_sessions import archive_session, take_out_of_club
from scorekeeper.service.clubs import open_club
from scorekeeper.service.errors import NotFound
from scorekeeper.service.exporting import club_export, contents_of, contents_of_club
from scorekeeper.service.links import join, links_of
from scorekeeper.service.members import merge_members, rename_member, retire_member
from scorekeeper.service.tab import Tab
from scorekeeper.service.transfers import paid_in, take_back
from scorekeeper.store import Entry, GameSession, db
from tests.exports.club import content, rows
from tests.games.racehorse.at_table import B, C, contract, hand
from tests.hledger import account_balances
from tests.service.club import HANDS, Friday
from tests.service.evening import OTHER, PHONE, Evening
from tests.service.test_tab import pays, pays_there

Balances = dict[str, dict[str, Decimal]]


@pytest.fixture
def friday() -> Friday:
    """Finished and half-finished matches, an archived session, cash, two units, and all sorts of payments."""
    club = Friday()
    club.plays(*HANDS, *HANDS, {"type": "finish"}, players=tuple("ABCDE")).plays_again()
    club.plays(*HANDS, contract(B, 2), stake={"unit": "chips", "per_point": 1}, players=tuple("BACDE"))
    club.plays(*HANDS, stake={"settle": "cash"})
    put_away = club.plays(*HANDS, players=("Aa", *"BCDE"))
    pays_there(put_away, 2, 1, 150)
    archive_session(put_away.slug, PHONE, archived=True)
    pays(club, "Aa", "A", 20)
    pays(club, "C", "B", 400)
    pays(club, "A", "B", 1, unit="chips")
    pays(club, "E", "B", 99)
    take_back(club.slug, PHONE, paid_in(club.club)[0].id, open_club)
    merge_members(club.slug, PHONE, club.id("Aa"), club.id("A"))
    retire_member(club.slug, PHONE, club.id("D"), retired=True)
    rename_member(club.slug, PHONE, club.id("E"), "Łukasz")
    return club


def read(friday: Friday) -> ExportedClub:
    return contents_of_club(friday.club)


# As the tab says ---------------------------------------------------------------------------------


def shown(tab: Tab) -> Balances:
    """What the page of the tab says, of those who are not even."""
    places = {"USD": 2}
    return {
        one.unit: {
            tab.names[person]: Decimal(amount).scaleb(-places.get(one.unit, 0))
            for person, amount in one.balances.items()
            if amount
        }
        for one in tab.settlements
        if any(one.balances.values())
    }


def by_splitwise(club: ExportedClub) -> Balances:
    found: Balances = defaultdict(lambda: defaultdict(Decimal))
    for row in rows(club, "splitwise.csv"):
        for name in list(row)[len(SPLITWISE) :]:
            found[row["Currency"]][name] += Decimal(row[name])
    return found


def by_ihatemoney(club: ExportedClub) -> Balances:
    found: Balances = defaultdict(lambda: defaultdict(Decimal))
    for unit in [one.unit for one in together(club).settling]:
        for row in rows(club, "ihatemoney.csv", unit):
            found[unit][row["payer_name"]] += Decimal(row["amount"])
            found[unit][row["owers"]] -= Decimal(row["amount"])
    return found


def by_xlsx(club: ExportedClub) -> Balances:
    found: Balances = defaultdict(dict)
    book = load_workbook(io.BytesIO(content(club, "club.xlsx")), data_only=True)
    for row in book["balances"].iter_rows(min_row=2, values_only=True):
        name, unit, left = str(row[0]), str(row[1]), Decimal(str(row[-1]))
        if name != "total":
            found[unit][name] = left
        else:
            assert left == 0
            assert sum(found[unit].values()) == 0
    return found


def by_journal(club: ExportedClub) -> Balances:
    people = together(club).people
    names = {f"assets:open:{part}": name for part, name in zip(account_names(people), people, strict=True)}
    found: Balances = defaultdict(dict)
    for account, balance in account_balances(content(club, "ledger.journal"), "assets:open").items():
        for part in balance.split(", ") if account != "total" else []:
            amount, _, unit = part.partition(" ")
            found[unit.strip('"')][names[account]] = Decimal(amount)
    return found


def open_ones(balances: Balances) -> Balances:
    left = {unit: {name: amount for name, amount in of.items() if amount} for unit, of in balances.items()}
    return {unit: of for unit, of in left.items() if of}


WAYS = [by_splitwise, by_ihatemoney, by_xlsx, by_journal]


@pytest.mark.parametrize("way", WAYS)
def test_a_file_comes_to_the_tab(friday: Friday, way: Callable[[ExportedClub], Balances]) -> None:
    expected = shown(friday.tab)
    assert expected.keys() == {"USD", "chips"}
    assert open_ones(way(read(friday))) == expected


def test_who_pays_whom_is_what_the_tab_says(friday: Friday) -> None:
    tab = friday.tab
    club = together(read(friday))
    assert {
        one.unit: [_named(club.people, payment) for payment in one.payments] for one in club.settling
    } == {one.unit: [_named(tab.names, payment) for payment in one.payments] for one in tab.settlements}


def _named(names: Any, payment: Payment) -> tuple[str, str, int]:
    return names[payment.payer], names[payment.payee], payment.amount


AN_EVENING = st.tuples(
    st.sampled_from(["ABCDE", "BADCE", "FABCD"]),
    st.sampled_from([{}, {"unit": "chips", "per_point": 1}, {"settle": "cash"}]),
    st.lists(st.sampled_from([contract(B, 3), contract(C, 2)]), max_size=2),
    st.booleans(),
)
A_PAYMENT = st.tuples(st.sampled_from("ABCDE"), st.sampled_from("ABCDE"), st.integers(1, 999)).filter(
    lambda paid: paid[0] != paid[1]
)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    evenings=st.lists(AN_EVENING, min_size=1, max_size=3),
    paid=st.lists(A_PAYMENT, max_size=3),
    merged=st.booleans(),
)
def test_every_file_comes_to_the_tab_whatever_was_played(
    evenings: list[tuple[str, dict[str, object], list[dict[str, object]], bool]],
    paid: list[tuple[str, str, int]],
    merged: bool,
) -> None:
    friday = Friday()
    friday.plays(*HANDS)
    for players, stake, bids, away in evenings:
        raws = [raw for bid in bids for raw in (bid, hand("high", "low", "game"))]
        evening = friday.plays(*raws, players=tuple(players), stake=stake)
        archive_session(evening.slug, PHONE, archived=away)
    for payer, payee, minor in paid:
        pays(friday, payer, payee, minor)
    if merged:
        friday.plays(*HANDS, players=tuple("VWXYZ"))
        merge_members(friday.slug, PHONE, friday.id("Y"), friday.id("B"))
    club, expected = read(friday), shown(friday.tab)
    assert {way.__name__: open_ones(way(club)) for way in WAYS} == {way.__name__: expected for way in WAYS}


# What is read ------------------------------------------------------------------------------------


def test_the_sessions_are_those_that_an_export_of_each_has(friday: Friday) -> None:
    club = read(friday)
    assert len(club.sessions) == 4
    assert [one.session for one in club.sessions] == [
        contents_of(one) for one in sorted(_evenings(friday), key=lambda one: one.id)
    ]
    assert [one.archived_at is not None for one in club.sessions] == [False, False, False, True]
    left = friday.plays(*HANDS)
    take_out_of_club(left.slug, PHONE)
    assert len(read(friday).sessions) == 4


def _evenings(friday: Friday) -> list[GameSession]:
    club_id = friday.club.id
    return list(db.session.scalars(db.select(GameSession).where(GameSession.club_id == club_id)))


def test_a_phone_that_may_look_may_take_it_along_and_no_other(friday: Friday) -> None:
    for phone, slug in ((OTHER, friday.slug), ("", friday.slug), (PHONE, "nowhere")):
        with pytest.raises(NotFound):
            club_export(slug, phone)
    viewers = links_of(friday.slug, PHONE, "key", open_club)[0]
    join(viewers.secret, OTHER, None)
    db.session.rollback()
    assert club_export(friday.slug, OTHER) == club_export(friday.slug, PHONE)


def test_many_sessions_take_no_more_queries_and_no_objects(friday: Friday) -> None:
    def cost() -> tuple[int, int]:
        club = friday.club
        club_id = club.id
        asked: list[str] = []
        objects: list[Entry] = []
        event.listen(db.engine, "before_cursor_execute", listener := lambda *args: asked.append(args[2]))
        event.listen(Entry, "load", loaded := lambda entry, _: objects.append(entry))
        contents_of_club(club)
        event.remove(db.engine, "before_cursor_execute", listener)
        event.remove(Entry, "load", loaded)
        assert club_id
        return len(asked), len(objects)

    few, _ = cost()
    evening: Evening = friday.plays(*HANDS)
    evening.plays_again()
    friday.plays(*HANDS)
    assert cost() == (few, 0)
    assert few <= 7
