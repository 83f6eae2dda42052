"""A match of Racehorse under test, and the entries as people would write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.racehorse.state import State
from scorekeeper.kernel import Refused, Step, encoded, play, read_setup

Raw = dict[str, Any]

GAME = GAMES["racehorse"]
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gil", "Hana", "Ida")
A, B, C, D, E, F, G, H, I = range(9)  # noqa: E741 - the letters of the examples in rules.md
PASS = "pass"
SMUDGE = "smudge"
ALL = ("high", "low", "jack", "game")


def bid(seat: int, what: object) -> Raw:
    return {"type": "bid", "seat": seat, "bid": what}


def contract(seat: int, what: object, **how: object) -> Raw:
    return {"type": "contract", "seat": seat, "bid": what, **how}


def hand(*won: str, **more: object) -> Raw:
    return {"type": "hand", "won": list(won), **more}


def about(kind: str, seat: int) -> Raw:
    """An entry that is only a type and a seat: ``dealer``, ``sit_out``, ``sit_in``."""
    return {"type": kind, "seat": seat}


def join(name: str, **after: int) -> Raw:
    return {"type": "join", "name": name, **after}


def stake(per_point: object) -> Raw:
    return {"type": "stake", "per_point": per_point}


TRUMP = {"type": "trump", "suit": "hearts"}
VOID = {"type": "void"}
FINISH = {"type": "finish"}


class Match:
    """A match that goes on entry by entry; stake 1.00 and A deals first, as in the examples."""

    def __init__(self, *entries: Raw, players: int = 5, first: int = A, per_point: int = 100, **rules: Any):
        raw = {
            "players": list(NAMES[:players]),
            "first_dealer": first,
            "rules": rules,
            "stake": {"unit": "USD", "per_point": per_point},
        }
        self.state: State = GAME.start(read_setup(GAME, raw))
        self.steps: list[Step[State]] = []
        for entry in entries:
            self.does(entry)

    def does(self, *entries: Raw) -> Step[State]:
        """Plays them; the last step."""
        for entry in entries:
            self.steps.append(play(GAME, self.state, entry))
            self.state = self.steps[-1].state
        return self.steps[-1]

    def refuses(self, entry: Any, field: str, code: str) -> Refused:
        """The refusal of ``entry``, which is as said and leaves everything as it was."""
        before = json.dumps(encoded(self.state))
        with pytest.raises(Refused) as caught:
            play(GAME, self.state, entry)
        assert json.dumps(encoded(self.state)) == before
        assert (caught.value.field, caught.value.code) == (field, code)
        return caught.value

    @property
    def money(self) -> list[float]:
        """Money won by seat, in whole units, as rules.md writes it."""
        return [standing.won_minor / 100 for standing in GAME.standings(self.state)]

    @property
    def next(self) -> dict[str, Any]:
        """``next`` of the wire format."""
        return dict(GAME.upcoming(self.state).next)

    @property
    def dealer(self) -> int:
        """Who deals the hand under way or to come."""
        return int(self.next["dealer"])

    @property
    def asked(self) -> set[str]:
        """The types of entry that may come now."""
        return {ask.type for ask in GAME.upcoming(self.state).asks}

    def agreed(self) -> tuple[int, object, str] | None:
        """Pitcher, bid, and how it came about, once the bidding is over."""
        if self.state.hand is None or self.state.hand.contract is None:
            return None
        made = self.state.hand.contract
        return made.pitcher, made.bid, made.how


def pitched(what: object = 3, **options: Any) -> Match:
    """B pitches, with nothing before."""
    return Match(contract(B, what), **options)
