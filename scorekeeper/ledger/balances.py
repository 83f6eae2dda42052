"""Who owes and who gets: balances from payments and transfers.

A *payment* is what a match makes somebody owe: computed, never edited. A *transfer* is money that really
changed hands: recorded, never edited; taking one back is another transfer the other way round.

    balance = payments - transfers

An amount is a whole number of minor units of **one** unit (cents, yen, chips): whoever calls keeps units
apart. A balance above 0 is to be received, below 0 to be paid. People are numbers: seats within a match,
people's numbers across matches; their ascending order is the *seat order* of every result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


class Owed(Protocol):
    """Anything that says who pays whom how much: a :class:`Payment`, a game's, a recorded transfer."""

    @property
    def payer(self) -> int:
        """Who pays: a seat or a person's number."""

    @property
    def payee(self) -> int:
        """Who gets it."""

    @property
    def amount(self) -> int:
        """How much, in minor units; above 0."""


@dataclass(frozen=True, slots=True, order=True)
class Payment:
    """``payer`` pays ``payee`` the ``amount``, in whole minor units.

    Raises :class:`ValueError` for an amount that is not above 0 and for somebody paying themselves: a line of
    0.00 is never shown, and what goes the other way has payer and payee swapped.
    """

    payer: int
    payee: int
    amount: int

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"a payment is above 0, not {self.amount}")
        if self.payer == self.payee:
            raise ValueError(f"{self.payer} cannot pay themselves")


def nets(payments: Iterable[Owed], people: Iterable[int] = ()) -> dict[int, int]:
    """What everybody won (above 0) or lost (below 0), in minor units, in seat order; the sum is 0.

    Has everybody who pays or gets something, and all of ``people``, with 0 where nothing came of it.
    """
    amounts = dict.fromkeys(people, 0)
    for payment in payments:
        amounts[payment.payer] = amounts.get(payment.payer, 0) - payment.amount
        amounts[payment.payee] = amounts.get(payment.payee, 0) + payment.amount
    return dict(sorted(amounts.items()))


def balances(
    payments: Iterable[Owed], transfers: Iterable[Owed] = (), people: Iterable[int] = ()
) -> dict[int, int]:
    """What everybody still gets (above 0) or owes (below 0), in minor units, in seat order; the sum is 0.

    Payments minus transfers. So correcting a hand after somebody paid shows as a new difference, and what was
    paid stays as it was. Has everybody named in any of the three, with 0 for who is even.
    """
    transferred = nets(transfers)
    won = nets(payments, [*people, *transferred])
    return {person: amount - transferred.get(person, 0) for person, amount in won.items()}


def each_to_each(payments: Iterable[Owed], transfers: Iterable[Owed] = ()) -> tuple[Payment, ...]:
    """The plan without short cuts: for each pair of people, the one payment that makes them even.

    What the two owe each other is set off, and what changed hands between them is taken away. Clears the same
    balances as :func:`~scorekeeper.ledger.settlement.fewest_payments`, seldom with as few payments. Sorted by
    payer and payee.
    """
    pairs: dict[tuple[int, int], int] = {}
    for sign, rows in ((1, payments), (-1, transfers)):
        for row in rows:
            low, high = sorted((row.payer, row.payee))
            towards_high = sign * row.amount if row.payer == low else -sign * row.amount
            pairs[low, high] = pairs.get((low, high), 0) + towards_high
    return tuple(
        sorted(
            Payment(low, high, amount) if amount > 0 else Payment(high, low, -amount)
            for (low, high), amount in pairs.items()
            if amount
        )
    )
