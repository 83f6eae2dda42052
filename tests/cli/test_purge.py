"""``scorekeeper purge``: asks first, and leaves no trace in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store import db
from tests.cli.conftest import Run
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.evening import Evening

HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


@pytest.fixture(autouse=True)
def _played(here: Flask) -> None:
    with here.app_context():
        Evening(*HANDS, {"type": "join", "name": "Wilhelmina"}, {"type": "note", "text": "wilhelmina!"})
        db.session.remove()
        db.engine.dispose()


def in_the_files(folder: Path, name: str) -> bool:
    return any(name.lower() in path.read_bytes().decode("latin-1").lower() for path in folder.iterdir())


def test_no_trace_in_the_file(run: Run, folder: Path) -> None:
    assert in_the_files(folder, "Wilhelmina")
    assert run("purge", "Wilhelmina", "--yes").output == (
        "Wilhelmina: in 1 sessions, 0 clubs and 1 notes.\nThe name is erased; it reads Somebody 1 now.\n"
    )
    assert not in_the_files(folder, "Wilhelmina")
    assert "no differences" in run("verify").output


def test_it_asks_first(run: Run, folder: Path) -> None:
    assert "Aborted!" in run("purge", "Wilhelmina", status=1, input="n\n").output
    assert in_the_files(folder, "Wilhelmina")
    run("purge", "Wilhelmina", input="y\n")
    assert not in_the_files(folder, "Wilhelmina")


@pytest.mark.parametrize("name", ["Mallory", "", " ", "\udcff"])
def test_nobody_is_called_so(run: Run, name: str) -> None:
    assert run("purge", name, "--yes", status=1).output.startswith("Error: Nobody is called ")
