"""Taking back, doing again, correcting, reopening: the match follows, and nothing is ever deleted."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.kernel import Refused
from scorekeeper.service.amending import Amendment, preview_amendment, state_before, unit_entries
from scorekeeper.service.errors import NotFound
from scorekeeper.service.history import redo_said
from scorekeeper.service.open_match import live_entries
from scorekeeper.service.outcomes import notes_of, sheet_lines
from scorekeeper.store import Entry, db
from tests.games.racehorse.at_table import (
    ALL,
    FINISH,
    PASS,
    SMUDGE,
    TRUMP,
    VOID,
    A,
    B,
    C,
    D,
    E,
    about,
    bid,
    contract,
    hand,
    join,
    stake,
)
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.kernel.reading import text as plain
from tests.service.evening import Evening, changes_nothing, fresh, leaves_nothing, sound, stale

R1 = (contract(B, 3), hand("high", "low", "game"))
R2 = (contract(C, 2), hand("high"))
R2_MADE = (contract(C, 2), hand("high", "low"))
R3 = (contract(D, SMUDGE), hand(*ALL, tricks=6))
AUCTION = (bid(C, 2), bid(D, PASS), bid(E, PASS), bid(A, PASS), bid(B, PASS))
SIX = [entry for example in ONE_EVENING for entry in entries(example, "contract")]


def note(text: str) -> dict[str, Any]:
    return {"type": "note", "text": text}


def stored() -> int:
    """How many entries there are, counting or not."""
    return db.session.scalar(select(func.count()).select_from(Entry)) or 0


def redoable(evening: Evening) -> str:
    found = redo_said(evening.match, evening.people)
    return plain(found[0]) if found else ""


# Undo and redo -----------------------------------------------------------------------------------


def test_undo_takes_back_the_newest_and_deletes_nothing() -> None:
    evening = Evening(*R1, *R2)
    version = evening.version
    evening.undoes()
    assert evening.entries == [*R1, R2[0]]
    assert evening.money == [-3, 12, -3, -3, -3]
    assert evening.version == version + 1
    assert stored() == 4
    voided = db.session.scalars(select(Entry).where(Entry.voided_at.is_not(None))).one()
    assert (voided.data, voided.outcome["row"]["unit"]) == (R2[1], 2)
    sound(evening)


def test_undo_to_the_beginning_and_no_further() -> None:
    evening = Evening(*R1)
    evening.undoes(2)
    assert (evening.entries, evening.money, evening.dealer) == ([], [0] * 5, A)
    sound(evening)
    leaves_nothing(NotFound, evening.undoes)


def test_undo_on_an_old_page_is_stale() -> None:
    evening = Evening(*R1)
    opened = evening.opened
    evening.undoes()
    before = opened.match.version - 1
    for act in (_undo_at, _redo_at, _reopen_at):
        assert stale(lambda act=act: act(evening, before)) == "B pitches for 3."  # type: ignore[misc]


def _undo_at(evening: Evening, version: int) -> None:
    from scorekeeper.service.history import undo  # noqa: PLC0415

    undo(evening.slug, evening.number, evening.phone, version=version)


def _redo_at(evening: Evening, version: int) -> None:
    from scorekeeper.service.history import redo  # noqa: PLC0415

    redo(evening.slug, evening.number, evening.phone, version=version)


def _reopen_at(evening: Evening, version: int) -> None:
    from scorekeeper.service.history import reopen  # noqa: PLC0415

    reopen(evening.slug, evening.number, evening.phone, version=version)


def test_redo_brings_back_in_reverse_order() -> None:
    evening = Evening(*R1, *R2)
    money = evening.money
    evening.undoes(3)
    assert redoable(evening) == "B bid 3, took 3: made."
    evening.redoes()
    assert redoable(evening) == "C pitches for 2."
    evening.redoes()
    evening.redoes()
    assert (evening.entries, evening.money, redoable(evening)) == ([*R1, *R2], money, "")
    sound(evening)
    leaves_nothing(NotFound, evening.redoes)


def test_redo_is_a_new_entry_under_a_new_id() -> None:
    evening = Evening()
    own = fresh()
    evening.sends(R1[0], client_id=own)
    evening.undoes()
    evening.redoes()
    (again,) = live_entries(evening.match)
    assert again.client_id != own
    assert stored() == 2
    assert stale(lambda: evening.sends(R1[0], version=0, client_id=own)) == "B pitches for 3."


@pytest.mark.parametrize("after", [contract(B, 4), note("Hm"), stake(200)])
def test_something_new_ends_what_redo_could_bring_back(after: dict[str, Any]) -> None:
    evening = Evening(*R1)
    evening.undoes(2)
    evening.enters(after)
    assert redoable(evening) == ""
    leaves_nothing(NotFound, evening.redoes)


def test_what_was_refused_leaves_redo_as_it_was() -> None:
    evening = Evening(*R1)
    evening.undoes()
    leaves_nothing(Refused, lambda: evening.enters(contract(C, 2)))
    assert redoable(evening) == "B bid 3, took 3: made."


def test_undo_redo_undo() -> None:
    evening = Evening(*R1, *R2)
    evening.undoes(2)
    evening.redoes()
    evening.undoes()
    assert evening.entries == list(R1)
    evening.redoes()
    evening.redoes()
    assert evening.entries == [*R1, *R2]
    sound(evening)


@pytest.mark.parametrize(
    "raws",
    [
        AUCTION,
        (VOID,),
        (contract(B, 2), TRUMP),
        (about("sit_out", A), about("sit_in", A)),
        (join("Finn"),),
        (stake(25), *R1),
        (about("dealer", E), *R1[:0]),
        (FINISH, note("Good night")),
    ],
)
def test_everything_can_be_taken_back_and_done_again(raws: tuple[dict[str, Any], ...]) -> None:
    evening = Evening(*R1)
    states = [evening.match.state]
    for raw in raws:
        evening.enters(raw)
        states.append(evening.match.state)
    for state in reversed(states[:-1]):
        evening.undoes()
        assert evening.match.state == state
    for state in states[1:]:
        evening.redoes()
        assert evening.match.state == state
    sound(evening)


# Correcting a hand -------------------------------------------------------------------------------


def test_r2_made_after_all_and_what_follows_follows() -> None:
    evening = Evening(*SIX)
    assert evening.money == [-15, 15, -10, 35, -25]
    evening.amends(2, *R2_MADE)
    assert evening.money == [-19, 11, 6, 31, -29]
    assert evening.verdicts == ["made", "made", "made", "set", "made", "set"]
    assert evening.dealer == E
    assert [line.amended for line in sheet_lines(evening.match)] == [False, True, False, False, False, False]
    sound(evening)


def test_the_dealer_of_the_hand_that_follows_follows() -> None:
    evening = Evening(*R1, *R2)
    assert evening.dealer == B
    evening.amends(2, *R2_MADE)
    assert evening.dealer == C
    evening.amends(1, contract(D, 2), hand())
    assert evening.dealer == C
    assert evening.money == [0, 0, 10, -10, 0]
    sound(evening)


def test_a_corrected_hand_stands_where_and_when_it_was() -> None:
    evening = Evening(*R1, *R2, *R3)
    when = sheet_lines(evening.match)[1].made_at
    version, count = evening.version, stored()
    evening.amends(2, *R2_MADE)
    assert evening.entries == [*R1, *R2_MADE, *R3]
    assert sheet_lines(evening.match)[1].made_at == when
    assert evening.version == version + 1
    assert stored() == count + 2
    gone = db.session.scalars(select(Entry).where(Entry.voided_at.is_not(None)).order_by(Entry.id)).all()
    assert [entry.data for entry in gone] == list(R2)
    assert [entry.outcome["said"]["params"].get("taken") for entry in gone] == [None, 1]


def test_the_last_hand_and_a_void_hand_may_be_corrected() -> None:
    evening = Evening(*R1, VOID)
    evening.amends(2, *R2)
    assert evening.money == [-1, 14, -11, -1, -1]
    evening.amends(2, VOID)
    assert evening.money == [-3, 12, -3, -3, -3]
    assert (evening.verdicts, evening.dealer) == (["made", "no money"], B)
    sound(evening)


def test_a_correction_that_does_not_play_changes_nothing() -> None:
    evening = Evening(*R1, *R2)
    bad = (contract(C, 2), hand("jack", jack_in_play=False))
    refused = leaves_nothing(Refused, lambda: evening.amends(1, *bad))
    assert (refused.field, refused.code) == ("won", "jack_not_in_play")
    seen = preview_amendment(evening.opened, 1, bad)
    assert (seen.refused is not None, seen.misfit) == (True, None)


@pytest.mark.parametrize(
    ("raws", "code"),
    [
        ([], "missing"),
        (R1[:1], "not_whole_unit"),
        ([*R1, *R1], "not_whole_unit"),
        ([*R1, note("Ana dealt.")], "not_whole_unit"),
    ],
)
def test_a_correction_is_one_whole_hand(raws: list[dict[str, Any]], code: str) -> None:
    evening = Evening(*R1)
    refused = leaves_nothing(Refused, lambda: evening.amends(1, *raws))
    assert (refused.field, refused.code) == ("entries", code)


def test_a_later_entry_that_no_longer_fits_is_named_and_nothing_is_saved() -> None:
    # A made contract would let C deal hand 3; D, who spoke first, would then speak out of turn... so B must.
    evening = Evening(*R1, *R2, *AUCTION)
    bad = (contract(C, 2), hand("high", "low"))
    seen = preview_amendment(evening.opened, 2, bad)
    assert seen.refused is None
    assert seen.misfit is not None
    assert (plain(seen.misfit.said), seen.misfit.unit) == ("C bids 2.", 3)
    assert seen.misfit.refused.code == "out_of_turn"
    assert leaves_nothing(Refused, lambda: evening.amends(2, *bad)).code == "out_of_turn"


def test_what_a_correction_would_change_is_known_before_it_is_saved() -> None:
    evening = Evening(*R1, stake(200), *R2, *R3)
    seen = _preview(evening, 1, contract(B, 4), hand("high", "low", "game"))
    assert (seen.refused, seen.misfit, seen.changed) == (None, None, ())
    assert [standing.won_minor // 100 for standing in _standings(seen)] == [-2, -22, -22, 48, -2]
    shortfall = Evening(*R1, *R2, rules={"set_pays": "shortfall"})
    assert _preview(shortfall, 1, contract(B, 4), hand()).changed == ()


def _standings(amendment: Amendment) -> Any:
    from tests.service.evening import GAME  # noqa: PLC0415

    return GAME.standings(amendment.replayed.state)


def _preview(evening: Evening, unit: int, *raws: dict[str, Any]) -> Amendment:
    seen: list[Amendment] = []
    changes_nothing(lambda: seen.append(preview_amendment(evening.opened, unit, raws)))
    return seen[0]


def test_the_bids_stay_when_they_are_sent_again() -> None:
    evening = Evening(*R1, *AUCTION, hand("high"), *R3)
    evening.amends(2, *AUCTION, hand("high", "low"))
    assert evening.entries == [*R1, *AUCTION, hand("high", "low"), *R3]
    assert evening.verdicts == ["made", "made", "made"]
    sound(evening)


def test_what_came_in_between_stays() -> None:
    evening = Evening(
        *R1,
        note("Pizza"),
        about("sit_out", A),
        join("Finn"),
        contract(C, 2),
        note("Late"),
        stake(200),
        hand(),
    )
    evening.enters(about("sit_in", A), contract(D, 2), hand("high", "low"))
    kinds = [raw["type"] for raw in evening.entries]
    evening.amends(1, contract(B, 3), hand())
    evening.amends(2, contract(C, 2), TRUMP, hand("high", "low"))
    evening.amends(3, contract(D, 3), hand("high", "low"))
    assert sorted(raw["type"] for raw in evening.entries) == sorted([*kinds, "trump"])
    assert [plain(said) for _, said in notes_of(evening.match)] == ["Pizza", "Late"]
    # Hand 1: B pays 3 each. Hand 2, without A and at 1.00: C gets 2 each. Hand 3 at 2.00: D pays 6 each.
    assert evening.money == [3 + 6, -12 - 2 + 6, 3 + 8 + 6, 3 - 2 - 30, 3 - 2 + 6, -2 + 6]
    sound(evening)


def test_a_correction_twice_over_is_the_last_one() -> None:
    evening = Evening(*R1, *R2)
    evening.amends(1, contract(B, 4), hand(*ALL))
    evening.amends(1, contract(A, 2), hand())
    assert evening.entries == [contract(A, 2), hand(), *R2]
    assert stored() == 8
    sound(evening)


def test_undo_after_a_correction_takes_back_the_newest_hand_as_it_stands() -> None:
    evening = Evening(*R1, *R2)
    evening.amends(1, contract(B, 4), hand(*ALL))
    evening.undoes()
    assert evening.entries == [contract(B, 4), hand(*ALL), R2[0]]
    sound(evening)
    evening.redoes()
    sound(evening)


def test_a_correction_ends_what_redo_could_bring_back() -> None:
    evening = Evening(*R1, *R2)
    evening.undoes()
    evening.amends(1, contract(B, 4), hand(*ALL))
    leaves_nothing(NotFound, evening.redoes)


def test_the_same_correction_again_changes_nothing() -> None:
    evening = Evening(*R1, *R2)
    own, version = fresh(), evening.version
    evening.amends(1, contract(B, 4), hand(*ALL), version=version, client_id=own)
    changes_nothing(
        lambda: evening.amends(1, contract(B, 4), hand(*ALL), version=version, client_id=own),
    )


def test_the_same_id_with_another_correction_is_stale() -> None:
    evening = Evening(*R1, *R2)
    own, version = fresh(), evening.version
    evening.amends(1, contract(B, 4), hand(*ALL), version=version, client_id=own)
    said = "C bid 2, took 1: set."
    assert (
        stale(lambda: evening.amends(1, contract(D, 4), hand(*ALL), version=version, client_id=own)) == said
    )
    assert (
        stale(lambda: evening.amends(2, contract(B, 4), hand(*ALL), version=version, client_id=own)) == said
    )


def test_the_id_of_something_else_is_stale() -> None:
    evening = Evening(R1[0])
    own = fresh()
    evening.sends(R1[1], client_id=own)
    assert stale(lambda: evening.amends(1, *R2, client_id=own)) == "B bid 3, took 3: made."
    evening.amends(1, *R2)
    assert stale(lambda: evening.amends(1, *R1, client_id=own)) == "C bid 2, took 1: set."


def test_a_correction_on_an_old_page_is_stale() -> None:
    evening = Evening(*R1, *R2)
    assert stale(lambda: evening.amends(1, *R2, version=3)) == "C bid 2, took 1: set."


@pytest.mark.parametrize("unit", [0, 2, 3, -1, 10**30])
def test_a_hand_that_is_not_over_cannot_be_corrected(unit: int) -> None:
    evening = Evening(*R1, R2[0])
    leaves_nothing(NotFound, lambda: evening.amends(unit, *R2))
    for look in (unit_entries, state_before):
        with pytest.raises(NotFound):
            look(evening.opened, unit)


def test_the_entries_of_a_hand_and_the_state_before_it() -> None:
    evening = Evening(*R1, note("Hm"), *AUCTION, TRUMP, hand("high"))
    opened = evening.opened
    assert [entry.data for entry in unit_entries(opened, 2)] == [*AUCTION, TRUMP, hand("high")]
    before = state_before(opened, 2)
    assert (before.unit, before.hand, before.won_minor) == (2, None, (-300, 1200, -300, -300, -300))


# The end and after it ----------------------------------------------------------------------------


def test_a_finished_match_is_reopened_and_its_notes_stay() -> None:
    evening = Evening(*R1, FINISH, note("Good night"), note("Or not"))
    before = evening.match.finished
    evening.reopens()
    assert (before, evening.match.finished) == (True, False)
    assert evening.entries == [*R1, note("Good night"), note("Or not")]
    sound(evening)
    evening.enters(*R2)
    sound(evening)
    assert stored() == 7


def test_what_is_not_finished_cannot_be_reopened() -> None:
    evening = Evening(*R1, FINISH)
    evening.reopens()
    leaves_nothing(NotFound, evening.reopens)


def test_an_early_hand_of_a_finished_match_may_be_corrected() -> None:
    evening = Evening(*R1, *R2, FINISH)
    evening.amends(2, *R2_MADE)
    assert evening.match.finished
    assert evening.money == [-5, 10, 5, -5, -5]
    sound(evening)
