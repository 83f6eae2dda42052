"""What the games declare as JSON Schema: the set-up of each, and its entries."""

from __future__ import annotations

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from scorekeeper.kernel import Game
from scorekeeper.kernel.house_rules import rules_schema
from scorekeeper.kernel.names import NAME_LENGTH
from scorekeeper.kernel.setup import stake_schema
from scorekeeper.kernel.shape import MOST_SEATS

Json = dict[str, Any]
_PLACE = "#/components/schemas/"


def ref(name: str) -> Json:
    """Names a schema of the OpenAPI document."""
    return {"$ref": f"{_PLACE}{name}"}


def component(game: Game[Any], kind: str) -> str:
    """The name of an entry's schema: ``RacehorseBid``."""
    return "".join(word.capitalize() for word in f"{game.key}_{kind}".split("_"))


def entry_schemas(game: Game[Any], plugin: MarshmallowPlugin) -> dict[str, Json]:
    """The JSON Schema of each entry of ``game``, by type."""
    return {kind: _entry_schema(kind, schema, plugin) for kind, schema in game.entry_types.items()}


def _entry_schema(kind: str, schema: type[Schema], plugin: MarshmallowPlugin) -> Json:
    told = _object(schema, plugin)
    return {
        **told,
        "properties": {"type": {"const": kind}, **told["properties"]},
        "required": ["type", *told.get("required", [])],
    }


def _object(schema: type[Schema], plugin: MarshmallowPlugin) -> Json:
    assert plugin.converter is not None  # noqa: S101 - the API has begun
    told: Json = plugin.converter.schema2jsonschema(schema())  # type: ignore[no-untyped-call]
    return {"type": "object", "additionalProperties": False, **told}


def setup_schema(game: Game[Any], plugin: MarshmallowPlugin) -> Json:
    """The JSON Schema of a set-up of ``game``, as a match document has it."""
    name = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
    least, most = game.players[0], game.players[-1]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["game", "players"],
        "properties": {
            "game": {"const": game.key},
            "players": {"type": "array", "items": name, "minItems": least, "maxItems": most},
            game.first_key: {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1, "default": 0},
            "rules": _object(rules_schema(game.house_rules), plugin),
            "stake": _object(stake_schema(game), plugin),
        },
    }
