"""A match of Ten Pennies under test, and the entries as people would write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games import ten_pennies
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import Outcome, Payment, Refused, Step, encoded, play, read_setup

Raw = dict[str, Any]

GAME = ten_pennies.GAME
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gil", "Hana")
A, B, C, D = range(4)
FINISH = {"type": "finish"}


def buy(seat: int) -> Raw:
    return {"type": "buy", "seat": seat}


def hand(low: int = 0, high: int = 0, **kinds: int) -> Raw:
    """Cards by kind; what there is none of is left out."""
    return {name: count for name, count in {"low": low, "high": high, **kinds}.items() if count}


def total(cards: object, points: object) -> Raw:
    return {"cards": cards, "points": points}


OUT: Raw = {}


def ended(out: int | None, *hands: Raw, **more: object) -> Raw:
    """A round: who went out, and a hand for each seat."""
    return {"type": "round", "out": out, "hands": list(hands), **more}


def playoff(seat: object) -> Raw:
    return {"type": "playoff", "seat": seat}


def level_rounds(number: int, players: int = 3) -> list[Raw]:
    """So many rounds in which everybody goes out in turn and the others are caught with a king."""
    return [
        ended(at % players, *({} if seat == at % players else hand(high=1) for seat in range(players)))
        for at in range(number)
    ]


class Match:
    """A match that goes on entry by entry; a penny is 1 cent and A deals first, as in the examples."""

    def __init__(self, *entries: Raw, players: int = 3, first: int = A, per_penny: int = 1, **rules: Any):
        self.document = {
            "game": GAME.key,
            "players": list(NAMES[:players]),
            "first_dealer": first,
            "rules": rules,
            "stake": {"unit": "USD", "per_penny": per_penny},
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
            self.document["entries"].append(entry)  # type: ignore[attr-defined]  # a list
        return self.steps[-1] if self.steps else Step(self.state, GAME.name)

    def refuses(self, entry: Any, field: str, code: str) -> Refused:
        """The refusal of ``entry``, which is as said and leaves everything as it was."""
        before = json.dumps(encoded(self.state))
        with pytest.raises(Refused) as caught:
            play(GAME, self.state, entry)
        assert json.dumps(encoded(self.state)) == before
        assert (caught.value.field, caught.value.code) == (field, code)
        return caught.value

    def after(self, entry: Raw) -> State:
        """The state after ``entry``, which is not kept."""
        return play(GAME, self.state, entry).state

    @property
    def points(self) -> list[int]:
        """Points by seat."""
        return [standing.score for standing in GAME.standings(self.state)]

    @property
    def nets(self) -> list[int]:
        """Money won by seat, in minor units."""
        return [standing.won_minor for standing in GAME.standings(self.state)]

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat."""
        return [standing.rank for standing in GAME.standings(self.state)]

    @property
    def paid_in(self) -> list[int]:
        """Coins paid in by seat."""
        return [standing.more["paid_in"] for standing in GAME.standings(self.state)]

    @property
    def outcome(self) -> Outcome:
        """How the match ended, or stands."""
        return GAME.outcome(self.state)

    @property
    def pot(self) -> int:
        """Coins in the bowl."""
        return int(self.outcome.more["pot"])

    @property
    def next(self) -> Raw:
        """``next`` of the wire format."""
        return dict(GAME.upcoming(self.state).next)

    @property
    def asked(self) -> list[str]:
        """The types of entry that may come now."""
        return [ask.type for ask in GAME.upcoming(self.state).asks]

    @property
    def payments(self) -> list[Payment]:
        """Everything that the entries made people owe."""
        return [payment for step in self.steps for payment in step.payments]


def caught(entry: Raw, **options: Any) -> Match:
    """A goes out, and B is caught with ``entry`` (after three buys); C with a king."""
    return Match(buy(B), buy(B), buy(B), ended(A, OUT, entry, hand(high=1)), **options)
