"""The web server: the API, the page, and their security checks."""

import asyncio
import gc
import ipaddress
import json
import re
import socket
import sys
from collections.abc import Collection, Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fewest import FewestError, __version__
from fewest._core import Stopped
from fewest.play.analysis import Analysis, Turn
from fewest.web import limits, models
from fewest.web.api import page_facts, router
from fewest.web.caches import Caches
from fewest.web.schemas import add_computed

STATIC = Path(str(files("fewest.web"))) / "static"

TABS = ("assistant", "analyse", "explore", "play", "strategies")
"""The tabs of the page, each with its own path."""

MOST_BYTES = dict.fromkeys(("/api/v1/lists", "/api/v1/past"), limits.MAX_LIST_BODY_BYTES)
"""Paths with a larger limit for the body, in bytes."""

FACTS_PLACEHOLDER = '"FACTS"'
"""Replaced in index.html by `page_facts`, which saves the page a request."""

FIRST_PLACEHOLDERS = "FIRST-GUESS", "FIRST-MEAN"
"""Replaced in index.html by the first suggestion, which then shows before any script runs."""

FILES_PLACEHOLDER = '"FILES"'
"""Replaced in worker.js by the page and its files, which the browser caches to open the page without the server."""

OFFLINE = {".js", ".mjs", ".css", ".svg", ".png", ".webmanifest"}
"""The suffixes of those files."""

ENGINE = "engine"
"""The folder of files that only a page without a server loads."""

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

ERRORS = {
    status: {"model": models.ErrorReply, "description": text}
    for status, text in {
        400: "The body cannot be read.",
        403: "The request comes from a page of another site.",
        408: "The body takes too long to arrive.",
        413: "The body is too large.",
        421: "The request names another host.",
        409: "The game does not allow this: unknown word, contradiction, hard mode, or game over.",
        422: "The request is invalid.",
        429: "Too many requests are waiting.",
        503: "The server is shutting down.",
    }.items()
}


HTTP_ERROR_MESSAGES = {
    400: "The body of the request cannot be read.",
    404: "Not found. The API is described at /api.",
    405: "Wrong HTTP method. The API is described at /api.",
}


def configure(app: FastAPI) -> uvicorn.Config:
    """The uvicorn configuration."""
    return uvicorn.Config(
        app,
        http="h11",  # which limits the head of a request
        h11_max_incomplete_event_size=limits.MAX_HEAD_BYTES,
        ws="none",
        lifespan="off",
        log_level="error",
        limit_concurrency=limits.MAX_CONNECTIONS,
        timeout_keep_alive=limits.IDLE_SECONDS,
        timeout_graceful_shutdown=limits.SHUTDOWN_SECONDS,
        server_header=False,
        proxy_headers=False,
    )


class Server(uvicorn.Server):
    """A server that keeps its event loop responsive, and stops searches when it shuts down."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve with a short thread switch interval, so that searches do not delay the event loop."""
        before = sys.getswitchinterval()
        sys.setswitchinterval(limits.SWITCH_SECONDS)
        gc.freeze()  # do not collect imported modules, which would delay the event loop
        try:
            super().run(sockets)
        finally:
            gc.unfreeze()
            sys.setswitchinterval(before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and prepare the first suggestion and the default game."""
        await super().startup(sockets)
        caches = self.config.app.state.caches  # type: ignore[union-attr]
        caches.pools["quick"].threads.submit(page_facts)
        caches.warm()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop all jobs, then shut down."""
        self.config.app.state.caches.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


class App(FastAPI):
    """An app whose OpenAPI description lists every key of an answer."""

    def openapi(self) -> dict[str, Any]:
        """The description, including the computed fields of results, which pydantic leaves out."""
        described = super().openapi()
        for kind in (Analysis, Turn):
            add_computed(described["components"]["schemas"][kind.__name__], kind)
        return described


def create_app(hosts: Collection[str] = (), *, proves_past: bool = False) -> FastAPI:
    """Make the app. It accepts `hosts` as host names, besides those of this machine.

    With `proves_past` it proves the best first guess with past answers in the background.
    """
    app = App(
        title="fewest",
        version=__version__,
        summary="Wordle in the fewest guesses.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # loads scripts from other sites; static/api.html replaces it
        redoc_url=None,
    )
    app.state.caches = Caches(proves_past=proves_past)
    app.include_router(router, responses=ERRORS)  # type: ignore[arg-type]
    app.add_middleware(Guard, hosts=frozenset(hosts) | local_names())
    _handle_errors(app)
    _serve_page(app)
    return app


def page_html(facts: Mapping[str, Any]) -> str:
    """The page with its facts and its first suggestion inserted."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    first = facts["first"]["suggestions"][0]
    for placeholder, value in zip(FIRST_PLACEHOLDERS, (first["guess"], f"{first['score']:.1f}"), strict=True):
        text = text.replace(placeholder, value)
    return text.replace(FACTS_PLACEHOLDER, json.dumps(facts).replace("<", "\\u003c"))


def service_worker(paths: Iterable[str]) -> str:
    """The service worker for a page, the first path, and its files."""
    text = (STATIC / "worker.js").read_text(encoding="utf-8")
    return text.replace(FILES_PLACEHOLDER, ", ".join(map(json.dumps, paths)))


def _serve_page(app: FastAPI) -> None:
    def page() -> HTMLResponse:  # in a thread, because computing the facts may take a while
        return HTMLResponse(page_html(page_facts()))

    async def description() -> FileResponse:
        return FileResponse(STATIC / "api.html")

    async def worker() -> Response:
        paths = sorted(path.relative_to(STATIC) for path in STATIC.rglob("*") if path.suffix in OFFLINE)
        files = [f"/static/{path.as_posix()}" for path in paths if path.parts[0] != ENGINE]
        return Response(service_worker(["/assistant", *files]), media_type="text/javascript")

    for path in ("/", *(f"/{tab}" for tab in TABS)):
        app.add_api_route(path, page, include_in_schema=False, methods=["GET", "HEAD"])
    app.add_api_route("/api", description, include_in_schema=False, methods=["GET", "HEAD"])
    app.add_api_route("/worker.js", worker, include_in_schema=False, methods=["GET"])  # its scope is "/"
    app.mount("/static", StaticFiles(directory=STATIC))


def _handle_errors(app: FastAPI) -> None:
    def send(error: models.ErrorReply, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
        return JSONResponse(error.model_dump(), status, headers)

    @app.exception_handler(FewestError)
    async def fewest_error(request: Request, error: FewestError) -> Response:
        reply = models.ErrorReply(
            detail=error.message,
            kind=error.kind,
            clue=error.clue,
            tiles=[*error.tiles],
            others={**error.others},
            guess=error.guess,
            rows=[*error.rows],
            unlisted=error.unlisted,
        )
        return send(reply, 409)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return send(models.ErrorReply(detail=validation_message(error)), 422)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return FileResponse(STATIC / "missing.html", 404)
        detail = HTTP_ERROR_MESSAGES.get(error.status_code, str(error.detail))
        kind = "busy" if error.status_code in (429, 503) else "input"
        return send(models.ErrorReply(detail=detail, kind=kind), error.status_code, error.headers)

    @app.exception_handler(Stopped)
    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=499)  # the client does not read it


def validation_message(error: RequestValidationError) -> str:
    """The first error of a request as one sentence."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "The body of the request is not JSON."
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    text = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{where}: {text}." if where else f"{text}."


def local_names() -> frozenset[str]:
    """The host names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """Middleware that checks host and origin, reads the body within limits, and adds headers.

    The host must be a name of this machine or an IP address, against DNS rebinding.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        """Guard an app that accepts these host names."""
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update({**HEADERS, "cache-control": "no-store" if is_api else "no-cache"})
            await send(message)

        try:
            self._check_headers(Headers(scope=scope), is_api)
            body = await self._read_body(receive, MOST_BYTES.get(scope["path"], limits.MAX_BODY_BYTES))
        except HTTPException as refused:
            reply = models.ErrorReply(detail=refused.detail, kind="refused")
            refusal = JSONResponse(reply.model_dump(), refused.status_code, {"connection": "close"})
            await refusal(scope, receive, with_headers)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, replay, with_headers)

    def _check_headers(self, headers: Headers, is_api: bool) -> None:
        host = re.sub(r":\d*$", "", headers.get("host", "")).lower()
        if host not in self.hosts and not is_address(host):
            raise HTTPException(421, "Unknown host. Use a name or an address of the machine that runs the server.")
        if is_api and headers.get("sec-fetch-site") == "cross-site":
            raise HTTPException(403, "This server refuses requests from pages of other sites.")

    async def _read_body(self, receive: Receive, most: int) -> bytes:
        body = b""
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                while True:
                    message = await receive()
                    body += bytes(message.get("body", b""))
                    if len(body) > most:
                        raise HTTPException(413, f"The body of the request is too large. The limit is {most:,} bytes.")
                    if not message.get("more_body", False):
                        return body
        except TimeoutError:
            raise HTTPException(408, "The body of the request takes too long to arrive.") from None
