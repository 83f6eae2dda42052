"""The wheel carries all it needs: it is built, installed elsewhere, and run from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from tests.e2e.server import Server, serving

pytestmark = pytest.mark.wheel

ROOT = Path(__file__).parents[2]
SERVED = "static/vendor/htmx-4.0.1.min.js"


def run(*command: str | Path, folder: Path) -> None:
    """Run a program in a folder; what it printed is shown if it fails."""
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, f"{' '.join(map(str, command))}\n{finished.stdout}\n{finished.stderr}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as for a release: from the sdist, which must therefore hold all that the wheel needs."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


def files_below(folder: str) -> set[PurePosixPath]:
    """The files in a folder of the repository that belong into the wheel, as paths inside it."""
    below = ROOT / folder
    return {
        PurePosixPath("scorekeeper", folder.removeprefix("scorekeeper/"), path.relative_to(below).as_posix())
        for path in below.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name != ".DS_Store"
    }


def fetched(server: Server, path: str) -> bytes:
    """What the server answers, which must be 200; otherwise what it printed is shown."""
    try:
        with urllib.request.urlopen(f"{server.url}{path}") as answer:
            body: bytes = answer.read()
            return body
    except urllib.error.HTTPError as answer:
        with answer:
            pytest.fail(f"{path}: {answer.code}\n{server.log}")


def test_everything_is_inside(wheel: Path) -> None:
    inside = {PurePosixPath(name) for name in ZipFile(wheel).namelist()}
    wanted = files_below("templates") | files_below("static") | files_below("migrations")
    words = files_below("scorekeeper/translations")
    wanted |= words | {path.with_suffix(".mo") for path in words if path.suffix == ".po"}
    assert wanted - inside == set()
    assert any(path.suffix == ".py" for path in files_below("migrations"))


def test_nothing_else_is_inside(wheel: Path) -> None:
    tops = {PurePosixPath(name).parts[0] for name in ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorekeeper"}


def test_it_runs_elsewhere(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", environment, folder=tmp_path)
    pip = (environment / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--require-hashes", "--requirement", ROOT / "requirements.txt", folder=tmp_path)
    run(*pip, "install", "--no-deps", "--no-index", wheel, folder=tmp_path)
    run(*pip, "check", folder=tmp_path)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with serving(elsewhere, program=environment / "bin" / "scorekeeper") as server:
        assert b"<html" in fetched(server, "/")
        assert fetched(server, f"/{SERVED}") == (ROOT / SERVED).read_bytes()
