"""The final count alone: one player's cards and tokens after the other's, and what they come to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask import request
from markupsafe import Markup

from scorekeeper.games.ten.cards import (
    COLOUR_WILDS,
    COLOURS,
    FULL_WILD,
    MOST_TOKENS,
    NUMBERED_WILDS,
    NUMBERS,
)
from scorekeeper.games.ten.pack import copies_left
from scorekeeper.games.ten.state import State
from scorekeeper.kernel import Refused, Step, say, say_many
from scorekeeper.web.forms.asking import AskingScreen
from scorekeeper.web.forms.ten import faces
from scorekeeper.web.forms.ten.counted import CountedHands, CountForm
from scorekeeper.web.forms.ten.placing import placed
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

SHARED = "W"
GROUPS = {
    **{
        letter: (*(f"{letter}{number}" for number in NUMBERS), wild)
        for letter, wild in zip(COLOURS, COLOUR_WILDS, strict=True)
    },
    SHARED: (*NUMBERED_WILDS, FULL_WILD),
}
"""The keys that are in view together: a colour with its wild, or the wilds of all colours."""


class CountScreen(AskingScreen):
    """The hands at the end, one open at a time."""

    part = "games/ten/_count.html"
    state: State

    def __init__(self, page: MatchPage, before: State | None = None, form: CountForm | None = None) -> None:
        super().__init__(page, page.opened.state if before is None else before)
        self.form = form if form is not None else CountForm()
        self.hands = CountedHands(page, self.form, self.state)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return [self.hands.raw()]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        wrong = self.hands.impossible()
        if wrong is None and refused is not None and spoken:
            wrong = refused
        at = _seat_of(wrong)
        if spoken and at is not None:
            self.hands.open = at
        return {
            "part": self.part,
            "status": _("Final count"),
            "tab": _("Count"),
            "turns_url": self.page.url("match.hand"),
            "strip": [self._in_strip(seat, at) for seat in self.hands.seats],
            "error": self._error(wrong, at),
            **self._open_hand(wrong if at == self.hands.open else None, finished=step is not None),
            "preview": self._preview(step),
            "action": self._action(step, wrong, at),
        }

    # The strip, and what is wrong ------------------------------------------------------------

    def _in_strip(self, seat: int, wrong: int | None) -> dict[str, Any]:
        return self.person(
            seat,
            count=self.hands.score(seat),
            open=seat == self.hands.open,
            accepted=self.hands.accepted(seat),
            wrong=seat == wrong,
            fields=[
                (f"cards-{seat}", " ".join(self.hands.written(seat))),
                *([(f"tokens-{seat}", self.hands.tokens(seat))] if seat != self.hands.open else []),
                (f"accepted-{seat}", self.hands.accepted_figure(seat)),
            ],
        )

    def _error(self, wrong: Refused | None, at: int | None) -> str:
        """A refusal that is not about the open hand."""
        if wrong is None or at == self.hands.open:
            return ""
        if at is None:
            return self.page.say(wrong.message)
        return _("%(who)s: %(what)s", who=self.name(at), what=self.page.say(wrong.message))

    # The open hand ---------------------------------------------------------------------------

    def _open_hand(self, wrong: Refused | None, *, finished: bool) -> dict[str, Any]:
        seat = self.hands.open
        tokens_wrong = wrong is not None and wrong.field.endswith(".tokens")
        said = self.page.say(wrong.message) if wrong else ""
        if wrong is not None and wrong.code == "unanswered":
            said = self.page.say(say("%(what)s: still needed.", what=wrong.message))
        return {
            "hand": self.person(
                seat,
                field=f"cards-{seat}",
                title=_("%(who)s’s cards", who=self.name(seat)),
                error="" if tokens_wrong else said,
                tokens_error=said if tokens_wrong else "",
                unfolded=bool(said) or not self.hands.accepted(seat) or not self.hands.cards(seat),
                just_opened=self.form.tapped[:1] in (["open"], ["accept"]),
            ),
            "groups": self._groups(seat),
            "cards": self._cards(seat),
            "tokens": [(count, self.hands.tokens(seat) == str(count)) for count in range(MOST_TOKENS + 1)],
            "tokens_title": _("%(who)s’s tokens", who=self.name(seat)),
            "placed": placed(self.page, self.hands.counted(seat, finished=finished), self.form)
            if self.hands.cards(seat)
            else None,
        }

    def _groups(self, seat: int) -> list[dict[str, Any]]:
        """The pad: for each colour its keys, and those of the wilds of all colours."""
        own, known = Counter(self.hands.cards(seat)), self.hands.known()
        chosen = self.form.group.data if self.form.group.data in GROUPS else COLOURS[0]
        groups = []
        for letter, cards in GROUPS.items():
            shown = (
                faces.colour(self.page, letter)
                if letter in COLOURS
                else {"letter": letter, "name": _("Wild"), "colour": "", "shape": ""}
            )
            count = sum(own[card] for card in cards)
            keys = [self._key(card, own[card], known) for card in cards]
            groups.append({**shown, "keys": keys, "count": count or "", "checked": letter == chosen})
        return groups

    def _key(self, card: str, own: int, known: Counter[str]) -> dict[str, Any]:
        none_left = copies_left(self.state.rules, known, card) <= 0
        return {
            **faces.face(self.page, card),
            "count": own or "",
            "reason": _("counted") if none_left else "",
        }

    def _cards(self, seat: int) -> dict[str, Any]:
        """The hand by colour, each card to be tapped away."""
        cards = self.hands.cards(seat)
        count = say_many("%(count)s card", "%(count)s cards", len(cards))
        return {
            "count": self.page.say(count),
            "faces": [
                faces.face(self.page, card)
                | {"take": _("Take back %(card)s", card=faces.face(self.page, card)["label"])}
                for card in faces.laid_out(cards)
            ],
        }

    # What saving does ------------------------------------------------------------------------

    def _preview(self, step: Step[Any] | None) -> dict[str, Any] | None:
        """The pencil box once every hand is there: who wins, why, and who pays."""
        if step is None:
            return None
        words = self.page.words_for(step)
        said = self.page.opened.game.outcome(step.state).said or step.said
        return {
            "verdict": words.sentence(said),
            "detail": self.page.payments_in_words(step),
            "amount": None,
            "ledger": None,
            "note": "",
            "warnings": [words.sentence(caution.message) for caution in step.warnings],
        }

    def _action(self, step: Step[Any] | None, wrong: Refused | None, at: int | None) -> dict[str, str]:
        seat = self.hands.open
        if wrong is not None and wrong.code != "unanswered":
            if at is not None and at != seat:
                label = _("Next: fix %(who)s’s cards", who=self.name(at))
                return self.action(label, value=f"preview open {at}")
            if at is None:
                return self.action(_("Next: check the hands"), next="hand")
            return self.action(_("Next: fix %(who)s’s cards", who=self.name(seat)), next="hand")
        if step is not None:
            label = _("Save the count: %(verdict)s", verdict=self._verdict(step))
            return self.action(label, icon="pencil")
        if self.hands.score(seat) is None:
            return self.action(_("Next: %(who)s’s cards", who=self.name(seat)), next="hand")
        if not self.hands.complete(seat):
            return self.action(_("Next: %(who)s’s tokens", who=self.name(seat)), next="tokens")
        after, score = self.hands.after(seat), self.hands.score(seat)
        if after is None or score is None:
            return self.action(_("Next: check the hands"), next="hand")
        short = Markup("<bdi>%s</bdi>") % self.page.people[after]["short"]
        label = _("Accept %(score)s, count %(who)s next", score=score, who=short)
        return self.action(label, value=f"preview accept {score}")

    def _verdict(self, step: Step[Any]) -> str:
        return self.page.words_for(step).sentence(step.said).rstrip(".")


class AmendCountScreen(CountScreen):
    """The final count again, as it was entered."""

    part = "games/ten/_count_amend.html"

    def __init__(self, page: MatchPage, before: State, entered: list[dict[str, Any]]) -> None:
        self.was = entered[-1]
        # Once something was sent that alone counts: what was cleared is not sent, and stays so.
        answers = {} if request.method == "POST" else _answers(self.was)
        super().__init__(page, before, CountForm(data=answers))

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        (raw,) = super().raws()
        # How the wilds were placed is kept with a hand that stays as it was.
        kept = [
            was if {**was, "placed": None} == {**now, "placed": None} else now
            for was, now in zip(self.was["hands"], raw["hands"], strict=True)
        ]
        return [raw | {"hands": kept}]


def _answers(raw: dict[str, Any]) -> dict[str, Any]:
    """What the form holds for a count that was entered as ``raw``."""
    return {
        "cards": [" ".join(hand["cards"]) for hand in raw["hands"]],
        "tokens": [str(hand["tokens"]) for hand in raw["hands"]],
    }


def _seat_of(refused: Refused | None) -> int | None:
    """Whose hand a refusal is about."""
    if refused is None or not refused.field.startswith("hands."):
        return None
    seat = refused.field.split(".")[1]
    return int(seat) if seat.isdigit() else None
