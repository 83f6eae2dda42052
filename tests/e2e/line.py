"""A line to a server that a test can cut and mend, so that the server need not be stopped and started."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any

from tests.e2e.server import free_port

HOST = "127.0.0.1"
SECONDS = 10


class Line:
    """A port of its own, whose connections are passed on to the server's.

    While it is cut nobody listens there, as where a server was stopped: what was open ends, and whoever
    comes is refused.
    """

    def __init__(self, server: int) -> None:
        self.server, self.port = server, free_port()
        self.ends: set[_End] = set()
        self._listening: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="line")
        self._thread.start()
        self.mend()

    def mend(self) -> None:
        """The server can be reached, from now on."""
        self._run(self._mend())

    def cut(self) -> None:
        """The server cannot be reached any more."""
        self._run(self._cut())

    def close(self) -> None:
        """It is cut for good."""
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS)

    async def _mend(self) -> None:
        self._listening = await self._loop.create_server(lambda: _End(self), HOST, self.port)

    async def _cut(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        while self.ends:  # some may just be connecting
            for end in tuple(self.ends):
                end.abort()
            await asyncio.sleep(0)


class _End(asyncio.Protocol):
    """One end of a connection: what comes in here goes out at the other end, which the phone's end makes."""

    def __init__(self, line: Line, other: _End | None = None) -> None:
        self.line, self.other = line, other
        self.transport: asyncio.Transport | None = None
        self.early = b""
        self.connecting: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It stands: whatever the other end has heard already goes out."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.line.ends.add(self)
        if self.other is None:
            self.connecting = asyncio.get_running_loop().create_task(self._connect())
            return
        self.other.other = self
        transport.write(self.other.early)

    async def _connect(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: _End(self.line, self), HOST, self.line.server)
        except OSError:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Passed on, or kept until the other end stands."""
        if self.other is None or self.other.transport is None:
            self.early += data
        else:
            self.other.transport.write(data)

    def connection_lost(self, _error: Exception | None) -> None:
        """Then the other end goes too, once it has sent what it has."""
        self.line.ends.discard(self)
        if self.connecting is not None:
            self.connecting.cancel()
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def abort(self) -> None:
        """It breaks."""
        if self.transport is not None:
            self.transport.abort()
