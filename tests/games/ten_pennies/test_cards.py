"""What hands can count, against every hand there is."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.ten_pennies.cards import (
    IN_PACK,
    KINDS,
    POINTS,
    Pool,
    fit_together,
    points_of,
    possible_points,
    ways,
)


@pytest.mark.parametrize("packs", [1, 2, 4])
@pytest.mark.parametrize("cards", range(1, 8))
def test_possible_points_by_brute_force(packs: int, cards: int) -> None:
    hands = combinations_with_replacement(KINDS, cards)
    held = [hand for hand in hands if all(hand.count(kind) <= packs * IN_PACK[kind] for kind in KINDS)]
    expected = sorted({sum(POINTS[kind] for kind in hand) for hand in held})
    assert list(possible_points(cards, Pool.of(packs))) == expected


def test_a_pack_has_54_cards() -> None:
    assert sum(IN_PACK.values()) == 54


hands = st.tuples(*(st.integers(0, 2 * IN_PACK[kind]) for kind in KINDS))


@given(hands)
def test_every_hand_of_two_packs_can_be_made(hand: tuple[int, ...]) -> None:
    assert ways(sum(hand), points_of(hand), Pool.of(2))


SMALL = Pool(low=2, high=1, twenties=2, jokers=1)


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_hands_together_by_brute_force(sizes: tuple[int, int]) -> None:
    """Six cards in all: which pairs of totals can two players hold at once?"""
    worths = (5, 10, 20, 50)
    have = (SMALL.low, SMALL.high, SMALL.twenties, SMALL.jokers)
    possible = set()
    for first, second in product(*(combinations_with_replacement(worths, size) for size in sizes)):
        if all((first + second).count(worth) <= most for worth, most in zip(worths, have, strict=True)):
            possible.add((sum(first), sum(second)))
    for points in product(range(0, 161, 5), repeat=2):
        assert fit_together(list(zip(sizes, points, strict=True)), SMALL) == (points in possible)


def test_the_largest_table_is_quick() -> None:
    """Seven hands of forty cards in eight packs."""
    totals = [(40, 400), (40, 350), (38, 450), (37, 400), (40, 355), (40, 300), (40, 420)]
    assert fit_together(totals, Pool.of(8))
