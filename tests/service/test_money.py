"""Who owes whom over a whole session, and the hands behind it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from scorekeeper.service.money import Settlement, settlements, why
from scorekeeper.service.transaction import writing
from scorekeeper.store import Match, Player, Transfer, db
from tests.games.racehorse.at_table import ALL, FINISH, A, B, C, about, contract, hand, join, stake
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.kernel.reading import text as plain
from tests.service.evening import PHONE, Evening, fresh

R1 = (contract(B, 3), hand("high", "low", "game"))
R2 = (contract(C, 2), hand("high"))
SIX = [entry for example in ONE_EVENING for entry in entries(example, "contract")]
Named = tuple[str, str, int]


def settled(evening: Evening) -> list[Settlement]:
    """The settlements, each of which adds up, as does every reason given for it."""
    session = evening.session
    found = settlements(session)
    for settlement in found:
        assert sum(settlement.balances.values()) == 0
        left = dict(settlement.balances)
        for payment in settlement.payments:
            left[payment.payer] += payment.amount
            left[payment.payee] -= payment.amount
        assert set(left.values()) <= {0}
    return found


def plan(settlement: Settlement) -> list[Named]:
    """The payments with names, in whole units."""
    names = {player.id: player.name for player in db.session.query(Player)}
    return [(names[p.payer], names[p.payee], p.amount // 100) for p in settlement.payments]


def balances(settlement: Settlement) -> dict[str, int]:
    names = {player.id: player.name for player in db.session.query(Player)}
    return {names[who]: amount for who, amount in settlement.balances.items()}


def pays(evening: Evening, payer: str, payee: str, minor: int, unit: str = "USD") -> None:
    """Money that really changed hands."""
    played = evening.session
    ids = {player.name: player.id for player in played.players}
    with writing() as session:
        session.add(
            Transfer(
                session_id=played.id,
                client_id=fresh(),
                payer_id=ids[payer],
                payee_id=ids[payee],
                amount_minor=minor,
                unit=unit,
                device_id=PHONE,
                made_at=datetime(2026, 12, 1, tzinfo=UTC),
            )
        )


def test_r1_to_r6_is_settled_with_three_payments() -> None:
    (dollars,) = settled(Evening(*SIX))
    assert dollars.unit == "USD"
    assert balances(dollars) == {"Ana": -1500, "Ben": 1500, "Cleo": -1000, "Dov": 3500, "Edie": -2500}
    assert sorted(plan(dollars)) == [("Ana", "Ben", 15), ("Cleo", "Dov", 10), ("Edie", "Dov", 25)]


def test_nothing_played_nothing_owed() -> None:
    (dollars,) = settled(Evening())
    assert (dollars.payments, set(dollars.balances.values())) == ((), {0})


def test_matches_of_one_session_are_settled_together() -> None:
    evening = Evening(*R1, FINISH)
    evening.plays_again()
    evening.enters(contract(C, 3), hand())
    (dollars,) = settled(evening)
    assert balances(dollars) == {"Ana": 0, "Ben": 1500, "Cleo": -1500, "Dov": 0, "Edie": 0}
    assert plan(dollars) == [("Cleo", "Ben", 15)]


def test_each_unit_by_itself() -> None:
    evening = Evening(*R1, FINISH)
    evening.plays_again()
    evening.enters(*R2)
    _changes_unit(evening, "EUR")
    assert [(s.unit, plan(s)[0]) for s in settled(evening)] == [
        ("USD", ("Ana", "Ben", 3)),
        ("EUR", ("Cleo", "Ana", 2)),
    ]


def _changes_unit(evening: Evening, unit: str, **more: Any) -> None:
    """As if the match had been started for something else: "play again" keeps the stake."""
    match_id = evening.match.id
    with writing() as session:
        match = session.get_one(Match, match_id)
        match.setup = {**match.setup, "stake": {**match.setup["stake"], "unit": unit, **more}}


def test_cash_is_never_owed() -> None:
    evening = Evening(*R1, FINISH, stake={"settle": "cash"})
    (dollars,) = settled(evening)
    assert dollars.payments == ()
    evening.plays_again()
    _changes_unit(evening, "USD", settle="tally")
    evening.enters(*R2)
    (dollars,) = settled(evening)
    assert balances(dollars) == {"Ana": 200, "Ben": 200, "Cleo": -800, "Dov": 200, "Edie": 200}
    keys = {key for reason in why(evening.session, dollars) for key, _ in reason.explanation.payer_lines}
    assert keys == {(2, 1)}, "the hands paid in cash are no reason"


def test_who_came_late_and_who_sat_out() -> None:
    evening = Evening(*R1, about("sit_out", A), join("Finn"), *R2)
    (dollars,) = settled(evening)
    assert balances(dollars) == {
        "Ana": -300,
        "Ben": 1400,
        "Cleo": -1100,
        "Dov": -100,
        "Edie": -100,
        "Finn": 200,
    }


def test_who_joined_by_mistake_owes_nothing() -> None:
    evening = Evening(*R1, join("Finn"))
    evening.undoes()
    (dollars,) = settled(evening)
    assert balances(dollars)["Finn"] == 0
    assert "Finn" not in {name for payment in plan(dollars) for name in payment[:2]}


def test_a_correction_after_somebody_paid_shows_as_a_difference() -> None:
    evening = Evening(*R1)
    pays(evening, "Ana", "Ben", 300)
    pays(evening, "Cleo", "Ben", 300)
    (dollars,) = settled(evening)
    assert balances(dollars) == {"Ana": 0, "Ben": 600, "Cleo": 0, "Dov": -300, "Edie": -300}
    evening.amends(1, contract(B, 4), hand(*ALL))
    (dollars,) = settled(evening)
    assert balances(dollars) == {"Ana": -100, "Ben": 1000, "Cleo": -100, "Dov": -400, "Edie": -400}


def test_a_transfer_in_a_unit_nobody_plays_for() -> None:
    evening = Evening(*R1)
    pays(evening, "Ana", "Ben", 500, "EUR")
    dollars, euros = settled(evening)
    assert (dollars.unit, euros.unit) == ("USD", "EUR")
    assert plan(euros) == [("Ben", "Ana", 5)]


# Why ---------------------------------------------------------------------------------------------


def test_the_lines_behind_a_payment_add_up_to_the_balance() -> None:
    evening = Evening(*SIX, FINISH)
    evening.plays_again()
    evening.enters(stake(25), *R2)
    (dollars,) = settled(evening)
    reasons = why(evening.session, dollars)
    assert [reason.explanation.payment for reason in reasons] == list(dollars.payments)
    for reason in reasons:
        told = reason.explanation
        assert sum(amount for _, amount in told.payer_lines) == dollars.balances[told.payment.payer]
        assert sum(amount for _, amount in told.payee_lines) == dollars.balances[told.payment.payee]
        assert {key for key, _ in (*told.payer_lines, *told.payee_lines)} <= set(reason.reasons)


def test_the_lines_name_the_hands() -> None:
    evening = Evening(*SIX)
    (dollars,) = settled(evening)
    (edie,) = [r for r in why(evening.session, dollars) if r.explanation.payment.amount == 2500]
    assert [(key, amount // 100) for key, amount in edie.explanation.payer_lines] == [
        ((1, 1), -3),
        ((1, 2), 2),
        ((1, 3), -5),
        ((1, 4), -20),
        ((1, 5), -2),
        ((1, 6), 3),
    ]
    assert [plain(edie.reasons[1, unit]) for unit in range(1, 7)] == [
        "B made 3",
        "C set on 2",
        "D made a Smudge",
        "E set on a Smudge",
        "D made 2",
        "A set on 3",
    ]


def test_what_was_taken_back_is_no_reason() -> None:
    evening = Evening(*R1, *R2)
    evening.undoes()
    (dollars,) = settled(evening)
    reasons = why(evening.session, dollars)
    assert {key for reason in reasons for key, _ in reason.explanation.payer_lines} == {(1, 1)}
