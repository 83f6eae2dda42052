"""``scorekeeper backup`` and ``scorekeeper restore``: database and key in one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from scorekeeper.cli.program import main, told
from scorekeeper.cli.progress import progress
from scorekeeper.config import Settings


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite FILE if it is there already.")
def backup(file: Path, force: bool) -> None:
    """Write database and key into FILE, a tar archive. Safe while the server runs.

    Who has the file can do whatever the server can: it is made readable for its owner alone; keep it so.

    Example: scorekeeper backup scorekeeper-2026-11-30.tar.gz
    """
    from scorekeeper.store.copies import make_copy  # noqa: PLC0415 - as in serve

    with told():
        settings = Settings.from_environment()
        database = _sqlite(settings)
        if not database.exists():
            raise click.ClickException(f"There is no database at {database}.")
        _refuse_overwriting(file, force)
        with progress("Copying", database.stat().st_size) as further:
            make_copy(database, settings.key_file if settings.key_in_file else None, file, further=further)
    click.echo(f"{file} has the database{' and its key' if settings.key_in_file else ''}.")
    if not settings.key_in_file:
        click.echo("The key is set in SCOREKEEPER_SECRET_KEY and is not in it: keep a copy of that too.")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace the database and the key that are there.")
def restore(file: Path, force: bool) -> None:
    """Put database and key back from FILE, which scorekeeper backup has written.

    Stop the server first. What is there already is only replaced with --force, and is then gone.

    Example: scorekeeper restore scorekeeper-2026-11-30.tar.gz
    """
    from scorekeeper.store.copies import put_back  # noqa: PLC0415 - as in serve
    from scorekeeper.store.in_use import alone_in  # noqa: PLC0415

    with told():
        settings = Settings.from_environment()
        database = _sqlite(settings)
        with alone_in(settings.folder):
            _refuse_overwriting(database, force)
            has_key = put_back(file, database, settings.key_file if settings.key_in_file else None)
    click.echo(f"The database is back at {database}.")
    if not has_key:
        click.echo(
            "There is no key in the file: set SCOREKEEPER_SECRET_KEY to the one that it was used with."
        )
    elif not settings.key_in_file:
        click.echo("The key in the file was left there: SCOREKEEPER_SECRET_KEY is set, and counts.")


def _sqlite(settings: Settings) -> Path:
    """The file of the database; a sentence where it is a server."""
    if settings.database_file is None:
        raise click.ClickException(
            "The database is on a PostgreSQL server: use pg_dump and pg_restore, and keep the key beside "
            f"the copy ({settings.key_file if settings.key_in_file else 'SCOREKEEPER_SECRET_KEY'})."
        )
    return settings.database_file


def _refuse_overwriting(file: Path, force: bool) -> None:
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already. --force replaces it.")
