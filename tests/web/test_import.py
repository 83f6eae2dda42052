"""A file that was taken along is taken in, by a form without JavaScript."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.exports import club_json
from scorekeeper.service.exporting import contents_of_club
from scorekeeper.service.session_document import MOST_BYTES
from scorekeeper.service.turns import long_work
from scorekeeper.store import GameSession, db
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.club import Friday
from tests.service.evening import rows
from tests.web.markup import parsed
from tests.web.pages import Page, Phone
from tests.web.tapping import played, sat_down

Raw = dict[str, Any]
HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


def document(**changes: Any) -> Raw:
    """A session of six hands of Racehorse."""
    people = ["Ana", "Ben", "Cleo", "Dov", "Edie"]
    match = {"game": "racehorse", "players": people, "entries": HANDS}
    whole = {"format": "scorekeeper-session", "version": 1, "date": "2026-11-30", "time_zone": "UTC"}
    return {**whole, "players": people, "matches": [match], "transfers": [], **changes}


EDGE = "edge"


def body(token: str, content: bytes | None) -> dict[str, Any]:
    """What a browser sends with a chosen file of this content, or with none."""
    named = f'name="file"; filename="{"x.json" if content is not None else ""}"'
    parts = [('name="csrf_token"', token.encode()), (named, content or b"")]
    head = "--{}\r\nContent-Disposition: form-data; {}\r\n\r\n"
    data = b"".join(head.format(EDGE, name).encode() + text + b"\r\n" for name, text in parts)
    return {
        "data": data + f"--{EDGE}--\r\n".encode(),
        "content_type": f"multipart/form-data; boundary={EDGE}",
    }


def sends(phone: Phone, content: bytes | None) -> Page:
    """Chooses the file and presses the button."""
    page = phone.open("/import")
    form = page.root.one("form")
    assert (form.get("action"), form.get("enctype")) == ("/import", "multipart/form-data")
    answer = phone.client.post("/import", **body(page.field("csrf_token"), content))
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return phone.open(answer.headers["Location"])
    return Page(phone, answer)


def imports(phone: Phone, raw: object) -> Page:
    return sends(phone, json.dumps(raw).encode())


def count(app: Flask) -> int:
    with app.app_context():
        return db.session.query(GameSession).count()


# What comes in -----------------------------------------------------------------------------------


def test_a_session_that_was_taken_along_is_there_again(phone: Phone) -> None:
    address = sat_down(phone, *played(6)).path.removesuffix("1/")
    file = phone.client.get(f"{address}export/session.json").get_data()
    other = Phone(phone.client.application)
    page = sends(other, file)
    assert page.path.startswith("/s/")
    assert page.path != address
    assert "Imported" in page.text
    assert other.client.get(f"{page.path}export/session.json").get_data() == file
    assert sorted(page.payments) == sorted(phone.open(address).payments)
    assert "Racehorse, 6 hands" in other.open("/").text


def test_the_same_file_again_leads_to_the_session_that_is_there(app: Flask, phone: Phone) -> None:
    first = imports(phone, document())
    again = imports(phone, document())
    assert again.path == first.path
    assert "It was imported before. This is it, as it is by now." in again.text
    assert count(app) == 1


def test_the_start_page_leads_to_it_before_and_after_the_first_session(phone: Phone) -> None:
    page = phone.open("/").follow("Import a file")
    assert page.path == "/import"
    assert page.title == "Import a file"
    assert page.root.one("input", where=lambda n: n.get("type") == "file").get("name") == "file"
    sat_down(phone)
    assert phone.open("/").follow("Import a file").path == "/import"


def test_a_byte_order_mark_in_front_does_not_matter(phone: Phone) -> None:
    page = sends(phone, json.dumps(document()).encode("utf-8-sig"))
    assert page.path.startswith("/s/")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_how_an_editor_may_have_saved_it_does_not_matter(phone: Phone, encoding: str) -> None:
    assert sends(phone, json.dumps(document()).encode(encoding)).path.startswith("/s/")


def test_five_megabytes_are_taken(phone: Phone) -> None:
    text = json.dumps(document()).encode()
    assert sends(phone, text + b" " * (MOST_BYTES - len(text))).path.startswith("/s/")


def club_file(app: Flask) -> bytes:
    """A club with two sessions."""
    with app.app_context():
        friday = Friday()
        for _ in range(2):
            friday.plays(*HANDS)
        return club_json(contents_of_club(friday.club))


def test_a_club_that_was_taken_along_is_there_again(app: Flask, phone: Phone) -> None:
    file = club_file(app)
    page = sends(phone, file)
    assert page.path.startswith("/c/")
    assert page.title == "Friday"
    assert "Imported" in page.text
    assert "2 sessions" in page.text
    again = sends(phone, file)
    assert again.path == page.path
    assert "It was imported before." in again.text
    assert phone.open(page.root.one("ul", of="sessions").find("a")[0].get("href")).title
    tab = page.follow("Tab")
    assert tab.payments == ["E owes D $50", "A owes B $30", "C owes D $20"]
    assert phone.open("/").follow("Friday").path == page.path


def test_the_place_within_a_club_is_named(app: Flask, phone: Phone) -> None:
    raw = json.loads(club_file(app))
    raw["sessions"][1]["session"]["matches"][0]["entries"][3] = {"type": "bid", "seat": 0, "bid": "x"}
    said = refused(phone, json.dumps(raw).encode())
    assert said.startswith("Session 2, match 1, entry 3, bid: One of: ")
    raw["members"].append({"name": "a"})
    raw["sessions"].pop()
    assert (
        refused(phone, json.dumps(raw).encode()) == "Member 5, name: Two players are called a. Add a letter."
    )


# What is refused ---------------------------------------------------------------------------------


def refused(phone: Phone, content: bytes | None, status: int = 422) -> str:
    """What is said at the field; nothing is kept."""
    with phone.client.application.app_context():
        before = rows()
    page = sends(phone, content)
    assert page.status == status
    assert page.title == "Import a file"
    with phone.client.application.app_context():
        assert rows() == before
    chooser = page.root.one("input", where=lambda n: n.get("type") == "file")
    assert chooser.get("aria-invalid") == "true"
    assert page.errors == [page.error_at("file")]
    return page.error_at("file")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "Choose a file first."),
        (b"", "This file is empty."),
        (b" \n", "This file is empty."),
        (b"\xef\xbb\xbf", "This file is empty."),
        (b"hello", "This is not JSON."),
        (b"PK\x03\x04\x00", "This is not JSON."),
        (b'{"a": ', "This is not JSON."),
        (b"\xff\xfe\x00", "This is not JSON."),
        (b'{"format": "\xe9"}', "This is not JSON."),
        (b'{"a": 1, "a": 2}', "a is given twice. Once is enough."),
        (
            b"[]",
            (
                "format: This is neither a session document nor a club document: "
                "the format is scorekeeper-session or scorekeeper-club."
            ),
        ),
    ],
)
def test_what_is_no_document_at_all(phone: Phone, content: bytes | None, said: str) -> None:
    assert refused(phone, content) == said


def test_the_place_is_named_in_the_reader_s_words(phone: Phone) -> None:
    match = document()["matches"][0]
    wrong = {"type": "bid", "seat": 0, "bid": 2}
    raw = document(matches=[match, match | {"entries": [*HANDS[:4], wrong]}])
    said = refused(phone, json.dumps(raw).encode())
    assert re.fullmatch(r"Match 2, entry 4: It is \w+.s turn to bid\.", said)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"date": "soon"}, "date: A day, such as 2026-11-30."),
        ({"players": ["Ana", "ana"]}, "players.1: Two players are called ana. Add a letter."),
        (
            {"matches": [{"game": "racehorse", "players": ["Ana"]}]},
            "Match 1, players: Racehorse needs 5 players. Add 4 more.",
        ),
        (
            {
                "matches": [
                    document()["matches"][0] | {"entries": [{"type": "contract", "seat": 1, "bid": "x"}]}
                ]
            },
            "Match 1, entry 0, bid: One of: 1, 2, 3, 4, smudge.",
        ),
        (
            {"transfers": [{"from": 0, "to": 1, "amount": 0}]},
            "Transfer 0, amount: A number from 1 to 999999999999.",
        ),
    ],
)
def test_the_field_is_named_where_the_sentence_says_only_what_would_be_right(
    phone: Phone, changes: Raw, said: str
) -> None:
    assert refused(phone, json.dumps(document(**changes)).encode()) == said


@pytest.mark.parametrize("more", [1, 60 * 1024, 200 * 1024, 3 * 1024 * 1024])
def test_what_is_too_large_is_told_so_with_the_limit_of_this_page(phone: Phone, more: int) -> None:
    said = refused(phone, b" " * (MOST_BYTES + more), 413)
    assert said == "This file is too large: up to 5 MB can be imported."


def test_other_pages_take_no_more_than_before(served_app: Flask) -> None:
    phone = Phone(served_app)
    imports(phone, document())
    page = phone.open("/clubs/new")
    answer = page.press("Begin the club", name="x" * 70_000)
    assert answer.status == 413
    assert "64 KB" in answer.text


def test_a_form_of_another_phone_imports_nothing(app: Flask, phone: Phone) -> None:
    phone.open("/import")
    strange = Phone(app).open("/import").field("csrf_token")
    for token in ("", "x", strange):
        answer = phone.client.post("/import", **body(token, json.dumps(document()).encode()))
        assert answer.status_code == 400
    assert count(app) == 0


def test_a_file_that_comes_as_text_was_not_chosen(phone: Phone) -> None:
    page = phone.open("/import")
    answer = page.press("Import")
    assert answer.error_at("file") == "Choose a file first."
    pairs = [("csrf_token", page.field("csrf_token")), ("file", json.dumps(document()))]
    assert phone.post("/import", pairs).error_at("file") == "Choose a file first."


# Malice ------------------------------------------------------------------------------------------

BROKEN = "\\ud800"
MALICE = {
    "brackets": b"[" * MOST_BYTES,
    "braces": b'{"a":' * (MOST_BYTES // 5),
    "empty lists": b"[" + b"[]," * (MOST_BYTES // 3 - 2) + b"[]]",
    "digits": b"1" * MOST_BYTES,
    "digits within": b'{"format": "scorekeeper-session", "version": ' + b"1" * 4000 + b"}",
    "NaN": b'{"format": "scorekeeper-session", "version": NaN}',
    "a long key": b'{"' + b"x" * 10**6 + b'": 1, "' + b"x" * 10**6 + b'": 2}',
    "a broken key": f'{{"{BROKEN}": 1, "{BROKEN}": 2}}'.encode(),
    "broken bytes": b'{"\xed\xa0\x80": 1, "\xed\xa0\x80": 1}',
    "nulls": b"\0" * 1000,
    "nulls within": b'{"format": "\\u0000", "\\u0000": "\\u0000"}',
}


@pytest.mark.parametrize("content", MALICE.values(), ids=MALICE)
def test_what_is_made_to_break_it(served_app: Flask, content: bytes) -> None:
    said = refused(Phone(served_app), content)
    assert said
    assert len(said) < 5000


DEEP: Any = 0
for _ in range(400):
    DEEP = [DEEP]
VALUES = [DEEP, {"a": DEEP}, "\ud800", "\0", 10**4000, -1, float("nan"), float("inf"), 1e308, "x" * 10**6]
VALUES += [True, None, "", [], {}, [[]], {"\ud800": 1}, "<b>%(x)s</b>", "9" * 5000]


@pytest.mark.parametrize("place", ["", "match", "stake", "rules", "entry", "transfer"])
@pytest.mark.parametrize(
    "name", ["\ud800", "x" * 10**5, "<b>", "%(x)s", "%s", "players", "unit", "amount", "type"]
)
def test_values_that_are_made_to_break_it(served_app: Flask, place: str, name: str) -> None:
    phone = Phone(served_app)
    phone.typed = ("<b>%(x)s</b>", "<b>", "%(x)s")
    for value in VALUES:
        raw = json.loads(json.dumps(document()))
        match = raw["matches"][0]
        raw["transfers"] = [{"from": 0, "to": 1, "amount": 1, "unit": "USD", "at": "2026-11-30T20:00:00Z"}]
        match |= {"stake": {}, "rules": {}}
        within = {"": raw, "match": match, "stake": match["stake"], "rules": match["rules"]}
        within |= {"entry": match["entries"][0], "transfer": raw["transfers"][0]}
        within[place][name] = value
        page = imports(phone, raw)
        assert page.status in {200, 422}, (name, value)
        assert all(len(said) < 400 for said in page.errors)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(st.characters()), inside, max_size=3)
    ),
    max_leaves=10,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    raw=JSON,
    where=st.sampled_from(["format", "date", "time_zone", "players", "seats", "matches", "transfers"]),
    in_club=st.sampled_from(["name", "time_zone", "members", "sessions", "transfers"]),
)
def test_whatever_else_stands_in_it(served_app: Flask, raw: Any, where: str, in_club: str) -> None:
    phone = Phone(served_app)
    whole = {"format": "scorekeeper-club", "version": 1, "name": "Friday", "time_zone": "UTC"}
    club = {**whole, "members": [{"name": "A"}], "sessions": [], "transfers": []}
    within: list[Raw] = [
        {in_club: raw},
        {in_club: [raw]},
        {"sessions": [{"session": document(**{where: raw})}]},
    ]
    sent_raw = [raw, document(**{where: raw}), document(**{where: [raw]}), *(club | one for one in within)]
    for one in sent_raw:
        sent = body(phone.open("/import").field("csrf_token"), json.dumps(one).encode())
        assert phone.client.post("/import", **sent).status_code in {303, 422}


def test_a_name_that_is_markup_stays_a_name(phone: Phone) -> None:
    raw = document(players=["<b>Ana", "<b>ANA"])
    page = imports(phone, raw)
    assert "<b>" not in page.markup
    assert "Two players are called <b>ANA" in parsed(page.markup).text


def test_nothing_of_it_is_left_in_the_folder_for_what_comes_and_goes(
    phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    text = json.dumps(document()).encode()
    sends(phone, text + b" " * 10**6)
    assert list(tmp_path.iterdir()) == []


def test_two_at_a_time_are_too_many(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.service.turns.PATIENCE_SECONDS", 0.01)
    with app.app_context(), long_work():
        said = refused(phone, json.dumps(document()).encode(), 503)
        assert "Nothing was saved: try again in a moment." in said
    assert imports(phone, document()).status == 200


def test_between_two_entries_others_are_served(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    monkeypatch.setattr("scorekeeper.service.turns.time", SimpleNamespace(sleep=turns.append))
    imports(phone, document())
    assert len(turns) >= len(HANDS)
    assert set(turns) == {0}
