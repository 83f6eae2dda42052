"""Stakes beside the points: for the match, and for each point of difference (wire-format, ``stake``).

Pure, as the games are. Played for only where the table wants it; who pays whom is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.kernel import Amount, Message, StakeAmount, say

PER_MATCH, PER_DIFFERENCE = "per_match", "per_difference"

STAKES = (
    StakeAmount(PER_MATCH, say("Stake per game"), None),
    StakeAmount(PER_DIFFERENCE, say("Stake per point of difference"), None),
)


def in_words(
    amounts_minor: Mapping[str, int],
    points: int,
    of_match: Callable[[Amount], Message],
    of_difference: Callable[[Amount], Message],
) -> tuple[Message, ...]:
    """What the stakes move, in the game's own sentences; ``points``: a difference that is usual in it."""
    told: list[Message] = []
    if each := amounts_minor.get(PER_MATCH):
        told.append(of_match(Amount(each)))
    if point := amounts_minor.get(PER_DIFFERENCE):
        told.append(of_difference(Amount(points * point)))
    return tuple(told)


def said(amounts_minor: Mapping[str, int]) -> Message | None:
    """What is played for in words ("$5 a game"), None for nothing."""
    each, point = amounts_minor.get(PER_MATCH), amounts_minor.get(PER_DIFFERENCE)
    if each and point:
        return say(
            "%(stake)s a game, %(point)s a point of difference", stake=Amount(each), point=Amount(point)
        )
    if each:
        return say("%(stake)s a game", stake=Amount(each))
    return say("%(point)s a point of difference", point=Amount(point)) if point else None
