"""What is kept: Flask-SQLAlchemy models and the queries that read them."""

from scorekeeper.store.database import db
from scorekeeper.store.following import Entering, Follower, Touched
from scorekeeper.store.matches import StoredMatch
from scorekeeper.store.models import (
    Access,
    Club,
    Correction,
    Device,
    Entry,
    GameSession,
    Link,
    Match,
    Member,
    Player,
    Summary,
    TabTransfer,
    Transfer,
    WrongCode,
)

__all__ = [
    "Access",
    "Club",
    "Correction",
    "Device",
    "Entering",
    "Entry",
    "Follower",
    "GameSession",
    "Link",
    "Match",
    "Member",
    "Player",
    "StoredMatch",
    "Summary",
    "TabTransfer",
    "Touched",
    "Transfer",
    "WrongCode",
    "db",
]
