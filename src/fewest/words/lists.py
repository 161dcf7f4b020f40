"""Word lists: the allowed guesses, and the answers among them."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fewest.errors import WordListError
from fewest.results.prose import pluralise
from fewest.system.files import digest, escape_controls, read_bytes


@dataclass(frozen=True)
class EditionFacts:
    """The title of an edition, and its best opener, proved by exact search."""

    title: str
    opener: str
    total: int
    """The sum of guesses over all answers, with perfect play after the opener."""


EDITION_FACTS = {
    "original": EditionFacts("Original", "salet", 7920),
    "nyt-2022": EditionFacts("NYT 2022", "salet", 7897),
    "nyt-2023": EditionFacts("NYT 2023", "tarse", 11219),
}

EDITIONS = (*EDITION_FACTS,)
"""The shipped editions, oldest first; the first is the default."""

MOST_BYTES = 1 << 24
"""The largest file of a word list, in bytes."""

MOST_WORDS = 500_000
"""The most words of a list: more than any language has of one length."""

LENGTHS = range(2, 13)
"""The allowed word lengths."""

OWN_LIST = "your list"
"""The name of a list that is not a file: words typed, pasted or given in Python."""

Source = Path | str | Iterable[str]
"""A file with a word per line, or the words themselves."""

COMMON_ZIPF = 3.5
"""The lowest Zipf frequency of an answer in other languages: about three in a million words.

In English this gives 2,057 answers of five letters, close to the curated lists.
"""


@dataclass(frozen=True, repr=False)
class WordList:
    """Allowed guesses and possible answers, each in alphabetical order; every answer is an allowed guess."""

    name: str
    guesses: tuple[str, ...]
    answers: tuple[str, ...]
    ranked: tuple[str, ...] = ()
    """Words by descending frequency, if the list comes with frequencies."""
    given: tuple[str, ...] = field(default=(), compare=False)
    """The guesses in the order of their file, if there is one; answers missing from it come first."""

    def __repr__(self) -> str:
        return f"<WordList: {self.name}, {len(self.guesses):,} guesses, {len(self.answers):,} answers>"

    @property
    def length(self) -> int:
        """The number of letters of every word."""
        return len(self.guesses[0])

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the words, independent of the name."""
        words = " ".join(self.guesses) + "\n" + " ".join(self.answers)
        return digest(words)


def normalise(word: str) -> str:
    """The canonical form of a word: composed (NFC) and in lower case, one code point per letter.

    >>> normalise("CRANE"), normalise("E\u0301tE\u0301"), len(normalise("GRÖẞE"))
    ('crane', 'été', 5)
    """
    composed = unicodedata.normalize("NFC", word)
    return unicodedata.normalize("NFC", "".join(map(_lower, composed)))


def _lower(letter: str) -> str:
    """A letter in lower case, as a single code point: ß and İ stay one letter."""
    for lowered in (letter.casefold(), letter.lower()):
        if len(lowered) == 1:
            return lowered
    return letter


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"


def edition(name: str) -> WordList:
    """Load a shipped edition."""
    if name not in EDITIONS:
        raise WordListError(f"There is no edition {name!r}; the editions are {', '.join(EDITIONS)}.")
    data = Path(__file__).with_name("data")
    guesses, answers = (
        tuple((data / f"{name}.{kind}.txt").read_text(encoding="utf-8").split()) for kind in ("guesses", "answers")
    )
    return WordList(name, guesses, answers)


def from_lists(answers: Source | None = None, guesses: Source | None = None, *, ranked: bool = False) -> WordList:
    """Make a list from files with a word per line, or from words; a single source provides both guesses and answers.

    Every answer is an allowed guess, even if the guesses lack it. `ranked` means that the words, answers before
    guesses, are in order of frequency.

    >>> from_lists(["Lemon", "mango"], guesses=["peach"]).guesses
    ('lemon', 'mango', 'peach')
    """
    given = [(what, source) for what, source in (("answers", answers), ("guesses", guesses)) if source is not None]
    if not given:
        raise WordListError("Give answers, guesses or both: each a list of words, or a file with a word per line.")
    answer_words = _read(*given[0])
    guess_words = _read(*given[-1], length=len(next(iter(answer_words))))
    name = " + ".join(dict.fromkeys(_name(source) for _, source in given))
    everything = answer_words | guess_words
    order = tuple(everything) if ranked else ()
    order_given = tuple(guess_words if guess_words.keys() >= answer_words.keys() else everything)
    return WordList(name, tuple(sorted(everything)), tuple(sorted(answer_words)), order, order_given)


def from_text(text: str, name: str) -> WordList:
    """Read a typed or pasted list: words separated by spaces, commas, semicolons or line ends."""
    lines = [line.replace(",", " ").replace(";", " ").split() for line in text.splitlines()]
    words = _parse(((number, word) for number, line in enumerate(lines, start=1) for word in line), name)
    if not words:
        raise WordListError(f"{name}: there are no words; write one word per line.")
    return WordList(name, tuple(sorted(words)), tuple(sorted(words)), (), tuple(words))


def as_words(what: str, given: Iterable[str], noun: str = "word") -> tuple[str, ...]:
    """Words given in Python, such as a list or a column of a data frame, as a tuple; `what` names them in errors."""
    if isinstance(given, str | bytes | Mapping) or not hasattr(given, "__iter__"):
        raise WordListError(f"{what}: give a list of {noun}s, not {_shorten(repr(given))}.")
    words = tuple(given)
    for number, word in enumerate(words, start=1):
        if not isinstance(word, str):
            raise WordListError(f"{what}, {noun} {number}: {_shorten(repr(word))} is not text; use strings.")
    return words


def _name(source: Source) -> str:
    """The name of a source, for people."""
    if not isinstance(source, str | Path):
        return OWN_LIST
    return escape_controls(Path(source).name.encode(errors="replace").decode())


def _read(what: str, source: Source, length: int | None = None) -> dict[str, None]:
    """Read the words of a file or a list in order; all must have the length of the first, or `length`."""
    if not isinstance(source, str | Path):
        words = _parse(enumerate(as_words(what, source), start=1), what, length, unit="word")
        if not words:
            raise WordListError(f"{what}: the list is empty; give at least one word.")
        return words
    words = _parse(enumerate(read_lines(Path(source)), start=1), str(source), length)
    if not words:
        raise WordListError(f"{source}: the file has no words; write one word per line.")
    return words


def _parse(
    items: Iterable[tuple[int, str]], source: str, length: int | None = None, unit: str = "line"
) -> dict[str, None]:
    """Read numbered words; all must have the length of the first, or `length`.

    Lines may be empty and repeat words; a list in Python (`unit` is word) may not.
    """
    words: dict[str, None] = {}
    for number, text in items:
        word = normalise(text.strip())
        if not word and unit == "line":
            continue
        where, letters = f"{source}, {unit} {number}: {_shorten(word)!r}", pluralise(len(word), "letter")
        if not word or not all(map(_is_letter, word)):
            how = "write one word per line, letters only" if unit == "line" else "use letters only"
            raise WordListError(f"{where} is not a word; {how}.")
        if unit == "word" and word in words:
            raise WordListError(f"{where} is in the list twice; give each word once.")
        if len(word) not in LENGTHS:
            raise WordListError(f"{where} has {letters}; words may have 2 to 12.")
        length = length or len(word)
        if len(word) != length:
            raise WordListError(f"{where} has {letters}, but the words before it have {length}.")
        words[word] = None
        if len(words) > MOST_WORDS:
            raise WordListError(f"{source}: a list may have at most {MOST_WORDS:,} words; this one has more.")
    return words


def read_lines(path: Path) -> list[str]:
    """Read the lines of a UTF-8 file."""
    try:
        return read_bytes(path, MOST_BYTES).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise WordListError(f"{path}: cannot be read ({error.strerror or error}).") from None
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1
        raise WordListError(f"{path}, line {number}: not UTF-8 text; save the file as UTF-8.") from None


def _shorten(text: str, limit: int = 30) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def known_languages() -> list[str]:
    """The languages that `from_language` accepts; empty without wordfreq."""
    try:
        import wordfreq
    except ImportError:
        return []
    return sorted(wordfreq.available_languages())


def from_language(language: str, length: int = 5, most_frequent: int | None = None) -> WordList:
    """Make a list from wordfreq: all its words are guesses, the common ones answers.

    `most_frequent` takes only this many of the most frequent words, as guesses and as answers.
    """
    try:
        import wordfreq
    except ImportError:
        raise WordListError(
            "Other languages and lengths need the package wordfreq; install it with: pip install 'fewest[languages]'"
        ) from None
    if length not in LENGTHS:
        raise WordListError(f"Choose words of 2 to 12 letters, not {length}.")
    languages = sorted(wordfreq.available_languages())
    if language not in languages:
        raise WordListError(f"There is no language {language!r}; wordfreq knows {', '.join(languages)}.")
    frequencies: dict[str, float] = {}
    for word, frequency in wordfreq.get_frequency_dict(language, wordlist="best").items():
        word = normalise(word)
        if len(word) == length and all(map(_is_letter, word)):
            frequencies[word] = max(frequency, frequencies.get(word, 0.0))
    for remembered in (wordfreq.get_frequency_list, wordfreq.get_frequency_dict):
        remembered.cache_clear()  # each language holds up to a hundred megabytes
    ranked = tuple(sorted(frequencies, key=lambda word: (-frequencies[word], word)))
    name = f"{language}-{length}"
    if most_frequent is not None:
        if not 1 <= most_frequent <= len(ranked):
            raise WordListError(
                f"Choose from 1 to {len(ranked):,} words, not {most_frequent:,}: wordfreq has no more of {length} "
                f"letters in {language!r}."
            )
        ranked = ranked[:most_frequent]
        words = tuple(sorted(ranked))
        return WordList(f"{name}-top-{most_frequent}", words, words, ranked)
    least = 10 ** (COMMON_ZIPF - 9)
    answers = tuple(sorted(word for word, frequency in frequencies.items() if frequency >= least))
    if not answers:
        raise WordListError(f"wordfreq knows no common words of {length} letters in {language!r}; try another length.")
    return WordList(name, tuple(sorted(frequencies)), answers, ranked)
