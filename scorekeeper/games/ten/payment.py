"""What players pay with: the limit, the payment to propose, and what is refused (rules.md §4, "Buying")."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scorekeeper.games.ten.cards import COLOURS, is_wild, value_of
from scorekeeper.games.ten.entries import Paid
from scorekeeper.games.ten.said import card_said, means_said
from scorekeeper.games.ten.state import State, changed, placing_of, with_owned
from scorekeeper.kernel import Caution, Refused, Who, say, say_many

BUST_TOKEN = 3
"""What a bust token pays; no change is given."""


def worth(paid: Paid) -> int:
    """What a payment comes to."""
    return paid.tokens + BUST_TOKEN * paid.busts + len(paid.cards)


def cards_pay(state: State) -> bool:
    """Whether own cards pay for what is bought now: a table may keep them out of auctions."""
    return state.phase not in {"auction", "paying"} or state.rules["auction_pay"] == "all"


def limit(state: State, seat: int) -> int:
    """The most that this seat can pay now."""
    cards = len(state.owned[seat]) if cards_pay(state) else 0
    return state.tokens[seat] + BUST_TOKEN * state.busts[seat] + cards


def proposed_payment(state: State, seat: int, price: int) -> Paid | None:
    """How this seat best pays ``price``; None if it cannot.

    As little as possible is overpaid; then as few cards as possible are spent, then as many bust tokens,
    which count for nothing in the end. Cards go in the order of :func:`cheapest_cards`.
    """
    if limit(state, seat) < price:
        return None
    most_cards = len(state.owned[seat]) if cards_pay(state) else 0
    ways = []
    for busts in range(state.busts[seat] + 1):
        rest = max(0, price - BUST_TOKEN * busts)
        tokens = min(rest, state.tokens[seat])
        cards = rest - tokens
        if cards <= most_cards:
            ways.append((BUST_TOKEN * busts + rest - price, cards, -busts, tokens))
    _over, cards, busts, tokens = min(ways)
    return Paid(tokens, -busts, cheapest_cards(state, seat)[:cards] if cards else ())


def cheapest_cards(state: State, seat: int) -> tuple[str, ...]:
    """The cards of this seat, those first whose loss costs least.

    Duplicates; numbers outside of the runs of the best placing; numbers in runs, the shortest run first and
    from its high end; wilds.
    """
    cards = state.owned[seat]
    runs = placing_of(state.rules, cards).runs

    def cost(at: int) -> tuple[int, int, int]:
        card = cards[at]
        if is_wild(card):
            return 3, 0, 0
        if card in cards[:at]:
            return 0, 0, at
        run = runs[COLOURS.index(card[0])]
        if run is None or not run[0] <= value_of(card) <= run[1]:
            return 1, 0, at
        return 2, run[1] - run[0], -value_of(card)

    return tuple(cards[at] for at in sorted(range(len(cards)), key=cost))


def refuse_payment(state: State, seat: int, price: int, paid: Paid | None) -> Paid:
    """The payment, tokens alone if nothing was said; raises Refused where it cannot be made."""
    has = say_many(
        "%(who)s has %(count)s token.", "%(who)s has %(count)s tokens.", state.tokens[seat], who=Who(seat)
    )
    if paid is None:
        if price > state.tokens[seat]:
            text = say("%(has)s The price is %(price)s: say what else pays.", has=has, price=price)
            raise Refused("tokens", "pays_too_little", text)
        return Paid(price)
    if paid.tokens > state.tokens[seat]:
        raise Refused("tokens", "too_few_tokens", has)
    if paid.busts > state.busts[seat]:
        text = say_many(
            "%(who)s has %(count)s bust token.",
            "%(who)s has %(count)s bust tokens.",
            state.busts[seat],
            who=Who(seat),
        )
        raise Refused("busts", "too_few_bust_tokens", text)
    _refuse_cards(state, seat, paid.cards)
    if worth(paid) < price:
        text = say("The price is %(price)s; this pays %(worth)s.", price=price, worth=worth(paid))
        raise Refused("tokens", "pays_too_little", text)
    return paid


def _refuse_cards(state: State, seat: int, cards: tuple[str, ...]) -> None:
    if cards and not cards_pay(state):
        text = say("At this table only tokens and bust tokens pay in an auction.")
        raise Refused("cards", "cards_do_not_pay", text)
    for card in Counter(cards) - Counter(state.owned[seat]):
        text = say("%(who)s does not own %(card)s.", who=Who(seat), card=card_said(card))
        if card in state.owned[seat]:
            text = say(
                "%(who)s does not own so many copies of %(card)s.", who=Who(seat), card=card_said(card)
            )
        raise Refused("cards", "not_owned", text)


def bought(
    state: State, seat: int, card: str, price: int, paid: Paid | None
) -> tuple[State, Paid, tuple[Caution, ...]]:
    """The state after this seat has paid for ``card`` and has it, the payment, and what is unusual in it.

    What is overpaid is lost. Raises Refused for a payment that cannot be.
    """
    paid = refuse_payment(state, seat, price, paid)
    left = list(state.owned[seat])
    for spent in paid.cards:
        left.remove(spent)
    after = replace(
        state,
        tokens=changed(state.tokens, seat, state.tokens[seat] - paid.tokens),
        busts=changed(state.busts, seat, state.busts[seat] - paid.busts),
        spent=(*state.spent, *paid.cards),
    )
    return with_owned(after, seat, (*left, card)), paid, _too_much(state, seat, price, paid)


def _too_much(state: State, seat: int, price: int, paid: Paid) -> tuple[Caution, ...]:
    lost, best = worth(paid) - price, proposed_payment(state, seat, price) if worth(paid) > price else None
    if best is None or worth(best) - price >= lost:
        return ()
    text = say(
        "%(who)s loses %(lost)s. %(means)s would do.", who=Who(seat), lost=lost, means=means_said(best)
    )
    return (Caution("pays_too_much", text),)
