"""Rows that are made ready before the lock is taken are those that the models would have written."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from flask import Flask
from sqlalchemy import select

from scorekeeper.service.transaction import writing
from scorekeeper.store import Club, Device, GameSession, Match, Member, Player, TabTransfer, db
from scorekeeper.store.bulk import Batch, Rows, Written

AT = datetime(2026, 11, 30, 20, tzinfo=UTC)


def written(batch: Batch) -> None:
    with writing() as session:
        session.merge(Device(id="d"))
        session.flush()
        batch.write(session.connection())


def club(batch: Batch, name: str = "Friday") -> int:
    return batch.add(Club, slug=name, client_id=name, name=name, time_zone="UTC")


def test_rows_name_each_other_by_their_places(either_app: Flask) -> None:
    with either_app.app_context():
        for name in ("first", "second"):  # the ids of the second batch are not the places
            batch = Batch(db.engine.dialect)
            place = club(batch, name)
            late = batch.add(Member, club_id=place, name="Benny", merged_into_id=2)
            batch.add(Member, club_id=place, name="Ana", retired_at=AT)
            early = batch.add(Member, club_id=place, name="Ben")
            batch.add(Member, club_id=place, name="B.", merged_into_id=early)
            written(batch)
            found = db.session.scalars(select(Club).where(Club.name == name)).one()
            ids = [one.id for one in found.members]
            assert ids == sorted(ids)
            assert [one.name for one in found.members] == ["Benny", "Ana", "Ben", "B."]
            assert [one.merged_into_id for one in found.members] == [ids[2], None, None, ids[2]]
            assert found.members[1].retired_at == AT
            assert batch.id_of(Member, late) == ids[0]
            assert batch.id_of(Club, place) == found.id


def test_what_is_not_given_has_its_default(either_app: Flask) -> None:
    with either_app.app_context():
        batch = Batch(db.engine.dialect)
        session = batch.add(
            GameSession, slug="s", client_id="s", time_zone="UTC", day=date(2026, 11, 30), archived_at=AT
        )
        players = [batch.add(Player, session_id=session, name=name) for name in "AB"]
        given: dict[str, Any] = {
            "game": "x",
            "rules_version": 1,
            "setup": {"a": 'ż"'},
            "state": Written("[]"),
        }
        seats = Rows(Player, players[::-1])
        batch.add(Match, session_id=session, client_id="m", number=1, seats=seats, newest=None, **given)
        written(batch)
        match = db.session.scalars(select(Match)).one()
        bare = Match(session_id=1, client_id="n", number=2, seats=[], **{**given, "state": []})
        with writing() as writer:
            writer.add(bare)
        for name in (
            "version",
            "entries_made",
            "newest",
            "undone",
            "finished",
            "steady_since",
            "setup",
            "state",
        ):
            assert getattr(match, name) == getattr(bare, name), name
        assert match.seats == [batch.id_of(Player, place) for place in players[::-1]]
        assert match.made_at.tzinfo is not None
        assert (match.session.day, match.session.archived_at) == (date(2026, 11, 30), AT)
        assert db.session.scalars(select(Match).where(Match.newest.is_(None))).all() == [match, bare]


def test_the_rows_after_these_get_the_ids_that_follow(either_app: Flask) -> None:
    with either_app.app_context():
        batch = Batch(db.engine.dialect)
        place = club(batch)
        people = [batch.add(Member, club_id=place, name=name) for name in "AB"]
        for at in range(1200):
            batch.add(
                TabTransfer,
                club_id=place,
                client_id=f"{at}",
                payer_id=people[0],
                payee_id=people[1],
                amount_minor=at + 1,
                unit="USD",
                reverses_id=at - 1 if at % 2 else None,
                device_id="d",
            )
        written(batch)
        rows = list(db.session.scalars(select(TabTransfer).order_by(TabTransfer.id)))
        assert [row.amount_minor for row in rows] == list(range(1, 1201))
        assert [row.reverses_id for row in rows] == [
            rows[at - 1].id if at % 2 else None for at in range(len(rows))
        ]
        with writing() as session:
            session.add(Member(club_id=batch.id_of(Club, place), name="C"))
        assert [one.name for one in db.session.scalars(select(Member).order_by(Member.id))] == ["A", "B", "C"]
