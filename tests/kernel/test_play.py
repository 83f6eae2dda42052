"""The one door, and how far a replay gets."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.kernel import Refused, play, read_setup, replay
from tests.games import toy
from tests.games.toy import GAME
from tests.kernel.reading import text

SETUP = read_setup(GAME, {"players": ["Ana", "Ben", "Cleo"], "stake": {"per_round": 5}})
START = GAME.start(SETUP)
FINISH = {"type": "finish"}


def turned(seat: object, points: object) -> dict[str, Any]:
    return {"type": "turned", "seat": seat, "points": points}


def refusal(state: toy.State, raw: object) -> tuple[str, str, str]:
    with pytest.raises(Refused) as caught:
        play(GAME, state, raw)
    return caught.value.field, caught.value.code, text(caught.value.message)


def test_an_entry_is_read_and_applied() -> None:
    step = play(GAME, START, turned(1, 12))
    assert step.state.points == (0, 12, 0)
    assert step.state.won_minor == (-5, 10, -5)
    assert text(step.said) == "B turned 12."


def test_play_reads_and_does_not_change_the_entry() -> None:
    raw = turned(1, 12)
    play(GAME, START, raw)
    assert raw == turned(1, 12)


def test_shape_is_judged_before_the_rules() -> None:
    assert refusal(START, turned(7, 15))[:2] == ("points", "out_of_range")
    assert refusal(START, turned(7, 14))[:2] == ("seat", "no_such_seat")


@pytest.mark.parametrize("raw", [None, [], "turned", 3, True, [turned(0, 2)]])
def test_no_entry(raw: object) -> None:
    assert refusal(START, raw) == ("", "not_an_object", "An entry is an object with a type.")


@pytest.mark.parametrize("kind", [None, "", "bid", "Turned", 3, True, [], {}, ["turned"]])
def test_no_type(kind: object) -> None:
    assert refusal(START, {"type": kind, "seat": 0}) == (
        "type",
        "unknown_type",
        "High Card has these types of entry: finish, note, turned.",
    )


def test_notes_change_nothing_even_after_the_end() -> None:
    note = {"type": "note", "text": " One more.\nWell. "}
    step = play(GAME, START, note)
    assert step.state is START
    assert (text(step.said), step.unit, step.row, step.payments) == ("One more.\nWell.", None, None, ())
    finished = play(GAME, START, FINISH).state
    assert play(GAME, finished, note).state is finished


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ({}, "missing"),
        ({"text": None}, "missing"),
        ({"text": ""}, "missing"),
        ({"text": " \n"}, "missing"),
        ({"text": "x" * 281}, "too_long"),
        ({"text": 3}, "not_text"),
        ({"text": ["x"]}, "not_text"),
        ({"text": "a\0b"}, "unreadable"),
        ({"text": "\ud83c"}, "unreadable"),
    ],
)
def test_notes_refused(note: dict[str, object], code: str) -> None:
    assert refusal(START, {"type": "note", **note})[:2] == ("text", code)


def test_notes_of_280_characters_and_with_percent_signs() -> None:
    assert text(play(GAME, START, {"type": "note", "text": "\U0001f3b4" * 280}).said) == "\U0001f3b4" * 280
    assert text(play(GAME, START, {"type": "note", "text": "100 %(who)s %s"}).said) == "100 %(who)s %s"


def test_after_the_end() -> None:
    finished = play(GAME, START, FINISH).state
    assert refusal(finished, turned(0, 3)) == (
        "type",
        "match_over",
        "The game is finished. Reopen it to enter more.",
    )
    assert refusal(finished, FINISH) == ("type", "match_over", "The game is finished already.")
    assert refusal(finished, {"type": "bogus"})[:2] == ("type", "unknown_type")


def test_replay_to_the_end() -> None:
    entries = [turned(0, 5), {"type": "note", "text": "x"}, turned(2, 14), FINISH]
    played = replay(GAME, SETUP, entries)
    assert played.stopped is None
    assert len(played.steps) == 4
    assert played.state == played.steps[-1].state
    assert (played.state.points, played.state.finished) == ((5, 0, 14), True)


def test_replay_of_nothing() -> None:
    played = replay(GAME, SETUP, [])
    assert (played.state, played.steps, played.stopped) == (START, (), None)


def test_replay_says_how_far_and_why_it_stopped() -> None:
    played = replay(GAME, SETUP, [turned(0, 5), turned(9, 5), turned(1, 5)])
    assert played.stopped is not None
    assert (played.stopped.index, played.stopped.refused.code) == (1, "no_such_seat")
    assert len(played.steps) == 1
    assert played.state == play(GAME, START, turned(0, 5)).state


def test_house_rules_count() -> None:
    low = read_setup(GAME, {"players": ["Ana", "Ben"], "rules": {"ace_low": True}})
    assert replay(GAME, low, [turned(0, 14)]).state.points == (1, 0)
