"""The final count alone, who wins, and who pays whom (rules.md §4; wire-format, "stake")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ten.at_table import (
    FINISH,
    LAST,
    SKIP,
    A,
    B,
    C,
    D,
    E,
    Match,
    Raw,
    count,
    draw,
    hand,
    pack,
    run,
    turn,
)
from tests.kernel.reading import text

THREE = (hand("R1 R2 R3", 4), hand("B1 B2", 5), hand("G5", 0))


# The count ---------------------------------------------------------------------------------------


def test_the_count_ends_the_match() -> None:
    match = Match()
    step = match.does(count(*THREE))
    assert text(step.said) == "A wins with 3 points."
    assert (match.scores, match.ranks) == ([3, 2, 1], [1, 2, 3])
    assert match.state.finished
    assert match.asked == ["note"]
    row = step.row
    assert row is not None
    assert (text(row.title), row.unit, list(row.cells)) == ("Final count", 1, [3, 2, 1])
    for entry in (count(*THREE), FINISH, *draw("R4")):
        match.refuses(entry, "type", "match_over")
    match.does({"type": "note", "text": "Again tomorrow."})


def test_notes_do_not_matter() -> None:
    match = Match({"type": "note", "text": "Ana was late."}, count(*THREE))
    assert match.outcome.winners == (A,)


@pytest.mark.parametrize(
    "before", [draw("R3"), draw("*3"), turn("R3"), draw("R9", "R5"), [pack(7, 6, 5, 5, 4)]], ids=str
)
def test_turns_and_the_count_exclude_each_other(before: list[Raw]) -> None:
    match = Match(*before)
    said = match.refuses(count(*THREE), "type", "turns_entered")
    assert said == "The turns of this game are entered: it is counted by itself after the last buying."
    assert "count" not in match.asked
    assert "count" in Match().asked


def test_a_hand_for_each_seat() -> None:
    for hands in ([], [hand()], [hand()] * 4):
        said = Match().refuses(count(*hands), "hands", "hands_per_seat")
        assert said == "One hand for each seat: 3 in all."
    Match().refuses({"type": "count"}, "hands", "missing")
    Match().refuses({"type": "count", "hands": {}}, "hands", "not_a_list")
    Match().refuses(count(*[hand()] * 41), "hands", "too_many")


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        (hand("R1", 11), "tokens", "out_of_range"),
        (hand("R1", -1), "tokens", "out_of_range"),
        (hand("R1", "3"), "tokens", "not_whole"),
        ({"cards": []}, "tokens", "missing"),
        ({"tokens": 3}, "cards", "missing"),
        (hand("$1", 3), "cards.0", "not_a_card"),
        (hand("R1 X1", 3), "cards.1", "not_a_card"),
        ({"cards": "R1", "tokens": 3}, "cards", "not_a_list"),
        (hand("R1", 3, busts=1), "busts", "unknown_field"),
    ],
)
def test_what_is_no_hand(wrong: Raw, field: str, code: str) -> None:
    Match().refuses(count(hand(), wrong, hand()), f"hands.1.{field}", code)


@pytest.mark.parametrize("wrong", [None, 3, "R1", []])
def test_hands_are_objects(wrong: Any) -> None:
    code = "missing" if wrong is None else "not_an_object"
    Match().refuses(count(hand(), wrong, hand()), "hands.1", code)


def test_more_copies_than_the_pack_over_all_hands() -> None:
    Match(count(hand("R1 R1"), hand("R1"), hand("B7")))
    match = Match()
    said = match.refuses(count(hand("R1 R1"), hand("B2"), hand("R1 R1")), "hands.2.cards", "more_than_pack")
    assert said == "Too many copies of red 1: the pack has 3, all hands have 4."
    for twice in ("B7", "*4", "*#"):
        match.refuses(count(hand(twice), hand(twice), hand()), "hands.1.cards", "more_than_pack")
    match.refuses(count(hand("B# B#"), hand("B#"), hand()), "hands.1.cards", "more_than_pack")
    match.refuses(count(hand("R2 R2 R2 R2"), hand(), hand()), "hands.0.cards", "more_than_pack")


def test_ten_numbered_wilds() -> None:
    match = Match(numbered_wilds=10)
    match.refuses(count(hand("*4 *4"), hand("*5 *5"), hand()), "hands.1.cards", "more_than_pack")
    match.refuses(count(hand("*4 *4"), hand("*4"), hand()), "hands.1.cards", "more_than_pack")
    match.does(count(hand("*4 *4"), hand("*5"), hand()))


def test_all_can_have_ten_tokens_and_no_cards() -> None:
    match = Match(count(*[hand("", 10)] * 5), players=5)
    assert match.scores == [0] * 5
    assert match.outcome.winners == (A, B, C, D, E)


# Wilds placed by hand ----------------------------------------------------------------------------


def test_a_placing_as_good_as_the_best() -> None:
    match = Match()
    best = hand("B1 B2 B3 B5 B7 B#", 0, placed=[["B#", "B4"]])
    assert match.warned(count(best, hand(), hand())) == []
    assert match.scores[A] == 5


def test_a_placing_worse_than_the_best_is_a_warning_and_the_best_counts() -> None:
    match = Match()
    worse = hand("B1 B2 B3 B5 B7 B#", 0, placed=[["B#", "B6"]])
    assert match.warned(count(hand(), worse, hand())) == [
        ("placed_worse", "As B placed the wilds they score 3. The best placing scores 5, and counts.")
    ]
    assert match.scores[B] == 5


def test_two_equal_wilds_each_have_a_place() -> None:
    placed = [["B#", "B4"], ["B#", "B6"]]
    match = Match(count(hand("B1 B2 B3 B5 B7 B# B#", 0, placed=placed), hand(), hand()))
    assert match.scores[A] == 7


@pytest.mark.parametrize(
    ("placed", "field", "code"),
    [
        ([["B#", "B4"], ["B#", "B6"]], ".1", "wild_used_twice"),
        ([["B#", "R4"]], ".0", "wild_cannot_stand"),
        ([["*9", "R4"]], ".0", "wild_cannot_stand"),
        ([["R1", "R4"]], ".0", "wild_cannot_stand"),
        ([["*#", "R4"]], ".0", "wild_not_owned"),
        ([["B#"]], ".0", "not_a_pair"),
        ([["B#", "B4", "B5"]], ".0", "not_a_pair"),
        ([["B#", "$4"]], ".0.1", "not_a_card"),
        (["B#"], ".0", "not_a_list"),
        ({"B#": "B4"}, "", "not_a_list"),
    ],
)
def test_where_wilds_cannot_stand(placed: Any, field: str, code: str) -> None:
    wrong = hand("R1 B1 B2 B3 B5 B7 B# *9", 0, placed=placed)
    Match().refuses(count(hand(), wrong, hand()), f"hands.1.placed{field}", code)


# Who wins ----------------------------------------------------------------------------------------


def test_points_win() -> None:
    match = Match(count(hand("R1", 10), hand("B1 B2", 0)), players=2)
    assert (match.outcome.winners, match.why) == ((B,), "B wins with 2 points.")


def test_then_tokens() -> None:
    match = Match(count(hand("R1", 3), hand("B1 B1 B1", 4), hand("G1", 4)))
    assert match.ranks == [2, 2, 1]
    assert match.why == "A, B, C have 1 point; B, C have the most tokens; C has the fewest cards and wins."


def test_then_the_fewest_cards() -> None:
    match = Match(count(hand("R1 R1", 3), hand("B1", 3)), players=2)
    assert (match.ranks, match.outcome.winners) == ([2, 1], (B,))
    assert match.why == "A, B have 1 point and as many tokens; B has the fewest cards and wins."


def test_then_the_win_is_shared() -> None:
    match = Match(count(hand("R1", 3), hand("B1", 3), hand("G1", 2)))
    assert (match.ranks, match.outcome.winners) == ([1, 1, 3], (A, B))
    assert (
        match.why
        == "A, B, C have 1 point; A, B have the most tokens; A, B have as few cards and share the win."
    )
    assert text(match.steps[-1].said) == "A, B share the win with 1 point."
    match = Match(count(hand("R1", 3), hand("B1", 3)), players=2)
    assert match.why == "A, B have 1 point and as many tokens; A, B have as few cards and share the win."


def test_alone_nobody_wins() -> None:
    match = Match(count(hand(run("G", 1, 9), 3)), players=1)
    assert (match.outcome.finished, match.outcome.winners) == (True, ())
    assert (match.scores, match.ranks, match.why) == ([10], [1], "A has 10 points.")
    match = Match(*turn("R1 R2"), LAST, SKIP, SKIP, players=1)
    assert (match.state.finished, match.outcome.winners, match.scores) == (True, (), [2])


def test_a_turn_by_turn_match_is_counted_by_itself() -> None:
    match = Match(*turn("R1"), *turn("B1 B2"), LAST, SKIP, SKIP, SKIP, SKIP)
    assert text(match.steps[-1].said) == "B does not buy. B wins with 2 points."
    assert match.ranks == [2, 1, 3]


def test_before_the_end_points_alone_rank() -> None:
    match = Match(*turn("R1"), *turn("B1")).given(A, tokens=0)
    assert match.ranks == [1, 1, 3]
    assert match.outcome.winners == ()


# Stakes ------------------------------------------------------------------------------------------


def owed(match: Match) -> list[tuple[int, int, int, str]]:
    """Payer, payee, amount and reason of every payment."""
    return [
        (payment.payer, payment.payee, payment.amount, text(payment.reason))
        for step in match.steps
        for payment in step.payments
    ]


def test_each_loser_pays_the_winner() -> None:
    match = Match(count(*THREE), stake={"unit": "USD", "per_match": 500})
    assert owed(match) == [(B, A, 500, "A won the game"), (C, A, 500, "A won the game")]
    assert match.nets == [1000, -500, -500]


def test_and_for_every_point_of_difference() -> None:
    match = Match(count(*THREE), stake={"unit": "chips", "per_difference": 2})
    assert owed(match) == [(B, A, 2, "A won by 1 point"), (C, A, 4, "A won by 2 points")]


def test_a_win_by_tokens_moves_nothing_by_difference() -> None:
    match = Match(
        count(hand("R1", 3), hand("B1", 2)), stake={"unit": "chips", "per_difference": 2}, players=2
    )
    assert owed(match) == []


def test_winners_divide_what_comes_in() -> None:
    """Three losers pay 5 each to two winners: 8 for the first on the left of who goes first, then 7."""
    hands = [hand("R1", 3), hand("B1", 3), hand("G1"), hand("O1"), hand()]
    match = Match(count(*hands), stake={"unit": "chips", "per_match": 5}, players=5)
    assert match.nets == [7, 8, -5, -5, -5]
    match = Match(count(*hands), stake={"unit": "chips", "per_match": 5}, players=5, first=E)
    assert match.nets == [8, 7, -5, -5, -5]
    assert owed(match)[0][3] == "A, B won the game"


def test_odd_units_go_by_the_player_of_the_last_turn() -> None:
    match = Match(
        *draw("R9", "R5"), *turn("B1"), LAST, SKIP, stake={"unit": "chips", "per_match": 5}, players=3
    )
    match.given(A, "G1")
    for _ in range(3):
        match.does(SKIP)
    assert match.outcome.winners == (A, B)
    assert match.nets == [3, 2, -5]  # the last turn was B's: C's left is A


def test_nothing_is_paid_where_nobody_won_or_lost() -> None:
    stake = {"unit": "chips", "per_match": 5, "per_difference": 1}
    assert owed(Match(*turn("R1"), FINISH, stake=stake)) == []
    assert owed(Match(count(hand("R1")), stake=stake, players=1)) == []
    assert owed(Match(count(hand("R1"), hand("B1")), stake=stake, players=2)) == []


def test_nothing_is_played_for_unless_it_is_said() -> None:
    match = Match(count(*THREE))
    assert owed(match) == []
    assert match.nets == [0, 0, 0]
