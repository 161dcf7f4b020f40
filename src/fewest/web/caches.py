"""What all requests share: games, beliefs, caches of answers, and thread pools."""

import json
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cachetools import TLRUCache
from fastapi import Request, Response
from pydantic import BaseModel

from fewest import curves
from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, OutOfTimeError
from fewest.games import Game, WordGame
from fewest.play.clues import follow
from fewest.questions.evaluate import Evaluated
from fewest.questions.tree import GrownTree, default_tree, grown_tree, optimal_tree
from fewest.results import Result
from fewest.setup import TODAY, Setup
from fewest.strategies import is_late
from fewest.strategies.advice import EXACT_SECONDS
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.jobs import OnceCache, Pool, Stop
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


@dataclass(frozen=True)
class Played:
    """What a request plays and believes, resolved once for all that it takes to answer it."""

    setup: Setup
    word_list: str | None = None
    """The name of somebody's own list of words, which no setup names."""
    is_large: bool = False
    """Whether its table is so large that there is one at a time."""

    @property
    def game_key(self) -> Hashable:
        """What the game is kept under."""
        return self.setup.without_belief(), self.word_list

    @property
    def start_key(self) -> Hashable:
        """What the belief before the first clue is kept under; that of hard mode is the same."""
        return replace(self.setup, hard=False), self.word_list

    @property
    def is_restricted(self) -> bool:
        """Whether clues demand something of guesses."""
        return self.setup.hard or self.setup.rule != "any"


USUAL = (Played(TODAY), Played(replace(TODAY, rule="consistent")))
"""The default game: its table and belief are always at hand, so that it counts as small."""

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


class Caches:
    """Bounded caches and thread pools; large tables and hard proofs run one at a time."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self.quick = Pool(limits.QUICK_THREADS, limits.MAX_WAITING, "quick")
        self.advice = Pool(limits.SEARCH_THREADS, limits.MAX_WAITING, "advice")
        self.search = Pool(limits.SEARCH_THREADS, limits.MAX_WAITING_SEARCHES, "search", is_patient=True)
        self.large = Pool(1, limits.MAX_WAITING_SEARCHES, "large")
        self.hard = Pool(1, limits.MAX_WAITING_SEARCHES, "hard", is_patient=True)
        self._games: OnceCache[Game] = OnceCache(len(EDITIONS))
        self._other_games: OnceCache[Game] = OnceCache(limits.MAX_CACHED_GAMES)
        # A table takes 200 MB and more.
        self._large_games: OnceCache[Game] = OnceCache(1, [each.game_key for each in USUAL])
        self._lists: OnceCache[WordList] = OnceCache(limits.MAX_CACHED_LISTS)
        self._beliefs: OnceCache[Belief] = OnceCache(limits.MAX_CACHED_BELIEFS, [each.start_key for each in USUAL])
        self.answers = new_cache(limits.ANSWER_CACHE_BYTES)
        self.trees = new_cache(limits.MAX_CACHED_TREES)
        self.evaluations = new_cache(limits.MAX_CACHED_EVALUATIONS)

    def warm(self) -> None:
        """Begin to make the default game, before anybody asks for it."""
        self.quick.begin("warm", lambda stop: self.start(stop, USUAL[0]))

    def close(self) -> None:
        """Stop all jobs and accept no more."""
        for pool in (self.quick, self.advice, self.search, self.large, self.hard):
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

    def resolve(self, asked: models.GameRequest) -> Played:
        """What a request plays and believes; an error says why that cannot be."""
        setup = asked.setup()
        setup.check_rule()
        return Played(setup, asked.word_list, self._is_large(setup, asked.word_list))

    def _is_large(self, setup: Setup, word_list: str | None) -> bool:
        """Whether the table of a game is so large that there is one at a time; that of the default game is there."""
        if word_list is not None:
            words = self.own_list(word_list)
            bytes_each = 1 if words.length <= 5 else 4  # of a reply
            return setup.secrets != "answers" or bytes_each * len(words.guesses) ** 2 > limits.MAX_SMALL_PAIRS
        if setup.without_belief() in {each.setup.without_belief() for each in USUAL}:
            return False
        if setup.secrets != "answers" or setup.language is not None or setup.length is not None:
            return True
        return not setup.has_words and models.guesses_of(setup.spec) ** 2 > limits.MAX_SMALL_PAIRS

    def _games_for(self, played: Played) -> OnceCache[Game]:
        """Where a game is kept."""
        if played.is_large or played.game_key in self._large_games.pinned:
            return self._large_games
        is_edition = played.setup.edition is not None and played.setup.spec == models.DEFAULT_GAME
        return self._games if is_edition else self._other_games

    def game(self, stop: Stop, played: Played) -> Game:
        """A game with its table of replies; blocks while another thread loads it."""
        game = self._games_for(played).get(played.game_key, lambda: self._load_game(played, stop), stop)
        stop.check()
        return game

    def _load_game(self, played: Played, stop: Stop) -> Game:
        """Make a game with its table, and all cached properties that the event loop uses, so that it never waits."""
        setup = played.setup.without_belief()
        if setup.rule == "consistent":  # the table is the same
            return self.game(stop, replace(played, setup=replace(setup, rule="any"))).made_consistent()
        if played.word_list is None:
            game = setup.game()
        else:
            assert setup.kind is not None
            assert issubclass(setup.kind, WordGame)
            game = setup.kind(self.own_list(played.word_list), every_guess=setup.secrets == "guesses")
        if len(game.guesses) * len(game.secrets) > limits.MAX_GAME_PAIRS:
            raise FewestError(f"{game} is too large here; the command line plays it.")
        stop.check()
        game.prepare()
        _ = (game.guess_index, game.secret_guesses, game.keyboard, curves.shipped_curve(game).values)
        if game.keyboard.length is not None:
            _ = (game.places, game.different_symbols)
        return game

    def start(self, stop: Stop, played: Played) -> Belief:
        """The belief before the first clue."""
        setup = replace(played.setup, hard=False)
        if setup.prior == "uniform":
            belief = setup.belief(self.game(stop, played))
        else:
            belief = self._beliefs.get(played.start_key, lambda: setup.belief(self.game(stop, played)), stop)
        stop.check()
        return self._in_mode(belief, played.setup.hard)

    def _in_mode(self, start: Belief, hard: bool) -> Belief:
        """The belief before the first clue, in hard mode or not."""
        if hard and not start.game.hard_mode:
            raise start.game.without_hard_mode()
        return replace(start, hard=hard or start.game.consistent)

    def belief(self, stop: Stop, played: Played, clues: Sequence[models.Clue]) -> Belief:
        """The belief after the clues; an error names the wrong clue."""
        belief = follow(self.start(stop, played), [(clue.guess, clue.reply) for clue in clues])
        stop.check()
        return belief

    def inline_belief(self, played: Played, clues: Sequence[models.Clue]) -> Belief | None:
        """The belief after the clues, if it and the next guess take the event loop only milliseconds; else None."""
        games = self._games_for(played)
        game = games.peek(played.game_key)
        if game is None or games is self._large_games or not clues or played.setup.prior != "uniform":
            return None
        if not all(game.normalise(clue.guess) in game.guess_index for clue in clues):
            return None  # the error message lists similar words, which takes longer
        start = self._in_mode(replace(played.setup, hard=False).belief(game), played.setup.hard)
        belief = follow(start, [(clue.guess, clue.reply) for clue in clues])
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
        self, request: Request, asked: models.GameRequest, pool: Pool, compute: Callable[[Stop, Played], Result]
    ) -> Response:
        """The response to a request, cached as JSON; computed in the pool, or in that for large tables."""
        key = request_key(request, asked)
        known = self.known_answer(key)
        if known is not None:
            return known
        played = self.resolve(asked)
        return await self.answer_of(request, key, self.pool_for(played, pool), lambda stop: compute(stop, played))

    def known_answer(self, key: Hashable) -> Response | None:
        """The cached response under a key."""
        entry: CacheEntry[bytes] | None = self.answers.get(key)
        return None if entry is None else json_response(entry.value)

    async def answer_of(
        self,
        request: Request,
        key: Hashable,
        pool: Pool,
        compute: Callable[[Stop], Result],
        seconds: float = float("inf"),
    ) -> Response:
        """The response under a key, cached as JSON for some time."""
        body = await self.cached(request, pool, self.answers, key, lambda stop: json_entry(compute(stop), seconds))
        return json_response(body)

    def pool_for(self, played: Played, pool: Pool) -> Pool:
        """The given pool, or the one for games with large tables."""
        return self.large if played.is_large else pool

    def pool_of_search(self, asked: models.ExactRequest | models.ValueRequest) -> Pool:
        """The pool for an exact search: a long one must not delay those within the usual budget."""
        if asked.seconds <= EXACT_SECONDS:
            return self.advice if asked.seconds else self.quick
        return self.hard if asked.hard or asked.rule != "any" else self.search

    async def tree(self, request: Request, played: Played, opener: str, exact: bool) -> GrownTree:
        """The optimal tree of an opener; the default strategy's if not `exact` or if that takes too long."""

        def compute(stop: Stop) -> CacheEntry[GrownTree]:
            belief = self.start(stop, played)
            guess = belief.game.guesses[belief.find_guess(opener)]
            if exact:
                token = StopToken(stop.token, seconds=limits.TREE_SECONDS)
                try:
                    return CacheEntry(
                        grown_tree(optimal_tree(played.setup, guess, Watch(stop=token), belief), proved=True)
                    )
                except Stopped:
                    stop.check()
            tree = grown_tree(default_tree(guess, stop.watch, belief), proved=False)
            return CacheEntry(tree, seconds=limits.UNPROVED_SECONDS if exact else float("inf"))

        if exact and played.is_restricted:
            pool = self.hard
        else:
            pool = self.pool_for(played, self.search if exact else self.advice)
        key = ("tree", played.setup, played.word_list, opener.lower(), exact)
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
