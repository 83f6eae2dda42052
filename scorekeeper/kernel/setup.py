"""What is agreed before the first card: players, first dealer, house rules, stake (wire-format, top)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from scorekeeper.kernel.house_rules import Rules, resolved_rules
from scorekeeper.kernel.message import Message, say, say_many
from scorekeeper.kernel.names import clean_name, refuse_same_name
from scorekeeper.kernel.refusal import Refused
from scorekeeper.kernel.shape import MOST_MINOR, OneOf, SeatField, ShapeSchema, Text, Whole, fail, loaded

if TYPE_CHECKING:
    from scorekeeper.kernel.game import Game

Settle = Literal["tally", "cash"]
UNIT_LENGTH = 20


@dataclass(frozen=True, slots=True)
class StakeAmount:
    """One amount that a game plays for, in minor units. ``default`` None: not played for unless set."""

    key: str
    label: Message
    default: int | None


@dataclass(frozen=True, slots=True)
class Stake:
    """What is played for. ``unit``: ISO 4217 code or a word of the table's own; ``amounts_minor``: by key."""

    unit: str
    settle: Settle
    amounts_minor: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Setup:
    """A match before its first entry. ``first`` is the seat that deals (or plays) first."""

    names: tuple[str, ...]
    first: int
    rules: Rules
    stake: Stake


class StakeField(Whole):
    """An amount of a stake: more than nothing, in whole minor units."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, MOST_MINOR, **options)

    def _validated(self, value: Any) -> int:
        amount = super()._validated(value)
        if amount < 1:
            fail("out_of_range", say("A stake must be more than nothing."))
        return amount


def stake_amount_field(**options: Any) -> Whole:
    """The field for an amount of a stake."""
    return StakeField(**options)


@cache
def stake_schema(game: Game[Any]) -> type[ShapeSchema]:
    """The marshmallow schema of a game's ``stake``."""
    return ShapeSchema.from_dict(  # type: ignore[return-value]  # from_dict keeps the class
        {
            "unit": Text(UNIT_LENGTH, load_default=game.default_unit),
            "settle": OneOf("tally", "cash", load_default="tally"),
            **{amount.key: stake_amount_field(load_default=amount.default) for amount in game.stakes},
        }
    )


_UNIT = ShapeSchema.from_dict({"unit": Text(UNIT_LENGTH, required=True)})


def read_unit(raw: object) -> str:
    """What is played for, where it stands by itself; raises Refused at the field ``unit``."""
    unit: str = loaded(_UNIT, {"unit": raw})["unit"]
    return unit


def _names(game: Game[Any], raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise Refused("players", "not_a_list", say("A list of names."))
    if not all(isinstance(name, str) for name in raw):
        raise Refused("players", "not_text", say("A list of names."))
    _check_number(game, len(raw))
    names: tuple[str, ...] = ()
    for at, text in enumerate(raw):
        field = f"players.{at}"
        name = clean_name(text, field)
        refuse_same_name(name, names, field)
        names = (*names, name)
    return names


def _check_number(game: Game[Any], players: int) -> None:
    least, most = game.players[0], game.players[-1]
    if players < least:
        raise Refused(
            "players",
            "too_few_players",
            say_many(
                "%(game)s needs %(least)s players. Add %(count)s more.",
                "%(game)s needs %(least)s players. Add %(count)s more.",
                least - players,
                game=game.name,
                least=least,
            ),
        )
    if players > most:
        raise Refused("players", "too_many_players", game.too_many)


@cache
def _first_schema(key: str) -> type[ShapeSchema]:
    return ShapeSchema.from_dict({key: SeatField(load_default=0)})  # type: ignore[return-value]  # as above


def _first(game: Game[Any], raw: Mapping[str, Any]) -> int:
    key = game.first_key
    seat: int = loaded(_first_schema(key), {key: raw[key]} if key in raw else {})[key]
    return seat


def read_setup(game: Game[Any], raw: Mapping[str, Any]) -> Setup:
    """The set-up that ``raw`` describes: ``players``, ``rules``, ``stake`` and the first dealer.

    Raises Refused for everything that does not fit; the field is dotted (``"stake.per_point"``).
    """
    names = _names(game, raw.get("players"))
    first = _first(game, raw)
    if first >= len(names):
        raise Refused(game.first_key, "no_such_seat", no_such_seat(len(names)))
    rules = resolved_rules(game.house_rules, raw.get("rules", {}), len(names))
    stake = loaded(stake_schema(game), raw.get("stake", {}), within="stake")
    unit, settle = stake.pop("unit"), stake.pop("settle")
    return Setup(names, first, rules, Stake(unit, settle, {k: v for k, v in stake.items() if v is not None}))


def no_such_seat(players: int) -> Message:
    """The sentence for a seat at which nobody sits."""
    return say("Nobody has this seat. Seats go from 0 to %(last)s.", last=players - 1)


def setup_json(game: Game[Any], setup: Setup) -> dict[str, Any]:
    """What :func:`read_setup` reads back, as a match document writes it."""
    return {
        "players": list(setup.names),
        game.first_key: setup.first,
        "rules": dict(setup.rules),
        "stake": {"unit": setup.stake.unit, "settle": setup.stake.settle, **setup.stake.amounts_minor},
    }
