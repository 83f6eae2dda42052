"""R1 to R10 of rules.md §1, with the contract alone and with every bid tapped in."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from tests.games.racehorse.at_table import (
    ALL,
    FINISH,
    GAME,
    PASS,
    SMUDGE,
    TRUMP,
    A,
    B,
    C,
    D,
    E,
    Match,
    Raw,
    bid,
    contract,
    hand,
)
from tests.kernel.reading import text


@dataclass(frozen=True)
class Example:
    """One line of the table; ``auction`` and ``contract`` are two ways to enter the same bidding."""

    auction: list[Raw]
    contract: Raw
    result: Raw
    money: list[float]
    verdict: str
    next_dealer: int
    rules: Raw = field(default_factory=dict)
    players: int = 5
    per_point: int = 100


def bids(first: int, *said: object, players: int = 5) -> list[Raw]:
    """What each player says in turn, from ``first`` on."""
    return [bid((first + turn) % players, what) for turn, what in enumerate(said)]


ONE_EVENING = [
    Example(  # R1
        bids(B, 3, PASS, PASS, PASS, PASS),
        contract(B, 3),
        hand("high", "low", "game"),
        [-3, 12, -3, -3, -3],
        "made",
        B,
    ),
    Example(  # R2
        bids(C, 2, PASS, PASS, PASS, PASS),
        contract(C, 2),
        hand("high"),
        [2, 2, -8, 2, 2],
        "set",
        B,
    ),
    Example(bids(C, 2, SMUDGE), contract(D, SMUDGE), hand(*ALL, tricks=6), [-5, -5, -5, 20, -5], "made", D),
    Example(  # R4
        bids(E, SMUDGE),
        contract(E, SMUDGE),
        hand("high", "low", "game", jack_in_play=False, tricks=6),
        [5, 5, 5, 5, -20],
        "set",
        D,
    ),
    Example(  # R5
        bids(E, PASS, PASS, PASS, PASS),
        contract(D, 2, how="forced"),
        hand(*ALL),
        [-2, -2, -2, 8, -2],
        "made",
        D,
    ),
    Example(  # R6
        bids(E, PASS, 3, PASS, PASS, PASS),
        contract(A, 3),
        hand("high", "low", game_tied=True),
        [-12, 3, 3, 3, 3],
        "set",
        E,
    ),
]
R7 = Example(
    bids(B, 4, PASS, PASS, PASS, PASS), contract(B, 4), hand(*ALL, tricks=6), [-4, 16, -4, -4, -4], "made", B
)
R8 = Example(bids(B, SMUDGE), contract(B, SMUDGE), hand(*ALL, tricks=5), [5, -20, 5, 5, 5], "set", A)
R9 = Example(
    bids(B, 3, PASS, PASS, PASS, PASS, PASS, players=6),
    contract(B, 3),
    hand("high", "jack"),
    [0.75, -3.75, 0.75, 0.75, 0.75, 0.75],
    "set",
    A,
    players=6,
    per_point=25,
)
COUNTED = hand("high", "low", card_points=[14, 22, 12, 0, 0])
R10 = Example(bids(B, 3, PASS, PASS, PASS, PASS), contract(B, 3), COUNTED, [-3, 12, -3, -3, -3], "made", B)
R10_POOLED = Example(
    R10.auction, R10.contract, COUNTED, [3, -12, 3, 3, 3], "set", A, rules={"game_count": "pooled"}
)
ALONE = {"R7": R7, "R8": R8, "R9": R9, "R10": R10, "R10 pooled": R10_POOLED}

WAYS = pytest.mark.parametrize("way", ["contract", "auction", "auction and trump"])


def entries(example: Example, way: str) -> list[Raw]:
    """The example as the table enters it."""
    if way == "contract":
        return [example.contract, example.result]
    return [*example.auction, *([TRUMP] if "trump" in way else []), example.result]


def check(match: Match, example: Example, before: list[float]) -> None:
    """The figures of the line, after its last entry."""
    step = match.steps[-1]
    assert [now - was for now, was in zip(match.money, before, strict=True)] == example.money
    assert match.dealer == example.next_dealer
    assert step.row is not None
    assert text(step.row.verdict) == example.verdict
    assert step.row.cells == tuple(round(100 * amount) for amount in example.money)
    assert step.row.marked == (example.contract["seat"],)
    assert step.warnings == ()


@WAYS
def test_r1_to_r6_one_after_the_other(way: str) -> None:
    match = Match()
    for example in ONE_EVENING:
        before = match.money
        match.does(*entries(example, way))
        check(match, example, before)
    assert match.money == [-15, 15, -10, 35, -25]
    match.does(FINISH)
    assert GAME.outcome(match.state).winners == (D,)
    assert [standing.rank for standing in GAME.standings(match.state)] == [4, 2, 3, 1, 5]


@WAYS
@pytest.mark.parametrize("example", ALONE.values(), ids=ALONE.keys())
def test_r7_to_r10(example: Example, way: str) -> None:
    match = Match(players=example.players, per_point=example.per_point, **example.rules)
    match.does(*entries(example, way))
    check(match, example, [0] * example.players)


@pytest.mark.parametrize("example", [*ONE_EVENING, *ALONE.values()])
def test_contract_and_auction_agree_on_pitcher_bid_and_how(example: Example) -> None:
    first = example.auction[0]["seat"] - 1
    tapped, said = (
        Match(*way, first=first % example.players, players=example.players)
        for way in (example.auction, [example.contract])
    )
    assert tapped.agreed() == said.agreed()


def test_the_history_says_what_happened() -> None:
    match = Match()
    lines = []
    for example in ONE_EVENING:
        match.does(*entries(example, "contract"))
        lines.append(text(match.steps[-1].said))
    assert lines == [
        "B bid 3, took 3: made.",
        "C bid 2, took 1: set.",
        "D took all four points and all six tricks: the Smudge is made.",
        "No Jack in play, so E’s Smudge is set.",
        "D bid 2, took 4: made.",
        "A bid 3, took 2: set.",
    ]


def test_every_payment_is_between_the_pitcher_and_one_other() -> None:
    step = Match().does(contract(B, 3), hand("high", "low", "game"))
    assert [(p.payer, p.payee, p.amount, text(p.reason)) for p in step.payments] == [
        (seat, B, 300, "B made 3") for seat in (A, C, D, E)
    ]
    step = Match().does(contract(C, SMUDGE), hand(tricks=0))
    assert [(p.payer, p.payee, p.amount, text(p.reason)) for p in step.payments] == [
        (C, seat, 500, "C set on a Smudge") for seat in (A, B, D, E)
    ]
