"""Settings: from the environment, checked at start."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

KEY_FILE = "scorekeeper.key"
MOST_BODY_BYTES = 64 * 1024
LARGEST_PORT = 65535
MOST_PROXIES = 10
POSTGRESQL = "postgresql+psycopg"
"""The driver that is installed, as SQLAlchemy names it."""


class BadSettings(Exception):
    """A setting that cannot be used; the text says which and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server runs with.

    ``database_url``: as SQLAlchemy reads it. ``secret_key``: signs cookies and makes links.
    ``folder``: where the key is, and the certificate of ``serve --tls``.
    ``proxies``: how many proxies stand in front, one behind the other, and are believed who asks and how.
    ``key_in_file``: whether the key is kept in a file of that folder, and not in the environment.
    ``testing``: shows errors to tests instead of answering with a page.
    """

    database_url: str
    secret_key: str
    host: str = "0.0.0.0"  # noqa: S104 - the phones around the table must reach it
    port: int = 8000
    testing: bool = False
    folder: Path = Path()
    proxies: int = 0
    key_in_file: bool = True

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None where the database is a server."""
        url = make_url(self.database_url)
        return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None

    @property
    def key_file(self) -> Path:
        """Where the key is kept, unless the environment has it."""
        return self.folder / KEY_FILE

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Reads ``SCOREKEEPER_DATABASE_URL``, ``_DATA``, ``_SECRET_KEY``, ``_HOST``, ``_PORT``, ``_PROXIES``.

        Makes the data folder and the key file where they are missing; raises BadSettings.
        """
        data = Path(environment.get("SCOREKEEPER_DATA") or click.get_app_dir("scorekeeper"))
        default = f"sqlite:///{data / 'scorekeeper.db'}"
        url, folder = _database(environment.get("SCOREKEEPER_DATABASE_URL") or default, data)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSettings(f"The data folder {folder} cannot be made: {error.strerror}.") from None
        return cls(
            database_url=url,
            secret_key=environment.get("SCOREKEEPER_SECRET_KEY") or _kept_key(folder / KEY_FILE),
            host=environment.get("SCOREKEEPER_HOST") or "0.0.0.0",  # noqa: S104 - see above
            port=_number(environment, "SCOREKEEPER_PORT", 8000, range(1, LARGEST_PORT + 1), "A port"),
            folder=folder,
            key_in_file=not environment.get("SCOREKEEPER_SECRET_KEY"),
            proxies=_number(
                environment, "SCOREKEEPER_PROXIES", 0, range(MOST_PROXIES + 1), "How many proxies"
            ),
        )


def _database(text: str, data: Path) -> tuple[str, Path]:
    """The address of the database, with its whole path if it is a file, and the folder for the key."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadSettings(f"SCOREKEEPER_DATABASE_URL is no database address. {_LIKE_THIS}") from None
    if url.drivername.partition("+")[0] in {"postgresql", "postgres"}:
        return url.set(drivername=POSTGRESQL).render_as_string(hide_password=False), data
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        raise BadSettings(f"The database must be an SQLite file or a PostgreSQL server. {_LIKE_THIS}")
    file = Path(str(url.database)).absolute()
    return url.set(database=str(file)).render_as_string(hide_password=False), file.parent


_LIKE_THIS = (
    "The address looks like sqlite:////folder/scorekeeper.db or postgresql://user:password@host/scorekeeper."
)


def _kept_key(file: Path) -> str:
    """The key in ``file``, made at the first start. Only the owner may read it."""
    try:
        if not file.exists():
            _make_key(file)
    except OSError as error:
        raise BadSettings(f"The key file {file} cannot be written: {error.strerror}.") from None
    try:
        key = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        raise BadSettings(f"The key file {file} cannot be read. Restore it from a backup.") from None
    if not key:
        raise BadSettings(
            f"The key file {file} is empty. Restore it from a backup, or delete it to start anew."
        )
    return key


def _make_key(file: Path) -> None:
    """Writes a new key beside ``file`` and moves it there, so that nobody ever reads half of it."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as new:
        new.write(secrets.token_urlsafe(48))
    try:
        os.link(fresh, file)  # fails if another process was faster; then its key counts
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def _number(environment: Mapping[str, str], name: str, default: int, allowed: range, what: str) -> int:
    """The whole number that is set under ``name``; ``what`` it is, in words."""
    text = environment.get(name) or str(default)
    short = text.isascii() and text.isdecimal() and len(text) <= len(str(allowed[-1]))
    number = int(text) if short else -1
    if number not in allowed:
        raise BadSettings(f"{name} is {text!r}. {what} is a number from {allowed[0]} to {allowed[-1]}.")
    return number
