"""Who pitches and for how many, without the bidding."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_point_pitch.auction import bids_of, forced_bid
from scorekeeper.games.ten_point_pitch.state import State, next_dealer
from scorekeeper.kernel import say
from scorekeeper.web.forms import contract
from scorekeeper.web.forms.ten_point_pitch.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class ContractScreen(Asking, contract.ContractScreen):
    """Who pitches and for how many; or all passed, and the dealer is forced or deals again."""

    bid_missing = say("How much was bid? Tap a number, or Moon.")

    def __init__(self, page: MatchPage, state: State, form: contract.ContractForm | None = None) -> None:
        super().__init__(page, state, form)
        self.dealer, self.bids = next_dealer(state), bids_of(state.rules)
        self.forced = forced_bid(state.rules) if state.rules.get("all_pass") == "stuck" else None

    def status(self) -> str:
        """See :class:`~scorekeeper.web.forms.contract.ContractScreen`, as all here."""
        return _("%(hand)s, %(target)s", hand=self.unit, target=self.target())

    def dealer_note(self) -> str:
        """Who deals."""
        return _("%(who)s deals.", who=self.name(self.dealer))

    def all_passed(self) -> dict[str, Any]:
        """The dealer is forced, perhaps to more where that was tapped too; or deals again."""
        if self.forced is None:
            return {"type": "void"}
        return self.bid_by(str(self.dealer), self.form.bid.data or str(self.forced))
