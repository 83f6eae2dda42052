"""Whatever is entered, page, API, command line and import judge it alike (design, "One judge")."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import scorekeeper
from scorekeeper.documents import document, scored
from scorekeeper.games import GAMES
from scorekeeper.games.racehorse.auction import to_speak
from scorekeeper.games.racehorse.entries import POINTS
from scorekeeper.games.racehorse.state import HandUnderWay, State, next_dealer
from scorekeeper.games.ten.state import State as TenState
from scorekeeper.games.ten_pennies.state import State as PenniesState
from scorekeeper.games.ten_point_pitch.state import State as PitchState
from scorekeeper.kernel import Game, Refused, Setup, replay
from scorekeeper.kernel.setup import setup_json
from scorekeeper.kernel.shape import MOST_SEATS
from scorekeeper.ledger import Unit, amount_text
from scorekeeper.service.entries import add_entries, preview_entries
from scorekeeper.service.importing import import_session
from scorekeeper.service.links import links_of
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.open_match import open_match
from scorekeeper.service.sessions import start_session
from scorekeeper.web.forms.base import whole
from scorekeeper.words import decimals, english
from tests.conftest import SECRET
from tests.games.strategies import courses, json_values, next_entry, sensible, shaken, unasked
from tests.web.pages import Page, Phone
from tests.web.pennies import pennies_as_tapped
from tests.web.pitch import pitch_as_tapped
from tests.web.ten import table_as_tapped

DEVICE = "d" * 32
Raw = dict[str, Any]
Verdict = tuple[str, str] | None
"""Field and code of a refusal; None: it counts."""
FEW = settings(
    max_examples=max(12, settings().max_examples // 6),
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.large_base_example,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)


def seated(game: Game[Any], setup: Setup, entries: list[Raw]) -> str:
    """A match with these entries in the database; the slug of its session."""
    raw = setup_json(game, setup)
    slug = start_session(DEVICE, game, raw, zone="", client_id=str(uuid.uuid4())).session.slug
    if entries:
        add_entries(slug, 1, DEVICE, entries, version=0, client_id=str(uuid.uuid4()))
    return slug


def verdict(act: Callable[[], object]) -> Verdict:
    try:
        act()
    except Refused as refused:
        return refused.field, refused.code
    return None


def judged_by_the_command_line(
    game: Game[Any], setup: Setup, entries: list[Raw], raw: object
) -> tuple[Verdict, str]:
    """Field, code and message of the command line's refusal."""
    answer, status = scored(document(game, setup, [*entries, raw]))
    if status == 0:
        return None, ""
    error = answer["error"]
    assert (status, error["entry"]) == (1, len(entries))
    return (error["field"], error["code"]), error["message"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@FEW
@given(data=st.data())
def test_services_and_command_line_judge_alike(app: Flask, game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 6))
    entries = cast("list[Raw]", course.accepted)
    draw = cast("st.DrawFn", data.draw)
    raw = (
        next_entry(draw, game, course.state, first=False)
        if data.draw(st.booleans())
        else data.draw(json_values)
    )
    with app.app_context():
        slug = seated(game, course.setup, entries)
        opened = open_match(slug, 1, DEVICE)
        expected, _ = judged_by_the_command_line(game, course.setup, entries, raw)
        assert verdict(lambda: preview_entries(opened, [raw])) == expected
        if isinstance(raw, Mapping):
            version = len(entries)
            adding = lambda: add_entries(slug, 1, DEVICE, [raw], version=version, client_id=str(uuid.uuid4()))  # noqa: E731
            assert verdict(adding) == expected
            assert open_match(slug, 1, DEVICE).match.version == version + (expected is None)


# Through the API, and in an import --------------------------------------------------------------------


@dataclass
class Told:
    """What is said to a refused entry: ``place`` of it among all entries, field, code and message."""

    verdict: Verdict
    message: str
    place: int | None


def judged_by_the_api(app: Flask, slug: str, entries: list[Raw], raw: object, part: str) -> Told:
    """The same through the API; ``part``: whether it is entered, or tried."""
    with app.app_context():
        (link,) = [one for one in links_of(slug, DEVICE, SECRET) if one.role == "scorer"]
    body: Raw = {"entries": [raw]}
    if part == "entries":
        body |= {"version": len(entries), "client_id": str(uuid.uuid4())}
    path = f"/api/v1/sessions/{slug}/matches/1/{part}"
    client = app.test_client()
    answer = client.post(path, json=body, headers={"Authorization": f"Bearer {link.secret}"})
    told = answer.get_json(force=True)
    if answer.status_code in {200, 201}:
        return Told(None, "", None)
    assert answer.status_code == 422, told
    return Told((told["field"], told["code"]), told["detail"], told["entry"] + len(entries))


def judged_by_an_import(app: Flask, game: Game[Any], setup: Setup, entries: list[object]) -> Told:
    """The same where the whole match is taken in from a document."""
    matches = [document(game, setup, entries)]
    people = [*setup.names]
    raw = {"format": "scorekeeper-session", "version": 1, "date": "2026-11-30", "time_zone": "UTC"}
    with app.app_context():
        try:
            import_session(raw | {"players": people, "matches": matches}, DEVICE)
        except NotTaken as error:
            said = english(error.names, error.unit).sentence(error.refused.message)
            return Told((error.refused.field, error.refused.code), said, error.entry)
    return Told(None, "", None)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@FEW
@given(data=st.data())
def test_api_and_import_say_what_the_command_line_says(
    app: Flask, game: Game[Any], data: st.DataObject
) -> None:
    course = data.draw(courses(game, 6))
    entries = cast("list[Raw]", course.accepted)
    draw = cast("st.DrawFn", data.draw)
    rarely = data.draw(st.integers(0, 5)) == 0
    raw = data.draw(json_values) if rarely else tried_on_the_page(draw, game, course.state)
    raw = json.loads(json.dumps(raw))  # as it comes over the wire
    expected, message = judged_by_the_command_line(game, course.setup, entries, raw)
    place = None if expected is None else len(entries)
    with app.app_context():
        slug = seated(game, course.setup, entries)
    for part in ("entries/preview", "entries"):
        assert judged_by_the_api(app, slug, entries, raw, part) == Told(expected, message, place)
    with app.app_context():
        assert open_match(slug, 1, DEVICE).match.version == len(entries) + (expected is None)
    assert judged_by_an_import(app, game, course.setup, [*entries, raw]) == Told(expected, message, place)


# Through the form --------------------------------------------------------------------------------

Tapped = tuple[str, list[tuple[str, str]]] | None
"""A page and what is sent from it."""


def sayable(value: object) -> bool:
    """Whether a text field can say this value, and no other one with the same text."""
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        return False
    return str(value).isprintable() and whole(str(value)) == value


def as_tapped(state: State, raw: Raw, unit: str) -> Tapped:
    """The page and the fields with which people say ``raw``; None where no form says such a thing."""
    fields = {name: value for name, value in raw.items() if name != "type"}
    contracted = state.hand is not None and state.hand.contract is not None
    match raw.get("type"):
        case "bid" if set(fields) == {"seat", "bid"}:
            return _bid(state, fields)
        case "contract" if state.hand is None and {"seat", "bid"} <= set(fields) <= {"seat", "bid", "how"}:
            return _contract(state, fields)
        case "hand" if contracted and "won" in fields:
            return _hand(state, fields)
    return _at_the_table(raw, unit)


def _bid(state: State, fields: Raw) -> Tapped:
    hand = state.hand or HandUnderWay(next_dealer(state), state.per_point)
    turn = hand.dealer if hand.contract else to_speak(state.table, hand)
    if fields["seat"] != turn or not sayable(fields["bid"]) or (hand.contract and hand.trump):
        return None
    return "?view=auction", [("bid", str(fields["bid"]))]


def _contract(state: State, fields: Raw) -> Tapped:
    how = fields.get("how", "bid")
    if not sayable(fields["seat"]) or not sayable(fields["bid"]) or how not in {"bid", "steal", "forced"}:
        return None
    if how != "bid" and fields["seat"] != next_dealer(state):
        return None
    pitcher = "forced" if how == "forced" else str(fields["seat"])
    steal = [("how", "steal")] if how == "steal" else []
    return "?view=contract", [("pitcher", pitcher), ("bid", str(fields["bid"])), *steal]


def _hand(state: State, fields: Raw) -> Tapped:
    known: Raw = {"jack_in_play": True, "game_tied": False, "tricks": None, "card_points": None}
    if set(fields) - {*known, "won"} or not _agrees(known | fields):
        return None
    won, jack, tied, tricks, counts = ((known | fields)[name] for name in ("won", *known))
    answers = {str(point): "pitcher" if point in won else "others" for point in POINTS}
    answers |= ({} if jack else {"jack": "none"}) | ({"game": "none"} if tied else {})
    if tricks is not None:
        answers["tricks"] = str(tricks)
    if counts is not None:
        if not isinstance(counts, list) or not len(state.table.names) <= len(counts) <= MOST_SEATS:
            return None
        answers |= {f"card_points-{seat}": str(count) for seat, count in enumerate(counts)}
    if not all(map(sayable, [*(counts or []), *([] if tricks is None else [tricks])])):
        return None
    return "?view=result", list(answers.items())


def _agrees(fields: Raw) -> bool:
    """Whether a point has but one answer."""
    won, jack, tied = fields["won"], fields["jack_in_play"], fields["game_tied"]
    if not isinstance(won, list) or not all(isinstance(point, str) for point in won):
        return False
    if len(set(won)) < len(won) or not set(won) <= set(POINTS):
        return False
    if not isinstance(jack, bool) or not isinstance(tied, bool):
        return False
    return not ("jack" in won and not jack) and not ("game" in won and tied)


def _at_the_table(raw: Raw, unit: str) -> Tapped:
    if not all(map(sayable, raw.values())):
        return None
    match raw:
        case {"type": "sit_out" | "sit_in" as kind, "seat": int(seat), **more} if not more:
            return "table/", [("do", f"{kind}-{seat}")]
        case {"type": "dealer", "seat": int(seat), **more} if not more:
            return "table/", [("do", "dealer"), ("dealer", str(seat))]
        case {"type": "join", "name": str(name), "after": int(after), **more} if not more:
            return "table/", [("do", "join"), ("name", name), ("after", str(after))]
        case {"type": "stake", "per_point": int(minor), **more} if not more and abs(minor) < 10**12:
            return "table/", [("do", "stake"), ("stake", amount_text(minor, Unit(unit, decimals(unit))))]
        case {"type": "note", "text": str(text), **more} if not more:
            return "table/", [("do", "note"), ("text", text)]
        case {"type": "void" | "finish" as kind, **more} if not more:
            return "table/", [("do", kind)]
    return None


def pitch_tapped(state: PitchState, raw: Raw, unit: str) -> Tapped:
    """The same for 10 Point Pitch."""
    return pitch_as_tapped(state, raw, sayable) or _at_the_table(raw, unit)


def pennies_tapped(state: PenniesState, raw: Raw, unit: str) -> Tapped:
    """The same for Ten Pennies."""
    return pennies_as_tapped(state, raw, sayable) or _at_the_table(raw, unit)


def ten_tapped(state: TenState, raw: Raw, unit: str) -> Tapped:
    """The same for Ten."""
    return table_as_tapped(state, raw, sayable) or _at_the_table(raw, unit)


TAPPED: dict[str, Callable[[Any, Raw, str], Tapped]] = {
    "racehorse": as_tapped,
    "ten_point_pitch": pitch_tapped,
    "ten_pennies": pennies_tapped,
    "ten": ten_tapped,
}
FORMS = {key: tapped for key, tapped in TAPPED.items() if key in GAMES}


def test_every_game_with_a_form_of_its_own_is_tried() -> None:
    folder = Path(scorekeeper.__file__).parent / "web" / "forms"
    assert {path.stem for path in folder.iterdir()} & set(GAMES) == set(FORMS)


@dataclass
class Sender:
    """A phone with an open form, which sends whatever it is given."""

    phone: Phone
    token: str
    slug: str
    version: int

    def sends(self, place: str, pairs: list[tuple[str, str]], do: str = "save") -> Page:
        hidden = {"csrf_token": self.token, "version": str(self.version), "client_id": str(uuid.uuid4())}
        sent = [*hidden.items(), *pairs]
        return self.phone.post(f"/s/{self.slug}/1/{place}", sent if "table" in place else [*sent, ("do", do)])


def tried_on_the_page(draw: st.DrawFn, game: Game[Any], state: Any) -> object:
    """Mostly what belongs to the game, right or nearly; else anything that can be entered, or cannot now."""
    own = [ask for ask in game.upcoming(state).asks if ask.type in game.entries]
    if own and draw(st.integers(0, 3)) > 0:
        raw = sensible(draw, game, state, draw(st.sampled_from(own)))
        return shaken(draw, raw) if draw(st.booleans()) else raw
    if draw(st.booleans()):
        return next_entry(draw, game, state, first=False)
    return unasked(draw, game, state)


@pytest.mark.parametrize("game", [GAMES[key] for key in FORMS], ids=lambda game: game.key)
@FEW
@given(data=st.data())
def test_the_page_says_what_the_command_line_says(app: Flask, game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 6))
    entries, state = cast("list[Raw]", course.accepted), course.state
    draw = cast("st.DrawFn", data.draw)
    raw = tried_on_the_page(draw, game, state)
    tapped = FORMS[game.key](state, raw, course.setup.stake.unit) if isinstance(raw, dict) else None
    assume(tapped is not None)
    assert tapped is not None
    place, pairs = tapped
    expected, message = judged_by_the_command_line(game, course.setup, entries, raw)
    with app.app_context():
        slug = seated(game, course.setup, entries)
    phone = Phone(app)
    with phone.client.session_transaction() as cookie:
        cookie["device"] = DEVICE
    sender = Sender(phone, phone.open("/new/racehorse/").field("csrf_token"), slug, len(entries))
    if "table" not in place:
        assert sender.sends(place, pairs, "preview").status == 200
    page = sender.sends(place, pairs)
    with app.app_context():
        match = open_match(slug, 1, DEVICE)
    played = replay(game, course.setup, [*entries, raw])
    assert match.state == played.state
    assert match.match.version == len(entries) + (expected is None)
    assert page.status == (200 if expected is None else 422), page.text
    if expected is not None:
        said = [node.words for of in ("error", "notice") for node in page.root.find(of=of)]
        assert " ".join(message.split()) in said, raw
