"""fewest page: the page as one file."""

from importlib.resources import files
from pathlib import Path

from fewest.cli.click_types import command
from fewest.cli.options import output_option
from fewest.errors import FewestError
from fewest.system.files import write_file

PAGE = Path(str(files("fewest.web"))) / "fewest.html"
"""The page as one file, built by `make page` and included in the wheel."""


@command("page")
@output_option("The file to write.", required=True)
def page(*, output: Path) -> None:
    """Write the page to one file that works in a browser without a server or the internet.

    Example: fewest page -o fewest.html
    """
    if not PAGE.exists():
        raise FewestError("This copy of fewest does not include the page. Build it in a clone with: make page")
    write_file(output, PAGE.read_bytes())
    print(f"Wrote {output}. Open it in a browser, or send it to a phone.")
