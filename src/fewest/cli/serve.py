"""fewest serve: the web page."""

import io
import ipaddress
import os
import socket
import sys
import threading
import webbrowser

import click

from fewest.cli.click_types import command, option
from fewest.cli.show import has_colours, has_symbols, is_terminal
from fewest.errors import FewestError
from fewest.system.interrupts import interrupted_code

UNREACHABLE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation."""


@command("serve")
@option(
    "--host",
    default="127.0.0.1",
    help="The address to listen on. 0.0.0.0 lets phones and everybody else on the network use the page.",
    metavar="ADDRESS",
)
@option("--port", type=click.IntRange(0, 65_535), default=8484, help="The port; 0 picks a free one.")
@option("--open/--no-open", "wants_browser", default=True, help="Open the page in a browser.")
def serve(*, host: str, port: int, wants_browser: bool) -> None:
    """Serve the page: play, get advice and analyse games in your browser.

    Example: fewest serve

    Your computer does all the work, and the page needs no internet. To use it on a phone in the same network:
    fewest serve --host 0.0.0.0
    """
    try:
        from fewest.web.server import Server, configure, create_app
    except ImportError:
        raise FewestError("The page needs fastapi and uvicorn; install them with: pip install 'fewest[web]'") from None
    if not host.strip():
        raise FewestError("--host needs an address, such as 127.0.0.1.")
    listener = listen(host, port)
    url = url_of("localhost" if host in ("0.0.0.0", "::") else host, listener)
    print(f"fewest runs at {url} (Ctrl-C stops it)", flush=True)
    invite_network(listener)
    if wants_browser:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    try:
        Server(configure(create_app([host.lower()], proves_past=True))).run(sockets=[listener])
    except KeyboardInterrupt:
        # The server has shut down; do not wait for busy threads.
        sys.stdout.flush()
        os._exit(interrupted_code())


def url_of(host: str, listener: socket.socket) -> str:
    """The address of the page under a host name or an IP address."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"


def invite_network(listener: socket.socket) -> None:
    """If other devices can reach the page, print its address for them, with a QR code on a terminal."""
    address = ipaddress.ip_address(listener.getsockname()[0].partition("%")[0])
    if address.is_loopback:
        return
    host = network_address(socket.AddressFamily(listener.family)) if address.is_unspecified else str(address)
    url = url_of(host, listener)
    print(f"On a phone in the same network: {url}")
    if is_terminal(sys.stdout) and has_symbols(sys.stdout):
        print(qr_code(url), end="")
    print("Everybody on this network can use it. Without --host, only this computer can.", flush=True)


def network_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network, or else its name. Finding it sends no packet."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((UNREACHABLE[family], 9))  # picks a route but sends no packet
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    return socket.gethostname() if ipaddress.ip_address(address.partition("%")[0]).is_loopback else address


def qr_code(text: str) -> str:
    """A QR code made of block characters, in black and white where the terminal has colours."""
    try:
        import segno
    except ImportError:  # the printed address is enough
        return ""
    out = io.StringIO()
    segno.make_qr(text).terminal(out, compact=True)
    if not has_colours(sys.stdout):
        return out.getvalue()
    return "".join(f"\x1b[97;40m{row}\x1b[0m\n" for row in out.getvalue().splitlines())


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        why = error.strerror or error
        raise FewestError(f"Cannot listen on {host}, port {port} ({why}); choose another --host or --port.") from None
