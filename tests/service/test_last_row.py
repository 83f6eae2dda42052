"""A unit whose row comes again: in Ten when cards are taken, and anew when one is bought."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exports.tables import hands
from scorekeeper.games import GAMES
from scorekeeper.kernel import figure_of
from scorekeeper.service.amending import preview_amendment
from scorekeeper.service.entries import add_entries
from scorekeeper.service.exporting import session_export
from scorekeeper.service.history import undo
from scorekeeper.service.open_match import OpenMatch, open_match
from scorekeeper.service.outcomes import SheetLine, sheet_lines
from scorekeeper.service.sessions import start_session
from tests.games.ten.at_table import CURRENCY, B, Raw, buy, draw, sold, turn
from tests.games.ten.play_whole_match import FILE
from tests.kernel.reading import text
from tests.service.evening import PHONE, fresh

BOUGHT = [*draw("R9", "B2"), *turn("R1"), buy("B2", tokens=2), *turn("G1")]
"""A busts, B takes red 1 and buys blue 2, C takes green 1."""


def entered(entries: Sequence[Raw], **setup: Any) -> OpenMatch:
    """A match of Ten with these entries."""
    raw = {"players": ["Ana", "Ben", "Cleo"], **setup}
    match = start_session(PHONE, GAMES["ten"], raw, zone="UTC", client_id=fresh())
    slug, number = match.session.slug, match.number
    return add_entries(slug, number, PHONE, entries, version=match.version, client_id=fresh())


def shown(opened: OpenMatch) -> list[tuple[int, str, list[int | None]]]:
    """Unit, verdict and figures of each line of the sheet."""

    def one(line: SheetLine) -> tuple[int, str, list[int | None]]:
        return line.row.unit, text(line.row.verdict), [figure_of(cell) for cell in line.row.cells]

    return [one(line) for line in sheet_lines(opened.match)]


def test_a_unit_has_one_line_with_its_last_row(app: Flask) -> None:
    with app.app_context():
        opened = entered(BOUGHT)
        assert shown(opened) == [
            (1, "bust at 11", [0, 0, 0]),
            (2, "took numbers, bought blue 2", [0, 2, 0]),
            (3, "took numbers", [0, 0, 1]),
        ]


def test_taking_back_brings_the_earlier_row_back(app: Flask) -> None:
    with app.app_context():
        opened = entered(BOUGHT[:-2])
        slug, number = opened.slug, opened.match.number
        undo(slug, number, PHONE, version=opened.match.version)
        assert shown(open_match(slug, number, PHONE))[-1] == (2, "took numbers", [0, 1, 0])


def test_a_correction_names_each_changed_unit_once(app: Flask) -> None:
    with app.app_context():
        first = [*draw("*2"), sold(B, 1), *turn("R4", CURRENCY)]
        opened = entered([*first, *turn("R1 R3"), buy("R4", tokens=4), *turn("G1")])
        assert shown(opened)[1] == (2, "took numbers, bought red 4", [0, 3, 0])
        amended = preview_amendment(opened, 1, [first[0], sold(None), *first[2:]])
        assert (amended.refused, amended.misfit) == (None, None)
        assert amended.changed == (2,)


@pytest.fixture
def whole_match() -> Raw:
    """The document of a whole match."""
    document: Raw = json.loads(FILE.read_text(encoding="utf-8"))["document"]
    return document


def test_sheet_and_export_add_up_to_the_scores(app: Flask, whole_match: Raw) -> None:
    with app.app_context():
        setup = {key: whole_match[key] for key in ("players", "first_player", "stake")}
        opened = entered(whole_match["entries"], **setup)
        scores = [standing.score for standing in opened.game.standings(opened.state)]
        lines = shown(opened)
        assert [unit for unit, _, _ in lines] == list(range(1, len(lines) + 1))
        assert [sum(figures[seat] or 0 for _, _, figures in lines) for seat in range(5)] == scores
        session = session_export(opened.slug, PHONE)
        table = hands(session)
        at = {name: table.columns.index(name) for name in ("unit", "seat", "total")}
        rows = list(table.rows)
        assert len(rows) == 5 * len(lines)
        assert [row[at["total"]] for row in rows[-5:]] == scores
