"""A whole hand again."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.games.ten_point_pitch.entries import BIDS, CARDS, POINTS
from scorekeeper.games.ten_point_pitch.state import Agreed, HandUnderWay, State
from scorekeeper.kernel import Refused, Step
from scorekeeper.web.forms.asking import HandAgain
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.contract import ALL_PASSED, ContractForm, contract_answers
from scorekeeper.web.forms.ten_point_pitch.asking import Asking
from scorekeeper.web.forms.ten_point_pitch.cards import OUT
from scorekeeper.web.forms.ten_point_pitch.contract import ContractScreen
from scorekeeper.web.forms.ten_point_pitch.result import ResultForm, ResultScreen
from scorekeeper.web.match_page import MatchPage

VOID = {"type": "void"}
CONTRACT_FIELDS = {"pitcher", "bid", "seat"}


class WholeHandForm(ContractForm, ResultForm):
    """A whole hand again."""


class AmendScreen(Asking):
    """A whole hand again: who pitched, for how many, who took what."""

    part = "games/ten_point_pitch/_amend.html"

    def __init__(self, page: MatchPage, before: State, entered: list[dict[str, Any]]) -> None:
        super().__init__(page, before)
        self.again = HandAgain(page, before, entered)
        self.form = WholeHandForm(data={} if request.method == "POST" else self._answers())
        self.contract = ContractScreen(page, before, self.form)
        self.result = self._result()

    def _result(self) -> ResultScreen:
        dealer = self.contract.dealer
        named, bid = whole(self.form.pitcher.data), whole(self.form.bid.data)
        seat = next((seat for seat in self.state.table.seats if seat == named), dealer)
        known = next((one for one in BIDS if one == bid), self.contract.forced or BIDS[0])
        agreed = Agreed(seat, known if isinstance(known, int) else "moon")
        return ResultScreen(self.page, self.state, HandUnderWay(dealer), agreed, self.form)

    def _answers(self) -> dict[str, Any]:
        """What the form holds before anything is tapped."""
        hand = self.again.hand
        if hand is None:
            return {}
        forced = hand.contract.how == "forced"
        answers = {
            "pitcher": ALL_PASSED if forced else str(hand.contract.pitcher),
            "bid": str(hand.contract.bid),
            "trump": hand.trump,
        }
        return answers | _result_answers(self.again.result)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        contract = self.contract.raws()
        if contract == [VOID]:
            return contract
        result, hand = self.result.raws(), self.again.hand
        if hand is not None and contract == [_contract(hand.contract)]:
            contract = self.again.bidding  # it stands as it was tapped in; only what came of it changes
        return [*contract, *result]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        error = refused if spoken or (refused and refused.code != "unanswered") else None
        asked = error is not None and error.field in CONTRACT_FIELDS
        return {
            "part": self.part,
            "status": self.result.status(self.contract.dealer),
            "ask": self.contract.ask(error if asked else None),
            **self.result.fields(None if asked else error),
            "preview": self._preview(step),
            "action": self._action(step, refused),
        }

    @property
    def _void(self) -> bool:
        """Whether all passed, where that makes the hand void."""
        return self.form.pitcher.data == ALL_PASSED and self.contract.forced is None

    def _preview(self, step: Step[Any] | None) -> dict[str, Any] | None:
        if step is None or not self._void:
            return self.result.preview(step)
        return {"verdict": self.page.say(step.said), "detail": "", "warnings": []}

    def _action(self, step: Step[Any] | None, refused: Refused | None) -> dict[str, str]:
        if step is not None and self._void:
            return self.contract.contract_action(step, None)
        if refused is not None and refused.field in CONTRACT_FIELDS:
            return self.contract.contract_action(None, refused)
        return self.result.save_action(step, refused)


def _contract(agreed: Agreed) -> dict[str, Any]:
    """The contract of a hand, as an entry."""
    return {"type": "contract", "seat": agreed.pitcher, "bid": agreed.bid}


def _result_answers(raw: dict[str, Any]) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    if (taken := raw.get("taken")) is not None:
        for card in CARDS:
            owner = taken.get(card)
            answers[card] = OUT if owner is None else str(owner)
    if (points := raw.get("points")) is not None:
        answers["points"] = [str(number) for number in points]
        out = raw.get("out_of_play")
        answers["out_of_play"] = str(POINTS - sum(points) if out is None else out)
    if (tricks := raw.get("tricks")) is not None:
        answers["tricks"] = [str(number) for number in tricks]
    return answers


class WholeScreen(AmendScreen):
    """A whole hand at once, of which the contract may be known."""

    def __init__(self, page: MatchPage, before: State, begun: list[dict[str, Any]]) -> None:
        self.begun = begun
        super().__init__(page, before, [])

    def _answers(self) -> dict[str, Any]:
        return contract_answers(self.begun)
