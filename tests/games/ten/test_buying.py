"""Buying and paying, after a turn and after the last card (rules.md §4, "Buying", "End")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.ten.entries import Paid
from scorekeeper.games.ten.payment import cheapest_cards, proposed_payment, worth
from tests.games.ten.at_table import (
    FINISH,
    LAST,
    NUMBERS,
    SKIP,
    A,
    B,
    C,
    Match,
    bid,
    buy,
    buying,
    draw,
    drawn,
    passes,
    turn,
)
from tests.kernel.reading import text

# A purchase --------------------------------------------------------------------------------------


def test_a_card_of_the_market_at_its_number() -> None:
    match = buying("", tokens=9, market="B7 G2")
    assert match.says(buy("B7", tokens=7)) == "A buys blue 7 with 7 tokens."
    assert (match.owned(A), match.market, match.tokens[A]) == ("R1 B7", "G2", 2)
    assert match.next["seat"] == B


def test_mixed_payment() -> None:
    match = buying("O1 O2", tokens=3, busts=1)
    match.does(buy("B7", tokens=2, busts=1, cards=["O1", "R1"]))
    assert (match.owned(A), match.tokens[A], match.busts[A]) == ("O2 B7", 1, 0)
    assert match.state.spent == ("O1", "R1")


def test_spent_cards_leave_the_match() -> None:
    match = buying("B9 O2 O3", tokens=0, market="G3")
    match.does(buy("G3", cards=["B9", "O2", "O3"]))
    match.refuses(drawn("B9"), "card", "no_copy_left")
    assert match.market == ""


def test_a_wild_may_be_spent() -> None:
    match = buying("*4", tokens=1, market="G2")
    match.does(buy("G2", tokens=1, cards=["*4"]))
    assert match.owned(A) == "R1 G2"


def test_what_is_not_in_the_market() -> None:
    said = buying("").refuses(buy("B6", tokens=5), "card", "not_in_market")
    assert said == "The market does not have blue 6."
    buying("").refuses(buy("$3", tokens=3), "card", "not_in_market")
    buying("").refuses(buy("X1", tokens=3), "card", "not_a_card")
    buying("").refuses({"type": "buy"}, "card", "missing")


def test_a_card_that_is_owned_already() -> None:
    match = buying("G2 B#", market="G2 B2")
    assert match.refuses(buy("G2", tokens=2), "card", "owned_already") == "A owns green 2 already."
    match.refuses(buy("G2", tokens=1, cards=["G2"]), "card", "owned_already")
    assert match.offered("buy", "card") == ["B2"]
    match.does(buy("B2", tokens=2))  # a blue wild that could stand for it is no hindrance


def test_less_than_its_price() -> None:
    match = buying("O1", tokens=5, busts=1)
    said = match.refuses(buy("B7", tokens=2, busts=1, cards=["O1"]), "tokens", "pays_too_little")
    assert said == "The price is 7; this pays 6."
    match.refuses(buy("B7"), "tokens", "pays_too_little")


def test_more_than_one_has() -> None:
    match = buying("O1 O1", tokens=5, busts=1)
    assert match.refuses(buy("B7", tokens=6), "tokens", "too_few_tokens") == "A has 5 tokens."
    assert match.refuses(buy("B7", busts=3), "busts", "too_few_bust_tokens") == "A has 1 bust token."
    said = match.refuses(buy("B7", tokens=5, cards=["O2", "O1"]), "cards", "not_owned")
    assert said == "A does not own orange 2."
    said = match.refuses(buy("B7", tokens=4, cards=["O1", "O1", "O1"]), "cards", "not_owned")
    assert said == "A does not own so many copies of orange 1."
    match.refuses(buy("B7", tokens=11), "tokens", "out_of_range")
    match.refuses(buy("B7", cards=["$1"]), "cards.0", "not_a_card")
    match.refuses(buy("B7", cards="O1"), "cards", "not_a_list")
    match.refuses(buy("B7", cards=["O1"] * 151), "cards", "too_many")


def test_what_is_too_dear_is_offered_with_the_reason() -> None:
    match = buying("", tokens=3, market="B7 G4 R2")
    choices = {one.value: one.refused for one in match.ask("buy").choices if one.field == "card"}
    assert choices["G4"] is None
    assert choices["B7"] is not None
    assert text(choices["B7"].message) == "A can pay up to 4; the price is 7."
    assert match.refuses(buy("B7", tokens=3), "card", "too_dear") == text(choices["B7"].message)
    assert match.offered("buy", "tokens") == [0, 1, 2, 3]
    assert match.offered("buy", "busts") == [0]
    assert match.offered("buy", "cards") == ["R1"]


# When --------------------------------------------------------------------------------------------


def test_no_buying_before_the_numbers_are_taken() -> None:
    match = Match(*draw("R3")).lies("B2")
    said = match.refuses(buy("B2", tokens=2), "type", "no_buying")
    assert said == "A buys only after taking the numbers, and one card."
    match.refuses(SKIP, "type", "no_buying")
    assert "buy" not in match.asked


def test_once_in_a_turn() -> None:
    match = buying("", market="B2 G2")
    match.does(buy("B2", tokens=2))
    match.refuses(buy("G2", tokens=2), "type", "no_buying")
    match.refuses(SKIP, "type", "no_buying")


def test_skipping() -> None:
    match = buying("")
    assert match.says(SKIP) == "A does not buy."
    assert match.next["seat"] == B
    assert "buy" not in Match(*turn("R1")).asked  # the market is empty
    assert "skip" in Match(*turn("R1")).asked


def test_the_purchase_is_on_the_sheet_of_its_turn() -> None:
    match = buying("", market="R2")
    first = match.steps[-1].row
    step = match.does(buy("R2", tokens=2))
    assert first is not None
    assert step.row is not None
    assert (step.row.unit, first.unit) == (1, 1)
    assert list(first.cells) == [1, 0, 0]
    assert list(step.row.cells) == [2, 0, 0]
    assert text(step.row.verdict) == "took numbers, bought red 2"


# Paying too much ---------------------------------------------------------------------------------


def test_a_smaller_payment_would_do() -> None:
    match = buying("", tokens=5, busts=3)
    assert match.warned(buy("B7", busts=3)) == [
        ("pays_too_much", "A loses 2. 2 bust tokens, 1 token would do.")
    ]


def test_a_loss_that_cannot_be_helped_is_no_warning() -> None:
    match = buying("", tokens=0, busts=1, market="B2")
    match.given(A, "O5", tokens=0)
    assert match.warned(buy("B2", busts=1)) == []
    match = Match(*draw("*4")).given(B, tokens=0, busts=2)
    match.does(bid(B, 5), *passes(C, A))
    assert match.warned({"type": "pay", "busts": 2}) == []


def test_more_than_the_least_loss_is_a_warning() -> None:
    match = buying("", tokens=1, busts=3, market="B5")
    match.given(A, "O5")
    # 5 of 1 token, bust tokens and a card: one bust token, a token and a card make it exactly.
    assert match.warned(buy("B5", busts=2)) == [
        ("pays_too_much", "A loses 1. 1 bust token, 1 token, orange 5 would do.")
    ]


@pytest.mark.parametrize(
    ("tokens", "busts", "cards", "price", "paid"),
    [
        (5, 3, "", 7, Paid(1, 2)),
        (5, 3, "", 6, Paid(0, 2)),
        (2, 0, "", 2, Paid(2)),
        (0, 3, "", 7, Paid(0, 3)),
        (0, 2, "O5 O6", 7, Paid(0, 2, ("O6",))),
        (1, 1, "O5", 2, Paid(1, 0, ("O5",))),
        (0, 0, "O5", 2, None),
    ],
)
def test_proposed(tokens: int, busts: int, cards: str, price: int, paid: Paid | None) -> None:
    match = Match().given(A, cards, tokens, busts)
    assert proposed_payment(match.state, A, price) == paid


def test_which_cards_go_first() -> None:
    """Duplicates; numbers in no run; then the shortest run, from its high end; wilds last."""
    match = Match().given(A, "R1 R2 R3 R9 G4 *# B6 B7 R2 O5 O6 O7 O8")
    cheapest = cheapest_cards(match.state, A)
    assert cheapest[:2] == ("R2", "R9")
    assert cheapest[-1] == "*#"
    assert sorted(cheapest) == sorted(match.state.owned[A])


@given(
    tokens=st.integers(0, 10),
    busts=st.integers(0, 5),
    cards=st.lists(st.sampled_from(["R1", "R2", "G5", "B9", "*#", "O#"]), max_size=6),
    price=st.integers(1, 20),
)
def test_the_proposal_is_the_best_of_all(tokens: int, busts: int, cards: list[str], price: int) -> None:
    state = Match().given(A, " ".join(cards), tokens, busts).state
    ways = [
        (t + 3 * b + c - price, c, -b)
        for t in range(tokens + 1)
        for b in range(busts + 1)
        for c in range(len(cards) + 1)
        if t + 3 * b + c >= price
    ]
    paid = proposed_payment(state, A, price)
    if not ways:
        assert paid is None
    else:
        assert paid is not None
        assert (worth(paid) - price, len(paid.cards), -paid.busts) == min(ways)


# After the last card -----------------------------------------------------------------------------


def last_buying(**options: object) -> Match:
    """A's turn was the last; red 2, blue 2 and green 2 lie in the market."""
    return Match(*turn("R1"), LAST, SKIP, **options).lies("R2 B2 G2")  # type: ignore[arg-type]


def test_everybody_once_more_and_the_last_player_last() -> None:
    match = last_buying()
    assert (match.next["seat"], match.next["to_buy"]) == (B, [B, C, A])
    match.does(buy("R2", tokens=2))
    assert match.next["seat"] == C
    assert match.says(SKIP) == "C does not buy."
    match.refuses(buy("R2", tokens=2), "card", "not_in_market")
    said = match.says(buy("B2", tokens=2))
    assert said == "A buys blue 2 with 2 tokens. A wins with 2 points."
    assert match.state.finished
    assert match.outcome.winners == (A,)
    match.refuses(SKIP, "type", "match_over")


def test_the_last_buying_has_a_row_of_its_own() -> None:
    match = last_buying()
    steps = [match.does(buy("R2", tokens=2)), match.does(SKIP), match.does(buy("G2", tokens=2))]
    rows = [step.row for step in steps]
    assert [(row.unit, list(row.cells)) for row in rows if row] == [
        (2, [0, 1, 0]),
        (2, [0, 1, 0]),
        (2, [1, 1, 0]),
    ]
    assert {text(row.title) for row in rows if row} == {"Last buying"}
    assert all(row is not None and row.marked == () for row in rows)


def test_the_last_buying_is_part_of_no_turn() -> None:
    match = last_buying()
    match.refuses(NUMBERS, "type", "pile_empty")
    assert match.does(FINISH).warnings[0].code == "turn_unfinished"
