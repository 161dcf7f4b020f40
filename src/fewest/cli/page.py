"""fewest page: the page as one file."""

from importlib.resources import files
from pathlib import Path

from fewest.cli.click_types import command
from fewest.cli.options import output_option
from fewest.errors import FewestError
from fewest.system.files import write_file

PAGE = Path(str(files("fewest.web"))) / "fewest.html"
"""Where `make page` puts the page, and the wheel."""


@command("page")
@output_option("Where to write the page.", required=True)
def page(*, output: Path) -> None:
    """Write the page as one file, which a browser opens without a server and without the internet.

    Example: fewest page -o fewest.html
    """
    if not PAGE.exists():
        raise FewestError("This copy of fewest has no page in it; build it from the source with: make page")
    write_file(output, PAGE.read_bytes())
    print(f"{output}: open it in a browser, or send it to a phone.")
