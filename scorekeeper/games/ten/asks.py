"""What may come next in a match of Ten, asked of the functions that judge it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.games.ten import auction, buying, counting, pack, payment, stopping, turn
from scorekeeper.games.ten.cards import CARDS, NUMBER_CARDS
from scorekeeper.games.ten.chance import chance_of_bust
from scorekeeper.games.ten.fields import PASS
from scorekeeper.games.ten.state import (
    State,
    currency_in,
    standing_bid,
    to_speak,
    total_of,
    turn_of,
)
from scorekeeper.kernel import Ask, Choice, Refused, Upcoming


def upcoming(state: State) -> Upcoming:
    """The table as it lies there, who acts, and what may be entered."""
    if state.finished:
        return Upcoming({}, (Ask("note"),))
    asks = (
        *_turn_asks(state),
        *_auction_asks(state),
        *_buying_asks(state),
        *_other_asks(state),
        Ask("note"),
        Ask("finish"),
    )
    return Upcoming(_next(state), asks)


def _next(state: State) -> dict[str, Any]:
    """``next`` of the wire format."""
    told: dict[str, Any] = {
        "seat": turn_of(state),
        "turn": state.unit,
        "phase": state.phase,
        "total": total_of(state.tableau),
        "currency": currency_in(state.tableau),
        "tableau": list(state.tableau),
        "market": list(state.market),
        "tokens": list(state.tokens),
        "busts": list(state.busts),
    }
    standing = standing_bid(state)
    if state.wild is not None:
        told["wild"] = state.wild
    if standing is not None:
        told["bid"] = standing[1]
    if state.phase == "auction":
        told["to_bid"] = to_speak(state)
    if state.phase == "paying" and standing is not None:
        told["to_pay"] = standing[0]
    if state.to_buy:
        told["to_buy"] = list(state.to_buy)
    if state.pack is not None and state.pack.chance and state.phase == "drawing" and not state.last_card:
        chance = chance_of_bust(state)
        told |= {"chance": {"busts": chance.busts, "of": chance.of}} if chance else {}
    return told


def refusal(judge: Callable[..., object], *given: object) -> Refused | None:
    """Why ``judge`` refuses what it is given; None if it does not."""
    try:
        judge(*given)
    except Refused as refused:
        return refused
    return None


def _turn_asks(state: State) -> tuple[Ask, ...]:
    asks = []
    if refusal(turn.refuse_drawing, state) is None:
        known = pack.known_cards(state)
        cards = (Choice("card", card, refusal(pack.refuse_no_copy, state, card, known)) for card in CARDS)
        asks.append(Ask("draw", (), tuple(cards)))
    if refusal(stopping.refuse_stopping, state) is None:
        ways = (Choice("what", what, refusal(stopping.refuse_taking, state, what)) for what in stopping.WAYS)
        asks.append(Ask("take", (), tuple(ways)))
    return tuple(asks)


def _means(state: State, seat: int) -> tuple[Choice, ...]:
    """What this seat may pay with: so many tokens, so many bust tokens, these cards."""
    cards = dict.fromkeys(state.owned[seat]) if payment.cards_pay(state) else ()
    return (
        *(Choice("tokens", count) for count in range(state.tokens[seat] + 1)),
        *(Choice("busts", count) for count in range(state.busts[seat] + 1)),
        *(Choice("cards", card) for card in cards),
    )


def _auction_asks(state: State) -> tuple[Ask, ...]:
    standing = standing_bid(state)
    if state.phase == "paying" and standing is not None:
        return (Ask("pay", (), _means(state, standing[0])),)
    if state.phase != "auction":
        return ()
    seat = to_speak(state)
    bids = (
        Choice("bid", bid, refusal(auction.refuse_bid, state, seat, bid))
        for bid in range(1, payment.limit(state, seat) + 1)
    )
    asked = (Ask("bid", (seat,), (*bids, Choice("bid", PASS))),)
    if state.bids:
        return asked
    limits = [payment.limit(state, one) for one in state.table.seats]
    seats = (*(Choice("seat", one) for one in state.table.seats if limits[one]), Choice("seat", None))
    prices = (Choice("price", price) for price in range(1, max(limits) + 1))
    return (*asked, Ask("sold", (), (*seats, *prices)))


def _buying_asks(state: State) -> tuple[Ask, ...]:
    if refusal(buying.refuse_buying, state) is not None:
        return ()
    skip = (Ask("skip"),)
    if not state.market:
        return skip
    cards = (
        Choice("card", card, refusal(buying.refuse_card, state, card))
        for card in NUMBER_CARDS
        if card in state.market
    )
    return (Ask("buy", (), (*cards, *_means(state, turn_of(state)))), *skip)


def _other_asks(state: State) -> tuple[Ask, ...]:
    asks = []
    if refusal(turn.refuse_last_card, state) is None:
        asks.append(Ask("last_card"))
    if refusal(pack.refuse_pack, state) is None:
        asks.append(Ask("pack"))
    if refusal(counting.refuse_counting, state) is None:
        asks.append(Ask("count"))
    return tuple(asks)
