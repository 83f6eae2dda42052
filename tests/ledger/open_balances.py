"""Balances that sum to zero, for hypothesis, and the slow certain way to count the fewest payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hypothesis import strategies as st

from scorekeeper.ledger import Payment

AMOUNTS = st.one_of(st.integers(-3, 3), st.integers(-12, 12), st.integers(-(10**9), 10**9))


def sums_to_zero(most: int) -> st.SearchStrategy[list[int]]:
    """Up to ``most`` balances, small ones (many coincidences) as well as large ones."""
    return st.lists(AMOUNTS, max_size=most - 1).map(lambda some: [*some, -sum(some)])


@st.composite
def payment_lists(draw: st.DrawFn, people: int = 6, most: int = 25) -> list[Payment]:
    """Payments among ``people``, in any order, also several between the same two."""
    pairs = st.tuples(st.integers(0, people - 1), st.integers(1, people - 1), st.integers(1, 500))
    return [
        Payment(payer, (payer + step) % people, amount)
        for payer, step, amount in draw(st.lists(pairs, max_size=most))
    ]


def all_splits(balances: Mapping[int, int]) -> Iterator[list[tuple[int, ...]]]:
    """Every split of people into groups that cancel: lowest seat's group first, each with ascending seats."""
    if not balances:
        yield []
        return
    lowest, *others = sorted(balances)
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            group = (lowest, *some)
            if sum(balances[seat] for seat in group) == 0:
                rest = {seat: amount for seat, amount in balances.items() if seat not in group}
                yield from ([group, *split] for split in all_splits(rest))


def fewest_by_brute_force(balances: Sequence[int]) -> int:
    """The fewest payments: every set of people tried as a group, every way to build everybody from groups."""
    amounts = [amount for amount in balances if amount]
    most = [0] * (1 << len(amounts))
    for members in range(1, len(most)):
        inside = [i for i in range(len(amounts)) if members >> i & 1]
        cancels = sum(amounts[i] for i in inside) == 0
        most[members] = max(most[members ^ (1 << i)] for i in inside) + cancels
    return len(amounts) - most[-1]
