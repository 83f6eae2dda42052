"""Clubs: people who meet again, their sessions and their running tab."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Response

from scorekeeper.api import examples
from scorekeeper.api.answers import LinkSchema, TransferPage, page_of
from scorekeeper.api.bodies import ChangedClub, FiguresQuery, NewClub, NewTransfer
from scorekeeper.api.callers import program
from scorekeeper.api.club_answers import BegunClub, ClubSchema, StatisticsSchema, TabSchema
from scorekeeper.api.money import told_settlement
from scorekeeper.api.pages import page
from scorekeeper.api.parts import ENTERS, LOOKS, Part, created, listed, told
from scorekeeper.api.sessions import links_in
from scorekeeper.api.transfers import keep, taken_back, transfers_in
from scorekeeper.service.club_statistics import club_figures
from scorekeeper.service.clubs import open_club, rename_club, start_club
from scorekeeper.service.programs import beginner
from scorekeeper.service.tab import tab_of
from scorekeeper.statistics import MemberStatistics
from scorekeeper.store import Club

part = Part("Clubs", "People who meet again: members, and the tab that runs over all sessions.")
Json = dict[str, Any]


@part.offers(
    "POST",
    "/clubs",
    tells=BegunClub,
    status=201,
    begins=True,
    body=NewClub,
    example=examples.CLUB,
    problems=(409, 422),
    needs="nothing",
)
def begin_club(asked: Json) -> Response:
    """Begins a club. The same again with the same `client_id` makes no second one."""
    device_id = beginner(asked["client_id"])
    own_id = str(uuid.uuid5(uuid.UUID(asked["client_id"]), asked["name"]))  # what is kept opens nothing
    club = start_club(device_id, asked["name"], zone=asked["time_zone"], client_id=own_id)
    what = in_short(*open_club(club.slug, device_id)) | {"links": links_in(club.slug, device_id, open_club)}
    return created(what, "Clubs.get_club", club=club.slug)


@part.lists("/clubs", page_of(ClubSchema))
def list_clubs(asked: Json) -> Response:
    """The club that the token is for; none with the token of a session."""
    who = program()
    items, after = page([open_club(who.slug, who.device_id)] if who.in_club else [], asked)
    return listed((in_short(*one) for one in items), after)


@part.offers("GET", "/clubs/<club>", tells=ClubSchema, problems=LOOKS)
def get_club(club: str) -> Response:
    """A club."""
    return told(in_short(*open_club(club, program().device_id)))


@part.offers("PATCH", "/clubs/<club>", tells=ClubSchema, body=ChangedClub, problems=ENTERS)
def change_club(asked: Json, club: str) -> Response:
    """Gives a club another name."""
    device_id = program().device_id
    rename_club(club, device_id, asked["name"])
    return told(in_short(*open_club(club, device_id)))


@part.lists("/clubs/<club>/links", page_of(LinkSchema))
def list_club_links(asked: Json, club: str) -> Response:
    """The links that this token may hand on."""
    items, after = page(links_in(club, program().device_id, open_club), asked)
    return listed(items, after)


@part.offers("GET", "/clubs/<club>/tab", tells=TabSchema, problems=LOOKS)
def get_tab(club: str) -> Response:
    """Who pays whom over all sessions of a club, by unit; people by member id."""
    tab_now = tab_of(open_club(club, program().device_id)[0])
    return told({"units": [told_settlement(one, tab_now.names, "member") for one in tab_now.settlements]})


@part.lists("/clubs/<club>/transfers", TransferPage)
def list_tab_transfers(asked: Json, club: str) -> Response:
    """What was paid on the tab, the oldest first; people by member id."""
    return transfers_in(open_club(club, program().device_id)[0], asked)


@part.offers(
    "POST",
    "/clubs/<club>/transfers",
    tells=TransferPage,
    status=201,
    body=NewTransfer,
    example=examples.TRANSFER,
    problems=ENTERS,
)
def add_tab_transfer(asked: Json, club: str) -> Response:
    """Keeps that a member paid another. Answers with the newest transfers."""
    return keep(club, asked, open_club)


@part.offers(
    "POST", "/clubs/<club>/transfers/<int:transfer>/reversal", tells=TransferPage, status=201, problems=ENTERS
)
def reverse_tab_transfer(club: str, transfer: int) -> Response:
    """Takes a transfer of the tab back; twice does it once."""
    return taken_back(club, transfer, open_club)


@part.offers(
    "GET", "/clubs/<club>/statistics", tells=StatisticsSchema, query=FiguresQuery, problems=(*LOOKS, 422)
)
def get_statistics(asked: Json, club: str) -> Response:
    """What the finished matches of a club came to for each member, of all games or one, in one unit.

    Of a game or a unit that is not played there: of all, and in the one most played for.
    """
    known, _ = open_club(club, program().device_id)
    figures = club_figures(known.id, game=asked["game"], unit=asked["unit"])
    played = figures.played
    return told(
        {
            "games": list(played.games),
            "units": list(played.units),
            "game": played.game,
            "unit": played.unit,
            "members": [
                {
                    **_figures(one),
                    "name": figures.members[member].name,
                    "gains": {str(other): sum_ for other, sum_ in played.gains.get(member, {}).items()},
                }
                for member, one in sorted(played.figures.items())
                if member in figures.members
            ],
        }
    )


def _figures(one: MemberStatistics) -> Json:
    return {
        "member": one.member,
        "matches": one.matches,
        "wins": str(one.wins),
        "shared": one.shared,
        "net": one.net,
        "best": one.best.net,
        "worst": one.worst.net,
        "streak": one.current,
        "longest_streak": one.longest,
        "feats": dict(one.feats),
    }


def in_short(club: Club, role: str) -> Json:
    """A club as it is told."""
    return {"club": club.slug, "name": club.name, "time_zone": club.time_zone, "role": role}
