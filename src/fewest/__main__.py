"""The program: python -m fewest, or fewest."""

import gc
import os
import signal
from types import FrameType

from fewest.system.interrupts import ENDING, INTERRUPTED, INTERRUPTED_CODE, interrupted_code, note_signal


def leave(number: int, frame: FrameType | None) -> None:
    """Handle a signal while the program starts: exit at once."""
    note_signal(number)
    os.write(2, INTERRUPTED.encode())
    os._exit(interrupted_code())


def heed(number: int) -> bool:
    """Make a signal end the program at once, unless it is ignored (nohup, background jobs). Return whether it does."""
    heeded = signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
    if heeded:
        signal.signal(number, leave)
    return heeded


def main() -> None:
    """Run the program.

    Ctrl-C ends it with exit code 130 and a message, or with the result so far. SIGTERM (code 143) and SIGHUP (code 129)
    do the same.
    """
    heeded = [number for name in ENDING if (number := getattr(signal, name, None)) is not None and heed(number)]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # keeps numpy from starting threads that are never used
    from fewest.cli import main as run
    from fewest.system.interrupts import end_like_ctrl_c

    try:
        for number in heeded:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else end_like_ctrl_c)
        run()
    except KeyboardInterrupt:
        os.write(2, INTERRUPTED.encode())
        os._exit(interrupted_code())
    except SystemExit as end:
        if end.code != INTERRUPTED_CODE:
            raise
        raise SystemExit(interrupted_code()) from None
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_IGN)  # output complete
        gc.freeze()  # Python would otherwise look through all objects for garbage before it ends


if __name__ == "__main__":
    main()
