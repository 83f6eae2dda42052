"""Cookies, tokens, headers, addresses that lead nowhere, bodies that are too much."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text
from werkzeug.test import TestResponse

from scorekeeper.store import Access, Device, GameSession, db
from tests.games.racehorse.at_table import B, contract
from tests.web.pages import Page, Phone, filled
from tests.web.tapping import EVENING, played, sat_down

POSTS = ("", "finish", "undo", "redo", "reopen", "again", "table/", "scores/1")
GETS: tuple[str, ...] = (
    "",
    "?view=contract",
    "?view=result",
    "?done=saved",
    "?done=x",
    "scores/",
    "scores/?open=1",
    "scores/?all=1",
)
GETS += ("scores/part", "scores/1", "money/", "table/")


def cookie(client: FlaskClient) -> dict[str, Any]:
    """What the cookie holds."""
    sent = client.get_cookie("scorekeeper")
    assert sent is not None
    app: Any = client.application
    held: dict[str, Any] = app.session_interface.get_signing_serializer(app).loads(sent.decoded_value)
    return held


def token(page: Page) -> str:
    return page.field("csrf_token")


# The cookie and the token ------------------------------------------------------------------------


def test_the_cookie_holds_the_id_of_the_phone_and_nothing_else(phone: Phone) -> None:
    page = phone.starts()
    page = page.press("Pass").follow("More: players").press("Keep the note", text="Pizza")
    page.follow("Money")
    held = cookie(phone.client)
    assert held.pop("_permanent") is True, "Flask's own mark: it outlives the browser"
    assert list(held) == ["device"]
    assert len(held["device"]) == 32


def test_the_cookie_is_for_this_server_alone(phone: Phone) -> None:
    answer = phone.client.get("/new/racehorse/")
    (header,) = answer.headers.getlist("Set-Cookie")
    parts = header.split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    (until,) = [part.removeprefix("Expires=") for part in parts if part.startswith("Expires=")]
    left = parsedate_to_datetime(until) - datetime.now(UTC)
    assert timedelta(days=399) < left < timedelta(days=401)


def test_who_only_looks_around_gets_no_cookie(phone: Phone) -> None:
    for address in ("/", "/nowhere", "/s/nowhere/"):
        assert "Set-Cookie" not in phone.client.get(address).headers


def test_a_phone_is_not_another_one(app_phone: Callable[[], Phone]) -> None:
    one, other = app_phone(), app_phone()
    assert token(one.open("/new/racehorse/")) != token(other.open("/new/racehorse/"))
    assert token(one.open("/new/racehorse/")) == token(one.open("/new/racehorse/"))


def test_a_token_that_is_not_this_phones_saves_nothing(app_phone: Callable[[], Phone]) -> None:
    phone = app_phone()
    page = sat_down(phone, *played(1))
    strange = token(app_phone().open("/new/racehorse/"))
    for forged in ([], [""], ["x"], [strange], [strange, token(page)], ["²"], ["x" * 5000]):
        sent = [("csrf_token", value) for value in forged] + [("version", "2"), ("do", "finish")]
        for post in POSTS:
            answer = phone.post(f"{page.path}{post}", sent)
            assert answer.status == 400, post
            assert answer.title == "This form does not belong to this phone"
            assert answer.link("Back to the table") == page.path
        assert phone.post("/new/racehorse/", sent).status == 400
        assert phone.post(f"{page.path}act", sent).status == 400
    assert phone.open(f"{page.path}scores/").sheet[-1][2] == "+12"


def test_without_cookies_the_page_says_that_they_are_needed(app: Flask) -> None:
    phone = Phone(app)
    page = phone.open("/new/racehorse/")
    phone.client = app.test_client(use_cookies=False)
    answer = page.press("Next", name=[*"ABCDE"])
    assert answer.status == 400
    assert "Cookies are needed" in answer.text


def test_a_cookie_of_ones_own_making_opens_nothing(phone: Phone) -> None:
    page = sat_down(phone)
    for made in ("x", "eyJkZXZpY2UiOiJkIn0", "", "." * 3000):
        phone.client.set_cookie("scorekeeper", made)
        assert phone.open(page.path).status == 404


# Who may only look -------------------------------------------------------------------------------


def viewer(app: Flask, slug: str) -> Phone:
    """A phone that was let in to look."""
    phone = Phone(app)
    phone.open("/new/racehorse/")
    device = cookie(phone.client)["device"]
    with app.app_context():
        session = db.session.query(GameSession).filter_by(slug=slug).one()
        db.session.add(Device(id=device))
        db.session.flush()
        db.session.add(Access(device_id=device, session_id=session.id, role="viewer"))
        db.session.commit()
    return phone


def test_a_phone_that_may_look_sees_everything_and_changes_nothing(app: Flask) -> None:
    page = sat_down(Phone(app), *played(1), contract(B, 3))
    phone = viewer(app, page.path.split("/")[2])
    for get in GETS:
        seen = phone.open(f"{page.path}{get}")
        assert seen.status == 200
        assert not [label for label in seen.buttons if label.startswith(("Undo", "Redo", "Finish"))]
    own = token(phone.open("/new/racehorse/"))
    sent = [
        ("csrf_token", own),
        ("version", "3"),
        ("do", "finish"),
        *dict(EVENING[0].result).items(),
        ("pitcher", "1"),
    ]
    for post in POSTS:
        answer = phone.post(f"{page.path}{post}", [*map(_text, sent), ("bid", "3")])
        assert answer.status == 403, post
        assert answer.title == "This phone may watch"
    assert "Ben pitched" in page.phone.open(page.path).text


def _text(pair: tuple[str, object]) -> tuple[str, str]:
    return pair[0], str(pair[1])


# Addresses ---------------------------------------------------------------------------------------


def test_what_is_not_there_has_a_page_that_helps(phone: Phone) -> None:
    page = sat_down(phone, *played(1))
    slug = page.path.split("/")[2]
    nowhere = [
        "/nowhere",
        "/s/",
        "/s/nowhere/",
        "/s/nowhere/1/",
        "/new/",
        "/new/bridge/",
        "/static/none.css",
        "/s/%00/1/",
    ]
    nowhere += [f"/s/{slug}/{n}/" for n in ("0", "2", "-1", "x", "99999999999999999999", "1.0", "%D9%A1x")]
    nowhere += [f"/s/{slug}/{'9' * 30}/{rest}" for rest in ("", "scores/", "scores/1", "money/", "table/")]
    nowhere += [f"{page.path}scores/{unit}" for unit in ("0", "2", "99999999999999999999", "x")]
    nowhere += [f"/s/{slug}/export/none.csv", f"/s/{slug.swapcase()}/", "/" + "x" * 3000]
    for address in nowhere:
        answer = phone.open(address)
        assert answer.status == 404, address
        assert answer.title == "There is no table here"
        assert answer.follow("Go to the start").status == 200


def test_posts_to_what_is_not_there(phone: Phone) -> None:
    page = sat_down(phone, *played(1))
    sent = [("csrf_token", token(page)), ("version", "2")]
    for place in ("/s/nowhere/1/", f"{page.path[:-2]}2/", f"{page.path[:-2]}{'9' * 30}/"):
        for post in POSTS:
            assert phone.post(f"{place}{post}", sent).status == 404, post


def test_methods(phone: Phone) -> None:
    page = sat_down(phone, *played(1))
    for address, allowed in (
        ("/", {"GET", "HEAD", "OPTIONS"}),
        (page.path, {"GET", "HEAD", "OPTIONS", "POST"}),
        (f"{page.path}undo", {"OPTIONS", "POST"}),
        (f"{page.path}money/", {"GET", "HEAD", "OPTIONS"}),
    ):
        for method in ("PUT", "PATCH", "DELETE", "TRACE", "GET", "POST"):
            if method in allowed:
                continue
            answer = phone.client.open(address, method=method)
            assert answer.status_code == 405
            assert set(answer.headers["Allow"].replace(" ", "").split(",")) == allowed
            assert "That is not possible here" in answer.text
        options = phone.client.options(address)
        assert options.status_code == 200
        assert set(options.headers["Allow"].replace(" ", "").split(",")) == allowed


def test_head_is_get_without_the_page(phone: Phone) -> None:
    page = sat_down(phone, *played(1))
    for address in ("/", "/new/racehorse/", *(f"{page.path}{get}" for get in GETS), "/nowhere"):
        get, head = phone.client.get(address), phone.client.head(address)
        assert head.status_code == get.status_code
        assert head.data == b""
        assert head.content_type == get.content_type


def test_addresses_without_their_last_slash(phone: Phone) -> None:
    page = sat_down(phone)
    assert phone.open(page.path.rstrip("/")).text == page.text


# Bodies ------------------------------------------------------------------------------------------


def test_a_body_over_64_kilobytes(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    form = filled(page.form(), dict(EVENING[0].result))
    for post in (page.path, f"{page.path}table/", "/new/racehorse/", f"{page.path}undo"):
        answer = phone.post(post, [*form, ("junk", "x" * 64 * 1024)])
        assert answer.status == 413
        assert answer.title == "That is too much"
    enough = 64 * 1024 - 2000
    assert phone.post(page.path, [*form, ("junk", "x" * enough), ("do", "save")]).status == 200


def test_a_body_of_another_kind_is_no_form(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    own = token(page)
    for content_type, body in (
        ("application/json", b'{"csrf_token": "%s", "version": 1}' % own.encode()),
        ("application/json", b"[1, 2]"),
        ("application/json", b"{"),
        ("text/plain", b"csrf_token=" + own.encode()),
        ("application/x-www-form-urlencoded", b"\xff\xfe=%ff&csrf_token=" + own.encode()),
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nbroken"),
        ("", b"x"),
        ("a" * 500, b"x"),
    ):
        answer = phone.client.post(page.path, data=body, content_type=content_type)
        assert answer.status_code in {400, 409}, (content_type, answer.status_code)


def test_a_file_is_no_answer(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3))
    sent: dict[str, Any] = dict(filled(page.form(), {}))
    sent |= dict.fromkeys(("high", "do", "version", "client_id", "card_points-0"), (__file__, "x.txt"))
    with open(__file__, "rb") as file:  # noqa: PTH123 - werkzeug wants a stream
        sent = {name: (file, "x.txt") if isinstance(value, tuple) else value for name, value in sent.items()}
        assert phone.client.post(page.path, data=sent).status_code in {409, 422}


# Headers -----------------------------------------------------------------------------------------


def test_headers_of_every_answer(phone: Phone) -> None:
    page = sat_down(phone, *played(3))
    slug = page.path.split("/")[2]
    addresses = ["/", "/new/racehorse/", f"/s/{slug}/", "/nowhere", *(f"{page.path}{get}" for get in GETS)]
    addresses += [
        f"/s/{slug}/export/hands.csv",
        f"{page.path}export/bgstats",
        f"{page.path}undo",
        page.path.rstrip("/"),
    ]
    for address in addresses:
        headers = phone.client.get(address).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'self'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        for directive in ("frame-ancestors", "object-src", "base-uri"):
            assert policy[directive] == "'none'"
        assert policy["form-action"] == "'self'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        kept = "no-store" if "/export/" in address else "no-cache"
        assert headers["Cache-Control"] == f"{kept}, private"
        assert "Cookie" in headers["Vary"]


def test_static_files_are_kept_for_a_year_and_carry_their_version(phone: Phone) -> None:
    page = phone.open("/")
    addresses = {node.get("src") for node in page.root.find("script")}
    addresses |= {node.get("href") for node in page.root.find("link") if node.get("rel") != "manifest"}
    assert len(addresses) >= 5
    for address in addresses:
        assert "?v=" in address
        answer = phone.client.get(address)
        answer.close()  # the file
        assert answer.status_code == 200
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "name", ["css/scorekeeper.css", "js/queue.js", "icons.svg", "vendor/htmx-4.0.1.min.js"]
)
def test_static_texts_are_sent_compressed(phone: Phone, name: str) -> None:
    def asked(**headers: str) -> TestResponse:
        answer = phone.client.get(
            f"/static/{name}", headers={key.replace("_", "-"): value for key, value in headers.items()}
        )
        answer.get_data()  # keeps it
        answer.close()  # the file
        return answer

    whole = asked(Accept_Encoding="identity")
    packed = asked(Accept_Encoding="gzip, deflate")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == whole.data
    assert len(packed.data) < len(whole.data) / 2
    again = asked(Accept_Encoding="gzip, deflate", If_None_Match=packed.headers["ETag"])
    assert again.status_code == 304


# What goes wrong inside --------------------------------------------------------------------------


def test_a_mistake_of_ours_shows_no_trace(
    served_app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError("the secret of the house")

    phone = Phone(served_app)
    page = sat_down(phone, *played(1))
    monkeypatch.setattr("scorekeeper.web.scores.sheet_lines", breaks)
    answer = phone.open(f"{page.path}scores/")
    assert answer.status == 500
    assert answer.title == "The score server made a mistake"
    assert "What was saved before is safe." in answer.text
    assert "secret" not in answer.markup
    assert "Traceback" not in answer.markup
    assert "ZeroDivisionError" in caplog.text, "who runs the server finds it in the log"


def test_while_somebody_else_saves_nothing_is_lost(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.store.database.WRITE_WAIT_SECONDS", 0.01)
    page = sat_down(phone, contract(B, 3))
    with phone.client.application.app_context(), db.engine.connect() as other:
        other.exec_driver_sql("ROLLBACK")
        other.exec_driver_sql("BEGIN IMMEDIATE")
        answer = page.press("Next", **EVENING[0].result)
        other.exec_driver_sql("ROLLBACK")
        other.exec_driver_sql("BEGIN")
    assert answer.status == 503
    assert answer.title == "The table is busy"
    assert page.press("Next", **EVENING[0].result).status == 200


def _restart(app: Flask) -> None:
    """As far as the server's connections can tell PostgreSQL was restarted."""
    with app.app_context():
        url = db.engine.url
    other = create_engine(url, isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        connection.execute(text(others))
    other.dispose()


def test_a_database_that_was_restarted_is_told_to_wait_for(postgresql_app: Flask) -> None:
    page = sat_down(Phone(postgresql_app), *played(1))
    _restart(postgresql_app)
    answer = page.phone.open(page.path)
    assert (answer.status, answer.title) == (503, "The score server is busy")
    assert "What was saved before is safe." in answer.text
    assert page.phone.open(page.path).status == 200


def test_a_connection_that_rested_is_looked_at_before_it_is_used(
    postgresql_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sat_down(Phone(postgresql_app), *played(1))
    monkeypatch.setattr("scorekeeper.store.database._RESTED_SECONDS", 0.0)
    _restart(postgresql_app)
    assert page.phone.open(page.path).status == 200
