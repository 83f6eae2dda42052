"""The payments of one unit, as pages show them: each with what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorekeeper.kernel import Table, decoded, say_many
from scorekeeper.ledger import Payment
from scorekeeper.service.money import PAID, LineKey, Reasons, Settlement, Why, reasons
from scorekeeper.service.transfers import Paid, paid_in
from scorekeeper.store import GameSession
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.people import people
from scorekeeper.web.reader import _, sentence, words

MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Open:
    """Whose money it is and what stands behind it, in one unit.

    ``names``: by the id that payments have for people; ``paid``: what was paid and counts.
    """

    names: Mapping[int, str]
    settlement: Settlement
    behind: Reasons
    paid: Sequence[Paid]


class PaymentsView:
    """The payments of one unit, as a page shows them: of a session, or of a club's tab."""

    most_lines = MOST_LINES
    """So many lines stand behind a payment at most; one stands for all before them."""
    on_tab = False
    """Whether what is open stands on a club's tab, so that nobody is asked for it twice."""

    def __init__(self, money: Open, plan: str = "fewest") -> None:
        self.settlement, behind = money.settlement, money.behind
        self.each = behind.each_to_each()
        self.paid = money.paid
        self.plan_name = plan
        self.plan = behind.plan(money.settlement, plan)
        names = list(money.names.values())
        self.people = dict(zip(money.names, people(names), strict=True))
        self.seats = {person: seat for seat, person in enumerate(money.names)}
        self.whys = [behind.why(payment) for payment in self.plan]
        lines = [amount for reason in self.whys for _key, amount in reason.explanation.payer_lines]
        amounts = [*self.settlement.balances.values(), *lines]
        self.words = words(names, self.settlement.unit, amounts)

    def pay_url(self, payment: Payment) -> str:
        """Where a scorer says that it was paid; empty for who watches."""
        raise NotImplementedError

    def earlier(self, count: int) -> str:
        """What is said for the lines that are left out."""
        return _("%(count)s earlier", count=count)

    def line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        """A line behind a payment: its number or day, what it says, and the figure."""
        raise NotImplementedError

    def context(self) -> dict[str, Any]:
        """What the template draws for this unit."""
        balances = self.settlement.balances
        number = len(self.plan)
        alone = self.plan_name.startswith("leaves")
        total = sum(payment.amount for payment in self.plan)
        gets = sorted((p for p in balances if balances[p] > 0), key=lambda person: -balances[person])
        if alone:
            gets = []
        detail = [
            _("%(who)s gets %(amount)s", who=self._name(p), amount=self.words.money(balances[p]))
            for p in gets
        ]
        whys = sorted(self.whys, key=lambda reason: -reason.explanation.payment.amount)
        return {
            "intro": ""
            if alone
            else sentence(say_many("%(count)s payment settles it.", "%(count)s payments settle it.", number)),
            "payments": [self._payment(reason) | self._to_pay(reason.explanation.payment) for reason in whys],
            "sum": {
                "bold": self._sum_said(self.words.money(total), alone=alone),
                "detail": Markup(", ").join(detail),
                "label": _("adds up to"),
                "zero": self.words.money(sum(balances.values())),
                "balanced": sum(balances.values()) == 0 and not alone,
            },
        }

    def _sum_said(self, amount: str, *, alone: bool) -> str:
        if alone:
            return _("%(amount)s to pay now", amount=amount)
        if self.on_tab:
            return _("%(amount)s on the club’s tab", amount=amount)
        return _("%(amount)s still to pay", amount=amount)

    def _to_pay(self, payment: Payment) -> dict[str, Any]:
        """Where a scorer says that it was paid."""
        part, url = self._part_paid(payment), self.pay_url(payment)
        if not url:
            return {"pay_url": "", "pay_label": "", "part": part}
        who = {"payer": self._name(payment.payer), "payee": self._name(payment.payee)}
        return {"part": part, "pay_url": url, "pay_label": _("%(payer)s pays %(payee)s", **who).striptags()}  # type: ignore[attr-defined]  # it is markup

    def _part_paid(self, payment: Payment) -> dict[str, Any] | None:
        """What of a debt is paid already: "$4 of $10 paid"."""
        paid = sum(
            one.amount_minor
            for one in self.paid
            if (one.payer, one.payee, one.unit) == (payment.payer, payment.payee, self.settlement.unit)
        )
        if not paid:
            return None
        said = {"paid": self.words.money(paid), "all": self.words.money(paid + payment.amount)}
        return {"said": _("%(paid)s of %(all)s paid", **said), "paid": paid, "all": paid + payment.amount}

    def _name(self, player_id: int) -> str:
        return self.words.name(self.seats[player_id])

    def _payment(self, reason: Why) -> dict[str, Any]:
        payment = reason.explanation.payment
        figure = self.words.money(payment.amount)
        lines = reason.explanation.payer_lines
        return {
            "payer": self.people[payment.payer],
            "payee": self.people[payment.payee],
            "amount": figure,
            "why_label": _("Why %(amount)s?", amount=figure),
            "why": {
                "rows": self._lines(lines, reason),
                "label": _("%(who)s owes", who=self._name(payment.payer)),
                "total": self.words.figure(sum(amount for _key, amount in lines)),
                "note": self._note(reason),
            },
        }

    def _lines(self, lines: tuple[tuple[LineKey, int], ...], reason: Why) -> list[tuple[str, str, str]]:
        """The units behind a payment; of very many the newest, and one line for all before them."""
        shown = [self.line(key, amount, reason) for key, amount in lines[-self.most_lines :]]
        earlier = lines[: -self.most_lines]
        if earlier:
            total = self.words.figure(sum(amount for _key, amount in earlier))
            shown.insert(0, ("", self.earlier(len(earlier)), total))
        return shown

    def _note(self, reason: Why) -> str:
        """Why the payer pays this person, where that is not plain from the lines."""
        explained, payments = reason.explanation, self.plan
        payer, payee = self._name(explained.payment.payer), self._name(explained.payment.payee)
        several = sum(payment.payer == explained.payment.payer for payment in payments) > 1
        if several:
            parts = [p for p in payments if p.payer == explained.payment.payer]
            split = [
                _("%(amount)s to %(who)s", amount=self.words.money(p.amount), who=self._name(p.payee))
                for p in parts
            ]
            return _("%(payer)s’s debt is split: %(parts)s.", payer=payer, parts=Markup(", ").join(split))
        if explained.through:
            way = self.words.listed([self._name(person) for person in explained.through])
            return _(
                "%(payer)s owes %(payee)s nothing directly, but owes %(way)s, who owes %(payee)s.",
                payer=payer,
                payee=payee,
                way=way,
            )
        if explained.clears_others:
            return _(
                "%(payer)s’s whole debt goes to %(payee)s, because then %(count)s payments do.",
                payer=payer,
                payee=payee,
                count=len(payments),
            )
        return ""


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
        self.on_tab = session.club_id is not None
        names = {player.id: player.name for player in session.players}
        paid = [one for one in paid_in(session) if not one.taken_back]
        super().__init__(Open(names, settlement, reasons(session, settlement.unit), paid), plan)

    def pay_url(self, payment: Payment) -> str:
        """The page on which it is kept as paid."""
        if self.page is None or self.page.opened.role != "scorer":
            return ""
        return self.page.url(
            "money.pay",
            payer=payment.payer,
            payee=payment.payee,
            currency=self.settlement.unit,
            plan=self.plan_name if self.plan_name != "fewest" else None,
        )

    def line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        """The unit, with its match where there are several; what happened in it."""
        number, unit = key
        if number == PAID:
            return "", _("paid") if amount > 0 else _("was paid"), self.words.figure(amount)
        match = next(m for m in self.session.matches if m.number == number)
        names = decoded(match.state["table"], Table).names
        label = f"{number}.{unit}" if len(self.session.matches) > 1 else str(unit)
        return label, words(names).sentence(reason.reasons[key]), self.words.figure(amount)
