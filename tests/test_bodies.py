"""Whatever a request carries, its sender gets an answer."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from scorekeeper.exports.json import FORMAT
from scorekeeper.service.session_document import MOST_BYTES
from tests.e2e.server import Server, serving

IMPORTS = "/api/v1/imports?client_id=6f1b1e52-7a55-4d7e-9d0c-0f8a2b1c3d4e"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


def answered(server: Server, path: str, body: bytes, *headers: str) -> tuple[int, str]:
    """Status and body of what the server says to this, on a connection that is for it alone."""
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: x",
        "Connection: close",
        "Content-Type: application/json",
        *headers,
    ]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        told = b"".join(iter(lambda: line.recv(1 << 16), b"")).decode()
    head, _, text = told.partition("\r\n\r\n")
    return int(head.split()[1]), text


@pytest.mark.parametrize("body", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}zz", b"-2\r\n{}"])
@pytest.mark.parametrize("path", [IMPORTS, "/api/v1/clubs", "/import"])
def test_chunks_that_are_none_are_a_bad_request(server: Server, path: str, body: bytes) -> None:
    status, text = answered(server, path, body, "Transfer-Encoding: chunked")
    assert status == 400
    if path != "/import":
        assert json.loads(text)["code"] == "bad_request"
    assert "Traceback" not in server.log


@pytest.mark.parametrize(
    ("path", "size"), [(IMPORTS, MOST_BYTES + 1), (IMPORTS, 3 * MOST_BYTES), ("/import", 2**24)]
)
def test_who_sends_too_much_is_told_so(server: Server, path: str, size: int) -> None:
    status, text = answered(server, path, b" " * size, f"Content-Length: {size}")
    assert status == 413
    assert ("too_large" if path == IMPORTS else "</html>") in text


def test_what_is_not_too_much_is_read(server: Server) -> None:
    body = json.dumps({"format": FORMAT, "version": 99}).encode() + b" " * (MOST_BYTES - 100)
    status, text = answered(server, IMPORTS, body, f"Content-Length: {len(body)}")
    assert (status, json.loads(text)["code"]) == (422, "unknown_version")
