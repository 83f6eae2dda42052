"""Copies of an SQLite database, with its key, in one file: a tar archive that its owner alone may read."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO

from scorekeeper.store.form import Form, form_at

DATABASE, KEY = "scorekeeper.db", "scorekeeper.key"
"""What they are called inside, whatever they are called outside."""
OWNER_ONLY = 0o600
_PAGES = 1000
_CHUNK = 1 << 16
Further = Callable[[int], None]
"""Told how many more bytes were copied."""


class NoCopy(Exception):
    """A copy that cannot be made or put back; the text says why."""


def make_copy(database: Path, key: Path | None, archive: Path, *, further: Further) -> None:
    """Writes ``database`` as it is at this moment, and ``key``, into ``archive``; whatever was there is gone.

    Others may read and write meanwhile. Raises NoCopy, and then leaves ``archive`` as it was.
    """
    if not archive.absolute().parent.is_dir():
        raise NoCopy(f"{archive} cannot be written: there is no folder {archive.absolute().parent}.")
    with tempfile.TemporaryDirectory(dir=archive.absolute().parent, prefix=".scorekeeper-") as name:
        folder = Path(name)  # which nobody else may look into
        _copy_database(database, folder / DATABASE, further)
        _refuse_damaged(folder / DATABASE, f"The database {database} is damaged, so no backup was made")
        with _private(folder / "archive") as file, tarfile.open(fileobj=file, mode="w:gz") as packed:
            _pack(packed, folder / DATABASE, DATABASE)
            if key is not None:
                _pack(packed, key, KEY)
        _reach_the_disk(folder / "archive")
        (folder / "archive").replace(archive)


def _copy_database(source: Path, target: Path, further: Further) -> None:
    """SQLite's own copy."""
    there = f"{source.absolute().as_uri()}?mode=rw"  # otherwise one that is gone meanwhile would be made
    with (
        closing(sqlite3.connect(there, uri=True, isolation_level=None)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        try:
            # One picture: otherwise the copy would begin anew with each entry that comes meanwhile.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            size = old.execute("PRAGMA page_size").fetchone()[0]
            copied = 0

            def told(_status: int, remaining: int, total: int) -> None:
                nonlocal copied
                further((total - remaining - copied) * size)
                copied = total - remaining

            old.backup(new, pages=_PAGES, progress=told)
        except sqlite3.Error as error:
            raise NoCopy(f"The database {source} cannot be copied: {error}.") from None


def _pack(packed: tarfile.TarFile, file: Path, name: str) -> None:
    info = packed.gettarinfo(file, name)
    info.mode, info.uid, info.gid, info.uname, info.gname = OWNER_ONLY, 0, 0, "", ""
    with file.open("rb") as content:
        packed.addfile(info, content)


def _private(file: Path) -> IO[bytes]:
    """A new file that its owner alone may read, from its first moment on."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")


def put_back(archive: Path, database: Path, key: Path | None) -> bool:
    """Puts what is in ``archive`` in the place of ``database`` and ``key``; nobody may use them meanwhile.

    ``key`` None: that of the archive is not wanted. Whether the archive has a key. Raises NoCopy, and then
    all is as it was: everything is unpacked and looked at before anything is replaced.
    """
    with tempfile.TemporaryDirectory(dir=database.parent, prefix=".scorekeeper-") as name:
        folder = Path(name)
        names = _unpack(archive, folder)
        if DATABASE not in names:
            raise NoCopy(f"{archive} is no backup of Scorekeeper: there is no {DATABASE} in it.")
        _refuse_damaged(folder / DATABASE, f"The database in {archive} is damaged, so nothing was put back")
        _refuse_foreign(folder / DATABASE, archive)
        if key is not None and KEY in names:
            (folder / KEY).replace(key)
        for left in ("-wal", "-shm"):  # of the old database; the new one would take them for its own
            database.with_name(f"{database.name}{left}").unlink(missing_ok=True)
        (folder / DATABASE).replace(database)
        _reach_the_disk(database.parent)
        return KEY in names


def _unpack(archive: Path, folder: Path) -> set[str]:
    """Unpacks the two files that are known by name, and nothing else; which of them there were."""
    found = set()
    try:
        with tarfile.open(archive, "r:gz") as packed:
            for member in packed:
                # A link leads to what is not in the archive.
                known = member.isfile() and member.name in {DATABASE, KEY} and member.name not in found
                if not known or (content := packed.extractfile(member)) is None:
                    continue
                with _private(folder / member.name) as file:
                    shutil.copyfileobj(content, file)
                _reach_the_disk(folder / member.name)
                found.add(member.name)
            while packed.fileobj.read(_CHUNK):
                pass  # to the end, where the sum over the whole file is compared
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, ValueError) as error:
        raise NoCopy(f"{archive} is no backup of Scorekeeper, or is not whole: {error}.") from None
    return found


def _refuse_damaged(database: Path, said: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        try:
            answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            answer = str(error)
    if answer != "ok":
        raise NoCopy(f"{said}: {answer}.")


def _refuse_foreign(database: Path, archive: Path) -> None:
    """Raises NoCopy for a database of another program, or of a version that came later."""
    with closing(sqlite3.connect(database)) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.Error:
            row = None
    form = form_at(row[0] if row else None)
    if form is Form.EMPTY:
        raise NoCopy(f"The database in {archive} is not one of Scorekeeper.")
    if form is Form.UNKNOWN:
        raise NoCopy(f"{archive} was made by a newer version of Scorekeeper. Install that one first.")


def _reach_the_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
