"""Setting up a game: the same page for every game, for a new session or for the next game of one.

A new session may be one of a club.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, read_setup
from scorekeeper.service.club_sessions import newest_match, offered_names
from scorekeeper.service.clubs import club_to_write
from scorekeeper.service.open_match import open_session
from scorekeeper.service.sessions import last_names, last_unit, start_match, start_session
from scorekeeper.store import Club
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


@dataclass(frozen=True, slots=True)
class _Where:
    """For what a game is set up: a new session (of a ``club``), or the next game of the session ``slug``."""

    slug: str | None
    club: Club | None

    @property
    def drawn(self) -> dict[str, Any]:
        """Where the form is sent, where back leads, and who else may be offered a seat."""
        key = (request.view_args or {})["key"]
        if self.slug is not None:
            back = url_for("session.summary", slug=self.slug), _("The session")
            action = url_for("setup.start", key=key, slug=self.slug)
        elif self.club is not None:
            back = url_for("club.sessions", slug=self.club.slug), self.club.name
            action = url_for("setup.start_for_club", key=key, slug=self.club.slug)
        else:
            back = url_for("home.start"), _("The start")
            action = url_for("setup.start", key=key)
        return {"action": action, "back": back, "members": self.offered[0] + self.offered[1]}

    @property
    def offered(self) -> tuple[list[str], list[str]]:
        """Members of the club: who sat down last, and who else comes."""
        return offered_names(self.club) if self.club is not None else ([], [])

    @property
    def unit(self) -> str | None:
        """What was played for last in the session or the club, None where nothing was."""
        if self.slug is not None:
            return last_unit(self.slug)
        last = newest_match(self.club) if self.club is not None else None
        return str(last.setup["stake"]["unit"]) if last else None


def _where(slug: str | None, club_slug: str | None = None) -> _Where:
    """Opens the session or the club; raises NotFound, and NotAllowed for who may start nothing there."""
    if club_slug is not None:
        return _Where(None, club_to_write(club_slug, known_phone()))
    club = open_session(slug, known_phone())[0].club if slug is not None else None
    return _Where(slug, club)


@blueprint.get("/new/<key>/")
@blueprint.get("/s/<slug>/new/<key>/")
def form(key: str, slug: str | None = None) -> Answer:
    """A set-up with the people who sat down last: in this session, or on this phone."""
    return _fresh(_game(key), _where(slug), last_names(known_phone(), slug))


@blueprint.get("/c/<slug>/new/<key>/", endpoint="for_club")
def form_for_club(key: str, slug: str) -> Answer:
    """A set-up with the members who sat down last in this club, and others up to the fewest that play."""
    game, where = _game(key), _where(None, slug)
    last, others = where.offered
    return _fresh(game, where, last + others[: max(0, game.players[0] - len(last))])


def _fresh(game: Game[Any], where: _Where, names: list[str]) -> Answer:
    answers = SetupAnswers(game)
    for name in names[: game.players[-1]]:
        answers.add_row(name)
    while len(answers.rows) < min(game.players[0], MOST_ROWS):
        answers.add_row()
    unit = where.unit
    answers.unit = unit or proposed_unit("", game.default_unit)
    return SetupView(answers, fresh=unit is None, **where.drawn).draw()


@blueprint.post("/new/<key>/")
@blueprint.post("/s/<slug>/new/<key>/")
def start(key: str, slug: str | None = None) -> Answer:
    """Starts the game, or shows the set-up with what was changed in it."""
    return _start(_game(key), slug=slug)


@blueprint.post("/c/<slug>/new/<key>/")
def start_for_club(key: str, slug: str) -> Answer:
    """The same for a new session of a club."""
    return _start(_game(key), club_slug=slug)


def _start(game: Game[Any], *, slug: str | None = None, club_slug: str | None = None) -> Answer:
    sent = SetupForm()
    check(sent)
    where = _where(slug, club_slug)
    answers = sent_answers(game, sent)
    if sent.region.data and where.unit is None:
        answers.propose_unit(proposed_unit(sent.region.data, game.default_unit))
    drawn = answers.draw_first()
    do = sent.do.data or ""
    if do != "start" or drawn:
        answers.rearrange(do)
        return SetupView(answers, drawn=drawn, **where.drawn).draw()
    try:
        raw = answers.raw()
        read_setup(game, raw)
        answers.refuse_no_first()
        if slug is None:
            club_id = where.club.id if where.club else None
            phone, zone = this_phone(), answers.zone
            match = start_session(phone, game, raw, zone=zone, client_id=sent.own_id, club_id=club_id)
        else:
            match = start_match(slug, known_phone(), game, raw, client_id=sent.own_id)
    except Refused as refused:
        return SetupView(answers, refused=refused, spoken=True, **where.drawn).draw(), 422
    return redirect(url_for("match.hand", slug=slug or match.session.slug, number=match.number), 303)
