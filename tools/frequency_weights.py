"""Write a weight for every answer of an edition by how frequent the word is; needs the extra fewest[languages].

python tools/frequency_weights.py original > weights.txt

Allowed guesses are ranked by their frequency in wordfreq's English list; a word of rank r weighs 1 / (1 + e^(steepness
* (r - middle))): nearly 1 for common words, nearly 0 for rare ones. The default is 3Blue1Brown's shape: an interval of
width 10 of the sigmoid over about 13,000 words, its middle at the 3,000th.
"""

import argparse
import math

import wordfreq

from fewest.words import EDITIONS, edition


def main() -> None:
    """Write a word and its weight per line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", choices=EDITIONS)
    parser.add_argument("--middle", type=float, default=3000)
    parser.add_argument("--steepness", type=float, default=10 / 13000)
    arguments = parser.parse_args()
    words = edition(arguments.edition)
    ranked = sorted(words.guesses, key=lambda word: (-wordfreq.word_frequency(word, "en"), word))
    rank = {word: place for place, word in enumerate(ranked, start=1)}
    for word in words.answers:
        print(f"{word} {1 / (1 + math.exp(arguments.steepness * (rank[word] - arguments.middle))):.6f}")


if __name__ == "__main__":
    main()
