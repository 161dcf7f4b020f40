import lzma
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fewest import FewestError
from fewest.system import files
from fewest.system.files import escape_controls, is_plain, require_writable, write_file

WITHOUT_ROOM = """
import resource, sys
from fewest.system.files import write_file
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
write_file(sys.argv[1], "x" * 5000)
"""
"""Writes more than fits on the disk."""


def test_a_file_is_written_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    write_file(path, "größe\r\n")
    assert path.read_bytes() == "größe\r\n".encode()
    write_file(str(path), b"\0\xff")
    assert path.read_bytes() == b"\0\xff"
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_file_has_default_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path, other = tmp_path / "one", tmp_path / "two"
    write_file(path, "new")
    other.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)
    path.chmod(0o640)
    write_file(path, "newer")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("newer", 0o640)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(target)
    write_file(link, "text")
    assert link.is_symlink()
    assert target.read_text() == "text"


@pytest.mark.parametrize("old", ["old", None])
def test_on_a_full_disk_the_old_file_stays_complete(old: str | None, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    if old is not None:
        path.write_text(old)
    done = subprocess.run([sys.executable, "-c", WITHOUT_ROOM, path], capture_output=True, text=True, check=False)
    assert f"FewestError: {path}: cannot be written (File too large)." in done.stderr
    assert [each.read_text() for each in tmp_path.iterdir()] == ([] if old is None else [old])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_devices_and_descriptors_are_written_directly(capfd: pytest.CaptureFixture[str]) -> None:
    write_file("/dev/stdout", "text")
    assert capfd.readouterr().out == "text"
    with pytest.raises(FewestError, match=r"^/dev/full: cannot be written \(No space left on device\)\.$"):
        write_file("/dev/full", "text")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing/tree.json", r"there is no folder .*missing"),
        (".", "Is a directory"),
        ("file/tree.json", r"there is no folder .*file"),
        ("x" * 300, "File name too long"),
        ("a\0b", "embedded null"),
        ("loop", "(loop|symbolic links)"),
    ],
)
def test_unwritable_files_are_refused_before_and_after_the_work(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    for refuse in (require_writable, lambda path: write_file(path, "text")):
        with pytest.raises(FewestError, match=rf"cannot be written \(.*{why}.*\)\.$"):
            refuse(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before


def test_a_read_only_folder_is_refused_before_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the tests may run as root
    with pytest.raises(FewestError, match=r"cannot be written \(Permission denied\)\.$"):
        write_file(tmp_path / "tree.json", "text")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("größe ⬛🟨🟩 ❤️", "größe ⬛🟨🟩 ❤️"),
        ("\x1b[2J", r"\u001b[2J"),
        ("a\nb\tc\rd\x7f", r"a\u000ab\u0009c\u000dd\u007f"),
        ("\x9b2J", r"\u009b2J"),
        ("a\u202eb\u2028", r"a\u202eb\u2028"),
        ("\udcff", r"\udcff"),
    ],
)
def test_text_cannot_control_the_terminal(text: str, shown: str) -> None:
    assert escape_controls(text) == shown
    assert is_plain(text) == (text == shown)
    assert is_plain(escape_controls(text))
    assert escape_controls("a\nb\tc\x1b", keep="\n") == "a\nb\\u0009c\\u001b"


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    packed, other = tmp_path / "text.json.xz", tmp_path / "text.json"
    packed.write_bytes(lzma.compress(b"some text"))
    other.write_bytes(packed.read_bytes())
    assert files.read_file(packed) == b"some text"
    assert files.read_file(str(other)) == other.read_bytes()


def test_files_that_cannot_be_unpacked_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text.xz"
    whole = lzma.compress(b"some text")
    for data in (b"", b"some text", whole[:-9], whole[:20] + b"?" + whole[21:]):
        path.write_bytes(data)
        with pytest.raises(FewestError, match=r"not an? (complete )?xz file"):
            files.read_file(path)
    path.write_bytes(lzma.compress(b"some text" * 100))
    monkeypatch.setattr(files, "MOST_BYTES", 200)
    with pytest.raises(FewestError, match="more than 200 bytes"):
        files.read_file(path)


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 101)
    assert files.read_bytes(path, 101) == b"x" * 101
    with pytest.raises(OSError, match=r"it has more than .* MB, the limit"):
        files.read_bytes(path, 100)
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    with pytest.raises(OSError, match="the limit") as caught:
        files.read_file(str(path))
    assert caught.value.filename == str(path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 99_999, b"[1]", b'{"other": 1}', b'{"name": "x"}'])
def test_other_json_is_refused_with_the_name_of_the_file(content: bytes, tmp_path: Path) -> None:
    def read(name: str) -> int:
        with files.reading_json(tmp_path / name, "a number") as data:
            return int(data["name"] + 1)

    (tmp_path / "right").write_bytes(b'{"name": 7}')
    assert read("right") == 8
    (tmp_path / "wrong").write_bytes(content)
    with pytest.raises(FewestError, match=r"wrong: not a number \(.*\)\.$"):
        read("wrong")
    with pytest.raises(FewestError, match=r"nothing: cannot be read \(No such file or directory\)\.$"):
        read("nothing")
