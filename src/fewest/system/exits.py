"""Exit codes, and what is said on Ctrl-C. Imports nothing, since Ctrl-C may come while the program starts."""

INTERRUPTED = "fewest: interrupted before there was a result.\n"
"""The message."""

INTERRUPTED_CODE = 130
"""The exit code by shell convention: 128 + SIGINT; `interrupted_code` has that of other signals."""

REFUSED_CODE = 2
"""The exit code where the input, the machine or a file does not let the program answer; one sentence says why."""

NO_CODE = 1
"""The exit code where the answer is no: no such play, or what is examined is wrong. Also where nobody reads on."""

OUT_OF_TIME_CODE = 3
"""The exit code where a limit such as --seconds came before there was a whole answer; what is known so far is shown."""

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that end the program with a sentence, where there are such: Ctrl-C, `kill`, and a closed terminal."""

_signals: list[int] = []


def note_signal(number: int) -> None:
    """Remember a signal that ends the program."""
    _signals.append(number)


def is_ending() -> bool:
    """Whether a signal other than Ctrl-C ends the program."""
    return bool(_signals)


def interrupted_code() -> int:
    """The exit code by shell convention: 128 and the number of the first signal that was noted, or else of SIGINT."""
    return 128 + _signals[0] if _signals else INTERRUPTED_CODE
