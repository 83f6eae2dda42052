"""``scorekeeper score``: a match document in, its result out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import IO, Any

import click

from scorekeeper.cli.program import main
from scorekeeper.documents import error_json, parsed, scored
from scorekeeper.kernel import Refused


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--lines", is_flag=True, help="One match document a line; each is answered on a line of its own."
)
def score(file: IO[bytes], lines: bool) -> None:
    """Read a match document and print its result as JSON. FILE may be - for standard input.

    Exit status 1: an entry is refused; 2: not a match document.

    Example: scorekeeper score evening.json
    """
    if lines:
        sys.exit(_score_lines(file))
    answer, status = _answer(file.read())
    click.echo(_written(answer, indent=2))
    sys.exit(status)


def _score_lines(file: Iterable[bytes]) -> int:
    worst = 0
    for line in file:
        if line.strip():
            answer, status = _answer(line)
            sys.stdout.write(_written(answer, separators=(",", ":")) + "\n")
            worst = max(worst, status)
    return worst


def _written(answer: dict[str, Any], **style: Any) -> str:
    """The answer as JSON. Half characters, which a document may have, stay escaped: none prints them."""
    text = json.dumps(answer, ensure_ascii=False, **style)
    return text if text.isascii() or _can_be_written(text) else json.dumps(answer, **style)


def _can_be_written(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _answer(text: bytes) -> tuple[dict[str, Any], int]:
    try:
        raw = parsed(text)
    except Refused as refused:
        return error_json(refused, None), 2
    return scored(raw)
