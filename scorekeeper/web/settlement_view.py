"""The payments of a session in one unit, down to the hands behind them; who got the odd units."""

from __future__ import annotations

from scorekeeper.kernel import Table, decoded
from scorekeeper.ledger import Payment
from scorekeeper.service.money import PAID, LineKey, Settlement, Why, reasons
from scorekeeper.service.open_match import opened_already
from scorekeeper.service.transfers import paid_in
from scorekeeper.store import GameSession
from scorekeeper.web.corrected import plan_before
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.on_tab import units_on_tab
from scorekeeper.web.payments_view import Open, PaymentsView
from scorekeeper.web.reader import _, words


def odd_said(session: GameSession) -> list[str]:
    """Of each match with odd units: who got them, and by which rule."""
    said = []
    for match in session.matches:
        page = MatchPage(opened_already(match, session.slug, "viewer"))
        if odd := page.opened.game.outcome(page.opened.state).odd:
            said.append(_("%(game)s: %(odd)s", game=page.game_name, odd=page.say(odd)))
    return said


class SettlementView(PaymentsView):
    """The payments of a session; ``page``: where scorers can say what was paid, None: not here."""

    def __init__(
        self,
        session: GameSession,
        settlement: Settlement,
        plan: str = "fewest",
        page: MatchPage | None = None,
    ) -> None:
        self.session, self.page = session, page
        if session.club is not None:
            self.on_tab = "open" if settlement.unit in units_on_tab(session.club) else "even"
        names = {player.id: player.name for player in session.players}
        paid = [one for one in paid_in(session) if not one.taken_back]
        super().__init__(Open(names, settlement, reasons(session, settlement.unit), paid), plan)

    def pay_url(self, payment: Payment) -> str:
        """The page on which it is kept as paid."""
        if self.page is None or self.page.opened.role != "scorer" or self.on_tab:
            return ""  # what stands on a club's tab is paid there, once
        return self.page.url(
            "money.pay",
            payer=payment.payer,
            payee=payment.payee,
            currency=self.settlement.unit,
            plan=self.plan_name if self.plan_name != "fewest" else None,
        )

    def was_before(self) -> dict[tuple[int, int], int] | None:
        """What the fewest payments were before a hand was corrected just now."""
        if self.page is None or self.plan_name != "fewest":
            return None
        return plan_before(self.session, self.settlement)

    def line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        """The unit, with its match where there are several; what happened in it."""
        number, unit = key
        if number == PAID:
            return "", self.paid_said(key, paid=amount > 0), self.words.figure(amount)
        match = next(m for m in self.session.matches if m.number == number)
        names = decoded(match.state["table"], Table).names
        label = f"{number}.{unit}" if len(self.session.matches) > 1 else str(unit)
        return label, words(names).sentence(reason.reasons[key]), self.words.figure(amount)
