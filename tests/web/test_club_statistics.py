"""The statistics pages of a club, without JavaScript: what they show, to whom, and that junk is answered."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.service.sessions import start_session
from scorekeeper.store import db
from tests.games.racehorse.at_table import FINISH, B, C, D, contract, hand
from tests.games.ten_pennies.at_table import ended
from tests.service.club_with_evenings import ClubUnderTest
from tests.service.evening import PEOPLE, Evening, rows
from tests.service.test_three_games import plays
from tests.web.markup import Node
from tests.web.pages import Page, Phone, unwrapped

PHONE = "1" * 32
VIEWER = "5" * 32
PLACE = "/c/theclub/statistics"
MADE = [contract(B, 3), hand("high", "low", "game")]
SET = [contract(C, 2), hand("high")]
ALSO = [contract(D, 3), hand("high", "low", "game")]


def on(app: Flask, device: str) -> Phone:
    """A phone with this id."""
    phone = Phone(app)
    with phone.client.session_transaction() as cookie:
        cookie["device"] = device
    return phone


@pytest.fixture
def club(app: Flask) -> ClubUnderTest:
    """Five members, and a phone that may look."""
    with app.app_context():
        made = ClubUnderTest(*PEOPLE[:5])
        made.lets_in(VIEWER)
        return made


@pytest.fixture
def within(app: Flask, club: ClubUnderTest) -> Callable[..., Any]:
    """Does something to the club."""

    def do(act: Callable[[ClubUnderTest], Any]) -> Any:
        with app.app_context():
            done = act(club)
            db.session.remove()
            return done

    return do


@pytest.fixture
def three(within: Callable[..., Any]) -> list[str]:
    """Three sessions: Ben wins, then Ben and Dov share the win, then a match goes on."""

    def played(club: ClubUnderTest) -> list[str]:
        first = club.evening(*MADE, *SET, FINISH, day=6)
        second = club.evening(*MADE, *ALSO, FINISH, day=13)
        third = club.evening(*MADE, day=20)
        return [first.slug, second.slug, third.slug]

    made: list[str] = within(played)
    return made


@pytest.fixture
def phone(app: Flask) -> Phone:
    """The viewer's."""
    return on(app, VIEWER)


def table(page: Page, caption: str) -> list[list[str]]:
    """The cells of a table, row by row, with its heads."""

    def is_it(node: Node) -> bool:
        return bool(node.find("caption")) and node.one("caption").text == caption

    found = page.root.one("table", where=is_it)
    return [
        [cell.text for cell in row.find(where=lambda node: node.tag in {"th", "td"})]
        for row in found.find("tr")
    ]


def lines(page: Page) -> list[str]:
    """The lines of all lists."""
    return [node.text for node in page.root.find("li")]


@pytest.mark.usefixtures("three")
def test_everybody(phone: Phone) -> None:
    page = phone.open(PLACE)
    assert (page.status, page.title) == (200, "Friday cards")
    assert table(page, "Members by net") == [
        ["Member", "Net", "Games", "Wins", "Streak", "Bids made", "Bids set"],
        ["Ben", "+23", "2", "1½", "2 now 2", "2", "0"],
        ["Dov", "+8", "2", "½", "1 now 1", "1", "0"],
        ["Ana", "−7", "2", "0", "0", "0", "0"],
        ["Edie", "−7", "2", "0", "0", "0", "0"],
        ["Cleo", "−17", "2", "0", "0", "0", "1"],
        ["All", "0", "2", "2", "", "3", "1"],
    ]
    assert table(page, "Who gains from whom") == [
        ["Gains", "Ben", "Dov", "Ana", "Edie", "Cleo", "Net"],
        ["Ben", "", "+3", "+6", "+6", "+8", "+23"],
        ["Dov", "−3", "", "+3", "+3", "+5", "+8"],
        ["Ana", "−6", "−3", "", "0", "+2", "−7"],
        ["Edie", "−6", "−3", "0", "", "+2", "−7"],
        ["Cleo", "−8", "−5", "−2", "−2", "", "−17"],
    ]
    assert "Ben Best: won $14, Nov 6, 2026 Worst: won $9, Nov 13, 2026" in lines(page)
    assert not page.root.find("figure"), "two sessions are too few for a chart"
    for name in PEOPLE[:5]:
        assert unwrapped(page, name) == []


@pytest.mark.usefixtures("three")
def test_heads_of_rows_and_columns(phone: Phone) -> None:
    for cell in phone.open(PLACE).root.find("th"):
        assert cell.get("scope") in {"row", "col"}


@pytest.mark.usefixtures("three")
def test_a_member(phone: Phone, club: ClubUnderTest) -> None:
    page = phone.open(f"{PLACE}/{club.members['Ben']}")
    assert (page.status, page.title) == (200, "Ben")
    assert lines(page) == [
        "Net +23",
        "Games in 2 sessions 2",
        "Wins 1 of them shared 1½",
        "Bids made 2",
        "Bids set 0",
        "Won in a row 2 now 2",
        "Best session Nov 6, 2026 +14",
        "Worst session Nov 13, 2026 +9",
        "Cleo +8",
        "Ana +6",
        "Edie +6",
        "Dov +3",
    ]
    assert unwrapped(page, "Ben") == unwrapped(page, "Cleo") == []
    assert phone.open(PLACE).follow("Ben").title == "Ben"


@pytest.mark.usefixtures("three")
def test_the_chart_after_three_sessions(
    phone: Phone, within: Callable[..., Any], club: ClubUnderTest
) -> None:
    within(lambda made: made.evening(*SET, FINISH, day=27))
    page = phone.open(PLACE)
    assert page.root.one("svg", where=lambda node: node.get("role") == "img").get("aria-label") == (
        "Ben won $25, Cleo lost $25. US dollars after each session."
    )
    assert len(page.root.find("polyline")) == 5
    page = phone.open(f"{PLACE}/{club.members['Cleo']}")
    assert "Lost $25 in all." in page.root.one("figcaption").text
    assert len(page.root.find("polyline")) == 1


@pytest.mark.usefixtures("three")
def test_reopened_and_archived_sessions_leave_no_trace(phone: Phone, within: Callable[..., Any]) -> None:
    with_two = phone.open(PLACE).markup
    other = within(lambda club: club.evening(*SET, FINISH, day=27))
    with_three = phone.open(PLACE).markup
    assert with_three != with_two
    within(lambda _: other.reopens())
    assert phone.open(PLACE).markup == with_two
    within(lambda _: other.enters(FINISH))
    assert phone.open(PLACE).markup == with_three
    within(lambda club: club.archives(other.slug))
    assert phone.open(PLACE).markup == with_two
    within(lambda club: club.archives(other.slug, back=True))
    assert phone.open(PLACE).markup == with_three


@pytest.mark.usefixtures("three")
def test_a_game_and_a_unit_are_chosen(phone: Phone, within: Callable[..., Any]) -> None:
    chips = {"unit": "chips", "per_point": 1}
    within(lambda club: club.evening(*SET, FINISH, stake=chips, day=27))
    page = phone.open(PLACE)
    assert "Racehorse, in US dollars" in page.text
    page = page.follow("Racehorse, in chips")
    assert table(page, "Members by net")[1][:4] == ["Ana", "+2", "1", "¼"]
    assert "won 2 chips" in page.text
    assert phone.open(f"{PLACE}?game=ten").markup == phone.open(PLACE).markup, "nobody played it"


def test_members_who_were_merged_retired_renamed_and_guests(
    phone: Phone, three: list[str], within: Callable[..., Any], club: ClubUnderTest
) -> None:
    within(lambda club: club.merges("Edie", "Ana"))
    within(lambda club: club.retires("Cleo"))
    page = phone.open(PLACE)
    names = [row[0] for row in table(page, "Members by net")]
    assert names == ["Member", "Ben", "Dov", "Ana", "Cleo retired", "All"]
    assert table(page, "Members by net")[3][1:3] == ["−14", "2"]
    merged = phone.open(f"{PLACE}/{club.members['Edie']}")
    assert merged.address == f"{PLACE}/{club.members['Ana']}?game=all&unit=USD"
    assert "retired" in phone.open(f"{PLACE}/{club.members['Cleo']}").text
    members = dict(club.members)
    club.members.pop("Dov")
    within(lambda club: [club.takes(slug, day=6) for slug in three])
    page = phone.open(PLACE)
    assert [row[0] for row in table(page, "Members by net")][1:3] == ["Ben", "Ana"]
    assert table(page, "Who gains from whom")[-1][0] == "Guests"
    assert "With guests, who won $8, it adds up." in page.text
    assert phone.open(f"{PLACE}/{members['Dov']}").text.count("No finished games of this kind yet.") == 1


@pytest.mark.usefixtures("three")
def test_game_by_game(phone: Phone, within: Callable[..., Any], club: ClubUnderTest) -> None:
    def also_pennies(club: ClubUnderTest) -> None:
        setup = {"players": ["Ana", "Ben"], "stake": {"unit": "USD", "per_penny": 100}}
        other = start_session(PHONE, GAMES["ten_pennies"], setup, zone="UTC", client_id=str(uuid.uuid4()))
        plays(other.session.slug, 1, [ended(0, {}, {"low": 1}) for _ in range(7)])
        club.takes(other.session.slug, day=27)

    within(also_pennies)
    page = phone.open(f"{PLACE}/{club.members['Ana']}")
    assert table(page, "Game by game") == [
        ["Game", "Net", "Games", "Wins"],
        ["Racehorse", "−7", "2", "0"],
        ["Ten Pennies", "+7", "1", "1"],
    ]
    assert {"Times out 7", "Net 0"} <= set(lines(page))
    page = page.follow("Ten Pennies")
    assert page.title == "Ana"
    assert "Net +7" in lines(page)
    assert not page.root.find("table")
    page = phone.open(PLACE).follow("Racehorse")
    assert table(page, "Members by net")[1][:2] == ["Ben", "+23"]


def test_nothing_played_yet(phone: Phone, club: ClubUnderTest) -> None:
    page = phone.open(PLACE)
    assert "No finished games yet. They are counted here once they end." in page.text
    assert not page.root.find("table")
    assert phone.open(f"{PLACE}/{club.members['Ana']}").status == 200


@pytest.mark.usefixtures("three")
def test_only_phones_of_the_club_see_it(app: Flask, within: Callable[..., Any], club: ClubUnderTest) -> None:
    places = (PLACE, f"{PLACE}/{club.members['Ana']}")
    stranger = on(app, "6" * 32)
    assert [stranger.open(place).status for place in places] == [404, 404]
    assert Phone(app).open(PLACE).status == 404
    assert on(app, VIEWER).open("/c/none/statistics").status == 404
    within(lambda club: club.puts_out(VIEWER))
    page = on(app, VIEWER).open(PLACE)
    assert (page.status, page.title) == (410, "This link was stopped")
    assert [on(app, PHONE).open(place).status for place in places] == [200, 200]


@pytest.mark.usefixtures("club")
def test_the_pages_of_another_club_have_other_members(phone: Phone, within: Callable[..., Any]) -> None:
    other = within(lambda _: ClubUnderTest("Zoe", slug="another", phone="9" * 32).members["Zoe"])
    assert phone.open(f"{PLACE}/{other}").status == 404


@pytest.mark.usefixtures("three")
def test_looking_writes_the_copies_and_nothing_else(app: Flask, phone: Phone) -> None:
    with app.app_context():
        before = rows()
    phone.open(PLACE)
    with app.app_context():
        after = rows()
    assert len(after.pop("summary")) == 3
    assert before.pop("summary") == []
    assert after == before
    phone.open(PLACE)
    with app.app_context():
        assert {name: of for name, of in rows().items() if name != "summary"} == after


JUNK = st.sampled_from(
    ["", "all", "racehorse", "USD", "0", "-1", "\x00", "²", "%", "ten'", "x" * 5000, "\ud7ff"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(["game", "unit", "member", ""]), JUNK | st.text(max_size=9))),
    st.sampled_from(["", "/0", "/1", "/99999999999999999999", "/-1", "/x", "/1/2"]),
)
def test_junk_is_answered(served_app: Flask, asked: list[tuple[str, str]], rest: str) -> None:
    phone = on(served_app, PHONE)
    with served_app.app_context():
        if not rows()["club"]:
            ClubUnderTest(*PEOPLE[:5]).takes(Evening(*MADE, FINISH).slug)
    query = urlencode([(name, text.encode("utf-8", "replace")) for name, text in asked])
    assert phone.open(f"{PLACE}{rest}?{query}").status in {200, 404}
