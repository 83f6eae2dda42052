"""The commands of docs/api.md are run as they stand, and print what the page says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.architecture.test_docs import DOCS, blocks, read
from tests.debian import installed_from_debian
from tests.e2e.server import serving

SHOWN_AT = "http://127.0.0.1:8000"
UUIDGEN = f"uuidgen() {{ {sys.executable} -c 'import uuid; print(uuid.uuid4())'; }}\n"
"""Few machines of tests have the real one, and a random number is a random number."""
MARK = "-- next --"


def commands(block: str) -> list[tuple[str, list[str]]]:
    """Each command of a block, with the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        else:
            found[-1][1].append(line)
    return found


def test_the_examples_do_what_they_say(tmp_path: Path) -> None:
    for program in ("curl", "jq"):
        assert shutil.which(program) or installed_from_debian(program), f"This test needs {program}."
    shown = [one for block in blocks(read(DOCS / "api.md"), "console") for one in commands(block)]
    assert len(shown) > 10
    with serving(tmp_path) as server:
        script = UUIDGEN + "".join(f"{command}\necho '{MARK}'\n" for command, _ in shown)
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail"],
            input=script.replace(SHOWN_AT, server.url),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    printed = [text.splitlines() for text in done.stdout.split(f"{MARK}\n")[:-1]]
    for (command, lines), got in zip(shown, printed, strict=False):
        assert got == lines, command
    assert len(printed) == len(shown), done.stderr
