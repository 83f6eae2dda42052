"""Buying from the market, after a turn and once more after the last card (rules.md §4, "Buying", "End")."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.ten import ending, payment
from scorekeeper.games.ten.auction import refuse_wild_first
from scorekeeper.games.ten.cards import value_of
from scorekeeper.games.ten.entries import Buy, Paid, Skip
from scorekeeper.games.ten.said import card_said, paid_said
from scorekeeper.games.ten.state import State, turn_of
from scorekeeper.kernel import Caution, Message, Refused, Step, Who, say


def refuse_buying(state: State) -> None:
    """Raises Refused where nobody may buy now."""
    refuse_wild_first(state)
    if state.phase == "drawing":
        text = say("%(who)s buys only after taking the numbers, and one card.", who=Who(state.seat))
        raise Refused("type", "no_buying", text)


def refuse_card(state: State, card: str) -> None:
    """Raises Refused where this card cannot be bought now."""
    refuse_buying(state)
    seat = turn_of(state)
    if card not in state.market:
        raise Refused(
            "card", "not_in_market", say("The market does not have %(card)s.", card=card_said(card))
        )
    if card in state.owned[seat]:
        text = say("%(who)s owns %(card)s already.", who=Who(seat), card=card_said(card))
        raise Refused("card", "owned_already", text)
    price = value_of(card)
    if payment.limit(state, seat) < price:
        text = say(
            "%(who)s can pay up to %(most)s; the price is %(price)s.",
            who=Who(seat),
            most=payment.limit(state, seat),
            price=price,
        )
        raise Refused("card", "too_dear", text)


def buy(state: State, entry: Buy) -> Step[State]:
    """One card of the market, at its number."""
    refuse_card(state, entry.card)
    seat, price = turn_of(state), value_of(entry.card)
    after, paid, warnings = payment.bought(state, seat, entry.card, price, entry.paid or Paid())
    market = list(state.market)
    market.remove(entry.card)
    said = say(
        "%(who)s buys %(card)s with %(means)s.",
        who=Who(seat),
        card=card_said(entry.card),
        means=paid_said(paid, payment.worth(paid) - price),
    )
    verdict = say("took numbers, bought %(card)s", card=card_said(entry.card))
    return _done(replace(after, market=tuple(market)), said, verdict, warnings)


def skip(state: State, _: Skip) -> Step[State]:
    """No buying."""
    refuse_buying(state)
    return _done(state, say("%(who)s does not buy.", who=Who(turn_of(state))), say("took numbers"))


def _done(state: State, said: Message, verdict: Message, warnings: tuple[Caution, ...] = ()) -> Step[State]:
    """The next player's turn, or the next one in the last buying; the last one ends the match."""
    if state.phase == "buying":
        return ending.ended(state, said, ending.row_of(state, verdict), warnings)
    row = ending.row_of(state, say("after the last card"))
    after = replace(state, to_buy=state.to_buy[1:])
    if not after.to_buy:
        after = ending.counted(after)
    return ending.counted_step(after, said, state.unit, row, warnings)
