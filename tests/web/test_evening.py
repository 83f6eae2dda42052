"""A whole evening with JavaScript off: R1 to R6, the sheet, the money, and what comes after."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, PASS, Tapped, auction, bid, contract, entered

WAYS = pytest.mark.parametrize("way", [auction, contract])
TOTALS = ["Total", "−15", "+15", "−10", "+35", "−25"]


@WAYS
def test_r1_to_r6(phone: Phone, way: Callable[[Page, Tapped], Page]) -> None:
    page = phone.starts()
    for hand in EVENING:
        page = way(page, hand)
        assert f"{hand.who} pitched" in page.text
        page = page.press("Work it out", **hand.result)
        assert page.status == 200
        assert page.errors == []
        assert hand.verdict in page.text
        assert hand.preview in page.text
        assert "Not saved yet" in page.text
        assert "The totals add up to $0." in page.text
        page = page.press(hand.button)
        assert page.status == 200
        assert hand.button.split(":")[0].removeprefix("Save h") in page.text
    assert "Hand 7" in page.text
    sheet = page.follow("Scores").sheet
    assert sheet[-1] == TOTALS
    assert [row[1:] for row in sheet[1:-1]] == [hand.cells for hand in EVENING]
    money = page.follow("Money")
    assert money.payments == ["Edie owes Dov $25", "Ana owes Ben $15", "Cleo owes Dov $10"]
    assert "3 payments settle it." in money.text
    assert "$50 still to pay" in money.text
    assert "adds up to $0" in money.text
    assert "−3 2 Cleo set on 2 +2" in money.text, "why, down to the hands"


def test_the_bidding_follows_the_table(phone: Phone) -> None:
    page = phone.starts()
    assert "Ben to bid" in page.text
    page = bid(page, PASS, "3")
    assert "Dov to bid" in page.text
    assert "Beat Cleo’s 3, or pass" in page.text
    assert [label for label in page.buttons if "too low" in label] == ["2 too low", "3 too low"]
    page = bid(page, PASS, PASS)
    assert "Ana to bid" in page.text
    page = bid(page, "3 steal")
    assert "Cleo to bid" in page.text
    page = bid(page, PASS)
    assert "Ana pitches for 3" in page.text
    assert "Made: Ana gets $12. Set: Ana owes $12." in page.text


def test_a_forced_dealer_may_raise_once(phone: Phone) -> None:
    page = bid(phone.starts(), PASS, PASS, PASS, PASS)
    assert "Ana is forced to 2" in page.text
    page = bid(page, "3 raise")
    assert "Ana pitches for 3" in page.text
    assert page.follow("Play it").press("Work it out", high="pitcher").text.count("3 points needed") == 1


def test_a_forced_dealer_as_the_outcome_alone(phone: Phone) -> None:
    page = phone.starts().follow("Just the contract")
    assert "Ana is forced to 2" in page.text
    assert page.press("Next", pitcher="forced").follow("Scores").status == 200


def test_a_steal_as_the_outcome_alone(phone: Phone) -> None:
    page = phone.starts().follow("Just the contract")
    page = page.press("Work it out", pitcher=0, bid=3, how="steal")
    page = page.press("Play it: Ana pitches for 3")
    assert "Ana pitched" in page.text
    assert "Undo: Ana steals at 3 and pitches." in page.buttons


def test_a_steal_that_was_none(phone: Phone) -> None:
    page = phone.starts().follow("Just the contract")
    page = page.press("Next", pitcher=1, bid=3, how="steal")
    assert "Undo: Ben pitches for 3." in page.buttons


def test_the_preview_without_the_script_saves_nothing(phone: Phone) -> None:
    page = contract(phone.starts(), EVENING[0])
    address = page.address
    for _ in range(2):
        page = page.press("Work it out", **EVENING[0].result)
    assert phone.open(address).text.count("Not saved yet") == 0
    assert "Hand 1" in page.follow("Hand 1").text
    assert page.follow("Money").payments == []


def test_a_preview_of_half_an_answer_says_what_is_missing(phone: Phone) -> None:
    page = contract(phone.starts(), EVENING[0])
    assert "Next: who took High?" in page.buttons
    page = page.press("Work it out", high="pitcher", low="others")
    assert page.status == 200
    assert page.errors == []
    assert "Next: who took the Jack?" in page.buttons
    assert "Ben needs 2 more." in page.text
    assert "Has 1 of the 3 points needed" in page.text
    page = page.press("Next")
    assert page.status == 422
    assert page.error_at("jack") == "The Jack is missing. If nobody was dealt it, tap Not in play."
    assert page.field("high") == "pitcher", "what was tapped stays"


def test_high_low_and_game_follow_from_six_tricks(phone: Phone) -> None:
    page = contract(phone.starts(), EVENING[2])
    page = page.press("Work it out", tricks=6, jack="pitcher")
    assert "follows from 6 tricks" in page.text
    assert page.press("Save hand 1: Dov gets $20").follow("Scores").sheet[-1][4] == "+20"


def test_game_follows_from_the_card_points(phone: Phone) -> None:
    page = contract(phone.starts(), EVENING[0])
    counts = {f"card_points-{seat}": count for seat, count in enumerate((14, 22, 12, 0, 0))}
    page = page.press("Work it out", high="pitcher", low="pitcher", jack="others", **counts)
    assert "Ben bid 3, took 3: made." in page.text
    page = page.press("Work it out", game="others")
    assert "Ben bid 3, took 3: made." in page.text


def test_trump_may_be_named_with_the_result(phone: Phone) -> None:
    page = contract(phone.starts(), EVENING[0])
    page = page.press("Next", **EVENING[0].result, trump="hearts")
    assert page.status == 200
    page = page.press("Undo hand 1")
    assert "Ben pitched, hearts" in page.text
    assert "Undo: Trump: hearts." in page.buttons


def test_the_dealer_leads_to_the_next_hand(phone: Phone) -> None:
    page = entered(phone.starts(), *EVENING[:2])
    scores = page.follow("Scores")
    assert "Enter hand 3: Ben deals" in scores.text
    assert scores.follow("Enter hand 3").address == page.follow("Hand 3").address


def test_the_sheet_opens_a_hand_and_shuts_it(phone: Phone) -> None:
    scores = entered(phone.starts(), *EVENING[:3]).follow("Scores")
    opened = phone.open(f"{scores.path}?open=2")
    assert "Cleo bid 2, took 1: set. Entered at" in opened.text
    assert "Entered at" not in scores.text
    (link,) = opened.root.find("a", where=lambda n: n.get("aria-expanded") == "true")
    assert phone.open(link.get("href")).text == scores.text


def test_the_chart_comes_with_the_third_hand(phone: Phone) -> None:
    page = entered(phone.starts(), *EVENING[:2])
    assert not page.follow("Scores").root.find("figure")
    figure = entered(page, EVENING[2]).follow("Scores").root.one("figure")
    said = "Dov leads Ben by $10. US dollars after each hand."
    assert figure.text == said
    assert figure.one("svg", where=lambda n: n.get("role") == "img").get("aria-label") == said


def test_the_start_leads_back_to_the_table(phone: Phone) -> None:
    page = entered(phone.starts(), *EVENING)
    home = phone.open("/")
    assert "Still on the table Racehorse, hand 7 Edie deals. Dov is up $35" in home.text
    assert home.follow("Continue").text == page.follow("Hand 7").text
    assert "Racehorse, 6 hands" in home.text
    assert "3 to pay" in home.text


def test_another_phone_sees_nothing_of_it(app_phone: Callable[[], Phone]) -> None:
    page = entered(app_phone().starts(), EVENING[0])
    stranger = app_phone()
    assert "No sessions yet." in stranger.open("/").text
    for label in ("Scores", "Money", "More: players"):
        assert stranger.open(page.link(label)).status == 404
    assert stranger.open(page.path).status == 404
