"""The auction of a wild that was drawn (rules.md §4, "Auction")."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.ten import ending, payment
from scorekeeper.games.ten.entries import MakeBid, Paid, Pay, Sold
from scorekeeper.games.ten.said import card_said, paid_said, sentences
from scorekeeper.games.ten.state import State, standing_bid, to_speak, with_owned
from scorekeeper.kernel import Caution, Message, Refused, Step, Who, say
from scorekeeper.kernel.game import refuse_unknown_seat


def refuse_wild_first(state: State) -> None:
    """Raises Refused while a wild waits for its auction or its payment: nothing else goes on then."""
    standing = standing_bid(state)
    if state.wild is None:
        return
    if state.phase == "paying" and standing is not None:
        text = say(
            "First %(who)s pays %(price)s for %(card)s.",
            who=Who(standing[0]),
            price=standing[1],
            card=card_said(state.wild),
        )
        raise Refused("type", "payment_due", text)
    text = say(
        "First the auction of %(card)s: %(who)s bids or passes.",
        card=card_said(state.wild),
        who=Who(to_speak(state)),
    )
    raise Refused("type", "auction_under_way", text)


def refuse_no_auction(state: State) -> str:
    """The wild that is auctioned now; raises Refused where none is."""
    if state.phase == "auction" and state.wild is not None:
        return state.wild
    if state.phase == "paying":
        refuse_wild_first(state)
    raise Refused("type", "no_auction", say("No wild is up for auction: first draw one."))


def refuse_speaker(state: State, seat: int) -> None:
    """Raises Refused unless this seat may bid now."""
    refuse_no_auction(state)
    refuse_unknown_seat(state.table, seat)
    turn = to_speak(state)
    if any(who == seat for who, _ in state.bids):
        text = say("%(who)s has had the one chance to bid. %(turn)s is next.", who=Who(seat), turn=Who(turn))
        raise Refused("seat", "bid_already", text)
    if seat != turn:
        raise Refused("seat", "out_of_turn", say("%(turn)s bids or passes now.", turn=Who(turn)))


def refuse_bid(state: State, seat: int, bid: int, field: str = "bid") -> None:
    """Raises Refused unless ``bid`` beats the standing one and this seat can pay it."""
    standing = standing_bid(state)
    if standing is not None and bid <= standing[1]:
        text = say("A bid must beat %(standing)s, or pass.", standing=standing[1])
        raise Refused(field, "too_low", text)
    most = payment.limit(state, seat)
    if bid > most:
        raise Refused(field, "too_high", say("%(who)s can pay up to %(most)s.", who=Who(seat), most=most))


def make_bid(state: State, entry: MakeBid) -> Step[State]:
    """A bid or a pass; when everybody has spoken the auction is over."""
    refuse_speaker(state, entry.seat)
    if isinstance(entry.bid, str):
        said = say("%(who)s passes.", who=Who(entry.seat))
    else:
        refuse_bid(state, entry.seat, entry.bid)
        said = say("%(who)s bids %(bid)s.", who=Who(entry.seat), bid=entry.bid)
    after = replace(state, bids=(*state.bids, (entry.seat, entry.bid)))
    if len(after.bids) < len(state.table.sitting):
        return Step(after, said, state.unit)
    standing = standing_bid(after)
    if standing is None:
        return _unsold(after, said)
    winner, price = standing
    over = say(
        "%(who)s gets %(card)s for %(price)s.",
        who=Who(winner),
        card=card_said(str(state.wild)),
        price=price,
    )
    return Step(replace(after, phase="paying"), sentences(said, over), state.unit)


def pay(state: State, entry: Pay) -> Step[State]:
    """Who won the auction pays, and has the wild."""
    standing = standing_bid(state)
    if state.phase != "paying" or standing is None:
        raise Refused("type", "no_payment_due", say("Nothing is to be paid now."))
    return _sold(state, *standing, entry.paid)


def sold(state: State, entry: Sold) -> Step[State]:
    """The outcome of the auction alone, instead of its bids."""
    refuse_no_auction(state)
    if state.bids:
        text = say("The bidding has begun. Finish it, or undo the bids to enter the outcome alone.")
        raise Refused("type", "bids_made", text)
    if entry.seat is None:
        if entry.price is not None or entry.paid is not None:
            text = say("Nobody bid, so nobody pays: leave the price and the payment out.")
            raise Refused("price", "nobody_pays", text)
        return _unsold(state, None)
    refuse_unknown_seat(state.table, entry.seat)
    if entry.price is None:
        raise Refused("price", "missing", say("For how much?"))
    refuse_bid(state, entry.seat, entry.price, "price")
    return _sold(state, entry.seat, entry.price, entry.paid)


def _sold(state: State, seat: int, price: int, paid: Paid | None) -> Step[State]:
    wild = str(state.wild)
    after, paid, warnings = payment.bought(state, seat, wild, price, paid)
    said = say(
        "%(who)s gets %(card)s for %(price)s, paid with %(means)s.",
        who=Who(seat),
        card=card_said(wild),
        price=price,
        means=paid_said(paid, payment.worth(paid) - price),
    )
    return _turn_goes_on(after, said, warnings)


def _unsold(state: State, said: Message | None) -> Step[State]:
    """Nobody bid: the wild leaves the match, or goes free to the player whose turn it is."""
    wild, active = str(state.wild), state.seat
    if state.rules["unsold"] == "out":
        gone = say("Nobody bid: %(card)s leaves the game.", card=card_said(wild))
        return _turn_goes_on(replace(state, spent=(*state.spent, wild)), sentences(said, gone))
    free = say("Nobody bid: %(who)s gets %(card)s free.", who=Who(active), card=card_said(wild))
    return _turn_goes_on(with_owned(state, active, (*state.owned[active], wild)), sentences(said, free))


def _turn_goes_on(state: State, said: Message, warnings: tuple[Caution, ...] = ()) -> Step[State]:
    after = replace(state, phase="drawing", wild=None, bids=())
    if after.last_card and not after.tableau:
        return ending.nothing_to_take(after, said, warnings)
    return Step(after, said, state.unit, warnings=warnings)
