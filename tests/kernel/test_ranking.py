from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.kernel import ranks


def test_ties_share_a_rank_and_the_next_is_skipped() -> None:
    assert ranks([50, 50, 30]) == (1, 1, 3)
    assert ranks([30, 50, 50, 10, 10]) == (3, 1, 1, 4, 4)
    assert ranks([0, 0, 0]) == (1, 1, 1)
    assert ranks([-5, 3]) == (2, 1)
    assert ranks([]) == ()


def test_lowest_first() -> None:
    assert ranks([170, 220, 240], lowest_first=True) == (1, 2, 3)
    assert ranks([5, 1, 5, 1], lowest_first=True) == (3, 1, 3, 1)


@given(st.lists(st.integers(-5, 5), min_size=1))
def test_a_rank_is_one_more_than_those_ahead(scores: list[int]) -> None:
    assert list(ranks(scores)) == [1 + sum(other > score for other in scores) for score in scores]
    assert ranks(scores, lowest_first=True) == ranks([-score for score in scores])
