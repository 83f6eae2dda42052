"""The score sheet: all hands, rounds or turns, each of which can be opened and changed; and the chart."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from babel.dates import format_time
from flask import Blueprint, render_template, request
from markupsafe import Markup

from scorekeeper.kernel import Cell, DetailedCell, figure_of
from scorekeeper.service.outcomes import SheetLine, sheet_lines, table_events
from scorekeeper.service.phones import player_of
from scorekeeper.service.sessions import time_zone
from scorekeeper.web.answers import Answer, from_script
from scorekeeper.web.cash import hand_over_now
from scorekeeper.web.chart import chart
from scorekeeper.web.match import page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.reader import _, joined, reader
from scorekeeper.words import decimals

blueprint = Blueprint("scores", __name__, url_prefix="/s/<slug>/<int:number>/scores")
SHOWN = 50
"""So many rows at most on one page; earlier ones are a tap away."""


@blueprint.get("/")
def sheet(slug: str, number: int) -> Answer:
    """The sheet with its chart; ``?open=2`` opens the row of unit 2."""
    page = page_of(slug, number)
    lines = lines_of(page)
    if from_script():
        return render_template("match/_sheet.html", sheet=_sheet(page, lines))
    return render_template(
        "match/scores.html",
        head=page.head(_status(page)),
        tabs=page.tabs("scores.sheet"),
        notices=_notices(page),
        ranking=_ranking(page),
        chart=chart_of(page, lines),
        sheet=_sheet(page, lines),
        next=_next(page),
        hand_over=hand_over_now(page) if page.opened.match.finished or "done" in request.args else None,
        toast=page.toast(request.args.get("done", "")),
    )


@blueprint.get("/part")
def part(slug: str, number: int) -> Answer:
    """The sheet alone, for wide screens."""
    page = page_of(slug, number)
    return render_template("match/_sheet.html", sheet=_sheet(page, lines_of(page)))


def lines_of(page: MatchPage) -> list[SheetLine]:
    """The completed units, whose figures ``page`` is then ready to show."""
    lines = sheet_lines(page.opened.match)
    if page.opened.game.score_is_money:
        page.makes_room_for(figure_of(cell) or 0 for line in lines for cell in line.row.cells)
    return lines


def _status(page: MatchPage) -> str:
    stake = page.stake_in_words()
    return (
        _("%(played)s, %(stake)s", played=page.units_played(), stake=stake) if stake else page.units_played()
    )


def _notices(page: MatchPage) -> list[tuple[str, str]]:
    if not page.opened.match.finished:
        return []
    outcome = page.opened.game.outcome(page.opened.state)
    finished = _("The game is finished.")
    if outcome.said is not None:
        return [(finished, page.say(outcome.said))]
    names = page.words.listed([page.words.name(seat) for seat in outcome.winners])
    if not outcome.winners:
        return [(finished, _("Nobody won."))]
    if len(outcome.winners) == 1:
        return [(finished, _("%(who)s wins.", who=names))]
    return [(finished, _("%(who)s share the win.", who=names))]


def _ranking(page: MatchPage) -> list[dict[str, Any]]:
    """Who came where, best first, once a game is finished that counts points."""
    if not page.opened.match.finished or page.opened.game.score_is_money:
        return []
    ranks = [one.rank for _column, one in page.sides]
    return [
        {
            "rank": f"{one.rank}=" if ranks.count(one.rank) > 1 else str(one.rank),
            "people": column["people"],
            "name": column["name"],
            "score": page.points(one.score),
            "state": page.owes_or_gets(one.won_minor),
            "figure": page.words.money(abs(one.won_minor)),
        }
        for column, one in page.sides
    ]


def _next(page: MatchPage) -> dict[str, str] | None:
    if page.opened.match.finished or page.opened.role != "scorer":
        return None
    hand, deals = page.unit_name(page.unit_now), page.who_deals().rstrip(".")
    label = (
        _("Enter %(hand)s: %(deals)s", hand=hand, deals=deals) if deals else _("Enter %(hand)s", hand=hand)
    )
    return {"label": label, "url": page.url("match.hand")}


def _totals(lines: list[SheetLine], seats: int) -> list[list[int]]:
    """The running totals: for each line, by seat."""
    running, total = [], [0] * seats
    for line in lines:
        cells = [*line.row.cells, *[None] * seats]
        total = [sum_ + (figure_of(cell) or 0) for sum_, cell in zip(total, cells, strict=False)]
        running.append(total)
    return running


def chart_of(page: MatchPage, lines: list[SheetLine]) -> dict[str, Any] | None:
    """The chart of the running totals; None while there is too little to see."""
    columns = page.columns
    running = _totals(lines, len(page.people))
    whole = 10 ** decimals(page.opened.unit) if page.opened.game.score_is_money else 1
    geometry = chart(
        [[after[column["seats"][0]] for after in running] for column in columns],
        [line.row.unit for line in lines],
        whole,
    )
    if geometry is None:
        return None
    leads = {standing.seat for standing in page.standings if standing.rank == 1}
    summary = page.who_leads_whom()
    unit = _(
        "%(unit)s after each %(hand)s.", unit=page.unit_of_score(), hand=page.say(page.opened.game.unit_name)
    )
    return geometry | {
        "summary": summary,
        "unit": unit,
        "alt": joined(summary, unit),
        "grid": [(y, page.score_figure(value)) for value, y in geometry["grid"]],
        "lines": [
            {**page.people[column["seats"][0]], **line}
            | {"value": page.score_figure(line["total"]), "lead": column["seats"][0] in leads}
            for column, line in zip(columns, geometry["lines"], strict=True)
        ],
    }


def _sheet(page: MatchPage, lines: list[SheetLine]) -> dict[str, Any]:
    opened = request.args.get("open", "")
    earlier = len(lines) - SHOWN if "all" not in request.args else 0
    shown = lines[max(0, earlier) :]
    rows = [(line.seq, _row(page, line, is_open=opened == str(line.row.unit))) for line in shown]
    events = [(seq, {"event": page.say(said)}) for seq, said in table_events(page.opened.match)]
    first = shown[0].seq if shown and earlier > 0 else 0
    rows += [event for event in events if event[0] > first]
    rows.sort(key=itemgetter(0))
    if earlier > 0:
        link = Markup('<a href="%s">%s</a>') % (page.url("scores.sheet", all=1), _("Show all"))
        rows.insert(0, (0, {"event": joined(_("%(count)s earlier.", count=earlier), link)}))
    totals = [page.standings[column["seats"][0]].score for column in page.columns]
    money = page.opened.game.score_is_money
    note = page.say(page.opened.game.marked_means)
    if money:
        note = _("%(boxed)s All hands add up to %(zero)s.", boxed=note, zero=page.words.money(sum(totals)))
    return {
        "caption": _("Score sheet"),
        "label": page.say(page.opened.game.unit_name).capitalize(),
        "columns": page.columns,
        "rows": [row for _seq, row in rows],
        "totals": [page.score_figure(total) for total in totals],
        "total_label": page.say(page.opened.game.total_means),
        "balanced": money and sum(totals) == 0,
        "note": note,
        "empty": "" if lines else _("Nothing entered yet. %(deals)s", deals=page.who_deals()),
    }


def _row(page: MatchPage, line: SheetLine, *, is_open: bool) -> dict[str, Any]:
    row = line.row
    cells = [*row.cells, *[None] * (len(page.people) - len(row.cells))]
    return {
        "n": row.unit,
        "id": f"hand-{row.unit}",
        "url": page.url("scores.sheet", open=None if is_open else row.unit),
        "what": page.say(row.title),
        "result": page.say(row.verdict),
        "cells": [
            _cell(page, cells[column["seats"][0]], mark=any(seat in row.marked for seat in column["seats"]))
            for column in page.columns
        ],
        "changed": line.amended,
        "open": _strip(page, line) if is_open else None,
    }


def _cell(page: MatchPage, cell: Cell, *, mark: bool) -> dict[str, Any]:
    if isinstance(cell, DetailedCell):
        text = page.say(cell.word) if cell.word else page.score_figure(cell.figure)
        return {"text": text, "mark": mark, "hint": page.say(cell.hint) if cell.hint else ""}
    if isinstance(cell, int):
        return {"text": page.score_figure(cell), "mark": mark}
    return {"text": _("sat out") if cell == "out" else "–", "away": True}


def _strip(page: MatchPage, line: SheetLine) -> dict[str, Any]:
    zone = time_zone(page.opened.session.time_zone)
    at = format_time(line.made_at.astimezone(zone), "short", locale=reader().locale)
    change = None
    if page.opened.role == "scorer":
        change = {"label": _("Change"), "url": page.url("amend.show", unit=line.row.unit)}
    text = joined(
        page.say(line.outcome.said), *(page.say(caution.message) for caution in line.outcome.warnings)
    )
    return {"text": text, "by": _by(page, line.device_id, at), "change": change}


def _by(page: MatchPage, device_id: str, at: str) -> str:
    """When it was entered, and on whose phone if that was said."""
    player = player_of(page.opened.match.session_id, device_id)
    if player is None:
        return _("Entered at %(time)s.", time=at)
    who = Markup("<bdi>%s</bdi>") % player
    return _("Entered on %(who)s’s phone at %(time)s.", who=who, time=at)
