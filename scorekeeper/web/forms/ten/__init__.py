"""Ten on the phone: the live table, one tap a card, and the final count.

Forms draw and decode. What is missing in a half-filled form is named here; all else is judged by the rules.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten.state import State
from scorekeeper.kernel import say
from scorekeeper.web.forms.ten.amend import AmendScreen
from scorekeeper.web.forms.ten.auction import AuctionScreen
from scorekeeper.web.forms.ten.cards import CardsScreen
from scorekeeper.web.forms.ten.count import AmendCountScreen, CountScreen
from scorekeeper.web.forms.ten.pack import PackScreen
from scorekeeper.web.forms.ten.payment import BuyScreen, PayScreen, to_buy
from scorekeeper.web.forms.ten.sold import SoldScreen
from scorekeeper.web.forms.ten.taken_out import to_prepare
from scorekeeper.web.forms.ten.turn import TurnScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.screens import Screen

__all__ = ["TABS", "amend_screen", "entry_screen", "to_prepare"]

TABS = {"cards": say("Cards")}
"""Views that only show something, beside the turn: they stay when the match is over."""


def entry_screen(page: MatchPage, view: str) -> Screen:
    """The screen for what comes next. ``view``: another way of entering it, or something to look at."""
    state: State = page.opened.state
    if view == "cards":
        return CardsScreen(page)
    if view == "count":
        return CountScreen(page)
    if view == "pack":
        return PackScreen(page)
    if state.phase == "auction":
        return SoldScreen(page) if view == "sold" else AuctionScreen(page)
    if state.phase == "paying":
        return PayScreen(page)
    card = to_buy(page) if view == "buy" else None
    return BuyScreen(page, card) if card else TurnScreen(page)


def amend_screen(page: MatchPage, before: State, entered: list[dict[str, Any]]) -> Screen:
    """The screen for a turn that was entered as these entries."""
    if any(raw["type"] == "count" for raw in entered):
        return AmendCountScreen(page, before, entered)
    return AmendScreen(page, before, entered)
