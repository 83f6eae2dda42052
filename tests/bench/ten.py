"""How long Ten takes: milliseconds of processor time, always of the same hands."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import Any

from scorekeeper.documents import MatchDocument, read_document
from scorekeeper.games.ten import best_runs, placing
from scorekeeper.games.ten.cards import COLOUR_WILDS, FULL_WILD, NUMBER_CARDS, NUMBERED_WILDS
from scorekeeper.kernel import Step, play, replay
from tests.games.ten.play_whole_match import FILE as WHOLE_MATCH

REPLAYS = 20
TAPS = 50
ALL_WILDS = f"{' '.join(COLOUR_WILDS * 2)} {' '.join(NUMBERED_WILDS)} {FULL_WILD}"
"""With one more numbered wild these are all the wilds that any pack has."""
HARD_HANDS = [
    # All wilds and few number cards: what takes longest, found by changing hands card by card.
    f"{ALL_WILDS} *5",
    f"O3 G2 G5 {ALL_WILDS} *8",
    f"O5 G1 G3 {ALL_WILDS} *8",
    f"O1 O6 G1 G4 G9 {ALL_WILDS} *9",
    f"O1 O2 O5 G1 G2 G3 G4 G5 G6 G7 {ALL_WILDS} *7",
    f"R5 B5 O5 G5 {ALL_WILDS} *5",
    # Every colour wants the same wilds: where trying one run after the other takes longest.
    "R6 B1 B6 O1 O6 G1 G6 O# O# G# G# *1 *1 *3 *4 *5 *6 *7 *9 *#",
    "R3 R6 B1 B6 O1 O2 O6 O7 G1 G6 B# B# G# G# *1 *2 *4 *6 *6 *7 *8 *9 *#",
    "R2 R6 R9 B4 B7 B9 O2 O4 O7 G2 G4 G5 B# B# *2 *3 *4 *4 *5 *6 *7 *8 *9 *#",
]


def measure() -> dict[str, float]:
    """All figures of Ten."""
    return measure_placing() | measure_match()


def measure_match() -> dict[str, float]:
    """A whole match replayed, and what its last taps cost beside its first ones, nothing remembered."""
    document = read_document(json.loads(WHOLE_MATCH.read_text(encoding="utf-8"))["document"])
    replays, first, last = [], [], []
    for _ in range(REPLAYS):
        placing.placed.cache_clear()
        best_runs.without.cache_clear()
        begun = process_time()
        steps = replay(document.game, document.setup, document.entries).steps
        replays.append((process_time() - begun) * 1000)
        draws = [at for at, raw in enumerate(document.entries) if is_plain_draw(raw, steps[at])]
        first.append(median(_tap(document, steps, at) for at in draws[1:11]))
        last.append(median(_tap(document, steps, at) for at in draws[-10:]))
    return {
        f"whole match, {len(document.entries)} entries, median ms": round(median(replays), 2),
        "a card late in the match, ratio to an early one": round(median(last) / median(first), 2),
    }


def is_plain_draw(raw: object, step: Step[Any]) -> bool:
    """Whether a card was drawn that was no wild and did not end the turn."""
    return isinstance(raw, dict) and raw["type"] == "draw" and step.row is None and step.state.wild is None


def _tap(document: MatchDocument, steps: Sequence[Step[Any]], at: int) -> float:
    begun = process_time()
    for _ in range(TAPS):
        play(document.game, steps[at - 1].state, document.entries[at])
    return process_time() - begun


def measure_placing() -> dict[str, float]:
    """Milliseconds for the best placing, nothing remembered; median and worst of each kind of hands."""
    kinds = {
        "hard hands": (HARD_HANDS, 1),
        "hard hands, bonus 100": (HARD_HANDS, 100),
        "random hands": ([_random(seed) for seed in range(200)], 1),
    }
    figures: dict[str, float] = {}
    for kind, (hands, bonus) in kinds.items():
        times = [_milliseconds(tuple(hand.split()), bonus) for hand in hands]
        figures[f"best placing, {kind}, median ms"] = round(median(times), 2)
        figures[f"best placing, {kind}, worst ms"] = round(max(times), 2)
    return figures


def _milliseconds(cards: tuple[str, ...], bonus: int) -> float:
    placing.placed.cache_clear()
    best_runs.without.cache_clear()
    begun = process_time()
    placing.best_placing(cards, bonus=bonus, naturals_only=False)
    return (process_time() - begun) * 1000


def _random(seed: int) -> str:
    """Any part of the pack."""
    chance = random.Random(seed)
    pack = [*NUMBER_CARDS, *COLOUR_WILDS, *COLOUR_WILDS, *NUMBERED_WILDS, FULL_WILD]
    return " ".join(chance.sample(pack, chance.randint(1, len(pack))))


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:50} {figure:10.2f}")
