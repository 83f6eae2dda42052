"""What statistics count, game by game: bids made and set, times out, busts."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.kernel import Step
from tests.games.racehorse import at_table as racehorse
from tests.games.ten import at_table as ten
from tests.games.ten_pennies import at_table as pennies
from tests.games.ten_point_pitch import at_table as pitch


def feats(steps: list[Step[Any]]) -> list[tuple[int, str]]:
    """Who did what, over the whole match."""
    return [(feat.seat, feat.key) for step in steps if step.row for feat in step.row.feats]


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([racehorse.contract(1, 3), racehorse.hand("high", "low", "jack")], [(1, "made")]),
        ([racehorse.contract(1, 3), racehorse.hand("high")], [(1, "set")]),
        ([racehorse.contract(0, 2, how="steal"), racehorse.hand("high")], [(0, "set")]),
        ([racehorse.contract(0, 2, how="forced"), racehorse.hand("high", "low")], [(0, "made")]),
        ([racehorse.contract(1, 3), racehorse.VOID], []),
    ],
)
def test_the_pitcher_of_racehorse_makes_the_bid_or_is_set(
    entries: list[racehorse.Raw], found: list[tuple[int, str]]
) -> None:
    assert feats(racehorse.Match(*entries).steps) == found


@pytest.mark.parametrize(("theirs", "key"), [(3, "made"), (6, "set")])
def test_the_pitcher_of_ten_point_pitch_not_the_partner(theirs: int, key: str) -> None:
    match = pitch.Match(pitch.contract(2, 5), pitch.points(10 - theirs, theirs))
    assert feats(match.steps) == [(2, key)]


def test_who_went_out_in_ten_pennies() -> None:
    match = pennies.Match(pennies.ended(1, pennies.hand(low=2), pennies.OUT, pennies.hand(low=1)))
    assert feats(match.steps) == [(1, "out")]


def test_who_busts_in_ten() -> None:
    match = ten.Match(*ten.draw("B9", "R5"), players=3)
    assert feats(match.steps) == [(0, "bust")]
    match.does(*ten.turn("G3"), ten.SKIP)
    assert feats(match.steps) == [(0, "bust")]
