"""Letting other phones follow, as people tap it: links, codes, whose phone it is, putting one out."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.service.codes import TRIES
from tests.service.evening import rows
from tests.web.pages import Page, Phone
from tests.web.tapping import played, sat_down

TwoPhones = Callable[[], Phone]


def address(page: Page) -> str:
    """The link that the page shows, as a path."""
    shown = page.root.with_id("link").get("value")
    assert re.fullmatch(r"http://[\d.]+/j/[\w-]{24}|http://localhost/j/[\w-]{24}", shown), shown
    return "/j/" + shown.rpartition("/")[2]


def share(page: Page, role: str = "viewer") -> Page:
    """The page with the links."""
    shared = page.follow("Share")
    return shared.follow("Can enter scores") if role == "scorer" else shared


def spoken(page: Page) -> str:
    return page.root.one("p", of="code").words


@pytest.fixture
def table(phone: Phone) -> Page:
    """A table with one hand played."""
    return sat_down(phone, *played(1))


def test_the_link_for_watching_comes_first(table: Page) -> None:
    page = share(table)
    assert page.root.one("nav", of="switch").text == "Watch onlyCan enter scores"
    assert "can change nothing" in page.text
    assert page.root.find("svg", where=lambda n: n.inside("div") is not None)
    assert re.fullmatch(r"[3-9A-Y]{4} [3-9A-Y]{4}", spoken(page))
    scorer = share(table, "scorer")
    assert "Anyone with this link can change scores." in scorer.text
    assert address(scorer) != address(page)
    assert scorer.root.find("p", of="code") == []


def test_a_watcher_comes_in_by_the_link(table: Page, app_phone: TwoPhones) -> None:
    link, other = address(share(table)), app_phone()
    asked = other.open(link)
    assert asked.title == "Follow this table"
    assert "Racehorse with Ana, Ben, Cleo, Dov, and Edie" in asked.text
    ben = next(
        node.inside("label").one("input").get("value")  # type: ignore[union-attr]
        for node in asked.root.find("bdi")
        if node.text == "Ben"
    )
    page = asked.press("Follow", player=ben)
    assert page.title == "Racehorse"
    assert page.path.endswith("/watch/")
    assert "Hand 2 Ben deals." in page.text
    you = page.root.one("li", of="you")
    assert you.text.startswith("1 Ben this is you +12 gets $12")
    assert "Ben bid 3, took 3: made. Ben gets $3 from each of the other four." in page.text
    assert page.buttons == []
    assert other.open(link).path == page.path
    assert "Racehorse" in other.open("/").text
    assert "Ben’s phone" in share(table).text


def test_a_scorer_comes_in_by_the_other_link(table: Page, app_phone: TwoPhones) -> None:
    page = app_phone().open(address(share(table, "scorer")))
    assert page.title == "Score at this table"
    page = page.press("Start scoring")
    page = page.follow("Auction").press("Pass")
    assert "Undo: Cleo passes." in page.buttons
    assert "A phone that came at" in share(table).text


def test_the_spoken_code(table: Page, app_phone: TwoPhones) -> None:
    code, other = spoken(share(table)), app_phone()
    page = other.open("/").follow("Join a table with a code")
    assert page.press("Join", code="nonsense").error_at("code") == (
        "No table has this code. Check the 8 letters and digits."
    )
    asked = page.press("Join", code=code.lower())
    assert asked.title == "Follow this table"
    assert asked.press("Follow").path.endswith("/watch/")


def test_too_many_codes(table: Page, app_phone: TwoPhones) -> None:
    code, page = spoken(share(table)), app_phone().open("/join")
    for _ in range(TRIES):
        assert page.press("Join", code="AAAA AAAA").status == 404
    refused = page.press("Join", code=code)
    assert refused.status == 429
    assert refused.error_at("code") == "Too many codes were tried. Wait ten minutes, or ask for the link."
    assert refused.field("code") == code


def test_a_link_is_stopped_while_somebody_watches(table: Page, app_phone: TwoPhones) -> None:
    page, other = share(table), app_phone()
    link, code = address(page), spoken(page)
    watching = other.open(link).press("Follow")
    page = share(table).press("Stop it and make a new one")
    assert "The old link is stopped. This is the new one." in page.text
    assert address(page) != link
    assert spoken(page) != code
    for place in (watching.path, watching.path.replace("watch/", "scores/"), link):
        stopped = other.open(place)
        assert stopped.status == 410
        assert stopped.title == "This link was stopped"
        assert "Nothing is lost, and the scores you saw are unchanged." in stopped.text
        assert stopped.link("Type the code to join") == "/join"
    assert other.open("/join").press("Join", code=code).status == 404
    assert other.open(address(page)).press("Follow").status == 200


def test_one_phone_is_put_out(table: Page, app_phone: TwoPhones) -> None:
    link, other = address(share(table, "scorer")), app_phone()
    mine = other.open(link).press("Start scoring")
    page = share(table).press("Put this phone out: A phone that came")
    assert "That phone is out." in page.text
    out = other.open(mine.path)
    assert (out.status, out.title) == (410, "This phone was put out of the table")
    assert other.open(link).title == "This phone was put out of the table"
    assert other.open(address(share(table))).title == "This phone was put out of the table"


def test_whose_phone_this_is(table: Page) -> None:
    page = share(table)
    cleo = page.root.find("input", where=lambda n: n.get("name") == "player")[2].get("value")
    page = page.press("Remember that", player=cleo)
    assert page.field("player") == cleo
    assert "Remembered" in page.text


# Who watches writes nothing ----------------------------------------------------------------------


def writing_routes(app: Flask) -> list[str]:
    """Every address of a session that takes a form, as a pattern; but for saying whose phone it is."""
    return sorted(
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or set()) and "slug" in rule.arguments
    )


def test_there_are_routes_that_write(app: Flask) -> None:
    assert len(writing_routes(app)) >= 10


DOS = (
    "save",
    "void",
    "note",
    "finish",
    "reopen",
    "again",
    "redo",
    "renew",
    "put-out",
    "start",
    "mine",
    "drop",
)


def test_a_watcher_writes_nothing_by_any_page(app: Flask, table: Page, app_phone: TwoPhones) -> None:
    page = table.follow("Money").follow("Mark paid: Ana pays Ben").press("Ana has paid $3")
    other = app_phone()
    watching = other.open(address(share(table))).press("Follow")
    slug, token = watching.path.split("/")[2], watching.phone.open("/new/racehorse/").field("csrf_token")
    sent = {"csrf_token": token, "version": "2", "seat": "0", "buy": "0", "role": "viewer", "phone": "1"}
    sent |= {"view": "contract", "pitcher": "1", "bid": "3", "text": "x", "dealer": "0", "transfer": "1"}
    sent |= {"payer": "3", "payee": "2", "currency": "USD", "part": "all", "seen": "1", "shown": "300"}
    sent |= {"entries": '[{"type": "finish"}]', "high": "pitcher", "low": "pitcher", "jack": "others"}
    with app.app_context():
        before = rows()
    for rule in writing_routes(app):
        place = (
            rule.replace("<slug>", slug)
            .replace("<int:number>", "1")
            .replace("<int:unit>", "1")
            .replace("<key>", "racehorse")
        )
        for do in DOS:
            pairs = [*sent.items(), ("client_id", str(uuid.uuid4())), ("do", do), ("game", "others")]
            answer = other.post(f"{place}?view=contract", pairs)
            assert answer.status in {200, 400, 403, 404, 409, 422}, (place, do, answer.status)
    with app.app_context():
        assert rows() == before
    assert page.phone.open(table.path).follow("Money").payments


def test_a_watcher_sees_no_way_to_enter(table: Page, app_phone: TwoPhones) -> None:
    page = app_phone().open(address(share(table))).press("Follow")
    assert page.phone.open(table.path).path == page.path
    assert page.phone.open(f"{table.path}?view=contract").path == page.path
    for tab in ("Table", "Scores", "Money"):
        assert page.follow(tab).buttons == []
    opened = page.phone.open(f"{table.path}scores/?open=1")
    assert "Change" not in [node.text for node in opened.root.find("a")]
    shared = page.follow("Share")
    assert shared.buttons == ["Send link", "Copy", "Remember that"]


# The board ---------------------------------------------------------------------------------------


def test_the_board_has_no_controls(table: Page) -> None:
    page = table.phone.open(f"{table.path}board/")
    assert (page.status, page.title) == (200, "Racehorse")
    assert page.buttons == []
    assert [node.text for node in page.root.find("a")] == ["Skip to the page", "Leave the board"]
    assert "1 Ben +12 gets $12" in page.text
    assert spoken(page) == spoken(share(table))
    assert address(share(table, "scorer")) not in page.markup
