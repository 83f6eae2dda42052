"""Entries: adding, trying, taking back, correcting. The rules judge them as everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from flask import Response

from scorekeeper.api import examples
from scorekeeper.api.answers import EnteredSchema, EntrySchema, MatchSchema, TriedSchema, page_of
from scorekeeper.api.bodies import NewEntries, SeenVersion, TriedEntries
from scorekeeper.api.callers import program
from scorekeeper.api.matches import as_it_stands
from scorekeeper.api.pages import cursor_of
from scorekeeper.api.parts import ENTERS, Part, listed, told
from scorekeeper.api.problems import IdUsed, Unfit
from scorekeeper.documents import caution_json, payment_json, standings_json, upcoming_json
from scorekeeper.kernel import Caution, Message, Payment, Refused, Step, play
from scorekeeper.service.amending import amend_unit, state_before
from scorekeeper.service.entries import add_entries_to, entries_after, entries_sent, is_used, steps_of
from scorekeeper.service.errors import Stale
from scorekeeper.service.history import redo, reopen, undo
from scorekeeper.service.open_match import OpenMatch, open_match
from scorekeeper.service.outcomes import outcome_of
from scorekeeper.service.sessions import time_zone
from scorekeeper.store import Entry
from scorekeeper.words import Words, english

part = Part("Entries", "What happened at the table, one entry for each thing.")
Json = dict[str, Any]
MATCH = "/sessions/<session>/matches/<int:number>"


@part.lists(f"{MATCH}/entries", page_of(EntrySchema))
def list_entries(asked: Json, session: str, number: int) -> Response:
    """The entries that count, in order, with what each of them did."""
    opened = open_match(session, number, program().device_id)
    rows = entries_after(opened.match, asked["cursor"], asked["limit"] + 1)
    shown = rows[: asked["limit"]]
    after = cursor_of(shown[-1].seq) if len(rows) > len(shown) else None
    return listed(_told_entries(opened, shown), after)


@part.offers(
    "POST",
    f"{MATCH}/entries",
    tells=EnteredSchema,
    status=201,
    body=NewEntries,
    example=examples.HAND,
    problems=ENTERS,
)
def add_entries(asked: Json, session: str, number: int) -> Response:
    """Adds entries, all or none. The same again with the same `client_id` adds nothing and answers alike."""
    device_id = program().device_id
    opened = open_match(session, number, device_id)
    with (
        _judging(opened, lambda: opened.state, asked["entries"]),
        _known_by_its_id(opened, asked["client_id"]),
    ):
        add_entries_to(
            opened,
            asked["entries"],
            device_id=device_id,
            version=asked["version"],
            client_id=asked["client_id"],
        )
    return told(_entered(session, number, asked), 201)


@part.offers(
    "POST",
    f"{MATCH}/entries/preview",
    tells=TriedSchema,
    body=TriedEntries,
    example=examples.TRIED,
    problems=ENTERS,
)
def preview_entries(asked: Json, session: str, number: int) -> Response:
    """What entries would do now. Saves nothing."""
    opened = open_match(session, number, program().device_id)
    with _judging(opened, lambda: opened.state, asked["entries"]):
        steps = steps_of(opened, asked["entries"])
    state = steps[-1].state
    words = english(state.table.names, opened.unit)
    return told(
        {
            "version": opened.match.version,
            "effects": [_effect_of_step(step, words) for step in steps],
            "standings": standings_json(opened.game, state, opened.settle),
            **upcoming_json(opened.game.upcoming(state), words),
        }
    )


@part.offers(
    "PUT",
    f"{MATCH}/units/<int:unit>",
    tells=EnteredSchema,
    body=NewEntries,
    example=examples.HAND,
    problems=ENTERS,
)
def correct_unit(asked: Json, session: str, number: int, unit: int) -> Response:
    """Corrects a hand, round or turn: replaces all of its entries, and works out again what follows."""
    device_id = program().device_id
    opened = open_match(session, number, device_id)
    before = partial(state_before, opened, unit)
    with _judging(opened, before, asked["entries"]), _known_by_its_id(opened, asked["client_id"]):
        amend_unit(
            session,
            number,
            device_id,
            unit,
            asked["entries"],
            version=asked["version"],
            client_id=asked["client_id"],
        )
    return told(_entered(session, number, asked))


@part.offers("POST", f"{MATCH}/undo", tells=MatchSchema, body=SeenVersion, problems=ENTERS)
def undo_entry(asked: Json, session: str, number: int) -> Response:
    """Takes back the newest entry."""
    return _changed(undo, session, number, asked["version"])


@part.offers("POST", f"{MATCH}/redo", tells=MatchSchema, body=SeenVersion, problems=ENTERS)
def redo_entry(asked: Json, session: str, number: int) -> Response:
    """Plays again what was taken back last."""
    return _changed(redo, session, number, asked["version"])


@part.offers("POST", f"{MATCH}/reopen", tells=MatchSchema, body=SeenVersion, problems=ENTERS)
def reopen_match(asked: Json, session: str, number: int) -> Response:
    """Takes back the end of a finished match."""
    return _changed(reopen, session, number, asked["version"])


def _changed(change: Callable[..., OpenMatch], session: str, number: int, version: int) -> Response:
    return told(as_it_stands(change(session, number, program().device_id, version=version)))


@contextmanager
def _judging(opened: OpenMatch, begins: Callable[[], Any], raws: Sequence[Any]) -> Iterator[None]:
    """Tells a refusal in the words of the match, and at which of ``raws`` it stands.

    ``begins``: gives the state from which they are played. It may have to be worked out, and mostly need not.
    """
    try:
        yield
    except Refused as refused:
        names, place = _refused_place(opened, begins(), raws)
        raise Unfit(refused, names, opened.unit, place) from None


def _refused_place(opened: OpenMatch, state: Any, raws: Sequence[Any]) -> tuple[Sequence[str], int | None]:
    """Who sits there by then, as somebody may join before it, and the place; None if all of them play."""
    for place, raw in enumerate(raws):
        try:
            state = play(opened.game, state, raw).state
        except Refused:
            return state.table.names, place
    # Refused was what comes after these: by then everybody may sit there who does now.
    return max(state.table.names, opened.state.table.names, key=len), None


@contextmanager
def _known_by_its_id(opened: OpenMatch, client_id: str) -> Iterator[None]:
    """Tells apart what came too late from what has the id of something else."""
    try:
        yield
    except Stale:
        if is_used(opened, client_id):
            raise IdUsed from None
        raise


# Told --------------------------------------------------------------------------------------------


def _entered(session: str, number: int, asked: Json) -> Json:
    """What is there now under this ``client_id``, with the match."""
    opened = open_match(session, number, program().device_id)
    sent = entries_sent(opened.match, asked["client_id"], len(asked["entries"]))
    version = (sent[-1].version if sent else None) or opened.match.version
    return {"version": version, "entries": _told_entries(opened, sent), "match": as_it_stands(opened)}


def _told_entries(opened: OpenMatch, rows: Sequence[Entry]) -> list[Json]:
    words = english(opened.state.table.names, opened.unit)
    zone = time_zone(opened.session.time_zone)
    told_rows = []
    for row in rows:
        outcome = outcome_of(row)
        effect = _effect(outcome.said, outcome.payments, outcome.warnings, words)
        effect |= {"unit": row.unit, "completes": row.completes}
        told_rows.append(
            {
                **effect,
                "place": row.seq - 1,
                "entry": row.data,
                "entered_at": row.made_at.astimezone(zone).isoformat(),
                "corrected": row.amended,
            }
        )
    return told_rows


def _effect_of_step(step: Step[Any], words: Words) -> Json:
    effect = _effect(step.said, step.payments, step.warnings, words)
    return effect | {"unit": step.unit, "completes": step.row is not None}


def _effect(said: Message, payments: Sequence[Payment], warnings: Sequence[Caution], words: Words) -> Json:
    return {
        "said": words.sentence(said),
        "payments": [payment_json(one, words) for one in payments],
        "warnings": [caution_json(one, words) for one in warnings],
    }
