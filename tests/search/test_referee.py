"""The second prover, tools/referee.cpp, against brute force and the first one."""

import json
import math
import runpy
import subprocess
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from fewest import Belief, Game
from fewest.games import make_game
from fewest.search import Prover
from fewest.search.prover import IMPOSSIBLE
from fewest.words import edition
from tests import oracles, samples
from tests.markdown import ROOT

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "referee.py"))

Referee = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    """Compile the referee with checks of all accesses, and return what runs it: exit code and text."""
    program = TOOL["compiled"](tmp_path_factory.mktemp("referee"), ("-std=c++20", "-D_GLIBCXX_ASSERTIONS"))

    def run(*arguments: object) -> tuple[int, str]:
        command = [program, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stdout + done.stderr

    return run


class Question(NamedTuple):
    """A small game."""

    game: Game
    hard: bool
    limit: int | None

    def least(self) -> float:
        """The least total by brute force."""
        allowed = oracles.allowed_in_hard_mode if self.hard else None
        reply = oracles.reply if self.game.has_words else self.game.reply
        perfect = oracles.Perfect(self.game.guesses, self.game.secrets, reply, allowed=allowed)
        return perfect.least(self.game.secrets, math.inf if self.limit is None else self.limit)

    def proved(self) -> float:
        """The least total by the search."""
        belief = Belief.start(self.game, hard=self.hard)
        cost = Prover(belief, max_guesses=self.limit).best(belief)[0]
        return math.inf if cost == IMPOSSIBLE else cost

    def arguments(self, path: Path) -> list[object]:
        """Write the game, and return the referee's arguments."""
        game = self.game
        row = {
            guess: [] if game.has_words else [game.reply(guess, secret) for secret in game.secrets]
            for guess in game.guesses
        }
        lines = [" ".join(map(str, (guess, *replies))) for guess, replies in row.items()]
        options: list[object] = ["--hard"] if self.hard else []
        return [
            *TOOL["write_lines"](path, lines, game.secrets),
            *options,
            *([] if self.limit is None else ["--within", self.limit]),
        ]


def questions(seed: int, count: int) -> Iterator[Question]:
    """Small games of words and of random replies, in hard mode or not, with a limit or not."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        secrets, others = int(rng.integers(1, 14)), int(rng.integers(0, 8))
        limit = int(rng.integers(1, 6)) if rng.random() < 0.4 else None
        if rng.random() < 0.4:
            yield Question(samples.random_table(rng, secrets, others, int(rng.integers(1, 5)), 243), False, limit)
        else:
            length, letters = int(rng.integers(2, 6)), list("abcdef"[: rng.integers(2, 7)])
            words = ["".join(rng.choice(letters, length)) for _ in range(secrets + others)]
            yield Question(samples.wordle(*words[:secrets], guesses=tuple(words)), bool(rng.random() < 0.5), limit)


def larger_questions(seed: int, count: int) -> Iterator[Question]:
    """Games of 20 to 60 secrets that need a deeper search: random replies, or words with two letters in common."""
    words = edition("original")
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        secrets, others = int(rng.integers(20, 60)), int(rng.integers(0, 60))
        limit = int(rng.integers(3, 8)) if rng.random() < 0.5 else None
        if rng.random() < 0.4:
            yield Question(samples.random_table(rng, secrets, others, int(rng.integers(2, 7))), False, limit)
        else:
            likeness, places = str(rng.choice(words.answers)), rng.choice(5, 2, replace=False)
            alike = [word for word in words.answers if all(word[place] == likeness[place] for place in places)]
            answers = [str(word) for word in rng.permutation(alike)[:secrets]]
            guesses = (*answers, *(str(word) for word in rng.choice(words.guesses, others)))
            yield Question(samples.wordle(*answers, guesses=guesses), bool(rng.random() < 0.7), limit)


def hard_question(number: int) -> Question:
    """Many words of few letters in hard mode, with few guesses."""
    rng = np.random.default_rng((3, number))
    limit = int(rng.integers(3, 6)) if rng.random() < 0.7 else None
    letters, length = [("ab", 5), ("ab", 6), ("abc", 4), ("abc", 5), ("abcd", 3), ("abcd", 4)][int(rng.integers(6))]
    words = rng.permutation(["".join(word) for word in product(letters, repeat=length)])[: int(rng.integers(30, 160))]
    guesses = tuple(map(str, words))
    return Question(samples.wordle(*guesses[: int(rng.integers(20, 100))], guesses=guesses), True, limit)


def doubled_letters(number: int) -> Question:
    """Secrets with the letter a two or three times, other guesses with one a, hard mode and three guesses."""
    rng = np.random.default_rng((10, number))
    length, others = int(rng.integers(3, 6)), list("bcdefg"[: rng.integers(1, 5)])

    def word(copies: int) -> str:
        copies = min(copies, length)
        return "".join(rng.permutation(["a"] * copies + [str(each) for each in rng.choice(others, length - copies)]))

    secrets, singles = int(rng.integers(10, 50)), int(rng.integers(4, 60))
    answers = [*dict.fromkeys(word(int(rng.integers(2, 4))) for _ in range(secrets))]
    guesses = tuple(dict.fromkeys([*answers, *(word(1) for _ in range(singles))]))
    return Question(samples.wordle(*answers, guesses=guesses), True, 3)


def interval_question(number: int, limit: int) -> Question:
    """Each guess says whether the secret is in an interval, so the same set is left after one guess or after two."""
    rng = np.random.default_rng((8, number))
    size, others = int(rng.integers(6, 13)), int(rng.integers(4, 12))
    bounds = np.array([sorted(rng.choice(size + 1, 2, replace=False)) for _ in range(others)])
    places = np.arange(size)[:, None]
    inside = (bounds[:, 0] <= places) & (places < bounds[:, 1])
    return Question(samples.TableGame(np.hstack([2 * np.eye(size, dtype=int), inside]), 3, 2), False, limit)


def assert_agrees(referee: Referee, question: Question, least: float, path: Path) -> None:
    """The true total is confirmed, and a total that is one too high is refuted."""
    arguments = question.arguments(path / "game")
    if least == math.inf:
        assert referee(99_999, *arguments)[0] == 0
        return
    code, text = referee(int(least), *arguments)
    assert (code, text.split(":")[0]) == (0, f"No strategy takes fewer than {int(least)}")
    code, text = referee(int(least) + 1, *arguments)
    assert (code, text.split(":")[0]) == (1, f"Some strategy takes {int(least)}")


def test_small_games_agree_with_brute_force_and_with_the_search(referee: Referee, tmp_path: Path) -> None:
    for question in questions(0, 30):
        assert question.proved() == question.least()
        assert_agrees(referee, question, question.least(), tmp_path)


def test_larger_games_agree_with_the_search(referee: Referee, tmp_path: Path) -> None:
    for question in larger_questions(1, 15):
        assert_agrees(referee, question, question.proved(), tmp_path)


@pytest.mark.parametrize(
    "question",
    [
        *map(hard_question, (31, 58, 200)),
        *map(doubled_letters, (441, 583, 604)),
        *(interval_question(number, limit) for number, limit in ((65, 5), (115, 5), (137, 4))),
    ],
)
def test_every_clue_and_guess_counts(referee: Referee, tmp_path: Path, question: Question) -> None:
    """Totals that change if clues count less.

    They do if green letters are ignored, if sets are remembered without their clues, if a letter that was found twice
    is needed once, or if sets are remembered without the guesses that are left.
    """
    assert_agrees(referee, question, question.proved(), tmp_path)


@pytest.mark.parametrize(
    ("game", "least"),
    [
        ("mastermind:pegs=3,colours=4", 206),
        ("bulls-and-cows:length=3,symbols=5", 196),
        ("hit-and-blow:length=2,symbols=5", 60),
    ],
)
def test_codes_are_checked_with_symmetries(referee: Referee, tmp_path: Path, game: str, least: int) -> None:
    """Brute force agrees without symmetries."""
    made = make_game(game)
    assert oracles.Perfect(made.guesses, made.secrets, made.reply).least(made.secrets) == least
    for total in (least, least + 1):
        arguments = TOOL["claim"]({"name": "codes", "command": f"prove --game {game}", "total": total}, tmp_path)
        assert referee(*arguments)[0] == total - least


def test_claims_are_made_from_published_values(tmp_path: Path) -> None:
    values = {each["name"]: each for each in json.loads(TOOL["VALUES"].read_text(encoding="utf-8"))}
    names = "original-four", "mastermind-worst", "mastermind-consistent", "mastermind"
    assert [name for name in names if TOOL["can_check"](values[name])] == ["mastermind"]
    total, guesses, answers, *options = TOOL["claim"](values["original-hard"], tmp_path)
    assert (total, options) == ("8122", ["--hard", "--within", "6"])
    assert [len(Path(file).read_text(encoding="utf-8").split()) for file in (guesses, answers)] == [12_972, 2_315]


def test_wrong_input_gets_one_sentence(referee: Referee, tmp_path: Path) -> None:
    files = {
        "words": "crane\nslate\nraise\n",
        "short": "crane\nslate\nrise\n",
        "twice": "crane\ncrane\n",
        "some": "crane\nslate\n",
        "empty": "",
        "table": "a win x\nb y win\nc x x\n",
        "gap": "a win x\nb y\n",
        "ambiguous": "a x x\nb y win\n",
        "letters": "a\nb\n",
        "asymmetric": "a win x\nb y win\nc x z\n= b a c\n",
        "moved": "a win x\nb x win\nc x z\n= c b a\n",
        "many": "a\n" * 65_536,
        "incomplete": "a win x\nb x win\n= b\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    wrong = {
        ("9", "words"): "Write: referee TOTAL GUESSES ANSWERS [--hard] [--within N]",
        ("0", "words", "words"): "'0' is not a number of guesses. Write a whole number such as 7920.",
        ("9", "words", "words", "--within", "x"): "'x' is not a number of guesses. Write a whole number such as 7920.",
        ("x", "words", "words"): "'x' is not a number of guesses. Write a whole number such as 7920.",
        ("9", "words", "none"): "Cannot read none. Name a file with one answer in each line.",
        ("9", "none", "words"): "Cannot read none. Name a file with one guess in each line.",
        ("9", "words", "empty"): "Cannot read empty. Name a file with one answer in each line.",
        ("9", "words", "many"): "There are more than 65,535 answers. Use a smaller game.",
        ("9", "short", "some"): "rise and crane differ in length. Use words of one length.",
        ("9", "twice", "some"): "The guess crane is listed twice. Remove one.",
        ("9", "words", "twice"): "The guess crane gets the same reply from two answers, one of them itself.",
        ("9", "some", "words"): "The answer raise is not a guess. Add it to some.",
        ("9", "gap", "letters"): "The guess b needs one reply for each answer.",
        ("9", "ambiguous", "letters"): "The guess a gets the same reply from two answers, one of them itself.",
        ("9", "asymmetric", "letters"): "The line = b ... is not a symmetry. Correct it or leave it out.",
        ("9", "moved", "letters"): "The line = c ... is not a symmetry. Correct it or leave it out.",
        ("9", "table", "letters", "--hard"): "--hard needs words without replies. Leave out what follows a.",
        ("9", "incomplete", "letters"): "The line = b ... is not a symmetry. Correct it or leave it out.",
    }
    for arguments, message in wrong.items():
        given = [tmp_path / each if each in files else each for each in arguments]
        code, text = referee(*given)
        assert (code, text.replace(f"{tmp_path}/", "")) == (2, f"{message}\n")
    assert referee(5, tmp_path / "table", tmp_path / "letters")[0] == 1
