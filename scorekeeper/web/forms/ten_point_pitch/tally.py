"""The running count of a hand that is being entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.ten_point_pitch.entries import CARDS, POINTS, TEAMS, Card


@dataclass(frozen=True, slots=True)
class Tally:
    """Points by team and out of play; ``left``: cards not placed yet; ``lost``: those out of play."""

    points: tuple[int, int]
    out: int
    left: tuple[Card, ...] = ()
    lost: tuple[Card, ...] = ()

    @classmethod
    def of_cards(cls, owners: Mapping[Card, str]) -> Tally:
        """From who took each card, as tapped."""
        points = [sum(CARDS[card] for card, owner in owners.items() if owner == str(team)) for team in TEAMS]
        left = tuple(card for card, owner in owners.items() if not owner)
        lost = tuple(card for card, owner in owners.items() if owner == "out")
        return cls((points[0], points[1]), sum(CARDS[card] for card in lost), left, lost)

    @classmethod
    def of_points(cls, typed: Sequence[object]) -> Tally:
        """From the two totals; what is no number counts nothing yet."""
        known = [number if isinstance(number, int) else 0 for number in [*typed, 0, 0]]
        return cls((known[0], known[1]), max(POINTS - known[0] - known[1], 0))

    @property
    def left_points(self) -> int:
        """What the cards that are not placed yet are worth."""
        return sum(CARDS[card] for card in self.left)

    @property
    def complete(self) -> bool:
        """Whether every card is placed."""
        return not self.left
