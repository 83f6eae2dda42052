"""``scorekeeper demo``: a session to look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

import scorekeeper.games
from scorekeeper.cli.linking import link_path
from scorekeeper.cli.program import main, opened
from scorekeeper.games import GAMES


@main.command()
def demo() -> None:
    """Make a session of sample data and print its link for entering.

    It has a match of every game, and somebody who has paid. Each call makes another one. What is printed is
    the end of an address: put it behind the one at which phones reach the server.

    Example: scorekeeper demo
    """
    from scorekeeper.service.importing import import_session  # noqa: PLC0415 - as in serve
    from scorekeeper.service.operating import COMMAND_LINE, find_session  # noqa: PLC0415
    from scorekeeper.store.database import now  # noqa: PLC0415

    moment = now()
    with opened(makes=True) as app:
        taken = import_session(sample(moment.isoformat()), COMMAND_LINE, may_enter=False, again=True)
        click.echo(link_path(app, find_session(taken.slug), "scorer"))


def sample(moment: str) -> dict[str, Any]:
    """A session document of the sample matches that games have beside their rules; ``moment``: ISO 8601."""
    games = Path(scorekeeper.games.__file__).parent
    files = [file for key in GAMES if (file := games / key / "sample.json").exists()]
    matches = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    people = list(dict.fromkeys(name for match in matches for name in match["players"]))
    units = [match["stake"]["unit"] for match in matches if "unit" in match.get("stake", {})]
    paid = [{"from": 0, "to": 1, "amount": 500, "unit": unit, "at": moment} for unit in units[:1]]
    return {
        "format": "scorekeeper-session",
        "version": 1,
        "date": moment[:10],
        "time_zone": "UTC",
        "players": people,
        "matches": matches,
        "transfers": paid,
    }
