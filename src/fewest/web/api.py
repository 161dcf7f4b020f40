"""The endpoints of the API; each sends the result of one function of `fewest.questions`."""

import time
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, OutOfTimeError
from fewest.play import log
from fewest.play.analysis import Analysis
from fewest.play.clues import read_guess
from fewest.questions import boards, duel, evaluate, lists, play, split, suggest, train
from fewest.questions import compare as comparison
from fewest.questions import converge as convergence
from fewest.questions import tree as trees
from fewest.questions import value as values
from fewest.questions.analyse import analyse as explain
from fewest.results import to_json
from fewest.strategies.advice import EXACT_SECONDS
from fewest.system.files import digest
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.caches import FOREVER, CacheEntry, Caches, Resolved, Work, json_response
from fewest.words import from_text, known_languages

router = APIRouter(prefix="/api/v1")


async def app_caches(request: Request) -> Caches:
    """The caches of this server."""
    caches = request.app.state.caches
    assert isinstance(caches, Caches)
    return caches


SharedCaches = Annotated[Caches, Depends(app_caches)]

OWN_LIST = "your list"
"""What somebody's own list of words is called."""


@router.get("/editions", response_model=list[lists.Edition])
def editions() -> Response:
    """The shipped word lists."""
    return json_response(lists.editions())


@router.get("/strategies", response_model=list[lists.StrategyInfo])
async def strategies() -> list[lists.StrategyInfo]:
    """The strategies that look one guess ahead."""
    return lists.classic_strategies()


@router.get("/limits")
async def limits_of_requests() -> models.Limits:
    """The limits and defaults of requests."""
    return models.Limits()


@router.get("/games")
def games() -> list[models.GameChoice]:
    """The games that requests may name, and their options."""
    return models.game_choices()


@router.get("/languages")
def languages() -> list[str]:
    """The languages of words; none unless the package wordfreq is installed."""
    return known_languages()


@router.post("/lists")
async def keep_list(asked: models.ListRequest, request: Request, caches: SharedCaches) -> models.OwnList:
    """Keep a list of words of one's own for a while; requests name it by what this gives."""
    words = await caches.quick.run(request, ("list", digest(asked.text)), lambda stop: from_text(asked.text, OWN_LIST))
    count = len(words.guesses)
    if count > limits.MAX_LIST_WORDS:
        raise FewestError(f"The list has {count:,} words; the page takes {limits.MAX_LIST_WORDS:,} at most.")
    caches.lists[words.fingerprint] = words
    return models.OwnList(word_list=words.fingerprint, words=count, length=words.length)


@router.post("/game", response_model=lists.GameFacts)
async def describe(asked: models.GameRequest, request: Request, caches: SharedCaches) -> Response:
    """What a game is, how its guesses are typed and its replies are entered."""
    return await caches.answer(request, asked, lambda work: lists.describe(work.game()))


@cache
def usual_game() -> dict[str, Any]:
    """The description of the default game."""
    facts: dict[str, Any] = lists.describe(models.GameRequest().setup().game()).to_json()
    return facts


def page_facts() -> dict[str, Any]:
    """The data embedded in the page: what some paths answer, the default game, and the format of the log."""
    return {
        "editions": lists.editions().to_json(),
        "games": [choice.model_dump() for choice in models.game_choices()],
        "usual": usual_game(),
        "strategies": to_json(lists.classic_strategies()),
        "limits": models.Limits().model_dump(),
        "log": {"patterns": log.PATTERNS, "defaults": log.DEFAULTS, "most_games": log.MAX_GAMES},
    }


def proof_seconds(seconds: float, belief: Belief) -> float:
    """The budget of exact search that is asked for; at most the usual one where there are too many secrets for it."""
    return seconds if len(belief) <= limits.MAX_PROOF_SECRETS else min(seconds, EXACT_SECONDS)


def suggestions(asked: models.AdviceRequest, work: Work, seconds: float, by: str | None = None) -> suggest.Suggestions:
    """The best guesses; an opener counts before the first clue only."""
    belief = work.belief(asked.clues)
    opener = None if belief.clues or asked.opener is None else read_guess(belief.game, asked.opener, (), hard=False)
    return suggest.suggest(
        work.setup,
        work.watch,
        count=asked.count,
        by=by,
        opener=opener,
        words=limits.MAX_LISTED_SECRETS,
        partial=True,
        seconds=proof_seconds(seconds, belief),
        belief=belief,
        preference=asked.preference(),
    )


@router.post("/suggest", response_model=suggest.Suggestions)
async def suggest_at_once(asked: models.SuggestRequest, request: Request, caches: SharedCaches) -> Response:
    """The possible secrets after some clues, and the best guesses by a strategy, without exact search."""
    return await caches.answer(request, asked, lambda work: suggestions(asked, work, 0, asked.strategy))


@router.post("/suggest/exact", response_model=suggest.Suggestions)
async def suggest_exact(asked: models.ExactRequest, request: Request, caches: SharedCaches) -> Response:
    """The same by exact search; if that takes too long, `proved` is false and the default strategy answers.

    The search stops when the client disconnects.
    """
    pool = caches.pool_of_search(asked, asked.seconds)
    return await caches.answer(request, asked, lambda work: suggestions(asked, work, asked.seconds), pool)


@router.post("/split", response_model=split.Parts)
async def split_by(asked: models.SplitRequest, request: Request, caches: SharedCaches) -> Response:
    """Every reply that a guess may get, its probability, and the secrets that it leaves."""
    return await caches.answer(
        request, asked, lambda work: split.split(work.setup, asked.guess, belief=work.belief(asked.clues))
    )


@router.post("/value", response_model=values.Value)
async def value_of(asked: models.ValueRequest, request: Request, caches: SharedCaches) -> Response:
    """How many guesses one guess takes on average, and its rank among all that are allowed."""

    def compute(work: Work) -> values.Value:
        belief = work.belief(asked.clues)
        return values.value(
            work.setup, asked.guess, work.watch, seconds=proof_seconds(asked.seconds, belief), belief=belief
        )

    return await caches.answer(request, asked, compute, caches.pool_of_search(asked, asked.seconds))


@router.post("/analyse", response_model=Analysis)
async def analyse(asked: models.AnalyseRequest, request: Request, caches: SharedCaches) -> Response:
    """The value of each guess of a game, and how much of the outcome was skill and how much luck."""
    if asked.text is not None and (asked.guesses or asked.grid is not None):
        raise FewestError("A text is the whole game; leave guesses and grid out.")

    def compute(work: Work) -> Analysis:
        return explain(
            work.setup,
            asked.guesses if asked.text is None else asked.text,
            work.watch,
            grid=asked.grid,
            secret=asked.secret,
            seconds=asked.seconds,
            words=limits.MAX_LISTED_SECRETS,
            belief=work.start(),
        )

    return await caches.answer(request, asked, compute, caches.advice)


@router.post("/tree", response_model=trees.TreeNode)
async def tree(asked: models.TreeRequest, request: Request, caches: SharedCaches) -> Response:
    """A node of the optimal tree of an opener: every reply, the secrets that it leaves, and the next guess."""
    resolved = caches.resolve(request, asked)
    grown = await grown_tree(resolved, asked.opener, asked.exact)

    def compute(work: Work) -> trees.TreeNode:
        return trees.tree_node(grown, asked.replies, asked.secret, limits.MAX_LISTED_SECRETS)

    return json_response(await resolved.run(("node", asked.model_dump_json()), compute))


async def grown_tree(resolved: Resolved, opener: str, exact: bool) -> trees.GrownTree:
    """The optimal tree of an opener; the default strategy's if not `exact` or if that takes too long."""

    def compute(work: Work) -> CacheEntry[trees.GrownTree]:
        belief = work.start()
        guess = belief.game.guesses[belief.find_guess(opener)]
        if exact:
            watch = Watch(stop=StopToken(work.stop, seconds=limits.TREE_SECONDS))
            try:
                return CacheEntry(trees.grown_tree(trees.optimal_tree(work.setup, guess, watch, belief), proved=True))
            except Stopped:
                work.stop.check()
        found = trees.grown_tree(trees.default_tree(guess, work.watch, belief), proved=False)
        return CacheEntry(found, seconds=limits.UNPROVED_SECONDS if exact else FOREVER)

    caches, setup = resolved.caches, resolved.played.setup
    restricted = setup.hard or setup.rule != "any"
    pool = caches.advice if not exact else caches.hard if restricted else caches.search
    return await resolved.result(("tree", opener.lower(), exact), compute, pool)


@router.post("/play", response_model=play.Played)
async def play_on(asked: models.PlayRequest, request: Request, caches: SharedCaches) -> Response:
    """The replies so far of a game whose secret is drawn by a seed or a date. The server stores nothing."""

    def compute(work: Work) -> play.Played:
        belief, day = work.start(), asked.daily()
        return play.play(work.setup, asked.guesses, seed=asked.seed, day=day, give_up=asked.give_up, belief=belief)

    return await caches.answer(request, asked, compute)


@router.post("/adversary", response_model=duel.DuelUnderWay)
async def duel_on(asked: models.AdversaryRequest, request: Request, caches: SharedCaches) -> Response:
    """A game against an adversary that has no secret: its replies keep as many secrets possible as they can."""

    def compute(work: Work) -> duel.DuelUnderWay:
        return duel.play_duel(work.setup, asked.guesses, words=limits.MAX_LISTED_SECRETS, belief=work.start())

    return await caches.answer(request, asked, compute)


@router.post("/boards", response_model=boards.BoardsGame)
async def boards_on(asked: models.BoardsRequest, request: Request, caches: SharedCaches) -> Response:
    """A game on several boards whose secrets, answers of the game, are drawn by a seed."""

    def compute(work: Work) -> boards.BoardsGame:
        return boards.play_boards(
            work.setup,
            count=asked.boards,
            seed=asked.seed,
            guesses=asked.guesses,
            hint=asked.hint,
            belief=work.start(),
            preference=asked.preference(),
        )

    return await caches.answer(request, asked, compute, caches.advice if asked.hint else caches.quick)


@router.post("/boards/assist", response_model=boards.BoardsGame)
async def assist_boards(asked: models.AssistBoardsRequest, request: Request, caches: SharedCaches) -> Response:
    """The best guesses on several boards of a game that is played elsewhere, after the replies of every board."""

    def compute(work: Work) -> boards.BoardsGame:
        turns = [(turn.guess, turn.replies) for turn in asked.turns]
        return boards.assist_boards(
            work.setup, turns, count=asked.boards, belief=work.start(), preference=asked.preference()
        )

    return await caches.answer(request, asked, compute, caches.advice)


@router.post("/compare", response_model=list[evaluate.Evaluated])
async def compare(asked: models.CompareRequest, request: Request, caches: SharedCaches) -> Response:
    """How well strategies play against every answer: mean, worst case and distribution."""
    deadline = time.monotonic() + limits.COMPARE_SECONDS
    resolved = caches.resolve(request, asked)
    rows = [await evaluated(resolved, asked.opener, name, deadline) for name in asked.strategies]
    return json_response(comparison.Compared(tuple(rows)))


async def evaluated(resolved: Resolved, opener: str | None, name: str, deadline: float) -> evaluate.Evaluated:
    """How well one strategy plays; `optimal` by its tree."""
    grown: trees.GrownTree | None = None
    if name == "optimal":
        if opener is None:
            raise FewestError("Perfect play is compared with an opener given.")
        grown = await grown_tree(resolved, opener, exact=True)
        if not grown.proved:
            raise FewestError(f"Perfect play after {opener!r} takes too long to find here.")

    def compute(work: Work) -> CacheEntry[evaluate.Evaluated]:
        if grown is not None:
            return CacheEntry(evaluate.evaluate_tree(work.setup, grown.tree, grown.tree.start(), name, 0.0, bits=True))
        belief, watch = work.start(), replace(work.watch, deadline=deadline)
        first = None if opener is None else read_guess(belief.game, opener, (), hard=False)
        try:
            return CacheEntry(
                evaluate.evaluate_strategy(work.setup, watch, by=name, opener=first, bits=True, belief=belief)
            )
        except OutOfTimeError as error:
            message = f"To compare this takes longer than {limits.COMPARE_SECONDS:.0f} seconds."
            raise OutOfTimeError(message, error.so_far) from None

    return await resolved.result(("compare", name, opener), compute, resolved.caches.search)


@router.post("/converge", response_model=convergence.Converged)
async def converge(asked: models.ConvergeRequest, request: Request, caches: SharedCaches) -> Response:
    """How a search that starts from brute force improves, until it is optimal or out of time."""

    def compute(work: Work) -> convergence.Converged:
        watch = work.watch.within(asked.seconds)
        return convergence.converge(work.setup, watch, by=asked.estimator, every_step=True, belief=work.start())

    return await caches.answer(request, asked, compute, caches.search, seconds=0)


@router.get("/curve/{edition}", response_model=train.CurvePoints)
async def curve(edition: models.Edition, request: Request, caches: SharedCaches) -> Response:
    """The expected number of guesses by bits of uncertainty, learned on an edition."""
    asked = models.GameRequest(edition=edition)
    return await caches.answer(request, asked, lambda work: train.curve_points(work.setup, belief=work.start()))
