"""Ten Pennies through its forms: what people tap to say an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.games.ten_pennies.cards import KINDS
from scorekeeper.games.ten_pennies.payout import playoff_due
from scorekeeper.games.ten_pennies.state import State

Raw = dict[str, Any]
Pairs = list[tuple[str, str]]
Sayable = Callable[[object], bool]
TOTALS = ("cards", "points")


def pennies_as_tapped(state: State, raw: Raw, sayable: Sayable) -> tuple[str, Pairs] | None:
    """The page and the fields with which people say a buy, a round or a play-off; None where no form can."""
    play_off = bool(playoff_due(state))
    match raw:
        case {"type": "buy", "seat": seat, **more} if not more and sayable(seat) and not play_off:
            return "?view=bought", [("buy", str(seat))]
        case {"type": "playoff", "seat": seat, **more} if not more and sayable(seat) and play_off:
            return "", [("seat", str(seat))]
        case {"type": "round", "out": out, "hands": list(hands), **more} if not more and not play_off:
            return _round(state, out, hands, sayable)
    return None


def _round(state: State, out: object, hands: list[Any], sayable: Sayable) -> tuple[str, Pairs] | None:
    nobody = out is None
    if isinstance(out, bool) or not (nobody or out in state.table.seats):
        return None
    void = nobody and state.rules["nobody_out"] == "void"
    if len(hands) != len(state.table.names) or not all(isinstance(hand, dict) for hand in hands):
        return None
    asked = {seat: hand for seat, hand in enumerate(hands) if seat != out and not void}
    if any(hand for seat, hand in enumerate(hands) if seat not in asked):
        return None
    names = {name for hand in asked.values() for name in hand}
    totals = names == set(TOTALS)
    if not (totals or names <= set(KINDS)) or not all(
        _entered(hand, sayable, totals) for hand in asked.values()
    ):
        return None
    pairs = [("out", "nobody" if nobody else str(out)), ("mode", "totals" if totals else "cards")]
    pairs += [(f"{name}-{seat}", str(count)) for seat, hand in asked.items() for name, count in hand.items()]
    return "?view=out", pairs


def _entered(hand: Raw, sayable: Sayable, totals: bool) -> bool:
    """Whether the form takes this for a hand that was entered, right or wrong."""
    if not hand or not all(map(sayable, hand.values())) or (totals and set(hand) != set(TOTALS)):
        return False
    return totals or any(hand.values())
