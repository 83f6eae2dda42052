"""What a tap at the table of Ten says, as an entry of the wire format. It judges nothing."""

from __future__ import annotations

from typing import Any

from wtforms import Field, StringField

from scorekeeper.games.ten.cards import CURRENCIES, OWNED
from scorekeeper.games.ten.fields import MOST_CARDS, PASS
from scorekeeper.games.ten.state import State, to_speak
from scorekeeper.kernel import say
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PerSeat, PhoneForm, whole

NOBODY = "nobody"


class Chosen(Field):
    """Every value that was sent under this name: checkboxes."""

    def process(self, formdata: Any, data: Any = (), extra_filters: Any = None) -> None:  # noqa: ARG002 - WTForms'
        """Takes over what was sent, or else ``data``."""
        self.process_errors = []
        texts = list(data) if isinstance(data, list) else []
        self.data: list[str] = formdata.getlist(self.name) if formdata is not None else texts


class PerCard(Field):
    """A text for each card that players can own, sent as ``name-R4``, as far as there is something in it."""

    def process(self, formdata: Any, data: Any = (), extra_filters: Any = None) -> None:  # noqa: ARG002 - WTForms'
        """Takes over what was sent."""
        self.process_errors = []
        sent = {card: (formdata or {}).get(f"{self.name}-{card}", "").strip() for card in OWNED}
        self.data: dict[str, str] = {card: text for card, text in sent.items() if text}


class TableForm(PhoneForm):
    """Whatever can be said at the table: each button has a name of its own.

    ``card``: the next card; ``number``: a number key without a colour; ``bid``; ``what``: numbers or
    currency; ``say``: the type of any other entry. ``buy`` is the card of the market, ``seat`` and
    ``price`` the outcome of an auction. A payment is ``tokens``, ``busts`` and ``pays`` (own cards);
    ``pays_for``: by whom and how much it was proposed for. The pack is ``currency``, ``out`` (how many of
    a card are taken out) and ``chance``.
    """

    card = StringField()
    number = StringField()
    bid = StringField()
    what = StringField()
    say = StringField()
    buy = StringField()
    seat = StringField()
    price = StringField()
    tokens = StringField()
    busts = StringField()
    pays = Chosen()
    pays_for = StringField()
    currency = PerSeat()
    out = PerCard()
    chance = StringField()

    @property
    def pays_with(self) -> dict[str, Any]:
        """The payment as far as it was sent."""
        paid: dict[str, Any] = {}
        if self.tokens.data:
            paid["tokens"] = whole(self.tokens.data)
        if self.busts.data:
            paid["busts"] = whole(self.busts.data)
        if self.pays.data:
            paid["cards"] = self.pays.data
        return paid


def entry_of(form: TableForm, state: State) -> dict[str, Any]:
    """The entry that was tapped; raises Refused for what cannot be one yet, naming what is missing."""
    if form.card.data:
        return {"type": "draw", "card": form.card.data}
    if form.number.data:
        raise missing("colour", say("First tap a colour, then the number."))
    if form.bid.data:
        # Who bids is whose turn it is: nobody else has a button.
        turn = to_speak(state) if state.phase == "auction" else None
        bid = PASS if form.bid.data == PASS else whole(form.bid.data)
        return {"type": "bid", "seat": turn, "bid": bid}
    if form.what.data:
        return {"type": "take", "what": form.what.data}
    match form.say.data:
        case "skip" | "last_card" as kind:
            return {"type": kind}
        case "pay":
            return {"type": "pay", **form.pays_with}
        case "buy":
            return {"type": "buy", "card": form.buy.data or "", **form.pays_with}
        case "sold":
            return _sold(form)
        case "pack":
            return _pack(form)
    raise missing("card", say("Tap the card that was drawn."))


def _sold(form: TableForm) -> dict[str, Any]:
    if not form.seat.data:
        raise missing("seat", say("Who gets it? Tap a player, or Nobody bids."))
    if form.seat.data == NOBODY:
        return {"type": "sold", "seat": None}
    if not (form.price.data or "").strip():
        raise missing("price", say("For how much?"))
    if form.pays_for.data and form.pays_for.data != payment_key(form.seat.data, form.price.data):
        raise missing("tokens", say("Look what pays, then save."))
    return {"type": "sold", "seat": whole(form.seat.data), "price": whole(form.price.data), **form.pays_with}


def payment_key(seat: object, price: object) -> str:
    """By whom and how much: a payment that was proposed for something else does not count."""
    return f"{seat}:{str(price).strip()}"


def _pack(form: TableForm) -> dict[str, Any]:
    texts: list[str] = form.currency.data
    if not texts:
        raise missing("currency", say("How many currency cards of each value are in the pack?"))
    texts = [*texts, *[""] * (len(CURRENCIES) - len(texts))]
    removed: list[str] = []
    for card, text in form.out.data.items():
        count = whole(text)
        if not isinstance(count, int) or count < 0:
            raise missing("removed", say("How many copies? A whole number."))
        removed += [card] * min(count, MOST_CARDS)
    return {
        "type": "pack",
        "currency": [whole(text or "0") for text in texts],
        "removed": removed[: MOST_CARDS + 1],
        "chance": form.chance.data == "yes",
    }
