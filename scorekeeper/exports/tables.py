"""A session as tables of typed values, the same for every game and every file format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from scorekeeper.exports.contents import ExportedMatch, ExportedSession, ExportedTransfer
from scorekeeper.kernel import Cell, figure_of
from scorekeeper.words import Words, decimals, english

Value = str | int | bool | Decimal | datetime | date | None
"""What a table holds. Text is text and a number is a number: formats may treat them differently."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by their stable English keys, and rows of as many values, made while they are read (once)."""

    columns: tuple[str, ...]
    rows: Iterable[Sequence[Value]]


HANDS = (
    "match",
    "game",
    "unit",
    "title",
    "verdict",
    "seat",
    "player",
    "marked",
    "state",
    "figure",
    "total",
    "currency",
    "corrected",
    "said",
    "entered_at",
    "date",
)
PAYMENTS = (
    "match",
    "game",
    "unit",
    "entry",
    "from",
    "to",
    "amount",
    "currency",
    "settle",
    "reason",
    "entered_at",
    "date",
)
TRANSFERS = ("transfer", "from", "to", "amount", "currency", "reverses", "paid_at", "date")


def hands(session: ExportedSession) -> Table:
    """One row for each completed hand, round or turn and each player of the match."""
    return Table(HANDS, _dated(session, _hands))


def payments(session: ExportedSession) -> Table:
    """One row for each payment: what every entry made somebody owe somebody else."""
    return Table(PAYMENTS, _dated(session, _payments))


def transfers(session: ExportedSession) -> Table:
    """One row for each transfer: money that really changed hands."""
    return Table(TRANSFERS, ((*row, session.day) for row in transfer_rows(session.people, session.transfers)))


def transfer_rows(people: Sequence[str], transfers: Sequence[ExportedTransfer]) -> Iterator[Sequence[Value]]:
    """What a row of ``TRANSFERS`` says of each, but for its date."""
    for place, one in enumerate(transfers):
        amount = in_units(one.amount_minor, one.unit)
        yield place, people[one.payer], people[one.payee], amount, one.unit, one.reverses, one.made_at


def _dated(
    session: ExportedSession, rows_of: Callable[[ExportedMatch], Iterator[Sequence[Value]]]
) -> Iterator[Sequence[Value]]:
    """The rows of all matches, each with the session's date: after midnight it is still that evening's."""
    return ((*row, session.day) for match in session.matches for row in rows_of(match))


def _hands(match: ExportedMatch) -> Iterator[Sequence[Value]]:
    words = words_of(match)
    totals = [0] * len(match.names)
    for line in match.lines:
        if line.row is None:
            continue
        title, verdict = words.sentence(line.row.title), words.sentence(line.row.verdict)
        said = words.sentence(line.said)
        for seat, player in enumerate(match.names):
            yield (
                match.number,
                match.game.key,
                line.row.unit,
                title,
                verdict,
                seat,
                player,
                seat in line.row.marked,
                *_figures(match, line.row.cells, seat, totals),
                match.setup.stake.unit if match.game.score_is_money else None,
                line.corrected,
                said,
                line.made_at,
            )


def _figures(
    match: ExportedMatch, cells: Sequence[Cell], seat: int, totals: list[int]
) -> tuple[str, Value, Value]:
    """The state, figure and total of a seat, whose entry in ``totals`` is brought up to date."""
    cell = cells[seat] if seat < len(cells) else None
    if cell is None:
        return "absent", None, None
    figure = figure_of(cell)
    if figure is None:
        return "sat_out", None, in_score(match, totals[seat])
    totals[seat] += figure
    return "played", in_score(match, figure), in_score(match, totals[seat])


def in_score(match: ExportedMatch, figure: int) -> Decimal | int:
    """A figure of the score sheet: money in units where that ranks the players, points elsewhere."""
    return in_units(figure, match.setup.stake.unit) if match.game.score_is_money else figure


def _payments(match: ExportedMatch) -> Iterator[Sequence[Value]]:
    words = words_of(match)
    stake = match.setup.stake
    for line in match.lines:
        for payment in line.payments:
            yield (
                match.number,
                match.game.key,
                line.unit,
                line.entry,
                match.names[payment.payer],
                match.names[payment.payee],
                in_units(payment.amount, stake.unit),
                stake.unit,
                stake.settle,
                words.sentence(payment.reason),
                line.made_at,
            )


def words_of(match: ExportedMatch) -> Words:
    """English, with the names and the unit of the match."""
    return english(match.names, match.setup.stake.unit)


def title_of(session: ExportedSession, match: ExportedMatch) -> str:
    """Which match it is: "Racehorse 1", in a file of a whole club "Session 3, Racehorse 1"."""
    game = f"{words_of(match).sentence(match.game.name)} {match.number}"
    return game if session.number is None else f"Session {session.number}, {game}"


def in_units(minor: int, unit: str) -> Decimal:
    """An exact amount with all decimals that the unit has: 3.00 USD, 300 JPY."""
    return Decimal(minor).scaleb(-decimals(unit))
