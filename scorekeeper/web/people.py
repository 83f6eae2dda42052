"""Players as templates show them: name, letters for the disc, colour of the seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

COLOURS = 8


Person = dict[str, Any]
"""``seat``, ``name``, ``short`` (the first name, where it is enough), ``letters`` and ``colour``."""


def people(names: Sequence[str]) -> tuple[Person, ...]:
    """Everybody, in seat order. Who shares a first letter gets two; who shares these too, letter and seat.

    Who has no name yet has the seat alone.
    """
    firsts = [(name.split() or [""])[0] for name in names]
    initials = [name[:1].upper() for name in names]
    shared = {initial for initial, count in Counter(initials).items() if count > 1 or not initial}
    pairs = [name[:2].capitalize() for name in names]
    return tuple(
        {
            "seat": seat,
            "name": name,
            "letters": initials[seat]
            if initials[seat] not in shared
            else pairs[seat]
            if pairs[seat] and pairs.count(pairs[seat]) == 1
            else f"{initials[seat]}{seat + 1}",
            "colour": seat % COLOURS + 1,
            "short": firsts[seat] if firsts.count(firsts[seat]) == 1 else name,
        }
        for seat, name in enumerate(names)
    )
