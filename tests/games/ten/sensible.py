"""Entries of Ten whose fields agree, drawn at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.games.ten.cards import MOST_TOKENS, OWNED, value_of
from scorekeeper.games.ten.payment import limit, proposed_payment
from scorekeeper.games.ten.state import State, standing_bid, turn_of

Raw = dict[str, Any]
Draw = st.DrawFn


def payment_of(draw: Draw, state: State, seat: int, price: int) -> Raw:
    """What pays ``price``, as proposed or with all coins that this seat has; nothing if it cannot."""
    proposed = proposed_payment(state, seat, price)
    if proposed is None:
        return {}
    if draw(st.booleans()) and not proposed.cards:
        return {"tokens": state.tokens[seat], "busts": state.busts[seat]}
    cards = {"cards": list(proposed.cards)} if proposed.cards else {}
    return {"tokens": proposed.tokens, "busts": proposed.busts, **cards}


def pay(draw: Draw, state: State) -> Raw:
    """The winner of the auction pays."""
    standing = standing_bid(state)
    assert standing is not None
    return {"type": "pay", **payment_of(draw, state, *standing)}


def sold(draw: Draw, state: State) -> Raw:
    """Somebody gets the wild for what that seat can pay, or nobody does."""
    seat = draw(st.sampled_from([None, *state.table.seats]))
    if seat is None or not limit(state, seat):
        return {"type": "sold", "seat": None}
    price = draw(st.integers(1, limit(state, seat)))
    return {"type": "sold", "seat": seat, "price": price, **payment_of(draw, state, seat, price)}


def buy(draw: Draw, state: State) -> Raw:
    """A card of the market, and what pays it."""
    card = draw(st.sampled_from(state.market))
    return {"type": "buy", "card": card, **payment_of(draw, state, turn_of(state), value_of(card))}


def pack(draw: Draw, _state: Any) -> Raw:
    """A pack with some cards taken out."""
    removed = draw(st.lists(st.sampled_from(OWNED), unique=True, max_size=10))
    currency = draw(st.sampled_from([[7, 6, 5, 5, 4], [6, 6, 5, 5, 5], [5, 5, 5, 5, 5], [9, 9, 9, 9, 9]]))
    return {"type": "pack", "currency": currency, "removed": removed, "chance": draw(st.booleans())}


def count(draw: Draw, state: State) -> Raw:
    """Hands dealt from one pack, so that no card comes too often."""
    cards = draw(st.permutations(OWNED))
    hands: list[Raw] = []
    for _ in state.table.seats:
        size = draw(st.integers(0, 10))
        hands.append({"cards": list(cards[:size]), "tokens": draw(st.integers(0, MOST_TOKENS))})
        cards = cards[size:]
    return {"type": "count", "hands": hands}
