"""What the screens of Racehorse share."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.racehorse.state import Agreed, State, bid_word, worth
from scorekeeper.kernel import Amount, Message, Refused, Who, say
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _

ALL_PASSED = "forced"


def missing(field: str, message: Message) -> Refused:
    """What an unanswered question is refused with."""
    return Refused(field, "unanswered", message)


class Asking:
    """What the screens share: the page, the state that they ask about, and the way back to it."""

    template = "games/racehorse/entry.html"
    next_view = ""

    def __init__(self, page: MatchPage, state: State) -> None:
        self.page, self.state = page, state

    @property
    def unit(self) -> str:
        """Such as "Hand 6"."""
        return self.page.unit_title(self.state.unit)

    def person(self, seat: int, **more: object) -> dict[str, Any]:
        """Somebody at the table, with ``more`` for the template."""
        return {**self.page.people[seat], **more}

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.page.words.name(seat)

    def bid(self, bid: int | str | None) -> str:
        """A bid in words, empty for none."""
        return self.page.say(bid_word(bid)) if bid is not None else ""

    def play_label(self, contract: Agreed) -> str:
        """What the button says that begins to play."""
        places = {"who": self.name(contract.pitcher), "bid": self.bid(contract.bid)}
        if contract.how == "forced":
            return _("Play it: %(who)s is forced to %(bid)s", **places)
        return _("Play it: %(who)s pitches for %(bid)s", **places)

    def views(self, current: str) -> list[dict[str, Any]]:
        """The two ways of entering the bidding."""
        labels = {"auction": _("Auction"), "contract": _("Just the contract")}
        return [
            {"label": label, "url": self.page.url("match.hand", view=view), "current": view == current}
            for view, label in labels.items()
        ]

    def action(self, label: str, **more: str) -> dict[str, str]:
        """The big button."""
        busy = _("Saving %(hand)s", hand=self.unit)
        return {"label": label, "busy": busy, "next": "", "note": "", **more}

    def bid_choice(self, bid: int | str) -> dict[str, Any]:
        """A bid as a chip shows it."""
        word = bid == "smudge"
        hint = _("counts 5") if word else ""
        return {"value": bid, "label": self.bid(bid), "hint": hint, "reason": "", "word": word}

    def stakes_note(self, contract: Agreed, per_point: int) -> str:
        """What is at stake: "Made: Ana gets $12. Set: Ana owes $12."."""
        each = worth(contract.bid) * per_point * (len(self.state.table.sitting) - 1)
        who, amount = Who(contract.pitcher), Amount(each)
        if self.state.rules["set_pays"] == "shortfall":
            return self.page.say(say("Made: %(who)s gets %(amount)s.", who=who, amount=amount))
        return self.page.say(
            say("Made: %(who)s gets %(amount)s. Set: %(who)s owes %(amount)s.", who=who, amount=amount)
        )
