"""The market: what lies there, and who may buy what of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorekeeper.games.ten import payment
from scorekeeper.games.ten.state import turn_of
from scorekeeper.kernel import Message, Refused, Several, Who, say, say_many
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.forms.ten.faces import face, laid_out
from scorekeeper.web.reader import _

FEW = 5
"""Up to so many cards stand there in full size."""


def market(screen: TenScreen) -> dict[str, Any]:
    """What lies there, each card once with how often."""
    counted = Counter(laid_out(screen.state.market))
    number = len(screen.state.market)
    return {
        "count": screen.say(say_many("%(count)s card", "%(count)s cards", number))
        if number
        else _("no cards"),
        "small": len(counted) > FEW,
        "cards": [face(screen.page, card) | {"times": times} for card, times in counted.items()],
    }


def buying(screen: TenScreen) -> dict[str, Any] | None:
    """Who may buy now, and each card of the market as a key; None where nobody may."""
    state = screen.state
    skip, ask = screen.upcoming.ask("skip"), screen.upcoming.ask("buy")
    if skip is None:
        return None
    seat = turn_of(state)
    who = screen.first_name(seat)
    title = _("%(who)s may buy one card", who=who) if ask else _("Nothing to buy: the market is empty")
    cards = [choice for choice in ask.choices if choice.field == "card"] if ask else []
    return {
        "title": title,
        "hint": screen.brief(means_of(screen, seat)) if ask else "",
        "keys": [
            face(screen.page, str(choice.value))
            | {"url": screen.page.url("match.hand", view="buy", card=str(choice.value))}
            | {"reason": _reason(choice.refused) if choice.refused else ""}
            for choice in sorted(cards, key=lambda one: laid_out(state.market).index(str(one.value)))
        ],
        "then": _then(screen),
        "skip": _("%(who)s does not buy", who=who),
    }


def _reason(refused: Refused) -> str:
    """Why a card cannot be bought, in the room of a key."""
    return _("owned") if refused.code == "owned_already" else _("too dear")


def _then(screen: TenScreen) -> str:
    """Who buys afterwards in the last buying."""
    later = screen.state.to_buy[1:]
    return screen.say(say("Then %(who)s.", who=Several(tuple(map(Who, later))))) if later else ""


def means_of(screen: TenScreen, seat: int) -> Message:
    """What somebody has to pay with: "Ana has 4 tokens, 1 bust token and 6 cards: up to 13."."""
    state = screen.state
    cards = len(state.owned[seat]) if payment.cards_pay(state) else 0
    counted = (
        (state.tokens[seat], say_many("%(count)s token", "%(count)s tokens", state.tokens[seat])),
        (state.busts[seat], say_many("%(count)s bust token", "%(count)s bust tokens", state.busts[seat])),
        (cards, say_many("%(count)s card", "%(count)s cards", cards)),
    )
    has = tuple(text for count, text in counted if count)
    if not has:
        return say("%(who)s has nothing to pay with.", who=Who(seat))
    return say(
        "%(who)s can pay up to %(most)s: %(has)s.",
        who=Who(seat),
        most=payment.limit(state, seat),
        has=Several(has),
    )
