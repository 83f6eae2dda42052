"""Who pitches and for how many, without the auction. Each game derives its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from wtforms import StringField

from scorekeeper.kernel import Message, Refused, Step, say
from scorekeeper.web.forms.asking import Asking, missing
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

ALL_PASSED = "forced"


class ContractForm(PhoneForm):
    """Who pitches, for how many."""

    pitcher = StringField()
    bid = StringField()
    how = StringField()


def contract_answers(entered: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the form holds once a contract was entered; nothing if none was."""
    raw = next((raw for raw in entered if raw["type"] == "contract"), None)
    if raw is None:
        return {}
    forced = raw.get("how") == ALL_PASSED
    return {
        "pitcher": ALL_PASSED if forced else str(raw["seat"]),
        "bid": str(raw["bid"]),
        "how": raw.get("how"),
    }


class ContractScreen(Asking):
    """Who pitches and for how many, without the auction.

    ``bids``: those of the table; ``forced``: what the dealer is forced to when all pass, None if to nothing.
    """

    part = "auction/_contract.html"
    bid_missing: Message
    bids: Sequence[int | str]
    forced: int | str | None
    dealer: int

    def __init__(self, page: MatchPage, state: Any, form: ContractForm | None = None) -> None:
        super().__init__(page, state)
        self.form = form if form is not None else ContractForm()

    @abstractmethod
    def status(self) -> str:
        """What the header says below the game's name."""

    @abstractmethod
    def dealer_note(self) -> str:
        """What is said about the dealer."""

    def steal(self) -> dict[str, Any] | None:
        """How the dealer may have come by the contract, where the game has that."""
        return None

    @abstractmethod
    def all_passed(self) -> dict[str, Any]:
        """The entry for "All passed"."""

    def bid_by(self, pitcher: str, bid: str) -> dict[str, Any]:
        """The entry for a bid of somebody."""
        return {"type": "contract", "seat": whole(pitcher), "bid": whole(bid)}

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        pitcher, bid = self.form.pitcher.data, self.form.bid.data
        if not pitcher:
            raise missing("pitcher", say("Who pitches? Tap one of the players, or All passed."))
        if pitcher == ALL_PASSED:
            return [self.all_passed()]
        if not bid:
            raise missing("bid", self.bid_missing)
        return [self.bid_by(pitcher, bid)]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return {
            "part": self.part,
            "status": self.status(),
            "views": self.views("contract"),
            "ask": self.ask(refused if spoken else None),
            "action": self.contract_action(step, refused),
        }

    def ask(self, error: Refused | None) -> dict[str, Any]:
        """The two questions, with what was answered."""
        form = self.form
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
                "hint": self._forced_hint(),
                "checked": form.pitcher.data == ALL_PASSED,
            },
            "bids": [self.bid_choice(bid) | {"checked": self._checked(bid)} for bid in self.bids],
            "dealer_note": self.dealer_note(),
            "steal": self.steal(),
            "pitcher_error": self.page.say(error.message) if error and not bid_error else "",
            "bid_error": bid_error,
        }

    def _checked(self, bid: int | str) -> bool:
        chosen, forced = self.form.bid.data, self.form.pitcher.data == ALL_PASSED
        return chosen == str(bid) or (forced and bid == self.forced)

    def _forced_hint(self) -> str:
        places = {"who": self.name(self.dealer), "bid": self.bid(self.forced)}
        if self.forced is None:
            return _("%(who)s deals again", **places)
        return _("%(who)s is forced to %(bid)s", **places)

    def contract_action(self, step: Step[Any] | None, refused: Refused | None) -> dict[str, str]:
        """The big button: what will be played, or what is missing."""
        if step is not None and step.state.hand is None:
            places = {"hand": self.page.unit_name(self.state.unit), "who": self.name(self.dealer)}
            return self.action(_("Throw in %(hand)s: %(who)s deals again", **places))
        if step is not None:
            contract = step.state.hand.contract
            note = self.stakes_note(contract, step.state.hand)
            return self.action(self.play_label(contract), note=note)
        if refused is not None and refused.field == "bid":
            return self.action(_("Next: for how many?"), next="ask-bid")
        return self.action(_("Next: who pitches?"), next="ask-pitcher")
