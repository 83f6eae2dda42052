"""Money: units, balances, and the fewest payments. Pure, standard library only, no floats.

Every amount is a whole number of **minor units** of one unit (150 is 1.50 USD); people are numbers (seats in
a match, people's numbers across matches), and their ascending order is the seat order of every result.

From text to an amount and back (:mod:`~scorekeeper.ledger.units`)::

    dollars = Unit("USD", 2)
    amount_minor("12+3,50", dollars)  # 1550; raises NotAnAmount(code, ...) for "0.005"
    amount_text(1550, dollars)  # "15.50", for programs; what people read is written by scorekeeper.words

From what was won and paid to who is even (:mod:`~scorekeeper.ledger.balances`)::

    payments = [Payment(payer=0, payee=1, amount=300), Payment(payer=1, payee=2, amount=300)]
    nets(payments)  # {0: -300, 1: 0, 2: 300}: what the games came to
    balances(payments, transfers, people)  # what is still open: payments - transfers; always sums to 0

Payments and transfers may be any objects with ``payer``, ``payee`` and ``amount`` (:class:`Owed`).

From balances to a plan (:mod:`~scorekeeper.ledger.settlement`)::

    fewest_payments({0: -300, 1: 0, 2: 300})  # (Payment(0, 2, 300),); raises Unbalanced
    each_to_each(payments, transfers)  # the plan beside it: every pair by itself
    leaving({0: -300, 1: 0, 2: 300}, 0)  # what makes one person even who goes home early

From a plan to its reasons (:mod:`~scorekeeper.ledger.explanation`); payments come with keys, such as hands::

    why = explanation(Payment(0, 2, 300), [("hand 1", payments[0]), ("hand 2", payments[1])])
    why.payer_lines  # (("hand 1", -300),): adds up to the payer's balance
    why.never_direct, why.through  # True, (1,): 0 owes 1, and 1 owes 2
"""

from scorekeeper.ledger.balances import Owed, Payment, balances, each_to_each, nets
from scorekeeper.ledger.explanation import Explanation, explanation, lines_behind
from scorekeeper.ledger.leaving import leaving
from scorekeeper.ledger.settlement import Unbalanced, fewest_payments
from scorekeeper.ledger.units import LARGEST_AMOUNT, NotAnAmount, Unit, amount_minor, amount_text

__all__ = [
    "LARGEST_AMOUNT",
    "Explanation",
    "NotAnAmount",
    "Owed",
    "Payment",
    "Unbalanced",
    "Unit",
    "amount_minor",
    "amount_text",
    "balances",
    "each_to_each",
    "explanation",
    "fewest_payments",
    "leaving",
    "lines_behind",
    "nets",
]
