"""How long the program takes to start, as multiples of `import numpy`, from a cold process each.

python bench/start.py [--fewest PATH] [--rounds 20]    PATH is the program in another environment.
"""

import argparse
import sys
from pathlib import Path

from measure import compare


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fewest", default=str(Path(sys.executable).with_name("fewest")))
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()
    fewest = arguments.fewest
    python = str(Path(fewest).with_name("python"))
    compare(
        {
            "import numpy": [python, "-c", "import numpy"],
            "import fewest": [python, "-c", "import fewest"],
            "fewest --help": [fewest, "--help"],
            "fewest suggest --help": [fewest, "suggest", "--help"],
            "fewest suggest": [fewest, "suggest"],
            "fewest suggest crane=01200": [fewest, "suggest", "crane=01200"],
        },
        arguments.rounds,
    )


if __name__ == "__main__":
    main()
