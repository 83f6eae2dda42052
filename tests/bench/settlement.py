"""How long the fewest payments take: milliseconds of processor time by case, always of the same balances."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

from scorekeeper.ledger import fewest_payments


def measure() -> dict[str, float]:
    """Milliseconds of processor time for one plan, median and worst of each kind of balances."""
    kinds = {
        "12 random": [_random(12, 10_000, seed) for seed in range(50)],
        "12 small and different": [_different(12, seed) for seed in range(50)],
        "12 powers of two": [_powers(12, seed) for seed in range(50)],
        "16 small and different": [_different(16, seed) for seed in range(20)],
        "16 powers of two": [_powers(16, seed) for seed in range(20)],
        "20 random": [_random(20, 10_000, seed) for seed in range(20)],
        "20 small and different": [_different(20, seed) for seed in range(20)],
        "20 powers of two": [_powers(20, seed) for seed in range(20)],
        "40 random": [_random(40, 10_000, seed) for seed in range(10)],
        "40 powers of two": [_powers(40, seed) for seed in range(10)],
    }
    figures: dict[str, float] = {}
    for kind, cases in kinds.items():
        times = [_milliseconds(balances) for balances in cases]
        figures[f"{kind}, median ms"] = round(median(times), 2)
        figures[f"{kind}, worst ms"] = round(max(times), 2)
    return figures


def _milliseconds(balances: list[int]) -> float:
    begun = process_time()
    fewest_payments(balances)
    return (process_time() - begun) * 1000


def _random(people: int, largest: int, seed: int) -> list[int]:
    """Any balances: hardly any group cancels."""
    chance = random.Random(seed)
    some = [chance.randint(-largest, largest) for _ in range(people - 1)]
    return [*some, -sum(some)]


def _different(people: int, seed: int) -> list[int]:
    """Small balances, no two alike, none the opposite of another: very many groups cancel."""
    chance = random.Random(seed)
    while True:
        some = [amount * chance.choice((-1, 1)) for amount in chance.sample(range(1, 2 * people), people - 1)]
        if abs(sum(some)) not in {0, *map(abs, some)}:
            return [*some, -sum(some)]


def _powers(people: int, seed: int) -> list[int]:
    """Powers of two on either side, and the one balance that makes up for them: no group cancels."""
    chance = random.Random(seed)
    some = [2**i * chance.choice((-1, 1)) for i in range(people - 1)]
    return [*some, -sum(some)]


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:40} {figure:10.2f}")
