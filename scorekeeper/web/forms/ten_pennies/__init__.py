"""Ten Pennies on the phone: buys, one tap each; who went out and what was caught; or a whole round again.

Forms draw and decode. What is missing in a half-filled form is named here; all else is judged by the rules.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_pennies.payout import playoff_due
from scorekeeper.games.ten_pennies.state import State
from scorekeeper.web.forms.ten_pennies.amend import AmendScreen, WholeScreen
from scorekeeper.web.forms.ten_pennies.out import OutScreen
from scorekeeper.web.forms.ten_pennies.playoff import PlayoffScreen
from scorekeeper.web.forms.ten_pennies.round import RoundScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.screens import Screen


def entry_screen(page: MatchPage, view: str) -> Screen:
    """The screen for what comes next in the round. ``view``: "out" once somebody went out, "bought"."""
    if playoff_due(page.opened.state):
        return PlayoffScreen(page, page.opened.state)
    if view == "out":
        return OutScreen(page, page.opened.state)
    return RoundScreen(page, bought=view == "bought")


def amend_screen(page: MatchPage, before: State, entered: list[dict[str, Any]]) -> Screen:
    """The screen for a round that was entered as these entries."""
    return AmendScreen(page, before, entered)


def whole_screen(page: MatchPage, before: State, begun: list[dict[str, Any]]) -> Screen | None:
    """The screen for a whole round that is not over yet.

    A phone without signal fills it in. None in a play-off, and in a round that was begun anew.
    """
    if playoff_due(before) or any(raw["type"] == "round" for raw in begun):
        return None
    return WholeScreen(page, before, begun)
