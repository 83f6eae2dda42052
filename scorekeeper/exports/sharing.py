"""CSV for programs that keep what people owe each other: like Splitwise's, and for ihatemoney.

Both bring the other program to the balances that we show. What is settled in cash at the table is owed by
nobody and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.names import fitted
from scorekeeper.exports.settling import match_nets
from scorekeeper.exports.tables import Table, Value, in_units, words_of
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
    return Table((*SPLITWISE, *session.people), _splitwise(session))


def _splitwise(session: ExportedSession) -> Iterator[Sequence[Value]]:
    for match, won in _tallied(session):
        unit = match.setup.stake.unit
        changes = [0] * len(session.people)
        for place, amount in zip(match.people, won, strict=True):
            changes[place] += amount
        cost = sum(amount for amount in changes if amount > 0)
        yield (
            session.day,
            _title(match),
            "General",
            in_units(cost, unit),
            unit,
            *(in_units(amount, unit) for amount in changes),
        )
    for transfer in session.transfers:
        changes = [0] * len(session.people)
        changes[transfer.payer] += transfer.amount_minor
        changes[transfer.payee] -= transfer.amount_minor
        yield (
            transfer.made_at.date(),
            f"{session.people[transfer.payer]} paid {session.people[transfer.payee]}",
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
    return Table(IHATEMONEY, _ihatemoney(session, unit))


def _ihatemoney(session: ExportedSession, unit: str) -> Iterator[Sequence[Value]]:
    names = fitted(session.people, _NO_COMMA)
    for match, won in _tallied(session):
        if match.setup.stake.unit != unit:
            continue
        for payment in fewest_payments(won):
            who, to = names[match.people[payment.payer]], names[match.people[payment.payee]]
            what = f"{_title(match)}: {who} owes {to}"
            yield what, *_reimbursement(payment.amount, unit, session.day), to, 1, who
    for one in session.transfers:
        if one.unit == unit:
            who, to = names[one.payer], names[one.payee]
            paid = _reimbursement(one.amount_minor, unit, one.made_at.date())
            yield f"{who} paid {to}", *paid, who, 1, to


def _reimbursement(minor: int, unit: str, day: date) -> Sequence[Value]:
    return "Reimbursement", in_units(minor, unit), unit if is_currency(unit) else _NO_CURRENCY, day


def _tallied(session: ExportedSession) -> Iterator[tuple[ExportedMatch, list[int]]]:
    """The matches that make somebody owe something, with what each seat won, in minor units."""
    for match in session.matches:
        won = match_nets(match)
        if match.setup.stake.settle == "tally" and any(won):
            yield match, won


def _title(match: ExportedMatch) -> str:
    return f"{words_of(match).sentence(match.game.name)} {match.number}"
