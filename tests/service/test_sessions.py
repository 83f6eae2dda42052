"""Starting, playing again, and what a phone remembers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.kernel import Refused, read_setup
from scorekeeper.service import sessions
from scorekeeper.service.errors import NotFound
from scorekeeper.service.open_match import open_match
from scorekeeper.service.sessions import (
    count_sessions,
    last_names,
    play_again,
    sessions_on_phone,
    start_session,
    time_zone,
)
from scorekeeper.store import Device, Match, db
from tests.games.racehorse.at_table import FINISH, VOID, A, B, C, D, E, about, contract, hand, join, stake
from tests.service.evening import (
    GAME,
    OTHER,
    PEOPLE,
    PHONE,
    Evening,
    changes_nothing,
    fresh,
    leaves_nothing,
    sound,
)

R1 = (contract(B, 3), hand("high", "low", "game"))
R2 = (contract(C, 2), hand("high"))
FIVE: dict[str, Any] = {"players": list(PEOPLE[:5])}


def starts(raw: dict[str, Any], *, phone: str = PHONE, zone: str = "", client_id: str = "") -> Any:
    return start_session(phone, GAME, raw, zone=zone, client_id=client_id or fresh())


def test_a_session_begins_as_it_was_set_up() -> None:
    evening = Evening(
        first_dealer=2,
        rules={"low": "holder"},
        stake={"unit": "chips", "per_point": 5, "settle": "cash"},
    )
    assert (evening.dealer, evening.people) == (C, list(PEOPLE[:5]))
    setup = evening.opened.setup
    assert (setup.rules["low"], setup.stake.unit, setup.stake.settle) == ("holder", "chips", "cash")
    assert setup.stake.amounts_minor == {"per_point": 5}
    match = evening.match
    assert (match.number, match.version) == (1, 0)
    assert db.session.get_one(Match, match.id).rules_version == GAME.rules_version
    sound(evening)


def test_the_same_start_again_makes_no_second_session() -> None:
    own = fresh()
    first = starts(FIVE, client_id=own)
    slug = first.session.slug
    changes_nothing(lambda: starts(FIVE, client_id=own))
    assert starts(FIVE, client_id=own).session.slug == slug
    assert count_sessions(PHONE) == 1


def test_the_same_start_from_another_phone_shows_it_nothing() -> None:
    own = fresh()
    starts(FIVE, client_id=own)
    leaves_nothing(NotFound, lambda: starts(FIVE, phone=OTHER, client_id=own))


def test_a_set_up_that_is_refused_makes_nothing() -> None:
    leaves_nothing(Refused, lambda: starts({"players": ["Ana"] * 5}))
    leaves_nothing(Refused, lambda: starts({"players": list(PEOPLE[:4])}))
    assert db.session.query(Device).count() == 0


def test_addresses_cannot_be_guessed_and_are_easy_to_send_on() -> None:
    slugs = {starts(FIVE).session.slug for _ in range(5)}
    assert len(slugs) == 5
    assert all(len(slug) == 16 and slug.isascii() and slug.isalnum() for slug in slugs)


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        ("2026-12-01T00:30+00:00", "America/Chicago", "2026-11-30"),
        ("2026-12-01T00:30+00:00", "Asia/Tokyo", "2026-12-01"),
        ("2026-12-01T23:30+00:00", "Asia/Tokyo", "2026-12-02"),
        ("2026-12-01T00:30+00:00", "Nowhere/Land", "2026-12-01"),
    ],
)
def test_the_date_is_the_date_where_the_table_stands(
    moment: str, zone: str, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "now", lambda: datetime.fromisoformat(moment).astimezone(UTC))
    evening = starts(FIVE, zone=zone).session
    assert evening.day.isoformat() == day
    assert evening.time_zone == ("UTC" if "Nowhere" in zone else zone)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Nowhere",
        "../../etc/passwd",
        "/etc/passwd",
        "Europe",
        "zone.tab",
        "\0",
        "x" * 5000,
        "Ä/Ö",
        "a\nb",
        ".",
        "UTC\n",
    ],
)
def test_what_is_no_time_zone_is_utc(name: str) -> None:
    assert time_zone(name) is UTC


def test_a_time_zone() -> None:
    assert time_zone("Europe/Warsaw") == ZoneInfo("Europe/Warsaw")


# Playing again -----------------------------------------------------------------------------------


def test_the_same_people_again() -> None:
    evening = Evening(*R1, FINISH, rules={"low": "holder"}, stake={"unit": "EUR", "per_point": 50})
    evening.plays_again()
    assert evening.number == 2
    assert evening.dealer == B, "who would have dealt next"
    setup = evening.opened.setup
    assert setup.names == PEOPLE[:5]
    assert (setup.rules["low"], setup.stake.unit) == ("holder", "EUR")
    assert setup.stake.amounts_minor == {"per_point": 50}
    assert evening.money == [0] * 5
    assert evening.people == list(PEOPLE[:5])
    sound(evening)


def test_whoever_sits_there_now_in_the_order_of_the_table() -> None:
    evening = Evening(
        *R1, join("Finn", after=A), join("Gil"), about("sit_out", C), about("dealer", E), FINISH
    )
    evening.plays_again()
    setup = evening.opened.setup
    assert setup.names == ("Ana", "Finn", "Ben", "Dov", "Edie", "Gil")
    assert setup.names[evening.dealer] == "Edie"
    assert sorted(evening.people) == sorted(PEOPLE[:7])
    sound(evening)


def test_the_stake_that_counts_now() -> None:
    evening = Evening(*R1, stake(25), FINISH)
    evening.plays_again()
    assert evening.opened.setup.stake.amounts_minor == {"per_point": 25}


def test_playing_again_on_two_phones_makes_one_match() -> None:
    evening = Evening(*R1, FINISH)
    evening.watched_by(OTHER, "scorer")
    first = play_again(evening.slug, 1, PHONE)
    changes_nothing(lambda: play_again(evening.slug, 1, OTHER))
    assert play_again(evening.slug, 1, PHONE) == play_again(evening.slug, 1, OTHER) == first == 2


def test_a_match_that_goes_on_is_gone_on_with() -> None:
    evening = Evening(*R1)
    changes_nothing(lambda: play_again(evening.slug, 1, PHONE))
    assert play_again(evening.slug, 1, PHONE) == 1


def test_a_match_that_was_reopened_and_is_over_again_has_another_rematch() -> None:
    evening = Evening(*R1, FINISH)
    assert play_again(evening.slug, 1, PHONE) == 2
    evening.reopens()
    evening.enters(FINISH)
    assert play_again(evening.slug, 1, PHONE) == 3


def test_a_note_after_the_end_makes_no_other_rematch() -> None:
    evening = Evening(*R1, FINISH)
    assert play_again(evening.slug, 1, PHONE) == 2
    evening.enters({"type": "note", "text": "Late."})
    changes_nothing(lambda: play_again(evening.slug, 1, PHONE))


def test_too_few_sit_there_to_play_again() -> None:
    evening = Evening(*R1, about("sit_out", A), FINISH)
    refused = leaves_nothing(Refused, lambda: play_again(evening.slug, 1, PHONE))
    assert (refused.field, refused.code) == ("players", "too_few_players")


def test_the_same_form_with_other_names_starts_a_session_of_its_own() -> None:
    own = fresh()
    first = starts(FIVE, client_id=own)
    second = starts(FIVE | {"players": [*FIVE["players"][:4], "Zoe"]}, client_id=own)
    assert first.session.slug != second.session.slug
    assert last_names(PHONE)[-1] == "Zoe"
    assert count_sessions(PHONE) == 2


def test_matches_are_numbered_in_their_session() -> None:
    evening = Evening(FINISH)
    Evening(FINISH)
    evening.plays_again()
    evening.enters(FINISH)
    evening.plays_again()
    assert [match.number for match in evening.session.matches] == [1, 2, 3]
    with pytest.raises(NotFound):
        open_match(evening.slug, 4, PHONE)


def test_somebody_who_left_and_comes_back_is_the_same_player() -> None:
    evening = Evening(*R1, join("Finn"), about("sit_out", A), FINISH)
    evening.plays_again()
    evening.enters(join("ANA"))
    assert len(evening.people) == 6
    assert evening.match.seats[-1] == open_match(evening.slug, 1, PHONE).match.seats[A]


# What a phone remembers --------------------------------------------------------------------------


def test_a_phone_remembers_its_own_sessions_newest_first() -> None:
    first, second = Evening(), Evening()
    Evening(phone=OTHER)
    assert [one.session.slug for one in sessions_on_phone(PHONE)] == [second.slug, first.slug]
    assert [one.session.slug for one in sessions_on_phone(PHONE, most=1)] == [second.slug]
    assert (count_sessions(PHONE), count_sessions(OTHER), count_sessions("")) == (2, 1, 0)
    assert sessions_on_phone("") == []


def test_a_session_shared_with_a_phone_is_remembered_there() -> None:
    evening = Evening()
    evening.watched_by(OTHER)
    assert [one.session.slug for one in sessions_on_phone(OTHER)] == [evening.slug]


def test_the_people_who_sat_down_last_in_the_order_of_their_seats() -> None:
    assert last_names(PHONE) == []
    Evening(phone=OTHER, players=7)
    evening = Evening(VOID, join("Finn", after=A), about("sit_out", D))
    assert last_names(PHONE) == ["Ana", "Finn", "Ben", "Cleo", "Edie"]
    assert read_setup(GAME, {"players": last_names(PHONE)}).names[1] == "Finn"
    evening.enters(about("sit_in", D), FINISH)
    evening.plays_again()
    assert last_names(PHONE) == ["Ana", "Finn", "Ben", "Cleo", "Dov", "Edie"]
