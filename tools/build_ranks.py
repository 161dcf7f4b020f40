"""Write the words of all editions from the most frequent to the least; needs the extra fewest[languages].

python tools/build_ranks.py

Frequencies are those of wordfreq 3.1.1, English, its largest list. Words of the same frequency are in
alphabetical order. Words that wordfreq does not know come last.
"""

from importlib.metadata import version

import wordfreq

from fewest.words import EDITIONS, edition
from fewest.words.prior import RANKED

WORDFREQ = "3.1.1"
WORDS, KNOWN = 14_855, 9_793
"""The number of words, and how many of them wordfreq knows."""


def main() -> None:
    """Rank the words and write them, one per line."""
    if version("wordfreq") != WORDFREQ:
        raise SystemExit(f"Install wordfreq {WORDFREQ}: the ranks depend on it. This is {version('wordfreq')}.")
    words = {word for name in EDITIONS for word in edition(name).guesses}
    frequency = {word: wordfreq.word_frequency(word, "en") for word in words}
    if (len(words), sum(value > 0 for value in frequency.values())) != (WORDS, KNOWN):
        raise SystemExit("The words have changed. Update WORDS and KNOWN.")
    ranked = sorted(words, key=lambda word: (-frequency[word], word))
    RANKED.write_text("\n".join(ranked) + "\n", encoding="utf-8")
    print(f"{RANKED.name}: {len(ranked):,} words, the last {WORDS - KNOWN:,} of them unknown to wordfreq")


if __name__ == "__main__":
    main()
