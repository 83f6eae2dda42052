"""``scorekeeper serve`` and ``scorekeeper db``."""

from __future__ import annotations

import click

from scorekeeper.cli.program import main, told
from scorekeeper.config import Settings


@main.command()
@click.option("--host", help="The address to listen on (default: every one this machine has).")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on (default: 8000).")
@click.option("--workers", type=click.IntRange(1, 32), default=2, show_default=True, help="Worker processes.")
@click.option(
    "--tls", is_flag=True, help="Serve https with a certificate of its own, made beside the database."
)
def serve(host: str | None, port: int | None, workers: int, tls: bool) -> None:
    """Serve the score sheet to the phones in this network.

    With --tls phones warn once that they do not know the certificate; compare its fingerprint with the one
    that is printed.

    Example: scorekeeper serve --port 8000
    """
    from scorekeeper import server  # noqa: PLC0415 - the other commands need no server

    with told():
        server.serve(Settings.from_environment(), host=host, port=port, workers=workers, tls=tls)


@main.group("db")
def database() -> None:
    """The database.

    Example: scorekeeper db upgrade
    """


@database.command()
def upgrade() -> None:
    """Bring the database to the newest form. Serving does it by itself.

    Example: scorekeeper db upgrade
    """
    from scorekeeper.app import create_app  # noqa: PLC0415 - see serve
    from scorekeeper.server import upgrade_database  # noqa: PLC0415

    with told():
        upgrade_database(create_app())
