"""The page on which people read the OpenAPI document and try it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask, render_template

from scorekeeper.api.parts import PREFIX

Json = dict[str, Any]
_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    """What a program can ask for: ``GET /api/v1/games``, and what it is for."""

    method: str
    path: str
    summary: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of a tag, in the order of the document."""

    name: str
    description: str
    operations: list[Operation]


def chapters(document: Json) -> list[Chapter]:
    """What an OpenAPI document offers, by its tags."""
    known = {tag["name"]: Chapter(tag["name"], tag["description"], []) for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                told = item[method]
                summary = told["summary"].replace("`", "")  # Markdown; here it is text
                known[told["tags"][0]].operations.append(Operation(method.upper(), path, summary))
    return list(known.values())


def register(app: Flask, document: Callable[[], Json]) -> None:
    """Puts the page into ``app``. ``document`` gives what it tells of, when somebody wants it."""
    offered = cache(lambda: chapters(document()))

    def browse() -> str:
        """The operations as a plain list, which Swagger UI replaces where scripts run."""
        return render_template("api.html", summary=document()["info"]["summary"], chapters=offered())

    app.add_url_rule(f"{PREFIX}/", "api-page", browse)
