"""``scorekeeper verify``: what is stored, against what the entries come to."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.program import main, opened
from scorekeeper.cli.progress import progress

if TYPE_CHECKING:
    from scorekeeper.service.verifying import Difference, VerifiedMatch

LONGEST = 400
"""No more characters of a value are printed: a whole state says too much."""


@main.command()
def verify() -> None:
    """Play every match again from its entries and compare with what is stored. Changes nothing.

    Each difference is a line: the session, the match (from 1, as on the pages), the entry (from 0, as in a
    match document), what differs, what is stored, and what comes out. May run while the server runs.

    Exit status 0: no difference; 1: some.

    Example: scorekeeper verify
    """
    from scorekeeper.service.verifying import count_matches, verify_matches  # noqa: PLC0415 - as in serve

    lines: list[str] = []
    matches = entries = differences = 0
    with opened(), progress("Verifying", count_matches()) as further:
        for match in verify_matches():
            lines.extend(_lines(match))
            matches, entries = matches + 1, entries + match.entries
            differences += len(match.differences)
            further(1)
    for line in lines:
        click.echo(line)
    click.echo(
        f"Verified {_many(matches, 'match', 'matches')} with {_many(entries, 'entry', 'entries')}: "
        f"{_many(differences, 'difference', 'differences') if differences else 'no differences'}."
    )
    sys.exit(1 if differences else 0)


def _many(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _lines(match: VerifiedMatch) -> list[str]:
    where = f"session {match.session}, match {match.number}"
    told = [f"{where}{_difference(one)}" for one in match.differences]
    if match.rules_now is not None and match.rules_version < match.rules_now:
        told.insert(
            0, f"{where}: computed by version {match.rules_version} of the rules; now: {match.rules_now}."
        )
    return told


def _difference(one: Difference) -> str:
    entry = "" if one.entry is None else f", entry {one.entry}"
    return f"{entry}: {one.what}: stored {_short(one.stored)}, comes out as {_short(one.computed)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
