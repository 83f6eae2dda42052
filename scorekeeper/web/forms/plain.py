"""The entry screen of a game that has none of its own: its entry types, their fields, a button for each.

Everything is drawn from what the game asks (``upcoming``) and from the schemas of its entries.
"""

from __future__ import annotations

from typing import Any

from flask import request
from marshmallow import Schema, fields
from werkzeug.datastructures import MultiDict

from scorekeeper.kernel import Ask, Refused, Step
from scorekeeper.kernel.shape import Counts, EachOnce, OneOf, SeatField, Whole, YesNo
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _
from scorekeeper.web.screens import Screen

AT_THE_TABLE = {"sit_out", "sit_in", "join", "stake", "dealer", "void", "note", "finish"}
"""What the page of the table offers in its own words."""


def entry_screen(page: MatchPage, view: str) -> Screen:
    """The screen for what comes next; ``view`` may name an entry type."""
    asks = [ask for ask in page.upcoming.asks if ask.type not in AT_THE_TABLE]
    chosen = next((ask for ask in asks if ask.type == view), asks[0] if asks else Ask(""))
    return PlainScreen(page, chosen, asks)


def amend_screen(page: MatchPage, before: Any, entered: list[dict[str, Any]]) -> Screen:
    """The screen for a unit again: all its entries, one after the other."""
    return PlainAmendScreen(page, before, entered)


class PlainScreen:
    """One entry type of those that may come now; links lead to the others."""

    template = "match/entry.html"
    next_view = ""
    part = "match/_entry.html"

    def __init__(self, page: MatchPage, ask: Ask, asks: list[Ask]) -> None:
        self.page, self.ask, self.asks = page, ask, asks
        self.form = PhoneForm()

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return [_decoded(self.page, self.ask.type, request.form, "0")]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        unit = self.page.unit_title(self.page.unit_now)
        said = refused if spoken else None
        return {
            "status": unit,
            "views": [
                {"label": _titled(ask.type), "url": self.page.url("match.hand", view=ask.type)}
                | {"current": ask.type == self.ask.type}
                for ask in (self.asks if len(self.asks) > 1 else [])
            ],
            "groups": [_Drawn(self.page, request.form, said).group(self.ask.type, self.ask, "0")],
            "error": _unplaced(self.page, [self.ask.type], said),
            "preview": _preview(self.page, step),
            "action": _action(_("Save %(hand)s", hand=unit.lower()), _("Saving %(hand)s", hand=unit)),
        }


class PlainAmendScreen:
    """The entries of a unit, each with its fields."""

    template = "match/entry.html"
    next_view = ""
    part = "match/_entry.html"

    def __init__(self, page: MatchPage, before: Any, entered: list[dict[str, Any]]) -> None:
        self.page, self.before, self.entered = page, before, entered
        self.form = PhoneForm()
        self.values = request.form if request.method == "POST" else _encoded(entered)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return [_decoded(self.page, raw["type"], self.values, str(at)) for at, raw in enumerate(self.entered)]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        unit = self.page.unit_title(self.before.unit)
        types = [raw["type"] for raw in self.entered]
        said = refused if spoken else None
        drawn = _Drawn(self.page, self.values, said)
        return {
            "status": unit,
            "views": [],
            "groups": [drawn.group(kind, Ask(kind), str(at)) for at, kind in enumerate(types)],
            "error": _unplaced(self.page, types, said),
            "preview": _preview(self.page, step),
            "action": _action(_("Save %(hand)s", hand=unit.lower()), _("Saving %(hand)s", hand=unit)),
        }


def _titled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _schema(page: MatchPage, kind: str) -> Schema | None:
    schema = page.opened.game.entry_types.get(kind)
    return schema() if schema else None


def _action(label: str, busy: str) -> dict[str, str]:
    return {"label": label, "busy": busy, "next": "", "note": ""}


def _preview(page: MatchPage, step: Step[Any] | None) -> dict[str, Any] | None:
    if step is None:
        return None
    words, change = page.words_for(step), page.change(step)
    totals = [standing.won_minor for standing in page.opened.game.standings(step.state)]
    return {
        "verdict": words.sentence(step.said),
        "detail": page.payments_in_words(step),
        "amount": None,
        "ledger": page.ledger(step.unit or 0, change, totals, words) if any(change) and step.unit else None,
        "note": "",
        "warnings": [words.sentence(caution.message) for caution in step.warnings],
    }


def _unplaced(page: MatchPage, types: list[str], refused: Refused | None) -> str:
    """A refusal whose field is on none of the entries."""
    if refused is None:
        return ""
    named = {name for kind in types if (schema := _schema(page, kind)) for name in schema.fields}
    return "" if refused.field.split(".")[0] in named else page.say(refused.message)


class _Drawn:
    """Entry types as the template draws them, with what was entered and the refusal at its field."""

    def __init__(self, page: MatchPage, values: MultiDict[str, str], refused: Refused | None) -> None:
        self.page, self.values, self.refused = page, values, refused

    def group(self, kind: str, ask: Ask, prefix: str) -> dict[str, Any]:
        """An entry type with its fields."""
        schema = _schema(self.page, kind)
        drawn = []
        for name, field in (schema.fields if schema else {}).items():
            key = f"{prefix}-{name}"
            refused = self.refused if self.refused and self.refused.field.split(".")[0] == name else None
            error = self.page.say(refused.message) if refused else ""
            control = self._control(field, name, self.values.getlist(key), ask)
            drawn.append({"key": key, "label": _titled(name), "error": error, **control})
        return {"title": _titled(kind), "fields": drawn}

    def _control(self, field: fields.Field[Any], name: str, sent: list[str], ask: Ask) -> dict[str, Any]:
        """How one field is drawn: what kind of control, its options, what was entered."""
        name_of = self.page.words.name
        if isinstance(field, SeatField):
            seats = ask.seats or tuple(self.page.opened.state.table.seats)
            options = [(str(seat), name_of(seat), str(seat) in sent, "") for seat in seats]
            return {"kind": "radio", "options": options}
        if isinstance(field, OneOf):
            return {"kind": "radio", "options": self._choices(field, name, sent, ask)}
        if isinstance(field, EachOnce):
            choices: tuple[Any, ...] = field.inner.choices  # type: ignore[attr-defined]  # a list of OneOf
            options = [(str(c), _titled(str(c)), str(c) in sent, "") for c in choices]
            return {"kind": "checkbox", "options": options}
        if isinstance(field, YesNo):
            return {"kind": "checkbox", "options": [("yes", _("Yes"), "yes" in sent, "")]}
        if isinstance(field, Counts):
            seats = tuple(self.page.opened.state.table.seats)
            return {"kind": "numbers", "values": [(name_of(s), (sent[s : s + 1] or [""])[0]) for s in seats]}
        return {"kind": "number" if isinstance(field, Whole) else "text", "value": (sent or [""])[0]}

    def _choices(
        self, field: OneOf, name: str, sent: list[str], ask: Ask
    ) -> list[tuple[str, str, bool, str]]:
        refusals = {
            choice.value: self.page.say(choice.refused.message)
            for choice in ask.choices
            if choice.field == name and choice.refused
        }
        return [
            (str(value), _titled(str(value)), str(value) in sent, refusals.get(value, ""))
            for value in field.choices
        ]


def _decoded(page: MatchPage, kind: str, values: MultiDict[str, str], prefix: str) -> dict[str, Any]:
    """What was sent, as an entry of the wire format. What was left empty is left out."""
    raw: dict[str, Any] = {"type": kind}
    schema = _schema(page, kind)
    for name, field in (schema.fields if schema else {}).items():
        sent = values.getlist(f"{prefix}-{name}")
        filled = any(text.strip() for text in sent)
        if isinstance(field, EachOnce):
            raw[name] = sent
        elif isinstance(field, YesNo):
            raw[name] = sent == ["yes"]
        elif isinstance(field, Counts) and filled:
            raw[name] = [whole(text or "0") for text in sent]
        elif isinstance(field, OneOf) and filled:
            raw[name] = next((c for c in field.choices if str(c) == sent[0]), sent[0])
        elif filled:
            raw[name] = whole(sent[0]) if isinstance(field, Whole) else sent[0]
    return raw


def _encoded(entered: list[dict[str, Any]]) -> MultiDict[str, str]:
    """The fields of entries as the form sends them."""
    values: MultiDict[str, str] = MultiDict()
    for at, raw in enumerate(entered):
        for name, value in raw.items():
            key = f"{at}-{name}"
            if isinstance(value, bool):
                values.setlist(key, ["yes"] if value else [])
            elif isinstance(value, list):
                values.setlist(key, [str(item) for item in value])
            elif value is not None:
                values.add(key, str(value))
    return values
