"""Bidding: rules.md §1, "Bidding", and what is refused in it. A deals, so B speaks first."""

from __future__ import annotations

import pytest

from scorekeeper.kernel import Ask
from tests.games.racehorse.at_table import (
    ALL,
    GAME,
    PASS,
    SMUDGE,
    TRUMP,
    A,
    B,
    C,
    D,
    E,
    Match,
    Raw,
    about,
    bid,
    contract,
    hand,
    join,
)
from tests.kernel.reading import text

EVERYBODY_PASSES = [bid(seat, PASS) for seat in (B, C, D, E)]
FORCED = contract(A, 2, how="forced")


def asked_bid(match: Match) -> Ask:
    ask = GAME.upcoming(match.state).ask("bid")
    assert ask is not None
    return ask


def may_bid(match: Match) -> list[object]:
    return [choice.value for choice in asked_bid(match).choices if choice.refused is None]


def codes(match: Match) -> dict[object, str]:
    return {choice.value: choice.refused.code for choice in asked_bid(match).choices if choice.refused}


# Order -------------------------------------------------------------------------------------------


def test_left_of_the_dealer_speaks_first_and_it_goes_round() -> None:
    match = Match(first=D)
    spoke = []
    for what in (PASS, 2, PASS, 3, 4):
        spoke.append(match.next["to_bid"])
        match.does(bid(match.next["to_bid"], what))
    assert spoke == [E, A, B, C, D]
    assert match.next["to_bid"] == A  # E passed and is out
    assert match.next == {"dealer": D, "hand": 1, "to_bid": A}


def test_who_passed_is_passed_over() -> None:
    match = Match(bid(B, PASS), bid(C, 2), bid(D, PASS), bid(E, 3), bid(A, PASS))
    assert match.next["to_bid"] == C
    match.refuses(bid(B, 4), "seat", "out_of_turn")
    match.refuses(bid(D, PASS), "seat", "out_of_turn")
    match.does(bid(C, 4), bid(E, PASS))
    assert match.agreed() == (C, 4, "bid")


def test_out_of_turn_is_refused_and_says_whose_turn_it_is() -> None:
    match = Match()
    for seat in (A, C, D, E):
        refused = match.refuses(bid(seat, 2), "seat", "out_of_turn")
        assert text(refused.message) == "It is B’s turn to bid."
    match.does(bid(B, 2))
    match.refuses(bid(B, 3), "seat", "out_of_turn")


def test_last_who_has_not_passed_pitches() -> None:
    match = Match(bid(B, 2), bid(C, PASS), bid(D, PASS), bid(E, PASS))
    assert match.agreed() is None
    step = match.does(bid(A, PASS))
    assert match.agreed() == (B, 2, "bid")
    assert text(step.said) == "A passes. B pitches for 2."
    assert match.next == {"dealer": A, "hand": 1, "pitcher": B, "bid": 2}
    assert match.asked == {"trump", "hand", "void", "stake", "note", "finish"}


def test_players_in_an_order_of_their_own() -> None:
    match = Match(join("Zoe", after=B))
    z = 5
    match.does(bid(B, PASS))
    assert match.next["to_bid"] == z
    match.does(bid(z, 2), bid(C, 3), bid(D, PASS), bid(E, PASS), bid(A, PASS), bid(z, 4), bid(C, PASS))
    assert match.agreed() == (z, 4, "bid")


def test_who_sits_out_is_not_asked() -> None:
    match = Match(about("sit_out", B), about("sit_out", E), players=7)
    match.refuses(bid(B, 2), "seat", "sits_out")
    match.does(bid(C, PASS), bid(D, 2), bid(5, 3))
    match.refuses(bid(E, 4), "seat", "sits_out")
    assert match.next["to_bid"] == 6


# Higher or pass ----------------------------------------------------------------------------------


def test_a_bid_beats_the_one_before() -> None:
    match = Match()
    assert may_bid(match) == [2, 3, 4, SMUDGE, PASS]
    match.does(bid(B, 3))
    assert may_bid(match) == [4, SMUDGE, PASS]
    assert codes(match) == {2: "too_low", 3: "too_low"}
    refused = match.refuses(bid(C, 3), "bid", "too_low")
    assert text(refused.message) == "A bid must beat 3, or pass."
    match.refuses(bid(C, 2), "bid", "too_low")
    match.does(bid(C, 4))
    assert may_bid(match) == [SMUDGE, PASS]


def test_passes_do_not_hide_the_standing_bid() -> None:
    match = Match(bid(B, 3), bid(C, PASS), bid(D, PASS))
    match.refuses(bid(E, 3), "bid", "too_low")


def test_smudge_closes_at_once() -> None:
    step = (match := Match()).does(bid(B, 2), bid(C, SMUDGE))
    assert match.agreed() == (C, SMUDGE, "bid")
    assert text(step.said) == "C bids Smudge. C pitches for Smudge."
    for seat, what in ((D, PASS), (A, SMUDGE), (B, 4)):
        refused = match.refuses(bid(seat, what), "type", "auction_over")
        assert text(refused.message) == "The bidding is over: C pitches for Smudge."


@pytest.mark.parametrize("what", [5, 6, 0, -2, "moon", "Pass", "", "3", True, 2.5, [2], {"bid": 2}])
def test_only_the_bids_of_the_game(what: object) -> None:
    Match().refuses(bid(B, what), "bid", "not_a_choice")


def test_only_the_bids_of_the_table() -> None:
    refused = Match().refuses(bid(B, 1), "bid", "not_a_bid")
    assert text(refused.message) == "The lowest bid at this table is 2."


# The dealer's steal ------------------------------------------------------------------------------


def test_dealer_steals_at_the_same_bid() -> None:
    match = Match(bid(B, 3), bid(C, PASS), bid(D, PASS), bid(E, PASS))
    assert may_bid(match) == [3, 4, SMUDGE, PASS]
    step = match.does(bid(A, 3))
    assert text(step.said) == "A steals at 3."
    assert match.agreed() is None  # B may still bid higher
    step = match.does(bid(B, PASS))
    assert text(step.said) == "B passes. A pitches for 3."
    assert match.agreed() == (A, 3, "steal")


def test_bidding_goes_on_after_a_steal() -> None:
    match = Match(bid(B, 2), bid(C, PASS), bid(D, 3), bid(E, PASS), bid(A, 3))
    assert match.next["to_bid"] == B
    match.refuses(bid(B, 3), "bid", "too_low")
    match.does(bid(B, 4), bid(D, PASS))
    assert match.next["to_bid"] == A
    match.does(bid(A, PASS))
    assert match.agreed() == (B, 4, "bid")


def test_dealer_may_steal_more_than_once() -> None:
    match = Match(bid(B, 2), bid(C, PASS), bid(D, PASS), bid(E, PASS), bid(A, 2), bid(B, 3))
    match.does(bid(A, 3), bid(B, 4), bid(A, 4))
    assert match.agreed() is None
    match.does(bid(B, PASS))
    assert match.agreed() == (A, 4, "steal")


def test_dealer_who_bids_higher_does_not_steal() -> None:
    match = Match(bid(B, 2), bid(C, PASS), bid(D, PASS), bid(E, PASS), bid(A, 2), bid(B, 3), bid(A, 4))
    match.does(bid(B, PASS))
    assert match.agreed() == (A, 4, "bid")


def test_nobody_else_steals() -> None:
    match = Match(bid(B, 2), bid(C, PASS))
    match.refuses(bid(D, 2), "bid", "too_low")


def test_a_smudge_is_never_stolen() -> None:
    match = Match(bid(B, PASS), bid(C, PASS), bid(D, PASS), bid(E, SMUDGE))
    match.refuses(bid(A, SMUDGE), "type", "auction_over")
    match = Match(bid(B, 4), bid(C, PASS), bid(D, PASS), bid(E, PASS), bid(A, 4), bid(B, SMUDGE))
    assert match.agreed() == (B, SMUDGE, "bid")
    match.refuses(bid(A, SMUDGE), "type", "auction_over")


def test_a_steal_pays_like_any_bid() -> None:
    match = Match(bid(B, 3), bid(C, PASS), bid(D, PASS), bid(E, PASS), bid(A, 3), bid(B, PASS))
    match.does(hand("high", "low", "game"))
    assert match.money == [12, -3, -3, -3, -3]


# The forced dealer -------------------------------------------------------------------------------


def test_dealer_is_forced_when_everybody_else_passes() -> None:
    match = Match(*EVERYBODY_PASSES)
    assert text(match.steps[-1].said) == "E passes. A is forced to 2."
    assert match.agreed() == (A, 2, "forced")
    assert match.next == {"dealer": A, "hand": 1, "pitcher": A, "bid": 2}
    assert match.asked == {"bid", "trump", "hand", "void", "stake", "note", "finish"}


FORCED_WAYS = pytest.mark.parametrize("forced", [EVERYBODY_PASSES, [FORCED]], ids=["auction", "contract"])


@FORCED_WAYS
@pytest.mark.parametrize("higher", [3, 4, SMUDGE])
def test_forced_dealer_may_raise_once(forced: list[Raw], higher: object) -> None:
    match = Match(*forced)
    assert asked_bid(match).seats == (A,)
    assert may_bid(match) == [3, 4, SMUDGE]
    assert codes(match) == {2: "too_low", PASS: "forced"}
    step = match.does(bid(A, higher))
    assert text(step.said) == f"A raises to {str(higher).title()}."
    assert match.agreed() == (A, higher, "bid")
    assert "bid" not in match.asked
    match.refuses(bid(A, SMUDGE), "type", "auction_over")
    match.does(TRUMP, hand(*ALL, tricks=6))
    worth = 5 if higher == SMUDGE else int(str(higher))
    assert match.money == [4 * worth, *[-worth] * 4]


@FORCED_WAYS
def test_forced_dealer_cannot_pass_steal_or_lower(forced: list[Raw]) -> None:
    match = Match(*forced)
    refused = match.refuses(bid(A, PASS), "bid", "forced")
    assert text(refused.message) == "Everybody passed, so A is forced to 2."
    refused = match.refuses(bid(A, 2), "bid", "too_low")
    assert text(refused.message) == "To raise, bid more than 2."
    match.refuses(bid(A, 1), "bid", "not_a_bid")


@FORCED_WAYS
def test_only_the_dealer_raises(forced: list[Raw]) -> None:
    match = Match(*forced)
    for seat in (B, C, D, E):
        match.refuses(bid(seat, 3), "seat", "out_of_turn")


@FORCED_WAYS
def test_trump_ends_the_raising(forced: list[Raw]) -> None:
    match = Match(*forced, TRUMP)
    assert "bid" not in match.asked
    match.refuses(bid(A, 3), "type", "auction_over")


@FORCED_WAYS
def test_the_result_ends_the_raising(forced: list[Raw]) -> None:
    match = Match(*forced, hand("high", "low"))
    assert match.money == [8, -2, -2, -2, -2]
    assert match.next["to_bid"] == B  # A made it and deals: a new auction


def test_dealer_who_bid_is_not_forced() -> None:
    match = Match(contract(A, 2))
    match.refuses(bid(A, 3), "type", "auction_over")
    assert "bid" not in match.asked


# The lowest bid 1 --------------------------------------------------------------------------------


def test_min_bid_1() -> None:
    match = Match(min_bid=1)
    assert may_bid(match) == [1, 2, 3, 4, SMUDGE, PASS]
    match.does(bid(B, 1), bid(C, PASS), bid(D, PASS), bid(E, PASS), bid(A, 1), bid(B, PASS))
    assert match.agreed() == (A, 1, "steal")
    match.does(hand("game"))
    assert match.money == [4, -1, -1, -1, -1]


def test_min_bid_1_forces_the_dealer_at_1() -> None:
    match = Match(*EVERYBODY_PASSES, min_bid=1)
    assert match.agreed() == (A, 1, "forced")
    assert may_bid(match) == [2, 3, 4, SMUDGE]
    match.does(hand())
    assert match.money == [-4, 1, 1, 1, 1]
    Match(contract(A, 1, how="forced"), min_bid=1)
    Match(min_bid=1).refuses(contract(A, 2, how="forced"), "bid", "forced")
