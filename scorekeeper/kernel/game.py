"""What a game is: a few pure functions and what they declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from scorekeeper.kernel.entries import COMMON_ENTRIES, Entry, EntrySchema
from scorekeeper.kernel.house_rules import AnyRule
from scorekeeper.kernel.message import Message, Who, say
from scorekeeper.kernel.refusal import Caution, Refused
from scorekeeper.kernel.setup import Setup, StakeAmount, no_such_seat
from scorekeeper.kernel.table import Table


class State(Protocol):
    """What every game's state has. States are frozen, slotted dataclasses."""

    @property
    def table(self) -> Table:
        """Who sits where."""

    @property
    def unit(self) -> int:
        """The number of the hand, round or turn that is under way or to come, from 1."""

    @property
    def finished(self) -> bool:
        """Whether the match has ended; then only notes may follow."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class DetailedCell:
    """A figure with more to say: ``word`` is shown instead of it (it counts all the same), ``hint`` below."""

    figure: int
    word: Message | None = None
    hint: Message | None = None


Cell = int | str | DetailedCell | None
"""A figure, alone or with details; ``"out"`` for who sat out; None for who was not there yet."""


def figure_of(cell: Cell) -> int | None:
    """What a cell adds to the seat's total; None where the seat did not play."""
    return cell.figure if isinstance(cell, DetailedCell) else cell if isinstance(cell, int) else None


@dataclass(frozen=True, slots=True)
class Payment:
    """What an entry makes one seat owe another, in minor units of the match's stake (never edited)."""

    payer: int
    payee: int
    amount: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Feat:
    """What a seat did in a unit, for statistics: ``key`` is one of the game's ``feats`` ("made")."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Row:
    """What the score sheet shows for a finished unit (a hand, a round, a turn).

    ``cells``: by seat; ``marked``: the seats to box (the pitcher, who went out); ``feats``: what statistics
    count of it, not shown on the sheet.
    """

    unit: int
    title: Message
    verdict: Message
    cells: tuple[Cell, ...]
    marked: tuple[int, ...] = ()
    feats: tuple[Feat, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The answer to one entry.

    ``said``: the sentence of the history. ``unit``: the hand, round or turn that the entry is part of, None
    for what happens between them (a note, somebody sitting out); a correction replaces all entries of a unit.
    ``row``: set by the entry that completes the unit. If something may still follow in it, that entry brings
    the whole row again: the last one of a unit counts.
    """

    state: S
    said: Message
    unit: int | None = None
    row: Row | None = None
    payments: tuple[Payment, ...] = ()
    warnings: tuple[Caution, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands. ``score`` ranks; ``won_minor`` is money, and sums to zero over the seats."""

    seat: int
    score: int
    won_minor: int
    rank: int
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended: the winning seats, empty while it goes on or when nobody won.

    ``said``: why, in one sentence, where it is not plain; ``more``: what else a result tells (``pot``);
    ``odd``: who got what could not be divided, and by which rule, where there was such (``said`` has it too).
    """

    finished: bool
    winners: tuple[int, ...]
    said: Message | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    odd: Message | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field may take now; ``refused`` says why it may not, from the rules' own functions."""

    field: str
    value: str | int | bool | None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """An entry type that may come now, by which seats (empty: it is about no seat), with its choices."""

    type: str
    seats: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Upcoming:
    """What the table needs to know now (``next`` of the wire format) and what may be entered."""

    next: Mapping[str, Any]
    asks: tuple[Ask, ...]

    def ask(self, kind: str) -> Ask | None:
        """The ask for the entry type ``kind``, if it may come now."""
        return next((ask for ask in self.asks if ask.type == kind), None)


def called_by_number(_: State) -> Mapping[int, Message]:
    """The units of a game that all go by their numbers."""
    return {}


def each_alone(state: State) -> tuple[tuple[int, ...], ...]:
    """The sides of a game in which everybody plays alone."""
    return tuple((seat,) for seat in state.table.seats)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """A game: what it declares, and the five functions that play it.

    ``start(setup)`` gives the first state. ``apply(state, entry)`` gives a Step or raises Refused, and
    never changes the state it was given. ``unit_name`` is what the screens call a unit ("hand"). Raise
    ``rules_version`` when a correction of the rules changes an old result. ``stake_in_words(players,
    amounts)`` says what a stake means in money, for amounts in minor units; ``next_first(state)`` is
    the seat that deals (or plays) first if the same people play again, ``stake_now(state)`` the amounts
    that count from now on and ``stake_said(state)`` the same in words ("$1 a point").
    ``commutes``: entry types that come to the same in whatever order two phones enter them.
    ``units_played(6)`` is "6 hands"; ``called(state)`` has the units that go by a name of their own
    instead of a number ("play-off"), by their numbers; ``sides(state)`` are the seats that play together,
    in the order of the sheet's columns; ``total_means`` stands before the totals ("Fewest wins").
    ``feats``: what statistics count, by key, in the words that stand over the numbers ("Bids made"); games
    that mean the same by it have the same key and words. A step that pays has a row or belongs to no unit.
    """

    key: str
    name: Message
    about: Message
    players: range
    too_many: Message
    first_key: Literal["first_dealer", "first_player"]
    first_question: Message
    first_acts: Message
    unit_name: Message
    units_played: Callable[[int], Message]
    called: Callable[[S], Mapping[int, Message]] = called_by_number
    marked_means: Message
    total_means: Message
    feats: Mapping[str, Message] = field(default_factory=dict)
    score_is_money: bool
    lowest_wins: bool = False
    rules_version: int
    house_rules: tuple[AnyRule, ...]
    stakes: tuple[StakeAmount, ...]
    default_unit: str
    entries: Mapping[str, type[EntrySchema]]
    commutes: frozenset[str] = frozenset()
    state: type[S]
    start: Callable[[Setup], S]
    apply: Callable[[S, Entry], Step[S]]
    standings: Callable[[S], tuple[Standing, ...]]
    outcome: Callable[[S], Outcome]
    upcoming: Callable[[S], Upcoming]
    next_first: Callable[[S], int]
    stake_said: Callable[[S], Message | None]
    stake_now: Callable[[S], Mapping[str, int]]
    sides: Callable[[S], tuple[tuple[int, ...], ...]] = each_alone
    stake_in_words: Callable[[int, Mapping[str, int]], tuple[Message, ...]]

    @property
    def entry_types(self) -> Mapping[str, type[EntrySchema]]:
        """Every entry type, with those that all games share."""
        return {**COMMON_ENTRIES, **self.entries}


def refuse_unknown_seat(table: Table, seat: int, field_name: str = "seat") -> None:
    """Raises Refused if nobody has this seat."""
    if seat not in table.seats:
        raise Refused(field_name, "no_such_seat", no_such_seat(len(table.names)))


def refuse_sitting_out(table: Table, seat: int, field_name: str = "seat") -> None:
    """Raises Refused if nobody has this seat, or who has it sits out."""
    refuse_unknown_seat(table, seat, field_name)
    if not table.sits(seat):
        raise Refused(
            field_name,
            "sits_out",
            say("%(who)s sits out. Take somebody who plays, or bring %(who)s back first.", who=Who(seat)),
        )
