"""HTTP for clients that may mean harm: what comes before a body has to come soon, and to be short."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fewest.web import limits


class Protocol(HttpToolsProtocol):
    """A connection that is closed when the head of a request takes too long, or is too large."""

    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, unless there are too many already."""
        super().connection_made(transport)
        if len(self.connections) > limits.CONNECTIONS:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that is too large is not read to its end."""
        while data and not self.transport.is_closing():
            if self._in_head and self._timer is None:
                self._wait()
            room = max(0, limits.HEAD - self._received) if self._in_head else len(data)
            if not room:
                self.transport.abort()
                return
            piece, data = data[:room], data[room:]
            if self._in_head:
                self._received += len(piece)
            super().data_received(piece)

    def on_headers_complete(self) -> None:
        """The head is there in time."""
        self._in_head, self._received = False, 0
        self._wait_no_longer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The next thing to come is another head."""
        self._in_head = True
        super().on_message_complete()

    def _wait(self) -> None:
        self._timer = self.loop.call_later(limits.HEAD_SECONDS, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
