import random
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.ledger import Payment, Unbalanced, fewest_payments, nets
from tests.ledger.open_balances import fewest_by_brute_force, sums_to_zero


def plan(*balances: int) -> list[tuple[int, int, int]]:
    return [(payment.payer, payment.payee, payment.amount) for payment in fewest_payments(balances)]


def made_of_groups(groups: int, of: int) -> list[int]:
    """Balances of which each row of ``of`` cancels, large enough that no other group does, then shuffled."""
    chance = random.Random(groups * of)
    balances: list[int] = []
    for _ in range(groups):
        some = [chance.randint(-(10**9), 10**9) for _ in range(of - 1)]
        balances += [*some, -sum(some)]
    chance.shuffle(balances)
    return balances


def assert_clears(balances: list[int], payments: tuple[Payment, ...]) -> None:
    """The laws every plan keeps, exact or not."""
    open_balances = {seat: amount for seat, amount in enumerate(balances) if amount}
    assert {seat: amount for seat, amount in nets(payments).items() if amount} == open_balances
    assert {payment.payer for payment in payments}.isdisjoint(payment.payee for payment in payments)
    pairs = [(payment.payer, payment.payee) for payment in payments]
    assert pairs == sorted(set(pairs)), "sorted, and no pair twice"
    assert len(payments) <= max(len(open_balances) - 1, 0)


class TestExamples:
    def test_racehorse_after_six_hands(self) -> None:
        a, b, c, d, e = range(5)
        assert plan(-15, 15, -10, 35, -25) == [(a, b, 15), (c, d, 10), (e, d, 25)]

    def test_three_payments(self) -> None:
        assert plan(4, 3, -2, -2, -3) == [(2, 0, 2), (3, 0, 2), (4, 1, 3)]

    @pytest.mark.parametrize("balances", [(), (0,), (0, 0, 0)])
    def test_nothing_open_nothing_to_pay(self, balances: tuple[int, ...]) -> None:
        assert plan(*balances) == []

    def test_one_winner_gets_from_everybody(self) -> None:
        assert plan(-1, 6, -2, -3) == [(0, 1, 1), (2, 1, 2), (3, 1, 3)]

    def test_taking_the_largest_first_would_need_five(self) -> None:
        # 10 = 6 + 4 and 9 = 7 + 2; who owes 7 paying who gets 10 breaks both.
        assert plan(10, 9, -7, -6, -4, -2) == [(2, 1, 7), (3, 0, 6), (4, 0, 4), (5, 1, 2)]

    def test_keys_are_seats_whatever_they_are(self) -> None:
        assert fewest_payments({30: 5, 7: -5}) == (Payment(7, 30, 5),)


class TestSeatOrder:
    """Among plans with as few payments: which one."""

    def test_equals_by_lowest_seats(self) -> None:
        assert plan(10, -10, 10, -10) == [(1, 0, 10), (3, 2, 10)]
        assert plan(10, 10, -10, -10) == [(2, 0, 10), (3, 1, 10)]

    def test_lowest_seat_in_the_smallest_group(self) -> None:
        # 6 = 1 + 5 leaves 9 = 2 + 3 + 4. It could be 2 + 4 (higher seats) or 1 + 2 + 3 (more people), too.
        assert plan(6, 9, -1, -2, -3, -4, -5) == [(2, 0, 1), (3, 1, 2), (4, 1, 3), (5, 1, 4), (6, 0, 5)]

    def test_exact_opposites_first(self) -> None:
        # 3 + 2 = 5 would do with as few payments, but who owes 5 pays who gets 5.
        assert plan(3, -5, 2, 5, -1, -4) == [(1, 3, 5), (4, 0, 1), (5, 0, 2), (5, 2, 2)]

    def test_within_a_group_by_lowest_seats(self) -> None:
        assert plan(5, -4, 9, -10) == [(1, 0, 4), (3, 0, 1), (3, 2, 9)]

    def test_any_order_of_rows_gives_the_same_plan(self) -> None:
        balances = list(enumerate([3, 3, -2, -2, -2, 0]))
        assert len({fewest_payments(dict(rows)) for rows in permutations(balances)}) == 1


class TestLaws:
    @given(sums_to_zero(9))
    @example([7, 5, -3, -4, -2, -3])
    @example([1, 2, 4, 8, 16, 32, 64, 128, -255])
    def test_clears_everything_with_the_fewest(self, balances: list[int]) -> None:
        payments = fewest_payments(balances)
        assert_clears(balances, payments)
        assert len(payments) == fewest_by_brute_force(balances)

    @given(st.lists(st.sampled_from([2, 3, 5, 7, -4, -6, -9, -11]), max_size=8))
    def test_fewest_where_nobody_cancels_anybody(self, some: list[int]) -> None:
        balances = [*some, -sum(some)]
        assert len(fewest_payments(balances)) == fewest_by_brute_force(balances)

    @given(sums_to_zero(12), st.randoms(use_true_random=False))
    def test_independent_of_row_order(self, balances: list[int], chance: random.Random) -> None:
        rows = list(enumerate(balances))
        chance.shuffle(rows)
        assert fewest_payments(dict(rows)) == fewest_payments(balances)

    @given(sums_to_zero(12))
    def test_only_the_order_of_seats_matters_not_their_numbers(self, balances: list[int]) -> None:
        apart = {seat * 10 + 3: amount for seat, amount in enumerate(balances)}
        expected = [Payment(p.payer * 10 + 3, p.payee * 10 + 3, p.amount) for p in fewest_payments(balances)]
        assert list(fewest_payments(apart)) == expected

    @pytest.mark.parametrize("people", [10, 11, 12, 13])
    @pytest.mark.parametrize("largest", [9, 25, 400])
    def test_fewest_for_larger_tables(self, people: int, largest: int) -> None:
        chance = random.Random(people * largest)
        some = [chance.randint(1, largest) * chance.choice((-1, 1)) for _ in range(people - 1)]
        balances = [*some, -sum(some)]
        assert len(fewest_payments(balances)) == fewest_by_brute_force(balances)

    @pytest.mark.parametrize("people", [16, 20, 40, 41, 90])
    @pytest.mark.parametrize("largest", [10, 60, 10**6])
    def test_large_companies_are_cleared_too(self, people: int, largest: int) -> None:
        chance = random.Random(people + largest)
        some = [chance.randint(1, largest) * chance.choice((-1, 1)) for _ in range(people - 1)]
        balances = [*some, -sum(some)]
        payments = fewest_payments(balances)
        assert_clears(balances, payments)
        assert fewest_payments(dict(reversed(list(enumerate(balances))))) == payments

    def test_exact_for_thirty_at_round_stakes(self) -> None:
        # Five who get 3 and fifteen who owe 1, five who get 8 and five who owe 8: nobody needs to pay twice.
        assert len(fewest_payments([3] * 5 + [-1] * 15 + [8, -8] * 5)) == 20

    def test_exact_above_sixteen_where_no_small_group_helps(self) -> None:
        assert len(fewest_payments(made_of_groups(4, of=5))) == 16
        assert len(fewest_payments(made_of_groups(4, of=6))) == 20

    def test_small_groups_are_found_among_forty(self) -> None:
        assert len(fewest_payments(made_of_groups(10, of=4))) == 30
        assert len(fewest_payments(made_of_groups(13, of=3))) == 26

    def test_among_very_many_who_owes_most_pays_who_gets_most(self) -> None:
        chance = random.Random(7)
        some = [chance.randint(-(10**9), 10**9) for _ in range(60)]
        balances = [*some, -sum(some)]
        owes, gets = balances.index(min(balances)), balances.index(max(balances))
        assert Payment(owes, gets, min(-balances[owes], balances[gets])) in fewest_payments(balances)

    def test_exact_for_sixteen_different_balances(self) -> None:
        # Four groups of four, each made so that nothing else cancels: 16 - 4 payments.
        groups = [(10**i * 7, -(10**i) * 4, -(10**i) * 2, -(10**i)) for i in range(0, 8, 2)]
        balances = [amount for row in zip(*groups, strict=True) for amount in row]
        assert len(fewest_payments(balances)) == 12


class TestUnbalanced:
    @pytest.mark.parametrize("balances", [[1], [5, -4], [0, 0, -1]])
    def test_refused_with_what_is_too_much(self, balances: list[int]) -> None:
        with pytest.raises(Unbalanced, match="not to 0") as refusal:
            fewest_payments(balances)
        assert refusal.value.surplus == sum(balances)
