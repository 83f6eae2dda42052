"""The only door to a new state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from scorekeeper.kernel.entries import Entry, Finish, Note
from scorekeeper.kernel.game import Game, S, Step
from scorekeeper.kernel.message import say
from scorekeeper.kernel.refusal import Refused
from scorekeeper.kernel.setup import Setup
from scorekeeper.kernel.shape import loaded


def _read(game: Game[S], raw: object) -> Entry:
    if not isinstance(raw, Mapping):
        raise Refused("", "not_an_object", say("An entry is an object with a type."))
    kind = raw.get("type")
    schema = game.entry_types.get(kind) if isinstance(kind, str) else None
    if schema is None:
        known = ", ".join(game.entry_types)
        raise Refused(
            "type",
            "unknown_type",
            say("%(game)s has these types of entry: %(types)s.", game=game.name, types=known),
        )
    entry: Entry = loaded(schema, {name: value for name, value in raw.items() if name != "type"})
    return entry


def play(game: Game[S], state: S, raw: object) -> Step[S]:
    """What the entry ``raw`` (as the wire format has it) does to ``state``; raises Refused.

    Shape and bounds are judged by the entry's schema, the rules by the game's ``apply``.
    """
    entry = _read(game, raw)
    if isinstance(entry, Note):
        return Step(state, say("%(note)s", note=entry.text))
    if state.finished:
        if isinstance(entry, Finish):
            raise Refused("type", "match_over", say("The game is finished already."))
        raise Refused("type", "match_over", say("The game is finished. Reopen it to enter more."))
    return game.apply(state, entry)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a replay stopped: the index of the entry that no longer plays, and why."""

    index: int
    refused: Refused


@dataclass(frozen=True, slots=True)
class Replay(Generic[S]):
    """How far the entries play: the steps, the state after them, and what stopped them (None: nothing)."""

    state: S
    steps: tuple[Step[S], ...]
    stopped: Stop | None


def replay(game: Game[S], setup: Setup, entries: Iterable[object]) -> Replay[S]:
    """Plays ``entries`` from the start, as far as they go."""
    state = game.start(setup)
    steps: list[Step[S]] = []
    for index, raw in enumerate(entries):
        try:
            step = play(game, state, raw)
        except Refused as refused:
            return Replay(state, tuple(steps), Stop(index, refused))
        steps.append(step)
        state = step.state
    return Replay(state, tuple(steps), None)
