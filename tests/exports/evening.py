"""Sessions as the exports are given them, and their files as a stranger's program would read them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.exports import (
    ExportedLine,
    ExportedMatch,
    ExportedSession,
    ExportedTransfer,
    Table,
    session_json,
    table_csv,
)
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Rules, Setup, Stake, read_setup, replay

Raw = dict[str, Any]
Record = dict[str, str]

GAME = GAMES["racehorse"]
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
DAY = date(2026, 11, 30)
ZONE = ZoneInfo("Europe/Warsaw")
BEGIN = datetime(2026, 11, 30, 20, 0, tzinfo=ZONE)
DOLLARS = Stake("USD", "tally", {"per_point": 100})
DEFAULTS: Rules = read_setup(GAME, {"players": list(NAMES)}).rules

R1: tuple[Raw, Raw] = (
    {"type": "contract", "seat": 1, "bid": 3},
    {"type": "hand", "won": ["high", "low", "game"]},
)
R2: tuple[Raw, Raw] = ({"type": "contract", "seat": 2, "bid": 2}, {"type": "hand", "won": ["high"]})
VOID: Raw = {"type": "void"}


def played(
    *entries: Raw,
    names: Sequence[str] = NAMES,
    number: int = 1,
    stake: Stake = DOLLARS,
    game: Game[Any] = GAME,
) -> ExportedMatch:
    """A match with these entries, one a minute. The set-up is not judged: a name may be anything."""
    setup = Setup(tuple(names), 0, DEFAULTS, stake)
    replayed = replay(game, setup, entries)
    assert replayed.stopped is None, replayed.stopped
    lines = [
        ExportedLine(at, step.unit, step.row, step.said, step.payments, BEGIN + timedelta(minutes=at), False)
        for at, step in enumerate(replayed.steps)
        if step.row or step.payments
    ]
    names = replayed.state.table.names
    people = range(len(names))
    return ExportedMatch(number, game, setup, names, people, replayed.state, BEGIN, entries, lines)


def evening(*matches: ExportedMatch, transfers: Sequence[ExportedTransfer] = ()) -> ExportedSession:
    """A session with these matches."""
    people = list(dict.fromkeys(name for match in matches for name in match.names))
    keys = [f"person {place}" for place in range(len(people))]
    own = [replace(match, people=[people.index(name) for name in match.names]) for match in matches]
    return ExportedSession("evening", DAY, ZONE.key, people, keys, own, transfers)


def read(content: bytes) -> list[Record]:
    """What a CSV reader makes of a file, cells as they are written there."""
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


NASTY = (
    "=1+1",
    "+49",
    "@x",
    "-1",
    '20" Tim',
    "Smith, Bob",
    "Two\r\nlines",
    "Łukasz",
    "👩‍👩‍👧‍👦",
    "عمر",
)
"""Names that a file may stumble over. Ten people do not fit every game: see :func:`nasty_evening`."""


def nasty_evening() -> ExportedSession:
    """Two matches, in which everybody of :data:`NASTY` has something to pay or to get, and two transfers."""
    session = evening(
        played(*R1, *R2, names=NASTY[:5]), played(*R1, names=NASTY[5:], number=2, stake=DOLLARS)
    )
    paid = ExportedTransfer(0, 1, 300, "USD", BEGIN + timedelta(hours=2))
    back = ExportedTransfer(1, 0, 300, "USD", BEGIN + timedelta(hours=3), reverses=0)
    again = ExportedTransfer(0, 1, 100, "USD", BEGIN + timedelta(hours=4))
    return replace(session, transfers=(paid, back, again))


def records(table: Table) -> list[Record]:
    """The table, written and read."""
    return read(table_csv(table))


def unguarded(cell: str) -> str:
    """The text of a cell, by the rule in docs/exports.md."""
    guarded = re.match("'+(?:[\t\r\n]|\\s*[-=+@＝＋－＠])", cell)
    return cell[1:] if guarded else cell


def reread(session: ExportedSession) -> Any:
    """The session document, written and read."""
    return json.loads(session_json(session))
