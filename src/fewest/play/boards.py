"""Several boards at once, as in Dordle and Quordle. Every guess counts on all boards."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewest.belief import Belief
from fewest.errors import ContradictionError, FewestError, ReplyError
from fewest.games.game import Game
from fewest.results.prose import pluralise
from fewest.scorers import SCORERS
from fewest.strategies.advice import DEFAULT_PREFERENCE, WordPreference, known_words
from fewest.strategies.greedy import TIE_TOLERANCE
from fewest.trees.evaluation import Evaluation, count_guesses
from fewest.trees.tree import Openers, Opening
from fewest.watch import UNWATCHED, Watch

FEWEST_BOARDS, MOST_BOARDS = 2, 32

EXTRA_GUESSES = 5
"""The guess limit is the number of boards plus this."""

ALMOST_SURE = 0.95
"""From this chance on, reasons treat a secret as known."""

WORTH_SAYING = 0.05
"""The smallest chance to finish a board that a reason mentions."""

MOST_REASONS = 2
"""With at least this many reasons, the number of words left is omitted; otherwise it is given for at most this many
boards."""


@dataclass(frozen=True)
class Boards:
    """The beliefs of several boards; a board whose secret was guessed is done."""

    beliefs: tuple[Belief, ...]

    @classmethod
    def start(cls, belief: Belief, count: int) -> "Boards":
        """Start with the same belief on every board."""
        if not FEWEST_BOARDS <= count <= MOST_BOARDS:
            raise FewestError(f"You can play {FEWEST_BOARDS} to {MOST_BOARDS} boards at once, not {count}.")
        if belief.hard:
            raise FewestError("Several boards have no hard mode: a guess cannot use the hints of all of them.")
        return cls((belief,) * count)

    @property
    def game(self) -> Game:
        """The game of every board."""
        return self.beliefs[0].game

    @property
    def limit(self) -> int:
        """The guess limit."""
        return len(self.beliefs) + EXTRA_GUESSES

    def done(self, board: int) -> bool:
        """Whether a board's secret was guessed."""
        return self.beliefs[board].won

    @property
    def open(self) -> list[int]:
        """The boards that are not done."""
        return [board for board in range(len(self.beliefs)) if not self.done(board)]

    @property
    def known(self) -> list[str]:
        """The secrets of open boards with only one secret left, without duplicates."""
        words = [self.beliefs[board].words[0] for board in self.open if len(self.beliefs[board]) == 1]
        return list(dict.fromkeys(words))

    def board_after(self, board: int, guess: str, reply: int | str) -> Belief:
        """The belief of a board after a reply; errors name the board."""
        try:
            return self.beliefs[board].after(guess, reply)
        except (ContradictionError, ReplyError) as error:
            error.args = (f"Board {board + 1}: {error.message}",)
            raise

    def after(self, guess: str, replies: Sequence[int | str | None]) -> "Boards":
        """The boards after a guess; boards that are done reply None."""
        if len(replies) != len(self.beliefs):
            raise FewestError(f"{len(replies)} replies for {len(self.beliefs)} boards; give one for each.")
        made: list[Belief] = []
        for board, reply in enumerate(replies):
            if self.done(board):
                made.append(self.beliefs[board])
            elif reply is None:
                raise FewestError(f"Board {board + 1} is still open; give its reply.")
            else:
                made.append(self.board_after(board, guess, reply))
        return Boards(tuple(made))

    def guess_all(self, guess: str, secrets: Sequence[str]) -> "Boards":
        """The boards after a guess, with replies from the given secrets."""
        reply = self.game.reply
        return self.after(guess, [None if self.done(at) else reply(guess, word) for at, word in enumerate(secrets)])


@dataclass(frozen=True)
class Proposal:
    """A guess with its statistics summed over the open boards."""

    guess: str
    score: float
    """The guesses needed after it, summed over the boards as if each were played alone."""
    bits: float
    """The expected information of the replies, in bits."""
    hits: float
    """The expected number of boards that the guess finishes."""
    why: str = ""
    """What the guess does on the open boards, in a few words."""


def suggest(boards: Boards, count: int = 10, preference: WordPreference = DEFAULT_PREFERENCE) -> list[Proposal]:
    """The guesses with the lowest summed scores, best first.

    Known secrets come first: they must be guessed anyway, and their replies on the other boards help the next choice.
    Ties go to the guess that finishes more boards on average, then to the order of the game. Useless guesses come last.
    Common words come before other words if they cost at most the margin of the preference for each open board.
    """
    game = boards.game
    preference.check(game)
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
    priority = np.full(len(score), len(left))
    for place, word in enumerate(boards.known):
        priority[game.guess_index[word]] = place
    among = _to_choose_from(boards, preference)
    rank = np.round(score / TIE_TOLERANCE)
    margin = preference.margin_in(game)
    if margin > 0 and (among & useful).any():
        known = np.any([known_words(belief) for belief in left], axis=0)
        near = among & useful & known & (score <= score[among & useful].min() + margin * len(left))
        rank[near] -= 2 * len(left) / TIE_TOLERANCE * len(score)  # before all others
    order = np.lexsort((np.arange(len(score)), -hits, rank, ~useful, priority))
    return [
        Proposal(game.guesses[column], float(score[column]), float(bits[column]), float(hits[column]))
        for column in order[among[order]][:count].tolist()
    ]


@dataclass(frozen=True)
class BoardEffect:
    """The effect of a guess on an open board."""

    hit: float
    """The chance that it is the secret."""
    before: float
    """The chance of the likeliest secret."""
    after: float
    """The chance of the likeliest secret after the reply, on average."""
    left: int
    """About how many words are left after the reply: 2 to the power of the expected bits."""

    @classmethod
    def of(cls, belief: Belief, column: int) -> "BoardEffect":
        """Split a belief by the guess of a column."""
        game, chances = belief.game, belief.secret_chances
        replies = game.column(belief.secrets, column)
        likeliest, parts = np.zeros((2, game.replies))
        np.maximum.at(likeliest, replies, chances)
        np.add.at(parts, replies, chances)
        told = -(parts[parts > 0] * np.log2(parts[parts > 0])).sum()
        left = max(1, round(2.0 ** (belief.entropy - told)))
        return cls(float(parts[game.win]), float(chances.max()), float(likeliest.sum()), left)

    @property
    def tells_apart(self) -> bool:
        """Whether the reply makes the secret almost certain, and it was not so before."""
        return self.before < ALMOST_SURE <= self.after

    @property
    def narrows(self) -> bool:
        """Whether only the number of words left is worth mentioning."""
        return self.before < ALMOST_SURE and self.after < ALMOST_SURE and self.hit < WORTH_SAYING


def reason(boards: Boards, guess: str) -> str:
    """Say which open boards a guess may finish, on which it tells the words apart, and how many words it leaves."""
    game, column = boards.game, boards.game.find_guess(guess)
    effects = {board + 1: BoardEffect.of(boards.beliefs[board], column) for board in boards.open}
    sure = [number for number, effect in effects.items() if effect.hit >= ALMOST_SURE]
    may = [number for number, effect in effects.items() if WORTH_SAYING <= effect.hit < ALMOST_SURE]
    apart = [number for number, effect in effects.items() if effect.tells_apart]
    left = {number: effect.left for number, effect in effects.items() if effect.narrows}
    parts = []
    if sure:
        almost = "" if all(effects[number].hit == 1 for number in sure) else "almost surely "
        parts.append(f"{almost}finishes {_numbered(sure, 'and')}")
    if may:
        parts.append(f"finishes {_numbered(may, 'or')} if {'it' if len(may) == 1 else 'one'} is {guess.upper()}")
    if apart:
        parts.append(f"tells the {game.noun}s of {_numbered(apart, 'and')} apart")
    if len(left) == len(boards.beliefs) and len({*left.values()}) == 1:
        parts.append(f"leaves about {pluralise(max(left.values()), game.noun)} on each board")
    elif left and len(parts) < MOST_REASONS:
        fewest = sorted(left, key=lambda number: left[number])[:MOST_REASONS]
        counts = [f"{pluralise(left[number], game.noun)} on board {number}" for number in fewest]
        parts.append(f"leaves about {' and '.join(counts)}")
    return "; ".join(parts)


def _numbered(numbers: Sequence[int], conjunction: str) -> str:
    """List boards by number: board 1; boards 2 and 4; board 1, 2 or 4."""
    *before, last = map(str, numbers)
    noun = "boards" if before and conjunction == "and" else "board"
    return f"{noun} {', '.join(before)} {conjunction} {last}" if before else f"{noun} {last}"


def _to_choose_from(boards: Boards, preference: WordPreference) -> NDArray[np.bool_]:
    """The guesses that a preference allows: the most frequent words, and the likely secrets of every open board."""
    game = boards.game
    if preference.known_words is None:
        return np.ones(len(game.guesses), np.bool_)
    found = np.zeros(len(game.guesses), np.bool_)
    for belief in {id(each): each for each in (boards.beliefs[board] for board in boards.open)}.values():
        found[[game.guess_index[guess] for guess in preference.guesses(belief) or ()]] = True
    return found


def choose(boards: Boards, preference: WordPreference = DEFAULT_PREFERENCE) -> str:
    """The best guess."""
    return boards.known[0] if boards.known else suggest(boards, count=1, preference=preference)[0].guess


def choose_after(
    boards: Boards, made: int, openers: Sequence[str], preference: WordPreference = DEFAULT_PREFERENCE
) -> str:
    """The next opener, until every secret is known or the openers are used up; then the best guess."""
    unknown = not made or any(len(boards.beliefs[board]) > 1 for board in boards.open)
    return openers[made] if unknown and made < len(openers) else choose(boards, preference)


def solve(
    start: Boards, secrets: Sequence[str], opener: Openers = None, preference: WordPreference = DEFAULT_PREFERENCE
) -> list[tuple[str, Boards]]:
    """Play until every board is done; returns each guess with the boards after it.

    Several openers are played in order, until every secret is known.
    """
    made: list[tuple[str, Boards]] = []
    openers, boards = Opening(start.game, opener).guesses, start
    while boards.open:
        guess = choose_after(boards, len(made), openers, preference)
        boards = boards.guess_all(guess, secrets)
        made.append((guess, boards))
    return made


def draw(start: Boards, games: int, seed: int) -> list[list[str]]:
    """Draw the secrets of a seeded sample of games: possible answers, different within a game."""
    belief = start.beliefs[0]
    possible = {*belief.words}
    answers = [word for word in belief.game.answers if word in possible]
    if len(start.beliefs) > len(answers):
        raise FewestError(
            f"{len(start.beliefs)} boards need {len(start.beliefs)} different answers, but there are {len(answers)}."
        )
    rng = random.Random(seed)
    return [rng.sample(answers, len(start.beliefs)) for _ in range(games)]


def evaluate(
    start: Boards,
    games: int = 1000,
    seed: int = 0,
    opener: Openers = None,
    watch: Watch = UNWATCHED,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Evaluation:
    """Play a seeded sample of games."""
    if games < 1:
        raise FewestError("Play at least one game.")
    drawn = draw(start, games, seed)
    openers = Opening(start.game, opener).guesses or (choose(start, preference),)
    taken: list[int] = []
    for secrets in drawn:
        watch.update(len(taken), games)
        taken.append(len(solve(start, secrets, openers, preference)))
    watch.update(games, games)
    label = f"{len(start.beliefs)} boards of {start.game}"
    return count_guesses(label, openers[0], taken, sum(taken) / games, start.limit, least=min(taken))
