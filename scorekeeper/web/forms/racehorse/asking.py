"""What the screens of Racehorse share."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.racehorse.state import State, bid_word, worth
from scorekeeper.kernel import Amount, Message, Who, say
from scorekeeper.web.forms import asking
from scorekeeper.web.reader import _


class Asking(asking.Asking):
    """Bids of Racehorse, and what they are about."""

    state: State

    def bid_word(self, bid: int | str) -> Message:
        """A bid as the table says it."""
        return bid_word(bid)

    def status_of(self, per_point: int) -> str:
        """What the header says while the bidding goes on."""
        stake = self.page.words.money(per_point)
        return _("%(hand)s, %(stake)s a point", hand=self.unit, stake=stake)

    def bid_choice(self, bid: int | str | bool | None) -> dict[str, Any]:
        """A bid as a chip shows it."""
        drawn = super().bid_choice(bid)
        return drawn | {"hint": _("counts 5") if drawn["word"] else ""}

    def stakes_note(self, contract: asking.Agreed, hand: Any) -> str:
        """What is at stake: "Made: Ana gets $12. Set: Ana owes $12."."""
        each = worth(contract.bid) * hand.per_point * (len(self.state.table.sitting) - 1)
        who, amount = Who(contract.pitcher), Amount(each)
        if self.state.rules["set_pays"] == "shortfall":
            return self.page.say(say("Made: %(who)s gets %(amount)s.", who=who, amount=amount))
        return self.page.say(
            say("Made: %(who)s gets %(amount)s. Set: %(who)s owes %(amount)s.", who=who, amount=amount)
        )
