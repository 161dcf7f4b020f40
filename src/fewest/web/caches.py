"""Shared by all requests: caches of games, beliefs and answers, and thread pools."""

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from threading import Condition
from typing import Any, TypeVar

from cachetools import LRUCache, cached
from fastapi import Request, Response

from fewest._core import StopToken
from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.games import Game
from fewest.play.clues import follow
from fewest.questions.past import prove_first
from fewest.questions.tree import OpenerTree
from fewest.results import Result
from fewest.search.workers import SearchThreads
from fewest.setup import TODAY, Setup
from fewest.system.machine import lower_priority
from fewest.watch import Progress, Watch
from fewest.web import limits, models
from fewest.web.jobs import Job, Pool
from fewest.words import PastAnswers, WordList

Value = TypeVar("Value")


class UnknownListError(FewestError):
    """A list of words that the server does not have, or no longer has."""

    kind = "list"


class UnknownPastError(FewestError):
    """Past answers that the server does not have, or no longer has."""

    kind = "past"


def once_cache(max_size: int) -> Any:
    """A thread-safe cache: the first thread that asks for a key computes its value, others wait for it."""

    @cached(LRUCache(max_size), key=lambda key, compute: key, condition=Condition())
    def value_of(key: Hashable, compute: Callable[[], Any]) -> Any:
        return compute()

    return value_of


class PastProof:
    """A proof of the best first guess with past answers. It continues after its client has left."""

    def __init__(self, threads: SearchThreads, setup: Setup, game: Callable[[], Game]) -> None:
        """Start as soon as a thread is free."""
        self.progress = Progress(0)

        def prove(stop: StopToken) -> None:
            watch = Watch(self._report, stop)
            prove_first(setup.belief(game()), watch=watch, threads=1, megabytes=limits.PROOF_MEGABYTES)

        self.job = Job(threads, prove)

    def _report(self, progress: Progress) -> None:
        self.progress = progress

    @property
    def is_running(self) -> bool:
        """Whether it runs or waits for a thread."""
        return not self.job.future.done()

    @property
    def is_proved(self) -> bool:
        """Whether the proof is complete."""
        future = self.job.future
        return future.done() and not future.cancelled() and future.exception() is None


class Caches:
    """Bounded caches and thread pools; large tables and proofs in hard mode run one at a time."""

    def __init__(self, *, proves_past: bool = False) -> None:
        """Load nothing yet. `proves_past` allows proofs with past answers in the background."""
        self.proves_past = proves_past
        self.proof_threads = SearchThreads(1, "proof", lower_priority)
        self.proofs: LRUCache[str, PastProof] = LRUCache(limits.MAX_CACHED_LISTS)
        self.pools = {
            "quick": Pool(limits.POOL_THREADS, limits.MAX_WAITING, "quick"),
            "advice": Pool(limits.POOL_THREADS, limits.MAX_WAITING, "advice"),
            "search": Pool(limits.POOL_THREADS, limits.MAX_WAITING_SEARCHES, "search", is_patient=True),
            "large": Pool(1, limits.MAX_WAITING_SEARCHES, "large", is_patient=True),
        }
        self.games = once_cache(limits.MAX_CACHED_GAMES)
        self.large_games = once_cache(1)  # a table takes 200 MB and more
        self.beliefs = once_cache(limits.MAX_CACHED_BELIEFS)
        self.lists: LRUCache[str, WordList] = LRUCache(limits.MAX_CACHED_LISTS)
        self.past: LRUCache[str, PastAnswers] = LRUCache(limits.MAX_CACHED_LISTS)
        self.answers: LRUCache[Hashable, bytes] = LRUCache(limits.ANSWER_CACHE_BYTES, len)
        self.trees: LRUCache[Hashable, OpenerTree] = LRUCache(limits.MAX_CACHED_TREES)

    def warm(self) -> None:
        """Start to make the default game before the first request."""
        self.pools["quick"].threads.submit(Work(self, TODAY, TODAY.without_belief()).start)

    def close(self) -> None:
        """Stop all jobs and accept no more."""
        for pool in self.pools.values():
            pool.close()
        for proof in self.proofs.values():
            proof.job.abandon()

    def resolve(self, request: Request, asked: models.GameRequest) -> "Work":
        """Find the game and the belief of a request, and check them."""
        setup = asked.setup()
        setup.check_rule()
        game_setup = replace(setup.without_belief(), rule="any")
        guesses = models.require_playable(game_setup)
        words = None if asked.word_list is None else self.lists.get(asked.word_list)
        if asked.word_list is not None and words is None:
            raise UnknownListError("This word list is no longer available; paste it again.")
        name = getattr(asked, "past", None)
        if name is not None:
            setup = replace(setup, past=self.known_past(name))
        return Work(self, setup, game_setup, words, is_large(game_setup, words, guesses), request)

    def known_past(self, name: str) -> PastAnswers:
        """Return past answers by their name."""
        if name not in self.past:
            raise UnknownPastError("These past answers are no longer available; paste them again.")
        return self.past[name]

    def prove_past(self, name: str, game: Callable[[], Game]) -> None:
        """Start to prove the best first guess with past answers, unless started before or too many proofs wait."""
        waiting = sum(proof.is_running for proof in self.proofs.values())
        if not self.proves_past or name in self.proofs or waiting > limits.MAX_WAITING_PROOFS:
            return
        proof = self.proofs[name] = PastProof(self.proof_threads, replace(TODAY, past=self.past[name]), game)
        proof.job.future.add_done_callback(
            lambda future: self.answers.clear()
        )  # they are estimates from before the proof


@dataclass(frozen=True)
class Work:
    """A request: its game and belief, and a token that stops it when its client has left."""

    caches: Caches
    setup: Setup
    game_setup: Setup
    """The game without the belief and with the rule `any`; its table serves every rule."""
    words: WordList | None = None
    """A list of words that the client sent."""
    is_large: bool = False
    """Whether its table is so large that only one is kept at a time."""
    request: Request | None = None
    stop: StopToken = field(default_factory=StopToken)

    async def run(self, key: Hashable, compute: "Callable[[Work], Value]", pool: str = "quick") -> Value:
        """Compute something in a pool, or in the pool for large tables."""
        assert self.request is not None
        threads = self.caches.pools["large" if self.is_large else pool]
        return await threads.run(self.request, key, lambda stop: compute(replace(self, stop=stop)))

    async def answer(
        self, asked: models.GameRequest, compute: "Callable[[Work], Result]", pool: str = "quick"
    ) -> Response:
        """The response to the request, cached as JSON."""
        assert self.request is not None
        key = self.request.url.path, asked.model_dump_json()
        body = self.caches.answers.get(key)
        if body is None:
            body = self.caches.answers[key] = await self.run(key, lambda work: to_bytes(compute(work)), pool)
        return json_response(body)

    def key(self, setup: Setup) -> Hashable:
        """A cache key for results of a setup on the words of this request."""
        return setup, None if self.words is None else self.words.fingerprint

    @property
    def watch(self) -> Watch:
        """A watch that stops when no client waits for the answer."""
        return Watch(stop=self.stop)

    def game(self) -> Game:
        """The game with its table of replies; blocks while another thread makes it."""
        games = self.caches.large_games if self.is_large else self.caches.games
        game: Game = games(self.key(self.game_setup), self._make_game)
        self.stop.check()
        return game if self.setup.rule == "any" else game.made_consistent()

    def _make_game(self) -> Game:
        game = self.game_setup.make_game(self.words)
        if len(game.guesses) * len(game.secrets) > limits.MAX_GAME_PAIRS:
            raise FewestError(f"{game} is too large here. Play it on the command line.")
        self.stop.check()
        if self.is_large:
            self.caches.large_games.cache_clear()
        game.prepare()
        return game

    def start(self) -> Belief:
        """The belief before the first clue. Hard mode shares its cache entry."""
        setup = replace(self.setup, hard=False)
        if setup.prior == "uniform" and setup.past is None:
            belief = setup.belief(self.game())
        else:
            belief = self.caches.beliefs(self.key(setup), lambda: setup.belief(self.game()))
        self.stop.check()
        if self.setup.hard and not belief.game.hard_mode:
            raise belief.game.without_hard_mode()
        return replace(belief, hard=self.setup.hard or belief.game.consistent)

    def belief(self, clues: Sequence[models.ClueRequest]) -> Belief:
        """The belief after the clues; an error names the wrong clue."""
        belief = follow(self.start(), [(clue.guess, clue.reply) for clue in clues])
        self.stop.check()
        return belief


def is_large(setup: Setup, words: WordList | None, guesses: int) -> bool:
    """Whether the table of a game is so large that only one is kept at a time; the default game is always kept.

    `guesses` is the number of guesses of the game if known in advance, else 0.
    """
    if words is not None:
        bytes_each = 1 if words.length <= 5 else 4  # of a reply
        return setup.secrets != "answers" or bytes_each * len(words.guesses) ** 2 > limits.MAX_SMALL_PAIRS
    if setup == TODAY.without_belief():
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
