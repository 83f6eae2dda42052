"""The final count alone: what each player has at the end (rules.md §4, "Score", "Winner")."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scorekeeper.games.ten import ending, pack, winning
from scorekeeper.games.ten.entries import Count, Hand
from scorekeeper.games.ten.placing import score_of_placing
from scorekeeper.games.ten.said import card_said
from scorekeeper.games.ten.state import State, with_owned
from scorekeeper.kernel import Caution, Refused, Row, Step, Who, say


def refuse_counting(state: State) -> None:
    """Raises Refused once the turns are entered: their cards are known."""
    if state.unit > 1 or state.drew or state.pack is not None:
        text = say("The turns of this game are entered: it is counted by itself after the last buying.")
        raise Refused("type", "turns_entered", text)


def _refuse_more_than_pack(state: State, hands: tuple[Hand, ...]) -> None:
    seen: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        seen.update(hand.cards)
        for card in hand.cards:
            too_many = -pack.copies_left(state.rules, seen, card)
            if too_many > 0:
                text = say(
                    "Too many copies of %(card)s: the pack has %(most)s, all hands have %(count)s.",
                    card=card_said(card),
                    most=seen[card] - too_many,
                    count=sum(one.cards.count(card) for one in hands),
                )
                raise Refused(f"hands.{seat}.cards", "more_than_pack", text)


def _placed_worse(state: State, seat: int, hand: Hand) -> Caution | None:
    """What is unusual in how this player placed the wilds; raises Refused where they cannot stand so."""
    if hand.placed is None:
        return None
    bonus, naturals_only = int(state.rules["bonus"]), bool(state.rules["bonus_naturals_only"])
    score = score_of_placing(
        hand.cards, hand.placed, bonus=bonus, naturals_only=naturals_only, field=f"hands.{seat}.placed"
    )
    best = state.scores[seat]
    if score >= best:
        return None
    text = say(
        "As %(who)s placed the wilds they score %(score)s. The best placing scores %(best)s, and counts.",
        who=Who(seat),
        score=score,
        best=best,
    )
    return Caution("placed_worse", text)


def count(state: State, entry: Count) -> Step[State]:
    """The hands are counted, and the match is over."""
    refuse_counting(state)
    if len(entry.hands) != len(state.table.names):
        text = say("One hand for each seat: %(seats)s in all.", seats=len(state.table.names))
        raise Refused("hands", "hands_per_seat", text)
    _refuse_more_than_pack(state, entry.hands)
    after = replace(state, tokens=tuple(hand.tokens for hand in entry.hands))
    for seat, hand in enumerate(entry.hands):
        after = with_owned(after, seat, hand.cards)
    cautions = (_placed_worse(after, seat, hand) for seat, hand in enumerate(entry.hands))
    after = ending.counted(after)
    row = Row(state.unit, say("Final count"), say("all hands"), after.scores)
    return Step(
        replace(after, unit=state.unit + 1),
        winning.verdict(after),
        state.unit,
        row,
        winning.payments(after),
        tuple(caution for caution in cautions if caution is not None),
    )
