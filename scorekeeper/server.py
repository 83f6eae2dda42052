"""Serving: the database brought up to date, the addresses shown, gunicorn with gevent workers."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from typing import Any

import click
import segno
from flask import Flask
from flask_migrate import upgrade
from gunicorn.app.base import BaseApplication
from gunicorn.workers.ggevent import GeventWorker

from scorekeeper.config import Settings
from scorekeeper.web.addresses import network_address


def upgrade_database(app: Flask) -> None:
    """Runs the migrations that are missing."""
    with app.app_context():
        upgrade()


class _Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle_quit(self, _signal: int, _frame: object) -> None:
        """Ctrl-C: ends as it does on a stop, instead of with a trace on the terminal."""
        self.alive = False


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self.settings, self.options = settings, options
        super().__init__()

    def load_config(self) -> None:
        for key, value in self.options.items():
            self.cfg.set(key, value)

    def load(self) -> Flask:
        from scorekeeper.app import create_app  # noqa: PLC0415 - after gevent has patched the worker

        return create_app(self.settings)


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The address for this machine and, where phones can reach it, the one for them."""
    here = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    network = network_address() if host in {"0.0.0.0", "::"} else None  # noqa: S104 - as above
    return f"http://{here}:{port}/", f"http://{network}:{port}/" if network else None


def _announce(here: str, phones: str | None) -> None:
    click.echo(f"Scorekeeper on this machine:  {here}")
    if phones is None:
        click.echo("Phones cannot reach it: it listens to this machine alone, or there is no network.")
        return
    click.echo(f"For phones in this network:   {phones}")
    segno.make(phones, error="m").terminal(compact=True)
    click.echo("Stop with Ctrl-C.")


def serve(settings: Settings, *, host: str | None, port: int | None, workers: int) -> None:
    """Serves until it is stopped."""
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    _refuse_taken(settings)
    # The driver of PostgreSQL is imported before gevent patches the workers, and must notice it all the same.
    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_poll")
    from scorekeeper.app import create_app  # noqa: PLC0415 - importing it here keeps --help fast

    upgrade_database(create_app(settings))
    _announce(*addresses(settings.host, settings.port))
    _Server(
        settings,
        {
            "bind": f"{settings.host}:{settings.port}",
            "workers": workers,
            "worker_class": _Worker,
            "graceful_timeout": 3,
            "control_socket_disable": True,
            "loglevel": "warning",
            "limit_request_line": 4094,
        },
    ).run()


def _refuse_taken(settings: Settings) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise click.ClickException(
                f"Port {settings.port} cannot be used ({error.strerror}). Choose another with --port."
            ) from None
