"""Letting others have their turn: a worker does one thing at a time, and serves hundreds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import cast

from flask import Flask, current_app

from scorekeeper.exports import Content
from scorekeeper.store import db

PATIENCE_SECONDS = 30.0
"""How long long work waits for other long work. A large import takes as long on a slow machine."""
_LONG_WORK = "scorekeeper.long_work"


class Crowded(Exception):
    """Others did long work for as long as one waits. Nothing was done."""


def prepare_turns(app: Flask) -> None:
    """Gives ``app`` room for one piece of long work at a time."""
    app.extensions[_LONG_WORK] = BoundedSemaphore()


@contextmanager
def long_work() -> Iterator[None]:
    """Within it is no other long work of this process, so that who plays waits for one at most.

    Raises Crowded.
    """
    if db.session.registry.has():
        db.session.rollback()  # who waits keeps no connection from those who have work for it
    room = cast("BoundedSemaphore", current_app.extensions[_LONG_WORK])
    if not room.acquire(timeout=PATIENCE_SECONDS):
        raise Crowded
    try:
        yield
    finally:
        room.release()


def let_others(_done: int = 0) -> None:
    """It is the turn of those who wait for theirs; called now and then within long work."""
    time.sleep(0)


def in_turn(content: Content) -> Iterator[bytes]:
    """The parts of a file, between which others have their turn."""
    for part in [content] if isinstance(content, bytes) else content:
        let_others()
        if part:
            yield part
