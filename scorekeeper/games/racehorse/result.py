"""The result of a hand of Racehorse: the four points, made or set, who pays whom, who deals next.

Source: rules.md §1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.games.racehorse.card_points import pitcher_has_game
from scorekeeper.games.racehorse.entries import POINTS, TRICKS, Hand, Point
from scorekeeper.games.racehorse.state import Agreed, HandUnderWay, State, bid_word, worth
from scorekeeper.kernel import (
    Cell,
    Message,
    Param,
    Payment,
    Refused,
    Row,
    Rules,
    Step,
    Table,
    Who,
    say,
    say_many,
)
from scorekeeper.pitch import bid_feats, no_contract

WORDS: dict[Point, Message] = {
    "high": say("High"),
    "low": say("Low"),
    "jack": say("Jack"),
    "game": say("Game"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a hand ended. ``taken``: of the four points; ``stakes``: what each other player pays or gets."""

    made: bool
    taken: int
    stakes: int


def contracted(state: State) -> tuple[HandUnderWay, Agreed]:
    """The hand under way and what its bidding came to; refuses what must wait for that."""
    if state.hand is None or state.hand.contract is None:
        raise no_contract()
    return state.hand, state.hand.contract


def played_hand(state: State, entry: Hand) -> Step[State]:
    """The hand is over: points, money and the next dealer."""
    hand, contract = contracted(state)
    won = points_won(state.table, state.rules, contract, entry)
    verdict = _verdict(state.rules, contract, entry, won)
    payments = _payments(state.table, contract, verdict, hand.per_point)
    cells = _cells(state.table, payments)
    after = replace(
        state,
        won_minor=tuple(
            m + (c if isinstance(c, int) else 0) for m, c in zip(state.won_minor, cells, strict=True)
        ),
        dealer=_next_dealer(state, hand.dealer, contract.pitcher, made=verdict.made),
        unit=state.unit + 1,
        played=state.played + 1,
        hand=None,
        contract_alone=not hand.bids,
        override=None,
    )
    row = Row(
        state.unit,
        bid_word(contract.bid),
        say("made") if verdict.made else say("set"),
        cells,
        (contract.pitcher,),
        bid_feats(contract.pitcher, made=verdict.made),
    )
    return Step(after, _said(contract, entry, verdict), state.unit, row, payments)


def points_won(table: Table, rules: Rules, contract: Agreed, entry: Hand) -> frozenset[Point]:
    """The points that the pitcher has, with Game from the card points where they were counted.

    Raises Refused where tricks, points and card points do not agree.
    """
    if contract.bid == "smudge" and entry.tricks is None:
        raise Refused("tricks", "tricks_needed", say("How many of the six tricks? A Smudge needs them all."))
    if "jack" in entry.won and not entry.jack_in_play:
        raise Refused("won", "jack_not_in_play", say("A Jack that is not in play cannot be won."))
    won = entry.won
    if pitcher_has_game(table, rules, contract.pitcher, entry):
        won |= {"game"}
    if entry.tricks == 0:
        _refuse_points_without_tricks(rules, won, Who(contract.pitcher))
    if entry.tricks == TRICKS:
        _refuse_six_tricks_without(rules, entry, won, Who(contract.pitcher))
    return won


def _refuse_points_without_tricks(rules: Rules, won: frozenset[Point], pitcher: Who) -> None:
    for point in POINTS:
        if point in won and (point != "low" or rules["low"] == "captured"):
            text = say("With no tricks %(who)s cannot have %(point)s.", who=pitcher, point=WORDS[point])
            raise Refused("won", "no_tricks", text)


def _refuse_six_tricks_without(rules: Rules, entry: Hand, won: frozenset[Point], pitcher: Who) -> None:
    follows = {
        "high": True,
        "low": rules["low"] == "captured",
        "jack": entry.jack_in_play,
        "game": entry.card_points is None or any(entry.card_points),
    }
    for point in POINTS:
        if follows[point] and point not in won:
            raise Refused(
                "won",
                f"{point}_follows_six_tricks",
                say(
                    "All 6 tricks without %(point)s cannot be: %(who)s has it.",
                    point=WORDS[point],
                    who=pitcher,
                ),
            )


def _verdict(rules: Rules, contract: Agreed, entry: Hand, won: frozenset[Point]) -> Verdict:
    taken = len(won)
    if contract.bid == "smudge":
        without = rules["smudge_without_jack"] == "allowed" and not entry.jack_in_play
        needed = len(POINTS) - without
        missing = (needed - taken) + (entry.tricks != TRICKS)
    else:
        missing = worth(contract.bid) - taken
    made = missing <= 0
    shortfall = not made and rules["set_pays"] == "shortfall"
    return Verdict(made, taken, missing if shortfall else worth(contract.bid))


def _payments(table: Table, contract: Agreed, verdict: Verdict, per_point: int) -> tuple[Payment, ...]:
    places: dict[str, Param] = {"who": Who(contract.pitcher), "bid": bid_word(contract.bid)}
    if contract.bid == "smudge":
        made, fell = say("%(who)s made a Smudge", **places), say("%(who)s set on a Smudge", **places)
    else:
        made, fell = say("%(who)s made %(bid)s", **places), say("%(who)s set on %(bid)s", **places)
    amount = verdict.stakes * per_point
    others = (seat for seat in sorted(table.sitting) if seat != contract.pitcher)
    return tuple(
        Payment(other, contract.pitcher, amount, made)
        if verdict.made
        else Payment(contract.pitcher, other, amount, fell)
        for other in others
    )


def _cells(table: Table, payments: tuple[Payment, ...]) -> tuple[Cell, ...]:
    won = [0] * len(table.names)
    for payment in payments:
        won[payment.payer] -= payment.amount
        won[payment.payee] += payment.amount
    return tuple(amount if table.sits(seat) else "out" for seat, amount in enumerate(won))


def _next_dealer(state: State, dealer: int, pitcher: int, *, made: bool) -> int:
    if state.rules["next_dealer"] == "left":
        return state.table.left_of(dealer)
    return pitcher if made else state.table.right_of(pitcher)


def _said(contract: Agreed, entry: Hand, verdict: Verdict) -> Message:
    who = Who(contract.pitcher)
    if contract.bid == "smudge":
        return _smudge_said(who, entry, verdict)
    places: dict[str, Param] = {"who": who, "bid": bid_word(contract.bid), "taken": verdict.taken}
    if verdict.made:
        return say("%(who)s bid %(bid)s, took %(taken)s: made.", **places)
    return say("%(who)s bid %(bid)s, took %(taken)s: set.", **places)


def _smudge_said(who: Who, entry: Hand, verdict: Verdict) -> Message:
    if verdict.made and verdict.taken == len(POINTS):
        return say("%(who)s took all four points and all six tricks: the Smudge is made.", who=who)
    if verdict.made:
        return say("%(who)s took all six tricks, the Jack was not in play: the Smudge is made.", who=who)
    if entry.tricks == TRICKS and not entry.jack_in_play and verdict.taken == len(POINTS) - 1:
        return say("No Jack in play, so %(who)s’s Smudge is set.", who=who)
    return say_many(
        "%(who)s bid Smudge, took %(taken)s of the four points and %(count)s trick: set.",
        "%(who)s bid Smudge, took %(taken)s of the four points and %(count)s tricks: set.",
        entry.tricks or 0,
        who=who,
        taken=verdict.taken,
    )
