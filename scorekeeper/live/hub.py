"""The hub of a process: streams wait here, and whoever learns of a change wakes those of the session.

Works with threads and, where gevent has patched them, with greenlets: everything of ``threading`` is looked
up when it is used, not when this module is imported.
"""

from __future__ import annotations

import logging
import threading
from typing import Protocol

MOST_STREAMS = 800
"""At most so many streams in one process: a worker serves 1,000 connections, and others must get through."""
READY_SECONDS = 2.0
"""So long the first stream waits for the watcher. If that takes longer the stream looks by itself."""
_AGAIN_SECONDS = 1.0
"""After so long a watcher that failed (the database was restarted) is started again."""
_log = logging.getLogger(__name__)


class TooManyStreams(Exception):
    """This process holds as many streams as it may."""


class Watcher(Protocol):
    """Learns from the database which sessions were changed, by whatever process."""

    def watch(self, hub: Hub, stop: threading.Event) -> None:
        """Pokes ``hub`` until ``stop`` is set; calls ``hub.ready`` as soon as nothing more can be missed.

        May raise whatever goes wrong: it is then called again.
        """


class Subscription:
    """A stream that waits. ``ended``: a newer stream of the same phone took its place."""

    __slots__ = ("_wake", "device_id", "ended", "session_id")

    def __init__(self, session_id: int, device_id: str) -> None:
        self.session_id = session_id
        self.device_id = device_id
        self.ended = False
        self._wake = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Whether it was woken, at once or within so many seconds."""
        woken = self._wake.wait(seconds)
        self._wake.clear()
        return woken

    def wake(self) -> None:
        """Lets it look again."""
        self._wake.set()

    def end(self) -> None:
        """Wakes it for the last time."""
        self.ended = True
        self._wake.set()


class Hub:
    """Wakes those who subscribed. The watcher runs while there are any."""

    def __init__(self, watcher: Watcher, *, most: int = MOST_STREAMS) -> None:
        self._watcher = watcher
        self._most = most
        self._lock = threading.Lock()
        self._following: dict[int, dict[str, Subscription]] = {}
        self._stop: threading.Event | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None

    def subscribe(self, session_id: int, device_id: str) -> Subscription:
        """Wakes the phone's stream from now on; ends an older one of the same phone in the same session.

        Raises TooManyStreams.
        """
        fresh = Subscription(session_id, device_id)
        with self._lock:
            older = self._following.get(session_id, {}).get(device_id)
            if older is None and self._count() >= self._most:
                raise TooManyStreams
            self._following.setdefault(session_id, {})[device_id] = fresh
            if self._stop is None:
                self._start()
        if older is not None:
            older.end()
        self._ready.wait(READY_SECONDS)
        return fresh

    def leave(self, subscription: Subscription) -> None:
        """Forgets a stream. May be called twice."""
        with self._lock:
            phones = self._following.get(subscription.session_id, {})
            if phones.get(subscription.device_id) is subscription:
                del phones[subscription.device_id]
            if not phones:
                self._following.pop(subscription.session_id, None)
            if not self._following and self._stop is not None:
                self._stop.set()
                self._stop = None

    def poke(self, session_id: int) -> None:
        """Wakes the session's streams: something has changed there, and is committed."""
        with self._lock:
            waiting = list(self._following.get(session_id, {}).values())
        for subscription in waiting:
            subscription.wake()

    def wake_all(self) -> None:
        """Wakes everybody: something may have been missed."""
        with self._lock:
            sessions = list(self._following)
        for session_id in sessions:
            self.poke(session_id)

    def ready(self) -> None:
        """Called by the watcher when it has begun to watch."""
        self._ready.set()

    def here(self) -> frozenset[tuple[int, str]]:
        """Session and phone of every open stream."""
        with self._lock:
            return frozenset((at, device) for at, phones in self._following.items() for device in phones)

    def close(self) -> None:
        """Ends all streams and waits until the watcher has gone."""
        with self._lock:
            waiting = [one for phones in self._following.values() for one in phones.values()]
        for subscription in waiting:
            subscription.end()
            self.leave(subscription)
        if self._thread is not None:
            self._thread.join()

    def _count(self) -> int:
        return sum(map(len, self._following.values()))

    def _start(self) -> None:
        self._stop = threading.Event()
        self._ready.clear()
        self._thread = threading.Thread(target=self._watch, args=(self._stop,), name="watcher", daemon=True)
        self._thread.start()

    def _watch(self, stop: threading.Event) -> None:
        failed = False
        while not stop.is_set():
            try:
                self._watcher.watch(self, stop)
            except Exception as error:  # whatever it is, phones go on looking by themselves
                if not failed:
                    _log.warning("the watcher of the database failed, and is started again: %s", error)
                failed = True
                stop.wait(_AGAIN_SECONDS)
