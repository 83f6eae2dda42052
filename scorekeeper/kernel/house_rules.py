"""House rules: what a table may play differently.

Declared once a game; schema, set-up form, API and result page follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.kernel.message import Message
from scorekeeper.kernel.shape import OneOf, ShapeSchema, Whole, loaded

RuleValue = str | int | bool
Rules = Mapping[str, RuleValue]
"""Every house rule of a match by its key, defaults included."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One value of a house rule and the sentence a person reads for it."""

    value: RuleValue
    sentence: Message


@dataclass(frozen=True, slots=True, eq=False)
class HouseRule:
    """A house rule with its choices, the default first (rules.md lists them in the same order).

    ``prominent``: set-up shows it unfolded, because it changes who wins.
    """

    key: str
    label: Message
    choices: tuple[RuleChoice, ...]
    prominent: bool = False

    @property
    def default(self) -> RuleValue:
        """The value that the written rules have."""
        return self.choices[0].value

    def default_for(self, _players: int) -> RuleValue:
        """The value that the written rules have, however many play."""
        return self.default

    def sentence(self, value: RuleValue) -> Message:
        """What a person reads for ``value``."""
        return next(choice.sentence for choice in self.choices if choice.value == value)

    def field(self) -> OneOf:
        """The field of the schema."""
        return OneOf(*(choice.value for choice in self.choices))


@dataclass(frozen=True, slots=True, eq=False)
class NumberRule:
    """A house rule that is a number from ``least`` to ``most``.

    ``usual``: what the written rules have for so many players; ``said``: the sentence for a number.
    """

    key: str
    label: Message
    least: int
    most: int
    usual: Callable[[int], int]
    said: Callable[[int], Message]
    prominent: bool = False

    def default_for(self, players: int) -> RuleValue:
        """The number that the written rules have for so many players."""
        return self.usual(players)

    def sentence(self, value: RuleValue) -> Message:
        """What a person reads for ``value``."""
        return self.said(int(value))

    def field(self) -> Whole:
        """The field of the schema."""
        return Whole(self.least, self.most)


AnyRule = HouseRule | NumberRule


@cache
def rules_schema(declared: tuple[AnyRule, ...]) -> type[ShapeSchema]:
    """The marshmallow schema of a game's house rules. What is not named is left out."""
    return ShapeSchema.from_dict({rule.key: rule.field() for rule in declared})  # type: ignore[return-value]  # from_dict keeps the class


def resolved_rules(declared: tuple[AnyRule, ...], raw: object, players: int) -> Rules:
    """``raw`` with the defaults for so many players filled in; raises Refused for an unknown key or value."""
    named: Rules = loaded(rules_schema(declared), raw, within="rules")
    return {rule.key: named.get(rule.key, rule.default_for(players)) for rule in declared}


def changed_rules(declared: Sequence[AnyRule], rules: Rules, players: int) -> dict[str, RuleValue]:
    """Only what differs from the defaults for so many players."""
    return {rule.key: rules[rule.key] for rule in declared if rules[rule.key] != rule.default_for(players)}
