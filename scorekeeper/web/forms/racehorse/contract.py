"""Who pitches and for how many, without the auction."""

from __future__ import annotations

from typing import Any

from wtforms import StringField

from scorekeeper.games.racehorse.auction import bids_of, forced_bid
from scorekeeper.games.racehorse.state import HandUnderWay, State, next_dealer
from scorekeeper.kernel import Refused, Step, say
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.forms.racehorse.asking import ALL_PASSED, Asking, missing
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class ContractForm(PhoneForm):
    """Who pitches, for how many."""

    pitcher = StringField()
    bid = StringField()
    how = StringField()


class ContractScreen(Asking):
    """Who pitches and for how many, without the auction."""

    part = "games/racehorse/_contract.html"

    def __init__(self, page: MatchPage, state: State, form: ContractForm | None = None) -> None:
        super().__init__(page, state)
        self.form = form if form is not None else ContractForm()
        self.dealer = next_dealer(state)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        pitcher, bid = self.form.pitcher.data, self.form.bid.data
        if not pitcher:
            raise missing("pitcher", say("Who pitches? Tap one of the players, or All passed."))
        if pitcher == ALL_PASSED:
            forced = forced_bid(self.state.rules)
            return [
                {"type": "contract", "seat": self.dealer, "bid": whole(bid or str(forced)), "how": "forced"}
            ]
        if not bid:
            raise missing("bid", say("How much was bid? Tap 2, 3, 4 or Smudge."))
        raw = {"type": "contract", "seat": whole(pitcher), "bid": whole(bid)}
        stolen = self.form.how.data == "steal" and raw["seat"] == self.dealer
        return [raw | ({"how": "steal"} if stolen else {})]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        error = refused if spoken else None
        return {
            "view": "contract",
            "status": _(
                "%(hand)s, %(stake)s a point",
                hand=self.unit,
                stake=self.page.words.money(self.state.per_point),
            ),
            "views": self.views("contract"),
            "ask": self.ask(error),
            "action": self.contract_action(step, refused),
        }

    def ask(self, error: Refused | None) -> dict[str, Any]:
        """The two questions, with what was answered."""
        form, forced = self.form, forced_bid(self.state.rules)
        dealer = self.name(self.dealer)
        bid_error = self.page.say(error.message) if error and error.field == "bid" else ""
        return {
            "pitchers": [
                self.person(
                    seat, value=str(seat), checked=form.pitcher.data == str(seat), deals=seat == self.dealer
                )
                for seat in self.state.table.clockwise_from(self.dealer)
            ],
            "forced": {
                "value": ALL_PASSED,
                "label": _("All passed"),
                "hint": _("%(who)s is forced to %(bid)s", who=dealer, bid=forced),
                "checked": form.pitcher.data == ALL_PASSED,
            },
            "bids": [
                self.bid_choice(bid)
                | {
                    "checked": form.bid.data == str(bid)
                    or (bid == forced and form.pitcher.data == ALL_PASSED)
                }
                for bid in bids_of(self.state.rules)
            ],
            "dealer_note": _("%(who)s deals. Pick %(who)s to mark a steal.", who=dealer),
            "steal": {
                "label": _("%(who)s stole it as dealer", who=dealer),
                "checked": form.how.data == "steal",
            },
            "pitcher_error": self.page.say(error.message) if error and not bid_error else "",
            "bid_error": bid_error,
        }

    def contract_action(self, step: Step[Any] | None, refused: Refused | None) -> dict[str, str]:
        """The big button: what will be played, or what is missing."""
        if step is not None:
            hand: HandUnderWay = step.state.hand
            assert hand.contract is not None  # noqa: S101 - a contract was just played
            note = self.stakes_note(hand.contract, hand.per_point)
            return self.action(self.play_label(hand.contract), note=note)
        if refused is not None and refused.field == "bid":
            return self.action(_("Next: for how many?"), next="ask-bid")
        return self.action(_("Next: who pitches?"), next="ask-pitcher")
