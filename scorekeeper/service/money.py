"""What a session's people owe each other, over all its matches, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import select

from scorekeeper.documents import nets
from scorekeeper.games import GAMES
from scorekeeper.kernel import Message, decoded
from scorekeeper.ledger import Explanation, Payment, each_to_each, explanation, fewest_payments, leaving
from scorekeeper.service.outcomes import paying_entries
from scorekeeper.store import GameSession, Match, Transfer, db

LineKey = tuple[int, int]
"""Where a line of an explanation comes from: the number of the match in the session and of the unit in it.

What was paid has the match ``PAID`` and the number of the transfer.
"""
PAID = 0


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
    """The explanation of a suggested payment, with what each of its lines says (a transfer: nothing)."""

    explanation: Explanation[LineKey]
    reasons: dict[LineKey, Message]


@dataclass(frozen=True, slots=True)
class Reasons:
    """Everything behind the balances of one unit, keyed: what the matches made people owe, what was paid.

    ``back``: which of the transfers take another one back.
    """

    payments: tuple[tuple[LineKey, Payment], ...]
    transfers: tuple[tuple[LineKey, Payment], ...]
    said: dict[LineKey, Message]
    back: frozenset[LineKey]

    def each_to_each(self) -> tuple[Payment, ...]:
        """The plan without short cuts."""
        return each_to_each((row for _key, row in self.payments), (row for _key, row in self.transfers))

    def plan(self, settlement: Settlement, name: str) -> tuple[Payment, ...]:
        """The payments of a plan: ``fewest``, ``each`` (to each), or ``leaves-7``: person 7 goes home early.

        Of a plan or person that there is not the fewest.
        """
        kind, _, who = name.partition("-")
        if kind == "each":
            return self.each_to_each()
        person = next((one for one in settlement.balances if str(one) == who), None)
        if kind == "leaves" and person is not None:
            return leaving(settlement.balances, person)
        return settlement.payments

    def why(self, payment: Payment, *, between: bool = False) -> Why:
        """What stands behind a payment of a plan.

        ``between``: what passed between the two alone, which comes to a payment of the plan each to each.
        """
        made, paid = self.payments, self.transfers
        if between:
            made, paid = (tuple(_between(payment, rows)) for rows in (made, paid))
        return Why(explanation(payment, made, paid), self.said)


def _between(payment: Payment, rows: Iterable[tuple[LineKey, Payment]]) -> Iterator[tuple[LineKey, Payment]]:
    """Those of the rows that are about the two people of ``payment``."""
    two = {payment.payer, payment.payee}
    return ((key, row) for key, row in rows if {row.payer, row.payee} == two)


def reasons(session: GameSession, unit: str) -> Reasons:
    """What stands behind the balances in one unit, in the order in which it was played."""
    keyed: list[tuple[LineKey, Payment]] = []
    said: dict[LineKey, Message] = {}
    for match in _tallied(session.matches, unit):
        for unit_number, outcome in paying_entries(match):
            key = (match.number, unit_number)
            for payment in outcome.payments:
                said[key] = payment.reason
                payer, payee = match.seats[payment.payer], match.seats[payment.payee]
                keyed.append((key, Payment(payer, payee, payment.amount)))
    made = db.session.scalars(
        select(Transfer).where(Transfer.session_id == session.id, Transfer.unit == unit).order_by(Transfer.id)
    ).all()
    paid = tuple(((PAID, row.id), Payment(row.payer_id, row.payee_id, row.amount_minor)) for row in made)
    back = frozenset((PAID, row.id) for row in made if row.reverses_id is not None)
    return Reasons(tuple(keyed), paid, said, back)


def why(session: GameSession, settlement: Settlement) -> list[Why]:
    """For each payment of ``settlement`` the units behind it, in their order."""
    behind = reasons(session, settlement.unit)
    return [behind.why(payment) for payment in settlement.payments]


def _tallied(matches: Iterable[Match], unit: str) -> list[Match]:
    return [
        match
        for match in matches
        if match.setup["stake"]["unit"] == unit and match.setup["stake"]["settle"] == "tally"
    ]
