from hypothesis import given

from scorekeeper.ledger import Payment, balances, explanation, fewest_payments, lines_behind
from tests.ledger.open_balances import payment_lists

YOU, BEN, DOV, EDIE = range(4)


class TestLinesBehind:
    def test_sums_by_key_in_the_order_they_come(self) -> None:
        payments = [
            ("hand 2", Payment(YOU, BEN, 300)),
            ("hand 2", Payment(YOU, DOV, 300)),
            ("hand 1", Payment(BEN, YOU, 200)),
            ("hand 3", Payment(BEN, DOV, 100)),
        ]
        assert lines_behind(YOU, payments) == (("hand 2", -600), ("hand 1", 200))

    def test_transfers_count_the_other_way(self) -> None:
        lines = lines_behind(YOU, [("hand 1", Payment(YOU, BEN, 300))], [("paid", Payment(YOU, BEN, 100))])
        assert lines == (("hand 1", -300), ("paid", 100))

    def test_no_line_of_nothing(self) -> None:
        assert lines_behind(YOU, [(1, Payment(YOU, BEN, 5)), (1, Payment(DOV, YOU, 5))]) == ()

    @given(payment_lists(), payment_lists())
    def test_add_up_to_the_balance(self, payments: list[Payment], transfers: list[Payment]) -> None:
        hands = [(f"hand {number // 3}", payment) for number, payment in enumerate(payments)]
        paid = [(f"paid {number}", transfer) for number, transfer in enumerate(transfers)]
        for person, balance in balances(payments, transfers).items():
            assert sum(amount for _, amount in lines_behind(person, hands, paid)) == balance


class TestExplanation:
    def test_clears_somebody_elses_debt(self) -> None:
        hands = [(1, Payment(YOU, BEN, 500)), (2, Payment(BEN, DOV, 500))]
        why = explanation(Payment(YOU, DOV, 500), hands)
        assert (why.direct, why.through) == (0, (BEN,))
        assert why.never_direct
        assert why.clears_others
        assert why.payer_lines == ((1, -500),)
        assert why.payee_lines == ((2, 500),)

    def test_owed_directly(self) -> None:
        why = explanation(Payment(YOU, BEN, 500), [(1, Payment(YOU, BEN, 500))])
        assert (why.direct, why.through) == (500, ())
        assert not why.never_direct
        assert not why.clears_others

    def test_partly_direct(self) -> None:
        hands = [(1, Payment(YOU, DOV, 200)), (2, Payment(YOU, BEN, 300)), (3, Payment(BEN, DOV, 300))]
        why = explanation(Payment(YOU, DOV, 500), hands)
        assert why.direct == 200
        assert why.clears_others
        assert not why.never_direct

    def test_the_payee_owing_the_payer_is_no_direct_debt(self) -> None:
        hands = [(1, Payment(DOV, YOU, 100)), (2, Payment(YOU, BEN, 300)), (3, Payment(BEN, DOV, 300))]
        assert explanation(Payment(YOU, DOV, 200), hands).never_direct

    def test_what_was_paid_directly_is_no_debt_any_more(self) -> None:
        hands = [(1, Payment(YOU, DOV, 100)), (2, Payment(YOU, BEN, 300)), (3, Payment(BEN, DOV, 300))]
        why = explanation(Payment(YOU, DOV, 300), hands, [("paid", Payment(YOU, DOV, 100))])
        assert (why.direct, why.through) == (0, (BEN,))

    def test_the_shortest_way_by_lowest_seats(self) -> None:
        debts = [Payment(YOU, EDIE, 1), Payment(YOU, BEN, 1), Payment(EDIE, DOV, 1), Payment(BEN, DOV, 1)]
        assert explanation(Payment(YOU, DOV, 2), list(enumerate(debts))).through == (BEN,)

    def test_no_way_along_debts(self) -> None:
        hands = [(1, Payment(YOU, BEN, 5)), (2, Payment(EDIE, DOV, 5))]
        assert explanation(Payment(YOU, DOV, 5), hands).through == ()

    @given(payment_lists())
    def test_every_suggestion_has_lines_that_reach_it(self, payments: list[Payment]) -> None:
        hands = list(enumerate(payments))
        open_balances = balances(payments)
        for suggestion in fewest_payments(open_balances):
            why = explanation(suggestion, hands)
            assert sum(amount for _, amount in why.payer_lines) == open_balances[suggestion.payer]
            assert sum(amount for _, amount in why.payee_lines) == open_balances[suggestion.payee]
            assert suggestion.amount <= min(-open_balances[suggestion.payer], open_balances[suggestion.payee])
            assert why.never_direct or not why.through
