"""Sessions: beginning one, its people and its links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask import Response, current_app, url_for
from sqlalchemy import func, select

from scorekeeper.api import examples
from scorekeeper.api.answers import BegunSession, LinkSchema, PlayerSchema, SessionSchema, page_of
from scorekeeper.api.bodies import ChangedSession, NewSession
from scorekeeper.api.callers import program, program_if_any
from scorekeeper.api.pages import cursor_of, page
from scorekeeper.api.parts import ENTERS, LOOKS, Part, created, listed, told
from scorekeeper.documents import read_setup_alone
from scorekeeper.kernel import Refused, say
from scorekeeper.service.club_sessions import archive_session, sessions_after
from scorekeeper.service.clubs import club_to_write, open_club
from scorekeeper.service.links import SharedLink, links_of
from scorekeeper.service.membership import person_of
from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import Opens
from scorekeeper.service.programs import beginner
from scorekeeper.service.sessions import start_session
from scorekeeper.store import GameSession, Match, db

part = Part("Sessions", "Evenings of matches by the same people.")
Json = dict[str, Any]


@part.lists("/sessions", page_of(SessionSchema))
def list_sessions(asked: Json) -> Response:
    """The sessions that the token is for: one, or those of its club, the oldest first."""
    who = program()
    if not who.in_club:
        evening, role = open_session(who.slug, who.device_id)
        return listed(*page([in_short(evening, role)], asked))
    club, role = open_club(who.slug, who.device_id)
    evenings = sessions_after(club, asked["cursor"], asked["limit"] + 1)
    shown = evenings[: asked["limit"]]
    after = cursor_of(shown[-1].id) if len(evenings) > len(shown) else None
    counted = count_matches([evening.id for evening in shown])
    return listed([in_short(evening, role, counted) for evening in shown], after)


@part.offers(
    "POST",
    "/sessions",
    tells=BegunSession,
    status=201,
    begins=True,
    body=NewSession,
    example=examples.SESSION,
    problems=ENTERS,
    needs="token or nothing",
)
def begin_session(asked: Json) -> Response:
    """Begins a session with its first match: in the club, with a club's token; else a new one of its own.

    The same again with the same `client_id` makes no second one, and answers with the links of now.
    """
    who, document = program_if_any(), read_setup_alone(asked["match"])
    if who is not None and not who.in_club:
        raise Refused("", "not_for_sessions", say("Sessions are begun without a token, or with a club's."))
    club = club_to_write(who.slug, who.device_id) if who is not None else None
    device_id = who.device_id if who is not None else beginner(asked["client_id"])
    match = start_session(
        device_id,
        document.game,
        asked["match"],
        zone=asked["time_zone"],
        client_id=asked["client_id"],
        club_id=club.id if club else None,
    )
    evening, role = open_session(match.session.slug, device_id)
    what = in_short(evening, role) | {"links": links_in(evening.slug, device_id)}
    return created(what, "Sessions.get_session", session=evening.slug)


@part.offers("GET", "/sessions/<session>", tells=SessionSchema, problems=LOOKS)
def get_session(session: str) -> Response:
    """A session."""
    return told(in_short(*open_session(session, program().device_id)))


@part.offers("PATCH", "/sessions/<session>", tells=SessionSchema, body=ChangedSession, problems=ENTERS)
def change_session(asked: Json, session: str) -> Response:
    """Archives a session, so that it counts in no statistics, or brings it back. What is owed stays owed."""
    device_id = program().device_id
    archive_session(session, device_id, archived=asked["archived"])
    return told(in_short(*open_session(session, device_id)))


@part.lists("/sessions/<session>/players", page_of(PlayerSchema))
def list_players(asked: Json, session: str) -> Response:
    """Everybody who has a seat in any of its matches, in the order in which they came."""
    evening, _ = open_session(session, program().device_id)
    stands_for = person_of(evening.club.members) if evening.club else {}
    items, after = page(evening.players, asked)
    return listed(
        [
            {"id": one.id, "name": one.name, "member": stands_for.get(cast("int", one.member_id))}
            for one in items
        ],
        after,
    )


@part.lists("/sessions/<session>/links", page_of(LinkSchema))
def list_links(asked: Json, session: str) -> Response:
    """The links that this token may hand on: a viewer's that for watching, a scorer's both."""
    items, after = page(links_in(session, program().device_id), asked)
    return listed(items, after)


def links_in(slug: str, device_id: str, opens: Opens = open_session) -> list[Json]:
    """The links of a session or a club that this device may hand on."""
    return [_link(one) for one in links_of(slug, device_id, str(current_app.secret_key), opens)]


def _link(link: SharedLink) -> Json:
    url = url_for("join.invited", secret=link.secret, _external=True)
    return {"role": link.role, "token": link.secret, "url": url, "code": link.code}


def count_matches(session_ids: Sequence[int]) -> dict[int, int]:
    """How many matches each of these sessions has."""
    rows = db.session.execute(
        select(Match.session_id, func.count(Match.id).label("matches"))
        .where(Match.session_id.in_(session_ids))
        .group_by(Match.session_id)
    )
    return {row.session_id: row.matches for row in rows}


def in_short(evening: GameSession, role: str, counted: Mapping[int, int] | None = None) -> Json:
    """A session as it is told; ``counted``: how many matches each has, where that is known."""
    if counted is None:
        counted = count_matches([evening.id])
    return {
        "session": evening.slug,
        "date": evening.day.isoformat(),
        "time_zone": evening.time_zone,
        "archived": evening.archived_at is not None,
        "club": evening.club.slug if evening.club else None,
        "role": role,
        "matches": counted.get(evening.id, 0),
    }
