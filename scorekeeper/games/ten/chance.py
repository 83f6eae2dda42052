"""The exact chance that the next card busts, once the table has entered its pack."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.ten.pack import in_pile
from scorekeeper.games.ten.state import State
from scorekeeper.games.ten.turn import bust_if_drawn


@dataclass(frozen=True, slots=True)
class Chance:
    """``busts`` of the ``of`` cards in the pile bust."""

    busts: int
    of: int


def chance_of_bust(state: State) -> Chance | None:
    """How many cards of the pile would bust if they came next; None if the pack was not entered."""
    if state.pack is None:
        return None
    left = in_pile(state, state.pack)
    busts = sum(copies for card, copies in left.items() if bust_if_drawn(state, card))
    return Chance(busts, sum(left.values()))
