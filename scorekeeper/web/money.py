"""Who pays whom, with the fewest payments, and why."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template
from markupsafe import Markup

from scorekeeper.kernel import Table, decoded, say_many
from scorekeeper.service.money import LineKey, Settlement, Why, settlements, why
from scorekeeper.store import GameSession
from scorekeeper.web.live_state import live_session
from scorekeeper.web.match import page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.people import people
from scorekeeper.web.reader import _, sentence, words

MOST_LINES = 60

blueprint = Blueprint("money", __name__, url_prefix="/s/<slug>/<int:number>/money")


@blueprint.get("/")
def owed(slug: str, number: int) -> str:
    """The session's money, opened from one of its matches."""
    page = page_of(slug, number)
    played = page.unit_now - 1
    status = _("Money after %(hand)s", hand=page.unit_name(played)) if played else _("No money has moved yet")
    views = [
        SettlementView(page.opened.session, settlement) for settlement in settlements(page.opened.session)
    ]
    head = page.head(status)
    shown = live_session(page.opened.session, watches=page.opened.role != "scorer")
    head["live"] |= {key: shown[key] for key in ("versions", "every_match")}
    return render_template(
        "match/money.html",
        head=head,
        tabs=page.tabs("money.owed"),
        notices=_notices(page),
        settlements=[view.context() for view in views if view.settlement.payments],
        empty=_("Nobody owes anything yet.") if page.opened.settle == "tally" else "",
    )


def _notices(page: MatchPage) -> list[tuple[str, str]]:
    if page.opened.settle != "cash":
        return []
    return [(_("Paid in cash after every hand."), _("The scores show who won what; nothing is owed later."))]


class SettlementView:
    """The payments of one unit, as the page shows them."""

    def __init__(self, session: GameSession, settlement: Settlement) -> None:
        self.settlement, self.session = settlement, session
        players = session.players
        self.people = dict(zip((p.id for p in players), people([p.name for p in players]), strict=True))
        self.seats = {player.id: seat for seat, player in enumerate(players)}
        self.whys = why(session, settlement) if settlement.payments else []
        lines = [amount for reason in self.whys for _key, amount in reason.explanation.payer_lines]
        amounts = [*settlement.balances.values(), *lines]
        self.words = words([p.name for p in players], settlement.unit, amounts)

    def context(self) -> dict[str, Any]:
        """What the template draws for this unit."""
        balances = self.settlement.balances
        number = len(self.settlement.payments)
        total = sum(payment.amount for payment in self.settlement.payments)
        gets = sorted((p for p in balances if balances[p] > 0), key=lambda person: -balances[person])
        detail = [
            _("%(who)s gets %(amount)s", who=self._name(p), amount=self.words.money(balances[p]))
            for p in gets
        ]
        whys = sorted(self.whys, key=lambda reason: -reason.explanation.payment.amount)
        return {
            "intro": sentence(
                say_many("%(count)s payment settles it.", "%(count)s payments settle it.", number)
            ),
            "payments": [self._payment(reason) for reason in whys],
            "sum": {
                "bold": _("%(amount)s still to pay", amount=self.words.money(total)),
                "detail": Markup(", ").join(detail),
                "label": _("adds up to"),
                "zero": self.words.money(sum(balances.values())),
                "balanced": sum(balances.values()) == 0,
            },
        }

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
        shown = [self._line(key, amount, reason) for key, amount in lines[-MOST_LINES:]]
        earlier = lines[:-MOST_LINES]
        if earlier:
            total = self.words.figure(sum(amount for _key, amount in earlier))
            shown.insert(0, ("", _("%(count)s earlier", count=len(earlier)), total))
        return shown

    def _line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:
        number, unit = key
        match = next(m for m in self.session.matches if m.number == number)
        names = decoded(match.state["table"], Table).names
        label = f"{number}.{unit}" if len(self.session.matches) > 1 else str(unit)
        return label, words(names).sentence(reason.reasons[key]), self.words.figure(amount)

    def _note(self, reason: Why) -> str:
        """Why the payer pays this person, where that is not plain from the lines."""
        explained, payments = reason.explanation, self.settlement.payments
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
