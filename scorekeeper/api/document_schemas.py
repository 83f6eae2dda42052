"""The documents of sessions and clubs (docs/exports.md) as JSON Schema, for the OpenAPI document.

What later versions add to a document is passed over, so nothing in it is forbidden here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin

from scorekeeper.api.game_schemas import component, ref, setup_schema
from scorekeeper.exports.json import CLUB_FORMAT, CLUB_VERSION, FORMAT, VERSION
from scorekeeper.kernel import Game
from scorekeeper.kernel.names import NAME_LENGTH
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.session_document import MOST_PEOPLE

Json = dict[str, Any]
_TEXT: Json = {"type": "string", "minLength": 1}
_NAME: Json = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
_PLACE: Json = {"type": "integer", "minimum": 0}
_PLACE_OR_NOT: Json = {"type": ["integer", "null"], "minimum": 0}
_MOMENT_OR_NOT: Json = {"type": ["string", "null"], "format": "date-time"}
_TRANSFER: Json = {
    "type": "object",
    "required": ["from", "to", "amount", "unit", "at"],
    "properties": {
        "from": _PLACE,
        "to": _PLACE,
        "amount": {"type": "integer", "minimum": 1, "maximum": LARGEST_AMOUNT},
        "unit": {"type": "string"},
        "at": {"type": "string", "format": "date-time"},
        "reverses": _PLACE_OR_NOT,
    },
}


def document_schemas(games: Sequence[Game[Any]], plugin: MarshmallowPlugin) -> dict[str, Json]:
    """The schema of each document, by its name; ``Document`` is either of them."""
    return {
        "SessionDocument": _session_document(games, plugin),
        "ClubDocument": _club_document(),
        "Document": {"anyOf": [ref("SessionDocument"), ref("ClubDocument")]},
    }


def _session_document(games: Sequence[Game[Any]], plugin: MarshmallowPlugin) -> Json:
    return {
        "type": "object",
        "required": ["format", "version", "date", "time_zone", "players", "matches"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
            "date": {"type": "string", "format": "date"},
            "time_zone": _TEXT,
            "players": {"type": "array", "items": _NAME, "maxItems": MOST_PEOPLE},
            "seats": {"type": "array", "items": {"type": "array", "items": _PLACE}},
            "matches": {
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [_match_document(game, plugin) for game in games]},
            },
            "transfers": {"type": "array", "items": _TRANSFER},
        },
    }


def _club_document() -> Json:
    member = {
        "type": "object",
        "required": ["name"],
        "properties": {"name": _NAME, "retired": _MOMENT_OR_NOT, "merged_into": _PLACE_OR_NOT},
    }
    session = {
        "type": "object",
        "required": ["members", "session"],
        "properties": {
            "members": {"type": "array", "items": _PLACE},
            "archived": _MOMENT_OR_NOT,
            "session": ref("SessionDocument"),
        },
    }
    return {
        "type": "object",
        "required": ["format", "version", "name", "time_zone", "members", "sessions"],
        "properties": {
            "format": {"const": CLUB_FORMAT},
            "version": {"type": "integer", "minimum": 1, "maximum": CLUB_VERSION},
            "name": _NAME,
            "time_zone": _TEXT,
            "members": {"type": "array", "items": member},
            "sessions": {"type": "array", "items": session},
            "transfers": {"type": "array", "items": _TRANSFER},
        },
    }


def _match_document(game: Game[Any], plugin: MarshmallowPlugin) -> Json:
    """A set-up with its entries; what later versions add to it is passed over."""
    setup = setup_schema(game, plugin)
    entries = [ref(component(game, kind)) for kind in game.entry_types]
    return {
        **setup,
        "additionalProperties": True,
        "properties": {
            **setup["properties"],
            "entries": {"type": "array", "items": {"anyOf": entries}},
        },
    }
