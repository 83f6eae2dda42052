"""A round of Ten Pennies and what comes before it: buys, who went out, what the others were caught with."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.ten_pennies import hands, payout
from scorekeeper.games.ten_pennies.entries import Buy, Hand, Playoff, Round
from scorekeeper.games.ten_pennies.melds import meld_of, meld_said
from scorekeeper.games.ten_pennies.state import State, added, buys_left, number
from scorekeeper.kernel import (
    Caution,
    DetailedCell,
    Feat,
    Message,
    Refused,
    Row,
    Several,
    Step,
    Who,
    say,
    say_many,
)
from scorekeeper.kernel.game import refuse_unknown_seat


def refuse_all_played(state: State) -> None:
    """Raises Refused once the seventh round is over: then only the play-off may follow."""
    if state.all_played:
        tied = Several(tuple(Who(seat) for seat in payout.playoff_due(state)))
        raise Refused(
            "type",
            "rounds_over",
            say("All seven rounds are played. %(tied)s tie: enter who won the play-off.", tied=tied),
        )


def refuse_buy(state: State, seat: int) -> None:
    """Raises Refused unless this seat may buy now."""
    refuse_all_played(state)
    refuse_unknown_seat(state.table, seat)
    if buys_left(state, seat) <= 0:
        raise _too_many_buys(state, "seat", seat)


def _too_many_buys(state: State, field: str, seat: int) -> Refused:
    left = buys_left(state, seat)
    if left > 0:
        text = say_many(
            "%(who)s has %(count)s buy left.", "%(who)s has %(count)s buys left.", left, who=Who(seat)
        )
    else:
        text = say("No buys left: %(who)s has used all %(buys)s.", who=Who(seat), buys=number(state, "buys"))
    return Refused(field, "no_buys_left", text)


def buy(state: State, entry: Buy) -> Step[State]:
    """One penny into the bowl."""
    refuse_buy(state, entry.seat)
    one = tuple(int(seat == entry.seat) for seat in state.table.seats)
    after = replace(state, buys=added(state.buys, one), bought=added(state.bought, one))
    said = say("%(who)s bought, %(left)s left.", who=Who(entry.seat), left=buys_left(after, entry.seat))
    return Step(after, said, state.unit)


def _with_counted_buys(state: State, counts: tuple[int, ...] | None) -> State:
    """The state with the buys of the round, where they were counted instead of entered one by one."""
    if counts is None:
        return state
    if any(state.bought):
        raise Refused(
            "buys",
            "buys_entered_already",
            say("Buys of this round are entered already, one by one: leave the counts out."),
        )
    if len(counts) != len(state.table.names):
        raise Refused(
            "buys", "buys_per_seat", say("One count for each seat: %(seats)s in all.", seats=len(state.buys))
        )
    for seat, count in enumerate(counts):
        if count > buys_left(state, seat):
            raise _too_many_buys(state, f"buys.{seat}", seat)
    return replace(state, buys=added(state.buys, counts), bought=counts)


def _refuse_hands(state: State, entry: Round) -> None:
    if len(entry.hands) != len(state.table.names):
        text = say("One hand for each seat: %(seats)s in all.", seats=len(state.table.names))
        raise Refused("hands", "hands_per_seat", text)
    if entry.out is not None:
        hands.refuse_out_with_cards(entry.out, entry.hands[entry.out])
    counts = entry.out is not None or state.rules["nobody_out"] == "score"
    for seat, hand in enumerate(entry.hands):
        if seat == entry.out:
            continue
        if counts:
            hands.refuse_no_cards(seat, hand, entry.out)
        hands.refuse_hand(state, seat, hand, entry.out)
    hands.refuse_more_than_packs(state, entry.hands)


def played_round(state: State, entry: Round) -> Step[State]:
    """The round is over: points, pennies, the next dealer; after the seventh the bowl."""
    refuse_all_played(state)
    if entry.out is not None:
        refuse_unknown_seat(state.table, entry.out, "out")
    state = _with_counted_buys(state, entry.buys)
    _refuse_hands(state, entry)
    if entry.out is None and state.rules["nobody_out"] == "void":
        return _void(state)
    after = replace(
        state,
        points=added(state.points, tuple(hand.points for hand in entry.hands)),
        caught=added(state.caught, tuple(hand.cards for hand in entry.hands)),
        bought=(0,) * len(state.bought),
        dealer=state.table.left_of(state.dealer),
        unit=state.unit + 1,
        totals=any(hand.kinds is None for hand in entry.hands),
    )
    after = replace(after, finished=after.all_played and not payout.playoff_due(after))
    return Step(
        after,
        payout.with_odd(after, _said(entry)),
        state.unit,
        _row(state, entry, payout.bowl(after)),
        payout.payments(after) if after.finished else (),
        _warnings(state, entry),
    )


def _void(state: State) -> Step[State]:
    """Nobody went out, and the table plays such a round again: the buys stay in the bowl."""
    said = say(
        "Nobody went out: round %(unit)s is played again, %(dealer)s deals again.",
        unit=state.unit,
        dealer=Who(state.dealer),
    )
    return Step(replace(state, bought=(0,) * len(state.bought)), said, state.unit)


def _warnings(state: State, entry: Round) -> tuple[Caution, ...]:
    cautions = (
        hands.unlikely(state, seat, hand, entry.out)
        for seat, hand in enumerate(entry.hands)
        if seat != entry.out
    )
    return tuple(caution for caution in cautions if caution is not None)


def _row(state: State, entry: Round, bowl: int) -> Row:
    cells = tuple(
        DetailedCell(0, word=say("out"))
        if seat == entry.out
        else DetailedCell(hand.points, hint=_cards(hand))
        for seat, hand in enumerate(entry.hands)
    )
    marked = () if entry.out is None else (entry.out,)
    feats = tuple(Feat(seat, "out") for seat in marked)
    verdict = say("bowl %(coins)s", coins=bowl)
    return Row(state.unit, meld_said(meld_of(state.unit)), verdict, cells, marked, feats)


def _cards(hand: Hand) -> Message:
    return say_many("%(count)s card", "%(count)s cards", hand.cards)


def _said(entry: Round) -> Message:
    caught = Several(
        tuple(
            say(
                "%(who)s (%(points)s points, %(cards)s)",
                who=Who(seat),
                points=hand.points,
                cards=_cards(hand),
            )
            for seat, hand in enumerate(entry.hands)
            if seat != entry.out
        )
    )
    if entry.out is None:
        return say("Nobody went out. Caught: %(caught)s.", caught=caught)
    return say("%(who)s went out. Caught: %(caught)s.", who=Who(entry.out), caught=caught)


def play_off(state: State, entry: Playoff) -> Step[State]:
    """Who tied has played for the bowl, and one has won it."""
    tied = payout.playoff_due(state)
    if not tied:
        text = say("There is nothing to play off: that comes after round 7, for a tie.")
        raise Refused("type", "no_playoff_due", text)
    refuse_unknown_seat(state.table, entry.seat)
    if entry.seat not in tied:
        names = Several(tuple(Who(seat) for seat in tied))
        text = say("Only who tied plays off: %(tied)s.", tied=names)
        raise Refused("seat", "not_tied", text)
    after = replace(state, finished=True, play_off=entry.seat)
    said = say("%(who)s won the play-off.", who=Who(entry.seat))
    return Step(after, said, payments=payout.payments(after))
