"""Quordle on the original lists: guesses and time per game, compared with doddle if given.

python bench/boards.py [--doddle PATH] [--count BOARDS] [--games GAMES] [--theirs GAMES]

PATH is the program `doddle` in its own environment, as in bench/evaluate.py; the Python beside it plays. It uses the
lists of original and plays only the first GAMES of the same games, because each takes seconds. Both play in one process
and are timed after the tables of replies are ready. Rare words count as much as common ones.

python bench/boards.py --believed [--count BOARDS] [--games GAMES]

The same games, if their secrets are also answers of nyt-2023, played with today's belief and with the answers of
nyt-2023, all equally likely.
"""

import argparse
import json
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fewest import Belief, Wordle
from fewest.play.boards import Boards, choose, draw, solve
from fewest.setup import TODAY, TODAYS_LIST
from fewest.strategies.advice import DEFAULT_PREFERENCE, NO_PREFERENCE, WordPreference

SOLVERS = ("MINIMAX", "ENTROPY")
"""The solvers of doddle; the first is its default."""

DODDLE = """
import json, sys, time
from doddle import Doddle

solver, games = json.load(sys.stdin)
player = Doddle(solver_type=solver, lazy_eval=False)
player(answer=games[0])
for secrets in games:
    wall, cpu = time.perf_counter(), time.process_time()
    rows = player(answer=secrets).rows
    print(json.dumps([max(row.n for row in rows), time.perf_counter() - wall, time.process_time() - cpu]), flush=True)
"""


@dataclass(frozen=True)
class Played:
    """The measurements of one game."""

    guesses: int
    seconds: float
    cpu_seconds: float


def fewest(start: Boards, games: Sequence[Sequence[str]], preference: WordPreference) -> list[Played]:
    """Play games with this package."""
    opener = choose(start, preference)
    played = []
    for secrets in games:
        wall, cpu = time.perf_counter(), time.process_time()
        guesses = len(solve(start, secrets, opener, preference))
        played.append(Played(guesses, time.perf_counter() - wall, time.process_time() - cpu))
    return played


def doddle(program: str, solver: str, games: Sequence[Sequence[str]]) -> list[Played]:
    """Play games with doddle."""
    python = Path(program).with_name("python")
    asked = json.dumps([solver, [[word.upper() for word in secrets] for secrets in games]])
    done = subprocess.run([python, "-c", DODDLE], input=asked, stdout=subprocess.PIPE, text=True, check=True)
    return [Played(*json.loads(line)) for line in done.stdout.splitlines()]


def report(name: str, played: Sequence[Played], limit: int, base: Sequence[Played]) -> None:
    """Print a line. The ratio compares CPU seconds per game, which barely depend on other load."""
    count = len(played)
    mean = sum(each.guesses for each in played) / count
    won = sum(each.guesses <= limit for each in played) / count
    wall, cpu = sum(each.seconds for each in played) / count, sum(each.cpu_seconds for each in played) / count
    ratio = cpu / (sum(each.cpu_seconds for each in base) / len(base))
    spread = " ".join(
        f"{guesses}:{times}" for guesses, times in sorted(Counter(each.guesses for each in played).items())
    )
    print(f"{name:28} {count:6} {mean:8.3f} {won:8.2%} {wall:9.3f} {cpu:9.3f} {ratio:8.1f}  {spread}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doddle", help="the program doddle in its own environment")
    parser.add_argument("--count", type=int, default=4, help="the number of boards")
    parser.add_argument("--games", type=int, default=1000, help="the number of games for fewest")
    parser.add_argument("--theirs", type=int, default=50, help="the number of games for each solver of doddle")
    parser.add_argument("--believed", action="store_true", help="compare beliefs instead")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    start = Boards.start(Belief.start(Wordle.edition("original")), arguments.count)
    games = draw(start, arguments.games, arguments.seed)
    some = games[: arguments.theirs]
    print(f"{arguments.count} boards of original, seed {arguments.seed}, within {start.limit} guesses")
    print(f"{'program':28} {'games':>6} {'mean':>8} {'won':>8} {'seconds':>9} {'CPU s':>9} {'ratio':>8}  distribution")
    if arguments.believed:
        listed = {*TODAYS_LIST.make_game().answers}
        games = [secrets for secrets in games if {*secrets} <= listed]
        rows = {
            name: fewest(Boards.start(setup.belief(), arguments.count), games, DEFAULT_PREFERENCE)
            for name, setup in {"today's game": TODAY, "answers of nyt-2023": TODAYS_LIST}.items()
        }
        for name, played in rows.items():
            report(name, played, start.limit, rows["today's game"])
        return
    ours = fewest(start, games, NO_PREFERENCE)
    report("fewest", ours, start.limit, ours)
    if arguments.doddle:
        report("fewest, the first of them", ours[: len(some)], start.limit, ours)
        for solver in SOLVERS:
            report(f"doddle {solver.lower()}", doddle(arguments.doddle, solver, some), start.limit, ours)


if __name__ == "__main__":
    main()
