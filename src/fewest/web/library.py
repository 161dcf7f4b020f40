"""The library as the API asks it: games and priors made once, answers kept, work handed to threads."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from fastapi import Request, Response
from pydantic import BaseModel

from fewest import curves
from fewest._core import Stopped, StopToken
from fewest.belief import Belief, Clue, Weights
from fewest.errors import ContradictionError, FewestError, GuessError, ReplyError
from fewest.games import Wordle
from fewest.play import clues
from fewest.search import Prover, prove
from fewest.strategies import is_late, strategy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Tree, grow
from fewest.web import limits, models
from fewest.web.work import Kept, Made, Pool, Stop
from fewest.words import EDITIONS, frequency_weights, today_weights

Value = TypeVar("Value")


class ProblemError(Exception):
    """Something in a request is wrong."""

    def __init__(self, detail: str, kind: str = "input", clue: int | None = None, **more: object) -> None:
        """Say what, and which clue is to blame if one is."""
        super().__init__(detail)
        self.problem = models.Problem.model_validate({"detail": detail, "kind": kind, "clue": clue, **more})


class Grown(NamedTuple):
    """A tree, how it plays, and whether it was proved best."""

    tree: Tree
    evaluation: Evaluation
    depths: dict[str, int]
    proved: bool


class Library:
    """Bounded caches, and the threads that work. What has a large table or is hard to prove goes one at a time."""

    def __init__(self) -> None:
        """Nothing is made until it is asked for."""
        self.quick = Pool(limits.QUICK, limits.QUICK_WAITING, "quick")
        self.search = Pool(limits.SEARCHES, limits.WAITING, "search")
        self.large = Pool(1, limits.WAITING, "large")
        self.hard = Pool(1, limits.WAITING, "hard")
        self._games: Made[Wordle] = Made(len(EDITIONS))
        self._large_games: Made[Wordle] = Made(1)  # where every guess may be the secret: a table takes 200 MB
        self._weights: Made[Weights] = Made(limits.BELIEFS)
        self.answers: Kept[bytes] = Kept(limits.POSITIONS, limits.ANSWERS)
        self.trees: Kept[Grown] = Kept(limits.TREES)
        self.evaluations: Kept[models.Compared] = Kept(limits.EVALUATIONS)

    def close(self) -> None:
        """Stop whatever is under way, and begin nothing more."""
        for pool in (self.quick, self.search, self.large, self.hard):
            pool.close()

    def game(self, stop: Stop, edition: str, secrets: str = "answers") -> Wordle:
        """A game with its table of replies; never for the event loop, which must not wait for one."""

        def make() -> Wordle:
            made = Wordle.edition(edition if secrets == "answers" else f"{edition}/guesses")
            stop.check()
            made.prepare()
            # What the event loop uses is worked out here too: the first who asks for it would have to.
            _ = made.guess_index, made.secret_guesses, made.places, made.different_symbols, curves.shipped(made).values
            return made

        made = (self._games if secrets == "answers" else self._large_games).get((edition, secrets), make, stop)
        stop.check()
        return made

    def start(self, stop: Stop, asked: models.Setting) -> Belief:
        """What is known before the first clue."""
        game = self.game(stop, asked.edition, asked.secrets)
        if asked.prior == "uniform":
            return Belief.start(game, hard=asked.hard)

        def weigh() -> Weights:
            make = frequency_weights if asked.prior == "frequency" else today_weights
            return np.array([float(weight) for weight in make(game.words, game.secrets)])

        weights = self._weights.get((asked.edition, asked.secrets, asked.prior), weigh, stop)
        stop.check()
        return Belief.start(game, weights, hard=asked.hard)

    def belief(self, stop: Stop, asked: models.Position) -> Belief:
        """What is known after the clues; what is wrong with one of them is said of that one."""
        belief = follow(self.start(stop, asked), asked.clues)
        stop.check()
        return belief

    def light(self, asked: models.Position) -> Belief | None:
        """What is known after the clues, if that and the next guess are a matter of milliseconds, also to the loop."""
        game = self._games.peek((asked.edition, asked.secrets))
        if game is None or not asked.clues or asked.prior != "uniform":
            return None
        if not all(game.normalise(clue.guess) in game.guess_index for clue in asked.clues):
            return None  # to say what looks like it takes longer
        belief = follow(Belief.start(game, hard=asked.hard), asked.clues)
        pairs = len(belief) * len(game.guesses)
        return belief if pairs <= limits.LIGHT and not is_late(belief, game.max_guesses) else None

    async def ask(
        self,
        request: Request,
        pool: Pool,
        kept: Kept[Value],
        key: Hashable,
        make: Callable[[Stop], Value],
        is_final: Callable[[Value], bool] = lambda value: True,
    ) -> Value:
        """What is kept, or else worked out; what time did not suffice for is not kept for long."""
        found = kept.get(key)
        if found is None:
            found = await pool.run(request, key, make)
            seconds = float("inf") if is_final(found) else limits.UNPROVED_SECONDS
            kept.put(key, found, len(found) if isinstance(found, bytes) else 0, seconds)
        return found

    async def answer(
        self,
        request: Request,
        pool: Pool,
        asked: BaseModel,
        make: Callable[[Stop], BaseModel],
        is_final: Callable[[bytes], bool] = lambda sent: True,
    ) -> Response:
        """The answer to a request, kept as it is sent."""
        key = key_of(request, asked)
        sent = await self.ask(request, pool, self.answers, key, lambda stop: as_json(make(stop)), is_final)
        return Response(sent, media_type="application/json")

    def usual(self, asked: models.Setting, pool: Pool) -> Pool:
        """Where to work: in a pool, or where games with large tables go one at a time."""
        return pool if asked.secrets == "answers" else self.large

    async def tree(self, request: Request, edition: str, opener: str, hard: bool, exact: bool) -> Grown:
        """The optimal tree of an opener; where that takes too long, the default strategy's."""

        def make(stop: Stop) -> Grown:
            belief = Belief.start(self.game(stop, edition), hard=hard)
            guess = belief.game.guesses[belief.find_guess(opener)]
            tree = optimal_tree(belief, guess, stop) if exact else None
            proved = tree is not None
            tree = tree or grow(strategy(), belief, guess, lambda done, of: stop.check())
            return Grown(tree, evaluate(tree), tree.depths(), proved)

        pool = self.hard if hard and exact else self.search
        key = ("tree", edition, opener.lower(), hard, exact)
        return await self.ask(request, pool, self.trees, key, make, lambda grown: grown.proved or not exact)


def key_of(request: Request, asked: BaseModel) -> Hashable:
    """Tells requests apart."""
    return request.url.path, asked.model_dump_json()


def as_json(model: BaseModel) -> bytes:
    """A model as it is sent."""
    return model.model_dump_json().encode()


def optimal_tree(belief: Belief, opener: str, stop: Stop) -> Tree | None:
    """The optimal tree of an opener, or None if that takes too long."""
    token = StopToken(stop.token, seconds=limits.TREE_SECONDS)
    try:
        prover = Prover(belief, max_guesses=belief.game.max_guesses if belief.hard else None, stop=token)
        return prove(prover, openers=[opener], stop=token).tree
    except Stopped:
        stop.check()
        return None


def follow(start: Belief, given: Sequence[models.Clue]) -> Belief:
    """What is known after some clues; what is wrong with one of them is said of that one."""
    belief = start
    for place, each in enumerate(given):
        clue = Clue(read_guess(belief, each.guess, place), read_reply(belief, each.reply, place))
        if belief.won:
            raise ProblemError(f"The game was won by clue {place}; no clue comes after it.", "contradiction", place)
        try:
            belief = belief.after(*clue)
        except ContradictionError as error:
            raise ProblemError(
                str(error),
                "contradiction",
                place,
                tiles=list(clues.suspects(belief, clue)),
                others=clues.culprits(start, [*belief.clues, clue]),
            ) from None
    return belief


def read_guess(belief: Belief, text: str, place: int | None = None) -> str:
    """A guess as the game lists it; the error says which clue it is of."""
    try:
        return clues.read_guess(belief.game, text, belief.clues, belief.hard)
    except FewestError as error:
        raise ProblemError(str(error), "guess" if isinstance(error, GuessError) else "hard", place) from None


def read_reply(belief: Belief, text: str, place: int | None = None) -> int:
    """A reply; the error says which clue it is of."""
    try:
        return belief.game.parse_reply(text)
    except ReplyError as error:
        raise ProblemError(str(error), "reply", place) from None
