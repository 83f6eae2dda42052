"""Watching a PostgreSQL database: it says by itself what was changed (LISTEN/NOTIFY)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import psycopg

from scorekeeper.live.hub import Hub

_LOOK_SECONDS = 1.0
"""After so long without a word it looks whether it shall stop."""


class PostgresqlWatcher:
    """Listens on a connection of its own. Where that breaks it raises, and is called again.

    ``connection``: what psycopg connects with; ``channel``: where is said which session was changed and by
    which process; what ``own`` names was done by this one, which has woken its streams already.
    """

    def __init__(self, connection: dict[str, Any], channel: str, own: Callable[[], str]) -> None:
        self._connection = connection
        self._channel = channel
        self._own = own

    def watch(self, hub: Hub, stop: threading.Event) -> None:
        """See :class:`~scorekeeper.live.hub.Watcher`."""
        with psycopg.connect(**self._connection, autocommit=True) as connection:
            connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self._channel)))
            hub.ready()
            hub.wake_all()  # what was said while nobody listened
            while not stop.is_set():
                for said in connection.notifies(timeout=_LOOK_SECONDS):
                    session_id, _blank, process = said.payload.partition(" ")
                    if process != self._own():
                        hub.poke(int(session_id))
                    if stop.is_set():
                        break
