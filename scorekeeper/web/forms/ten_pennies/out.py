"""Who went out, and what the others were caught with."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from scorekeeper.games.ten_pennies import payout
from scorekeeper.games.ten_pennies.cards import KINDS, POINTS, Kind
from scorekeeper.games.ten_pennies.entries import Hand
from scorekeeper.games.ten_pennies.melds import meld_of, meld_said
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import Message, Refused, Several, Step, Who, say, say_many
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.ten_pennies.asking import PenniesScreen
from scorekeeper.web.forms.ten_pennies.caught import CARDS, CHIPS, NOBODY, TOTALS, CaughtForm, CaughtHands
from scorekeeper.web.forms.ten_pennies.payout import payout_preview
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

NAMED = 2
"""So many players at most are named in one line."""
TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


class OutScreen(PenniesScreen):
    """Who went out, and what the others were caught with."""

    part = "games/ten_pennies/_out.html"
    completes = True

    def __init__(self, page: MatchPage, state: State, form: CaughtForm | None = None) -> None:
        super().__init__(page, state)
        self.form = form if form is not None else CaughtForm()
        self.caught = CaughtHands(self.form, state)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        caught = self.caught
        if not caught.said_out:
            raise missing("out", say("Who went out? Tap one of the players, or Nobody did."))
        asked = set(caught.asked())
        for seat in caught.asked():
            if caught.hand(seat) is None:
                raise missing(f"hands.{seat}", self._needed(seat))
        hands = [caught.raw(seat) if seat in asked else {} for seat in self.state.table.seats]
        return [{"type": "round", "out": caught.out, "hands": hands}]

    def _needed(self, seat: int) -> Message:
        """What is not entered yet of a hand."""
        if self.caught.mode == CARDS:
            return say("%(who)s’s cards", who=Who(seat))
        texts = [self.caught.text(field, seat) for field in ("cards", "points")]
        if not any(texts):
            return say("%(who)s’s cards and points", who=Who(seat))
        return say("%(who)s’s points", who=Who(seat)) if texts[0] else say("%(who)s’s cards", who=Who(seat))

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        meld = self.page.say(meld_said(meld_of(self.state.unit)))
        return {
            "part": self.part,
            "status": _("%(round)s, %(meld)s", round=self.round_of(), meld=meld),
            "back_url": self.page.url("match.hand"),
            **self.fields(step, refused, spoken=spoken),
        }

    def fields(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """Both questions, what it comes to, and the button."""
        wrong = self._impossible()
        if wrong is None and refused is not None and (spoken or refused.code != "unanswered"):
            wrong = refused
        at = place(wrong)
        return {
            "outs": [
                self.person(seat, value=str(seat), checked=seat == self.caught.out)
                for seat in self.state.table.order
            ],
            "nobody": {"value": NOBODY, "checked": self.form.out.data == NOBODY},
            "out_error": self._said(wrong) if at == "out" else "",
            "modes": [
                (CARDS, _("Tap cards"), self.caught.mode != TOTALS),
                (TOTALS, _("Totals"), self.caught.mode == TOTALS),
            ],
            "counts": self.caught.counts,
            "hands": self._hands(wrong, at),
            "error": self._said(wrong) if wrong and not at else "",
            "preview": payout_preview(self.page, step if wrong is None else None),
            "action": self.save_action(step, wrong, refused),
        }

    def _impossible(self) -> Refused | None:
        try:
            self.caught.refuse_impossible()
        except Refused as refused:
            return refused
        return None

    def _said(self, refused: Refused | None) -> str:
        if refused is None:
            return ""
        if refused.code == "unanswered" and refused.field != "out":
            return self.page.say(say("%(what)s: still needed.", what=refused.message))
        return self.page.say(refused.message)

    def _hands(self, wrong: Refused | None, at: str) -> list[dict[str, Any]]:
        """A row for each player; the one to enter next is open."""
        rows = [
            self._row(seat, self._said(wrong) if at == f"hand-{seat}" else "")
            for seat in self.state.table.order
        ]
        empty = [row for row in rows if row["error"]] or [row for row in rows if row["empty"]]
        if empty:
            empty[0]["open"] = True
        return rows

    def _row(self, seat: int, error: str) -> dict[str, Any]:
        out, hand = seat == self.caught.out, self._hand(seat)
        return self.person(
            seat,
            out=out,
            empty=not out and hand is None,
            open=False,
            points=hand.points if hand else None,
            worth=say_points(self, hand) if hand else "",
            made=self._made(hand),
            kinds=[self._pad_key(seat, kind) for kind in KINDS],
            total=self._total(seat),
            error=error,
        )

    def _hand(self, seat: int) -> Hand | None:
        try:
            return self.caught.hand(seat)
        except Refused:
            return None

    def _made(self, hand: Hand | None) -> str:
        """Such as "2 × 3–9, 1 × deuce"; without cards what to do."""
        if hand is None:
            return _("tap each card left") if self.caught.mode == CARDS else _("nothing entered yet")
        kinds = zip(KINDS, hand.kinds or (), strict=False)
        return ", ".join(f"{count}{TIMES}{self.kind(kind)}" for kind, count in kinds if count)

    def _pad_key(self, seat: int, kind: Kind) -> dict[str, Any]:
        count = self.caught.text(kind, seat)
        points = self.page.say(say_many("%(count)s point", "%(count)s points", POINTS[kind]))
        return {"field": f"{kind}-{seat}", "face": self.face(kind), "points": points, "count": count}

    def _total(self, seat: int) -> dict[str, Any]:
        chosen, most = self.caught.text("cards", seat), max(self.caught.most(seat), CHIPS)
        options = [(count, chosen == str(count)) for count in range(1, most + 1)]
        return {
            "options": options[:CHIPS],
            "more": options[CHIPS:],
            "more_label": _("%(first)s to %(last)s cards", first=CHIPS + 1, last=most),
            "more_open": any(checked for _count, checked in options[CHIPS:]),
            "points": self.caught.text("points", seat),
        }

    def save_action(
        self, step: Step[Any] | None, wrong: Refused | None, refused: Refused | None
    ) -> dict[str, str]:
        """The big button: what saving will do, or what is missing."""
        note = self._note()
        if wrong is not None and wrong.code != "unanswered":
            return self.action(self._fix(wrong), next=place(wrong) or "hands", note=note)
        if step is not None:
            return self.action(self._consequence(step), note=note, icon="pencil")
        if not self.caught.said_out:
            return self.action(_("Next: who went out?"), next="ask-out", note=note)
        needed = refused.message if refused and refused.code == "unanswered" else None
        for seat in self.caught.asked():
            if self._hand(seat) is None:
                what = self.page.say(needed or self._needed(seat))
                return self.action(
                    _("Next: %(what)s", what=what), next=f"hand-{seat}", note=self._still_needed()
                )
        return self.action(_("Next: check the round"), next="hands", note=note)

    def _fix(self, wrong: Refused) -> str:
        at = place(wrong)
        if not at.startswith("hand-"):
            return _("Next: check the cards")
        who = self.name(int(at.removeprefix("hand-")))
        if wrong.code == "unreachable_points":
            return _("Next: fix %(who)s’s points", who=who)
        return _("Next: fix %(who)s’s cards", who=who)

    def _consequence(self, step: Step[Any]) -> str:
        state: State = step.state
        unit = self.page.unit_name(self.state.unit)
        if step.row is None:
            return _("Play %(round)s again", round=unit)
        tied, won = payout.playoff_due(state), payout.winners(state)
        if tied:
            return _("Save %(round)s: %(who)s play off", round=unit, who=self._listed(tied))
        if len(won) > 1:
            return _("Save %(round)s: %(who)s split the bowl", round=unit, who=self._listed(won))
        if won:
            return _("Save %(round)s: %(who)s takes the bowl", round=unit, who=self.name(won[0]))
        return _("Save %(round)s: bowl %(coins)s", round=unit, coins=payout.bowl(state))

    def _listed(self, seats: tuple[int, ...]) -> str:
        return self.page.words.listed([self.name(seat) for seat in seats])

    def _note(self) -> str:
        """Such as "15 pennies go into the bowl: Ben 12, Ana 3."."""
        pays = {seat: hand.cards for seat in self.caught.asked() if (hand := self._hand(seat))}
        if not pays:
            return ""
        each = [
            _("%(who)s %(coins)s", who=self.name(seat), coins=coins)
            for seat, coins in sorted(pays.items(), key=lambda one: -one[1])
        ]
        total = sum(pays.values())
        places = {"coins": self.coins(total), "each": Markup(", ").join(each)}
        if total == 1:
            return _("%(coins)s goes into the bowl: %(each)s.", **places)
        return _("%(coins)s go into the bowl: %(each)s.", **places)

    def _still_needed(self) -> str:
        needed = tuple(self._needed(seat) for seat in self.caught.asked() if self._hand(seat) is None)
        if len(needed) > NAMED:
            return _("Still needed: the cards of %(count)s players.", count=len(needed))
        return self.page.say(say("Still needed: %(what)s.", what=Several(needed)))


def place(refused: Refused | None) -> str:
    """The id of what a refusal is about: "out", "hand-1", or empty for the round as a whole."""
    if refused is None:
        return ""
    field, _dot, rest = refused.field.partition(".")
    if field == "hands" and rest:
        return f"hand-{rest.partition('.')[0]}"
    return "out" if field == "out" else ""


def say_points(screen: PenniesScreen, hand: Hand) -> str:
    """Such as "12 cards, 12 pennies"."""
    cards = screen.page.say(say_many("%(count)s card", "%(count)s cards", hand.cards))
    return _("%(cards)s, %(coins)s", cards=cards, coins=screen.coins(hand.cards))
