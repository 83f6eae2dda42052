"""Who pitches and for how many, without the auction."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.racehorse.auction import bids_of, forced_bid
from scorekeeper.games.racehorse.state import State, next_dealer
from scorekeeper.kernel import say
from scorekeeper.web.forms import contract
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.racehorse.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class ContractScreen(Asking, contract.ContractScreen):
    """Who pitches and for how many, perhaps stolen."""

    bid_missing = say("How much was bid? Tap 2, 3, 4 or Smudge.")

    def __init__(self, page: MatchPage, state: State, form: contract.ContractForm | None = None) -> None:
        super().__init__(page, state, form)
        self.dealer, self.bids, self.forced = (
            next_dealer(state),
            bids_of(state.rules),
            forced_bid(state.rules),
        )

    def status(self) -> str:
        """See :class:`~scorekeeper.web.forms.contract.ContractScreen`, as all here."""
        return self.status_of(self.state.per_point)

    def dealer_note(self) -> str:
        """Who deals may steal."""
        return _("%(who)s deals. Pick %(who)s to mark a steal.", who=self.name(self.dealer))

    def steal(self) -> dict[str, Any]:
        """Whether the dealer stole it."""
        label = _("%(who)s stole it as dealer", who=self.name(self.dealer))
        return {"label": label, "checked": self.form.how.data == "steal"}

    def all_passed(self) -> dict[str, Any]:
        """The dealer is forced."""
        bid = self.form.bid.data or str(self.forced)
        return {"type": "contract", "seat": self.dealer, "bid": whole(bid), "how": "forced"}

    def bid_by(self, pitcher: str, bid: str) -> dict[str, Any]:
        """With the steal, if the dealer was tapped."""
        raw = super().bid_by(pitcher, bid)
        stolen = self.form.how.data == "steal" and raw["seat"] == self.dealer
        return raw | ({"how": "steal"} if stolen else {})
