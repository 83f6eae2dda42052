"""A PostgreSQL server of the tests' own: started where one is asked for, gone when the tests are over.

Uses the server binaries that are installed, else Debian's package where apt-get may be used. Where neither
works the tests that need it fail and say so: they are never skipped.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.debian import installed_from_debian

USERS = ("postgres", "nobody")
"""Who runs the server where the tests are root: initdb refuses root."""


class NoServerFound(Exception):
    """No PostgreSQL server here, and none that could be installed."""


def _binaries() -> Path | None:
    """The newest folder with initdb and postgres."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    candidates = [*reversed(found), *([Path(on_path).resolve()] if on_path else [])]
    return next((path.parent for path in candidates if (path.parent / "postgres").exists()), None)


def _server() -> Path:
    with Path(tempfile.gettempdir(), f"scorekeeper-postgresql-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may ask at once: one installs
        found = _binaries()
        if found is None and installed_from_debian("postgresql"):
            found = _binaries()
    if found is None:
        raise NoServerFound(
            "The tests need PostgreSQL's server. None is installed, and apt-get could not install one. "
            "Install it (on Debian: apt-get install postgresql)."
        )
    return found


def _user() -> str | None:
    """Who runs the server; None: who runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next(user for user in USERS if user in known)


@contextmanager
def running() -> Iterator[str]:
    """A server with an empty cluster; the address of its first database."""
    binaries, user = _server(), _user()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-postgresql-") as name, socket.socket() as probe:
        folder = Path(name)
        if user is not None:
            shutil.chown(folder, user)
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        cluster = folder / "cluster"

        def run(*command: str) -> None:
            subprocess.run(command, user=user, cwd="/", check=True, capture_output=True, timeout=120)

        trusting = ["-U", "tests", "-A", "trust", "-E", "UTF8", "--no-sync"]
        run(str(binaries / "initdb"), "-D", str(cluster), *trusting)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        control = [str(binaries / "pg_ctl"), "-D", str(cluster), "-w"]
        run(*control, "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://tests@127.0.0.1:{port}/postgres"
        finally:
            run(*control, "-m", "immediate", "stop")
