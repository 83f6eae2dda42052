"""Stakes beside the points: for the match, and for each point of difference (wire-format, ``stake``).

Pure, as the games are. Played for only where the table wants it; who pays whom is each game's own.

Where winners divide what cannot be divided, the odd units go one by one in an order that the game states and
that moves around the table from match to match: never by row, by name or by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.kernel import Amount, Message, Payment, StakeAmount, say

PER_MATCH, PER_DIFFERENCE = "per_match", "per_difference"

STAKES = (
    StakeAmount(PER_MATCH, say("Stake per game"), None),
    StakeAmount(PER_DIFFERENCE, say("Stake per point of difference"), None),
)


def shares(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """``amount``, in minor units or coins, divided among ``winners``.

    The first of them get one more each, as far as the odd units go: so their order is the rule.
    """
    each, odd = divmod(amount, len(winners))
    return {seat: each + (place < odd) for place, seat in enumerate(winners)}


def match_payments(
    each_minor: int, losers: Sequence[int], winners: Sequence[int], odd_first: Sequence[int], reason: Message
) -> tuple[Payment, ...]:
    """Each of the losers pays ``each_minor``, the winners divide it; by winner, then by loser.

    ``odd_first``: the winners once more, in the order in which they take the odd units.
    """
    due = dict.fromkeys(losers, each_minor)
    to_get = shares(each_minor * len(losers), odd_first)
    made: list[Payment] = []
    for payee in winners:
        for payer in losers:
            amount = min(due[payer], to_get[payee])
            due[payer] -= amount
            to_get[payee] -= amount
            if amount:
                made.append(Payment(payer, payee, amount, reason))
    return tuple(made)


def may_be_odd(each_minor: int, players: int) -> bool:
    """Whether there is a number of winners who cannot divide alike what the others pay."""
    return any(each_minor * (players - winners) % winners for winners in range(2, players))


def in_words(
    amounts_minor: Mapping[str, int],
    points: int,
    of_match: Callable[[Amount], Message],
    of_difference: Callable[[Amount], Message],
    odd: Message | None = None,
) -> tuple[Message, ...]:
    """What the stakes move, in the game's own sentences.

    ``points``: a difference that is usual in it; ``odd``: who gets what the winners cannot divide.
    """
    told: list[Message] = []
    if each := amounts_minor.get(PER_MATCH):
        told.append(of_match(Amount(each)))
        if odd is not None:
            told.append(odd)
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
