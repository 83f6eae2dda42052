"""CSV for programs that keep what people owe each other: like Splitwise's, and for ihatemoney.

Both bring the other program to the balances that we show. What is settled in cash at the table is owed by
nobody and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain

from scorekeeper.exports.contents import ExportedMatch, ExportedSession, ExportedTransfer
from scorekeeper.exports.names import distinct, fitted
from scorekeeper.exports.settling import match_nets
from scorekeeper.exports.tables import Table, Value, in_units, title_of
from scorekeeper.ledger import fewest_payments
from scorekeeper.words import is_currency

SPLITWISE = ("Date", "Description", "Category", "Cost", "Currency")
IHATEMONEY = (
    "what",
    "bill_type",
    "amount",
    "currency",
    "date",
    "payer_name",
    "payer_weight",
    "owers",
)
_NO_CURRENCY = "XXX"
_NO_COMMA = {",": "\N{SINGLE LOW-9 QUOTATION MARK}"}


def splitwise(session: ExportedSession) -> Table:
    """A row for each match and each transfer; a column for each person, with what it changes for them."""
    return splitwise_of(session.people, [session], session.transfers)


def splitwise_of(
    people: Sequence[str], sessions: Sequence[ExportedSession], transfers: Sequence[ExportedTransfer]
) -> Table:
    """The same of sessions among these ``people`` and of what was paid."""
    return Table(tuple(distinct((*SPLITWISE, *people))), _splitwise(people, sessions, transfers))


def _splitwise(
    people: Sequence[str], sessions: Sequence[ExportedSession], transfers: Sequence[ExportedTransfer]
) -> Iterator[Sequence[Value]]:
    for session, match, changes in _tallied(sessions, len(people)):
        unit = match.setup.stake.unit
        cost = sum(amount for amount in changes if amount > 0)
        yield (
            session.day,
            title_of(session, match),
            "General",
            in_units(cost, unit),
            unit,
            *(in_units(amount, unit) for amount in changes),
        )
    for transfer in transfers:
        changes = [0] * len(people)
        changes[transfer.payer] += transfer.amount_minor
        changes[transfer.payee] -= transfer.amount_minor
        yield (
            transfer.made_at.date(),
            f"{people[transfer.payer]} paid {people[transfer.payee]}",
            "Payment",
            in_units(transfer.amount_minor, transfer.unit),
            transfer.unit,
            *(in_units(amount, transfer.unit) for amount in changes),
        )


def ihatemoney(session: ExportedSession, unit: str) -> Table:
    """The settlement of each match and each transfer in one unit, as reimbursements between two people.

    ihatemoney adds up only one currency. Who pays there has less to pay afterwards: so of a match's
    settlement who gets something stands as payer, and of a transfer who paid it.
    """
    return ihatemoney_of(session.people, [session], session.transfers, unit)


def ihatemoney_of(
    people: Sequence[str],
    sessions: Sequence[ExportedSession],
    transfers: Sequence[ExportedTransfer],
    unit: str,
) -> Table:
    """The same of sessions among these ``people`` and of what was paid."""
    names = fitted(people, _NO_COMMA)
    of_unit = [one for one in transfers if one.unit == unit]
    return Table(IHATEMONEY, chain(_settled(names, sessions, unit), _paid(names, of_unit)))


def _settled(
    names: Sequence[str], sessions: Sequence[ExportedSession], unit: str
) -> Iterator[Sequence[Value]]:
    for session, match, changes in _tallied(sessions, len(names)):
        if match.setup.stake.unit != unit:
            continue
        for payment in fewest_payments(changes):
            who, to = names[payment.payer], names[payment.payee]
            what = f"{title_of(session, match)}: {who} owes {to}"
            yield what, *_reimbursement(payment.amount, unit, session.day), to, 1, who


def _paid(names: Sequence[str], transfers: Iterable[ExportedTransfer]) -> Iterator[Sequence[Value]]:
    for one in transfers:
        who, to = names[one.payer], names[one.payee]
        paid = _reimbursement(one.amount_minor, one.unit, one.made_at.date())
        yield f"{who} paid {to}", *paid, who, 1, to


def _reimbursement(minor: int, unit: str, day: date) -> Sequence[Value]:
    return "Reimbursement", in_units(minor, unit), unit if is_currency(unit) else _NO_CURRENCY, day


def _tallied(
    sessions: Iterable[ExportedSession], people: int
) -> Iterator[tuple[ExportedSession, ExportedMatch, list[int]]]:
    """The matches that make somebody owe something, with what each person won, in minor units."""
    for session in sessions:
        for match in session.matches:
            changes = [0] * people
            for place, won in zip(match.people, match_nets(match), strict=True):
                changes[place] += won
            if match.setup.stake.settle == "tally" and any(changes):
                yield session, match, changes
