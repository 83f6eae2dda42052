"""Transfers of a session and of a club's tab, which are told and kept alike."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.callers import program
from scorekeeper.api.fields import MOST_ID
from scorekeeper.api.pages import page
from scorekeeper.api.parts import told
from scorekeeper.api.problems import Overtaken
from scorekeeper.kernel import Refused
from scorekeeper.service.errors import NotFound, NothingThere
from scorekeeper.service.places import Opens, Place
from scorekeeper.service.sessions import time_zone
from scorekeeper.service.transfers import (
    AnyTransfer,
    MoneyMoved,
    record_transfer,
    take_back,
    transfers_of,
    transfers_seen,
)

Json = dict[str, Any]
_FIELDS = {"payer": "from", "payee": "to"}
"""As the wire format names what the service does not."""
NEWEST = 20
"""So many transfers are told after one was made."""


def transfers_in(place: Place, asked: Json) -> Response:
    """A page of the transfers there."""
    items, after = page(transfers_of(place), asked)
    return _told(place, items, after)


def keep(slug: str, asked: Json, opens: Opens) -> Response:
    """Keeps what was paid, and tells the newest transfers."""
    try:
        record_transfer(
            slug,
            program().device_id,
            payer=asked["payer"],
            payee=asked["payee"],
            amount_minor=asked["amount_minor"],
            unit=asked["unit"],
            seen=asked["version"],
            client_id=asked["client_id"],
            begun_before_club=False,
            opens=opens,
        )
    except MoneyMoved as moved:
        raise Overtaken(moved, transfers_seen(opens(slug, program().device_id)[0])) from None
    except (Refused, NothingThere) as refused:
        refused.field = _FIELDS.get(refused.field, refused.field)
        raise
    return _newest(slug, opens)


def taken_back(slug: str, transfer_id: int, opens: Opens) -> Response:
    """Takes a transfer back, and tells the newest ones."""
    if transfer_id > MOST_ID:
        raise NotFound
    take_back(slug, program().device_id, transfer_id, opens)
    return _newest(slug, opens)


def _newest(slug: str, opens: Opens) -> Response:
    place, _ = opens(slug, program().device_id)
    answer = _told(place, transfers_of(place)[-NEWEST:], None)
    answer.status_code = 201
    return answer


def _told(place: Place, items: Any, after: str | None) -> Response:
    zone = time_zone(place.time_zone)

    def in_short(one: AnyTransfer) -> Json:
        return {
            "id": one.id,
            "from": one.payer_id,
            "to": one.payee_id,
            "amount": one.amount_minor,
            "unit": one.unit,
            "at": one.made_at.astimezone(zone).isoformat(),
            "reverses": one.reverses_id,
        }

    return told({"version": transfers_seen(place), "items": list(map(in_short, items)), "next": after})
