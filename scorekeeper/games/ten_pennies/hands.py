"""Whether hands can be caught as entered (rules.md §3, "Refuse" and "Warn")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from scorekeeper.games.ten_pennies.cards import (
    IN_PACK,
    KINDS,
    Kind,
    Pool,
    fit_together,
    possible_points,
    ways,
)
from scorekeeper.games.ten_pennies.entries import Hand
from scorekeeper.games.ten_pennies.melds import meld_of
from scorekeeper.games.ten_pennies.state import State, number, whole_hand
from scorekeeper.kernel import Caution, Message, Refused, Several, Who, say, say_many

LISTED = 24
"""So many possible totals are listed; with more cards the nearest ones are named."""


def kind_said(kind: Kind, count: int) -> Message:
    """Such as "3 jokers"."""
    match kind:
        case "low":
            return say_many("%(count)s card 3–9", "%(count)s cards 3–9", count)
        case "high":
            return say_many("%(count)s card 10–K", "%(count)s cards 10–K", count)
        case "deuces":
            return say_many("%(count)s deuce", "%(count)s deuces", count)
        case "aces":
            return say_many("%(count)s ace", "%(count)s aces", count)
        case "jokers":
            return say_many("%(count)s joker", "%(count)s jokers", count)


def refuse_out_with_cards(out: int, hand: Hand) -> None:
    """Raises Refused if who went out was caught with something."""
    if hand.cards or hand.points:
        raise Refused(
            f"hands.{out}",
            "out_with_cards",
            say("%(who)s went out, so %(who)s has no cards, no points and pays nothing.", who=Who(out)),
        )


def refuse_no_cards(seat: int, hand: Hand, out: int | None) -> None:
    """Raises Refused if somebody has no cards who did not go out."""
    if hand.cards:
        return
    if out is None:
        text = say(
            "If nobody went out, %(who)s still has cards. Whose hand is empty went out.", who=Who(seat)
        )
    else:
        text = say("Only %(out)s went out: how many cards does %(who)s have?", out=Who(out), who=Who(seat))
    raise Refused(f"hands.{seat}", "no_cards", text)


def refuse_hand(state: State, seat: int, hand: Hand, out: int | None) -> None:
    """Raises Refused if this hand cannot be, whatever the others have. ``state``: with the round's buys."""
    _refuse_size(state, seat, hand, out)
    _refuse_unreachable(state, seat, hand)


def _refuse_size(state: State, seat: int, hand: Hand, out: int | None) -> None:
    bought = state.bought[seat]
    most = _most(state, bought, out)
    if hand.cards > most:
        text = say_many(
            "%(who)s has %(cards)s cards; with %(count)s buy %(most)s is the most.",
            "%(who)s has %(cards)s cards; with %(count)s buys %(most)s is the most.",
            bought,
            who=Who(seat),
            cards=hand.cards,
            most=most,
        )
        raise Refused(f"hands.{seat}", "too_many_cards", text)


def _most(state: State, bought: int, out: int | None) -> int:
    # When nobody goes out, somebody may just have drawn.
    return whole_hand(state, bought) + (out is None)


def _refuse_unreachable(state: State, seat: int, hand: Hand) -> None:
    pool = Pool.of(number(state, "packs"))
    if hand.kinds is not None or ways(hand.cards, hand.points, pool):
        return
    places = {"points": hand.points}
    listed = tuple(islice(possible_points(hand.cards, pool), LISTED + 1))
    if len(listed) <= LISTED:
        text = say_many(
            "%(count)s card cannot make %(points)s. Possible are %(listed)s.",
            "%(count)s cards cannot make %(points)s. Possible are %(listed)s.",
            hand.cards,
            **places,
            listed=Several(listed),
        )
    else:
        text = say(
            "%(cards)s cards cannot make %(points)s. The nearest they can make: %(listed)s.",
            cards=hand.cards,
            **places,
            listed=Several(_nearest(hand, pool)),
        )
    raise Refused(f"hands.{seat}.points", "unreachable_points", text)


def _nearest(hand: Hand, pool: Pool) -> tuple[int, ...]:
    """The possible totals just below and above what was said."""
    below, above = None, None
    for points in possible_points(hand.cards, pool):
        if points > hand.points:
            above = points
            break
        below = points
    return tuple(points for points in (below, above) if points is not None)


def refuse_more_than_packs(state: State, hands: Sequence[Hand]) -> None:
    """Raises Refused if all hands together have more cards of a kind than the packs hold."""
    packs = number(state, "packs")
    known = [sum(hand.kinds[at] for hand in hands if hand.kinds) for at in range(len(KINDS))]
    for kind, count in zip(KINDS, known, strict=True):
        if count > packs * IN_PACK[kind]:
            text = say(
                "%(cards)s need %(needed)s packs; this game has %(packs)s.",
                cards=kind_said(kind, count),
                needed=-(-count // IN_PACK[kind]),
                packs=packs,
            )
            raise Refused("hands", "more_than_packs", text)
    totals = [(hand.cards, hand.points) for hand in hands if hand.kinds is None]
    if totals and not fit_together(totals, Pool.of(packs, known)):
        text = say_many(
            "%(count)s pack does not hold such cards for all hands. Check cards and points.",
            "%(count)s packs do not hold such cards for all hands. Check cards and points.",
            packs,
        )
        raise Refused("hands", "more_than_packs", text)


def unlikely(state: State, seat: int, hand: Hand, out: int | None) -> Caution | None:
    """The warning about a hand from which a part of the first meld is missing."""
    bought = state.bought[seat]
    whole = whole_hand(state, bought)
    most_after = _most(state, bought, out) - meld_of(state.unit).cards
    if hand.cards >= whole or hand.cards <= most_after:
        return None
    text = say_many(
        "%(who)s has %(count)s card. Before a first meld it would be %(whole)s, after it at most %(most)s.",
        "%(who)s has %(count)s cards. Before a first meld it would be %(whole)s, after it at most %(most)s.",
        hand.cards,
        who=Who(seat),
        whole=whole,
        most=most_after,
    )
    return Caution("unlikely_hand", text)
