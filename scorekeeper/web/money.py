"""Who pays whom, why, and what was paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.service.clubs import role_in_club
from scorekeeper.service.money import settlements
from scorekeeper.service.transfers import Paid, paid_in, take_back
from scorekeeper.store import Club, Player
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.cash import handed_over
from scorekeeper.web.corrected import correction_notices
from scorekeeper.web.forms.base import hidden_fields, received, whole
from scorekeeper.web.forms.paying import PayForm
from scorekeeper.web.live_state import live_session
from scorekeeper.web.match import page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.paying import MatchMoney, draw, pay_page, save
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, joined, words
from scorekeeper.web.settlement_view import SettlementView, odd_said

blueprint = Blueprint("money", __name__, url_prefix="/s/<slug>/<int:number>/money")
PLANS = ("fewest", "each")
PAIR = 2


@blueprint.get("/")
def owed(slug: str, number: int) -> str:
    """The session's money, opened from one of its matches; ``?plan=each``: everybody with everybody."""
    page = page_of(slug, number)
    session, played = page.opened.session, page.unit_now - 1
    status = _("Money after %(hand)s", hand=page.unit_name(played)) if played else _("No money has moved yet")
    plan = request.args.get("plan", "")[:40]
    leaves = next((one for one in session.players if plan == f"leaves-{one.id}"), None)
    plan = plan if plan in PLANS or leaves else PLANS[0]
    views = [SettlementView(session, settlement, plan, page) for settlement in settlements(session)]
    open_views = [view for view in views if view.plan]
    head = page.head(status)
    shown = live_session(session, watches=page.opened.role != "scorer")
    head["live"] |= {key: shown[key] for key in ("versions", "every_match")}
    return render_template(
        "match/money.html",
        head=head,
        tabs=page.tabs("money.owed"),
        notices=_notices(page),
        plans=_plans(page, views, plan),
        settlements=[view.context() for view in open_views],
        leaving=_leaving(page, views, leaves),
        empty=_("%(who)s is even.", who=_bdi(leaves.name)) if leaves else _nothing_open(page, views),
        corrections=correction_notices(page),
        odd=odd_said(page.opened.session),
        handed=handed_over(page),
        paid=_paid(page),
        form={"action": page.url("money.back"), "hidden": hidden_fields()},
        toast=page.toast(request.args.get("done", "")),
    )


def _plans(page: MatchPage, views: list[SettlementView], plan: str) -> list[dict[str, Any]]:
    """The two plans with how many payments each takes, where they differ."""
    fewest = sum(len(view.settlement.payments) for view in views)
    each = sum(len(view.each) for view in views)
    if plan == PLANS[0] and all(view.settlement.payments == view.each for view in views):
        return []
    labels = (
        (PLANS[0], _("Fewest, %(count)s", count=fewest)),
        (PLANS[1], _("Each to each, %(count)s", count=each)),
    )
    return [
        {"label": label, "url": page.url("money.owed", plan=key), "current": key == plan}
        for key, label in labels
    ]


def _leaving(page: MatchPage, views: list[SettlementView], leaves: Player | None) -> dict[str, Any] | None:
    """Who goes home early, or who could: somebody who owes or gets something. A club settles on its tab."""
    if page.opened.session.club_id is not None:
        return None
    if leaves is not None:
        title = _("%(who)s goes home: only that is settled now.", who=_bdi(leaves.name))
        return {"title": title, "back": page.url("money.owed"), "people": []}
    still = {person for view in views for person, amount in view.settlement.balances.items() if amount}
    people = [
        (page.url("money.owed", plan=f"leaves-{player.id}"), player.name)
        for player in page.opened.session.players
        if player.id in still
    ]
    return {"title": "", "back": "", "people": people} if len(people) > PAIR else None


def _notices(page: MatchPage) -> list[tuple[str, str]]:
    notices = []
    if page.opened.settle == "cash":
        said = _("What this game moves is paid at once; none of it is owed.")
        notices.append((_("Handed over at the table."), said))
    if page.opened.session.club is not None:
        notices.append(on_the_tab(page.opened.session.club))
    return notices


def on_the_tab(club: Club) -> tuple[str, str]:
    """What a session's money pages say of a club's tab, with the way to it where this phone may look."""
    said = _("What is not paid here stands on the tab of %(club)s.", club=_bdi(club.name))
    more = _("It is paid there, for all sessions together.")
    if role_in_club(club, known_phone()) is None:
        return said, more
    link = Markup('<a class="link" href="%s"><span>%s</span></a>')
    return said, joined(more, link % (url_for("tab.owed", slug=club.slug), _("Open the tab")))


def _nothing_open(page: MatchPage, views: list[SettlementView]) -> str:
    if paid_in(page.opened.session) and not any(view.plan for view in views):
        return _("Everything is paid.")
    return _("Nobody owes anything yet.") if page.opened.settle == "tally" else _("Nobody owes anything.")


def _paid(page: MatchPage) -> list[dict[str, Any]]:
    """What was paid, the newest first."""
    session = page.opened.session
    names = {player.id: player.name for player in session.players}
    return [
        paid_line(paid, names, at=page.time_of(paid.at), may=page.opened.role == "scorer")
        for paid in paid_in(session)
    ]


def paid_line(paid: Paid, names: Mapping[int, str], *, at: str, may: bool) -> dict[str, Any]:
    """What was paid in one go; ``at``: when, in words; ``may``: whether this phone may take it back."""
    money = words((), paid.unit, [paid.amount_minor]).money(paid.amount_minor)
    who = {"payer": _bdi(names[paid.payer]), "payee": _bdi(names[paid.payee]), "amount": money}
    return {
        "id": paid.id,
        "text": _("%(payer)s paid %(payee)s %(amount)s", **who),
        "at": at,
        "taken_back": paid.taken_back,
        "may": may and not paid.taken_back,
    }


def _bdi(name: str) -> str:
    return Markup("<bdi>%s</bdi>") % name


@blueprint.get("/pay")
def pay(slug: str, number: int) -> Answer:
    """Somebody pays somebody: how much. In a session of a club that is done on the club's tab."""
    session = page_of(slug, number).opened.session
    if session.club is not None:
        at_tab = role_in_club(session.club, known_phone()) is not None
        return see_other(
            url_for("tab.owed", slug=session.club.slug)
            if at_tab
            else url_for("money.owed", slug=slug, number=number)
        )
    page = page_of(slug, number)
    return draw(pay_page(MatchMoney(page), request.args, PayForm()), None)


@blueprint.post("/pay")
def paid(slug: str, number: int) -> Answer:
    """Keeps what was paid, or shows what it would leave open (``do=preview``)."""
    return save(MatchMoney(page_of(slug, number)), received(PayForm))


@blueprint.post("/back")
def back(slug: str, number: int) -> Answer:
    """Takes back what was kept as paid."""
    form = received(PayForm)
    named = whole(form.transfer.data)
    page = page_of(slug, number)
    take_back(slug, known_phone(), named if isinstance(named, int) else 0)
    return see_other(page.url("money.owed", done="taken-back"))
