"""Whether somebody works with the SQLite database of a folder, so that nobody puts another in its place.

A lock of the operating system on a file beside the database: it ends with the last process that holds it,
however that ends.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK_FILE = "scorekeeper.lock"


class InUse(Exception):
    """Another program works with the folder; the text says what to do."""


def use(folder: Path) -> IO[str]:
    """Says that the database of ``folder`` is used, until what is given back is closed.

    Processes that are forked meanwhile say so too. Raises InUse while a backup is put back.
    """
    return _locked(folder, fcntl.LOCK_SH, f"A backup is being put back in {folder}. Wait until that is done.")


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else uses the database of ``folder`` meanwhile; raises InUse if somebody does."""
    said = f"A server or another command works with {folder}. Stop it first."
    with _locked(folder, fcntl.LOCK_EX, said):
        yield


def _locked(folder: Path, how: int, said: str) -> IO[str]:
    file = (folder / LOCK_FILE).open("a")
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise InUse(said) from None
    return file
