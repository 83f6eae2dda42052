"""Which cards two or three players take out before the first turn (rules.md §4)."""

from __future__ import annotations

from scorekeeper.kernel import Message, say

_NOTES = {
    2: say("With 2 players take out the cards marked 3+ and those marked 4+."),
    3: say("With 3 players take out the cards marked 4+."),
}


def to_prepare(players: int) -> Message | None:
    """What so many players do before they begin; None for nothing."""
    return _NOTES.get(players)
