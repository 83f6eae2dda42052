"""A whole round again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import request

from scorekeeper.games.ten_pennies.state import State, added
from scorekeeper.kernel import Refused, Step, play
from scorekeeper.web.forms.base import whole
from scorekeeper.web.forms.ten_pennies.caught import CaughtForm, answers_of
from scorekeeper.web.forms.ten_pennies.out import OutScreen
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _


class AmendScreen(OutScreen):
    """A whole round again: who bought, who went out, what the others were caught with.

    ``earlier``: the entries up to the last time that nobody went out and the round was begun anew; they stay.
    """

    part = "games/ten_pennies/_amend.html"

    def __init__(self, page: MatchPage, before: State, entered: list[dict[str, Any]]) -> None:
        self.was: dict[str, Any] = entered[-1] if entered else {}
        voided = entered[:-1]
        begun_anew = [at for at, raw in enumerate(voided) if raw["type"] == "round"]
        again = begun_anew[-1] + 1 if begun_anew else 0
        self.earlier, self.taps = voided[:again], voided[again:]
        for raw in self.earlier:
            before = play(page.opened.game, before, raw).state
        counted = self.was.get("buys") or [0] * len(before.table.names)
        self.bought = [
            counts + sum(raw["seat"] == seat for raw in self.taps) for seat, counts in enumerate(counted)
        ]
        # Once something was sent that alone counts: what was cleared is not sent, and stays so.
        super().__init__(page, before, CaughtForm(data={} if request.method == "POST" else self._answers()))
        self.caught.state = self.with_buys()

    def _answers(self) -> dict[str, Any]:
        was = answers_of(self.was) if self.was else {}
        return {**was, "buys": [str(count) if count else "" for count in self.bought]}

    def _counts(self) -> list[object]:
        """The buys as they are in the form."""
        return [whole(self.caught.text("buys", seat) or "0") for seat in self.state.table.seats]

    def with_buys(self) -> State:
        """The round with its buys, as far as they are numbers: what hands are possible depends on them."""
        counts = tuple(count if isinstance(count, int) and count > 0 else 0 for count in self._counts())
        return replace(self.state, bought=counts, buys=added(self.state.buys, counts))

    def raws(self) -> list[dict[str, Any]]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        (result,) = super().raws()
        counts = self._counts()
        if counts == self.bought:
            # The buys stand as they were entered; only what came of the round changes.
            kept = {"buys": self.was["buys"]} if self.was.get("buys") is not None else {}
            return [*self.earlier, *self.taps, result | kept]
        return [*self.earlier, result | {"buys": counts}]

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        errors = {refused.field: self.page.say(refused.message)} if refused and spoken else {}
        return {
            **super().context(step, refused, spoken=spoken),
            "buys": [
                self.person(
                    seat, tap=f"buy={seat}", field=f"buys-{seat}", value=self.caught.text("buys", seat)
                )
                for seat in self.state.table.order
            ],
            "buys_title": _("Buys in %(round)s", round=self.page.unit_name(self.state.unit)),
            "buys_error": next((said for field, said in errors.items() if field.startswith("buys")), ""),
        }


class WholeScreen(AmendScreen):
    """A whole round at once, drawn before anybody knows which one it will be."""

    def __init__(self, page: MatchPage, before: State, begun: list[dict[str, Any]]) -> None:
        taps = [raw["seat"] for raw in begun if raw["type"] == "buy"]
        self.tapped = [taps.count(seat) for seat in before.table.seats]
        super().__init__(page, before, [])

    def _answers(self) -> dict[str, Any]:
        return {"buys": [str(count) if count else "" for count in self.tapped]}

    def context(self, step: Step[Any] | None, refused: Refused | None, *, spoken: bool) -> dict[str, Any]:
        """See :class:`~scorekeeper.web.screens.Screen`."""
        # Without the server nothing opens the hands once somebody is out: they are there from the start.
        context = super().context(step, refused, spoken=spoken)
        return context | {"counts": True, "buys_title": _("Buys in this round")}
