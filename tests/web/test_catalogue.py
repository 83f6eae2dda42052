"""Everything a person reads goes through the catalogues.

In a language that puts each sentence into brackets, nothing stands outside them.
"""

from __future__ import annotations

import calendar
import re
from gettext import NullTranslations

import pytest

from scorekeeper.web import reader
from scorekeeper.web.reader import Reader
from scorekeeper.web.units import OFFERED, OWN_WORDS
from scorekeeper.words import ENGLISH, unit_name
from tests.web.pages import NAMES, Phone
from tests.web.tapping import played, sat_down
from tests.web.test_clubs import made_of

UNITS = {word for unit in (*OFFERED, *OWN_WORDS) for word in unit_name(unit, ENGLISH).split()}
ALLOWED = {*NAMES, *(name[0] for name in NAMES), *UNITS, "Scorekeeper", "AM", "PM", "and"}
"""Names and their monograms, the product, what Babel says of money, the time of day and in lists."""


class Brackets(NullTranslations):
    """A language in which every sentence stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def outside(text: str) -> set[str]:
    """The words that stand in no brackets."""
    while text != (text := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)):
        pass
    for name in NAMES:
        text = text.replace(name, " ")  # in neighbouring cells they stand without a space
    return set(re.findall(r"[A-Za-z]{1,}", text)) - ALLOWED


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads that language."""
    monkeypatch.setattr(reader, "_reader", lambda _locale: Reader(ENGLISH, Brackets()))


@pytest.mark.usefixtures("brackets")
def test_no_word_stands_outside_the_catalogues(phone: Phone) -> None:
    assert outside(phone.open("/new/racehorse/").text) == set()
    table = sat_down(phone, *played(6)).path
    session = table.removesuffix("1/")
    for path in (
        "",
        "?view=contract",
        "scores/",
        "scores/?open=2",
        "scores/2",
        "money/",
        "table/",
        "offline/",
    ):
        assert outside(phone.open(f"{table}{path}").text) == set(), path
    pages = [f"{session}{one}" for one in ("chat", "print", "1/chat", "1/print")]
    for path in ("/", session, "/nowhere", "/offline", *pages):
        assert outside(phone.open(path).text) - DAYS == set(), path
    club = made_of(phone.open(table)).follow("Belongs to Friday").path
    for path in (club, f"{club}chat", f"{club}print"):
        assert outside(phone.open(path).text.replace("Friday", "")) - DAYS == set(), path


DAYS = {*calendar.day_name, *calendar.month_name, *calendar.month_abbr}
