"""A session: its games, who pays whom over all of them, copies to keep, and what can be done next."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.kernel import Refused, say_many
from scorekeeper.service.money import settlements
from scorekeeper.service.open_match import open_session, opened_already
from scorekeeper.store import GameSession
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.copies import copies
from scorekeeper.web.done import done_said
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received
from scorekeeper.web.keeping import KeepingForm, keep, kept
from scorekeeper.web.live_state import live_session
from scorekeeper.web.match import ACTS
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.money import on_the_tab
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader, sentence, words
from scorekeeper.web.settlement_view import SettlementView, odd_said

blueprint = Blueprint("session", __name__, url_prefix="/s/<slug>")


@blueprint.get("/")
def summary(slug: str) -> str:
    """The session at one look."""
    return draw(slug)


def draw(slug: str, *, error: str = "", name: str = "") -> str:
    """The page; ``error``: why it is in no new club, for which ``name`` was typed."""
    session, role = open_session(slug, known_phone())
    pages = [_page(session, number, role) for number in range(len(session.matches))]
    players = sentence(say_many("%(count)s player", "%(count)s players", len(session.players)))
    views = [SettlementView(session, settlement, page=pages[-1]) for settlement in settlements(session)]
    with_payments = [view for view in views if view.settlement.payments]
    keeping = kept(session, role)
    return render_template(
        "session.html",
        head={
            "title": format_date(session.day, "EEEE d MMMM", locale=reader().locale),
            "status": players,
            "back": _back(keeping),
            "live": live_session(session, watches=role != "scorer"),
        },
        tabs=None,
        notices=[_archived()] if keeping["archived"] else [],
        matches=[_match(page) for page in pages],
        settlements=[view.context() for view in with_payments],
        tab=on_the_tab(session.club) if session.club is not None else None,
        empty=_nobody_owes(pages),
        odd=odd_said(session),
        copies=copies(session),
        acts=_all_acts(pages) if role == "scorer" else [],
        more_games=_more_games(slug) if role == "scorer" else [],
        keeping=keeping | {"error": error, "name": name},
        toast=done_said(request.args.get("done", "")),
    )


def _back(keeping: dict[str, Any]) -> dict[str, str]:
    """Back to the club, where this phone is in it."""
    if keeping["club"] and keeping["club"]["url"]:
        return {"url": keeping["club"]["url"], "label": _("The club")}
    return {"url": url_for("home.start"), "label": _("The start")}


def _archived() -> tuple[str, str]:
    return _("This session is archived."), _("It counts in no statistics. What is owed stays owed.")


def _page(session: GameSession, at: int, role: str) -> MatchPage:
    return MatchPage(opened_already(session.matches[at], session.slug, role))


def _match(page: MatchPage) -> dict[str, Any]:
    return {
        "key": page.opened.game.key,
        "title": _("%(game)s, %(played)s", game=page.game_name, played=page.units_played()),
        "line": page.who_leads() or page.who_deals(),
        "url": page.url("scores.sheet" if page.opened.match.finished else "match.hand"),
        "tag": "" if page.opened.match.finished else _("being played"),
    }


def _nobody_owes(pages: list[MatchPage]) -> str:
    if all(page.opened.settle == "cash" for page in pages):
        return _("Paid in cash at the table: nothing is owed.")
    return _("Nobody owes anything.")


def _all_acts(pages: list[MatchPage]) -> list[dict[str, Any]]:
    """What can be done with the last match, and the ends of those before it that go on."""
    *earlier, last = pages
    going_on = [page for page in earlier if not page.opened.match.finished]
    return [
        *(_with_address(last, act) for act in _acts(last)),
        *(_with_address(page, _finish(page)) for page in going_on),
    ]


def _acts(last: MatchPage) -> list[dict[str, Any]]:
    """What can be done with the session's last match."""
    if last.opened.match.finished:
        return [
            {"label": _("Play again: same people"), "hint": last.game_name, "do": "again", "danger": False},
            {"label": _("Reopen %(game)s", game=last.game_name), "hint": "", "do": "reopen", "danger": False},
        ]
    return [_finish(last)]


def _finish(page: MatchPage) -> dict[str, Any]:
    label, hint = _("Finish %(game)s", game=page.game_name), _("It can be reopened.")
    return {"label": label, "hint": hint, "do": "finish", "danger": False}


def _with_address(page: MatchPage, act: dict[str, Any]) -> dict[str, Any]:
    """A button of its own form: it is about one of several games."""
    return act | {"action": page.url("session.act"), "hidden": hidden_fields(page.opened.match.version)}


def _more_games(slug: str) -> list[dict[str, str]]:
    """The games that may be played next in the session, by the same people or others."""
    return [
        {"name": sentence(game.name), "url": url_for("setup.form", slug=slug, key=game.key)}
        for game in GAMES.values()
    ]


@blueprint.post("/<int:number>/act")
def act(slug: str, number: int) -> Answer:
    """What is tapped here about a match: finish, reopen or play again."""
    do = received(PhoneForm).do.data or ""
    if do not in {"again", "reopen", "finish"}:
        abort(400)
    return ACTS[do](slug, number)


@blueprint.post("/keeping")
def keep_it(slug: str) -> Answer:
    """Puts the session into a club or out of it, archives it, hides it on this phone."""
    form = received(KeepingForm)
    try:
        done = keep(slug, form)
    except Refused as refused:
        return draw(slug, error=words().sentence(refused.message), name=form.name.data or ""), 422
    if done == "hidden":
        return see_other(url_for("home.start", done=done))
    return see_other(url_for("session.summary", slug=slug, done=done))
