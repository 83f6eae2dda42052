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

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
    """A member's figures while they are added up.

    ``wins``: parts of a win, by how many shared it; ``nets``: by session; ``parts``: of the match that is
    being counted, how many of the winners' parts are this member's.
    """

    matches: int = 0
    wins: dict[int, int] = field(default_factory=dict)
    shared: int = 0
    feats: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    nets: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    longest: int = 0
    current: int = 0
    parts: int = 0

    def ends(self, winners: int) -> None:
        """The match is over, which so many won."""
        self.matches += 1
        if not self.parts:
            self.current = 0
            return
        self.current += 1
        self.longest = max(self.longest, self.current)
        self.wins[winners] = self.wins.get(winners, 0) + self.parts
        self.shared += self.parts < winners
        self.parts = 0

    def copy(self) -> _Tally:
        """The same, to go on with."""
        fresh = replace(self, wins=dict(self.wins))
        fresh.feats = defaultdict(int, self.feats)
        fresh.nets = defaultdict(int, self.nets)
        return fresh

    def of(self, member: int, days: Mapping[int, str]) -> MemberStatistics:
        """What it comes to."""
        wins = sum((Fraction(parts, winners) for winners, parts in self.wins.items()), Fraction())
        sessions = tuple(SessionNet(session, days[session], net) for session, net in self.nets.items())
        figures = (self.matches, wins, self.shared, sum(self.nets.values()), dict(self.feats), sessions)
        return MemberStatistics(member, *figures, self.longest, self.current)


class Running:
    """Everybody's figures while matches are added up, match by match in their order (:func:`counted`).

    Who goes on from a copy need not add up again what came before.
    """

    def __init__(self) -> None:
        self.tallies: defaultdict[int, _Tally] = defaultdict(_Tally)
        self.moved: defaultdict[tuple[int, int], int] = defaultdict(int)
        self.days: dict[int, str] = {}

    def copy(self) -> Running:
        """The same, to go on with."""
        fresh = Running()
        fresh.tallies.update({member: tally.copy() for member, tally in self.tallies.items()})
        fresh.moved.update(self.moved)
        fresh.days.update(self.days)
        return fresh

    def adds(self, matches: Iterable[MatchSummary], members: Mapping[int, int]) -> Running:
        """Adds matches for one unit. ``members``: who a player is.

        Who sat on two seats of a match, as a member that another one was merged into may have, played it
        once.
        """
        for match in matches:
            self.days.setdefault(match.session, match.day)
            self._plays(match, members)
            for payer, payee, amount in match.pairs:  # a club has tens of thousands of these
                self.moved[members.get(payee, GUESTS), members.get(payer, GUESTS)] += amount
        return self

    def _plays(self, match: MatchSummary, members: Mapping[int, int]) -> None:
        session, winners = match.session, 0
        there: dict[int, _Tally] = {}
        for player, net, _score, _rank, won, feats in match.seats:  # and thousands of these
            member = members.get(player, GUESTS)
            tally = there[member] = self.tallies[member]
            tally.nets[session] += net
            if won:
                winners += 1
                tally.parts += 1
            if feats:
                for key, times in feats.items():
                    tally.feats[key] += times
        for tally in there.values():
            tally.ends(winners)

    @property
    def figures(self) -> dict[int, MemberStatistics]:
        """By member, the guests as one."""
        return {member: tally.of(member, self.days) for member, tally in sorted(self.tallies.items())}

    @property
    def gains(self) -> dict[int, dict[int, int]]:
        """See :func:`gains`."""
        rows: dict[int, dict[int, int]] = {}
        for (winner, loser), amount in self.moved.items():
            if winner != loser:
                gained, lost = rows.setdefault(winner, {}), rows.setdefault(loser, {})
                gained[loser] = gained.get(loser, 0) + amount
                lost[winner] = lost.get(winner, 0) - amount
        return rows

    @property
    def sessions(self) -> tuple[tuple[int, str], ...]:
        """The sessions with their days, in order."""
        return tuple(self.days.items())


def statistics(matches: Iterable[MatchSummary], members: Mapping[int, int]) -> dict[int, MemberStatistics]:
    """Everybody's figures over ``matches``, which are in order and for one unit (:func:`counted`).

    ``members``: who a player is. Has everybody who played, the guests as one.
    """
    return Running().adds(matches, members).figures


def gains(matches: Iterable[MatchSummary], members: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """What each member (row) gained from each other one (column), in minor units; below 0: lost to.

    Each row sums to the member's net. Where nothing went to and fro, or it came out even, the column may be
    missing.
    """
    return Running().adds(matches, members).gains
