"""fewest serve: the web page."""

import os
import socket
import sys
import threading
import webbrowser

import click

from fewest.cli.options import command, option
from fewest.errors import FewestError
from fewest.system.exits import interrupted_code


@command("serve")
@option("--host", default="127.0.0.1", help="Where to listen; 0.0.0.0 lets others on the network in.")
@option("--port", type=click.IntRange(0, 65_535), default=8484, help="The port; 0 takes a free one.")
@option("--open/--no-open", "wants_browser", default=True, help="Open the page in a browser.")
def serve(*, host: str, port: int, wants_browser: bool) -> None:
    """Serve a page for playing, asking, analysing and exploring.

    Example: fewest serve --port 8000 --no-open
    """
    try:
        from fewest.web.server import Server, configure, create_app
    except ImportError:
        raise FewestError("The page needs fastapi and uvicorn; install them with: pip install 'fewest[web]'") from None
    if not host.strip():
        raise FewestError("Name a host to listen on, such as 127.0.0.1.")
    listener = listen(host, port)
    name = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    url = f"http://{name}:{listener.getsockname()[1]}/"
    print(f"fewest is at {url} (Ctrl-C ends it)", flush=True)
    if wants_browser:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    try:
        Server(configure(create_app([host.lower()]))).run(sockets=[listener])
    except KeyboardInterrupt:
        # The server has shut down; do not wait for busy threads.
        sys.stdout.flush()
        os._exit(interrupted_code())


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        why = error.strerror or error
        raise FewestError(f"Cannot listen on {host}, port {port} ({why}); choose another with --port.") from None
