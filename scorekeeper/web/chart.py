"""The chart of running totals: where its lines, labels and grid go. The template draws it as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

WIDTH, HEIGHT = 358, 140
LEFT, RIGHT, TOP, BOTTOM = 30, 84, 12, 22
LABEL_GAP = 24
FEWEST_UNITS = 3
MOST_POINTS = 60


def chart(
    series: Sequence[Sequence[int]], units: Sequence[int], whole: int, *, height: int = HEIGHT
) -> dict[str, Any] | None:
    """The geometry of one line for each seat, from 0 over the running totals after each of ``units``.

    ``series``: by seat, in minor units; ``whole``: minor units in one unit, for round grid lines;
    ``height``: of the picture, more for many lines. None where there is too little to see.
    """
    if len(units) < FEWEST_UNITS:
        return None
    kept = _kept(len(units))
    totals = [[0, *(line[at] for at in kept)] for line in series]
    low = min(0, *(min(line) for line in totals))
    high = max(0, *(max(line) for line in totals), low + 1)
    step = (WIDTH - LEFT - RIGHT) / len(kept)

    def x(at: int) -> float:
        return round(LEFT + at * step, 1)

    def y(value: float) -> float:
        return round(TOP + (high - value) / (high - low) * (height - TOP - BOTTOM), 1)

    ends = [y(line[-1]) for line in totals]
    return {
        "width": WIDTH,
        "height": height,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "zero": y(0),
        "grid": [(value, y(value)) for value in _grid(low, high, whole) if value],
        "bottom": height - 2,
        "marks": [(x(place), units[at]) for place, at in _labelled(kept)],
        "lines": [
            {
                "points": " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(line)),
                "end": (x(len(kept)), ends[seat]),
                "y": label_y,
                "total": line[-1],
            }
            for seat, (line, label_y) in enumerate(zip(totals, _apart(ends, height), strict=True))
        ],
    }


def _kept(number: int) -> list[int]:
    """At most so many points, the last one always among them."""
    stride = -(-number // MOST_POINTS)
    return sorted(range(number - 1, -1, -stride))


def _labelled(kept: list[int]) -> list[tuple[int, int]]:
    """The places on the axis that get a number, with the index of the unit."""
    stride = -(-len(kept) // 8)
    return [(place, at) for place, at in enumerate(kept, start=1) if (len(kept) - place) % stride == 0]


def _grid(low: int, high: int, whole: int) -> list[int]:
    """Two to four round values between ``low`` and ``high``."""
    span = high - low
    step = whole
    for factor in _round_factors():
        step = max(1, whole * factor // 10)
        if span / step <= 4:  # noqa: PLR2004 - more lines than that are a fence
            break
    return list(range(-(-low // step) * step, high + 1, step))


def _round_factors() -> list[int]:
    return [digit * 10**power for power in range(12) for digit in (1, 2, 5)]


def _apart(ends: list[float], height: int) -> list[float]:
    """The labels' places: near the ends of their lines, far enough from each other, inside the picture."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    gap = min(LABEL_GAP, (height - LABEL_GAP) / max(1, len(ends) - 1))
    places = dict.fromkeys(order, 0.0)
    lowest = float(TOP)
    for seat in order:
        places[seat] = max(ends[seat], lowest)
        lowest = places[seat] + gap
    overflow = lowest - gap - (height - 10)
    for seat in reversed(order):
        if overflow <= 0:
            break
        places[seat] -= overflow
        above = [places[s] for s in order[: order.index(seat)]]
        overflow = max(above) + gap - places[seat] if above else 0
    return [round(places[seat], 1) for seat in range(len(ends))]
