"""Connections: what clients send has to come soon and to be short, and what they are sent has to be read."""

import json
import socket
import time
from contextlib import suppress

import pytest

from fewest.web import limits

SPLIT = json.dumps({"edition": "original", "guess": "crane"}).encode()
HEAD = b"POST /api/v1/split HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LARGE = HEAD + b"Content-Length: %d\r\n\r\n" % len(SPLIT) + SPLIT
"""A request whose answer has some ten thousand bytes."""


def connect(address: str, seconds: float = 60, buffer: int | None = None) -> socket.socket:
    """Connect, with a small buffer of one's own if one likes."""
    host, port = address.removeprefix("http://").split(":")
    made = socket.socket()
    made.settimeout(seconds)
    if buffer is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.connect((host, int(port)))
    return made


def assert_cut(connection: socket.socket) -> None:
    """The server ends the connection; waiting for that in vain is a TimeoutError."""
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_head_that_is_slow_ends_the_connection(address: str, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.2)
    with connect(address) as connection:
        connection.sendall(sent)
        assert_cut(connection)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * limits.MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * limits.MAX_HEAD_BYTES,
        b"GET /" + b"x" * limits.MAX_HEAD_BYTES,
    ],
    ids=["field", "fields", "path"],
)
def test_a_head_that_is_large_ends_the_connection(address: str, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 600.0)
    with connect(address, 10) as connection:
        with suppress(ConnectionError):  # it may be cut meanwhile
            connection.sendall(sent)
        assert_cut(connection)


def test_the_head_of_a_later_request_has_to_come_soon_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect(address) as connection:
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(limits, "HEAD_SECONDS", 0.2)
        with suppress(ConnectionError):
            for _ in range(100):
                connection.sendall(b"G")
                time.sleep(0.05)
            pytest.fail("it may go on for ever")


def test_there_are_only_so_many_connections(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 600.0)
    monkeypatch.setattr(limits, "MAX_CONNECTIONS", 0)
    with connect(address, 10) as connection:
        assert_cut(connection)


def test_a_long_request_may_come_in_pieces(address: str) -> None:
    body = json.dumps({"edition": "original", "seed": 7}).encode()
    head = b"POST /api/v1/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with connect(address) as connection:
        for byte in head + b"Content-Length: %d\r\n\r\n" % len(body) + body:
            connection.sendall(bytes([byte]))
        assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_a_client_that_never_reads_is_cut_off(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRITE_SECONDS", 0.2)
    monkeypatch.setattr(limits, "MAX_PIPELINED", 1_000_000)
    with connect(address, buffer=4096) as connection, pytest.raises(ConnectionError):
        connection.sendall(LARGE * 100_000)


def test_a_client_that_reads_slowly_is_not_cut_off(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRITE_SECONDS", 60.0)
    with connect(address, buffer=4096) as connection:
        count = limits.MAX_PIPELINED // 2
        connection.sendall(LARGE * count + b"GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        sent = b""
        while piece := connection.recv(1000):
            sent += piece
    assert sent.count(b"HTTP/1.1 200") == count
    assert sent.count(b"HTTP/1.1 404") == 1


def test_requests_are_not_piled_up(address: str) -> None:
    sent = b""
    with connect(address) as connection, suppress(ConnectionError):
        connection.sendall(LARGE * 10 * limits.MAX_PIPELINED)
        while piece := connection.recv(65536):
            sent += piece
    assert sent.count(b"HTTP/1.1") <= limits.MAX_PIPELINED


def test_clients_that_never_read_do_not_shut_others_out(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRITE_SECONDS", 600.0)
    monkeypatch.setattr(limits, "MAX_CONNECTIONS", 8)
    idle = [connect(address, buffer=4096) for _ in range(8)]
    try:
        for each in idle:
            with suppress(ConnectionError):  # it may have had to go for another
                each.sendall(LARGE * limits.MAX_PIPELINED)
        until, answer = time.monotonic() + 60, b""
        while not answer and time.monotonic() < until:  # until their buffers are full, one has to come again
            with connect(address) as connection, suppress(ConnectionError):
                connection.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = connection.recv(100)
        assert answer.startswith(b"HTTP/1.1 200")
    finally:
        for each in idle:
            each.close()
