"""A turn of Ten: drawing, and the last card (rules.md §4, "Turn", "End")."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.ten import ending, pack, stopping
from scorekeeper.games.ten.auction import refuse_wild_first
from scorekeeper.games.ten.cards import CURRENCIES, is_wild, kind_of, value_of
from scorekeeper.games.ten.entries import Draw, LastCard
from scorekeeper.games.ten.said import card_said, figure
from scorekeeper.games.ten.state import LIMIT, Bust, State, changed, currency_in, previous, total_of
from scorekeeper.kernel import Caution, Refused, Rules, Step, Who, say, say_many


def bust_by(rules: Rules, tableau: tuple[str, ...]) -> Bust | None:
    """How this tableau busts, None if it does not."""
    if total_of(tableau) >= LIMIT:
        return "numbers"
    net = rules["currency_bust"] == "net"
    over = -total_of(tableau) if net else currency_in(tableau)
    return "currency" if over >= LIMIT else None


def bust_if_drawn(state: State, card: str) -> Bust | None:
    """How drawing ``card`` now would bust, None if it would not. A wild never does."""
    return None if is_wild(card) else bust_by(state.rules, (*drawing(state).tableau, card))


def refuse_drawing(state: State) -> None:
    """Raises Refused where nobody may draw now."""
    refuse_wild_first(state)
    stopping.refuse_pile_empty(state)
    if state.last_card:
        text = say("The pile is empty: %(who)s takes the numbers or the currency.", who=Who(state.seat))
        raise Refused("type", "pile_empty", text)


def drawing(state: State) -> State:
    """The state in which the next card is drawn: who may still buy has then skipped it."""
    return ending.passed_on(state) if state.phase == "buying" else state


def draw(state: State, entry: Draw) -> Step[State]:
    """The next card; a wild is auctioned at once, a bust ends the turn."""
    refuse_drawing(state)
    pack.refuse_no_copy(state, entry.card, pack.known_cards(state))
    state = replace(drawing(state), drew=True)
    who, card = Who(state.seat), card_said(entry.card)
    if is_wild(entry.card):
        said = say("%(who)s draws %(card)s: it is auctioned.", who=who, card=card)
        return Step(replace(state, phase="auction", wild=entry.card), said, state.unit)
    state = replace(state, tableau=(*state.tableau, entry.card))
    if kind_of(entry.card) == "currency":
        place = CURRENCIES.index(value_of(entry.card))
        seen = changed(state.currency_seen, place, state.currency_seen[place] + 1)
        state = replace(state, currency_seen=seen)
    bust = bust_by(state.rules, state.tableau)
    if bust is not None:
        return stopping.busted(state, say("%(who)s draws %(card)s.", who=who, card=card), bust)
    total = figure(total_of(state.tableau))
    said = say("%(who)s draws %(card)s: total %(total)s.", who=who, card=card, total=total)
    return Step(state, said, state.unit)


def refuse_last_card(state: State) -> None:
    """Raises Refused where the last card cannot have come."""
    if state.last_card:
        raise Refused("type", "pile_empty", say("The pile is empty already."))
    if not state.drew and state.unit == 1:
        raise Refused("type", "draw_first", say("%(who)s draws a card first.", who=Who(state.seat)))


def last_card(state: State, _: LastCard) -> Step[State]:
    """The pile is empty: the turn is finished as usual, then everybody may buy once more."""
    refuse_last_card(state)
    said, warnings = say("That was the last card."), _cards_left(state)
    after = replace(state, last_card=True)
    if state.phase != "drawing" or state.tableau:
        return Step(after, said, state.unit, warnings=warnings)
    if state.drew:
        return ending.nothing_to_take(after, said, warnings)
    # The turn that drew it is over, and has passed on.
    after = ending.last_buying(replace(after, seat=previous(state)))
    return ending.counted_step(after, said, state.unit - 1, None, warnings)


def _cards_left(state: State) -> tuple[Caution, ...]:
    """What is unusual if the pile is empty before its time."""
    left = sum(pack.in_pile(state, state.pack).values()) if state.pack is not None else 0
    if not left:
        return ()
    text = say_many(
        "By the pack %(count)s card is still to come.", "By the pack %(count)s cards are still to come.", left
    )
    return (Caution("cards_left", text),)
