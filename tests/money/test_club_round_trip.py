"""Any club that is exported and imported is the same club: people, sessions, tab and statistics."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from flask import Flask
from hypothesis import event, given
from hypothesis import strategies as st

from scorekeeper.exports import club_json
from scorekeeper.games import GAMES
from scorekeeper.service.club_statistics import ClubFigures, club_figures
from scorekeeper.service.exporting import contents_of_club
from scorekeeper.service.importing_club import import_club
from scorekeeper.service.operating import find_place
from scorekeeper.service.tab import tab_of
from scorekeeper.service.verifying import verify_matches
from scorekeeper.statistics import MemberStatistics
from scorekeeper.store import Club, GameSession, db
from tests.money.random_club import RandomClub
from tests.money.random_session import UNITS
from tests.money.test_views_agree import SOME
from tests.service.evening import OTHER


def opened(slug: str) -> Club:
    db.session.rollback()
    db.session.expire_all()
    club = find_place(f"/c/{slug}")
    assert isinstance(club, Club)
    return club


def tab(club: Club) -> Any:
    """Who gets or owes what, who pays whom, and why; people and sessions by their places."""
    people = {member.id: place for place, member in enumerate(club.members)}
    evenings = db.session.query(GameSession).filter_by(club_id=club.id).order_by(GameSession.id)
    places = {session.id: place for place, session in enumerate(evenings)}
    found = tab_of(club)
    settled = {
        one.unit: (
            {people[person]: amount for person, amount in one.balances.items()},
            sorted((people[paid.payer], people[paid.payee], paid.amount) for paid in one.payments),
            {
                people[person]: sorted((places.get(key[0], -1), amount) for key, amount in lines if amount)
                for person, lines in found.reasons[one.unit].lines.items()
                if lines
            },
        )
        for one in found.settlements
    }
    names = {people[person]: name for person, name in found.names.items()}
    days = {places[session]: known for session, known in found.sessions.items()}
    return names, settled, days, sorted(at.replace(microsecond=0) for at in found.paid_at.values())


def figures(club: Club) -> list[Any]:
    """All statistics, game by game and unit by unit, people by their places."""
    people = {member.id: place for place, member in enumerate(club.members)}
    every = [(game, unit) for game in (None, *GAMES) for unit in (None, *UNITS)]
    return [_plain(club_figures(club.id, game=game, unit=unit), people) for game, unit in every]


def _plain(found: ClubFigures, people: dict[int, int]) -> Any:
    played = found.played
    places = {session: place for place, (session, _day) in enumerate(played.sessions)}
    return (
        {people[one.id]: (one.name, one.retired) for one in found.members.values()},
        {people[one]: people[other] for one, other in found.merged.items()},
        (played.games, played.units, played.game, played.unit, len(played.matches)),
        [day for _session, day in played.sessions],
        {people[member]: _placed(one, places) for member, one in played.figures.items()},
        {
            people[member]: {people[other]: amount for other, amount in gains.items()}
            for member, gains in played.gains.items()
        },
    )


def _placed(one: MemberStatistics, places: dict[int, int]) -> Any:
    """Somebody's figures, without ids."""
    sessions = [(places[net.session], net.day, net.net) for net in one.sessions]
    return replace(one, member=0, sessions=()), sessions


@SOME
@given(data=st.data())
def test_what_comes_in_is_what_went_out(either_app: Flask, data: st.DataObject) -> None:
    slug = RandomClub(either_app, data).slug
    with either_app.app_context():
        first = club_json(contents_of_club(opened(slug)))
        told: list[int] = []
        imported = import_club(json.loads(first), OTHER, again=True, further=told.append)
        other = opened(imported.slug)
        assert club_json(contents_of_club(other)) == first
        assert tab(other) == tab(opened(slug))
        assert figures(opened(imported.slug)) == figures(opened(slug))
        assert all(match.differences == [] for match in verify_matches())
        document = json.loads(first)
        event(f"merged: {any(one['merged_into'] is not None for one in document['members'])}")
        event(f"tab: {bool(document['transfers'])}")
        names = [one["name"] for one in document["members"] if one["merged_into"] is None]
        event(f"same names: {len(set(names)) < len(names)}")
        event(f"seats: {any('seats' in one['session'] for one in document['sessions'])}")
