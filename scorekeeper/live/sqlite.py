"""Watching an SQLite file: its change counter says that somebody has committed something."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from scorekeeper.live.hub import Hub

POLL_SECONDS = 0.05
Newest = Callable[[sqlite3.Connection], int]
"""The number of the last change."""
Changes = Callable[[sqlite3.Connection, int], Sequence[tuple[int, int]]]
"""Number and session of every change after the one with the given number."""


class SqliteWatcher:
    """Asks for the counter 20 times a second, which touches nothing but shared memory.

    ``newest`` and ``changes`` say which sessions it was about.
    """

    def __init__(self, file: Path, newest: Newest, changes: Changes) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=rw"  # a file that is gone is not made anew
        self._newest = newest
        self._changes = changes

    def watch(self, hub: Hub, stop: threading.Event) -> None:
        """See :class:`~scorekeeper.live.hub.Watcher`."""
        with closing(sqlite3.connect(self._address, uri=True, isolation_level=None)) as connection:
            connection.execute("PRAGMA busy_timeout=0")  # waiting inside SQLite would stop all greenlets
            counter = self._counter(connection)
            newest = self._newest(connection)
            hub.ready()
            hub.wake_all()  # those who waited through a failure
            while not stop.wait(POLL_SECONDS):
                counted = self._counter(connection)
                if counted == counter:
                    continue
                for number, session_id in self._changes(connection, newest):
                    newest = number
                    hub.poke(session_id)
                counter = counted  # read before the changes: what came in between is seen the next time

    @staticmethod
    def _counter(connection: sqlite3.Connection) -> int:
        """Goes up when another connection, of this process or another, has committed something."""
        return int(connection.execute("PRAGMA data_version").fetchone()[0])
