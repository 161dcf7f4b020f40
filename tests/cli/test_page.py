"""fewest page: the page as one file."""

from pathlib import Path

import pytest

from fewest.cli import page
from tests.cli.running import Call


def test_the_page_is_written(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged, output = tmp_path / "packaged.html", tmp_path / "out.html"
    packaged.write_text("<!doctype html>")
    monkeypatch.setattr(page, "PAGE", packaged)
    result = call("page", "-o", str(output))
    assert (result.code, result.err) == (0, "")
    assert result.out == f"Wrote {output}. Open it in a browser, or send it to a phone.\n"
    assert output.read_text() == "<!doctype html>"


def test_a_missing_page_says_how_to_build_it(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "PAGE", tmp_path / "none.html")
    result = call("page", "-o", str(tmp_path / "out.html"))
    assert result.code == 2
    assert result.err == "fewest: This copy of fewest does not include the page. Build it in a clone with: make page\n"
    assert not (tmp_path / "out.html").exists()


def test_a_file_that_cannot_be_written_is_reported(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "PAGE", Path(__file__))
    result = call("page", "-o", str(tmp_path / "none" / "out.html"))
    assert result.code == 2
    assert result.err.startswith("fewest: ")
