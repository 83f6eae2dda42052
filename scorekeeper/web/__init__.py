"""The pages: blueprints, forms, and what every template may use."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    amend,
    club,
    club_copies,
    club_printing,
    club_share,
    club_statistics,
    conflict,
    copies,
    downloads,
    errors,
    home,
    importing,
    join,
    live,
    match,
    members,
    money,
    offline,
    page,
    printing,
    reader,
    scores,
    session,
    setup,
    share,
    tab,
    table,
    watch,
)
from scorekeeper.web.reader import chosen_locale

__all__ = ["chosen_locale", "register"]


def register(app: Flask) -> None:
    """Puts all pages into ``app``."""
    page.register(app)
    reader.register(app)
    errors.register(app)
    for module in (
        club_statistics,
        home,
        importing,
        join,
        setup,
        session,
        match,
        conflict,
        scores,
        amend,
        money,
        share,
        watch,
        table,
        live,
        downloads,
        copies,
        printing,
        offline,
        club,
        club_copies,
        club_printing,
        members,
        tab,
        club_share,
    ):
        app.register_blueprint(module.blueprint)
