"""Several boards at once: every guess is made on all of them, as in Dordle, Quordle, Octordle and Sedecordle."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fewest.belief import Belief
from fewest.errors import ContradictionError, FewestError, ReplyError
from fewest.games.game import Game
from fewest.scorers import SCORERS
from fewest.strategies.greedy import TIE_TOLERANCE
from fewest.trees.evaluation import Evaluation
from fewest.watch import UNWATCHED, Watch

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
            raise FewestError(f"From {FEWEST_BOARDS} to {MOST_BOARDS} boards can be played at once, not {count}.")
        if belief.hard:
            raise FewestError("There is no hard mode with several boards: a guess cannot use what all of them showed.")
        return cls((belief,) * count)

    @property
    def game(self) -> Game:
        """The game that is played on every board."""
        return self.beliefs[0].game

    @property
    def limit(self) -> int:
        """How many guesses a player has."""
        return len(self.beliefs) + SPARE

    def done(self, board: int) -> bool:
        """Whether a board's secret was guessed."""
        return self.beliefs[board].won

    @property
    def open(self) -> list[int]:
        """The boards whose secret was not guessed yet."""
        return [board for board in range(len(self.beliefs)) if not self.done(board)]

    @property
    def known(self) -> list[str]:
        """The secrets that are the only possible ones of open boards, each once."""
        words = [self.beliefs[board].words[0] for board in self.open if len(self.beliefs[board]) == 1]
        return list(dict.fromkeys(words))

    def board_after(self, board: int, guess: str, reply: int | str) -> Belief:
        """What is known of one board once it has replied to a guess; errors say which board it is."""
        try:
            return self.beliefs[board].after(guess, reply)
        except (ContradictionError, ReplyError) as error:
            raise type(error)(f"Board {board + 1}: {error}") from None

    def after(self, guess: str, replies: Sequence[int | str | None]) -> "Boards":
        """What is known once each open board has replied to a guess; a board that is done does not reply: None."""
        if len(replies) != len(self.beliefs):
            raise FewestError(f"{len(replies)} replies for {len(self.beliefs)} boards; give one for each.")
        made: list[Belief] = []
        for board, reply in enumerate(replies):
            if self.done(board):
                made.append(self.beliefs[board])
            elif reply is None:
                raise FewestError(f"Board {board + 1} is still open, so it must have replied.")
            else:
                made.append(self.board_after(board, guess, reply))
        return Boards(tuple(made))

    def guess_all(self, guess: str, secrets: Sequence[str]) -> "Boards":
        """What is known after a guess on boards whose secrets are given."""
        reply = self.game.reply
        return self.after(guess, [None if self.done(at) else reply(guess, word) for at, word in enumerate(secrets)])


@dataclass(frozen=True)
class Proposal:
    """A guess, and what it would do on all open boards together."""

    guess: str
    score: float
    """How many guesses the boards still need after it, summed as if each were played alone."""
    bits: float
    """How many bits the replies tell on average."""
    hits: float
    """How many boards it finishes on average."""


def suggest(boards: Boards, count: int = 10) -> list[Proposal]:
    """The guesses that leave least to do, summed over the open boards as if each were played alone; best first.

    Secrets that are known go before all: they must be guessed some time, so they cost nothing, and what they tell of
    the other boards comes before the next choice. Of tied guesses the one goes first that finishes more boards on
    average, then the alphabet; those that tell nothing of any board go last.
    """
    game = boards.game
    left = [boards.beliefs[board] for board in boards.open]
    if not left:
        return []
    score, bits, hits = np.zeros((3, len(game.guesses)))
    useful = np.zeros(len(game.guesses), np.bool_)
    for belief in {id(each): each for each in left}.values():
        times = sum(each is belief for each in left)
        whole, scores = SCORERS["expected-moves"].scores(belief)
        score += times * (scores - 1)
        bits += times * whole.entropy
        hits += times * whole.hit
        useful |= (whole.parts > 1) | (whole.hit > 0)
    turn = np.full(len(score), len(left))
    for place, word in enumerate(boards.known):
        turn[game.guess_index[word]] = place
    order = np.lexsort((np.arange(len(score)), -hits, np.round(score / TIE_TOLERANCE), ~useful, turn))[:count].tolist()
    return [Proposal(game.guesses[at], float(score[at]), float(bits[at]), float(hits[at])) for at in order]


def choose(boards: Boards) -> str:
    """The first of the guesses that would be suggested."""
    return boards.known[0] if boards.known else suggest(boards, count=1)[0].guess


def solve(start: Boards, secrets: Sequence[str], opener: str | None = None) -> list[tuple[str, Boards]]:
    """Play until every board is done: each guess, and what is known after it."""
    made: list[tuple[str, Boards]] = []
    boards, guess = start, opener
    while boards.open:
        guess = start.game.guesses[start.game.find_guess(choose(boards) if guess is None else guess)]
        boards = boards.guess_all(guess, secrets)
        made.append((guess, boards))
        guess = None
    return made


def draw(start: Boards, games: int, seed: int) -> list[list[str]]:
    """The secrets of a seeded sample of games: answers that are possible, different ones on every board."""
    belief = start.beliefs[0]
    possible = {*belief.words}
    answers = [word for word in belief.game.answers if word in possible]
    if len(start.beliefs) > len(answers):
        raise FewestError(f"{len(start.beliefs)} boards need as many answers; there are {len(answers)}.")
    rng = random.Random(seed)
    return [rng.sample(answers, len(start.beliefs)) for _ in range(games)]


def evaluate(
    start: Boards,
    games: int = 1000,
    seed: int = 0,
    opener: str | None = None,
    watch: Watch = UNWATCHED,
) -> Evaluation:
    """Play a seeded sample of games; those count as lost that take more guesses than a player has."""
    if games < 1:
        raise FewestError("There must be at least one game.")
    drawn = draw(start, games, seed)
    opener = choose(start) if opener is None else start.game.guesses[start.game.find_guess(opener)]
    taken: list[int] = []
    for secrets in drawn:
        watch.tell(len(taken), games)
        taken.append(len(solve(start, secrets, opener)))
    watch.tell(games, games)
    histogram = {guesses: taken.count(guesses) for guesses in range(min(taken), max(taken) + 1)}
    label = f"{len(start.beliefs)} boards of {start.game}"
    return Evaluation(label, opener, histogram, sum(taken) / games, start.limit)
