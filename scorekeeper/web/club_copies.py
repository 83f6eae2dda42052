"""The copies of a club that can be kept: which there are, the files, and the text for a chat."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.exports import CLUB_FILES, NOT_KEPT, Asked, club_chat_text, club_file_name, together
from scorekeeper.service.exporting import club_export
from scorekeeper.service.turns import in_turn
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.copies import Item, file_item, page_item
from scorekeeper.web.on_tab import tab_once
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader

blueprint = Blueprint("club_copies", __name__, url_prefix="/c/<slug>")


def club_copies(page: ClubPage) -> dict[str, Any]:
    """What templates/parts/_copies.html is given for a club."""
    where = {"slug": page.club.slug}
    return {
        "first": [
            page_item("club_printing.sheet", where, "eye", _("Print it, or save it as PDF"), ""),
            page_item("club_copies.text", where, "copy", _("Text for a chat"), ""),
            _file("club.xlsx", where, _("Spreadsheet (XLSX)"), _("All tables, with totals")),
        ],
        "groups": [
            {"title": _("Single tables (CSV)"), "items": _tables(where)},
            {"title": _("For other programs"), "items": _programs(page, where)},
        ],
    }


def _tables(where: dict[str, Any]) -> list[Item]:
    return [
        _file("wide.csv", where, _("Score sheets"), _("A column for each member")),
        _file("hands.csv", where, _("Score sheets, long"), _("A line for each row and player")),
        _file("payments.csv", where, _("Payments"), _("What each hand made people owe")),
        _file("transfers.csv", where, _("Transfers"), _("What was really paid")),
    ]


def _programs(page: ClubPage, where: dict[str, Any]) -> list[Item]:
    units = [one.unit for one in tab_once(page.club).settlements]
    return [
        _file("plays.bgsplay", where, _("BG Stats file"), _("Every game as a play")),
        _file("splitwise.csv", where, _("Like Splitwise (CSV)"), _("Who owes what, and what was paid")),
        *(
            _file(
                "ihatemoney.csv",
                where | {"unit": unit},
                _("ihatemoney (CSV)"),
                unit if len(units) > 1 else "",
            )
            for unit in units
        ),
        _file("ledger.journal", where, _("Ledger journal"), _("For hledger and Ledger")),
        _file("club.json", where, _("Everything (JSON)"), _("All that was entered")),
    ]


def _file(name: str, where: dict[str, Any], label: str, hint: str) -> Item:
    return file_item(name, where, label, hint, "club_copies.file")


@blueprint.get("/export/<file>")
def file(slug: str, file: str) -> Response:
    """The club as ``file``."""
    known = CLUB_FILES.get(file)
    if known is None:
        abort(404)
    club = club_export(slug, known_phone())
    asked = Asked(reader().locale, reader().translations, request.args.get("unit", ""))
    response = Response(in_turn(known.content(club, asked)), mimetype=known.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=club_file_name(club, file))
    response.headers["Cache-Control"] = NOT_KEPT
    return response


@blueprint.get("/chat")
def text(slug: str) -> str:
    """The text for a chat, to be copied."""
    page = club_page(slug)
    club = club_export(slug, known_phone())
    content = club_chat_text(club.name, together(club), reader().locale, reader().translations)
    return render_template(
        "chat.html",
        head={"title": _("Text for a chat"), "status": club.name, "back": back(page)},
        tabs=None,
        text=content,
        lines=content.count("\n"),
        url=page.url("club_copies.file", file="chat.txt"),
    )


def back(page: ClubPage) -> dict[str, str]:
    """Where such a page was opened from."""
    return {"url": page.url("club.sessions"), "label": _("The club")}
