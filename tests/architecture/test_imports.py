"""Kernel, pitch, games, ledger and statistics are pure: no clock, no chance, no I/O, no web, no database.

The import contracts in ``pyproject.toml`` say who of us may import whom. This says what these may
import from elsewhere, what they must not call, and, more closely, what of each other they see.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, imported, parsed, python_files, shown

# What computes and nothing else. Add what is just as pure; never datetime, random, os, pathlib, io, logging …
STANDARD = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}
# The shape of entries and house rules; dataclasses into JSON and back.
OTHERS = {"marshmallow", "cattrs"}
# What reaches outside, or makes code out of text.
CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}

PURE = {
    "kernel": python_files(PACKAGE / "kernel"),
    "pitch": [PACKAGE / "pitch.py"],
    "side_stakes": [PACKAGE / "side_stakes.py"],
    "games": python_files(PACKAGE / "games"),
    "ledger": python_files(PACKAGE / "ledger"),
    "statistics": [PACKAGE / "statistics.py"],
}
FILES = [path for files in PURE.values() for path in files]


def own(path: Path) -> tuple[str, ...]:
    """The packages of ours that a module of a pure folder may import from."""
    folder, *inner = path.relative_to(PACKAGE).parts
    kernel = "scorekeeper.kernel"
    if not inner:  # what two games share
        return (kernel,)
    if folder != "games" or len(inner) == 1:  # games/__init__.py lists the games: it alone knows them all
        return kernel, f"scorekeeper.{folder}"
    return kernel, "scorekeeper.pitch", "scorekeeper.side_stakes", f"scorekeeper.games.{inner[0]}"


def allowed(name: str, path: Path) -> bool:
    """Whether a module of a pure folder may import this."""
    top = name.partition(".")[0]
    if top == "scorekeeper":
        return any(f"{name}.".startswith(f"{package}.") for package in own(path))
    return top in STANDARD | OTHERS


@pytest.mark.parametrize("folder", PURE)
def test_the_pure_folders_are_where_this_test_looks(folder: str) -> None:
    assert PURE[folder]


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_imports_only_what_is_pure(path: Path) -> None:
    wrong = [f"line {line}: {name}" for line, name in imported(parsed(path)) if not allowed(name, path)]
    assert wrong == []


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_calls_nothing_that_reaches_outside(path: Path) -> None:
    wrong = [
        f"line {node.lineno}: {node.id}"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Name) and node.id in CALLS
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ("from dataclasses import dataclass", True),
        ("import collections.abc", True),
        ("from scorekeeper.kernel import play", True),
        ("from scorekeeper.games.racehorse import rules", True),
        ("from scorekeeper.games.racehorses import rules", False),
        ("from scorekeeper.pitch import Trump", True),
        ("from scorekeeper.games import GAMES", False),
        ("from scorekeeper.store import models", False),
        ("import scorekeeper", False),
        ("from . import rules", False),
        ("from datetime import datetime", False),
        ("import os.path", False),
        ("def late():\n    import random", False),
        ("from flask import request", False),
    ],
)
def test_this_test_tells_good_from_bad(line: str, fine: bool) -> None:
    path = PACKAGE / "games" / "racehorse" / "rules.py"
    assert all(allowed(name, path) for _, name in imported(ast.parse(line))) is fine
