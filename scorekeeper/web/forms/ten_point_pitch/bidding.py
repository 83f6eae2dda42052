"""The bidding, one chance each."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_point_pitch.auction import begun, to_speak
from scorekeeper.kernel import Refused, Step
from scorekeeper.web.forms.auction import AuctionScreen
from scorekeeper.web.forms.ten_point_pitch.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class BiddingScreen(Asking, AuctionScreen):
    """The bidding, with how the teams stand."""

    def __init__(self, page: MatchPage) -> None:
        state = page.opened.state
        hand = begun(state)
        turn = hand.dealer if hand.contract is not None else to_speak(state.table, hand)
        super().__init__(page, hand, turn)

    def status(self) -> str:
        """See :class:`~scorekeeper.web.forms.auction.AuctionScreen`, as all here."""
        return _("%(hand)s, %(target)s", hand=self.unit, target=self.target())

    def note(self, seat: int) -> str:
        """Who passed, was outbid, or is still to speak."""
        if self.passed(seat):
            return _("passed")
        if self.own(seat) is not None:
            return _("outbid")
        return _("deals, speaks last") if seat == self.hand.dealer and not self.over else ""

    def hint(self) -> str:
        """What may be said now."""
        standing = self.hand.standing
        if self.contract is not None:
            if self.contract.bid == "moon":
                return _("The moon ends the bidding")
            return _("Everybody else passed") if standing is None else _("Everybody has spoken")
        if standing is not None:
            return _("Beat %(who)s’s %(bid)s, or pass", who=self.name(standing[0]), bid=self.bid(standing[1]))
        return _("Bid, or pass and deal again") if self.turn == self.hand.dealer else _("Bid, or pass")

    def title(self) -> str:
        """The moon is shot."""
        if self.contract is not None and self.contract.bid == "moon":
            return _("%(who)s shoots the moon", who=self.name(self.contract.pitcher))
        return super().title()

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """With the totals above the bids."""
        return super().context(step, refused, spoken=spoken) | {"teams": self.teams()}
