"""The library as the API asks it: games and beliefs made once, answers kept, work handed to threads."""

import json
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from cachetools import TLRUCache
from fastapi import Request, Response
from pydantic import BaseModel

from fewest import curves
from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import OutOfTimeError
from fewest.games.game import Game
from fewest.play.clues import follow
from fewest.questions.evaluate import Evaluated
from fewest.questions.tree import Grown, grown, perfect_tree, usual_tree
from fewest.results import Result
from fewest.setup import Setup
from fewest.strategies import is_late
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.work import Made, Pool, Stop
from fewest.words import EDITIONS

Value = TypeVar("Value")


class Asking(Protocol):
    """A request that says what is played."""

    def setup(self) -> Setup:
        """What is played and believed."""


@dataclass(frozen=True)
class Kept(Generic[Value]):
    """Something that is kept for a while."""

    value: Value
    size: int = 1
    seconds: float = float("inf")


def cache_of(size: int) -> TLRUCache[Hashable, Kept[Any]]:
    """A cache of some size, from which the item goes that was asked for longest ago; for the event loop alone."""
    return TLRUCache(
        size, ttu=lambda key, kept, now: now + kept.seconds, timer=time.monotonic, getsizeof=lambda kept: kept.size
    )


class Library:
    """Bounded caches, and the threads that work. What has a large table or is hard to prove goes one at a time."""

    def __init__(self) -> None:
        """Nothing is made until it is asked for."""
        self.quick = Pool(limits.QUICK, limits.QUICK_WAITING, "quick")
        self.search = Pool(limits.SEARCHES, limits.WAITING, "search")
        self.large = Pool(1, limits.WAITING, "large")
        self.hard = Pool(1, limits.WAITING, "hard")
        self._games: Made[Game] = Made(len(EDITIONS))
        self._large_games: Made[Game] = Made(1)  # where every guess may be the secret: a table takes 200 MB
        self._beliefs: Made[Belief] = Made(limits.BELIEFS)
        self.answers = cache_of(limits.ANSWERS)
        self.trees = cache_of(limits.TREES)
        self.evaluations = cache_of(limits.EVALUATIONS)

    def close(self) -> None:
        """Stop whatever is under way, and begin nothing more."""
        for pool in (self.quick, self.search, self.large, self.hard):
            pool.close()

    def game(self, stop: Stop, setup: Setup) -> Game:
        """A game with its table of replies; never for the event loop, which must not wait for one."""
        alone = Setup(edition=setup.edition, secrets=setup.secrets)

        def make() -> Game:
            made = alone.game()
            stop.check()
            made.prepare()
            # What the event loop uses is worked out here too: the first who asks for it would have to.
            _ = (
                made.guess_index,
                made.secret_guesses,
                made.places,
                made.different_symbols,
                curves.shipped_curve(made).values,
            )
            return made

        made = (self._games if setup.secrets == "answers" else self._large_games).get(alone, make, stop)
        stop.check()
        return made

    def start(self, stop: Stop, asked: Asking) -> Belief:
        """What is known before the first clue."""
        setup = asked.setup()
        plain = replace(setup, hard=False)
        if setup.prior == "uniform":
            belief = plain.belief(self.game(stop, setup))
        else:
            belief = self._beliefs.get(plain, lambda: plain.belief(self.game(stop, setup)), stop)
        stop.check()
        return replace(belief, hard=setup.hard)

    def belief(self, stop: Stop, asked: models.Position) -> Belief:
        """What is known after the clues; what is wrong with one of them is said of that one."""
        belief = follow(self.start(stop, asked), [(clue.guess, clue.reply) for clue in asked.clues])
        stop.check()
        return belief

    def light(self, asked: models.Position) -> Belief | None:
        """What is known after the clues, if that and the next guess are a matter of milliseconds, also to the loop."""
        setup = asked.setup()
        game = self._games.peek(Setup(edition=setup.edition, secrets=setup.secrets))
        if game is None or not asked.clues or asked.prior != "uniform":
            return None
        if not all(game.normalise(clue.guess) in game.guess_index for clue in asked.clues):
            return None  # to say what looks like it takes longer
        belief = follow(setup.belief(game), [(clue.guess, clue.reply) for clue in asked.clues])
        pairs = len(belief) * len(game.guesses)
        return belief if pairs <= limits.LIGHT and not is_late(belief, game.max_guesses) else None

    async def ask(
        self,
        request: Request,
        pool: Pool,
        kept: TLRUCache[Hashable, Kept[Any]],
        key: Hashable,
        make: Callable[[Stop], Kept[Value]],
    ) -> Value:
        """What is kept, or else worked out."""
        found: Kept[Value] | None = kept.get(key)
        if found is None:
            found = await pool.run(request, key, make)
            if found.size <= kept.maxsize:
                kept[key] = found
        return found.value

    async def answer(
        self, request: Request, pool: Pool, asked: BaseModel, make: Callable[[Stop], Result], final: bool = True
    ) -> Response:
        """The answer to a request, kept as it is sent; what time did not suffice for is not kept for long."""
        seconds = float("inf") if final else limits.UNPROVED_SECONDS

        def sent(stop: Stop) -> Kept[bytes]:
            return keep_json(make(stop), seconds)

        return as_response(await self.ask(request, pool, self.answers, key_of(request, asked), sent))

    def usual(self, asked: models.Setting, pool: Pool) -> Pool:
        """Where to work: in a pool, or where games with large tables go one at a time."""
        return pool if asked.secrets == "answers" else self.large

    async def tree(self, request: Request, asked: models.MaybeHard, opener: str, exact: bool) -> Grown:
        """The optimal tree of an opener; where that takes too long, the default strategy's."""

        def make(stop: Stop) -> Kept[Grown]:
            belief = self.start(stop, asked)
            guess = belief.game.guesses[belief.find_guess(opener)]
            if exact:
                token = StopToken(stop.token, seconds=limits.TREE_SECONDS)
                try:
                    return Kept(grown(perfect_tree(asked.setup(), guess, Watch(stop=token), belief), proved=True))
                except Stopped:
                    stop.check()
            made = grown(usual_tree(guess, stop.watch, belief), proved=False)
            return Kept(made, seconds=limits.UNPROVED_SECONDS if exact else float("inf"))

        pool = self.hard if asked.hard and exact else self.search
        key = ("tree", asked.edition, opener.lower(), asked.hard, exact)
        return await self.ask(request, pool, self.trees, key, make)

    async def evaluation(
        self, request: Request, key: Hashable, pool: Pool, make: Callable[[Stop, Watch], Evaluated], until: float
    ) -> Evaluated:
        """How a strategy plays, kept for whoever asks next; until some time."""

        def evaluated(stop: Stop) -> Kept[Evaluated]:
            try:
                return Kept(make(stop, replace(stop.watch, deadline=until)))
            except OutOfTimeError as error:
                late = f"To compare this takes longer than {limits.COMPARE_SECONDS:.0f} seconds."
                raise OutOfTimeError(late, error.so_far) from None

        return await self.ask(request, pool, self.evaluations, key, evaluated)


def key_of(request: Request, asked: BaseModel) -> Hashable:
    """Tells requests apart."""
    return request.url.path, asked.model_dump_json()


def keep_json(result: Result, seconds: float = float("inf")) -> Kept[bytes]:
    """A result as it is sent."""
    sent = json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")).encode()
    return Kept(sent, len(sent), seconds)


def as_response(sent: bytes) -> Response:
    """JSON that is made already."""
    return Response(sent, media_type="application/json")
