"""A whole hand again."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.games.racehorse.auction import forced_bid
from scorekeeper.games.racehorse.entries import BIDS, POINTS, Bid
from scorekeeper.games.racehorse.state import Agreed, HandUnderWay, State
from scorekeeper.kernel import Refused, Step
from scorekeeper.web.forms.asking import HandAgain
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.contract import ALL_PASSED, ContractForm, contract_answers
from scorekeeper.web.forms.racehorse.asking import Asking
from scorekeeper.web.forms.racehorse.contract import ContractScreen
from scorekeeper.web.forms.racehorse.result import ResultForm, ResultScreen, at_line
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class WholeHandForm(ContractForm, ResultForm):
    """A whole hand again."""


class AmendScreen(Asking):
    """A whole hand again: who pitched, for how many, who took what."""

    part = "games/racehorse/_amend.html"

    def __init__(self, page: MatchPage, before: State, entered: list[dict[str, Any]]) -> None:
        super().__init__(page, before)
        self.again = HandAgain(page, before, entered)
        # Once something was sent that alone counts: a box that was unticked is not sent, and stays so.
        self.form = WholeHandForm(data={} if request.method == "POST" else self._answers())
        self.contract = ContractScreen(page, before, self.form)

    def _result(self) -> ResultScreen:
        named = whole(self.form.pitcher.data)
        seat = next((s for s in self.state.table.sitting if s == named), self.contract.dealer)
        bid = whole(self.form.bid.data or str(forced_bid(self.state.rules)))
        hand = HandUnderWay(self.contract.dealer, self.state.per_point)
        return ResultScreen(self.page, self.state, hand, Agreed(seat, _known_bid(bid), "bid"), self.form)

    def _answers(self) -> dict[str, Any]:
        """What the form holds before anything is tapped."""
        if self.again.hand is None:
            return {}
        contract: Agreed = self.again.hand.contract
        answers: dict[str, Any] = {
            "pitcher": ALL_PASSED if contract.how == "forced" else str(contract.pitcher),
            "bid": str(contract.bid),
            "how": contract.how,
            "trump": self.again.hand.trump,
        }
        return answers | _result_answers(self.again.result)

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        contract, result = self.contract.raws(), self._result().raws()
        if self.again.hand is not None and contract == [_contract(self.again.hand.contract)]:
            contract = self.again.bidding  # it stands as it was tapped in; only what came of it changes
        return [*contract, *result]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        result = self._result()
        error = refused if spoken or (refused and refused.code != "unanswered") else None
        asked = error.field in {"pitcher", "bid", "seat", "how"} if error else False
        return {
            "part": self.part,
            "status": _("%(hand)s, %(who)s dealt", hand=self.unit, who=self.name(self.contract.dealer)),
            "ask": self.contract.ask(error if asked else None),
            **result.fields(at_line(error) if error and not asked else {}),
            "preview": result.preview(step),
            "action": self._action(result, step, refused),
        }

    def _action(
        self, result: ResultScreen, step: Step[Any] | None, refused: Refused | None
    ) -> dict[str, str]:
        if refused is not None and refused.field in {"pitcher", "bid"}:
            return self.contract.contract_action(None, refused)
        return result.save_action(step, refused)


class WholeScreen(AmendScreen):
    """A whole hand at once, drawn before anybody knows who pitches and, in later hands, who deals."""

    def __init__(self, page: MatchPage, before: State, begun: list[dict[str, Any]]) -> None:
        self.begun = begun
        super().__init__(page, before, [])

    def _answers(self) -> dict[str, Any]:
        return contract_answers(self.begun)

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        context = super().context(step, refused, spoken=spoken)
        for line in context["lines"]:
            line["options"] = [
                (value, _("Pitcher") if value == "pitcher" else label, checked, reason)
                for value, label, checked, reason in line["options"]
            ]
        context["tricks"] |= {"asked": False, "hint": _("the pitcher’s, out of 6; only for a Smudge")}
        return context


def _known_bid(bid: object) -> Bid:
    return bid if isinstance(bid, int) and bid in BIDS else "smudge"


def _contract(agreed: Agreed) -> dict[str, Any]:
    """The contract of a hand, as an entry."""
    how = {} if agreed.how == "bid" else {"how": agreed.how}
    return {"type": "contract", "seat": agreed.pitcher, "bid": agreed.bid, **how}


def _result_answers(raw: dict[str, Any]) -> dict[str, Any]:
    answers: dict[str, Any] = {point: "pitcher" if point in raw["won"] else "others" for point in POINTS}
    if not raw.get("jack_in_play", True):
        answers["jack"] = "none"
    if raw.get("game_tied"):
        answers["game"] = "none"
    if raw.get("tricks") is not None:
        answers["tricks"] = str(raw["tricks"])
    if raw.get("card_points"):
        answers["card_points"] = [str(count) for count in raw["card_points"]]
        if not raw.get("game_tied") and "game" not in raw["won"]:
            answers["game"] = ""
    return answers
