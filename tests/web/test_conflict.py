"""Two phones at the same hand, as people tap it: both versions side by side, and whose shall stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.racehorse.at_table import B, C, contract
from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, played, sat_down
from tests.web.waiting import RESULT, form_of, posted, waited

MADE = EVENING[0].result
SET = MADE | {"game": "others"}
TwoPhones = tuple[Page, Page]


def joined(page: Page, other: Phone, who: str) -> None:
    """Another phone, which is ``who``'s, may enter at this table."""
    shared = page.follow("Share").follow("Can enter scores")
    asked = other.open("/j/" + shared.root.with_id("link").get("value").rpartition("/")[2])
    chips = [node for node in asked.root.find("label") if node.text == who]
    asked.press("Start scoring", player=chips[0].one("input").get("value"))


@pytest.fixture
def two(phone: Phone, app_phone: Callable[[], Phone]) -> TwoPhones:
    """Two phones, the second one Ben's, with the same hand open."""
    page, other = sat_down(phone, contract(B, 3)), app_phone()
    joined(page, other, "Ben")
    return page, other.open(page.path)


def sheet(page: Page) -> list[list[str]]:
    return page.phone.open(page.path).follow("Scores").sheet


def test_the_second_sees_what_the_first_entered(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    late = mine.press("Next", **MADE)
    assert late.status == 409
    assert "Ben already entered hand 1" in late.text
    rows = [[cell.text for cell in row.find() if cell.tag in {"th", "td"}] for row in late.root.find("tr")]
    assert rows[1] == ["Entered", "Ben bid 3, took 3: made.", "Ben bid 3, took 2: set."]
    assert rows[2][1:] == [
        "made: Ana −3, Ben +12, Cleo −3, Dov −3, Edie −3",
        "set: Ana +3, Ben −12, Cleo +3, Dov +3, Edie +3",
    ]
    assert rows[3] == [
        "Money",
        "Ben gets $3 from each of the other four.",
        "Ben pays $3 to each of the other four.",
    ]
    assert len(late.root.find("tr", of="differs")) == 3
    assert late.link("Keep Ben’s") == mine.path


def test_mine_in_place_of_theirs(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    page = mine.press("Next", **MADE).press("Use mine")
    assert page.status == 200
    assert sheet(page)[-1][2] == "+12"
    assert "Undo hand 1" in page.buttons


def test_theirs_stays(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    page = mine.press("Next", **MADE).follow("Keep Ben’s")
    assert "Hand 2" in page.text
    assert sheet(page)[-1][2] == "−12"


def test_both_are_taken_back(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    page = mine.press("Next", **MADE).press("Neither: take both back")
    assert "Ben pitched" in page.text
    assert "Taken back" in page.text


def test_a_decision_twice_over_is_one(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    late = mine.press("Next", **MADE)
    late.press("Use mine")
    assert late.press("Use mine").status == 200
    assert late.press("Neither: take both back").status == 409
    assert sheet(mine)[-1][2] == "+12"


def test_the_same_from_both_is_one_entry(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **MADE)
    page = mine.press("Next", **MADE)
    assert page.status == 200
    assert "The same was entered already, on another phone." in page.text
    assert sheet(page)[-1][2] == "+12"


def test_working_it_out_stays_at_the_hand_that_the_page_is_about(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    page = mine.press("Work it out", **MADE)
    assert "Ben pitched" in page.text
    assert "Save hand 1: Ben gets $12" in page.buttons
    late = page.press("Save hand 1: Ben gets $12")
    assert late.status == 409
    assert "Ben already entered hand 1" in late.text


def test_two_contracts(phone: Phone, app_phone: Callable[[], Phone]) -> None:
    page, other = sat_down(phone), app_phone()
    joined(page, other, "Cleo")
    mine = page.follow("Just the contract")
    other.open(page.path).follow("Just the contract").press("Next", pitcher=2, bid=2)
    late = mine.press("Next", pitcher=1, bid=3)
    assert "Cleo already entered hand 1" in late.text
    assert "B pitches for 3." not in late.text
    assert "Ben pitches for 3. Cleo pitches for 2." in " ".join(late.text.split())
    assert "Ben pitched" in late.press("Use mine").text


def test_a_hand_further_on_only_the_last_is_told(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET).follow("Just the contract").press("Next", pitcher=2, bid=2)
    late = mine.press("Next", **MADE)
    assert (late.status, late.title) == (409, "The table has moved on")
    assert "The last thing saved: Cleo pitches for 2." in late.text


def test_after_an_undo_only_the_last_is_told(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET).press("Undo hand 1").press("Next", **SET)
    late = mine.press("Next", **MADE)
    assert late.title == "The table has moved on"
    assert "The last thing saved: Ben bid 3, took 2: set." in late.text


def test_after_a_correction_only_the_last_is_told(phone: Phone, app_phone: Callable[[], Phone]) -> None:
    page, other = sat_down(phone, *played(1), contract(C, 2)), app_phone()
    joined(page, other, "Ben")
    other.open(f"{page.path}scores/1").press("Save hand 1", high="others", low="others", jack="others")
    late = page.press("Next", **EVENING[1].result)
    assert (late.status, late.title) == (409, "The table has moved on")
    assert [row[2] for row in sheet(page)][-1] == "−12"


def test_a_note_in_between_stays(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET).follow("More: players").press("Keep the note", text="Pizza")
    page = mine.press("Next", **MADE).press("Use mine")
    assert sheet(page)[-1][2] == "+12"
    assert "Pizza" in page.follow("More: players").text


def test_an_unfinished_form_is_told_the_last_thing(two: TwoPhones) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    late = mine.press("Next", **MADE | {"game": None})
    assert (late.status, late.title) == (409, "The table has moved on")


def test_a_note_never_comes_too_late(two: TwoPhones) -> None:
    mine, bens = two
    more = mine.follow("More: players")
    bens.press("Next", **SET)
    assert "Pizza" in more.press("Keep the note", text="Pizza").text


def test_after_a_note_the_hand_is_saved(two: TwoPhones) -> None:
    mine, bens = two
    bens.follow("More: players").press("Keep the note", text="Pizza")
    page = mine.press("Next", **MADE)
    assert (page.status, sheet(page)[-1][2]) == (200, "+12")


@pytest.mark.parametrize(
    "entries", ["", "x", "[", "{}", "null", '[{"type": "hand"}]', "[[]]", "[" * 5000, "[3]"]
)
def test_a_forged_decision_enters_nothing(two: TwoPhones, entries: str) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    late = mine.press("Next", **MADE)
    form = late.form("conflict/")
    pairs = [
        (node.get("name"), entries if node.get("name") == "entries" else node.get("value"))
        for node in form.find("input")
    ]
    answer = mine.phone.post(form.get("action"), [*pairs, ("do", "mine")])
    assert answer.status in {400, 409}
    assert sheet(mine)[-1][2] == "−12"


@pytest.mark.parametrize("do", ["", "theirs", "both"])
def test_a_decision_that_is_none(two: TwoPhones, do: str) -> None:
    mine, bens = two
    bens.press("Next", **SET)
    form = mine.press("Next", **MADE).form("conflict/")
    pairs = [(node.get("name"), node.get("value")) for node in form.find("input")]
    assert mine.phone.post(form.get("action"), [*pairs, ("do", do)]).status == 400
    assert sheet(mine)[-1][2] == "−12"


# Entries that commute ----------------------------------------------------------------------------


def penny_table(phone: Phone) -> Page:
    page = phone.open("/new/ten_pennies/")
    names = ("Ana", "Ben")
    keys = [node.get("value") for node in page.root.find("input", where=lambda n: n.get("name") == "key")]
    rows = [pair for key, name in zip(keys, names, strict=True) for pair in (("key", key), ("name", name))]
    hidden = [(name, page.field(name)) for name in ("csrf_token", "client_id")]
    start = [("dealer", keys[0]), ("unit", "USD"), ("stake", "1"), ("do", "start")]
    return phone.post("/new/ten_pennies/", [*hidden, *rows, *start])


def test_two_phones_tapping_buys_at_once_both_count(phone: Phone, app_phone: Callable[[], Phone]) -> None:
    page, other = penny_table(phone), app_phone()
    joined(page, other, "Ben")
    bens = other.open(page.path)
    page.press("Buy for Ana, 10 left")
    assert bens.press("Buy for Ana, 10 left").status == 200
    again = bens.press("Buy for Ana, 10 left")  # the same form once more: the same tap
    assert again.status == 200
    assert "Buy for Ana, 8 left" in phone.open(page.path).buttons


def test_a_buy_from_another_round_does_not_count(phone: Phone, app_phone: Callable[[], Phone]) -> None:
    page, other = penny_table(phone), app_phone()
    joined(page, other, "Ben")
    bens = other.open(page.path)
    out = {"out": "0", "low-1": "1"}
    hidden = [(name, page.follow("Someone went out").field(name)) for name in ("csrf_token", "version")]
    phone.post(f"{page.path}?view=out", [*hidden, *out.items(), ("do", "save")])
    late = bens.press("Buy for Ana, 10 left")
    assert late.status == 409
    assert "Buy for Ana, 10 left" in phone.open(page.path).buttons


def test_a_round_is_looked_at_again_after_a_buy(phone: Phone, app_phone: Callable[[], Phone]) -> None:
    page, other = penny_table(phone), app_phone()
    joined(page, other, "Ben")
    out = page.follow("Someone went out")
    other.open(page.path).press("Buy for Ben, 10 left")
    hidden = [(name, out.field(name)) for name in ("csrf_token", "version")]
    tapped = [("out", "0"), ("low-1", "1")]
    late = phone.post(f"{page.path}?view=out", [*hidden, *tapped, ("do", "save")])
    assert late.status == 409
    assert "Something was entered on another phone meanwhile. Look again, and save." in late.text
    assert late.press("Save round 1: bowl 2").status == 200


@pytest.mark.parametrize("answers", [MADE, SET])
def test_who_has_not_seen_another_contract_is_not_told_it_is_the_same(
    two: TwoPhones, answers: dict[str, str]
) -> None:
    mine, bens = two
    whole = waited(form_of(bens), 1, [("pitcher", "2"), ("bid", "2"), *RESULT])
    assert posted(bens.phone, *whole)[0] == 200
    late = mine.press("Next", **answers)
    assert late.status == 409
    assert "The table has moved on" in late.text
    assert "Use mine" not in late.buttons
    assert "Cleo bid 2, took 2: made" in late.text
