"""fewest serve: what it says before it serves."""

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

from fewest import Wordle
from fewest.web import limits
from tests.cases import first
from tests.cli.running import Call, heed_ctrl_c


def test_a_port_that_is_taken_is_told(call: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = call("serve", "--no-open", "--port", str(taken.getsockname()[1]))
    assert result.code == 2
    assert re.fullmatch(
        r"fewest: Cannot listen on 127\.0\.0\.1, port \d+ \(.*\); choose another with --port\.\n", result.err
    )


def test_without_the_extra_it_says_how_to_install_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fewest.web.server", None)
    result = call("serve", "--no-open")
    assert (result.code, "pip install 'fewest[web]'" in result.err) == (2, True)


def test_a_host_has_a_name(call: Call) -> None:
    result = call("serve", "--no-open", "--host", "")
    assert (result.code, result.err) == (2, "fewest: Name a host to listen on, such as 127.0.0.1.\n")


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


def ask(port: int, opener: str) -> socket.socket:
    """Ask for a tree that takes long, and do not wait for it."""
    made = socket.create_connection(("127.0.0.1", port), 120)
    body = json.dumps({"opener": opener}).encode()
    head = "POST /api/v1/tree HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    made.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return made


@pytest.mark.parametrize(("name", "times"), first(1, [("SIGTERM", 1), ("SIGINT", 1), ("SIGINT", 2)]))
def test_it_ends_in_the_middle_of_searches(name: str, times: int) -> None:
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
            words = Wordle.edition("original").guesses[::1000][
                : limits.SEARCH_THREADS + limits.MAX_WAITING_SEARCHES + 1
            ]
            asked = [all_.enter_context(ask(port, word)) for word in words]
            answered, _, _ = select.select(asked, [], [], 120)
            assert answered[0].recv(12) == b"HTTP/1.1 429", "so many are waiting that there is no room for one more"
            waiting = [each for each in asked if each not in answered]
            for _ in range(times):
                server.send_signal(getattr(signal, name))
            said = {each.recv(12) for each in waiting}
            assert said <= ({b"HTTP/1.1 503"} if times == 1 else {b"HTTP/1.1 503", b""})
            out, err = server.communicate(timeout=120)
            assert (out, err, server.returncode) == ("", "", {"SIGTERM": -signal.SIGTERM, "SIGINT": 130}[name])
        finally:
            server.kill()
