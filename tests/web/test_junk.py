"""Whatever is sent to whatever address: an answer, never a mistake of ours, and nothing half saved."""

from __future__ import annotations

import uuid
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.service.open_match import open_match
from scorekeeper.store import GameSession, db
from tests.games.racehorse.at_table import ALL, FINISH, PASS, SMUDGE, TRUMP, B, C, bid, contract, hand
from tests.service.evening import Evening, sound
from tests.web.pages import Pairs, Phone
from tests.web.tapping import Raw, played, sat_down

DEVICE = "d" * 32
STATES: tuple[list[Raw], ...] = (
    [],
    [bid(B, 2), bid(C, PASS)],
    [contract(B, 3)],
    [contract(B, SMUDGE), TRUMP],
    [*played(3), {"type": "join", "name": "Finn"}, contract(C, 2)],
    [*played(1), {"type": "void"}, {"type": "sit_out", "seat": 2}],
    [contract(B, 4), hand(*ALL, card_points=[0, 20, 0, 0, 0]), {"type": "note", "text": "Hm"}, FINISH],
)
PLACES: tuple[str, ...] = (
    "",
    "?view=auction",
    "?view=contract",
    "?view=result",
    "finish",
    "undo",
    "redo",
    "reopen",
    "again",
    "act",
)
PLACES += ("table/", "scores/1", "scores/2", "scores/99", "scores/99999999999999999999")
FIELDS = [
    *("pitcher", "bid", "how", "high", "low", "jack", "game", "tricks", "trump", "do", "view"),
    *("name", "after", "stake", "stake_other", "dealer", "text", "key", "unit", "settle", "tz", "region"),
    *(
        "rule-low",
        "rule-min_bid",
        "rule-bogus",
        "card_points",
        "card_points-0",
        "card_points-39",
        "card_points--1",
    ),
    *(
        "card_points-²",
        "card_points-99999999999999999999",
        "csrf_token",
        "client_id",
        "version",
        "",
        "_",
        "[]",
        "bid[]",
    ),
]
VALUES = [
    *(
        "",
        " ",
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "-1",
        "99",
        "1.5",
        "1e9",
        "²",
        "٣",
        "१",
        "1_0",
        "9" * 20,
        "9" * 5000,
        "NaN",
    ),
    *(
        "pass",
        "smudge",
        "steal",
        "forced",
        "pitcher",
        "others",
        "none",
        "hearts",
        "bogus",
        "None",
        "True",
        "null",
    ),
    *(
        "save",
        "preview",
        "start",
        "check",
        "add",
        "up-p2",
        "remove-p" + "9" * 5000,
        "void",
        "stake",
        "dealer",
        "join",
    ),
    *(
        "note",
        "redo",
        "reopen",
        "again",
        "finish",
        "sit_out-0",
        "sit_in-0",
        "sit_out-99",
        "any",
        "other",
        "p1",
    ),
    *(
        "USD",
        "JPY",
        "CLF",
        "XXX",
        "chips",
        "cash",
        "tally",
        "Europe/Warsaw",
        "Nowhere",
        "../etc",
        "PL",
        "\x00",
        "\n",
    ),
    *("<script>alert(1)</script>", "%(who)s", "{{ 7*7 }}", "'; --", "\u202e", "\ufffd", "x" * 300, "🎲" * 50),
]
SOME = settings(
    max_examples=max(40, settings().max_examples // 2),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)
values = st.sampled_from(VALUES) | st.text(max_size=6)
forms = st.lists(st.tuples(st.sampled_from(FIELDS), values), max_size=12)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"HX-Request": "true"},
    {"Accept-Language": "de-CH-x;q=2,*"},
    {"Accept-Language": "\xff"},
)


CLUB_POSTS = ("members/", "members/merge", "tab/pay", "tab/back", "share/", "new/racehorse/")
CLUB_GETS = ("", "tab/", "tab/pay", "members/", "members/merge", "share/", "new/racehorse/")
CLUB_DOS = (
    *(
        "add",
        "rename",
        "retire",
        "return",
        "separate",
        "renew",
        "put-out",
        "me",
        "club",
        "save",
        "preview",
        "start",
    ),
    *(
        "into-club",
        "new-club",
        "out-of-club",
        "archive",
        "bring-back",
        "hide",
        "list",
        "seat-Ana",
        "seat-",
        "",
    ),
)


class Fuzzed:
    """A phone with a session in each state, and what it is answered."""

    def __init__(self, app: Flask) -> None:
        self.app, self.phone = app, Phone(app)
        paths = [sat_down(self.phone, *raws).path for raws in STATES]
        self.matches = ["/".join([*path.split("/")[:4], ""]) for path in paths]
        self.token = self.phone.open("/new/racehorse/").field("csrf_token")

    def version(self, path: str) -> str:
        """Where the match is now."""
        slug, number = path.strip("/").split("/")[1:]
        with self.app.app_context():
            return str(open_match(slug, int(number), DEVICE).match.version)

    def post(self, address: str, pairs: Pairs, **headers: str) -> TestResponse:
        """The answer, which is never a mistake of ours."""
        answer = self.phone.client.post(
            _encodable(address), data=MultiDict(map(_pair, pairs)), headers=headers
        )
        return self._seen(answer)

    def get(self, address: str, **headers: str) -> TestResponse:
        """The same for a page."""
        return self._seen(self.phone.client.get(_encodable(address), headers=headers))

    def _seen(self, answer: TestResponse) -> TestResponse:
        assert answer.status_code in {200, 302, 303, 307, 308, 400, 404, 405, 409, 413, 422}, answer.status
        if answer.mimetype == "text/html":
            assert "Traceback" not in answer.text
            assert "<script>alert" not in answer.text
        return answer


def _encodable(text: str) -> str:
    return text.encode(errors="replace").decode()


def _pair(pair: tuple[str, str]) -> tuple[str, str]:
    return _encodable(pair[0]), _encodable(pair[1])


def all_sound(app: Flask) -> None:
    """What is stored of every match is what its entries come to."""
    with app.app_context():
        for session in db.session.query(GameSession):
            for match in session.matches:
                opened = open_match(session.slug, match.number, DEVICE)
                sound(cast("Evening", SimpleNamespace(opened=opened)))


@pytest.fixture
def fuzzed(served_app: Flask) -> Fuzzed:
    """The phone."""
    return Fuzzed(served_app)


def test_any_field_with_anything_in_it(fuzzed: Fuzzed) -> None:
    @SOME
    @given(
        state=st.integers(0, len(STATES) - 1),
        place=st.sampled_from(PLACES),
        form=forms,
        current=st.booleans() | st.just(True),
        headers=st.sampled_from(HEADERS),
    )
    def send(state: int, place: str, form: Pairs, current: bool, headers: dict[str, str]) -> None:
        path = fuzzed.matches[state]
        version = [("version", fuzzed.version(path))] if current else []
        own = [("csrf_token", fuzzed.token), ("client_id", str(uuid.uuid4()))]
        fuzzed.post(f"{path}{place}", [*own, *version, *form], **headers)

    send()
    all_sound(fuzzed.app)


def test_any_answer_to_what_is_asked(fuzzed: Fuzzed) -> None:
    """Fields that belong together, mostly with values that are offered: these are often saved."""
    offered = {
        "pitcher": ["0", "1", "2", "forced", "9"],
        "bid": ["pass", "2", "3", "4", "smudge"],
        **{point: ["pitcher", "others", "none"] for point in ("high", "low", "jack", "game")},
        "tricks": ["0", "3", "6", "7"],
        "trump": ["", "spades", "bogus"],
        "do": ["save", "preview", "void"],
        **{f"card_points-{seat}": ["", "0", "10", "81"] for seat in range(6)},
    }

    @SOME
    @given(
        state=st.integers(0, len(STATES) - 1),
        place=st.sampled_from(("", "?view=auction", "?view=contract", "scores/1", "scores/2", "undo")),
        form=st.fixed_dictionaries(
            {}, optional={name: st.sampled_from(some) for name, some in offered.items()}
        ),
    )
    def send(state: int, place: str, form: dict[str, str]) -> None:
        path = fuzzed.matches[state]
        own = {"csrf_token": fuzzed.token, "client_id": str(uuid.uuid4()), "version": fuzzed.version(path)}
        fuzzed.post(f"{path}{place}", [*own.items(), *form.items()])

    send()
    all_sound(fuzzed.app)


def test_any_set_up(fuzzed: Fuzzed) -> None:
    @SOME
    @given(
        people=st.lists(st.tuples(st.sampled_from(["p1", "p2", "", "x"]), values), max_size=14),
        form=forms,
        do=st.sampled_from(["start", "check", "add", "up-p1", "down-p2", "remove-p1"]),
    )
    def send(people: Pairs, form: Pairs, do: str) -> None:
        rows = [pair for key, name in people for pair in (("key", key), ("name", name))]
        own = [("csrf_token", fuzzed.token), ("client_id", str(uuid.uuid4())), ("do", do)]
        fuzzed.post("/new/racehorse/", [*own, *rows, *form])

    send()
    all_sound(fuzzed.app)


def test_any_address(fuzzed: Fuzzed) -> None:
    slugs = [path.split("/")[2] for path in fuzzed.matches]
    pieces = st.sampled_from(
        [*slugs, *VALUES, "s", "new", "racehorse", "static", "scores", "money", "table", "export"]
    )

    @SOME
    @example(["s", slugs[0], "9" * 20, "scores", "9" * 5000])
    @example(["s", slugs[0], "9" * 5000])
    @given(st.lists(pieces, max_size=6))
    def look(path: list[str]) -> None:
        # The whole address, and no "//" where it begins: a client takes what follows that for the name of
        # another machine.
        asked = "/".join(quote(_encodable(piece), safe="") for piece in path).lstrip("/")
        answer = fuzzed.get(f"http://localhost/{asked}")
        answer.close()

    look()


def test_any_question(fuzzed: Fuzzed) -> None:
    pages = ("", "scores/", "scores/part", "scores/1", "money/", "table/", "../", "../export/hands.csv")

    @SOME
    @given(
        state=st.integers(0, len(STATES) - 1),
        page=st.sampled_from(pages),
        asked=st.lists(st.tuples(st.sampled_from(["view", "open", "all", "done", "x"]), values), max_size=3),
        headers=st.sampled_from(HEADERS),
    )
    def look(state: int, page: str, asked: Pairs, headers: dict[str, str]) -> None:
        question = "&".join(f"{name}={quote(_encodable(value))}" for name, value in asked)
        place = fuzzed.matches[state]
        address = f"{place.rsplit('/', 2)[0]}{page[2:]}" if page.startswith("../") else f"{place}{page}"
        fuzzed.get(f"{address}?{question}", **headers)

    look()


def test_anything_for_a_club(fuzzed: Fuzzed) -> None:
    phone = fuzzed.phone
    session = phone.open(fuzzed.matches[4]).follow("The session")
    club = session.press("Make the club", name="Friday").link("Belongs to Friday")
    names = st.sampled_from(["member", "into", "name", "role", "phone", "player", "tz", "key", "dealer"])
    names |= st.sampled_from(
        ["payer", "payee", "currency", "part", "amount", "seen", "shown", "transfer", "club"]
    )
    some = st.lists(
        st.tuples(names, st.sampled_from(["1", "2", "6", "all", "USD", club]) | values), max_size=10
    )

    @SOME
    @given(
        post=st.sampled_from((*CLUB_POSTS, "keeping", "new")),
        get=st.sampled_from(CLUB_GETS),
        do=st.sampled_from(CLUB_DOS),
        form=some,
    )
    def send(post: str, get: str, do: str, form: Pairs) -> None:
        own = [("csrf_token", fuzzed.token), ("client_id", str(uuid.uuid4())), ("do", do)]
        place = {"keeping": f"{session.path}keeping", "new": "/clubs/new"}.get(post, f"{club}{post}")
        answer = fuzzed.post(place, [*own, *form])
        assert answer.status_code != 405
        question = "&".join(f"{name}={quote(_encodable(value))}" for name, value in form)
        fuzzed.get(f"{club}{get}?{question}")

    send()
    all_sound(fuzzed.app)


def test_a_form_with_thousands_of_fields(fuzzed: Fuzzed) -> None:
    path = fuzzed.matches[2]
    own: Pairs = [("csrf_token", fuzzed.token), ("version", fuzzed.version(path))]
    assert fuzzed.post(path, [*own, *((f"card_points-{n}", "1") for n in range(3000))]).status_code == 422
    assert fuzzed.post(path, [*own, *(("high", "pitcher") for _ in range(4000))]).status_code == 422
    many: dict[str, Any] = {f"f{n}": "x" for n in range(1500)} | dict(own)
    answer = fuzzed.phone.client.post(path, data=many, content_type="multipart/form-data")
    assert answer.status_code == 413
