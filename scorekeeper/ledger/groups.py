"""The largest number of groups whose balances cancel: the exact half of the settlement.

A group of n people whose balances add up to 0 settles among themselves with n - 1 payments. So the fewest
payments for everybody come from the split into the *most* such groups. Finding it is hard in general
(subset sums); it is quick for a table of people, because of three things:

* People with the same balance are interchangeable. A group is therefore not a set of people but says how many
  people of each balance it takes.
* A group's sum of what comes in equals its sum of what goes out. So the groups are found by meeting in the
  middle: the sums of those who get, looked up among the sums of those who owe.
* Somebody's group is needed anyway. So a search tries only the groups of one person at a time, the smallest
  first, and stops when no better split is possible.

A group is held as one integer, with a field of bits for each balance counting the people it takes and a spare
bit (the guard) on top of each field: whether ``group`` fits into ``rest`` is then one subtraction, which
leaves all guards standing exactly if no field had to borrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import prod

ALWAYS_EXACT = 16
"""Up to so many people the split is found whatever their balances are."""

SUMS = 1 << 14
"""The most sums looked at on either side. 2 against 14 people, all different, need exactly these."""

GROUPS = 1 << 14
"""The most groups searched. 16 people have at most 12,870 (Littlewood and Offord's bound)."""


class TooMuchWork(Exception):
    """The search was given up because it would take longer than it may."""


class Work:
    """A bounded amount of searching, in groups tried, so that a plan never depends on a clock."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take ``steps`` off what is left; raises :class:`TooMuchWork` when there is not enough."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork


def most_groups(balances: Mapping[int, int], work: Work) -> list[tuple[int, ...]]:
    """Split people with open balances (none is 0, their sum is 0) into as many zero-sum groups as possible.

    Among the splits with the most groups: the lowest seat is in the smallest possible group, of those in the
    one with the lowest seats; then the lowest seat that is left, and so on. The groups come in that order,
    their seats ascending. Raises :class:`TooMuchWork` instead of searching longer than ``work`` allows; for
    up to :data:`ALWAYS_EXACT` people ``work`` does not count.
    """
    if not balances:
        return []
    gets = sum(amount > 0 for amount in balances.values())
    if min(gets, len(balances) - gets) == 1:
        return [tuple(sorted(balances))]
    return _Search(balances, Work(1 << 62) if len(balances) <= ALWAYS_EXACT else work).split()


class _Search:
    """One search; see the module for how groups are held."""

    def __init__(self, balances: Mapping[int, int], work: Work) -> None:
        self.work = work
        self.seats: dict[int, list[int]] = defaultdict(list)
        for seat in sorted(balances):
            self.seats[balances[seat]].append(seat)
        for sign in (1, -1):
            self._spend_on_sums(len(same) for amount, same in self.seats.items() if sign * amount > 0)
        self.shifts: dict[int, int] = {}
        self.field_at: list[int] = []
        """For each bit the field it belongs to."""
        self.guards = 0
        self.everybody = 0
        for amount in sorted(self.seats, key=lambda amount: (-abs(amount), amount)):
            people = len(self.seats[amount])
            shift = len(self.field_at)
            self.field_at += [len(self.shifts)] * (people.bit_length() + 1)
            self.shifts[amount] = shift
            self.everybody |= people << shift
            self.guards |= 1 << (len(self.field_at) - 1)
        self.groups = self._zero_sum_groups()
        self.smallest = self.groups[0][0]
        self.by_field: list[list[tuple[int, int]]] = [[] for _ in self.shifts]
        for size, group in self.groups:
            self.by_field[self._lowest_field(group)].append((size, group))
        self.known: dict[int, int] = {0: 0}

    def _spend_on_sums(self, people: Iterable[int]) -> None:
        """Pay for the sums of one side, given how many people have each of its balances."""
        count = prod(same + 1 for same in people)
        if count > SUMS:
            raise TooMuchWork
        self.work.spend(count)

    def _zero_sum_groups(self) -> list[tuple[int, int]]:
        """All groups whose balances cancel, with their sizes, the smallest first."""
        gets = self._sums(amount for amount in self.shifts if amount > 0)
        owes = self._sums(amount for amount in self.shifts if amount < 0)
        there = [(gets[total], owes[-total]) for total in gets if total and -total in owes]
        count = sum(len(some) * len(others) for some, others in there)
        if count > GROUPS:
            raise TooMuchWork
        self.work.spend(count)
        return sorted(
            (size + other_size, group + other)
            for some, others in there
            for size, group in some
            for other_size, other in others
        )

    def _sums(self, amounts: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
        """By sum, all ways (size and group) of taking people with these ``amounts``."""
        ways = [(0, 0, 0)]
        for amount in amounts:
            one = 1 << self.shifts[amount]
            ways = [
                (total + amount * people, size + people, group + one * people)
                for people in range(len(self.seats[amount]) + 1)
                for total, size, group in ways
            ]
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for total, size, group in ways:
            found[total].append((size, group))
        return found

    def _lowest_field(self, group: int) -> int:
        return self.field_at[(group & -group).bit_length() - 1]

    def _fits(self, group: int, rest: int) -> bool:
        return ((rest | self.guards) - group) & self.guards == self.guards

    def most(self, rest: int, people: int) -> int:
        """Into how many groups the ``people`` of ``rest``, whose balances cancel, can be split at most."""
        if rest in self.known:
            return self.known[rest]
        guards = self.guards
        guarded = rest | guards
        best, tried = 1, 0
        for size, group in self.by_field[self._lowest_field(rest)]:
            tried += 1
            if 1 + (people - size) // self.smallest <= best:
                break
            if (guarded - group) & guards == guards:
                best = max(best, 1 + self.most(rest - group, people - size))
        self.work.spend(tried)
        self.known[rest] = best
        return best

    def split(self) -> list[tuple[int, ...]]:
        """The split of everybody, by the rule of :func:`most_groups`."""
        seats = {amount: list(same) for amount, same in self.seats.items()}
        rest, people = self.everybody, sum(map(len, seats.values()))
        groups: list[tuple[int, ...]] = []
        while rest:
            most = self.most(rest, people)
            size, members, group = next(
                (size, members, group)
                for size, members, group in self._candidates(rest, seats)
                if self.most(rest - group, people - size) == most - 1
            )
            rest, people = rest - group, people - size
            groups.append(members)
            for same in seats.values():
                same[:] = [seat for seat in same if seat not in members]
        return groups

    def _candidates(
        self, rest: int, seats: Mapping[int, list[int]]
    ) -> list[tuple[int, tuple[int, ...], int]]:
        """The groups the lowest seat of ``rest`` can be in: size, seats and group, in the rule's order."""
        lowest = min((same for same in seats.values() if same), key=lambda same: same[0])[0]
        self.work.spend(len(self.groups))
        found = [
            (size, self._members(group, seats), group)
            for size, group in self.groups
            if self._fits(group, rest)
        ]
        return sorted(candidate for candidate in found if candidate[1][0] == lowest)

    def _members(self, group: int, seats: Mapping[int, list[int]]) -> tuple[int, ...]:
        """The lowest of ``seats`` that make up ``group``, ascending."""
        members: list[int] = []
        for amount, shift in self.shifts.items():
            width = len(self.seats[amount]).bit_length()
            members += seats[amount][: (group >> shift) & ((1 << width) - 1)]
        return tuple(sorted(members))
