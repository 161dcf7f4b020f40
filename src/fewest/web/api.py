"""The endpoints of the API; each sends the result of one function of `fewest.questions`."""

import time
from collections.abc import Hashable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from fewest.belief import Belief
from fewest.errors import FewestError
from fewest.play.analysis import Analysis
from fewest.play.clues import read_guess
from fewest.play.game_parser import ParsedGame
from fewest.questions import boards, duel, evaluate, lists, play, split, suggest, train
from fewest.questions import compare as comparison
from fewest.questions import converge as convergence
from fewest.questions import tree as trees
from fewest.questions import value as values
from fewest.questions.analyse import analyse as explain
from fewest.questions.analyse import read_told
from fewest.results import to_json
from fewest.setup import Setup
from fewest.strategies.advice import EXACT_SECONDS
from fewest.system.digests import digest
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.caches import Caches, Played, json_entry, json_response, request_key
from fewest.web.jobs import Stop
from fewest.words import known_languages

router = APIRouter(prefix="/api/v1")


async def app_caches(request: Request) -> Caches:
    """The caches of this server."""
    caches = request.app.state.caches
    assert isinstance(caches, Caches)
    return caches


SharedCaches = Annotated[Caches, Depends(app_caches)]


@router.get("/editions", response_model=list[lists.Edition])
async def editions(request: Request, caches: SharedCaches) -> Response:
    """The shipped word lists."""
    found = await caches.quick.run(request, "editions", lambda stop: lists.editions())
    return json_response(json_entry(found).value)


@router.get("/strategies", response_model=list[lists.StrategyInfo])
async def strategies() -> list[lists.StrategyInfo]:
    """The strategies that look one guess ahead."""
    return lists.classic_strategies()


@router.get("/limits")
async def limits_of_requests() -> models.Limits:
    """The limits and defaults of requests."""
    return models.Limits()


@router.get("/games")
async def games(request: Request, caches: SharedCaches) -> list[models.GameChoice]:
    """The games that requests may name, and their options."""
    return await caches.quick.run(request, "games", lambda stop: models.game_choices())


@router.get("/languages")
async def languages(request: Request, caches: SharedCaches) -> list[str]:
    """The languages of words; none unless the package wordfreq is installed."""
    return await caches.quick.run(request, "languages", lambda stop: known_languages())


@router.post("/lists")
async def keep_list(asked: models.ListRequest, request: Request, caches: SharedCaches) -> models.OwnList:
    """Keep a list of words of one's own for a while; requests name it by what this gives."""

    def compute(stop: Stop) -> models.OwnList:
        name, words = caches.keep_list(stop, asked.text)
        return models.OwnList(word_list=name, words=len(words.guesses), length=words.length)

    return await caches.quick.run(request, ("list", digest(asked.text)), compute)


@router.post("/game", response_model=lists.GameFacts)
async def describe(asked: models.GameRequest, request: Request, caches: SharedCaches) -> Response:
    """What a game is, how its guesses are typed and its replies are entered."""

    def compute(stop: Stop, played: Played) -> lists.GameFacts:
        return lists.describe(caches.game(stop, played))

    return await caches.answer(request, asked, caches.quick, compute)


@cache
def usual_game() -> dict[str, Any]:
    """The description of the default game."""
    facts: dict[str, Any] = lists.describe(models.GameRequest().setup().game()).to_json()
    return facts


def page_facts() -> dict[str, Any]:
    """The data embedded in the page: what /editions, /games, /strategies and /limits answer, and the default game."""
    return {
        "editions": lists.editions().to_json(),
        "games": [each.model_dump() for each in models.game_choices()],
        "usual": usual_game(),
        "strategies": to_json(lists.classic_strategies()),
        "limits": models.Limits().model_dump(),
    }


def chosen_opener(asked: models.AdviceRequest, belief: Belief) -> str | None:
    """The opener of the request, unless there are clues."""
    if belief.clues or asked.opener is None:
        return None
    return read_guess(belief.game, asked.opener, (), hard=False)


def quick_suggestions(asked: models.SuggestRequest, setup: Setup, belief: Belief) -> suggest.Suggestions:
    """Suggest guesses without exact search."""
    return suggest.suggest_at_once(
        setup,
        belief,
        count=asked.count,
        by=asked.strategy,
        opener=chosen_opener(asked, belief),
        words=limits.MAX_LISTED_SECRETS,
        preference=asked.preference(),
    )


def proof_seconds(asked: models.ExactRequest | models.ValueRequest, belief: Belief) -> float:
    """The budget of exact search that is asked for; at most the usual one where there are too many secrets for it."""
    return asked.seconds if len(belief) <= limits.MAX_PROOF_SECRETS else min(asked.seconds, EXACT_SECONDS)


def exact_suggestions(asked: models.ExactRequest, setup: Setup, belief: Belief, watch: Watch) -> suggest.Suggestions:
    """Suggest guesses by exact search, unless the game is over."""
    if belief.won or len(belief.clues) >= belief.game.max_guesses:
        return suggest.suggest_at_once(setup, belief, count=asked.count, words=limits.MAX_LISTED_SECRETS)
    return suggest.suggest(
        setup,
        watch,
        count=asked.count,
        opener=chosen_opener(asked, belief),
        words=limits.MAX_LISTED_SECRETS,
        partial=True,
        seconds=proof_seconds(asked, belief),
        belief=belief,
        preference=asked.preference(),
    )


@router.post("/suggest", response_model=suggest.Suggestions)
async def suggest_at_once(asked: models.SuggestRequest, request: Request, caches: SharedCaches) -> Response:
    """The possible secrets after some clues, and the best guesses by a strategy, without exact search."""
    key = request_key(request, asked)
    known = caches.known_answer(key)
    if known is not None:
        return known
    played = caches.resolve(asked)
    belief = caches.inline_belief(played, asked.clues)
    if belief is not None:  # faster here than in another thread
        caches.answers[key] = json_entry(quick_suggestions(asked, played.setup, belief))

    def compute(stop: Stop) -> suggest.Suggestions:
        return quick_suggestions(asked, played.setup, caches.belief(stop, played, asked.clues))

    return await caches.answer_of(request, key, caches.pool_for(played, caches.quick), compute)


@router.post("/suggest/exact", response_model=suggest.Suggestions)
async def suggest_exact(asked: models.ExactRequest, request: Request, caches: SharedCaches) -> Response:
    """The same by exact search; if that takes too long, `proved` is false and the default strategy answers.

    The search stops when the client disconnects.
    """

    def compute(stop: Stop, played: Played) -> suggest.Suggestions:
        belief = caches.belief(stop, played, asked.clues)
        return exact_suggestions(asked, played.setup, belief, stop.watch)

    return await caches.answer(request, asked, caches.pool_of_search(asked), compute)


@router.post("/split", response_model=split.Parts)
async def split_by(asked: models.SplitRequest, request: Request, caches: SharedCaches) -> Response:
    """Every reply that a guess may get, its probability, and the secrets that it leaves."""

    def compute(stop: Stop, played: Played) -> split.Parts:
        return split.split(played.setup, asked.guess, belief=caches.belief(stop, played, asked.clues))

    return await caches.answer(request, asked, caches.quick, compute)


@router.post("/value", response_model=values.Value)
async def value_of(asked: models.ValueRequest, request: Request, caches: SharedCaches) -> Response:
    """How many guesses one guess takes on average, and its rank among all that are allowed."""

    def compute(stop: Stop, played: Played) -> values.Value:
        belief = caches.belief(stop, played, asked.clues)
        seconds = proof_seconds(asked, belief)
        return values.value(played.setup, asked.guess, stop.watch, seconds=seconds, belief=belief)

    return await caches.answer(request, asked, caches.pool_of_search(asked), compute)


@router.post("/analyse", response_model=Analysis)
async def analyse(asked: models.AnalyseRequest, request: Request, caches: SharedCaches) -> Response:
    """The value of each guess of a game, and how much of the outcome was skill and how much luck."""
    if asked.text is not None and (asked.guesses or asked.grid is not None):
        raise FewestError("A text is the whole game; leave guesses and grid out.")
    played = caches.resolve(asked)

    def read(stop: Stop) -> ParsedGame:
        given = asked.guesses if asked.text is None else asked.text
        return read_told(played.setup, given, asked.grid, asked.secret, belief=caches.start(stop, played))

    told = await caches.pool_for(played, caches.quick).run(request, request_key(request, asked), read)
    # The cache key must not depend on how the game is written.
    guesses = [f"{guess}={reply}" for guess, reply in told.clues]
    normalised = {"guesses": guesses, "text": told.note or None, "grid": None, "secret": told.secret}
    key = request_key(request, asked.model_copy(update=normalised | {"hard": asked.hard or told.hard}))

    def compute(stop: Stop) -> Analysis:
        return explain(
            played.setup,
            told,
            stop.watch,
            seconds=asked.seconds,
            words=limits.MAX_LISTED_SECRETS,
            belief=caches.start(stop, played),
        )

    return await caches.answer_of(request, key, caches.pool_for(played, caches.advice), compute)


@router.post("/tree", response_model=trees.TreeNode)
async def tree(asked: models.TreeRequest, request: Request, caches: SharedCaches) -> Response:
    """A node of the optimal tree of an opener: every reply, the secrets that it leaves, and the next guess."""
    grown = await caches.tree(request, caches.resolve(asked), asked.opener, asked.exact)

    def compute(stop: Stop) -> trees.TreeNode:
        return trees.tree_node(grown, asked.replies, asked.secret, limits.MAX_LISTED_SECRETS)

    seconds = float("inf") if grown.proved or not asked.exact else limits.UNPROVED_SECONDS
    return await caches.answer_of(request, request_key(request, asked), caches.quick, compute, seconds)


@router.post("/play", response_model=play.Played)
async def play_on(asked: models.PlayRequest, request: Request, caches: SharedCaches) -> Response:
    """The replies so far of a game whose secret is drawn by a seed or a date. The server stores nothing."""

    def compute(stop: Stop, played: Played) -> play.Played:
        belief = caches.start(stop, played)
        return play.play(
            played.setup, asked.guesses, seed=asked.seed, day=asked.daily(), give_up=asked.give_up, belief=belief
        )

    return await caches.answer(request, asked, caches.quick, compute)


@router.post("/adversary", response_model=duel.DuelUnderWay)
async def duel_on(asked: models.AdversaryRequest, request: Request, caches: SharedCaches) -> Response:
    """A game against an adversary that has no secret: its replies keep as many secrets possible as they can."""

    def compute(stop: Stop, played: Played) -> duel.DuelUnderWay:
        belief = caches.start(stop, played)
        return duel.play_duel(played.setup, asked.guesses, words=limits.MAX_LISTED_SECRETS, belief=belief)

    return await caches.answer(request, asked, caches.quick, compute)


@router.post("/boards", response_model=boards.BoardsGame)
async def boards_on(asked: models.BoardsRequest, request: Request, caches: SharedCaches) -> Response:
    """A game on several boards whose secrets, answers of the game, are drawn by a seed."""

    def compute(stop: Stop, played: Played) -> boards.BoardsGame:
        return boards.play_boards(
            played.setup,
            count=asked.boards,
            seed=asked.seed,
            guesses=asked.guesses,
            hint=asked.hint,
            belief=caches.start(stop, played),
            preference=asked.preference(),
        )

    return await caches.answer(request, asked, caches.advice if asked.hint else caches.quick, compute)


@router.post("/boards/assist", response_model=boards.BoardsGame)
async def assist_boards(asked: models.AssistBoardsRequest, request: Request, caches: SharedCaches) -> Response:
    """The best guesses on several boards of a game that is played elsewhere, after the replies of every board."""

    def compute(stop: Stop, played: Played) -> boards.BoardsGame:
        turns = [(turn.guess, turn.replies) for turn in asked.turns]
        belief = caches.start(stop, played)
        return boards.assist_boards(
            played.setup, turns, count=asked.boards, belief=belief, preference=asked.preference()
        )

    return await caches.answer(request, asked, caches.advice, compute)


@router.post("/compare", response_model=list[evaluate.Evaluated])
async def compare(asked: models.CompareRequest, request: Request, caches: SharedCaches) -> Response:
    """How well strategies play against every answer: mean, worst case and distribution."""
    deadline = time.monotonic() + limits.COMPARE_SECONDS
    played = caches.resolve(asked)
    rows = []
    for name in asked.strategies:
        evaluation = _optimal_evaluation if name == "optimal" else _strategy_evaluation
        rows.append(await evaluation(played, asked.opener, request, caches, name, deadline))
    return json_response(json_entry(comparison.Compared(tuple(rows))).value)


def _evaluation_key(played: Played, opener: str | None, name: str) -> Hashable:
    return "compare", played.setup, played.word_list, name, opener


async def _strategy_evaluation(
    played: Played, first: str | None, request: Request, caches: Caches, name: str, deadline: float
) -> evaluate.Evaluated:
    def play_all(stop: Stop, watch: Watch) -> evaluate.Evaluated:
        belief = caches.start(stop, played)
        opener = None if first is None else read_guess(belief.game, first, (), hard=False)
        return evaluate.evaluate_strategy(played.setup, watch, by=name, opener=opener, bits=True, belief=belief)

    pool = caches.pool_for(played, caches.search)
    return await caches.evaluation(request, _evaluation_key(played, first, name), pool, play_all, deadline)


async def _optimal_evaluation(
    played: Played, first: str | None, request: Request, caches: Caches, name: str, deadline: float
) -> evaluate.Evaluated:
    if first is None:
        raise FewestError("Perfect play is compared with an opener given.")
    grown = await caches.tree(request, played, first, exact=True)
    if not grown.proved:
        raise FewestError(f"Perfect play after {first!r} takes too long to find here.")

    def play_all(stop: Stop, watch: Watch) -> evaluate.Evaluated:
        return evaluate.evaluate_tree(played.setup, grown.tree, grown.tree.start(), name, 0.0, bits=True)

    return await caches.evaluation(request, _evaluation_key(played, first, name), caches.quick, play_all, deadline)


@router.post("/converge", response_model=convergence.Converged)
async def converge(asked: models.ConvergeRequest, request: Request, caches: SharedCaches) -> Response:
    """How a search that starts from brute force improves, until it is optimal or out of time."""
    played = caches.resolve(asked)

    def compute(stop: Stop) -> convergence.Converged:
        watch = stop.watch.within(asked.seconds)
        belief = caches.start(stop, played)
        return convergence.converge(played.setup, watch, by=asked.estimator, every_step=True, belief=belief)

    pool = caches.pool_for(played, caches.search)
    found = await pool.run(request, request_key(request, asked), compute)
    return json_response(json_entry(found).value)


@router.get("/curve/{edition}", response_model=train.CurvePoints)
async def curve(edition: models.Edition, request: Request, caches: SharedCaches) -> Response:
    """The expected number of guesses by bits of uncertainty, learned on an edition."""
    played = caches.resolve(models.GameRequest(edition=edition))

    def compute(stop: Stop) -> train.CurvePoints:
        return train.curve_points(played.setup, belief=caches.start(stop, played))

    found = await caches.quick.run(request, ("curve", edition), compute)
    return json_response(json_entry(found).value)
