"""Parse a finished game from any text: words, clues, shared squares, or a mix of them.

Words may be numbered, quoted, joined by slashes or part of a sentence; squares may come before, after or between them.
The parser never guesses the outcome. Six words alone do not say whether the last one was the answer, so it asks; a
score such as X/6 settles the outcome.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fewest.belief import Clue
from fewest.errors import AnswerNeededError, FewestError, GuessError, GuessesNeededError, ReplyError
from fewest.games.game import Game
from fewest.play.clues import find_secret, read_clues
from fewest.results.prose import pluralise

SQUARES = "⬛⬜🟥🟦🟧🟨🟩🟪🟫⚫⚪🔴🔵🟠🟡🟢🟣🟤"
"""Squares and dots that clones of the game use; those without a meaning here are rejected by an error."""

SCORE = re.compile(r"(?<![\w/.,])(\d{1,2}|x)\s?/\s?(\d{1,2})\b(?![/.]\d)\s*(\**)", re.IGNORECASE)
"""A score such as 4/6*, X/6 or 12/20, and its stars."""

HEADLINE = re.compile(rf"^[ \t>*]*fewest\b[^{SQUARES}\n]*|\bwordle\b\W{{0,3}}\d[\d.,]*", re.IGNORECASE | re.MULTILINE)
"""The headline above shared squares; the score is read before the headline is removed."""

ANSWER = re.compile(
    r"\b(?:(?:answer|secret|solution)\s*(?:was\b|is\b|:|=)|word\s+was\b)[\s:=]*[\"'“”‘’«»(*_]*([^\W\d_]+)",
    re.IGNORECASE,
)
"""A phrase that names the answer."""

LABEL = re.compile(r"^([^:\n]*[^\W\d_][^:\n]*):(?=[^\n]*[^\W\d_])", re.MULTILINE)
"""A label before a colon, such as Guess 1. It counts as a guess only if a reply follows or if it is all guesses."""

FILLERS = frozenset(
    re.findall(
        r"\w+",
        """a after again all an and as at but by finally first for found from game games got guess guessed guesses had i
        in is it last luck lucky mine my next no not now of on or played second so started that the then there they
        third this to today took tried try was we went which with word words wordle you""",
    )
)
"""Words that distinguish a sentence from a list of guesses."""

LONGEST_SHOWN = 30
"""The longest piece of text that a message quotes in full."""


class ParsedGame(NamedTuple):
    """A parsed game."""

    clues: list[Clue]
    secret: str | None
    """The secret, if it is known."""
    hard: bool = False
    """Whether the score has the star of hard mode."""
    note: str = ""
    """A remark about the game; usually empty."""


@dataclass
class _Pieces:
    """The pieces of a text, in order."""

    words: list[str] = field(default_factory=list)
    """Words of the right length."""
    replies: dict[int, str] = field(default_factory=dict)
    """The text after an equals sign, by the index of its word."""
    rows: list[str] = field(default_factory=list)
    """Replies without a word: squares or digits."""
    others: list[str] = field(default_factory=list)
    """Words of another length."""


def read_game(
    game: Game,
    guesses: Sequence[str] | str,
    grid: str | None = None,
    secret: str | None = None,
    limit: int | None = None,
) -> ParsedGame:
    """Read a game with a guess limit of `limit`, from free text, or from guesses and an optional grid of squares.

    `secret` is the answer if the text does not name it; AnswerNeededError asks for it.
    """
    limit = limit or game.max_guesses
    length = len(game.guesses[0])
    if not isinstance(guesses, str):
        told = _read_list(game, guesses, grid, secret, limit)
        return told._replace(hard=grid is not None and is_starred(grid, limit))
    text = unicodedata.normalize("NFKC", guesses)
    plain = game.has_words and all(word.isalpha() and len(word) == length for word in game.guesses)
    if not plain:
        return _read_list(game, text.split(), None, secret, limit)
    return _Reader(game, text, secret, limit).read()


def _read_list(game: Game, guesses: Sequence[str], grid: str | None, secret: str | None, limit: int) -> ParsedGame:
    """Read a list of guesses. If there are as many as the limit, the last one need not be the secret."""
    clued = any("=" in text and game.normalise(text) not in game.guess_index for text in guesses)
    bare = not clued and grid is None and secret is None
    if bare and len(guesses) == limit:
        words = [game.guesses[game.find_guess(text)] for text in guesses]
        raise _ask_for_answer(game, words[-1], limit)
    clues = read_clues(game, guesses, grid, secret)
    if bare and len(clues) == limit + 1:
        return ParsedGame(clues[:-1], clues[-1].guess)
    if clues[-1].reply == game.win:
        return ParsedGame(clues, clues[-1].guess)
    return ParsedGame(clues, None if secret is None else find_secret(game, secret))


def is_starred(text: str, limit: int) -> bool:
    """Whether a score has the star of hard mode, as in 4/6*. Emphasis such as *4/6* does not count."""
    for score in SCORE.finditer(text):
        before = text[: score.start()].rpartition("\n")[2]
        if int(score.group(2)) == limit and len(score.group(3)) > before.count("*"):
            return True
    return False


def _ask_for_answer(game: Game, last: str, count: int) -> AnswerNeededError:
    made, shown = pluralise(count, "guess", "guesses"), last.upper()
    if last not in game.secrets:
        return AnswerNeededError(f"{made}, and the last one, {shown}, is never the answer; give the answer too.")
    error = AnswerNeededError(f"{made}, but was the last one, {shown}, the answer? Give the answer too.")
    error.guess = last
    return error


class _Reader:
    """Parses the text of one game on words of one length."""

    def __init__(self, game: Game, text: str, secret: str | None, limit: int) -> None:
        self.game, self.limit = game, limit
        self.length = len(game.guesses[0])
        self.coloured = game.marks(game.win) is not None
        scores = {score.group(1).upper() for score in SCORE.finditer(text) if int(score.group(2)) == limit}
        if len(scores) > 1:
            raise FewestError(f"The text has {len(scores)} scores; paste one game at a time.")
        self.score = scores.pop() if scores else None
        self.starred = is_starred(text, limit)
        text = HEADLINE.sub(" ", SCORE.sub(" ", text))
        said = ANSWER.search(text)
        if said is not None and len(game.normalise(said.group(1))) == self.length:
            secret = secret or said.group(1)
            text = f"{text[: said.start()]} {text[said.end() :]}"
        self.secret = find_secret(game, secret) if secret is not None and secret.strip() else None
        self.found = self._pieces(LABEL.sub(self._label, text))

    def _label(self, found: re.Match[str]) -> str:
        """The part of a label to keep: its squares, and a word whose reply follows."""
        label = found.group(1)
        after = found.string[found.end() :].split("\n", 1)[0]
        words = re.findall(r"[^\W\d_]+", label)
        follows = self._is_guess(words[-1]) and self._is_reply(after.split()[0])
        if follows or all(self._is_guess(word) and word.lower() not in FILLERS for word in words):
            return f"{label} "
        return "".join(each if each in SQUARES else " " for each in label)

    def _is_guess(self, text: str) -> bool:
        return self.game.normalise(text) in self.game.guess_index

    def _is_reply(self, text: str) -> bool:
        try:
            self.game.parse_reply(text)
        except ReplyError:
            return False
        return self.coloured

    def _pieces(self, text: str) -> _Pieces:
        """Split a text into pieces."""
        squares = rf"[{SQUARES}](?:[ \t\ufe0f\u200d]*[{SQUARES}])*" if self.coloured else r"(?!)"
        digits = rf"(?<![\w.,=])[012]{{{self.length}}}(?![\w])" if self.coloured else r"(?!)"
        clue = r"(?P<clue>[^\W\d_]+)\s*=\s*(?P<reply>[^\s,;)\]]+)"
        pattern = rf"{clue}|(?P<word>[^\W\d_]+)|{squares}|{digits}"
        found = _Pieces()
        for piece in re.finditer(pattern, text):
            word = piece["clue"] or piece["word"]
            if word is None:
                found.rows += self._rows(piece.group())
            elif len(self.game.normalise(word)) != self.length:
                if piece["reply"] is not None:
                    raise self._no_guess(word)
                found.others.append(word)
            elif piece["reply"] is None and not self._is_guess(word) and self._is_reply(word):
                found.rows.append(word)  # such as bygbb
            else:
                if piece["reply"] is not None:
                    found.replies[len(found.words)] = piece["reply"].strip("\"'“”‘’«»*_.")
                found.words.append(word)
        return found

    def _rows(self, text: str) -> list[str]:
        """Split a run of squares into rows; its line ends may be missing."""
        text = re.sub(r"[\s\ufe0f\u200d]", "", text)
        size = self.length if len(text) % self.length == 0 else len(text)
        return [text[at : at + size] for at in range(0, len(text), size)]

    def _no_guess(self, text: str) -> FewestError:
        if len(text) > LONGEST_SHOWN:
            return GuessError(f"'{text[: LONGEST_SHOWN - 1]}…' is not an allowed guess in {self.game.label}.")
        try:
            self.game.find_guess(text)
        except GuessError as error:
            return error
        raise AssertionError(text)

    def read(self) -> ParsedGame:
        """Parse the game; an error says what is missing or inconsistent."""
        found = self.found
        if found.replies:
            told = self._with_replies()
        elif found.rows:
            told = self._with_rows()
        else:
            told = self._with_words()
        return self._checked(told)._replace(hard=self.starred)

    def _with_replies(self) -> ParsedGame:
        """Clues such as crane=01001."""
        found, game = self.found, self.game
        bare = next((word for at, word in enumerate(found.words) if at not in found.replies), None)
        if bare is not None:
            first = f"{found.words[min(found.replies)]}={found.replies[min(found.replies)]}"
            raise FewestError(f"{bare!r} has no reply, but {first!r} has one; give every guess a reply, or none.")
        clues = [self._clue(word, game.parse_reply(found.replies[at])) for at, word in enumerate(found.words)]
        if found.rows and [clue.reply for clue in clues] != self._replies():
            raise FewestError("The squares differ from the replies; leave one of them out.")
        return ParsedGame(clues, self.secret)

    def _clue(self, word: str, reply: int) -> Clue:
        return Clue(self._guess(word), reply)

    def _guess(self, word: str) -> str:
        return self.game.guesses[self.game.find_guess(word)]

    def _replies(self) -> list[int]:
        """The rows as replies."""
        replies: list[int] = []
        for number, row in enumerate(self.found.rows, start=1):
            try:
                replies.append(self.game.parse_reply(row))
            except ReplyError as error:
                raise ReplyError(f"Row {number} of the squares: {error}") from None
        return replies

    def _with_rows(self) -> ParsedGame:
        """Words and squares, a row for each guess. Other words are recognised because they do not fit the rows."""
        replies, words, game = self._replies(), self.found.words, self.game
        won = replies[-1] == game.win
        if not words:
            raise self._ask_for_guesses(replies, "Squares alone are not enough")
        if len(words) == len(replies) - 1 and won and self.secret is not None:
            words = [*words, self.secret]
        if len(words) != len(replies):
            told = self._fitting(replies, won)
            if told is not None:
                return told
            rows = pluralise(len(replies), "row")
            raise self._ask_for_guesses(replies, f"The squares have {rows} for {pluralise(len(words), 'word')}")
        return ParsedGame([self._clue(word, reply) for word, reply in zip(words, replies, strict=True)], self.secret)

    def _ask_for_guesses(self, replies: Sequence[int], trouble: str) -> GuessesNeededError:
        """The error that asks for the guess of each row, and for the answer if the game was not won."""
        won, count = replies[-1] == self.game.win, len(replies)
        form = "fewest analyse" + " WORD" * count + ("" if won else " --secret ANSWER")
        rows = [self.game.reply_text(reply) for reply in replies]
        guesses = "guess" if count == 1 else f"{count} guesses"
        return GuessesNeededError(f"{trouble}; type the {guesses}: {form}.", rows)

    def _fitting(self, replies: Sequence[int], won: bool) -> ParsedGame | None:
        """The first words, in order, that get exactly these replies if one of the words is the secret."""
        words = [self._guess(word) for word in self.found.words if self._is_guess(word)]
        secrets = [self.secret] if self.secret is not None else [*dict.fromkeys(reversed(words))]
        for secret in secrets:
            chosen: list[str] = []
            for word in words:
                if len(chosen) < len(replies) and self.game.reply_number(word, secret) == replies[len(chosen)]:
                    chosen.append(word)
            if len(chosen) == len(replies) and secret in self.game.secrets and (not won or chosen[-1] == secret):
                return ParsedGame([Clue(word, reply) for word, reply in zip(chosen, replies, strict=True)], secret)
        return None

    def _with_words(self) -> ParsedGame:
        """Words alone, up to the secret; in a lost game the secret may follow them."""
        words = [self._guess(word) for word in self._guesses_in_prose()]
        if not words:
            if self.score is not None:
                raise FewestError("A score alone is not enough; write the guesses too.")
            raise FewestError("There is no guess in this text; give the guesses of a game, such as crane slate rebut.")
        secret, limit = self.secret, self.limit
        if self.score == "X" or len(words) > limit:
            if len(words) == limit + 1 and secret in (None, words[-1]):
                *words, secret = words
            if len(words) > limit:
                raise FewestError(
                    f"A game has {pluralise(limit, 'guess', 'guesses')}, but the text has {len(words)} words: "
                    f"{' '.join(words[:12])}{' …' if len(words) > 12 else ''}; leave out words that are not guesses."
                )
            if secret is None:
                raise AnswerNeededError(f"The game was lost after {words[-1].upper()}; give the answer too.")
        elif self.score is not None:
            if len(words) == int(self.score) - 1 and secret is not None:
                words.append(secret)
            secret = secret or words[-1]
        elif secret is None:
            if len(words) == limit:
                raise _ask_for_answer(self.game, words[-1], limit)
            secret = words[-1]
        sought = find_secret(self.game, secret)
        return ParsedGame([Clue(word, self.game.reply(word, sought)) for word in words], sought)

    def _guesses_in_prose(self) -> list[str]:
        """The words that are guesses: all of them, unless the text is a sentence."""
        words, others = self.found.words, self.found.others
        if not others:
            return words
        if not any(other.lower() in FILLERS for other in others):
            raise self._no_guess(others[0])
        loud = [word for word in words if word.isupper()]
        return loud or [word for word in words if word.lower() not in FILLERS]

    def _checked(self, told: ParsedGame) -> ParsedGame:
        """Check that score, answer and replies are consistent."""
        game, clues, secret = self.game, told.clues, told.secret
        won = clues[-1].reply == game.win
        if self.score == "X" and won:
            raise FewestError(f"The score X/{self.limit} means a lost game, but {clues[-1].guess.upper()} wins it.")
        if self.score not in (None, "X") and not (won and len(clues) == int(str(self.score))):
            made = f"the text has {pluralise(len(clues), 'guess', 'guesses')}{'' if won else ' and no win'}"
            raise FewestError(f"The score says {self.score} of {self.limit}, but {made}; correct one of them.")
        if won and secret is None:
            secret = clues[-1].guess
        if secret is not None:
            for number, (guess, reply) in enumerate(clues, start=1):
                if game.reply_number(guess, secret) != reply:
                    raise FewestError(
                        f"Guess {number}, {guess.upper()}, does not get {game.squares(reply)} if the answer is "
                        f"{secret.upper()}; check it."
                    ).about(number - 1)
        return ParsedGame(clues, secret)
