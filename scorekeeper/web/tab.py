"""A club's running tab: who pays whom over all of its sessions, why, and what was paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from babel.dates import format_skeleton
from flask import Blueprint, render_template, request
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.ledger import Payment
from scorekeeper.service.clubs import open_club
from scorekeeper.service.money import PAID, LineKey, Reasons, Settlement, Why
from scorekeeper.service.places import Opens
from scorekeeper.service.tab import Tab, tab_of
from scorekeeper.service.transfers import paid_in, take_back
from scorekeeper.store import Club
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.done import done_said
from scorekeeper.web.forms.base import hidden_fields, received, whole
from scorekeeper.web.forms.paying import PayForm
from scorekeeper.web.money import paid_line
from scorekeeper.web.paying import draw, pay_page, save
from scorekeeper.web.payments_view import Open, PaymentsView
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader, sentence

blueprint = Blueprint("tab", __name__, url_prefix="/c/<slug>/tab")
SHOWN_LINES = 8
MOST_LINES = 400


@dataclass
class TabMoney:
    """The money of a club."""

    page: ClubPage
    opens: Opens = open_club

    @cached_property
    def tab(self) -> Tab:
        """The tab, read once."""
        return tab_of(self.place)

    @property
    def slug(self) -> str:
        """Of the club."""
        return self.page.club.slug

    @property
    def place(self) -> Club:
        """The club."""
        return self.page.club

    @property
    def names(self) -> Mapping[int, str]:
        """Its people by member id."""
        return self.tab.names

    @property
    def settlements(self) -> Sequence[Settlement]:
        """What is open, one for each unit."""
        return self.tab.settlements

    def behind(self, unit: str) -> Reasons:
        """What stands behind it."""
        return self.tab.reasons[unit]

    def part_paid(self, payer: int, payee: int, unit: str) -> int:  # noqa: ARG002 - whatever they are
        """Nothing: debts come and go for years, and none of them is known by itself."""
        return 0

    def url(self, page: Literal["owed", "paid"], *, plan: str | None = None, done: str | None = None) -> str:
        """The page that shows it, or the address that keeps a payment."""
        return self.page.url(f"tab.{page}", done=done, plan=plan)

    def frame(self, title: str) -> dict[str, Any]:
        """Header and tabs of the club."""
        return self.page.frame(title, "tab.owed")


class TabView(PaymentsView):
    """The payments of the tab in one unit: each opens to the sessions behind it."""

    def __init__(self, money: TabMoney, settlement: Settlement, *, everything: bool) -> None:
        self.page, self.tab = money.page, money.tab
        self.most_lines = MOST_LINES if everything else SHOWN_LINES
        self.everything = everything
        self.called: dict[int, tuple[str, str]] = {}  # a session stands behind several payments
        super().__init__(Open(money.names, settlement, money.behind(settlement.unit), ()))

    def pay_url(self, payment: Payment) -> str:
        """The page on which it is kept as paid."""
        if not self.page.enters:
            return ""
        pair = {"payer": payment.payer, "payee": payment.payee, "currency": self.settlement.unit}
        return self.page.url("tab.pay", **pair)

    def line(self, key: LineKey, amount: int, reason: Why) -> tuple[str, str, str]:  # noqa: ARG002 - sessions say it
        """A session by its day and games, what was paid there, or what was paid on the tab."""
        session_id, what = key
        figure = self.words.figure(amount)
        paid = _("paid") if amount > 0 else _("was paid")
        if session_id == PAID:
            return self.page.day_of(self.tab.paid_at[what]), paid, figure
        if session_id not in self.called:
            self.called[session_id] = self._session(session_id)
        day, games = self.called[session_id]
        return day, _("%(paid)s in that session", paid=paid) if what == PAID else games, figure

    def _session(self, session_id: int) -> tuple[str, str]:
        session = self.tab.sessions[session_id]
        day = format_skeleton("MMMd", session.day, locale=reader().locale)
        games = ", ".join(sentence(GAMES[game].name) for game in session.games)
        return day, _("%(games)s (archived)", games=games) if session.archived else games

    def earlier(self, count: int) -> str:
        """What is said for the lines that are left out, with the way to them."""
        said = super().earlier(count)
        if self.everything:
            return said
        link = Markup('<a class="link" href="%s"><span>%s</span></a>')
        return link % (self.page.url("tab.owed", all=1), said)


@blueprint.get("/")
def owed(slug: str) -> str:
    """The tab as it stands; ``?all``: with far more of the sessions behind each payment."""
    money = TabMoney(club_page(slug))
    page = money.page
    everything = "all" in request.args
    views = [TabView(money, one, everything=everything) for one in money.settlements]
    archived = any(session.archived for session in money.tab.sessions.values())
    return render_template(
        "match/money.html",
        **money.frame(_("What is open over all sessions")),
        notices=[_archived_too()] if archived else [],
        plans=[],
        settlements=[view.context() for view in views if view.plan],
        leaving=None,
        empty=_("Everything is paid.") if views else _("Nobody owes anything yet."),
        corrections=[],
        paid=[
            paid_line(one, _names(money.place), at=page.day_of(one.at), may=page.enters)
            for one in paid_in(money.place)
        ],
        form={"action": page.url("tab.back"), "hidden": hidden_fields()},
        toast=done_said(request.args.get("done", "")),
    )


def _names(club: Club) -> dict[int, str]:
    """Of all members, also those who turned out to be another."""
    return {one.id: one.name for one in club.members}


def _archived_too() -> tuple[str, str]:
    return (
        _("Archived sessions count here too."),
        _("What is owed stays owed; only statistics leave them out."),
    )


@blueprint.get("/pay")
def pay(slug: str) -> Answer:
    """Somebody pays somebody: how much."""
    return draw(pay_page(TabMoney(club_page(slug)), request.args, PayForm()), None)


@blueprint.post("/pay")
def paid(slug: str) -> Answer:
    """Keeps what was paid, or shows what it would leave open (``do=preview``)."""
    return save(TabMoney(club_page(slug)), received(PayForm))


@blueprint.post("/back")
def back(slug: str) -> Answer:
    """Takes back what was kept as paid."""
    named = whole(received(PayForm).transfer.data)
    take_back(slug, known_phone(), named if isinstance(named, int) else 0, opens=open_club)
    return see_other(club_page(slug).url("tab.owed", done="taken-back"))
