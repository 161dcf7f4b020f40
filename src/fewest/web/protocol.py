"""An HTTP protocol that disconnects clients that send too slowly or too much, or do not read answers."""

import asyncio
import socket

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fewest.web import limits


class Protocol(HttpToolsProtocol):
    """A connection with limits on the head of a request, and on the time to read an answer."""

    _head_timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _current_cycle: RequestResponseCycle | None = None
    _shutting_down = False
    _in_head = True
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request; with too many connections, drop one whose client does not read, or else this one."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER_BYTES)
        transport.set_write_buffer_limits(high=0)  # pause writing as soon as the socket's own buffer is full
        if len(self.connections) > limits.MAX_CONNECTIONS:
            stuck = (each for each in self.connections if isinstance(each, Protocol) and each.is_stuck)
            next(stuck, self).transport.abort()
        self._start_head_timer()

    @property
    def is_stuck(self) -> bool:
        """Whether the client does not read what was sent."""
        return self._write_timer is not None and not self.transport.is_closing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel timers and tell the current request; uvicorn tells only the last of several pipelined requests."""
        self._cancel_head_timer()
        self._cancel_write_timer()
        self.pipeline.clear()
        if self._current_cycle is not None and not self._current_cycle.response_complete:
            self._current_cycle.disconnected = True
            self._current_cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data; disconnect if a head is too large."""
        while data and not self.transport.is_closing():
            if self._in_head and self._head_timer is None:
                self._start_head_timer()
            room = max(0, limits.MAX_HEAD_BYTES - self._head_bytes) if self._in_head else len(data)
            if not room:
                self.transport.abort()
                return
            piece, data = data[:room], data[room:]
            if self._in_head:
                self._head_bytes += len(piece)
            super().data_received(piece)

    def on_headers_complete(self) -> None:
        """Stop the head timer; disconnect if too many requests are pipelined."""
        self._in_head = False
        self._head_bytes = 0
        self._cancel_head_timer()
        super().on_headers_complete()
        if len(self.pipeline) > limits.MAX_PIPELINED:
            self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._current_cycle = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """Expect another head."""
        self._in_head = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Start the write timer."""
        super().pause_writing()
        seconds = limits.SHUTDOWN_SECONDS / 2 if self._shutting_down else limits.WRITE_SECONDS
        self._write_timer = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the write timer."""
        self._cancel_write_timer()
        super().resume_writing()

    def shutdown(self) -> None:
        """Drop requests that have not fully arrived, and leave little time to read answers."""
        self._shutting_down = True
        super().shutdown()
        if self._write_timer is not None:
            self._cancel_write_timer()
            self.pause_writing()
        elif (
            self.cycle is not None  # type: ignore[redundant-expr]  # uvicorn says that it never is
            and self.cycle.more_body
            and not self.cycle.response_complete
        ):
            self.transport.abort()

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(limits.HEAD_SECONDS, self.transport.abort)

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
