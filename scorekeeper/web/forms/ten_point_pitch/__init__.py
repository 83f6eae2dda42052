"""10 Point Pitch on the phone: the bidding or the contract alone; then the cards; or a whole hand again.

Forms draw and decode. What is missing in a half-filled form is named here; all else is judged by ``play``.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.games.ten_point_pitch.state import State
from scorekeeper.web.forms.ten_point_pitch.amend import AmendScreen, WholeScreen
from scorekeeper.web.forms.ten_point_pitch.bidding import BiddingScreen
from scorekeeper.web.forms.ten_point_pitch.contract import ContractScreen
from scorekeeper.web.forms.ten_point_pitch.result import ResultScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.screens import Screen


def entry_screen(page: MatchPage, view: str) -> Screen:
    """The screen for what comes next in the hand."""
    state: State = page.opened.state
    hand = state.hand
    if hand is None:
        alone = state.contract_alone if not view else view == "contract"
        return ContractScreen(page, state) if alone else BiddingScreen(page)
    # Straight after the last bid the bidding is still shown, with what came of it.
    if hand.contract is None or (view == "auction" and hand.bids and hand.trump is None):
        return BiddingScreen(page)
    return ResultScreen(page, state, hand, hand.contract)


def amend_screen(page: MatchPage, before: State, entered: list[dict[str, Any]]) -> Screen:
    """The screen for a hand that was entered as these entries."""
    return AmendScreen(page, before, entered)


def whole_screen(page: MatchPage, before: State, begun: list[dict[str, Any]]) -> Screen:
    """The screen for a whole hand that is not over yet: for a phone without signal."""
    return WholeScreen(page, before, begun)
