"""What holds in every match of Ten, whoever plays it and however."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.documents import scored
from scorekeeper.games.ten.cards import ALL_BUST_TOKENS, CURRENCY_CARDS, MOST_TOKENS, OWNED
from scorekeeper.games.ten.pack import copies_of, known_cards
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Replay, figure_of, read_setup, replay
from tests.games.ten.at_table import GAME
from tests.games.ten.play_whole_match import FILE, played, whole_pack
from tests.kernel.reading import text

FEW = settings(max_examples=max(10, settings().max_examples // 5), deadline=None)
MATCHES = given(
    seed=st.integers(0, 10**6),
    players=st.integers(1, 5),
    rules=st.fixed_dictionaries(
        {},
        optional={
            "currency_bust": st.just("net"),
            "auction_pay": st.just("tokens"),
            "unsold": st.just("active"),
            "last_player_buys": st.just(False),
            "bonus_naturals_only": st.just(True),
        },
    ),
)


def again(document: dict[str, Any]) -> Replay[State]:
    """The steps of a match that plays to its last entry."""
    played_again = replay(GAME, read_setup(GAME, document), document["entries"])
    assert played_again.stopped is None
    return played_again


@FEW
@MATCHES
def test_a_whole_match_keeps_the_laws(seed: int, players: int, rules: dict[str, Any]) -> None:
    document, last = played(seed, players, rules=rules)
    pack = Counter(whole_pack())
    for step in again(document).steps:
        state = step.state
        assert all(0 <= tokens <= MOST_TOKENS for tokens in state.tokens)
        assert sum(state.busts) <= ALL_BUST_TOKENS
        assert min(state.busts) >= 0
        known = known_cards(state)
        assert all(known[card] <= copies_of(card) for card in OWNED)
        assert all(known[card] <= pack[card] for card in CURRENCY_CARDS)
    assert last.finished
    assert last.counted
    assert known_cards(last) == pack


@FEW
@MATCHES
def test_the_sheet_adds_up_to_the_scores(seed: int, players: int, rules: dict[str, Any]) -> None:
    document, last = played(seed, players, rules=rules)
    rows = {step.row.unit: step.row for step in again(document).steps if step.row is not None}
    somebody_buys = players > 1 or rules.get("last_player_buys", True)
    assert list(rows) == list(range(1, last.unit + somebody_buys))
    sums = [sum(figure_of(row.cells[seat]) or 0 for row in rows.values()) for seat in range(players)]
    assert sums == [standing.score for standing in GAME.standings(last)] == list(last.scores)


@FEW
@MATCHES
def test_a_seat_never_buys_what_it_owns(seed: int, players: int, rules: dict[str, Any]) -> None:
    document, _ = played(seed, players, rules=rules)
    before = GAME.start(read_setup(GAME, document))
    for raw, step in zip(document["entries"], again(document).steps, strict=True):
        if raw["type"] == "buy":
            seat = before.to_buy[0] if before.to_buy else before.seat
            assert raw["card"] not in before.owned[seat]
            assert raw["card"] in step.state.owned[seat]
        before = step.state


# One complete match ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_match() -> dict[str, Any]:
    """A match of five with all 129 cards, and what it comes to."""
    match: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return match


def test_the_whole_match_comes_to_the_stated_figures(whole_match: dict[str, Any]) -> None:
    answer, status = scored(whole_match["document"])
    assert status == 0
    assert answer["finished"]
    assert {name: answer[name] for name in whole_match["figures"]} == whole_match["figures"]
    assert sum(standing["net"] for standing in answer["standings"]) == 0


def test_the_whole_match_has_everything_in_it(whole_match: dict[str, Any]) -> None:
    entries = whole_match["document"]["entries"]
    steps = again(whole_match["document"]).steps
    drawn = Counter(raw["card"] for raw in entries if raw["type"] == "draw")
    assert drawn == Counter(whole_pack())
    types = Counter(raw["type"] for raw in entries)
    assert types.keys() == {"draw", "bid", "pay", "sold", "take", "buy", "skip", "last_card"}
    verdicts = [text(step.row.verdict) for step in steps if step.row]
    assert any(verdict.startswith("bust at") for verdict in verdicts)
    assert "bust by currency" in verdicts
    assert any("lost" in text(step.said) for step in steps)
    assert any(raw.get("cards") for raw in entries)
    assert verdicts[-5:] == ["after the last card"] * 5


def test_the_whole_match_decided_by_the_fewest_cards(whole_match: dict[str, Any]) -> None:
    """Level in points and tokens: 17 cards against 20."""
    last = again(whole_match["document"]).state
    said = GAME.outcome(last).said
    assert said is not None
    assert text(said) == "B, E have 16 points and as many tokens; B has the fewest cards and wins."
