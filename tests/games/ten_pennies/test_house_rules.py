"""Every house rule of Ten Pennies, and how a match ends under it (rules.md §3)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.kernel import Refused, read_setup
from tests.games.ten_pennies.at_table import (
    FINISH,
    GAME,
    OUT,
    A,
    B,
    C,
    Match,
    Raw,
    buy,
    ended,
    hand,
    level_rounds,
    playoff,
)
from tests.kernel.reading import text

ONE = hand(low=1)
KING = hand(high=1)


def said(match: Match) -> str:
    assert match.outcome.said is not None
    return text(match.outcome.said)


# Ties --------------------------------------------------------------------------------------------


def tied(players: int, buys: int = 0, **rules: Any) -> Match:
    """Everybody caught with the same in six rounds, and nobody out in the seventh: all tie. A bought."""
    same = [ended(None, *[ONE] * players)] * 7
    return Match(*[buy(A)] * buys, *same, players=players, **rules)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("buys", "odd"), [(0, 0), (1, 1), (2, 2)])
def test_three_tie_and_split_with_odd_coins_from_the_last_dealers_left(
    first: int, buys: int, odd: int
) -> None:
    match = tied(3, buys, first=first)
    assert match.pot == 21 + buys
    # Seven rounds: the first dealer deals the seventh too.
    from_left = [(first + 1) % 3, (first + 2) % 3, first]
    shares = [7 + (seat in from_left[:odd]) for seat in range(3)]
    assert match.nets == [share - paid for share, paid in zip(shares, [7 + buys, 7, 7], strict=True)]
    assert match.outcome.winners == (A, B, C)
    assert match.ranks == [1, 1, 1]


def test_the_tie_of_the_picture() -> None:
    """N5 with 50 points fewer for B, as ux/10b draws it: 95 pennies make 47 and 48."""
    rounds = [
        ended(A, OUT, hand(3, 2), hand(4, aces=1), buys=[1, 0, 2]),
        ended(B, hand(high=2), OUT, hand(1, jokers=1), buys=[1, 0, 1]),
        ended(C, hand(2, deuces=1), hand(12), OUT, buys=[2, 3, 0]),
        ended(A, OUT, hand(high=1), hand(5, 3), buys=[1, 0, 2]),
        ended(B, hand(7, 3, jokers=1), OUT, hand(2, 2, deuces=1), buys=[0, 2, 2]),
        ended(C, hand(1), hand(3, 1), OUT, buys=[3, 3, 2]),
        ended(A, OUT, hand(2, 1, aces=1), hand(high=2, deuces=1), buys=[2, 1, 1]),
    ]
    match = Match(*rounds)
    assert match.points == [170, 170, 240]
    assert match.nets == [20, 13, -33]
    assert match.ranks == [1, 1, 3]
    assert said(match) == (
        "A, B tie and split the bowl. "
        "95 pennies make 47 and 48: the odd one goes to B, first on the last dealer’s left."
    )
    assert [(p.payer, p.payee, p.amount, text(p.reason)) for p in match.payments] == [
        (C, A, 20, "A, B split the bowl"),
        (C, B, 13, "A, B split the bowl"),
    ]


def test_a_winner_may_lose_by_the_split() -> None:
    match = tied(2, 4)
    assert match.pot == 18
    assert match.nets == [-2, 2]
    assert said(match) == "A, B tie and split the bowl. 18 pennies make 9 each."
    assert [(p.payer, p.payee, p.amount) for p in match.payments] == [(A, B, 2)]


def test_two_odd_coins() -> None:
    assert said(tied(3, 2)) == (
        "A, B, C tie and split the bowl. "
        "23 pennies make 7 and 8: the odd ones go to B, C, first on the last dealer’s left."
    )


def test_a_play_off() -> None:
    match = tied(3, 1, tie="playoff")
    assert list(match.outcome.winners) == []
    assert match.nets == [0, 0, 0]
    assert match.next == {"playoff": [A, B, C]}
    assert match.asked == ["playoff", "note", "finish"]
    step = match.does(playoff(B))
    assert match.state.finished
    assert text(step.said) == "B won the play-off."
    assert match.outcome.winners == (B,)
    assert match.nets == [-8, 15, -7]
    assert match.ranks == [2, 1, 2]
    assert said(match) == "A, B, C tied. B won the play-off and takes the bowl: 22 pennies."
    assert step.payments


def test_a_play_off_that_is_not_played() -> None:
    match = tied(3, 1, tie="playoff")
    match.does(FINISH)
    assert match.outcome.winners == (A, B, C)
    assert said(match).startswith("A, B, C tie; without a play-off they split the bowl. 22 pennies make 7")
    assert sum(match.nets) == 0


def test_no_play_off_without_a_tie() -> None:
    match = Match(*level_rounds(6), ended(A, OUT, ONE, ONE), tie="playoff")
    assert match.state.finished
    assert match.outcome.winners == (A,)


def test_fewest_caught_breaks_a_tie() -> None:
    rounds = [ended(None, KING, KING, KING, hand(jokers=1))] * 6
    rounds.append(ended(None, hand(low=2), KING, KING, hand(jokers=1)))
    split = Match(*rounds, players=4)
    assert split.outcome.winners == (A, B, C)
    fewest = Match(*rounds, players=4, tie="fewest_caught")
    assert fewest.outcome.winners == (B, C)
    assert fewest.ranks == [3, 1, 1, 4]
    assert said(fewest).startswith(
        "B, C tie, with as few cards caught, and split the bowl. 29 pennies make 14"
    )
    rounds[0] = ended(None, KING, KING, hand(low=2), hand(jokers=1))
    alone = Match(*rounds, players=4, tie="fewest_caught")
    assert alone.outcome.winners == (B,)
    assert alone.ranks == [2, 1, 2, 4]
    assert said(alone) == ("A, B, C tied. B was caught with the fewest cards and takes the bowl: 30 pennies.")
    assert alone.nets == [-8, 23, -8, -7]


# Nobody went out ---------------------------------------------------------------------------------


def test_nobody_went_out_and_all_score_and_pay() -> None:
    match = Match(buy(B))
    step = match.does(ended(None, ONE, KING, hand(jokers=1)))
    assert match.points == [5, 10, 50]
    assert match.paid_in == [1, 2, 1]
    assert match.state.unit == 2
    assert match.next["dealer"] == B
    assert step.row is not None
    assert step.row.marked == ()
    assert text(step.said) == (
        "Nobody went out. Caught: A (5 points, 1 card), B (10 points, 1 card), C (50 points, 1 card)."
    )


@pytest.mark.parametrize("hands", [[ONE, KING, ONE], [{}, {}, {}]])
def test_nobody_went_out_and_the_round_is_played_again(hands: list[Raw]) -> None:
    match = Match(buy(B), nobody_out="void")
    step = match.does(ended(None, *hands))
    assert text(step.said) == "Nobody went out: round 1 is played again, A deals again."
    assert step.row is None
    assert step.unit == 1
    assert match.points == [0, 0, 0]
    assert match.paid_in == [0, 1, 0]
    assert match.next["round"] == 1
    assert match.next["dealer"] == A
    match.refuses(ended(A, OUT, hand(low=12), ONE), "hands.1", "too_many_cards")  # that buy was another hand
    match.does(ended(A, OUT, ONE, ONE, buys=[0, 1, 0]))
    assert match.paid_in == [0, 3, 1]
    assert match.next["buys_left"] == [10, 8, 10]


# Numbers and the rest ----------------------------------------------------------------------------


def test_unspent_buy_pennies_go_into_the_bowl() -> None:
    match = Match(*[buy(B)] * 4, *level_rounds(6), unspent="bowl")
    assert match.pot == 4 + 12
    match.does(ended(A, OUT, ONE, ONE))
    assert match.pot == 4 + 12 + 2 + 10 + 6 + 10
    assert match.paid_in == [14, 15, 15]
    assert match.nets == [30, -15, -15]


def test_own_upcard_is_only_said() -> None:
    assert Match(*level_rounds(7)).nets == Match(*level_rounds(7), own_upcard="buy").nets


def test_numbers() -> None:
    match = Match(buy(A), buys=2, cards_per_buy=1)
    match.does(buy(A))
    match.refuses(buy(A), "seat", "no_buys_left")
    match.refuses(ended(B, hand(low=14), OUT, ONE), "hands.0", "too_many_cards")
    match.does(ended(B, hand(low=13), OUT, ONE))
    assert Match(buys=0).asked == ["round", "note", "finish"]


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 4)])
def test_packs_by_players(players: int, packs: int) -> None:
    assert Match(players=players).state.rules["packs"] == packs


@pytest.mark.parametrize(
    ("rule", "value"),
    [("buys", -1), ("buys", 31), ("cards_per_buy", 0), ("packs", 0), ("packs", 9), ("tie", "void")],
)
def test_house_rules_out_of_bounds(rule: str, value: object) -> None:
    with pytest.raises(Refused) as refused:
        read_setup(GAME, {"players": ["Ana", "Ben"], "rules": {rule: value}})
    assert refused.value.field == f"rules.{rule}"


# Stopped early -----------------------------------------------------------------------------------


def test_stopped_and_refunded() -> None:
    match = Match(buy(A), ended(A, OUT, ONE, ONE), buy(B))
    step = match.does(FINISH)
    assert match.outcome.winners == ()
    assert match.nets == [0, 0, 0]
    assert match.payments == []
    assert match.paid_in == [1, 2, 1]
    assert [warning.code for warning in step.warnings] == ["round_unfinished"]
    assert said(match) == (
        "Stopped before round 7 was over: everybody gets back what they paid in, nobody wins."
    )


def test_stopped_and_the_leader_takes_the_bowl() -> None:
    match = Match(buy(A), ended(A, OUT, ONE, KING), buy(B), stopped="leader")
    step = match.does(FINISH)
    assert match.outcome.winners == (A,)
    assert match.nets == [3, -2, -1]
    assert said(match) == "Stopped after 1 round: A leads and takes the bowl: 4 pennies."
    assert [(p.payer, p.payee, p.amount) for p in step.payments] == [(B, A, 2), (C, A, 1)]


def test_stopped_before_anybody_leads() -> None:
    match = Match(buy(A), FINISH, stopped="leader")
    assert match.outcome.winners == ()
    assert match.nets == [0, 0, 0]


def test_stopped_with_two_in_the_lead() -> None:
    match = Match(ended(None, ONE, ONE, KING), FINISH, stopped="leader", tie="playoff")
    assert match.outcome.winners == (A, B)
    assert match.nets == [0, 1, -1]  # A dealt, so B gets the odd penny
    assert said(match).startswith("A, B tie; without a play-off they split the bowl. 3 pennies make 1 and 2")
