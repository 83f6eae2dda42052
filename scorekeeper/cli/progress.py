"""How far long work is: a bar on the terminal, nothing where somebody else reads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(what: str, length: int) -> Iterator[Callable[[int], None]]:
    """A bar for ``length`` steps of work; what is given takes how many more were done.

    It is drawn on standard error, so that what is printed can go into a file, and only on a terminal.
    """
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=what, file=sys.stderr, hidden=hidden) as bar:
        yield bar.update
