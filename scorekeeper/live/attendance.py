"""How many follow, known to all processes: each writes down now and then who has a stream open on it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

Place = tuple[int, str]
"""A session and a phone that follows it."""

TICK_SECONDS = 1.0
LINGER_SECONDS = 4.0
"""Who is back within this time (another tab of the page was opened) never was away."""
REFRESH_SECONDS = 20.0
"""At least so often a process says that it is well, while somebody follows on it."""
_log = logging.getLogger(__name__)


class Attendance:
    """Writes down who is here, at most once a second for all streams together, and only what has changed.

    ``record`` is given all who are here now and those who were when it was called last; nothing is called
    while nobody is here.
    """

    def __init__(self, record: Callable[[frozenset[Place], frozenset[Place]], None]) -> None:
        self._record = record
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._known: frozenset[Place] = frozenset()
        self._seen: dict[Place, float] = {}
        self._recorded_at = 0.0

    def notice(self, here: Callable[[], frozenset[Place]]) -> None:
        """Somebody came: looks at ``here`` until nobody is left."""
        with self._lock:
            if self._thread is None:
                self._closing.clear()
                self._thread = threading.Thread(
                    target=self._keep, args=(here,), name="attendance", daemon=True
                )
                self._thread.start()

    def close(self) -> None:
        """Stops looking, without a last word."""
        thread = self._thread
        self._closing.set()
        if thread is not None:
            thread.join()

    def _keep(self, here: Callable[[], frozenset[Place]]) -> None:
        while True:
            closing = self._closing.wait(TICK_SECONDS)
            with self._lock:
                present = here()
                if closing or not (present or self._known):
                    self._thread, self._known, self._seen = None, frozenset(), {}
                    return
            self.look(present, time.monotonic())

    def look(self, present: frozenset[Place], at: float) -> None:
        """Records who is here at the moment ``at`` (in seconds), if that is news or long ago."""
        self._seen |= dict.fromkeys(present, at)
        self._seen = {place: last for place, last in self._seen.items() if at - last < LINGER_SECONDS}
        now_here = frozenset(self._seen)
        if now_here == self._known and at - self._recorded_at < REFRESH_SECONDS:
            return
        try:
            self._record(now_here, self._known)
        except Exception as error:  # the count is a courtesy: the next tick tries again
            _log.warning("who follows could not be written down: %s", error)
            return
        self._known, self._recorded_at = now_here, at
