"""The live table of Ten on a phone without a script: what its screens say."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games.ten import GAME
from scorekeeper.games.ten.cards import OWNED
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.games.ten.at_table import (
    CURRENCY,
    LAST,
    NAMES,
    NUMBERS,
    SKIP,
    A,
    B,
    C,
    Raw,
    bid,
    draw,
    pack,
    passes,
    turn,
)
from tests.web.markup import Node
from tests.web.pages import Page, Phone

DEVICE = "d" * 32


def at_the_table(phone: Phone, *raws: Raw, players: int = 3, **rules: Any) -> Page:
    """A session with these entries in it; the page of what comes next."""
    with phone.client.session_transaction() as cookie:
        cookie["device"] = DEVICE
    raw = {"players": list(NAMES[:players]), "rules": rules, "stake": {}}
    with phone.client.application.app_context():
        match = start_session(DEVICE, GAME, raw, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        if raws:
            add_entries(slug, 1, DEVICE, list(raws), version=0, client_id=str(uuid.uuid4()))
    return phone.open(f"/s/{slug}/1/")


def key(page: Page, card: str, name: str = "card") -> Node:
    """The key of a card."""
    return page.root.one("button", where=lambda n: (n.get("name"), n.get("value")) == (name, card))


def tap(page: Page, card: str, name: str = "card") -> Page:
    """Taps the key of a card, or another button that says ``name``."""
    form = page.form_of(key(page, card, name))
    hidden = [
        (n.get("name"), n.get("value"))
        for n in form.find("input", where=lambda n: n.get("type") == "hidden" and n.has("name"))
    ]
    return page.phone.post(form.get("action"), [*hidden, (name, card)])


def stop_buttons(page: Page) -> list[str]:
    """Both ways of stopping, as they stand there."""
    return [n.text for n in page.root.find("button", where=lambda n: n.get("name") == "what")]


def who_has_what(page: Page) -> str:
    """The strip of players."""
    return page.root.one("ul", of="strip").text


# Drawing -----------------------------------------------------------------------------------------


def test_the_total_its_sum_and_what_busts(phone: Phone) -> None:
    page = at_the_table(phone, *draw("R4", "$5", "B7"))
    assert "Total 6 4 − 5 + 7" in page.root.one(of="total").text
    assert "5 or more busts. Currency drawn: 5 of 11" in page.text
    words = {card: key(page, card).text for card in ("B4", "B5", "B7", "$5", "R7")}
    assert words == {
        "B4": "Blue 4",
        "B5": "Blue 5 busts",
        "B7": "Blue 7 drawn",
        "$5": "¤5",
        "R7": "Red 7 busts",
    }
    assert "cannot" in key(page, "B7").classes
    page = tap(page, "$5")
    assert "Total 1 4 − 5 + 7 − 5" in page.root.one(of="total").text
    assert key(page, "$1").text == "¤1 busts"


def test_under_the_net_rule_the_total_busts_below(phone: Phone) -> None:
    page = at_the_table(phone, *draw("$5", "$5"), currency_bust="net")
    assert "A total of −11 busts too." in page.text
    assert key(page, "$1").text == "¤1 busts"


def test_a_number_needs_a_colour(phone: Phone) -> None:
    page = tap(at_the_table(phone), "4", "number")
    assert page.status == 422
    assert page.error_at("ask-colour") == "First tap a colour, then the number."


def test_a_card_of_which_no_copy_is_left_is_refused_with_words(phone: Phone) -> None:
    page = tap(at_the_table(phone, *draw("B7")), "B7")
    assert page.status == 422
    assert page.errors == ["Every copy of blue 7 is out already."]


def test_a_bust_is_told_with_what_it_does_and_can_be_undone(phone: Phone) -> None:
    page = tap(at_the_table(phone, *draw("R4", "$5", "B7")), "R5")
    did = page.root.one(of="did").text
    assert did.startswith("Ana draws red 5. Bust at 11. To the market: red 4, blue 7, and red 5.")
    assert "Ana takes a bust token. Ben +5 and Cleo +5." in did
    assert "Turn 2, Ben draws" in page.text
    assert "saved" not in page.text
    assert "Turn 1, Ana draws" in page.press("Undo turn 1").text


# Stopping ----------------------------------------------------------------------------------------


def test_every_effect_is_told_before_the_tap(phone: Phone) -> None:
    page = at_the_table(
        phone, *turn("$3", CURRENCY), *turn("$5", CURRENCY), *turn("G1", CURRENCY), *draw("R4", "$4")
    )
    numbers, currency = stop_buttons(page)
    assert numbers == "Take numbers Ana keeps 4, may buy. Ben full and Cleo +4."
    assert currency == "Take currency Ana +2, to 10 tokens. 4 goes to the market."


def test_before_the_first_card_nobody_stops(phone: Phone) -> None:
    page = at_the_table(phone)
    assert stop_buttons(page) == [
        "Take numbers Ana draws a card first",
        "Take currency Ana draws a card first",
    ]
    page = at_the_table(phone, *draw("$2"))
    assert stop_buttons(page)[0] == "Take numbers No number was drawn"
    assert tap(page, "numbers", "what").errors == [
        "No number was drawn: Ana takes the currency, or draws on."
    ]


# Buying ------------------------------------------------------------------------------------------

MARKET = [*turn("R6 G2", CURRENCY), *turn("R3", NUMBERS)]
"""Ben has a red 3, and may buy a red 6 or a green 2."""


def test_the_market_as_keys_and_the_next_draw_is_no_purchase(phone: Phone) -> None:
    page = at_the_table(phone, *MARKET)
    assert "Ben may buy one card" in page.text
    assert "Ben can pay up to 6: 5 tokens and 1 card." in page.text
    assert page.link("red 6").endswith("?view=buy&card=R6")
    page = tap(page, "$1")
    assert "Turn 3, Cleo draws" in page.text


def test_what_cannot_be_bought_says_why(phone: Phone) -> None:
    page = at_the_table(phone, *turn("R9 R1", CURRENCY), *turn("R1", NUMBERS))
    assert [node.text for node in page.root.one(of="shelf").find("li")] == [
        "red 1 owned",
        "red 9 too dear",
    ]
    assert "Ben may buy one card" in phone.open(page.path + "?view=buy&card=R9").text


def test_a_purchase_with_what_is_proposed(phone: Phone) -> None:
    page = at_the_table(phone, *MARKET).follow("green 2")
    assert "Pays 2, exactly." in page.text
    page = page.press("Buy green 2 with 2 tokens")
    assert "Ben buys green 2 with 2 tokens." in page.root.one(of="did").text


def test_a_payment_is_changed_and_what_is_lost_is_told(phone: Phone) -> None:
    bust = [*turn("R6 R5", NUMBERS)[:2]]
    page = at_the_table(phone, *bust, *draw("O1"), CURRENCY, *draw("O2"), CURRENCY, *draw("G1"), NUMBERS)
    page = page.follow("orange 2")
    page = page.press("Work it out", tokens="0", busts="1")
    assert "Pays 3: 1 more than the price, and lost." in page.text
    assert "Ana loses 1. 2 tokens would do." in page.text
    page = page.press("Work it out", busts="0", tokens="1")
    assert "Pays 1 of 2." in page.text
    page = page.press("Next: 1 more to pay")
    assert page.status == 422
    assert page.errors == ["The price is 2; this pays 1."]


# Auctions ----------------------------------------------------------------------------------------


def bidders(page: Page) -> list[str]:
    """Everybody with what stands beside the name."""
    return [node.text for node in page.root.one("ol", of="bids").find("li")]


def test_an_auction_in_order_with_everybodys_limit(phone: Phone) -> None:
    page = at_the_table(phone, *draw("*4"))
    assert bidders(page) == [
        "Ben can pay up to 5",
        "Cleo can pay up to 5",
        "Ana can pay up to 5, bids last",
    ]
    page = page.press("3").press("Pass")
    assert bidders(page)[:2] == ["Ben the bid to beat 3", "Cleo passed pass"]
    assert "Beat Ben’s 3, or pass. Ana can pay up to 5." in page.text
    assert "cannot" in key(page, "3", "bid").classes
    page = page.press("Pass")
    assert "Ben pays" in page.text
    page = page.press("Ben pays 3 tokens")
    assert "Ben gets the wild 4 for 3, paid with 3 tokens." in page.text
    assert "Ben: 2/10 tokens, 0 bust" in who_has_what(page)


def test_the_outcome_alone(phone: Phone) -> None:
    page = at_the_table(phone, *draw("*4")).follow("Just the outcome")
    assert page.press("Next: who gets it?").error_at("seat") == "Who gets it? Tap a player, or Nobody bids."
    page = page.press("Work it out", seat="1", price="6")
    assert page.error_at("price") == "Ben can pay up to 5."
    page = page.press("Work it out", seat="2", price="4")
    page = page.press("Cleo pays 4 tokens")
    assert "Cleo gets the wild 4 for 4" in page.text


def test_nobody_bids(phone: Phone) -> None:
    page = at_the_table(phone, *draw("*4")).follow("Just the outcome").press("Work it out", seat="nobody")
    page = page.press("Nobody bid: the wild 4 leaves the game")
    assert "Turn 1, Ana draws" in page.text


# The last card, the count ------------------------------------------------------------------------


def test_the_last_card_the_last_buying_and_who_won(phone: Phone) -> None:
    page = at_the_table(phone, *turn("R1 $2", CURRENCY), *draw("G5", "G4")).press("That was the last card")
    assert "Turn 2, the last: Ben stops" in page.text
    page = tap(page, "numbers", "what")
    assert "The pile is empty." in page.text
    page = page.press("Ben does not buy")
    assert "Cleo may buy one card" in page.text
    assert "Then Ana and Ben." in page.text
    page = page.press("Cleo does not buy").press("Ana does not buy").press("Ben does not buy")
    assert page.path.endswith("/scores/")
    assert "Ben wins with 2 points." in page.text
    assert "Cards" in page.text
    assert page.follow("Cards").status == 200


# The pack ----------------------------------------------------------------------------------------


def test_the_pack_and_the_chance(phone: Phone) -> None:
    page = at_the_table(phone).follow("Enter the pack of this table")
    assert "With 3 players take out the cards marked 4+." in page.text
    assert page.press("Keep this pack").errors == ["How many currency cards of each value are in the pack?"]
    counts = {f"currency-{at}": "6" for at in range(5)}
    assert page.press("Keep this pack", **counts).errors == ["A pack has 27 currency cards; this makes 30."]
    counts |= {"currency-4": "3", "out-R1": "3", "out-*#": "1"}
    page = page.press("Keep this pack", chance="yes", **counts)
    assert "The pack: 27 currency cards, 4 other cards taken out." in page.text
    page = tap(tap(page, "R9"), "B1")
    assert "cards bust:" in page.root.one(of="chance").text
    assert key(page, "R1").text == "Red 1 drawn"


def test_the_chance_is_exact(phone: Phone) -> None:
    left = {"R5", "R6", "$1"}
    removed = [card for card in OWNED for _ in range(_copies(card)) if card not in left]
    known = pack(1, 0, 0, 0, 0, removed=removed, chance=True)
    page = at_the_table(phone, known, *draw("R6"))
    assert page.root.one(of="chance").text == "5 of 6 cards bust: 83%"


def _copies(card: str) -> int:
    if card.endswith("#"):
        return 1 if card == "*#" else 2
    return 3 if card[0] != "*" and card[1] <= "6" else 1


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (2, "With 2 players take out the cards marked 3+ and those marked 4+."),
        (3, "With 3 players take out the cards marked 4+."),
        (4, ""),
    ],
)
def test_what_to_take_out_is_said_at_set_up_and_before_the_first_card(
    phone: Phone, players: int, said: str
) -> None:
    page = phone.open("/new/ten/")
    while len(page.root.find("textarea")) < players:
        page = page.press("Add player")
    page = page.press("Next", name=list(NAMES[:players]))
    assert said in page.text
    assert said in at_the_table(phone, players=players).text


# A turn again ------------------------------------------------------------------------------------


def amended(phone: Phone, *raws: Raw, unit: int = 1) -> Page:
    table = at_the_table(phone, *raws).path.removesuffix("scores/")
    return phone.open(f"{table}scores/{unit}")


def story(page: Page) -> list[str]:
    """What the draft holds, in words."""
    return [node.text for node in page.root.one("ol", of="story").find("li")]


def test_a_turn_again_tap_by_tap(phone: Phone) -> None:
    page = amended(phone, *turn("R4 $5", CURRENCY))
    assert story(page)[-1] == "Ana takes 5 tokens, has 10. To the market: red 4."
    page = page.press("Take back").press("Take back")
    assert story(page) == ["Ana draws red 4: total 4."]
    assert page.press("Next: finish the turn").errors == [
        "It is not over yet: draw on, or take the numbers or the currency."
    ]
    page = tap(tap(page, "$3"), "currency", "what")
    assert "Ana: took 3 tokens." in page.text
    page = page.press("Save turn 1")
    assert "changed" in page.text
    assert "8" in who_has_what(phone.open(page.path.replace("scores/", "")))


def test_a_turn_again_from_its_first_card_with_an_auction_and_a_purchase(phone: Phone) -> None:
    page = amended(phone, *turn("R2", CURRENCY), *turn("G1", NUMBERS), *draw("B1"), unit=2)
    page = page.press("Start turn 2 again")
    page = tap(page, "*3")
    assert "Auction of the wild 3" in page.text
    page = page.press("2").press("Pass").press("Pass")
    page = page.press("Pay with that")
    assert story(page)[-1].startswith("Cleo gets the wild 3 for 2")
    page = tap(tap(page, "G1"), "numbers", "what")
    page = page.press("red 2")
    page = page.press("Pay with that")
    assert story(page)[-1] == "Ben buys red 2 with 2 tokens."
    page = page.press("Save turn 2")
    assert "bought red 2" in page.text


def test_a_purchase_that_is_not_paid_for_is_not_lost(phone: Phone) -> None:
    page = amended(phone, *turn("B5", CURRENCY), *turn("R2"), unit=2).press("blue 5")
    assert "Next: pay for blue 5" in page.buttons
    late = page.press("Next: pay for blue 5")
    assert late.status == 422
    assert "Pay with that" in late.buttons
    assert "Ben buys blue 5" in story(late.press("Pay with that"))[-1]


def test_a_turn_again_that_breaks_a_later_one_says_so(phone: Phone) -> None:
    later = [*draw("*1"), *passes(C), bid(A, 8), *passes(B), {"type": "pay", "tokens": 8}]
    page = amended(phone, *turn("R2 $5", CURRENCY), *later)
    page = tap(page.press("Take back"), "numbers", "what")
    assert any("This would no longer fit: Turn 2: Ana bids 8." in error for error in page.errors)
    page = page.press("Save turn 1")
    assert page.status == 422
    assert "Ana can pay up to 6." in page.text


def test_the_last_buying_again(phone: Phone) -> None:
    page = amended(phone, *turn("R1", CURRENCY), LAST, SKIP, SKIP, SKIP, unit=2)
    page = page.press("Start the last buying again")
    page = page.press("red 1").press("Pay with that")
    assert story(page) == ["Ben buys red 1 with 1 token."]
    assert page.press("Next: finish the turn").status == 422
    page = page.press("Cleo does not buy").press("Ana does not buy").press("Save the last buying")
    assert "Ben wins with 1 point." in page.text


@pytest.mark.parametrize("draft", ["", "{", "[1]", "null", "[[]]", json.dumps([{"type": "draw"}] * 3)])
def test_a_draft_that_cannot_be_read_never_fails(phone: Phone, draft: str) -> None:
    page = amended(phone, *turn("R4 $5", CURRENCY), *draw("B1"), *draw("*3"))
    form = page.form("scores/1")
    hidden = [(n.get("name"), n.get("value")) for n in form.find("input") if n.get("type") == "hidden"]
    sent = [pair for pair in hidden if pair[0] != "draft"]
    answer = phone.post(
        form.get("action"), [*sent, ("draft", draft), ("pick", "R4"), ("tokens", "99999999999")]
    )
    assert answer.status == 200


# Junk --------------------------------------------------------------------------------------------

PHASES: list[list[Raw]] = [
    [],
    draw("R4", "$5"),
    draw("*4"),
    [*draw("*4"), bid(B, 2), *passes(C, A)],
    MARKET,
    [*turn("R6 G2", CURRENCY), LAST],
]
FIELDS = [
    "card",
    "number",
    "bid",
    "what",
    "say",
    "buy",
    "seat",
    "price",
    "tokens",
    "busts",
    "pays",
    "pays_for",
]
FIELDS += ["currency-0", "currency-9", "out-R1", "chance", "draft", "take", "pick", "do", "colour"]
WORDS = [
    "",
    "0",
    "1",
    "-1",
    "99999999999",
    "R4",
    "*4",
    "*#",
    "G2",
    "$9",
    "pay",
    "buy",
    "sold",
    "pack",
    "skip",
]
WORDS += ["nobody", "back", "again", "preview", "save", "pass", "numbers", "1:4", "x" * 300, "٣", "[{}]"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    phase=st.sampled_from(PHASES),
    view=st.sampled_from(["", "told", "sold", "buy&card=G2", "pack", "cards", "scores/1"]),
    fields=st.lists(
        st.tuples(st.sampled_from(FIELDS), st.sampled_from(WORDS) | st.text(max_size=4)), max_size=6
    ),
)
def test_any_field_with_anything_in_it(
    app: Flask, phase: list[Raw], view: str, fields: list[tuple[str, str]]
) -> None:
    phone = Phone(app)
    page = at_the_table(phone, *phase)
    token = phone.open("/new/ten/").field("csrf_token")
    place = view if "/" in view else f"?view={view}"
    sent = [("csrf_token", token), ("version", str(len(phase))), *fields]
    assert phone.post(f"{page.path}{place}", sent).status in {200, 404, 422}
    assert phone.open(page.path).status == 200
