"""The project's own files, as the tests of its shape read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
GAME_FOLDERS = sorted(path.parent for path in PACKAGE.glob("games/*/__init__.py"))
GAME_KEYS = [folder.name for folder in GAME_FOLDERS]


def python_files(folder: Path = PACKAGE) -> list[Path]:
    """All modules at any depth."""
    return sorted(folder.rglob("*.py"))


def shown(path: Path) -> str:
    """A path as people write it: from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported, wherever it stands; ``from a import b`` gives ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, f"{'.' * node.level}{node.module or ''}.{alias.name}"


def docstrings(tree: ast.Module) -> set[int]:
    """The identities of the nodes that are docstrings, of whatever they document."""
    return {
        id(body[0].value)
        for node in ast.walk(tree)
        if isinstance(body := getattr(node, "body", None), list)
        and body
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
    }
