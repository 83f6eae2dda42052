"""A file can be read in one sitting, a function on one screen.

About 300 and 40 lines are what to aim at; these limits are where aiming ends.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.source import parsed, python_files, shown

FILE_LINES = 350
FUNCTION_LINES = 60


@pytest.mark.parametrize("path", python_files(), ids=shown)
def test_sizes(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= FILE_LINES, f"{lines} lines: what would be a file of its own?"
    long = [
        f"line {node.lineno}: {node.name} has {length} lines"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    ]
    assert long == []
