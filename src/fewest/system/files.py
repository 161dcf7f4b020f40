"""Reading files (also packed ones), writing them atomically, escaping control characters, and digests."""

import errno
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fewest.errors import FewestError

CONTROL_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of control characters and line separators."""

BIDIRECTIONAL_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that reorder the text around them."""

OPEN_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/(?:fd/)?(stdout|stderr|\d+)")
"""Paths of open file descriptors, which are written at their current position."""

DESCRIPTORS = {"stdout": 1, "stderr": 2}

MOST_BYTES = 1 << 26
"""The maximum size of a file in bytes; for a packed file, also of its unpacked content."""


def data_folder() -> Path:
    """The folder that FEWEST_DATA names, or else the folder for the user's data. It may not exist yet."""
    own_folder = os.environ.get("FEWEST_DATA")
    if own_folder:
        return Path(own_folder)
    import platformdirs

    folder = platformdirs.user_data_path("fewest", appauthor=False, roaming=True)
    if not folder.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "no such folder; set FEWEST_DATA to another one", "~")
    return folder


def read_bytes(path: Path | str, most: int | None = None) -> bytes:
    """Read a file of at most `most` bytes, by default MOST_BYTES.

    Longer files raise OSError, also endless ones such as /dev/zero.
    """
    most = MOST_BYTES if most is None else most
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most / (1 << 20):g} MB, the limit", str(path))
    return data


def lock(file: Any) -> None:
    """Lock an open file until it is closed; wait for other processes that hold the lock.

    Best effort: some systems and network folders have no locks.
    """
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def read_file(path: Path | str) -> bytes:
    """Read a file, and unpack it if its name ends with .xz."""
    data = read_bytes(path)
    if Path(path).suffix != ".xz":
        return data
    import lzma

    try:
        unpacker = lzma.LZMADecompressor()
        unpacked = unpacker.decompress(data, MOST_BYTES)
    except lzma.LZMAError as error:
        raise FewestError(f"not an xz file ({error}).") from None
    if not unpacker.eof:
        raise FewestError(f"not a complete xz file, or it unpacks to more than {MOST_BYTES:,} bytes.")
    return unpacked


def read_json(data: bytes) -> Any:
    """Read JSON; reject objects with a repeated name, of which Python would silently keep the last."""
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for at, name in enumerate(names) if name in names[:at])
            raise FewestError(f"{escape_controls(twice)!r} appears twice; it may appear only once.")
        return made

    return json.loads(data, object_pairs_hook=once)


@contextmanager
def reading_json(path: Path | str, kind: str) -> Iterator[Any]:
    """Read the JSON of a file. Errors in it, also those raised in the block, become one sentence: not `kind`."""
    import json

    try:
        yield json.loads(read_bytes(path))
    except FewestError:
        raise
    except OSError as error:
        raise FewestError(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else error
        raise FewestError(f"{path}: not {kind} ({why}).") from None


def write_file(path: Path | str, content: str | bytes) -> None:
    """Write a file atomically: to a temporary file beside it, which then replaces it.

    Devices and open descriptors, such as /dev/stdout, are written to directly.
    """
    data = content.encode() if isinstance(content, str) else content
    require_writable(path)
    try:
        open_descriptor = OPEN_DESCRIPTOR.fullmatch(str(path))
        if open_descriptor:
            name = open_descriptor[1]
            _write_to_descriptor(DESCRIPTORS.get(name) or int(name), data)
            return
        target = _target_file(path)
        if target is None:
            Path(path).write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise _unwritable(path, error) from None


def _write_to_descriptor(number: int, data: bytes) -> None:
    """Write to an open descriptor, after pending output."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with open(number, "wb", closefd=False) as file:
        file.write(data)


def _replace(target: Path, data: bytes) -> None:
    import secrets

    part = target.with_name(f".fewest-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # the target is new, or the file system has no modes
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink()


def _target_file(path: Path | str) -> Path | None:
    """The file that a path and its links lead to, existing or not; None if it is not a regular file."""
    target = Path(path).resolve()
    try:
        mode = os.stat(
            target
        ).st_mode  # fails for a loop of links or a name that is too long, in every version of Python
    except (FileNotFoundError, NotADirectoryError):
        return target
    return target if stat.S_ISREG(mode) else None


def require_writable(path: Path | str) -> None:
    """Reject a path that cannot be written to. Call this before long work."""
    try:
        target = None if OPEN_DESCRIPTOR.fullmatch(str(path)) else _target_file(path)
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target is not None:
            if not target.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, f"there is no folder {target.parent}")
            if not os.access(target.parent, os.W_OK | os.X_OK) or (target.exists() and not os.access(target, os.W_OK)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a null character in the name
        raise _unwritable(path, error) from None


def _unwritable(path: Path | str, error: Exception) -> FewestError:
    return FewestError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error}).")


def is_plain(text: str) -> bool:
    """Whether a text has no control characters."""
    return not any(map(_is_control, text))


def escape_controls(text: str, keep: str = "") -> str:
    r"""Escape the control characters of a text, except those in `keep`.

    >>> print(escape_controls("a\x1b[2Jb"))
    a\u001b[2Jb
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{ord(each):04x}" if _is_control(each) and each not in keep else each for each in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in CONTROL_CATEGORIES or character in BIDIRECTIONAL_CONTROLS


def digest(content: str | bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256 hash."""
    from hashlib import sha256

    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]
