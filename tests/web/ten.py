"""The live table of Ten through its forms: what people tap to say an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.games.ten.cards import OWNED
from scorekeeper.games.ten.state import State, to_speak
from scorekeeper.kernel.shape import MOST_SEATS
from tests.web.ten_count import count_as_tapped

Raw = dict[str, Any]
Pairs = list[tuple[str, str]]
Sayable = Callable[[object], bool]
Tapped = tuple[str, Pairs] | None
VALUES = 5
"""Currency cards are 1 to 5."""


def table_as_tapped(state: State, raw: Raw, sayable: Sayable) -> Tapped:
    """The page and the fields with which people say an entry of the table; None where no form can."""
    fields = {name: value for name, value in raw.items() if name != "type"}
    match raw.get("type"):
        case "draw" | "take" | "skip" | "last_card" | "bid":
            return _button(state, raw, sayable)
        case "pay":
            return _paid("", [("say", "pay")], fields, sayable)
        case "buy" if _word(fields.get("card"), sayable):
            card = fields.pop("card")
            return _paid(f"?view=buy&card={card}", [("say", "buy"), ("buy", card)], fields, sayable)
        case "sold":
            return _sold(fields, sayable)
        case "pack":
            return _pack(fields, sayable)
        case "count":
            return count_as_tapped(state, raw, sayable)
    return None


def _button(state: State, raw: Raw, sayable: Sayable) -> Tapped:
    """What one button says."""
    match raw:
        case {"type": "draw", "card": card, **more} if not more and _word(card, sayable):
            return "?view=told", [("card", card)]
        case {"type": "take", "what": what, **more} if not more and _word(what, sayable):
            return "", [("what", what)]
        case {"type": "skip" | "last_card" as kind, **more} if not more:
            return "", [("say", kind)]
        case {"type": "bid", "seat": seat, "bid": bid, **more} if not more and sayable(bid):
            mine = state.phase == "auction" and seat == to_speak(state)
            return ("", [("bid", str(bid))]) if mine else None
    return None


def _word(value: object, sayable: Sayable) -> bool:
    """Whether a button can say it."""
    return isinstance(value, str) and sayable(value) and value.isascii() and value.isprintable()


def _paid(place: str, pairs: Pairs, fields: Raw, sayable: Sayable) -> Tapped:
    """The payment; a list of no cards is said by saying something else."""
    if set(fields) - {"tokens", "busts", "cards"} or (fields.get("cards") == [] and len(fields) == 1):
        return None
    cards = fields.get("cards", [])
    if not isinstance(cards, list) or not all(_word(card, sayable) for card in cards):
        return None
    counts = {name: value for name, value in fields.items() if name != "cards"}
    if not all(map(sayable, counts.values())) or "#" in place:
        return None
    sent = [(name, str(value)) for name, value in counts.items()]
    return place, [*pairs, *sent, *(("pays", card) for card in cards)]


def _sold(fields: Raw, sayable: Sayable) -> Tapped:
    seat = fields.pop("seat", "")
    pairs = [("say", "sold"), ("seat", "nobody" if seat is None else str(seat))]
    if seat is None:
        return ("?view=sold", pairs) if not fields else None
    price = fields.pop("price", "")
    if not sayable(seat) or not sayable(price) or seat == "nobody":
        return None
    return _paid("?view=sold", [*pairs, ("price", str(price))], fields, sayable)


def _pack(fields: Raw, sayable: Sayable) -> Tapped:
    """What is typed for the pack: in order, as the form lists the cards."""
    currency, removed, chance = fields.get("currency"), fields.get("removed", []), fields.get("chance", False)
    if set(fields) - {"currency", "removed", "chance"} or not isinstance(chance, bool):
        return None
    if not isinstance(currency, list) or not VALUES <= len(currency) <= MOST_SEATS:
        return None
    if not isinstance(removed, list) or not all(card in OWNED for card in map(str, removed)):
        return None
    if removed != sorted(removed, key=OWNED.index) or not all(map(sayable, currency)):
        return None
    counts = {card: removed.count(card) for card in removed}
    pairs = [("say", "pack"), *((f"currency-{at}", str(count)) for at, count in enumerate(currency))]
    pairs += [(f"out-{card}", str(count)) for card, count in counts.items()]
    return "?view=pack", [*pairs, ("chance", "yes")] if chance else pairs
