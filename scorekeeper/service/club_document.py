"""Reading a club document (``docs/exports.md``): everything is judged and played, nothing is stored.

What is not known is passed over, so that documents of later versions can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.exports.json import CLUB_FORMAT, CLUB_VERSION
from scorekeeper.kernel import Refused, say
from scorekeeper.kernel.names import name_key, refuse_same_name
from scorekeeper.kernel.setup import read_unit
from scorekeeper.service.document_values import (
    ReadTransfer,
    read_list,
    read_moment,
    read_object,
    read_places,
    read_transfers,
    read_version,
    read_whole,
    read_zone,
)
from scorekeeper.service.members import two_people
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.session_document import (
    Further,
    ReadSession,
    count_entries,
    read_name,
    read_session,
    refuse_too_many,
)


@dataclass(frozen=True, slots=True)
class ReadMember:
    """A member; ``merged_into``: the place of the one that stands for the person, None for who does."""

    name: str
    retired_at: datetime | None
    merged_into: int | None


@dataclass(frozen=True, slots=True)
class ReadClubSession:
    """A session of the club. ``members``: for each of ``session.people`` the place of the member."""

    session: ReadSession
    members: Sequence[int]
    archived_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReadClub:
    """A club document that can be stored as it is. ``transfers``: of the tab, between members."""

    name: str
    time_zone: str
    members: Sequence[ReadMember]
    sessions: Sequence[ReadClubSession]
    transfers: Sequence[ReadTransfer]


def is_club(raw: object) -> bool:
    """Whether a document says that it is of a club."""
    return isinstance(raw, Mapping) and raw.get("format") == CLUB_FORMAT


def count_club_entries(raw: object) -> int:
    """How many entries there are to play, as far as that can be seen."""
    sessions = raw.get("sessions") if isinstance(raw, Mapping) else None
    listed = sessions if isinstance(sessions, list) else []
    return sum(count_entries(one.get("session")) for one in listed if isinstance(one, Mapping))


def read_club(raw: object, further: Further = lambda _: None) -> ReadClub:
    """The club that a document describes, all that was played in it played again. Raises NotTaken."""
    try:
        document = _document(raw)
        name, zone = read_name(document.get("name"), "name"), read_zone(document.get("time_zone"))
        listed = read_list(document.get("members"), "members")
        refuse_too_many(listed, "members")
        evenings = read_list(document.get("sessions"), "sessions")
        paid = read_list(document.get("transfers", []), "transfers")
    except Refused as refused:
        raise NotTaken(refused) from None
    members = _members(listed)
    sessions = [_session(number, one, members, further) for number, one in enumerate(evenings, start=1)]
    _refuse_same_names(members, sessions)
    # What was paid for a session that left the club is in a unit that nobody plays for there any more.
    transfers = read_transfers(paid, len(members), read_unit)
    return ReadClub(name, zone, members, sessions, transfers)


def _document(raw: object) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping) or raw.get("format") != CLUB_FORMAT:
        text = say("This is no club document: the format of one is %(name)s.", name=CLUB_FORMAT)
        raise Refused("format", "no_club_document", text)
    read_version(raw, CLUB_VERSION)
    return raw


# Members -----------------------------------------------------------------------------------------


def _members(raws: Sequence[object]) -> list[ReadMember]:
    members = []
    for place, raw in enumerate(raws):
        try:
            members.append(_member(read_object(raw), len(raws)))
        except Refused as refused:
            raise NotTaken(refused, member=place) from None
    for place, one in enumerate(members):
        # Who is merged into themselves stands for nobody either.
        if one.merged_into is not None and members[one.merged_into].merged_into is not None:
            text = say("Somebody who stands for a person: merged into nobody, and somebody else.")
            raise NotTaken(Refused("merged_into", "stands_for_nobody", text), member=place)
    return members


def _member(raw: Mapping[str, Any], count: int) -> ReadMember:
    into = raw.get("merged_into")
    return ReadMember(
        read_name(raw.get("name"), "name"),
        _since(raw.get("retired"), "retired"),
        None if into is None else read_whole(into, "merged_into", 0, count - 1),
    )


def _since(raw: object, field: str) -> datetime | None:
    return None if raw is None else read_moment(raw, field)


def _person(members: Sequence[ReadMember], place: int) -> int:
    """The member that stands for this one."""
    into = members[place].merged_into
    return place if into is None else into


def _refuse_same_names(members: Sequence[ReadMember], sessions: Sequence[ReadClubSession]) -> None:
    """Raises NotTaken for two people of one name, unless both have played.

    Pages refuse the second one too. But who sits down under a name that somebody there had before is somebody
    new of the same name, and a club that has come to that must be taken in as it is.
    """
    played = {_person(members, place) for one in sessions for place in one.members}
    people: dict[str, int] = {}
    for place, one in enumerate(members):
        if one.merged_into is not None:
            continue
        other = people.setdefault(name_key(one.name), place)
        if other != place and not {other, place} <= played:
            try:
                refuse_same_name(one.name, (members[other].name,), "name")
            except Refused as refused:
                raise NotTaken(refused, member=place) from None


# Sessions ----------------------------------------------------------------------------------------


def _session(number: int, raw: object, members: Sequence[ReadMember], further: Further) -> ReadClubSession:
    try:
        one = read_object(raw)
        session = read_session(one.get("session"), further)
        places = read_places(one.get("members"), "members", len(session.people), len(members))
        archived_at = _since(one.get("archived"), "archived")
    except Refused as refused:
        raise NotTaken(refused, session=number) from None
    except NotTaken as not_taken:
        not_taken.session = number
        raise
    for match, played in enumerate(session.matches, start=1):
        seated: dict[int, int] = {}
        for player in played.people:
            other = seated.setdefault(_person(members, places[player]), player)
            if other != player:
                two = two_people("members", session.people[other], session.people[player])
                raise NotTaken(two, session=number, match=match)
    return ReadClubSession(session, places, archived_at)
