"""What always holds: nets sum to zero, the bowl keeps every coin, a correction is as if played so at once."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import play, read_setup, replay
from tests.games.ten_pennies.at_table import FINISH, GAME, NAMES, Raw, buy, ended

SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = st.dictionaries(st.sampled_from(["low", "high", "aces"]), st.integers(1, 2), min_size=1)


@st.composite
def rounds(draw: st.DrawFn, players: int) -> list[Raw]:
    """One round: up to four buys, and hands that any table may be caught with."""
    buys = draw(st.lists(st.integers(0, players - 1), max_size=4))
    out = draw(st.sampled_from([*range(players), None]))
    hands: list[Raw] = [{} if seat == out else draw(few) for seat in range(players)]
    return [*map(buy, buys), ended(out, *hands)]


@st.composite
def matches(draw: st.DrawFn) -> tuple[Raw, list[list[Raw]]]:
    """A set-up, and seven rounds that each can be replaced by another."""
    players = draw(st.integers(2, 8))
    rules: dict[str, Any] = {
        "tie": draw(st.sampled_from(["split", "playoff", "fewest_caught"])),
        "unspent": draw(st.sampled_from(["owner", "bowl"])),
        "stopped": draw(st.sampled_from(["refund", "leader"])),
        "buys": 28,
        "packs": 8,
    }
    setup: Raw = {
        "players": list(NAMES[:players]),
        "first_dealer": draw(st.integers(0, players - 1)),
        "rules": rules,
        "stake": {"per_penny": draw(st.sampled_from([1, 5, 100]))},
    }
    return setup, [draw(rounds(players)) for _ in range(7)]


def played(setup: Raw, entries: list[Raw]) -> State:
    result = replay(GAME, read_setup(GAME, setup), entries)
    assert result.stopped is None
    return result.state


def the_bowl_keeps_every_coin(state: State) -> None:
    standings = GAME.standings(state)
    nets = [standing.won_minor for standing in standings]
    pot = GAME.outcome(state).more["pot"]
    assert sum(nets) == 0
    assert pot == sum(standing.more["paid_in"] for standing in standings)
    outcome = GAME.outcome(state)
    if not outcome.winners:
        assert nets == [0] * len(nets)
        return
    shares = [net // state.per_penny + s.more["paid_in"] for net, s in zip(nets, standings, strict=True)]
    won = [shares[seat] for seat in outcome.winners]
    assert sum(won) == pot
    assert max(won) - min(won) <= 1
    assert all(share == 0 for seat, share in enumerate(shares) if seat not in outcome.winners)


@SLOW
@given(matches(), st.integers(0, 7), st.data())
def test_nets_sum_to_zero_and_the_bowl_keeps_every_coin(
    match: tuple[Raw, list[list[Raw]]], stopped_after: int, data: st.DataObject
) -> None:
    setup, seven = match
    state = GAME.start(read_setup(GAME, setup))
    for entries in seven[:stopped_after]:
        for entry in entries:
            state = play(GAME, state, entry).state
            the_bowl_keeps_every_coin(state)
    ask = GAME.upcoming(state).ask("playoff")
    if ask is not None and data.draw(st.booleans()):
        state = play(GAME, state, {"type": "playoff", "seat": data.draw(st.sampled_from(ask.seats))}).state
    elif not state.finished:
        state = play(GAME, state, FINISH).state
    the_bowl_keeps_every_coin(state)
    assert GAME.outcome(state).said is not None


@SLOW
@given(matches(), st.integers(0, 6), st.data())
def test_another_early_round_changes_its_own_row_and_the_money_alone(
    match: tuple[Raw, list[list[Raw]]], at: int, data: st.DataObject
) -> None:
    setup, seven = match
    other = [*seven[:at], data.draw(rounds(len(setup["players"]))), *seven[at + 1 :]]
    rows = []
    for entries in (seven, other):
        played_again = replay(GAME, read_setup(GAME, setup), [entry for one in entries for entry in one])
        assert played_again.stopped is None
        cells = [row.cells for step in played_again.steps if (row := step.row)]
        rows.append(cells[:at] + cells[at + 1 :])
        change = [0] * len(played_again.state.points)
        for payment in played_again.steps[-1].payments:
            change[payment.payer] -= payment.amount
            change[payment.payee] += payment.amount
        assert change == [standing.won_minor for standing in GAME.standings(played_again.state)]
    assert rows[0] == rows[1]


@given(st.permutations(range(3)), st.lists(few, min_size=3, max_size=3))
def test_seats_do_not_matter_but_for_odd_coins(order: list[int], hands: list[Raw]) -> None:
    """The same hands in other seats: the same points and coins, seat by seat."""
    names = {"players": ["Ana", "Ben", "Cleo"]}
    plain = played(names, [ended(None, *hands)] * 7)
    moved = played(names, [ended(None, *(hands[seat] for seat in order))] * 7)
    assert [plain.points[seat] for seat in order] == list(moved.points)
    assert [plain.caught[seat] for seat in order] == list(moved.caught)
