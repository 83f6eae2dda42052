"""A folder of its own for database and key, named by the environment."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, with an empty database in it."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(empty_database, data / "scorekeeper.db")
    for name in ("DATABASE_URL", "SECRET_KEY", "HOST", "PORT", "PROXIES"):
        monkeypatch.delenv(f"SCOREKEEPER_{name}", raising=False)
    monkeypatch.setenv("SCOREKEEPER_DATA", str(data))
    return data


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs a command on that folder."""
    from scorekeeper.cli import main  # noqa: PLC0415 - as the other fixtures do

    assert folder.is_dir()

    def runs(*arguments: str, status: int = 0, **options: object) -> Result:
        result = CliRunner().invoke(main, arguments, **options)  # type: ignore[arg-type]  # handed on
        assert result.exit_code == status, (result.output, result.exception)
        assert "Traceback" not in result.output
        return result

    return runs


@pytest.fixture
def here(folder: Path) -> Flask:
    """The application that serves that folder."""
    from scorekeeper.app import create_app  # noqa: PLC0415

    assert folder.is_dir()
    return create_app()
