"""A session, or one of its matches, on paper: score sheets, standings, who pays whom, what was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from babel.dates import format_date, format_time
from flask import Blueprint, render_template
from markupsafe import Markup

from scorekeeper.exports import ExportedMatch, ExportedSession, ExportedTransfer, settling
from scorekeeper.exports.settling import Settling
from scorekeeper.kernel import Cell, DetailedCell, Row, Standing, figure_of, say_many
from scorekeeper.web.copies import back
from scorekeeper.web.downloads import exported
from scorekeeper.web.reader import _, joined, reader, words
from scorekeeper.words import MINUS, Words

blueprint = Blueprint("printing", __name__, url_prefix="/s/<slug>")
_WORD_JOINER = "\u2060"
_ROOM, _SIGN, _NAME = 72, 3, 6
"""In signs: how wide all columns may be together, what is between two, what a name has at least."""
Side = tuple[int, ...]


@blueprint.get("/print")
@blueprint.get("/<int:number>/print")
def sheet(slug: str, number: int | None = None) -> str:
    """The printable page."""
    session = exported(slug, number)
    names = words(session.people)
    return render_template(
        "print.html",
        head={
            "title": format_date(session.day, "full", locale=reader().locale),
            "status": names.listed([names.name(place) for place in range(len(session.people))]),
            "back": back({"slug": slug} | ({"number": number} if number else {})),
        },
        tabs=None,
        matches=[_Sheet(match).context() for match in session.matches],
        money=[_money(session, one) for one in settling(session) if one.payments],
        empty=_("Nobody owes anything."),
        paid=list(_paid(session)),
    )


class _Sheet:
    """The sheet of one match, in the reader's words."""

    def __init__(self, match: ExportedMatch) -> None:
        self.match, self.game, self.state = match, match.game, match.state
        self.standings: tuple[Standing, ...] = self.game.standings(self.state)
        self.lines = [line for line in match.lines if line.row is not None]
        amounts = [one.won_minor for one in self.standings]
        if self.game.score_is_money:
            amounts += [figure_of(cell) or 0 for line in self.lines if line.row for cell in line.row.cells]
        self.words: Words = words(match.names, match.setup.stake.unit, amounts)
        self.sides = self.game.sides(self.state)

    def context(self) -> dict[str, Any]:
        """What the template draws of it."""
        say = self.words.sentence
        title = _(
            "%(game)s, %(played)s",
            game=say(self.game.name),
            played=say(self.game.units_played(self.state.unit - 1)),
        )
        outcome = self.game.outcome(self.state)
        total = sum(one.score for one in self.standings)
        note = say(self.game.marked_means)
        if self.game.score_is_money:
            zero = self.words.money(total)
            note = _("%(boxed)s All hands add up to %(zero)s.", boxed=note, zero=zero)
        return {
            "title": title,
            "stake": self._stake(),
            "said": say(outcome.said) if outcome.said else self._status(),
            "standings": list(ranked(self.match, self.words)),
            "label": say(self.game.unit_name).capitalize(),
            "tables": [self._table(sides) for sides in self._beside_each_other()] if self.lines else [],
            "total_label": say(self.game.total_means),
            "note": note,
        }

    def _stake(self) -> str:
        """What was played for, also before that was changed."""
        first, last = (
            self.words.sentence(said) if (said := self.game.stake_said(state)) else ""
            for state in (self.game.start(self.match.setup), self.state)
        )
        if first == last or not first or not last:
            return last or first
        return _("%(first)s at first, %(last)s at the end", first=first, last=last)

    def _status(self) -> str:
        if self.match.setup.stake.settle == "cash" and any(one.won_minor for one in self.standings):
            return _("Paid in cash at the table.")
        return "" if self.state.finished else _("It is still being played.")

    def _beside_each_other(self) -> Iterator[list[Side]]:
        """Who is in the first table, who in the one below it: paper has no more room, and cannot be moved."""
        room, sides = _ROOM, list[Side]()
        for side in self.sides:
            width = _SIGN + max(len(text) for text in (*self._column(side), " " * _NAME))
            if sides and width > room:
                yield sides
                room, sides = _ROOM, []
            room -= width
            sides.append(side)
        yield sides

    def _column(self, side: Side) -> list[str]:
        """All that stands below a name."""
        rows = [self._text(row, side) for line in self.lines if (row := line.row)]
        return [*rows, self._figure(self.standings[side[0]].score)]

    def _table(self, sides: Sequence[Side]) -> dict[str, Any]:
        return {
            "columns": [_side(side, self.words) for side in sides],
            "rows": [self._row(line.row, sides) for line in self.lines if line.row],
            "totals": [self._figure(self.standings[side[0]].score) for side in sides],
        }

    def _row(self, row: Row, sides: Sequence[Side]) -> dict[str, Any]:
        return {
            "n": row.unit,
            "what": self.words.sentence(row.title),
            "result": self.words.sentence(row.verdict),
            "cells": [(self._text(row, side), any(seat in row.marked for seat in side)) for side in sides],
        }

    def _text(self, row: Row, side: Side) -> str:
        """Who came later has no cell in the rows before."""
        return self._cell(row.cells[side[0]] if side[0] < len(row.cells) else None)

    def _cell(self, cell: Cell) -> str:
        if isinstance(cell, DetailedCell):
            return self.words.sentence(cell.word) if cell.word else self._figure(cell.figure)
        if isinstance(cell, int):
            return self._figure(cell)
        return _("sat out") if cell == "out" else "–"

    def _figure(self, score: int) -> str:
        return (
            on_paper(self.words.figure(score)) if self.game.score_is_money else str(score).replace("-", MINUS)
        )


def ranked(match: ExportedMatch, known: Words) -> Iterator[tuple[int, str, str]]:
    """How a match stands: rank, name and score of everybody, the first in front."""
    game = match.game
    standings: tuple[Standing, ...] = game.standings(match.state)
    for side in sorted(game.sides(match.state), key=lambda side: standings[side[0]].rank):
        one = standings[side[0]]
        money = on_paper(known.money(one.won_minor))
        if game.score_is_money:
            yield one.rank, _side(side, known), money
            continue
        score = str(one.score).replace("-", MINUS)
        points = known.sentence(say_many("%(score)s point", "%(score)s points", one.score, score=score))
        yield one.rank, _side(side, known), f"{points}, {money}" if one.won_minor else points


def on_paper(amount: str) -> str:
    """The same, its sign never at the end of a line with the amount on the next one: browsers part "−$3"."""
    return amount.replace(MINUS, f"{MINUS}{_WORD_JOINER}")


def _side(side: Side, known: Words) -> str:
    return known.listed([known.name(seat) for seat in side])


def _money(session: ExportedSession, one: Settling) -> dict[str, Any]:
    title = _("Who pays whom, by this game alone") if session.alone else _("Who pays whom")
    return {"title": title, "payments": payments_said(session.people, one)}


def payments_said(people: Sequence[str], one: Settling) -> list[str]:
    """The fewest payments in words."""
    known = words(people, one.unit, [payment.amount for payment in one.payments])
    return [
        _(
            "%(payer)s pays %(payee)s %(amount)s",
            payer=known.name(payment.payer),
            payee=known.name(payment.payee),
            amount=known.money(payment.amount),
        )
        for payment in one.payments
    ]


def _paid(session: ExportedSession) -> Iterator[str]:
    for one, taken_back in still_paid(session.transfers):
        at = format_time(one.made_at, "short", locale=reader().locale)
        yield paid_said(session.people, one, at, taken_back=taken_back)


def still_paid(transfers: Sequence[ExportedTransfer]) -> Iterator[tuple[ExportedTransfer, bool]]:
    """What was paid, and whether it was taken back; what takes one back is told by that one."""
    back_again = {transfer.reverses for transfer in transfers}
    for place, one in enumerate(transfers):
        if one.reverses is None:
            yield one, place in back_again


def paid_said(people: Sequence[str], one: ExportedTransfer, at: str, *, taken_back: bool) -> str:
    """What was paid, in words; ``at``: when."""
    known = words(people, one.unit, [one.amount_minor])
    said = _(
        "%(payer)s paid %(payee)s %(amount)s",
        payer=known.name(one.payer),
        payee=known.name(one.payee),
        amount=known.money(one.amount_minor),
    )
    taken = Markup("(%s)") % _("taken back") if taken_back else ""
    return joined(said, Markup("<small>%s</small>") % at, taken)
