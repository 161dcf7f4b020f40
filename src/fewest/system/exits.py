"""Exit on Ctrl-C. Imports nothing, since Ctrl-C may come while the program starts."""

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""The message."""

INTERRUPTED_CODE = 130
"""The exit code by shell convention: 128 + SIGINT."""
