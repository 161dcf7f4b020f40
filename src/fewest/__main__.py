"""The program: python -m fewest, or fewest."""

import os
import signal
from types import FrameType

from fewest.system.interrupts import ENDING, INTERRUPTED, INTERRUPTED_CODE, interrupted_code, note_signal


def leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing is under way yet."""
    note_signal(number)
    os.write(2, INTERRUPTED.encode())
    os._exit(interrupted_code())


def heed(number: int) -> bool:
    """End at once on a signal, unless it was ignored at the start, as for a background job or under nohup."""
    heeded = signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
    if heeded:
        signal.signal(number, leave)
    return heeded


def main() -> None:
    """Run the program.

    Ctrl-C ends it with code 130 and a sentence, or with a result that says how far it came; so do SIGTERM with code 143
    and SIGHUP with 129.
    """
    heeded = [number for name in ENDING if (number := getattr(signal, name, None)) is not None and heed(number)]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start threads that nothing here uses
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


if __name__ == "__main__":
    main()
