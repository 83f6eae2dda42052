"""``scorekeeper link``: the links by which phones come into a session or a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.cli.program import main, opened

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.service.places import Place
    from scorekeeper.service.secrets import Role


@main.group()
def link() -> None:
    """The links by which phones come into a session or a club.

    Example: scorekeeper link renew Hx3kQz9TbWm2pLcV --role scorer
    """


@link.command()
@click.argument("session")
@click.option("--role", type=click.Choice(["scorer", "viewer"]), required=True, help="Which of the two.")
def renew(session: str, role: Role) -> None:
    """Stop a link of a session or a club and print the new one.

    SESSION is the part of its address after /s/ (of a club, after /c/), the whole address, or a link. Phones
    that came in by the old link are out, but not the phone that began the session or the club. What is
    printed is the end of an address: put it behind the one at which phones reach the server
    (https://scores.example.org/j/…).

    Example: scorekeeper link renew Hx3kQz9TbWm2pLcV --role scorer
    """
    from scorekeeper.service.links import renew_link  # noqa: PLC0415 - as in serve
    from scorekeeper.service.operating import find_place, opens  # noqa: PLC0415

    with opened() as app:
        place = find_place(session)
        renew_link(place.slug, "", role, str(app.secret_key), opens(place))
        click.echo(link_path(app, place, role))


def link_path(app: Flask, place: Place, role: Role) -> str:
    """The end of the address of a link to a session or a club."""
    from scorekeeper.service.links import links_of  # noqa: PLC0415 - as above
    from scorekeeper.service.operating import opens  # noqa: PLC0415

    links = links_of(place.slug, "", str(app.secret_key), opens(place))
    secret = next(one.secret for one in links if one.role == role)
    with app.test_request_context():
        return app.url_for("join.invited", secret=secret, _external=False)
