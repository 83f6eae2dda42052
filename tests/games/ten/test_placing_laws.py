"""The best placing of the wilds against two slower ways to find it, and what always holds of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.ten.cards import (
    COLOUR_WILDS,
    COLOURS,
    FULL_WILD,
    NUMBER_CARDS,
    NUMBERED_WILDS,
    NUMBERS,
    OWNED,
    is_wild,
)
from scorekeeper.games.ten.placing import best_placing, score_of_placing
from tests.bench.ten import HARD_HANDS

Cards = tuple[str, ...]
Stands = tuple[tuple[str, str], ...]

# Against slower ways -----------------------------------------------------------------------------


def places_for(wild: str) -> list[str]:
    """Every card that a wild may stand for."""
    return [card for card in NUMBER_CARDS if wild[0] in ("*", card[0]) and wild[1] in ("#", card[1])]


EVERY_RUN = [(1, 0), *((first, last) for first in NUMBERS for last in range(first, 10))]
"""First and last number; 1 to 0 is none."""


@cache
def longest(numbers: frozenset[str]) -> tuple[int, int, int]:
    """Of the longest run, the lowest of these: how many, the first below 0 (the most is best), the last."""
    return max(
        (last - first + 1, -first, last)
        for first, last in EVERY_RUN
        if numbers.issuperset(map(str, range(first, last + 1)))
    )


def runs_of(cards: set[str]) -> list[tuple[int, int, int]]:
    """The longest run of each colour."""
    return [longest(frozenset(card[1] for card in cards if card[0] == colour)) for colour in COLOURS]


def every_placing(cards: Cards) -> Iterator[Stands]:
    """Every assignment of every wild to every place it may stand, or to none."""
    wilds = [card for card in cards if is_wild(card)]
    for places in product(*([*places_for(wild), ""] for wild in wilds)):
        yield tuple((wild, place) for wild, place in zip(wilds, places, strict=True) if place)


def brute_force(
    cards: Cards, bonus: int, *, naturals_only: bool
) -> tuple[int, int, tuple[tuple[int, int] | None, ...]]:
    """The best score, the fewest wilds for it, and the runs that are preferred among those."""
    found = []
    for stands in every_placing(cards):
        runs = runs_of({*cards, *(place for _, place in stands)})
        with_wilds = {place[0] for _, place in stands if place not in cards}
        score = sum(
            length + (bonus if length == 9 and not (naturals_only and colour in with_wilds) else 0)
            for colour, (length, *_) in zip(COLOURS, runs, strict=True)
        )
        found.append((score, -len(stands), runs))
    score, fewest, preferred = max(found)
    named = tuple((-first, last) if length else None for length, first, last in preferred)
    return score, -fewest, named


def slow_score(cards: Cards, bonus: int, *, naturals_only: bool) -> int:
    """The best score, by every run of every colour and every way to fill it: for hands with more wilds."""

    @cache
    def points_from(at: int, left: Cards) -> int:
        """The most that this colour and those after it can score with the wilds that are left."""
        if at == len(COLOURS):
            return 0
        later = set(COLOURS[at + 1 :]) | {"*"}
        most = 0
        for first, last in EVERY_RUN:
            run = [f"{COLOURS[at]}{number}" for number in range(first, last + 1)]
            missing = [card for card in run if card not in cards]
            points = len(run) + (bonus if len(run) == 9 and not (naturals_only and missing) else 0)
            rests = {tuple(wild for wild in after if wild[0] in later) for after in filled(missing, left)}
            most = max(most, *(points + points_from(at + 1, rest) for rest in rests), 0)
        return most

    return points_from(0, tuple(sorted(card for card in cards if is_wild(card))))


def filled(places: list[str], wilds: Cards) -> set[Cards]:
    """Which wilds can be left when each of these places got one."""
    ways = {wilds}
    for place in places:
        ways = {
            (*left[:at], *left[at + 1 :])
            for left in ways
            for at, wild in enumerate(left)
            if place in places_for(wild)
        }
    return ways


@st.composite
def hands(draw: st.DrawFn, own: int = 2, shared: int = 11, wilds: int = 99) -> Cards:
    """A hand of a pack, with up to so many colour wilds of a colour, other wilds, and wilds in all."""
    often = draw(st.integers(1, 9))
    numbers = [card for card in NUMBER_CARDS if draw(st.integers(0, 9)) < often]
    twice = draw(st.sampled_from(["", *NUMBERED_WILDS]))
    common = [*NUMBERED_WILDS, FULL_WILD, *([twice] if twice else [])]
    pool = draw(st.permutations(common))[: draw(st.integers(0, shared))]
    pool += [wild for wild in COLOUR_WILDS for _ in range(draw(st.integers(0, own)))]
    return (*numbers, *draw(st.permutations(pool))[:wilds])


bonuses = st.sampled_from([0, 1, 1, 1, 2, 5, 27, 28, 29, 100])


@given(hands(wilds=3), bonuses, st.booleans())
def test_as_good_as_every_assignment_of_every_wild(cards: Cards, bonus: int, naturals_only: bool) -> None:
    placing = best_placing(cards, bonus=bonus, naturals_only=naturals_only)
    found = (placing.score, len(placing.stands), placing.runs)
    assert found == brute_force(cards, bonus, naturals_only=naturals_only)


@given(hands(shared=5), bonuses, st.booleans())
def test_as_good_as_every_run_of_every_colour(cards: Cards, bonus: int, naturals_only: bool) -> None:
    expected = slow_score(cards, bonus, naturals_only=naturals_only)
    assert best_placing(cards, bonus=bonus, naturals_only=naturals_only).score == expected


def test_the_hard_hands() -> None:
    """The figures are slow_score's, which takes a minute for a hand with all the wilds."""
    found = [best_placing(tuple(hand.split()), bonus=1, naturals_only=False).score for hand in HARD_HANDS]
    assert found == [20, 24, 24, 26, 32, 22, 16, 18, 19]


# Laws --------------------------------------------------------------------------------------------


@given(hands(), bonuses, st.booleans(), st.sampled_from(OWNED))
def test_one_more_card_never_lowers_the_score(
    cards: Cards, bonus: int, naturals_only: bool, card: str
) -> None:
    if card[0] == "*":  # in the place of a copy, so that it stays a hand of a pack
        fewer = tuple(one for one in cards if one != card)
        cards, more = fewer, (*fewer, card)
    else:
        more = (*cards, card)
    before = best_placing(cards, bonus=bonus, naturals_only=naturals_only).score
    assert best_placing(more, bonus=bonus, naturals_only=naturals_only).score >= before


@given(hands(), bonuses, st.booleans(), st.data())
def test_the_order_and_duplicates_do_not_matter(
    cards: Cards, bonus: int, naturals_only: bool, chance: st.DataObject
) -> None:
    again = [card for card in cards if not is_wild(card)]
    other = tuple(chance.draw(st.permutations([*cards, *again])))
    assert best_placing(other, bonus=bonus, naturals_only=naturals_only) == best_placing(
        cards, bonus=bonus, naturals_only=naturals_only
    )


@given(hands(), bonuses, st.booleans(), st.permutations(COLOURS), st.booleans())
def test_colours_are_alike_and_numbers_can_be_turned_around(
    cards: Cards, bonus: int, naturals_only: bool, colours: list[str], around: bool
) -> None:
    names = dict(zip(COLOURS, colours, strict=True)) | {"*": "*"}
    turned = {str(number): str(10 - number if around else number) for number in NUMBERS} | {"#": "#"}
    other = tuple(names[card[0]] + turned[card[1]] for card in cards)
    score = best_placing(cards, bonus=bonus, naturals_only=naturals_only).score
    assert best_placing(other, bonus=bonus, naturals_only=naturals_only).score == score


@given(hands(), bonuses, st.booleans())
def test_runs_wilds_and_score_agree(cards: Cards, bonus: int, naturals_only: bool) -> None:
    placing = best_placing(cards, bonus=bonus, naturals_only=naturals_only)
    places = [place for _, place in placing.stands]
    in_runs = {
        f"{colour}{number}"
        for colour, run in zip(COLOURS, placing.runs, strict=True)
        if run
        for number in range(run[0], run[1] + 1)
    }
    assert Counter(wild for wild, _ in placing.stands) <= Counter(card for card in cards if is_wild(card))
    assert all(place in places_for(wild) for wild, place in placing.stands)
    assert sorted(places) == sorted(in_runs - {*cards})
    by_hand = score_of_placing(cards, placing.stands, bonus=bonus, naturals_only=naturals_only)
    assert placing.score == by_hand
    assert len(in_runs) <= placing.score <= 36 + 4 * bonus


@given(hands(), bonuses, st.booleans(), st.data())
def test_nobody_does_better_by_hand(
    cards: Cards, bonus: int, naturals_only: bool, chance: st.DataObject
) -> None:
    wilds = [card for card in cards if is_wild(card)]
    stands = [(wild, chance.draw(st.sampled_from(places_for(wild)))) for wild in wilds]
    by_hand = score_of_placing(cards, stands, bonus=bonus, naturals_only=naturals_only)
    assert by_hand <= best_placing(cards, bonus=bonus, naturals_only=naturals_only).score
