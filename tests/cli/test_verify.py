"""``scorekeeper verify``: one line for each difference, and how it exits."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from tests.cli.conftest import Run
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.evening import Evening

HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


@pytest.fixture
def slug(here: Flask) -> str:
    """A session of six hands."""
    with here.app_context():
        return Evening(*HANDS).slug


def behind_the_back(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "scorekeeper.db") as connection:
        connection.execute(statement)
    connection.close()


def test_nothing_differs(run: Run, slug: str) -> None:
    assert slug
    assert run("verify").output == "Verified 1 match with 12 entries: no differences.\n"


def test_nothing_is_there(run: Run) -> None:
    assert run("verify").output == "Verified 0 matches with 0 entries: no differences.\n"


def test_a_difference(run: Run, slug: str, folder: Path) -> None:
    behind_the_back(folder, "UPDATE entry SET unit = 9 WHERE seq = 2")
    behind_the_back(folder, "UPDATE match SET rules_version = 0")
    lines = run("verify", status=1).output.splitlines()
    assert lines[0].startswith(f"session {slug}, match 1: computed by version 0 of the rules; now: ")
    assert lines[1:] == [
        f"session {slug}, match 1, entry 1: unit: stored 9, comes out as 1",
        "Verified 1 match with 12 entries: 1 difference.",
    ]


def test_an_older_version_of_the_rules_alone_is_no_difference(run: Run, slug: str, folder: Path) -> None:
    behind_the_back(folder, "UPDATE match SET rules_version = 0")
    assert f"session {slug}, match 1: computed by version 0" in run("verify").output


# Databases that cannot be used -------------------------------------------------------------------


def test_no_database(run: Run, folder: Path) -> None:
    (folder / "scorekeeper.db").unlink()
    assert "Error: There is no database at " in run("verify", status=1).output
    assert not (folder / "scorekeeper.db").exists()


def test_no_database_at_all_but_a_text(run: Run, folder: Path) -> None:
    (folder / "scorekeeper.db").write_text("Dear diary, " * 100)
    told = run("verify", status=1).output
    assert told == "Error: The database cannot be used: file is not a database.\n"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE alembic_version SET version_num = '0001'", "older version"),
        ("UPDATE alembic_version SET version_num = 'zzz'", "newer version"),
        ("DELETE FROM alembic_version", "scorekeeper db upgrade prepares it"),
    ],
)
def test_another_form_of_the_database(run: Run, folder: Path, statement: str, said: str) -> None:
    behind_the_back(folder, statement)
    assert said in run("verify", status=1).output
