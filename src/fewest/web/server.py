"""The server: the API, the page, and what keeps both safe."""

import asyncio
import gc
import ipaddress
import json
import re
import socket
import sys
from collections.abc import Collection
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, get_type_hints

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fewest import FewestError, __version__
from fewest._core import Stopped
from fewest.play.analysis import Analysis, Turn
from fewest.web import limits, models
from fewest.web.api import facts, router
from fewest.web.library import Library
from fewest.web.protocol import Protocol
from fewest.web.work import Busy, Closing, Gone

STATIC = Path(str(files("fewest.web"))) / "static"

TABS = ("assistant", "analyse", "explore", "play", "strategies")
"""What the page shows, each under an address of its own."""

FACTS_PLACE = '"FACTS"'
"""Stands in index.html where the facts go that the page needs to draw itself: it need not ask for them."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

EXTRA = {
    path: [(name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": cache}.items()]
    for path, cache in {"/api/": "no-store", "": "no-cache"}.items()
}
"""What is added to answers under a path."""

PROBLEMS = {
    status: {"model": models.Problem, "description": text}
    for status, text in {
        400: "The body cannot be read.",
        403: "The request comes from a page of another site.",
        408: "The body takes too long to arrive.",
        413: "The body is too large.",
        421: "The request names another host.",
        409: "The game does not allow this: no such word, a contradiction, hard mode, a game that is over.",
        422: "The request has not the form that is described here.",
        429: "Too much is waiting.",
        503: "The server is about to end.",
    }.items()
}


SAID = {
    400: "The body of the request cannot be read.",
    404: "There is nothing here; the API is described at /api.",
    405: "This address takes another method.",
}


def configure(app: FastAPI) -> uvicorn.Config:
    """How the app is served."""
    return uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        timeout_keep_alive=10,
        timeout_graceful_shutdown=limits.END_SECONDS,
        server_header=False,
        proxy_headers=False,
    )


class Server(uvicorn.Server):
    """A server whose event loop never waits for long, and that ends its searches before it ends."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end; other threads leave the interpreter to the loop as soon as it wants it."""
        before = sys.getswitchinterval()
        sys.setswitchinterval(limits.SWITCH_SECONDS)
        gc.freeze()  # all that was imported stays: to look through it again and again would hold the loop
        try:
            super().run(sockets)
        finally:
            gc.unfreeze()
            sys.setswitchinterval(before)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: whoever still waits is told so."""
        self.config.app.state.library.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


class App(FastAPI):
    """An app whose description lists every key of an answer."""

    def openapi(self) -> dict[str, Any]:
        """The description, with the fields that results work out themselves: pydantic leaves those out."""
        described = super().openapi()
        for kind in (Analysis, Turn):
            schema, hints = described["components"]["schemas"][kind.__name__], get_type_hints(kind)
            for field in fields(kind):
                if field.name not in schema["properties"]:
                    schema["properties"][field.name] = TypeAdapter(hints[field.name]).json_schema()
                    schema["required"].append(field.name)
        return described


def create_app(hosts: Collection[str] = ()) -> FastAPI:
    """Make the app; it keeps nothing but bounded caches. It answers to more names if told so."""
    app = App(
        title="fewest",
        version=__version__,
        summary="Wordle in the fewest guesses.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # those pages load their scripts from elsewhere; ours is static/api.html
        redoc_url=None,
    )
    app.state.library = Library()
    app.include_router(router, responses=PROBLEMS)  # type: ignore[arg-type]
    app.add_middleware(Guard, hosts=frozenset(hosts) | own_names())
    _handle_errors(app)
    _serve_page(app)
    return app


def _serve_page(app: FastAPI) -> None:
    async def page() -> HTMLResponse:
        text = (STATIC / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(text.replace(FACTS_PLACE, json.dumps(facts()).replace("<", "\\u003c")))

    async def description() -> FileResponse:
        return FileResponse(STATIC / "api.html")

    for path in ("/", *(f"/{tab}" for tab in TABS)):
        app.add_api_route(path, page, include_in_schema=False, methods=["GET", "HEAD"])
    app.add_api_route("/api", description, include_in_schema=False, methods=["GET", "HEAD"])
    app.mount("/static", StaticFiles(directory=STATIC))


def _handle_errors(app: FastAPI) -> None:
    def send(problem: models.Problem, status: int) -> JSONResponse:
        return JSONResponse(problem.model_dump(), status)

    @app.exception_handler(FewestError)
    async def wrong(request: Request, error: FewestError) -> Response:
        problem = models.Problem(
            detail=str(error), kind=error.kind, clue=error.clue, tiles=[*error.tiles], others={**error.others}
        )
        return send(problem, 409)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return send(models.Problem(detail=sentence(error)), 422)

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> Response:
        answer = send(models.Problem(detail="Too much is waiting; try again in a moment.", kind="busy"), 429)
        answer.headers["retry-after"] = "2"
        return answer

    @app.exception_handler(Closing)
    async def closing(request: Request, error: Closing) -> Response:
        return send(models.Problem(detail="The server is about to end; start it again.", kind="busy"), 503)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        detail = SAID.get(error.status_code, str(error.detail))
        answer = send(models.Problem(detail=detail), error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=499)  # nobody reads it

    app.add_exception_handler(Gone, gone)
    app.add_exception_handler(Stopped, gone)


def sentence(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, in one sentence."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "The body of the request is no JSON."
    where = ".".join(str(each) for each in first["loc"] if each != "body")
    text = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{where}: {text}." if where else f"{text}."


def own_names() -> frozenset[str]:
    """The names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


def is_address(host: str) -> bool:
    """Whether a host is an address and no name."""
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """Reads the body of a request before anything else does, in time and within limits, and adds the headers.

    A request must name this machine or an address: under another name it comes from the page of somebody who has that
    name lead here, to read what only this machine may see.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        """Guard an app that answers to some names."""
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        extra = EXTRA["/api/" if scope["path"].startswith("/api/") else ""]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        headers = dict(scope["headers"])
        if not self._is_ours(headers.get(b"host", b"").decode("latin-1")):
            await _refuse(with_headers, 421, "This server does not go by that name.")
            return
        if headers.get(b"sec-fetch-site") == b"cross-site" and scope["path"].startswith("/api/"):
            await _refuse(with_headers, 403, "Pages of other sites may not ask this server.")
            return
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                body = await _read(receive)
        except TimeoutError:
            await _refuse(with_headers, 408, "The body of the request takes too long to arrive.")
            return
        if body is None:
            await _refuse(with_headers, 413, f"The body of the request is too large; {limits.BODY:,} bytes are enough.")
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, replay, with_headers)

    def _is_ours(self, given: str) -> bool:
        host = re.sub(r":\d*$", "", given).lower()
        return host in self.hosts or is_address(host)


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or None if it is too large."""
    body: bytes = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > limits.BODY:
            return None
        if not message.get("more_body", False):
            return body


async def _refuse(send: Send, status: int, detail: str) -> None:
    problem = models.Problem(detail=detail, kind="refused")
    body = json.dumps(problem.model_dump()).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
