"""What happened at the table before a test begins: the same forms as fingers send, sent without a page.

Drawing the pages of a set-up and tapping through them takes a browser some two seconds. Tests of that tap
(:mod:`tests.e2e.table`); tests of what comes after need only find it done.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import APIResponse, Page

from tests.e2e.table import NAMES
from tests.web.markup import Node, parsed
from tests.web.pages import Answer, filled

PLACE = {"tz": "America/Chicago", "region": "US"}
"""What the script of the set-up fills in on the phones of these tests."""


def sit_down(
    phone: Page, names: Sequence[str] = NAMES, *, at: str = "/", game: str = "racehorse", **answers: Answer
) -> str:
    """A match of these players has begun, of whom the first deals, and the phone has its page open.

    ``at``: the address of the club that plays, if it is one. ``answers``: to other questions of the set-up,
    by the names of its fields. Gives the address of the match.
    """
    form = _form(phone, f"{at}new/{game}/")
    while len(form.find("textarea")) < len(names):
        form = _read(_sent(phone, form, ("do", "add")))
    dealer = form.find("input", where=lambda node: node.get("name") == "key")[0].get("value")
    given = {"name": list(names), **PLACE, **answers}
    begun = _sent(phone, form, ("dealer", dealer), ("do", "start"), **given)
    address = begun.url.partition("?")[0]
    assert urlsplit(address).path.startswith("/s/"), _read(begun).text
    phone.goto(address)
    return address


def play_hand(phone: Page, pitcher: str, bid: int, **lines: str) -> None:
    """A hand of Racehorse was played; the page of the next is open. ``lines``: pitcher, others or none."""
    address = phone.url.partition("?")[0]
    contract = _form(phone, f"{address}?view=contract")
    agreed = _sent(phone, contract, ("do", "save"), pitcher=NAMES.index(pitcher), bid=bid)
    played = _sent(phone, _read(agreed), ("do", "save"), **lines)
    assert "done=" in played.url, _read(played).text
    phone.goto(address)


def _form(phone: Page, address: str) -> Node:
    return _read(phone.context.request.get(address))


def _read(answer: APIResponse) -> Node:
    return parsed(answer.text()).one("form", where=lambda form: form.get("id") == "entry")


def _sent(phone: Page, form: Node, *pressed: tuple[str, str], **answers: Answer) -> APIResponse:
    """What a browser without script sends, with the phone's cookies; ``pressed`` stands as it is."""
    return phone.context.request.post(
        form.get("action"),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        data=urlencode([*filled(form, answers), *pressed]),
    )
