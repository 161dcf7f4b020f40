"""What leaves the program: files that are whole or not there, and text that cannot command a terminal."""

import errno
import os
import re
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

from fewest.errors import FewestError

UNSEEN = ("Cc", "Cs", "Zl", "Zp")
"""Categories of characters that are no text but commands: to a terminal, or to end a line."""

BIDIRECTIONAL = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What makes text look as if it said something else."""

OPEN = re.compile(r"/(?:dev|proc/self)/(?:fd/)?(stdout|stderr|\d+)")
"""Names of what is open already: it goes on where it is, be it a file or not."""

NUMBERS = {"stdout": 1, "stderr": 2}


def write_file(path: Path | str, content: str | bytes) -> None:
    """Write a file, all of it or nothing: it is written beside, and takes the name once it is whole.

    What is no file, such as /dev/stdout, is written to as it is.
    """
    data = content.encode() if isinstance(content, str) else content
    require_writable(path)
    try:
        if found := OPEN.fullmatch(str(path)):
            _pass_on(NUMBERS.get(found[1]) or int(found[1]), data)
        elif (target := _named(path)) is None:
            Path(path).write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise _unwritable(path, error) from None


def _pass_on(number: int, data: bytes) -> None:
    """Write to a file that is open already, after all that was written to it before."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with open(number, "wb", closefd=False) as file:
        file.write(data)


def _replace(target: Path, data: bytes) -> None:
    import secrets

    part = target.with_name(f".fewest-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # there is none before, or this disk has no modes
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink()


def _named(path: Path | str) -> Path | None:
    """The file that a path leads to, there or not; None if it leads to something else."""
    target = Path(path).resolve()
    return None if target.exists() and not target.is_file() else target


def require_writable(path: Path | str) -> None:
    """Refuse a path that nothing can be written to; worth asking before long work."""
    try:
        target = None if OPEN.fullmatch(str(path)) else _named(path)
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target is not None:
            if not target.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, f"there is no folder {target.parent}")
            if not os.access(target.parent, os.W_OK | os.X_OK) or (target.exists() and not os.access(target, os.W_OK)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a name with a zero in it
        raise _unwritable(path, error) from None


def _unwritable(path: Path | str, error: Exception) -> FewestError:
    return FewestError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error}).")


def is_plain(text: str) -> bool:
    """Whether a text is nothing but text."""
    return not any(map(_commands, text))


def plain(text: str, keep: str = "") -> str:
    r"""The same with every character that is a command written as an escape, but for those to keep.

    >>> print(plain("a\x1b[2Jb"))
    a\u001b[2Jb
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{ord(each):04x}" if _commands(each) and each not in keep else each for each in text)


def _commands(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN or character in BIDIRECTIONAL
