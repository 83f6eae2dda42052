"""What is owed over a whole export: balances and the fewest payments in each unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.documents import nets
from scorekeeper.exports.contents import ExportedMatch, ExportedSession, ExportedTransfer
from scorekeeper.ledger import Payment, fewest_payments


@dataclass(frozen=True, slots=True)
class Account:
    """How somebody stands in one unit, in minor units of it.

    ``won``: over all matches (below 0: lost); ``cash``: of that what was handed over at the table at once;
    ``paid`` and ``received``: in transfers.
    """

    won: int = 0
    cash: int = 0
    paid: int = 0
    received: int = 0

    @property
    def open(self) -> int:
        """What is still to be got (above 0) or owed."""
        return self.won - self.cash + self.paid - self.received


@dataclass(frozen=True, slots=True)
class Settling:
    """One unit of a session or club. ``accounts``: of everybody, by their place among its people."""

    unit: str
    accounts: list[Account]

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The fewest payments that make everybody even, people by their places."""
        return fewest_payments([account.open for account in self.accounts])


def settling(session: ExportedSession) -> list[Settling]:
    """Every unit that is played for or was paid in, in the order in which they came."""
    return settled(len(session.people), session.matches, session.transfers)


def settled(
    people: int, matches: Iterable[ExportedMatch], transfers: Iterable[ExportedTransfer]
) -> list[Settling]:
    """The same of these matches and transfers among so many people."""
    sums: dict[str, list[list[int]]] = {}
    for match in matches:
        of_unit = sums.setdefault(match.setup.stake.unit, _nothing(people))
        is_cash = match.setup.stake.settle == "cash"
        for place, won in zip(match.people, match_nets(match), strict=True):
            of_unit[place][0] += won
            of_unit[place][1] += won if is_cash else 0
    for transfer in transfers:
        of_unit = sums.setdefault(transfer.unit, _nothing(people))
        of_unit[transfer.payer][2] += transfer.amount_minor
        of_unit[transfer.payee][3] += transfer.amount_minor
    return [Settling(unit, [Account(*four) for four in of_unit]) for unit, of_unit in sums.items()]


def match_nets(match: ExportedMatch) -> list[int]:
    """What each seat won (above 0) or lost, in minor units, paid in cash or not."""
    return nets(match.game, match.state, "tally")


def _nothing(people: int) -> list[list[int]]:
    return [[0, 0, 0, 0] for _ in range(people)]
