"""10 Point Pitch through its forms: what people tap to say an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.games.ten_point_pitch.auction import begun, to_speak
from scorekeeper.games.ten_point_pitch.entries import CARDS
from scorekeeper.games.ten_point_pitch.state import State
from scorekeeper.kernel.shape import MOST_SEATS

Raw = dict[str, Any]
Pairs = list[tuple[str, str]]
Sayable = Callable[[object], bool]


def pitch_as_tapped(state: State, raw: Raw, sayable: Sayable) -> tuple[str, Pairs] | None:
    """The page and the fields with which people say a bid, a contract or a result; None where no form can."""
    fields = {name: value for name, value in raw.items() if name != "type"}
    contracted = state.hand is not None and state.hand.contract is not None
    match raw.get("type"):
        case "bid" if set(fields) == {"seat", "bid"}:
            return _bid(state, fields, sayable)
        case "contract" if state.hand is None and set(fields) == {"seat", "bid"}:
            if not all(map(sayable, fields.values())) or fields["seat"] == "forced":
                return None
            return "?view=contract", [("pitcher", str(fields["seat"])), ("bid", str(fields["bid"]))]
        case "hand" if contracted:
            return _hand(fields, sayable)
    return None


def _bid(state: State, fields: Raw, sayable: Sayable) -> tuple[str, Pairs] | None:
    hand = begun(state)
    turn = hand.dealer if hand.contract else to_speak(state.table, hand)
    closed = hand.contract is not None and hand.trump is not None
    if fields["seat"] != turn or not sayable(fields["bid"]) or closed or (hand.contract and not hand.bids):
        return None
    return "?view=auction", [("bid", str(fields["bid"]))]


def _hand(fields: Raw, sayable: Sayable) -> tuple[str, Pairs] | None:
    taken, points, tricks = fields.pop("taken", None), fields.pop("points", None), fields.pop("tricks", None)
    out = fields.pop("out_of_play", None)
    # What is out of play is typed with the two totals, and with them alone.
    if fields or (taken is None and points is None) or (points is None) != (out is None):
        return None
    pairs = [_cards(taken, sayable, whole=points is None), _numbers("points", points, sayable)]
    pairs += [_numbers("tricks", tricks, sayable), [("out_of_play", str(out))] if out is not None else []]
    if any(part is None for part in pairs) or not (out is None or sayable(out)):
        return None
    return "?view=result", [pair for part in pairs if part for pair in part]


def _cards(taken: object, sayable: Sayable, *, whole: bool) -> Pairs | None:
    """What is tapped for the cards; ``whole``: all of them have to be."""
    if taken is None:
        return []
    if not isinstance(taken, dict) or not taken or not set(taken) <= set(CARDS):
        return None
    if "out" in taken.values() or (whole and set(taken) != set(CARDS)):
        return None
    owners = {card: "out" if owner is None else owner for card, owner in taken.items()}
    if not all(map(sayable, owners.values())):
        return None
    return [(card, str(owner)) for card, owner in owners.items()]


def _numbers(name: str, numbers: object, sayable: Sayable) -> Pairs | None:
    """What is typed for the numbers of both teams."""
    if numbers is None:
        return []
    if not isinstance(numbers, list) or not 2 <= len(numbers) <= MOST_SEATS or not all(map(sayable, numbers)):
        return None
    return [(f"{name}-{team}", str(number)) for team, number in enumerate(numbers)]
