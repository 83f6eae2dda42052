"""Undo, redo, correcting a hand, finishing, reopening, playing again."""

from __future__ import annotations

import pytest

from tests.web.pages import Page, Phone, filled
from tests.web.tapping import EVENING, PASS, bid, contract, entered, played, sat_down

MADE = {"low": "pitcher"}


def table(page: Page) -> Page:
    """The page of what is done now and then."""
    return page.follow("More: players")


def change(page: Page, hand: int) -> Page:
    """The page on which a hand is changed."""
    scores = page.follow("Scores")
    return phone_of(page).open(f"{scores.path}?open={hand}").follow("Change")


def phone_of(page: Page) -> Phone:
    return page.phone


# Undo and redo -----------------------------------------------------------------------------------


def test_undo_is_named_after_what_it_takes_back(phone: Phone) -> None:
    page = bid(sat_down(phone), PASS, "3")
    assert page.buttons[:2] == ["Undo: Cleo bids 3.", "Undo Cleo"]
    page = page.press("Undo Cleo")
    assert "Taken back" in page.text
    assert "Cleo to bid" in page.text
    page = page.press("Undo: Ben passes.")
    assert "Ben to bid" in page.text
    assert not [label for label in page.buttons if "Undo" in label]


def test_undo_of_a_hand_is_one_tap_after_saving(phone: Phone) -> None:
    page = entered(sat_down(phone), EVENING[0])
    assert "Hand 1 saved" in page.text
    page = page.press("Undo hand 1")
    assert "Ben pitched" in page.text
    assert page.follow("Money").payments == []


def test_redo_is_named_too(phone: Phone) -> None:
    page = sat_down(phone, *played(1)).press("Undo hand 1")
    more = table(page)
    assert "Redo: Ben bid 3, took 3: made." in more.buttons
    page = more.press("Redo: Ben bid 3")
    assert "Done again" in page.text
    assert len(page.follow("Money").payments) == 4
    assert not [label for label in table(page).buttons if "Redo" in label]


def test_undo_on_an_old_page_says_what_happened_since(phone: Phone) -> None:
    old = sat_down(phone, *played(1))
    bid(old.follow("Auction"), PASS)
    page = old.press("Undo hand 1")
    assert page.status == 409
    assert page.title == "The table has moved on"
    assert "The last thing saved: Cleo passes." in page.text
    assert "Cleo" in page.follow("Back to the table").text


# Changing a hand ---------------------------------------------------------------------------------


def test_r2_made_after_all(phone: Phone) -> None:
    page = change(sat_down(phone, *played(6)), 2)
    assert "Change hand 2" in page.text
    assert "What follows hand 2, the dealer and the money are worked out again." in page.text
    page = page.press("Work it out", **MADE)
    assert "Cleo bid 2, took 2: made." in page.text
    assert phone.open(page.link("Money")).payments[0] == "Edie owes Dov $25", "nothing is saved yet"
    page = page.press("Save hand 2: Cleo gets $8")
    assert page.status == 200
    assert page.sheet[-1] == ["Total", "−19", "+11", "+6", "+31", "−29"]
    assert page.sheet[2][0] == "2 2 made, changed"
    assert "Cleo bid 2, took 2: made." in page.text
    assert "Changed" in page.text
    assert page.follow("Money").payments[0] == "Edie owes Dov $29"


def test_the_dealer_follows_a_correction(phone: Phone) -> None:
    page = sat_down(phone, *played(2))
    assert "Ben deals" in page.follow("Scores").text
    page = change(page, 2).press("Save", **MADE)
    assert "Enter hand 3: Cleo deals" in page.text


def test_the_form_holds_what_was_entered(phone: Phone) -> None:
    counts = {f"card_points-{seat}": count for seat, count in enumerate((14, 22, 12, 0, 0))}
    page = contract(sat_down(phone), EVENING[0])
    page = page.press("Next", high="pitcher", low="others", jack="none", tricks=4, trump="clubs", **counts)
    page = change(page, 1)
    names = ("pitcher", "bid", "high", "low", "jack", "tricks", "trump", "card_points-1")
    assert [page.field(name) for name in names] == ["1", "3", "pitcher", "others", "none", "4", "clubs", "22"]
    assert page.press("Save").sheet[1][0].endswith("set, changed")


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"pitcher": 3}, "Dov bid 2, took 1: set."),
        ({"bid": 4}, "Cleo bid 4, took 1: set."),
        ({"pitcher": "forced"}, "Ben bid 2, took 1: set."),
        ({"pitcher": 1, "how": "steal"}, "Ben bid 2, took 1: set."),
        ({"bid": "smudge", "tricks": 5}, "Cleo bid Smudge, took 1 of the four points and 5 tricks: set."),
        ({"game": "none"}, "Cleo bid 2, took 1: set."),
    ],
)
def test_whatever_was_wrong_can_be_changed(phone: Phone, answers: dict[str, str], said: str) -> None:
    page = change(sat_down(phone, *played(2)), 2).press("Save", **answers)
    assert page.status == 200
    assert said in page.text


def test_what_was_ticked_by_mistake_can_be_unticked(phone: Phone) -> None:
    page = sat_down(phone).follow("Just the contract").press("Next", pitcher=0, bid=3, how="steal")
    page = page.press("Next", **EVENING[0].result, trump="hearts", tricks=4)
    assert page.status == 200
    changing = change(page, 1)
    assert changing.field("how") == "steal"
    page = changing.press("Save", how=None, trump=None, tricks=None)
    assert page.status == 200
    again = change(page, 1)
    assert not again.root.find(
        "input", where=lambda n: n.get("name") in {"how", "trump", "tricks"} and n.has("checked")
    )


def test_what_was_cleared_is_missing_and_not_what_it_was(phone: Phone) -> None:
    page = change(sat_down(phone, *played(1)), 1).press("Save", jack=None)
    assert page.status == 422
    assert page.error_at("jack") == "The Jack is missing. If nobody was dealt it, tap Not in play."


def test_a_refused_correction_says_so_at_its_field(phone: Phone) -> None:
    page = change(sat_down(phone, *played(1)), 1).press("Save", tricks=0)
    assert page.status == 422
    assert page.error_at("high") == "With no tricks Ben cannot have High."
    assert page.follow("Scores").sheet[-1][2] == "+12"


def test_a_later_entry_that_no_longer_fits_is_named(phone: Phone) -> None:
    page = bid(sat_down(phone, *played(2)).follow("Auction"), PASS, "3")
    page = change(page, 2).press("Work it out", **MADE)
    fits_not = "This would no longer fit: Hand 3: Cleo passes. It is Dov’s turn to bid. Change that first."
    assert page.errors == [fits_not]
    page = page.press("Save", **MADE)
    assert (page.status, page.errors) == (422, [fits_not])
    assert page.follow("Scores").sheet[-1][3] == "−11"


def test_the_bids_stay_where_only_the_result_changes(phone: Phone) -> None:
    page = entered(sat_down(phone), *EVENING[:2], way="auction")
    page = change(page, 2).press("Save", **MADE)
    page = page.press("Undo hand 2")
    assert "Undo: Ben passes. Cleo pitches for 2." in page.buttons


def test_a_void_hand_may_become_a_played_one(phone: Phone) -> None:
    page = table(sat_down(phone)).press("Throw in hand 1")
    page = change(page, 1)
    assert page.press("Next: who pitches?").status == 422
    page = page.press("Next", pitcher=1, bid=3, **EVENING[0].result)
    assert page.sheet[-1] == ["Total", "−3", "+12", "−3", "−3", "−3"]


def test_a_correction_is_left_as_it_is(phone: Phone) -> None:
    page = change(sat_down(phone, *played(1)), 1)
    assert page.follow("Leave it as it is").sheet[-1][2] == "+12"


def test_a_correction_sent_twice_is_one(phone: Phone) -> None:
    page = change(sat_down(phone, *played(2)), 2)
    first = page.press("Save", **MADE)
    again = page.press("Save", **MADE)
    assert (again.status, again.text) == (200, first.text)
    other = page.press("Save", bid=4)
    assert other.status == 409


def test_a_correction_on_an_old_page(phone: Phone) -> None:
    old = change(sat_down(phone, *played(2)), 2)
    entered(old.follow("Hand 3"), EVENING[2])
    page = old.press("Save", **MADE)
    assert page.status == 409
    assert "Dov took all four points" in page.text
    assert page.follow("Back to the table").status == 200


# The end and after it ----------------------------------------------------------------------------


def test_finish_and_reopen(phone: Phone) -> None:
    page = table(sat_down(phone, *played(6))).press("Finish Racehorse")
    assert "The game is finished. Dov wins." in page.text
    assert page.sheet[-1][4] == "+35"
    assert phone.open(page.link("Result")).text == page.text
    page = table(page)
    assert "Reopen Racehorse It can be reopened." not in page.buttons
    page = page.press("Reopen Racehorse")
    assert "Hand 7" in page.text
    assert "The game is finished" not in page.follow("Scores").text


def test_the_end_can_be_undone(phone: Phone) -> None:
    page = table(sat_down(phone, *played(1))).press("Finish Racehorse")
    page = page.press("Undo: The game is finished.")
    assert "Hand 2" in page.text


def test_two_share_the_win(phone: Phone) -> None:
    page = sat_down(phone, *played(2)[2:])
    page = table(page).press("Finish Racehorse")
    assert "Ana, Ben, Dov, and Edie share the win." in page.text


def test_nobody_wins_where_nothing_was_played(phone: Phone) -> None:
    assert "Nobody won." in table(sat_down(phone)).press("Finish Racehorse").text


def test_an_unfinished_hand_does_not_count_and_the_page_says_so(phone: Phone) -> None:
    page = bid(sat_down(phone), PASS)
    page = table(page).press("Finish Racehorse")
    assert page.status == 200
    assert "The game is finished." in page.text


def test_the_session_plays_again_with_the_same_people(phone: Phone) -> None:
    page = table(sat_down(phone, *played(2))).press("Finish Racehorse")
    session = page.follow("The session")
    page = session.press("Play again: same people")
    assert page.path.endswith("/2/")
    assert "Cleo to bid" in page.text, "Ben, who would have dealt, deals"
    again = session.press("Play again: same people")
    assert again.path == page.path, "one tap, one match"
    page = entered(page, EVENING[2])
    money = page.follow("Money")
    assert money.payments == ["Cleo owes Dov $13", "Ana owes Ben $6", "Edie owes Dov $6", "Cleo owes Ben $3"]
    summary = page.follow("The session")
    assert "Racehorse, 2 hands" in summary.text
    assert "Racehorse, 1 hand" in summary.text


def test_the_session_finishes_and_reopens_its_last_match(phone: Phone) -> None:
    session = sat_down(phone, *played(1)).follow("The session")
    assert "being played" in session.text
    page = session.press("Finish Racehorse")
    session = page.follow("The session")
    assert "being played" not in session.text
    page = session.press("Reopen Racehorse")
    assert "Hand 2" in page.text


def test_too_few_to_play_again(phone: Phone) -> None:
    page = table(table(sat_down(phone)).press("Ana: Sit out")).press("Finish Racehorse")
    page = page.follow("The session").press("Play again: same people")
    assert page.status == 422
    assert "Racehorse needs 5 players. Add 1 more." in page.text


def test_a_finished_game_cannot_be_finished_or_entered_again(phone: Phone) -> None:
    hand = sat_down(phone)
    page = table(hand).press("Finish Racehorse")
    form = filled(table(page).form("table/"), {})
    for address in ("finish", ""):
        answer = phone.post(f"{hand.path}{address}", [*form, ("bid", "2")])
        assert answer.status == 422
        assert "The game is finished" in answer.text
    assert "The game is finished." in page.follow("Scores").text
