"""A club's sessions with one set of people: the members, under the names that they have now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.exports.contents import (
    ClubSession,
    ExportedClub,
    ExportedMatch,
    ExportedSession,
    ExportedTransfer,
)
from scorekeeper.exports.names import distinct
from scorekeeper.exports.settling import Settling, settled


@dataclass(frozen=True, slots=True)
class Together:
    """A club as files tell of it.

    ``people``: their names, all different, who was merged being the person that they turned out to be.
    ``sessions``: each with a number and with all of these people, also those who were not there.
    ``tab``: what was paid on the club's tab, ``transfers``: there and in the sessions, in the order in which
    it was paid, without what somebody paid to a name of their own; people by their places in ``people``.
    """

    people: Sequence[str]
    sessions: Sequence[ExportedSession]
    tab: Sequence[ExportedTransfer]
    transfers: Sequence[ExportedTransfer]

    @property
    def matches(self) -> Sequence[ExportedMatch]:
        """Those of all sessions, in order."""
        return [match for session in self.sessions for match in session.matches]

    @property
    def settling(self) -> list[Settling]:
        """What is open in each unit: the club's tab."""
        return settled(len(self.people), self.matches, self.transfers)


def together(club: ExportedClub) -> Together:
    """The club's sessions among its people."""
    standing = [place for place, one in enumerate(club.members) if one.merged_into is None]
    at = {member: place for place, member in enumerate(standing)}
    people = [
        at[place if one.merged_into is None else one.merged_into] for place, one in enumerate(club.members)
    ]
    names = distinct(club.members[place].name for place in standing)
    keys = _keys(club, people)
    sessions = [
        _session(one, number, people, names, [keys.get(place, "") for place in range(len(names))])
        for number, one in enumerate(club.sessions, start=1)
    ]
    tab = _moved(club.transfers, people)
    paid = [one for session in sessions for one in session.transfers] + tab
    between = sorted((one for one in paid if one.payer != one.payee), key=lambda one: one.made_at)
    return Together(names, sessions, tab, between)


def _keys(club: ExportedClub, people: Sequence[int]) -> Mapping[int, str]:
    """Of each person who ever sat down, the word that stays theirs."""
    return {
        people[member]: key
        for one in club.sessions
        for member, key in zip(one.members, one.session.people_keys, strict=True)
    }


def _session(
    of: ClubSession, number: int, people: Sequence[int], names: Sequence[str], keys: Sequence[str]
) -> ExportedSession:
    """``people``: by member who that is; ``names`` and ``keys``: theirs."""
    here = [people[member] for member in of.members]
    return replace(
        of.session,
        people=names,
        people_keys=keys,
        matches=[_match(match, here, names) for match in of.session.matches],
        transfers=_moved(of.session.transfers, here),
        number=number,
    )


def _match(match: ExportedMatch, here: Sequence[int], names: Sequence[str]) -> ExportedMatch:
    seated = [here[place] for place in match.people]
    return replace(match, people=seated, names=[names[place] for place in seated])


def _moved(transfers: Sequence[ExportedTransfer], people: Sequence[int]) -> list[ExportedTransfer]:
    return [replace(one, payer=people[one.payer], payee=people[one.payee]) for one in transfers]
