"""The API: each endpoint reads a request, asks a question of the library, and sends its result."""

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.play.analysis import Analysis
from fewest.play.clues import read_clues, read_guess
from fewest.questions import boards, duel, evaluate, lists, play, split, suggest, train
from fewest.questions import compare as comparison
from fewest.questions import converge as convergence
from fewest.questions import tree as trees
from fewest.questions.analyse import analyse as explain
from fewest.results import to_json
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.library import Library, as_response, keep_json, key_of
from fewest.web.work import Stop

router = APIRouter(prefix="/api/v1")


async def library(request: Request) -> Library:
    """The library of this server."""
    found = request.app.state.library
    assert isinstance(found, Library)
    return found


Asks = Annotated[Library, Depends(library)]


@router.get("/editions", response_model=list[lists.Edition])
async def editions(request: Request, asks: Asks) -> Response:
    """The shipped word lists."""
    found = await asks.quick.run(request, "editions", lambda stop: lists.editions())
    return as_response(keep_json(found).value)


@router.get("/strategies", response_model=list[lists.StrategyInfo])
async def strategies() -> list[lists.StrategyInfo]:
    """The strategies that look at one guess and no further."""
    return lists.classic_strategies()


@router.get("/limits")
async def limits_of_requests() -> models.Limits:
    """How much a request may ask for, and what it gets where it says nothing."""
    return models.Limits()


def facts() -> dict[str, Any]:
    """What the page knows from the start: the answers of /editions, /strategies and /limits."""
    strategies = to_json(lists.classic_strategies())
    return {"editions": lists.editions().to_json(), "strategies": strategies, "limits": models.Limits().model_dump()}


def own_opener(asked: models.ExactRequest, belief: Belief) -> str | None:
    """One's own first guess, before the first clue."""
    first = None if belief.clues else asked.opener
    return None if first is None else read_guess(belief.game, first, (), hard=False)


def first_answer(asked: models.SuggestRequest, belief: Belief) -> suggest.Suggestions:
    """What to guess without exact search."""
    return suggest.suggest_at_once(
        asked.setup(),
        belief,
        count=asked.count,
        by=asked.strategy,
        opener=own_opener(asked, belief),
        words=limits.MOST_WORDS,
    )


def exact_answer(asked: models.ExactRequest, belief: Belief, watch: Watch) -> suggest.Suggestions:
    """What to guess, as every adviser says; a game that is over needs no search."""
    if belief.won or len(belief.clues) >= belief.game.max_guesses:
        return suggest.suggest_at_once(asked.setup(), belief, count=asked.count, words=limits.MOST_WORDS)
    return suggest.suggest(
        asked.setup(),
        watch,
        count=asked.count,
        opener=own_opener(asked, belief),
        words=limits.MOST_WORDS,
        partial=True,
        belief=belief,
    )


@router.post("/suggest", response_model=suggest.Suggestions)
async def suggest_at_once(asked: models.SuggestRequest, request: Request, asks: Asks) -> Response:
    """What is known after some clues, and what a strategy would guess: an answer at once."""
    key = key_of(request, asked)
    if asks.answers.get(key) is None and (belief := asks.light(asked)) is not None:
        # For a few milliseconds, to hand it to another thread and back takes longer than that saves.
        asks.answers[key] = keep_json(first_answer(asked, belief))
    pool = asks.usual(asked, asks.quick)
    return await asks.answer(request, pool, asked, lambda stop: first_answer(asked, asks.belief(stop, asked)))


@router.post("/suggest/exact", response_model=suggest.Suggestions)
async def suggest_exact(asked: models.ExactRequest, request: Request, asks: Asks) -> Response:
    """The same by exact search; `proved` says whether the time was enough, else it is the default strategy's answer.

    The search ends when the client leaves.
    """

    def make(stop: Stop) -> suggest.Suggestions:
        return exact_answer(asked, asks.belief(stop, asked), stop.watch)

    return await asks.answer(request, asks.usual(asked, asks.search), asked, make)


@router.post("/split", response_model=split.Parts)
async def split_by(asked: models.SplitRequest, request: Request, asks: Asks) -> Response:
    """What a guess would do: every reply that may come, how likely it is, and the secrets that it leaves."""

    def make(stop: Stop) -> split.Parts:
        return split.split(asked.setup(), asked.guess, belief=asks.belief(stop, asked))

    return await asks.answer(request, asks.usual(asked, asks.quick), asked, make)


@router.post("/analyse", response_model=Analysis)
async def analyse(asked: models.AnalyseRequest, request: Request, asks: Asks) -> Response:
    """What each guess of a game was worth, and how much of the outcome was skill and how much luck."""

    def read(stop: Stop) -> list[Clue]:
        return read_clues(asks.start(stop, asked).game, asked.guesses, asked.grid, asked.secret)

    given = await asks.usual(asked, asks.quick).run(request, key_of(request, asked), read)
    # However a game is written, the answer is the same.
    written = {"guesses": [f"{guess}={reply}" for guess, reply in given], "grid": None, "secret": None}

    def make(stop: Stop) -> Analysis:
        return explain(asked.setup(), given, stop.watch, seconds=asked.seconds, belief=asks.start(stop, asked))

    return await asks.answer(request, asks.usual(asked, asks.search), asked.model_copy(update=written), make)


@router.post("/tree", response_model=trees.TreeNode)
async def tree(asked: models.TreeRequest, request: Request, asks: Asks) -> Response:
    """A node of the optimal tree of an opener: every reply, what it leaves, and the next guess."""
    grown = await asks.tree(request, asked, asked.opener, asked.exact)

    def make(stop: Stop) -> trees.TreeNode:
        return trees.tree_node(grown, asked.replies, asked.secret, limits.MOST_WORDS)

    return await asks.answer(request, asks.quick, asked, make, final=grown.proved or not asked.exact)


@router.post("/play", response_model=play.Played)
async def play_on(asked: models.PlayRequest, request: Request, asks: Asks) -> Response:
    """A game against a secret that is drawn by its seed: the replies so far. The server keeps nothing of it."""

    def make(stop: Stop) -> play.Played:
        belief = asks.start(stop, asked)
        return play.play(asked.setup(), asked.guesses, seed=asked.seed, give_up=asked.give_up, belief=belief)

    return await asks.answer(request, asks.quick, asked, make)


@router.post("/adversary", response_model=duel.DuelUnderWay)
async def duel_on(asked: models.AdversaryRequest, request: Request, asks: Asks) -> Response:
    """A game against an adversary that has no secret: it answers so as to keep as many secrets as it can."""

    def make(stop: Stop) -> duel.DuelUnderWay:
        belief = asks.start(stop, asked)
        return duel.play_duel(asked.setup(), asked.guesses, words=limits.MOST_WORDS, belief=belief)

    return await asks.answer(request, asks.quick, asked, make)


@router.post("/boards", response_model=boards.BoardsGame)
async def boards_on(asked: models.BoardsRequest, request: Request, asks: Asks) -> Response:
    """A game on several boards at once, whose secrets are drawn by a seed."""

    def make(stop: Stop) -> boards.BoardsGame:
        return boards.play_boards(
            asked.setup(),
            count=asked.boards,
            seed=asked.seed,
            guesses=asked.guesses,
            hint=asked.hint,
            belief=asks.start(stop, asked),
        )

    return await asks.answer(request, asks.search if asked.hint else asks.quick, asked, make)


@router.post("/compare", response_model=list[evaluate.Evaluated])
async def compare(asked: models.CompareRequest, request: Request, asks: Asks) -> Response:
    """How well strategies play every answer: mean, worst case and distribution."""
    until = time.monotonic() + limits.COMPARE_SECONDS
    setup = asked.setup()

    async def row(name: str) -> evaluate.Evaluated:
        key = ("compare", asked.edition, name, asked.opener, asked.hard)
        if name != "optimal":

            def play_all(stop: Stop, watch: Watch) -> evaluate.Evaluated:
                belief = asks.start(stop, asked)
                opener = None if asked.opener is None else read_guess(belief.game, asked.opener, (), hard=False)
                return evaluate.evaluate_strategy(setup, watch, by=name, opener=opener, bits=True, belief=belief)

            return await asks.evaluation(request, key, asks.search, play_all, until)
        if asked.opener is None:
            raise FewestError("Perfect play is compared with an opener given.")
        grown = await asks.tree(request, asked, asked.opener, exact=True)
        if not grown.proved:
            raise FewestError(f"Perfect play after {asked.opener!r} takes too long to find here.")

        def count(stop: Stop, watch: Watch) -> evaluate.Evaluated:
            return evaluate.evaluated(setup, grown.tree, grown.tree.start(), name, 0.0, bits=True)

        return await asks.evaluation(request, key, asks.quick, count, until)

    found = comparison.Compared(tuple([await row(name) for name in asked.strategies]))
    return as_response(keep_json(found).value)


@router.post("/converge", response_model=convergence.Converged)
async def converge(asked: models.ConvergeRequest, request: Request, asks: Asks) -> Response:
    """How a search that starts from brute force improves its play, until it is optimal or the time is over."""

    def make(stop: Stop) -> convergence.Converged:
        watch = stop.watch.within(asked.seconds)
        belief = asks.start(stop, asked)
        return convergence.converge(asked.setup(), watch, by=asked.estimator, every_step=True, belief=belief)

    found = await asks.search.run(request, key_of(request, asked), make)
    return as_response(keep_json(found).value)


@router.get("/curve/{edition}", response_model=train.CurvePoints)
async def curve(edition: models.Edition, request: Request, asks: Asks) -> Response:
    """How many guesses some bits of uncertainty take, as learnt on an edition."""
    asked = models.OnList(edition=edition)

    def make(stop: Stop) -> train.CurvePoints:
        return train.curve_points(asked.setup(), belief=asks.start(stop, asked))

    found = await asks.quick.run(request, ("curve", edition), make)
    return as_response(keep_json(found).value)
