"""A whole turn again: its entries are a draft in the form, to which each tap adds one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import request
from wtforms import StringField

from scorekeeper.games.ten.cards import NUMBER_CARDS, value_of
from scorekeeper.games.ten.said import card_said
from scorekeeper.games.ten.state import State, standing_bid, turn_of
from scorekeeper.games.ten.turn import drawing
from scorekeeper.kernel import Refused, Step, play, say
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.ten.auction import auction
from scorekeeper.web.forms.ten.entered import TableForm, entry_of
from scorekeeper.web.forms.ten.payment import FIELDS, Payment
from scorekeeper.web.forms.ten.turn import TurnScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

MOST_ENTRIES = 400
"""No draft is longer: a turn with every card there is has fewer."""
Raw = dict[str, Any]


class AmendForm(TableForm):
    """A tap at the table, with the turn as far as it is entered again.

    ``draft``: its entries, as JSON; ``take``: "back" or "again"; ``pick``: a card of the market to pay for.
    """

    draft = StringField()
    take = StringField()
    pick = StringField()


class AmendScreen(TurnScreen):
    """A turn again, or the last buying: ``steps`` are what its entries do, ``state`` comes after them."""

    part = "games/ten/_amend.html"
    error_fields = ("colour", *FIELDS)
    form: AmendForm

    def __init__(self, page: MatchPage, before: State, entered: Sequence[Raw]) -> None:
        super().__init__(page, before)
        self.form = AmendForm()
        self.before = before
        steps = self._played(entered)
        self.number = next((step.unit for step in steps if step.unit is not None), before.unit)
        self.was_finished = bool(steps) and steps[-1].state.finished
        self.problem: Refused | None = None
        self.entries = list(entered)
        if request.method == "POST":
            self.entries = self._sent(entered)
            steps = self._played(self.entries)
            self.entries = self.entries[: len(steps)]
            self._tap(steps)
        self.steps = self._played(self.entries)
        self.state = self.steps[-1].state if self.steps else drawing(before)

    def _played(self, raws: Sequence[Raw]) -> list[Step[State]]:
        """What these entries do, as far as they play and belong to this turn."""
        steps: list[Step[State]] = []
        state = self.before
        for raw in raws:
            try:
                steps.append(play(self.page.opened.game, state, raw))
            except Refused:
                break
            state = steps[-1].state
        return steps

    def _sent(self, entered: Sequence[Raw]) -> list[Raw]:
        """The draft that was sent, without what is taken back; what was entered if it cannot be read."""
        try:
            sent = json.loads(self.form.draft.data or "")
        except (ValueError, RecursionError):
            sent = None
        readable = isinstance(sent, list) and all(isinstance(raw, dict) for raw in sent)
        draft: list[Raw] = sent[:MOST_ENTRIES] if readable and isinstance(sent, list) else list(entered)
        if self.form.take.data == "again":
            return []
        return draft[:-1] if self.form.take.data == "back" else draft

    def _tap(self, steps: list[Step[State]]) -> None:
        """Adds what was tapped, unless it cannot be."""
        tapped = (self.form.card, self.form.number, self.form.bid, self.form.what, self.form.say)
        if not any(field.data for field in tapped):
            return
        state = steps[-1].state if steps else drawing(self.before)
        try:
            raw = entry_of(self.form, state)
            step = play(self.page.opened.game, state, raw)
        except Refused as refused:
            self.problem = refused
            return
        if step.unit == self.number:
            self.entries.append(raw)

    # Whether it is over -------------------------------------------------------------------------

    @property
    def last_buying(self) -> bool:
        """Whether this is the last buying, not a turn."""
        return self.before.phase == "last_buying"

    @property
    def over(self) -> bool:
        """Whether the turn has come to its end."""
        if not any(step.row is not None for step in self.steps):
            return False
        return self.state.finished or not self.was_finished

    @property
    def unit(self) -> str:
        """Such as "Turn 14"."""
        return self.page.unit_title(self.number)

    def raws(self) -> list[Raw]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        if not self.over:
            raise missing("type", say("It is not over yet: draw on, or take the numbers or the currency."))
        if card := self._picked():
            raise missing("tokens", say("First pay for %(card)s, or take back.", card=card_said(card)))
        return self.entries

    # What is drawn ------------------------------------------------------------------------------

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        error = self.problem or (refused if spoken or (refused and refused.code != "unanswered") else None)
        done = self.over and self.state.phase != "buying" and not (self.last_buying and self.state.to_buy)
        table = self.table(error, spoken=error is not None)
        if done or self.state.phase == "buying":
            table |= {"pad": None, "pad_title": "", "stops": []}
        if done:
            table |= {"buying": None}
        return {
            **self.common(),
            **table,
            "status": _("%(turn)s again", turn=self.unit),
            "story": [self.say(one.said) for one in self.steps],
            "again": _("Start %(turn)s again", turn=self.page.unit_name(self.number)) if self.entries else "",
            "draft": json.dumps(self.entries, separators=(",", ":")),
            "done": done,
            "picks": True,
            "skips": table["buying"]["skip"] if self.last_buying and table["buying"] else "",
            "last_card": "last_card" in {ask.type for ask in self.upcoming.asks} and bool(self.entries),
            "auction": auction(self),
            **self._paying(error),
            "preview": self._preview(step),
            "action": self._action(),
        }

    def _paying(self, error: Refused | None) -> dict[str, Any]:
        """The payment that is due, or for the card that was picked."""
        state, standing = self.state, standing_bid(self.state)
        pays, kind, card = None, "", ""
        if state.phase == "paying" and standing is not None:
            pays, kind = Payment(self.form, state, *standing), "pay"
        elif card := self._picked():
            pays, kind = Payment(self.form, state, turn_of(state), value_of(card)), "buy"
        at_payment = self.say(error.message) if error is not None and error.field in FIELDS else ""
        return {
            "payment": pays.drawn(self, at_payment) if pays else None,
            "pay": {"kind": kind, "card": card, "label": _("Pay with that")},
        }

    def _picked(self) -> str:
        """The card of the market that is to be paid for."""
        again = self.form.buy.data if self.problem is not None else ""
        card = self.form.pick.data or again or ""
        ask = self.upcoming.ask("buy")
        if ask is None or card not in NUMBER_CARDS:
            return ""
        return card if any(one.value == card and one.refused is None for one in ask.choices) else ""

    def _preview(self, step: Step[Any] | None) -> dict[str, Any] | None:
        if step is None or not self.over:
            return None
        warnings = [self.say(caution.message) for one in self.steps for caution in one.warnings]
        row = step.row
        verdict = _("%(who)s: %(what)s.", who=self.say(row.title), what=self.say(row.verdict)) if row else ""
        return {"verdict": verdict, "detail": self.page.payments_in_words(step), "warnings": warnings}

    def _action(self) -> dict[str, str]:
        if not self.over:
            return self.action(_("Next: finish the turn"), next="ask-colour")
        if card := self._picked():
            return self.action(
                _("Next: pay for %(card)s", card=self.say(card_said(card))), next="ask-payment"
            )
        return self.action(_("Save %(turn)s", turn=self.page.unit_name(self.number)))
