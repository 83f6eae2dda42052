"""House rules: what a table may play differently.

Declared once a game; schema, set-up form, API and result page follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.kernel.message import Message
from scorekeeper.kernel.shape import OneOf, ShapeSchema, loaded

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
    """A house rule with its choices, the default first (rules.md lists them in the same order)."""

    key: str
    label: Message
    choices: tuple[RuleChoice, ...]

    @property
    def default(self) -> RuleValue:
        """The value that the written rules have."""
        return self.choices[0].value

    def sentence(self, value: RuleValue) -> Message:
        """What a person reads for ``value``."""
        return next(choice.sentence for choice in self.choices if choice.value == value)


@cache
def rules_schema(declared: tuple[HouseRule, ...]) -> type[ShapeSchema]:
    """The marshmallow schema of a game's house rules."""
    return ShapeSchema.from_dict(  # type: ignore[return-value]  # from_dict keeps the class
        {rule.key: OneOf(*(c.value for c in rule.choices), load_default=rule.default) for rule in declared}
    )


def resolved_rules(declared: tuple[HouseRule, ...], raw: object) -> Rules:
    """``raw`` with the defaults filled in; raises Refused for an unknown key or value."""
    rules: Rules = loaded(rules_schema(declared), raw, within="rules")
    return rules


def changed_rules(declared: Sequence[HouseRule], rules: Rules) -> dict[str, RuleValue]:
    """Only what differs from the defaults."""
    return {rule.key: rules[rule.key] for rule in declared if rules[rule.key] != rule.default}
