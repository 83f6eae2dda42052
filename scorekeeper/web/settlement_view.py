"""The payments of one unit, as pages show them: each with what stands behind it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from markupsafe import Markup

from scorekeeper.kernel import Table, decoded, say_many
from scorekeeper.ledger import Payment
from scorekeeper.service.money import PAID, LineKey, Settlement, Why, reasons
from scorekeeper.service.open_match import opened_already
from scorekeeper.service.transfers import paid_in
from scorekeeper.store import GameSession
from scorekeeper.web.corrected import plan_before
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.people import people
from scorekeeper.web.reader import _, joined, sentence, words

MOST_LINES = 60


def odd_said(session: GameSession) -> list[str]:
    """Of each match with odd units: who got them, and by which rule."""
    said = []
    for match in session.matches:
        page = MatchPage(opened_already(match, session.slug, "viewer"))
        if odd := page.opened.game.outcome(page.opened.state).odd:
            said.append(_("%(game)s: %(odd)s", game=page.game_name, odd=page.say(odd)))
    return said


class SettlementView:
    """The payments of one unit, as the page shows them."""

    def __init__(self, session: GameSession, settlement: Settlement, plan: str = "fewest") -> None:
        self.settlement, self.session = settlement, session
        behind = reasons(session, settlement.unit)
        self.each = behind.each_to_each()
        self.transfers, self.back = dict(behind.transfers), behind.back
        self.paid = [one for one in paid_in(session) if not one.taken_back]
        self.plan_name = plan
        self.plan = behind.plan(settlement, plan)
        players = session.players
        self.people = dict(zip((p.id for p in players), people([p.name for p in players]), strict=True))
        self.seats = {player.id: seat for seat, player in enumerate(players)}
        self.whys = [behind.why(payment, between=plan == "each") for payment in self.plan]
        lines = [amount for reason in self.whys for _key, amount in reason.explanation.payer_lines]
        amounts = [*settlement.balances.values(), *lines]
        self.words = words([p.name for p in players], settlement.unit, amounts)
        self.before: dict[tuple[int, int], int] | None = None

    def context(self, page: MatchPage | None = None) -> dict[str, Any]:
        """What the template draws for this unit; ``page``: where scorers can say what was paid."""
        balances = self.settlement.balances
        if page is not None and self.plan_name == "fewest":
            self.before = plan_before(self.session, self.settlement)
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
                self._payment(reason) | self._to_pay(page, reason.explanation.payment) for reason in whys
            ],
            "sum": {
                "bold": _("%(amount)s to pay now", amount=self.words.money(total))
                if alone
                else _("%(amount)s still to pay", amount=self.words.money(total)),
                "detail": Markup(", ").join(detail),
                "label": _("adds up to"),
                "zero": self.words.money(sum(balances.values())),
                "balanced": sum(balances.values()) == 0 and not alone,
            },
        }

    def _to_pay(self, page: MatchPage | None, payment: Payment) -> dict[str, Any]:
        """Where a scorer says that it was paid."""
        part = {"part": self._part_paid(payment), "was": self._was(payment)}
        if page is None or page.opened.role != "scorer":
            return {"pay_url": "", "pay_label": "", **part}
        who = {"payer": self._name(payment.payer), "payee": self._name(payment.payee)}
        url = page.url(
            "money.pay",
            payer=payment.payer,
            payee=payment.payee,
            currency=self.settlement.unit,
            plan=self.plan_name if self.plan_name != "fewest" else None,
        )
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

    def _was(self, payment: Payment) -> str:
        """What it was before a hand was corrected, where that has changed it."""
        if self.before is None:
            return ""
        was = self.before.get((payment.payer, payment.payee))
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
        shown = [self._line(key, amount, reason) for key, amount in lines[-MOST_LINES:]]
        earlier = lines[:-MOST_LINES]
        if earlier:
            total = self.words.figure(sum(amount for _key, amount in earlier))
            shown.insert(0, ("", _("%(count)s earlier", count=len(earlier)), total))
        return shown

    def _line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        number, unit = key
        if number == PAID:
            return "", self._paid_said(key, paid=amount > 0), self.words.figure(amount)
        match = next(m for m in self.session.matches if m.number == number)
        names = decoded(match.state["table"], Table).names
        label = f"{number}.{unit}" if len(self.session.matches) > 1 else str(unit)
        return label, words(names).sentence(reason.reasons[key]), self.words.figure(amount)

    def _paid_said(self, key: LineKey, *, paid: bool) -> str:
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
