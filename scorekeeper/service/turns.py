"""Letting others have their turn: a worker does one thing at a time, and serves hundreds."""

from __future__ import annotations

import time
from collections.abc import Iterator

from scorekeeper.exports import Content


def let_others(_done: int = 0) -> None:
    """It is the turn of those who wait for theirs; called now and then within long work."""
    time.sleep(0)


def in_turn(content: Content) -> Iterator[bytes]:
    """The parts of a file, between which others have their turn."""
    for part in [content] if isinstance(content, bytes) else content:
        let_others()
        if part:
            yield part
