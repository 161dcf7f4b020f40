"""The tools of `fewest mcp`, called by the client of the protocol's own package."""

import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

from fewest import Setup
from fewest._core import StopToken
from fewest.questions import analyse, lists, prove, split, suggest
from fewest.results import Result
from fewest.setup import TODAY
from fewest.watch import Watch
from fewest.web import tools
from tests.questions.checks import without_times

ORIGINAL = Setup(edition="original")
CODES = Setup(game="mastermind")
CLUE = "crane=01200"

CALLS: list[tuple[str, dict[str, Any], Callable[[], Result]]] = [
    ("suggest", {}, lambda: suggest.suggest(TODAY, count=5)),
    (
        "suggest",
        {"clues": [CLUE], "edition": "original", "hard": True, "count": 3},
        lambda: suggest.suggest(replace(ORIGINAL, hard=True).after(CLUE), count=3),
    ),
    (
        "suggest",
        {"answers": ["lemon", "melon", "mango"], "clues": ["lemon=00111"]},
        lambda: suggest.suggest(Setup(answers=["lemon", "melon", "mango"], clues=("lemon=00111",)), count=5),
    ),
    ("split", {"guess": "1122", "game": "mastermind"}, lambda: split.split(CODES, "1122")),
    ("words", {"clues": [CLUE], "edition": "original"}, lambda: lists.words(ORIGINAL.after(CLUE))),
    ("words", {"clues": [CLUE]}, lambda: lists.words(TODAY.after(CLUE))),
    (
        "analyse",
        {"guesses": ["crane", "sloth"], "secret": "rebut", "edition": "original"},
        lambda: analyse.analyse(ORIGINAL, ["crane", "sloth"], secret="rebut", words=tools.MAX_EXAMPLES),
    ),
    ("prove", {"clues": [CLUE], "edition": "original"}, lambda: prove.prove(ORIGINAL.after(CLUE))),
    (
        "prove",
        {"clues": ["1123=1b1w"], "guess": "1415", "game": "mastermind"},
        lambda: prove.prove(CODES.after("1123=1b1w"), openers=["1415"]),
    ),
]
"""Calls, and the questions that they ask."""


def in_session(talk: Callable[[Client], Awaitable[None]], server: Any = None) -> None:
    """Talk to a server in this process, or to another one, as a client does."""

    async def run() -> None:
        async with Client(server or tools.server()) as client:
            await talk(client)

    with ThreadPoolExecutor(1) as pool:  # the main thread may have the event loop of a browser
        pool.submit(anyio.run, run).result()


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_every_tool_answers_as_the_library_does() -> None:
    async def talk(client: Client) -> None:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        assert {*schemas} == {name for name, _, _ in CALLS} == {*tools.TOOLS}
        for name, arguments, ask in CALLS:
            said = await client.call_tool(name, arguments)
            wanted = ask()
            assert not said.is_error
            assert said.structured_content is not None
            assert {*said.structured_content} == {*(schemas[name] or {})["properties"]}  # the client checks their types
            found, data = without_times(said.structured_content), without_times(wanted.to_json())
            if name == "split":
                for part in data["parts"]:
                    part["words"] = part["words"][: tools.MAX_EXAMPLES]
            if name == "words":
                assert len(found["words"]) <= 100 < data["count"] or found == data
                assert (found["count"], found["words"]) == (data["count"], data["words"][:100])
            else:
                assert found == data
            assert text_of(said).splitlines()[0] == str(wanted).splitlines()[0]

    in_session(talk)


def test_what_is_left_out_of_a_list_is_counted() -> None:
    async def talk(client: Client) -> None:
        said = await client.call_tool("words", {"clues": [CLUE], "edition": "original", "count": 2})
        assert text_of(said) == "alarm\napart\n22 more fit"

    in_session(talk)


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("suggest", {"clues": ["crane=012"]}, "'012' is not a reply"),
        ("suggest", {"clues": ["crane=22222", "slate=00000"]}, "Clue 2, slate=00000, cannot be right"),
        ("suggest", {"edition": "klingon"}, "Unknown edition 'klingon'. Use one of original"),
        ("suggest", {"game": "chess"}, "There is no game 'chess'"),
        ("suggest", {"game": "mastermind", "hard": True}, "has no hard mode"),
        ("words", {"game": "table:file=secret.csv"}, "Leave file out of the game"),
        ("suggest", {"answers": ["lemon", "fig"]}, "'fig' has 3 letters"),
        ("suggest", {"answers": ["lemon"], "edition": "original"}, "Choose one word list"),
        ("split", {}, "guess\n  Field required"),
        ("prove", {"seconds": -1}, "greater than 0"),
        ("analyse", {"guesses": ["zzzzz"]}, "'zzzzz' is not an allowed guess"),
    ],
)
def test_wrong_calls_are_answered_with_what_is_wrong(name: str, arguments: dict[str, Any], told: str) -> None:
    async def talk(client: Client) -> None:
        said = await client.call_tool(name, arguments)
        assert said.is_error
        assert told in text_of(said)
        assert "Traceback" not in text_of(said)

    in_session(talk)


def test_a_proof_keeps_its_time_limit() -> None:
    async def talk(client: Client) -> None:
        said = await client.call_tool("prove", {"edition": "original", "seconds": 0.001})
        assert said.structured_content is not None
        assert not said.structured_content["proved"]
        assert text_of(said).startswith("Stopped before finding a strategy")

    in_session(talk)


def test_a_cancelled_call_stops_its_search(monkeypatch: pytest.MonkeyPatch) -> None:
    started, stops, search = anyio.Event(), list[StopToken | None](), prove.prove

    def watched(setup: Setup, *, watch: Watch, **options: Any) -> prove.Proved:
        stops.append(watch.stop)
        anyio.from_thread.run_sync(started.set)
        return search(setup, watch=watch, **options)

    monkeypatch.setattr("fewest.web.tools.prove.prove", watched)

    async def talk(client: Client) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "prove", {"edition": "nyt-2023"})
            await started.wait()
            tasks.cancel_scope.cancel()

    in_session(talk)
    assert [stop is not None and stop.stopped for stop in stops] == [True]


def test_a_client_over_standard_input_and_output() -> None:
    async def talk(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [*tools.TOOLS]
        said = await client.call_tool("prove", {"edition": "original", "guess": "salet"})
        assert said.structured_content is not None
        assert (said.structured_content["total"], said.structured_content["proved"]) == (7920, True)
        wrong = await client.call_tool("suggest", {"clues": ["crane=99999"]})
        assert wrong.is_error

    command = StdioServerParameters(command=sys.executable, args=["-m", "fewest", "mcp"])
    in_session(talk, stdio_client(command))
