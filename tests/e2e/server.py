"""The real program, serving on a free port with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 60
STOP_SECONDS = 15
PROGRAM = Path(sys.executable).with_name("scorekeeper")


@dataclass(frozen=True, slots=True)
class Server:
    """A server under test.

    Attributes:
        url: where it answers, without a slash at the end.
        folder: holds its database and its log.
        environment: with which programs beside it (``scorekeeper export``) use the same database.
    """

    url: str
    folder: Path
    environment: Mapping[str, str]

    @property
    def port(self) -> int:
        """The last part of the address."""
        return int(self.url.rpartition(":")[2])

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")


class ServerFailed(Exception):
    """It ended, or never answered; with its log."""


@contextmanager
def serving(
    folder: Path, *, program: Path = PROGRAM, port: int | None = None, options: Sequence[str] = ()
) -> Iterator[Server]:
    """Serve from ``folder``, where the database is or comes to be, until the block ends.

    Served again with the same folder and port, a phone finds its sessions again: so a restart is tested.
    """
    port = port or free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    environment.pop("PYTHONPATH", None)
    environment |= {
        "SCOREKEEPER_DATABASE_URL": f"sqlite:///{folder / 'scorekeeper.db'}",
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_PORT": str(port),
    }
    scheme = "https" if "--tls" in options else "http"
    server = Server(f"{scheme}://127.0.0.1:{port}", folder, environment)
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [program, "serve", *options],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that it can be ended with its workers
        )
    try:
        _wait_until_it_answers(server, process)
        yield server
    finally:
        _stop(process)


_UNCHECKED = ssl.create_default_context()
_UNCHECKED.check_hostname = False
_UNCHECKED.verify_mode = ssl.CERT_NONE  # whether it is rightly signed is for the tests too


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def _wait_until_it_answers(server: Server, process: subprocess.Popen[bytes]) -> None:
    last_moment = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < last_moment:
        try:
            with urllib.request.urlopen(f"{server.url}/", timeout=5, context=_UNCHECKED):
                return
        except urllib.error.HTTPError as answer:
            answer.close()  # it answers; whether rightly is for the tests
            return
        except OSError:
            time.sleep(0.05)
    ended = f"ended with {process.returncode}" if process.poll() is not None else "did not answer"
    raise ServerFailed(f"scorekeeper serve {ended}:\n{server.log}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
