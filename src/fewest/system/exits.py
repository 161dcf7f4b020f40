"""How the program ends when it is interrupted. This imports nothing: Ctrl-C may come while the program starts."""

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""What is said then."""

INTERRUPTED_CODE = 130
"""The exit code of a program that SIGINT has ended, as shells count."""
