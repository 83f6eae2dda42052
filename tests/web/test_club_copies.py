"""What of a club can be kept: the list on its page, the files, the text for a chat, and paper."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from sqlalchemy import update

from scorekeeper.exports import CLUB_FILES
from scorekeeper.service.club_sessions import archive_session
from scorekeeper.service.clubs import open_club
from scorekeeper.store import Access, Device, db
from scorekeeper.store.database import now
from tests.exports.club import FINISH
from tests.exports.evening import R1, R2, read, unguarded
from tests.service.club import Friday
from tests.service.evening import OTHER, PHONE
from tests.service.test_tab import pays
from tests.web.pages import Page, Phone
from tests.web.tapping import played, sat_down
from tests.web.test_clubs import made_of

NAMES = ("=1+1", "+49", "Smith, Bob", "Łukasz", "عمر")
TYPES = {
    "hands.csv": "text/csv; charset=utf-8",
    "wide.csv": "text/csv; charset=utf-8",
    "payments.csv": "text/csv; charset=utf-8",
    "transfers.csv": "text/csv; charset=utf-8",
    "club.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "chat.txt": "text/plain; charset=utf-8",
    "ledger.journal": "text/plain; charset=utf-8",
    "splitwise.csv": "text/csv; charset=utf-8",
    "ihatemoney.csv": "text/csv; charset=utf-8",
    "plays.bgsplay": "application/octet-stream",
    "club.json": "application/json",
}
OFFERED = {
    "print",
    "chat",
    "export/club.xlsx",
    "export/wide.csv",
    "export/hands.csv",
    "export/payments.csv",
    "export/transfers.csv",
    "export/plays.bgsplay",
    "export/splitwise.csv",
    "export/ihatemoney.csv?unit=USD",
    "export/ledger.journal",
    "export/club.json",
}


@pytest.fixture
def club(phone: Phone) -> Page:
    """The page of a club with one session: after R1 to R6 Edie owes Dov 25, Ana Ben 15, Cleo Dov 10."""
    return made_of(sat_down(phone, *played(6))).follow("Belongs to Friday")


def links(page: Page) -> set[str]:
    """The addresses of the copies on the club's page."""
    found = re.findall(r'href="/c/\w+/((?:export/[^"]*|chat|print))"', page.markup)
    return {link.replace("&amp;", "&") for link in found}


# Which there are ---------------------------------------------------------------------------------


def test_every_file_has_its_type() -> None:
    assert TYPES.keys() == CLUB_FILES.keys()


def test_the_club_s_page_offers_all_of_them_and_they_are_there(club: Page) -> None:
    assert "Keep a copy" in club.text
    assert links(club) == OFFERED
    for one in OFFERED:
        assert club.phone.client.get(club.path + one).status_code == 200


def test_a_club_that_has_not_played_offers_nothing(phone: Phone) -> None:
    page = phone.open("/clubs/new").press("Begin the club", name="Friday")
    assert "Keep a copy" not in page.text
    for one in OFFERED:
        assert phone.client.get(page.path + one).status_code == 200


# A club of all sorts -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """A club with a finished and a half-finished match, in two units, one of them in an archived session."""

    app: Flask
    slug: str
    newest: str

    def phone(self, device_id: str | None = PHONE) -> FlaskClient:
        client = self.app.test_client()
        if device_id is not None:
            with client.session_transaction() as cookie:
                cookie["device"] = device_id
        return client

    def at(self, what: str) -> str:
        return f"/c/{self.slug}/{what}"


@pytest.fixture
def known(served_app: Flask) -> Known:
    with served_app.app_context():
        friday = Friday("Fri & day")
        friday.plays(*R1, *R2, FINISH, players=NAMES)
        evening = friday.plays(*R1, players=NAMES, stake={"unit": "EUR", "per_point": 50})
        archive_session(evening.slug, PHONE, archived=True)
        pays(friday, "Łukasz", "+49", 25)
        evening.watched_by(OTHER)  # of one session, not of the club
        return Known(served_app, friday.slug, evening.session.day.isoformat())


def test_a_unit_each_for_the_program_that_knows_one(known: Known) -> None:
    text = known.phone().get(known.at("")).get_data(as_text=True)
    assert set(re.findall(r"ihatemoney.csv\?unit=(\w+)", text)) == {"USD", "EUR"}
    for unit in ("USD", "EUR"):
        found = read(known.phone().get(known.at(f"export/ihatemoney.csv?unit={unit}")).data)
        assert {row["currency"] for row in found} == {unit}


@pytest.mark.parametrize("file", CLUB_FILES)
def test_headers(known: Known, file: str) -> None:
    answer = known.phone().get(known.at(f"export/{file}"))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == TYPES[file]
    name = f"scorekeeper-club-{known.newest}-{file}"
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store, private"
    head = known.phone().head(known.at(f"export/{file}"))
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Disposition"] == answer.headers["Content-Disposition"]
    junk = known.phone().get(known.at(f"export/{file}?unit=%00&unit[]=1&=&number=x&a=%ff"))
    assert junk.data == answer.data


@pytest.mark.parametrize("what", [*(f"export/{file}" for file in CLUB_FILES), "chat", "print"])
def test_who_may_look_may_take_it_along_and_nobody_else(known: Known, what: str) -> None:
    content = known.phone().get(known.at(what)).data
    with known.app.app_context():
        club = open_club(known.slug, PHONE)[0]
        db.session.add(Device(id="viewer"))
        db.session.flush()
        db.session.add(Access(device_id="viewer", club_id=club.id, role="viewer"))
        db.session.commit()
    seen = known.phone("viewer").get(known.at(what))
    assert seen.status_code == 200
    assert len(seen.data) == len(content)
    for phone in ("stranger", OTHER, None):
        answer = known.phone(phone).get(known.at(what))
        assert answer.status_code == 404
        assert "Content-Disposition" not in answer.headers
    assert known.phone().get(f"/c/nowhere/{what}").status_code == 404
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert known.phone().open(known.at(what), method=method).status_code == 405


def test_a_phone_whose_link_has_ended_gets_nothing_more(known: Known) -> None:
    with known.app.app_context():
        db.session.execute(update(Access).where(Access.club_id.is_not(None)).values(ended_at=now()))
        db.session.commit()
    for what in ("export/hands.csv", "chat", "print"):
        assert known.phone().get(known.at(what)).status_code == 410


@pytest.mark.parametrize(
    "what", ["export/", "export/hands.pdf", "export/session.xlsx", "export/..%2fhands.csv", "print/1"]
)
def test_what_there_is_not(known: Known, what: str) -> None:
    assert known.phone().get(known.at(what)).status_code == 404


# Pages -------------------------------------------------------------------------------------------


def test_the_text_can_be_copied_as_it_is_in_the_file(known: Known) -> None:
    page = known.phone().get(known.at("chat")).get_data(as_text=True)
    shown = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert shown is not None
    assert html.unescape(shown[1]) == known.phone().get(known.at("export/chat.txt")).get_data(as_text=True)
    assert 'data-copy="#chat-text"' in page
    assert "Fri &amp; day" in page


def test_paper_has_the_tab_the_sessions_and_the_statistics(known: Known) -> None:
    page = Phone(known.app)
    page.client = known.phone()
    paper = page.open(known.at("print"))
    assert 'media="print"' in paper.markup
    assert paper.title == "Fri & day"
    for said in (
        "2 sessions",
        "Who pays whom",
        "Paid on the tab",
        "Łukasz paid +49 25¢",
        "Racehorse, 2 hands",
        "1. +49 $14, 2. =1+1 −\N{WORD JOINER}$1",  # a line does not end between the sign and the amount
        "Statistics",
    ):
        assert said in paper.text, said
    assert len(paper.root.find("table", of="scores")) == 2
    (archived,) = (row for row in paper.root.find("tr") if "archived" in row.text)
    assert "being played" in archived.text
    assert "€6" in archived.text
    assert [name for name in NAMES if str(escape(name)) not in paper.markup] == []


def test_who_pays_whom_is_what_the_tab_says(club: Page) -> None:
    owed = sorted(said.replace(" owes ", " pays ") for said in club.follow("Tab").payments)
    paper = club.follow("Print it, or save it as PDF")
    listed = [node.text for node in paper.root.find("ul", of="rows")[0].find("li")]
    assert listed == owed == ["Ana pays Ben $15", "Cleo pays Dov $10", "Edie pays Dov $25"]
    assert "Open: Dov +$35," in paper.text
    chat = club.follow("Text for a chat").root.one("textarea").text
    assert "Edie pays Dov $25" in chat.replace("\u2068", "").replace("\u2069", "")
    assert paper.root.one("a", of="act").get("href") == club.path


def test_transfers_of_the_tab_are_in_the_files(known: Known) -> None:
    (paid,) = read(known.phone().get(known.at("export/transfers.csv")).data)
    assert (paid["session"], unguarded(paid["to"]), paid["amount"]) == ("", "+49", "0.25")
    assert "Paid | Łukasz to +49" in known.phone().get(known.at("export/ledger.journal")).get_data(
        as_text=True
    )
