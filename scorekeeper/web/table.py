"""More: what is done now and then at the table (people, stake, dealer, notes, the end)."""

from __future__ import annotations

from typing import Any

from babel.dates import format_time
from flask import Blueprint, render_template, url_for
from wtforms import StringField

from scorekeeper.kernel import Ask, Refused, say
from scorekeeper.ledger import Unit, amount_text
from scorekeeper.service.entries import add_entries
from scorekeeper.service.outcomes import notes_of
from scorekeeper.service.sessions import time_zone
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.copies import copies
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received, whole
from scorekeeper.web.forms.setup import minor_amount
from scorekeeper.web.match import ACTS, page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader
from scorekeeper.words import decimals, unit_name

blueprint = Blueprint("table", __name__, url_prefix="/s/<slug>/<int:number>/table")


class TableForm(PhoneForm):
    """Every part of the page posts what it has."""

    name = StringField()
    after = StringField()
    stake = StringField()
    dealer = StringField()
    text = StringField()


@blueprint.get("/")
def more(slug: str, number: int) -> Answer:
    """The page."""
    return _draw(page_of(slug, number), TableForm(), None)


@blueprint.post("/")
def act(slug: str, number: int) -> Answer:
    """Does what was tapped, as one entry."""
    page = page_of(slug, number)
    form = received(TableForm)
    do = form.do.data or ""
    if do in {"redo", "reopen"}:
        return ACTS[do](slug, number)
    try:
        raw = _entry(page, form, do)
        add_entries(slug, number, known_phone(), [raw], version=form.seen_version, client_id=form.own_id)
    except Refused as refused:
        return _draw(page, form, refused, at=do.partition("-")[0]), 422
    if do == "finish":
        return see_other(page.url("scores.sheet"))
    return see_other(page.url("match.hand" if do == "void" else "table.more"))


def _entry(page: MatchPage, form: TableForm, do: str) -> dict[str, Any]:
    """The entry of the wire format that ``do`` means; raises Refused for what cannot be read."""
    kind, _dash, seat = do.partition("-")
    if kind in {"sit_out", "sit_in"}:
        return {"type": kind, "seat": whole(seat)}
    match kind:
        case "join":
            return {"type": "join", "name": form.name.data or "", "after": whole(form.after.data)}
        case "stake":
            if "stake" not in page.opened.game.entry_types:
                text = say("The stake is fixed for this game. Agree on another one for the next.")
                raise Refused("stake", "stake_fixed", text)
            key = next(iter(page.opened.game.stake_now(page.opened.state)))
            return {"type": "stake", key: minor_amount(form.stake.data or "", page.opened.unit, key)}
        case "dealer":
            return {"type": "dealer"} | ({"seat": whole(form.dealer.data)} if form.dealer.data else {})
        case "note":
            return {"type": "note", "text": form.text.data or ""}
        case _:
            return {"type": kind}


def _draw(page: MatchPage, form: TableForm, refused: Refused | None, *, at: str = "") -> str:
    error = page.say(refused.message) if refused else ""
    parts = _TableView(page, form, {at: error}).context()
    said_at_part = at in {"join", "stake", "dealer", "note"} and parts[at] is not None
    head = page.head(_("Players, stake, notes"))
    head["more"]["current"] = True
    return render_template(
        "match/table.html",
        head=head,
        tabs=page.tabs("table.more"),
        form={"action": page.url("table.act"), "hidden": hidden_fields(page.opened.match.version)},
        notices=[(error, "")] if error and not said_at_part else [],
        copies=copies(page.opened.session, page.opened.match.number),
        session_link={
            "label": _("The session: all games, who pays whom"),
            "url": url_for("session.summary", slug=page.opened.slug),
        },
        **parts,
    )


class _TableView:
    """The parts that the game and the moment allow."""

    def __init__(self, page: MatchPage, form: TableForm, errors: dict[str, str]) -> None:
        self.page, self.form, self.errors = page, form, errors
        self.enters = page.opened.role == "scorer"

    def ask(self, kind: str) -> Ask | None:
        """Whether ``kind`` may be entered now, by this phone."""
        return self.page.upcoming.ask(kind) if self.enters else None

    def context(self) -> dict[str, Any]:
        """What the template draws."""
        page = self.page
        return {
            "people": [self._person(seat) for seat in page.opened.state.table.order],
            "people_note": self._people_note(),
            "join": self._join(),
            "stake": self._stake(),
            "dealer": self._dealer(),
            "void": self._void(),
            "redo": self._redo(),
            "note": {"value": self.form.text.data or "", "error": self.errors.get("note", "")}
            if self.enters
            else None,
            "notes": self._notes(),
            "finish": self._finish(),
            "rules": self._rules(),
        }

    def _person(self, seat: int) -> dict[str, Any]:
        sits = self.page.opened.state.table.sits(seat)
        kind, label = ("sit_out", _("Sit out")) if sits else ("sit_in", _("Come back"))
        ask = self.ask(kind)
        act = {"label": label, "value": f"{kind}-{seat}"} if ask and seat in ask.seats else None
        return {**self.page.people[seat], "state": _("plays") if sits else _("sits out"), "act": act}

    def _people_note(self) -> str:
        game = self.page.opened.game
        changes = {"sit_out", "sit_in", "join"} & set(game.entry_types)
        if not changes or self.page.opened.match.finished or not self.enters:
            return ""
        if any(self.ask(kind) for kind in changes):
            return ""
        hand = self.page.unit_name(self.page.unit_now)
        return _("Players change between hands: %(hand)s has begun.", hand=hand)

    def _join(self) -> dict[str, Any] | None:
        ask = self.ask("join")
        if ask is None:
            return None
        chosen = self.form.after.data or str(ask.seats[-1])
        return {
            "name": self.form.name.data or "",
            "after": [(seat, self.page.people[seat]["name"], str(seat) == chosen) for seat in ask.seats],
            "error": self.errors.get("join", ""),
        }

    def _stake(self) -> dict[str, Any] | None:
        if self.ask("stake") is None:
            return None
        page, unit = self.page, self.page.opened.unit
        amount = next(iter(page.opened.game.stake_now(page.opened.state).values()))
        return {
            "title": _("Change the stake (now %(stake)s)", stake=page.stake_in_words()),
            "value": self.form.stake.data or amount_text(amount, Unit(unit, decimals(unit))),
            "unit_label": unit_name(unit, page.words.locale),
            "hint": _("It counts from the next hand to begin. Earlier hands keep theirs."),
            "error": self.errors.get("stake", ""),
        }

    def _dealer(self) -> dict[str, Any] | None:
        ask = self.ask("dealer")
        if ask is None:
            return None
        now = self.page.upcoming.next.get("dealer")
        chosen = self.form.dealer.data or str(now)
        return {
            "title": _("Who deals %(hand)s?", hand=self.page.unit_name(self.page.unit_now)),
            "options": [
                {**self.page.people[seat], "value": seat, "checked": str(seat) == chosen}
                | {"hint": _("deals by the rules") if seat == now else ""}
                for seat in ask.seats
            ],
            "error": self.errors.get("dealer", ""),
        }

    def _void(self) -> dict[str, str] | None:
        if self.ask("void") is None:
            return None
        label = _("Throw in %(hand)s", hand=self.page.unit_name(self.page.unit_now))
        return {"label": label, "hint": _("A misdeal: it does not count, the same dealer deals again.")}

    def _redo(self) -> dict[str, str] | None:
        said = self.page.redo if self.enters else ""
        return {"label": _("Redo: %(what)s", what=said)} if said else None

    def _notes(self) -> list[tuple[str, str]]:
        zone = time_zone(self.page.opened.session.time_zone)
        return [
            (format_time(at.astimezone(zone), "short", locale=reader().locale), self.page.say(said))
            for at, said in notes_of(self.page.opened.match)
        ]

    def _finish(self) -> dict[str, str] | None:
        if not self.enters:
            return None
        game = self.page.game_name
        if self.page.opened.match.finished:
            return {"label": _("Reopen %(game)s", game=game), "hint": _("To enter more."), "do": "reopen"}
        return {"label": _("Finish %(game)s", game=game), "hint": _("It can be reopened."), "do": "finish"}

    def _rules(self) -> list[str]:
        page, rules = self.page, self.page.opened.setup.rules
        told = [page.say(rule.sentence(rules[rule.key])) for rule in page.opened.game.house_rules]
        stake = page.stake_in_words()
        if stake and "stake" not in page.opened.game.entry_types:
            told.append(_("Played for %(stake)s; that stays until the game is over.", stake=stake))
        return told
