"""What a club's matches come to for each of its members, and who gained from whom. Pure.

Amounts are minor units of the one unit that the matches were played for: whoever calls keeps units apart
(:func:`counted`). People are members: ``members`` says whose a player's seat was; who is no member is one of
the ``GUESTS``, so that money still sums to zero. What is decided here:

* Only what was finished and played counts: a match that was opened, ended and had no unit is none. Nor is one
  that somebody played alone.
* A win is one win for each match, in equal parts for all who share it: partners have half a win each, and so
  have two who tie. For a streak a shared win is a win; a match that nobody won ends it.
* What a member wins or loses in a session is one figure, for best, worst and the course of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

GUESTS = 0
"""Stands for everybody who is no member. Members have numbers from 1."""


class SeatSummary(NamedTuple):
    """What a match was for one seat; ``net`` in minor units, ``feats`` counted by key."""

    player: int
    net: int
    score: int
    rank: int
    won: bool
    feats: Mapping[str, int]


class PairSummary(NamedTuple):
    """What one player owes another after a whole match, in minor units, above 0: all that went to and fro."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in short. ``session``, ``number``: where it stands; ``day``: of the session, as ISO 8601.

    ``cash``: whether nothing was owed, because it was paid at the table; ``units``: how many hands, rounds or
    turns were played; ``archived``: whether its session is put away.
    """

    session: int
    day: str
    number: int
    game: str
    unit: str
    cash: bool
    finished: bool
    archived: bool
    units: int
    seats: tuple[SeatSummary, ...]
    pairs: tuple[PairSummary, ...]

    @property
    def counts(self) -> bool:
        """Whether it is part of any statistics."""
        played = bool(self.units or self.pairs) and len(self.seats) > 1
        return self.finished and not self.archived and played


class SessionNet(NamedTuple):
    """What a member won (above 0) or lost in a session, in minor units."""

    session: int
    day: str
    net: int


@dataclass(frozen=True, slots=True)
class MemberStatistics:
    """What some matches came to for a member.

    ``wins``: with shared ones as parts; ``shared``: how many were; ``net`` in minor units; ``sessions``: in
    order; ``longest`` and ``current``: how many matches in a row were won, at best and up to the newest.
    """

    member: int
    matches: int
    wins: Fraction
    shared: int
    net: int
    feats: Mapping[str, int]
    sessions: tuple[SessionNet, ...]
    longest: int
    current: int

    @property
    def best(self) -> SessionNet:
        """The session that brought most, the first of equals."""
        return max(self.sessions, key=lambda one: one.net)

    @property
    def worst(self) -> SessionNet:
        """The session that cost most, the first of equals."""
        return min(self.sessions, key=lambda one: one.net)

    def course(self, sessions: Iterable[int]) -> list[int]:
        """The running net after each of ``sessions``; it stays where the member was not there."""
        nets = {one.session: one.net for one in self.sessions}
        total, running = 0, []
        for session in sessions:
            total += nets.get(session, 0)
            running.append(total)
        return running


def counted(
    summaries: Iterable[MatchSummary], *, unit: str, game: str | None = None
) -> tuple[MatchSummary, ...]:
    """The matches of ``game`` (None: of any) for ``unit`` that count, in the order in which they were played.

    Sessions of a day go by their numbers.
    """
    mine = (one for one in summaries if one.unit == unit and game in (None, one.game) and one.counts)
    return tuple(sorted(mine, key=lambda one: (one.day, one.session, one.number)))


@dataclass(slots=True)
class _Tally:
    """A member's figures while they are added up; ``wins``: parts of a win, by how many shared it."""

    matches: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: int = 0
    net: int = 0
    feats: Counter[str] = field(default_factory=Counter)
    sessions: dict[int, SessionNet] = field(default_factory=dict)
    longest: int = 0
    current: int = 0

    def sits(self, match: MatchSummary, seat: SeatSummary) -> None:
        """Takes over what a seat did, but for winning."""
        self.net += seat.net
        before = self.sessions.get(match.session)
        net = seat.net + (before.net if before else 0)
        self.sessions[match.session] = SessionNet(match.session, match.day, net)
        for key, times in seat.feats.items():
            self.feats[key] += times

    def ends(self, parts: int, winners: int) -> None:
        """The match is over, and won in so many of ``winners`` parts."""
        self.matches += 1
        self.current = self.current + 1 if parts else 0
        self.longest = max(self.longest, self.current)
        if parts:
            self.wins[winners] += parts
            self.shared += parts < winners

    def of(self, member: int) -> MemberStatistics:
        """What it comes to."""
        wins = sum((Fraction(parts, winners) for winners, parts in self.wins.items()), Fraction())
        sessions = tuple(self.sessions.values())
        figures = (self.matches, wins, self.shared, self.net, dict(self.feats), sessions)
        return MemberStatistics(member, *figures, self.longest, self.current)


def statistics(matches: Sequence[MatchSummary], members: Mapping[int, int]) -> dict[int, MemberStatistics]:
    """Everybody's figures over ``matches``, which are in order and for one unit (:func:`counted`).

    ``members``: who a player is. Who sat on two seats of a match, as a member that another one was merged
    into may have, played it once. Has everybody who played, the guests as one.
    """
    tallies: dict[int, _Tally] = {}
    for match in matches:
        winners, parts = 0, dict[int, int]()
        for seat in match.seats:
            member = members.get(seat.player, GUESTS)
            winners += seat.won
            parts[member] = parts.get(member, 0) + seat.won
            if (tally := tallies.get(member)) is None:
                tally = tallies[member] = _Tally()
            tally.sits(match, seat)
        for member, own in parts.items():
            tallies[member].ends(own, winners)
    return {member: tally.of(member) for member, tally in sorted(tallies.items())}


def gains(matches: Iterable[MatchSummary], members: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """What each member (row) gained from each other one (column), in minor units; below 0: lost to.

    Each row sums to the member's net. Where nothing went to and fro, or it came out even, the column may be
    missing.
    """
    rows: dict[int, dict[int, int]] = {}
    for match in matches:
        for payer, payee, amount in match.pairs:
            loser, winner = members.get(payer, GUESTS), members.get(payee, GUESTS)
            if loser != winner:
                gained, lost = rows.setdefault(winner, {}), rows.setdefault(loser, {})
                gained[loser] = gained.get(loser, 0) + amount
                lost[winner] = lost.get(winner, 0) - amount
    return rows


def sessions_of(matches: Iterable[MatchSummary]) -> list[tuple[int, str]]:
    """The sessions of ``matches`` with their days, in order."""
    return list({match.session: (match.session, match.day) for match in matches}.values())
