"""Somebody pays somebody: the page on which that is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from flask import abort, render_template
from markupsafe import Markup

from scorekeeper.kernel import Refused
from scorekeeper.ledger import Unit, amount_text
from scorekeeper.service.money import Reasons, Settlement, reasons, settlements
from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import Opens, Place
from scorekeeper.service.transfers import paid_in, record_transfer, transfers_seen
from scorekeeper.store import GameSession
from scorekeeper.web.answers import Answer, from_script, see_other
from scorekeeper.web.forms.base import hidden_fields, whole
from scorekeeper.web.forms.paying import ALL, HALF, OTHER, PayForm
from scorekeeper.web.forms.setup import minor_amount
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, words
from scorekeeper.words import Words, decimals, unit_name


class Money(Protocol):
    """Where money is owed: a session, opened from one of its matches, or the tab of a club."""

    @property
    def slug(self) -> str:
        """Of the session or the club."""

    @property
    def place(self) -> Place:
        """The session or the club."""

    @property
    def opens(self) -> Opens:
        """How that is opened."""

    @property
    def names(self) -> Mapping[int, str]:
        """Who may pay and be paid, by the id that payments have for them."""

    @property
    def settlements(self) -> Sequence[Settlement]:
        """What is open, one for each unit."""

    def behind(self, unit: str) -> Reasons:
        """What stands behind it."""

    def part_paid(self, payer: int, payee: int, unit: str) -> int:
        """What of a debt is paid already, in minor units."""

    def url(self, page: Literal["owed", "paid"], *, plan: str | None = None, done: str | None = None) -> str:
        """The page that shows it, or the address that keeps a payment."""

    def frame(self, title: str) -> dict[str, Any]:
        """Header and tabs around the page on which a payment is kept."""


@dataclass(frozen=True, slots=True)
class MatchMoney:
    """The money of a session, on the pages of one of its matches."""

    page: MatchPage
    opens: Opens = open_session

    @property
    def slug(self) -> str:
        """Of the session."""
        return self.page.opened.slug

    @property
    def place(self) -> GameSession:
        """The session."""
        return self.page.opened.session

    @property
    def names(self) -> Mapping[int, str]:
        """Its people by player id."""
        return {player.id: player.name for player in self.place.players}

    @property
    def settlements(self) -> Sequence[Settlement]:
        """What is open, one for each unit."""
        return settlements(self.place)

    def behind(self, unit: str) -> Reasons:
        """What stands behind it."""
        return reasons(self.place, unit)

    def part_paid(self, payer: int, payee: int, unit: str) -> int:
        """What of a debt is paid already, in minor units."""
        counted = [one for one in paid_in(self.place) if not one.taken_back]
        same = [one for one in counted if (one.payer, one.payee, one.unit) == (payer, payee, unit)]
        return sum(one.amount_minor for one in same)

    def url(self, page: Literal["owed", "paid"], *, plan: str | None = None, done: str | None = None) -> str:
        """The page that shows it, or the address that keeps a payment."""
        return self.page.url(f"money.{page}", done=done, plan=plan)

    def frame(self, title: str) -> dict[str, Any]:
        """Header and tabs of the match."""
        return {"head": self.page.head(title), "tabs": self.page.tabs("money.owed")}


@dataclass(frozen=True, slots=True)
class PayPage:
    """Who pays whom, in which unit, and how much of it is open by the plan that was looked at."""

    money: Money
    form: PayForm
    payer: int
    payee: int
    unit: str
    plan: str
    open_minor: int

    @property
    def words(self) -> Words:
        """Words for these amounts."""
        return words((), self.unit, [self.open_minor, self.amount_or_nothing])

    @property
    def amount_or_nothing(self) -> int:
        """What is to be kept as paid, 0 if it cannot be read."""
        try:
            return self.amount()
        except Refused:
            return 0

    def amount(self) -> int:
        """What is to be kept as paid; raises Refused if it cannot be read."""
        part = self.form.part.data or (ALL if self.open_minor else OTHER)
        if part == HALF:
            return (self.open_minor + 1) // 2
        if part == ALL:
            return self.open_minor
        return minor_amount(self.form.amount.data or "", self.unit, "amount")

    def name(self, person: int) -> str:
        """Somebody by name."""
        return Markup("<bdi>%s</bdi>") % self.money.names[person]


def pay_page(money: Money, asked: Mapping[str, Any], form: PayForm) -> PayPage:
    """The page for what was asked; not found where one of the two, or what they play for, is not here."""
    people = {str(person): person for person in money.names}
    payer, payee = (people.get(str(asked.get(who))) for who in ("payer", "payee"))
    settlement = next((one for one in money.settlements if one.unit == asked.get("currency")), None)
    if settlement is None or payer is None or payee is None or payer == payee:
        abort(404)
    plan = str(asked.get("plan") or "fewest")[:40]
    payments = money.behind(settlement.unit).plan(settlement, plan)
    still = sum(one.amount for one in payments if (one.payer, one.payee) == (payer, payee))
    return PayPage(money, form, payer, payee, settlement.unit, plan, still)


def draw(asked: PayPage, refused: Refused | None) -> str:
    """The page, with what it would leave open."""
    said = asked.words
    payer, payee = asked.name(asked.payer), asked.name(asked.payee)
    amount = asked.amount_or_nothing
    part = asked.form.part.data or (ALL if asked.open_minor else OTHER)
    title = _("%(payer)s pays %(payee)s", payer=payer, payee=payee)
    context = {
        "title": title,
        "lead": _lead(asked, payer, payee),
        "parts": _parts(asked, said, part),
        "amount": amount_text(asked.open_minor, Unit(asked.unit, decimals(asked.unit)))
        if asked.form.amount.data is None
        else asked.form.amount.data,  # what was typed stays, right or wrong
        "amount_label": _("Amount paid now, %(unit)s", unit=unit_name(asked.unit, said.locale)),
        "error": said.sentence(refused.message) if refused else "",
        "after": _after(asked, said, amount, payer, payee) if amount > 0 else "",
        "button": _("%(payer)s has paid %(amount)s", payer=payer, amount=said.money(amount))
        if amount > 0
        else _("Next: how much was paid?"),
        "ready": amount > 0,
        "form": {"action": asked.money.url("paid"), "hidden": _hidden(asked, refused)},
    }
    if from_script():
        return render_template("match/_pay.html", **context)
    return render_template("match/pay.html", **asked.money.frame(title), **context)


def _hidden(asked: PayPage, refused: Refused | None) -> list[tuple[str, str]]:
    seen = asked.form.seen.data
    if not seen or (refused is not None and refused.code == "overtaken"):  # it is said, and looked at now
        seen = str(transfers_seen(asked.money.place))
    own = [("payer", asked.payer), ("payee", asked.payee), ("currency", asked.unit), ("plan", asked.plan)]
    return [
        *hidden_fields(client_id=asked.form.client_id.data),
        *((name, str(value)) for name, value in own),
        ("seen", seen),
        ("shown", str(asked.open_minor)),
    ]


def _lead(asked: PayPage, payer: str, payee: str) -> str:
    paid = asked.money.part_paid(asked.payer, asked.payee, asked.unit)
    said = words((), asked.unit, [asked.open_minor, paid])
    nothing = _("Nothing is written until you confirm.")
    who = {"payer": payer, "payee": payee, "amount": said.money(asked.open_minor), "paid": said.money(paid)}
    if not asked.open_minor:
        return _("By this plan %(payer)s owes %(payee)s nothing.", **who) + " " + nothing
    if paid:
        return _("%(payer)s still owes %(amount)s, and has paid %(paid)s.", **who) + " " + nothing
    return _("%(payer)s owes %(payee)s %(amount)s.", **who) + " " + nothing


def _parts(asked: PayPage, said: Words, part: str) -> list[tuple[str, str, bool]]:
    half = (asked.open_minor + 1) // 2
    offered = [(OTHER, _("Other amount"))]
    if asked.open_minor > 1:
        offered.insert(0, (HALF, _("Half, %(amount)s", amount=said.money(half))))
    if asked.open_minor:
        offered.insert(0, (ALL, _("All, %(amount)s", amount=said.money(asked.open_minor))))
    return [(value, label, value == part) for value, label in offered]


def _after(asked: PayPage, said: Words, amount: int, payer: str, payee: str) -> str:
    """What is open then; somebody may pay more than is owed."""
    left = asked.open_minor - amount
    who = {"payer": payer, "payee": payee, "amount": said.money(abs(left))}
    if left > 0:
        return _("After this, %(payer)s still owes %(payee)s %(amount)s.", **who)
    if left < 0:
        return _("That is %(amount)s more than owed. %(payee)s would owe %(payer)s %(amount)s.", **who)
    return _("After this, %(payer)s owes %(payee)s nothing.", **who)


def save(money: Money, form: PayForm) -> Answer:
    """Keeps what was paid; a preview and a refusal answer with the page."""
    asked = pay_page(money, form.data, form)
    if form.do.data == "preview":
        return draw(asked, None)
    seen, sent = whole(form.seen.data), whole(form.shown.data)
    shown = sent if isinstance(sent, int) else asked.open_minor  # what "all" meant on the page
    try:
        record_transfer(
            money.slug,
            known_phone(),
            payer=asked.payer,
            payee=asked.payee,
            amount_minor=replace(asked, open_minor=shown).amount(),
            unit=asked.unit,
            seen=seen if isinstance(seen, int) else -1,
            client_id=form.own_id,
            up_to_date=shown == asked.open_minor,
            opens=money.opens,
        )
    except Refused as refused:
        return draw(pay_page(money, form.data, form), refused), 422
    plan = asked.plan if asked.plan != "fewest" else None
    return see_other(money.url("owed", done="paid", plan=plan))
