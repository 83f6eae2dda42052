"""The command line: ``scorekeeper …``. Each command is in the module that says what it is about."""

from scorekeeper.cli import checking, copying, erasing, linking, scoring, serving, showing, taking
from scorekeeper.cli.program import main

__all__ = ["checking", "copying", "erasing", "linking", "main", "scoring", "serving", "showing", "taking"]
