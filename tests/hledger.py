"""The real hledger, which reads the journals: the one that is installed, else Debian's package.

Where there is none and apt-get may not install one, the tests that need it fail and say so: they are never
skipped.
"""

from __future__ import annotations

import csv
import fcntl
import io
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.debian import installed_from_debian


class NoHledgerFound(Exception):
    """No hledger here, and none that could be installed."""


class BadJournal(Exception):
    """hledger does not accept the journal; it says why."""


@cache
def _program() -> str:
    with Path(tempfile.gettempdir(), f"scorekeeper-hledger-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may ask at once: one installs
        found = shutil.which("hledger")
        if found is None and installed_from_debian("hledger"):
            found = shutil.which("hledger")
    if found is None:
        raise NoHledgerFound(
            "The tests need hledger. None is installed, and apt-get could not install one. "
            "Install it (on Debian: apt-get install hledger)."
        )
    return found


def hledger(journal: bytes, *command: str) -> str:
    """What hledger answers to a command about this journal; raises BadJournal, NoHledgerFound."""
    answer = subprocess.run(
        [_program(), "--file", "-", *command],
        input=journal,
        capture_output=True,
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    if answer.returncode:
        raise BadJournal(answer.stderr.decode())
    return answer.stdout.decode()


def account_balances(journal: bytes, *query: str) -> dict[str, str]:
    """The balance of every account that is not even, as hledger writes it, and their "total"."""
    text = hledger(journal, "balance", "--flat", "--output-format", "csv", *query)
    return {row["account"]: row["balance"] for row in csv.DictReader(io.StringIO(text, newline=""))}
