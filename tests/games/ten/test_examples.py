"""T1 to T15 of rules.md §4, by hand and through the match document and the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.documents import scored
from scorekeeper.games.ten.payment import limit
from tests.games.ten.at_table import (
    CURRENCY,
    LAST,
    SKIP,
    A,
    B,
    Match,
    Raw,
    bid,
    buy,
    buying,
    count,
    draw,
    hand,
    passes,
    pay,
    run,
    turn,
)

COUNTS = {
    "T1": ("B1 B2 B3 B5 B7", 3),
    "T2": (f"{run('R', 3, 7)} {run('G', 1, 3)} B5 B6 O9", 11),
    "T3": (run("G", 1, 9), 10),
    "T4, one wild": ("B1 B2 B3 B5 B7 B#", 5),
    "T4, two wilds": ("B1 B2 B3 B5 B7 B# B#", 7),
    "T5": ("B1 B2 B3 B5 R2 R3 R5 R6 R7 *4", 9),
    "T6": (f"{run('R', 1, 6)} {run('B', 2, 4)} G7 G8 R# G# *8 *9 *#", 17),
    "T7": (" ".join(run(colour, 1, 9) for colour in "RBOG"), 40),
}


def counted(*hands: Raw) -> Raw:
    """The match document of a final count."""
    names = ["Ana", "Ben", "Cleo", "Dov", "Edie"][: len(hands)]
    return {"game": "ten", "players": names, "entries": [count(*hands)]}


@pytest.mark.parametrize(("cards", "score"), COUNTS.values(), ids=COUNTS)
def test_t1_to_t7(cards: str, score: int) -> None:
    match = Match(count(hand(cards, 3), hand()), players=2)
    assert match.scores == [score, 0]
    assert match.outcome.winners == (A,)
    answer, status = scored(counted(hand(cards, 3), hand()))
    assert status == 0
    assert (answer["finished"], answer["winners"]) == (True, [0])
    assert [standing["score"] for standing in answer["standings"]] == [score, 0]


def test_t6_says_where_the_runs_are() -> None:
    cards, score = COUNTS["T6"]
    answer, _ = scored(counted(hand(cards, 4), hand("B1", 10)))
    assert answer["standings"] == [
        {
            "seat": 0,
            "player": "Ana",
            "score": score,
            "net": 0,
            "rank": 1,
            "tokens": 4,
            "cards": 16,
            "runs": [[1, 9], [1, 4], None, [6, 8]],
        },
        {
            "seat": 1,
            "player": "Ben",
            "score": 1,
            "net": 0,
            "rank": 2,
            "tokens": 10,
            "cards": 1,
            "runs": [None, [1, 1], None, None],
        },
    ]
    assert answer["next"] == {}
    assert answer["asks"] == [{"type": "note"}]


def test_the_command_line_counts_them_all() -> None:
    lines = [json.dumps(counted(hand(cards), hand())) for cards, _ in COUNTS.values()]
    result = CliRunner().invoke(main, ["score", "--lines", "-"], input="\n".join(lines))
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert [a["standings"][0]["score"] for a in answers] == [score for _, score in COUNTS.values()]


# The live table ----------------------------------------------------------------------------------


def test_t8_ten_is_no_bust() -> None:
    match = Match()
    assert match.says(*draw("R6")) == "A draws red 6: total 6."
    assert match.says(*draw("B4")) == "A draws blue 4: total 10."
    assert match.next["total"] == 10
    assert match.next["seat"] == A
    assert match.busts == [0, 0, 0]


def test_t9_bust_by_numbers() -> None:
    match = Match(*turn("$1", CURRENCY), *turn("$3", CURRENCY), *turn("$1", CURRENCY), players=3)
    assert match.tokens == [6, 8, 6]
    totals = []
    for entry in draw("R4", "$5", "B7"):
        match.does(entry)
        totals.append(match.next["total"])
    assert totals == [4, -1, 6]
    said = match.says(*draw("G5"))
    assert said == (
        "A draws green 5. Bust at 11. To the market: red 4, blue 7, green 5. "
        "A takes a bust token. B +2, C +4."
    )
    assert match.market == "R4 B7 G5"
    assert match.busts == [1, 0, 0]
    assert match.tokens == [6, 10, 10]
    assert match.next["seat"] == B


def test_t9_as_a_match_document() -> None:
    """Through the command line, with the five tokens of the start."""
    entries = draw("R4", "$5", "B7", "G5")
    document = {"game": "ten", "players": ["Ana", "Ben", "Cleo"], "entries": entries}
    result = CliRunner().invoke(main, ["score", "-"], input=json.dumps(document))
    assert result.exit_code == 0
    told = json.loads(result.output)
    assert told["next"] == {
        "seat": B,
        "turn": 2,
        "phase": "drawing",
        "total": 0,
        "currency": 0,
        "tableau": [],
        "market": ["R4", "B7", "G5"],
        "tokens": [5, 10, 10],
        "busts": [1, 0, 0],
    }
    document["entries"] = [*entries, *draw("B7")]
    refused = CliRunner().invoke(main, ["score", "-"], input=json.dumps(document))
    assert refused.exit_code == 1
    assert json.loads(refused.output)["error"] == {
        "entry": 4,
        "field": "card",
        "code": "no_copy_left",
        "message": "Every copy of blue 7 is out already.",
    }


def test_t10_bust_by_currency() -> None:
    match = Match(*draw("$4", "$5"))
    assert match.says(*draw("$2")) == (
        "A draws currency 2. Bust by currency, 11: nobody collects. A takes a bust token."
    )
    assert match.tokens == [5, 5, 5]
    assert match.busts == [1, 0, 0]
    assert match.next["seat"] == B
    assert match.next["tableau"] == []


def test_t11_currency_ten_is_no_bust() -> None:
    match = Match(*draw("$5", "$5", "R9"))
    assert match.next["seat"] == A
    assert (match.next["currency"], match.next["total"]) == (10, -1)
    assert match.busts == [0, 0, 0]


def test_t12_taking_the_currency() -> None:
    match = Match(*turn("$2", CURRENCY), *turn("R1"), SKIP, *turn("R1"), SKIP)
    assert match.tokens == [7, 5, 5]
    match.does(*draw("B3", "G2", "$4"))
    assert match.says(CURRENCY) == "A takes 3 tokens, has 10. To the market: blue 3, green 2."
    assert match.tokens == [10, 5, 5]
    assert match.market == "B3 G2"
    assert match.next["seat"] == B
    match.refuses(buy("B3", tokens=3), "type", "no_buying")


def test_t12_the_others_take_nothing_of_it() -> None:
    match = Match(*draw("B3", "$4"), CURRENCY)
    assert match.tokens == [9, 5, 5]


def test_t13_bust_tokens_pay_three() -> None:
    match = buying("", tokens=5, busts=3)
    assert match.says(buy("B7", busts=2, tokens=1)) == "A buys blue 7 with 2 bust tokens, 1 token."
    assert (match.busts[A], match.tokens[A]) == (1, 4)


def test_t13_no_change_is_given() -> None:
    match = buying("", tokens=5, busts=3)
    assert match.says(buy("B7", busts=3)) == "A buys blue 7 with 3 bust tokens (2 lost)."
    assert (match.busts[A], match.tokens[A]) == (0, 5)


def test_t14_the_highest_possible_bid() -> None:
    match = Match(players=1).given(A, "B1 B2 B3 O1 O2 O3", tokens=4, busts=1)
    match.does(*draw("*2"))
    assert limit(match.state, A) == 13
    assert match.offered("bid", "bid") == [*range(1, 14), "pass"]
    assert match.refuses(bid(A, 14), "bid", "too_high") == "A can pay up to 13."
    match.does(bid(A, 13), pay(tokens=4, busts=1, cards=["B1", "B2", "B3", "O1", "O2", "O3"]))
    assert (match.tokens, match.busts, match.owned(A)) == ([0], [0], "*2")


def test_t15_more_tokens_decide_and_bust_tokens_do_not_count() -> None:
    match = Match(*draw("*2"), *passes(B, A), LAST, players=2)
    match.given(A, f"{run('R', 1, 8)} {run('B', 1, 8)} {run('G', 1, 7)}", tokens=4, busts=3)
    match.given(B, f"{run('O', 1, 9)} {run('R', 1, 6)} {run('G', 1, 6)} B1", tokens=5)
    match.does(SKIP, SKIP)
    assert match.scores == [23, 23]
    assert match.outcome.winners == (B,)
    assert match.ranks == [2, 1]
    assert match.why == "A, B have 23 points; B has the most tokens and wins."
