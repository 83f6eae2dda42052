"""Drawing, busting, taking, and the last card: what is refused, and what follows (rules.md §4)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.ten.cards import ALL_BUST_TOKENS
from scorekeeper.games.ten.stopping import Taking, busting, taking
from scorekeeper.games.ten.turn import bust_if_drawn
from scorekeeper.kernel import Refused, Row, read_setup
from tests.games.ten.at_table import (
    CURRENCY,
    FINISH,
    GAME,
    LAST,
    NUMBERS,
    SKIP,
    A,
    B,
    C,
    Match,
    buy,
    buying,
    draw,
    drawn,
    passes,
    pay,
    sold,
    turn,
)
from tests.kernel.reading import text


def row(match: Match) -> Row:
    """The newest row of the sheet."""
    return next(step.row for step in reversed(match.steps) if step.row is not None)


def figures(match: Match) -> tuple[str, str, list[object]]:
    """Title, verdict and cells of the newest row."""
    newest = row(match)
    return text(newest.title), text(newest.verdict), list(newest.cells)


# Players and the start ---------------------------------------------------------------------------


def test_a_sixth_player() -> None:
    with pytest.raises(Refused) as refused:
        read_setup(GAME, {"players": [f"P{seat}" for seat in range(6)]})
    assert (refused.value.field, refused.value.code) == ("players", "too_many_players")
    assert text(refused.value.message) == "5 players are the most."


def test_everybody_starts_with_five_tokens_and_the_start_card_goes_first() -> None:
    match = Match(players=4, first=C)
    assert (match.tokens, match.busts) == ([5] * 4, [0] * 4)
    assert match.next["seat"] == C
    assert Match().next["seat"] == A


# Drawing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "card", ["", "R0", "R10", "X4", "$6", "$0", "*0", "##", "R", "r4", None, 4, ["R4"], {}]
)
def test_no_such_card(card: Any) -> None:
    code = "missing" if card is None else "not_a_card"
    Match().refuses({"type": "draw", "card": card}, "card", code)


def test_which_card_is_said() -> None:
    Match().refuses({"type": "draw"}, "card", "missing")
    said = Match().refuses(drawn("S4"), "card", "not_a_card")
    assert said == "No such card. Cards are written as R4, B#, *4, *# or $3."


def test_next_tells_the_table() -> None:
    match = Match(*draw("R4", "$5", "B7"))
    assert match.next == {
        "seat": A,
        "turn": 1,
        "phase": "drawing",
        "total": 6,
        "currency": 5,
        "tableau": ["R4", "$5", "B7"],
        "market": [],
        "tokens": [5, 5, 5],
        "busts": [0, 0, 0],
    }
    assert match.asked == ["draw", "take", "last_card", "pack", "note", "finish"]


def test_which_keys_bust() -> None:
    match = Match(*draw("R4", "$5", "B7"))
    busts = [
        card for card in ("B4", "B5", "B9", "$1", "$5", "*9", "B#", "*#") if bust_if_drawn(match.state, card)
    ]
    assert busts == ["B5", "B9"]
    match = Match(*draw("$5", "$4", "R9"))
    kinds = {card: bust_if_drawn(match.state, card) for card in ("R9", "$1", "$2", "$5")}
    assert kinds == {"R9": None, "$1": None, "$2": "currency", "$5": "currency"}


def test_keys_after_taking_belong_to_the_next_turn() -> None:
    match = Match(*turn("R4 R6"))
    assert bust_if_drawn(match.state, "B9") is None


def test_a_negative_total_is_no_bust() -> None:
    match = Match(*draw("$5", "$5"))
    assert match.next["total"] == -10
    assert match.says(*draw("R1")) == "A draws red 1: total −9."


# Busts -------------------------------------------------------------------------------------------


def test_a_bust_ends_the_turn_by_itself() -> None:
    match = Match(*draw("R9", "B2"))
    assert match.next["seat"] == B
    assert match.next["turn"] == 2
    for entry in (NUMBERS, CURRENCY):
        assert match.refuses(entry, "type", "draw_first") == "B draws a card first."
    match.refuses(buy("B2", tokens=2), "type", "no_buying")
    match.refuses(SKIP, "type", "no_buying")


def test_the_cap_after_a_bust() -> None:
    match = Match(*draw("$3", "R9", "R5"), players=4)
    assert match.tokens == [5, 8, 8, 8]
    said = match.says(*draw("$3", "R8", "R6"))
    assert said.endswith("B takes a bust token. C +2, D +2, A +3.")
    assert match.tokens == [8, 8, 10, 10]
    said = match.says(*draw("$3", "B9", "B8"))
    assert said.endswith("C takes a bust token. D full, A +2, B +2.")
    assert match.tokens == [10, 10, 10, 10]


def test_bust_tokens_run_out() -> None:
    match = Match().given(B, busts=ALL_BUST_TOKENS)
    step = match.does(*draw("R9", "R5"))
    assert [(w.code, text(w.message)) for w in step.warnings] == [
        ("no_bust_token", "No bust token is left: A takes none.")
    ]
    assert match.busts == [0, ALL_BUST_TOKENS, 0]
    match = Match().given(B, busts=ALL_BUST_TOKENS - 1)
    assert match.does(*draw("R9", "R5")).warnings == ()
    assert match.busts == [1, ALL_BUST_TOKENS - 1, 0]


def test_what_a_bust_will_do() -> None:
    match = Match(*draw("R4", "$5", "B7")).given(B, tokens=8)
    assert busting(match.state, "numbers") == Taking(5, (0, 2, 5), market=("R4", "B7"))
    assert busting(match.state, "currency") == Taking(5, (0, 0, 0), market=("R4", "B7"))


def test_a_bust_on_the_sheet() -> None:
    match = Match(*draw("R9", "B2"))
    title, verdict, cells = figures(match)
    assert (title, verdict) == ("A", "bust at 11")
    assert [getattr(cell, "figure", cell) for cell in cells] == [0, 0, 0]
    assert text(cells[A].word) == "bust"  # type: ignore[attr-defined]
    assert row(match).marked == (A,)
    assert figures(Match(*draw("$5", "$5", "$1")))[1] == "bust by currency"


def test_a_wild_bought_before_the_bust_is_shown_beside_it() -> None:
    match = Match(*draw("*4"), sold(A, 1), *draw("R9", "B2"))
    cell: Any = figures(match)[2][A]
    assert (cell.figure, cell.word, text(cell.hint)) == (1, None, "bust")


# Taking ------------------------------------------------------------------------------------------


def test_taking_before_the_first_card() -> None:
    for entry in (NUMBERS, CURRENCY):
        assert Match().refuses(entry, "type", "draw_first") == "A draws a card first."
    assert "take" not in Match().asked


def test_numbers_want_a_number() -> None:
    match = Match(*draw("$3"))
    said = match.refuses(NUMBERS, "what", "no_numbers")
    assert said == "No number was drawn: A takes the currency, or draws on."
    assert match.offered("take", "what") == ["currency"]
    assert Match(*draw("R3")).offered("take", "what") == ["numbers", "currency"]
    Match(*draw("R3")).refuses({"type": "take", "what": "all"}, "what", "not_a_choice")


def test_taking_numbers() -> None:
    match = Match(*draw("R4", "$3", "B2")).given(C, tokens=9)
    assert taking(match.state, "numbers") == Taking(3, (0, 3, 1), owned=("R4", "B2"))
    assert match.says(NUMBERS) == "A takes red 4, blue 2. B +3, C +1."
    assert match.owned(A) == "R4 B2"
    assert match.tokens == [5, 8, 10]
    assert match.next["seat"] == A
    assert match.next["phase"] == "buying"
    assert match.next["tableau"] == []
    assert match.market == ""
    assert figures(match) == ("A", "took numbers", [2, 0, 0])


def test_taking_numbers_without_currency_says_nothing_of_tokens() -> None:
    assert Match(*draw("R4")).says(NUMBERS) == "A takes red 4."
    assert Match(*draw("R4", "$1"), players=1).says(NUMBERS) == "A takes red 4."


def test_taking_no_currency() -> None:
    match = Match(*draw("R4"))
    assert taking(match.state, "currency") == Taking(0, (0, 0, 0), market=("R4",))
    assert match.says(CURRENCY) == "A takes 0 tokens, has 5. To the market: red 4."
    assert figures(match) == ("A", "took 0 tokens", [0, 0, 0])


def test_the_currency_is_capped() -> None:
    match = Match(*draw("$5", "$3"))
    assert taking(match.state, "currency") == Taking(8, (5, 0, 0))
    assert match.says(CURRENCY) == "A takes 5 tokens, has 10."
    assert figures(match)[1] == "took 5 tokens"


def test_taking_twice() -> None:
    match = Match(*turn("R4"))
    said = match.refuses(CURRENCY, "type", "taken_already")
    assert said == "A has taken the numbers: buy, or draw for the next turn."
    assert "take" not in match.asked


def test_duplicates_are_kept_and_score_nothing() -> None:
    match = Match(*turn("R4 R4 R1"))
    assert match.owned(A) == "R4 R4 R1"
    assert match.scores == [1, 0, 0]
    assert GAME.standings(match.state)[A].more == {
        "tokens": 5,
        "cards": 3,
        "runs": [[1, 1], None, None, None],
    }


def test_a_draw_begins_the_next_turn() -> None:
    match = Match(*turn("R4"), *draw("B5"))
    assert (match.next["seat"], match.next["turn"]) == (B, 2)
    assert match.steps[-1].unit == 2
    assert match.next["tableau"] == ["B5"]


# The last card -----------------------------------------------------------------------------------


def test_the_last_card_ends_drawing() -> None:
    match = Match(*draw("R4", "$2"))
    assert match.says(LAST) == "That was the last card."
    assert match.refuses(drawn("R5"), "type", "pile_empty") == (
        "The pile is empty: A takes the numbers or the currency."
    )
    assert match.refuses(LAST, "type", "pile_empty") == "The pile is empty already."
    assert match.asked == ["take", "note", "finish"]
    match.does(NUMBERS)
    assert match.refuses(drawn("R5"), "type", "pile_empty") == "The pile is empty: A buys or skips."
    match.refuses(NUMBERS, "type", "pile_empty")
    match.does(SKIP)
    assert match.next["to_buy"] == [B, C, A]
    assert match.next["phase"] == "last_buying"
    match.refuses(drawn("R5"), "type", "pile_empty")
    match.refuses(CURRENCY, "type", "pile_empty")


def test_no_last_card_before_the_first() -> None:
    assert Match().refuses(LAST, "type", "draw_first") == "A draws a card first."
    assert "last_card" not in Match().asked


def test_the_last_card_busted() -> None:
    match = Match(*turn("R1"), *draw("R9", "B2"))
    assert match.next["seat"] == C
    step = match.does(LAST)
    assert step.unit == 2
    assert match.next["to_buy"] == [C, A, B]
    assert match.state.unit == 3


def test_the_last_turn_took_currency() -> None:
    match = Match(*turn("R1 $2", CURRENCY), LAST)
    assert match.next["to_buy"] == [B, C, A]
    match.refuses(CURRENCY, "type", "pile_empty")


def test_the_last_turn_may_buy_twice() -> None:
    match = Match(*draw("R9", "B2"), *turn("O1"), LAST, players=2).given(B, tokens=10)
    match.does(buy("B2", tokens=2))
    match.does(SKIP, buy("R9", tokens=8, cards=["O1"]))
    assert match.owned(B) == "B2 R9"
    assert match.state.finished


def test_the_last_card_is_a_wild_and_nothing_else_lies_there() -> None:
    for order in ([LAST, *passes(B, C, A)], [*passes(B, C, A), LAST]):
        match = Match(*draw("*4"), *order)
        assert match.next["phase"] == "last_buying"
        assert match.next["to_buy"] == [B, C, A]
        assert figures(match) == ("A", "nothing to take", [0, 0, 0])
    match = Match(*draw("*4"), LAST, sold(B, 2))
    assert figures(match) == ("A", "nothing to take", [0, 1, 0])


def test_the_last_card_is_a_wild_among_others() -> None:
    match = Match(*draw("R2", "*4"), LAST, *passes(B, C), {"type": "bid", "seat": A, "bid": 1}, pay())
    match.refuses(drawn("R5"), "type", "pile_empty")
    match.does(NUMBERS, SKIP)
    assert match.next["to_buy"] == [B, C, A]


# Finishing by hand -------------------------------------------------------------------------------


def test_finishing_before_the_count() -> None:
    match = buying("R2 R3")
    assert match.does(FINISH).warnings == ()
    assert match.outcome.finished
    assert match.outcome.winners == ()
    assert match.why == "Stopped before the count: nobody wins."
    assert match.scores == [3, 0, 0]
    assert match.ranks == [1, 2, 2]
    assert match.asked == ["note"]


def test_finishing_within_a_turn() -> None:
    match = Match(*draw("*4"), sold(B, 1), *draw("R3"))
    assert match.warned(FINISH) == [("turn_unfinished", "Turn 1 is not over: its tableau does not count.")]
    assert figures(match) == ("A", "not finished", [0, 1, 0])
    match = Match(*draw("R3"), LAST, NUMBERS, SKIP, SKIP)
    assert match.warned(FINISH) == [("turn_unfinished", "The last buying is not over.")]
    assert match.outcome.winners == ()
