"""The cards of Ten Pennies: what each kind counts, how many the packs hold, what a hand can add up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Kind = Literal["low", "high", "deuces", "aces", "jokers"]
KINDS: tuple[Kind, ...] = ("low", "high", "deuces", "aces", "jokers")
"""3 to 9, 10 to king, and three kinds by their names."""
POINTS: Mapping[Kind, int] = {"low": 5, "high": 10, "deuces": 20, "aces": 20, "jokers": 50}
IN_PACK: Mapping[Kind, int] = {"low": 28, "high": 16, "deuces": 4, "aces": 4, "jokers": 2}


def points_of(kinds: Sequence[int]) -> int:
    """What so many of each kind count, in the order of KINDS."""
    return sum(count * POINTS[kind] for kind, count in zip(KINDS, kinds, strict=True))


@dataclass(frozen=True, slots=True)
class Pool:
    """How many cards there are by what they count: 5, 10, 20 (deuces and aces) and 50 points."""

    low: int
    high: int
    twenties: int
    jokers: int

    @classmethod
    def of(cls, packs: int, known: Sequence[int] = (0,) * len(KINDS)) -> Pool:
        """What so many packs hold beside ``known`` cards of each kind."""
        low, high, deuces, aces, jokers = (
            packs * IN_PACK[kind] - count for kind, count in zip(KINDS, known, strict=True)
        )
        return cls(low, high, deuces + aces, jokers)


def _rest(cards: int, points: int, twenties: int, jokers: int) -> tuple[int, int]:
    """How many fives and tens are left beside these; numbers below 0 where that cannot be."""
    left = cards - twenties - jokers
    fives, odd = divmod(points - 20 * twenties - 50 * jokers, 5)
    tens = fives - left
    return (left - tens, tens) if not odd else (-1, -1)


@lru_cache(maxsize=4096)
def ways(cards: int, points: int, pool: Pool) -> tuple[tuple[int, int], ...]:
    """How so many cards can count so many points, as (twenties, jokers): fives and tens follow from these."""
    return tuple(
        (twenties, jokers)
        for jokers in range(min(pool.jokers, cards) + 1)
        for twenties in range(min(pool.twenties, cards - jokers) + 1)
        if _within(pool, *_rest(cards, points, twenties, jokers))
    )


def _within(pool: Pool, low: int, high: int) -> bool:
    return 0 <= low <= pool.low and 0 <= high <= pool.high


def possible_points(cards: int, pool: Pool) -> Iterator[int]:
    """What so many cards can count, the fewest first."""
    return (points for points in range(5 * cards, 50 * cards + 1, 5) if ways(cards, points, pool))


def fit_together(totals: Sequence[tuple[int, int]], pool: Pool) -> bool:
    """Whether hands of so many cards and points each can all come from ``pool`` at once."""
    used = {(0, 0)}
    for cards, points in totals:
        used = {
            (twenties + more, jokers + wilder)
            for twenties, jokers in used
            for more, wilder in ways(cards, points, pool)
            if twenties + more <= pool.twenties and jokers + wilder <= pool.jokers
        }
    cards, points = (sum(total[at] for total in totals) for at in (0, 1))
    return any(_within(pool, *_rest(cards, points, *both)) for both in used)
