"""Sessions as the exports are given them, and their files as a stranger's program would read them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.exports import ExportedLine, ExportedMatch, ExportedSession, Table, session_json, table_csv
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
    return ExportedMatch(number, game, setup, replayed.state.table.names, entries, lines)


def evening(*matches: ExportedMatch) -> ExportedSession:
    """A session with these matches."""
    people = dict.fromkeys(name for match in matches for name in match.names)
    return ExportedSession(DAY, ZONE.key, tuple(people), matches)


def read(content: bytes) -> list[Record]:
    """What a CSV reader makes of a file, cells as they are written there."""
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


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
