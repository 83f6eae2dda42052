"""How many copies of each card there are, which are seen, and the chance of a bust (rules.md §4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scorekeeper.games.ten.cards import (
    CARDS,
    CURRENCY_CARDS,
    NUMBERED_WILDS,
    kind_of,
    value_of,
)
from scorekeeper.games.ten.entries import EnterPack
from scorekeeper.games.ten.said import card_said
from scorekeeper.games.ten.state import Pack, State, numbers_in
from scorekeeper.kernel import Refused, Rules, Step, say, say_many

ALL_CURRENCY = 27
"""Currency cards of all values together."""
_OFTEN = 6
"""Numbers up to here have three copies in each colour."""


def copies_of(card: str) -> int:
    """How many copies the full pack holds; for currency, of all values together."""
    match kind_of(card):
        case "number":
            return 3 if value_of(card) <= _OFTEN else 1
        case "colour_wild":
            return 2
        case "currency":
            return ALL_CURRENCY
    return 1


def copies_left(rules: Rules, known: Counter[str], card: str, pack: Pack | None = None) -> int:
    """How many copies of ``card`` may still come when those in ``known`` are out (below 0: too many)."""
    if kind_of(card) == "currency":
        if pack is not None:
            return pack.currency[value_of(card) - 1] - known[card]
        return ALL_CURRENCY - sum(known[one] for one in CURRENCY_CARDS)
    # With ten numbered wilds one number, any, comes twice.
    doubled = rules["numbered_wilds"] == len(NUMBERED_WILDS) + 1 and kind_of(card) == "numbered_wild"
    extra = doubled and all(known[one] < 2 for one in NUMBERED_WILDS if one != card)  # noqa: PLR2004
    return copies_of(card) + extra - known[card]


def known_cards(state: State) -> Counter[str]:
    """Every card that cannot come any more: seen so far, or taken out of the pack."""
    known = Counter(card for cards in state.owned for card in cards)
    known.update((*state.market, *numbers_in(state.tableau), *state.spent))
    known.update(dict(zip(CURRENCY_CARDS, state.currency_seen, strict=True)))
    if state.wild is not None:
        known[state.wild] += 1
    if state.pack is not None:
        known.update(state.pack.removed)
    return known


def refuse_no_copy(state: State, card: str, known: Counter[str]) -> None:
    """Raises Refused if every copy of ``card`` is seen."""
    if copies_left(state.rules, known, card, state.pack) > 0:
        return
    if kind_of(card) == "currency" and state.pack is None:
        text = say("All %(count)s currency cards are drawn.", count=ALL_CURRENCY)
    else:
        text = say("Every copy of %(card)s is out already.", card=card_said(card))
    raise Refused("card", "no_copy_left", text)


def in_pile(state: State, pack: Pack) -> dict[str, int]:
    """The cards still to come, by kind of card.

    With ten numbered wilds the tenth stands under its number once that is seen twice, else under the
    first number of which there may be another.
    """
    known = known_cards(state)
    left = {card: copies_left(state.rules, known, card, pack) for card in CARDS}
    unsure = [card for card in NUMBERED_WILDS if left[card] + known[card] > copies_of(card)]
    for card in unsure[1:]:
        left[card] -= 1
    return left


def refuse_pack(state: State) -> None:
    """Raises Refused once the pack is entered, or of no use any more."""
    if state.pack is not None:
        raise Refused("type", "pack_entered", say("The pack is entered already. Undo that to change it."))
    if state.last_card:
        raise Refused("type", "pile_empty", say("The pile is empty: the pack is of no use any more."))


def enter_pack(state: State, entry: EnterPack) -> Step[State]:
    """The table says, once, which pack it plays with."""
    refuse_pack(state)
    in_all = sum(entry.currency)
    if in_all > ALL_CURRENCY:
        text = say("A pack has %(most)s currency cards; this makes %(sum)s.", most=ALL_CURRENCY, sum=in_all)
        raise Refused("currency", "too_much_currency", text)
    pack = Pack(entry.currency, entry.removed, entry.chance)
    _refuse_contradiction(replace(state, pack=pack), pack)
    said = say_many(
        "The pack: %(count)s currency card, %(removed)s other cards taken out.",
        "The pack: %(count)s currency cards, %(removed)s other cards taken out.",
        in_all,
        removed=len(entry.removed),
    )
    return Step(replace(state, pack=pack), said)


def _refuse_contradiction(state: State, pack: Pack) -> None:
    taken_out = Counter(pack.removed)
    for card, count in taken_out.items():
        too_many = -copies_left(state.rules, taken_out, card)
        if too_many > 0:
            text = say(
                "Too many copies of %(card)s: a pack has %(most)s.",
                card=card_said(card),
                most=count - too_many,
            )
            raise Refused("removed", "more_than_pack", text)
    known = known_cards(state)
    for card in CARDS:
        if copies_left(state.rules, known, card, pack) < 0:
            text = say("More copies of %(card)s came already than this pack has.", card=card_said(card))
            field = "currency" if kind_of(card) == "currency" else "removed"
            raise Refused(field, "pack_contradicted", text)
