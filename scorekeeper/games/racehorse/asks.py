"""What may come next in a match of Racehorse, asked of the functions that judge it."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.games.racehorse import auction, seating
from scorekeeper.games.racehorse.entries import POINTS
from scorekeeper.games.racehorse.state import HandUnderWay, State, next_dealer
from scorekeeper.kernel import Ask, Choice, Refused, Upcoming
from scorekeeper.pitch import SUITS, choices


def upcoming(state: State) -> Upcoming:
    """The dealer, the contract under way, and what may be entered."""
    if state.finished:
        return Upcoming({}, (Ask("note"),))
    try:
        hand = auction.begun(state)
    except Refused:  # too few or too many sit at the table
        table = {"dealer": next_dealer(state), "hand": state.unit}
        return Upcoming(table, _table_asks(state))
    table = {"dealer": hand.dealer, "hand": state.unit}
    if hand.contract is None:
        return Upcoming(
            table | {"to_bid": auction.to_speak(state.table, hand)},
            (*_auction_asks(state, hand), *_table_asks(state)),
        )
    return Upcoming(
        {**table, "pitcher": hand.contract.pitcher, "bid": hand.contract.bid},
        (*_contracted_asks(state, hand, hand.contract.pitcher), *_table_asks(state)),
    )


def _refusal(check: Callable[[], object]) -> Refused | None:
    try:
        check()
    except Refused as refused:
        return refused
    return None


def _bid_ask(state: State, hand: HandUnderWay, seat: int) -> Ask:
    def judged(bid: int | str) -> Choice:
        return Choice("bid", bid, _refusal(lambda: auction.refuse_bid(state.rules, hand, seat, bid)))

    return Ask("bid", (seat,), tuple(judged(bid) for bid in (*auction.bids_of(state.rules), "pass")))


def _auction_asks(state: State, hand: HandUnderWay) -> list[Ask]:
    asks = [_bid_ask(state, hand, auction.to_speak(state.table, hand))]
    if not hand.bids:
        bids = choices("bid", auction.bids_of(state.rules))
        asks.append(Ask("contract", state.table.sitting, bids))
    return [*asks, Ask("void")]


def _contracted_asks(state: State, hand: HandUnderWay, pitcher: int) -> list[Ask]:
    asks: list[Ask] = []
    if auction.may_raise(hand):
        asks.append(_bid_ask(state, hand, hand.dealer))
    if hand.trump is None:
        asks.append(Ask("trump", (), choices("suit", SUITS)))
    return [*asks, Ask("hand", (pitcher,), choices("won", POINTS)), Ask("void")]


def _table_asks(state: State) -> tuple[Ask, ...]:
    between: list[Ask] = []
    if state.hand is None:
        table = state.table
        between = [Ask("dealer", table.sitting)]
        if len(table.sitting) > 1:
            between.append(Ask("sit_out", table.sitting))
        if table.out:
            between.append(Ask("sit_in", tuple(sorted(table.out))))
        if _refusal(lambda: seating.refuse_join(state)) is None:
            between.append(Ask("join", table.order))
    return (*between, Ask("stake"), Ask("note"), Ask("finish"))
