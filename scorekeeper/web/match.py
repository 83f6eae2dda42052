"""The hand, round or turn under way: entering it, seeing what it will do, taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.kernel import Refused
from scorekeeper.service.entries import (
    add_entries,
    add_entries_to,
    preview_entries,
    stale,
    steady_since,
    still_fits,
    version_left,
)
from scorekeeper.service.history import redo as redo_entry
from scorekeeper.service.history import reopen as reopen_match
from scorekeeper.service.history import state_before_entry
from scorekeeper.service.history import undo as undo_entry
from scorekeeper.service.open_match import OpenMatch, open_match, open_match_alone
from scorekeeper.service.sessions import play_again as start_again
from scorekeeper.web.answers import Answer, from_script, see_other
from scorekeeper.web.cash import hand_over_now
from scorekeeper.web.conflict import as_seen, conflict_answer
from scorekeeper.web.forms.base import PhoneForm, check, hidden_fields, received
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _
from scorekeeper.web.screens import Screen, own_tabs, screens_of

blueprint = Blueprint("match", __name__, url_prefix="/s/<slug>/<int:number>")


def page_of(slug: str, number: int) -> MatchPage:
    """The page of a match that this phone may see; raises NotFound."""
    return MatchPage(open_match(slug, number, known_phone()))


@blueprint.get("/")
def hand(slug: str, number: int) -> Answer:
    """What comes next, to be entered; or the result, once the match is finished."""
    page, view = MatchPage(open_match_alone(slug, number, known_phone())), request.args.get("view", "")
    if page.opened.match.finished and view not in own_tabs(page.opened.game):
        return redirect(page.url("scores.sheet"))
    if page.opened.role != "scorer" and view not in own_tabs(page.opened.game):
        return redirect(page.url("watch.table"))
    screen = screens_of(page.opened.game).entry_screen(page, view)
    return draw(page, screen, None, saves_at=page.url("match.enter", view=view or None))


def draw(
    page: MatchPage,
    screen: Screen,
    refused: Refused | None,
    *,
    saves_at: str,
    spoken: bool = False,
    more: dict[str, Any] | None = None,
    version: int | None = None,
) -> str:
    """The screen with what its entries would do, or why they cannot be saved.

    ``version``: the one that the form has seen, where that is not the newest.
    """
    step = None
    if refused is None and (request.method == "POST" or more is not None):
        try:
            step = preview_entries(page.opened, screen.raws())
        except Refused as error:
            refused = error
    context = screen.context(step, refused, spoken=spoken)
    context |= more or {}
    sent_id = screen.form.client_id.data if request.method == "POST" else None
    seen = page.opened.match.version if version is None else version
    context["form"] = {
        "action": saves_at,
        "hidden": hidden_fields(seen, sent_id),
        # A buy or a note of somebody else does not end what was begun here.
        "draft": f"{page.opened.match.id}:{min(seen, page.opened.match.steady_since)} {screen.part}",
    }
    if getattr(screen, "completes", False):
        context["form"]["hidden"].append(("completes", "yes"))  # read by the phone that has to keep it
    if from_script() and request.method == "POST":
        return render_template(screen.part, **context)
    context["head"] = page.head(context["status"])
    view = request.args.get("view", "")
    context["tabs"] = page.tabs("match.hand", view=view, title=context.get("tab", ""))
    context.setdefault("toast", page.toast(request.args.get("done", "")))
    context["sheet_url"] = page.url("scores.part")
    context["hand_over"] = hand_over_now(page)
    return render_template(screen.template, **context)


@blueprint.post("/")
def enter(slug: str, number: int) -> Answer:
    """Saves what was tapped, or only shows what it would do (``do=preview``)."""
    opened = open_match_alone(slug, number, known_phone())
    page, view = MatchPage(opened), request.args.get("view", "")
    screen = screens_of(opened.game).entry_screen(page, view)
    check(screen.form)
    saves_at = page.url("match.enter", view=view or None)
    if screen.form.previews:
        return _preview(opened, screen, view, saves_at)
    seen = screen.form.seen_version
    if seen != opened.match.version and not _commutes(opened, screen):
        before = state_before_entry(opened, screen.form.own_id)
        if before is None and steady_since(opened, seen):
            # Only such came as commute, a buy: what this would do may be another thing now.
            text = _("Something was entered on another phone meanwhile. Look again, and save.")
            return draw(page, screen, None, saves_at=saves_at, more={"error": text}), 409
        if before is None:
            return conflict_answer(opened, view, screen.form)
        # Saved already: two taps, or an answer that never arrived. It is read as it was the first time.
        page = MatchPage(replace(opened, state=before))
        screen = screens_of(opened.game).entry_screen(page, view)
    try:
        raws = screen.raws()
        unit = page.unit_now
        add_entries_to(
            opened,
            raws,
            device_id=known_phone(),
            version=seen,
            client_id=screen.form.own_id,
        )
    except Refused as refused:
        if page.opened is not opened:
            raise stale(opened) from None
        return draw(page, screen, refused, saves_at=saves_at, spoken=True), 422
    completed = opened.state.unit > unit
    return see_other(
        page.url("match.hand", view=screen.next_view or None, done="saved" if completed else None),
        version=_version_left(opened, screen, seen, raws, again=page.opened is not opened),
    )


def _version_left(
    opened: OpenMatch, screen: Screen, seen: int, raws: list[dict[str, Any]], *, again: bool
) -> int:
    """The version in which the phone has seen the match, now that its entries count.

    What waits there behind them carries it. Of what others entered in between the phone knows nothing: where
    that matters, what waits is refused and shown to the person.
    """
    if again and not {raw["type"] for raw in raws} <= opened.game.commutes:
        # What is sent again may be read as a part of what was sent first.
        return version_left(opened, screen.form.own_id) or seen + len(raws)
    return seen + len(raws)


def _preview(opened: OpenMatch, screen: Screen, view: str, saves_at: str) -> str:
    """What would come of it.

    A page that another phone has overtaken stays at the hand that it is about until it is saved.
    """
    seen, before = screen.form.seen_version, None
    if not steady_since(opened, seen) and state_before_entry(opened, screen.form.own_id) is None:
        before = as_seen(opened, seen)
    if before is None:
        return draw(MatchPage(opened), screen, None, saves_at=saves_at)
    page = MatchPage(replace(opened, state=before))
    screen = screens_of(opened.game).entry_screen(page, view)
    return draw(page, screen, None, saves_at=saves_at, version=seen)


def _commutes(opened: OpenMatch, screen: Screen) -> bool:
    """Whether what was sent may be entered although the match has moved on."""
    try:
        return still_fits(opened, screen.raws(), seen=screen.form.seen_version)
    except Refused:
        return False


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
    return see_other(MatchPage(opened).url("match.hand", done="reopened"))


@blueprint.post("/again")
def again(slug: str, number: int) -> Answer:
    """Another match with the same people."""
    received(PhoneForm)
    again_number = start_again(slug, number, known_phone())
    return see_other(url_for("match.hand", slug=slug, number=again_number))


ACTS: dict[str, Callable[[str, int], Answer]] = {
    "finish": finish,
    "redo": redo,
    "reopen": reopen,
    "again": again,
}
"""What other pages have buttons for too. They call these, as a redirect loses the form in Safari."""
