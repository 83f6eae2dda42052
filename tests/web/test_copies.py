"""The copies that pages offer, the text for a chat, and the printable page."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.pages import Phone
from tests.web.tapping import played, sat_down


def links(text: str) -> set[str]:
    """The addresses of the copies on a page."""
    found = re.findall(r'href="([^"]*/(?:export/[^"]*|chat|print))"', text)
    return {link.rsplit("/s/", 1)[1].partition("/")[2].replace("&amp;", "&") for link in found}


IN_BOTH = {
    "print",
    "chat",
    "export/session.xlsx",
    "export/wide.csv",
    "export/hands.csv",
    "export/payments.csv",
    "export/session.json",
    "export/plays.bgsplay",
    "export/splitwise.csv",
    "export/ihatemoney.csv?unit=USD",
    "export/ledger.journal",
}


def test_the_session_s_page_offers_all_of_them_and_they_are_there(phone: Phone) -> None:
    session = sat_down(phone, *played(3)).path.removesuffix("1/")
    offered = links(phone.open(session).markup)
    assert offered == IN_BOTH | {"export/transfers.csv"}
    for address in offered:
        assert phone.client.get(session + address).status_code == 200


def test_the_page_of_a_match_offers_those_of_the_match(phone: Phone) -> None:
    table = sat_down(phone, *played(3)).path
    offered = links(phone.open(f"{table}table/").markup)
    assert offered == {f"1/{address}" for address in IN_BOTH} | {"1/export/bgstats"}
    for address in offered - {"1/export/bgstats"}:
        assert phone.client.get(table.removesuffix("1/") + address).status_code == 200


@pytest.mark.parametrize("page", ["chat", "print", "1/chat", "1/print"])
def test_pages_for_who_may_look_and_nobody_else(phone: Phone, served_app: Flask, page: str) -> None:
    session = sat_down(phone, *played(3)).path.removesuffix("1/")
    answer = phone.client.get(session + page)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert phone.client.get(f"{session}{page}?unit=%00&number=x&=").status_code == 200
    assert phone.client.post(session + page).status_code == 405
    assert served_app.test_client().get(session + page).status_code == 404
    assert phone.client.get(session + page.replace("1/", "") + "/1").status_code == 404
    assert phone.client.get(f"{session}2/{page.removeprefix('1/')}").status_code == 404


def test_the_text_can_be_copied_as_it_is_in_the_file(phone: Phone) -> None:
    session = sat_down(phone, *played(3)).path.removesuffix("1/")
    page = phone.client.get(f"{session}chat").get_data(as_text=True)
    shown = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert shown is not None
    assert shown[1] == phone.client.get(f"{session}export/chat.txt").get_data(as_text=True)
    assert 'data-copy="#chat-text"' in page


def test_paper_has_the_sheet_the_standings_and_the_money(phone: Phone) -> None:
    session = sat_down(phone, *played(3)).path.removesuffix("1/")
    page = phone.open(f"{session}print")
    assert 'media="print"' in page.markup
    for said in (
        "Racehorse, 3 hands",
        "Who pays whom",
        "All hands add up to $0.",
        "It is still being played.",
    ):
        assert said in page.text


def test_paper_says_what_was_played_for_before_that_was_changed(phone: Phone) -> None:
    session = sat_down(phone, *played(1), {"type": "stake", "per_point": 200}).path.removesuffix("1/")
    assert "$1 a point at first, $2 a point at the end" in phone.open(f"{session}print").text


def test_no_other_page_loads_the_style_of_paper(phone: Phone) -> None:
    session = sat_down(phone).path.removesuffix("1/")
    for path in ("", "1/", "1/scores/", "chat"):
        assert "print.css" not in phone.client.get(session + path).get_data(as_text=True)
