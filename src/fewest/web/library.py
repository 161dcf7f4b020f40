"""What all requests share: games, beliefs, caches of answers, and thread pools."""

import json
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cachetools import TLRUCache
from fastapi import Request, Response
from pydantic import BaseModel

from fewest import curves
from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, OutOfTimeError
from fewest.games import Game, OnWords
from fewest.play.clues import follow
from fewest.questions.evaluate import Evaluated
from fewest.questions.tree import GrownTree, default_tree, grown_tree, optimal_tree
from fewest.results import Result
from fewest.strategies import is_late
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.work import OnceCache, Pool, Stop
from fewest.words import EDITIONS, WordList, from_text

Value = TypeVar("Value")


class UnknownListError(FewestError):
    """A list of words that the server does not keep, or no more."""

    kind = "list"


@dataclass(frozen=True)
class CacheEntry(Generic[Value]):
    """A cached value, its size and its lifetime."""

    value: Value
    size: int = 1
    seconds: float = float("inf")


OWN_LIST = "your list"
"""What somebody's own list of words is called."""

Cache = TLRUCache[Hashable, CacheEntry[Any]]


def new_cache(max_size: int) -> Cache:
    """A cache that drops the least recently used entry; not thread-safe, so for the event loop only."""
    return TLRUCache(
        max_size,
        ttu=lambda key, entry, now: now + entry.seconds,
        timer=time.monotonic,
        getsizeof=lambda entry: entry.size,
    )


class Library:
    """Bounded caches and thread pools; large tables and hard proofs run one at a time."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self.quick = Pool(limits.QUICK_THREADS, limits.MAX_WAITING_QUICK, "quick")
        self.search = Pool(limits.SEARCH_THREADS, limits.MAX_WAITING_SEARCHES, "search")
        self.large = Pool(1, limits.MAX_WAITING_SEARCHES, "large")
        self.hard = Pool(1, limits.MAX_WAITING_SEARCHES, "hard")
        self._games: OnceCache[Game] = OnceCache(len(EDITIONS))
        self._other_games: OnceCache[Game] = OnceCache(limits.MAX_CACHED_GAMES)
        self._large_games: OnceCache[Game] = OnceCache(1)  # a table takes 200 MB and more
        self._lists: OnceCache[WordList] = OnceCache(limits.MAX_CACHED_LISTS)
        self._beliefs: OnceCache[Belief] = OnceCache(limits.MAX_CACHED_BELIEFS)
        self.answers = new_cache(limits.ANSWER_CACHE_BYTES)
        self.trees = new_cache(limits.MAX_CACHED_TREES)
        self.evaluations = new_cache(limits.MAX_CACHED_EVALUATIONS)

    def close(self) -> None:
        """Stop all jobs and accept no more."""
        for pool in (self.quick, self.search, self.large, self.hard):
            pool.close()

    def keep_list(self, stop: Stop, text: str) -> tuple[str, WordList]:
        """Keep somebody's own list of words, and say what requests call it."""
        words = from_text(text, OWN_LIST)
        if len(words.guesses) > limits.MAX_LIST_WORDS:
            raise FewestError(
                f"The list has {len(words.guesses):,} words; the page takes {limits.MAX_LIST_WORDS:,} at most."
            )
        return words.fingerprint, self._lists.get(words.fingerprint, lambda: words, stop)

    def own_list(self, name: str) -> WordList:
        """A list of words that was posted before."""
        words = self._lists.peek(name)
        if words is None:
            raise UnknownListError("This list of words is not known here, or no more; paste it again.")
        return words

    def is_large(self, asked: models.GameRequest) -> bool:
        """Whether the table of a game is so large that there is one at a time."""
        if asked.setup().secrets != "answers" or asked.language is not None or asked.length is not None:
            return True
        if asked.word_list is not None:
            words = self.own_list(asked.word_list)
            bytes_each = 1 if words.length <= 5 else 4  # of a reply
            return bytes_each * len(words.guesses) ** 2 > limits.MAX_SMALL_PAIRS
        return not issubclass(asked.kind, OnWords) and models.guesses_of(asked.game) ** 2 > limits.MAX_SMALL_PAIRS

    def _games_for(self, asked: models.GameRequest) -> tuple[OnceCache[Game], Hashable]:
        """Where a game is kept, and under which key."""
        setup = asked.setup().without_belief()
        if self.is_large(asked):
            games = self._large_games
        else:
            games = self._games if asked.on_edition and asked.game == models.DEFAULT_GAME else self._other_games
        return games, (setup, asked.word_list)

    def game(self, stop: Stop, asked: models.GameRequest) -> Game:
        """A game with its table of replies; blocks while another thread loads it."""
        games, key = self._games_for(asked)
        game = games.get(key, lambda: self._load_game(asked, stop), stop)
        stop.check()
        return game

    def _load_game(self, asked: models.GameRequest, stop: Stop) -> Game:
        """Make a game with its table, and all cached properties that the event loop uses, so that it never waits."""
        setup = asked.setup()  # checks that there is one list of words
        if setup.rule == "consistent":  # the table is the same
            return self.game(stop, asked.model_copy(update={"rule": "any"})).made_consistent()
        if asked.word_list is None:
            game = setup.without_belief().game()
        else:
            assert issubclass(asked.kind, OnWords)
            game = asked.kind(self.own_list(asked.word_list), every_guess=setup.secrets == "guesses")
        if len(game.guesses) * len(game.secrets) > limits.MAX_GAME_PAIRS:
            raise FewestError(f"{game} is too large here; the command line plays it.")
        stop.check()
        game.prepare()
        _ = (game.guess_index, game.secret_guesses, game.keyboard, curves.shipped_curve(game).values)
        if game.keyboard.length is not None:
            _ = (game.places, game.different_symbols)
        return game

    def start(self, stop: Stop, asked: models.GameRequest) -> Belief:
        """The belief before the first clue."""
        setup = asked.setup()
        setup.check_rule()
        not_hard = replace(setup, hard=False)
        if setup.prior == "uniform":
            belief = not_hard.belief(self.game(stop, asked))
        else:
            key = (not_hard, asked.word_list)
            belief = self._beliefs.get(key, lambda: not_hard.belief(self.game(stop, asked)), stop)
        stop.check()
        if setup.hard and not belief.game.hard_mode:
            raise belief.game.without_hard_mode()
        return replace(belief, hard=setup.hard or belief.game.consistent)

    def belief(self, stop: Stop, asked: models.Position) -> Belief:
        """The belief after the clues; an error names the wrong clue."""
        belief = follow(self.start(stop, asked), [(clue.guess, clue.reply) for clue in asked.clues])
        stop.check()
        return belief

    def inline_belief(self, asked: models.Position) -> Belief | None:
        """The belief after the clues, if it and the next guess take the event loop only milliseconds; else None."""
        setup = asked.setup()
        games, key = self._games_for(asked)
        game = games.peek(key)
        if game is None or games is self._large_games or not asked.clues or setup.prior != "uniform":
            return None
        if not all(game.normalise(clue.guess) in game.guess_index for clue in asked.clues):
            return None  # the error message lists similar words, which takes longer
        start = replace(setup, hard=False).belief(game)
        if setup.hard and (game.consistent or not game.hard_mode):
            return None
        belief = follow(
            replace(start, hard=setup.hard or game.consistent), [(clue.guess, clue.reply) for clue in asked.clues]
        )
        pairs = len(belief) * len(game.guesses)
        return belief if pairs <= limits.MAX_INLINE_PAIRS and not is_late(belief, game.max_guesses) else None

    async def cached(
        self,
        request: Request,
        pool: Pool,
        cache: Cache,
        key: Hashable,
        compute: Callable[[Stop], CacheEntry[Value]],
    ) -> Value:
        """The cached value, or else one computed in the pool."""
        entry: CacheEntry[Value] | None = cache.get(key)
        if entry is None:
            entry = await pool.run(request, key, compute)
            if entry.size <= cache.maxsize:
                cache[key] = entry
        return entry.value

    async def answer(
        self, request: Request, pool: Pool, asked: BaseModel, compute: Callable[[Stop], Result], final: bool = True
    ) -> Response:
        """The response to a request, cached as JSON; only for a short time if not final."""
        seconds = float("inf") if final else limits.UNPROVED_SECONDS

        def compute_json(stop: Stop) -> CacheEntry[bytes]:
            return json_entry(compute(stop), seconds)

        key = request_key(request, asked)
        return json_response(await self.cached(request, pool, self.answers, key, compute_json))

    def pool_for(self, asked: models.GameRequest, pool: Pool) -> Pool:
        """The given pool, or the one for games with large tables."""
        return self.large if self.is_large(asked) else pool

    async def tree(self, request: Request, asked: models.RuleRequest, opener: str, exact: bool) -> GrownTree:
        """The optimal tree of an opener; the default strategy's if not `exact` or if that takes too long."""

        def compute(stop: Stop) -> CacheEntry[GrownTree]:
            belief = self.start(stop, asked)
            guess = belief.game.guesses[belief.find_guess(opener)]
            if exact:
                token = StopToken(stop.token, seconds=limits.TREE_SECONDS)
                try:
                    return CacheEntry(
                        grown_tree(optimal_tree(asked.setup(), guess, Watch(stop=token), belief), proved=True)
                    )
                except Stopped:
                    stop.check()
            tree = grown_tree(default_tree(guess, stop.watch, belief), proved=False)
            return CacheEntry(tree, seconds=limits.UNPROVED_SECONDS if exact else float("inf"))

        pool = self.hard if asked.restricted and exact else self.pool_for(asked, self.search)
        key = ("tree", asked.setup(), asked.word_list, opener.lower(), exact)
        return await self.cached(request, pool, self.trees, key, compute)

    async def evaluation(
        self, request: Request, key: Hashable, pool: Pool, evaluate: Callable[[Stop, Watch], Evaluated], deadline: float
    ) -> Evaluated:
        """The cached evaluation of a strategy, or else a new one."""

        def compute(stop: Stop) -> CacheEntry[Evaluated]:
            try:
                return CacheEntry(evaluate(stop, replace(stop.watch, deadline=deadline)))
            except OutOfTimeError as error:
                message = f"To compare this takes longer than {limits.COMPARE_SECONDS:.0f} seconds."
                raise OutOfTimeError(message, error.so_far) from None

        return await self.cached(request, pool, self.evaluations, key, compute)


def request_key(request: Request, asked: BaseModel) -> Hashable:
    """The cache key of a request."""
    return request.url.path, asked.model_dump_json()


def json_entry(result: Result, seconds: float = float("inf")) -> CacheEntry[bytes]:
    """A result as JSON."""
    body = json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")).encode()
    return CacheEntry(body, len(body), seconds)


def json_response(body: bytes) -> Response:
    """A response with a JSON body."""
    return Response(body, media_type="application/json")
