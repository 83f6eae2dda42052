"""Money that really changed hands: recorded, never edited. Taking one back is another transfer.

In a session it goes from player to player, on the tab of a club from member to member. Whatever takes
``opens`` does so for both: ``open_session`` unless another is given.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from scorekeeper.kernel import Refused, say
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.errors import NotFound, NothingThere
from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import Opens, Place, place_to_write
from scorekeeper.service.transaction import writing
from scorekeeper.store import Club, GameSession, Match, TabTransfer, Transfer, db
from scorekeeper.store.following import touch

_BACK = uuid.UUID("0d9d3f0c-6e0e-4c7e-8a57-0b7a2d3f9b55")
"""Stands for "taken back" in the ids of transfers."""


AnyTransfer = Transfer | TabTransfer
"""In a session, or on a tab."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What somebody paid, people by player (on a tab: member) id. ``taken_back``: it no longer counts."""

    id: int
    payer: int
    payee: int
    amount_minor: int
    unit: str
    at: datetime
    taken_back: bool


def _written(place: Place) -> tuple[type[Transfer], ColumnElement[bool]]:
    """Where transfers of a place are kept, and which they are."""
    if isinstance(place, Club):
        # The two tables have the same columns, but for whose transfers these are.
        return cast("type[Transfer]", TabTransfer), TabTransfer.club_id == place.id
    return Transfer, Transfer.session_id == place.id


def paid_in(place: Place) -> list[Paid]:
    """What was paid there, the newest first; what took one back is told by that one."""
    table, here = _written(place)
    rows = db.session.scalars(select(table).where(here).order_by(table.id.desc())).all()
    back = {row.reverses_id for row in rows}
    return [
        Paid(row.id, row.payer_id, row.payee_id, row.amount_minor, row.unit, row.made_at, row.id in back)
        for row in rows
        if row.reverses_id is None
    ]


def transfers_of(place: Place) -> Sequence[AnyTransfer]:
    """All transfers there as they were made, the oldest first, those that take one back too."""
    table, here = _written(place)
    return db.session.scalars(select(table).where(here).order_by(table.id)).all()


def transfers_made(place: Place) -> int:
    """How many transfers there are, those that take one back too: a page says how many it has seen.

    Those of a club's sessions count on its tab.
    """
    table, here = _written(place)
    made = db.session.scalar(select(func.count()).select_from(table).where(here)) or 0
    if isinstance(place, Club):
        of_sessions = select(func.count()).select_from(Transfer).join(GameSession)
        made += db.session.scalar(of_sessions.where(GameSession.club_id == place.id)) or 0
    return made


def transfers_seen(place: Place) -> int:
    """What a page that keeps a payment has seen: the transfers there, and those that move the same money.

    What is paid on a club's tab and in its sessions comes off the same debts.
    """
    made = transfers_made(place)
    if isinstance(place, GameSession) and place.club_id is not None:
        on_tab = select(func.count()).select_from(TabTransfer).where(TabTransfer.club_id == place.club_id)
        made += db.session.scalar(on_tab) or 0
    return made


def _people(place: Place) -> set[int]:
    """Who may pay and be paid there."""
    if isinstance(place, Club):
        return {one.id for one in place.members if one.merged_into_id is None}
    return {player.id for player in place.players}


def _units(place: Place) -> set[str]:
    """What is played for there, or was: a session that left a club leaves what was paid on its tab."""
    unit = select(Match.setup["stake"]["unit"].as_string()).distinct()
    if isinstance(place, Club):
        unit = unit.join(GameSession).where(GameSession.club_id == place.id)
    else:
        unit = unit.where(Match.session_id == place.id)
    table, here = _written(place)
    return {*db.session.scalars(unit), *db.session.scalars(select(table.unit).where(here).distinct())}


def record_transfer(
    slug: str,
    device_id: str,
    *,
    payer: int,
    payee: int,
    amount_minor: int,
    unit: str,
    seen: int,
    client_id: str,
    up_to_date: bool = True,
    begun_before_club: bool = True,
    opens: Opens = open_session,
) -> None:
    """Keeps that ``payer`` has paid ``payee`` so much, people by player (on a tab: member) id.

    ``seen``: how many transfers the page had seen (:func:`transfers_seen`); ``up_to_date``: whether what it
    showed as open is still so; ``begun_before_club``: whether it may be from a page that was open before the
    session came into a club, on whose tab it is paid by now. Raises Refused for what cannot be, and where
    something was paid meanwhile; NotFound; NotAllowed for a viewer. The same again under the same
    ``client_id`` records nothing.
    """
    with writing() as session:
        place = place_to_write(opens, slug, device_id)
        table, here = _written(place)
        known = session.scalar(select(table).where(table.client_id == client_id))
        if known is not None:
            same = select(table.id).where(
                here,
                table.id == known.id,
                table.payer_id == payer,
                table.payee_id == payee,
                table.amount_minor == amount_minor,
                table.unit == unit,
            )
            if session.scalar(same) is not None:
                return
            raise MoneyMoved
        if isinstance(place, GameSession) and place.club_id is not None and not begun_before_club:
            text = say("What is open in a session of a club is paid on the club’s tab.")
            raise Refused("", "on_tab", text)
        if not {payer, payee} <= (people := _people(place)):
            field = "payee" if payer in people else "payer"
            raise NothingThere("nobody_here", say("Nobody here has this id."), field)
        if payer == payee:
            raise Refused("payee", "same_person", say("Somebody cannot pay themselves."))
        if unit not in _units(place):
            raise Refused("unit", "not_a_choice", say("Nobody plays for this unit here."))
        if not up_to_date or seen != transfers_seen(place):
            raise MoneyMoved
        if amount_minor <= 0:
            raise Refused("amount", "not_positive", say("Write an amount above nothing."))
        if amount_minor > LARGEST_AMOUNT:
            raise Refused("amount", "too_large", say("That is more than can be kept."))
        fresh = _new(place)
        fresh.client_id, fresh.device_id = client_id, device_id
        fresh.payer_id, fresh.payee_id = payer, payee
        fresh.amount_minor, fresh.unit = amount_minor, unit
        session.add(fresh)
        _touch(session, place)


def _touch(session: Session, place: Place) -> None:
    """Those who follow the session look at its money again; a club's pages are not followed."""
    if isinstance(place, GameSession):
        touch(session.connection(), place.id)


def _new(place: Place) -> AnyTransfer:
    return TabTransfer(club_id=place.id) if isinstance(place, Club) else Transfer(session_id=place.id)


class MoneyMoved(Refused):
    """What a page showed as open is no longer so; nothing is kept."""

    def __init__(self) -> None:
        text = say("Something was entered, paid or taken back since this page was opened. Look again.")
        super().__init__("amount", "overtaken", text)


def take_back(slug: str, device_id: str, transfer_id: int, opens: Opens = open_session) -> None:
    """Takes a transfer back, by another one the other way round; twice does it once.

    Raises NotFound, or NotAllowed for a viewer.
    """
    with writing() as session:
        place = place_to_write(opens, slug, device_id)
        table, here = _written(place)
        transfer = session.scalar(select(table).where(here, table.id == transfer_id))
        if transfer is None or transfer.reverses_id is not None:
            raise NotFound
        if session.scalar(select(table.id).where(table.reverses_id == transfer_id)) is None:
            back = _new(place)
            back.client_id, back.device_id = str(uuid.uuid5(_BACK, str(transfer_id))), device_id
            back.payer_id, back.payee_id = transfer.payee_id, transfer.payer_id
            back.amount_minor, back.unit = transfer.amount_minor, transfer.unit
            back.reverses_id = transfer.id
            session.add(back)
            _touch(session, place)
