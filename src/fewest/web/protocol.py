"""HTTP for clients that may mean harm: what they send has to come soon and to be short, and answers have to be read."""

import asyncio
import socket

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fewest.web import limits


class Protocol(HttpToolsProtocol):
    """A connection that is cut when the head of a request takes too long or is too large, or an answer is not read."""

    _timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _answered: RequestResponseCycle | None = None
    _ending = False
    _in_head = True
    _received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, unless there are too many connections already; one that is not read goes first then."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER)
        transport.set_write_buffer_limits(high=0)  # whatever the system does not take at once is waited for
        if len(self.connections) > limits.CONNECTIONS:
            stuck = (each for each in self.connections if isinstance(each, Protocol) and each.is_stuck)
            next(stuck, self).transport.abort()
        self._wait()

    @property
    def is_stuck(self) -> bool:
        """Whether its client does not read what was written for it."""
        return self._write_timer is not None and not self.transport.is_closing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer, for nothing; the request that is being answered need not be the last that came."""
        self._wait_no_longer()
        self._write_no_longer()
        self.pipeline.clear()
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
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
        if len(self.pipeline) > limits.PIPELINED:
            self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """The next thing to come is another head."""
        self._in_head = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Something is not read at once: it has to be soon."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(
            limits.END_SECONDS / 2 if self._ending else limits.WRITE_SECONDS, self.transport.abort
        )

    def resume_writing(self) -> None:
        """All is read."""
        self._write_no_longer()
        super().resume_writing()

    def shutdown(self) -> None:
        """The server ends: what has not arrived by now is not waited for, and answers have to be read at once."""
        self._ending = True
        super().shutdown()
        if self._write_timer is not None:
            self._write_no_longer()
            self.pause_writing()
        elif self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            self.transport.abort()

    def _write_no_longer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _wait(self) -> None:
        self._timer = self.loop.call_later(limits.HEAD_SECONDS, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
