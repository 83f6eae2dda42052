"""Who is watching which session, and what wakes them when it changes."""

from scorekeeper.live.attendance import Attendance, Place
from scorekeeper.live.hub import Hub, Subscription, TooManyStreams, Watcher
from scorekeeper.live.postgresql import PostgresqlWatcher
from scorekeeper.live.sqlite import SqliteWatcher

__all__ = [
    "Attendance",
    "Hub",
    "Place",
    "PostgresqlWatcher",
    "SqliteWatcher",
    "Subscription",
    "TooManyStreams",
    "Watcher",
]
