"""Money that really changed hands: recorded, never edited. Taking one back is another transfer."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.kernel import Refused, say
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.errors import NotFound
from scorekeeper.service.open_match import session_to_write
from scorekeeper.service.transaction import writing
from scorekeeper.store import GameSession, Transfer, db
from scorekeeper.store.following import touch

_BACK = uuid.UUID("0d9d3f0c-6e0e-4c7e-8a57-0b7a2d3f9b55")
"""Stands for "taken back" in the ids of transfers."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What somebody paid, people by player id. ``taken_back``: it no longer counts."""

    id: int
    payer: int
    payee: int
    amount_minor: int
    unit: str
    at: datetime
    taken_back: bool


def paid_in(session: GameSession) -> list[Paid]:
    """What was paid in the session, the newest first; what took one back is told by that one."""
    rows = db.session.scalars(
        select(Transfer).where(Transfer.session_id == session.id).order_by(Transfer.id.desc())
    ).all()
    back = {row.reverses_id for row in rows}
    return [
        Paid(row.id, row.payer_id, row.payee_id, row.amount_minor, row.unit, row.made_at, row.id in back)
        for row in rows
        if row.reverses_id is None
    ]


def transfers_made(session: GameSession) -> int:
    """How many transfers the session has, those that take one back too: a page says how many it has seen."""
    made = select(func.count()).select_from(Transfer).where(Transfer.session_id == session.id)
    return db.session.scalar(made) or 0


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
) -> None:
    """Keeps that ``payer`` has paid ``payee`` so much, people by player id.

    ``seen``: how many transfers the page had seen (:func:`transfers_made`); ``up_to_date``: whether what it
    showed as open is still so. Raises Refused for what cannot
    be, and where something was paid meanwhile; NotFound; NotAllowed for a viewer. The same again under the
    same ``client_id`` records nothing.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        known = session.scalar(select(Transfer).where(Transfer.client_id == client_id))
        if known is not None:
            same = (evening.id, payer, payee, amount_minor, unit)
            if (known.session_id, known.payer_id, known.payee_id, known.amount_minor, known.unit) == same:
                return
            raise overtaken()
        people = {player.id for player in evening.players}
        if payer not in people or payee not in people:
            raise NotFound
        if payer == payee:
            raise Refused("payee", "same_person", say("Somebody cannot pay themselves."))
        if unit not in {match.setup["stake"]["unit"] for match in evening.matches}:
            raise Refused("unit", "not_a_choice", say("Nobody plays for this unit here."))
        if not up_to_date or seen != transfers_made(evening):
            raise overtaken()
        if amount_minor <= 0:
            raise Refused("amount", "not_positive", say("Write an amount above nothing."))
        if amount_minor > LARGEST_AMOUNT:
            raise Refused("amount", "too_large", say("That is more than can be kept."))
        session.add(
            Transfer(
                session_id=evening.id,
                client_id=client_id,
                payer_id=payer,
                payee_id=payee,
                amount_minor=amount_minor,
                unit=unit,
                device_id=device_id,
            )
        )
        touch(session.connection(), evening.id)


def overtaken() -> Refused:
    """Why a page that shows what is no longer so keeps nothing."""
    text = say("Something was entered, paid or taken back since this page was opened. Look again.")
    return Refused("amount", "overtaken", text)


def take_back(slug: str, device_id: str, transfer_id: int) -> None:
    """Takes a transfer back, by another one the other way round; twice does it once.

    Raises NotFound, or NotAllowed for a viewer.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        transfer = session.get(Transfer, transfer_id)
        if transfer is None or transfer.session_id != evening.id or transfer.reverses_id is not None:
            raise NotFound
        if not _taken_back(session, transfer_id):
            session.add(
                Transfer(
                    session_id=evening.id,
                    client_id=str(uuid.uuid5(_BACK, str(transfer_id))),
                    payer_id=transfer.payee_id,
                    payee_id=transfer.payer_id,
                    amount_minor=transfer.amount_minor,
                    unit=transfer.unit,
                    reverses_id=transfer.id,
                    device_id=device_id,
                )
            )
            touch(session.connection(), evening.id)


def _taken_back(session: Session, transfer_id: int) -> bool:
    return session.scalar(select(Transfer.id).where(Transfer.reverses_id == transfer_id)) is not None
