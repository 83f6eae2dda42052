"""The hand, round or turn under way: entering it, seeing what it will do, taking it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.kernel import Refused
from scorekeeper.service.entries import add_entries, add_entries_to, preview_entries, stale
from scorekeeper.service.history import redo as redo_entry
from scorekeeper.service.history import reopen as reopen_match
from scorekeeper.service.history import state_before_entry
from scorekeeper.service.history import undo as undo_entry
from scorekeeper.service.open_match import OpenMatch, open_match, open_match_alone
from scorekeeper.service.sessions import play_again as start_again
from scorekeeper.web.forms.base import PhoneForm, check, hidden_fields, received
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.screens import Screen, screens_of

blueprint = Blueprint("match", __name__, url_prefix="/s/<slug>/<int:number>")

Answer = str | AnyResponse | tuple[str, int]


def page_of(slug: str, number: int) -> MatchPage:
    """The page of a match that this phone may see; raises NotFound."""
    return MatchPage(open_match(slug, number, known_phone()))


def from_script() -> bool:
    """Whether the phone's script asks for a part of the page."""
    return "HX-Request" in request.headers


@blueprint.get("/")
def hand(slug: str, number: int) -> Answer:
    """What comes next, to be entered; or the result, once the match is finished."""
    page = MatchPage(open_match_alone(slug, number, known_phone()))
    if page.opened.match.finished:
        return redirect(page.url("scores.sheet"))
    if page.opened.role != "scorer":
        return redirect(page.url("watch.table"))
    screen = screens_of(page.opened.game).entry_screen(page, request.args.get("view", ""))
    return draw(page, screen, None, saves_at=page.url("match.enter", view=request.args.get("view")))


def draw(
    page: MatchPage,
    screen: Screen,
    refused: Refused | None,
    *,
    saves_at: str,
    spoken: bool = False,
    more: dict[str, Any] | None = None,
) -> str:
    """The screen with what its entries would do, or why they cannot be saved."""
    step = None
    if refused is None and (request.method == "POST" or more is not None):
        try:
            step = preview_entries(page.opened, screen.raws())
        except Refused as error:
            refused = error
    context = screen.context(step, refused, spoken=spoken)
    context |= more or {}
    sent_id = screen.form.client_id.data if request.method == "POST" else None
    context["form"] = {
        "action": saves_at,
        "hidden": hidden_fields(page.opened.match.version, sent_id),
        "draft": f"{page.opened.match.id}:{page.opened.match.version}",
    }
    if getattr(screen, "completes", False):
        context["form"]["hidden"].append(("completes", "yes"))  # read by the phone that has to keep it
    if from_script() and request.method == "POST":
        return render_template(screen.part, **context)
    context["head"] = page.head(context["status"])
    context["tabs"] = page.tabs("match.hand")
    context["toast"] = page.toast(request.args.get("done", ""))
    context["sheet_url"] = page.url("scores.part")
    return render_template(screen.template, **context)


@blueprint.post("/")
def enter(slug: str, number: int) -> Answer:
    """Saves what was tapped, or only shows what it would do (``do=preview``)."""
    opened = open_match_alone(slug, number, known_phone())
    page, view = MatchPage(opened), request.args.get("view", "")
    screen = screens_of(opened.game).entry_screen(page, view)
    check(screen.form)
    if screen.form.do.data == "preview":
        return draw(page, screen, None, saves_at=page.url("match.enter", view=view or None))
    if screen.form.seen_version != opened.match.version:
        page = MatchPage(_as_first_sent(opened, screen.form))
        screen = screens_of(opened.game).entry_screen(page, view)
    try:
        raws = screen.raws()
        unit = page.unit_now
        add_entries_to(
            opened,
            raws,
            device_id=known_phone(),
            version=screen.form.seen_version,
            client_id=screen.form.own_id,
        )
    except Refused as refused:
        if page.opened is not opened:
            raise stale(opened) from None
        saves_at = page.url("match.enter", view=view or None)
        return draw(page, screen, refused, saves_at=saves_at, spoken=True), 422
    completed = opened.state.unit > unit
    return see_other(
        page.url("match.hand", view=screen.next_view or None, done="saved" if completed else None),
        version=screen.form.seen_version + len(raws),
    )


def _as_first_sent(opened: OpenMatch, form: PhoneForm) -> OpenMatch:
    """The match as it was when this form was saved: two taps, or an answer that never arrived.

    In that state the form is read as it was the first time. Raises Stale if it never was saved, but comes
    from a page that has been overtaken: it would be read as something else now.
    """
    before = state_before_entry(opened, form.own_id)
    if before is None:
        raise stale(opened)
    return replace(opened, state=before)


SENT_BY_SCRIPT = "Sent-By-Script"
"""The header of what the phone's script sends, at once or after hours without signal."""


def see_other(url: str, *, keep_method: bool = False, version: int | None = None) -> AnyResponse:
    """Go and look there, or (``keep_method``) hand the same form on to there.

    The phone's script is told so in JSON, as it may have more to send first. ``version``: of the match once
    this was saved, which is what the next waiting entry has to carry.
    """
    if SENT_BY_SCRIPT in request.headers and not keep_method:
        answer: AnyResponse = jsonify(location=url, version=version)
        return answer
    # Without Flask's page about it, which no browser shows.
    return AnyResponse(status=307 if keep_method else 303, headers={"Location": url})


@blueprint.post("/finish")
def finish(slug: str, number: int) -> Answer:
    """The players stop the match here."""
    form = received(PhoneForm)
    opened = add_entries(
        slug, number, known_phone(), [{"type": "finish"}], version=form.seen_version, client_id=form.own_id
    )
    return see_other(MatchPage(opened).url("scores.sheet"))


@blueprint.post("/undo")
def undo(slug: str, number: int) -> Answer:
    """Takes back the newest entry."""
    form = received(PhoneForm)
    opened = undo_entry(slug, number, known_phone(), version=form.seen_version)
    return see_other(MatchPage(opened).url("match.hand", done="undone"))


@blueprint.post("/redo")
def redo(slug: str, number: int) -> Answer:
    """Plays again what was taken back."""
    form = received(PhoneForm)
    opened = redo_entry(slug, number, known_phone(), version=form.seen_version)
    return see_other(MatchPage(opened).url("match.hand", done="redone"))


@blueprint.post("/reopen")
def reopen(slug: str, number: int) -> Answer:
    """Takes back the end of the match."""
    form = received(PhoneForm)
    opened = reopen_match(slug, number, known_phone(), version=form.seen_version)
    return see_other(MatchPage(opened).url("match.hand"))


@blueprint.post("/again")
def again(slug: str, number: int) -> Answer:
    """Another match with the same people."""
    received(PhoneForm)
    again_number = start_again(slug, number, known_phone())
    return see_other(url_for("match.hand", slug=slug, number=again_number))
