"""The copies of a session, or of one match, that can be kept: which there are, and the text for a chat."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from flask import Blueprint, render_template, url_for

from scorekeeper.exports import chat_text
from scorekeeper.store import GameSession
from scorekeeper.web.downloads import exported
from scorekeeper.web.reader import _, reader

blueprint = Blueprint("copies", __name__, url_prefix="/s/<slug>")

Item = dict[str, Any]


def copies(session: GameSession, number: int | None = None) -> dict[str, Any]:
    """What templates/parts/_copies.html is given, for the session or for its match ``number``."""
    where: dict[str, Any] = {"slug": session.slug} | ({"number": number} if number else {})
    first = [
        page_item("printing.sheet", where, "eye", _("Print it, or save it as PDF"), ""),
        page_item("copies.text", where, "copy", _("Text for a chat"), ""),
        file_item("session.xlsx", where, _("Spreadsheet (XLSX)"), _("All tables, with totals")),
    ]
    return {
        "first": first,
        "groups": [
            {"title": _("Single tables (CSV)"), "items": _tables(where)},
            {"title": _("For other programs"), "items": _programs(session, where)},
        ],
    }


def _tables(where: dict[str, Any]) -> list[Item]:
    tables = [
        file_item("wide.csv", where, _("Score sheet"), _("A column for each player")),
        file_item("hands.csv", where, _("Score sheet, long"), _("A line for each row and player")),
        file_item("payments.csv", where, _("Payments"), _("What each hand made people owe")),
    ]
    if "number" not in where:
        tables.append(file_item("transfers.csv", where, _("Transfers"), _("What was really paid")))
    return tables


def _programs(session: GameSession, where: dict[str, Any]) -> list[Item]:
    units = dict.fromkeys(
        match.setup["stake"]["unit"]
        for match in session.matches
        if where.get("number") in {None, match.number}
    )
    programs = [
        file_item("session.json", where, _("Everything (JSON)"), _("All that was entered")),
        file_item("plays.bgsplay", where, _("BG Stats file"), _("Every game as a play")),
        file_item("splitwise.csv", where, _("Like Splitwise (CSV)"), _("Who owes what, and what was paid")),
        *(
            file_item(
                "ihatemoney.csv",
                where | {"unit": unit},
                _("ihatemoney (CSV)"),
                unit if len(units) > 1 else "",
            )
            for unit in units
        ),
        file_item("ledger.journal", where, _("Ledger journal"), _("For hledger and Ledger")),
    ]
    if "number" in where:
        hint = _("Opens that app, and gives it the names and the result")
        programs.insert(2, page_item("downloads.bgstats", where, "share", _("Keep it in BG Stats"), hint))
    return programs


def file_item(
    name: str, where: dict[str, Any], label: str, hint: str, endpoint: str = "downloads.file"
) -> Item:
    """A copy that is a file."""
    url = url_for(endpoint, file=name, **where)
    return {"label": label, "hint": hint, "url": url, "icon": "download", "file": True}


def page_item(endpoint: str, where: dict[str, Any], icon: str, label: str, hint: str) -> Item:
    """A copy that is a page."""
    return {"label": label, "hint": hint, "url": url_for(endpoint, **where), "icon": icon, "file": False}


@blueprint.get("/chat")
@blueprint.get("/<int:number>/chat")
def text(slug: str, number: int | None = None) -> str:
    """The text for a chat, to be copied."""
    session = exported(slug, number)
    where: dict[str, Any] = {"slug": slug} | ({"number": number} if number else {})
    content = chat_text(session, reader().locale, reader().translations)
    return render_template(
        "chat.html",
        head={
            "title": _("Text for a chat"),
            "status": format_date(session.day, "EEEE d MMMM", locale=reader().locale),
            "back": back(where),
        },
        tabs=None,
        text=content,
        lines=content.count("\n"),
        url=url_for("downloads.file", file="chat.txt", **where),
    )


def back(where: dict[str, Any]) -> dict[str, str]:
    """Where such a page was opened from."""
    if "number" in where:
        return {"url": url_for("table.more", **where), "label": _("More: players, stake, notes")}
    return {"url": url_for("session.summary", **where), "label": _("The session")}
