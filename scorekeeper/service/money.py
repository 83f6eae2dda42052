"""What a session's people owe each other, over all its matches, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from scorekeeper.documents import nets
from scorekeeper.games import GAMES
from scorekeeper.kernel import Message, decoded
from scorekeeper.ledger import Explanation, Payment, explanation, fewest_payments
from scorekeeper.service.outcomes import sheet_lines
from scorekeeper.store import GameSession, Match, Transfer, db

LineKey = tuple[int, int]
"""Where a line of an explanation comes from: the number of the match in the session and of the unit in it."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom in one unit, people by player id, amounts in minor units.

    ``balances``: what each gets (above 0) or owes (below 0) over all tallied matches, transfers taken off.
    """

    unit: str
    balances: dict[int, int]
    payments: tuple[Payment, ...]


def settlements(session: GameSession) -> list[Settlement]:
    """One settlement for each unit that the session plays for, from the matches' current states."""
    balances: dict[str, dict[int, int]] = {}
    for match in session.matches:
        stake = match.setup["stake"]
        game = GAMES[match.game]
        of_unit = balances.setdefault(stake["unit"], {player.id: 0 for player in session.players})
        for player_id, net in zip(
            match.seats, nets(game, decoded(match.state, game.state), stake["settle"]), strict=True
        ):
            of_unit[player_id] += net
    for transfer in db.session.scalars(select(Transfer).where(Transfer.session_id == session.id)):
        of_unit = balances.setdefault(transfer.unit, {player.id: 0 for player in session.players})
        of_unit[transfer.payer_id] += transfer.amount_minor
        of_unit[transfer.payee_id] -= transfer.amount_minor
    return [Settlement(unit, owed, fewest_payments(owed)) for unit, owed in balances.items()]


@dataclass(frozen=True, slots=True)
class Why:
    """The explanation of a suggested payment, with what each of its lines says."""

    explanation: Explanation[LineKey]
    reasons: dict[LineKey, Message]


def why(session: GameSession, settlement: Settlement) -> list[Why]:
    """For each payment of ``settlement`` the units behind it, in their order."""
    keyed: list[tuple[LineKey, Payment]] = []
    reasons: dict[LineKey, Message] = {}
    for match in _tallied(session.matches, settlement.unit):
        for line in sheet_lines(match):
            key = (match.number, line.row.unit)
            for payment in line.outcome.payments:
                reasons[key] = payment.reason
                payer, payee = match.seats[payment.payer], match.seats[payment.payee]
                keyed.append((key, Payment(payer, payee, payment.amount)))
    return [Why(explanation(payment, keyed), reasons) for payment in settlement.payments]


def _tallied(matches: Iterable[Match], unit: str) -> list[Match]:
    return [
        match
        for match in matches
        if match.setup["stake"]["unit"] == unit and match.setup["stake"]["settle"] == "tally"
    ]
