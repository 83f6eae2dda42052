"""Two phones entered the same hand: both versions side by side, and whose shall stand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from babel.dates import format_time
from flask import Blueprint, abort, render_template
from markupsafe import Markup
from wtforms import HiddenField

from scorekeeper.kernel import Refused, Row, Step, figure_of
from scorekeeper.service.entries import stale, steps_of
from scorekeeper.service.open_match import OpenMatch, open_match
from scorekeeper.service.outcomes import outcome_of
from scorekeeper.service.overlaps import Overlap, overlap, replace_theirs
from scorekeeper.service.sessions import time_zone
from scorekeeper.store.database import now
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received
from scorekeeper.web.match_page import MatchPage, payments_said
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader
from scorekeeper.web.screens import screens_of

blueprint = Blueprint("conflict", __name__, url_prefix="/s/<slug>/<int:number>/conflict")


class ConflictForm(PhoneForm):
    """``entries``: what this phone wanted to enter, as JSON; ``seen``: the version that it saw then."""

    entries = HiddenField()
    seen = HiddenField()

    @property
    def raws(self) -> list[dict[str, Any]]:
        """The entries; the rules judge them when they are entered."""
        try:
            raws = json.loads(self.entries.data or "")
        except (ValueError, RecursionError):
            return []
        return raws if isinstance(raws, list) and all(isinstance(raw, dict) for raw in raws) else []

    @property
    def first_seen(self) -> int:
        """The version as a number; none that exists if it is broken."""
        text = self.seen.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004


def conflict_answer(opened: OpenMatch, view: str, form: PhoneForm) -> Answer:
    """The answer to a form that came too late.

    The same as is there already is as good as saved. Otherwise a page (409) with both versions. Raises Stale
    where more has happened than that somebody entered something, or the form is no whole entry.
    """
    found = overlap(opened, form.seen_version)
    if found is None:
        raise stale(opened)
    page = MatchPage(replace(opened, state=found.before))
    try:
        raws = screens_of(opened.game).entry_screen(page, view).raws()
        mine = steps_of(page.opened, raws)
    except Refused:
        raise stale(opened) from None
    if raws == [entry.data for entry in found.theirs[: len(raws)]]:
        url = MatchPage(opened).url("match.hand", done="same")
        return see_other(url, version=form.seen_version + len(raws))
    return _page(MatchPage(opened), found, raws, mine, form), 409


def _page(
    page: MatchPage, found: Overlap, raws: list[dict[str, Any]], mine: list[Step[Any]], form: PhoneForm
) -> str:
    theirs = [outcome_of(entry) for entry in found.theirs]
    who = Markup("<bdi>%s</bdi>") % found.by if found.by else ""
    unit = page.unit_name(found.before.unit)
    lines = [
        (_("Entered"), _said(page, [step.said for step in mine]), _said(page, [one.said for one in theirs])),
        (_("Result"), _result(page, _row(mine)), _result(page, _row(theirs))),
        (_("Money"), _money(page, mine), _money(page, theirs)),
    ]
    title = _("%(who)s already entered %(unit)s", who=who or _("Another phone"), unit=unit)
    keep = _("Keep %(who)s’s", who=who) if who else _("Keep what is there")
    return render_template(
        "match/conflict.html",
        head=page.head(title),
        tabs=page.tabs("match.hand"),
        title=title,
        mine=_time(page, now()),
        theirs_title=_("%(who)s’s", who=who) if who else _("In the book"),
        theirs=_time(page, found.theirs[-1].made_at),
        lines=[
            {"label": label, "mine": own, "theirs": other, "differs": own != other}
            for label, own, other in lines
            if own or other
        ],
        form={
            "action": page.url("conflict.decide"),
            "hidden": [
                *hidden_fields(page.opened.match.version, form.own_id),
                ("entries", json.dumps(raws)),
                ("seen", str(form.seen_version)),
            ],
        },
        keep={"label": keep, "url": page.url("match.hand")},
        drop=_("Neither: take both back, enter %(unit)s anew", unit=unit),
    )


def _time(page: MatchPage, at: Any) -> str:
    zone = time_zone(page.opened.session.time_zone)
    return format_time(at.astimezone(zone), "short", locale=reader().locale)


def _said(page: MatchPage, said: list[Any]) -> str:
    return Markup("<br>").join(page.say(one) for one in said)


def _row(done: list[Any]) -> Row | None:
    return next((one.row for one in reversed(done) if one.row is not None), None)


def _result(page: MatchPage, row: Row | None) -> str:
    """What a whole unit came to: the verdict and everybody's figures."""
    if row is None:
        return ""
    figures = [
        _("%(who)s %(figure)s", who=page.words.name(seat), figure=page.moved_figure(figure))
        for seat, cell in enumerate(row.cells)
        if (figure := figure_of(cell)) is not None
    ]
    return _("%(verdict)s: %(figures)s", verdict=page.say(row.verdict), figures=Markup(", ").join(figures))


def _money(page: MatchPage, done: list[Any]) -> str:
    payments = [payment for one in done for payment in one.payments]
    return page.words.sentence(payments_said(payments)) if payments else ""


@blueprint.post("/")
def decide(slug: str, number: int) -> Answer:
    """Puts this phone's entry in place of the other's, or takes the other's back and enters nothing."""
    form = received(ConflictForm)
    raws = form.raws if form.do.data == "mine" else []
    if form.do.data not in {"mine", "drop"} or bool(raws) != (form.do.data == "mine"):
        abort(400)
    try:
        opened = replace_theirs(
            slug,
            number,
            known_phone(),
            raws,
            seen=form.first_seen,
            version=form.seen_version,
            client_id=form.own_id,
        )
    except Refused:  # they played when the page was drawn
        raise stale(open_match(slug, number, known_phone())) from None
    return see_other(MatchPage(opened).url("match.hand", done="changed" if raws else "undone"))


def as_seen(opened: OpenMatch, seen: int) -> Any | None:
    """The state that a page at version ``seen`` showed; None where that cannot be told any more."""
    found = overlap(opened, seen)
    return found.before if found else None
