"""What a play-off pays belongs to no round, and is explained all the same."""

from __future__ import annotations

import uuid

from scorekeeper.games import GAMES
from scorekeeper.ledger import Payment
from scorekeeper.service.money import reasons, settlements
from scorekeeper.service.open_match import open_session
from scorekeeper.service.sessions import start_session
from tests.games.ten_pennies.at_table import ended, hand, playoff
from tests.service.evening import PHONE
from tests.service.test_three_games import plays


def test_the_bowl_of_a_play_off_is_explained() -> None:
    caught = hand(low=3)
    tied = [ended(at % 2, *({} if seat == at % 2 else caught for seat in range(3))) for at in range(6)]
    setup = {"players": ["Ana", "Ben", "Cleo"], "rules": {"tie": "playoff"}, "stake": {"unit": "USD"}}
    match = start_session(PHONE, GAMES["ten_pennies"], setup, zone="UTC", client_id=str(uuid.uuid4()))
    note = {"type": "note", "text": "A tie"}
    plays(match.session.slug, 1, [*tied, ended(2, caught, caught, {}), note, playoff(1)])
    session, _role = open_session(match.session.slug, PHONE)
    (dollars,) = settlements(session)
    ana, ben, cleo = match.seats
    owed = (Payment(ana, ben, 12), Payment(cleo, ben, 18))
    assert dollars.payments == owed
    behind = reasons(session, "USD")
    assert behind.each_to_each() == owed
    assert [behind.why(payment).explanation.payer_lines for payment in owed] == [
        (((1, 8), -12),),
        (((1, 8), -18),),
    ]
