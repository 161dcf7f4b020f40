"""The tools of `fewest mcp`, which assistants call over the Model Context Protocol.

Each tool asks one question. Its text is what the command line shows; its data are the JSON of the result.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, get_type_hints

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from fewest import __version__
from fewest._core import StopToken
from fewest.errors import FewestError
from fewest.play.analysis import Analysis
from fewest.questions import analyse, lists, prove, split, suggest
from fewest.results import Result
from fewest.setup import TODAY, Setup
from fewest.watch import Watch
from fewest.web import models
from fewest.web.limits import LIMITS, MAX_SUGGESTIONS
from fewest.web.schemas import schema_of

INSTRUCTIONS = """\
fewest solves Wordle, Mastermind, Bulls and Cows and similar games in the fewest guesses. Without a game or an edition,
tools assume today's New York Times Wordle: any of 14,855 words may be the answer, and the curated ones are far
likelier. Values are expected numbers of guesses, counting this one. Say that a value is proved only if the result says
so."""

MAX_EXAMPLES = 10
"""The most words listed for a reply or a turn."""

MAX_WORDS = 1_000
"""The most words of a list."""

MAX_SECONDS = 3_600.0
"""The longest proof: an hour."""

Clues = Annotated[
    Sequence[str],
    Field(
        max_length=LIMITS.most_clues,
        description="The clues so far, oldest first: a guess, an equals sign and its reply, such as crane=01200, where "
        "0 is grey, 1 yellow and 2 green. Mastermind: 1122=1b1w. Bulls and Cows: 0123=1b1c.",
    ),
]
Spec = Annotated[
    models.GameSpec,
    Field(description="wordle, mastermind, bulls-and-cows or another game, with options: mastermind:pegs=5,colours=8."),
]
Edition = Annotated[
    models.Edition | None,
    Field(description="A list of answers, all equally likely, instead of today's game."),
]
Answers = Annotated[
    list[models.Word] | None,
    Field(
        max_length=LIMITS.most_listed,
        description="Your own words, all of one length, instead of a list: each may be guessed or be the secret.",
    ),
]
Hard = Annotated[bool, Field(description="Hard mode: every guess must use all clues.")]


def _setup(
    game: str, edition: str | None, answers: list[str] | None, clues: Sequence[str] = (), hard: bool = False
) -> Setup:
    """The setup of a call. Games that read files are refused."""
    given = {"game": game, "edition": edition, "answers": answers, "clues": (*clues,), "hard": hard}
    setup = Setup.chosen(given, TODAY, Setup())
    models.require_playable(setup)
    return setup


def _suggest(
    watch: Watch,
    clues: Clues = (),
    game: Spec = LIMITS.game,
    edition: Edition = None,
    answers: Answers = None,
    hard: Hard = False,
    count: Annotated[int, Field(ge=1, le=MAX_SUGGESTIONS, description="How many guesses to return.")] = 5,
) -> suggest.Suggestions:
    """Suggest the best next guesses after some clues, with the average number of guesses that each needs."""
    return suggest.suggest(_setup(game, edition, answers, clues, hard), watch=watch, count=count)


def _split(
    watch: Watch,
    guess: models.Word,
    clues: Clues = (),
    game: Spec = LIMITS.game,
    edition: Edition = None,
    answers: Answers = None,
    hard: Hard = False,
) -> split.Parts:
    """Show what a guess would do: every possible reply, its probability, and up to ten of the words that it leaves."""
    found = split.split(_setup(game, edition, answers, clues, hard), guess)
    return replace(found, parts=tuple(replace(part, words=part.words[:MAX_EXAMPLES]) for part in found.parts))


def _words(
    watch: Watch,
    clues: Clues = (),
    game: Spec = LIMITS.game,
    edition: Edition = None,
    answers: Answers = None,
    count: Annotated[int, Field(ge=1, le=MAX_WORDS, description="How many words to return.")] = 100,
) -> lists.Words:
    """List the words or codes that fit some clues, the likeliest first with their probabilities."""
    found = lists.words(_setup(game, edition, answers, clues))
    return replace(found, words=found.words[:count], chances=found.chances[:count])


def _analyse(
    watch: Watch,
    guesses: Annotated[
        list[models.Word],
        Field(min_length=1, max_length=LIMITS.most_clues, description="The guesses, or clues such as crane=01200."),
    ],
    secret: Annotated[
        models.Word | None, Field(description="The secret, if the guesses have no replies and do not end with it.")
    ] = None,
    game: Spec = LIMITS.game,
    edition: Edition = None,
    answers: Answers = None,
    hard: Hard = False,
) -> Analysis:
    """Explain a finished game: what each guess was worth, which guess was better, and how much was skill or luck."""
    return analyse.analyse(
        _setup(game, edition, answers, hard=hard), guesses, watch=watch, secret=secret, words=MAX_EXAMPLES
    )


def _prove(
    watch: Watch,
    clues: Clues = (),
    game: Spec = LIMITS.game,
    edition: Edition = None,
    answers: Answers = None,
    hard: Hard = False,
    guess: Annotated[
        models.Word | None, Field(description="Value this next guess instead of finding the best.")
    ] = None,
    seconds: Annotated[
        float, Field(gt=0, le=MAX_SECONDS, description="Stop after this many seconds with the best play so far.")
    ] = 30.0,
) -> prove.Proved:
    """Find the play with the fewest guesses on average, and prove by exact search that no strategy needs fewer.

    After a clue this takes seconds at most. From the start of a game it takes seconds for mastermind, ten seconds for
    the edition original, and half an hour for today's game: there, `suggest` knows the proved first guess at once.
    """
    setup = _setup(game, edition, answers, clues, hard)
    return prove.prove(setup, watch=watch.within(seconds), openers=() if guess is None else (guess,))


TOOLS: dict[str, Callable[..., Result]] = {
    "suggest": _suggest,
    "split": _split,
    "words": _words,
    "analyse": _analyse,
    "prove": _prove,
}
"""The function of each tool."""


def _tool(name: str, ask: Callable[..., Result]) -> Tool:
    """Make a tool of a function that takes a watch and returns a result. It stops when the client cancels the call."""

    async def run(**arguments: Any) -> CallToolResult:
        stop = StopToken()
        try:
            watched = partial(ask, Watch(stop=stop), **arguments)
            found = await anyio.to_thread.run_sync(watched, abandon_on_cancel=True)
        except FewestError as error:
            raise ToolError(str(error)) from error
        finally:
            stop.stop()
        return CallToolResult(content=[TextContent(type="text", text=str(found))], structured_content=found.to_json())

    types = get_type_hints(ask, include_extras=True)
    told = inspect.signature(ask)
    parameters = [each.replace(annotation=types[each.name]) for each in told.parameters.values()][1:]
    run.__name__ = name
    vars(run)["__signature__"] = told.replace(parameters=parameters, return_annotation=CallToolResult)
    hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    made = Tool.from_function(run, name, description=inspect.cleandoc(ask.__doc__ or ""), annotations=hints)
    made.fn_metadata.output_schema = schema_of(types["return"])
    return made


def server() -> MCPServer[Any]:
    """The server with all tools."""
    tools = [_tool(name, ask) for name, ask in TOOLS.items()]
    return MCPServer("fewest", instructions=INSTRUCTIONS, version=__version__, tools=tools, log_level="ERROR")
