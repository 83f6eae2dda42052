"""What is kept of a correction after somebody has paid, and when it can be compared with what was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.service.amending import amend_unit
from scorekeeper.service.corrections import corrections_in, fresh_correction
from scorekeeper.service.transfers import paid_in, take_back
from tests.games.racehorse.at_table import ALL, FINISH, A, B, C, contract, hand, join
from tests.service.evening import PHONE, Evening, fresh
from tests.service.test_transfers import HANDS, pays

CASH = {"settle": "cash", "unit": "USD", "per_point": 100}
FELL: list[dict[str, Any]] = [contract(B, 3), hand("high")]


def changes(evening: Evening) -> list[list[int]]:
    """What each correction changed, by seat, the newest first."""
    seats = evening.match.seats
    return [[one.changes.get(player, 0) for player in seats] for one in corrections_in(evening.session)]


def test_nothing_is_kept_before_anybody_paid() -> None:
    evening = Evening(*HANDS)
    evening.amends(1, *FELL)
    assert changes(evening) == []


def test_after_somebody_paid_the_difference_is_kept() -> None:
    evening = Evening(*HANDS)
    pays(evening, C, B, 100)
    evening.amends(1, *FELL)
    assert changes(evening) == [[600, -2400, 600, 600, 600]]
    evening.amends(1, *HANDS[:2])
    assert changes(evening) == [[-600, 2400, -600, -600, -600], [600, -2400, 600, 600, 600]]


def test_in_cash_everybody_has_paid() -> None:
    evening = Evening(*HANDS, stake=CASH)
    evening.amends(1, *FELL)
    assert changes(evening) == [[600, -2400, 600, 600, 600]]
    assert corrections_in(evening.session)[0].cash is True


def test_what_is_taken_back_in_cash_is_no_correction() -> None:
    evening = Evening(*HANDS, stake=CASH)
    evening.undoes()
    assert changes(evening) == []


@pytest.mark.parametrize("stake", [CASH, CASH | {"settle": "tally"}])
def test_a_whole_hand_entered_without_signal_is_no_correction(stake: dict[str, Any]) -> None:
    evening = Evening(*HANDS, contract(B, 2), stake=stake)
    pays(evening, C, B, 100)
    amend_unit(
        evening.slug,
        1,
        PHONE,
        3,
        [contract(B, 4), hand(*ALL)],
        version=evening.version,
        client_id=fresh(),
        under_way=True,
    )
    assert changes(evening) == []


def test_it_is_fresh_until_something_else_happens() -> None:
    evening = Evening(*HANDS)
    pays(evening, C, B, 100)
    assert fresh_correction(evening.session) is None
    acts: tuple[Callable[[], None], ...] = (
        lambda: pays(evening, C, B, 100),
        lambda: take_back(evening.slug, PHONE, paid_in(evening.session)[0].id),
        lambda: evening.enters(contract(B, 2)),
        evening.undoes,
        lambda: evening.enters(FINISH),
    )
    for act in acts:
        before = len(corrections_in(evening.session))
        evening.amends(1, *(FELL if before % 2 == 0 else HANDS[:2]))
        newest = fresh_correction(evening.session)
        assert newest is not None
        assert len(corrections_in(evening.session)) == before + 1
        act()
        assert fresh_correction(evening.session) is None


def test_who_came_late_and_was_taken_back_since_is_still_in_it() -> None:
    evening = Evening(*HANDS, join("Finn"), contract(B, 2), hand("high", "low"), stake=CASH)
    evening.amends(3, contract(B, 2), hand())
    evening.undoes(3)
    assert len(evening.match.seats) == 5
    (kept,) = corrections_in(evening.session)
    assert len(kept.changes) == 6


def test_what_nobody_can_have_paid_for_is_taken_back_without_a_line() -> None:
    evening = Evening(*HANDS[:2])
    pays(evening, A, B, 300)
    evening.enters(contract(C, 2), hand("high"))
    evening.undoes()
    assert changes(evening) == []


def test_what_was_paid_for_and_taken_back_comes_again_with_a_line_of_its_own() -> None:
    evening = Evening(*HANDS[:2])
    pays(evening, A, B, 300)
    evening.undoes()
    assert changes(evening) == [[300, -1200, 300, 300, 300]]
    evening.redoes()
    assert changes(evening)[0] == [-300, 1200, -300, -300, -300]
