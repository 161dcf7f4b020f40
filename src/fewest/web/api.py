"""The endpoints of the API; each sends the result of one function of `fewest.questions`."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, get_type_hints

from fastapi import APIRouter, Request, Response

from fewest._core import Stopped, StopToken
from fewest.belief import Belief
from fewest.errors import FewestError, OutOfTimeError
from fewest.play import catalogue, log
from fewest.play.analysis import Analysis
from fewest.play.clues import read_guess
from fewest.questions import boards, duel, evaluate, lists, past, play, split, suggest, train
from fewest.questions import compare as comparison
from fewest.questions import converge as convergence
from fewest.questions import tree as trees
from fewest.questions import value as values
from fewest.questions.analyse import analyse as explain
from fewest.results import to_json
from fewest.setup import TODAY
from fewest.strategies.advice import EXACT_SECONDS
from fewest.system.files import digest
from fewest.watch import Watch
from fewest.web import limits, models
from fewest.web.caches import Caches, Work, json_response
from fewest.web.limits import LIMITS
from fewest.words import OWN_LIST, PastAnswers, from_text, known_languages

router = APIRouter(prefix="/api/v1")

"""The name of a list of words that a client sent."""


@router.get("/editions", response_model=list[catalogue.Edition])
def editions() -> Response:
    """The shipped word lists."""
    return json_response(catalogue.editions())


@router.get("/strategies", response_model=list[catalogue.StrategyInfo])
async def strategies() -> list[catalogue.StrategyInfo]:
    """The strategies that look one guess ahead."""
    return catalogue.classic_strategies()


@router.get("/limits")
async def limits_of_requests() -> limits.Limits:
    """The limits and defaults of requests."""
    return LIMITS


@router.get("/games")
def games() -> list[models.GameChoice]:
    """The games that requests may name, and their options."""
    return models.game_choices()


@router.get("/languages")
def languages() -> list[str]:
    """The languages of words; empty unless the package wordfreq is installed."""
    return known_languages()


@router.post("/lists")
async def keep_list(asked: models.ListRequest, request: Request) -> models.OwnList:
    """Store your own list of words for a while. Returns the name that requests use for it."""
    caches = request.app.state.caches
    key = "list", digest(asked.text)
    words = await caches.pools["quick"].run(request, key, lambda stop: from_text(asked.text, OWN_LIST))
    count = len(words.guesses)
    if count > LIMITS.most_listed:
        raise FewestError(f"The list has {count:,} words. Use at most {LIMITS.most_listed:,}.")
    caches.lists[words.fingerprint] = words
    return models.OwnList(word_list=words.fingerprint, words=count, length=words.length)


@router.post("/past")
async def keep_past(asked: models.PastRequest, request: Request) -> models.OwnPast:
    """Store past answers of today's game for a while. Returns the name that requests use for them."""
    caches: Caches = request.app.state.caches
    answers, name = PastAnswers(asked.text), digest(asked.text)
    game = Work(caches, TODAY, TODAY.without_belief()).game
    pool = caches.pools["quick"]
    facts = await pool.run(request, ("past", name), lambda stop: past.describe_past(TODAY, answers, game=game()))
    caches.past[name] = answers
    caches.prove_past(name, game)
    return models.OwnPast(past=name, sentence=facts.sentence)


@router.get("/past/{name}")
async def past_proof(name: models.PastName, request: Request) -> models.PastProof:
    """The progress of the proof of the best first guess with past answers."""
    caches: Caches = request.app.state.caches
    caches.known_past(name)
    proof = caches.proofs.get(name)
    if proof is None:
        return models.PastProof(proved=False, running=False, settled=0, first_guesses=0)
    progress = proof.progress
    return models.PastProof(
        proved=proof.is_proved,
        running=proof.is_running,
        settled=progress.done,
        first_guesses=progress.total or 0,
    )


PAGE_SUGGESTIONS = 8
"""The number of suggestions on the page."""

FIRST_SECRETS = 60
"""The number of words that the page lists before the first clue."""


@cache
def page_facts() -> dict[str, Any]:
    """The data embedded in the page: choices, the default game, its first suggestions, limits, and the log format."""
    first = suggest.suggest(TODAY, count=PAGE_SUGGESTIONS, words=FIRST_SECRETS, partial=True, seconds=0)
    return {
        "editions": catalogue.editions().to_json(),
        "games": [choice.model_dump() for choice in models.game_choices()],
        "usual": lists.describe(models.GameRequest().setup()).to_json(),
        "first": first.to_json(),
        "strategies": to_json(catalogue.classic_strategies()),
        "limits": LIMITS.model_dump(),
        "log": {"patterns": log.PATTERNS, "defaults": log.DEFAULTS, "most_games": log.MAX_GAMES},
    }


def resolve(request: Request, asked: models.GameRequest) -> Work:
    """Find the game and the belief of a request."""
    work: Work = request.app.state.caches.resolve(request, asked)
    return work


def question(path: str, pool: str | Callable[[Any], str] = "quick") -> Callable[[Callable[..., Any]], Any]:
    """Make a function of a request and its work an endpoint that runs in a pool, which may depend on the request."""

    def register(compute: Callable[..., Any]) -> Any:
        async def endpoint(asked: models.GameRequest, request: Request) -> Response:
            name = pool if isinstance(pool, str) else pool(asked)
            return await resolve(request, asked).answer(asked, partial(compute, asked), name)

        types = get_type_hints(compute)
        endpoint.__name__, endpoint.__doc__ = compute.__name__, compute.__doc__
        endpoint.__annotations__["asked"] = types["asked"]
        return router.post(path, response_model=types["return"])(endpoint)

    return register


def search_pool(asked: models.ExactRequest | models.ValueRequest) -> str:
    """The pool for an exact search: long searches must not delay those within the default budget."""
    if asked.seconds <= EXACT_SECONDS:
        return "advice" if asked.seconds else "quick"
    return tree_pool(asked)


def tree_pool(asked: models.RuleRequest) -> str:
    """The pool for a long search. With a rule only one runs at a time, because it needs much memory."""
    return "large" if asked.hard or asked.rule != "any" else "search"


def proof_seconds(seconds: float, belief: Belief) -> float:
    """The requested budget of exact search, limited to the default one if there are too many secrets."""
    return seconds if len(belief) <= LIMITS.proof_words else min(seconds, EXACT_SECONDS)


def suggestions(asked: models.AdviceRequest, work: Work, seconds: float, by: str | None = None) -> suggest.Suggestions:
    """The best guesses. An opener applies only before the first clue."""
    belief = work.belief(asked.clues)
    opener = None if belief.clues or asked.opener is None else read_guess(belief.game, asked.opener, (), hard=False)
    return suggest.suggest(
        work.setup,
        watch=work.watch,
        count=asked.count,
        by=by,
        opener=opener,
        words=limits.MAX_LISTED_SECRETS,
        partial=True,
        seconds=proof_seconds(seconds, belief),
        belief=belief,
        preference=asked.preference(),
    )


@question("/game")
def describe(asked: models.GameRequest, work: Work) -> lists.GameFacts:
    """Describe a game, and how to enter its guesses and replies."""
    return lists.describe(work.setup, game=work.game())


@question("/suggest")
def suggest_at_once(asked: models.SuggestRequest, work: Work) -> suggest.Suggestions:
    """The possible secrets after some clues, and the best guesses by a strategy, without exact search."""
    return suggestions(asked, work, 0, asked.strategy)


@question("/suggest/exact", search_pool)
def suggest_exact(asked: models.ExactRequest, work: Work) -> suggest.Suggestions:
    """The same by exact search. If that takes too long, `proved` is false and the default strategy answers.

    The search stops when the client disconnects.
    """
    return suggestions(asked, work, asked.seconds)


@question("/split")
def split_by(asked: models.SplitRequest, work: Work) -> split.Parts:
    """The split of a guess: every reply, its probability, and the secrets that it leaves."""
    return split.split(work.setup, asked.guess, belief=work.belief(asked.clues))


@question("/value", search_pool)
def value_of(asked: models.ValueRequest, work: Work) -> values.Value:
    """The expected number of guesses if you play this guess next, and its rank among all allowed guesses."""
    belief = work.belief(asked.clues)
    seconds = proof_seconds(asked.seconds, belief)
    return values.value(work.setup, asked.guess, watch=work.watch, seconds=seconds, belief=belief)


@question("/analyse", "advice")
def analyse(asked: models.AnalyseRequest, work: Work) -> Analysis:
    """The value of each guess of a game, and how much of the outcome was skill and how much luck."""
    if asked.text is not None and asked.guesses:
        raise FewestError("Give either a text or guesses, not both.")
    return explain(
        work.setup,
        asked.guesses if asked.text is None else asked.text,
        watch=work.watch,
        secret=asked.secret,
        seconds=asked.seconds,
        words=limits.MAX_LISTED_SECRETS,
        belief=work.start(),
    )


@question("/play")
def play_on(asked: models.PlayRequest, work: Work) -> play.Played:
    """The replies so far of a game whose secret is drawn by a seed or a date. The server stores nothing."""
    belief, day = work.start(), asked.daily()
    return play.play(work.setup, asked.guesses, seed=asked.seed, day=day, give_up=asked.give_up, belief=belief)


@question("/adversary")
def duel_on(asked: models.AdversaryRequest, work: Work) -> duel.DuelUnderWay:
    """A game against an adversary without a secret: each reply leaves the most secrets possible."""
    return duel.play_duel(work.setup, asked.guesses, words=limits.MAX_LISTED_SECRETS, belief=work.start())


@question("/boards", lambda asked: "advice" if asked.hint else "quick")
def boards_on(asked: models.BoardsRequest, work: Work) -> boards.BoardsGame:
    """A game on several boards. A seed draws the secrets from the answers of the game."""
    return boards.play_boards(
        work.setup,
        count=asked.boards,
        seed=asked.seed,
        guesses=asked.guesses,
        hint=asked.hint,
        belief=work.start(),
        preference=asked.preference(),
    )


@question("/boards/assist", "advice")
def assist_boards(asked: models.AssistBoardsRequest, work: Work) -> boards.BoardsGame:
    """The best guesses for several boards of a game that is played elsewhere, given the replies so far."""
    turns = [(turn.guess, turn.replies) for turn in asked.turns]
    start, preference = work.start(), asked.preference()
    return boards.assist_boards(work.setup, turns, count=asked.boards, belief=start, preference=preference)


@question("/converge", "search")
def converge(asked: models.ConvergeRequest, work: Work) -> convergence.Converged:
    """How a search that starts from brute force improves, until it is optimal or out of time."""
    watch = work.watch.within(asked.seconds)
    return convergence.converge(work.setup, watch=watch, by=asked.estimator, every_step=True, belief=work.start())


@router.get("/curve/{edition}", response_model=train.CurvePoints)
async def curve(edition: models.Edition, request: Request) -> Response:
    """The expected number of guesses by bits of uncertainty, learnt on an edition."""
    asked = models.GameRequest(edition=edition)
    return await resolve(request, asked).answer(asked, lambda work: train.curve_points(work.setup, belief=work.start()))


@router.post("/tree", response_model=trees.TreeNode)
async def tree(asked: models.TreeRequest, request: Request) -> Response:
    """A node of the tree of an opener: every reply, the secrets that it leaves, and the next guess."""
    work = resolve(request, asked)
    grown = await opener_tree(work, asked, asked.opener, asked.exact)

    def compute(work: Work) -> trees.TreeNode:
        return trees.tree_node(
            work.setup,
            asked.opener,
            replies=asked.replies,
            secret=asked.secret,
            words=limits.MAX_LISTED_SECRETS,
            grown=grown,
        )

    return await work.answer(asked, compute)


async def opener_tree(work: Work, asked: models.RuleRequest, opener: str, exact: bool) -> trees.OpenerTree:
    """The optimal tree of an opener. If not `exact`, or if that takes too long, the tree of the default strategy."""

    def compute(work: Work) -> trees.OpenerTree:
        belief = work.start()
        guess = belief.game.guesses[belief.find_guess(opener)]
        if exact:
            watch = Watch(stop=StopToken(work.stop, seconds=limits.TREE_SECONDS))
            try:
                return trees.opener_tree(work.setup, guess, watch=watch, exact=True, belief=belief)
            except Stopped:
                work.stop.check()
        return trees.opener_tree(work.setup, guess, watch=work.watch, belief=belief)

    key = work.key(work.setup), opener.lower(), exact
    grown = work.caches.trees.get(key)
    if grown is None:
        grown = work.caches.trees[key] = await work.run(key, compute, tree_pool(asked) if exact else "advice")
    return grown


@router.post("/compare", response_model=list[evaluate.Evaluated])
async def compare(asked: models.CompareRequest, request: Request) -> Response:
    """How well strategies play against every answer: mean, worst case and distribution."""
    work = resolve(request, asked)
    optimal: trees.OpenerTree | None = None
    if "optimal" in asked.strategies:
        if asked.opener is None:
            raise FewestError("The strategy optimal needs an opener.")
        optimal = await opener_tree(work, asked, asked.opener, exact=True)
        if not optimal.proved:
            which = "Choose another opener, or leave out optimal."
            raise FewestError(f"Perfect play after {asked.opener!r} takes too long to compute here. {which}")

    def row(work: Work, name: str, watch: Watch) -> evaluate.Evaluated:
        if name == "optimal" and optimal is not None:
            return evaluate.evaluate_tree(work.setup, optimal.tree, optimal.tree.start(), name, 0.0, bits=True)
        belief = work.start()
        opener = None if asked.opener is None else read_guess(belief.game, asked.opener, (), hard=False)
        return evaluate.evaluate_strategy(work.setup, watch=watch, by=name, opener=opener, bits=True, belief=belief)

    def compute(work: Work) -> comparison.Compared:
        watch = work.watch.within(limits.COMPARE_SECONDS)
        try:
            return comparison.Compared(tuple(row(work, name, watch) for name in asked.strategies))
        except OutOfTimeError as error:
            time = f"{limits.COMPARE_SECONDS:.0f} seconds"
            message = f"Comparing these strategies takes longer than {time} here. Choose fewer strategies."
            raise OutOfTimeError(message, error.so_far) from None

    return await work.answer(asked, compute, "search")
