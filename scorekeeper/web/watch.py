"""The table as those see it who only follow: what is being played, how everybody stands, the last hand.

A follower's phone shows it in place of the entry screens; the board shows it on a screen for the whole table.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template

from scorekeeper.kernel import figure_of
from scorekeeper.service.links import links_of
from scorekeeper.service.open_match import open_match
from scorekeeper.service.outcomes import SheetLine
from scorekeeper.service.phones import whose_phone
from scorekeeper.web.addresses import shared_host, shared_url
from scorekeeper.web.live_state import live_match
from scorekeeper.web.match_page import MatchPage, payments_said
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _
from scorekeeper.web.scores import chart_of, lines_of
from scorekeeper.web.share import qr_code, server_key, spoken

blueprint = Blueprint("watch", __name__, url_prefix="/s/<slug>/<int:number>")


@blueprint.get("/watch/")
def table(slug: str, number: int) -> str:
    """The page of a phone that follows."""
    page = MatchPage(open_match(slug, number, known_phone()))
    lines = lines_of(page)
    return render_template(
        "match/watch.html",
        head=page.head(_("Watching, %(hand)s", hand=page.unit_name(page.unit_now))),
        tabs=page.tabs("watch.table"),
        now=_now(page),
        standing=standing_of(page, lines),
        last=_last(page, lines),
        money_url=page.url("money.owed") if page.opened.game.stake_now(page.opened.state) else "",
        sheet_url=page.url("scores.part"),
    )


def _now(page: MatchPage) -> dict[str, str]:
    """What is being played: the last thing said in the hand under way, or who deals it."""
    newest = page.opened.newest
    under_way = newest is not None and newest.unit == page.unit_now and not newest.completes
    said = page.say(newest.said) if newest is not None and under_way else ""
    hand = page.unit_title(page.unit_now)
    return {"over": hand, "said": said or page.who_deals() or _("Nothing was entered yet.")}


def standing_of(page: MatchPage, lines: list[SheetLine]) -> list[dict[str, Any]]:
    """Everybody, best first, with the last hand's figure; ``you``: this phone's own player."""
    me = whose_phone(page.opened.match.session_id, known_phone())
    seats = page.opened.match.seats
    money = page.opened.game.score_is_money
    last = lines[-1].row.cells if lines else ()
    ranks = [one.rank for _column, one in page.sides]
    standing = []
    for column, one in page.sides:
        seat = column["seats"][0]
        moved = figure_of(last[seat]) if seat < len(last) else None
        standing.append(
            {
                "rank": f"{one.rank}=" if ranks.count(one.rank) > 1 else str(one.rank),
                "people": column["people"],
                "name": column["name"],
                "you": me is not None and any(seats[seat] == me for seat in column["seats"]),
                "state": page.owes_or_gets(one.score) if money else "",
                "figure": page.words.money(abs(one.score)) if money else page.score_figure(one.score),
                "moved": "" if moved is None else page.moved_figure(moved),
            }
        )
    return standing


def _last(page: MatchPage, lines: list[SheetLine]) -> dict[str, str] | None:
    """The last hand that is over: what it did, and who pays whom for it."""
    if not lines:
        return None
    line = lines[-1]
    paid = page.words.sentence(payments_said(line.outcome.payments)) if line.outcome.payments else ""
    return {
        "over": page.unit_title(line.row.unit),
        "said": page.say(line.outcome.said),
        "paid": paid,
    }


@blueprint.get("/board/")
def board(slug: str, number: int) -> str:
    """The board: for a television or tablet that everybody at the table sees. It has no controls."""
    page = MatchPage(open_match(slug, number, known_phone()))
    lines = lines_of(page)
    watch = links_of(slug, known_phone(), server_key())[0]
    deals = page.who_deals().rstrip(".")
    hand = page.unit_name(page.unit_now)
    return render_template(
        "match/board.html",
        title=page.game_name,
        status=_("%(hand)s, %(deals)s", hand=hand, deals=deals) if deals else hand,
        stake=page.stake_in_words(),
        finished=page.opened.match.finished,
        now=_now(page),
        last_label=page.unit_name(lines[-1].row.unit) if lines else "",
        standing=standing_of(page, lines),
        last=_last(page, lines),
        chart=chart_of(page, lines),
        qr=qr_code(shared_url("join.invited", secret=watch.secret)),
        host=shared_host(),
        code=spoken(watch.code or ""),
        out_url=page.url("match.hand"),
        live=live_match(page) | {"watches": True},
    )
