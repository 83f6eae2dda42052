"""The outcome of an auction alone: who has the wild, for how much, paid with what."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten import payment
from scorekeeper.games.ten.entries import Paid
from scorekeeper.games.ten.said import card_said, means_said
from scorekeeper.kernel import Message, Refused, Step, Who, say
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.ten.auction import views
from scorekeeper.web.forms.ten.entered import NOBODY
from scorekeeper.web.forms.ten.payment import PayingScreen, Payment
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class SoldScreen(PayingScreen):
    """Who, for how much, with what; or nobody bid."""

    kind = "sold"

    def __init__(self, page: MatchPage) -> None:
        super().__init__(page, 0, 0, str(page.opened.state.wild))
        seat, price = whole(self.form.seat.data), whole(self.form.price.data)
        self.who = seat if isinstance(seat, int) and seat in self.state.table.seats else None
        self.how_much = price if isinstance(price, int) and price > 0 else None
        self.seat, self.price = self.who or 0, self.how_much or 0

    def raws(self) -> list[dict[str, Any]]:
        """The outcome; what cannot be is told before anybody asks what pays it."""
        try:
            return super().raws()
        except Refused as refused:
            if refused.field == "tokens" and self.payment() is None:
                return [{"type": self.kind, **self.what()}]
            raise

    def payment(self) -> Payment | None:
        """See :class:`~scorekeeper.web.forms.ten.payment.PayingScreen`, as all here."""
        if self.who is None or self.how_much is None or payment.limit(self.state, self.who) < self.how_much:
            return None
        return super().payment()

    def what(self) -> dict[str, Any]:
        """Who bought, and for how much."""
        return {"seat": self.who, "price": self.how_much}

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """With the switch back to the bids."""
        # A bid that cannot be is told at once, before anything is saved.
        told = spoken or (refused is not None and refused.code in {"too_high", "too_low"})
        return super().context(step, refused, spoken=told) | {"views": views(self, "sold")}

    def asks(self, error: Refused | None) -> dict[str, Any] | None:
        """Who, and for how much."""
        said = {error.field: self.say(error.message)} if error is not None else {}
        order = self.state.table.clockwise_from(self.state.seat)
        return {
            "people": [
                self.person(
                    seat,
                    value=str(seat),
                    checked=seat == self.who,
                    note=_("up to %(most)s", most=payment.limit(self.state, seat)),
                )
                for seat in order
            ],
            "nobody": {"value": NOBODY, "checked": self.form.seat.data == NOBODY},
            "seat_error": said.get("seat", ""),
            "price": self.form.price.data or "",
            "price_error": said.get("price", ""),
            "priced": self.form.seat.data != NOBODY,
        }

    def title(self) -> str:
        """What was auctioned."""
        return _("Auction of %(card)s", card=self.say(card_said(self.card)))

    def hint(self) -> str:
        """What to enter."""
        return _("Who gets it, and for how much?")

    def label(self, paid: Paid) -> Message:
        """What the button does."""
        return say("%(who)s pays %(means)s", who=Who(self.seat), means=means_said(paid))

    def _action(self, step: Step[Any] | None, pays: Payment | None) -> dict[str, str]:
        if step is not None and self.form.seat.data == NOBODY:
            return self.action(self.say(step.said).rstrip(".")) | {"busy": _("Saving")}
        return super()._action(step, pays)

    def unready(self, pays: Payment | None) -> dict[str, str]:
        """What is missing."""
        if self.who is None:
            return self.action(_("Next: who gets it?"), next="ask-seat")
        if self.how_much is None or pays is None:
            return self.action(_("Next: for how much?"), next="ask-price")
        return super().unready(pays)
