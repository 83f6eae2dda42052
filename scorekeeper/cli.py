"""The command line: serve, score, and the database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import IO, Any

import click

from scorekeeper.config import BadSettings, Settings
from scorekeeper.documents import error_json, scored
from scorekeeper.kernel import Refused, say


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Scorekeeper: the score sheet that knows the rules."""


@main.command()
@click.option("--host", help="The address to listen on (default: every one this machine has).")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on (default: 8000).")
@click.option("--workers", type=click.IntRange(1, 32), default=2, show_default=True, help="Worker processes.")
@click.option(
    "--tls", is_flag=True, help="Serve https with a certificate of its own, made beside the database."
)
def serve(host: str | None, port: int | None, workers: int, tls: bool) -> None:
    """Serve the score sheet to the phones in this network.

    With --tls phones warn once that they do not know the certificate; compare its fingerprint with the one
    that is printed.

    Example: scorekeeper serve --port 8000
    """
    from scorekeeper import server  # noqa: PLC0415 - the other commands need no server

    try:
        server.serve(Settings.from_environment(), host=host, port=port, workers=workers, tls=tls)
    except BadSettings as error:
        raise click.ClickException(str(error)) from None


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
        raw = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return error_json(Refused("", "not_json", say("This is not JSON.")), None), 2
    except Refused as refused:
        return error_json(refused, None), 2
    return scored(raw)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; raises Refused for a key that stands in it twice, of which one would be lost."""
    known: dict[str, Any] = {}
    for key, value in pairs:
        if key in known:
            raise Refused(key, "given_twice", say("%(key)s is given twice. Once is enough.", key=key))
        known[key] = value
    return known


@main.group("db")
def database() -> None:
    """The database."""


@database.command()
def upgrade() -> None:
    """Bring the database to the newest form. Serving does it by itself.

    Example: scorekeeper db upgrade
    """
    from scorekeeper.app import create_app  # noqa: PLC0415 - see serve
    from scorekeeper.server import upgrade_database  # noqa: PLC0415

    try:
        upgrade_database(create_app())
    except BadSettings as error:
        raise click.ClickException(str(error)) from None
