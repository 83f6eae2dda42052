"""Ranking with ties."""

from collections.abc import Sequence


def ranks(scores: Sequence[int], *, lowest_first: bool = False) -> tuple[int, ...]:
    """The rank of each score: ties share a number and the next one is skipped (1, 1, 3)."""
    order = sorted(scores, reverse=not lowest_first)
    return tuple(order.index(score) + 1 for score in scores)
