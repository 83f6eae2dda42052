"""Verifying finds whatever was changed behind the rules' back, names it, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.service.transaction import writing
from scorekeeper.service.verifying import Difference, VerifiedMatch, count_matches, verify_matches
from scorekeeper.store import Entry, Match, Player
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.evening import Evening, changes_nothing, fresh

Raw = dict[str, Any]
HANDS: list[Raw] = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


def verified() -> VerifiedMatch:
    """The only match."""
    (match,) = verify_matches()
    return match


def found() -> list[tuple[int | None, str]]:
    """Where and what differs."""
    return [(one.entry, one.what) for one in verified().differences]


def changed(model: type[Entry] | type[Match], /, at: int = 0, **values: Any) -> None:
    """Writes over a row as no service would."""
    with writing() as session:
        row = session.scalars(select(model).order_by(model.id)).all()[at]
        for name, value in values.items():
            setattr(row, name, value)


def outcome(at: int) -> Raw:
    with writing() as session:
        return dict(session.scalars(select(Entry).order_by(Entry.id)).all()[at].outcome)


def test_what_was_entered_is_what_is_stored() -> None:
    evening = Evening(*HANDS)
    evening.undoes(2)
    evening.redoes()
    evening.amends(1, {"type": "contract", "seat": 2, "bid": 2}, {"type": "hand", "won": []})
    evening.enters({"type": "note", "text": "late"}, {"type": "finish"})
    evening.reopens()
    evening.enters({"type": "finish"})
    evening.plays_again()
    changes_nothing(lambda: list(verify_matches()))
    first, second = verify_matches()
    assert (first.differences, second.differences) == ([], [])
    assert (first.session, first.number, second.number, second.entries) == (evening.slug, 1, 2, 0)
    assert first.entries == len(HANDS) - 1 + 2
    assert first.rules_version == first.rules_now
    assert count_matches() == 2


def test_nothing_is_there() -> None:
    assert list(verify_matches()) == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("said", {"text": "Something else"}),
        ("payments", []),
        ("warnings", [{"code": "x", "message": {"text": "y"}}]),
        ("row", None),
        ("row", "not even a row"),
    ],
)
def test_a_changed_outcome(part: str, value: object) -> None:
    Evening(*HANDS)
    was = outcome(1)[part]
    changed(Entry, 1, outcome=outcome(1) | {part: value})
    assert verified().differences == [Difference(1, part, value, was)]


@pytest.mark.parametrize(("column", "value"), [("unit", 7), ("completes", False), ("type", "bid")])
def test_a_changed_column(column: str, value: Any) -> None:
    Evening(*HANDS)
    changed(Entry, at=1, **{column: value})
    assert found() == [(1, column)]


def test_a_changed_entry_shows_in_all_that_follows_from_it() -> None:
    Evening(*HANDS)
    with writing() as session:
        data = dict(session.scalars(select(Entry).order_by(Entry.id)).all()[0].data)
    changed(Entry, 0, data=data | {"bid": 4})
    assert {(0, "said"), (1, "payments"), (None, "state")} <= set(found())


def test_an_entry_that_no_longer_plays_says_why_and_ends_the_look() -> None:
    Evening(*HANDS)
    bad = {"type": "hand", "won": []}
    changed(Entry, 0, data=bad, type="hand")
    assert verified().differences == [
        Difference(0, "entry", bad, {"refused": "no_contract", "field": "type"})
    ]


@pytest.mark.parametrize("at", [0, 4])
def test_an_entry_that_is_gone(at: int) -> None:
    Evening(*HANDS)
    with writing() as session:
        rows = session.scalars(select(Entry).order_by(Entry.id)).all()
        session.delete(rows[at])
    assert found() != []


@pytest.mark.parametrize(
    ("column", "value"),
    [("newest", None), ("finished", True), ("entries_made", 1), ("state", {}), ("setup", {"players": []})],
)
def test_a_changed_match(column: str, value: Any) -> None:
    Evening(*HANDS)
    changed(Match, **{column: value})
    assert found() == [(None, column)]


def test_of_a_state_only_what_differs_is_told() -> None:
    evening = Evening(*HANDS)
    state = evening.match.state
    changed(Match, state={**state, "unit": 99})
    assert verified().differences == [Difference(None, "state", {"unit": 99}, {"unit": state["unit"]})]


def test_two_entries_in_one_place() -> None:
    Evening(*HANDS)
    changed(Entry, 1, seq=1)
    assert found() == [(None, "seq")]


def test_somebody_else_on_a_seat() -> None:
    Evening(*HANDS)
    with writing() as session:
        session.scalars(select(Player).order_by(Player.id)).first().name = "Mallory"  # type: ignore[union-attr]
    assert found() == [(None, "seats")]


def test_rows_from_before_there_were_feats_are_no_difference_by_that_alone() -> None:
    Evening(*HANDS)
    kept = outcome(1)
    row = {name: value for name, value in kept["row"].items() if name != "feats"}
    assert row != kept["row"]
    changed(Entry, 1, outcome=kept | {"row": row})
    assert found() == []
    changed(Entry, 1, outcome=kept | {"row": row | {"marked": [3]}})
    assert found() == [(1, "row")]
    changed(Entry, 1, outcome=kept | {"row": kept["row"] | {"feats": []}})
    assert found() == [(1, "row")]


def test_the_version_of_the_rules_is_told() -> None:
    Evening(*HANDS)
    changed(Match, rules_version=0)
    assert (verified().rules_version, verified().differences) == (0, [])


def test_a_game_that_there_no_longer_is() -> None:
    Evening(*HANDS)
    changed(Match, game="bridge")
    assert found() == [(None, "game")]
    assert verified().rules_now is None


def test_one_match_at_a_time_is_read() -> None:
    for _ in range(3):
        Evening(*HANDS[:2])
    matches = verify_matches()
    next(matches)
    changed(Match, 2, client_id=fresh(), finished=True)  # between two looks others can write
    assert [one.differences == [] for one in matches] == [True, False]
