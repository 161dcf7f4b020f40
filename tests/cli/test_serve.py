"""fewest serve: what it says before it serves."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from tests.cli.running import Call


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


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_it_in_the_middle_of_a_search(times: int) -> None:
    code = "from fewest.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
            assert found is not None
            connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
            body = json.dumps({"opener": "fuzzy"})
            connection.request("POST", "/api/v1/tree", body, {"content-type": "application/json"})
            time.sleep(2)
            for _ in range(times):
                server.send_signal(signal.SIGINT)
                time.sleep(0.05)
            out, err = server.communicate(timeout=240)
            assert (out, err) == ("", "")
        finally:
            server.kill()
