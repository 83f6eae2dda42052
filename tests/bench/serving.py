"""A server for the benchmarks: the real application, and beside it bare Flask views to compare with.

Both live in one gunicorn worker, so that whatever the machine is doing slows both.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from flask import Flask, render_template
from jinja2 import DictLoader
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
    """Two views: one durable SQLite commit, and a template as long as is asked for.

    The template is a list of escaped values in a base page.
    """
    app = Flask("bare")
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, text TEXT)")
    app.jinja_loader = DictLoader({"base.html": _BASE, "rows.html": _ROWS})

    @app.post("/commit")
    def commit() -> str:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO line (text) VALUES (?)", ("x" * 400,))
        connection.execute("COMMIT")
        return "ok"

    @app.get("/page/<int:length>")
    def render(length: int) -> str:
        rows = [{"name": f"Player {n}", "figure": f"+{n}"} for n in range(length // ROW_LENGTH)]
        return render_template("rows.html", rows=rows)

    return app


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
