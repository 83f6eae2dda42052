"""What winners divide and who gets what is odd: by a stated rule, fair over time, in any order of rows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Setup, Several, Who, play, read_setup, say
from scorekeeper.kernel.setup import setup_json
from scorekeeper.side_stakes import match_payments, may_be_odd, shares
from tests.games.ten.at_table import LAST, SKIP, count, draw, turn
from tests.games.ten.at_table import Match as Ten
from tests.games.ten.at_table import hand as of_ten
from tests.games.ten_pennies.at_table import FINISH, buy, ended, hand
from tests.games.ten_pennies.at_table import Match as Pennies
from tests.kernel.reading import text

WON = say("won")
PENNIES, TEN = GAMES["ten_pennies"], GAMES["ten"]
TIE = count(of_ten("R1", 3), of_ten("B1", 3), of_ten(), of_ten(), of_ten())


@given(st.integers(0, 10**12), st.permutations(range(8)), st.integers(1, 8))
def test_shares_add_up_and_the_first_get_one_more(amount: int, seats: list[int], winners: int) -> None:
    won = shares(amount, seats[:winners])
    assert sum(won.values()) == amount
    assert list(won.values()) == sorted(won.values(), reverse=True)
    assert max(won.values()) - min(won.values()) <= 1


@given(st.data(), st.integers(1, 10**9), st.integers(2, 8))
def test_who_pays_whom_does_not_depend_on_the_order_of_rows(
    drawn: st.DataObject, each: int, players: int
) -> None:
    order = drawn.draw(st.permutations(range(players)))
    won = order[: drawn.draw(st.integers(1, players - 1))]
    rows = [seat for seat in range(players) if seat not in won]
    nets = []
    for _ in range(3):
        random.shuffle(rows)
        winners = sorted(won, key=lambda _: random.random())
        made = match_payments(each, rows, winners, won, WON)
        moved: Counter[int] = Counter()
        for payment in made:
            assert payment.amount > 0
            moved[payment.payer] -= payment.amount
            moved[payment.payee] += payment.amount
        assert all(moved[loser] == -each for loser in rows)
        assert sum(moved.values()) == 0
        nets.append(moved)
    assert nets[0] == nets[1] == nets[2]
    assert {seat: nets[0][seat] for seat in won} == shares(each * len(rows), won)


@given(st.integers(0, 1000), st.integers(1, 8))
def test_whether_it_may_be_odd(each: int, players: int) -> None:
    odd = {len(set(shares(each * (players - won), range(won)).values())) for won in range(2, players)}
    assert may_be_odd(each, players) == (2 in odd)


# What is said about it ---------------------------------------------------------------------------


def test_ten_says_who_gets_the_odd_unit_in_result_and_history() -> None:
    match = Ten(TIE, stake={"unit": "USD", "per_match": 125}, players=5)
    odd = "{375} make {187} and {188}: the odd part goes to B, first on the left of A, who went first."
    assert text(match.outcome.odd or WON) == odd
    assert text(match.outcome.said or WON).endswith(odd)
    assert text(match.steps[-1].said).endswith(odd)


def test_ten_says_from_whom_on_where_turns_were_played() -> None:
    stake = {"unit": "chips", "per_match": 5}
    match = Ten(*draw("R9", "R5"), *turn("B1"), LAST, SKIP, stake=stake, players=3)
    match.given(0, "G1")
    match.does(SKIP, SKIP, SKIP)
    odd = "{5} make {2} and {3}: the odd part goes to A, first on the left of B, who played last."
    assert text(match.outcome.odd or WON) == odd
    assert text(match.steps[-1].said).endswith(odd)


def test_ten_says_nothing_where_it_divides() -> None:
    for stake in ({"per_match": 100}, {"per_difference": 3}, {}):
        match = Ten(TIE, stake={"unit": "USD", **stake}, players=5)
        assert match.outcome.odd is None
        assert "odd" not in text(match.steps[-1].said)


def test_ten_pennies_says_it_in_result_and_history() -> None:
    level = [ended(at % 2, *({} if seat == at % 2 else hand(high=1) for seat in range(2))) for at in range(6)]
    match = Pennies(buy(0), *level, ended(None, hand(high=1), hand(high=1)), players=2)
    odd = "9 pennies make 4 and 5: the odd one goes to B, first on the last dealer’s left."
    assert text(match.outcome.odd or WON) == odd
    assert text(match.steps[-1].said).endswith(odd)
    even = Pennies(*level, ended(None, hand(high=1), hand(high=1)), players=2)
    assert even.outcome.odd is None
    stopped = Pennies(buy(0), level[0], level[1], FINISH, players=2, stopped="leader")
    assert text(stopped.steps[-1].said).startswith("The game is finished. 3 pennies make 1 and 2: ")


@pytest.mark.parametrize(
    ("game", "players", "stake", "told"),
    [
        (PENNIES, 2, {"per_penny": 1}, True),
        (TEN, 2, {"per_match": 5}, False),
        (TEN, 3, {"per_match": 5}, True),
        (TEN, 3, {"per_match": 100}, False),
        (TEN, 5, {"per_match": 100}, True),
        (TEN, 5, {"per_difference": 5}, False),
    ],
)
def test_it_is_said_before_the_start_where_it_may_happen(
    game: Game[Any], players: int, stake: dict[str, int], told: bool
) -> None:
    said = " ".join(text(one) for one in game.stake_in_words(players, stake))
    assert ("odd pennies" in said or "cannot divide" in said) is told


# Fair over time ----------------------------------------------------------------------------------


def again(game: Game[Any], setup: Setup, state: Any) -> dict[str, Any]:
    """The set-up with which the same people play once more."""
    return {**setup_json(game, setup), game.first_key: game.next_first(state)}


@pytest.mark.parametrize("players", range(2, 9))
def test_ten_pennies_over_as_many_matches_as_players_everybody_gets_the_odd_coin_once(players: int) -> None:
    raw: dict[str, Any] = {"players": [f"P{seat}" for seat in range(players)]}
    got: list[int] = []
    for _ in range(players):
        setup = read_setup(PENNIES, raw)
        state = play(PENNIES, PENNIES.start(setup), buy(0)).state
        for _round in range(7):  # nobody goes out and all are caught alike: all tie, one coin is odd
            state = play(PENNIES, state, ended(None, *[hand(low=1)] * players)).state
        odd = PENNIES.outcome(state).odd
        assert odd is not None
        who = odd.params["who"]
        assert isinstance(who, Several)
        got += [one.seat for one in who.items if isinstance(one, Who)]
        raw = again(PENNIES, setup, state)
    assert sorted(got) == list(range(players))


@pytest.mark.parametrize("players", range(2, 6))
def test_ten_begins_with_another_player_each_match_so_odd_units_go_around(players: int) -> None:
    raw: dict[str, Any] = {"players": [f"P{seat}" for seat in range(players)]}
    first: list[int] = []
    for _ in range(players):
        setup = read_setup(TEN, raw)
        first.append(setup.first)
        state = play(TEN, TEN.start(setup), count(*[of_ten()] * players)).state
        raw = again(TEN, setup, state)
    assert sorted(first) == list(range(players))
