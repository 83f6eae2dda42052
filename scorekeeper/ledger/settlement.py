"""The fewest payments that clear everybody's balance.

Rule (``fewest_payments``), where several plans have the same number of payments:

1. Two people of whom one owes exactly what the other gets settle between themselves. Among equals the lowest
   seat that owes pays the lowest seat that gets.
2. The others are split into as many groups as possible whose balances cancel. The lowest seat is in the
   smallest group that allows this, of those in the one with the lowest seats; then the lowest seat that is
   left, and so on.
3. Within a group the lowest seat that owes pays the lowest seat that gets, as much as the two can; then again
   the lowest seats that are still open.

Step 1 never costs a payment: if the two stood in different groups, those groups without the two cancel
together, so there are as many groups as before. So the plan is a matter of the balances alone, whatever order
they come in.

Exact for up to 16 people left after step 1, and for more where a bounded amount of searching suffices (mostly
up to 24, and far more at round stakes, where many balances are equal). Beyond that, step 2 starts by taking
out a group of three or four, or else by letting who owes most pay who gets most, until the rest can be split
exactly. Then the plan is good, seldom more than a payment or two above the fewest; never more payments than
people less one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from scorekeeper.ledger.balances import Payment
from scorekeeper.ledger.groups import TooMuchWork, Work, most_groups

SEARCH = 200_000
"""How many groups one plan may try beyond the sizes that are always exact (a few tenths of a second)."""

SMALL_GROUPS = 40
"""Up to so many people, groups of three and four are looked for where the exact split is too much work."""


class Unbalanced(ValueError):
    """Balances that do not add up to 0: no payments among these people can clear them.

    ``surplus`` is what they add up to, in minor units.
    """

    def __init__(self, surplus: int) -> None:
        super().__init__(f"balances add up to {surplus}, not to 0")
        self.surplus = surplus


def fewest_payments(balances: Mapping[int, int] | Sequence[int]) -> tuple[Payment, ...]:
    """The fewest payments that clear ``balances``, sorted by payer and payee; see the module for the rule.

    ``balances`` has for each seat (or person's number; in a sequence the index) what they get (above 0) or
    owe (below 0), in minor units of one unit. Everybody in the plan either only pays or only gets. Raises
    :class:`Unbalanced` if the sum is not 0.
    """
    seats = balances.items() if isinstance(balances, Mapping) else enumerate(balances)
    rest = {seat: amount for seat, amount in sorted(seats) if amount}
    if surplus := sum(rest.values()):
        raise Unbalanced(surplus)
    plan: list[Payment] = []
    work = Work(SEARCH)
    while rest:
        for pair in _opposites(rest):
            plan += _cleared(rest, pair)
        try:
            groups = most_groups(rest, work)
        except TooMuchWork:
            plan += _step(rest)
        else:
            for group in groups:
                plan += _cleared(rest, group)
    return tuple(sorted(plan))


def _opposites(rest: Mapping[int, int]) -> list[tuple[int, int]]:
    """The pairs of people of whom one owes exactly what the other gets, by seat."""
    same: dict[int, list[int]] = defaultdict(list)
    for seat, amount in rest.items():
        same[amount].append(seat)
    return [
        pair
        for amount in same
        if amount < 0
        for pair in zip(same[amount], same.get(-amount, ()), strict=False)
    ]


def _cleared(rest: dict[int, int], group: Iterable[int]) -> list[Payment]:
    """The payments among ``group``, whose balances cancel, by seat; takes the group out of ``rest``."""
    amounts = {seat: rest.pop(seat) for seat in sorted(group)}
    owing = [seat for seat, amount in amounts.items() if amount < 0]
    getting = [seat for seat, amount in amounts.items() if amount > 0]
    payments: list[Payment] = []
    while owing:
        payment = Payment(owing[0], getting[0], min(-amounts[owing[0]], amounts[getting[0]]))
        payments.append(payment)
        for seat, sign, side in ((payment.payer, 1, owing), (payment.payee, -1, getting)):
            amounts[seat] += sign * payment.amount
            if not amounts[seat]:
                side.pop(0)
    return payments


def _step(rest: dict[int, int]) -> list[Payment]:
    """A good step where the exact split is too much work; takes what it clears out of ``rest``.

    A group of three or four settles, or else who owes most pays who gets most (of equals the lowest seats).
    """
    group = _small_group(rest) if len(rest) <= SMALL_GROUPS else None
    if group:
        return _cleared(rest, group)
    payer = min(rest, key=lambda seat: (rest[seat], seat))
    payee = min(rest, key=lambda seat: (-rest[seat], seat))
    payment = Payment(payer, payee, min(-rest[payer], rest[payee]))
    for seat, left in ((payer, rest[payer] + payment.amount), (payee, rest[payee] - payment.amount)):
        if left:
            rest[seat] = left
        else:
            del rest[seat]
    return [payment]


def _small_group(rest: Mapping[int, int]) -> tuple[int, ...] | None:
    """The group of three, else of four, with the lowest seats; None if there is none."""
    last = {amount: seat for seat, amount in sorted(rest.items())}  # the highest seat with that balance
    for size in (2, 3):
        for some in combinations(sorted(rest), size):
            missing = -sum(rest[seat] for seat in some)
            if last.get(missing, -1) > some[-1]:
                return (
                    *some,
                    next(seat for seat in sorted(rest) if seat > some[-1] and rest[seat] == missing),
                )
    return None
