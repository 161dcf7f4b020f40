"""fewest serve: its messages, and how it stops."""

import json
import re
import select
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import ExitStack

import pytest
import segno
from fastapi import FastAPI
from fastapi.testclient import TestClient

from fewest import Wordle
from fewest.cli import serve
from fewest.web import limits, server
from tests.cases import first
from tests.cli.running import Call, heed_ctrl_c


def test_a_port_in_use_is_reported(call: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = call("serve", "--no-open", "--port", str(taken.getsockname()[1]))
    assert result.code == 2
    assert re.fullmatch(
        r"fewest: Cannot listen on 127\.0\.0\.1, port \d+ \(.*\); choose another --host or --port\.\n", result.err
    )


def test_without_the_extra_it_says_how_to_install_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fewest.web.server", None)
    result = call("serve", "--no-open")
    assert (result.code, "pip install 'fewest[web]'" in result.err) == (2, True)


def test_an_empty_host_is_refused(call: Call) -> None:
    result = call("serve", "--no-open", "--host", "")
    assert (result.code, result.err) == (2, "fewest: --host needs an address, such as 127.0.0.1.\n")


def test_it_serves_the_page_on_this_machine_only() -> None:
    code = "from fewest.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        try:
            assert found is not None
            with urllib.request.urlopen(found[0], timeout=120) as page:
                assert b"<title>fewest</title>" in page.read()
        finally:
            server.terminate()


class Listener:
    """A fake listening socket."""

    def __init__(self, address: str) -> None:
        self.family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.address = address

    def getsockname(self) -> tuple[str, int]:
        return self.address, 8484


def invite(address: str) -> None:
    """Print the invitation for a server at an address."""
    serve.invite_network(Listener(address))  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.5", "::1"])
def test_a_local_server_prints_no_address_for_others(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    invite(address)
    assert capsys.readouterr().out == ""


def test_the_printed_address_works_on_a_phone(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    apps = list[FastAPI]()

    def run(self: server.Server, sockets: list[socket.socket]) -> None:
        apps.append(self.config.app)  # type: ignore[arg-type]
        sockets[0].close()

    monkeypatch.setattr(server.Server, "run", run)
    result = call("serve", "--no-open", "--port", "0", "--host", "0.0.0.0")
    found = re.fullmatch(
        r"fewest runs at http://localhost:(\d+)/ \(Ctrl-C stops it\)\n"
        r"On a phone in the same network: http://([\w.-]+:\1)/\n"
        r"Everybody on this network can use it\. Without --host, only this computer can\.\n",
        result.out,
    )
    assert found is not None, result.out
    answer = TestClient(apps[0]).get("/", headers={"host": found[2]})
    assert (answer.status_code, "<title>fewest</title>" in answer.text) == (200, True)


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("192.168.1.7", "http://192.168.1.7:8484/"),
        ("fe80::7%eth0", "http://[fe80::7]:8484/"),
        ("::", "http://me:8484/"),
    ],
)
def test_an_address_of_the_network_is_printed_unchanged(
    address: str, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "network_address", lambda family: "me")
    invite(address)
    assert f": {url}\n" in capsys.readouterr().out


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_without_a_network_the_name_of_the_machine_is_printed(
    family: socket.AddressFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unrouted(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unrouted)
    assert serve.network_address(family) == socket.gethostname()


def test_a_terminal_shows_a_qr_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(serve, "is_terminal", lambda stream: True)
    invite("192.168.1.7")
    _, *rows, _ = capsys.readouterr().out.splitlines()
    matrix = [[*row] for row in segno.make_qr("http://192.168.1.7:8484/").matrix_iter(border=4)]
    dark = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    shown = [[dark[each][half] for each in row] for row in rows for half in (0, 1)]
    assert shown[: len(matrix)] == matrix


def ask(port: int, opener: str) -> socket.socket:
    """Request a tree that takes long, without waiting for it."""
    made = socket.create_connection(("127.0.0.1", port), 120)
    body = json.dumps({"opener": opener}).encode()
    head = "POST /api/v1/tree HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    made.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("name", "times"), first(1, [("SIGTERM", 1), ("SIGINT", 1), ("SIGINT", 2)]))
def test_the_server_stops_during_searches(name: str, times: int) -> None:
    code = "from fewest.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--no-open", "--port", "0"]
    with (
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c
        ) as server,
        ExitStack() as all_,
    ):
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
            assert found is not None
            port = int(found[1])
            slow = all_.enter_context(socket.create_connection(("127.0.0.1", port), 120))
            slow.sendall(b"POST /api/v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            words = Wordle.edition("original").guesses[::1000][: limits.POOL_THREADS + limits.MAX_WAITING_SEARCHES + 1]
            asked = [all_.enter_context(ask(port, word)) for word in words]
            answered, _, _ = select.select(asked, [], [], 120)
            assert answered[0].recv(12) == b"HTTP/1.1 429", "the queue of waiting requests is full"
            waiting = [each for each in asked if each not in answered]
            for _ in range(times):
                server.send_signal(getattr(signal, name))
            said = {each.recv(12) for each in waiting}
            assert said <= ({b"HTTP/1.1 503"} if times == 1 else {b"HTTP/1.1 503", b""})
            out, err = server.communicate(timeout=120)
            assert (out, err, server.returncode) == ("", "", {"SIGTERM": -signal.SIGTERM, "SIGINT": 130}[name])
        finally:
            server.kill()
