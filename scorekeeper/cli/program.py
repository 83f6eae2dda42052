"""What all commands share: the program itself, the database it works on, and errors told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from scorekeeper.config import BadSettings, Settings

if TYPE_CHECKING:
    from flask import Flask


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Scorekeeper: the score sheet that knows the rules."""


@contextmanager
def told() -> Iterator[None]:
    """Whatever cannot be done inside for a reason that people can do something about ends in a sentence."""
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415 - score needs no database

    from scorekeeper.service.operating import NoSuchSession  # noqa: PLC0415
    from scorekeeper.store.copies import NoCopy  # noqa: PLC0415
    from scorekeeper.store.in_use import InUse  # noqa: PLC0415

    try:
        yield
    except (BadSettings, InUse, NoCopy, NoSuchSession) as error:
        raise click.ClickException(str(error)) from None
    except DBAPIError as error:
        raise click.ClickException(f"The database cannot be used: {_first_line(error.orig)}.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{reason}.") from None


def _first_line(error: BaseException | None) -> str:
    return (str(error).strip().splitlines() or ["it does not answer"])[0].rstrip(".")


@contextmanager
def opened(*, makes: bool = False) -> Iterator[Flask]:
    """Within the application, on the database that the settings name; what goes wrong is told in a sentence.

    ``makes``: a database that is not there yet is made; otherwise it must be there. It must have the form
    that this version works with.
    """
    # Imported here: score and --help do without.
    from scorekeeper.app import create_app  # noqa: PLC0415
    from scorekeeper.store.form import Form, form_of  # noqa: PLC0415
    from scorekeeper.store.in_use import use  # noqa: PLC0415

    with told():
        settings = Settings.from_environment()
        if not makes and settings.database_file is not None and not settings.database_file.exists():
            raise click.ClickException(f"There is no database at {settings.database_file}.")
        in_use = use(settings.folder) if settings.database_file is not None else nullcontext()
        app = create_app(settings)
        with in_use, app.app_context():
            form = form_of()
            if form is Form.EMPTY and makes:
                from scorekeeper.server import upgrade_database  # noqa: PLC0415

                upgrade_database(app)
            elif form is not Form.CURRENT:
                raise click.ClickException(_UNUSABLE[form.name])
            yield app


_UNUSABLE = {
    "EMPTY": "The database is empty. scorekeeper db upgrade prepares it.",
    "OLDER": (
        "The database has the form of an older version. Stop the server, make a backup with that version, "
        "then run scorekeeper db upgrade."
    ),
    "UNKNOWN": "The database was made by a newer version of Scorekeeper. Install that one.",
}
