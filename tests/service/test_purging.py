"""A name that was purged stands nowhere, and all else is as it was."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.service.club_sessions import put_into_club
from scorekeeper.service.clubs import start_club
from scorekeeper.service.members import rename_member
from scorekeeper.service.purging import Named, count_named, purge_name
from scorekeeper.service.sessions import start_match
from scorekeeper.service.verifying import verify_matches
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.club import Friday
from tests.service.evening import PHONE, Evening, changes_nothing, fresh, rows

Raw = dict[str, Any]
HANDS: list[Raw] = [raw for example in ONE_EVENING for raw in entries(example, "contract")]
NOTES = ("Zoë came late, ZOË won", "zoë", "Zoëlle is not here", "x" * 276 + " Zoë")


def evening(*raws: Raw) -> Evening:
    """Zoë joins late."""
    join = {"type": "join", "name": "Zoë", "after": 1}
    return Evening(*HANDS, join, *({"type": "note", "text": text} for text in NOTES), *raws)


def everything() -> str:
    return str(rows()).casefold()


def differences() -> list[object]:
    return [one for match in verify_matches() for one in match.differences]


def test_it_stands_nowhere_and_the_sums_stay() -> None:
    one = evening()
    money = one.money
    club = start_club(PHONE, "Cards", zone="UTC", client_id=fresh())
    put_into_club(one.slug, PHONE, club.slug)
    one.undoes()
    assert count_named("ZOË") == Named(1, 1, 3)
    assert purge_name("ZOË") == "Somebody 1"
    left = everything().replace("zoëlle", "")
    assert "zoë" not in left
    assert differences() == []
    assert one.money == money
    assert one.people[-1] == "Somebody 1"
    assert one.history[-1] == "Zoëlle is not here"
    assert one.history[-3] == "Somebody 1 came late, Somebody 1 won"
    assert count_named("Zoë") == Named(0, 0, 0)


def test_who_sat_there_from_the_start() -> None:
    one = evening({"type": "finish"})
    one.plays_again()
    purge_name("Ana")
    assert "'ana'" not in everything()
    assert '"ana"' not in everything()
    assert differences() == []
    assert one.people[0] == "Somebody 1"
    one.enters(*HANDS)


def test_who_has_two_names_in_one_session() -> None:
    club = Friday()
    one = club.plays(
        {"type": "join", "name": "Zoë"}, *HANDS[:2], players=("Ana", "Ben", "Cleo", "Dov", "Edie")
    )
    rename_member(club.slug, PHONE, club.id("Zoë"), "Benjamin")
    setup = {"players": ["Benjamin", "Ana", "Cleo"]}
    start_match(one.slug, PHONE, GAMES["ten_pennies"], setup, client_id=fresh())
    rename_member(club.slug, PHONE, club.id("Benjamin"), "Timofej")
    assert differences() == []
    assert count_named("Benjamin") == Named(1, 0, 0)
    words = {name: purge_name(name) for name in ("Benjamin", "Zoë", "Timofej")}
    assert len(set(words.values())) == 3
    for name in words:
        assert name.casefold() not in everything()
        assert count_named(name) == Named(0, 0, 0)
    assert differences() == []


def test_what_was_undone_is_changed_where_nobody_else_is_called_so() -> None:
    one = Evening(*HANDS[:2])
    one.enters({"type": "join", "name": "Zoë"})
    one.undoes()
    purge_name("Zoë")
    assert "zoë" not in everything()
    assert differences() == []


def test_two_people_get_two_words() -> None:
    one = evening()
    assert (purge_name("Ana"), purge_name("Ben")) == ("Somebody 1", "Somebody 2")
    assert differences() == []
    assert one.people[:3] == ["Somebody 1", "Somebody 2", "Cleo"]


@pytest.mark.parametrize("name", ["High", "Racehorse", "USD", "hand", "scorer", "tally", "left"])
def test_a_name_that_is_a_word_of_the_game(name: str) -> None:
    one = Evening(*HANDS, {"type": "note", "text": "High time"})
    changes_nothing(lambda: count_named(name))
    other = Evening(*HANDS[:2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.service.evening.PEOPLE", (name, "Ben", "Cleo", "Dov", "Edie"))
        third = Evening(*HANDS)
    entered = third.entries
    purge_name(name)
    assert differences() == []
    assert third.entries == entered
    assert third.people[0] == "Somebody 1"
    assert one.people == other.people


def test_nobody_is_called_so() -> None:
    evening()
    before = everything()
    assert count_named("Mallory") == Named(0, 0, 0)
    purge_name("Mallory")
    assert everything() == before


def test_a_note_stays_short_enough_to_be_played_again() -> None:
    one = evening()
    purge_name("Zoë")
    assert len(one.entries[-1]["text"]) <= 280
    assert differences() == []
