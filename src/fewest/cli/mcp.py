"""fewest mcp: tools for assistants."""

from fewest.cli.click_types import command
from fewest.errors import FewestError


@command("mcp")
def mcp() -> None:
    """Serve assistants that speak the Model Context Protocol (MCP), over standard input and output.

    Example: fewest mcp

    An assistant starts this command by itself: register it there as a local server with the command "fewest" and the
    argument "mcp". It can then suggest guesses, split and list words, analyse games and prove the best play.
    """
    try:
        from fewest.web.tools import server
    except ImportError:
        raise FewestError("This command needs the package mcp; install it with: pip install 'fewest[mcp]'") from None
    server().run("stdio")
