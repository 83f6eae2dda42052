"""What requests carry, as gunicorn hands it over: between the server and the application."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest

MOST_UNREAD = 32 * 1024 * 1024
"""So much of a body that was too long is still taken in, and thrown away."""
_CHUNK = 64 * 1024


class Bodies:
    """Wraps the application, so that who sends what cannot be taken is told so.

    A body in chunks that are no chunks is a bad request: gunicorn raises errors of its own while the body is
    read. And what is sent is read to its end, though it is too long: a connection that is closed before drops
    the answer, and the sender learns only that it broke.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """As WSGI has it."""
        body = environ["wsgi.input"] = _Body(environ["wsgi.input"])
        begun: list[str] = []

        def start(status: str, *more: Any) -> Any:
            begun.append(status)
            return start_response(status, *more)

        answer: Iterable[bytes] = self.app(environ, start)
        if begun and begun[-1].startswith("413"):
            body.read_to_the_end()
        return answer


class _Body:
    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def read(self, *size: int) -> bytes:
        return self._asked("read", *size)

    def readline(self, *size: int) -> bytes:
        return self._asked("readline", *size)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def read_to_the_end(self) -> None:
        """Throws away what was not read."""
        left = MOST_UNREAD
        try:
            while left > 0 and (part := self.read(_CHUNK)):
                left -= len(part)
        except (OSError, BadRequest):
            pass  # nobody is there any more to be told

    def _asked(self, how: str, *size: int) -> bytes:
        try:
            found: bytes = getattr(self.stream, how)(*size)
        except ParseException:
            raise BadRequest from None
        return found
