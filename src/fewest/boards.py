"""Several boards at once: every guess is made on all of them, as in Dordle, Quordle, Octordle and Sedecordle."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fewest.belief import Belief
from fewest.errors import ContradictionError, FewestError
from fewest.games.game import Game
from fewest.scorers import SCORERS, Scorer
from fewest.strategies.contract import Suggestion
from fewest.strategies.greedy import TIE

FEWEST_BOARDS, MOST_BOARDS = 2, 32

SPARE = 5
"""How many guesses more than boards a player has."""


@dataclass(frozen=True)
class Boards:
    """What is known of several boards; a board whose secret was guessed is done."""

    beliefs: tuple[Belief, ...]

    @classmethod
    def start(cls, belief: Belief, count: int) -> "Boards":
        """Nothing is known of any board."""
        if not FEWEST_BOARDS <= count <= MOST_BOARDS:
            raise FewestError(f"{count} boards cannot be played; choose from {FEWEST_BOARDS} to {MOST_BOARDS}.")
        if belief.hard:
            raise FewestError("There is no hard mode with several boards: a guess cannot use what all of them showed.")
        return cls((belief,) * count)

    @property
    def game(self) -> Game:
        """The game that is played on every board."""
        return self.beliefs[0].game

    def done(self, board: int) -> bool:
        """Whether a board's secret was guessed."""
        clues = self.beliefs[board].clues
        return bool(clues) and clues[-1].reply == self.game.win

    @property
    def open(self) -> list[int]:
        """The boards whose secret was not guessed yet."""
        return [board for board in range(len(self.beliefs)) if not self.done(board)]

    def after(self, guess: str, replies: Sequence[int | str | None]) -> "Boards":
        """What is known once each open board has replied to a guess; a board that is done does not reply: None."""
        if len(replies) != len(self.beliefs):
            raise FewestError(f"{len(replies)} replies for {len(self.beliefs)} boards; give one for each.")
        made: list[Belief] = []
        for board, (belief, reply) in enumerate(zip(self.beliefs, replies, strict=True)):
            if self.done(board):
                made.append(belief)
            elif reply is None:
                raise FewestError(f"Board {board + 1} is still open, so it must have replied.")
            else:
                try:
                    made.append(belief.after(guess, reply))
                except ContradictionError as error:
                    raise ContradictionError(f"Board {board + 1}: {error}") from None
        return Boards(tuple(made))

    def guess_all(self, guess: str, secrets: Sequence[str]) -> "Boards":
        """What is known after a guess on boards whose secrets are given."""
        reply = self.game.reply
        return self.after(guess, [None if self.done(at) else reply(guess, word) for at, word in enumerate(secrets)])


def suggest(boards: Boards, count: int = 10, scorer: Scorer | None = None) -> list[Suggestion]:
    """The guesses that leave least to do, summed over the open boards as if each were played alone; best first.

    A secret that is known is guessed at once, that first which tells most about the other boards: it must be guessed
    some time, so it costs nothing.
    """
    scorer = scorer or SCORERS["expected-moves"]
    left = [boards.beliefs[board] for board in boards.open]
    if not left:
        return []
    columns = np.arange(len(boards.game.guesses))
    score, bits, hit = np.zeros(len(columns)), np.zeros(len(columns)), np.zeros(len(columns))
    parts, largest = np.zeros(len(columns), np.int64), np.zeros(len(columns), np.int64)
    for belief in {id(each): each for each in left}.values():
        times = sum(each is belief for each in left)
        whole, scores = scorer.scores(belief)
        score += times * (scores - 1)
        bits += times * whole.entropy
        hit += times * whole.hit
        parts += times * whole.parts
        largest = np.maximum(largest, whole.largest)
    known = [boards.game.guess_index[belief.words[0]] for belief in left if len(belief) == 1]
    first = np.isin(columns, known)
    order = np.lexsort((columns, -hit, np.round(score / TIE), ~first))[:count]
    return [
        Suggestion(
            boards.game.guesses[at], float(score[at]), float(bits[at]), float(hit[at]), int(parts[at]), int(largest[at])
        )
        for at in order.tolist()
    ]


def solve(start: Boards, secrets: Sequence[str], opener: str | None = None) -> list[tuple[str, Boards]]:
    """Play until every board is done: each guess, and what is known after it."""
    made: list[tuple[str, Boards]] = []
    boards, guess = start, opener
    while boards.open:
        guess = suggest(boards, count=1)[0].guess if guess is None else guess
        boards = boards.guess_all(guess, secrets)
        made.append((guess, boards))
        guess = None
    return made


@dataclass(frozen=True)
class Results:
    """How many guesses a sample of games took."""

    boards: int
    opener: str
    guesses: tuple[int, ...]
    """Of each game, in the order they were drawn."""

    @property
    def mean(self) -> float:
        """Guesses that a game took on average."""
        return sum(self.guesses) / len(self.guesses)

    @property
    def limit(self) -> int:
        """How many guesses a player has."""
        return self.boards + SPARE

    @property
    def win_rate(self) -> float:
        """Which part of the games was finished in time."""
        return sum(taken <= self.limit for taken in self.guesses) / len(self.guesses)

    @property
    def histogram(self) -> dict[int, int]:
        """How many games took each number of guesses."""
        return {taken: self.guesses.count(taken) for taken in range(min(self.guesses), max(self.guesses) + 1)}


def evaluate(
    start: Boards,
    games: int = 1000,
    seed: int = 0,
    opener: str | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Results:
    """Play a seeded sample of games, each with different secrets drawn from the answers."""
    answers = start.game.answers
    if games < 1 or len(start.beliefs) > len(answers):
        raise FewestError(f"At least one game of {len(start.beliefs)} different answers is needed.")
    rng = random.Random(seed)
    opener = suggest(start, count=1)[0].guess if opener is None else start.game.guesses[start.game.find_guess(opener)]
    taken: list[int] = []
    for done in range(games):
        progress(done, games)
        taken.append(len(solve(start, rng.sample(answers, len(start.beliefs)), opener)))
    progress(games, games)
    return Results(len(start.beliefs), opener, tuple(taken))
