"""Where words come from: shipped editions, files, and other languages."""

from fewest.words.lists import EDITIONS, WordList, edition, from_files, from_language, normalise
from fewest.words.weights import read_weights

__all__ = ["EDITIONS", "WordList", "edition", "from_files", "from_language", "normalise", "read_weights"]
