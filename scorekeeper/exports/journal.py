"""A journal for plain text accounting, as hledger and Ledger read it.

Three accounts a person: ``assets:open`` (what they have still to get, or owe below 0), ``assets:cash`` (what
changed hands) and ``income:games`` (what they won, with accounting's minus sign, or lost). Every payment and
every transfer is a transaction of its own, and each is balanced for either of its two people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from scorekeeper.exports.contents import ExportedMatch, ExportedSession, ExportedTransfer
from scorekeeper.exports.names import fitted, in_one_line
from scorekeeper.exports.tables import in_units, title_of, words_of

OPEN, CASH, WON = "assets:open", "assets:cash", "income:games"
_PLAIN_UNIT = re.compile(r"[A-Za-z]+")
_IN_TEXT = str.maketrans({";": ",", "|": "/"})
"""What would begin a comment, or part the payee from the rest."""
_IN_UNITS = {'"': "”", ";": ","}
_IN_NAMES = {":": "∶", ";": ",", "|": "/"}
"""A colon would begin an account below; the ratio sign looks the same."""


def journal_chunks(session: ExportedSession) -> Iterator[bytes]:
    """The file bit by bit: what it is counted in, the accounts, then the payments and the transfers."""
    return journal_of(session.day.isoformat(), session.people, [session], session.transfers)


def journal_of(
    title: str,
    people: Sequence[str],
    sessions: Sequence[ExportedSession],
    transfers: Sequence[ExportedTransfer],
) -> Iterator[bytes]:
    """The same of sessions among these ``people`` and of what was paid; ``title``: what the file is of."""
    names = account_names(people)
    units = [match.setup.stake.unit for session in sessions for match in session.matches]
    written = commodities([*units, *(one.unit for one in transfers)])
    yield f"; Scorekeeper, {in_one_line(title)}\n\n".encode()
    yield "".join(f"commodity {unit}\n" for unit in written.values()).encode()
    yield "".join(f"account {kind}:{name}\n" for kind in (OPEN, CASH, WON) for name in names).encode()
    for session in sessions:
        for match in session.matches:
            for text in _of_match(session, match, names, written[match.setup.stake.unit]):
                yield text.encode()
    for transfer in transfers:
        yield _of_transfer(people, transfer, names, written[transfer.unit]).encode()


def account_names(names: Sequence[str]) -> list[str]:
    """The names as parts of accounts."""
    return fitted(names, _IN_NAMES)


def commodities(units: Iterable[str]) -> dict[str, str]:
    """Each unit as a journal writes it: in quotation marks, unless it is all letters. All different."""
    known = list(dict.fromkeys(units))
    parts = fitted(known, _IN_UNITS)
    return {
        unit: part if _PLAIN_UNIT.fullmatch(part) else f'"{part}"'
        for unit, part in zip(known, parts, strict=True)
    }


def _of_match(
    session: ExportedSession, match: ExportedMatch, names: Sequence[str], unit: str
) -> Iterator[str]:
    words = words_of(match)
    stake = match.setup.stake
    account = CASH if stake.settle == "cash" else OPEN
    title = title_of(session, match)
    for line in match.lines:
        said = title + ("" if line.unit is None else f".{line.unit}")
        for payment in line.payments:
            payer, payee = (names[match.people[seat]] for seat in (payment.payer, payment.payee))
            if payer == payee:  # two of a club's members who are one person
                continue
            amount = in_units(payment.amount, stake.unit)
            yield _transaction(
                session.day,
                said,
                words.sentence(payment.reason),
                unit,
                {
                    f"{account}:{payee}": amount,
                    f"{account}:{payer}": -amount,
                    f"{WON}:{payee}": -amount,
                    f"{WON}:{payer}": amount,
                },
            )


def _of_transfer(people: Sequence[str], transfer: ExportedTransfer, names: Sequence[str], unit: str) -> str:
    payer, payee = names[transfer.payer], names[transfer.payee]
    said = "Paid" if transfer.reverses is None else "Taken back"
    amount = in_units(transfer.amount_minor, transfer.unit)
    return _transaction(
        transfer.made_at.date(),
        said,
        f"{people[transfer.payer]} to {people[transfer.payee]}",
        unit,
        {
            f"{OPEN}:{payer}": amount,
            f"{OPEN}:{payee}": -amount,
            f"{CASH}:{payer}": -amount,
            f"{CASH}:{payee}": amount,
        },
    )


def _transaction(day: date, what: str, why: str, unit: str, postings: Mapping[str, Decimal]) -> str:
    """One transaction, with an empty line in front."""
    note = in_one_line(why.translate(_IN_TEXT))
    lines = [f"{account}  {amount:f} {unit}" for account, amount in postings.items()]
    return "\n    ".join([f"\n{day.isoformat()} {what} | {note}", *lines]) + "\n"
