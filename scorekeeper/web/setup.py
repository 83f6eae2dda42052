"""Setting up a game: the same page for every game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, Who, read_setup, say, say_many
from scorekeeper.service.sessions import last_names, start_session
from scorekeeper.web.forms.base import check, hidden_fields
from scorekeeper.web.forms.setup import ANY, MOST_ROWS, NO_STAKE, OTHER, SetupAnswers, SetupForm, sent_answers
from scorekeeper.web.match import Answer, from_script
from scorekeeper.web.people import people
from scorekeeper.web.phone import known_phone, this_phone
from scorekeeper.web.reader import _, joined, sentence, words
from scorekeeper.web.units import (
    offered_stakes,
    offered_units,
    proposed_stake,
    proposed_unit,
    short_money,
    unit_label,
)
from scorekeeper.words import has_cents

blueprint = Blueprint("setup", __name__, url_prefix="/new/<key>")
SHOWN_RULES = 3


def _game(key: str) -> Game[Any]:
    return GAMES.get(key) or abort(404)


@blueprint.get("/")
def form(key: str) -> Answer:
    """An empty set-up, with the people of the last session on this phone."""
    game = _game(key)
    answers = SetupAnswers(game)
    for name in last_names(known_phone())[:MOST_ROWS]:
        answers.add_row(name)
    while len(answers.rows) < game.players[0]:
        answers.add_row()
    answers.unit = proposed_unit("", game.default_unit)
    return _SetupView(answers, fresh=True).draw()


@blueprint.post("/")
def start(key: str) -> Answer:
    """Starts the session, or shows the set-up with what was changed in it."""
    game = _game(key)
    sent = SetupForm()
    check(sent)
    answers = sent_answers(game, sent)
    if sent.region.data:
        answers.unit, answers.stake = proposed_unit(sent.region.data, game.default_unit), ""
    drawn = answers.draw_first()
    do = sent.do.data or ""
    if do != "start":
        answers.rearrange(do)
        return _SetupView(answers, drawn=drawn).draw()
    try:
        if drawn:
            return _SetupView(answers, drawn=True).draw()
        raw = answers.raw()
        read_setup(game, raw)
        answers.refuse_no_first()
        match = start_session(this_phone(), game, raw, zone=answers.zone, client_id=sent.own_id)
    except Refused as refused:
        return _SetupView(answers, refused=refused, spoken=True).draw(), 422
    return redirect(url_for("match.hand", slug=match.session.slug, number=match.number), 303)


class _SetupView:
    """The set-up as the template draws it."""

    def __init__(
        self,
        answers: SetupAnswers,
        *,
        refused: Refused | None = None,
        spoken: bool = False,
        fresh: bool = False,
        drawn: bool = False,
    ) -> None:
        self.answers, self.game = answers, answers.game
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
        context = {
            "form": {
                "action": url_for("setup.start", key=self.game.key),
                "hidden": hidden_fields(client_id=request.form.get("client_id")),
                "fresh": self.fresh,
            },
            "seats": self._seats(),
            "dealer": self._dealer(),
            "stake": self._stake() if self.game.stakes else None,
            "rules": self._rules(),
            "action": self._action(),
        }
        if from_script() and request.method == "POST":
            return render_template("_setup_form.html", **context)
        number = len(self.answers.seats)
        status = sentence(say_many("New table, %(count)s player", "New table, %(count)s players", number))
        head = {
            "title": sentence(self.game.name),
            "status": status if number else _("New table"),
            "back": {"url": url_for("home.start"), "label": _("The start")},
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
            "error": self._error("players"),
        }

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

    def _stake(self) -> dict[str, Any]:
        answers, game = self.answers, self.game
        offered = offered_stakes(answers.unit)
        optional = game.stakes[0].default is None
        if answers.stake not in {OTHER, *map(str, offered)}:
            answers.stake = NO_STAKE if optional else str(proposed_stake(answers.unit))
        said_in = words((), answers.unit, offered)
        try:
            amount = answers.stake_minor()
            error = self._error(answers.stake_field)
            effect = self._effect(amount) if amount else ""
        except Refused as refused:
            error, effect = (sentence(refused.message) if answers.stake_other or self.said else ""), ""
        return {
            "title": sentence(game.stakes[0].label),
            "unit_label": unit_label(answers.unit, said_in.locale),
            "units": [
                (unit, unit_label(unit, said_in.locale), unit == answers.unit)
                for unit in offered_units(answers.unit)
            ],
            "options": [
                *([(NO_STAKE, _("None"), answers.stake == NO_STAKE)] if optional else []),
                *(
                    (minor, short_money(words((), answers.unit, [minor]), minor), answers.stake == str(minor))
                    for minor in offered
                ),
            ],
            "other": {"value": answers.stake_other, "checked": answers.stake == OTHER, "error": error},
            "effect": effect,
            "settle": [
                ("tally", _("Tally, settle at the end"), answers.settle == "tally"),
                ("cash", _("Cash after every hand"), answers.settle == "cash"),
            ],
        }

    def _effect(self, amount: int) -> str:
        number = max(len(self.answers.seats), self.game.players[0])
        amounts = {self.game.stakes[0].key: amount}
        said_in = words((), self.answers.unit, [amount] if has_cents(self.answers.unit, [amount]) else [])
        return joined(*(said_in.sentence(message) for message in self.game.stake_in_words(number, amounts)))

    def _rules(self) -> dict[str, Any]:
        chosen, asked = self.answers.rules, self.game.house_rules
        known = {rule.key: {choice.value for choice in rule.choices} for rule in asked}
        changed = [r for r in asked if chosen[r.key] != r.default and chosen[r.key] in known[r.key]]
        kept = [rule for rule in asked if rule not in changed]
        title = (
            say_many("House rules: %(count)s changed", "House rules: %(count)s changed", len(changed))
            if changed
            else say("House rules: as written")
        )
        return {
            "title": sentence(title),
            "changed": [sentence(rule.sentence(chosen[rule.key])) for rule in changed],
            "summary": [sentence(r.sentence(r.default)) for r in kept[: max(0, SHOWN_RULES - len(changed))]],
            "open": bool(self.said and self.said.field.startswith("rules.")),
            "asks": [
                {
                    "key": rule.key,
                    "label": sentence(rule.label),
                    "options": [
                        (choice.value, sentence(choice.sentence), choice.value == chosen[rule.key])
                        for choice in rule.choices
                    ],
                    "error": self._error(f"rules.{rule.key}"),
                }
                for rule in asked
            ],
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
                "label": _("Next: %(question)s", question=sentence(self.game.first_question)),
                "next": "ask-dealer",
            }
        return {"label": _("Next: check the stake"), "next": "ask-stake"}


def say_first(game: Game[Any], seat: int) -> Any:
    """What the first one does: "Ana deals hand 1"."""
    return say(game.first_acts.text, who=Who(seat))


_QUIET = {"too_few_players", "unanswered", "name_empty", "empty"}
