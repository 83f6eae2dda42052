"""The tables (docs/architecture.md, "Storage"). Nothing of a session is ever deleted from them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.database import Base, Moment, now

_Id = BigInteger().with_variant(Integer(), "sqlite")


class Device(Base):
    """A phone. Its signed cookie holds this id and nothing else."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Club(Base):
    """People who meet again. ``slug`` stands in addresses; ``time_zone``: of its first phone."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    slug: Mapped[str] = mapped_column(String(24), unique=True)
    client_id: Mapped[str] = mapped_column(String(36), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    time_zone: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)

    members: Mapped[list[Member]] = relationship(order_by="Member.id", back_populates="club")


class Member(Base):
    """A person in a club, under the name of now: sessions keep the names that people had in them.

    ``retired_at``: since when the person is no longer offered; ``merged_into_id``: the member that this one
    turned out to be, whose history then includes this one's (never a chain: that member is merged into none).
    """

    __tablename__ = "member"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)
    retired_at: Mapped[datetime | None] = mapped_column(Moment)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))

    club: Mapped[Club] = relationship(back_populates="members")


class GameSession(Base):
    """An evening of matches by the same people. ``slug`` stands in addresses; ``day`` is its date there.

    ``club_id``: the club that it belongs to, if any; ``archived_at``: since when it is put away, and counts
    in no statistics.
    """

    __tablename__ = "session"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    slug: Mapped[str] = mapped_column(String(24), unique=True)
    client_id: Mapped[str] = mapped_column(String(36), unique=True)
    time_zone: Mapped[str] = mapped_column(String(64))
    day: Mapped[date]
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)
    club_id: Mapped[int | None] = mapped_column(ForeignKey("club.id"), index=True)
    archived_at: Mapped[datetime | None] = mapped_column(Moment)

    club: Mapped[Club | None] = relationship()
    players: Mapped[list[Player]] = relationship(order_by="Player.id", back_populates="session")
    matches: Mapped[list[Match]] = relationship(order_by="Match.number", back_populates="session")


class Player(Base):
    """A person in a session. ``member_id``: who that is in the session's club."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("session.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"), index=True)

    session: Mapped[GameSession] = relationship(back_populates="players")


class Match(Base):
    """One playing of a game.

    ``setup``: as a match document writes it. ``seats``: player ids by seat. ``state``: where it stands now.
    ``version`` goes up with every change. ``undone``: ids of the entries that redo would bring back, newest
    last. ``rules_version``: of the rules that computed the outcomes. ``steady_since``: the version since
    which only entries were added that commute with each other.
    """

    __tablename__ = "match"
    __table_args__ = (UniqueConstraint("session_id", "number"),)

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("session.id"))
    client_id: Mapped[str] = mapped_column(String(36), unique=True)
    number: Mapped[int]
    game: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int]
    setup: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[list[int]] = mapped_column(JSON)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(default=0)
    entries_made: Mapped[int] = mapped_column(default=0)
    newest: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    undone: Mapped[list[int]] = mapped_column(JSON, default=list)
    finished: Mapped[bool] = mapped_column(default=False)
    steady_since: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)

    session: Mapped[GameSession] = relationship(back_populates="matches")


class Entry(Base):
    """One thing that was entered, and what it did.

    ``seq``: its place among the entries of the match that count. ``data``: as the wire format has it,
    with its type. ``outcome``: said, warnings, payments and row. ``unit``: the hand, round or turn it
    is part of; ``completes``: whether it finished that unit, so that the score sheet reads only these.
    ``version``: which version of the match it made (None where that was not kept yet); ``voided_at``: since
    when it no longer counts.
    """

    __tablename__ = "entry"
    __table_args__ = (
        Index("ix_entry_live", "match_id", "voided_at", "seq"),
        UniqueConstraint("match_id", "client_id"),
    )

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))
    seq: Mapped[int]
    client_id: Mapped[str] = mapped_column(String(36))
    type: Mapped[str] = mapped_column(String(40))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    outcome: Mapped[dict[str, Any]] = mapped_column(JSON)
    unit: Mapped[int | None]
    completes: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int | None]
    amended: Mapped[bool] = mapped_column(default=False)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)
    voided_at: Mapped[datetime | None] = mapped_column(Moment)


class Transfer(Base):
    """Money that really changed hands, in minor units. Never edited: a reversal is another transfer."""

    __tablename__ = "transfer"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("session.id"), index=True)
    client_id: Mapped[str] = mapped_column(String(36), unique=True)
    payer_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    unit: Mapped[str] = mapped_column(Text)
    reverses_id: Mapped[int | None] = mapped_column(ForeignKey("transfer.id"))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)


class TabTransfer(Base):
    """Money that changed hands between members for a club's running tab: as :class:`Transfer`, by member."""

    __tablename__ = "tab_transfer"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    client_id: Mapped[str] = mapped_column(String(36), unique=True)
    payer_id: Mapped[int] = mapped_column(ForeignKey("member.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("member.id"))
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    unit: Mapped[str] = mapped_column(Text)
    reverses_id: Mapped[int | None] = mapped_column(ForeignKey("tab_transfer.id"))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Summary(Base):
    """What a club's statistics read of a match, worked out when it was last at ``version``.

    Not history but a copy of it in short: where the match has moved on, it is written anew when next read.
    ``made_by``: which way of summing up made it.
    """

    __tablename__ = "summary"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    version: Mapped[int]
    made_by: Mapped[int]
    told: Mapped[dict[str, Any]] = mapped_column(JSON)


class Correction(Base):
    """What the correction of a unit (``match_unit``) changed after somebody had paid.

    ``changes``: minor units by player id (as text: JSON has no other keys), above 0 for who has more to get.
    """

    __tablename__ = "correction"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    match_unit: Mapped[int]
    changes: Mapped[dict[str, int]] = mapped_column(JSON)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Link(Base):
    """A link by which phones are let into a session or a club (one of the two), as ``scorer`` or ``viewer``.

    Its secret is worked out from the server's key, what it leads to, the role and the ``generation``; here
    are only hashes by which it is found (``code_lookup``: of the short code that is spoken). Renewing it ends
    this one and makes the next generation.
    """

    __tablename__ = "link"
    __table_args__ = (
        UniqueConstraint("session_id", "role", "generation"),
        UniqueConstraint("club_id", "role", "generation"),
    )

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    session_id: Mapped[int | None] = mapped_column(ForeignKey("session.id"))
    club_id: Mapped[int | None] = mapped_column(ForeignKey("club.id"))
    role: Mapped[str] = mapped_column(String(10))
    generation: Mapped[int]
    lookup: Mapped[str] = mapped_column(String(64), unique=True)
    code_lookup: Mapped[str | None] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)
    ended_at: Mapped[datetime | None] = mapped_column(Moment)

    session: Mapped[GameSession | None] = relationship()
    club: Mapped[Club | None] = relationship()


class WrongCode(Base):
    """A short code that was tried and is none. Counted for a while, so that nobody can try them all."""

    __tablename__ = "wrong_code"

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    origin: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now, index=True)


class Access(Base):
    """What a device may do in a session or a club (one of the two): ``scorer`` enters, ``viewer`` looks.

    ``link_id``: the link that it came by, None for the phone that began it; ``player_id`` and
    ``member_id``: whose phone it is, if that was said; ``ended_at``: since when it may do nothing any more,
    because its link was renewed or (``put_out``) the phone was put out; ``hidden_at``: since when this
    phone does not list it.
    """

    __tablename__ = "access"
    __table_args__ = (UniqueConstraint("device_id", "session_id"), UniqueConstraint("device_id", "club_id"))

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    session_id: Mapped[int | None] = mapped_column(ForeignKey("session.id"), index=True)
    club_id: Mapped[int | None] = mapped_column(ForeignKey("club.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)
    link_id: Mapped[int | None] = mapped_column(ForeignKey("link.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    ended_at: Mapped[datetime | None] = mapped_column(Moment)
    put_out: Mapped[bool] = mapped_column(default=False)
    hidden_at: Mapped[datetime | None] = mapped_column(Moment)

    player: Mapped[Player | None] = relationship()
