"""What may come next in a match of 10 Point Pitch, asked of the functions that judge it."""

from __future__ import annotations

from scorekeeper.games.ten_point_pitch import auction
from scorekeeper.games.ten_point_pitch.entries import CARDS, TEAMS
from scorekeeper.games.ten_point_pitch.state import HandUnderWay, State
from scorekeeper.kernel import Ask, Choice, Refused, Upcoming
from scorekeeper.pitch import SUITS, choices


def upcoming(state: State) -> Upcoming:
    """The dealer, the contract under way, and what may be entered."""
    if state.finished:
        return Upcoming({}, (Ask("note"),))
    hand = auction.begun(state)
    table = {"dealer": hand.dealer, "hand": state.unit}
    between = () if state.hand else (Ask("dealer", state.table.sitting),)
    always = (Ask("void"), *between, Ask("note"), Ask("finish"))
    if hand.contract is None:
        turn = auction.to_speak(state.table, hand)
        return Upcoming(table | {"to_bid": turn}, (*_auction_asks(state, hand, turn), *always))
    return Upcoming(
        {**table, "pitcher": hand.contract.pitcher, "bid": hand.contract.bid},
        (*_contracted_asks(state, hand, hand.contract.pitcher), *always),
    )


def _bid_ask(state: State, hand: HandUnderWay, seat: int) -> Ask:
    def judged(bid: int | str) -> Choice:
        try:
            auction.refuse_bid(state.rules, hand, bid)
        except Refused as refused:
            return Choice("bid", bid, refused)
        return Choice("bid", bid)

    return Ask("bid", (seat,), tuple(judged(bid) for bid in (*auction.bids_of(state.rules), "pass")))


def _auction_asks(state: State, hand: HandUnderWay, turn: int) -> list[Ask]:
    asks = [_bid_ask(state, hand, turn)]
    if not hand.bids:
        asks.append(Ask("contract", state.table.sitting, choices("bid", auction.bids_of(state.rules))))
    return asks


def _contracted_asks(state: State, hand: HandUnderWay, pitcher: int) -> list[Ask]:
    asks: list[Ask] = []
    if auction.may_raise(hand):
        asks.append(_bid_ask(state, hand, hand.dealer))
    if hand.trump is None:
        asks.append(Ask("trump", (), choices("suit", SUITS)))
    cards = tuple(Choice(f"taken.{card}", team) for card in CARDS for team in TEAMS)
    return [*asks, Ask("hand", (pitcher,), cards)]
