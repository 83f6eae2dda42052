"""The payments of one unit, as pages show them: each with what stands behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from markupsafe import Markup

from scorekeeper.kernel import say_many
from scorekeeper.ledger import Payment
from scorekeeper.service.money import LineKey, Reasons, Settlement, Why
from scorekeeper.service.transfers import Paid
from scorekeeper.web.people import people
from scorekeeper.web.reader import _, joined, sentence, words

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


class PaymentsView(ABC):
    """The payments of one unit, as a page shows them: of a session, or of a club's tab."""

    most_lines = MOST_LINES
    """So many lines stand behind a payment at most; one stands for all before them."""
    on_tab: Literal["", "open", "even"] = ""
    """Whether what is open stands on a club's tab, and whether that is even: nobody is asked for it twice."""

    def __init__(self, money: Open, plan: str = "fewest") -> None:
        self.settlement, behind = money.settlement, money.behind
        self.each = behind.each_to_each()
        self.transfers, self.back = dict(behind.transfers), behind.back
        self.paid = money.paid
        self.plan_name = plan
        self.plan = behind.plan(money.settlement, plan)
        names = list(money.names.values())
        self.people = dict(zip(money.names, people(names), strict=True))
        self.seats = {person: seat for seat, person in enumerate(money.names)}
        self.whys = [behind.why(payment, between=plan == "each") for payment in self.plan]
        lines = [amount for reason in self.whys for _key, amount in reason.explanation.payer_lines]
        amounts = [*self.settlement.balances.values(), *lines]
        self.words = words(names, self.settlement.unit, amounts)

    @abstractmethod
    def pay_url(self, payment: Payment) -> str:
        """Where a scorer says that it was paid; empty for who watches."""

    def earlier(self, count: int) -> str:
        """What is said for the lines that are left out."""
        return _("%(count)s earlier", count=count)

    @abstractmethod
    def line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        """A line behind a payment: its number or day, what it says, and the figure."""

    def was_before(self) -> dict[tuple[int, int], int] | None:
        """What the payments were, by payer and payee, before a hand was corrected; None if none was."""
        return None

    def context(self) -> dict[str, Any]:
        """What the template draws for this unit."""
        balances = self.settlement.balances
        before = self.was_before()
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
            "payments": [
                self._payment(reason) | self._to_pay(reason.explanation.payment, before) for reason in whys
            ],
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
        if self.on_tab == "even":
            return _("%(amount)s, settled on the club’s tab", amount=amount)
        if self.on_tab:
            return _("%(amount)s on the club’s tab", amount=amount)
        return _("%(amount)s still to pay", amount=amount)

    def _to_pay(self, payment: Payment, before: Mapping[tuple[int, int], int] | None) -> dict[str, Any]:
        """Where a scorer says that it was paid; what of it was, and what it was before."""
        part = {"part": self._part_paid(payment), "was": self._was(payment, before)}
        url = self.pay_url(payment)
        if not url:
            return {"pay_url": "", "pay_label": "", **part}
        who = {"payer": self._name(payment.payer), "payee": self._name(payment.payee)}
        return {**part, "pay_url": url, "pay_label": _("%(payer)s pays %(payee)s", **who).striptags()}  # type: ignore[attr-defined]  # it is markup

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

    def _was(self, payment: Payment, before: Mapping[tuple[int, int], int] | None) -> str:
        """What it was before a hand was corrected, where that has changed it."""
        if before is None:
            return ""
        was = before.get((payment.payer, payment.payee))
        if was is None:
            return _("new")
        return "" if was == payment.amount else _("was %(amount)s", amount=self.words.money(was))

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
                "label": self._owes(payment),
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

    def paid_said(self, key: LineKey, *, paid: bool) -> str:
        """What a transfer was for the person whose lines these are: who paid it, or got it."""
        transfer = self.transfers[key]
        if key in self.back:
            return _("taken back")
        if paid:
            return _("paid %(who)s", who=self._name(transfer.payee))
        return _("got from %(who)s", who=self._name(transfer.payer))

    def _owes(self, payment: Payment) -> str:
        """What the lines come to: the payer's whole debt, or what is owed to that person alone."""
        who = {"who": self._name(payment.payer), "payee": self._name(payment.payee)}
        return _("%(who)s owes %(payee)s", **who) if self.plan_name == "each" else _("%(who)s owes", **who)

    def _note(self, reason: Why) -> str:
        """Why the payer pays this person, where that is not plain from the lines."""
        if self.plan_name == "each":
            return ""
        payer = reason.explanation.payment.payer
        own = [one for one in self.plan if one.payer == payer]
        left = -self.settlement.balances[payer] - sum(one.amount for one in own)
        said = [self._split(own) if len(own) > 1 else "", self._cleared(reason, alone=len(own) == 1)]
        if left > 0:
            who = {"amount": self.words.money(left), "who": self._name(payer)}
            said.append(_("%(who)s still owes %(amount)s to others.", **who))
        return joined(*said)

    def _split(self, own: list[Payment]) -> str:
        """To whom the payments of one person go, and how much."""
        parts = [
            _("%(amount)s to %(who)s", amount=self.words.money(one.amount), who=self._name(one.payee))
            for one in own
        ]
        payer = self._name(own[0].payer)
        return _("%(payer)s’s debt is split: %(parts)s.", payer=payer, parts=Markup(", ").join(parts))

    def _cleared(self, reason: Why, *, alone: bool) -> str:
        """Whose debts the payment clears, where not only the payer's own to that person.

        ``alone``: it is the payer's only one.
        """
        explained = reason.explanation
        payer, payee = self._name(explained.payment.payer), self._name(explained.payment.payee)
        who = {"payer": payer, "payee": payee}
        if explained.through:
            way = [payer, *map(self._name, explained.through), payee]
            debts = [_("%(payer)s owes %(payee)s", payer=a, payee=b) for a, b in pairwise(way)]
            return _(
                "%(payer)s owes %(payee)s nothing directly: %(debts)s.",
                **who,
                debts=self.words.listed(debts),
            )
        if not explained.clears_others:
            return ""
        count, each = len(self.plan), len(self.each)
        if alone and self.plan_name == "fewest" and count < each:
            return _(
                "%(payer)s’s whole debt goes to %(payee)s, because that takes %(count)s payments for the "
                "table instead of %(each)s.",
                **who,
                count=count,
                each=each,
            )
        if explained.never_direct:
            return _("It clears what others owe %(payee)s.", **who)
        return _("A part of it clears what others owe %(payee)s.", **who)
