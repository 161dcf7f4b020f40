"""fewest train: learn the expected number of guesses by bits of uncertainty."""

from pathlib import Path

import click

from fewest.cli.click_types import FiniteFloat, command, option
from fewest.cli.options import json_option, output_option, setup_options
from fewest.cli.show import show, show_progress
from fewest.curves import BUCKET_BITS
from fewest.questions.train import train as ask
from fewest.setup import Setup
from fewest.system.files import require_writable


@command("train")
@output_option("Where to write the curve, as JSON.")
@option("--rounds", type=click.IntRange(1, 1000), default=10, help="Rounds of learning at most.")
@option("--bucket", type=FiniteFloat(0.01, 8), default=BUCKET_BITS, help="Bits that are averaged into one point.")
@setup_options()
@json_option
def train(*, setup: Setup, output: Path | None, rounds: int, bucket: float, as_json: bool) -> None:
    """Learn from games how many guesses some bits of uncertainty take.

    Example: fewest train --edition nyt-2023 --output curve.json

    The first round plays by entropy, each further one by what was learnt from the one before, until three in a row have
    not improved; --rounds 1 is the published method. The best curve is kept:
    fewest evaluate --strategy expected-moves:curve=curve.json
    """
    if output is not None:
        require_writable(output)
    with show_progress("Learning", as_json) as watch:
        result = ask(setup, watch, rounds=rounds, bucket=bucket)
    if output is not None:
        result.save(output)
    show(result, as_json)
