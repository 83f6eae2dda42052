"""The set-up as the template draws it: the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import render_template, request

from scorekeeper.kernel import AnyRule, Game, NumberRule, Refused, StakeAmount, Who, read_setup, say, say_many
from scorekeeper.kernel.house_rules import RuleValue
from scorekeeper.kernel.names import name_key
from scorekeeper.web.answers import from_script
from scorekeeper.web.forms.base import hidden_fields
from scorekeeper.web.forms.setup import ANY, NO_STAKE, OTHER, SetupAnswers, StakeAnswer
from scorekeeper.web.people import people
from scorekeeper.web.reader import _, joined, lowered, reader, sentence, words
from scorekeeper.web.screens import to_prepare
from scorekeeper.web.units import offered_stakes, offered_units, proposed_stake
from scorekeeper.words import unit_name

SHOWN_RULES = 3


class RuleAsk:
    """A house rule with what was chosen for it so far (None: nothing yet, so the written rule)."""

    def __init__(self, rule: AnyRule, chosen: RuleValue | None, players: int) -> None:
        self.rule, self.usual = rule, rule.default_for(players)
        self.sent = chosen
        self.value = self.usual if chosen is None or not self._known(chosen) else chosen

    def _known(self, value: RuleValue) -> bool:
        if isinstance(self.rule, NumberRule):
            return isinstance(value, int) and self.rule.least <= value <= self.rule.most
        return any(choice.value == value for choice in self.rule.choices)

    @property
    def changed(self) -> bool:
        """Whether this table plays it differently."""
        return self.value != self.usual

    @property
    def sentence(self) -> str:
        """What a person reads for it."""
        return sentence(self.rule.sentence(self.value))

    def drawn(self) -> dict[str, Any]:
        """What the template draws."""
        common = {"key": self.rule.key, "label": sentence(self.rule.label), "prominent": self.rule.prominent}
        if isinstance(self.rule, NumberRule):
            return common | {"number": "" if self.sent is None else self.sent, "usual": self.usual}
        options = [(c.value, sentence(c.sentence), c.value == self.value) for c in self.rule.choices]
        return common | {"options": options}


class SetupView:
    """The set-up as the template draws it."""

    def __init__(
        self,
        answers: SetupAnswers,
        *,
        refused: Refused | None = None,
        spoken: bool = False,
        fresh: bool = False,
        drawn: bool = False,
        action: str,
        back: tuple[str, str],
        members: Sequence[str] = (),
    ) -> None:
        self.answers, self.game = answers, answers.game
        self.action, self.back, self.members = action, back, members
        self.fresh, self.drawn = fresh, drawn
        self.people = people([name for _key, name in answers.rows])
        self.refused = refused or self._problem()
        loud = spoken or (self.refused is not None and self.refused.code not in _QUIET)
        self.said = self.refused if loud else None

    def _problem(self) -> Refused | None:
        """Why this set-up cannot start yet."""
        try:
            read_setup(self.game, self.answers.raw())
            self.answers.refuse_no_first()
        except Refused as refused:
            return refused
        return None

    def draw(self) -> str:
        """The page, or the form alone where the script asked for it."""
        alone = from_script() and request.method == "POST"
        focus = "data-focus" if alone else "autofocus"  # the script looks where the focus is by then
        context = {
            "form": {
                "action": self.action,
                "focus": focus,
                "hidden": hidden_fields(client_id=request.form.get("client_id")),
                "fresh": self.fresh,
                "zone": self.answers.zone,
            },
            "seats": self._seats(),
            "dealer": self._dealer(),
            "stakes": self._stakes() if self.game.stakes else None,
            "rules": self._rules(),
            "action": self._action(),
        }
        if alone:
            return render_template("_setup_form.html", **context)
        number = len(self.answers.seats)
        status = sentence(say_many("New table, %(count)s player", "New table, %(count)s players", number))
        head = {
            "title": sentence(self.game.name),
            "status": status if number else _("New table"),
            "back": {"url": self.back[0], "label": self.back[1]},
        }
        return render_template("setup.html", head=head, tabs=None, **context)

    def _error(self, field: str) -> str:
        return sentence(self.said.message) if self.said and self.said.field == field else ""

    def _seats(self) -> dict[str, Any]:
        answers, seats = self.answers, self.answers.seats
        rows = []
        for row, (key, _name) in enumerate(answers.rows):
            focus = answers.focus[1] if answers.focus and answers.focus[0] == row else ""
            error = self._error(f"players.{seats.index(row)}") if row in seats else ""
            rows.append({**self.people[row], "key": key, "error": error, "focus": focus})
        return {
            "title": _("Seats, clockwise"),
            "rows": rows,
            "can_add": len(rows) < self.game.players[-1],
            "can_remove": len(rows) > self.game.players[0],
            "members": self._members(),
            "error": self._error("players"),
            "note": sentence(note) if (note := to_prepare(self.game, len(seats))) else "",
        }

    def _members(self) -> list[str]:
        """Members of the club who have no seat yet, where there is one for them."""
        seated = {name_key(name) for _key, name in self.answers.rows}
        if len(self.answers.seats) >= self.game.players[-1]:
            return []
        return [name for name in self.members if name_key(name) not in seated]

    def _dealer(self) -> dict[str, Any]:
        answers = self.answers
        return {
            "title": sentence(self.game.first_question),
            "options": [
                {**self.people[row], "key": answers.rows[row][0]}
                | {"checked": answers.rows[row][0] == answers.first}
                for row in answers.seats
            ],
            "any": answers.first == ANY,
            "error": self._error(self.game.first_key),
        }

    def _stakes(self) -> dict[str, Any]:
        """What is played for: the unit, an amount for each of the game's stakes, how it changes hands."""
        answers = self.answers
        locale = reader().locale
        return {
            "units": [
                (unit, unit_name(unit, locale), unit == answers.unit) for unit in offered_units(answers.unit)
            ],
            "amounts": [
                self._stake(stake, answer)
                for stake, answer in zip(self.game.stakes, answers.stakes, strict=True)
            ],
            "effect": self._effect(),
            "settle": [
                ("tally", _("Tally, settle at the end"), answers.settle == "tally"),
                ("cash", _("Cash at the table"), answers.settle == "cash"),
            ],
        }

    def _stake(self, stake: StakeAmount, answer: StakeAnswer) -> dict[str, Any]:
        offered = offered_stakes(self.answers.unit, stake.default)
        if answer.choice not in {OTHER, *map(str, offered)}:
            proposed = proposed_stake(self.answers.unit, stake.default)
            answer.choice = NO_STAKE if answer.optional else str(proposed)
        try:
            answer.minor(self.answers.unit)
            error = self._error(answer.field)
        except Refused as refused:
            error = sentence(refused.message) if answer.other or self.said else ""
        nothing = [(NO_STAKE, _("None"), answer.choice == NO_STAKE)] if answer.optional else []
        return {
            "title": sentence(stake.label),
            "name": answer.name,
            "options": nothing
            + [(str(minor), self._short(minor), answer.choice == str(minor)) for minor in offered],
            "other": {"value": answer.other, "checked": answer.choice == OTHER, "error": error},
        }

    def _short(self, minor: int) -> str:
        return words((), self.answers.unit, [minor]).money(minor)

    def _effect(self) -> str:
        """What the stakes mean in money; empty while they cannot be read or nothing is played for."""
        try:
            read = {answer.key: answer.minor(self.answers.unit) for answer in self.answers.stakes}
        except Refused:
            return ""
        amounts = {key: amount for key, amount in read.items() if amount}
        if not amounts:
            return ""
        number = max(len(self.answers.seats), self.game.players[0])
        said_in = words((), self.answers.unit, amounts.values())
        told = [said_in.sentence(message) for message in self.game.stake_in_words(number, amounts)]
        if self.answers.settle == "cash":
            told.append(_("It changes hands at once, and nothing is owed later."))
        return joined(*told)

    def _rules(self) -> dict[str, Any]:
        number = max(len(self.answers.seats), self.game.players[0])
        asks = [RuleAsk(rule, self.answers.rules.get(rule.key), number) for rule in self.game.house_rules]
        changed = [ask for ask in asks if ask.changed]
        kept = [ask for ask in asks if not ask.changed]
        title = (
            say_many("House rules: %(count)s changed", "House rules: %(count)s changed", len(changed))
            if changed
            else say("House rules: as written")
        )
        drawn = [{**ask.drawn(), "error": self._error(f"rules.{ask.rule.key}")} for ask in asks]
        return {
            "title": sentence(title),
            "changed": [ask.sentence for ask in changed],
            "summary": [ask.sentence for ask in kept[: max(0, SHOWN_RULES - len(changed))]],
            "open": bool(self.said and self.said.field.startswith("rules.")),
            "prominent": [one for one in drawn if one["prominent"]],
            "asks": [one for one in drawn if not one["prominent"]],
        }

    def _action(self) -> dict[str, str]:
        action = {"busy": _("Starting the game"), "next": "", "note": ""}
        first, names = self.answers.first_seat, [self.answers.rows[row][1] for row in self.answers.seats]
        if self.drawn and first is not None:
            action["note"] = _("Drawn by lot: %(who)s.", who=names[first])
        if self.refused is None and first is not None:
            acts = words(names).sentence(say_first(self.game, first))
            return action | {"label": _("Start: %(acts)s", acts=acts)}
        return action | self._next()

    def _next(self) -> dict[str, str]:
        assert self.refused is not None  # noqa: S101 - only asked then
        field = self.refused.field
        if field == "players":
            missing = self.game.players[0] - len(self.answers.seats)
            label = sentence(say_many("Next: %(count)s more name", "Next: %(count)s more names", missing))
            return {"label": label if missing > 0 else _("Next: fewer players"), "next": "seats"}
        if field.startswith("players."):
            return {"label": _("Next: check the names"), "next": "seats"}
        if field == self.game.first_key:
            return {
                "label": _("Next: %(question)s", question=lowered(sentence(self.game.first_question))),
                "next": "ask-dealer",
            }
        if field.startswith("rules."):
            return {"label": _("Next: check the house rules"), "next": f"ask-rule-{field.partition('.')[2]}"}
        return {"label": _("Next: check the stake"), "next": "ask-stake"}


def say_first(game: Game[Any], seat: int) -> Any:
    """What the first one does: "Ana deals hand 1"."""
    return say(game.first_acts.text, who=Who(seat))


_QUIET = {"too_few_players", "unanswered", "name_empty", "empty"}
