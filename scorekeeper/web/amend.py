"""A whole hand, round or turn again: what the correction would do, and saving it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from scorekeeper.kernel import Refused, Step
from scorekeeper.service.amending import Amendment, amend_unit, preview_amendment, state_before, unit_entries
from scorekeeper.service.entries import refuse_stale
from scorekeeper.web.answers import Answer, from_script, see_other
from scorekeeper.web.forms.base import check, hidden_fields
from scorekeeper.web.match import page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _
from scorekeeper.web.screens import Screen, screens_of

blueprint = Blueprint("amend", __name__, url_prefix="/s/<slug>/<int:number>/scores")


@blueprint.get("/<int:unit>")
def show(slug: str, number: int, unit: int) -> Answer:
    """A whole unit again, as it was entered."""
    page = page_of(slug, number)
    return _draw_amend(page, unit, _amend_screen(page, unit), None)


@blueprint.post("/<int:unit>")
def change(slug: str, number: int, unit: int) -> Answer:
    """Saves the correction, or shows what it would change (``do=preview``)."""
    page = page_of(slug, number)
    screen = _amend_screen(page, unit)
    check(screen.form)
    if screen.form.previews:
        return _draw_amend(page, unit, screen, None)
    try:
        raws = [{"type": "void"}] if screen.form.do.data == "void" else screen.raws()
        amend_unit(
            slug,
            number,
            known_phone(),
            unit,
            raws,
            version=screen.form.seen_version,
            client_id=screen.form.own_id,
        )
    except Refused as refused:
        refuse_stale(page.opened, screen.form.seen_version)
        return _draw_amend(page, unit, screen, refused), 422
    return see_other(
        page.url("scores.sheet", open=unit, done="changed") + f"#hand-{unit}",
        version=screen.form.seen_version + 1,
    )


def _amend_screen(page: MatchPage, unit: int) -> Screen:
    entered = [entry.data for entry in unit_entries(page.opened, unit)]
    return screens_of(page.opened.game).amend_screen(page, state_before(page.opened, unit), entered)


def _draw_amend(page: MatchPage, unit: int, screen: Screen, refused: Refused | None) -> str:
    spoken = refused is not None
    amendment, step = None, None
    try:
        raws = screen.raws()
        amendment = preview_amendment(page.opened, unit, raws)
        step = _step_of(amendment, unit)
        refused = amendment.refused or (None if amendment.misfit else refused)
    except Refused as error:
        refused = error
    context = screen.context(step, refused, spoken=spoken)
    # The version that the person has seen stays, so that nobody's correction is overwritten unseen.
    seen = screen.form.seen_version if request.method == "POST" else page.opened.match.version
    context["form"] = {
        "action": page.url("amend.change", unit=unit),
        "hidden": hidden_fields(seen, screen.form.client_id.data),
        "draft": None,  # what was saved is shown, not what was tapped another time
    }
    context["amend"] = _amend_words(page, unit, amendment)
    if from_script():
        return render_template(screen.part, **context)
    context["head"] = page.head(context["status"])
    context["tabs"] = page.tabs("scores.sheet")
    context["sheet_url"] = page.url("scores.part")
    return render_template(screen.template, **context)


def _step_of(amendment: Amendment, unit: int) -> Step[Any] | None:
    """What the corrected unit did, by its last row."""
    steps = reversed(amendment.replayed.steps)
    return next((step for step in steps if step.row and step.row.unit == unit), None)


def _amend_words(page: MatchPage, unit: int, amendment: Amendment | None) -> dict[str, Any]:
    last, name = page.unit_now - 1, page.unit_name(unit)
    bold = _("Nothing later depends on it.")
    if unit < last:
        bold = (
            _("What follows %(hand)s, the dealer and the money are worked out again.", hand=name)
            if page.opened.game.first_key == "first_dealer"
            else _("What follows %(hand)s is worked out again.", hand=name)
        )
    changed = amendment.changed if amendment else ()
    rest = ""
    if changed:
        units = page.words.listed([str(later) for later in changed])
        rest = _("Other figures in: %(units)s.", units=units)
    misfits = []
    if amendment and amendment.misfit:
        misfit = amendment.misfit
        what = page.say(misfit.said)
        misfits = [
            _(
                "This would no longer fit: %(what)s %(why)s Change that first.",
                what=_("%(hand)s: %(what)s", hand=page.unit_title(misfit.unit), what=what)
                if misfit.unit
                else what,
                why=page.say(misfit.refused.message),
            )
        ]
    return {
        "title": _("Change %(hand)s", hand=page.unit_name(unit)),
        "bold": bold,
        "rest": rest,
        "cancel_url": page.url("scores.sheet", open=unit),
        "void": _("%(hand)s was a misdeal: it does not count", hand=page.unit_title(unit))
        if "void" in page.opened.game.entries
        else "",
        "misfits": misfits,
    }
