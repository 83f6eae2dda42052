"""A match of Ten under test, and the entries as people would write them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games import ten
from scorekeeper.games.ten.state import State, changed, with_owned
from scorekeeper.kernel import Ask, Outcome, Refused, Step, encoded, play, read_setup
from tests.kernel.reading import text

Raw = dict[str, Any]

GAME = ten.GAME
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
A, B, C, D, E = range(5)
FINISH = {"type": "finish"}
NUMBERS = {"type": "take", "what": "numbers"}
CURRENCY = {"type": "take", "what": "currency"}
SKIP = {"type": "skip"}
LAST = {"type": "last_card"}


def drawn(card: Any) -> Raw:
    """One card."""
    return {"type": "draw", "card": card}


def draw(*cards: Any) -> list[Raw]:
    """Cards drawn one after the other."""
    return [drawn(card) for card in cards]


def bid(seat: int, bid: object) -> Raw:
    return {"type": "bid", "seat": seat, "bid": bid}


def passes(*seats: int) -> list[Raw]:
    """These seats pass, in this order."""
    return [bid(seat, "pass") for seat in seats]


def pay(**means: Any) -> Raw:
    return {"type": "pay", **means}


def sold(seat: int | None, price: object = None, **means: Any) -> Raw:
    entry = {"type": "sold", "seat": seat, **means}
    return entry if price is None else {**entry, "price": price}


def buy(card: object, **means: Any) -> Raw:
    return {"type": "buy", "card": card, **means}


def pack(*currency: Any, **more: Any) -> Raw:
    return {"type": "pack", "currency": list(currency), **more}


def hand(cards: str = "", tokens: object = 0, **more: Any) -> Raw:
    """A hand of the final count, its cards written one after the other: ``"R4 B# *#"``."""
    return {"cards": cards.split(), "tokens": tokens, **more}


def count(*hands: Raw) -> Raw:
    return {"type": "count", "hands": list(hands)}


def turn(cards: str, taken: Raw = NUMBERS) -> list[Raw]:
    """A turn: its cards written one after the other, and what is taken."""
    return [*draw(*cards.split()), taken]


class Match:
    """A match that goes on entry by entry; Ana goes first."""

    def __init__(
        self, *entries: Raw, players: int = 3, first: int = A, stake: Raw | None = None, **rules: Any
    ):
        self.document: Raw = {
            "game": GAME.key,
            "players": list(NAMES[:players]),
            "first_player": first,
            "rules": rules,
            "stake": stake or {},
            "entries": [],
        }
        self.state: State = GAME.start(read_setup(GAME, self.document))
        self.steps: list[Step[State]] = []
        self.does(*entries)

    def does(self, *entries: Raw) -> Step[State]:
        """Plays them; the last step."""
        for entry in entries:
            self.steps.append(play(GAME, self.state, entry))
            self.state = self.steps[-1].state
            self.document["entries"].append(entry)
        return self.steps[-1] if self.steps else Step(self.state, GAME.name)

    def given(self, seat: int, cards: str = "", tokens: int | None = None, busts: int | None = None) -> Match:
        """Gives a seat cards, tokens and bust tokens, as if many turns had been played; the match itself."""
        state = with_owned(self.state, seat, tuple(cards.split())) if cards else self.state
        if tokens is not None:
            state = replace(state, tokens=changed(state.tokens, seat, tokens))
        if busts is not None:
            state = replace(state, busts=changed(state.busts, seat, busts))
        self.state = state
        return self

    def lies(self, market: str) -> Match:
        """Puts cards into the market; the match itself."""
        self.state = replace(self.state, market=tuple(market.split()))
        return self

    def says(self, *entries: Raw) -> str:
        """Plays them; the sentence of the last one."""
        return text(self.does(*entries).said)

    def refuses(self, entry: Any, field: str, code: str) -> str:
        """The sentence of the refusal of ``entry``, which is as said and leaves everything as it was."""
        before = json.dumps(encoded(self.state))
        with pytest.raises(Refused) as caught:
            play(GAME, self.state, entry)
        assert json.dumps(encoded(self.state)) == before
        assert (caught.value.field, caught.value.code) == (field, code)
        return text(caught.value.message)

    def warned(self, entry: Raw) -> list[tuple[str, str]]:
        """Plays ``entry``; codes and sentences of its warnings."""
        return [(caution.code, text(caution.message)) for caution in self.does(entry).warnings]

    def ask(self, kind: str) -> Ask:
        """What is asked for entries of this type."""
        ask = GAME.upcoming(self.state).ask(kind)
        assert ask is not None
        return ask

    def offered(self, kind: str, field: str) -> list[object]:
        """The values of a field that are offered and not refused."""
        return [one.value for one in self.ask(kind).choices if one.field == field and one.refused is None]

    @property
    def next(self) -> Raw:
        """``next`` of the wire format."""
        return dict(GAME.upcoming(self.state).next)

    @property
    def asked(self) -> list[str]:
        """The types of entry that may come now."""
        return [ask.type for ask in GAME.upcoming(self.state).asks]

    @property
    def tokens(self) -> list[int]:
        return list(self.state.tokens)

    @property
    def busts(self) -> list[int]:
        return list(self.state.busts)

    @property
    def market(self) -> str:
        return " ".join(self.state.market)

    @property
    def scores(self) -> list[int]:
        return [standing.score for standing in GAME.standings(self.state)]

    @property
    def ranks(self) -> list[int]:
        return [standing.rank for standing in GAME.standings(self.state)]

    @property
    def nets(self) -> list[int]:
        """Money won by seat, in minor units."""
        return [standing.won_minor for standing in GAME.standings(self.state)]

    @property
    def outcome(self) -> Outcome:
        return GAME.outcome(self.state)

    @property
    def why(self) -> str:
        """How the match ended, in words."""
        assert self.outcome.said is not None
        return text(self.outcome.said)

    def owned(self, seat: int) -> str:
        return " ".join(self.state.owned[seat])


def run(colour: str, first: int, last: int) -> str:
    """The number cards of a colour from ``first`` to ``last``."""
    return " ".join(f"{colour}{number}" for number in range(first, last + 1))


def buying(cards: str, tokens: int = 5, busts: int = 0, market: str = "B7", **options: Any) -> Match:
    """A has taken red 1, has these cards besides, and may buy from this market."""
    match = Match(*turn("R1"), **options).lies(market)
    return match.given(A, f"R1 {cards}", tokens, busts)
