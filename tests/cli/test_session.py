import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import FewestError
from fewest.cli.session import MAX_LINE_CHARACTERS, UserQuit, ask, run_session
from fewest.cli.show import has_symbols, show_progress
from tests.cases import first
from tests.cli.running import ESCAPE
from tests.cli.terminal import END, Terminal, typed

Written = Callable[[], str]
"""Returns the standard output since the last call."""


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Written:
    """Standard output as a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    return lambda: capsys.readouterr().out


def talk(monkeypatch: pytest.MonkeyPatch, *lines: str | bytes) -> tuple[list[str], str]:
    """All lines until the end of the input, including errors, and the output."""
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True))
    monkeypatch.setenv("COLUMNS", "80")
    said = list[str]()
    while True:
        try:
            said.append(ask("What?"))
        except FewestError as error:
            said.append(str(error))
        except UserQuit:
            return said, out.getvalue().decode()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("crane", "crane"),
        ("  crane\t =  01200 \r", "crane = 01200"),
        ("crane\t01200", "crane 01200"),
        ("", ""),
        (" \t ", ""),
        ("\ufeffcrane", "crane"),
        ("cra\x1b[Dne\x1b[1;5C", "crane"),
        ("\x1bOAcrane\x1b", "crane"),
        ("cr\x00a\x07n\x7fe", "crane"),
        ("⬛🟨🟩⬛️⬛️", "⬛🟨🟩⬛️⬛️"),
        ("größe", "größe"),
        (b"cr\xffne", "cr\ufffdne"),
        ("x" * MAX_LINE_CHARACTERS, "x" * MAX_LINE_CHARACTERS),
        ("x" * (MAX_LINE_CHARACTERS + 1), "That line is too long. The limit is 1,000 characters."),
        ("x" * 300_000, "That line is too long. The limit is 1,000 characters."),
        (" " * 5000 + "crane", "That line is too long. The limit is 1,000 characters."),
    ],
)
def test_a_line_is_text_whatever_was_typed(line: str | bytes, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, screen = talk(monkeypatch, line, "next")
    assert said == [expected, "next"]
    assert len(screen) < 3000
    assert all(character.isprintable() or character == "\n" for character in screen)


def test_a_pipe_shows_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk(monkeypatch, "crane", "y" * 61)[1] == f"What? crane\nWhat? {'y' * 60}…\nWhat? \n"


@pytest.mark.parametrize("line", ["q", "quit", "EXIT", " Quit "])
def test_quit_words_leave(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk(monkeypatch, "quite", line, "more")[0] == ["quite"]


def test_the_last_line_needs_no_line_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("crane"))
    assert ask("What?") == "crane"
    with pytest.raises(UserQuit):
        ask("What?")


def test_a_closed_input_ends_the_session(monkeypatch: pytest.MonkeyPatch, written: Written) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UserQuit):
        ask("What?")
    assert written() == "What? \n"


@given(data=st.binary(max_size=200))
def test_random_bytes_do_not_break_a_session(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        said, screen = talk(monkeypatch, data)
    assert len(said) <= data.count(b"\n") + data.count(b"\r") + 1
    for text in said:
        assert text.isprintable()
        assert text == " ".join(text.split())
    assert ESCAPE not in screen


def steps(*results: bool | Exception | type[BaseException]) -> Callable[[], bool]:
    """Make a `step` function with these outcomes, one after another."""
    left = list(results)

    def step() -> bool:
        result = left.pop(0)
        if isinstance(result, bool):
            return result
        raise result

    return step


def test_an_error_is_printed_and_the_session_continues(written: Written) -> None:
    assert run_session(steps(True, FewestError("No [b]such[/b] word."), True, False, ZeroDivisionError))
    assert written() == "No [b]such[/b] word.\n"


def test_quitting_and_finishing_differ() -> None:
    assert not run_session(steps(True, UserQuit, ZeroDivisionError))


def test_ctrl_c_ends_with_its_code() -> None:
    with pytest.raises(SystemExit) as end:
        run_session(steps(True, KeyboardInterrupt))
    assert end.value.code == 130


def test_progress_is_shown_only_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with show_progress("Thinking"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(ZeroDivisionError), show_progress("Thinking"):
        raise ZeroDivisionError
    assert capsys.readouterr().err == "Thinking…\r         \r"
    monkeypatch.setattr(sys, "stderr", None)
    with show_progress("Thinking"):
        pass


def test_squares_become_digits_where_they_cannot_be_written() -> None:
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for encoding in ("utf-8", "ascii", "latin-1")]
    assert [*map(has_symbols, streams)] == [True, False, False]


def test_a_line_is_edited_at_a_terminal(lists: list[str]) -> None:
    left, end, up, down, wipe = "\x1b[D", "\x1b[F", "\x1b[A", "\x1b[B", "\x15"
    with Terminal("assist", *lists) as screen:
        screen.expect("Guess 1 [")
        screen.type("\tabbt=2200" + 6 * left + "o" + end + "0")
        screen.expect("Guess 2 of 6: 2 words fit")
        screen.expect("Guess 2 [")
        screen.press("\t\t" + up + up + down + " more" + wipe + END)
        assert screen.finish() == 0
        assert "Traceback" not in screen.text
        assert "tests" not in screen.text


@pytest.mark.parametrize(("keys", "code"), first(1, [("abb", 130), ("", 130), (END, 0), ("quit\r", 0)]))
def test_a_terminal_without_line_editing_works_too(keys: str, code: int, lists: list[str], tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError")
    with Terminal("assist", *lists, PYTHONPATH=str(tmp_path)) as screen:
        screen.expect("Guess 1 [")
        screen.type("abbot=2200\x7f00" + "\x1b[D")
        screen.expect("Guess 2 of 6: 2 words fit")
        screen.expect("]: ")
        screen.press(keys)
        if code:
            screen.interrupt()
        assert screen.finish() == code
        assert "Traceback" not in screen.text
        assert screen.text.endswith("\n")
