"""What somebody pays with: a payment is proposed, and can be changed as long as it is not saved."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask import request

from scorekeeper.games.ten import payment
from scorekeeper.games.ten.cards import ALL_BUST_TOKENS, MOST_TOKENS, NUMBER_CARDS, value_of
from scorekeeper.games.ten.entries import Paid
from scorekeeper.games.ten.said import card_said, means_said
from scorekeeper.games.ten.state import State, standing_bid, turn_of
from scorekeeper.kernel import Message, Refused, Step, Who, play, say
from scorekeeper.web.forms.ten.asking import TenScreen
from scorekeeper.web.forms.ten.entered import TableForm, payment_key
from scorekeeper.web.forms.ten.faces import face, laid_out
from scorekeeper.web.forms.ten.market import means_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

FIELDS = ("tokens", "busts", "cards")


class Payment:
    """What this seat pays ``price`` with: what was sent for it, or else what the rules propose."""

    def __init__(self, form: TableForm, state: State, seat: int, price: int) -> None:
        self.state, self.seat, self.price = state, seat, price
        self.key = payment_key(seat, price)
        sent = form.pays_with if form.pays_for.data in {"", None, self.key} else {}
        self.proposed = not sent
        if sent:
            self.paid = Paid(
                _within(sent.get("tokens"), MOST_TOKENS),
                _within(sent.get("busts"), ALL_BUST_TOKENS),
                tuple(sent.get("cards", ())),
            )
        else:
            self.paid = payment.proposed_payment(state, seat, price) or Paid()

    @property
    def worth(self) -> int:
        """What it comes to."""
        return payment.worth(self.paid)

    def raw(self) -> dict[str, Any]:
        """The payment as fields of an entry."""
        return {"tokens": self.paid.tokens, "busts": self.paid.busts, "cards": list(self.paid.cards)}

    def drawn(self, screen: TenScreen, error: str = "") -> dict[str, Any]:
        """What the template draws."""
        state, seat = self.state, self.seat
        chosen = Counter(self.paid.cards)
        cards = []
        for card in laid_out(state.owned[seat]) if payment.cards_pay(state) else ():
            chosen[card] -= 1
            cards.append(face(screen.page, card) | {"checked": chosen[card] >= 0})
        return {
            "key": self.key,
            "has": screen.brief(means_of(screen, seat)),
            "tokens": _upto(min(state.tokens[seat], max(self.price, self.paid.tokens)), self.paid.tokens),
            "busts": _upto(state.busts[seat], self.paid.busts),
            "cards": cards,
            "cards_open": bool(self.paid.cards) or payment.limit(state, seat) - len(cards) < self.price,
            "sum": self._sum(),
            "error": error,
        }

    def _sum(self) -> str:
        """What it comes to, against the price."""
        places = {"worth": self.worth, "price": self.price}
        if self.worth < self.price:
            return _("Pays %(worth)s of %(price)s.", **places)
        if self.worth == self.price:
            return _("Pays %(price)s, exactly.", **places)
        return _(
            "Pays %(worth)s: %(lost)s more than the price, and lost.", lost=self.worth - self.price, **places
        )


def _within(count: object, most: int) -> int:
    """A count as far as it can be drawn; whether it can be paid is for the rules to say."""
    return max(0, min(count, most)) if isinstance(count, int) else 0


def _upto(most: int, chosen: int) -> list[tuple[int, bool]]:
    return [(count, count == chosen) for count in range(max(most, chosen) + 1)] if most or chosen else []


class PayingScreen(TenScreen):
    """A price and what pays it, worked out anew at each tap."""

    part = "games/ten/_payment.html"
    error_fields = ("seat", "price", *FIELDS)
    kind: str

    def __init__(self, page: MatchPage, seat: int, price: int, card: str) -> None:
        super().__init__(page)
        self.seat, self.price, self.card = seat, price, card

    def payment(self) -> Payment | None:
        """What pays, None while it is not known who pays how much."""
        return Payment(self.form, self.state, self.seat, self.price)

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        payment_ = self.payment()
        if step is None and payment_ is not None and payment_.proposed:
            step = self._proposed(payment_)
        error = refused if refused is not None and spoken else None
        at_payment = (
            self.say(error.message) if error is not None and error.field.partition(".")[0] in FIELDS else ""
        )
        return {
            **self.common(),
            "kind": self.kind,
            "views": [],
            "asks": self.asks(error),
            "sale": {"card": face(self.page, self.card), "title": self._title(), "hint": self.hint()},
            "buys": self.card if self.kind == "buy" else "",
            "payment": payment_.drawn(self, at_payment) if payment_ else None,
            "warnings": [self.say(caution.message) for caution in step.warnings] if step else [],
            "error": self.error(refused, spoken=spoken),
            "back": self.back(),
            "action": self._action(step, payment_),
        }

    def _proposed(self, pays: Payment) -> Step[Any] | None:
        """What the proposed payment would do: nobody has sent it yet."""
        try:
            return play(self.page.opened.game, self.state, {"type": self.kind, **self.what(), **pays.raw()})
        except Refused:
            return None

    def what(self) -> dict[str, Any]:
        """What is paid for, as fields of the entry."""
        return {}

    def asks(self, error: Refused | None) -> dict[str, Any] | None:  # noqa: ARG002 - the outcome alone asks more
        """Questions before the payment."""
        return None

    def title(self) -> str:
        """What is paid for."""
        return _("%(card)s for %(price)s", card=self.say(card_said(self.card)), price=self.price)

    def _title(self) -> str:
        title = self.title()
        return title[:1].upper() + title[1:]

    def hint(self) -> str:
        """Who pays."""
        return _("%(who)s pays", who=self.name(self.seat))

    def back(self) -> tuple[str, str] | None:
        """A way out."""
        return None

    def label(self, paid: Paid) -> Message:
        """What the button does."""
        return say("%(who)s pays %(means)s", who=Who(self.seat), means=means_said(paid))

    def _action(self, step: Step[Any] | None, pays: Payment | None) -> dict[str, str]:
        busy = _("Saving")
        if step is not None and pays is not None:
            return self.action(self.say(self.label(pays.paid))) | {"busy": busy}
        return self.unready(pays) | {"busy": busy}

    def unready(self, pays: Payment | None) -> dict[str, str]:
        """The button while something is missing."""
        short = self.price - pays.worth if pays is not None else 0
        if short > 0:
            return self.action(_("Next: %(count)s more to pay", count=short), next="ask-pay")
        return self.action(_("Next: what pays?"), next="ask-pay")


class PayScreen(PayingScreen):
    """Who won the auction pays."""

    kind = "pay"

    def __init__(self, page: MatchPage) -> None:
        state: State = page.opened.state
        seat, price = standing_bid(state) or (state.seat, 0)
        super().__init__(page, seat, price, str(state.wild))


class BuyScreen(PayingScreen):
    """A card of the market is paid for."""

    kind = "buy"

    def __init__(self, page: MatchPage, card: str) -> None:
        super().__init__(page, turn_of(page.opened.state), value_of(card), card)

    def what(self) -> dict[str, Any]:
        """See :class:`PayingScreen`, as all here."""
        return {"card": self.card}

    def label(self, paid: Paid) -> Message:
        """The purchase."""
        return say("Buy %(card)s with %(means)s", card=card_said(self.card), means=means_said(paid))

    def hint(self) -> str:
        """Who buys."""
        return _("%(who)s buys", who=self.name(self.seat))

    def back(self) -> tuple[str, str] | None:
        """Another card, or none."""
        return self.page.url("match.hand"), _("Another card, or none")


def to_buy(page: MatchPage) -> str | None:
    """The card that was tapped to buy it, if it can be bought now."""
    card = request.form.get("buy", "") if request.method == "POST" else request.args.get("card", "")
    ask = page.upcoming.ask("buy")
    if ask is None or card not in NUMBER_CARDS:
        return None
    offered = {choice.value for choice in ask.choices if choice.field == "card" and choice.refused is None}
    return card if card in offered else None
