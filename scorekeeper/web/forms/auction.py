"""The auction on the phone, one tap a bid. Each game derives its own and says how its rules differ."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from wtforms import StringField

from scorekeeper.kernel import Choice, Refused, Step
from scorekeeper.web.forms.asking import Agreed, Asking, Bidding
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class BidForm(PhoneForm):
    """One tap in the auction."""

    bid = StringField()


class AuctionScreen(Asking):
    """The auction, one tap a bid."""

    part = "auction/_bidding.html"
    next_view = "auction"

    def __init__(self, page: MatchPage, hand: Bidding, turn: int) -> None:
        """``turn``: who speaks, or may still raise."""
        super().__init__(page, page.opened.state)
        self.form = BidForm()
        self.hand, self.turn = hand, turn
        self.contract = hand.contract
        self.over = self.contract is not None

    @abstractmethod
    def status(self) -> str:
        """What the header says below the game's name."""

    @abstractmethod
    def note(self, seat: int) -> str:
        """What stands below a name in the list, where nothing general does."""

    @abstractmethod
    def hint(self) -> str:
        """What the player in turn may do, or why the bidding is over."""

    def choice_hint(self, choice: Choice) -> str:  # noqa: ARG002 - some games look at it
        """What stands below a bid that may be made."""
        return _("raise") if self.over else ""

    def cannot_begin(self) -> Refused | None:
        """Why nobody can bid at all."""
        return None

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        return [{"type": "bid", "seat": self.turn, "bid": whole(self.form.bid.data)}]

    def context(self, _step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        error = (refused if spoken else None) or self.cannot_begin()
        return {
            "part": self.part,
            "status": self.status(),
            "views": [] if self.hand.bids else self.views("auction"),
            "speakers": [self._speaker(seat) for seat in self.state.table.clockwise_from(self.hand.dealer)],
            "turn": self._turn() | {"error": self.page.say(error.message) if error else ""},
        }

    def passed(self, seat: int) -> bool:
        """Whether this seat has passed."""
        return (seat, "pass") in self.hand.bids

    def own(self, seat: int) -> int | str | None:
        """The last bid of this seat that was no pass."""
        return next((bid for who, bid in reversed(self.hand.bids) if who == seat and bid != "pass"), None)

    def _speaker(self, seat: int) -> dict[str, Any]:
        standing, contract = self.hand.standing, self.contract
        top = standing is not None and standing[0] == seat
        figure = _("pass") if self.passed(seat) else self.bid(self.own(seat))
        if contract is not None and contract.pitcher == seat:
            figure, top = self.bid(contract.bid), True
        return self.person(
            seat,
            note=self._note(seat, top=top),
            figure=figure,
            state="top" if top else "pass" if self.passed(seat) else "",
            now=seat == self.turn and not self.over,
            deals=seat == self.hand.dealer,
        )

    def _note(self, seat: int, *, top: bool) -> str:
        if self.contract is not None and self.contract.pitcher == seat:
            return _("forced") if self.contract.how == "forced" else _("pitches")
        if top and not self.passed(seat):
            return _("the bid to beat")
        if seat == self.turn and not self.over:
            return _("speaking now")
        return self.note(seat)

    def _turn(self) -> dict[str, Any]:
        hand, ask = self.hand, self.page.upcoming.ask("bid")
        return self.person(
            self.contract.pitcher if self.contract else self.turn,
            title=self.title(),
            hint=self.hint(),
            choices=[self._choice(choice) for choice in ask.choices if choice.value != "pass"] if ask else [],
            pass_label=_("Pass") if not self.over and ask else None,
            play=self._play(self.contract) if self.contract else None,
            undo_label=_("Undo %(who)s", who=self.name(hand.bids[-1][0])) if hand.bids else "",
        )

    def title(self) -> str:
        """Who is to bid, or who pitches."""
        contract = self.contract
        if contract is None:
            return _("%(who)s to bid", who=self.name(self.turn))
        places = {"who": self.name(contract.pitcher), "bid": self.bid(contract.bid)}
        if contract.how == "forced":
            return _("%(who)s is forced to %(bid)s", **places)
        return _("%(who)s pitches for %(bid)s", **places)

    def _choice(self, choice: Choice) -> dict[str, Any]:
        drawn = self.bid_choice(choice.value)
        if choice.refused is None:
            return drawn | {"hint": self.choice_hint(choice) or drawn["hint"]}
        low = choice.refused.code == "too_low"
        return drawn | {"reason": _("too low") if low else self.page.say(choice.refused.message)}

    def _play(self, contract: Agreed) -> dict[str, str]:
        return {
            "label": self.play_label(contract),
            "url": self.page.url("match.hand", view="result"),
            "note": self.stakes_note(contract, self.hand),
        }
