"""Serving: the database brought up to date, the addresses shown, gunicorn with gevent workers."""

from __future__ import annotations

import gc
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

from scorekeeper.bodies import Bodies
from scorekeeper.config import Settings
from scorekeeper.store.in_use import use
from scorekeeper.tls import Certificate, NoCertificate, certificate, own_names
from scorekeeper.web.addresses import network_address


def upgrade_database(app: Flask) -> None:
    """Runs the migrations that are missing."""
    with app.app_context():
        upgrade()


class _Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle_quit(self, _signal: int, _frame: object) -> None:
        """Ctrl-C: ends as it does on a stop, instead of with a trace on the terminal."""
        self.alive = False


def served_app(settings: Settings) -> Flask:
    """The application as a worker serves it.

    What is loaded by then stays for good. Looking through all of it for garbage, which Python does now and
    then, would hold up everybody whom the worker serves for some 30 ms.
    """
    from scorekeeper.app import create_app  # noqa: PLC0415 - after gevent has patched the worker

    app = create_app(settings)
    app.wsgi_app = Bodies(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's docs say
    gc.collect()
    gc.freeze()
    return app


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self.settings, self.options = settings, options
        super().__init__()

    def load_config(self) -> None:
        for key, value in self.options.items():
            self.cfg.set(key, value)

    def load(self) -> Flask:
        return served_app(self.settings)


def addresses(host: str, port: int, scheme: str = "http") -> tuple[str, str | None]:
    """The address for this machine and, where phones can reach it, the one for them."""
    here = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    network = network_address() if host in {"0.0.0.0", "::"} else None  # noqa: S104 - as above
    return f"{scheme}://{here}:{port}/", f"{scheme}://{network}:{port}/" if network else None


_PLAIN = """\
Over plain http phones miss: pages without signal, the screen kept awake for sure, the share sheet.
To get these: scorekeeper serve --tls (phones ask once), or a real name (docs/operating.md)."""


def _announce(here: str, phones: str | None, own: Certificate | None) -> None:
    click.echo(f"Scorekeeper on this machine:  {here}")
    if own is not None:
        click.echo(f"SHA-256 of its certificate:    {_in_halves(own.fingerprint)}")
    if phones is None:
        click.echo("Phones cannot reach it: it listens to this machine alone, or there is no network.")
        return
    click.echo(f"For phones in this network:   {phones}")
    segno.make(phones, error="m").terminal(compact=True)
    if own is None:
        click.echo(_PLAIN)
    click.echo("Stop with Ctrl-C.")


def _in_halves(fingerprint: str) -> str:
    """A fingerprint in two lines, as wide as a terminal and as phones break it."""
    middle = len(fingerprint) // 2
    return f"{fingerprint[:middle]}\n{'':31}{fingerprint[middle + 1 :]}"


def _own_certificate(settings: Settings) -> Certificate:
    try:
        return certificate(settings.folder, own_names(network_address()))
    except NoCertificate as error:
        raise click.ClickException(str(error)) from None


def serve(settings: Settings, *, host: str | None, port: int | None, workers: int, tls: bool = False) -> None:
    """Serves until it is stopped. ``tls``: over https, with the server's own certificate."""
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    _refuse_taken(settings)
    own = _own_certificate(settings) if tls else None
    # The driver of PostgreSQL is imported before gevent patches the workers, and must notice it all the same.
    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_poll")
    from scorekeeper.app import create_app  # noqa: PLC0415 - importing it here keeps --help fast

    in_use = use(settings.folder) if settings.database_file else None  # as long as a process of ours lives
    upgrade_database(create_app(settings))
    _announce(*addresses(settings.host, settings.port, "https" if own else "http"), own)
    encrypted = {"certfile": str(own.file), "keyfile": str(own.key_file)} if own else {}
    _Server(
        settings,
        {
            **encrypted,
            "bind": f"{settings.host}:{settings.port}",
            "workers": workers,
            "worker_class": _Worker,
            "graceful_timeout": 3,
            "control_socket_disable": True,
            "loglevel": "warning",
            "limit_request_line": 4094,
        },
    ).run()
    del in_use


def _refuse_taken(settings: Settings) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise click.ClickException(
                f"Port {settings.port} cannot be used ({error.strerror}). Choose another with --port."
            ) from None
