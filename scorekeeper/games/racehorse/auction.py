"""The bidding of Racehorse (rules.md §1, "Bidding")."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper import pitch
from scorekeeper.games.racehorse.entries import BIDS, Bid, Contract, How, MakeBid
from scorekeeper.games.racehorse.state import Agreed, HandUnderWay, State, bid_word, next_dealer, worth
from scorekeeper.kernel import Message, Param, Refused, Rules, Step, Table, Who, say, say_many
from scorekeeper.kernel.game import refuse_sitting_out

PLAYERS = range(5, 9)
TOO_MANY = say("8 is the most: six cards each for 9 players would need 54 cards.")


def bids_of(rules: Rules) -> tuple[Bid, ...]:
    """The bids of a table, lowest first."""
    return tuple(bid for bid in BIDS if worth(bid) >= forced_bid(rules))


def forced_bid(rules: Rules) -> int:
    """What the dealer must take it at when everybody else passes."""
    return int(rules["min_bid"])


def begun(state: State) -> HandUnderWay:
    """The hand under way, begun now if there is none; refuses a hand that too few or too many sit in."""
    if state.hand is not None:
        return state.hand
    number = len(state.table.sitting)
    if number < PLAYERS[0]:
        message = say_many(
            "A hand needs %(least)s players: %(count)s more must sit down.",
            "A hand needs %(least)s players: %(count)s more must sit down.",
            PLAYERS[0] - number,
            least=PLAYERS[0],
        )
        raise Refused("type", "too_few_sitting", message)
    if number > PLAYERS[-1]:
        raise Refused("type", "too_many_sitting", TOO_MANY)
    return HandUnderWay(next_dealer(state), state.per_point)


def to_speak(table: Table, hand: HandUnderWay) -> int:
    """Whose turn it is in an open auction: the next clockwise who has not passed, first the dealer's left."""
    last = hand.bids[-1][0] if hand.bids else hand.dealer
    return next(seat for seat in table.clockwise_from(last) if not hand.passed(seat))


def may_raise(hand: HandUnderWay) -> bool:
    """Whether the dealer, forced, may still raise the contract (once, until trump or the result)."""
    return hand.contract is not None and hand.contract.how == "forced" and hand.trump is None


def _refuse_over(contract: Agreed) -> None:
    raise Refused(
        "type",
        "auction_over",
        say(
            "The bidding is over: %(who)s pitches for %(bid)s.",
            who=Who(contract.pitcher),
            bid=bid_word(contract.bid),
        ),
    )


def refuse_turn(table: Table, hand: HandUnderWay, seat: int) -> None:
    """Raises Refused unless ``seat`` may speak now."""
    if hand.contract is not None and not may_raise(hand):
        _refuse_over(hand.contract)
    refuse_sitting_out(table, seat)
    if hand.contract is None:
        turn = to_speak(table, hand)
        if seat != turn:
            raise pitch.out_of_turn(turn)
    elif seat != hand.dealer:
        raise pitch.only_dealer_raises(hand.dealer)


def refuse_bid(rules: Rules, hand: HandUnderWay, seat: int, bid: int | str) -> None:
    """Raises Refused unless ``bid`` is one of the table's and beats the standing one (or steals it)."""
    if bid == "pass":
        if hand.contract is not None:
            raise Refused("bid", "forced", _forced_message(hand.dealer, rules))
        return
    _refuse_unlisted(rules, bid)
    if hand.contract is not None:
        if worth(bid) <= worth(hand.contract.bid):
            raise pitch.raise_too_low(bid_word(hand.contract.bid))
    elif hand.standing is not None and worth(bid) <= worth(hand.standing[1]):
        if steals(hand, seat, bid):
            return
        raise pitch.too_low(bid_word(hand.standing[1]))


def steals(hand: HandUnderWay, seat: int, bid: int | str) -> bool:
    """Whether the dealer takes the standing bid for the same (never a smudge: that ends the bidding)."""
    return hand.standing is not None and seat == hand.dealer and bid == hand.standing[1] != "smudge"


def _refuse_unlisted(rules: Rules, bid: int | str) -> None:
    if bid not in bids_of(rules):
        raise pitch.unlisted(forced_bid(rules))


def _forced_message(dealer: int, rules: Rules) -> Message:
    return say(
        "Everybody passed, so %(dealer)s is forced to %(least)s.", dealer=Who(dealer), least=forced_bid(rules)
    )


def make_bid(state: State, entry: MakeBid) -> Step[State]:
    """A bid or a pass; closes the auction when its rules say so."""
    hand = begun(state)
    refuse_turn(state.table, hand, entry.seat)
    refuse_bid(state.rules, hand, entry.seat, entry.bid)
    if hand.contract is not None and entry.bid != "pass":
        hand = replace(
            hand,
            bids=(*hand.bids, (entry.seat, entry.bid)),
            contract=Agreed(entry.seat, entry.bid, "bid"),
        )
        said = say("%(who)s raises to %(bid)s.", who=Who(entry.seat), bid=bid_word(entry.bid))
        return Step(replace(state, hand=hand), said, unit=state.unit)
    said = _said(hand, entry.seat, entry.bid)
    hand = replace(hand, bids=(*hand.bids, (entry.seat, entry.bid)))
    contract = _contract(state, hand)
    if contract is not None:
        said = say("%(word)s %(ending)s", word=said, ending=_ending(contract))
    return Step(replace(state, hand=replace(hand, contract=contract)), said, unit=state.unit)


def _contract(state: State, hand: HandUnderWay) -> Agreed | None:
    """What the bidding came to, if it is over."""
    left = [seat for seat in state.table.sitting if not hand.passed(seat)]
    if hand.standing is None:
        return Agreed(hand.dealer, forced_bid(state.rules), "forced") if left == [hand.dealer] else None
    seat, bid = hand.standing
    if left != [seat] and bid != "smudge":
        return None
    first = next(who for who, what in hand.bids if what == bid)
    how: How = "bid" if first == seat else "steal"
    return Agreed(seat, bid if isinstance(bid, int) else "smudge", how)


def _said(hand: HandUnderWay, seat: int, bid: int | str) -> Message:
    if bid == "pass":
        return say("%(who)s passes.", who=Who(seat))
    if steals(hand, seat, bid):
        return say("%(who)s steals at %(bid)s.", who=Who(seat), bid=bid_word(bid))
    return say("%(who)s bids %(bid)s.", who=Who(seat), bid=bid_word(bid))


def _ending(contract: Agreed) -> Message:
    places: dict[str, Param] = {"who": Who(contract.pitcher), "bid": bid_word(contract.bid)}
    if contract.how == "forced":
        return say("%(who)s is forced to %(bid)s.", **places)
    return say("%(who)s pitches for %(bid)s.", **places)


def refuse_contract_now(state: State) -> HandUnderWay:
    """The hand as it begins with a contract; raises Refused once the bidding has begun or is over."""
    hand = begun(state)
    if hand.contract is not None:
        _refuse_over(hand.contract)
    pitch.refuse_begun(hand.bids)
    return hand


def refuse_how(rules: Rules, hand: HandUnderWay, seat: int, bid: Bid, how: str) -> None:
    """Raises Refused unless the contract can have come about in this way."""
    _refuse_unlisted(rules, bid)
    if how == "bid":
        return
    if seat != hand.dealer:
        raise Refused(
            "how", "not_the_dealer", say("Only the dealer, %(dealer)s, can do that.", dealer=Who(hand.dealer))
        )
    if how == "steal" and bid == "smudge":
        raise Refused("how", "smudge_not_stolen", say("A Smudge ends the bidding; it cannot be stolen."))
    if how == "forced" and bid != forced_bid(rules):
        raise Refused("bid", "forced", _forced_message(hand.dealer, rules))


def make_contract(state: State, entry: Contract) -> Step[State]:
    """The contract alone, instead of the auction."""
    hand = refuse_contract_now(state)
    refuse_sitting_out(state.table, entry.seat)
    refuse_how(state.rules, hand, entry.seat, entry.bid, entry.how)
    contract = Agreed(entry.seat, entry.bid, entry.how)
    said = _ending(contract)
    if entry.how == "steal":
        said = say("%(who)s steals at %(bid)s and pitches.", **said.params)
    return Step(replace(state, hand=replace(hand, contract=contract)), said, unit=state.unit)
