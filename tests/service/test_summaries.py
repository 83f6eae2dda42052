"""Summaries of a club's matches: right, kept, worked out anew where a match moved on, never in the way."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, select, text, update

from scorekeeper.games import GAMES
from scorekeeper.kernel import decoded
from scorekeeper.service import summaries as module
from scorekeeper.service.sessions import start_match, start_session
from scorekeeper.service.summaries import SessionDebts, debts_of, summaries, summary_rows
from scorekeeper.service.transaction import writing_rows
from scorekeeper.statistics import MatchSummary, PairSummary
from scorekeeper.store import Entry, Match, Summary, db
from tests.games.racehorse.at_table import FINISH, VOID, B, C, contract, hand, stake
from tests.games.ten_pennies.at_table import ended, playoff
from tests.games.ten_pennies.at_table import hand as hand_of
from tests.service.club_with_evenings import ClubUnderTest
from tests.service.evening import PEOPLE, PHONE, Evening
from tests.service.test_three_games import plays

MADE = [contract(B, 3), hand("high", "low", "game")]
SET = [contract(C, 2), hand("high")]


@pytest.fixture
def club() -> ClubUnderTest:
    return ClubUnderTest(*PEOPLE)


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    sent: list[str] = []

    def heard(_c: object, _cursor: object, statement: str, *_more: object) -> None:
        sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", heard)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", heard)


def fresh(club: ClubUnderTest) -> list[MatchSummary]:
    """As another page reads them."""
    db.session.rollback()
    return summaries(club.id)


def kept() -> list[tuple[int, int, Any]]:
    """What the table has."""
    db.session.rollback()
    return [
        (row.version, row.made_by, row.told)
        for row in db.session.execute(
            select(Summary.version, Summary.made_by, Summary.told).order_by(Summary.match_id)
        )
    ]


def test_a_match_in_short(club: ClubUnderTest) -> None:
    evening = club.evening(*MADE, *SET, stake(200), *MADE, VOID, FINISH, day=7)
    (one,) = fresh(club)
    assert (one.day, one.number, one.game, one.unit, one.units) == ("2026-11-07", 1, "racehorse", "USD", 4)
    assert (one.finished, one.cash, one.archived, one.counts) == (True, False, False, True)
    assert [seat.player for seat in one.seats] == evening.match.seats
    assert [seat.net for seat in one.seats] == [100 * whole for whole in evening.money]
    assert [seat.won for seat in one.seats] == [False, True, False, False, False]
    assert [dict(seat.feats) for seat in one.seats] == [{}, {"made": 2}, {"set": 1}, {}, {}]
    assert [seat.rank for seat in one.seats] == [2, 1, 5, 2, 2]
    ana, ben, cleo, *_ = evening.match.seats
    assert (ana, ben, 900) in one.pairs  # three for the first hand, six for the third
    assert (cleo, ben, 1100) in one.pairs  # and two of the second the other way, as everybody else too
    assert (cleo, ana, 200) in one.pairs


def test_nets_are_what_the_state_says_however_a_match_ends(club: ClubUnderTest) -> None:
    """After the last round, by hand with a bowl to take, and by a play-off, which completes no round."""
    game = GAMES["ten_pennies"]
    three = {"players": list(PEOPLE[:3]), "stake": {"unit": "USD", "per_penny": 1}}
    rules: dict[str, str] = {"tie": "playoff", "stopped": "leader"}
    won = [ended(0, {}, hand_of(low=1), hand_of(low=2)) for _ in range(7)]
    caught = hand_of(low=3)
    tied = [ended(at % 2, *({} if seat == at % 2 else caught for seat in range(3))) for at in range(6)]
    tied.append(ended(2, caught, caught, {}))
    match = start_session(PHONE, game, {**three, "rules": rules}, zone="UTC", client_id=str(uuid.uuid4()))
    slug = match.session.slug
    plays(slug, 1, won)
    for number, raws in ((2, [*won[:2], FINISH]), (3, [*tied, playoff(1)])):
        start_match(slug, PHONE, game, {**three, "rules": rules}, client_id=str(uuid.uuid4()))
        plays(slug, number, raws)
    club.takes(slug)
    found = fresh(club)
    states = {row.number: row.state for row in db.session.scalars(select(Match))}
    for one in found:
        assert one.finished
        standings = game.standings(decoded(states[one.number], game.state))
        assert [seat.net for seat in one.seats] == [standing.won_minor for standing in standings]
        assert any(seat.net for seat in one.seats)
    assert [seat.feats.get("out", 0) for seat in found[0].seats] == [7, 0, 0]
    assert [seat.won for seat in found[2].seats] == [False, True, False]


def test_what_is_kept_is_read_and_nothing_else(club: ClubUnderTest) -> None:
    for day in (1, 2, 3):
        club.evening(*MADE, FINISH, day=day)
    before = fresh(club)
    assert len(kept()) == 3
    with statements() as sent:
        assert fresh(club) == before
    assert len([one for one in sent if one.startswith("SELECT")]) == 1
    assert not any("INSERT" in one or "entry" in one for one in sent)


def test_all_that_is_old_is_worked_out_in_one_go(club: ClubUnderTest) -> None:
    for day in (1, 2, 3):
        club.evening(*MADE, FINISH, day=day)
    db.session.rollback()
    with statements() as sent:
        summaries(club.id)
    assert len([one for one in sent if one.startswith("SELECT")]) == 3


@pytest.mark.parametrize(
    ("change", "net", "finished"),
    [
        (lambda evening: evening.reopens(), [-3, 12, -3, -3, -3], False),
        (lambda evening: evening.undoes(2), [0] * 5, False),
        (lambda evening: evening.amends(1, contract(B, 3), hand("high")), [3, -12, 3, 3, 3], True),
    ],
)
def test_what_changed_is_worked_out_anew(
    club: ClubUnderTest, change: Any, net: list[int], finished: bool
) -> None:
    evening = club.evening(*MADE, FINISH)
    other = club.evening(*SET, FINISH, day=2)
    unchanged = fresh(club)[1]
    change(evening)
    one, two = fresh(club)
    assert [seat.net // 100 for seat in one.seats] == net
    assert one.finished is finished
    assert two == unchanged
    assert [row[0] for row in kept()] == [evening.version, other.version]


def test_a_correction_of_feats(club: ClubUnderTest) -> None:
    evening = club.evening(*MADE, FINISH)
    assert fresh(club)[0].seats[B].feats == {"made": 1}
    evening.amends(1, contract(C, 3), hand("high"))
    one = fresh(club)[0]
    assert (one.seats[B].feats, one.seats[C].feats) == ({}, {"set": 1})


def test_another_way_of_summing_up(club: ClubUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    club.evening(*MADE, FINISH)
    before = fresh(club)
    with writing_rows() as connection:
        connection.execute(update(Summary).values(told=["what nobody can read"]))
    monkeypatch.setattr(module, "MADE_BY", module.MADE_BY + 1)
    assert fresh(club) == before
    assert [row[1] for row in kept()] == [module.MADE_BY]


def test_outcomes_from_before_there_were_feats(club: ClubUnderTest) -> None:
    club.evening(*MADE, FINISH)
    with writing_rows() as connection:
        for row in connection.execute(select(Entry.id, Entry.outcome)).all():
            if row.outcome["row"]:
                del row.outcome["row"]["feats"]
            connection.execute(update(Entry).where(Entry.id == row.id).values(outcome=row.outcome))
    (one,) = fresh(club)
    assert [dict(seat.feats) for seat in one.seats] == [{}] * 5
    assert one.seats[B].net == 1200


def test_archived_and_taken_out_again(club: ClubUnderTest) -> None:
    evening = club.evening(*MADE, FINISH)
    before = fresh(club)
    club.archives(evening.slug)
    assert [(one.archived, one.counts) for one in fresh(club)] == [(True, False)]
    club.archives(evening.slug, back=True)
    assert fresh(club) == before


def test_other_clubs_and_sessions_without_one_are_not_read(club: ClubUnderTest) -> None:
    other = ClubUnderTest("Ana", slug="another", phone="9" * 32)
    Evening(*MADE, FINISH)
    assert summaries(club.id) == summaries(other.id) == []
    evening = other.evening(*MADE, FINISH)
    assert [one.session for one in fresh(other)] == [evening.session.id]
    assert fresh(club) == []


def test_two_who_sum_up_the_same(club: ClubUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find it old; the second one writes over what the first one wrote."""
    club.evening(*MADE, FINISH)
    keep = module._keep

    def and_meanwhile_another(rows: Any) -> None:
        monkeypatch.setattr(module, "_keep", keep)
        keep(rows)
        keep(rows)

    monkeypatch.setattr(module, "_keep", and_meanwhile_another)
    assert len(fresh(club)) == 1
    assert len(kept()) == 1


def test_a_page_answers_while_somebody_writes(club: ClubUnderTest) -> None:
    club.evening(*MADE, FINISH)
    db.session.rollback()
    with writing_rows() as other:
        other.execute(
            text("INSERT INTO summary (match_id, version, made_by, told) SELECT id, 0, 0, '[]' FROM match")
        )
        # On another connection, as another page would be.
        assert [one.units for one in summaries(club.id)] == [1]
    assert [row[:2] for row in kept()] == [(0, 0)]
    assert [one.units for one in fresh(club)] == [1]
    assert [row[1] for row in kept()] == [module.MADE_BY]


def test_who_owes_whom_after_each_session(club: ClubUnderTest) -> None:
    evening = club.evening(*MADE, day=3)
    ana, ben, cleo, dov, edie = evening.match.seats
    club.evening(*MADE, stake={"unit": "USD", "settle": "cash", "per_point": 100})
    owed = SessionDebts(
        evening.session.id, "USD", tuple(PairSummary(player, ben, 300) for player in (ana, cleo, dov, edie))
    )
    db.session.rollback()
    assert debts_of(summary_rows(club.id)) == (owed,), "of a match that goes on too, and of cash nothing"
    evening.enters(*SET, FINISH)
    evening.plays_again()
    evening.enters(*MADE)
    db.session.rollback()
    ((session, unit, pairs),) = debts_of(summary_rows(club.id))
    assert (session, unit) == (evening.session.id, "USD")
    assert PairSummary(cleo, ben, 800) in pairs, "set off over both matches of the session"
    club.archives(evening.slug)
    db.session.rollback()
    assert debts_of(summary_rows(club.id)) == ((session, unit, pairs),), "a debt is not put away"
