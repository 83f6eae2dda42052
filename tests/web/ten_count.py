"""The final count of Ten through its form: what people tap to say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.games.ten.state import State

Raw = dict[str, Any]
Pairs = list[tuple[str, str]]
Sayable = Callable[[object], bool]


def count_as_tapped(state: State, raw: Raw, sayable: Sayable) -> tuple[str, Pairs] | None:
    """The page and the fields with which people say a final count; None where no form says such a thing."""
    hands = raw.get("hands")
    if set(raw) != {"type", "hands"} or not isinstance(hands, list):
        return None
    if len(hands) != len(state.table.names):
        return None
    pairs: Pairs = []
    for seat, hand in enumerate(hands):
        if not isinstance(hand, dict) or set(hand) != {"cards", "tokens"} or not sayable(hand["tokens"]):
            return None
        cards = hand["cards"]
        if not isinstance(cards, list) or not all(map(_one_word, cards)):
            return None
        pairs += [(f"cards-{seat}", " ".join(cards)), (f"tokens-{seat}", str(hand["tokens"]))]
    return "?view=count", pairs


def _one_word(card: object) -> bool:
    """Whether it is a text that a blank can set apart from others."""
    return isinstance(card, str) and card.isprintable() and card.split() == [card]
