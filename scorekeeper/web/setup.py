"""Setting up a game: the same page for every game, for a new session or for the next game of one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, url_for

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, read_setup
from scorekeeper.service.open_match import open_session
from scorekeeper.service.sessions import last_names, last_unit, start_match, start_session
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms.base import check
from scorekeeper.web.forms.setup import MOST_ROWS, SetupAnswers, SetupForm, sent_answers
from scorekeeper.web.phone import known_phone, this_phone
from scorekeeper.web.reader import _
from scorekeeper.web.setup_view import SetupView
from scorekeeper.web.units import proposed_unit

blueprint = Blueprint("setup", __name__)


def _game(key: str) -> Game[Any]:
    return GAMES.get(key) or abort(404)


def _place(key: str, slug: str | None) -> dict[str, Any]:
    """Where the form is sent, and where back leads."""
    if slug is None:
        return {"action": url_for("setup.start", key=key), "back": (url_for("home.start"), _("The start"))}
    back = url_for("session.summary", slug=slug), _("The session")
    return {"action": url_for("setup.start", key=key, slug=slug), "back": back}


@blueprint.get("/new/<key>/")
@blueprint.get("/s/<slug>/new/<key>/")
def form(key: str, slug: str | None = None) -> Answer:
    """A set-up with the people who sat down last: in this session, or on this phone."""
    game = _game(key)
    if slug is not None:
        open_session(slug, known_phone())
    answers = SetupAnswers(game)
    for name in last_names(known_phone(), slug)[: game.players[-1]]:
        answers.add_row(name)
    while len(answers.rows) < min(game.players[0], MOST_ROWS):
        answers.add_row()
    answers.unit = last_unit(slug) if slug is not None else proposed_unit("", game.default_unit)
    return SetupView(answers, fresh=slug is None, **_place(key, slug)).draw()


@blueprint.post("/new/<key>/")
@blueprint.post("/s/<slug>/new/<key>/")
def start(key: str, slug: str | None = None) -> Answer:
    """Starts the game, or shows the set-up with what was changed in it."""
    game = _game(key)
    sent = SetupForm()
    check(sent)
    if slug is not None:
        open_session(slug, known_phone())
    answers = sent_answers(game, sent)
    if sent.region.data and slug is None:
        answers.propose_unit(proposed_unit(sent.region.data, game.default_unit))
    drawn = answers.draw_first()
    do = sent.do.data or ""
    if do != "start" or drawn:
        answers.rearrange(do)
        return SetupView(answers, drawn=drawn, **_place(key, slug)).draw()
    try:
        raw = answers.raw()
        read_setup(game, raw)
        answers.refuse_no_first()
        if slug is None:
            match = start_session(this_phone(), game, raw, zone=answers.zone, client_id=sent.own_id)
        else:
            match = start_match(slug, known_phone(), game, raw, client_id=sent.own_id)
    except Refused as refused:
        return SetupView(answers, refused=refused, spoken=True, **_place(key, slug)).draw(), 422
    return redirect(url_for("match.hand", slug=slug or match.session.slug, number=match.number), 303)
