"""The auction, one tap a bid."""

from __future__ import annotations

from typing import Any

from wtforms import StringField

from scorekeeper.games.racehorse.auction import begun, to_speak
from scorekeeper.games.racehorse.state import Agreed, HandUnderWay, next_dealer
from scorekeeper.kernel import Refused, Step
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.forms.racehorse.asking import Asking
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class BidForm(PhoneForm):
    """One tap in the auction."""

    bid = StringField()


class BiddingScreen(Asking):
    """The auction, one tap a bid."""

    part = "games/racehorse/_bidding.html"
    next_view = "auction"

    def __init__(self, page: MatchPage) -> None:
        super().__init__(page, page.opened.state)
        self.form = BidForm()
        self.hand = self.state.hand or HandUnderWay(next_dealer(self.state), self.state.per_point)
        self.contract = self.hand.contract
        self.over = self.contract is not None
        self.turn = self.hand.dealer if self.over else to_speak(self.state.table, self.hand)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        bid = self.form.bid.data
        return [{"type": "bid", "seat": self.turn, "bid": whole(bid)}]

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return {
            "view": "bidding",
            "status": _(
                "%(hand)s, %(stake)s a point",
                hand=self.unit,
                stake=self.page.words.money(self.hand.per_point),
            ),
            "views": [] if self.hand.bids else self.views("auction"),
            "speakers": [self._speaker(seat) for seat in self.state.table.clockwise_from(self.hand.dealer)],
            "turn": self._turn() | {"error": self._error(refused if spoken else None)},
        }

    def _error(self, refused: Refused | None) -> str:
        """What was refused, or why nobody can bid at all."""
        try:
            begun(self.state)
        except Refused as cannot_begin:
            refused = refused or cannot_begin
        return self.page.say(refused.message) if refused else ""

    def _speaker(self, seat: int) -> dict[str, Any]:
        hand, standing = self.hand, self.hand.standing
        dealer = seat == hand.dealer
        own = next((bid for s, bid in reversed(hand.bids) if s == seat and bid != "pass"), None)
        top = standing is not None and standing[0] == seat
        contract = self.contract if self.contract and self.contract.pitcher == seat else None
        if contract is not None:
            note = _("forced") if contract.how == "forced" else _("pitches")
        elif hand.passed(seat):
            note = _("out of the auction")
        elif top:
            note = _("the bid to beat")
        elif seat == self.turn and not self.over:
            note = _("speaking now")
        elif dealer:
            note = self._dealers_note()
        else:
            note = "" if hand.bids else _("first to speak") if seat == self.turn else ""
        figure = self.bid(own) if not hand.passed(seat) else _("pass")
        if contract is not None:
            figure, top = self.bid(contract.bid), True
        return self.person(
            seat,
            note=note,
            figure=figure,
            state="top" if top else "pass" if hand.passed(seat) else "",
            now=seat == self.turn and not self.over,
            deals=dealer,
        )

    def _dealers_note(self) -> str:
        standing = self.hand.standing
        if standing is None:
            return _("deals, speaks last")
        return _("deals, speaks last, may steal at %(bid)s", bid=self.bid(standing[1]))

    def _turn(self) -> dict[str, Any]:
        hand = self.hand
        ask = self.page.upcoming.ask("bid")
        play = self._play(self.contract) if self.contract else None
        return self.person(
            self.contract.pitcher if self.contract else self.turn,
            title=self._title(),
            hint=self._hint(),
            choices=[self._choice(choice) for choice in ask.choices if choice.value != "pass"] if ask else [],
            pass_label=_("Pass") if not self.over and ask else None,
            play=play,
            undo_label=_("Undo %(who)s", who=self.name(hand.bids[-1][0])) if hand.bids else "",
        )

    def _title(self) -> str:
        contract = self.contract
        if contract is None:
            return _("%(who)s to bid", who=self.name(self.turn))
        places = {"who": self.name(contract.pitcher), "bid": self.bid(contract.bid)}
        if contract.how == "forced":
            return _("%(who)s is forced to %(bid)s", **places)
        return _("%(who)s pitches for %(bid)s", **places)

    def _hint(self) -> str:
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

    def _choice(self, choice: Any) -> dict[str, Any]:
        standing = self.hand.standing
        steal = not self.over and standing is not None and standing[1] == choice.value and not choice.refused
        reason = ""
        if choice.refused is not None:
            reason = (
                _("too low") if choice.refused.code == "too_low" else self.page.say(choice.refused.message)
            )
        hint = _("steal") if steal else _("raise") if self.over and not choice.refused else ""
        return self.bid_choice(choice.value) | {"reason": reason} | ({"hint": hint} if hint else {})

    def _play(self, contract: Agreed) -> dict[str, str]:
        return {
            "label": self.play_label(contract),
            "url": self.page.url("match.hand", view="result"),
            "note": self.stakes_note(contract, self.hand.per_point),
        }
