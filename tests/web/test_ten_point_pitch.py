"""10 Point Pitch on a phone without a script: what its screens say, under the house rules too."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.ten_point_pitch import GAME
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.games.ten_point_pitch.at_table import (
    CARDS,
    MOON,
    NAMES,
    PASS,
    A,
    B,
    C,
    Raw,
    bids,
    contract,
    on_the_way_to,
    points,
    taken,
    trump,
)
from tests.web.pages import Page, Phone

DEVICE = "d" * 32
OURS, THEIRS = "Ana & Cleo", "Ben & Dov"
ALL_OURS = dict.fromkeys(CARDS, "0")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)


def at_the_table(phone: Phone, *raws: Raw, stake: Raw | None = None, **rules: Any) -> Page:
    """A session with these entries in it; the page of what comes next."""
    with phone.client.session_transaction() as cookie:
        cookie["device"] = DEVICE
    raw = {"players": list(NAMES), "rules": rules, "stake": stake or {}}
    with phone.client.application.app_context():
        match = start_session(DEVICE, GAME, raw, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        for version, entry in enumerate(raws):
            add_entries(slug, 1, DEVICE, [entry], version=version, client_id=str(uuid.uuid4()))
    return phone.open(f"/s/{slug}/1/")


def bids_offered(page: Page) -> list[str]:
    """The bids that may be tapped, in order."""
    return [n.get("value") for n in page.root.find("button", where=lambda n: n.get("name") == "bid")]


# Bidding -----------------------------------------------------------------------------------------


def test_the_bidding_shows_teams_totals_and_who_is_in_the_hole(phone: Phone) -> None:
    page = at_the_table(phone, *on_the_way_to(11, -4)).follow("Auction")
    assert "Ana & Cleo11" in page.text
    assert "Ben & Dov in the hole −4" in page.text
    assert bids_offered(page) == ["4", "5", "6", "7", "8", "9", "10", MOON, PASS]


def test_bid_by_bid(phone: Phone) -> None:
    page = at_the_table(phone, *bids(5, PASS))
    assert "Beat Ben’s 5, or pass" in page.text
    page = page.press("7").press("Pass")
    assert "Everybody has spoken" in page.text
    assert "Made: +7. Set: −7." in page.text
    assert "Dov pitched" in page.follow("Play it: Dov pitches for 7").text


@pytest.mark.parametrize(
    ("before", "rules", "said"),
    [
        (12, {}, f"Made: {OURS} win. Not made: {THEIRS} win."),
        (-8, {}, f"Made: the total is 0. Not made: {THEIRS} win."),
        (-8, {"moon_negative": "wins"}, f"Made: {OURS} win. Not made: {THEIRS} win."),
        (0, {"moon_at_zero": "stays"}, f"Made: the total is 0. Not made: {THEIRS} win."),
    ],
)
def test_what_a_moon_is_about(phone: Phone, before: int, rules: Raw, said: str) -> None:
    played = on_the_way_to(before, 0)
    first = (len(played) // 2 + 1) % 4
    page = at_the_table(phone, *played, *bids(*[PASS] * (first % 2), first=first), **rules)
    page = page if "to bid" in page.text else page.follow("Auction")
    page = page.press("Moon")
    assert "The moon ends the bidding" in page.text
    assert said in page.text
    assert "shoots the moon" in page.text


def test_a_made_bid_that_scores_all_points(phone: Phone) -> None:
    page = at_the_table(phone, *bids(5, PASS, PASS), made_scores="taken").press("Pass")
    assert "Made: all points taken. Set: −5." in page.text


def test_a_ten_that_is_the_moon_is_not_offered_twice(phone: Phone) -> None:
    assert bids_offered(at_the_table(phone, ten_is_moon=True))[-3:] == ["9", MOON, PASS]


def test_all_pass(phone: Phone) -> None:
    page = at_the_table(phone).follow("Just the contract")
    assert "Ana is forced to 4" in page.text
    assert "Ana pitched" in page.press("Next", pitcher="forced").text
    page = at_the_table(phone).follow("Just the contract").press("Next", pitcher="forced", bid="6")
    assert "Has 0, needs 6" in page.text
    page = at_the_table(phone, all_pass="redeal").follow("Just the contract")
    assert "Ana deals again" in page.text
    page = page.press("Next", pitcher="forced")
    assert "Hand 1 saved" in page.text
    assert page.follow("Scores").sheet[1][0] == "1 void no points"


def test_a_dealer_who_may_deal_again(phone: Phone) -> None:
    page = at_the_table(phone, *bids(PASS, PASS, PASS), all_pass="redeal")
    assert "Bid, or pass and deal again" in page.text
    assert "Hand 1 saved" in page.press("Pass").text


# The result --------------------------------------------------------------------------------------


def test_cards_one_after_the_other(phone: Phone) -> None:
    page = at_the_table(phone, contract(B, 5), trump("spades"))
    assert "Trump spades. Has 0, needs 5" in page.text
    page = page.press("Work it out", ace="1", jack="1", three="0", two="out")
    assert "Still to place, 4 points: off-jack, High Joker, Low Joker, and 10." in page.text
    assert f"{THEIRS} need 3 more points." in page.text
    page = page.press("Next: place the off-jack")
    assert page.error_at("card-off_jack") == "Who took the off-jack? A team, or it is out of play."
    page = page.press(f"Rest to {THEIRS}")
    assert f"{THEIRS} bid 5, took 6: made. They score their bid, 5. {OURS} score 3." in page.text
    assert "Hand 1 saved" in page.press("Save hand 1: 3 to 5").text


def test_rest_and_clear_save_nothing(phone: Phone) -> None:
    page = at_the_table(phone, contract(B, 5)).press(f"Rest to {OURS}")
    assert page.button("Save hand 1: 10 to −5").text
    page = page.press("Clear all")
    assert "Still to place, 10 points" in page.text
    assert page.button("Next: place the ace").text


@pytest.mark.parametrize(
    ("rules", "answers", "said", "button"),
    [
        ({}, ALL_OURS, f"{OURS} bid 5, took 10: made. They score their bid, 5. {THEIRS} score 0.", "5 to 0"),
        (
            {"made_scores": "taken"},
            ALL_OURS,
            f"{OURS} bid 5, took 10: made. They score all they took, 10. {THEIRS} score 0.",
            "10 to 0",
        ),
        (
            {},
            ALL_OURS | dict.fromkeys(CARDS[:6], "1"),
            f"{OURS} bid 5, took 4: set. They lose their bid, 5. {THEIRS} score 6.",
            "−5 to 6",
        ),
    ],
)
def test_what_a_hand_will_do(phone: Phone, rules: Raw, answers: Raw, said: str, button: str) -> None:
    page = at_the_table(phone, contract(C, 5), **rules).press("Work it out", **answers)
    assert said in page.text
    assert page.button(f"Save hand 1: {button}").text


@pytest.mark.parametrize(
    ("before", "answers", "said", "button"),
    [
        (12, {}, f"The moon is made. {OURS} win the game. Ana & Cleo 12 then 52", f"{OURS} win"),
        (12, {"ace": "1"}, f"The moon fails: Ben and Dov took 1 point. {THEIRS} win", f"{THEIRS} win"),
        (12, {"ace": "out"}, f"The moon fails: the ace is out of play. {THEIRS} win", f"{THEIRS} win"),
        (-8, {}, f"The moon is made. {OURS} stand at 0, and play goes on.", "Save hand 2: 0 to 0"),
    ],
)
def test_what_a_moon_will_do(phone: Phone, before: int, answers: Raw, said: str, button: str) -> None:
    played = [contract(A, abs(before)), points(0, 0)] if before < 0 else on_the_way_to(before, 0)
    page = at_the_table(phone, *played, contract(C, MOON)).press("Work it out", **(ALL_OURS | answers))
    assert said in page.text
    assert page.button(button).text


def test_a_moon_that_can_no_longer_be_made_says_so_at_once(phone: Phone) -> None:
    page = at_the_table(phone, contract(C, MOON)).press("Work it out", ace="1")
    assert "The moon fails: Ben and Dov took 1 point." in page.text
    page = at_the_table(phone, contract(C, MOON)).press("Work it out", ace="0")
    assert "The moon can still be made." in page.text
    page = at_the_table(phone, contract(C, MOON), moon_needs="in_play").press("Work it out", ace="out")
    assert "The moon can still be made." in page.text


def test_out_of_play_is_not_offered_where_all_are_taken(phone: Phone) -> None:
    page = at_the_table(phone, contract(C, 5), out_of_play="refused")
    values = [n.get("value") for n in page.root.find("input", where=lambda n: n.get("name") == "ace")]
    assert values == ["0", "1", ""]


def test_the_totals_instead_of_the_cards(phone: Phone) -> None:
    page = at_the_table(phone, contract(B, 5))
    typed = {"points-0": "4", "points-1": "5"}
    page = page.press("Work it out", **typed)
    said = "That makes 9. Where is the rest of the ten: a team, or out of play?"
    assert page.error_at("points-0") == said
    page = page.press("Next: check the points")
    assert page.status == 422
    page = page.press("Work it out", out_of_play="1", **{"tricks-1": "6"})
    assert page.errors == ["With no tricks Ana and Cleo cannot have points."]
    page = page.press("Work it out", **{"tricks-1": "4"})
    assert page.button("Save hand 1: 4 to 5").text
    page = page.press("Work it out", ace="0")
    assert page.errors == ["Say who took each card, or the points of both teams: not both."]


def test_half_of_the_totals(phone: Phone) -> None:
    page = at_the_table(phone, contract(B, 5)).press("Next", **{"points-0": "4"})
    assert page.error_at("points-0") == "The points of both teams, and what is out of play, make ten."


# A whole hand again ------------------------------------------------------------------------------


def amended(phone: Phone, *raws: Raw, **rules: Any) -> Page:
    page = at_the_table(phone, *raws, **rules)
    return phone.open(page.address.split("?")[0] + "scores/1")


def test_a_hand_again_holds_what_was_entered(phone: Phone) -> None:
    given = taken(("ace", "three"), ("jack", "two"), tricks=[4, 2])
    page = amended(phone, *bids(PASS, 5, PASS, PASS), trump("clubs"), given)
    held = {name: page.field(name) for name in ("pitcher", "bid", "trump", "ace", "jack", "ten", "tricks-0")}
    assert held == {
        "pitcher": "2",
        "bid": "5",
        "trump": "clubs",
        "ace": "0",
        "jack": "1",
        "ten": "out",
        "tricks-0": "4",
    }
    page = page.press("Save hand 1: −5 to 2", ten="0")
    assert page.sheet[1] == ["1 5 made, changed", "5", "2"]
    page = amended(phone, contract(B, 6), points(3, 6))
    held = {name: page.field(name) for name in ("points-0", "points-1", "out_of_play")}
    assert held == {"points-0": "3", "points-1": "6", "out_of_play": "1"}


def test_a_forced_hand_again(phone: Phone) -> None:
    page = amended(phone, *bids(PASS, PASS, PASS), points(4, 6))
    assert page.field("pitcher") == "forced"
    assert page.press("Save hand 1: 4 to 6", pitcher="3", bid="7").sheet[1][1:] == ["4", "−7"]


def test_a_hand_again_that_was_void(phone: Phone) -> None:
    page = amended(phone, *bids(PASS, PASS, PASS, PASS), all_pass="redeal")
    assert page.button("Next: who pitches?").text
    page = page.press("Work it out", pitcher="forced")
    assert "Hand 1 is void. Ana deals again." in page.text
    page = page.press("Work it out", pitcher="1", bid="4").press(f"Rest to {THEIRS}")
    assert page.press("Save hand 1: 0 to 4").sheet[1] == ["1 4 made, changed", "0", "4"]


def test_a_correction_that_ends_the_game_earlier_names_what_no_longer_fits(phone: Phone) -> None:
    page = amended(phone, contract(A, 10), points(4, 6), contract(B, 5), points(5, 5))
    page = page.press("Work it out", pitcher="0", bid=MOON)
    assert any("This would no longer fit" in error for error in page.errors)
    assert page.press("End the game").status == 422


# The end -----------------------------------------------------------------------------------------


def test_the_end_says_who_won_and_why(phone: Phone) -> None:
    page = at_the_table(phone, contract(C, MOON), points(9, 1), stake={"per_match": 500})
    assert "Ben and Dov win: Cleo’s moon failed." in page.text
    assert page.follow("Money").payments == ["Ana owes Ben $5", "Cleo owes Dov $5"]
