"""Who wins and why, every house rule about it, and what is paid at the end (rules.md §2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games.ten_point_pitch import GAME
from scorekeeper.games.ten_point_pitch.state import State
from scorekeeper.kernel import Refused, decoded, encoded, read_setup
from tests.games.ten_point_pitch.at_table import (
    CARDS,
    FINISH,
    MOON,
    NAMES,
    A,
    B,
    C,
    D,
    Match,
    bids,
    contract,
    on_the_way_to,
    points,
    taken,
)
from tests.kernel.reading import text


def after(ours: int, theirs: int, pitcher: int, bid: object, *took: int, **rules: Any) -> Match:
    return Match(*on_the_way_to(ours, theirs), contract(pitcher, bid), points(took[0], took[1]), **rules)


# The target --------------------------------------------------------------------------------------


def test_who_reaches_the_target_wins_also_as_defenders() -> None:
    match = after(48, 10, B, 5, 4, 6)
    assert (match.totals, match.winners, match.why) == ((52, 15), (A, C), "A, C win with 52 to 15.")
    assert after(48, -10, B, 5, 6, 4).why == "A, C win with 54 to −15."
    assert after(47, 10, B, 5, 4, 6).winners == ()


def test_only_bidders_go_out() -> None:
    match = after(48, 10, B, 5, 4, 6, go_out="bidders")
    assert (match.totals, match.winners) == ((52, 15), ())
    match.does(contract(A, 6), points(5, 5))
    assert (match.totals, match.winners) == ((46, 20), ())
    match.does(contract(A, 6), points(6, 4))
    assert (match.totals, match.winners) == ((52, 24), (A, C))


def test_only_bidders_go_out_although_others_are_further() -> None:
    match = after(48, 46, B, 4, 6, 4, go_out="bidders")
    assert (match.totals, match.winners) == ((54, 50), ())
    match.does(contract(B, 4), points(6, 4))
    assert (match.totals, match.winners) == ((60, 54), (B, D))
    assert match.why == "B, D win with 54 to 60."


@pytest.mark.parametrize("target", [1, 4, 21, 100])
def test_another_target(target: int) -> None:
    match = Match(target=target)
    while not match.state.finished:
        match.does(contract(A, 4), points(4, 0))
    assert match.totals == (4 * -(-target // 4), 0)


@pytest.mark.parametrize("rules", [{"target": 0}, {"target": -1}, {"min_bid": 0}, {"min_bid": 11}])
def test_numbers_that_are_refused(rules: dict[str, int]) -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": list(NAMES), "rules": rules})
    assert (caught.value.field, caught.value.code) == (f"rules.{next(iter(rules))}", "out_of_range")


@pytest.mark.parametrize("players", [0, 1, 3, 5])
def test_four_players(players: int) -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": ["Ana", "Ben", "Cleo", "Dov", "Edie"][:players]})
    code = "too_many_players" if players == 5 else "too_few_players"
    assert (caught.value.field, caught.value.code) == ("players", code)


# The moon ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "rules", "total", "wins", "said"),
    [
        (12, {}, 52, True, "A, C took every point: A’s moon is made. A, C win."),
        (0, {}, 52, True, "A, C took every point: A’s moon is made. A, C win."),
        (0, {"moon_at_zero": "stays"}, 0, False, "A, C took every point: A’s moon is made, and 0 stays 0."),
        (4, {"moon_at_zero": "stays"}, 52, True, "A, C took every point: A’s moon is made. A, C win."),
        (-8, {}, 0, False, "A, C took every point: A’s moon is made, from −8 up to 0."),
        (-8, {"moon_negative": "wins"}, 52, True, "A, C took every point: A’s moon is made. A, C win."),
        (0, {"target": 100}, 100, True, "A, C took every point: A’s moon is made. A, C win."),
    ],
)
def test_a_moon_made(before: int, rules: dict[str, object], total: int, wins: bool, said: str) -> None:
    match = after(before, 5, A, MOON, 10, 0, **rules)
    assert (match.totals, match.state.finished, match.said) == ((total, 5), wins, said)
    assert match.winners == ((A, C) if wins else ())
    row = match.steps[-1].row
    assert row is not None
    assert row.cells == (total - before, 0, total - before, 0)
    assert (text(row.title), text(row.verdict)) == ("Moon", "made")


def test_a_moon_from_above_the_target_keeps_its_total() -> None:
    match = after(49, 5, B, 5, 5, 5, go_out="bidders")
    match.does(contract(A, MOON), points(10, 0))
    assert (match.totals, match.winners) == ((54, 10), (A, C))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (points(9, 1), "C’s moon fails: B, D took 1 point. B, D win."),
        (points(7, 2), "C’s moon fails: B, D took 2 points. B, D win."),
        (points(9, 0), "C’s moon fails: 1 point is out of play. B, D win."),
        (points(0, 0), "C’s moon fails: 10 points are out of play. B, D win."),
        (
            taken(tuple(c for c in CARDS if c != "low_joker")),
            "C’s moon fails: the Low Joker is out of play. B, D win.",
        ),
        (taken(CARDS[:6]), "C’s moon fails: the three, the two are out of play. B, D win."),
    ],
)
@pytest.mark.parametrize("go_out", ["any", "bidders"])
def test_a_moon_failed(result: dict[str, object], said: str, go_out: str) -> None:
    match = Match(*on_the_way_to(40, -20), contract(C, MOON), result, go_out=go_out)
    assert (match.totals, match.winners, match.said) == ((40, -20), (B, D), said)
    assert match.ranks == [3, 1, 3, 1]
    row = match.steps[-1].row
    assert row is not None
    assert (row.cells, row.marked, text(row.verdict)) == ((0, 0, 0, 0), (C,), "set")


def test_a_moon_needs_only_the_points_in_play() -> None:
    assert after(12, 5, A, MOON, 9, 0, moon_needs="in_play").winners == (A, C)
    assert after(12, 5, A, MOON, 9, 1, moon_needs="in_play").winners == (B, D)
    assert after(12, 5, A, MOON, 8, 1, moon_needs="in_play").winners == (B, D)
    assert after(12, 5, A, MOON, 0, 0, moon_needs="in_play").winners == (B, D)


def test_ten_is_no_moon_unless_the_table_says_so() -> None:
    match = after(12, 5, A, 10, 10, 0)
    assert (match.totals, match.winners) == ((22, 5), ())
    assert after(12, 5, A, 10, 10, 0, ten_is_moon=True).winners == (A, C)
    assert after(12, 5, A, 10, 9, 1, ten_is_moon=True).winners == (B, D)


# Stopped -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", [[], bids(5), on_the_way_to(40, 8)])
def test_stopped_by_hand_nobody_wins_and_nothing_is_paid(entries: list[dict[str, object]]) -> None:
    match = Match(*entries, FINISH, stake={"per_match": 500, "per_difference": 10})
    assert (match.state.finished, match.winners, match.money) == (True, (), [0, 0, 0, 0])
    assert match.why == "It was stopped before a team had won."
    assert all(not step.payments for step in match.steps)
    assert match.next == {}
    assert match.refuses(FINISH, "type", "match_over")


# Side stakes -------------------------------------------------------------------------------------


def paid(match: Match) -> list[tuple[int, int, int, str]]:
    return [(p.payer, p.payee, p.amount, text(p.reason)) for p in match.steps[-1].payments]


@pytest.mark.parametrize("amount", [1, 25, 333, 10**9])
def test_per_match_each_loser_pays_and_the_winners_divide(amount: int) -> None:
    match = Match(*on_the_way_to(48, 10), contract(B, 5), points(4, 6), stake={"per_match": amount})
    assert paid(match) == [(B, A, amount, "A, C won the game"), (D, C, amount, "A, C won the game")]
    assert match.money == [amount, -amount, amount, -amount]  # two pay two: no odd unit is left over
    assert all(not step.payments for step in match.steps[:-1])


def test_per_difference_each_pays_the_player_opposite() -> None:
    match = Match(*on_the_way_to(10, 48), contract(A, 5), points(5, 5), stake={"per_difference": 5})
    assert paid(match) == [(A, B, 190, "B, D won by 38"), (C, D, 190, "B, D won by 38")]
    assert match.money == [-190, 190, -190, 190]


def test_both_stakes() -> None:
    stake = {"per_match": 100, "per_difference": 1}
    match = Match(*on_the_way_to(12, -6), contract(C, MOON), points(10, 0), stake=stake)
    assert match.money == [158, -158, 158, -158]
    assert sum(match.money) == 0


def test_nothing_per_difference_where_the_winner_is_not_ahead() -> None:
    played = [*on_the_way_to(40, -20), contract(C, MOON), points(9, 0)]
    assert paid(Match(*played, stake={"per_difference": 5})) == []
    assert Match(*played, stake={"per_match": 7, "per_difference": 5}).money == [-7, 7, -7, 7]
    match = Match(*on_the_way_to(47, 50), contract(A, 6), points(7, 3), stake={"per_difference": 5})
    assert (match.winners, paid(match)) == ((A, C), [])


def test_no_stake_unless_set() -> None:
    match = after(48, 10, B, 5, 4, 6)
    assert (paid(match), match.money, GAME.stake_said(match.state)) == ([], [0] * 4, None)


@pytest.mark.parametrize(
    ("stake", "said", "effect"),
    [
        ({"per_match": 500}, "{500} a game", ["Each loser pays {500} to one of the winners."]),
        (
            {"per_difference": 10},
            "{10} a point of difference",
            ["A win by 20 points moves {200} between each two opponents."],
        ),
        (
            {"per_match": 500, "per_difference": 10},
            "{500} a game, {10} a point of difference",
            [
                "Each loser pays {500} to one of the winners.",
                "A win by 20 points moves {200} between each two opponents.",
            ],
        ),
    ],
)
def test_stakes_in_words(stake: dict[str, int], said: str, effect: list[str]) -> None:
    match = Match(stake=stake)
    spoken = GAME.stake_said(match.state)
    assert spoken is not None
    assert text(spoken) == said
    assert GAME.stake_now(match.state) == stake
    assert [text(message) for message in GAME.stake_in_words(4, stake)] == effect


@pytest.mark.parametrize(("amount", "code"), [(0, "out_of_range"), (-5, "out_of_range"), (1.5, "not_whole")])
@pytest.mark.parametrize("key", ["per_match", "per_difference"])
def test_stakes_that_are_refused(key: str, amount: object, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": list(NAMES), "stake": {key: amount}})
    assert (caught.value.field, caught.value.code) == (f"stake.{key}", code)


# The rest ----------------------------------------------------------------------------------------


def test_partners_and_what_comes_next() -> None:
    match = Match(contract(A, 4), points(4, 6))
    assert GAME.sides(match.state) == ((A, C), (B, D))
    assert match.ranks == [3, 1, 3, 1]
    assert Match().ranks == [1, 1, 1, 1]
    assert GAME.next_first(match.state) == B


@pytest.mark.parametrize(
    "entries",
    [[], bids(5, MOON), [contract(A, 5)], [*on_the_way_to(40, -20), contract(C, MOON), points(9, 0)]],
)
def test_every_state_comes_back_from_the_database(entries: list[dict[str, object]]) -> None:
    match = Match(*entries, stake={"per_match": 500}, target=60)
    assert decoded(json.loads(json.dumps(encoded(match.state))), State) == match.state


def test_the_figures_of_the_rows_add_up_to_the_totals() -> None:
    match = Match(*on_the_way_to(-8, 40), contract(A, MOON), points(10, 0), contract(C, MOON), points(10, 0))
    rows = [step.row for step in match.steps if step.row]
    sums = [sum(cell for row in rows if isinstance(cell := row.cells[seat], int)) for seat in range(4)]
    assert sums == [52, 40, 52, 40] == [*match.totals, *match.totals]
