"""``scorekeeper purge``: a person's name, gone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import click

from scorekeeper.cli.program import main, opened
from scorekeeper.config import Settings


@main.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(name: str, yes: bool) -> None:
    """Erase a person's name everywhere; sums, seats and payments stay. There is no way back.

    Everybody of this name is meant, in all sessions and clubs: "Somebody 1" takes its place, in notes too.
    Backups, exported files, names of clubs, and pages that phones keep for when there is no signal still have
    it.

    Example: scorekeeper purge "Ana Kowalska"
    """
    from scorekeeper.service.purging import count_named, purge_name  # noqa: PLC0415 - as in serve

    with opened():
        named = count_named(name)
        if not (named.sessions or named.clubs or named.notes):
            raise click.ClickException(f"Nobody is called {name!r}.")
        click.echo(f"{name}: in {named.sessions} sessions, {named.clubs} clubs and {named.notes} notes.")
        if not yes:
            click.confirm("Erase this name? There is no way back.", abort=True)
        word = purge_name(name)
    file = Settings.from_environment().database_file
    if file is not None:
        _forget_free_pages(file)
    click.echo(f"The name is erased; it reads {word} now.")


def _forget_free_pages(file: Path) -> None:
    """What was written over still stands in free pages of the file, and in its log, until it is packed."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=10)) as connection:
        try:
            connection.execute("VACUUM")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.OperationalError:
            busy = 1
    if busy:
        click.echo(
            "Others work with the database, so traces may be left in free pages of its file. Stop the server "
            'and run: sqlite3 scorekeeper.db "VACUUM"',
            err=True,
        )
