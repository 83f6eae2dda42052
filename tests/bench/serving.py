"""A server for the benchmarks: the real application, and beside it bare Flask views to compare with.

Both live in one gunicorn worker, so that whatever the machine is doing slows both.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

from flask import Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import Text, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.server import upgrade_database

_BASE = """<!doctype html><html lang=en><title>{% block title %}{% endblock %}</title>
<main>{% block main %}{% endblock %}</main></html>"""
_ROWS = """{% extends "base.html" %}{% block title %}Rows{% endblock %}
{% block main %}<ul>{% for row in rows %}
<li class="row"><b>{{ row.name }}</b> <span class="figure">{{ row.figure }}</span></li>{% endfor %}
</ul>{% endblock %}"""
ROW_LENGTH = 69
"""Characters that a row of the template makes, about."""


def bare_app(folder: Path) -> Flask:
    """Bare views: a durable SQLite commit, with the libraries we have and with none; a template; a word.

    The template is a list of escaped values in a base page, as long as is asked for.
    """
    app = Flask("bare")
    session = _with_flask_sqlalchemy(app, folder / "session.db")
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    _durable(connection, None)
    connection.execute("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, text TEXT)")
    app.jinja_loader = DictLoader({"base.html": _BASE, "rows.html": _ROWS})

    @app.post("/commit")
    def commit() -> str:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO line (text) VALUES (?)", ("x" * 400,))
        connection.execute("COMMIT")
        return "ok"

    @app.post("/session")
    def commit_in_session() -> str:
        session.add(_Line(text="x" * 400))
        session.commit()
        return "ok"

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    @app.get("/page/<int:length>")
    def render(length: int) -> str:
        rows = [{"name": f"Player {n}", "figure": f"+{n}"} for n in range(length // ROW_LENGTH)]
        return render_template("rows.html", rows=rows)

    return app


class _Base(DeclarativeBase):
    pass


class _Line(_Base):
    __tablename__ = "line"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


def _with_flask_sqlalchemy(app: Flask, file: Path) -> Any:
    """The session of Flask-SQLAlchemy on a database of its own, as durable as ours."""
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    bare_db = SQLAlchemy(app, model_class=_Base)
    with app.app_context():
        event.listen(bare_db.engine, "connect", _durable)
        _Base.metadata.create_all(bare_db.engine)
    return bare_db.session


def _durable(connection: sqlite3.Connection, _: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def make() -> DispatcherMiddleware:
    """The application that gunicorn serves; ``BENCH_FOLDER`` says where its files are."""
    folder = Path(os.environ["BENCH_FOLDER"])
    app = create_app(Settings(f"sqlite:///{folder / 'bench.db'}", "bench-key-" * 4))
    upgrade_database(app)
    return DispatcherMiddleware(app, {"/bare": bare_app(folder)})


def command(port: int) -> list[str]:
    """What starts the server."""
    options = ["--bind", f"127.0.0.1:{port}", "--workers", "1", "--worker-class", "gevent"]
    return [
        sys.executable,
        "-m",
        "gunicorn",
        *options,
        "--no-control-socket",
        "--log-level",
        "warning",
        "tests.bench.serving:make()",
    ]
