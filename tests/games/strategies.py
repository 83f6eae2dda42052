"""Play at random: set-ups, entries that mostly follow the rules, and junk.

What is drawn comes from what a game declares: its house rules, its entries' schemas and what it asks for.
A game whose entries must agree in ways that no schema says adds a function to ``SENSIBLE``; otherwise a new
game needs nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from marshmallow import fields

from scorekeeper.games.racehorse.entries import POINTS
from scorekeeper.games.racehorse.state import State as RacehorseState
from scorekeeper.games.ten_pennies.cards import KINDS
from scorekeeper.games.ten_pennies.state import State as TenPenniesState
from scorekeeper.games.ten_pennies.state import whole_hand
from scorekeeper.games.ten_point_pitch.entries import CARDS
from scorekeeper.kernel import AnyRule, Ask, Game, NumberRule, Refused, Setup, Step, encoded, play, read_setup
from scorekeeper.kernel.house_rules import RuleValue
from scorekeeper.kernel.shape import EachOnce, NameField, OneOf, Text, Whole, YesNo
from tests.games.ten import sensible as ten

Raw = dict[str, Any]
Draw = st.DrawFn

# Junk --------------------------------------------------------------------------------------------

_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 100),
    st.integers(),
    st.sampled_from([1.5, 3.0, -0.0, 1e300, float("nan"), float("inf"), float("-inf"), 10**400, 2**63]),
    st.text(max_size=5),
    st.sampled_from(["3", "pass", "smudge", "high", "\ud800", "\0", "type", "seat", "_schema", "x" * 5000]),
)
json_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def junk_entries(draw: Draw, game: Game[Any]) -> object:
    """Anything at all, most of it with the type and some fields of an entry."""
    kind = draw(st.sampled_from([*game.entry_types, None]))
    if kind is None:
        return draw(json_values)
    known = list(game.entry_types[kind]().fields)
    names = st.sampled_from([*known, *known, "", "type", "bogus"]) if known else st.just("bogus")
    return {"type": kind, **draw(st.dictionaries(names, json_values, max_size=4))}


# Set-ups -----------------------------------------------------------------------------------------


def rule_values(rule: AnyRule) -> st.SearchStrategy[RuleValue]:
    """What a house rule may be."""
    if isinstance(rule, NumberRule):
        return st.integers(rule.least, rule.most)
    return st.sampled_from([choice.value for choice in rule.choices])


@st.composite
def raw_setups(draw: Draw, game: Game[Any]) -> Raw:
    """A set-up as the wire format has it, with any house rules and stake."""
    players = draw(st.sampled_from(game.players))
    rules = {rule.key: draw(rule_values(rule)) for rule in game.house_rules if draw(st.booleans())}
    amounts = {
        stake.key: draw(st.sampled_from([1, 25, 100, 10**9])) for stake in game.stakes if draw(st.booleans())
    }
    return {
        "players": [f"Player {seat}" for seat in range(players)],
        game.first_key: draw(st.integers(0, players - 1)),
        "rules": rules,
        "stake": {"settle": draw(st.sampled_from(["tally", "cash"])), **amounts},
    }


# Entries that mostly follow the rules ------------------------------------------------------------


def rarely(draw: Draw) -> bool:
    """True about once in ten times."""
    return draw(st.integers(0, 9)) == 9


def single_values(field: fields.Field[Any]) -> st.SearchStrategy[object]:
    """What has the shape of ``field``, which holds nothing in turn."""
    match field:
        case Whole():
            bounds: Any = field.validators[0]
            return st.integers(bounds.min, min(bounds.max, 500))
        case YesNo():
            return st.booleans()
        case OneOf():
            return st.sampled_from(field.choices)
        case NameField():
            return st.integers(0, 10**6).map("Guest {}".format)
        case Text():
            return st.sampled_from(["Ana was late.", "\u05e9\u05dc\u05d5\u05dd", "x" * 280])
        case _:
            raise AssertionError(f"how does one draw a {type(field).__name__}?")


def value_of(draw: Draw, field: fields.Field[Any], seats: int) -> object:
    """A value that has the shape of ``field``."""
    match field:
        case EachOnce():
            choices = field.inner.choices  # type: ignore[attr-defined]  # of OneOf
            return draw(st.lists(st.sampled_from(choices), unique=True))
        case fields.List():  # one for each seat
            return [value_of(draw, field.inner, seats) for _ in range(seats)]
        case fields.Nested():
            inner = field.schema.fields.items()
            return {name: value_of(draw, one, seats) for name, one in inner if not rarely(draw)}
        case _:
            return draw(single_values(field))


def answer(draw: Draw, game: Game[Any], state: Any, ask: Ask) -> Raw:
    """An entry of the type that ``ask`` asks for, with its seats and choices; the rest by shape."""
    seats = len(state.table.names)
    entry: Raw = {"type": ask.type}
    for name, field in game.entry_types[ask.type]().fields.items():
        offered = [choice.value for choice in ask.choices if choice.field == name]
        if not rarely(draw):
            offered = [c.value for c in ask.choices if c.field == name and not c.refused] or offered
        if name == "seat" and ask.seats:
            entry[name] = draw(st.sampled_from(ask.seats))
        elif offered and not isinstance(field, fields.List):
            entry[name] = draw(st.sampled_from(offered))
        elif field.required or rarely(draw):
            entry[name] = value_of(draw, field, seats)
    return entry


def racehorse_hand(draw: Draw, state: RacehorseState) -> Raw:
    """A result in which tricks, points and card points agree."""
    assert state.hand is not None
    assert state.hand.contract is not None
    pitcher, seats = state.hand.contract.pitcher, state.table.seats
    tricks = draw(st.integers(0, 6))
    jack_in_play = draw(st.booleans())
    if tricks == 0:
        won = set()
    elif tricks == len(POINTS) + 2:
        won = set(POINTS) - (set() if jack_in_play else {"jack"})
    else:
        won = draw(st.sets(st.sampled_from([p for p in POINTS if jack_in_play or p != "jack"])))
    entry: Raw = {"type": "hand", "won": sorted(won), "tricks": tricks, "jack_in_play": jack_in_play}
    if draw(st.booleans()):
        counts = [draw(st.integers(0, 9)) if state.table.sits(seat) else 0 for seat in seats]
        if tricks == 0:
            counts[pitcher] = 0
        if tricks == len(POINTS) + 2:
            counts = [9 if seat == pitcher else 0 for seat in seats]
        entry |= {"won": sorted(won - {"game"}), "card_points": counts}
    return entry


def ten_point_pitch_hand(draw: Draw, _state: Any) -> Raw:
    """A result by card or by team, in which points and tricks agree."""
    taken = {card: draw(st.sampled_from([0, 0, 0, 0, 1, 1, 1, 1, None])) for card in CARDS}
    points = [sum(worth for card, worth in CARDS.items() if taken[card] == team) for team in (0, 1)]
    entry: Raw = {"type": "hand"} | ({"taken": taken} if draw(st.booleans()) else {"points": points})
    if draw(st.booleans()):
        entry["out_of_play"] = 10 - sum(points)
    if draw(st.booleans()):
        tricks = draw(st.integers(1, 5))
        entry["tricks"] = [tricks, 6 - tricks]
    return entry


def ten_pennies_round(draw: Draw, state: TenPenniesState) -> Raw:
    """A round in which hands fit the buys, by kind or by totals, so few of a kind that any pack has them."""
    seats = len(state.table.names)
    out = draw(st.sampled_from([*range(seats), None]))
    hands: list[Raw] = []
    for seat in range(seats):
        most = min(whole_hand(state, state.bought[seat]), 11)
        caught = draw(st.lists(st.sampled_from(["low", "low", "low", *KINDS]), min_size=1, max_size=most))
        by_kind: Raw = {kind: caught.count(kind) for kind in KINDS if kind in caught}
        few = {"cards": len(caught), "points": 5 * len(caught)}
        hands.append({} if seat == out else draw(st.sampled_from([by_kind, few])))
    return {"type": "round", "out": out, "hands": hands}


# By game and type: entries whose fields must agree.
SENSIBLE: dict[tuple[str, str], Callable[[Draw, Any], Raw]] = {
    ("racehorse", "hand"): racehorse_hand,
    ("ten", "buy"): ten.buy,
    ("ten", "count"): ten.count,
    ("ten", "pack"): ten.pack,
    ("ten", "pay"): ten.pay,
    ("ten", "sold"): ten.sold,
    ("ten_pennies", "round"): ten_pennies_round,
    ("ten_point_pitch", "hand"): ten_point_pitch_hand,
}


@dataclass(frozen=True)
class Try:
    """One entry that was played: the state before (``stored`` then), and what came of it."""

    before: Any
    stored: str
    raw: object
    result: Step[Any] | Refused


@dataclass(frozen=True)
class Course:
    """A match from its set-up on, with everything that was tried in it."""

    setup: Setup
    tries: tuple[Try, ...]

    @property
    def accepted(self) -> list[object]:
        """The entries that count."""
        return [one.raw for one in self.tries if isinstance(one.result, Step)]

    @property
    def state(self) -> Any:
        """The state after the last try."""
        last = self.tries[-1]
        return last.result.state if isinstance(last.result, Step) else last.before


def stored(value: object) -> str:
    """``value`` as the database has it."""
    return json.dumps(encoded(value))


def tried(game: Game[Any], state: Any, raw: object) -> Try:
    """``raw`` played; any exception but Refused comes through."""
    before = stored(state)
    try:
        return Try(state, before, raw, play(game, state, raw))
    except Refused as refused:
        return Try(state, before, raw, refused)


def unasked(draw: Draw, game: Game[Any], state: Any) -> Raw:
    """An entry of any type, whether it may come now or not."""
    seats = tuple(state.table.seats)
    return answer(draw, game, state, Ask(draw(st.sampled_from(list(game.entry_types))), seats))


def sensible(draw: Draw, game: Game[Any], state: Any, ask: Ask) -> Raw:
    """An entry of the type that ``ask`` asks for, whose fields mostly agree."""
    if (game.key, ask.type) in SENSIBLE and not rarely(draw):
        return SENSIBLE[game.key, ask.type](draw, state)
    return answer(draw, game, state, ask)


def shaken(draw: Draw, value: Any) -> Any:
    """The same with one number in it, however deep, replaced by another."""
    if isinstance(value, dict | list) and value:
        at = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
        inner = shaken(draw, value[at])
        if isinstance(value, dict):
            return {**value, at: inner}
        return [*value[:at], inner, *value[at + 1 :]]
    return draw(st.integers(-3, 60)) if isinstance(value, int) and not isinstance(value, bool) else value


def next_entry(draw: Draw, game: Game[Any], state: Any, *, first: bool) -> object:
    """What is entered now: mostly what goes on with the game, now and then what interrupts it, or junk."""
    asks = game.upcoming(state).asks
    onwards = [ask for ask in asks if ask.choices]
    others = [ask for ask in asks if not ask.choices and ask.type != "finish"]
    if onwards and not first and draw(st.integers(0, 3)) < 3:
        ask = draw(st.sampled_from(onwards))
    else:
        ask = asks[-1] if rarely(draw) else draw(st.sampled_from(others))
    if rarely(draw):
        entry = answer(draw, game, state, ask)
        entry[draw(st.sampled_from(list(entry)))] = draw(json_values)
        return entry
    if rarely(draw):
        return draw(junk_entries(game)) if rarely(draw) else unasked(draw, game, state)
    return sensible(draw, game, state, ask)


@st.composite
def courses(draw: Draw, game: Game[Any], most: int = 30) -> Course:
    """A match played at random, mostly by the rules, to its end or somewhere before."""
    setup = read_setup(game, draw(raw_setups(game)))
    state = game.start(setup)
    tries: list[Try] = []
    steps = draw(st.integers(min(10, most), most))
    opening = draw(st.integers(0, 3))  # entries before the first card: who joins, sits out, deals
    while len(tries) < steps:
        if state.finished:
            steps = min(steps, len(tries) + 2)
        raw = next_entry(draw, game, state, first=len(tries) < opening)
        tries.append(tried(game, state, raw))
        result = tries[-1].result
        state = result.state if isinstance(result, Step) else state
    return Course(setup, tuple(tries))
