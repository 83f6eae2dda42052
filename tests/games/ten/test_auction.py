"""Auctions of wilds: bids, limits, payment, the outcome alone (rules.md §4, "Auction")."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.ten.payment import limit
from tests.games.ten.at_table import (
    CURRENCY,
    LAST,
    NUMBERS,
    SKIP,
    A,
    B,
    C,
    Match,
    bid,
    buy,
    draw,
    drawn,
    passes,
    pay,
    sold,
    turn,
)


def auction(*entries: Any, **options: Any) -> Match:
    """A has drawn the wild 4."""
    return Match(*draw("*4"), *entries, **options)


def test_a_wild_is_auctioned_at_once() -> None:
    match = Match(*draw("R3"))
    assert match.says(*draw("*4")) == "A draws the wild 4: it is auctioned."
    assert match.next["wild"] == "*4"
    assert (match.next["phase"], match.next["seat"], match.next["to_bid"]) == ("auction", A, B)
    assert match.next["tableau"] == ["R3"]
    assert match.asked == ["bid", "sold", "last_card", "pack", "note", "finish"]
    assert match.ask("bid").seats == (B,)


@pytest.mark.parametrize("entry", [*draw("R3"), NUMBERS, CURRENCY, buy("R1"), SKIP])
def test_nothing_else_goes_on_meanwhile(entry: Any) -> None:
    said = auction().refuses(entry, "type", "auction_under_way")
    assert said == "First the auction of the wild 4: B bids or passes."
    said = auction(bid(B, 2), *passes(C, A)).refuses(entry, "type", "payment_due")
    assert said == "First B pays 2 for the wild 4."


def test_bids_go_round_from_the_left_and_the_active_player_is_last() -> None:
    match = auction(players=4)
    spoken = []
    for _ in range(4):
        spoken.append(match.next["to_bid"])
        match.does(*passes(match.next["to_bid"]))
    assert spoken == [B, C, 3, A]


def test_bids_out_of_order_and_twice() -> None:
    match = auction()
    assert match.refuses(bid(C, 2), "seat", "out_of_turn") == "B bids or passes now."
    match.refuses(bid(A, 2), "seat", "out_of_turn")
    match.refuses(bid(7, 2), "seat", "no_such_seat")
    match.does(bid(B, 2))
    said = match.refuses(bid(B, 3), "seat", "bid_already")
    assert said == "B has had the one chance to bid. C is next."


def test_a_bid_beats_the_standing_one() -> None:
    match = auction(bid(B, 2))
    for low in (1, 2):
        assert match.refuses(bid(C, low), "bid", "too_low") == "A bid must beat 2, or pass."
    assert match.offered("bid", "bid") == [3, 4, 5, "pass"]
    match.does(bid(C, 3))


@pytest.mark.parametrize(
    ("value", "code"),
    [(0, "out_of_range"), (-1, "out_of_range"), ("3", "not_whole"), (1.5, "not_whole"), (None, "missing")],
)
def test_what_is_no_bid(value: Any, code: str) -> None:
    auction().refuses(bid(B, value), "bid", code)


def test_nobody_bids_more_than_the_limit() -> None:
    match = auction().given(B, "R1 R2", tokens=3, busts=2)
    assert limit(match.state, B) == 11
    assert match.refuses(bid(B, 12), "bid", "too_high") == "B can pay up to 11."
    match.does(bid(B, 11))
    assert match.offered("bid", "bid") == ["pass"]


def test_no_auction_no_bid() -> None:
    match = Match(*draw("R3"))
    for entry in (bid(B, 2), sold(B, 2)):
        assert match.refuses(entry, "type", "no_auction") == "No wild is up for auction: first draw one."
    assert match.refuses(pay(tokens=1), "type", "no_payment_due") == "Nothing is to be paid now."
    auction().refuses(pay(tokens=1), "type", "no_payment_due")
    over = auction(bid(B, 2), *passes(C, A))
    over.refuses(bid(B, 3), "type", "payment_due")
    over.refuses(sold(B, 3), "type", "payment_due")


def test_the_highest_pays_and_has_the_wild() -> None:
    match = auction(bid(B, 2), bid(C, 4))
    assert match.says(*passes(A)) == "A passes. C gets the wild 4 for 4."
    assert match.next["to_pay"] == C
    assert match.next["bid"] == 4
    assert match.says(pay(tokens=4)) == "C gets the wild 4 for 4, paid with 4 tokens."
    assert match.tokens == [5, 5, 1]
    assert match.owned(C) == "*4"
    assert match.scores == [0, 0, 1]
    assert (match.next["seat"], match.next["phase"]) == (A, "drawing")
    assert "wild" not in match.next


def test_without_fields_tokens_alone_pay() -> None:
    match = auction(bid(B, 2), *passes(C, A), pay())
    assert match.tokens[B] == 3
    match = auction().given(B, "R1 R2")
    match.does(bid(B, 7), *passes(C, A))
    said = match.refuses(pay(), "tokens", "pays_too_little")
    assert said == "B has 5 tokens. The price is 7: say what else pays."


def test_after_the_auction_the_turn_goes_on() -> None:
    match = Match(*draw("R3", "*4"), *passes(B, C, A), *draw("R5"))
    assert match.next["total"] == 8
    assert match.steps[-1].unit == 1


def test_an_auctioned_wild_counts_as_drawn() -> None:
    match = auction(*passes(B, C, A))
    match.refuses(NUMBERS, "what", "no_numbers")
    assert match.says(CURRENCY) == "A takes 0 tokens, has 5."


def test_nobody_bids() -> None:
    match = auction(*passes(B, C))
    assert match.says(*passes(A)) == "A passes. Nobody bid: the wild 4 leaves the game."
    assert match.state.spent == ("*4",)
    assert match.scores == [0, 0, 0]
    match.refuses(drawn("*4"), "card", "no_copy_left")


def test_alone_at_the_table() -> None:
    match = auction(players=1)
    assert match.next["to_bid"] == A
    match.does(bid(A, 1), pay())
    assert match.owned(A) == "*4"


# The outcome alone -------------------------------------------------------------------------------


def test_sold() -> None:
    match = auction().given(C, "R1 R2", busts=1)
    said = match.says(sold(C, 6, busts=1, tokens=2, cards=["R2"]))
    assert said == "C gets the wild 4 for 6, paid with 1 bust token, 2 tokens, red 2."
    assert (match.owned(C), match.tokens, match.busts) == ("R1 *4", [5, 5, 3], [0, 0, 0])
    assert match.next["phase"] == "drawing"
    assert auction(sold(B, 3)).tokens == [5, 2, 5]


def test_sold_to_nobody() -> None:
    match = auction()
    assert match.says(sold(None)) == "Nobody bid: the wild 4 leaves the game."
    said = auction().refuses(sold(None, 3), "price", "nobody_pays")
    assert said == "Nobody bid, so nobody pays: leave the price and the payment out."
    auction().refuses(sold(None, tokens=0), "price", "nobody_pays")
    auction().refuses({"type": "sold"}, "seat", "missing")


def test_sold_after_a_bid() -> None:
    said = auction(bid(B, 2)).refuses(sold(C, 3), "type", "bids_made")
    assert said == "The bidding has begun. Finish it, or undo the bids to enter the outcome alone."
    assert "sold" not in auction(bid(B, 2)).asked
    auction(*passes(B)).refuses(sold(C, 3), "type", "bids_made")


def test_sold_for_what_cannot_be() -> None:
    assert auction().refuses(sold(B), "price", "missing") == "For how much?"
    assert auction().refuses(sold(B, 6), "price", "too_high") == "B can pay up to 5."
    auction().refuses(sold(B, 0), "price", "out_of_range")
    auction().refuses(sold(5, 2), "seat", "no_such_seat")
    auction().refuses(sold(B, 3, tokens=2), "tokens", "pays_too_little")


def test_what_sold_offers() -> None:
    match = auction().given(B, tokens=0)
    assert match.offered("sold", "seat") == [A, C, None]
    assert match.offered("sold", "price") == [1, 2, 3, 4, 5]


def test_a_sold_wild_is_part_of_its_turn() -> None:
    match = Match(*turn("R1"), *draw("*4"), sold(A, 1))
    assert [step.unit for step in match.steps] == [1, 1, 2, 2]
    assert match.does(LAST).row is not None
