"""What an export is made from: a session as it stands, without what was taken back.

Moments have the session's time zone; amounts are minor units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from scorekeeper.kernel import Game, Message, Payment, Row, Setup


@dataclass(frozen=True, slots=True)
class ExportedLine:
    """An entry that completed a unit or made somebody owe something.

    ``entry``: its place in ``ExportedMatch.entries``. ``unit``: the hand, round or turn it is part of, None
    for what happens between them. ``row``: of the score sheet, None if it completed no unit. ``corrected``:
    whether it was changed after it was first entered.
    """

    entry: int
    unit: int | None
    row: Row | None
    said: Message
    payments: Sequence[Payment]
    made_at: datetime
    corrected: bool


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match, finished or not.

    ``names``: by seat, late arrivals included. ``people``: by seat, the place in ``ExportedSession.people``.
    ``state``: where it stands. ``entries``: those that count, as the wire format has them. ``lines``: what
    they did, in the same order.
    """

    number: int
    game: Game[Any]
    setup: Setup
    names: Sequence[str]
    people: Sequence[int]
    state: Any
    begun_at: datetime
    entries: Sequence[Mapping[str, Any]]
    lines: Sequence[ExportedLine]

    @property
    def last_at(self) -> datetime:
        """When the last thing was entered that the score sheet or the money knows of."""
        return self.lines[-1].made_at if self.lines else self.begun_at


@dataclass(frozen=True, slots=True)
class ExportedTransfer:
    """Money that really changed hands.

    ``payer`` and ``payee``: places in ``ExportedSession.people``. ``reverses``: the place of the transfer
    that this one takes back, in ``ExportedSession.transfers``.
    """

    payer: int
    payee: int
    amount_minor: int
    unit: str
    made_at: datetime
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """A session.

    ``key``: a word that stays its own for ever; ``day``: its date at the table; ``time_zone``: an IANA name;
    ``people``: their names; ``people_keys``: for each a word that stays theirs for ever, the same in all
    sessions of a club. ``alone``: whether it was cut down to one match; ``number``: which session of a club
    it is, from 1, where it stands in a file with the others.
    """

    key: str
    day: date
    time_zone: str
    people: Sequence[str]
    people_keys: Sequence[str]
    matches: Sequence[ExportedMatch]
    transfers: Sequence[ExportedTransfer] = ()
    alone: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ExportedMember:
    """A person in a club, under the name of now.

    ``retired_at``: since when no longer offered, None for who still comes; ``merged_into``: the place, in
    ``ExportedClub.members``, of the member that this one turned out to be (who is merged into none).
    """

    name: str
    retired_at: datetime | None
    merged_into: int | None


@dataclass(frozen=True, slots=True)
class ClubSession:
    """A session of a club.

    ``members``: for each of ``session.people`` the place in ``ExportedClub.members``, before merging.
    ``archived_at``: since when it counts in no statistics, None if it does.
    """

    session: ExportedSession
    members: Sequence[int]
    archived_at: datetime | None


@dataclass(frozen=True, slots=True)
class ExportedClub:
    """A club with all of its sessions, the oldest first, archived ones too.

    ``key``: a word that stays its own for ever. ``transfers``: what was paid on its tab, people by their
    places in ``members``; what was paid in a session is there.
    """

    key: str
    name: str
    time_zone: str
    members: Sequence[ExportedMember]
    sessions: Sequence[ClubSession]
    transfers: Sequence[ExportedTransfer]


def match_alone(session: ExportedSession, number: int) -> ExportedSession | None:
    """The session cut down to its match ``number``; None if there is no such match.

    Has those alone who play in it, and no transfers: these settle the session.
    """
    match = next((match for match in session.matches if match.number == number), None)
    if match is None:
        return None
    places = sorted(set(match.people))
    return replace(
        session,
        people=[session.people[place] for place in places],
        people_keys=[session.people_keys[place] for place in places],
        matches=[replace(match, people=[places.index(place) for place in match.people])],
        transfers=(),
        alone=True,
    )
