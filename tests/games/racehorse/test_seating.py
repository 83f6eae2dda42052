"""Between hands: sitting out, coming back, the dealer, joining."""

from __future__ import annotations

import pytest

from tests.games.racehorse.at_table import (
    TRUMP,
    VOID,
    A,
    B,
    C,
    D,
    E,
    F,
    Match,
    Raw,
    about,
    bid,
    contract,
    hand,
    join,
)
from tests.kernel.reading import text

MADE_2 = hand("high", "low")
BETWEEN = [about("dealer", C), about("sit_out", C), about("sit_in", F), join("Zoe")]

# Sitting out and coming back ---------------------------------------------------------------------


def test_who_sits_out_neither_pays_nor_is_paid() -> None:
    match = Match(about("sit_out", C), contract(B, 2), MADE_2, players=6)
    assert match.money == [-2, 8, 0, -2, -2, -2]
    assert match.steps[-1].row is not None
    assert match.steps[-1].row.cells == (-200, 800, "out", -200, -200, -200)
    match.does(contract(F, 3), hand())
    assert match.money == [1, 11, 0, 1, 1, -14]


def test_who_comes_back_plays_again() -> None:
    match = Match(about("sit_out", C), contract(B, 2), MADE_2, players=6)
    step = match.does(about("sit_in", C))
    assert text(step.said) == "C is back from hand 2 on."
    match.does(contract(C, 2), MADE_2)
    assert match.money == [-4, 6, 10, -4, -4, -4]


def test_sitting_out_and_in_refused() -> None:
    match = Match(players=6)
    match.refuses(about("sit_in", C), "seat", "sits_already")
    match.refuses(about("sit_out", 6), "seat", "no_such_seat")
    match.refuses(about("sit_in", 6), "seat", "no_such_seat")
    match.refuses(about("sit_out", 40), "seat", "out_of_range")
    match.refuses(about("sit_out", -1), "seat", "out_of_range")
    match.does(about("sit_out", C))
    match.refuses(about("sit_out", C), "seat", "sits_out_already")
    match.refuses(contract(C, 2), "seat", "sits_out")
    match.refuses(about("dealer", C), "seat", "sits_out")


def test_somebody_stays() -> None:
    match = Match(*(about("sit_out", seat) for seat in (A, B, C, D)))
    assert "sit_out" not in match.asked
    match.refuses(about("sit_out", E), "seat", "nobody_left")
    assert match.dealer == E


@pytest.mark.parametrize("begun", [[bid(B, 2)], [contract(B, 2)], [contract(B, 2), TRUMP]])
@pytest.mark.parametrize("entry", BETWEEN, ids=lambda entry: entry["type"])
def test_refused_once_a_hand_has_begun(begun: list[Raw], entry: Raw) -> None:
    match = Match(about("sit_out", F), *begun, players=6)
    refused = match.refuses(entry, "type", "hand_under_way")
    assert text(refused.message) == "Hand 1 has begun. This can change only between hands."
    assert entry["type"] not in match.asked
    match.does(VOID, entry)


# The dealer --------------------------------------------------------------------------------------


def test_a_dealer_who_sits_out_is_followed_clockwise() -> None:
    match = Match(contract(B, 2), MADE_2, players=7)
    assert match.dealer == B
    match.does(about("sit_out", B))
    assert match.dealer == C
    match.does(about("sit_out", C))
    assert match.dealer == D
    match.does(about("sit_in", B))
    assert match.dealer == B


def test_the_last_seat_is_followed_by_the_first() -> None:
    match = Match(about("sit_out", F), players=6, first=F)
    assert match.dealer == A


def test_the_dealer_was_fixed_among_those_who_sat_in_the_hand() -> None:
    # B pitches and is set; C, who sits between A and B, was out: the deal is A's and stays so when C is back.
    match = Match(join("Zoe", after=A), about("sit_out", 5), contract(B, 2), hand())
    assert match.dealer == A
    match.does(about("sit_in", 5))
    assert match.dealer == A


def test_a_new_player_does_not_move_the_deal() -> None:
    match = Match(contract(B, 2), hand(), join("Zoe", after=A))
    assert match.dealer == A
    match = Match(contract(B, 2), hand(), about("sit_out", A), join("Zoe", after=A))
    assert match.dealer == 5


def test_override_is_for_one_hand() -> None:
    match = Match(about("dealer", D))
    assert match.next == {"dealer": D, "hand": 1, "to_bid": E}
    match.does(contract(C, 2, how="bid"), MADE_2)
    assert match.dealer == C
    match = Match(about("dealer", D), VOID)
    assert match.dealer == D
    assert match.does(about("dealer", D)).warnings == ()


def test_override_who_sits_out_later() -> None:
    match = Match(about("dealer", D), about("sit_out", D), players=6)
    assert match.dealer == E


def test_the_override_counts_for_steal_and_forced() -> None:
    match = Match(about("dealer", D))
    match.refuses(contract(A, 2, how="forced"), "how", "not_the_dealer")
    match.does(contract(D, 2, how="forced"))


@pytest.mark.parametrize(("first", "hoisted"), [(A, A), (C, A), (E, A)])
def test_the_first_dealer_is_as_drawn(first: int, hoisted: int) -> None:
    match = Match(first=first)
    assert match.dealer == first
    match.does(contract(B, 4), hand())
    assert match.dealer == hoisted


# Joining -----------------------------------------------------------------------------------------


def test_joining_late() -> None:
    match = Match(contract(B, 2), MADE_2)
    first_row = match.steps[-1].row
    step = match.does(join("Zoe", after=A))
    assert text(step.said) == "F joins from hand 2 on."
    assert match.state.table.order == (A, F, B, C, D, E)
    assert match.money == [-2, 8, -2, -2, -2, 0]
    match.does(contract(F, 3), hand("high", "low", "jack"))
    assert match.money == [-5, 5, -5, -5, -5, 15]
    assert first_row is not None
    assert len(first_row.cells) == 5  # absent from hand 1: "–", not 0


def test_joining_without_a_place_sits_last() -> None:
    match = Match(join("Zoe"))
    assert match.state.table.order == (A, B, C, D, E, F)
    match = Match(join("Zoe", after=E), join("Yan"))
    assert match.state.table.order == (A, B, C, D, E, 5, 6)
    assert Match({**join("Zoe"), "after": None}).state.table.order == (A, B, C, D, E, F)


def test_joining_behind_somebody_who_sits_out() -> None:
    match = Match(about("sit_out", B), join("Zoe", after=B))
    assert match.state.table.sitting == (A, F, C, D, E)


@pytest.mark.parametrize(
    ("entry", "field", "code"),
    [
        (join("Ana"), "name", "name_taken"),
        (join(" \uff21NA "), "name", "name_taken"),
        (join("  "), "name", "name_empty"),
        (join("x" * 41), "name", "name_too_long"),
        ({"type": "join"}, "name", "missing"),
        ({"type": "join", "name": 7}, "name", "not_text"),
        (join("Zoe", after=5), "after", "no_such_seat"),
        (join("Zoe", after=-1), "after", "out_of_range"),
        (join("Zoe", after=True), "after", "not_whole"),
    ],
)
def test_joining_refused(entry: Raw, field: str, code: str) -> None:
    Match().refuses(entry, field, code)


def test_the_table_is_full_at_last() -> None:
    match = Match(*(join(f"Guest {number}") for number in range(35)))
    assert "join" not in match.asked
    match.refuses(join("One more"), "name", "table_full")


def test_nine_people_take_turns() -> None:
    match = Match(join("Ida"), about("sit_out", A), players=8)
    assert match.dealer == B
    match.does(contract(8, 2), MADE_2)
    assert match.money == [0, *[-2] * 7, 14]
