"""The API: each endpoint reads a request, asks the library, and gives the answer the library's names."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Depends, Request, Response

from fewest import curves
from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.games import Wordle
from fewest.learning.convergence import converge as search_on
from fewest.play import adversary, analysis, boards, clues
from fewest.strategies import (
    CLASSIC,
    DEFAULT,
    ESTIMATORS,
    STRATEGIES,
    Strategy,
    Suggestion,
    Within,
    advise,
    estimator,
    worth_proving,
)
from fewest.trees.evaluation import evaluate, mean_bits
from fewest.trees.tree import Node, Tree, grow
from fewest.web import limits, models
from fewest.web.library import Grown, Library, ProblemError, as_json, key_of, read_guess, read_reply
from fewest.web.work import Stop
from fewest.words import EDITIONS, edition


def among(asked: models.ExactRequest, belief: Belief) -> list[str] | None:
    """One's own opener, before the first clue."""
    return None if asked.opener is None or belief.clues else [read_guess(belief, asked.opener)]


def told(belief: Belief, play: Strategy, found: Sequence[Suggestion]) -> models.Suggestions:
    """What is known in a position, and what to guess."""
    if len(belief) == 1:  # to guess it takes one guess, whatever the strategy says
        found = [replace(each, expected=1.0) for each in found]
    proved = bool(found) and found[0].expected is not None
    return models.Suggestions(
        turn=len(belief.clues) + 1,
        remaining=len(belief),
        bits=belief.entropy,
        won=belief.won,
        secrets=[{"word": word, "chance": chance} for word, chance in belief.ranked[: limits.MOST_WORDS]],
        strategy=play.name,
        proved=proved,
        estimates=proved or play.name in ESTIMATORS,
        sharpens=worth_proving(belief),
        suggestions=[each for each in found if each.bits or each.hit],  # type: ignore[misc]
    )


router = APIRouter(prefix="/api/v1")


async def library(request: Request) -> Library:
    """The library of this server."""
    found = request.app.state.library
    assert isinstance(found, Library)
    return found


Asks = Annotated[Library, Depends(library)]


@cache
def edition_infos() -> list[models.EditionInfo]:
    """What there is to know of the shipped word lists."""
    lists = {name: edition(name) for name in EDITIONS}
    return [
        models.EditionInfo(
            name=name,
            guesses=len(each.guesses),
            answers=len(each.answers),
            length=each.length,
            max_guesses=Wordle.max_guesses,
        )
        for name, each in lists.items()
    ]


@router.get("/editions", response_model=list[models.EditionInfo])
async def editions(request: Request, asks: Asks) -> list[models.EditionInfo]:
    """The shipped word lists."""
    return await asks.quick.run(request, "editions", lambda stop: edition_infos())


@router.get("/strategies", response_model=list[models.StrategyInfo])
async def strategies() -> list[models.StrategyInfo]:
    """The strategies that look at one guess and no further."""
    return [
        models.StrategyInfo(name=name, summary=STRATEGIES[name].summary, estimates=name in ESTIMATORS)
        for name in CLASSIC
    ]


@router.post("/suggest", response_model=models.Suggestions)
async def suggest(asked: models.SuggestRequest, request: Request, asks: Asks) -> Response:
    """What is known after some clues, and what a strategy would guess: an answer at once."""

    def make(belief: Belief) -> models.Suggestions:
        play: Strategy = STRATEGIES[asked.strategy or DEFAULT]
        if asked.strategy is None:  # a first answer, before the exact one
            play = Within(play, belief.game.max_guesses)
        return told(belief, play, [] if belief.won else play.suggest(belief, asked.count, among(asked, belief)))

    key = key_of(request, asked)
    if asks.answers.get(key) is None and (belief := asks.light(asked)) is not None:
        # For a few milliseconds, to hand it to another thread and back takes longer than that saves.
        sent = as_json(make(belief))
        asks.answers.put(key, sent, len(sent))
    pool = asks.usual(asked, asks.quick)
    return await asks.answer(request, pool, asked, lambda stop: make(asks.belief(stop, asked)))


@router.post("/suggest/exact", response_model=models.Suggestions)
async def suggest_exact(asked: models.ExactRequest, request: Request, asks: Asks) -> Response:
    """The same by exact search; `proved` says whether the time was enough, else it is the default strategy's answer.

    The search ends when the client leaves.
    """

    def make(stop: Stop) -> models.Suggestions:
        belief = asks.belief(stop, asked)
        if belief.won:
            return told(belief, STRATEGIES[DEFAULT], [])
        advice = advise(belief, belief.game.max_guesses, asked.count, among(asked, belief), stop=stop.token)
        return told(belief, advice.strategy, advice.suggestions)

    return await asks.answer(request, asks.usual(asked, asks.search), asked, make)


@router.post("/split", response_model=models.Split)
async def split(asked: models.SplitRequest, request: Request, asks: Asks) -> Response:
    """What a guess would do: every reply that may come, how likely it is, and the secrets that it leaves."""

    def make(stop: Stop) -> models.Split:
        belief = asks.belief(stop, asked)
        game, guess = belief.game, read_guess(belief, asked.guess)
        parts = sorted(belief.parts(guess), key=lambda each: (-each[1].chance, each[0]))
        chances = [part.chance for _, part in parts]
        return models.Split(
            guess=guess,
            remaining=len(belief),
            bits=max(0.0, -math.fsum(chance * math.log2(chance) for chance in chances)),
            hit=math.fsum(part.chance for reply, part in parts if reply == game.win),
            expected_size=math.fsum(part.chance * len(part) for _, part in parts),
            largest=max(len(part) for _, part in parts),
            parts=[
                models.Part(
                    reply=game.reply_text(reply),
                    squares=game.squares(reply),
                    count=len(part),
                    chance=part.chance,
                    words=part.words[: limits.MOST_WORDS],
                )
                for reply, part in parts
            ],
        )

    return await asks.answer(request, asks.usual(asked, asks.quick), asked, make)


def analyse_game(start: Belief, given: Sequence[Clue], asked: models.AnalyseRequest, stop: Stop) -> models.Analysis:
    """Explain a game, unless nobody waits for it any more."""
    game, belief = start.game, start
    made = analysis.analyse(start, given, asked.seconds, lambda done, of: stop.check(), stop=stop.token)
    turns = []
    names = set(models.Turn.model_fields) - {"reply", "squares", "bits_before", "bits_after", "why"}
    for turn in made.turns:
        after = belief.after(turn.guess, turn.reply)
        turns.append(
            models.Turn(
                reply=game.reply_text(turn.reply),
                squares=game.squares(turn.reply),
                bits_before=belief.entropy,
                bits_after=after.entropy,
                why="" if turn.perfect else analysis.why(turn),
                **{name: getattr(turn, name) for name in names},
            )
        )
        belief = after
    totals = ("solved", "par", "lost", "gained", "left", "skill", "luck", "exact")
    mark = f"{'*' if asked.hard else ''} · skill {made.skill} · luck {made.luck}"
    rows = [turn.squares for turn in turns]
    return models.Analysis(
        edition=game.label,
        turns=turns,
        share=clues.share(f"fewest {game.title}", rows, made.solved, game.max_guesses, mark),
        **{name: getattr(made, name) for name in totals},
    )


@router.post("/analyse", response_model=models.Analysis)
async def analyse(asked: models.AnalyseRequest, request: Request, asks: Asks) -> Response:
    """What each guess of a game was worth, and how much of the outcome was skill and how much luck."""

    def read(stop: Stop) -> list[Clue]:
        return clues.read_clues(asks.start(stop, asked).game, asked.guesses, asked.grid, asked.secret)

    given = await asks.usual(asked, asks.quick).run(request, key_of(request, asked), read)
    # However a game is written, the answer is the same.
    same = asked.model_copy(
        update={"guesses": [f"{guess}={reply}" for guess, reply in given], "grid": None, "secret": None}
    )
    return await asks.answer(
        request,
        asks.usual(asked, asks.search),
        same,
        lambda stop: analyse_game(asks.start(stop, asked), given, asked, stop),
    )


@router.post("/tree", response_model=models.TreeNode)
async def tree(asked: models.TreeRequest, request: Request, asks: Asks) -> Response:
    """A node of the optimal tree of an opener: every reply, what it leaves, and the next guess."""
    grown = await asks.tree(request, asked.edition, asked.opener, asked.hard, asked.exact)
    is_final = grown.proved or not asked.exact
    return await asks.answer(request, asks.quick, asked, lambda stop: tree_node(grown, asked), lambda sent: is_final)


def tree_node(grown: Grown, asked: models.TreeRequest) -> models.TreeNode:
    """The node that some replies lead to."""
    whole, game = grown.tree, grown.tree.game
    node: Node | None = whole.root
    belief, path = whole.start(), []
    for place, text in enumerate(asked.replies):
        reply = read_reply(belief, text, place)
        if node is None or reply not in node.replies:
            raise ProblemError(f"No secret leads to reply {place + 1}, {text}, in this tree.", "reply", clue=place)
        belief = belief.after(node.guess, reply)
        path.append(models.Clue(guess=node.guess, reply=game.reply_text(reply)))
        node = node.replies[reply]
    branches = []
    for reply, part in belief.parts(node.guess) if node is not None else ():
        child = node.replies[reply] if node is not None else None
        taken = [grown.depths[word] for word in part.words]
        branches.append(
            models.Branch(
                reply=game.reply_text(reply),
                squares=game.squares(reply),
                count=len(part),
                words=part.words[: limits.MOST_WORDS],
                guess=None if child is None else child.guess,
                mean=sum(taken) / len(taken),
                worst=max(taken),
            )
        )
    taken = sorted(grown.depths[word] for word in belief.words)
    found: list[Clue] = [] if asked.secret is None else whole.play(clues.find_secret(game, asked.secret))
    return models.TreeNode(
        strategy=whole.strategy,
        proved=grown.proved,
        opener=whole.opener,
        path=path,
        guess=None if node is None else node.guess,
        count=len(belief),
        mean=sum(taken) / len(taken),
        worst=taken[-1],
        branches=sorted(branches, key=lambda each: (-each.count, each.reply)),
        histogram={guesses: taken.count(guesses) for guesses in range(1, taken[-1] + 1)},
        whole_mean=grown.evaluation.mean,
        whole_total=grown.evaluation.total,
        whole_worst=grown.evaluation.worst,
        secret_path=[models.Clue(guess=guess, reply=game.reply_text(reply)) for guess, reply in found],
    )


@router.post("/play", response_model=models.Played)
async def play(asked: models.PlayRequest, request: Request, asks: Asks) -> Response:
    """A game against a secret that is drawn by its seed: the replies so far. The server keeps nothing of it."""

    def make(stop: Stop) -> models.Played:
        game = asks.game(stop, asked.edition)
        secret = game.draw(f"seed {asked.seed}")
        made: list[Clue] = []
        for place, text in enumerate(asked.guesses):
            if len(made) == game.max_guesses or (made and made[-1].reply == game.win):
                raise ProblemError("The game is over; start another.", clue=place)
            guess = read_guess(Belief(game, np.empty(0, np.int32), hard=asked.hard, clues=tuple(made)), text, place)
            made.append(Clue(guess, game.reply(guess, secret)))
        won = bool(made) and made[-1].reply == game.win
        over = won or asked.give_up or len(made) == game.max_guesses
        rows = [game.squares(clue.reply) for clue in made]
        mark = "*" if asked.hard else ""
        return models.Played(
            length=len(game.guesses[0]),
            max_guesses=game.max_guesses,
            replies=[game.reply_text(clue.reply) for clue in made],
            won=won,
            over=over,
            secret=secret if over else None,
            share=clues.share(f"fewest {game.title} #{asked.seed}", rows, won, game.max_guesses, mark),
        )

    return await asks.answer(request, asks.quick, asked, make)


@router.post("/adversary", response_model=models.Dueled)
async def duel(asked: models.AdversaryRequest, request: Request, asks: Asks) -> Response:
    """A game against an adversary that has no secret: it answers so as to keep as many secrets as it can."""

    def make(stop: Stop) -> models.Dueled:
        belief = Belief.start(asks.game(stop, asked.edition), hard=asked.hard)
        game, remaining = belief.game, []
        for place, text in enumerate(asked.guesses):
            if belief.won:
                raise ProblemError("The adversary is beaten; start another game.", clue=place)
            belief = adversary.answer(belief, read_guess(belief, text, place))
            remaining.append(len(belief))
        won = belief.won
        rows = [game.squares(clue.reply) for clue in belief.clues]
        return models.Dueled(
            length=len(game.guesses[0]),
            replies=[game.reply_text(clue.reply) for clue in belief.clues],
            remaining=remaining,
            words=belief.words[: limits.MOST_WORDS],
            won=won,
            share="\n".join([f"fewest duel {game.title} {len(rows) if won else '…'}", "", *rows]),
        )

    return await asks.answer(request, asks.quick, asked, make)


@router.post("/boards", response_model=models.Boards)
async def several(asked: models.BoardsRequest, request: Request, asks: Asks) -> Response:
    """A game on several boards at once, whose secrets are drawn by a seed."""

    def make(stop: Stop) -> models.Boards:
        game = asks.game(stop, asked.edition)
        now = boards.Boards.start(Belief.start(game), asked.boards)
        secrets = boards.draw(now, 1, asked.seed)[0]
        for place, text in enumerate(asked.guesses):
            if not now.open or place == now.limit:
                raise ProblemError("The game is over; start another.", clue=place)
            now = now.guess_all(read_guess(now.beliefs[now.open[0]], text, place), secrets)
        won, over = not now.open, not now.open or len(asked.guesses) == now.limit
        proposals = boards.suggest(now, limits.HINTS) if asked.hint and not over else []
        return models.Boards(
            length=len(game.guesses[0]),
            max_guesses=now.limit,
            boards=[
                models.Board(
                    replies=[game.reply_text(clue.reply) for clue in belief.clues],
                    done=now.done(at),
                    remaining=len(belief),
                    words=belief.words[: limits.HINT_WORDS] if asked.hint else [],
                    secret=secrets[at] if over or now.done(at) else None,
                )
                for at, belief in enumerate(now.beliefs)
            ],
            won=won,
            over=over,
            proposals=[models.Proposal.model_validate(each) for each in proposals],
        )

    return await asks.answer(request, asks.search if asked.hint else asks.quick, asked, make)


@router.post("/compare", response_model=list[models.Compared])
async def compare(asked: models.CompareRequest, request: Request, asks: Asks) -> list[models.Compared]:
    """How well strategies play every answer: mean, worst case and distribution."""
    until = time.monotonic() + limits.COMPARE_SECONDS

    async def row(name: str) -> models.Compared:
        key = ("compare", asked.edition, name, asked.opener, asked.hard)
        if name == "optimal":
            if asked.opener is None:
                raise ProblemError("Perfect play is compared with an opener given.")
            grown = await asks.tree(request, asked.edition, asked.opener, asked.hard, exact=True)
            if not grown.proved:
                raise ProblemError(f"Perfect play after {asked.opener!r} takes too long to find here.")
            return await asks.ask(request, asks.quick, asks.evaluations, key, lambda stop: compared(name, grown.tree))

        def make(stop: Stop) -> models.Compared:
            def check(done: int, of: int) -> None:
                stop.check()
                if time.monotonic() > until:
                    raise FewestError(f"To compare this takes longer than {limits.COMPARE_SECONDS:.0f} seconds.")

            belief = Belief.start(asks.game(stop, asked.edition), hard=asked.hard)
            opener = None if asked.opener is None else belief.game.guesses[belief.find_guess(asked.opener)]
            return compared(name, grow(STRATEGIES[name], belief, opener, check))

        return await asks.ask(request, asks.search, asks.evaluations, key, make)

    return [await row(name) for name in asked.strategies]


def compared(name: str, tree: Tree) -> models.Compared:
    """How well a tree plays."""
    result = evaluate(tree)
    shown = {key: getattr(result, key) for key in ("opener", "mean", "total", "worst", "losses", "histogram")}
    return models.Compared(strategy=name, bits=mean_bits(tree, tree.start()), **shown)


@router.post("/converge", response_model=models.Converged)
async def converge(asked: models.ConvergeRequest, request: Request, asks: Asks) -> models.Converged:
    """How a search that starts from brute force improves its play, until it is optimal or the time is over."""

    def make(stop: Stop) -> models.Converged:
        belief = Belief.start(asks.game(stop, asked.edition))
        found = search_on(belief, estimator(asked.estimator), seconds=asked.seconds, report=lambda step: stop.check())
        return models.Converged.model_validate(found)

    return await asks.search.run(request, key_of(request, asked), make)


@router.get("/curve/{edition}", response_model=models.CurvePoints)
async def curve(edition: models.Edition, request: Request, asks: Asks) -> models.CurvePoints:
    """How many guesses some bits of uncertainty take, as learnt on an edition."""
    found = await asks.quick.run(request, ("curve", edition), lambda stop: curves.shipped(asks.game(stop, edition)))
    bits = np.linspace(0, math.ceil(max(found.bits)), 61)
    knots = [[*knot] for knot in zip(found.bits, found.guesses, strict=True)]
    return models.CurvePoints(name=found.name, bits=bits.tolist(), guesses=found(bits).tolist(), knots=knots)
