"""What is kept: Flask-SQLAlchemy models and the queries that read them."""

from scorekeeper.store.database import db
from scorekeeper.store.following import Entering, Follower, Touched
from scorekeeper.store.matches import StoredMatch
from scorekeeper.store.models import (
    Access,
    Correction,
    Device,
    Entry,
    GameSession,
    Link,
    Match,
    Player,
    Transfer,
    WrongCode,
)

__all__ = [
    "Access",
    "Correction",
    "Device",
    "Entering",
    "Entry",
    "Follower",
    "GameSession",
    "Link",
    "Match",
    "Player",
    "StoredMatch",
    "Touched",
    "Transfer",
    "WrongCode",
    "db",
]
