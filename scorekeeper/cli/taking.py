"""``scorekeeper export`` and ``scorekeeper import``: sessions and clubs taken along, and taken in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from scorekeeper.cli.linking import link_path
from scorekeeper.cli.program import main, opened
from scorekeeper.cli.progress import progress
from scorekeeper.documents import parsed
from scorekeeper.kernel import Refused
from scorekeeper.words import Words, english

if TYPE_CHECKING:
    from scorekeeper.exports import Content
    from scorekeeper.service.not_taken import NotTaken
    from scorekeeper.service.places import Place

FORMATS = {
    "json": ("session.json", "club.json"),
    "xlsx": ("session.xlsx", "club.xlsx"),
    "hands": ("hands.csv", "hands.csv"),
    "wide": ("wide.csv", "wide.csv"),
    "payments": ("payments.csv", "payments.csv"),
    "transfers": ("transfers.csv", "transfers.csv"),
    "chat": ("chat.txt", "chat.txt"),
    "journal": ("ledger.journal", "ledger.journal"),
    "bgsplay": ("plays.bgsplay", "plays.bgsplay"),
    "splitwise": ("splitwise.csv", "splitwise.csv"),
    "ihatemoney": ("ihatemoney.csv", "ihatemoney.csv"),
}
"""By the name that --format takes: the file of a session, and that of a club, as the pages name them.

Named here and made when they are asked for: the libraries behind some would slow down every other command.
"""


@main.command()
@click.argument("session")
@click.option("--format", "name", type=click.Choice(list(FORMATS)), default="json", show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write (default: print).",
)
def export(session: str, name: str, output: Path | None) -> None:
    """Write a session, or a club with all of its sessions, as it stands.

    SESSION is the part of its address after /s/ (of a club, after /c/), the whole address, or a link. What
    the file had in it before is gone.

    Example: scorekeeper export Hx3kQz9TbWm2pLcV -o evening.json
    """
    from scorekeeper.service.operating import find_place  # noqa: PLC0415 - as in serve

    with opened():
        content = _content(find_place(session), name)
        whole = content if isinstance(content, bytes) else b"".join(content)
        if output is None:
            click.echo(whole, nl=False)
        else:
            output.write_bytes(whole)


def _content(place: Place, name: str) -> Content:
    from scorekeeper import exports  # noqa: PLC0415 - as above
    from scorekeeper.service.exporting import contents_of, contents_of_club  # noqa: PLC0415
    from scorekeeper.store import Club  # noqa: PLC0415

    of_session, of_club = FORMATS[name]
    if isinstance(place, Club):
        return exports.CLUB_FILES[of_club].content(contents_of_club(place), exports.Asked())
    return exports.FILES[of_session].content(contents_of(place), exports.Asked())


@main.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--again", is_flag=True, help="Take in once more what was imported already.")
def import_(file: IO[bytes], again: bool) -> None:
    """Make a session or a club of its document, as scorekeeper export writes it, and print its link.

    FILE may be - for standard input, and have up to 5 MB. Every entry is played; if one is refused, nothing
    is kept, and the place is named: sessions and matches are counted from 1, entries, transfers and members
    from 0. A document that was imported already makes no second session or club. What is printed is the end
    of an address: put it behind the one at which phones reach the server.

    Exit status 1: an entry is refused; 2: not such a document.

    Example: scorekeeper import evening.json
    """
    from scorekeeper.service.importing_club import (  # noqa: PLC0415 - as in serve
        count_document_entries,
        import_document,
    )
    from scorekeeper.service.not_taken import NotTaken  # noqa: PLC0415
    from scorekeeper.service.operating import COMMAND_LINE, find_place  # noqa: PLC0415

    raw = _read(file)
    with opened(makes=True) as app:
        try:
            with progress("Playing", count_document_entries(raw)) as further:
                taken = import_document(raw, COMMAND_LINE, may_enter=False, again=again, further=further)
        except NotTaken as refused:
            _refuse(_sentence(refused), 2 if refused.entry is None else 1)
        if taken.known:
            click.echo(
                "It was imported before, and is left as it is by now. --again makes a second one.", err=True
            )
        click.echo(link_path(app, find_place(taken.address), "scorer"))


def _read(file: IO[bytes]) -> Any:
    from scorekeeper.service.session_document import MOST_BYTES  # noqa: PLC0415 - as above

    text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        _refuse("The file is too large: up to 5 MB can be imported.", 2)
    try:
        return parsed(text)
    except Refused as refused:
        _refuse(Words().sentence(refused.message), 2)


def _sentence(not_taken: NotTaken) -> str:
    """Where it stands, and why: "match 2, entry 17, seat (out_of_turn): It is Cleo’s turn to bid."."""
    refused, words = not_taken.refused, english(not_taken.names, not_taken.unit)
    where = [words.sentence(place) for place in not_taken.place]
    where += [refused.field] if refused.field else []
    said = words.sentence(refused.message)
    return f"Nothing was imported. {', '.join(where)} ({refused.code}): {said}"


def _refuse(said: str, status: int) -> NoReturn:
    click.echo(f"Error: {said}", err=True)
    sys.exit(status)
