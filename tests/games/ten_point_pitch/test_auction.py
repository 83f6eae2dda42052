"""Bidding with one chance each, the forced dealer, the moon, the contract alone, trump (rules.md §2)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.ten_point_pitch import GAME
from tests.games.ten_point_pitch.at_table import (
    FINISH,
    MOON,
    PASS,
    VOID,
    A,
    B,
    C,
    D,
    Match,
    bid,
    bids,
    contract,
    dealer,
    points,
    trump,
)
from tests.kernel.reading import text


def agreed(match: Match) -> tuple[int, object, str] | None:
    hand = match.state.hand
    made = hand.contract if hand else None
    return (made.pitcher, made.bid, made.how) if made else None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((4, 5, 6, 7), (A, 7, "bid")),
        ((PASS, PASS, PASS), (A, 4, "forced")),
        ((PASS, PASS, 9, PASS), (D, 9, "bid")),
        ((10, PASS, PASS, MOON), (A, MOON, "bid")),
        ((MOON,), (B, MOON, "bid")),
        ((5, MOON), (C, MOON, "bid")),
        ((4, PASS, PASS), None),
        ((PASS, PASS), None),
    ],
)
def test_what_the_bidding_comes_to(
    said: tuple[object, ...], expected: tuple[int, object, str] | None
) -> None:
    assert agreed(Match(*bids(*said))) == expected


def test_the_history_of_the_bidding() -> None:
    match = Match()
    lines = [text(match.does(entry).said) for entry in bids(PASS, 5, PASS, MOON)]
    assert lines == ["B passes.", "C bids 5.", "D passes.", "A bids the moon. That ends the bidding."]
    assert Match(*bids(4, 6, PASS, PASS)).said == "A passes. C pitches for 6."
    assert Match(*bids(PASS, PASS, PASS)).said == "D passes. A is forced to 4."
    assert Match(contract(B, 5)).said == "B pitches for 5."
    assert Match(contract(B, MOON)).said == "B shoots the moon."


def test_turns() -> None:
    match = Match(*bids(4))
    assert match.next == {"dealer": A, "hand": 1, "to_bid": C}
    assert match.refuses(bid(D, 5), "seat", "out_of_turn") == "It is C’s turn to bid."
    assert (
        match.refuses(bid(B, 5), "seat", "bid_already") == "B has had the one chance to bid. It is C’s turn."
    )
    match.refuses(bid(4, 5), "seat", "no_such_seat")


def test_a_bid_is_higher_or_a_pass() -> None:
    match = Match(*bids(6))
    for low in (4, 5, 6):
        assert match.refuses(bid(C, low), "bid", "too_low") == "A bid must beat 6, or pass."
    assert match.refuses(bid(C, 3), "bid", "not_a_bid") == "The lowest bid at this table is 4."
    for unknown in (0, 11, -4, "smudge", True, None, 4.5):
        assert match.refuses(bid(C, unknown), "bid", "missing" if unknown is None else "not_a_choice")
    match.does(bid(C, 7.0))


@pytest.mark.parametrize("later", [bid(C, MOON), bid(C, PASS), bid(B, PASS), contract(C, 5)])
def test_nobody_bids_after_the_moon(later: dict[str, object]) -> None:
    sentence = Match(*bids(MOON)).refuses(later, "type", "auction_over")
    assert sentence == "The bidding is over: B shoots the moon."


def test_nobody_bids_after_the_bidding() -> None:
    match = Match(*bids(5, PASS, PASS, PASS))
    assert match.next == {"dealer": A, "hand": 1, "pitcher": B, "bid": 5}
    assert match.asked == {"trump", "hand", "void", "note", "finish"}
    assert match.refuses(bid(A, 6), "type", "auction_over") == "The bidding is over: B pitches for 5."


# The forced dealer -------------------------------------------------------------------------------


def forced(*entries: dict[str, object], **rules: Any) -> Match:
    return Match(*bids(PASS, PASS, PASS), *entries, **rules)


@pytest.mark.parametrize("what", [5, 10, MOON])
def test_a_forced_dealer_may_raise_once(what: object) -> None:
    match = forced()
    assert "bid" in match.asked
    match.does(bid(A, what))
    assert agreed(match) == (A, what, "bid")
    match.refuses(bid(A, MOON), "type", "auction_over")
    assert match.said == f"A raises to {str(what).title()}."


def test_a_forced_dealer_cannot_pass_nor_bid_the_same() -> None:
    match = forced()
    sentence = match.refuses(bid(A, PASS), "bid", "forced")
    assert sentence == "Everybody else passed, so A is forced to 4."
    assert match.refuses(bid(A, 4), "bid", "too_low") == "To raise, bid more than 4."
    assert match.refuses(bid(B, 5), "seat", "out_of_turn")


def test_after_trump_or_the_result_no_raise() -> None:
    match = forced(trump())
    assert "bid" not in match.asked
    match.refuses(bid(A, 5), "type", "auction_over")
    match = forced(points(4, 6))
    assert match.totals == (4, 6)
    assert match.refuses(bid(A, 5), "seat", "out_of_turn") == "It is C’s turn to bid."


def test_min_bid() -> None:
    assert agreed(forced(min_bid=2)) == (A, 2, "forced")
    match = Match(min_bid=6)
    match.refuses(bid(B, 5), "bid", "not_a_bid")
    match.refuses(contract(B, 5), "bid", "not_a_bid")
    match.does(bid(B, 6))


# House rules of the bidding ----------------------------------------------------------------------


def test_all_pass_redeal() -> None:
    match = Match(*bids(PASS, PASS, PASS), all_pass="redeal")
    assert match.next["to_bid"] == A
    assert agreed(match) is None
    step = match.does(bid(A, PASS))
    assert match.said == "A passes. Everybody passed: A deals again."
    assert step.row is not None
    assert (step.row.unit, step.row.cells, step.unit) == (1, (0, 0, 0, 0), 1)
    assert match.next == {"dealer": A, "hand": 2, "to_bid": B}
    match.does(*bids(PASS, PASS, PASS), bid(A, 4))
    assert agreed(match) == (A, 4, "bid")


def test_ten_is_moon() -> None:
    match = Match(*bids(9, 10), ten_is_moon=True)
    assert agreed(match) == (C, MOON, "bid")
    assert agreed(Match(contract(D, 10), ten_is_moon=True)) == (D, MOON, "bid")
    ask = Match(ten_is_moon=True)
    offered = GAME.upcoming(ask.state).ask("bid")
    assert offered is not None
    assert [choice.value for choice in offered.choices] == [4, 5, 6, 7, 8, 9, MOON, PASS]
    Match(*bids(10), ten_is_moon=True).refuses(bid(C, MOON), "type", "auction_over")
    assert agreed(forced(min_bid=10, ten_is_moon=True)) == (A, MOON, "forced")
    assert "bid" not in forced(min_bid=10, ten_is_moon=True).asked
    assert agreed(Match(*bids(10, PASS, PASS, PASS))) == (B, 10, "bid")


# The contract alone, trump, the deal -------------------------------------------------------------


def test_contract_after_bids() -> None:
    match = Match(*bids(PASS))
    assert "contract" not in match.asked
    match.refuses(contract(C, 5), "type", "auction_under_way")
    Match().refuses(contract(4, 5), "seat", "no_such_seat")
    Match().refuses(contract(B, PASS), "bid", "not_a_choice")


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_trump(suit: str) -> None:
    match = Match(contract(B, 5))
    match.does(trump(suit))
    assert match.said == f"Trump: {suit}."
    assert "trump" not in match.asked
    assert (
        match.refuses(trump(), "suit", "trump_named") == f"Trump is {suit} already. Undo that to change it."
    )
    Match().refuses(trump(), "type", "no_contract")
    Match(contract(B, 5)).refuses(trump("stars"), "suit", "not_a_choice")


def test_the_deal_passes_left_and_a_void_hand_does_not_count() -> None:
    match = Match(contract(A, 4), points(4, 6), first=D)
    assert match.next["dealer"] == A
    match.does(*bids(4), VOID)
    assert (match.next["dealer"], match.next["hand"], match.totals) == (A, 3, (4, 6))
    assert match.said == "Hand 2 is void. A deals again."
    match.does(VOID)
    assert match.next == {"dealer": A, "hand": 4, "to_bid": B}


def test_another_dealer() -> None:
    match = Match()
    step = match.does(dealer(C))
    assert [(w.code, w.message.text) for w in step.warnings] == [
        ("dealer_overridden", "By the rules %(who)s would deal.")
    ]
    assert match.next["dealer"] == C
    match.does(contract(D, 4))
    assert match.refuses(dealer(B), "type", "hand_under_way")
    match.does(points(4, 6))
    assert match.next["dealer"] == D  # left of who dealt
    assert match.does(dealer(D)).warnings == ()
    match.refuses(dealer(4), "seat", "no_such_seat")
    match.does(dealer(B), VOID)
    assert match.next["dealer"] == B


def test_finishing_within_a_hand_is_a_warning() -> None:
    step = Match(*bids(5)).does(FINISH)
    assert [warning.code for warning in step.warnings] == ["hand_unfinished"]
    assert Match().does(FINISH).warnings == ()
