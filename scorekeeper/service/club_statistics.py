"""What the statistics pages of a club show: who is in it, what was played, and everybody's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sqlalchemy import Connection, bindparam, select

from scorekeeper.games import GAMES
from scorekeeper.service.membership import people_behind, players_in
from scorekeeper.service.summaries import SummaryRow, match_summary, summary_rows
from scorekeeper.statistics import (
    MatchSummary,
    MemberStatistics,
    Running,
    counted,
    statistics,
)
from scorekeeper.store import Member, db

_MEMBERS = select(Member.id, Member.name, Member.retired_at, Member.merged_into_id).where(
    Member.club_id == bindparam("club_id")
)


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A member under the name of now. ``retired``: whether no longer offered."""

    id: int
    name: str
    retired: bool


@dataclass(frozen=True)
class Played:
    """What was played and what it came to.

    ``games``, ``units``: what there is to choose from, the units most played for first; ``game`` is None for
    all, ``unit`` empty where nothing was played. ``matches``: what the figures are of; ``players``: which
    member a player is. ``figures``: by member; ``gains``: who gained how much from whom, by member;
    ``sessions``: with their days, in order.
    """

    games: tuple[str, ...]
    units: tuple[str, ...]
    game: str | None
    unit: str
    matches: tuple[MatchSummary, ...]
    players: Mapping[int, int]
    figures: Mapping[int, MemberStatistics]
    gains: Mapping[int, Mapping[int, int]]
    sessions: tuple[tuple[int, str], ...]

    @cached_property
    def by_game(self) -> dict[str, dict[int, MemberStatistics]]:
        """The figures for each game, of those that are counted; worked out when a page first needs them."""
        of = {key: tuple(one for one in self.matches if one.game == key) for key in self.games}
        return {key: statistics(matches, self.players) for key, matches in of.items() if matches}


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """A club's figures over its matches of one game or of all, for one unit.

    ``members``: by id, without those who were merged into another one; ``merged``: into whom these were.
    """

    members: Mapping[int, ClubMember]
    merged: Mapping[int, int]
    played: Played


def club_figures(club_id: int, *, game: str | None, unit: str | None) -> ClubFigures:
    """The figures of the club. Ends the transaction under way if something has to be summed up anew.

    Of a game that was never played all games; of a unit that the game was never played for the one that it
    was played for most.
    """
    connection = db.session.connection()
    members, merged = _members(connection, club_id)
    who = players_in(club_id)
    rows = summary_rows(club_id)  # may end the transaction: it comes last
    return ClubFigures(members, merged, _played(rows, who, frozenset(merged.items()), game, unit))


@lru_cache(maxsize=16)
def _played(
    rows: tuple[SummaryRow, ...],
    who: str,
    merged: frozenset[tuple[int, int]],
    game: str | None,
    unit: str | None,
) -> Played:
    """Adds everything up. Remembered for as long as the very same is read: nobody has to forget it."""
    players = people_behind(who, merged)
    counting = {row: one for row, one in zip(rows, map(match_summary, rows), strict=True) if one.counts}
    every = counting.values()
    games = tuple(key for key in GAMES if any(one.game == key for one in every))
    game = game if game in games else None
    times = Counter(one.unit for one in every if game in (None, one.game))
    units = tuple(known for known, _times in sorted(times.items(), key=lambda item: (-item[1], item[0])))
    unit = unit if unit in units else units[0] if units else ""
    matches = counted(every, unit=unit, game=game)
    newest = matches[-1].session if matches else 0
    earlier = tuple(row for row in counting if row.session != newest)
    running = _until(earlier, who, merged, game, unit).copy()
    running.adds((one for one in matches if one.session == newest), players)
    return Played(
        games, units, game, unit, matches, players, running.figures, running.gains, running.sessions
    )


@lru_cache(maxsize=16)
def _until(
    rows: tuple[SummaryRow, ...],
    who: str,
    merged: frozenset[tuple[int, int]],
    game: str | None,
    unit: str,
) -> Running:
    """What all but the newest session came to, in which alone something changes on most evenings."""
    return Running().adds(counted(map(match_summary, rows), unit=unit, game=game), people_behind(who, merged))


def _members(connection: Connection, club_id: int) -> tuple[dict[int, ClubMember], dict[int, int]]:
    members, merged = {}, {}
    for row in connection.execute(_MEMBERS, {"club_id": club_id}):
        if row.merged_into_id is None:
            members[row.id] = ClubMember(row.id, row.name, row.retired_at is not None)
        else:
            merged[row.id] = row.merged_into_id
    return members, merged
