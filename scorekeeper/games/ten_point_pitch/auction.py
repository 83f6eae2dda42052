"""The bidding of 10 Point Pitch, one chance each (rules.md §2, "Bidding")."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper import pitch
from scorekeeper.games.ten_point_pitch.dealing import thrown_in
from scorekeeper.games.ten_point_pitch.entries import BIDS, POINTS, Bid, Contract, MakeBid
from scorekeeper.games.ten_point_pitch.state import Agreed, HandUnderWay, State, bid_word, next_dealer, worth
from scorekeeper.kernel import Message, Param, Refused, Rules, Step, Table, Who, say
from scorekeeper.kernel.game import refuse_unknown_seat


def bids_of(rules: Rules) -> tuple[Bid, ...]:
    """The bids of a table, lowest first. Where a 10 is the moon, only the moon stands for both."""
    return tuple(bid for bid in BIDS if worth(bid) >= int(rules["min_bid"]) and meant(rules, bid) == bid)


def meant(rules: Rules, bid: Bid) -> Bid:
    """What a bid means at this table: a 10 may be the moon."""
    return "moon" if bid == POINTS and rules["ten_is_moon"] else bid


def forced_bid(rules: Rules) -> Bid:
    """What the dealer must take it at when everybody else passes."""
    return meant(rules, int(rules["min_bid"]))


def begun(state: State) -> HandUnderWay:
    """The hand under way, begun now if there is none."""
    return state.hand or HandUnderWay(next_dealer(state))


def to_speak(table: Table, hand: HandUnderWay) -> int:
    """Whose turn it is while the bidding is open: from the dealer's left, each once."""
    return next(seat for seat in table.clockwise_from(hand.dealer) if hand.said(seat) is None)


def may_raise(hand: HandUnderWay) -> bool:
    """Whether the dealer, forced, may still raise the contract (once, until trump or the result)."""
    contract = hand.contract
    return contract is not None and contract.how == "forced" and contract.bid != "moon" and hand.trump is None


def _refuse_over(contract: Agreed) -> None:
    places: dict[str, Param] = {"who": Who(contract.pitcher), "bid": bid_word(contract.bid)}
    message = say("The bidding is over: %(who)s pitches for %(bid)s.", **places)
    if contract.bid == "moon":
        message = say("The bidding is over: %(who)s shoots the moon.", who=Who(contract.pitcher))
    raise Refused("type", "auction_over", message)


def refuse_turn(table: Table, hand: HandUnderWay, seat: int) -> None:
    """Raises Refused unless ``seat`` may speak now."""
    if hand.contract is not None and not may_raise(hand):
        _refuse_over(hand.contract)
    refuse_unknown_seat(table, seat)
    if hand.contract is not None:
        if seat != hand.dealer:
            raise pitch.only_dealer_raises(hand.dealer)
        return
    turn = to_speak(table, hand)
    if hand.said(seat) is not None:
        message = say(
            "%(who)s has had the one chance to bid. It is %(turn)s’s turn.", who=Who(seat), turn=Who(turn)
        )
        raise Refused("seat", "bid_already", message)
    if seat != turn:
        raise pitch.out_of_turn(turn)


def refuse_bid(rules: Rules, hand: HandUnderWay, bid: int | str) -> None:
    """Raises Refused unless ``bid`` is one of the table's and beats the standing one."""
    if bid == "pass":
        if hand.contract is not None:
            message = say(
                "Everybody else passed, so %(dealer)s is forced to %(least)s.",
                dealer=Who(hand.dealer),
                least=bid_word(hand.contract.bid),
            )
            raise Refused("bid", "forced", message)
        return
    _refuse_unlisted(rules, bid)
    if hand.contract is not None:
        if worth(bid) <= worth(hand.contract.bid):
            raise pitch.raise_too_low(bid_word(hand.contract.bid))
    elif hand.standing is not None and worth(bid) <= worth(hand.standing[1]):
        raise pitch.too_low(bid_word(hand.standing[1]))


def _refuse_unlisted(rules: Rules, bid: int | str) -> None:
    if worth(bid) < int(rules["min_bid"]):
        raise pitch.unlisted(int(rules["min_bid"]))


def make_bid(state: State, entry: MakeBid) -> Step[State]:
    """A bid or a pass; closes the bidding when its rules say so."""
    hand = begun(state)
    refuse_turn(state.table, hand, entry.seat)
    bid = entry.bid if entry.bid == "pass" else meant(state.rules, entry.bid)
    refuse_bid(state.rules, hand, bid)
    bids = (*hand.bids, (entry.seat, bid))
    if hand.contract is not None and bid != "pass":
        said = say("%(who)s raises to %(bid)s.", who=Who(entry.seat), bid=bid_word(bid))
        return _bidding(state, replace(hand, bids=bids, contract=Agreed(entry.seat, bid)), said)
    said = _said(entry.seat, bid)
    hand = replace(hand, bids=bids)
    contract = _contract(state, hand)
    if contract is not None:
        said = say("%(word)s %(ending)s", word=said, ending=_ending(contract))
    elif len(bids) == len(state.table.sitting):
        ending = say("Everybody passed: %(dealer)s deals again.", dealer=Who(hand.dealer))
        return thrown_in(state, hand.dealer, say("%(word)s %(ending)s", word=said, ending=ending))
    return _bidding(state, replace(hand, contract=contract), said)


def _said(seat: int, bid: int | str) -> Message:
    if bid == "pass":
        return say("%(who)s passes.", who=Who(seat))
    if bid == "moon":
        return say("%(who)s bids the moon.", who=Who(seat))
    return say("%(who)s bids %(bid)s.", who=Who(seat), bid=bid)


def _bidding(state: State, hand: HandUnderWay, said: Message) -> Step[State]:
    return Step(replace(state, hand=hand), said, unit=state.unit)


def _contract(state: State, hand: HandUnderWay) -> Agreed | None:
    """What the bidding came to, if it is over and somebody pitches."""
    spoken, everybody = len(hand.bids), len(state.table.sitting)
    if hand.standing is None:
        redeals = state.rules["all_pass"] == "redeal"  # noqa: S105 - a house rule, no password
        if redeals or spoken < everybody - 1:
            return None
        return Agreed(hand.dealer, forced_bid(state.rules), "forced")
    seat, bid = hand.standing
    if bid != "moon" and spoken < everybody:
        return None
    return Agreed(seat, bid if isinstance(bid, int) else "moon")


def _ending(contract: Agreed) -> Message:
    who, bid = Who(contract.pitcher), bid_word(contract.bid)
    if contract.how == "forced":
        return say("%(who)s is forced to %(bid)s.", who=who, bid=bid)
    if contract.bid == "moon":
        return say("That ends the bidding.")
    return say("%(who)s pitches for %(bid)s.", who=who, bid=bid)


def refuse_contract_now(state: State) -> HandUnderWay:
    """The hand as it begins with a contract; raises Refused once the bidding has begun or is over."""
    hand = begun(state)
    if hand.contract is not None:
        _refuse_over(hand.contract)
    pitch.refuse_begun(hand.bids)
    return hand


def make_contract(state: State, entry: Contract) -> Step[State]:
    """The contract alone, instead of the bidding."""
    hand = refuse_contract_now(state)
    refuse_unknown_seat(state.table, entry.seat)
    bid = meant(state.rules, entry.bid)
    _refuse_unlisted(state.rules, bid)
    contract = Agreed(entry.seat, bid)
    said = _ending(contract)
    if bid == "moon":
        said = say("%(who)s shoots the moon.", who=Who(entry.seat))
    return _bidding(state, replace(hand, contract=contract), said)
