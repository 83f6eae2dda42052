"""The match document: set-up and entries in, result out (``docs/wire-format.md``).

The command line, the API, the export and the import all read and write a match through here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.kernel import (
    Caution,
    Game,
    Payment,
    Refused,
    Replay,
    Setup,
    Upcoming,
    changed_rules,
    read_setup,
    replay,
    say,
)
from scorekeeper.kernel.setup import setup_json
from scorekeeper.ledger import fewest_payments
from scorekeeper.words import Words, english


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """A match document that was read; its entries are yet to be played."""

    game: Game[Any]
    setup: Setup
    entries: Sequence[object]


_LONGEST_KEY = 40
"""So much of a key is told."""


def parsed(text: bytes) -> Any:
    """What a document in JSON says; raises Refused for what is no JSON, and for a key that is given twice."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise Refused("", "not_json", say("This is not JSON.")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; raises Refused for a key that stands in it twice, of which one would be lost."""
    known: dict[str, Any] = {}
    for key, value in pairs:
        if key in known:
            raise given_twice(key)
        known[key] = value
    return known


def given_twice(key: str) -> Refused:
    """The refusal of something that is said twice."""
    named = key[:_LONGEST_KEY]  # it may be anything, and stands in a sentence
    return Refused(named, "given_twice", say("%(key)s is given twice. Once is enough.", key=named))


def read_document(raw: object) -> MatchDocument:
    """The set-up and entries of a match document; raises Refused where it is not one."""
    if not isinstance(raw, Mapping):
        raise Refused("", "not_an_object", say("A match document is an object with a game and players."))
    key = raw.get("game")
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        known = ", ".join(GAMES)
        raise Refused("game", "unknown_game", say("One of these games: %(games)s.", games=known))
    known_fields = {"game", "players", game.first_key, "rules", "stake", "entries"}
    for name in raw:
        if name not in known_fields:
            raise Refused(str(name), "unknown_field", say("There is no such field here."))
    entries = raw.get("entries", [])
    if not isinstance(entries, list):
        raise Refused("entries", "not_a_list", say("A list of entries."))
    return MatchDocument(game, read_setup(game, raw), entries)


def read_setup_alone(raw: object) -> MatchDocument:
    """The same of a match in which nothing was entered yet; raises Refused where there are entries too."""
    if isinstance(raw, Mapping) and "entries" in raw:
        raise Refused("entries", "unknown_field", say("There is no such field here."))
    return read_document(raw)


def document(game: Game[Any], setup: Setup, entries: Sequence[object]) -> dict[str, Any]:
    """The match document of a match; defaults of house rules are left out."""
    raw = setup_json(game, setup)
    raw["rules"] = changed_rules(game.house_rules, setup.rules, len(setup.names))
    return {"game": game.key, **raw, "entries": list(entries)}


def nets(game: Game[Any], state: Any, settle: str) -> list[int]:
    """What each seat has to get (above 0) or to pay, in minor units: nothing where cash changed hands."""
    return [0 if settle == "cash" else standing.won_minor for standing in game.standings(state)]


def upcoming_json(upcoming: Upcoming, words: Words) -> dict[str, Any]:
    """``next`` and ``asks`` of the wire format."""
    asks: list[dict[str, Any]] = []
    for ask in upcoming.asks:
        entry: dict[str, Any] = {"type": ask.type}
        if ask.seats:
            entry["seats"] = list(ask.seats)
        if ask.choices:
            entry["choices"] = [
                {"field": choice.field, "value": choice.value}
                | ({"refused": refusal_json(choice.refused, words)} if choice.refused else {})
                for choice in ask.choices
            ]
        asks.append(entry)
    return {"next": dict(upcoming.next), "asks": asks}


def refusal_json(refused: Refused, words: Words) -> dict[str, str]:
    """A refusal as every answer of the wire format carries it."""
    return {"field": refused.field, "code": refused.code, "message": words.sentence(refused.message)}


def result(doc: MatchDocument, played: Replay[Any]) -> dict[str, Any]:
    """Everything computed from a match that played to its last entry."""
    game, state, stake = doc.game, played.state, doc.setup.stake
    words = english(state.table.names, stake.unit)
    return {
        "game": game.key,
        **({"rules": rules} if (rules := _changed(doc)) else {}),
        **outcome_json(game, state),
        "standings": standings_json(game, state, stake.settle),
        "payments": [
            {"entry": at, **payment_json(payment, words)}
            for at, step in enumerate(played.steps)
            for payment in step.payments
        ],
        "warnings": [
            {"entry": at, **caution_json(caution, words)}
            for at, step in enumerate(played.steps)
            for caution in step.warnings
        ],
        "settlement": settlement_json(game, state, stake.settle),
        **upcoming_json(game.upcoming(state), words),
    }


def outcome_json(game: Game[Any], state: Any) -> dict[str, Any]:
    """Whether it is over, who won, and what else the game's result tells."""
    outcome = game.outcome(state)
    return {"finished": outcome.finished, "winners": list(outcome.winners), **outcome.more}


def standings_json(game: Game[Any], state: Any, settle: str) -> list[dict[str, Any]]:
    """``standings`` of the wire format, in seat order."""
    names, owed = state.table.names, nets(game, state, settle)
    return [
        {
            "seat": s.seat,
            "player": names[s.seat],
            "score": s.score,
            "net": owed[s.seat],
            "rank": s.rank,
            **s.more,
        }
        for s in game.standings(state)
    ]


def settlement_json(game: Game[Any], state: Any, settle: str) -> list[dict[str, int]]:
    """The fewest payments that clear what this match alone made people owe."""
    return [
        {"from": payment.payer, "to": payment.payee, "amount": payment.amount}
        for payment in fewest_payments(nets(game, state, settle))
    ]


def payment_json(payment: Payment, words: Words) -> dict[str, Any]:
    """A payment of the wire format, without the entry that made it."""
    return {
        "from": payment.payer,
        "to": payment.payee,
        "amount": payment.amount,
        "reason": words.sentence(payment.reason),
    }


def caution_json(caution: Caution, words: Words) -> dict[str, str]:
    """A warning of the wire format, without the entry that it is about."""
    return {"code": caution.code, "message": words.sentence(caution.message)}


def _changed(doc: MatchDocument) -> dict[str, Any]:
    return changed_rules(doc.game.house_rules, doc.setup.rules, len(doc.setup.names))


def error_json(refused: Refused, entry: int | None, words: Words | None = None) -> dict[str, Any]:
    """``{"error": ...}`` of the wire format; ``entry`` None where the document itself is at fault."""
    return {"error": {"entry": entry, **refusal_json(refused, words or Words())}}


def scored(raw: object) -> tuple[dict[str, Any], int]:
    """The answer to a match document, and the exit status that goes with it.

    0: it played; 1: an entry is refused; 2: it is not a match document.
    """
    try:
        doc = read_document(raw)
    except Refused as refused:
        return error_json(refused, None), 2
    played = replay(doc.game, doc.setup, doc.entries)
    if played.stopped is not None:
        words = english(played.state.table.names, doc.setup.stake.unit)
        return error_json(played.stopped.refused, played.stopped.index, words), 1
    return result(doc, played), 0
