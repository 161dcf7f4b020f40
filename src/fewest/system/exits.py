"""Exit codes, and what is said on Ctrl-C. Imports nothing, since Ctrl-C may come while the program starts."""

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""The message."""

INTERRUPTED_CODE = 130
"""The exit code by shell convention: 128 + SIGINT."""

REFUSED_CODE = 2
"""The exit code where the input, the machine or a file does not let the program answer; one sentence says why."""

NO_CODE = 1
"""The exit code where the answer is no: no such play, or what is examined is wrong. Also where nobody reads on."""
