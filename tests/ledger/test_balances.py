from dataclasses import dataclass

import pytest
from hypothesis import given

from scorekeeper.ledger import Payment, balances, each_to_each, fewest_payments, nets
from tests.ledger.open_balances import payment_lists


class TestPayment:
    @pytest.mark.parametrize("amount", [0, -1])
    def test_is_above_zero(self, amount: int) -> None:
        with pytest.raises(ValueError, match="above 0"):
            Payment(0, 1, amount)

    def test_goes_to_somebody_else(self) -> None:
        with pytest.raises(ValueError, match="themselves"):
            Payment(2, 2, 5)


class TestNets:
    def test_who_pays_loses_who_gets_wins(self) -> None:
        assert nets([Payment(3, 1, 5), Payment(1, 0, 2)], people=[2]) == {0: 2, 1: 3, 2: 0, 3: -5}

    def test_in_seat_order(self) -> None:
        assert list(nets([Payment(9, 4, 1)], people=[7, 2])) == [2, 4, 7, 9]

    @given(payment_lists())
    def test_sum_to_zero(self, payments: list[Payment]) -> None:
        assert sum(nets(payments).values()) == 0

    def test_takes_any_object_with_the_three_names(self) -> None:
        @dataclass
        class Recorded:
            payer: int
            payee: int
            amount: int

        assert nets([Recorded(0, 1, 7)]) == {0: -7, 1: 7}


class TestBalances:
    def test_a_transfer_takes_off_what_is_owed(self) -> None:
        assert balances([Payment(0, 1, 500)], [Payment(0, 1, 300)]) == {0: -200, 1: 200}

    def test_a_reversed_transfer_is_one_the_other_way(self) -> None:
        assert balances([Payment(0, 1, 5)], [Payment(0, 1, 5), Payment(1, 0, 5)]) == {0: -5, 1: 5}

    def test_a_hand_corrected_after_paying_shows_the_difference(self) -> None:
        assert balances([Payment(0, 1, 300)], [Payment(0, 1, 500)]) == {0: 200, 1: -200}

    def test_everybody_is_in_it(self) -> None:
        assert balances([Payment(0, 1, 1)], [Payment(4, 3, 2)], people=[5]) == {
            0: -1,
            1: 1,
            3: -2,
            4: 2,
            5: 0,
        }

    @given(payment_lists(), payment_lists())
    def test_sum_to_zero(self, payments: list[Payment], transfers: list[Payment]) -> None:
        assert sum(balances(payments, transfers).values()) == 0

    @given(payment_lists(), payment_lists())
    def test_paying_every_suggestion_empties_every_balance(
        self, payments: list[Payment], transfers: list[Payment]
    ) -> None:
        for plan in (fewest_payments(balances(payments, transfers)), each_to_each(payments, transfers)):
            assert not any(balances(payments, [*transfers, *plan]).values())


class TestEachToEach:
    def test_a_pair_sets_off_what_they_owe_each_other(self) -> None:
        payments = [Payment(0, 1, 5), Payment(2, 1, 4), Payment(1, 0, 8), Payment(1, 2, 4)]
        assert each_to_each(payments) == (Payment(1, 0, 3),)

    def test_transfers_between_the_two_count(self) -> None:
        assert each_to_each([Payment(0, 1, 5)], [Payment(0, 1, 6)]) == (Payment(1, 0, 1),)

    @given(payment_lists())
    def test_one_line_a_pair_sorted_whatever_the_order(self, payments: list[Payment]) -> None:
        plan = each_to_each(payments)
        assert list(plan) == sorted(plan)
        assert len({frozenset((line.payer, line.payee)) for line in plan}) == len(plan)
        assert plan == each_to_each(payments[::-1])

    @given(payment_lists())
    def test_never_fewer_than_the_fewest(self, payments: list[Payment]) -> None:
        assert len(each_to_each(payments)) >= len(fewest_payments(nets(payments)))
