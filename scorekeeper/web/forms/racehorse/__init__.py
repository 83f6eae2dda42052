"""Racehorse on the phone: the auction or the contract alone; then the result; or a whole hand again.

Forms draw and decode. What is missing in a half-filled form is named here; all else is judged by ``play``.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.racehorse.state import State
from scorekeeper.web.forms.racehorse.amend import AmendScreen, WholeScreen
from scorekeeper.web.forms.racehorse.bidding import BiddingScreen
from scorekeeper.web.forms.racehorse.contract import ContractScreen
from scorekeeper.web.forms.racehorse.result import ResultScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.screens import Screen


def entry_screen(page: MatchPage, view: str) -> Screen:
    """The screen for what comes next in the hand."""
    hand = page.opened.state.hand
    if hand is not None and hand.contract is not None:
        # Straight after the last bid the auction is still shown, with what came of it.
        if view != "auction" or not hand.bids or hand.trump is not None:
            return ResultScreen(page, page.opened.state, hand, hand.contract)
        return BiddingScreen(page)
    if hand is None:
        alone = page.opened.state.contract_alone if not view else view == "contract"
        if alone:
            return ContractScreen(page, page.opened.state)
    return BiddingScreen(page)


def amend_screen(page: MatchPage, before: State, entered: list[dict[str, Any]]) -> Screen:
    """The screen for a hand that was entered as these entries."""
    return AmendScreen(page, before, entered)


def whole_screen(page: MatchPage, before: State, begun: list[dict[str, Any]]) -> Screen:
    """The screen for a whole hand that is not over yet: for a phone without signal."""
    return WholeScreen(page, before, begun)
