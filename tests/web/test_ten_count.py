"""Ten without a script: the final count, everybody's cards, and wilds placed by hand."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.games.ten.at_table import CURRENCY, NAMES, NUMBERS, Raw, count, draw, hand, turn
from tests.web.markup import Node
from tests.web.pages import Page, Phone, called
from tests.web.test_catalogue import brackets, outside  # noqa: F401 - a fixture

DEVICE = "d" * 32
T2 = "R3 R4 R5 R6 R7 G1 G2 G3 B5 B6 O9"
T6 = "R1 R2 R3 R4 R5 R6 B2 B3 B4 G7 G8 R# G# *8 *9 *#"


def at_the_table(phone: Phone, *raws: Raw, players: int = 2, stake: Raw | None = None, **rules: Any) -> Page:
    """A session with these entries in it; the page of what comes next, or of the scores."""
    with phone.client.session_transaction() as cookie:
        cookie["device"] = DEVICE
    raw = {"players": list(NAMES[:players]), "rules": rules, "stake": stake or {}}
    with phone.client.application.app_context():
        match = start_session(DEVICE, GAMES["ten"], raw, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        for version, entry in enumerate(raws):
            add_entries(slug, 1, DEVICE, [entry], version=version, client_id=str(uuid.uuid4()))
    return phone.open(f"/s/{slug}/1/")


def counting(phone: Phone, players: int = 2, **more: Any) -> Page:
    """The final count before the first card."""
    return phone.open(at_the_table(phone, players=players, **more).path + "?view=count")


def key(page: Page, card: str) -> Node:
    """The key of a card."""
    return page.root.one("button", where=lambda node: node.get("data-card") == card)


def tapped(page: Page, cards: str, **answers: Any) -> Page:
    """Each card a tap, then the tokens."""
    for card in cards.split():
        page = page.press(called(key(page, card)))
        assert page.status == 200, page.text
    return page.press("Work it out", **answers) if answers else page


def said(page: Page) -> str:
    """Where the wilds stand, in words."""
    return page.root.one(of="wilds").text


def runs(page: Page) -> list[str]:
    """The rows of the best placing: what each is called, and its points."""
    return [row.text for row in page.root.one("ul", of="runs").find("li")]


def cells(page: Page) -> list[str]:
    """The cells of each row: c for a card, w for a wild, s for a card outside the run, a dot for none."""
    letters = {"card": "c", "wild": "w", "spare": "s", "none": "."}
    return [
        "".join(letters[cell.get("class")] for cell in row.find("i"))
        for row in page.root.one("ul", of="runs").find("p", of="nine")
    ]


def strip(page: Page) -> list[str]:
    """Everybody with the count so far."""
    return [button.text for button in page.root.one("ul", of="counts").find("button")]


def next_button(page: Page) -> str:
    """What the big button says."""
    return called(page.root.one("button", of="primary"))


# Tapping ------------------------------------------------------------------------------------------


def test_a_hand_is_counted_as_it_is_tapped(phone: Phone) -> None:
    page = counting(phone)
    assert page.title == "Ten"
    assert next_button(page) == "Next: Ana’s cards"
    page = tapped(page, "R1")
    assert strip(page) == ["Ana: 1", "Ben: –"]
    page = tapped(page, "R2 R4")
    assert strip(page) == ["Ana: 2", "Ben: –"]
    assert cells(page)[0] == "cc.s....."
    assert next_button(page) == "Next: Ana’s tokens"
    page = tapped(page, "*3", **{"tokens-0": 4})
    assert strip(page) == ["Ana: 4", "Ben: –"]
    assert cells(page)[0] == "ccwc....."
    assert "4 tokens, 4 cards" in page.text
    assert next_button(page) == "Accept 4, count Ben next"


def test_t6_as_in_the_picture(phone: Phone) -> None:
    page = tapped(counting(phone), T6, **{"tokens-0": 4})
    assert runs(page) == [
        "Red 1 to 9, 9 and 1 for the full run 10 points",
        "Blue 1 to 4 4 points",
        "Orange, no cards 0 points",
        "Green 6 to 8 3 points",
    ]
    assert cells(page) == ["ccccccwww", "wccc.....", ".........", ".....wcc."]
    assert said(page) == (
        "Wilds (double frame): red # is 7, green # is 6, numbered 8 and 9 join red, and full # is blue 1. "
        "No placement scores more."
    )
    assert "All 5 wilds are placed" in page.text
    assert "4 tokens, 16 cards" in page.text


def test_cards_go_back_one_by_one_or_the_newest(phone: Phone) -> None:
    page = tapped(counting(phone), "B1 B1 R5")
    assert page.field("cards-0") == "B1 B1 R5"
    page = page.press("Take back blue 1")
    assert page.field("cards-0") == "B1 R5"
    page = page.press("Take back")
    assert page.field("cards-0") == "B1"
    page = page.press("Take back")
    assert page.field("cards-0") == ""
    assert "Take back" not in page.buttons


def test_one_player_after_the_other_to_the_end(phone: Phone) -> None:
    page = tapped(counting(phone), T6, **{"tokens-0": 4})
    assert not page.root.find(of="double")
    page = page.press("Accept 17, count Ben next")
    assert strip(page) == ["Ana: 17 accepted", "Ben: –"]
    page = tapped(page, T2, **{"tokens-1": 6})
    assert next_button(page) == "Save the count: Ana wins with 17 points"
    assert "Not saved yet" in page.text
    back = page.press("Ana: 17")
    assert back.root.find(of="double"), "the count that was accepted"
    assert runs(back)[0].startswith("Red 1 to 9")
    page = page.press("Save the count")
    assert "The game is finished. Ana wins with 17 points." in page.text
    assert page.sheet[-1] == ["Total", "17", "11"]


def test_a_changed_hand_is_no_longer_accepted(phone: Phone) -> None:
    page = tapped(counting(phone), "R1 R2", **{"tokens-0": 4}).press("Accept 2, count Ben next")
    page = page.press("Ana: 2")
    assert "accepted" in strip(page)[0]
    page = tapped(page, "R3")
    assert strip(page)[0] == "Ana: 3"
    assert not page.root.find(of="double")
    assert next_button(page) == "Accept 3, count Ben next"


def test_no_cards_at_all_may_be_accepted(phone: Phone) -> None:
    page = counting(phone).press("Work it out", **{"tokens-0": 0})
    assert next_button(page) == "Accept 0, count Ben next"


def test_a_tie_is_decided_by_tokens(phone: Phone) -> None:
    page = tapped(counting(phone), "R1 R2", **{"tokens-0": 4}).press("Accept 2, count Ben next")
    page = tapped(page, "B1 B2", **{"tokens-1": 5})
    assert "Ana and Ben have 2 points; Ben has the most tokens and wins." in page.text
    page = page.press("Save the count")
    assert "Ana and Ben have 2 points; Ben has the most tokens and wins." in page.text


# What cannot be -----------------------------------------------------------------------------------


def test_cards_beyond_the_pack_are_refused_at_the_tap(phone: Phone) -> None:
    page = tapped(counting(phone), "R7", **{"tokens-0": 4}).press("Accept 1, count Ben next")
    seven = key(page, "R7")
    assert seven.text == "red 7 counted"
    assert seven.get("aria-disabled") == "true"
    page = tapped(page, "R7")
    refusal = "Too many copies of red 7: the pack has 1, all hands have 2."
    assert page.errors == [refusal]
    assert next_button(page) == "Next: fix Ben’s cards"
    assert "Ana: 1 accepted" in strip(page)
    other = page.press("Ana: 1")
    assert other.errors == [f"Ben: {refusal}"]
    assert next_button(other) == "Next: fix Ben’s cards"
    page = page.press("Take back red 7")
    assert page.errors == []


def test_ten_numbered_wilds_where_the_table_has_them(phone: Phone) -> None:
    page = tapped(counting(phone, numbered_wilds=10), "*4 *4")
    assert page.errors == []
    assert key(page, "*5").get("aria-disabled") == ""
    page = tapped(page, "*5 *5")
    assert page.errors


def test_saving_too_early_names_what_is_missing(phone: Phone) -> None:
    page = tapped(counting(phone), "R1").press("Next: Ana’s tokens")
    assert page.status == 422
    assert page.errors == ["Ana’s tokens: still needed."]


def test_once_turns_are_entered_there_is_no_count(phone: Phone) -> None:
    page = phone.open(at_the_table(phone, *draw("R4")).path + "?view=count")
    page = tapped(page, "R1", **{"tokens-0": 4})
    assert page.errors == [
        "The turns of this game are entered: it is counted by itself after the last buying."
    ]


# By hand ------------------------------------------------------------------------------------------


def by_hand(page: Page, **choices: str) -> Page:
    """The wilds placed by hand: ``stand_0_2="B5"`` the third wild of seat 0."""
    page = page.press("Place by hand")
    answers = {name.replace("_", "-"): card for name, card in choices.items()}
    return page.press("Work it out", **answers)


def test_placing_by_hand_shows_the_loss_and_changes_nothing(phone: Phone) -> None:
    page = tapped(counting(phone), T6, **{"tokens-0": 4})
    best = page.press("Place by hand")
    assert "This scores as much as the best. The count stays 17." in best.text
    page = by_hand(page, stand_0_1="G3")
    assert "This scores 16, one less than the best. The count stays 17." in page.text
    assert cells(page)[3] == "..w...cc."
    assert strip(page)[0] == "Ana: 17"
    assert next_button(page) == "Accept 17, count Ben next"
    page = page.press("Work it out", **{"stand-0-0": ""})
    assert "This scores 12, 5 less than the best." in page.text
    page = page.press("Best placing")
    assert "No placement scores more." in page.text


@pytest.mark.parametrize("place", ["B4", "R#", "nonsense", "B"])
def test_a_place_where_a_wild_cannot_stand_is_refused_at_the_wild(phone: Phone, place: str) -> None:
    page = tapped(counting(phone), "R1 R#").press("Place by hand")
    fields = {"seat": "0", "cards-0": "R1 R#", "by_hand": "0", "stand-0-0": place, "do": "preview"}
    fields |= {name: page.field(name) for name in ("csrf_token", "version", "client_id")}
    page = phone.post(page.form().get("action"), fields.items())
    assert page.status == 200
    assert page.error_at("stand-0-0")
    if place == "B4":
        assert "its own colour only" in page.error_at("stand-0-0")


# Cards --------------------------------------------------------------------------------------------


def test_everybodys_cards_while_the_match_goes_on(phone: Phone) -> None:
    page = at_the_table(phone, *turn("R4 R5 $3"), *turn("B2 $1", CURRENCY))
    tabs = [link.text for link in page.root.one("nav", of="tabs").find("a")]
    assert tabs[1:] == ["Cards", "Scores", "Share"]
    page = page.follow("Cards")
    assert [link.text for link in page.root.find("a", where=lambda a: a.has("aria-current"))] == ["Cards"]
    ana, ben = page.root.find("section", of="holder")
    assert "5 of 10 tokens" in ana.text
    assert "Red: 4 5" in ana.text
    assert ana.text.count("2 points")
    assert "9 of 10 tokens" in ben.text
    assert "No cards" in ben.text
    assert "Enter" not in page.buttons


def test_cards_and_the_winner_after_the_count(phone: Phone) -> None:
    page = at_the_table(phone, count(hand(T6, 4), hand(T2, 6))).follow("Cards")
    assert "Ana wins with 17 points." in page.text
    ana, ben = page.root.find("section", of="holder")
    assert ana.find(of="double"), "what is counted has the double rule"
    assert "Red: 1 2 3 4 5 6 wild" in ana.text
    assert ben.one("ul", of="runs").find("li")[0].text == "Red 3 to 7 5 points"
    page = page.press("Place by hand")
    ana = page.root.find("section", of="holder")[0]
    assert ana.one("details").has("open")
    page = page.press("Work it out", **{"stand-0-1": "G3"})
    assert "This scores 16, one less than the best." in page.text


def test_looking_at_cards_saves_nothing(phone: Phone) -> None:
    page = at_the_table(phone, *turn("R4")).follow("Cards")
    fields = {name: page.field(name) for name in ("csrf_token", "version", "client_id")}
    assert phone.post(page.form().get("action"), [*fields.items(), ("do", "save")]).status == 422


def test_bust_tokens_are_told(phone: Phone) -> None:
    page = at_the_table(phone, *draw("R6", "B5")).follow("Cards")
    assert "5 of 10 tokens, 1 bust token" in page.text


# Whatever comes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "preview tap"},
        {"do": "preview tap nonsense"},
        {"do": "preview open 7"},
        {"do": "preview open x"},
        {"do": "preview accept 17 3"},
        {"do": "preview hand 9"},
        {"seat": "-1", "group": "Z", "by_hand": "x"},
        {"cards-0": "R# " * 200, "tokens-0": "many"},
        {"cards-0": "*1 *2 *3 *4 *5 *6 *7 *8 *9 *# *# *#", "by_hand": "0", "stand-0-99": "R1"},
        {"cards-0": "$3 R0 r1 \x00", "tokens-0": "11", "accepted-0": "None"},
    ],
)
def test_forms_that_no_page_sends(phone: Phone, sent: dict[str, str]) -> None:
    page = counting(phone)
    fields = {name: page.field(name) for name in ("csrf_token", "version", "client_id")}
    fields |= {"do": "preview", "tokens-1": "5"} | sent
    assert phone.post(page.form().get("action"), fields.items()).status == 200
    assert phone.post(page.form().get("action"), [*(fields | {"do": "save"}).items()]).status == 422


@pytest.mark.usefixtures("brackets")
def test_every_word_is_in_the_catalogue(phone: Phone) -> None:
    page = tapped(counting(phone), T6, **{"tokens-0": 4})
    for shown in (page, page.press("Place by hand"), page.press("Accept")):
        assert outside(shown.text) == set()
    assert outside(at_the_table(phone, count(hand(T6, 4), hand(T2, 6))).follow("Cards").text) == set()


# Again --------------------------------------------------------------------------------------------


def test_a_count_is_corrected(phone: Phone) -> None:
    page = at_the_table(phone, count(hand(T6, 4), hand(T2, 6)))
    page = phone.open(page.path + "?open=1").follow("Change")
    assert page.field("cards-1") == T2
    assert strip(page) == ["Ana: 17", "Ben: 11"]
    page = page.press("Ana: 17").press("Take back red 1")
    assert strip(page)[0] == "Ana: 16"
    page = page.press("Save the count")
    assert page.sheet[-1] == ["Total", "16", "11"]
    assert "changed" in page.text


def test_how_wilds_were_placed_stays_with_a_hand_that_stays(phone: Phone) -> None:
    placed = hand("R1 R#", 4, placed=[["R#", "R5"]])
    page = at_the_table(phone, count(placed, hand("B1", 5)))
    page = phone.open(page.path + "?open=1")
    assert "As Ana placed the wilds" in page.text
    page = page.follow("Change").press("Save the count", **{"tokens-0": 4})
    page = phone.open(page.path + "?open=1")
    assert "As Ana placed the wilds" in page.text


def test_five_hands_make_a_small_page(phone: Phone) -> None:
    everything = [f"{letter}{n}" for letter in "RBOG" for n in range(1, 7)]
    hands = [hand(" ".join(everything[seat:]), 5) for seat in range(3)]
    page = at_the_table(phone, count(*hands, hand("*1"), hand("*2")), players=5).follow("Cards")
    assert len(page.markup.encode()) < 60_000


def test_the_ways_of_stopping_do_not_matter_here(phone: Phone) -> None:
    page = at_the_table(phone, *draw("R4"), NUMBERS).follow("Cards")
    assert "Red: 4" in page.text


def test_stakes_are_told_before_saving(phone: Phone) -> None:
    page = counting(phone, stake={"per_difference": 100})
    page = tapped(page, "R1 R2 R3", **{"tokens-0": 4}).press("Accept 3, count Ben next")
    page = tapped(page, "B1", **{"tokens-1": 4})
    assert "Ben pays Ana $2." in page.text
