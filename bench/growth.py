"""The cost of a whole proof by the size of the list: random words of nyt-2023, each both guess and secret.

python bench/growth.py [--sizes 500 1000 2000] [--seeds 3] [--plot growth.svg]

Prints CPU seconds on one thread and positions searched for each size, fits a power law to the largest sizes, and
extrapolates to all 14,855 words.
"""

import argparse
import time

import numpy as np

from fewest import Belief, Prover, Wordle, prove
from fewest.words import WordList, edition

LARGEST = 3
"""The number of largest sizes to fit the law to."""


def measure(size: int, seed: int) -> tuple[float, int, float]:
    """Prove the best play on some words. Returns the CPU seconds, the positions searched, and the mean."""
    words = edition("nyt-2023").guesses
    chosen = tuple(sorted(np.random.default_rng((size, seed)).choice(words, size, replace=False).tolist()))
    belief = Belief.start(Wordle(WordList(f"{size} words", chosen, chosen)))
    began = time.process_time()
    proof = prove(Prover(belief, memory=1 << 28), threads=1)
    return time.process_time() - began, proof.nodes, proof.best[0].mean


def main() -> None:
    """Measure, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 1000, 1500, 2000, 3000, 4000])
    parser.add_argument("--seeds", type=int, default=3, help="the number of samples of each size")
    parser.add_argument("--plot", help="the file for a log-log plot")
    arguments = parser.parse_args()
    print(f"{'words':>6} {'CPU s':>10} {'positions':>12} {'mean':>8}")
    taken: dict[int, list[float]] = {}
    for size in arguments.sizes:
        for seed in range(arguments.seeds):
            seconds, nodes, mean = measure(size, seed)
            taken.setdefault(size, []).append(seconds)
            print(f"{size:6,} {seconds:10.2f} {nodes:12,} {mean:8.4f}", flush=True)
    last = arguments.sizes[-LARGEST:]
    sizes = np.array([size for size in last for _ in taken[size]], float)
    seconds_of = np.array([each for size in last for each in taken[size]])
    power, start = np.polyfit(np.log(sizes), np.log(seconds_of), 1).tolist()
    whole = len(edition("nyt-2023").guesses)
    guess = float(np.exp(start + power * np.log(whole)))
    print(f"CPU seconds grow like words to the power {power:.2f}; {whole:,} words: {guess / 86400:,.1f} CPU days")
    if arguments.plot:
        draw(arguments.plot, taken, power, start, whole)


def draw(path: str, taken: dict[int, list[float]], power: float, start: float, whole: int) -> None:
    """Draw the samples and the law, log-log, up to all words."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullLocator

    from fewest.report import frame

    with matplotlib.rc_context(frame.STYLE):
        figure = Figure(figsize=(6.4, 4.2), layout="constrained")
        axes = figure.subplots()
        points = [(size, each) for size in sorted(taken) for each in taken[size]]
        axes.plot(*zip(*points, strict=True), "o", color=frame.BLUE, label="measured")
        line = np.array([sorted(taken)[-LARGEST:][0], whole])
        law = np.exp(start + power * np.log(line))
        axes.plot(line, law, "--", color="black", label=f"fitted: grows with words to the power {power:.1f}")
        axes.plot(whole, law[-1], "s", color=frame.RED, label=f"all {whole:,} words, extrapolated")
        axes.set(
            xscale="log", yscale="log", xlabel="words in the list, each a guess and a secret", ylabel="CPU seconds"
        )
        axes.set_xticks([500, 1000, 2000, 4000, whole], minor=False)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter("{x:,g}")
        axes.set_title("CPU seconds to prove the best opener, by size of the list", loc="left")
        axes.legend()
        frame.save(figure, path)


if __name__ == "__main__":
    main()
