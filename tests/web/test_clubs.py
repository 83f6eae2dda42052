"""Clubs as people tap them: sessions, members, the tab, putting away."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
from flask import Flask

from tests.service.evening import rows
from tests.web.pages import Page, Phone, sent
from tests.web.tapping import played, sat_down
from tests.web.test_share import address, writing_routes

TwoPhones = Callable[[], Phone]


def made_of(page: Page, name: str = "Friday") -> Page:
    """The session's page, once a club is made of it."""
    return page.follow("The session").press("Make the club", name=name)


@pytest.fixture
def table(phone: Phone) -> Page:
    """After R1 to R6: Edie owes Dov 25, Ana Ben 15, Cleo Dov 10."""
    return sat_down(phone, *played(6))


@pytest.fixture
def club(table: Page) -> Page:
    """A club made of that session; its page."""
    return made_of(table).follow("Belongs to Friday")


def again(club: Page, *names: str, dealer: int = 0) -> Page:
    """Another session of the club; the page of its first hand."""
    page = club.follow("Start a session: Racehorse")
    keys = [node.get("value") for node in page.root.find("input", where=lambda n: n.get("name") == "key")]
    answers = {"name": list(names)} if names else {}
    return page.press("Next: who deals first?", **answers, dealer=keys[dealer])


# The club ----------------------------------------------------------------------------------------


def test_a_club_is_made_of_a_session(table: Page) -> None:
    page = made_of(table)
    assert "It belongs to the club now" in page.text
    club = page.follow("Belongs to Friday")
    assert club.title == "Friday"
    assert "Racehorse, 6 hands" in club.text
    assert [node.text for node in club.root.one("nav", of="tabs").find("a")] == [
        *("Sessions", "Tab", "Statistics", "Members", "Share"),
    ]
    home = club.follow("The start")
    assert "Friday Ana, Ben, Cleo, Dov, and Edie" in home.text
    assert home.follow("Friday").path == club.path


def test_a_club_is_begun_from_the_start_page(phone: Phone) -> None:
    page = phone.open("/").follow("New club").press("Begin the club", name=" ")
    assert page.status == 422
    assert page.error_at("name") == "A name needs at least one letter or digit."
    page = page.press("Begin the club", name="Friday")
    assert page.title == "Friday"
    assert "No sessions yet." in page.text
    page = page.follow("Racehorse")
    assert page.title == "Racehorse"
    assert page.phone.open("/").follow("Friday").path.startswith("/c/")


def test_the_same_form_twice_begins_one_club(phone: Phone) -> None:
    page = phone.open("/clubs/new")
    first, second = (page.press("Begin the club", name="Friday") for _ in range(2))
    assert first.path == second.path


def test_a_session_is_started_with_the_members(club: Page) -> None:
    page = club.follow("Start a session: Racehorse")
    assert [node.text for node in page.root.find("textarea")] == ["Ana", "Ben", "Cleo", "Dov", "Edie"]
    members = club.follow("Members").press("Add", name="Hana")
    page = members.follow("Sessions").follow("Start a session: Racehorse")
    assert "Also in the club: tap to seat Hana" in page.text
    page = page.press("Hana")
    assert [node.text for node in page.root.find("textarea")][-1] == "Hana"
    assert "Also in the club" not in page.text
    keys = [node.get("value") for node in page.root.find("input", where=lambda n: n.get("name") == "key")]
    page = page.press("Next: who deals first?", dealer=keys[0])
    assert page.title == "Racehorse"
    listed = page.follow("The session").follow("The club")
    assert "2 sessions" in listed.text
    assert "being played" in listed.text


def test_what_was_played_for_last_is_kept_wherever_the_phone_is(club: Page) -> None:
    page = again(club).follow("The session").follow("The club").follow("Start a session: Racehorse")
    page = page.press("Add player", region="PL")
    assert page.field("unit") == "USD"


def test_a_session_is_put_into_a_club_and_taken_out(club: Page) -> None:
    other = sat_down(club.phone, *played(1)).follow("The session")
    page = other.press("Put it in this club")
    assert "Belongs to Friday" in page.text
    assert "2 sessions" in page.follow("Belongs to Friday").text
    page = page.press("Take it out")
    assert "It belongs to no club any more" in page.text
    assert "1 session" in page.phone.open(club.path).text


def test_what_is_no_name_of_a_club_is_told_at_the_field(table: Page) -> None:
    page = table.follow("The session").press("Make the club", name="x" * 41)
    assert page.status == 422
    assert page.error_at("name").startswith("A name can have up to 40 characters")
    assert page.field("name") == "x" * 41


# Money -------------------------------------------------------------------------------------------


def test_a_session_of_a_club_asks_for_nothing_twice(club: Page) -> None:
    assert "on the tab" in club.root.one("ul", of="sessions").text or "being played" in club.text
    session = club.follow("Racehorse, 6 hands")
    for page in (session, session.phone.open(f"{session.path}1/money/")):
        assert "What is not paid here stands on the tab of Friday." in page.text
        assert "on the club’s tab" in page.text
        assert "still to pay" not in page.text
        assert page.follow("Open the tab").path == f"{club.path}tab/"
    home = session.phone.open("/")
    assert "on the tab" in home.text
    assert "to pay" not in home.text


def test_the_tab_over_two_sessions(club: Page) -> None:
    again(club)
    tab = club.follow("Tab")
    assert tab.payments == ["Edie owes Dov $25", "Ana owes Ben $15", "Cleo owes Dov $10"]
    why = tab.root.find("details", of="why")[0].text
    assert re.search(r"Why \$25\? \w{3} \d+ Racehorse −25 Edie owes −25", why), why


def test_of_many_sessions_the_newest_are_shown_and_all_can_be(
    club: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.tab.SHOWN_LINES", 1)
    other = sat_down(club.phone, *played(1)).follow("The session")
    other.press("Put it in this club")
    tab = club.follow("Tab")
    assert "1 earlier" in tab.text
    assert "1 earlier" not in tab.follow("1 earlier").text
    assert tab.follow("1 earlier").payments == tab.payments


def test_what_stands_on_the_tab_is_paid_there_alone(club: Page) -> None:
    session = club.follow("Racehorse, 6 hands")
    money = session.follow("Racehorse, 6 hands").follow("Money")
    for page in (session, money):
        assert "It is paid there, for all sessions together." in page.text
        assert "Mark paid" not in page.text
        assert page.payments
    sent_on = club.phone.open(f"{money.path}pay?payer=1&payee=2&currency=USD")
    assert sent_on.path == club.follow("Tab").path


def test_paid_on_the_tab(club: Page) -> None:
    tab = club.follow("Tab")
    page = tab.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="4")
    assert "After this, Cleo still owes Dov $6." in page.text
    page = page.press("Cleo has paid $4")
    assert page.path == tab.path
    assert "Cleo owes Dov $6" in page.payments
    assert "Cleo paid Dov $4" in page.text
    assert "Kept as paid" in page.text
    page = page.press("Take back: Cleo paid Dov $4")
    assert "Cleo owes Dov $10" in page.payments
    assert "taken back" in page.text


@pytest.mark.parametrize("typed", ["", "0", "-3", "x", "9" * 40])
def test_what_is_no_amount_is_told_at_the_field(club: Page, typed: str) -> None:
    page = club.follow("Tab").follow("Mark paid: Edie pays Dov")
    page = page.press("Edie has paid", part="other", amount=typed)
    assert page.status == 422
    assert page.error_at("amount")
    assert len(club.follow("Tab").payments) == 3


def test_an_old_page_pays_nothing(club: Page) -> None:
    old = club.follow("Tab").follow("Mark paid: Edie pays Dov")
    club.follow("Tab").follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    refused = old.press("Edie has paid $25")
    assert refused.status == 422
    assert "Look again." in refused.error_at("amount")


# Members -----------------------------------------------------------------------------------------


def test_members_are_renamed_retired_and_brought_back(club: Page) -> None:
    page = club.follow("Members").press("Rename Ana", name="Anna")
    assert "Anna 1 session" in page.text
    page = page.press("Retire Ben")
    assert "Ben retired" in page.text
    assert "4 members" in page.text
    page = page.press("Bring back Ben")
    assert "5 members" in page.text
    page = page.press("Rename Anna", name="ben")
    assert (page.status, page.error_at("name")) == (422, "Two players are called ben. Add a letter.")
    assert page.phone.open(club.path).follow("Racehorse, 6 hands").follow("Racehorse").text.count("Ana") > 0


def test_the_club_is_renamed(club: Page) -> None:
    page = club.follow("Members").press("Rename the club", name="Saturday")
    assert page.title == "Saturday"
    page = page.press("Rename the club", name=" ")
    assert page.status == 422
    assert "A name needs at least one letter or digit." in page.errors


def test_two_that_look_alike_are_merged_and_separated(club: Page) -> None:
    again(club, "Ana", "Ben", "Cleoo", "Dov", "Edie")
    page = club.follow("Members")
    assert "Cleo, Cleoo look alike. Are they one person?" in page.text.replace("Cleoo, Cleo ", "Cleo, Cleoo ")
    asked = page.follow("See what merging does")
    assert "both histories count together" in asked.text
    assert re.search(r"Cleo 1 session: \w+ \d+, \d{4}", asked.text)
    page = asked.press("Merge")
    assert "Both count as one person now" in page.text
    assert "2 sessions" in page.text
    assert "look alike" not in page.text
    page = page.press("Separate again")
    assert "Two people again" in page.text
    assert "look alike" in page.text


def test_who_sat_in_one_game_cannot_be_merged(club: Page) -> None:
    page = club.follow("Members")
    found = re.search(r'name="member" value="(\d+)"', page.markup)
    assert found
    into = next(n for n in page.root.find("select") if n.get("name") == "into").find("option")[0].get("value")
    asked = page.phone.open(f"{page.path}merge?member={found[1]}&into={into}")
    assert asked.status == 422
    assert "sat in the same game, so they are two people" in asked.text
    assert "Merge" not in asked.buttons


# Links -------------------------------------------------------------------------------------------


def test_a_watcher_of_the_club_sees_its_sessions(club: Page, app_phone: TwoPhones) -> None:
    link, other = address(club.follow("Share")), app_phone()
    asked = other.open(link)
    assert asked.title == "Follow this club"
    assert "Friday: Ana, Ben, Cleo, Dov, and Edie" in asked.text
    page = asked.press("Follow")
    assert page.path == club.path
    assert page.buttons == []
    session = page.follow("Racehorse, 6 hands")
    assert session.status == 200
    assert session.follow("Racehorse, 6 hands").path.endswith("/watch/")
    assert other.open(f"{club.path}tab/").payments
    assert [label for label in other.open(f"{club.path}members/").buttons if label] == []
    assert other.open(link).path == club.path


def test_a_scorer_of_the_club_enters_in_its_sessions(club: Page, app_phone: TwoPhones) -> None:
    link = address(club.follow("Share").follow("Can enter scores"))
    page = app_phone().open(link).press("Start scoring")
    session = page.follow("Racehorse, 6 hands")
    assert "Finish Racehorse" in session.buttons


def test_what_a_scorer_of_the_club_sends_first_is_taken(club: Page, app_phone: TwoPhones) -> None:
    known = club.follow("Racehorse, 6 hands")
    finish = known.form_of(known.button("Finish Racehorse"))
    page = app_phone().open(address(club.follow("Share").follow("Can enter scores"))).press("Start scoring")
    token = ("csrf_token", page.phone.open("/import").field("csrf_token"))
    pairs = [token, *(pair for pair in sent(finish) if pair[0] != "csrf_token"), ("do", "finish")]
    assert page.phone.post(finish.get("action"), pairs).status == 200
    assert "Reopen Racehorse" in page.phone.open(known.path).buttons
    again = page.phone.post(finish.get("action"), [*pairs[:-1], ("do", "again" * 9)])
    assert again.status == 400


def test_a_stopped_link_of_a_club(club: Page, app_phone: TwoPhones) -> None:
    other = app_phone()
    page = other.open(address(club.follow("Share"))).press("Follow")
    session = page.follow("Racehorse, 6 hands")
    club.follow("Share").press("Stop it and make a new one")
    for place in (page.path, session.path, f"{session.path}1/money/"):
        stopped = other.open(place)
        assert (stopped.status, stopped.title) == (410, "This link was stopped")


def test_a_phone_is_put_out_of_the_club(club: Page, app_phone: TwoPhones) -> None:
    other = app_phone()
    page = other.open(address(club.follow("Share"))).press("Follow")
    page.follow("Racehorse, 6 hands")
    club.follow("Share").press("Put this phone out: A phone that came")
    assert other.open(page.path).title == "This phone was put out of the club"


def test_who_is_not_in_finds_nothing(club: Page, app_phone: TwoPhones) -> None:
    for place in ("", "tab/", "members/", "share/", "tab/pay", "members/merge", "new/racehorse/"):
        assert app_phone().open(f"{club.path}{place}").status == 404


DOS = ("", "save", "renew", "put-out", "start", "add", "rename", "retire", "return", "separate", "club")


def test_a_watcher_writes_nothing_by_any_page_of_a_club(app: Flask, club: Page, app_phone: TwoPhones) -> None:
    club.follow("Tab").follow("Mark paid: Ana pays Ben").press("Ana has paid $15")
    other = app_phone()
    other.open(address(club.follow("Share"))).press("Follow")
    token = other.open("/new/racehorse/").field("csrf_token")
    other.open(club.path).follow("Racehorse, 6 hands")
    sent = {"csrf_token": token, "role": "viewer", "phone": "1", "transfer": "1", "member": "1", "into": "2"}
    sent |= {"payer": "5", "payee": "4", "currency": "USD", "part": "all", "seen": "1", "shown": "2500"}
    sent |= {"name": "Xavier", "key": "p1", "dealer": "p1", "tz": "UTC"}
    routes = [rule for rule in writing_routes(app) if rule.startswith("/c/")]
    assert len(routes) >= 6
    with app.app_context():
        before = rows()
    slug = club.path.split("/")[2]
    for rule in routes:
        place = rule.replace("<slug>", slug).replace("<key>", "racehorse")
        for do in (
            "",
            "save",
            "renew",
            "put-out",
            "start",
            "add",
            "rename",
            "retire",
            "return",
            "separate",
            "club",
        ):
            pairs = [*sent.items(), ("client_id", str(uuid.uuid4())), ("do", do)]
            pairs += [("key", f"p{n}") for n in range(5)] + [("name", name) for name in "VWXYZ"]
            assert other.post(place, pairs).status in {200, 400, 403, 404, 422}, (place, do)
    session = other.open(club.path).link("Racehorse, 6 hands")
    for do in ("archive", "bring-back", "into-club", "new-club", "out-of-club"):
        answer = other.post(f"{session}keeping", [*sent.items(), ("do", do), ("club", slug)])
        assert answer.status == 403, do
    with app.app_context():
        assert rows() == before


# Put away ----------------------------------------------------------------------------------------


def test_a_session_is_archived_and_brought_back(table: Page) -> None:
    page = table.follow("The session").press("Archive this session")
    assert "This session is archived." in page.text
    home = page.phone.open("/")
    assert "Racehorse, 6 hands" not in home.text
    full = home.follow("All 1")
    assert "Archived, 1" in full.text
    page = full.follow("Racehorse, 6 hands").press("Bring it back")
    assert "Racehorse, 6 hands" in page.phone.open("/").text


def test_an_archived_session_of_a_club(club: Page) -> None:
    club.follow("Racehorse, 6 hands").press("Archive this session")
    page = club.phone.open(club.path)
    assert "Archived, 1" in page.text
    tab = page.follow("Tab")
    assert "Archived sessions count here too." in tab.text
    assert "Racehorse (archived)" in tab.text
    assert len(tab.payments) == 3


def test_a_session_is_hidden_on_this_phone(table: Page) -> None:
    home = table.follow("The session").press("Hide it on this phone")
    assert home.path == "/"
    assert "Hidden on this phone" in home.text
    assert "Racehorse, 6 hands" not in home.text
    page = home.follow("All 1").follow("Racehorse, 6 hands").press("List it again on this phone")
    assert "Racehorse, 6 hands" in page.phone.open("/").text
