"""The score sheet as people know it: one row for each unit, one column for each person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.names import distinct
from scorekeeper.exports.tables import Table, Value, in_score, words_of
from scorekeeper.kernel import Cell, figure_of

WIDE = ("match", "game", "unit", "title", "verdict", "currency", "corrected", "entered_at", "date")
"""What stands before the people, whose columns are headed by their names."""

SAT_OUT = "sat_out"
ABSENT = "absent"


def wide(session: ExportedSession) -> Table:
    """One row for each completed hand, round or turn; after the columns of ``WIDE`` one for each person.

    A cell is what the unit changed, or ``sat_out``, or ``absent`` for who came later; None for who does not
    play in that match at all.
    """
    rows = (row for match in session.matches for row in _rows(session, match))
    return Table(tuple(distinct((*WIDE, *session.people))), rows)


def _rows(session: ExportedSession, match: ExportedMatch) -> Iterator[Sequence[Value]]:
    words = words_of(match)
    currency = match.setup.stake.unit if match.game.score_is_money else None
    for line in match.lines:
        if line.row is None:
            continue
        cells: list[Value] = [None] * len(session.people)
        for seat, place in enumerate(match.people):
            cells[place] = _cell(match, line.row.cells, seat)
        yield (
            match.number,
            match.game.key,
            line.row.unit,
            words.sentence(line.row.title),
            words.sentence(line.row.verdict),
            currency,
            line.corrected,
            line.made_at,
            session.day,
            *cells,
        )


def _cell(match: ExportedMatch, cells: Sequence[Cell], seat: int) -> Value:
    cell = cells[seat] if seat < len(cells) else None
    if cell is None:
        return ABSENT
    figure = figure_of(cell)
    return SAT_OUT if figure is None else in_score(match, figure)
