"""One evening, three games: the money is the sum over its matches, and still explained by match and hand."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.service.entries import add_entries
from scorekeeper.service.money import settlements, why
from scorekeeper.service.open_match import open_session
from scorekeeper.service.sessions import start_match, start_session
from tests.service.evening import PHONE

PITCH_WON: list[dict[str, Any]] = [
    raw
    for dealer in range(6)
    for raw in (
        {"type": "contract", "seat": 0, "bid": 10},
        {"type": "hand", "points": [10, 0]},
    )
]
ROUNDS: list[dict[str, Any]] = [
    {"type": "round", "out": 0, "hands": [{}, {"low": 1}, {"low": 2}, {"low": 3}]} for _ in range(7)
]


@pytest.fixture
def evening() -> str:
    """Racehorse for five, then Pitch with stakes and Ten Pennies for four of them, all in dollars."""
    five = {"players": ["Ana", "Ben", "Cleo", "Dov", "Edie"]}
    first = start_session(PHONE, GAMES["racehorse"], five, zone="UTC", client_id=str(uuid.uuid4()))
    slug = first.session.slug
    plays(
        slug,
        1,
        [{"type": "contract", "seat": 1, "bid": 3}, {"type": "hand", "won": ["high", "low", "game"]}],
    )
    four = {"players": ["Ana", "Ben", "Cleo", "Dov"], "stake": {"unit": "USD", "per_match": 500}}
    start_match(slug, PHONE, GAMES["ten_point_pitch"], four, client_id=str(uuid.uuid4()))
    plays(slug, 2, PITCH_WON)
    pennies = {"players": ["Edie", "Dov", "Cleo", "Ben"], "stake": {"unit": "USD", "per_penny": 1}}
    start_match(slug, PHONE, GAMES["ten_pennies"], pennies, client_id=str(uuid.uuid4()))
    plays(slug, 3, ROUNDS)
    return slug


def plays(slug: str, number: int, raws: list[dict[str, Any]]) -> None:
    """Enters one after the other."""
    for version, raw in enumerate(raws):
        add_entries(slug, number, PHONE, [raw], version=version, client_id=str(uuid.uuid4()))


def test_the_money_is_the_sum_over_the_matches(evening: str) -> None:
    session, _role = open_session(evening, PHONE)
    (dollars,) = settlements(session)
    names = {player.id: player.name for player in session.players}
    owed = {names[player]: amount for player, amount in dollars.balances.items()}
    # Racehorse: Ben +12, the others -3. Pitch: Ana and Cleo get $5 each from Ben and Dov.
    # Pennies: Edie takes the bowl of 42 coins, of which Dov put in 7, Cleo 14 and Ben 21.
    assert owed == {
        "Ana": 200,
        "Ben": 1200 - 500 - 21,
        "Cleo": 200 - 14,
        "Dov": -800 - 7,
        "Edie": -300 + 42,
    }
    assert sum(owed.values()) == 0
    assert len(dollars.payments) == len(owed) - 1  # no group of them cancels
    left = dict(dollars.balances)
    for payment in dollars.payments:
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert set(left.values()) == {0}


def test_each_payment_is_explained_by_match_and_unit(evening: str) -> None:
    session, _role = open_session(evening, PHONE)
    (dollars,) = settlements(session)
    for reason in why(session, dollars):
        payer = reason.explanation.payment.payer
        assert sum(amount for _key, amount in reason.explanation.payer_lines) == dollars.balances[payer]
    keys = {key for reason in why(session, dollars) for key, _ in reason.explanation.payer_lines}
    assert {match for match, _unit in keys} == {1, 2, 3}


def test_other_units_are_settled_apart(evening: str) -> None:
    chips = {"players": ["Ana", "Ben", "Cleo", "Dov"], "stake": {"unit": "chips", "per_match": 3}}
    start_match(evening, PHONE, GAMES["ten_point_pitch"], chips, client_id=str(uuid.uuid4()))
    plays(evening, 4, PITCH_WON)
    session, _role = open_session(evening, PHONE)
    found = {settlement.unit: sum(settlement.balances.values()) for settlement in settlements(session)}
    assert found == {"USD": 0, "chips": 0}
