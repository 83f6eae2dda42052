"""Who took which card, and what that will do."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from wtforms import StringField

from scorekeeper.games.ten_point_pitch.counting import CARD_WORDS
from scorekeeper.games.ten_point_pitch.entries import CARDS, TEAMS, TRICKS, Card
from scorekeeper.games.ten_point_pitch.state import Agreed, HandUnderWay, State, team_of
from scorekeeper.kernel import Message, Refused, Step, say, say_many
from scorekeeper.pitch import SUIT_WORDS, SUITS
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PerSeat, PhoneForm, whole
from scorekeeper.web.forms.ten_point_pitch.asking import Asking
from scorekeeper.web.forms.ten_point_pitch.cards import OUT, SHORT_WORDS, card_drawn, team_values
from scorekeeper.web.forms.ten_point_pitch.preview import hand_preview, pending_preview, saves
from scorekeeper.web.forms.ten_point_pitch.tally import Tally
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class ResultForm(PhoneForm):
    """Who took each card (0, 1, out, or nothing yet); or the points of the teams; tricks, trump."""

    ace = StringField()
    jack = StringField()
    off_jack = StringField()
    high_joker = StringField()
    low_joker = StringField()
    ten = StringField()
    three = StringField()
    two = StringField()
    points = PerSeat()
    out_of_play = StringField()
    tricks = PerSeat()
    trump = StringField()


class ResultScreen(Asking):
    """Who took which card."""

    part = "games/ten_point_pitch/_result.html"
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
        self._place_rest()

    def _place_rest(self) -> None:
        """The buttons that place many cards at once, where no script does it: then nothing is saved yet."""
        do, _dash, owner = (self.form.do.data or "").partition("-")
        if do not in {"rest", "clear"}:
            return
        for card in CARDS:
            if do == "clear" or not self.owner(card):
                self.form[card].data = owner
        self.form.do.data = "preview"

    @property
    def own(self) -> int:
        """The pitcher's team."""
        return team_of(self.contract.pitcher)

    def owner(self, card: Card) -> str:
        """Who took the card, as tapped: "0", "1", "out" or nothing yet."""
        return str(self.form[card].data or "")

    @property
    def typed(self) -> bool:
        """Whether the points of the teams were typed."""
        return any(text.strip() for text in [*self.form.points.data, self.form.out_of_play.data or ""])

    @property
    def tally(self) -> Tally:
        """The points as far as they are known."""
        if self.typed:
            return Tally.of_points([whole(text) for text in self.form.points.data])
        return Tally.of_cards({card: self.owner(card) for card in CARDS})

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        raw: dict[str, Any] = {"type": "hand"}
        owners = {card: owner for card in CARDS if (owner := self.owner(card))}
        if self.typed:
            raw |= self._points()
        elif lost := [card for card in CARDS if card not in owners]:
            raise missing(lost[0], _not_placed(lost[0]))
        if owners:
            raw["taken"] = {card: None if owner == OUT else whole(owner) for card, owner in owners.items()}
        if any(text.strip() for text in self.form.tricks.data):
            raw["tricks"] = _two(self.form.tricks.data)
        named = self.form.trump.data
        trump = [{"type": "trump", "suit": named}] if named and self.hand.trump is None else []
        return [*trump, raw]

    def _points(self) -> dict[str, Any]:
        texts = [*self.form.points.data, "", ""]
        if not texts[0].strip() or not texts[1].strip():
            raise missing("points", say("The points of both teams, and what is out of play, make ten."))
        return {
            "points": [whole(text) for text in self.form.points.data],
            "out_of_play": whole(self.form.out_of_play.data or "0"),
        }

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        said = refused if refused and (spoken or refused.code != "unanswered") else None
        return {
            "part": self.part,
            "status": self.status(self.hand.dealer),
            "contract": self._contract(),
            **self.fields(said),
            "preview": self.preview(step),
            "action": self.save_action(step, refused),
        }

    def status(self, dealer: int) -> str:
        """What the header says below the game's name."""
        places = {"hand": self.unit, "who": self.name(dealer), "target": self.target()}
        return _("%(hand)s, %(who)s dealt, %(target)s", **places)

    def fields(self, said: Refused | None) -> dict[str, Any]:
        """The cards, the running count and what is under More; ``said``: the refusal, at its place."""
        at = place_of(said) if said else ""
        errors = {at: self.page.say(said.message)} if said else {}
        tally = self.tally
        return {
            "cards": [self._card(card, invalid=said is not None and said.field == card) for card in CARDS],
            "cards_error": errors.get("cards", ""),
            "placed": tally.complete and not self.typed,
            "rest": [(team, _("Rest to %(team)s", team=self.team(team))) for team in TEAMS],
            "cycle": _(
                "Each tap moves a card on: %(owners)s, empty.",
                owners=Markup(", ").join([self.team(self.own), self.team(1 - self.own), _("out of play")]),
            ),
            "teams": [{"name": self.team(team), "figure": tally.points[team], "note": ""} for team in TEAMS],
            "still": self._still(tally),
            "more": self._more(errors),
            "error": errors.get("", ""),
        }

    @property
    def trump(self) -> str | None:
        """The suit that was named, before or with the result."""
        tapped = self.form.trump.data
        return self.hand.trump or (tapped if tapped in SUITS else None)

    def _card(self, card: Card, *, invalid: bool) -> dict[str, Any]:
        values = team_values(self.own, out=self.state.rules["out_of_play"] == "allowed")
        names = {"0": self.team(0), "1": self.team(1), OUT: _("out of play"), "": _("not placed")}
        bands = {"0": self.team(0, narrow=True), "1": self.team(1, narrow=True)}
        owner = self.owner(card)
        return card_drawn(card, self.trump) | {
            "name": card,
            "owners": [
                {
                    "value": value,
                    "said": names[value],
                    "band": bands.get(value, _("tap") if not value else names[value]),
                    "checked": owner == value,
                }
                for value in values
            ],
            "invalid": invalid,
        }

    def _still(self, tally: Tally) -> dict[str, str]:
        """What is said below the running count."""
        if tally.left and not self.typed:
            names = self.page.words.listed([SHORT_WORDS[card] for card in tally.left])
            still = say_many(
                "Still to place, %(count)s point:", "Still to place, %(count)s points:", tally.left_points
            )
            return {"bold": self.page.say(still), "text": _("%(cards)s.", cards=names)}
        if tally.out:
            ours, theirs = tally.points
            places = {"ours": ours, "theirs": theirs, "out": tally.out}
            return {"bold": "", "text": _("%(ours)s + %(theirs)s + %(out)s out of play makes ten.", **places)}
        done = _("All ten points placed. Tap a card to change it.") if not self.typed else ""
        return {"bold": "", "text": done}

    def _contract(self) -> dict[str, Any]:
        pitcher, bid = self.name(self.contract.pitcher), self.contract.bid
        title = _("%(who)s pitched", who=pitcher)
        if isinstance(bid, int):
            needs = _("Has %(has)s, needs %(bid)s", has=self.tally.points[self.own], bid=bid)
        else:
            title = _("%(who)s shoots the moon", who=pitcher)
            needs = _("Needs all 10") if self.state.rules["moon_needs"] == "all" else _("Needs all in play")
        people = [self.page.people[seat] for seat in self.state.table.seats if team_of(seat) == self.own]
        return {
            "people": people,
            "title": title,
            "suit": self.trump,
            "suit_name": self.page.say(SUIT_WORDS[self.trump]) if self.trump else "",
            "hint": needs,
            "label": _("bid"),
            "bid": self.bid(bid),
            "word": bid == "moon",
        }

    def _more(self, errors: dict[str, str]) -> dict[str, Any]:
        points, tricks = [*self.form.points.data, "", ""], [*self.form.tricks.data, "", ""]
        named = self.form.trump.data
        teams = [(team, self.team(team)) for team in TEAMS]
        return {
            "label": _("More: trump, the two totals, tricks"),
            "open": self.typed or any(tricks) or not errors.keys().isdisjoint({"points", "tricks"}),
            "suits": []
            if self.hand.trump
            else [(suit, self.page.say(SUIT_WORDS[suit]).capitalize(), named == suit) for suit in SUITS],
            "points": [(f"points-{team}", name, points[team]) for team, name in teams]
            + [("out_of_play", _("Out of play"), self.form.out_of_play.data or "")],
            "points_error": errors.get("points", ""),
            "tricks": [(f"tricks-{team}", name, tricks[team]) for team, name in teams],
            "tricks_error": errors.get("tricks", ""),
        }

    def preview(self, step: Step[Any] | None) -> dict[str, Any] | None:
        """What the hand will do, in words and figures."""
        if step is None:
            return pending_preview(self, self.contract, self.tally)
        return hand_preview(self, self.contract, self.tally, step)

    def save_action(self, step: Step[Any] | None, refused: Refused | None) -> dict[str, str]:
        """The big button: what saving will do, or what is missing."""
        if step is not None:
            return self.action(saves(self, step))
        if refused is not None and refused.field in CARD_WORDS:
            return self._place_action(next(card for card in CARDS if card == refused.field))
        if refused is None:
            return self._place_action("ace")
        labels = {
            "points": _("Next: check the points"),
            "tricks": _("Next: check the tricks"),
            "cards": _("Next: check the cards"),
        }
        at = place_of(refused)
        if at not in labels:
            return self.action(_("Next: check the hand"), next="preview")
        return self.action(labels[at], next=f"ask-{at}")

    def _place_action(self, card: Card) -> dict[str, str]:
        label = _("Next: place %(card)s", card=self.page.say(CARD_WORDS[card]))
        return self.action(label, next=f"card-{card}")


def place_of(refused: Refused) -> str:
    """Where on the screen a refusal is shown: at the cards, the points, the tricks, or above it all."""
    field = refused.field.split(".")[0]
    if field in CARDS or field == "taken":
        return "cards"
    return {"points": "points", "out_of_play": "points", "tricks": "tricks"}.get(field, "")


def _two(texts: list[str]) -> list[object]:
    """Both numbers of tricks; where one was typed, the other team took the rest."""
    first, second = (whole(text) for text in [*texts, ""][:2])
    if second == "":
        second = TRICKS - first if isinstance(first, int) else 0
    elif first == "":
        first = TRICKS - second if isinstance(second, int) else 0
    return [first, second, *(whole(text) for text in texts[2:])]


def _not_placed(card: Card) -> Message:
    return say("Who took %(card)s? A team, or it is out of play.", card=CARD_WORDS[card])
