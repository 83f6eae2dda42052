"""One member's figures in words: what it came to, game by game, and from whom."""

from __future__ import annotations

from typing import Any

from scorekeeper.kernel import say_many
from scorekeeper.statistics import GUESTS
from scorekeeper.web.figures_view import FiguresView, in_figures, in_parts
from scorekeeper.web.reader import _, sentence


class MemberView:
    """The figures of ``member`` within those of everybody; ``own`` is None where there are none."""

    def __init__(self, view: FiguresView, member: int) -> None:
        self.view, self.member = view, member
        self.own = view.played.figures.get(member)

    def chart(self) -> dict[str, Any] | None:
        """The member's net over the club's sessions."""
        if self.own is None:
            return None
        return self.view.chart_of([self.own], _("%(net)s in all.", net=self._net().capitalize()))

    def _net(self) -> str:
        return self.view.came_out(self.own.net) if self.own else ""

    def facts(self) -> list[tuple[str, str, str]]:
        """What, how much, and a word to it."""
        own, view = self.own, self.view
        if own is None:
            return []
        shared = say_many("%(count)s of them shared", "%(count)s of them shared", own.shared)
        sessions = say_many("in %(count)s session", "in %(count)s sessions", len(own.sessions))
        now = say_many("%(count)s now", "%(count)s now", own.current)
        counted = [(said, in_figures(own.feats.get(key, 0)), "") for key, said in view.feats.items()]
        return [
            (_("Net"), view.words.figure(own.net), ""),
            (_("Games"), in_figures(own.matches), sentence(sessions)),
            (_("Wins"), in_parts(own.wins), sentence(shared) if own.shared else ""),
            *counted,
            (_("Won in a row"), str(own.longest), sentence(now) if own.current else ""),
            (_("Best session"), view.words.figure(own.best.net), view.day(own.best.day)),
            (_("Worst session"), view.words.figure(own.worst.net), view.day(own.worst.day)),
        ]

    def by_game(self) -> list[dict[str, str]]:
        """The games that this member played, each with its own figures; nothing where one is chosen."""
        view = self.view
        if view.played.game is not None or len(view.played.games) == 1:
            return []
        return [
            {
                "name": view.game_name(key),
                "url": view.asked(f"{view.address}/{self.member}", key, view.played.unit),
                "net": view.words.figure(one.net),
                "games": in_figures(one.matches),
                "wins": in_parts(one.wins),
            }
            for key, of in view.played.by_game.items()
            if (one := of.get(self.member))
        ]

    def others(self) -> list[dict[str, Any]]:
        """From whom this member gained, most first, and to whom lost."""
        view = self.view
        row = view.played.gains.get(self.member, {})
        order = sorted(row.items(), key=lambda item: (-item[1], item[0] == GUESTS, item[0]))
        return [
            {
                "person": view.people.get(other),
                "name": view.name(other),
                "amount": view.words.figure(amount),
                "state": "gets" if amount > 0 else "owes" if amount < 0 else "",
            }
            for other, amount in order
        ]
