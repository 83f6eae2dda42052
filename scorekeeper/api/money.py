"""Money of a session: what entries made people owe, who pays whom, and what was really paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from scorekeeper.api import examples
from scorekeeper.api.answers import PaymentSchema, SettlementSchema, TransferPage, page_of
from scorekeeper.api.bodies import NewTransfer
from scorekeeper.api.callers import program
from scorekeeper.api.pages import page
from scorekeeper.api.parts import ENTERS, LOOKS, Part, listed, told
from scorekeeper.api.transfers import keep, taken_back, transfers_in
from scorekeeper.documents import payment_json
from scorekeeper.service.money import Settlement, settlements
from scorekeeper.service.open_match import open_match, open_session
from scorekeeper.service.outcomes import payments_made
from scorekeeper.words import english

part = Part("Money", "What people owe each other in a session, and what they paid.")
Json = dict[str, Any]


@part.lists("/sessions/<session>/matches/<int:number>/payments", page_of(PaymentSchema))
def list_payments(asked: Json, session: str, number: int) -> Response:
    """What each entry of a match makes somebody owe, by seat, as `payments` of the wire format."""
    opened = open_match(session, number, program().device_id)
    words = english(opened.state.table.names, opened.unit)
    items, after = page(payments_made(opened.match), asked)
    return listed(({"entry": place, **payment_json(one, words)} for place, one in items), after)


@part.offers("GET", "/sessions/<session>/settlement", tells=SettlementSchema, problems=LOOKS)
def get_settlement(session: str) -> Response:
    """The fewest payments that settle all matches of a session, by unit; people by player id.

    None in a session of a club: what is open there is settled on the club's tab.
    """
    evening, _ = open_session(session, program().device_id)
    names = {player.id: player.name for player in evening.players}
    on_tab = evening.club_id is not None
    units = [told_settlement(one, names, "player") for one in settlements(evening)]
    for unit in units if on_tab else ():
        unit["payments"] = []  # are those of the tab
    return told({"on_tab": on_tab, "units": units})


@part.lists("/sessions/<session>/transfers", TransferPage)
def list_transfers(asked: Json, session: str) -> Response:
    """What was paid, the oldest first; what takes one back is a transfer too."""
    return transfers_in(open_session(session, program().device_id)[0], asked)


@part.offers(
    "POST",
    "/sessions/<session>/transfers",
    tells=TransferPage,
    status=201,
    body=NewTransfer,
    example=examples.TRANSFER,
    problems=ENTERS,
)
def add_transfer(asked: Json, session: str) -> Response:
    """Keeps that somebody paid somebody. Answers with the newest transfers."""
    return keep(session, asked, open_session)


@part.offers(
    "POST",
    "/sessions/<session>/transfers/<int:transfer>/reversal",
    tells=TransferPage,
    status=201,
    problems=ENTERS,
)
def reverse_transfer(session: str, transfer: int) -> Response:
    """Takes a transfer back, by another one the other way round; twice does it once."""
    return taken_back(session, transfer, open_session)


def told_settlement(one: Settlement, names: Mapping[int, str], person: str) -> Json:
    """A settlement as it is told; ``person``: what people are called there, ``player`` or ``member``."""
    return {
        "unit": one.unit,
        "balances": [
            {person: who, "name": names[who], "amount": amount} for who, amount in one.balances.items()
        ],
        "payments": [{"from": pays.payer, "to": pays.payee, "amount": pays.amount} for pays in one.payments],
    }
