"""What all requests share: games, beliefs, caches of answers, and thread pools."""

import json
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cachetools import LRUCache, TLRUCache
from fastapi import Request, Response

from fewest._core import StopToken
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games import Game
from fewest.play.clues import follow
from fewest.results import Result
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import EXACT_SECONDS
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.jobs import OnceCache, Pool
from fewest.words import WordList

Value = TypeVar("Value")

FOREVER = float("inf")


class UnknownListError(FewestError):
    """A list of words that the server does not keep, or no more."""

    kind = "list"


@dataclass(frozen=True)
class CacheEntry(Generic[Value]):
    """A cached value, its size and its lifetime."""

    value: Value
    size: int = 1
    seconds: float = FOREVER


@dataclass(frozen=True)
class RequestedGame:
    """What a request plays and believes."""

    setup: Setup
    words: WordList | None = None
    """Somebody's own list of words, which no setup names."""
    is_large: bool = False
    """Whether its table is so large that there is one at a time."""

    def key(self, setup: Setup) -> Hashable:
        """What something of that setup on the same words is kept under."""
        return setup, None if self.words is None else self.words.fingerprint

    @property
    def game_key(self) -> Hashable:
        """What the game is kept under."""
        return self.key(self.setup.without_belief())

    @property
    def start_key(self) -> Hashable:
        """What the belief before the first clue is kept under; that of hard mode is the same."""
        return self.key(replace(self.setup, hard=False))


USUAL = (RequestedGame(TODAY), RequestedGame(replace(TODAY, rule="consistent")))
"""The default game: its table and belief are always at hand, so that it counts as small."""

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
        self.games: OnceCache[Game] = OnceCache(limits.MAX_CACHED_GAMES, [usual.game_key for usual in USUAL])
        self.large_games: OnceCache[Game] = OnceCache(1)  # a table takes 200 MB and more
        self.beliefs: OnceCache[Belief] = OnceCache(limits.MAX_CACHED_BELIEFS, [usual.start_key for usual in USUAL])
        self.lists: LRUCache[str, WordList] = LRUCache(limits.MAX_CACHED_LISTS)
        self.answers = new_cache(limits.ANSWER_CACHE_BYTES)
        self.results = new_cache(limits.MAX_CACHED_RESULTS)

    def warm(self) -> None:
        """Begin to make the default game, before anybody asks for it."""
        self.quick.begin("warm", lambda stop: Work(self, USUAL[0], stop).start())

    def close(self) -> None:
        """Stop all jobs and accept no more."""
        for pool in (self.quick, self.advice, self.search, self.large, self.hard):
            pool.close()

    def resolve(self, request: Request, asked: models.GameRequest) -> "Resolved":
        """What a request plays and believes; an error says why that cannot be."""
        guesses = models.require_playable(asked.game)
        setup = asked.setup()
        setup.check_rule()
        words = None if asked.word_list is None else self.lists.get(asked.word_list)
        if asked.word_list is not None and words is None:
            raise UnknownListError("This list of words is not known here, or no more; paste it again.")
        return Resolved(self, request, RequestedGame(setup, words, is_large(setup, words, guesses)))

    async def answer(
        self,
        request: Request,
        asked: models.GameRequest,
        compute: "Callable[[Work], Result]",
        pool: Pool | None = None,
        seconds: float = FOREVER,
    ) -> Response:
        """The response to a request, cached as JSON for some time; computed in the pool, by default the quick one."""
        key = request.url.path, asked.model_dump_json()
        entry: CacheEntry[bytes] | None = self.answers.get(key)
        if entry is None:
            body = await self.resolve(request, asked).run(key, lambda work: to_bytes(compute(work)), pool)
            entry = CacheEntry(body, len(body), seconds)
            if entry.size <= self.answers.maxsize:
                self.answers[key] = entry
        return json_response(entry.value)

    def pool_of_search(self, asked: models.RuleFields, seconds: float) -> Pool:
        """The pool for an exact search: a long one must not delay those within the usual budget."""
        if seconds <= EXACT_SECONDS:
            return self.advice if seconds else self.quick
        return self.hard if asked.hard or asked.rule != "any" else self.search


@dataclass(frozen=True)
class Resolved:
    """A request whose setup is known; the client waits for whatever it runs."""

    caches: Caches
    request: Request
    played: RequestedGame

    async def run(self, key: Hashable, compute: "Callable[[Work], Value]", pool: Pool | None = None) -> Value:
        """Compute something in a pool, by default the quick one; in that for large tables if there is such a table."""
        pool = self.caches.quick if pool is None else pool
        if self.played.is_large and pool is not self.caches.hard:
            pool = self.caches.large
        return await pool.run(self.request, key, lambda stop: compute(Work(self.caches, self.played, stop)))

    async def result(
        self, key: Hashable, compute: "Callable[[Work], CacheEntry[Value]]", pool: Pool | None = None
    ) -> Value:
        """Something that several answers need, cached."""
        key = self.played.key(self.played.setup), key
        entry: CacheEntry[Value] | None = self.caches.results.get(key)
        if entry is None:
            entry = self.caches.results[key] = await self.run(key, compute, pool)
        return entry.value


@dataclass(frozen=True)
class Work:
    """A request that a thread works on."""

    caches: Caches
    played: RequestedGame
    stop: StopToken

    @property
    def setup(self) -> Setup:
        """The setup of the request."""
        return self.played.setup

    @property
    def watch(self) -> Watch:
        """A watch that stops when nobody waits for the answer any more."""
        return Watch(stop=self.stop)

    def game(self) -> Game:
        """The game with its table of replies; blocks while another thread makes it."""
        games = self.caches.large_games if self.played.is_large else self.caches.games
        game = games.get(self.played.game_key, self._make_game, self.stop)
        self.stop.check()
        return game

    def _make_game(self) -> Game:
        setup = self.setup.without_belief()
        if setup.rule == "consistent":  # the table is the same
            played = replace(self.played, setup=replace(setup, rule="any"))
            return replace(self, played=played).game().made_consistent()
        game = setup.game(self.played.words)
        if len(game.guesses) * len(game.secrets) > limits.MAX_GAME_PAIRS:
            raise FewestError(f"{game} is too large here; the command line plays it.")
        self.stop.check()
        game.prepare()
        return game

    def start(self) -> Belief:
        """The belief before the first clue."""
        setup = replace(self.setup, hard=False)
        if setup.prior == "uniform":
            belief = setup.belief(self.game())
        else:
            belief = self.caches.beliefs.get(self.played.start_key, lambda: setup.belief(self.game()), self.stop)
        self.stop.check()
        if self.setup.hard and not belief.game.hard_mode:
            raise belief.game.without_hard_mode()
        return replace(belief, hard=self.setup.hard or belief.game.consistent)

    def belief(self, clues: Sequence[models.Clue]) -> Belief:
        """The belief after the clues; an error names the wrong clue."""
        belief = follow(self.start(), [(clue.guess, clue.reply) for clue in clues])
        self.stop.check()
        return belief


def is_large(setup: Setup, words: WordList | None, guesses: int) -> bool:
    """Whether the table of a game is so large that there is one at a time; that of the default game is there.

    `guesses` are those of a game that says how many it has before it is made, else 0.
    """
    if words is not None:
        bytes_each = 1 if words.length <= 5 else 4  # of a reply
        return setup.secrets != "answers" or bytes_each * len(words.guesses) ** 2 > limits.MAX_SMALL_PAIRS
    if setup.without_belief() in {usual.setup.without_belief() for usual in USUAL}:
        return False
    if setup.secrets != "answers" or setup.language is not None or setup.length is not None:
        return True
    return guesses**2 > limits.MAX_SMALL_PAIRS


def to_bytes(result: Result) -> bytes:
    """A result as JSON."""
    return json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")).encode()


def json_response(body: Result | bytes) -> Response:
    """A response with a result, or with its JSON."""
    return Response(to_bytes(body) if isinstance(body, Result) else body, media_type="application/json")
