"""Where the wilds stand in the count: the best placing, and what one made by hand scores (rules.md §4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.games.ten.best_runs import WHOLE, Holding, Run, best_runs
from scorekeeper.games.ten.cards import (
    ANY,
    COLOUR_WILDS,
    COLOURS,
    FULL_WILD,
    HIGHEST,
    WILD,
    is_wild,
    kind_of,
    value_of,
)
from scorekeeper.games.ten.said import card_said
from scorekeeper.kernel import Refused, say


@dataclass(frozen=True, slots=True)
class Placing:
    """A hand, counted.

    ``runs``: for each colour of COLOURS the first and last number of the run that scores, None without cards.
    ``stands``: each wild that stands in one of them, with the number card it stands for: ``("*4", "B4")``, in
    the order of the places.
    """

    score: int
    runs: tuple[Run, ...]
    stands: tuple[tuple[str, str], ...]


def best_placing(cards: tuple[str, ...], *, bonus: int, naturals_only: bool) -> Placing:
    """The placing of the wilds with the highest score; nobody can do better with these cards.

    ``cards`` are those of one player, in any order. ``bonus``, 0 or more, is for a run 1–9; with
    ``naturals_only`` only for one without wilds. Among equals: the fewest wilds; then the longest run for the
    first colour and the lowest of these, then the same for the next colour. Colour wilds are placed first,
    the full wild last. Raises ValueError for more numbered and full wilds than any pack has.
    """
    return placed(Holding.of(cards), bonus, naturals_only)


@lru_cache(maxsize=2048)
def placed(holding: Holding, bonus: int, naturals_only: bool) -> Placing:
    """As :func:`best_placing`, remembered by what counts of the cards."""
    runs = best_runs(holding, bonus=bonus, naturals_only=naturals_only)
    stands = _stands(holding, runs)
    filled = _filled(stands)
    score = sum(
        _points(numbers, wild, bonus, naturals_only)
        for numbers, wild in zip(holding.naturals, filled, strict=True)
    )
    return Placing(score, runs, stands)


def score_of_placing(
    cards: Sequence[str],
    stands: Sequence[tuple[str, str]],
    *,
    bonus: int,
    naturals_only: bool,
    field: str = "placed",
) -> int:
    """What a placing made by hand scores: by colour the longest run of number cards and wilds placed there.

    ``stands`` are pairs as in :class:`Placing`; wilds may be left out. A wild that stands for a card that is
    there already is a duplicate: allowed, and worth nothing. Raises Refused about ``field`` and the place in
    the list (``placed.2``) where a wild is not owned, used twice, or cannot stand.
    """
    left = Counter(cards)
    for at, (wild, card) in enumerate(stands):
        _refuse_place(f"{field}.{at}", wild, card)
        if wild not in left:
            text = say(
                "This hand does not have %(wild)s. Only its own wilds can stand in it.", wild=card_said(wild)
            )
            raise Refused(f"{field}.{at}", "wild_not_owned", text)
        if not left[wild]:
            text = say(
                "Each wild stands for one card: %(wild)s is placed more often than this hand has it.",
                wild=card_said(wild),
            )
            raise Refused(f"{field}.{at}", "wild_used_twice", text)
        left[wild] -= 1
    naturals = Holding.of(cards).naturals
    return sum(
        _points(numbers, wild, bonus, naturals_only)
        for numbers, wild in zip(naturals, _filled(stands), strict=True)
    )


def may_stand(wild: str, card: str) -> bool:
    """Whether this wild may stand for this number card."""
    return wild in (FULL_WILD, card[0] + ANY, WILD + card[1])


def _refuse_place(field: str, wild: str, card: str) -> None:
    if not is_wild(wild):
        text = say("Only wilds stand for other cards, not %(card)s.", card=card_said(wild))
    elif kind_of(card) != "number":
        text = say("A wild stands for a number of a colour, not for %(card)s.", card=card_said(card))
    elif may_stand(wild, card):
        return
    elif kind_of(wild) == "colour_wild":
        text = say(
            "A colour wild stands for its own colour only: %(wild)s cannot stand for %(card)s.",
            wild=card_said(wild),
            card=card_said(card),
        )
    else:
        text = say(
            "A numbered wild stands for its own number only: %(wild)s cannot stand for %(card)s.",
            wild=card_said(wild),
            card=card_said(card),
        )
    raise Refused(field, "wild_cannot_stand", text)


def _filled(stands: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    """By colour: a bit for each number that a wild stands for."""
    return tuple(
        sum(1 << value_of(card) - 1 for card in {card for _, card in stands} if card[0] == colour)
        for colour in COLOURS
    )


def _points(naturals: int, filled: int, bonus: int, naturals_only: bool) -> int:
    """What a colour scores with these numbers as cards and these filled by wilds."""
    run = naturals | filled
    if run == WHOLE:
        return HIGHEST + (bonus if naturals == WHOLE or not naturals_only else 0)
    length = 0
    while run:
        run &= run << 1  # every run loses its lowest number
        length += 1
    return length


def _stands(holding: Holding, runs: Sequence[Run]) -> tuple[tuple[str, str], ...]:
    """Which wild stands for which card in these runs: the colour wilds first, the full wild last.

    Each wild in turn looks for a place; where it is taken, the wild there moves if it can. So no wild loses
    its place to a later one, and every place is filled that can be.
    """
    places = [
        f"{COLOURS[colour]}{number}"
        for colour, run in enumerate(runs)
        if run is not None
        for number in range(run[0], run[1] + 1)
        if not holding.has(colour, number)
    ]
    own = [wild for wild, count in zip(COLOUR_WILDS, holding.own_wilds, strict=True) for _ in range(count)]
    wilds = [*own, *(f"{WILD}{number or ANY}" for number in holding.shared)]
    standing: dict[str, int] = {}

    def find_place(wild: int, asked: set[str]) -> bool:
        for place in places:
            if place not in asked and may_stand(wilds[wild], place):
                asked.add(place)
                if place not in standing or find_place(standing[place], asked):
                    standing[place] = wild
                    return True
        return False

    for wild in range(len(wilds)):
        find_place(wild, set())
    return tuple((wilds[standing[place]], place) for place in places)
