import io
import re

import pytest

from fewest.cli.progress import ProgressLine
from fewest.results.text import cell_width
from fewest.watch import Progress

SPINNER = re.compile(r"^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏|/\\-] ")


def drawn(progress: Progress, width: int = 79, symbols: bool = True) -> str:
    """The line after 90 seconds, without its spinner, if the first report said 100."""
    line = ProgressLine("Proving", io.StringIO(), symbols)
    line._first, line._latest = Progress(100, 1000), progress
    text = line.draw(width, 90)
    assert cell_width(text) <= width
    return SPINNER.sub("", text)


def test_the_line_has_a_bar_a_count_the_time_and_the_time_left() -> None:
    half = Progress(550, 1000, "salet 3.4212")
    assert drawn(half) == f"Proving: salet 3.4212 {'━' * 16}{'┄' * 13} 550/1,000 0:01:30 0:01:30"
    assert drawn(half, symbols=False) == f"Proving: salet 3.4212 {'#' * 16}{'.' * 13} 550/1,000 0:01:30 0:01:30"
    assert drawn(Progress(100, 1000)).endswith(" 100/1,000 0:01:30 -:--:--")
    assert drawn(Progress(3, None, "so far")) == "Proving: so far  0:01:30"


def test_a_narrow_line_has_no_bar_and_is_cut() -> None:
    half = Progress(550, 1000, "salet 3.4212")
    assert drawn(half, 53) == "Proving: salet 3.4212  550/1,000 0:01:30 0:01:30"
    assert drawn(half, 20) == "Proving: salet 3.4"
    assert drawn(Progress(550, 1000, "漢" * 40), 30) == f"Proving: {'漢' * 9}"
    assert drawn(half, 0) == ""


@pytest.mark.parametrize("text", ["", "\x1b[2J"])
def test_the_line_is_drawn_at_once_and_leaves_nothing(text: str) -> None:
    stream = io.StringIO()
    line = ProgressLine("Proving", stream, symbols=True)
    assert stream.getvalue() == "Proving…\r"
    line.report(Progress(1, 2, text))
    line.close()
    *_, last, rest = stream.getvalue().split("\r")
    assert rest == ""
    assert last.strip() == ""
    assert "\x1b" not in stream.getvalue()


def test_a_closed_terminal_is_ignored() -> None:
    stream = io.StringIO()
    line = ProgressLine("Proving", stream, symbols=True)
    stream.close()
    line.report(Progress(1, 2))
    line.close()
