"""Run the notebooks in examples and store their output: python tools/run_notebooks.py [NOTEBOOK]...

The stored output is the same on every run: it contains nothing about the machine, the version of Python or widgets, and
an output in which only times have changed is left as it was.
"""

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
import zmq
from nbclient import NotebookClient
from traitlets.config import Config

EXAMPLES = Path(__file__).parents[1] / "examples"
LESSONS = sorted(EXAMPLES.glob("*.ipynb"))

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"
VARIES = "varies"
"""The tag of cells whose text varies between runs."""

WORK = re.compile(r"\d+\.\d+(?= seconds)|[\d,]+(?= positions searched)")
"""Times, and counts that depend on the timing of threads."""


def read(path: Path) -> Any:
    """Read a notebook with its stored output."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


class Client(NotebookClient):
    """Runs a notebook, and polls for replies.

    nbclient sends messages of widgets outside asyncio. A reply that arrives at that moment wakes no waiting task, so
    without polling the cell would wait until its timeout.
    """

    async def async_execute_cell(self, *arguments: Any, **options: Any) -> Any:
        """Run a cell."""
        looking = asyncio.create_task(self._look())
        try:
            return await super().async_execute_cell(*arguments, **options)
        finally:
            looking.cancel()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            self.kc.shell_channel.socket.get(zmq.EVENTS)  # type: ignore[union-attr]


def run(path: Path, seconds: int = 100) -> Any:
    """Run a notebook in its folder. Raises the error of a cell."""
    notebook = read(path)
    with tempfile.TemporaryDirectory() as home:  # so that no history is read or written
        client = Client(
            notebook,
            timeout=seconds,
            resources={"metadata": {"path": str(path.parent)}},
            config=Config(KernelManager={"transport": "ipc", "ip": f"{home}/kernel"}),
            record_timing=False,
        )
        client.execute(env=os.environ | {"IPYTHONDIR": home})
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        tags = cell.metadata.get("tags")
        cell.metadata = {"tags": tags} if tags else {}
        if cell.cell_type == "code":
            cell.outputs = joined([each for each in cell.outputs if WIDGET not in each.get("data", {})])
    return notebook


def joined(outputs: list[Any]) -> list[Any]:
    """Merge printed text that arrives in several pieces."""
    found: list[Any] = []
    for each in outputs:
        if found and each.output_type == "stream" and each.name == found[-1].get("name"):
            found[-1].text += each.text
        else:
            found.append(each)
    return found


def texts(cell: Any) -> list[tuple[str, str]]:
    """The kind and the text of each output of a cell, without pictures and times."""
    if cell.cell_type != "code" or VARIES in cell.metadata.get("tags", ()):
        return []
    found = []
    for output in cell.outputs:
        kinds = {output.name: output.text} if output.output_type == "stream" else output.get("data", {})
        for kind, text in sorted(kinds.items()):
            if not kind.startswith("image/"):
                found.append((kind, without_times(text)))
    return found


def without_times(text: str) -> str:
    """Remove what varies between runs from a text or HTML."""
    return WORK.sub("…", re.sub(r"<table>.*?</table>", lambda found: _without_seconds(found[0]), text, flags=re.S))


def _without_seconds(table: str) -> str:
    """Remove the column of seconds, if any, from an HTML table."""
    heads = re.findall(r"<th[^>]*>(.*?)</th>", table)
    if "seconds" not in heads:
        return table
    column = re.compile(rf"(<tr>(?:<td[^>]*>[^<]*</td>){{{heads.index('seconds')}}}<td[^>]*>)[\d.]+")
    return column.sub(r"\1…", table)


def pictures(cell: Any) -> list[str]:
    """The pictures of a cell."""
    data = [output.get("data", {}) for output in cell.get("outputs", ())]
    return [text for each in data for kind, text in each.items() if kind.startswith("image/")]


def store(path: Path) -> bool:
    """Run a notebook and store its output. Returns whether it has changed."""
    before = read(path)
    notebook = run(path)
    for old, new in zip(before.cells, notebook.cells, strict=True):
        if "outputs" in old and old.outputs and (texts(old), pictures(old)) == (texts(new), pictures(new)):
            new.outputs = old.outputs
    text: str = nbformat.writes(notebook) + "\n"  # type: ignore[no-untyped-call]
    changed = text != path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    return changed


def main() -> None:
    """Run all notebooks, or those named on the command line."""
    for path in [Path(name) for name in sys.argv[1:]] or LESSONS:
        print(f"{path.name}: {'updated' if store(path) else 'unchanged'}")


if __name__ == "__main__":
    main()
