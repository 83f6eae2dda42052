"""A session keeps the date of the evening on which it began; times are the table's."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Any

import pytest

from scorekeeper.store import database
from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, entered

At = Callable[[str], None]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Sets the clock of the whole program: ``at("2026-12-31T20:00+01:00")``."""

    def sets(moment: str) -> None:
        class Clock(datetime):
            """Stands still."""

            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.fromisoformat(moment).astimezone(tz)

        monkeypatch.setattr(database, "datetime", Clock)

    return sets


def exported(page: Page) -> tuple[list[dict[str, str]], dict[str, Any], str]:
    """The tables' rows, the session document, and what the file is called."""
    address = f"/s/{page.path.split('/')[2]}/export/"
    client = page.phone.client
    tables = [
        csv.DictReader(io.StringIO(client.get(f"{address}{name}.csv").get_data().decode("utf-8-sig")))
        for name in ("hands", "payments")
    ]
    answer = client.get(f"{address}session.json")
    rows = [row for table in tables for row in table]
    return rows, json.loads(answer.get_data(as_text=True)), answer.headers["Content-Disposition"]


def test_a_session_from_eight_past_midnight_keeps_its_date(phone: Phone, at: At) -> None:
    at("2026-12-31T20:00+01:00")
    page = phone.starts(tz="Europe/Warsaw")
    at("2026-12-31T20:10+01:00")
    page = entered(page, EVENING[0])
    at("2027-01-01T00:40+01:00")
    page = entered(page, EVENING[1])
    at("2027-01-01T00:50+01:00")
    money = page.follow("Money").follow("Mark paid: Cleo pays Ben").press("has paid")
    assert "Cleo paid Ben $11 12:50 AM" in money.text.replace("\u202f", " ")
    opened = phone.open(page.follow("Scores").path + "?open=2")
    assert "Entered at 12:40 AM." in opened.text.replace("\u202f", " ")
    session = page.follow("The session")
    assert session.root.one("h1").words == "Thursday 31 December"
    session.press("Finish Racehorse")
    phone.open(session.path).press("Play again: same people")
    assert phone.open(session.path).root.one("h1").words == "Thursday 31 December"
    (listed,) = phone.open("/").root.find("time")
    assert (listed.get("datetime"), listed.words) == ("2026-12-31", "31 Dec")
    rows, document, name = exported(page)
    assert {row["date"] for row in rows} == {document["date"]} == {"2026-12-31"}
    assert {row["entered_at"] for row in rows} == {"2026-12-31T20:10:00+01:00", "2027-01-01T00:40:00+01:00"}
    assert document["transfers"][0]["at"] == "2027-01-01T00:50:00+01:00"
    assert "scorekeeper-2026-12-31-session.json" in name


@pytest.mark.parametrize(
    ("zone", "moment", "shown"),
    [
        ("Pacific/Auckland", "2026-06-30T20:00+00:00", ("2026-07-01", "8:00 AM")),
        ("America/Los_Angeles", "2026-07-01T03:00+00:00", ("2026-06-30", "8:00 PM")),
        (
            "Europe/Warsaw",
            "2026-07-01T00:30+02:00",
            ("2026-07-01", "12:30 AM"),
        ),  # what the phone shows counts
        ("Nowhere/At_All", "2026-06-30T22:30+00:00", ("2026-06-30", "10:30 PM")),
        ("", "2026-06-30T22:30+00:00", ("2026-06-30", "10:30 PM")),
        ("America", "2026-06-30T22:30+00:00", ("2026-06-30", "10:30 PM")),
        ("../../etc/passwd", "2026-06-30T22:30+00:00", ("2026-06-30", "10:30 PM")),
    ],
)
def test_date_and_times_are_those_of_the_players(
    phone: Phone, at: At, zone: str, moment: str, shown: tuple[str, str]
) -> None:
    at(moment)
    day, time = shown
    page = entered(phone.starts(tz=zone), EVENING[0])
    assert phone.open("/").root.one("time").get("datetime") == day
    assert exported(page)[1]["date"] == day
    sheet = phone.open(page.follow("Scores").path + "?open=1")
    assert f"Entered at {time}." in sheet.text.replace("\u202f", " ")


def test_the_hour_that_comes_twice(phone: Phone, at: At) -> None:
    at("2026-10-31T20:00-05:00")
    page = phone.starts(tz="America/Chicago")
    at("2026-11-01T01:30-05:00")
    page = entered(page, EVENING[0])
    at("2026-11-01T01:30-06:00")
    page = entered(page, EVENING[1])
    rows, document, _name = exported(page)
    assert {row["entered_at"] for row in rows} == {"2026-11-01T01:30:00-05:00", "2026-11-01T01:30:00-06:00"}
    assert document["date"] == "2026-10-31"
    for row in ("1", "2"):
        sheet = phone.open(page.follow("Scores").path + f"?open={row}")
        assert "Entered at 1:30 AM." in sheet.text.replace("\u202f", " ")
