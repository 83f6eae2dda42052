"""One tap too many, a form left open, a form that was gone back to: what counts is what was meant."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.games.racehorse.at_table import PASS, A, B, about, bid, contract
from tests.web.pages import Page, Phone, filled
from tests.web.tapping import EVENING, Raw, auction, played, sat_down

WEEK = 7 * 24 * 3600


def entries(page: Page) -> int:
    """How many entries the match has."""
    slug = page.path.split("/")[2]
    document = page.phone.client.get(f"/s/{slug}/export/session.json").get_json()
    return len(document["matches"][0]["entries"])


def twice(page: Page, label: str, **answers: str | int | None) -> tuple[Page, Page]:
    """The button pressed twice on the same page."""
    return page.press(label, **answers), page.press(label, **answers)


MORE = "More: players"


@pytest.mark.parametrize(
    ("raws", "look", "label", "answers"),
    [
        ([], lambda page: page.follow("Auction"), "Pass", {}),
        ([bid(B, 2)], lambda page: page, "3", {}),
        ([], lambda page: page.follow("Just the contract"), "Next", {"pitcher": 1, "bid": 3}),
        ([contract(B, 3)], lambda page: page, "Next", EVENING[0].result),
        ([contract(B, 3)], lambda page: page, "Next", EVENING[0].result | {"trump": "clubs"}),
        (
            [bid(B, 3), *(bid(seat, PASS) for seat in (2, 3, 4, 0))],
            lambda page: page,
            "Next",
            EVENING[0].result,
        ),
        ([], lambda page: page.follow(MORE), "Ana: Sit out", {}),
        ([about("sit_out", A)], lambda page: page.follow(MORE), "Ana: Come back", {}),
        ([], lambda page: page.follow(MORE), "Join", {"name": "Finn"}),
        ([], lambda page: page.follow(MORE), "Change the stake", {"stake": "2"}),
        ([], lambda page: page.follow(MORE), "Set the dealer", {"dealer": 2}),
        ([], lambda page: page.follow(MORE), "Keep the note", {"text": "Pizza"}),
        ([], lambda page: page.follow(MORE), "Throw in hand 1", {}),
        ([], lambda page: page.follow(MORE), "Finish Racehorse", {}),
        ([], lambda page: page.follow(MORE).follow("The session"), "Finish Racehorse", {}),
    ],
)
def test_two_taps_are_one_and_answer_alike(
    phone: Phone,
    raws: list[Raw],
    look: Callable[[Page], Page],
    label: str,
    answers: dict[str, str | int | None],
) -> None:
    page = look(sat_down(phone, *raws))
    before = entries(page)
    first, second = twice(page, label, **answers)
    assert first.status == second.status == 200
    assert (second.address, second.text) == (first.address, first.text)
    assert entries(page) == before + 1 + ("trump" in answers)


def test_a_tap_that_arrives_late_counts_once(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    page.press("Next", **EVENING[0].result)
    auction(page.follow("Hand 1").follow("Auction"), EVENING[1])
    late = page.press("Next", **EVENING[0].result)
    assert late.status == 200
    assert entries(page) == 2 + len(EVENING[1].said)


@pytest.mark.parametrize(
    ("raws", "label", "first", "other"),
    [
        ([], "Pass", {}, {}),
        ([contract(B, 3)], "Next", EVENING[0].result, EVENING[0].result | {"game": "others"}),
        ([contract(B, 3)], "Next", EVENING[0].result, EVENING[0].result | {"game": None}),
    ],
)
def test_going_back_to_a_form_and_sending_something_else(
    phone: Phone, raws: list[Raw], label: str, first: dict[str, str], other: dict[str, str]
) -> None:
    page = sat_down(phone, *raws)
    said = page.press(label, **first).buttons[0].removeprefix("Undo: ")
    again = page.press(label if other else "2", **other)
    assert again.status == 409
    assert again.title == "The table has moved on"
    assert said in again.text or "Ben bid 3, took 3: made." in again.text
    assert entries(page) == len(raws) + 1


def test_going_back_and_working_it_out_shows_what_comes_now(phone: Phone) -> None:
    old = sat_down(phone, contract(B, 3))
    old.press("Next", **EVENING[0].result)
    page = old.press("Work it out", **EVENING[0].result)
    assert page.status == 200
    assert "Hand 2" in page.text
    assert "Ben pitched" not in page.text


def test_an_id_that_was_used_is_never_an_error(phone: Phone) -> None:
    old = sat_down(phone, contract(B, 3))
    old.press("Next", **EVENING[0].result)
    page = old.press("Work it out", **EVENING[0].result)
    assert page.press("Next", pitcher=1, bid=3).status == 409
    assert entries(page) == 2


def test_a_form_left_open_for_a_week_still_saves(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    page = sat_down(phone, contract(B, 3))
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + WEEK)
    assert page.press("Next", **EVENING[0].result).status == 200
    assert entries(page) == 2


def test_a_page_without_a_version_saves_nothing(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    pairs = [pair for pair in filled(page.form(), dict(EVENING[0].result)) if pair[0] != "version"]
    for version in ([], [("version", "")], [("version", "x")], [("version", "²")], [("version", "9" * 5000)]):
        assert phone.post(page.path, [*pairs, *version, ("do", "save")]).status == 409
    assert entries(page) == 1


def test_a_form_without_an_id_of_its_own_saves(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    pairs = [pair for pair in filled(page.form(), dict(EVENING[0].result)) if pair[0] != "client_id"]
    assert phone.post(page.path, [*pairs, ("client_id", "no uuid"), ("do", "save")]).status == 200
    assert entries(page) == 2


def test_undo_twice_takes_back_one(phone: Phone) -> None:
    page = sat_down(phone, *played(1))
    first, second = twice(page, "Undo hand 1")
    assert (first.status, second.status) == (200, 409)
    assert entries(page) == 1


def test_redo_and_reopen_twice(phone: Phone) -> None:
    page = sat_down(phone, *played(1)).press("Undo hand 1").follow(MORE)
    assert [answer.status for answer in twice(page, "Redo")] == [200, 409]
    page = page.follow(MORE).press("Finish Racehorse").follow(MORE)
    assert [answer.status for answer in twice(page, "Reopen")] == [200, 409]
