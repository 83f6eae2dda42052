"""A match of 10 Point Pitch under test, and the entries as people would write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.games.ten_point_pitch import GAME
from scorekeeper.games.ten_point_pitch.state import State
from scorekeeper.kernel import Refused, Step, encoded, play, read_setup
from tests.kernel.reading import text

Raw = dict[str, Any]

NAMES = ("Ana", "Ben", "Cleo", "Dov")
A, B, C, D = range(4)
PASS, MOON = "pass", "moon"
CARDS = ("ace", "jack", "off_jack", "high_joker", "low_joker", "ten", "three", "two")
VOID = {"type": "void"}
FINISH = {"type": "finish"}


def bid(seat: int, what: object) -> Raw:
    return {"type": "bid", "seat": seat, "bid": what}


def bids(*said: object, first: int = B) -> list[Raw]:
    """What each says in turn, from ``first`` on."""
    return [bid((first + turn) % 4, what) for turn, what in enumerate(said)]


def contract(seat: int, what: object) -> Raw:
    return {"type": "contract", "seat": seat, "bid": what}


def trump(suit: str = "hearts") -> Raw:
    return {"type": "trump", "suit": suit}


def dealer(seat: int) -> Raw:
    return {"type": "dealer", "seat": seat}


def points(ours: int, theirs: int, **more: object) -> Raw:
    """A result by the points of teams 0 and 1."""
    return {"type": "hand", "points": [ours, theirs], **more}


def taken(ours: tuple[str, ...] = (), theirs: tuple[str, ...] = (), **more: object) -> Raw:
    """A result by card; what neither team has is out of play."""
    owners = {card: 0 if card in ours else 1 if card in theirs else None for card in CARDS}
    return {"type": "hand", "taken": owners, **more}


def on_the_way_to(ours: int, theirs: int) -> list[Raw]:
    """Hands after which the totals are these: each of 4 to 10 more, or (a set) less; none of 1 to 3."""
    entries: list[Raw] = []
    for team, total in enumerate((ours, theirs)):
        left = abs(total)
        while left:
            step = left if left <= 10 else min(10, left - 4)
            made = [step if total > 0 else 0, 0]
            entries += [contract(team, step), points(*(made if team == 0 else made[::-1]))]
            left -= step
    return entries


class Match:
    """A match that goes on entry by entry; A deals first, and nothing is played for unless said."""

    def __init__(self, *entries: Raw, first: int = A, stake: Raw | None = None, **rules: Any) -> None:
        raw = {"players": list(NAMES), "first_dealer": first, "rules": rules, "stake": stake or {}}
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

    def refuses(self, entry: Any, field: str, code: str) -> str:
        """The sentence that refuses ``entry``, which is as said and leaves everything as it was."""
        before = json.dumps(encoded(self.state))
        with pytest.raises(Refused) as caught:
            play(GAME, self.state, entry)
        assert json.dumps(encoded(self.state)) == before
        assert (caught.value.field, caught.value.code) == (field, code)
        return text(caught.value.message)

    @property
    def totals(self) -> tuple[int, int]:
        """By team; both partners stand where their team does."""
        standings = GAME.standings(self.state)
        assert [standing.score for standing in standings] == [*self.state.totals, *self.state.totals]
        return self.state.totals

    @property
    def money(self) -> list[int]:
        """Money won by seat, in minor units."""
        return [standing.won_minor for standing in GAME.standings(self.state)]

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""
        return GAME.outcome(self.state).winners

    @property
    def ranks(self) -> list[int]:
        """By seat."""
        return [standing.rank for standing in GAME.standings(self.state)]

    @property
    def why(self) -> str:
        """What is said about the end."""
        said = GAME.outcome(self.state).said
        return text(said) if said else ""

    @property
    def said(self) -> str:
        """The last line of the history."""
        return text(self.steps[-1].said)

    @property
    def next(self) -> dict[str, Any]:
        """``next`` of the wire format."""
        return dict(GAME.upcoming(self.state).next)

    @property
    def asked(self) -> set[str]:
        """The types of entry that may come now."""
        return {ask.type for ask in GAME.upcoming(self.state).asks}
