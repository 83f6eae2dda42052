"""Why somebody pays somebody: the lines behind one suggested payment.

The fewest payments take short cuts: "Edie pays Dov 25" may be so although the two never owed each other
anything, because Edie owes Ben and Ben owes Dov. What is always true, and can be shown, is this:

* the payer's lines add up to the payer's balance, the payee's lines to the payee's balance;
* what the payer owes the payee between the two alone (``direct``) may be less than the payment: the remainder
  clears somebody else's debt.

Payments and transfers come with a key each, which only the caller understands: the number of a hand, a pair
of match and entry. Lines have these keys, so that a page can open down to the hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.ledger.balances import Owed, Payment, each_to_each

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Explanation(Generic[Key]):
    """What stands behind a suggested ``payment``; amounts in minor units.

    ``payer_lines`` and ``payee_lines`` are :func:`lines_behind` the two. ``direct`` is what the payer owes
    the payee between the two alone, 0 if nothing (also if it is the payee who owes). ``through`` are the
    people on the shortest way from the payer to the payee along debts, where there is no direct one: with Ben
    in it, the payer owes Ben and Ben owes the payee. Empty if there is no such way.
    """

    payment: Payment
    payer_lines: tuple[tuple[Key, int], ...]
    payee_lines: tuple[tuple[Key, int], ...]
    direct: int
    through: tuple[int, ...]

    @property
    def never_direct(self) -> bool:
        """Whether the payer owes the payee nothing directly: all of it clears somebody else's debt."""
        return self.direct == 0

    @property
    def clears_others(self) -> bool:
        """Whether at least a part of the payment clears somebody else's debt."""
        return self.direct < self.payment.amount


def lines_behind(
    person: int, payments: Iterable[tuple[Key, Owed]], transfers: Iterable[tuple[Key, Owed]] = ()
) -> tuple[tuple[Key, int], ...]:
    """What ``person`` won (above 0) or lost (below 0) by key, in minor units; the sum is their balance.

    In the order in which the keys first come. A transfer counts the other way: who paid has that much more to
    get. Keys that come to 0 for the person are left out.
    """
    lines: dict[Key, int] = {}
    for sign, rows in ((1, payments), (-1, transfers)):
        for key, row in rows:
            if person in (row.payer, row.payee):
                amount = row.amount if person == row.payee else -row.amount
                lines[key] = lines.get(key, 0) + sign * amount
    return tuple((key, amount) for key, amount in lines.items() if amount)


def explanation(
    payment: Payment, payments: Iterable[tuple[Key, Owed]], transfers: Iterable[tuple[Key, Owed]] = ()
) -> Explanation[Key]:
    """What stands behind the suggested ``payment``, given all payments and transfers with their keys."""
    payments, transfers = tuple(payments), tuple(transfers)
    debts = each_to_each((row for _, row in payments), (row for _, row in transfers))
    direct = sum(debt.amount for debt in debts if (debt.payer, debt.payee) == (payment.payer, payment.payee))
    return Explanation(
        payment=payment,
        payer_lines=lines_behind(payment.payer, payments, transfers),
        payee_lines=lines_behind(payment.payee, payments, transfers),
        direct=direct,
        through=_people_between(payment.payer, payment.payee, debts),
    )


def _people_between(payer: int, payee: int, debts: Sequence[Payment]) -> tuple[int, ...]:
    """The people on the shortest way from ``payer`` to ``payee`` along ``debts``, lowest seats first."""
    owed_by: dict[int, list[int]] = defaultdict(list)
    for debt in debts:
        owed_by[debt.payer].append(debt.payee)
    ways: list[tuple[int, ...]] = [(payer,)]
    seen = {payer}
    for way in ways:  # grows on the way: the shorter ones come first
        for person in owed_by[way[-1]]:
            if person == payee:
                return way[1:]
            if person not in seen:
                seen.add(person)
                ways.append((*way, person))
    return ()
