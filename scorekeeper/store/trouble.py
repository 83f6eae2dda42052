"""What is wrong with the database when it does not do what it was asked."""

from __future__ import annotations

from sqlalchemy.exc import OperationalError

LOCK_TIMEOUT = "55P03"
"""PostgreSQL's code for a lock that was waited for too long."""
GONE = ("08", "57P")
"""Its codes for a connection that was lost, and for a server that is going down or coming up."""


def is_away(error: OperationalError) -> bool:
    """Whether the database does not answer, or is going down or coming up."""
    state = getattr(error.orig, "sqlstate", "")  # of PostgreSQL; None where it did not answer at all
    return state is None or error.connection_invalidated or state.startswith(GONE)


def is_locked(error: OperationalError) -> bool:
    """Whether others wrote for as long as one waits."""
    return "locked" in str(error.orig) or getattr(error.orig, "sqlstate", "") == LOCK_TIMEOUT


def is_busy(error: OperationalError) -> bool:
    """Whether the same may work in a moment."""
    return is_away(error) or is_locked(error)
