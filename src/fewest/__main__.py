"""The program: python -m fewest, or fewest."""

import os
import signal
from types import FrameType

from fewest.system.exits import INTERRUPTED, INTERRUPTED_CODE


def leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing is under way yet."""
    os.write(2, INTERRUPTED.encode())
    os._exit(INTERRUPTED_CODE)


def main() -> None:
    """Run the program. Ctrl-C ends it with code 130 and a sentence, or with a result that says how far it came."""
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # what runs in the background need not
    if heeds:
        signal.signal(signal.SIGINT, leave)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start threads that nothing here uses
    from fewest.cli import main as run

    try:
        if heeds:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        leave(signal.SIGINT, None)
    finally:
        if heeds:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said


if __name__ == "__main__":
    main()
