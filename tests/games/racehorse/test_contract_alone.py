"""The contract without the bids before it, trump, and who may start a hand."""

from __future__ import annotations

import pytest

from tests.games.racehorse.at_table import (
    PASS,
    SMUDGE,
    TRUMP,
    VOID,
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

# The contract alone ------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, {"how": "bid"}])
@pytest.mark.parametrize("what", [2, 3, 4, SMUDGE])
@pytest.mark.parametrize("seat", [A, B, E])
def test_contract(seat: int, what: object, how: dict[str, str]) -> None:
    match = Match()
    assert match.asked >= {"bid", "contract"}
    step = match.does(contract(seat, what, **how))
    assert match.agreed() == (seat, what, "bid")
    assert text(step.said) == f"{'ABCDE'[seat]} pitches for {str(what).title()}."
    assert match.asked == {"trump", "hand", "void", "stake", "note", "finish"}


@pytest.mark.parametrize("what", [2, 3, 4])
def test_contract_stolen(what: int) -> None:
    step = (match := Match()).does(contract(A, what, how="steal"))
    assert match.agreed() == (A, what, "steal")
    assert text(step.said) == f"A steals at {what} and pitches."


def test_contract_forced_says_so() -> None:
    assert text(Match().does(contract(A, 2, how="forced")).said) == "A is forced to 2."


def test_contract_refused() -> None:
    match = Match()
    match.refuses(contract(B, 1), "bid", "not_a_bid")
    match.refuses(contract(B, PASS), "bid", "not_a_choice")
    match.refuses(contract(5, 2), "seat", "no_such_seat")
    match.refuses(contract(B, 2, how="steal"), "how", "not_the_dealer")
    match.refuses(contract(B, 2, how="forced"), "how", "not_the_dealer")
    match.refuses(contract(A, SMUDGE, how="steal"), "how", "smudge_not_stolen")
    for what in (3, 4, SMUDGE):
        match.refuses(contract(A, what, how="forced"), "bid", "forced")
    match.refuses(contract(A, 2, how="stolen"), "how", "not_a_choice")
    match.does(contract(B, 2))
    match.refuses(contract(C, 3), "type", "auction_over")


def test_contract_of_who_sits_out() -> None:
    Match(about("sit_out", B), players=6).refuses(contract(B, 2), "seat", "sits_out")


@pytest.mark.parametrize("said", [2, PASS])
def test_contract_after_bids(said: object) -> None:
    match = Match(bid(B, said))
    assert "contract" not in match.asked
    match.refuses(contract(C, 3), "type", "auction_under_way")


def test_contract_after_the_auction() -> None:
    match = Match(*EVERYBODY_PASSES)
    match.refuses(contract(A, 3), "type", "auction_over")
    match.does(bid(A, 3))
    match.refuses(contract(A, 4), "type", "auction_over")


def test_after_a_void_hand_the_contract_may_come_again() -> None:
    match = Match(bid(B, 2), VOID, contract(C, 3))
    assert match.agreed() == (C, 3, "bid")


# Trump -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_trump(suit: str) -> None:
    match = Match(contract(B, 3))
    step = match.does({"type": "trump", "suit": suit})
    assert text(step.said) == f"Trump: {suit}."
    assert "trump" not in match.asked
    match.refuses(TRUMP, "suit", "trump_named")


def test_trump_waits_for_the_contract() -> None:
    match = Match()
    match.refuses(TRUMP, "type", "no_contract")
    match.does(bid(B, 2))
    match.refuses(TRUMP, "type", "no_contract")
    Match(contract(B, 2)).refuses({"type": "trump", "suit": "stars"}, "suit", "not_a_choice")


# Who sits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [bid(A, PASS), contract(C, 2), VOID])
def test_too_few_sitting(first: Raw) -> None:
    match = Match(about("sit_out", B))
    refused = match.refuses(first, "type", "too_few_sitting")
    assert text(refused.message) == "A hand needs 5 players: 1 more must sit down."
    assert match.asked == {"dealer", "sit_out", "sit_in", "join", "stake", "note", "finish"}
    assert match.next == {"dealer": A, "hand": 1}
    match.does(about("sit_in", B), bid(B, 2))


@pytest.mark.parametrize("first", [bid(B, PASS), contract(C, 2), VOID])
def test_too_many_sitting(first: Raw) -> None:
    match = Match(join("Ida"), players=8)
    refused = match.refuses(first, "type", "too_many_sitting")
    assert "8 is the most" in text(refused.message)
    assert not match.asked & {"bid", "contract", "hand", "void"}
    match.does(about("sit_out", E), bid(B, 2))


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_five_to_eight_play(players: int) -> None:
    match = Match(players=players)
    for seat in range(1, players):
        match.does(bid(seat, PASS))
    assert match.agreed() == (A, 2, "forced")
    match.does(hand("high", "low", tricks=3))
    assert match.money == [2 * (players - 1), *[-2] * (players - 1)]
