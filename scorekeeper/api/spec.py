"""The OpenAPI document: what flask-smorest cannot see by itself, above all what the games declare."""

from __future__ import annotations

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from scorekeeper.api.fields import EntriesField, SetupField
from scorekeeper.exports.json import FORMAT, VERSION
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game
from scorekeeper.kernel.house_rules import rules_schema
from scorekeeper.kernel.names import NAME_LENGTH
from scorekeeper.kernel.setup import stake_schema
from scorekeeper.kernel.shape import MOST_SEATS
from scorekeeper.ledger import LARGEST_AMOUNT
from scorekeeper.service.session_document import MOST_PEOPLE

Json = dict[str, Any]
OPENAPI = "3.1.0"
_PLACE = "#/components/schemas/"


def _name(schema: Any) -> str | None:
    """What a schema is called: ours by their names; those of games stand where they are used."""
    cls: Any = resolve_schema_cls(schema)
    ours = cls.__module__.startswith("scorekeeper.api.") or cls.__name__.endswith("PageSchema")
    return str(cls.__name__).removesuffix("Schema") if ours else None


class Plugin(MarshmallowPlugin):
    """Knows the fields of the kernel and of the API."""

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=_name)  # type: ignore[arg-type]  # None is allowed: it says so

    def init_spec(self, spec: APISpec) -> None:
        """Adds what our fields say beyond marshmallow's."""
        super().init_spec(spec)
        assert self.converter is not None  # noqa: S101 - made by init_spec
        for attribute in (_own_words, _with_null, _of_games):
            self.converter.add_attribute_function(attribute)  # type: ignore[no-untyped-call]


def _own_words(_: OpenAPIConverter, field: fields.Field[Any], **known: Any) -> Json:
    """A field that says in ``metadata`` what it may be is not also of the type of its class."""
    if "anyOf" in field.metadata:
        for name in ("type", "minimum", "maximum"):
            known["ret"].pop(name, None)
    return {}


def _with_null(_: OpenAPIConverter, field: fields.Field[Any], **known: Any) -> Json:
    """A choice that may be left open: apispec does not list nothing among the choices."""
    choices = known["ret"].get("enum")
    if field.allow_none and choices is not None and None not in choices:
        return {"enum": [*choices, None]}
    return {}


def _of_games(_: OpenAPIConverter, field: fields.Field[Any], **known: Any) -> Json:
    """Entries and set-ups may be those of any game."""
    if isinstance(field, EntriesField):
        names = [component(game, kind) for game in GAMES.values() for kind in game.entry_types]
        return {"items": {"anyOf": [_ref(name) for name in names]}}
    if isinstance(field, SetupField):
        known["ret"].clear()
        return {"anyOf": [_ref(component(game, "setup")) for game in GAMES.values()]}
    return {}


def _ref(name: str) -> Json:
    return {"$ref": f"{_PLACE}{name}"}


def component(game: Game[Any], kind: str) -> str:
    """The name of an entry's schema: ``RacehorseBid``."""
    return "".join(word.capitalize() for word in f"{game.key}_{kind}".split("_"))


def tell_games(spec: APISpec, plugin: Plugin) -> None:
    """Puts the entries and the set-up of every game into the document."""
    for game in GAMES.values():
        for kind, schema in entry_schemas(game, plugin).items():
            spec.components.schema(component(game, kind), schema)
        spec.components.schema(component(game, "setup"), setup_schema(game, plugin))
    spec.components.schema("SessionDocument", _session_document(plugin))


def entry_schemas(game: Game[Any], plugin: Plugin) -> dict[str, Json]:
    """The JSON Schema of each entry of ``game``, by type."""
    return {kind: _entry_schema(kind, schema, plugin) for kind, schema in game.entry_types.items()}


def _entry_schema(kind: str, schema: type[Schema], plugin: Plugin) -> Json:
    told = _object(schema, plugin)
    return {
        **told,
        "properties": {"type": {"const": kind}, **told["properties"]},
        "required": ["type", *told.get("required", [])],
    }


def _object(schema: type[Schema], plugin: Plugin) -> Json:
    assert plugin.converter is not None  # noqa: S101 - as above
    told: Json = plugin.converter.schema2jsonschema(schema())  # type: ignore[no-untyped-call]
    return {"type": "object", "additionalProperties": False, **told}


def setup_schema(game: Game[Any], plugin: Plugin) -> Json:
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


def _session_document(plugin: Plugin) -> Json:
    """The JSON Schema of a session document (docs/exports.md)."""
    name = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
    whole = {"type": "integer", "minimum": 0}
    transfer = {
        "from": whole,
        "to": whole,
        "amount": {"type": "integer", "minimum": 1, "maximum": LARGEST_AMOUNT},
        "unit": {"type": "string"},
        "at": {"type": "string", "format": "date-time"},
        "reverses": {"type": ["integer", "null"], "minimum": 0},
    }
    return {
        "type": "object",
        "required": ["format", "version", "date", "time_zone", "players", "matches"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
            "date": {"type": "string", "format": "date"},
            "time_zone": {"type": "string", "minLength": 1},
            "players": {"type": "array", "items": name, "maxItems": MOST_PEOPLE},
            "matches": {
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [_match_document(game, plugin) for game in GAMES.values()]},
            },
            "transfers": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["from", "to", "amount", "unit", "at"],
                    "properties": transfer,
                },
            },
        },
    }


def _match_document(game: Game[Any], plugin: Plugin) -> Json:
    """A set-up with its entries; what later versions add to it is passed over."""
    setup = setup_schema(game, plugin)
    entries = [_ref(component(game, kind)) for kind in game.entry_types]
    return {
        **setup,
        "additionalProperties": True,
        "properties": {
            **setup["properties"],
            "entries": {"type": "array", "items": {"anyOf": entries}},
        },
    }


CONFIG: Json = {
    "API_TITLE": "Scorekeeper",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": OPENAPI,
    "OPENAPI_URL_PREFIX": "/api/v1",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "The score sheet that knows the rules: what its pages do, for programs. "
            "Amounts are whole minor units. Explained in docs/api.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{"link": []}],
        "servers": [{"url": "/"}],
    },
}
LINK_SCHEME: Json = {
    "type": "http",
    "scheme": "bearer",
    "description": "The secret of a link, of a session or a club: what stands after /j/ in its address.",
}
