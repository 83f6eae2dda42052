"""How a turn ends: by stopping, with the numbers or the currency, or by a bust (rules.md §4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.games.ten import ending
from scorekeeper.games.ten.auction import refuse_wild_first
from scorekeeper.games.ten.cards import ALL_BUST_TOKENS, MOST_TOKENS
from scorekeeper.games.ten.entries import Take, What
from scorekeeper.games.ten.said import cards_said, gains_said, sentences, to_market_said
from scorekeeper.games.ten.state import (
    Bust,
    State,
    changed,
    currency_in,
    numbers_in,
    total_of,
    turn_of,
    with_owned,
)
from scorekeeper.kernel import Caution, Message, Refused, Step, Who, say, say_many

WAYS: tuple[What, ...] = ("numbers", "currency")
"""What can be taken."""


@dataclass(frozen=True, slots=True)
class Taking:
    """What an end of the turn does.

    ``worth``: the currency in the tableau; ``gains``: tokens by seat, after the cap; ``owned``: the cards
    that the player keeps; ``market``: those that go to the market.
    """

    worth: int
    gains: tuple[int, ...]
    owned: tuple[str, ...] = ()
    market: tuple[str, ...] = ()


def _capped(state: State, worth: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat takes of so much currency; nobody holds more than ten tokens."""
    return tuple(
        min(worth, MOST_TOKENS - tokens) if seat in seats else 0 for seat, tokens in enumerate(state.tokens)
    )


def others(state: State) -> tuple[int, ...]:
    """Everybody but the player whose turn it is, clockwise."""
    return state.table.clockwise_from(state.seat)[:-1]


def busting(state: State, bust: Bust) -> Taking:
    """What a bust does: the numbers go to the market; after one by numbers the others take the currency."""
    worth = currency_in(state.tableau)
    seats = others(state) if bust == "numbers" else ()
    return Taking(worth, _capped(state, worth, seats), market=numbers_in(state.tableau))


def taking(state: State, what: What) -> Taking:
    """What stopping now does, for each way of it."""
    worth, numbers = currency_in(state.tableau), numbers_in(state.tableau)
    if what == "numbers":
        return Taking(worth, _capped(state, worth, others(state)), owned=numbers)
    return Taking(worth, _capped(state, worth, (state.seat,)), market=numbers)


def _taken(state: State, done: Taking) -> State:
    after = replace(
        state,
        tokens=tuple(has + gain for has, gain in zip(state.tokens, done.gains, strict=True)),
        market=(*state.market, *done.market),
        tableau=(),
    )
    return with_owned(after, state.seat, (*state.owned[state.seat], *done.owned)) if done.owned else after


def busted(state: State, drawn: Message, bust: Bust) -> Step[State]:
    """The step with which a turn busts; ``drawn`` says with what."""
    done = busting(state, bust)
    who = Who(state.seat)
    warnings: tuple[Caution, ...] = ()
    token = say("%(who)s takes a bust token.", who=who)
    after = _taken(state, done)
    if sum(state.busts) < ALL_BUST_TOKENS:
        after = replace(after, busts=changed(state.busts, state.seat, state.busts[state.seat] + 1))
    else:
        token = say("No bust token is left: %(who)s takes none.", who=who)
        warnings = (Caution("no_bust_token", token),)
    total = total_of(state.tableau)
    if bust == "numbers":
        what, verdict = say("Bust at %(total)s.", total=total), say("bust at %(total)s", total=total)
        gains = gains_said(others(state), done.gains, done.worth)
    else:
        what = say("Bust by currency, %(worth)s: nobody collects.", worth=done.worth)
        verdict, gains = say("bust by currency"), None
    said = sentences(drawn, what, to_market_said(done.market), token, gains)
    return ending.ended(after, said, ending.row_of(after, verdict, bust=True), warnings)


def refuse_pile_empty(state: State) -> None:
    """Raises Refused once the pile is empty and only buying is left."""
    if state.phase == "last_buying" or (state.last_card and state.phase == "buying"):
        text = say("The pile is empty: %(who)s buys or skips.", who=Who(turn_of(state)))
        raise Refused("type", "pile_empty", text)


def refuse_stopping(state: State) -> None:
    """Raises Refused where nobody may stop now."""
    refuse_wild_first(state)
    refuse_pile_empty(state)
    if state.phase == "buying":
        text = say("%(who)s has taken the numbers: buy, or draw for the next turn.", who=Who(state.seat))
        raise Refused("type", "taken_already", text)
    if not state.drew:
        raise Refused("type", "draw_first", say("%(who)s draws a card first.", who=Who(state.seat)))


def refuse_taking(state: State, what: What) -> None:
    """Raises Refused where this cannot be taken."""
    refuse_stopping(state)
    if what == "numbers" and not numbers_in(state.tableau):
        text = say("No number was drawn: %(who)s takes the currency, or draws on.", who=Who(state.seat))
        raise Refused("what", "no_numbers", text)


def take(state: State, entry: Take) -> Step[State]:
    """The player stops. After the numbers comes the buying; the currency ends the turn."""
    refuse_taking(state, entry.what)
    done, who = taking(state, entry.what), Who(state.seat)
    after = _taken(state, done)
    if entry.what == "numbers":
        said = sentences(
            say("%(who)s takes %(cards)s.", who=who, cards=cards_said(done.owned)),
            gains_said(others(state), done.gains, done.worth),
        )
        row = ending.row_of(after, say("took numbers"))
        return Step(replace(after, phase="buying"), said, state.unit, row)
    gain = done.gains[state.seat]
    tokens = say_many("%(count)s token", "%(count)s tokens", gain)
    said = sentences(
        say("%(who)s takes %(tokens)s, has %(all)s.", who=who, tokens=tokens, all=after.tokens[state.seat]),
        to_market_said(done.market),
    )
    row = ending.row_of(after, say_many("took %(count)s token", "took %(count)s tokens", gain))
    return ending.ended(after, said, row)
