"""The figures of a club as its pages get them, on both databases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorekeeper.service import club_statistics as module
from scorekeeper.service.club_statistics import ClubFigures, club_figures
from scorekeeper.statistics import GUESTS
from scorekeeper.store import db
from tests.games.racehorse.at_table import FINISH, B, contract, hand
from tests.service.club_with_evenings import ClubUnderTest

MADE = [contract(B, 3), hand("high", "low", "game")]


@pytest.fixture
def club() -> ClubUnderTest:
    """Four members; a fifth person who plays is none."""
    return ClubUnderTest("Ana", "Ben", "Cleo", "Dov")


def figures(club: ClubUnderTest, *, game: str | None = None, unit: str | None = None) -> ClubFigures:
    """As another page gets them."""
    db.session.rollback()
    return club_figures(club.id, game=game, unit=unit)


def nets(of: ClubFigures, club: ClubUnderTest) -> dict[str, int]:
    """By name, in whole units."""
    names = {member: name for name, member in club.members.items()} | {GUESTS: "guests"}
    return {names[member]: one.net // 100 for member, one in of.played.figures.items()}


def test_everybody_and_the_guests(club: ClubUnderTest) -> None:
    club.evening(*MADE, FINISH)
    club.evening(*MADE, FINISH, day=2)
    of = figures(club)
    assert (of.played.games, of.played.unit) == (("racehorse",), "USD")
    assert nets(of, club) == {"Ana": -6, "Ben": 24, "Cleo": -6, "Dov": -6, "guests": -6}
    assert of.played.figures[club.members["Ben"]].wins == Fraction(2)
    assert [day for _session, day in of.played.sessions] == ["2026-11-01", "2026-11-02"]


def test_who_is_who_is_read_with_every_page(club: ClubUnderTest) -> None:
    """What is remembered of the matches does not outlive a change of names, members or sessions."""
    evening = club.evening(*MADE, FINISH)
    assert nets(figures(club), club)["Ben"] == 12
    club.merges("Ben", "Ana")
    assert nets(figures(club), club) == {"Ana": 9, "Cleo": -3, "Dov": -3, "guests": -3}
    club.members["Edie"] = club.members["Dov"]
    club.takes(evening.slug)
    assert nets(figures(club), club) == {"Ana": 9, "Cleo": -3, "Edie": -6}
    evening.reopens()
    assert figures(club).played.figures == {}


def test_the_same_rows_are_added_up_once(club: ClubUnderTest) -> None:
    club.evening(*MADE, FINISH)
    first = figures(club)
    before = module._played.cache_info()
    assert figures(club).played is first.played
    assert module._played.cache_info().hits == before.hits + 1


def test_units_are_apart_the_most_played_for_first(club: ClubUnderTest) -> None:
    club.evening(*MADE, FINISH)
    for day in (2, 3):
        club.evening(*MADE, FINISH, day=day, stake={"unit": "chips", "per_point": 200})
    assert figures(club).played.units == ("chips", "USD")
    assert nets(figures(club), club)["Ben"] == 48
    assert nets(figures(club, unit="USD"), club)["Ben"] == 12
    assert figures(club, unit="pebbles", game="bogus").played == figures(club).played
