"""Which cards can still come: the pack, what is taken out of it, and the chance of a bust (rules.md §4)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.ten.cards import CURRENCY_CARDS, NUMBERED_WILDS, OWNED
from scorekeeper.games.ten.chance import Chance, chance_of_bust
from scorekeeper.games.ten.pack import copies_of, in_pile
from scorekeeper.games.ten.state import Pack
from scorekeeper.games.ten.turn import bust_if_drawn
from tests.games.ten.at_table import (
    CURRENCY,
    LAST,
    A,
    B,
    Match,
    Raw,
    buy,
    draw,
    drawn,
    pack,
    sold,
    turn,
)
from tests.games.ten.play_whole_match import CURRENCY as OF_EACH
from tests.games.ten.play_whole_match import whole_pack

PACK = Pack(OF_EACH)


def test_the_pack_has_129_cards() -> None:
    """Four colours of 23, nine numbered wilds, a full wild, and 27 of currency."""
    assert sum(copies_of(card) for card in OWNED) + copies_of("$1") == 129
    assert len(whole_pack()) == 129
    for colour in "RBOG":
        assert sum(copies_of(card) for card in OWNED if card[0] == colour) == 23
    assert [copies_of(card) for card in ("R1", "B6", "O7", "G9", "R#", "*1", "*#", "$3")] == [
        3,
        3,
        1,
        1,
        2,
        1,
        1,
        27,
    ]


# Copies ------------------------------------------------------------------------------------------


def test_a_fourth_copy() -> None:
    match = Match(*turn("R1 R1"), *draw("R1"))
    assert match.refuses(drawn("R1"), "card", "no_copy_left") == "Every copy of red 1 is out already."
    assert "R1" not in match.offered("draw", "card")
    assert "R2" in match.offered("draw", "card")


@pytest.mark.parametrize(
    "seen",
    [
        [*draw("B7")],
        [*turn("B7")],
        [*turn("B7", CURRENCY)],
        [*draw("B7", "G5")],
        [
            *turn("B7"),
            *turn("R1 $2", CURRENCY),
            *turn("R2 $1", CURRENCY),
            *turn("G1"),
            buy("R1", cards=["B7"]),
        ],
    ],
    ids=["tableau", "owned", "market", "busted", "spent"],
)
def test_every_seen_card_counts(seen: list[Raw]) -> None:
    Match(*seen).refuses(drawn("B7"), "card", "no_copy_left")
    Match(*seen).does(drawn("B8"))


def test_wilds_count_too() -> None:
    match = Match(*draw("R#"), sold(A, 1), *draw("R#"), sold(None), *draw("*4"))
    match.does(sold(B, 1))
    for card in ("R#", "*4"):
        match.refuses(drawn(card), "card", "no_copy_left")
    match.does(*draw("*5"))
    match.refuses(sold(A, 99), "price", "too_high")


def test_27_currency_cards_of_any_value() -> None:
    match = Match(players=1)
    for _ in range(13):
        match.does(*turn("$5 $5", CURRENCY))
    match.does(*draw("$5"))
    for card in CURRENCY_CARDS:
        said = match.refuses(drawn(card), "card", "no_copy_left")
        assert said == "All 27 currency cards are drawn."


def test_ten_numbered_wilds_have_one_number_twice() -> None:
    nine = Match(*draw("*4"), sold(A, 1))
    nine.refuses(drawn("*4"), "card", "no_copy_left")
    ten = Match(*draw("*4"), sold(A, 1), *draw("*4"), sold(B, 1), numbered_wilds=10)
    ten.refuses(drawn("*4"), "card", "no_copy_left")
    ten.does(*draw("*5"), sold(B, 1))
    ten.refuses(drawn("*5"), "card", "no_copy_left")


# The table's pack --------------------------------------------------------------------------------


def test_a_pack_is_entered_once() -> None:
    match = Match()
    assert match.says(pack(7, 6, 5, 5, 4, removed=["R1", "*9"])) == (
        "The pack: 27 currency cards, 2 other cards taken out."
    )
    assert match.steps[-1].unit is None
    said = match.refuses(pack(7, 6, 5, 5, 4), "type", "pack_entered")
    assert said == "The pack is entered already. Undo that to change it."
    assert "pack" not in match.asked


def test_copies_are_then_checked_against_it() -> None:
    match = Match(pack(1, 6, 5, 5, 4, removed=["R1", "R1", "*9", "B#"]))
    match.does(*draw("R1", "$1", "B#"), sold(A, 1))
    for card in ("R1", "$1", "B#", "*9"):
        match.refuses(drawn(card), "card", "no_copy_left")
    match.does(*draw("$2"))


def test_at_any_time_before_the_last_card() -> None:
    for before in ([], draw("R3"), draw("*4"), turn("R3"), [*draw("*4"), sold(A, 1)], draw("R9", "R5")):
        Match(*before).does(pack(7, 6, 5, 5, 4))
    said = Match(*draw("R3"), LAST).refuses(pack(7, 6, 5, 5, 4), "type", "pile_empty")
    assert said == "The pile is empty: the pack is of no use any more."


@pytest.mark.parametrize(
    ("entry", "field", "code"),
    [
        (pack(7, 6, 5, 5, 5), "currency", "too_much_currency"),
        (pack(7, 6, 5, 5), "currency", "one_per_value"),
        (pack(7, 6, 5, 5, 4, 0), "currency", "one_per_value"),
        (pack(7, 6, 5, 5, -4), "currency.4", "out_of_range"),
        ({"type": "pack"}, "currency", "missing"),
        (pack(7, 6, 5, 5, 4, removed=["R1"] * 4), "removed", "more_than_pack"),
        (pack(7, 6, 5, 5, 4, removed=["*4", "*4"]), "removed", "more_than_pack"),
        (pack(7, 6, 5, 5, 4, removed=["$1"]), "removed.0", "not_a_card"),
        (pack(7, 6, 5, 5, 4, chance="yes"), "chance", "not_yes_no"),
    ],
)
def test_what_is_no_pack(entry: Raw, field: str, code: str) -> None:
    Match().refuses(entry, field, code)


def test_sentences_about_packs() -> None:
    match = Match(*draw("R7", "$1", "$1"))
    assert match.refuses(pack(9, 9, 9, 1, 0), "currency", "too_much_currency") == (
        "A pack has 27 currency cards; this makes 28."
    )
    assert match.refuses(pack(7, 6, 5, 5, 4, removed=["G9", "G9"]), "removed", "more_than_pack") == (
        "Too many copies of green 9: a pack has 1."
    )
    assert match.refuses(pack(7, 6, 5, 5, 4, removed=["R7"]), "removed", "pack_contradicted") == (
        "More copies of red 7 came already than this pack has."
    )
    assert match.refuses(pack(1, 6, 5, 5, 4), "currency", "pack_contradicted") == (
        "More copies of currency 1 came already than this pack has."
    )
    assert match.refuses(pack(1, 1), "currency", "one_per_value") == (
        "Five numbers: how many currency cards of each value, 1 to 5."
    )


def test_ten_numbered_wilds_in_a_pack() -> None:
    match = Match(pack(7, 6, 5, 5, 4, removed=["*4", "*4"]), numbered_wilds=10)
    match.refuses(drawn("*4"), "card", "no_copy_left")
    Match(numbered_wilds=10).refuses(
        pack(7, 6, 5, 5, 4, removed=["*4", "*4", "*5", "*5"]), "removed", "more_than_pack"
    )


def test_the_last_card_came_too_early_for_the_pack() -> None:
    match = Match(pack(7, 6, 5, 5, 4), *draw("R3"))
    assert match.warned(LAST) == [("cards_left", "By the pack 128 cards are still to come.")]
    assert Match(*draw("R3")).warned(LAST) == []


# The chance of a bust ----------------------------------------------------------------------------


def test_the_chance_is_shown_only_where_it_is_wanted() -> None:
    assert "chance" not in Match(*draw("R9")).next
    assert "chance" not in Match(pack(7, 6, 5, 5, 4), *draw("R9")).next
    assert "chance" in Match(pack(7, 6, 5, 5, 4, chance=True), *draw("R9")).next
    assert chance_of_bust(Match(*draw("R9")).state) is None


def test_the_chance_after_a_nine() -> None:
    """With a 9 every 2 or more busts: three of 2 to 6, one of 7 to 9 in four colours, less that 9."""
    match = Match(pack(7, 6, 5, 5, 4, chance=True), *draw("R9"))
    assert match.next["chance"] == {"busts": 4 * (3 * 5 + 3) - 1, "of": 128}


def test_the_chance_of_a_bust_by_currency() -> None:
    match = Match(pack(7, 6, 5, 5, 4, chance=True), *draw("$5", "$4"))
    assert match.next["chance"] == {"busts": 6 + 5 + 4 + 3, "of": 127}


def test_the_chance_before_a_turn_and_without_a_pile() -> None:
    match = Match(pack(7, 6, 5, 5, 4, chance=True))
    assert match.next["chance"] == {"busts": 0, "of": 129}
    match.does(*draw("*4"))
    assert "chance" not in match.next
    match.does(sold(A, 1))
    assert match.next["chance"] == {"busts": 0, "of": 128}
    match.does(*draw("R3"), LAST)
    assert "chance" not in match.next


def test_ten_numbered_wilds_make_130_cards() -> None:
    match = Match(pack(7, 6, 5, 5, 4, chance=True), numbered_wilds=10)
    assert match.next["chance"]["of"] == 130
    match.does(*draw("*4"), sold(A, 1))
    assert match.next["chance"]["of"] == 129
    match.does(*draw("*4"), sold(A, 1))
    assert match.next["chance"]["of"] == 128
    assert sum(in_pile(match.state, PACK)[card] for card in NUMBERED_WILDS) == 8


@given(seed=st.integers(0, 10**6), drawn_cards=st.integers(0, 129), rule=st.sampled_from(["sum", "net"]))
def test_the_chance_is_what_counting_the_pile_says(seed: int, drawn_cards: int, rule: str) -> None:
    """The cards that were not drawn yet, tried one by one."""
    pile = whole_pack()
    Random(seed).shuffle(pile)
    match = Match(pack(*OF_EACH), currency_bust=rule)
    for _ in range(drawn_cards):
        match.does(drawn(pile.pop()))
        if match.state.phase == "auction":
            match.does(sold(None))
        elif match.state.drew and match.next["total"] > 6:
            match.does({"type": "take", "what": "numbers"})
    busting = len([card for card in pile if bust_if_drawn(match.state, card)])
    assert chance_of_bust(match.state) == Chance(busting, len(pile))
    left = in_pile(match.state, PACK)
    assert +Counter(left) == Counter(pile)
