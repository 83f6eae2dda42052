"""A table of players made by a program, who play a whole match of Ten with a shuffled pack.

``python -m tests.games.ten.play_whole_match`` writes ``whole_match.json``: a match document, and the figures
that it comes to, which are then looked through by eye.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper.documents import scored
from scorekeeper.games.ten import GAME
from scorekeeper.games.ten.cards import OWNED, value_of
from scorekeeper.games.ten.entries import Paid
from scorekeeper.games.ten.pack import copies_of
from scorekeeper.games.ten.payment import limit, proposed_payment
from scorekeeper.games.ten.state import (
    State,
    currency_in,
    numbers_in,
    standing_bid,
    to_speak,
    total_of,
    turn_of,
)
from scorekeeper.kernel import play, read_setup

Raw = dict[str, Any]

FILE = Path(__file__).with_name("whole_match.json")
SEED = 113
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
# How likely players take currency, enter the outcome of an auction alone, pass or skip, and pay too much.
RICH, QUICK, QUIET, CARELESS = 0.3, 0.2, 0.3, 0.1
CURRENCY = (7, 6, 5, 5, 4)
"""How many currency cards of each value this pack has."""


def whole_pack() -> list[str]:
    """All 129 cards."""
    owned = [card for card in OWNED for _ in range(copies_of(card))]
    return [*owned, *(f"${value}" for value, count in enumerate(CURRENCY, 1) for _ in range(count))]


def means(paid: Paid) -> Raw:
    """The fields of a payment; tokens alone need not be said where a wild is paid."""
    told: Raw = {"tokens": paid.tokens, "busts": paid.busts, "cards": list(paid.cards)}
    return {name: value for name, value in told.items() if value}


class Players:
    """They draw from ``pile``, which is shuffled by ``chance``, and do what seems good to them."""

    def __init__(self, chance: Random, pile: list[str]) -> None:
        self.chance, self.pile = chance, pile
        chance.shuffle(pile)

    def next_entry(self, state: State) -> Raw:
        """What happens now."""
        match state.phase:
            case "auction":
                return self._bid(state)
            case "paying":
                return {"type": "pay", **self._payment(state, *(standing_bid(state) or (0, 0)))}
            case "buying" | "last_buying":
                return self._buy(state)
        if not self.pile and not state.last_card:
            return {"type": "last_card"}
        if state.drew and (not self.pile or self._stops(state)):
            return {"type": "take", "what": self._what(state)}
        return {"type": "draw", "card": self.pile.pop()}

    def _stops(self, state: State) -> bool:
        brave = self.chance.choice((5, 6, 7, 8))
        rich = currency_in(state.tableau) > brave and self.chance.random() < RICH
        return rich or total_of(state.tableau) >= brave

    def _what(self, state: State) -> str:
        if not numbers_in(state.tableau):
            return "currency"
        return "currency" if currency_in(state.tableau) and self.chance.random() < RICH else "numbers"

    def _bid(self, state: State) -> Raw:
        seat, standing = to_speak(state), standing_bid(state)
        least = standing[1] + 1 if standing else 1
        most = min(limit(state, seat), 9)
        if not state.bids and self.chance.random() < QUICK:
            return self._sold(state)
        if most < least or self.chance.random() < QUIET:
            return {"type": "bid", "seat": seat, "bid": "pass"}
        return {"type": "bid", "seat": seat, "bid": self.chance.randint(least, min(most, least + 3))}

    def _sold(self, state: State) -> Raw:
        seat = self.chance.choice([seat for seat in state.table.seats if limit(state, seat)] or [None])
        if seat is None:
            return {"type": "sold", "seat": None}
        price = self.chance.randint(1, min(5, limit(state, seat)))
        return {"type": "sold", "seat": seat, "price": price, **self._payment(state, seat, price)}

    def _payment(self, state: State, seat: int, price: int) -> Raw:
        """As proposed, or now and then with one token more than needed."""
        paid = proposed_payment(state, seat, price)
        assert paid is not None
        if paid.tokens < state.tokens[seat] and self.chance.random() < CARELESS:
            paid = Paid(paid.tokens + 1, paid.busts, paid.cards)
        return means(paid)

    def _buy(self, state: State) -> Raw:
        seat = turn_of(state)
        wanted = [
            card
            for card in state.market
            if card not in state.owned[seat] and proposed_payment(state, seat, value_of(card))
        ]
        if not wanted or self.chance.random() < QUIET:
            return {"type": "skip"}
        card = max(wanted, key=lambda one: (self._gain(state, seat, one), one))
        return {"type": "buy", "card": card, **self._payment(state, seat, value_of(card))}

    def _gain(self, state: State, seat: int, card: str) -> int:
        """How many neighbours of this card the seat owns."""
        near = {f"{card[0]}{value_of(card) + step}" for step in (-1, 1)}
        return len(near & set(state.owned[seat]))


def played(seed: int, players: int, pile: list[str] | None = None, **more: Any) -> tuple[Raw, State]:
    """The document of a match played to its end, and its last state."""
    chance = Random(seed)
    table = Players(chance, whole_pack() if pile is None else pile)
    document: Raw = {"game": GAME.key, "players": list(NAMES[:players]), **more, "entries": []}
    state = GAME.start(read_setup(GAME, document))
    while not state.finished:
        raw = table.next_entry(state)
        state = play(GAME, state, raw).state
        document["entries"].append(raw)
    return document, state


def lines(items: list[Any]) -> str:
    """A list as JSON, one item a line."""
    return "[\n" + ",\n".join(f"  {json.dumps(item)}" for item in items) + "\n]"


def main() -> None:
    """Writes the file."""
    stake = {"unit": "chips", "per_match": 10, "per_difference": 1}
    document, _ = played(SEED, len(NAMES), first_player=2, stake=stake)
    answer, status = scored(document)
    assert status == 0, answer
    head = json.dumps(document | {"entries": []})[:-3]
    figures = ",\n".join(
        f'"{name}": {lines(answer[name])}'
        for name in ("winners", "standings", "payments", "warnings", "settlement")
    )
    text = f'{{"document": {head}{lines(document["entries"])}}},\n"figures": {{\n{figures}\n}}}}\n'
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
