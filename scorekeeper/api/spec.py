"""The OpenAPI document: what flask-smorest cannot see by itself, above all what the games declare."""

from __future__ import annotations

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import fields

from scorekeeper.api.document_schemas import document_schemas
from scorekeeper.api.fields import EntriesField, SetupField
from scorekeeper.api.game_schemas import component, entry_schemas, ref, setup_schema
from scorekeeper.games import GAMES

Json = dict[str, Any]
OPENAPI = "3.1.0"


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
        return {"items": {"anyOf": [ref(name) for name in names]}}
    if isinstance(field, SetupField):
        known["ret"].clear()
        return {"anyOf": [ref(component(game, "setup")) for game in GAMES.values()]}
    return {}


def tell_games(spec: APISpec, plugin: Plugin) -> None:
    """Puts the entries and the set-up of every game into the document."""
    for game in GAMES.values():
        for kind, schema in entry_schemas(game, plugin).items():
            spec.components.schema(component(game, kind), schema)
        spec.components.schema(component(game, "setup"), setup_schema(game, plugin))
    for name, schema in document_schemas(tuple(GAMES.values()), plugin).items():
        spec.components.schema(name, schema)


_ABOUT = """* **Begin** with `POST /api/v1/sessions`, which needs no token. The answer has two: for
  entering, and for watching.
* **A token** is the secret of a link, of a session or a club: what stands after `/j/` in its address. Send it
  as `Authorization: Bearer …`. `GET /api/v1/sessions` and `GET /api/v1/clubs` say what it is for.
* **What is entered** carries the `version` that you saw, and a `client_id`: a random UUID, made anew each
  time.
* **Amounts** are whole minor units (cents of USD). Seats are indexes; people have ids.

The whole story, with examples, is `docs/api.md` of the program.
"""
CONFIG: Json = {
    "API_TITLE": "Scorekeeper",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": OPENAPI,
    "OPENAPI_URL_PREFIX": "/api/v1",
    "API_SPEC_OPTIONS": {
        "info": {
            "summary": "The score sheet that knows the rules: what its pages do, for programs.",
            "description": _ABOUT,
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
