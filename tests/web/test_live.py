"""The live stream, fresh copies of pages, and who enters what, as a phone sees them (docs/live.md)."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urljoin

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.live import Hub
from scorekeeper.service import following, streaming
from scorekeeper.service.following import record_followers
from scorekeeper.service.purging import purge_name
from scorekeeper.service.transaction import HUB
from tests.web.markup import Node
from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, entered, sat_down
from tests.web.test_share import address as shared
from tests.web.test_share import share

Told = tuple[str, Any]


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(streaming, "PING_SECONDS", 0.05)


@pytest.fixture
def phone(either_app: Flask) -> Phone:
    """The scorer's, on each kind of database."""
    return Phone(either_app)


@pytest.fixture
def table(phone: Phone) -> str:
    """The path of a match in which Ana is to deal."""
    return sat_down(phone).path


@pytest.fixture
def other(either_app: Flask, phone: Phone, table: str) -> Phone:
    """Ben's phone, which may enter too."""
    return comes_in(Phone(either_app), phone, table, "scorer", "Ben")


class Stream:
    """An open stream."""

    def __init__(self, phone: Phone, table: str) -> None:
        self.answer: TestResponse = phone.client.get(address(table))
        assert self.answer.status_code == 200, self.answer.get_data(as_text=True)
        self._parts = self.answer.iter_encoded()

    def hears(self, *names: str) -> list[Told]:
        """What is told next; pings are left out, unless they are asked for by name."""
        while True:
            part = next(self._parts).decode()
            events = [
                dict(line.split(": ", 1) for line in text.split("\n")) for text in part.strip().split("\n\n")
            ]
            told = [(event["event"], json.loads(event["data"])) for event in events]
            told = [one for one in told if one[0] != "ping" or "ping" in names]
            if told:
                return told

    def until(self, name: str) -> Any:
        """Listens until something of this name is told."""
        while True:
            for told, what in self.hears(name):
                if told == name:
                    return what

    @property
    def over(self) -> bool:
        """Whether the server has ended it."""
        return next(self._parts, None) is None

    def close(self) -> None:
        self.answer.close()


def address(table: str) -> str:
    return table.removesuffix("1/") + "live"


def plays(page: Page, hand: int = 1) -> Page:
    """Enters one of the hands of the evening; the page of the one after it."""
    return entered(page, EVENING[hand - 1])


def comes_in(phone: Phone, asked_of: Phone, table: str, role: str, who: str = "") -> Phone:
    """A phone comes in by a link that another one shows."""
    asked = phone.open(shared(share(asked_of.open(f"{table}share/"), role)))
    names = {node.text: node.inside("label") for node in asked.root.find("bdi")}
    label = names.get(who)
    player = label.one("input").get("value") if label is not None else ""
    asked.press("Start scoring" if role == "scorer" else "Follow", player=player)
    return phone


def hub(app: Flask) -> Hub:
    return cast("Hub", app.extensions[HUB])


def fresh(phone: Phone, path: str, edition: str = "") -> Page:
    """A fresh copy of a page that the phone shows in that edition."""
    known = {"If-None-Match": edition} if edition else {}
    return Page(phone, phone.client.get(path, headers={"X-Live": "1", **known}))


def sign(page: Page) -> Node:
    return page.root.with_id("live-state")


# The stream ---------------------------------------------------------------------------------------


def test_it_begins_with_a_ping_and_says_where_everything_stands(phone: Phone, table: str) -> None:
    stream = Stream(phone, table)
    assert stream.hears("ping") == [("ping", {})]
    assert stream.hears() == [("versions", {"0": 0, "1": 0}), ("presence", {"following": 0, "entering": []})]
    assert stream.hears("ping") == [("ping", {})], "now and then, so that nobody takes it for cut"
    headers = stream.answer.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in headers
    stream.close()


def test_it_is_not_compressed(phone: Phone, table: str) -> None:
    phone.client.environ_base["HTTP_ACCEPT_ENCODING"] = "br, gzip"
    stream = Stream(phone, table)
    assert stream.hears("ping") == [("ping", {})]
    stream.close()


def test_it_tells_what_was_entered_on_another_phone(phone: Phone, other: Phone, table: str) -> None:
    stream = Stream(phone, table)
    stream.until("presence")
    plays(other.open(table))
    assert stream.until("versions") == {"1": 2}
    stream.close()
    again = Stream(phone, table)
    assert again.until("versions") == {"0": 0, "1": 2}, "who comes back is told where everything stands"
    again.close()


def test_it_tells_that_something_was_paid_or_taken_back(phone: Phone, other: Phone, table: str) -> None:
    plays(phone.open(table))
    stream = Stream(phone, table)
    assert stream.until("versions") == {"0": 0, "1": 2}
    money = fresh(phone, f"{table}money/").response.headers["ETag"]
    paying = other.open(f"{table}money/")
    payer, _owes, payee, _amount = paying.payments[0].split()
    paying.follow(f"Mark paid: {payer} pays {payee}").press(f"{payer} has paid")
    assert stream.until("versions") == {"0": 1}
    assert fresh(phone, f"{table}money/", money).status == 200
    other.open(f"{table}money/").press("Take back")
    assert stream.until("versions") == {"0": 2}
    stream.close()


def test_a_lost_wake_up_costs_nothing_lasting(
    phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "poke", lambda _hub, _session: None)
    stream = Stream(phone, table)
    stream.until("presence")
    plays(other.open(table))
    assert stream.until("versions") == {"1": 2}
    stream.close()


def test_a_phone_that_was_put_out_hears_so_and_nothing_more(phone: Phone, other: Phone, table: str) -> None:
    stream = Stream(other, table)
    stream.until("presence")
    phone.open(f"{table}share/").press("Put this phone out: Ben’s phone")
    assert stream.hears() == [("stopped", {})]
    assert stream.over
    stream.close()
    assert other.client.get(address(table)).status_code == 410


def test_a_renewed_link_ends_the_streams_of_those_who_came_by_it(
    either_app: Flask, phone: Phone, table: str
) -> None:
    watcher = comes_in(Phone(either_app), phone, table, "viewer")
    stream, own = Stream(watcher, table), Stream(phone, table)
    stream.until("presence")
    phone.open(f"{table}share/").press("Stop it and make a new one")
    assert stream.until("stopped") == {}
    assert stream.over
    own.until("presence")
    assert hub(either_app).here(), "the phone that renewed it stays"
    own.close()


def test_a_stranger_hears_nothing(either_app: Flask, table: str) -> None:
    stranger = Phone(either_app)
    stranger.open("/")
    assert stranger.client.get(address(table)).status_code == 404
    assert stranger.client.get(f"{address(table)}/now").status_code == 404
    assert hub(either_app).here() == frozenset()


def test_a_newer_stream_of_a_phone_ends_the_older(either_app: Flask, phone: Phone, table: str) -> None:
    older = Stream(phone, table)
    older.until("presence")
    newer = Stream(phone, table)
    assert older.until("replaced") == {}
    assert older.over
    older.close()
    assert len(hub(either_app).here()) == 1
    newer.close()
    assert hub(either_app).here() == frozenset()


def test_a_full_server_says_when_to_come_back(
    either_app: Flask, phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub(either_app), "_most", 1)
    stream = Stream(phone, table)
    refused = other.client.get(address(table))
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert other.client.get(f"{address(table)}/now").status_code == 200, "who has no stream may ask"
    stream.close()


def test_a_stream_that_was_never_read_is_forgotten(either_app: Flask, phone: Phone, table: str) -> None:
    phone.client.get(address(table)).close()
    assert hub(either_app).here() == frozenset()


def test_streams_hold_no_connection_of_the_database(either_app: Flask, phone: Phone, table: str) -> None:
    from scorekeeper.store import db  # noqa: PLC0415

    stream = Stream(phone, table)
    stream.until("presence")
    with either_app.app_context():
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    stream.close()


def test_what_a_stream_tells_can_be_asked_for(phone: Phone, other: Phone, table: str) -> None:
    plays(other.open(table))
    answer = phone.client.get(f"{address(table)}/now")
    assert answer.json == {"versions": {"0": 0, "1": 2}, "following": 0, "entering": []}


# Fresh copies of pages ----------------------------------------------------------------------------

PAGES = ("?view=contract", "scores/", "scores/part", "money/", "watch/", "board/", "../")


@pytest.mark.parametrize("path", PAGES)
def test_a_copy_that_is_known_is_not_sent_again(phone: Phone, other: Phone, table: str, path: str) -> None:
    plays(phone.open(table))
    first = fresh(phone, urljoin(table, path))
    edition = first.response.headers["ETag"]
    assert first.status == 200
    known = fresh(phone, urljoin(table, path), edition)
    assert (known.status, known.markup, known.response.headers["ETag"]) == (304, "", edition)
    plays(other.open(table), 2)
    newer = fresh(phone, urljoin(table, path), edition)
    assert newer.status == 200
    assert newer.response.headers["ETag"] != edition


def test_another_reader_gets_another_copy(
    phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = fresh(phone, f"{table}scores/").response.headers["ETag"]
    assert fresh(phone, f"{table}scores/", edition).status == 304
    assert fresh(other, f"{table}scores/", edition).status == 200
    assert fresh(phone, f"{table}money/", edition).status == 200
    monkeypatch.setattr("scorekeeper.web.live.reader", lambda: SimpleNamespace(locale="pl"))
    assert fresh(phone, f"{table}scores/", edition).status == 200


def test_a_page_is_not_known_any_more_once_a_name_in_it_was_purged(
    either_app: Flask, phone: Phone, table: str
) -> None:
    page = entered(phone.open(table), *EVENING[:1])
    edition = fresh(phone, f"{table}scores/").response.headers["ETag"]
    with either_app.app_context():
        purge_name("Cleo")
    newer = fresh(phone, f"{table}scores/", edition)
    assert newer.status == 200
    assert "Cleo" not in newer.markup
    assert "Somebody 1" in newer.markup
    entered(page, *EVENING[1:2])  # from the page that was open


def test_only_who_is_let_in_learns_whether_a_copy_is_known(
    either_app: Flask, phone: Phone, table: str
) -> None:
    edition = fresh(phone, f"{table}scores/").response.headers["ETag"]
    stranger = Phone(either_app)
    stranger.open("/")
    assert fresh(stranger, f"{table}scores/", edition).status == 404


def test_an_ordinary_page_has_no_edition(phone: Phone, table: str) -> None:
    assert "ETag" not in phone.open(f"{table}scores/").response.headers


def test_pages_say_what_they_show(phone: Phone, table: str) -> None:
    plays(phone.open(table))
    for path in ("", "scores/", "money/", "share/", "table/", "watch/", "board/", "../"):
        shown = sign(phone.open(urljoin(table, path)))
        assert shown.get("data-live") == address(table), path
        whole = path in {"money/", "../"}
        assert json.loads(shown.get("data-versions")) == ({"0": 0} if whole else {}) | {"1": 2}, path
        assert shown.has("data-every-match") is whole


def test_a_fresh_copy_says_what_happened(phone: Phone, other: Phone, table: str) -> None:
    plays(other.open(table))
    news = sign(fresh(phone, f"{table}scores/")).get("data-news")
    assert news.startswith("Ben entered hand 1. ")
    assert sign(fresh(other, f"{table}scores/")).get("data-news").startswith("This phone entered hand 1.")
    assert not sign(phone.open(f"{table}scores/")).has("data-news")
    phone.open(f"{table}scores/1").press("Save hand 1", low="others")
    corrected = sign(fresh(other, f"{table}scores/")).get("data-news")
    assert corrected.startswith("Another phone corrected hand 1. ")
    phone.open(table).press("Undo hand 1")
    assert sign(fresh(other, f"{table}scores/")).get("data-news") == "Something was taken back."


# Who enters, who follows --------------------------------------------------------------------------


def taps(phone: Phone, table: str, unit: object = 1, do: str = "") -> int:
    token = phone.open(table).field("csrf_token")
    form = {"csrf_token": token, "unit": str(unit), "do": do}
    return phone.client.post(f"{table}entering", data=form).status_code


def entering(phone: Phone, table: str) -> list[dict[str, Any]]:
    told = phone.client.get(f"{address(table)}/now").json
    assert told is not None
    return cast("list[dict[str, Any]]", told["entering"])


BEN = {"match": 1, "unit": 1, "who": "Ben"}


def test_who_enters_the_same_hand_is_seen(phone: Phone, other: Phone, table: str) -> None:
    stream = Stream(phone, table)
    stream.until("presence")
    assert taps(other, table) == 204
    assert stream.until("presence")["entering"] == [BEN]
    assert entering(other, table) == [], "nobody is told of himself"
    assert taps(phone, table) == 204
    assert entering(other, table) == [{"match": 1, "unit": 1, "who": None}]
    assert taps(other, table, do="left") == 204
    assert stream.until("presence")["entering"] == []
    assert taps(other, table, do="left") == 204
    stream.close()


def test_it_is_forgotten_by_and_by(
    phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taps(other, table)
    stream = Stream(phone, table)
    assert stream.until("presence")["entering"] == [BEN]
    monkeypatch.setattr(following, "ENTERING_TIME", following.ENTERING_PAUSE * 0)
    assert stream.until("presence")["entering"] == [], "without anybody's doing"
    stream.close()


def test_taps_are_written_down_now_and_then(
    phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(following, "touch", lambda *touched: written.append(touched))
    for _ in range(3):
        taps(other, table)
    assert len(written) == 1
    taps(other, table, unit=2)
    assert len(written) == 2, "another hand is news"
    monkeypatch.setattr(following, "ENTERING_PAUSE", following.ENTERING_PAUSE * 0)
    taps(other, table, unit=2)
    assert len(written) == 3
    assert entering(phone, table) == [BEN | {"unit": 2}]


@pytest.mark.parametrize("unit", ["", "x", "-1", "1" * 11, "9" * 40])
def test_any_unit_is_taken(other: Phone, table: str, unit: str) -> None:
    assert taps(other, table, unit=unit) == 204


def test_who_may_only_watch_enters_nothing(either_app: Flask, phone: Phone, table: str) -> None:
    watcher = comes_in(Phone(either_app), phone, table, "viewer")
    token = watcher.open(f"{table}share/").field("csrf_token")
    form = {"csrf_token": token, "unit": "1"}
    assert watcher.client.post(f"{table}entering", data=form).status_code == 403
    assert watcher.client.post(f"{table}entering", data={"unit": "1"}).status_code == 400
    assert entering(phone, table) == []


def test_how_many_follow_is_known_to_all_processes(
    either_app: Flask, phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Stream(phone, table)
    stream.until("presence")
    here = frozenset(hub(either_app).here())
    Stream(other, table).answer.close()
    session_id, mine = next(iter(here))
    with either_app.app_context():
        others = {(session_id, device) for device in _devices() if device != mine}
        record_followers("one", others, set())
        record_followers("two", others, set())
    assert stream.until("presence")["following"] == 1, "a phone counts once, on however many processes"
    with either_app.app_context():
        record_followers("one", set(), others)
        record_followers("two", others, others)
    assert phone.client.get(f"{address(table)}/now").json["following"] == 1  # type: ignore[index]
    monkeypatch.setattr(following, "FOLLOWER_TIME", following.FOLLOWER_TIME * 0)
    assert stream.until("presence")["following"] == 0, "a process that is not well any more has no followers"
    stream.close()


def _devices() -> list[str]:
    from sqlalchemy import select  # noqa: PLC0415

    from scorekeeper.store import Access, db  # noqa: PLC0415

    return list(db.session.scalars(select(Access.device_id)))


def test_the_server_itself_writes_down_who_follows(
    phone: Phone, other: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.live.attendance.TICK_SECONDS", 0.01)
    stream, second = Stream(phone, table), Stream(other, table)
    while stream.until("presence")["following"] != 1:
        pass
    second.close()
    stream.close()
