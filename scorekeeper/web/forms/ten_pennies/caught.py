"""The cards that each player was caught with, as they were tapped or typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wtforms import StringField

from scorekeeper.games.ten_pennies import hands
from scorekeeper.games.ten_pennies.cards import KINDS, POINTS
from scorekeeper.games.ten_pennies.entries import Hand, HandSchema
from scorekeeper.games.ten_pennies.state import State, whole_hand
from scorekeeper.kernel.shape import loaded
from scorekeeper.web.forms.base import PerSeat, PhoneForm, whole

NOBODY = "nobody"
CARDS, TOTALS = "cards", "totals"
CHIPS = 12
"""Numbers of cards that are in view; larger ones are under "more"."""


class CaughtForm(PhoneForm):
    """Who went out; for each seat how many cards of each kind, or how many in all and their points."""

    out = StringField()
    mode = StringField()
    low = PerSeat()
    high = PerSeat()
    deuces = PerSeat()
    aces = PerSeat()
    jokers = PerSeat()
    cards = PerSeat()
    points = PerSeat()
    buys = PerSeat()


class CaughtHands:
    """The hands as far as they were entered. ``state``: the round with its buys."""

    def __init__(self, form: CaughtForm, state: State) -> None:
        self.form, self.state = form, state

    @property
    def mode(self) -> str:
        """Whether cards are tapped or totals typed."""
        return str(self.form.mode.data or (TOTALS if self.state.totals else CARDS))

    @property
    def out(self) -> int | None:
        """Who went out, None if nobody did or it was not said."""
        named = whole(self.form.out.data)
        return named if isinstance(named, int) and named in self.state.table.seats else None

    @property
    def said_out(self) -> bool:
        """Whether it was said who went out, or that nobody did."""
        return self.out is not None or self.form.out.data == NOBODY

    @property
    def counts(self) -> bool:
        """Whether hands are asked for: not where nobody went out and the round is played again."""
        return self.out is not None or self.state.rules["nobody_out"] == "score"

    def text(self, field: str, seat: int) -> str:
        """What was entered in a field for a seat."""
        texts: list[str] = self.form[field].data
        return texts[seat].strip() if seat < len(texts) else ""

    def asked(self) -> Iterator[int]:
        """The seats whose hands are asked for."""
        return (seat for seat in self.state.table.order if self.counts and seat != self.out)

    def raw(self, seat: int) -> dict[str, object]:
        """The hand of a seat as the wire format has it; empty where nothing was entered."""
        names: Iterable[str] = KINDS if self.mode == CARDS else ("cards", "points")
        typed = {name: self.text(name, seat) for name in names}
        return {name: whole(text) for name, text in typed.items() if text}

    def hand(self, seat: int) -> Hand | None:
        """The hand of a seat, None while it is not complete; raises Refused for what is no hand."""
        raw = self.raw(seat)
        if not raw or (self.mode == TOTALS and len(raw) < 2):  # noqa: PLR2004 - cards and points
            return None
        hand: Hand = loaded(HandSchema, raw, within=f"hands.{seat}")
        return hand if hand.cards or self.mode == TOTALS else None

    def refuse_impossible(self) -> None:
        """Raises Refused if what was entered so far cannot be, whatever follows."""
        entered: list[Hand] = []
        for seat in self.asked():
            hand = self.hand(seat)
            if hand is None:
                continue
            hands.refuse_hand(self.state, seat, hand, self.out)
            entered.append(hand)
        hands.refuse_more_than_packs(self.state, entered)

    def most(self, seat: int) -> int:
        """How many cards this seat can have at most."""
        return whole_hand(self.state, self.state.bought[seat]) + 1


def answers_of(raw: dict[str, Any]) -> dict[str, Any]:
    """What the form holds for a round that was entered as ``raw``."""
    entered: list[dict[str, Any]] = raw["hands"]
    totals = any("cards" in hand for hand in entered)
    fields: dict[str, Any] = {
        name: [str(hand.get(name) or "") for hand in entered] for name in (*POINTS, "cards", "points")
    }
    return fields | {
        "out": NOBODY if raw["out"] is None else str(raw["out"]),
        "mode": TOTALS if totals else CARDS,
    }
