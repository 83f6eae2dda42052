import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.groups import ALWAYS_EXACT, TooMuchWork, Work, most_groups
from tests.ledger.open_balances import all_splits, sums_to_zero


def powers(people: int) -> dict[int, int]:
    """Nobody's balance can be made from others': one group of everybody."""
    some = [(-2) ** i for i in range(people - 1)]
    return dict(enumerate([*some, -sum(some)]))


@given(st.one_of(sums_to_zero(8), st.lists(st.sampled_from([1, 2, 3, -4, -5]), max_size=8)))
def test_the_rule_against_all_splits(some: list[int]) -> None:
    balances = dict(enumerate(amount for amount in [*some, -sum(some)] if amount))
    splits = list(all_splits(balances))
    most = max(len(split) for split in splits)
    by_rule = min(
        (split for split in splits if len(split) == most),
        key=lambda split: [(len(group), group) for group in split],
    )
    assert most_groups(balances, Work(0)) == by_rule


def test_exact_whatever_it_takes_up_to_a_size() -> None:
    everybody = tuple(range(ALWAYS_EXACT))
    assert most_groups(powers(ALWAYS_EXACT), Work(0)) == [everybody]


def test_given_up_beyond_that_size_when_the_work_is_spent() -> None:
    with pytest.raises(TooMuchWork):
        most_groups(powers(ALWAYS_EXACT + 1), Work(100))
    assert len(most_groups(powers(ALWAYS_EXACT + 1), Work(10_000))) == 1


@pytest.mark.parametrize("owing", [1, 2, 3, 8])
def test_sixteen_are_exact_however_they_stand_against_each_other(owing: int) -> None:
    owed = [1 + 3 * i for i in range(ALWAYS_EXACT - owing)]
    owes = [-1_000 - i for i in range(owing - 1)]
    balances = dict(enumerate([*owed, *owes, -sum(owed) - sum(owes)]))
    assert sum(map(len, most_groups(balances, Work(0)))) == ALWAYS_EXACT
