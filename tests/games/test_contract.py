"""What every game promises (design, "The kernel"), tried on matches played at random."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from scorekeeper.games import GAMES, ten_pennies, ten_point_pitch
from scorekeeper.kernel import (
    Ask,
    Caution,
    Choice,
    Game,
    Message,
    Payment,
    Refused,
    Row,
    Setup,
    Step,
    decoded,
    encoded,
    play,
    ranks,
    read_setup,
    replay,
)
from scorekeeper.kernel.setup import setup_json
from scorekeeper.kernel.shape import Whole, YesNo
from tests.games import toy
from tests.games.strategies import Course, Try, courses, json_values, junk_entries, raw_setups, stored, tried
from tests.kernel.reading import text

TRIED = {game.key: game for game in (*GAMES.values(), ten_pennies.GAME, ten_point_pitch.GAME, toy.GAME)}
EVERY_GAME = pytest.mark.parametrize("game", TRIED.values(), ids=lambda game: game.key)
SOME = settings(
    max_examples=max(10, settings().max_examples // 3),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)
CODE = re.compile(r"[a-z][a-z0-9_]*")


def won(game: Game[Any], state: Any) -> list[int]:
    return [standing.won_minor for standing in game.standings(state)]


# What holds for every entry ----------------------------------------------------------------------


def same_again(game: Game[Any], one: Try) -> None:
    """The same entry gives the same answer, and the state it was given is as it was."""
    assert stored(one.before) == one.stored
    again = tried(game, one.before, one.raw)
    if isinstance(one.result, Step):
        assert again.result == one.result
    else:
        assert isinstance(again.result, Refused)
        assert (again.result.field, again.result.code) == (one.result.field, one.result.code)
        assert again.result.message == one.result.message


def comes_back_from_the_database(game: Game[Any], one: Try) -> None:
    if not isinstance(one.result, Step):
        return
    step = one.result
    kinds: list[tuple[object, type[Any]]] = [(step.state, game.state), (step.said, Message)]
    kinds += [(payment, Payment) for payment in step.payments]
    kinds += [(caution, Caution) for caution in step.warnings]
    kinds += [(step.row, Row)] if step.row else []
    for value, kind in kinds:
        assert decoded(encoded(value), kind) == value
        back = decoded(json.loads(stored(value)), kind)
        assert back == value
        assert stored(back) == stored(value)


def money_adds_up(game: Game[Any], one: Try) -> None:
    if not isinstance(one.result, Step):
        return
    after = won(game, one.result.state)
    assert sum(after) == 0
    before = won(game, one.before)
    change = [now - was for now, was in zip(after, before + [0] * len(after), strict=False)]
    for payment in one.result.payments:
        assert payment.amount > 0
        assert payment.payer != payment.payee
        change[payment.payer] += payment.amount
        change[payment.payee] -= payment.amount
    assert change == [0] * len(after)


def what_pays_can_be_found(_: Game[Any], one: Try) -> None:
    """Statistics and explanations read what completes a unit and what belongs to none, and nothing else."""
    if isinstance(one.result, Step) and one.result.payments:
        assert one.result.row is not None or one.result.unit is None


def ranks_follow_the_score(game: Game[Any], one: Try) -> None:
    state = one.result.state if isinstance(one.result, Step) else one.before
    standings, outcome = game.standings(state), game.outcome(state)
    assert [standing.seat for standing in standings] == list(state.table.seats)
    assert outcome.finished == state.finished
    assert outcome.finished or not outcome.winners
    assert all(standings[seat].rank == 1 for seat in outcome.winners)
    assert 1 in {standing.rank for standing in standings}
    if game.score_is_money:
        assert [standing.score for standing in standings] == won(game, state)
        assert [standing.rank for standing in standings] == list(ranks(won(game, state)))


def the_row_fits_the_table(game: Game[Any], one: Try) -> None:
    if not isinstance(one.result, Step) or one.result.row is None:
        return
    row = one.result.row
    assert row.unit == one.result.unit
    assert len(row.cells) == len(one.before.table.names)
    assert set(row.marked) <= set(one.before.table.seats)
    assert {feat.seat for feat in row.feats} <= set(one.before.table.sitting)
    assert {feat.key for feat in row.feats} <= set(game.feats)
    for seat, cell in enumerate(row.cells):
        assert (cell == "out") == (seat in one.before.table.out)
    if game.score_is_money:
        before, after = won(game, one.before), won(game, one.result.state)
        change = [now - was for now, was in zip(after, before, strict=True)]
        assert [cell if isinstance(cell, int) else 0 for cell in row.cells] == change


def everything_can_be_read(game: Game[Any], one: Try) -> None:
    """No sentence has a place that nothing fills, and every refusal names a field and a code."""
    if isinstance(one.result, Refused):
        assert text(one.result.message)
        assert CODE.fullmatch(one.result.code)
        first = one.result.field.partition(".")[0]
        kind = one.raw.get("type") if isinstance(one.raw, dict) else None
        known = (
            set(game.entry_types[kind]().fields)
            if isinstance(kind, str) and kind in game.entry_types
            else set()
        )
        assert first in known | {"type", ""} or one.result.code == "unknown_field"
        return
    step = one.result
    assert text(step.said)
    for message in [*(p.reason for p in step.payments), *(w.message for w in step.warnings)]:
        assert text(message)
    assert all(CODE.fullmatch(warning.code) for warning in step.warnings)
    if step.row:
        assert text(step.row.title)
        assert text(step.row.verdict)


def what_is_accepted_was_asked_for(game: Game[Any], one: Try) -> None:
    if isinstance(one.result, Step):
        assert isinstance(one.raw, dict)
        assert game.upcoming(one.before).ask(one.raw["type"]) is not None


def after_the_end_only_notes(game: Game[Any], one: Try) -> None:
    if one.before.finished:
        assert isinstance(one.raw, dict) or isinstance(one.result, Refused)
        assert isinstance(one.result, Refused) or one.raw["type"] == "note"  # type: ignore[index]
        assert [ask.type for ask in game.upcoming(one.before).asks] == ["note"]


LAWS: list[Callable[[Game[Any], Try], None]] = [
    same_again,
    comes_back_from_the_database,
    money_adds_up,
    what_pays_can_be_found,
    ranks_follow_the_score,
    the_row_fits_the_table,
    everything_can_be_read,
    what_is_accepted_was_asked_for,
    after_the_end_only_notes,
]


@EVERY_GAME
@SOME
@given(data=st.data())
def test_every_entry_keeps_the_laws(game: Game[Any], data: st.DataObject) -> None:
    for one in data.draw(courses(game)).tries:
        for law in LAWS:
            law(game, one)


# asks tells the truth ----------------------------------------------------------------------------

FILLED_IN = {"text": "A note", "name": "Somebody new", "per_point": 50}


def offers(game: Game[Any], ask: Ask) -> Iterator[tuple[dict[str, Any], Choice | None]]:
    """Every entry that ``ask`` offers, with its choice, where nothing but these is needed."""
    schema = game.entry_types[ask.type]().fields
    named = {choice.field for choice in ask.choices}
    needed = {name for name, field in schema.items() if field.required}
    if len(named) > 1 or not needed <= {"seat", *named, *FILLED_IN} or "won" in named:
        return
    rest = {name: FILLED_IN[name] for name in needed & set(FILLED_IN)}
    seats: list[dict[str, Any]] = [{"seat": seat} for seat in ask.seats] if "seat" in schema else [{}]
    for seat in seats:
        for choice in ask.choices or [None]:
            picked = {choice.field: choice.value} if choice else {}
            yield {"type": ask.type, **seat, **rest, **picked}, choice


def asks_tell_the_truth(game: Game[Any], state: Any) -> None:
    upcoming = game.upcoming(state)
    json.dumps(dict(upcoming.next))
    types = [ask.type for ask in upcoming.asks]
    assert len(set(types)) == len(types)
    assert set(types) <= set(game.entry_types)
    for ask in upcoming.asks:
        for raw, choice in offers(game, ask):
            result = tried(game, state, raw).result
            if choice is None or choice.refused is None:
                assert isinstance(result, Step), (raw, str(result))
            else:
                assert isinstance(result, Refused), raw
                assert (result.field, result.code) == (choice.refused.field, choice.refused.code)
                assert result.message == choice.refused.message


@EVERY_GAME
@SOME
@given(data=st.data())
def test_asks_tell_the_truth(game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 15))
    asks_tell_the_truth(game, course.state)


@EVERY_GAME
def test_asks_offer_something_that_can_be_tried(game: Game[Any]) -> None:
    state = game.start(
        read_setup(game, {"players": [f"P{seat}" for seat in game.players[:1] and range(game.players[0])]})
    )
    tried_types = {ask.type for ask in game.upcoming(state).asks for _ in offers(game, ask)}
    assert {"note", "finish"} < tried_types


# Whole matches -----------------------------------------------------------------------------------


def setup_again(game: Game[Any], setup: Setup) -> Setup:
    return read_setup(game, json.loads(json.dumps(setup_json(game, setup))))


@EVERY_GAME
@SOME
@given(data=st.data())
def test_every_match_can_be_replayed(game: Game[Any], data: st.DataObject) -> None:
    course: Course = data.draw(courses(game))
    setup = setup_again(game, course.setup)
    assert setup == course.setup
    again = replay(game, setup, json.loads(json.dumps(course.accepted)))
    assert again.stopped is None
    assert again.state == course.state
    assert list(again.steps) == [one.result for one in course.tries if isinstance(one.result, Step)]


@EVERY_GAME
@SOME
@given(data=st.data())
def test_replay_stops_at_what_is_refused(game: Game[Any], data: st.DataObject) -> None:
    course: Course = data.draw(courses(game))
    last = tried(game, course.state, {"type": "bogus"})
    tries = [*course.tries, last]
    wrong = next(at for at, one in enumerate(tries) if isinstance(one.result, Refused))
    again = replay(game, course.setup, [one.raw for one in tries])
    assert again.stopped is not None
    assert again.stopped.index == wrong == len(again.steps)
    assert again.stopped.refused.code == getattr(tries[wrong].result, "code", None)
    assert again.state == tries[wrong].before


@EVERY_GAME
@SOME
@given(data=st.data())
def test_every_match_can_be_finished(game: Game[Any], data: st.DataObject) -> None:
    state = data.draw(courses(game, 15)).state
    if not state.finished:
        state = play(game, state, {"type": "finish"}).state
    assert game.outcome(state).finished
    assert state == play(game, state, {"type": "note", "text": "Good night"}).state


# Junk --------------------------------------------------------------------------------------------


WRONG: list[Any] = [
    None,
    True,
    1.5,
    "3",
    "",
    [],
    [[]],
    {},
    {"a": {"b": [1]}},
    10**400,
    -1,
    math.nan,
    math.inf,
    "\ud800",
]


@EVERY_GAME
def test_no_field_takes_just_anything(game: Game[Any]) -> None:
    """Every field of every entry, with every wrong type: refused, and nothing else happens."""
    state = game.start(read_setup(game, {"players": [f"Player {seat}" for seat in range(game.players[0])]}))
    for kind, schema in game.entry_types.items():
        for name, field in schema().fields.items():
            for value in WRONG:
                assert isinstance(tried(game, state, {"type": kind, name: value}).result, Step | Refused)
                if (
                    isinstance(field, Whole | YesNo)
                    and value is not None
                    and value is not True
                    and value != -1
                ):
                    with pytest.raises(ValidationError):
                        field.deserialize(value)


@EVERY_GAME
@SOME
@given(data=st.data())
def test_junk_is_refused_and_nothing_else_happens(game: Game[Any], data: st.DataObject) -> None:
    state = data.draw(courses(game, 5)).state
    for _ in range(10):
        one = tried(game, state, data.draw(junk_entries(game) | json_values))
        for law in LAWS:
            law(game, one)


@EVERY_GAME
@SOME
@given(data=st.data())
def test_junk_is_no_set_up(game: Game[Any], data: st.DataObject) -> None:
    raw = data.draw(raw_setups(game))
    for key in data.draw(st.sets(st.sampled_from(list(raw)), min_size=1)):
        junk = data.draw(json_values)
        raw[key] = {**raw[key], **junk} if isinstance(raw[key], dict) and isinstance(junk, dict) else junk
    refusal = None
    try:
        setup = read_setup(game, raw)
    except Refused as refused:
        refusal = refused
    else:
        assert setup_again(game, setup) == setup
    if refusal is not None:
        assert text(refusal.message)
        assert CODE.fullmatch(refusal.code)
        assert refusal.field.partition(".")[0] in raw
