"""Who won the play-off for the bowl."""

from __future__ import annotations

from typing import Any

from wtforms import StringField

from scorekeeper.games.ten_pennies.payout import playoff_due
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.kernel import Refused, Step, say
from scorekeeper.web.forms.asking import missing
from scorekeeper.web.forms.base import PhoneForm, whole
from scorekeeper.web.forms.ten_pennies.asking import PenniesScreen
from scorekeeper.web.forms.ten_pennies.payout import payout_preview
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class PlayoffForm(PhoneForm):
    """Who won."""

    seat = StringField()


class PlayoffScreen(PenniesScreen):
    """Who won the play-off."""

    part = "games/ten_pennies/_playoff.html"
    completes = True

    def __init__(self, page: MatchPage, state: State) -> None:
        super().__init__(page, state)
        self.form = PlayoffForm()

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        if not self.form.seat.data:
            raise missing("seat", say("Who won the play-off? Tap one of the players."))
        return [{"type": "playoff", "seat": whole(self.form.seat.data)}]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        tied = playoff_due(self.state)
        names = self.page.words.listed([self.name(seat) for seat in tied])
        return {
            "part": self.part,
            "status": _("Play-off for the bowl"),
            "lead": _(
                "%(who)s tie with %(points)s points. Play for it at the table, then tap the winner.",
                who=names,
                points=self.state.points[tied[0]],
            ),
            "tied": [
                self.person(seat, value=str(seat), checked=self.form.seat.data == str(seat)) for seat in tied
            ],
            "error": self.page.say(refused.message) if refused and spoken else "",
            "bowl": self.bowl(),
            "preview": payout_preview(self.page, step),
            "action": self._action(step),
        }

    def _action(self, step: Step[Any] | None) -> dict[str, str]:
        if step is None:
            return self.action(_("Next: who won?"), next="ask-playoff")
        return self.action(_("Save: %(who)s takes the bowl", who=self.name(step.state.play_off)))
