"""Adding entries: once, in order, all or none, and only on a page that is up to date."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event, func, select

from scorekeeper.kernel import Refused
from scorekeeper.service.entries import add_entries, add_entries_to, preview_entries
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.history import redo, reopen, undo
from scorekeeper.service.open_match import live_entries, open_match, open_session
from scorekeeper.service.sessions import play_again
from scorekeeper.store import Entry, Player, db
from tests.games.racehorse.at_table import FINISH, PASS, TRUMP, A, B, C, D, bid, contract, hand, join
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing, sound, stale

R1 = (contract(B, 3), hand("high", "low", "game"))
R2 = (contract(C, 2), hand("high"))


def test_nothing_entered_is_refused() -> None:
    evening = Evening()
    refused = leaves_nothing(
        Refused,
        lambda: add_entries(evening.slug, 1, PHONE, [], version=0, client_id=fresh()),
    )
    assert (refused.field, refused.code) == ("entries", "missing")


def test_an_entry_is_kept_with_what_it_did() -> None:
    evening = Evening(*R1)
    assert evening.money == [-3, 12, -3, -3, -3]
    assert evening.entries == list(R1)
    first, second = live_entries(evening.match)
    assert (first.type, first.seq, first.unit, first.completes) == ("contract", 1, 1, False)
    assert (second.type, second.seq, second.unit, second.completes) == ("hand", 2, 1, True)
    assert (second.device_id, second.amended, second.voided_at) == (PHONE, False, None)
    assert evening.version == 2
    sound(evening)


@pytest.mark.parametrize("late", [contract(C, 2), join("Zoe", after=A)])
def test_who_comes_second_of_two_at_the_same_moment_is_told(late: dict[str, Any]) -> None:
    evening = Evening()
    opened = evening.opened  # by the second phone, before the first one has saved
    evening.sends(R1[0])
    said = stale(
        lambda: add_entries_to(opened, [late], device_id=PHONE, version=0, client_id=fresh()),
    )
    assert said == evening.history[-1]
    assert (opened.match.version, opened.state) == (1, evening.opened.state)
    sound(evening)


def test_the_same_tap_twice_at_the_same_moment_counts_once() -> None:
    evening, own = Evening(), fresh()
    opened = evening.opened
    evening.sends(R1[0], client_id=own)
    changes_nothing(lambda: add_entries_to(opened, [R1[0]], device_id=PHONE, version=0, client_id=own))
    assert (opened.match.version, opened.state) == (1, evening.opened.state)
    stale(lambda: add_entries_to(opened, [contract(C, 2)], device_id=PHONE, version=0, client_id=own))


def test_the_same_again_adds_nothing_and_answers_alike() -> None:
    evening = Evening()
    own = fresh()
    first = evening.sends(R1[0], version=0, client_id=own)
    seen = (first.match.version, first.state)
    again = evening.sends(R1[0], version=0, client_id=own)
    assert (again.match.version, again.state) == seen
    assert evening.entries == [R1[0]]


def test_the_same_again_adds_nothing_even_after_others_entered_more() -> None:
    evening = Evening()
    own = fresh()
    evening.sends(R1[0], version=0, client_id=own)
    evening.enters(R1[1])
    changes_nothing(lambda: evening.sends(R1[0], version=0, client_id=own))


def test_the_same_id_with_something_else_is_stale() -> None:
    evening = Evening()
    own = fresh()
    evening.sends(R1[0], version=0, client_id=own)
    assert stale(lambda: evening.sends(contract(B, 4), version=0, client_id=own)) == "B pitches for 3."


def test_the_same_id_with_something_else_is_stale_on_a_page_that_was_brought_up_to_date() -> None:
    # Back to a form that was sent, "Work it out", which shows the newest version, and save.
    evening = Evening()
    own = fresh()
    evening.sends(R1[0], client_id=own)
    assert stale(lambda: evening.sends(R1[1], client_id=own)) == "B pitches for 3."
    evening.enters(R1[1])
    assert stale(lambda: evening.sends(R2[0], client_id=own)) == "B bid 3, took 3: made."


def test_the_same_id_after_undo_is_stale() -> None:
    evening = Evening()
    own = fresh()
    evening.sends(R1[0], client_id=own)
    evening.undoes()
    assert stale(lambda: evening.sends(R1[0], client_id=own)) == ""
    assert evening.entries == []


def test_the_same_id_in_another_match_is_another_entry() -> None:
    first, second = Evening(), Evening()
    own = fresh()
    first.sends(R1[0], client_id=own)
    second.sends(R1[0], client_id=own)
    assert first.entries == second.entries == [R1[0]]


@pytest.mark.parametrize("seen", [0, 1, 3, -1, 10**9])
def test_a_page_that_saw_another_version_is_stale_and_says_what_came_last(seen: int) -> None:
    evening = Evening(*R1)
    assert stale(lambda: evening.sends(R2[0], version=seen)) == "B bid 3, took 3: made."


def test_the_stale_refusal_says_where_the_match_is_now() -> None:
    evening = Evening(*R1)
    refused = leaves_nothing(Exception, lambda: evening.sends(R2[0], version=0))
    assert (refused.version, tuple(refused.names)) == (2, ("Ana", "Ben", "Cleo", "Dov", "Edie"))


def test_what_is_both_stale_and_against_the_rules_is_stale() -> None:
    evening = Evening(*R1)
    assert stale(lambda: evening.sends({"type": "bogus"}, version=0)) == "B bid 3, took 3: made."


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "bid", "seat": 0, "bid": 2},
        {"type": "bid", "seat": 1, "bid": 9},
        {"type": "hand", "won": []},
        {"type": "bogus"},
        {"type": None},
        {"type": ["bid"]},
        {},
        {"type": "note", "text": ""},
        {"type": "bid", "seat": 10**30, "bid": 2},
        {"type": "bid", "seat": 1, "bid": 2, "more": {"deep": [1]}},
    ],
)
def test_what_is_refused_leaves_nothing(raw: dict[str, Any]) -> None:
    evening = Evening()
    leaves_nothing(Refused, lambda: evening.sends(raw))
    sound(evening)


def test_several_together_are_one_tap() -> None:
    evening = Evening(R1[0])
    evening.sends(TRUMP, R1[1])
    assert evening.entries == [R1[0], TRUMP, R1[1]]
    sound(evening)


def test_of_several_together_all_or_none_count() -> None:
    evening = Evening(R1[0])
    leaves_nothing(Refused, lambda: evening.sends(TRUMP, hand("jack", jack_in_play=False)))
    leaves_nothing(Refused, lambda: evening.sends(TRUMP, R1[1], R1[1]))
    assert evening.entries == [R1[0]]


def test_several_together_again_add_nothing() -> None:
    evening = Evening(R1[0])
    own = fresh()
    evening.sends(TRUMP, R1[1], version=1, client_id=own)
    changes_nothing(lambda: evening.sends(TRUMP, R1[1], version=1, client_id=own))


def test_what_was_refused_may_be_sent_right_under_the_same_id() -> None:
    evening = Evening()
    own = fresh()
    leaves_nothing(Refused, lambda: evening.sends(contract(B, 9), client_id=own))
    evening.sends(contract(B, 3), client_id=own)
    assert evening.entries == [contract(B, 3)]


def test_nothing_but_notes_after_the_end() -> None:
    evening = Evening(*R1, FINISH)
    leaves_nothing(Refused, lambda: evening.sends(R2[0]))
    leaves_nothing(Refused, lambda: evening.sends(FINISH))
    evening.enters({"type": "note", "text": "Good night"})
    assert evening.match.finished
    sound(evening)


def test_a_preview_says_what_would_be_and_saves_nothing() -> None:
    evening = Evening(R1[0])
    changes_nothing(lambda: preview_entries(evening.opened, [TRUMP, R1[1]]))
    step = preview_entries(evening.opened, [TRUMP, R1[1]])
    assert [payment.amount for payment in step.payments] == [300] * 4
    leaves_nothing(Refused, lambda: preview_entries(evening.opened, [TRUMP, TRUMP]))


# Who joins ---------------------------------------------------------------------------------------


def test_who_joins_becomes_a_player_of_the_session() -> None:
    evening = Evening(*R1, join("Finn", after=A))
    assert evening.people == ["Ana", "Ben", "Cleo", "Dov", "Edie", "Finn"]
    assert len(evening.match.seats) == 6
    evening.enters(contract(5, 2), hand("high"))
    assert evening.money == [-1, 14, -1, -1, -1, -10]
    sound(evening)


def test_undoing_a_join_takes_the_seat_back_and_deletes_nobody() -> None:
    evening = Evening(*R1, join("Finn"))
    evening.undoes()
    assert len(evening.match.seats) == 5
    assert evening.people[-1] == "Finn"
    sound(evening)
    evening.enters(join("finn"))
    assert len(evening.people) == 6
    evening.undoes()
    evening.enters(join("Gil"))
    assert evening.people[5:] == ["Finn", "Gil"]


def test_two_who_join_together_are_two_players() -> None:
    evening = Evening()
    evening.sends(join("Finn"), join("Gil"))
    assert evening.people == ["Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gil"]
    sound(evening)


def test_a_join_that_is_refused_makes_no_player() -> None:
    evening = Evening()
    leaves_nothing(Refused, lambda: evening.sends(join("Finn"), join("FINN")))
    leaves_nothing(Refused, lambda: evening.sends(join("ana")))


# Who may -----------------------------------------------------------------------------------------


def _writes(evening: Evening, phone: str) -> dict[str, Any]:
    place, version = (evening.slug, evening.number, phone), evening.version
    return {
        "add": lambda: evening.sends({"type": "note", "text": "Hm"}, phone=phone),
        "undo": lambda: undo(*place, version=version),
        "redo": lambda: redo(*place, version=version),
        "reopen": lambda: reopen(*place, version=version),
        "again": lambda: play_again(*place),
        "amend": lambda: _amends(evening, phone, version),
    }


def _amends(evening: Evening, phone: str, version: int) -> None:
    evening.phone, own = phone, evening.phone
    try:
        evening.amends(1, *R2, version=version)
    finally:
        evening.phone = own


@pytest.mark.parametrize("act", ["add", "undo", "redo", "reopen", "again", "amend"])
def test_a_phone_that_may_look_can_write_nothing(act: str) -> None:
    evening = Evening(*R1, contract(D, 2))
    evening.undoes()
    evening.enters(FINISH)
    evening.watched_by(OTHER)
    assert open_match(evening.slug, 1, OTHER).role == "viewer"
    leaves_nothing(NotAllowed, _writes(evening, OTHER)[act])


@pytest.mark.parametrize("act", ["add", "undo", "redo", "reopen", "again", "amend"])
@pytest.mark.parametrize("phone", [OTHER, ""])
def test_a_phone_that_was_not_let_in_finds_nothing(act: str, phone: str) -> None:
    evening = Evening(*R1, FINISH)
    Evening(phone=OTHER)
    writes = _writes(evening, phone or " ")
    leaves_nothing(NotFound, writes[act])
    leaves_nothing(NotFound, lambda: open_match(evening.slug, 1, phone))
    leaves_nothing(NotFound, lambda: open_session(evening.slug, phone))


def test_a_second_scorer_enters_and_the_history_knows_who() -> None:
    evening = Evening(R1[0])
    evening.watched_by(OTHER, "scorer")
    evening.sends(R1[1], phone=OTHER)
    assert [entry.device_id for entry in live_entries(evening.match)] == [PHONE, OTHER]


@pytest.mark.parametrize(("slug", "number"), [("nowhere", 1), ("", 1), (None, 2), (None, 0), (None, -1)])
def test_what_does_not_exist_is_not_found(slug: str | None, number: int) -> None:
    evening = Evening()
    with pytest.raises(NotFound):
        open_match(evening.slug if slug is None else slug, number, PHONE)


def test_bids_out_of_turn_are_refused_after_the_page_was_right() -> None:
    evening = Evening(bid(B, PASS))
    refused = leaves_nothing(Refused, lambda: evening.sends(bid(D, 2)))
    assert (refused.field, refused.code) == ("seat", "out_of_turn")


def test_an_entry_asks_the_database_as_much_at_the_40th_as_at_the_2nd() -> None:
    def cost(evening: Evening) -> int:
        version = evening.version
        asked: list[object] = []
        event.listen(db.engine, "before_cursor_execute", listener := lambda *args: asked.append(args[2]))
        evening.sends(R2[0], version=version)
        event.remove(db.engine, "before_cursor_execute", listener)
        return len(asked)

    assert cost(Evening(*R1 * 20)) == cost(Evening(*R1)) <= 10
    assert db.session.scalar(select(func.count()).select_from(Entry)) == 44
    assert db.session.scalar(select(func.count()).select_from(Player)) == 10
