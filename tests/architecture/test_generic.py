"""Games are added in one folder: no page, service, export, API or database code names one.

Only ``scorekeeper/games/`` may, and what is found by a game's key, be it a file or a folder:
``scorekeeper/web/forms/<game>``, ``templates/games/<game>``, ``static/games/<game>``. Comments may
name games, and so may docstrings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import GAME_KEYS, PACKAGE, ROOT, docstrings, parsed, python_files, shown

TEXTS = {".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".webmanifest", ".xml"}
COMMENTS = re.compile(r"\{#.*?#\}|<!--.*?-->|/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
ENGLISH = {
    "ten"
}  # keys that are English words too: they count only where they stand as a key, not in a sentence


def found_by_key(path: Path, folder: Path) -> bool:
    """Whether it is ``<game>.py``, ``<game>.svg`` … or in ``<game>/``, in this folder."""
    if not path.is_relative_to(folder):
        return False
    return path.relative_to(folder).parts[0].partition(".")[0] in GAME_KEYS


MODULES = [
    path
    for path in python_files()
    if not path.is_relative_to(PACKAGE / "games") and not found_by_key(path, PACKAGE / "web" / "forms")
]
FILES = [
    path
    for top in (ROOT / "templates", ROOT / "static")
    for path in sorted(top.rglob("*"))
    if path.suffix in TEXTS
    and not path.is_relative_to(ROOT / "static" / "vendor")
    and not found_by_key(path, top / "games")
]


def named(text: str, key: str) -> bool:
    """Whether a name or a text names the game, in any spelling: ``TenPennies``, ``ten-pennies``."""
    if key in ENGLISH:
        return re.search(rf"""(?<=["'/.#]){key}(?=["'/.\s{{:,])""", f'"{text}"') is not None
    return key.replace("_", "") in re.sub(r"[-_ ]", "", text).lower()


def words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every identifier and every string that is no docstring."""
    passed_over = docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in passed_over:
                yield line, node.value
            continue
        for field in ("id", "attr", "name", "arg", "asname", "module"):
            if isinstance(text := getattr(node, field, None), str):
                yield line, text.replace(".", "/")


def test_games_are_where_this_test_looks() -> None:
    assert GAME_KEYS
    assert MODULES


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_no_module_names_a_game(path: Path) -> None:
    wrong = [
        f"line {line}: {text!r} names {key}"
        for line, text in words(parsed(path))
        for key in GAME_KEYS
        if named(text, key)
    ]
    assert wrong == []
    assert path.stem not in GAME_KEYS


# One test for all of them: there may be none yet.
def test_no_template_and_no_static_file_names_a_game() -> None:
    wrong = [
        f"{shown(path)} names {key}"
        for path in FILES
        for key in GAME_KEYS
        if named(COMMENTS.sub("", path.read_text(encoding="utf-8")), key)
        or key in path.relative_to(ROOT).parts
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "key", "found"),
    [
        ("RacehorseBid", "racehorse", True),
        ("{% include 'games/racehorse/entry.html' %}", "racehorse", True),
        ("10-point ten-point pitch", "ten_point_pitch", True),
        ("TenPennies", "ten_pennies", True),
        ("pennies", "ten_pennies", False),
        ("ten", "ten", True),
        ("scorekeeper/games/ten/rules", "ten", True),
        ("{% if match.game == 'ten' %}", "ten", True),
        (".card.ten { color: red }", "ten", True),
        ("Between one and ten players.", "ten", False),
        ("often", "ten", False),
        ("ten_pennies", "ten", False),
    ],
)
def test_this_test_finds_games(text: str, key: str, found: bool) -> None:
    assert named(text, key) is found


def test_this_test_passes_over_comments_and_docstrings() -> None:
    tree = ast.parse('"""Racehorse."""\n\n\ndef a():\n    """Racehorse."""  # racehorse\n')
    assert not any(named(text, "racehorse") for _, text in words(tree))
    assert COMMENTS.sub("", "a {# x #} <!-- y -->/* z */// w\nb") == "a  \nb"
