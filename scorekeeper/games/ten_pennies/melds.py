"""The seven rounds of Ten Pennies: what to lay down first, and what is wild (rules.md §3)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.ten_pennies.cards import Kind
from scorekeeper.kernel import Message, say_many


@dataclass(frozen=True, slots=True)
class Meld:
    """What to go down with: ``sets`` sets of ``of`` cards, with at most ``wilds`` wild cards in each."""

    sets: int
    of: int
    wilds: int
    wild: tuple[Kind, ...]

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return self.sets * self.of


_DEUCES: tuple[Kind, ...] = ("deuces",)
_MANY: tuple[Kind, ...] = ("deuces", "aces", "jokers")
MELDS = (
    Meld(2, 3, 1, _DEUCES),
    Meld(1, 4, 1, _DEUCES),
    Meld(2, 4, 1, _DEUCES),
    Meld(1, 5, 2, _DEUCES),
    Meld(2, 5, 2, _MANY),
    Meld(1, 6, 2, _MANY),
    Meld(1, 7, 3, _MANY),
)
ROUNDS = len(MELDS)


def meld_of(number: int) -> Meld:
    """The first meld of round ``number``, from 1."""
    return MELDS[number - 1]


def meld_said(meld: Meld) -> Message:
    """Such as "2 sets of 3"."""
    return say_many("%(count)s set of %(of)s", "%(count)s sets of %(of)s", meld.sets, of=meld.of)
