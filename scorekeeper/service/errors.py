"""What the circumstances do not allow (the rules have :class:`scorekeeper.kernel.Refused`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from scorekeeper.kernel import Message


class NotFound(Exception):
    """There is no such session, match or club, or this phone may not see it."""


class NothingThere(NotFound):
    """Something is asked of what is there that it has not; ``code`` and ``said`` tell programs what."""

    def __init__(self, code: str, said: Message, field: str = "") -> None:
        super().__init__(code)
        self.code, self.said, self.field = code, said, field


class LinkStopped(Exception):
    """This phone was let in once, and is no longer.

    ``at``: since when; ``time_zone``: of the session; ``put_out``: whether it was this phone alone; ``club``:
    whether it was let into a club, not into a session.
    """

    def __init__(self, at: datetime, time_zone: str, *, put_out: bool = False, club: bool = False) -> None:
        super().__init__("the link was stopped")
        self.at = at
        self.time_zone = time_zone
        self.put_out = put_out
        self.club = club


class TooManyTries(Exception):
    """So many wrong codes were tried that no more are looked up for a while."""


class NotAllowed(Exception):
    """This phone may look, but not enter."""


class Stale(Exception):
    """Something was entered since the page was drawn.

    ``version``: where the match is now; ``said``: what came last, as the history says it, None if nothing is
    left; ``names``: of the players by seat; ``unit``: of the stake.
    """

    def __init__(self, version: int, said: Message | None, names: Sequence[str], unit: str) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version
        self.said = said
        self.names = names
        self.unit = unit
