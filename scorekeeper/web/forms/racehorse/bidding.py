"""The auction, one tap a bid."""

from __future__ import annotations

from scorekeeper.games.racehorse.auction import begun, to_speak
from scorekeeper.games.racehorse.state import HandUnderWay, next_dealer
from scorekeeper.kernel import Choice, Refused
from scorekeeper.web.forms.auction import AuctionScreen
from scorekeeper.web.forms.racehorse.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class BiddingScreen(Asking, AuctionScreen):
    """The auction, with its steals."""

    hand: HandUnderWay

    def __init__(self, page: MatchPage) -> None:
        state = page.opened.state
        hand = state.hand or HandUnderWay(next_dealer(state), state.per_point)
        turn = hand.dealer if hand.contract is not None else to_speak(state.table, hand)
        super().__init__(page, hand, turn)

    def status(self) -> str:
        """See :class:`~scorekeeper.web.forms.auction.AuctionScreen`, as all here."""
        return self.status_of(self.hand.per_point)

    def cannot_begin(self) -> Refused | None:
        """Too few or too many may sit at the table."""
        try:
            begun(self.state)
        except Refused as refused:
            return refused
        return None

    def note(self, seat: int) -> str:
        """Who has passed is out; the dealer may steal."""
        standing = self.hand.standing
        if self.passed(seat):
            return _("out of the auction")
        if seat != self.hand.dealer:
            return ""
        if standing is None:
            return _("deals, speaks last")
        return _("deals, speaks last, may steal at %(bid)s", bid=self.bid(standing[1]))

    def hint(self) -> str:
        """What may be said now."""
        standing = self.hand.standing
        if self.contract is not None:
            smudge = self.contract.bid == "smudge"
            return _("A Smudge ends the bidding") if smudge else _("Everybody else passed")
        if standing is None:
            return _("Bid, or pass")
        places = {"who": self.name(standing[0]), "bid": self.bid(standing[1])}
        if self.turn == self.hand.dealer:
            return _("Steal at %(who)s’s %(bid)s, beat it, or pass", **places)
        return _("Beat %(who)s’s %(bid)s, or pass", **places)

    def choice_hint(self, choice: Choice) -> str:
        """The same bid again is a steal."""
        standing = self.hand.standing
        steal = not self.over and standing is not None and standing[1] == choice.value
        return _("steal") if steal else super().choice_hint(choice)
