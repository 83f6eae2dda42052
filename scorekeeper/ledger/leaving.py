"""Somebody goes home early: the payments that make this one person even, and leave the others as they can.

Rule (``leaving``): of those on the other side who can settle all of it the one with the smallest balance
does; if nobody can, the one with the largest takes part, and so on with what is left. Among equals the lowest
seat.
Nobody is paid more than they get or pays more than they owe, so the rest is settled later as usual.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.ledger.balances import Payment
from scorekeeper.ledger.settlement import Unbalanced


def leaving(balances: Mapping[int, int], person: int) -> tuple[Payment, ...]:
    """The fewest payments that make ``person`` even, sorted by payer and payee; see the module for the rule.

    ``balances``: what each gets (above 0) or owes (below 0), in minor units of one unit. Raises
    :class:`~scorekeeper.ledger.settlement.Unbalanced` if the sum is not 0, KeyError for nobody's number.
    """
    if surplus := sum(balances.values()):
        raise Unbalanced(surplus)
    own = balances[person]
    others = {
        seat: abs(amount) for seat, amount in sorted(balances.items()) if amount and (amount > 0) != (own > 0)
    }
    left, payments = abs(own), []
    while left:
        enough = {seat: amount for seat, amount in others.items() if amount >= left}
        seat = min(enough, key=enough.__getitem__) if enough else max(others, key=others.__getitem__)
        amount = min(left, others.pop(seat))
        payments.append(Payment(person, seat, amount) if own < 0 else Payment(seat, person, amount))
        left -= amount
    return tuple(sorted(payments))
