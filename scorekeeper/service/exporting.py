"""Reading a whole session for an export: replays nothing, and asks as often for one match as for many."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any, cast

from sqlalchemy import Row, select

from scorekeeper.exports import (
    ClubSession,
    ExportedClub,
    ExportedLine,
    ExportedMatch,
    ExportedMember,
    ExportedSession,
    ExportedTransfer,
    match_alone,
)
from scorekeeper.games import GAMES
from scorekeeper.kernel import decoded, read_setup
from scorekeeper.service.clubs import open_club
from scorekeeper.service.errors import NotFound
from scorekeeper.service.open_match import open_session
from scorekeeper.service.outcomes import EntryOutcome
from scorekeeper.service.sessions import time_zone
from scorekeeper.store import Club, Entry, GameSession, Match, Player, TabTransfer, Transfer, db

EntryRow = Row[Any]


def session_export(slug: str, device_id: str) -> ExportedSession:
    """The session as it stands, for every phone that may look. Raises NotFound."""
    evening, _ = open_session(slug, device_id)
    return contents_of(evening)


def contents_of(evening: GameSession) -> ExportedSession:
    """The session as it stands, for whoever has seen that it may be read."""
    zone = time_zone(evening.time_zone)
    # In this order somebody who sits down meanwhile is at worst known and not yet playing.
    entries = _counting_entries(evening)
    matches = evening.matches
    players = evening.players
    places = {player.id: place for place, player in enumerate(players)}
    names = [player.name for player in players]
    paid = select(Transfer).where(Transfer.session_id == evening.id).order_by(Transfer.id)
    return ExportedSession(
        key=evening.slug,
        day=evening.day,
        time_zone=evening.time_zone,
        people=names,
        people_keys=_person_keys(evening, players),
        matches=tuple(_match(match, names, places, entries.get(match.id, []), zone) for match in matches),
        transfers=_transfers(db.session.scalars(paid).all(), places, zone),
    )


def match_export(slug: str, number: int, device_id: str) -> ExportedSession:
    """The same with this match alone. Raises NotFound."""
    alone = match_alone(session_export(slug, device_id), number)
    if alone is None:
        raise NotFound
    return alone


def club_export(slug: str, device_id: str) -> ExportedClub:
    """The club with all of its sessions, for every phone that may look. Raises NotFound, LinkStopped."""
    club, _ = open_club(slug, device_id)
    return contents_of_club(club)


def contents_of_club(club: Club) -> ExportedClub:
    """The club as it stands, for whoever has seen that it may be read."""
    zone = time_zone(club.time_zone)
    evenings = db.session.scalars(
        select(GameSession).where(GameSession.club_id == club.id).order_by(GameSession.id)
    ).all()
    members = {member.id: place for place, member in enumerate(club.members)}
    paid = select(TabTransfer).where(TabTransfer.club_id == club.id).order_by(TabTransfer.id)
    return ExportedClub(
        key=club.slug,
        name=club.name,
        time_zone=club.time_zone,
        members=tuple(
            ExportedMember(
                one.name,
                one.retired_at.astimezone(zone) if one.retired_at else None,
                None if one.merged_into_id is None else members[one.merged_into_id],
            )
            for one in club.members
        ),
        sessions=tuple(
            ClubSession(
                contents_of(evening),
                [members[cast("int", player.member_id)] for player in evening.players],
                evening.archived_at.astimezone(zone) if evening.archived_at else None,
            )
            for evening in evenings
        ),
        transfers=_transfers(db.session.scalars(paid).all(), members, zone),
    )


def _person_keys(evening: GameSession, players: Sequence[Player]) -> list[str]:
    """Members of a club are the same people in all its sessions; others are known in this one alone."""
    club = evening.club
    members = {one.id: one.merged_into_id or one.id for one in club.members} if club else {}
    return [
        f"club/{club.slug}/{members[player.member_id]}"
        if club and player.member_id in members
        else f"session/{evening.slug}/{player.id}"
        for player in players
    ]


def _counting_entries(evening: GameSession) -> dict[int, list[EntryRow]]:
    """The entries that count, by match and in order; rows, not objects: there may be thousands."""
    rows = db.session.execute(
        select(
            Entry.match_id,
            Entry.data,
            Entry.outcome,
            Entry.unit,
            Entry.completes,
            Entry.amended,
            Entry.made_at,
        )
        .join(Match, Match.id == Entry.match_id)
        .where(Match.session_id == evening.id, Entry.voided_at.is_(None))
        .order_by(Entry.match_id, Entry.seq)
    )
    by_match: dict[int, list[EntryRow]] = {}
    for row in rows:
        by_match.setdefault(row.match_id, []).append(row)
    return by_match


def _match(
    match: Match, names: Sequence[str], places: dict[int, int], entries: Sequence[EntryRow], zone: tzinfo
) -> ExportedMatch:
    game = GAMES[match.game]
    # Of the rows of a unit the last one counts.
    newest = {entry.unit: place for place, entry in enumerate(entries) if entry.completes}
    rows = set(newest.values())
    return ExportedMatch(
        number=match.number,
        game=game,
        setup=read_setup(game, match.setup),
        names=tuple(names[places[player_id]] for player_id in match.seats),
        people=tuple(places[player_id] for player_id in match.seats),
        state=decoded(match.state, game.state),
        begun_at=match.made_at.astimezone(zone),
        entries=tuple(entry.data for entry in entries),
        lines=tuple(
            _line(place, entry, zone, shown=place in rows)
            for place, entry in enumerate(entries)
            if place in rows or entry.outcome["payments"]
        ),
    )


def _line(place: int, entry: EntryRow, zone: tzinfo, *, shown: bool) -> ExportedLine:
    outcome = decoded(entry.outcome, EntryOutcome)
    return ExportedLine(
        entry=place,
        unit=entry.unit,
        row=outcome.row if shown else None,
        said=outcome.said,
        payments=outcome.payments,
        made_at=entry.made_at.astimezone(zone),
        corrected=entry.amended,
    )


def _transfers(
    transfers: Sequence[Transfer | TabTransfer], places: dict[int, int], zone: tzinfo
) -> tuple[ExportedTransfer, ...]:
    place_of = {transfer.id: place for place, transfer in enumerate(transfers)}
    return tuple(
        ExportedTransfer(
            payer=places[transfer.payer_id],
            payee=places[transfer.payee_id],
            amount_minor=transfer.amount_minor,
            unit=transfer.unit,
            made_at=transfer.made_at.astimezone(zone),
            reverses=None if transfer.reverses_id is None else place_of[transfer.reverses_id],
        )
        for transfer in transfers
    )
