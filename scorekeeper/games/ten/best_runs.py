"""The search for the best count: which run each colour gets (rules.md §4, "Score").

A colour wild serves its own colour alone; what the colours compete for are the *shared* wilds, numbered and
full. Each shared wild owned gets a bit, so that a number says which of them are used: of the wilds 2 and 5
and the full wild, 0b101 is the wild 2 and the full wild. A *set* of such numbers is one long integer, in
which bit n stands for the number n. "Use this wild as well, where it is not used yet" is then a mask and a
shift for a whole set. The sets for 0, 1, 2 … points lie side by side, so that "a point more" is a shift too.

One walk through the numbers 1 to 9 of each colour, colour after colour, finds all that can be reached; the
highest bit tells the best score. A second walk, backwards, finds the runs. How long it takes depends on how
many wilds there are and hardly on the other cards: no hand makes it search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.games.ten.cards import COLOUR_WILDS, COLOURS, FULL_WILD, HIGHEST, NUMBERED_WILDS, NUMBERS

Run = tuple[int, int] | None
"""First and last number of a run; None where there is no card."""

WHOLE = (1 << HIGHEST) - 1
"""All the numbers 1 to 9 of a colour."""
_ANY_NUMBER = 0
_MOST_SHARED = len(NUMBERED_WILDS) + 2
"""The numbered wilds, one of them twice, and the full wild."""
# With it a run 1–9 weighs more than four runs of nine without: a larger bonus changes no decision.
_LARGEST_BONUS = len(COLOURS) * HIGHEST + 1 - HIGHEST


@dataclass(frozen=True, slots=True)
class Holding:
    """What counts of a player's cards, whatever their order.

    By colour: ``naturals``, a bit for each number owned (1 for the number 1, 2 for 2, 4 for 3 …), and
    ``own_wilds``, how many colour wilds. ``shared``: the number of each numbered wild, ascending, then 0 for
    the full wild.
    """

    naturals: tuple[int, ...]
    own_wilds: tuple[int, ...]
    shared: tuple[int, ...]

    @classmethod
    def of(cls, cards: Sequence[str]) -> Holding:
        """What counts of ``cards``; raises ValueError for more numbered and full wilds than a pack has."""
        copies = Counter(cards)
        numbered = [n for n, wild in zip(NUMBERS, NUMBERED_WILDS, strict=True) for _ in range(copies[wild])]
        shared = (*numbered, *[_ANY_NUMBER] * copies[FULL_WILD])
        if len(shared) > _MOST_SHARED:
            raise ValueError(f"no pack has {len(shared)} wilds beside the colour wilds")
        return cls(
            tuple(sum(1 << n - 1 for n in NUMBERS if f"{colour}{n}" in copies) for colour in COLOURS),
            tuple(copies[wild] for wild in COLOUR_WILDS),
            shared,
        )

    def has(self, colour: int, number: int) -> bool:
        """Whether this number of the colour (its place in COLOURS) is owned as a number card."""
        return bool(self.naturals[colour] >> number - 1 & 1)


def best_runs(holding: Holding, *, bonus: int, naturals_only: bool) -> tuple[Run, ...]:
    """The run of each colour with the best score: the sum of their lengths, and ``bonus`` for each run 1–9.

    Among equals: the fewest wilds; then the longest run for the first colour, the lowest of these; then the
    same for the next colour. ``bonus`` is 0 or more.
    """
    search = _Search(holding, bonus, naturals_only)
    reached = [1]  # no points, no wild used; then after each colour, the last one first
    for colour in reversed(range(len(COLOURS))):
        reached.append(search.after(colour, reached[-1]))
    points, used = search.best(reached.pop())
    runs: list[Run] = []
    for colour in range(len(COLOURS)):
        run, points, used = search.run_of(colour, points, used, reached.pop())
        runs.append(run)
    return tuple(runs)


@lru_cache(maxsize=16)
def without(shared: int, bits: int) -> tuple[int, ...]:
    """For each of so many shared wilds: the set of all numbers without it, at least ``bits`` long."""
    masks = []
    for wild in range(shared):
        mask, length = (1 << (1 << wild)) - 1, 2 << wild
        while length < bits:
            mask |= mask << length
            length *= 2
        masks.append(mask)
    return tuple(masks)


class _Search:
    """One search. Sets of used wilds are integers as the module says; ``size`` bits of them for each point.

    While a colour's run grows, a list of sets stands for it: by how many of the colour's own wilds are in it.
    """

    def __init__(self, holding: Holding, bonus: int, naturals_only: bool) -> None:
        self.holding = holding
        self.size = 1 << len(holding.shared)
        self.whole_run = [
            HIGHEST + (0 if naturals_only and numbers != WHOLE else min(bonus, _LARGEST_BONUS))
            for numbers in holding.naturals
        ]
        self.without = without(len(holding.shared), (sum(self.whole_run) + 1) * self.size)
        self.standing_for = {
            number: [wild for wild, own in enumerate(holding.shared) if own in (number, _ANY_NUMBER)]
            for number in NUMBERS
        }

    def after(self, colour: int, before: int) -> int:
        """What can be reached with any run of this colour, or none, from what was reached ``before``."""
        none = [0] * self.holding.own_wilds[colour]
        run, whole, found = [0, *none], [before, *none], before
        for number in NUMBERS:
            run[0] |= before  # a run may begin here
            run = [used << self.size for used in self._with(run, colour, number)]
            whole = self._with(whole, colour, number)
            for used in run:
                found |= used
        for used in whole:
            found |= used << self.whole_run[colour] * self.size
        return found

    def _with(self, run: list[int], colour: int, number: int) -> list[int]:
        """The run with this number as well: the card itself, else a shared wild or one of its own."""
        if self.holding.has(colour, number):
            return run
        longer = [0, *run[:-1]]
        for own, used in enumerate(run):
            if used:
                longer[own] |= self._one_more(used, self.standing_for[number])
        return longer

    def _one_more(self, used: int, wilds: Sequence[int]) -> int:
        """The set where to each of ``used`` one of these wilds came."""
        more = 0
        for wild in wilds:
            more |= (used & self.without[wild]) << (1 << wild)
        return more

    def best(self, reached: int) -> tuple[int, int]:
        """The most points reached, and the sets of wilds that do it with the fewest.

        The fewest shared wilds make the fewest wilds: with the most points, a colour short of 1–9 uses all
        its own (one left over would make the run longer), and one with 1–9 needs what it needs.
        """
        points = (reached.bit_length() - 1) // self.size
        reached >>= points * self.size
        fewest = 1
        while not fewest & reached:
            fewest = self._one_more(fewest, range(len(self.holding.shared)))
        return points, fewest & reached

    def run_of(self, colour: int, points: int, used: int, before: int) -> tuple[Run, int, int]:
        """The colour's run on the way from ``before`` to so many points, with one of the sets ``used``.

        Answers with the run, and the points and the sets before it. The longest run, then the lowest.
        """
        ways = []
        for first, last, earlier in self._ways(colour, used):
            length = last - first + 1
            left = points - (length if length < HIGHEST else self.whole_run[colour])
            common = earlier & before >> left * self.size if left >= 0 else 0
            if common:
                ways.append((length, -first, (first, last), left, common))
        if not ways:
            return None, points, used & before >> points * self.size
        return max(ways)[2:]

    def _ways(self, colour: int, used: int) -> Iterator[tuple[int, int, int]]:
        """Every run of the colour, as first and last number, with the wilds used before it came."""
        for first in NUMBERS:
            run = [used, *[0] * self.holding.own_wilds[colour]]
            for last in range(first, HIGHEST + 1):
                run = self._before(run, colour, last)
                earlier = 0
                for one in run:
                    earlier |= one
                if not earlier:
                    break
                yield first, last, earlier

    def _before(self, run: list[int], colour: int, number: int) -> list[int]:
        """As :meth:`_with`, backwards: the wilds used before this number came."""
        if self.holding.has(colour, number):
            return run
        shorter = [0, *run[:-1]]
        for own, used in enumerate(run):
            if used:
                for wild in self.standing_for[number]:
                    shorter[own] |= used >> (1 << wild) & self.without[wild]
        return shorter
