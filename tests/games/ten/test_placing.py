"""The best placing of the wilds, and one made by hand: rules.md §4, "Score", "Refuse" and T1–T7."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorekeeper.games.ten.cards import FULL_WILD, NUMBER_CARDS, NUMBERED_WILDS, NUMBERS
from scorekeeper.games.ten.placing import Placing, best_placing, score_of_placing
from scorekeeper.kernel import Refused
from tests.kernel.reading import text

Cards = tuple[str, ...]
GREEN = tuple(f"G{number}" for number in NUMBERS)


def best(cards: str | Cards, bonus: int = 1, *, naturals_only: bool = False) -> Placing:
    hand = tuple(cards.split()) if isinstance(cards, str) else cards
    return best_placing(hand, bonus=bonus, naturals_only=naturals_only)


def by_hand(cards: str, *stands: tuple[str, str], bonus: int = 1, naturals_only: bool = False) -> int:
    return score_of_placing(cards.split(), stands, bonus=bonus, naturals_only=naturals_only)


# Examples ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "score"),
    [
        pytest.param("B1 B2 B3 B5 B7", 3, id="T1"),
        pytest.param("R3 R4 R5 R6 R7 G1 G2 G3 B5 B6 O9", 11, id="T2"),
        pytest.param("G1 G2 G3 G4 G5 G6 G7 G8 G9", 10, id="T3"),
        pytest.param("B1 B2 B3 B5 B7 B#", 5, id="T4 one"),
        pytest.param("B1 B2 B3 B5 B7 B# B#", 7, id="T4 two"),
        pytest.param("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4", 9, id="T5"),
        pytest.param("R1 R2 R3 R4 R5 R6 B2 B3 B4 G7 G8 R# G# *8 *9 *#", 17, id="T6"),
        pytest.param(" ".join(NUMBER_CARDS), 40, id="T7"),
        pytest.param("", 0, id="no cards"),
        pytest.param("R4 R4 R5 R5", 2, id="duplicates"),
        pytest.param("$3 R4", 1, id="currency counts nothing"),
    ],
)
def test_scores(cards: str, score: int) -> None:
    assert best(cards).score == score


def test_colour_by_colour_is_wrong() -> None:
    """T5: the wild makes blue 1–5, two more; for red it is four more, although blue was asked first."""
    assert best("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4") == Placing(9, ((2, 7), (1, 3), None, None), (("*4", "R4"),))


def test_one_number_twice() -> None:
    assert best("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4 *4") == Placing(
        11, ((2, 7), (1, 5), None, None), (("*4", "R4"), ("*4", "B4"))
    )


@pytest.mark.parametrize(
    ("bonus", "naturals_only", "with_wild", "without"),
    [(1, False, 10, 10), (1, True, 9, 10), (5, False, 14, 14), (5, True, 9, 14), (0, False, 9, 9)],
)
def test_the_bonus(bonus: int, naturals_only: bool, with_wild: int, without: int) -> None:
    assert best((*GREEN[:-1], "G#"), bonus, naturals_only=naturals_only).score == with_wild
    assert best(GREEN, bonus, naturals_only=naturals_only).score == without


@pytest.mark.parametrize(
    ("bonus", "naturals_only", "score", "runs"),
    [
        (0, False, 11, ((7, 9), (1, 7), (9, 9), None)),  # the wild 8 joins red 7 and 9
        (2, True, 11, ((7, 9), (1, 7), (9, 9), None)),
        (2, False, 12, ((7, 7), (1, 9), None, None)),  # both wilds make blue 1–9
        (1_000_000, False, 1_000_010, ((7, 7), (1, 9), None, None)),
    ],
)
def test_the_bonus_decides(bonus: int, naturals_only: bool, score: int, runs: object) -> None:
    placing = best("R7 R9 B1 B2 B3 B4 B5 B6 B7 *8 *9", bonus, naturals_only=naturals_only)
    assert (placing.score, placing.runs) == (score, runs)


@pytest.mark.parametrize(
    ("cards", "runs", "stands"),
    [
        pytest.param("R5 R6 R1 R2", ((1, 2), None, None, None), (), id="the lowest run"),
        pytest.param(
            "R1 R2 B1 B2 O1 O2 G1 G2 G4 *3 *4",
            ((1, 2), (1, 2), (1, 2), (1, 4)),
            (("*3", "G3"),),
            id="the fewest wilds",  # red 1–4 takes two
        ),
        pytest.param("B4 R4 *5", ((4, 5), (4, 4), None, None), (("*5", "R5"),), id="the first colour"),
        pytest.param("*7", ((7, 7), None, None, None), (("*7", "R7"),), id="a wild alone is a run"),
        pytest.param(
            " ".join([*NUMBER_CARDS[:-1], "G#", "*9", FULL_WILD]),
            ((1, 9),) * 4,
            (("G#", "G9"),),
            id="a colour wild before the others",
        ),
        pytest.param(
            " ".join([*NUMBER_CARDS[:-1], "*9", FULL_WILD]),
            ((1, 9),) * 4,
            (("*9", "G9"),),
            id="the full wild last",
        ),
        pytest.param(
            "R3 R5 R# *2", ((2, 5), None, None, None), (("*2", "R2"), ("R#", "R4")), id="each where it can"
        ),
    ],
)
def test_a_choice_among_equals(cards: str, runs: object, stands: object) -> None:
    placing = best(cards)
    assert (placing.runs, placing.stands) == (runs, stands)


def test_more_wilds_than_any_pack_has() -> None:
    with pytest.raises(ValueError, match="12 wilds"):
        best((*NUMBERED_WILDS, "*4", FULL_WILD, FULL_WILD))


# By hand -----------------------------------------------------------------------------------------


def test_a_placing_made_by_hand() -> None:
    assert by_hand("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4", ("*4", "B4")) == 8
    assert by_hand("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4", ("*4", "R4")) == 9
    assert by_hand("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4") == 6


def test_the_longest_run_counts_wherever_the_wilds_are() -> None:
    assert by_hand("R1 R2 R3 R6 R# R#", ("R#", "R8"), ("R#", "R9")) == 3


def test_the_bonus_by_hand() -> None:
    eight = " ".join(GREEN[:-1])
    assert by_hand(f"{eight} G#", ("G#", "G9"), bonus=3) == 12
    assert by_hand(f"{eight} G#", ("G#", "G9"), bonus=3, naturals_only=True) == 9


def test_a_wild_for_a_card_that_is_there_is_a_duplicate() -> None:
    assert by_hand("R1 R2 R# *2", ("R#", "R2"), ("*2", "R2")) == 2
    whole = " ".join(GREEN)
    assert by_hand(f"{whole} G#", ("G#", "G5"), naturals_only=True) == 10


@pytest.mark.parametrize(
    ("stands", "field", "code", "sentence"),
    [
        (
            [("R#", "R1"), ("*4", "R4"), ("*4", "B4")],
            "placed.2",
            "wild_used_twice",
            "Each wild stands for one card: the wild 4 is placed more often than this hand has it.",
        ),
        (
            [("G#", "G1")],
            "placed.0",
            "wild_not_owned",
            "This hand does not have a green wild. Only its own wilds can stand in it.",
        ),
        (
            [("R#", "B1")],
            "placed.0",
            "wild_cannot_stand",
            "A colour wild stands for its own colour only: a red wild cannot stand for blue 1.",
        ),
        (
            [("*4", "R4"), ("*5", "B6")],
            "placed.1",
            "wild_cannot_stand",
            "A numbered wild stands for its own number only: the wild 5 cannot stand for blue 6.",
        ),
        ([("R4", "R5")], "placed.0", "wild_cannot_stand", "Only wilds stand for other cards, not red 4."),
        *(
            (
                [(FULL_WILD, card)],
                "placed.0",
                "wild_cannot_stand",
                f"A wild stands for a number of a colour, not for {words}.",
            )
            for card, words in (("*4", "the wild 4"), ("R#", "a red wild"), ("$4", "currency 4"))
        ),
    ],
)
def test_refusals(stands: Sequence[tuple[str, str]], field: str, code: str, sentence: str) -> None:
    hand = "R2 R# R# *4 *5 *#"
    with pytest.raises(Refused) as refused:
        by_hand(hand, *stands)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert text(refused.value.message) == sentence


def test_two_of_a_kind_serve_twice() -> None:
    assert by_hand("R2 R# R#", ("R#", "R1"), ("R#", "R3")) == 3
