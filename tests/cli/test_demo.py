"""``scorekeeper demo``: a session that can be looked at, with every game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli.showing import sample
from scorekeeper.documents import scored
from scorekeeper.games import GAMES
from tests.cli.conftest import Run


def test_a_session_of_every_game(run: Run, here: Flask) -> None:
    link = run("demo").stdout.strip()
    document = json.loads(run("export", link).stdout)
    assert [match["game"] for match in document["matches"]] == list(GAMES)
    assert len(document["transfers"]) == 1
    phone = here.test_client()
    assert phone.get(link).status_code == 200
    assert "no differences" in run("verify").output


def test_each_call_makes_another_one(run: Run) -> None:
    assert run("demo").stdout != run("demo").stdout


def test_it_makes_the_database(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))
    run("demo")
    assert "4 matches" in run("verify").output


@pytest.mark.parametrize("match", sample("2026-11-30T20:00:00+00:00")["matches"], ids=list(GAMES))
def test_every_sample_plays_to_an_end(match: dict[str, object]) -> None:
    answer, status = scored(match)
    assert (status, answer.get("finished")) == (0, True), answer
