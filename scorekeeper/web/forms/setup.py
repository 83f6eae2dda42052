"""The set-up of any game as it was sent: who sits where, who is first, the stake, the house rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import StringField

from scorekeeper.kernel import AnyRule, Game, HouseRule, NumberRule, Refused, say
from scorekeeper.kernel.house_rules import RuleValue
from scorekeeper.ledger import NotAnAmount, Unit, amount_minor
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.words import decimals

MOST_ROWS = 12
ANY = "any"
OTHER = "other"
NO_STAKE = "none"


class SetupForm(PhoneForm):
    """What is the same for every game. Names, stakes and house rules are read beside it, by their keys."""

    dealer = StringField()
    unit = StringField()
    settle = StringField()
    tz = StringField()
    region = StringField()


@dataclass(slots=True)
class StakeAnswer:
    """One stake as it was chosen: minor units as text, "none" or "other", and what was typed for that."""

    key: str
    name: str
    optional: bool
    choice: str = ""
    other: str = ""

    @property
    def field(self) -> str:
        """Where it stands in the set-up."""
        return f"stake.{self.key}"

    def minor(self, unit: str) -> int | None:
        """The amount in minor units, None if nothing is played for; raises Refused if it cannot be read."""
        if self.choice == NO_STAKE:
            return None
        if self.choice == OTHER or (self.choice and not self.choice.isdecimal()):
            return minor_amount(self.other, unit, self.field)
        return int(self.choice[:12]) if self.choice else None


class SetupAnswers:
    """The set-up as far as it was answered.

    ``rows``: (key, name) in the order of the seats, also those without a name yet; ``first``: the key
    of the row that is first; ``stakes``: in the order of the game; ``focus``: what a move without
    the script leaves the focus on, as (row, part).
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.rows: list[tuple[str, str]] = []
        self.first = ""
        self.unit = game.default_unit
        self.stakes = [
            StakeAnswer(stake.key, f"stake_{stake.key}" if at else "stake", stake.default is None)
            for at, stake in enumerate(game.stakes)
        ]
        self.settle = "tally"
        self.rules: dict[str, RuleValue] = {}  # only what was answered
        self.zone = ""
        self.focus: tuple[int, str] | None = None

    def read(self, form: SetupForm, sent: MultiDict[str, str]) -> None:
        """Takes over what was sent."""
        names = [" ".join(name.split()) for name in sent.getlist("name")]
        self.rows = list(zip(sent.getlist("key"), names, strict=False))[:MOST_ROWS]
        self.first = form.dealer.data or ""
        self.unit = form.unit.data or self.unit
        for stake in self.stakes:
            stake.choice, stake.other = sent.get(stake.name, ""), sent.get(f"{stake.name}_other", "")
        self.settle = form.settle.data or self.settle
        self.zone = form.tz.data or ""
        self.rules = {
            rule.key: _rule_value(rule, text)
            for rule in self.game.house_rules
            # A number that was left empty is the usual one; a choice is never empty.
            if (text := sent.get(f"rule-{rule.key}")) or (text == "" and isinstance(rule, HouseRule))
        }

    def propose_unit(self, unit: str) -> None:
        """Another unit, with the stakes that are usual in it."""
        self.unit = unit
        for stake in self.stakes:
            stake.choice, stake.other = "", ""

    def add_row(self, name: str = "") -> None:
        """One more row, with a key that no row has."""
        taken = {key for key, _ in self.rows}
        key = next(key for number in range(1, 2 * MOST_ROWS) if (key := f"p{number}") not in taken)
        self.rows.append((key, name))

    def rearrange(self, what: str) -> None:
        """``add``; ``remove-p2``, ``up-p2`` or ``down-p2``, by a row's key; ``seat-Ana``: on a free one."""
        action, _, at = what.partition("-")
        row = next((row for row, (key, _) in enumerate(self.rows) if key == at), None)
        if action == "add" and len(self.rows) < MOST_ROWS:
            self.add_row()
            self.focus = (len(self.rows) - 1, "name")
        elif action == "seat":
            self._seat(at)
        elif action == "remove" and row is not None:
            del self.rows[row]
        elif action in {"up", "down"} and row is not None:
            other = row - 1 if action == "up" else row + 1
            if 0 <= other < len(self.rows):
                self.rows[row], self.rows[other] = self.rows[other], self.rows[row]
                self.focus = (other, action)

    def _seat(self, name: str) -> None:
        free = next((at for at, (_key, named) in enumerate(self.rows) if not named), len(self.rows))
        if free == len(self.rows) < MOST_ROWS:
            self.add_row()
        if free < len(self.rows):
            self.rows[free] = (self.rows[free][0], " ".join(name.split()))

    def draw_first(self) -> bool:
        """Lets chance choose who is first, if that was asked for; the page then shows it."""
        named = [key for key, name in self.rows if name]
        if self.first != ANY or not named:
            return False
        self.first = random.SystemRandom().choice(named)
        return True

    @property
    def seats(self) -> list[int]:
        """The rows that have a name."""
        return [row for row, (_, name) in enumerate(self.rows) if name]

    @property
    def first_seat(self) -> int | None:
        """Who is first, as a seat; None if that was not said."""
        keys = [self.rows[row][0] for row in self.seats]
        return keys.index(self.first) if self.first in keys else None

    def raw(self) -> dict[str, Any]:
        """The set-up as the wire format has it; raises Refused for what cannot be read."""
        stake: dict[str, object] = {"unit": self.unit, "settle": self.settle}
        for answer in self.stakes:
            if (amount := answer.minor(self.unit)) is not None:
                stake[answer.key] = amount
        raw = {"players": [self.rows[row][1] for row in self.seats], "rules": self.rules, "stake": stake}
        return raw if self.first_seat is None else raw | {self.game.first_key: self.first_seat}

    def refuse_no_first(self) -> None:
        """Raises Refused unless it was said who is first: nobody is drawn in silence."""
        if self.first_seat is None:
            raise Refused(self.game.first_key, "unanswered", self.game.first_question)


def minor_amount(text: str, unit: str, field: str) -> int:
    """What was typed, in minor units; raises Refused at ``field``."""
    try:
        return amount_minor(text, Unit(unit, decimals(unit)))
    except NotAnAmount as error:
        raise Refused(field, error.code, say(error.sentence, **error.params)) from None


def _rule_value(rule: AnyRule, text: str) -> RuleValue:
    """The value whose text was sent; the text itself where there is none such, for the judge to refuse."""
    if isinstance(rule, NumberRule):
        number = whole(text)
        return number if isinstance(number, int) else text
    return next((choice.value for choice in rule.choices if str(choice.value) == text), text)


def sent_answers(game: Game[Any], form: SetupForm) -> SetupAnswers:
    """The answers that were sent with ``form``."""
    answers = SetupAnswers(game)
    answers.read(form, request.form)
    return answers
