"""What the screens of 10 Point Pitch share: bids, teams by their players' names, totals."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from scorekeeper.games.ten_point_pitch.entries import TEAMS
from scorekeeper.games.ten_point_pitch.state import SIDES, State, bid_word, team_of
from scorekeeper.kernel import Message
from scorekeeper.web.forms import asking
from scorekeeper.web.reader import _

LONG_NAME = 9
"""From so many letters on a name does not fit on a card, and the letters of its disc stand for it."""


class Asking(asking.Asking):
    """Bids and teams."""

    state: State

    def bid_word(self, bid: int | str) -> Message:
        """A bid as the table says it."""
        return bid_word(bid)

    def bid_choice(self, bid: int | str | bool | None) -> dict[str, Any]:
        """A bid as a chip shows it."""
        drawn = super().bid_choice(bid)
        return drawn | {"hint": _("all 10") if drawn["word"] else ""}

    def team(self, team: int, *, narrow: bool = False) -> Markup:
        """A team by its players: "Ana & Cleo", or "A & C" if ``narrow`` and the names are long."""
        people = [self.page.people[seat] for seat in SIDES[team]]
        long = narrow and any(len(person["short"]) >= LONG_NAME for person in people)
        names = [person["letters" if long else "short"] for person in people]
        return Markup(" &amp; ").join(Markup("<bdi>%s</bdi>") % name for name in names)

    def figure(self, points: int) -> str:
        """Points as they are shown."""
        return self.page.score_figure(points)

    def target(self) -> str:
        """Such as "to 52"."""
        return _("to %(target)s", target=self.state.rules["target"])

    def teams(self) -> list[dict[str, Any]]:
        """How the teams stand."""
        return [
            {
                "name": self.team(team),
                "figure": self.figure(self.state.totals[team]),
                "note": _("in the hole") if self.state.totals[team] < 0 else "",
            }
            for team in TEAMS
        ]

    def play_label(self, contract: asking.Agreed) -> str:
        """What the button says that begins to play."""
        if contract.bid == "moon":
            return _("Play it: %(who)s shoots the moon", who=self.name(contract.pitcher))
        return super().play_label(contract)

    def stakes_note(self, contract: asking.Agreed, _hand: Any) -> str:
        """What is at stake: "Made: +6. Set: −6."."""
        own = team_of(contract.pitcher)
        total, rules = self.state.totals[own], self.state.rules
        if isinstance(contract.bid, int):
            places = {"bid": contract.bid, "loss": self.figure(-contract.bid)}
            if rules["made_scores"] == "taken":
                return _("Made: all points taken. Set: %(loss)s.", **places)
            return _("Made: +%(bid)s. Set: %(loss)s.", **places)
        teams = {"ours": self.team(own), "theirs": self.team(1 - own)}
        wins = total > 0 or rules["moon_negative" if total < 0 else "moon_at_zero"] == "wins"
        if wins:
            return _("Made: %(ours)s win. Not made: %(theirs)s win.", **teams)
        return _("Made: the total is 0. Not made: %(theirs)s win.", **teams)
