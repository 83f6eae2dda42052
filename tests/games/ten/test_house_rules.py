"""What a table may play differently (rules.md §4, the table of house rules)."""

from __future__ import annotations

import pytest

from scorekeeper.games.ten.payment import limit
from scorekeeper.games.ten.turn import bust_if_drawn
from scorekeeper.kernel import Refused, read_setup
from tests.games.ten.at_table import (
    GAME,
    LAST,
    NUMBERS,
    SKIP,
    A,
    B,
    C,
    Match,
    bid,
    buy,
    count,
    draw,
    hand,
    passes,
    pay,
    run,
    sold,
    turn,
)

GREEN = run("G", 1, 9)
WITH_WILD = f"{run('G', 1, 8)} G#"


def test_the_keys_and_their_values() -> None:
    told = {
        rule.key: [choice.value for choice in rule.choices]
        for rule in GAME.house_rules
        if hasattr(rule, "choices")
    }
    assert told == {
        "numbered_wilds": [9, 10],
        "bonus_naturals_only": [False, True],
        "currency_bust": ["sum", "net"],
        "auction_pay": ["all", "tokens"],
        "unsold": ["out", "active"],
        "last_player_buys": [True, False],
    }
    assert read_setup(GAME, {"players": ["Ana"]}).rules["bonus"] == 1


@pytest.mark.parametrize(("bonus", "score"), [(0, 9), (1, 10), (5, 14)])
def test_bonus(bonus: int, score: int) -> None:
    assert Match(count(hand(GREEN)), players=1, bonus=bonus).scores == [score]


def test_bonus_is_a_number() -> None:
    for wrong in (-1, 100, "1", 1.5, None):
        with pytest.raises(Refused) as refused:
            read_setup(GAME, {"players": ["Ana"], "rules": {"bonus": wrong}})
        assert refused.value.field == "rules.bonus"


def test_bonus_naturals_only() -> None:
    assert Match(count(hand(WITH_WILD)), players=1).scores == [10]
    assert Match(count(hand(WITH_WILD)), players=1, bonus_naturals_only=True).scores == [9]
    assert Match(count(hand(GREEN)), players=1, bonus_naturals_only=True).scores == [10]


def test_the_house_rules_of_the_count_hold_at_the_live_table() -> None:
    match = Match(*turn("G9"), bonus=5).given(A, run("G", 1, 8))
    match = match.given(A, GREEN)
    assert match.scores[A] == 14


def test_currency_bust_net() -> None:
    """Eleven in currency is no bust as long as the total is above −11."""
    match = Match(*draw("R1", "$5", "$5", "$1"), currency_bust="net")
    assert match.next["total"] == -10
    assert bust_if_drawn(match.state, "$1") == "currency"
    assert match.says(*draw("$1")).startswith("A draws currency 1. Bust by currency")
    assert match.busts == [1, 0, 0]
    match = Match(*draw("R1", "$5", "$5"))
    assert bust_if_drawn(match.state, "$1") == "currency"


def test_a_bust_by_numbers_pays_all_the_currency_under_net() -> None:
    match = Match(*draw("R9", "$5", "R6", "$5", "B5", "$4"), currency_bust="net")
    assert (match.next["currency"], match.next["total"]) == (14, 6)
    assert match.says(*draw("G9")).endswith("A takes a bust token. B +5, C +5.")
    assert match.tokens == [5, 10, 10]


def test_auction_pay_tokens() -> None:
    match = Match(*draw("*4"), auction_pay="tokens").given(B, "R1 R2", tokens=2, busts=1)
    assert limit(match.state, B) == 5
    assert match.refuses(bid(B, 6), "bid", "too_high") == "B can pay up to 5."
    match.does(bid(B, 3), *passes(C, A))
    said = match.refuses(pay(tokens=2, cards=["R1"]), "cards", "cards_do_not_pay")
    assert said == "At this table only tokens and bust tokens pay in an auction."
    assert match.offered("pay", "cards") == []
    match.does(pay(busts=1))


def test_auction_pay_tokens_leaves_the_market_alone() -> None:
    match = Match(*turn("R1"), auction_pay="tokens").lies("B2").given(A, tokens=1)
    match.does(buy("B2", tokens=1, cards=["R1"]))
    assert match.owned(A) == "B2"


def test_unsold_goes_to_the_active_player() -> None:
    match = Match(*draw("*4"), *passes(B, C), unsold="active")
    assert match.says(*passes(A)) == "A passes. Nobody bid: A gets the wild 4 free."
    assert match.owned(A) == "*4"
    assert match.scores == [1, 0, 0]
    assert match.tokens == [5, 5, 5]
    assert Match(*draw("*4"), sold(None), unsold="active").owned(A) == "*4"
    assert Match(*draw("*4"), sold(None)).owned(A) == ""


def test_the_last_player_does_not_buy() -> None:
    match = Match(*turn("R1"), LAST, SKIP, last_player_buys=False)
    assert match.next["to_buy"] == [B, C]
    match.does(SKIP, SKIP)
    assert match.state.finished
    assert match.outcome.winners == (A,)


def test_alone_without_last_buying_the_match_is_over_at_once() -> None:
    match = Match(*turn("R1"), LAST, last_player_buys=False, players=1)
    assert match.next["phase"] == "buying"
    match.does(SKIP)
    assert match.state.finished
    match = Match(*turn("R1", NUMBERS), SKIP, LAST, last_player_buys=False, players=1)
    assert (match.state.finished, match.scores) == (True, [1])
