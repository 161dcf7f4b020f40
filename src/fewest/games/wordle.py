"""Wordle: words of 2 to 12 letters, and a grey, yellow or green square for each letter of a guess."""

from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fewest import _core
from fewest.errors import ReplyError
from fewest.games.game import Game, HardRule, Table, threads
from fewest.words import WordList, edition, from_files, from_language, normalise

GREY, YELLOW, GREEN = 0, 1, 2

SQUARES = "⬛🟨🟩"
"""A square for grey, yellow and green."""

WAYS_TO_WRITE = ("0bBxX-.⬛⬜", "1yY🟨🟦", "2gG🟩🟧")
"""Every character that is read as grey, yellow and green; blue and orange are the squares of the colour-blind mode."""

EVERY_GUESS = "/guesses"
"""Marks the label of a game in which every allowed guess may be the secret."""

DIGITS = {character: digit for digit, characters in enumerate(WAYS_TO_WRITE) for character in characters}


class Wordle(Game):
    """Wordle on a word list. A reply is written in base 3, the first letter's digit highest."""

    name = "wordle"

    def __init__(self, words: WordList, *, every_guess: bool = False) -> None:
        """Play on the given list; the secret is one of its answers, or may be any allowed guess."""
        self.words = words
        self.label = words.name + (EVERY_GUESS if every_guess else "")
        self.guesses, self.secrets = words.guesses, words.guesses if every_guess else words.answers
        self.length = words.length
        self.replies = 3**self.length
        self.win = self.replies - 1
        self.fingerprint = f"wordle-{words.fingerprint}" + (EVERY_GUESS if every_guess else "")

    @classmethod
    def edition(cls, name: str) -> "Wordle":
        """Play a shipped edition: original, nyt-2022, nyt-2023; original/guesses if every guess may be the secret."""
        return cls(edition(name.removesuffix(EVERY_GUESS)), every_guess=name.endswith(EVERY_GUESS))

    @classmethod
    def from_files(cls, answers: Path | str | None = None, guesses: Path | str | None = None) -> "Wordle":
        """Play on one's own lists, a word per line."""
        return cls(from_files(answers, guesses))

    @classmethod
    def from_language(cls, language: str, length: int = 5) -> "Wordle":
        """Play in another language or with another length."""
        return cls(from_language(language, length))

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of the list, whatever else may be the secret."""
        return self.words.answers

    def normalise(self, text: str) -> str:
        """Upper and lower case are the same, and so are composed and decomposed letters."""
        return normalise(text)

    def reply(self, guess: str, secret: str) -> int:
        """Greens first; then, left to right, a letter is yellow while the secret has an unmatched copy of it.

        >>> game = Wordle(WordList("two words", ("carer", "crane"), ("carer", "crane")))
        >>> game.reply_text(game.reply("crane", "carer")), game.reply_text(game.reply("carer", "crane"))
        ('21101', '21110')
        """
        guess, secret = normalise(guess), normalise(secret)
        unmatched = [theirs for ours, theirs in zip(guess, secret, strict=True) if ours != theirs]
        reply = 0
        for ours, theirs in zip(guess, secret, strict=True):
            digit = GREY
            if ours == theirs:
                digit = GREEN
            elif ours in unmatched:
                digit = YELLOW
                unmatched.remove(ours)
            reply = reply * 3 + digit
        return reply

    @cached_property
    def places(self) -> NDArray[np.unsignedinteger]:
        """The guesses as numbers, a row per place and a column per guess, one byte each while 256 letters suffice."""
        letters = self.symbols.T
        return np.ascontiguousarray(letters, np.uint8 if letters.max() < 256 else np.uint16)

    def fill(self, table: Table) -> None:
        """Let the core work out all replies on all cores."""
        secrets = np.ascontiguousarray(self.places[:, self.secret_guesses])
        _core.fill_reply_table(self.places, secrets, table, threads())

    def parse_reply(self, text: str) -> int:
        """Read digits (01200), letters (bygbb, with x, - or . for grey too) or squares.

        >>> game = Wordle.edition("original")
        >>> {game.parse_reply(text) for text in ("01200", "bygbb", "-YG..", "⬜🟨🟩⬛⬛")}
        {45}
        """
        text = text.strip().replace("\ufe0f", "")
        reply = 0
        for character in text:
            if character not in DIGITS:
                raise ReplyError(f"{text!r} is no reply: {character!r} is none of 0 1 2, b y g, x - . or a square.")
            reply = reply * 3 + DIGITS[character]
        if len(text) != self.length:
            raise ReplyError(f"{text!r} is no reply: it has {len(text)} places, the words have {self.length} letters.")
        return reply

    def digits(self, reply: int) -> list[int]:
        """The reply as grey (0), yellow (1) or green (2) for each letter."""
        return [reply // 3**power % 3 for power in reversed(range(self.length))]

    def reply_text(self, reply: int) -> str:
        """Write a reply as digits."""
        return "".join(map(str, self.digits(reply)))

    def squares(self, reply: int) -> str:
        """Write a reply as coloured squares."""
        return "".join(SQUARES[digit] for digit in self.digits(reply))

    def allowed_after(self, guess: str, reply: int) -> NDArray[np.bool_]:
        """Hard mode: greens stay where they are, and every letter found is used again as often as it was found."""
        letters = self.places[:, self.find_guess(guess)]
        allowed = np.ones(len(self.guesses), np.bool_)
        found: dict[int, int] = {}
        for place, (letter, digit) in enumerate(zip(letters, self.digits(reply), strict=True)):
            if digit == GREEN:
                allowed &= self.places[place] == letter
            if digit != GREY:
                found[letter] = found.get(letter, 0) + 1
        for letter, count in found.items():
            allowed &= (self.places == letter).sum(axis=0, dtype=np.uint8) >= count
        return allowed

    def hard_rule(self, guesses: NDArray[np.int32]) -> HardRule:
        """Hard mode as arrays. A kind is which letters of a guess are the same.

        What a reply shows is a bit for each green, and as many bits of a letter as copies of it were found.
        """
        places = np.ascontiguousarray(self.places[:, guesses])
        seen = np.empty((len(guesses), len(guesses)), self.table.dtype)
        _core.fill_reply_table(places, places, seen, threads())
        first = (places[:, None, :] == places[None, :, :]).argmax(axis=0)  # the place where a letter stands first
        kinds, kind = np.unique(first.T, axis=0, return_inverse=True)
        digits = np.arange(self.replies)[:, None] // 3 ** np.arange(self.length)[::-1] % 3
        hints = np.zeros((len(kinds), self.replies), np.uint32)
        for row, same in enumerate(kinds):
            for place in range(self.length):
                copies = np.flatnonzero(same == same[place])
                earlier = int((copies < place).sum())
                found = (digits[:, copies] != GREY).sum(axis=1) > earlier
                hints[row] |= (digits[:, place] == GREEN).astype(np.uint32) << place
                hints[row] |= found.astype(np.uint32) << (self.length + place)
        return HardRule(np.ascontiguousarray(seen.T), kind.reshape(-1).astype(np.uint16), hints)
