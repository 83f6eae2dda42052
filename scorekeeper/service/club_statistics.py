"""What the statistics pages of a club show: who is in it, what was played, and everybody's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, bindparam, select

from scorekeeper.games import GAMES
from scorekeeper.service.open_club import OpenClub, open_club
from scorekeeper.service.summaries import summaries
from scorekeeper.statistics import (
    MatchSummary,
    MemberStatistics,
    counted,
    gains,
    sessions_of,
    statistics,
)
from scorekeeper.store import GameSession, Member, Player, db

_MEMBERS = select(Member.id, Member.name, Member.retired_at, Member.merged_into_id).where(
    Member.club_id == bindparam("club_id")
)
_PLAYERS = (
    select(Player.id, Player.member_id)
    .join(GameSession, GameSession.id == Player.session_id)
    .where(GameSession.club_id == bindparam("club_id"), Player.member_id.is_not(None))
)


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A member under the name of now. ``retired``: whether no longer offered."""

    id: int
    name: str
    retired: bool


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """A club's figures over its matches of one game (None: of all) for one unit.

    ``members``: by id, without those who were merged into another one; ``merged``: into whom these were.
    ``players``: which member a player is. ``games``, ``units``: what there is to choose from, the units most
    played for first; ``unit`` is empty where nothing was played. ``matches``: what the figures are of;
    ``all_games``: the same of every game. ``figures``: by member.
    """

    club: OpenClub
    members: Mapping[int, ClubMember]
    merged: Mapping[int, int]
    players: Mapping[int, int]
    games: tuple[str, ...]
    units: tuple[str, ...]
    game: str | None
    unit: str
    matches: tuple[MatchSummary, ...]
    all_games: tuple[MatchSummary, ...]
    figures: Mapping[int, MemberStatistics]

    @property
    def gains(self) -> dict[int, dict[int, int]]:
        """Who gained how much from whom, by member."""
        return gains(self.matches, self.players)

    @property
    def sessions(self) -> list[tuple[int, str]]:
        """The sessions with their days, in order."""
        return sessions_of(self.matches)

    def by_game(self, member: int) -> dict[str, MemberStatistics]:
        """A member's figures for each game that was played for this unit."""
        of = {}
        for game in self.games:
            mine = statistics([one for one in self.all_games if one.game == game], self.players)
            if member in mine:
                of[game] = mine[member]
        return of


def club_figures(slug: str, device_id: str, *, game: str | None, unit: str | None) -> ClubFigures:
    """The figures of the club for this phone; raises NotFound or LinkStopped.

    Of a game that was never played all games; of a unit that the game was never played for the one that it
    was played for most.
    """
    connection = db.session.connection()
    club = open_club(slug, device_id, connection)
    members, merged = _members(connection, club.id)
    players = _players(connection, club.id, merged)
    every = [one for one in summaries(club.id) if one.counts]  # may end the transaction: it comes last
    games = tuple(key for key in GAMES if any(one.game == key for one in every))
    game = game if game in games else None
    times = Counter(one.unit for one in every if game in (None, one.game))
    units = tuple(known for known, _times in sorted(times.items(), key=lambda item: (-item[1], item[0])))
    unit = unit if unit in units else units[0] if units else ""
    all_games = counted(every, unit=unit)
    matches = all_games if game is None else tuple(one for one in all_games if one.game == game)
    figures = statistics(matches, players)
    return ClubFigures(club, members, merged, players, games, units, game, unit, matches, all_games, figures)


def _players(connection: Connection, club_id: int, merged: Mapping[int, int]) -> dict[int, int]:
    rows = cast("Iterable[tuple[int, int]]", connection.execute(_PLAYERS, {"club_id": club_id}))
    return {player: merged.get(member, member) for player, member in rows}


def _members(connection: Connection, club_id: int) -> tuple[dict[int, ClubMember], dict[int, int]]:
    members, merged = {}, {}
    for row in connection.execute(_MEMBERS, {"club_id": club_id}):
        if row.merged_into_id is None:
            members[row.id] = ClubMember(row.id, row.name, row.retired_at is not None)
        else:
            merged[row.id] = row.merged_into_id
    return members, merged
