"""What is locked and what is vendored: complete, pinned, unchanged, and silent about where it was fetched."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT, shown

LOCKS = sorted(ROOT.glob("requirements*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# name → the lock files that must answer for it
LOCKED = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements-build.txt": [*PROJECT["dependency-groups"]["build"], *PROJECT["build-system"]["requires"]],
    "requirements-dev.txt": [
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["build"],
        *(line for line in PROJECT["dependency-groups"]["dev"] if isinstance(line, str)),
    ],
}
VENDORED = [ROOT / "static" / "vendor", ROOT / "tests" / "e2e" / "vendor"]


def pins(lock: Path) -> dict[str, Requirement]:
    """What a lock file holds, by canonical name."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [
        line.split("--hash")[0] for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    found = [Requirement(line.strip()) for line in lines]
    return {canonicalize_name(pin.name): pin for pin in found}


@pytest.mark.parametrize("lock", LOCKS, ids=shown)
def test_locks_do_not_say_where_packages_were_fetched(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert re.findall(r"\S*://\S*|.* @ .*|^\s*(?:-i|--(?!hash=sha256:)).*", text, re.MULTILINE) == []


@pytest.mark.parametrize("lock", LOCKS, ids=shown)
def test_locks_pin_everything_with_hashes(lock: Path) -> None:
    entries = re.findall(r"^[^\s#].*\n(?:[ \t].*\n?)*", lock.read_text(encoding="utf-8"), re.MULTILINE)
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", LOCKED)
def test_locks_are_up_to_date(name: str) -> None:
    locked = pins(ROOT / name)
    for wanted in map(Requirement, LOCKED[name]):
        pin = locked[canonicalize_name(wanted.name)]
        (exactly,) = pin.specifier
        assert wanted.specifier.contains(exactly.version), f"{pin} is not {wanted}: run make lock"


def test_the_locks_agree() -> None:
    developers = pins(ROOT / "requirements-dev.txt")
    for lock in LOCKS:
        for name, pin in pins(lock).items():
            assert pin.specifier == developers[name].specifier, f"{shown(lock)}: {pin}"


def test_npm_locks_do_not_say_where_packages_were_fetched() -> None:
    locks = [path for path in ROOT.glob("**/package-lock.json") if "node_modules" not in path.parts]
    assert [shown(lock) for lock in locks if '"resolved"' in lock.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("folder", VENDORED, ids=shown)
def test_vendored_files_are_as_published(folder: Path) -> None:
    table = (folder / "README.md").read_text(encoding="utf-8")
    sums = dict(re.findall(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", table, re.MULTILINE))
    files = {
        path.name: path for path in folder.iterdir() if path.suffix != ".md" and "LICENSE" not in path.name
    }
    assert sums == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    for licence in re.findall(r"\]\((LICENSE[^)]*)\)", table):
        assert (folder / licence).is_file()
