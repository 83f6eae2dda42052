"""Who took what, and what that will do."""

from __future__ import annotations

from typing import Any

from wtforms import StringField

from scorekeeper.games.racehorse.entries import POINTS, TRICKS, Point
from scorekeeper.games.racehorse.result import WORDS
from scorekeeper.games.racehorse.state import Agreed, HandUnderWay, State, worth
from scorekeeper.kernel import Message, Refused, Step, say
from scorekeeper.pitch import SUIT_WORDS, SUITS
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PerSeat, PhoneForm, whole
from scorekeeper.web.forms.racehorse.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class ResultForm(PhoneForm):
    """Who took what: ``pitcher``, ``others`` or ``none`` for each of the four points."""

    high = StringField()
    low = StringField()
    jack = StringField()
    game = StringField()
    tricks = StringField()
    trump = StringField()
    card_points = PerSeat()


class ResultScreen(Asking):
    """Who took what."""

    part = "games/racehorse/_result.html"
    completes = True

    def __init__(
        self,
        page: MatchPage,
        state: State,
        hand: HandUnderWay,
        contract: Agreed,
        form: ResultForm | None = None,
    ) -> None:
        super().__init__(page, state)
        self.hand, self.contract = hand, contract
        self.form = form if form is not None else ResultForm()

    @property
    def pitcher(self) -> int:
        """Who pitched."""
        return self.contract.pitcher

    def answer(self, point: Point) -> str:
        """Who took the point, as tapped: "pitcher", "others", "none" or nothing yet."""
        return str(self.form[point].data or "")

    def follows(self, point: Point) -> bool:
        """Whether the pitcher has the point because of all six tricks, although nobody tapped it."""
        captured = point in {"high", "game"} or (point == "low" and self.state.rules["low"] == "captured")
        return self.form.tricks.data == str(TRICKS) and captured and not self.answer(point)

    def counted(self) -> bool:
        """Whether somebody typed card points, from which Game follows."""
        return any((count or "").strip() for count in self.form.card_points.data)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        raw: dict[str, Any] = {"type": "hand", "won": self._won()}
        raw["jack_in_play"] = self.answer("jack") != "none"
        if self.answer("game") == "none":
            raw["game_tied"] = True
        if (self.form.tricks.data or "").strip():
            raw["tricks"] = whole(self.form.tricks.data)
        if self.counted():
            counts = [whole(count or "0") for count in self.form.card_points.data]
            raw["card_points"] = counts + [0] * (len(self.state.table.names) - len(counts))
        named = self.form.trump.data
        trump = [{"type": "trump", "suit": named}] if named and self.hand.trump is None else []
        return [*trump, raw]

    def _won(self) -> list[str]:
        won: list[str] = []
        for point in POINTS:
            answer = self.answer(point)
            if answer == "pitcher" or self.follows(point):
                won.append(point)
            elif not answer and not (point == "game" and self.counted()):
                raise missing(point, _UNANSWERED[point])
        return won

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        said = at_line(refused) if refused and (spoken or refused.code != "unanswered") else {}
        return {
            "part": self.part,
            "status": _("%(hand)s, %(who)s dealt", hand=self.unit, who=self.name(self.hand.dealer)),
            "contract": self._contract(),
            **self.fields(said),
            "preview": self.preview(step),
            "action": self.save_action(step, refused),
        }

    def fields(self, said: dict[str, Message]) -> dict[str, Any]:
        """The four lines, the tricks and what is under More; ``said``: refusals by line."""
        errors = {line: self.page.say(message) for line, message in said.items()}
        smudge = self.contract.bid == "smudge"
        note = "" if smudge else _("Tricks are asked only when the bid was Smudge.")
        return {
            "lines": [self._line(point, errors.get(point, "")) for point in POINTS],
            "tricks": {
                "asked": smudge,
                "label": _("Tricks"),
                "hint": _("%(who)s’s, out of 6", who=self.name(self.pitcher)),
                "options": [(n, self.form.tricks.data == str(n)) for n in range(TRICKS + 1)],
                "error": errors.get("tricks", ""),
            },
            "more": self._more(errors),
            "note": note,
            "error": errors.get("", ""),
        }

    def _contract(self) -> dict[str, Any]:
        bid = self.contract.bid
        if bid == "smudge":
            hint = _("All four points and 6 tricks")
        else:
            has = sum(self.answer(point) == "pitcher" for point in POINTS)
            hint = _("Has %(has)s of the %(bid)s points needed", has=has, bid=bid)
        title = _("%(who)s pitched", who=self.name(self.pitcher))
        if self.hand.trump:
            title = _(
                "%(who)s pitched, %(suit)s",
                who=self.name(self.pitcher),
                suit=self.page.say(SUIT_WORDS[self.hand.trump]),
            )
        return self.person(
            self.pitcher, title=title, hint=hint, label=_("bid"), bid=self.bid(bid), word=bid == "smudge"
        )

    def _line(self, point: Point, error: str) -> dict[str, Any]:
        third = {"jack": _("Not in play"), "game": _("Tied")}.get(point)
        options = [("pitcher", self.name(self.pitcher)), ("others", _("Others"))]
        options += [("none", third)] if third else []
        follows = self.follows(point)
        answer = "pitcher" if follows else self.answer(point)
        hints = {
            "high": _("top trump"),
            "low": _("captured") if self.state.rules["low"] == "captured" else _("as dealt"),
            "jack": _("of trumps"),
            "game": _("card value"),
        }
        return {
            "name": point,
            "label": self.page.say(WORDS[point]),
            "hint": _("follows from 6 tricks") if follows else hints[point],
            "options": [(value, label, answer == value, "") for value, label in options],
            "error": error,
        }

    def _more(self, errors: dict[str, str]) -> dict[str, Any]:
        counts = [*self.form.card_points.data, *[""] * len(self.state.table.names)]
        named = self.form.trump.data
        return {
            "label": _("More: tricks, card points, trump"),
            "open": self.counted() or bool(named) or "card_points" in errors,
            "suits": []
            if self.hand.trump
            else [(suit, self.page.say(SUIT_WORDS[suit]).capitalize(), named == suit) for suit in SUITS],
            "points": [
                self.person(seat, field=f"card_points-{seat}", value=counts[seat] or "")
                for seat in self.state.table.seats
            ],
            "points_hint": _("80 in the pack"),
            "points_error": errors.get("card_points", ""),
        }

    def preview(self, step: Step[Any] | None) -> dict[str, Any] | None:
        """What the hand will do, in words and figures."""
        if step is not None:
            return hand_preview(self.page, self.state.unit, step, self.pitcher)
        answered = [point for point in POINTS if self.answer(point)]
        if not answered or self.contract.bid == "smudge":
            return None
        needs = worth(self.contract.bid) - sum(self.answer(point) == "pitcher" for point in POINTS)
        if needs <= 0:
            return {"verdict": _("%(who)s has enough.", who=self.name(self.pitcher)), "warnings": []}
        return {
            "verdict": _("%(who)s needs %(points)s more.", who=self.name(self.pitcher), points=needs),
            "warnings": [],
        }

    def save_action(self, step: Step[Any] | None, refused: Refused | None) -> dict[str, str]:
        """The big button: what saving will do, or what is missing."""
        if step is not None:
            owes = self.page.change(step)[self.pitcher]
            places = {"hand": self.page.unit_name(self.state.unit)}
            places |= {"who": self.name(self.pitcher), "amount": self.page.words.money(abs(owes))}
            if owes < 0:
                return self.action(_("Save %(hand)s: %(who)s owes %(amount)s", **places))
            return self.action(_("Save %(hand)s: %(who)s gets %(amount)s", **places))
        line = next(iter(at_line(refused)), "") if refused else "high"
        labels = {
            "high": _("Next: who took High?"),
            "low": _("Next: who took Low?"),
            "jack": _("Next: who took the Jack?"),
            "game": _("Next: who took Game?"),
            "tricks": _("Next: how many tricks?"),
            "card_points": _("Next: check the card points"),
        }
        if refused is not None and refused.code not in {"unanswered", "tricks_needed"} and line in POINTS:
            labels[line] = _("Next: check %(point)s", point=self.page.say(WORDS[line]))
        return self.action(
            labels.get(line, _("Next: check the hand")), next=f"line-{line}" if line else "preview"
        )


_UNANSWERED = {
    "high": say("High is missing. A trump is always led, so someone has it."),
    "low": say("Low is missing. Some trump was the lowest, so someone has it."),
    "jack": say("The Jack is missing. If nobody was dealt it, tap Not in play."),
    "game": say("Game is missing. If the count was equal, tap Tied."),
}


def at_line(refused: Refused) -> dict[str, Message]:
    """The line at which a refusal is shown: its field, or for what was won the point that it speaks of."""
    field = refused.field.split(".")[0]
    if field == "won":
        spoken_of = refused.message.params.get("point")
        field = next((point for point, word in WORDS.items() if word == spoken_of), "")
        field = field or {"jack_not_in_play": "jack", "game_tied": "game"}.get(refused.code, "")
    if field not in {*POINTS, "tricks", "card_points"}:
        field = ""
    return {field: refused.message}


def hand_preview(page: MatchPage, unit: int, step: Step[Any], pitcher: int) -> dict[str, Any]:
    """The pencil box: what was said, who pays whom, this hand and the new totals."""
    words, change = page.words_for(step), page.change(step)
    totals = [standing.won_minor for standing in page.opened.game.standings(step.state)]
    dealer = page.opened.game.upcoming(step.state).next["dealer"]
    return {
        "verdict": words.sentence(step.said),
        "detail": page.payments_in_words(step),
        "amount": {
            "person": page.people[pitcher],
            "state": page.owes_or_gets(change[pitcher]),
            "figure": words.money(abs(change[pitcher])),
        },
        "ledger": page.ledger(unit, change, totals, words),
        "note": _(
            "The totals add up to %(zero)s. %(dealer)s deals next.",
            zero=words.money(0),
            dealer=words.name(dealer),
        ),
        "warnings": [words.sentence(caution.message) for caution in step.warnings],
    }
