"""Load test: many clients ask a server what players ask it.

    python bench/load.py                     50 clients for 30 seconds; each asks for suggestions at random positions of
                                             today's game, one request after the other
    python bench/load.py --pause 1           the same with a pause of a second after each answer
    python bench/load.py --ask start         only the first question of a game
    python bench/load.py --ask book          only second guesses that are shipped
    python bench/load.py --ask cached        only one position, which is cached
    python bench/load.py --ask page          all requests of the page: suggestions, their proof and the split of a guess
    python bench/load.py --once              every client asks one question, all at once
    python bench/load.py --beside            the same during two exact searches of half a minute
    python bench/load.py --edition original  the answers of an edition, all equally likely, instead of today's game

The server is a separate process; its memory is read from /proc.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from fewest import Wordle
from fewest.words import EDITIONS

Question = tuple[str, bytes]
"""The path of an endpoint, and the body of the request."""

Answer = tuple[str, int, float]
"""The path, the status, and the seconds."""

PAGE = ("suggest", "suggest", "split", "suggest/exact")
"""The requests of the page for a position."""

OPENERS = ("tarse", "crane", "salet", "slate", "raise", "trace", "adieu")
"""Openers whose best second guesses are shipped."""

LONG = ("fuzzy", "mamma")
"""Openers whose search for the optimal tree runs into the limit of half a minute."""


def questions(game: Wordle, edition: str | None, kind: str) -> "list[Question]":
    """Random questions of a kind, with a fixed seed."""
    rng = random.Random(0)
    made = []
    setting = {} if edition is None else {"edition": edition}
    openers = [word for word in OPENERS if word in game.guess_index]
    for _ in range(5000):
        secret = rng.choice(game.answers)
        guesses: list[str] = [] if kind == "start" else [rng.choice(openers)]
        if kind in ("positions", "page"):
            guesses = [rng.choice((*openers, rng.choice(game.answers))), *rng.sample(game.answers, rng.randrange(3))]
        replies = {guess: game.reply_text(game.reply(guess, secret)) for guess in guesses if guess != secret}
        clues = [{"guess": guess, "reply": reply} for guess, reply in replies.items()]
        path = rng.choice(PAGE) if kind == "page" else "suggest"
        more = {"guess": rng.choice(game.answers)} if path == "split" else {"count": 8}
        made.append((path, json.dumps({**setting, "clues": clues, **more}).encode()))
    return made[:1] if kind == "cached" else made


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes, path: str) -> Answer:
    """Ask on an open connection."""
    began = time.perf_counter()
    head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", answer)
    await reader.readexactly(int(length[1]) if length else 0)
    return path, int(answer[9:12]), time.perf_counter() - began


async def client(
    port: int, asked: "list[Question]", ends: float, pause: float, seen: "list[Answer]", seed: int
) -> None:
    """One client: asks at least one question, one after the other."""
    rng = random.Random(seed)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(rng.random() * pause)
    while True:
        path, body = rng.choice(asked)
        seen.append(await ask(reader, writer, body, path))
        if time.perf_counter() >= ends:
            break
        await asyncio.sleep(pause)
    writer.close()


async def load(port: int, asked: "list[Question]", clients: int, seconds: float, pause: float) -> "list[Answer]":
    """Run all clients at once."""
    seen = list[Answer]()
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(client(port, asked, ends, pause, seen, seed) for seed in range(clients)))
    return seen


async def load_beside(port: int, asked: "list[Question]", clients: int, seconds: float, pause: float) -> "list[Answer]":
    """The same during long searches, whose clients leave at the end."""
    bodies = [json.dumps({"opener": opener}).encode() for opener in LONG]
    searches = [
        asyncio.create_task(ask(*await asyncio.open_connection("127.0.0.1", port), body, "tree")) for body in bodies
    ]
    seen = await load(port, asked, clients, seconds, pause)
    print(f"{sum(not search.done() for search in searches)} long searches are still running")
    for search in searches:
        search.cancel()
    return seen


def tell(seen: "list[Answer]", given: argparse.Namespace) -> None:
    """Print the results of each endpoint."""
    for path in dict.fromkeys(path for path, _, _ in sorted(seen)):
        times = sorted(seconds for other, _, seconds in seen if other == path)
        refused = sum(status == 429 for other, status, _ in seen if other == path)
        wrong = sum(status not in (200, 429) for other, status, _ in seen if other == path)
        rate = f" ({len(times) / given.seconds:,.0f} a second)" if given.seconds else ""
        print(
            f"{path}: {len(times):,} answers{rate}, {refused} refused, {wrong} errors, median "
            f"{1e3 * statistics.median(times):.1f} ms, 99th percentile {1e3 * times[len(times) * 99 // 100]:.1f} ms, "
            f"at most {1e3 * times[-1]:.0f} ms"
        )


def memory(process: "subprocess.Popen[str]") -> str:
    """The peak and current memory of a process."""
    text = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB.*VmRSS:\s+(\d+) kB", text, re.S)
    assert found is not None
    return f"{int(found[2]) / 1e3:.0f} MB now, {int(found[1]) / 1e3:.0f} MB at most"


def main() -> None:
    """Start a server, load it, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=0)
    parser.add_argument("--edition", help="its answers, all equally likely, instead of today's game")
    parser.add_argument("--ask", choices=("positions", "start", "book", "cached", "page"), default="positions")
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--beside", action="store_true")
    given = parser.parse_args()
    if given.once:
        given.seconds = given.pause = 0
    game = Wordle.edition(given.edition or EDITIONS[-1])
    asked = questions(game, given.edition, given.ask)
    command = [sys.executable, "-c", "from fewest.cli import main; main()", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/", server.stdout.readline())
            assert found is not None
            port = int(found[1])
            first = [("suggest", json.dumps({} if given.edition is None else {"edition": given.edition}).encode())]
            [(_, _, seconds)] = asyncio.run(load(port, first, 1, 0, 0))  # once the table is made
            print(f"first answer after {seconds:.2f} s; at rest: {memory(server)}")
            print(f"{given.clients} clients, {given.seconds:g} s, {given.pause:g} s between questions")
            run = load_beside if given.beside else load
            tell(asyncio.run(run(port, asked, given.clients, given.seconds, given.pause)), given)
            print(f"afterwards: {memory(server)}")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
