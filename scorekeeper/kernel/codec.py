"""Dataclasses to JSON and back, with cattrs. What is stored is what these two functions make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_union_passthrough

from scorekeeper.kernel.game import Cell, DetailedCell
from scorekeeper.kernel.message import Amount, Message, Param, Several, Who

T = TypeVar("T")

_converter = make_converter()
configure_union_passthrough(str | int | bool | None, _converter)


def _param_to_json(param: Param) -> object:
    match param:
        case Who(seat):
            return {"seat": seat}
        case Amount(minor):
            return {"minor": minor}
        case Several(items):
            return {"all": [_param_to_json(item) for item in items]}
        case Message():
            return _message_to_json(param)
        case _:
            return param


def _param_from_json(raw: Any) -> Param:
    if not isinstance(raw, Mapping):
        return cast("int | str", raw)
    if "seat" in raw:
        return Who(raw["seat"])
    if "minor" in raw:
        return Amount(raw["minor"])
    if "all" in raw:
        return Several(tuple(_param_from_json(item) for item in raw["all"]))
    return _message_from_json(raw)


def _message_to_json(message: Message) -> dict[str, object]:
    raw: dict[str, object] = {"text": message.text}
    if message.params:
        raw["params"] = {name: _param_to_json(param) for name, param in message.params.items()}
    if message.plural is not None:
        raw |= {"plural": message.plural, "count": message.count}
    return raw


def _message_from_json(raw: Mapping[str, Any], _: object = None) -> Message:
    params = {name: _param_from_json(param) for name, param in raw.get("params", {}).items()}
    return Message(raw["text"], params, raw.get("plural"), raw.get("count", 1))


_converter.register_unstructure_hook(Message, _message_to_json)
_converter.register_structure_hook(Message, _message_from_json)


def _cell_from_json(raw: Any, _: object = None) -> Cell:
    return _converter.structure(raw, DetailedCell) if isinstance(raw, Mapping) else cast("Cell", raw)


_converter.register_structure_hook_func(lambda kind: kind == Cell, _cell_from_json)
_converter.register_unstructure_hook_func(
    lambda kind: kind == Cell,
    lambda cell: _converter.unstructure(cell, DetailedCell) if isinstance(cell, DetailedCell) else cell,
)
# A set has no order of its own; the same state must always be the same text.
_converter.register_unstructure_hook_func(lambda kind: getattr(kind, "__origin__", None) is frozenset, sorted)


def encoded(value: object) -> Any:
    """``value`` (a dataclass of the kernel or a game) as something ``json.dumps`` takes."""
    return _converter.unstructure(value)


def decoded(raw: Any, kind: type[T]) -> T:
    """The ``kind`` that :func:`encoded` made ``raw`` from. ``decoded(encoded(x), type(x)) == x``."""
    return _converter.structure(raw, kind)
