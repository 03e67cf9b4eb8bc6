"""The application: which address leads where. Questions go to the pool, files of the page come from the package.

An answer is passed on as the worker wrote it. When the client is gone, what it asked for is stopped.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import aclosing, asynccontextmanager
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import BadInput
from . import shapes
from .events import events
from .guard import Door, Guard
from .openapi import CANCEL, described
from .pool import Frame, Pool, Refused, Tab
from .service import Service, Table
from .work import FILE, Reply

TABLE = f"{__package__}.table"
"""The module with the services of the page."""

LARGEST_CANCEL = 10_000  # bytes
API = {"cache-control": "no-store"}
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/vnd.microsoft.icon",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
"""Of the files of the page, by the ends of their names; there are no others."""


def application(pool: Pool, door: Door, module: str = TABLE) -> ASGIApp:
    """Everything behind the door."""
    table: Table = import_module(module).TABLE

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield

    def ask(service: Service) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def endpoint(request: Request) -> Response:
            body = await request.body()
            fields = shapes.read(body)
            shapes.compare(fields, service.shape)
            return Asked(pool, service, body, tab_of(fields))

        return endpoint

    async def cancel(request: Request) -> Response:
        fields = shapes.read(await request.body())
        shapes.compare(fields, CANCEL)
        return JSONResponse({"cancelled": pool.cancel(Tab(fields["client"], fields["lane"]))}, headers=API)

    async def description(_: Request) -> Response:
        return JSONResponse(described(table), headers=API)

    root = files(__package__) / "static"
    routes = [
        Route("/api/openapi.json", description, methods=["GET"]),
        Route("/api/cancel", cancel, methods=["POST"]),
        *(Route(service.path, ask(service), methods=["POST"]) for service in table.services.values()),
        *(Route(path, static(file), methods=["GET"]) for path, file in page(root).items()),
    ]
    handlers = {HTTPException: _refuse_path, BadInput: _refuse_input, Refused: _refuse}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.router.redirect_slashes = False

    def largest(path: str) -> int:
        return table.services[path].body if path in table.services else LARGEST_CANCEL

    return Guard(app, door, largest)


def tab_of(fields: dict[str, Any]) -> Tab | None:
    """Whose question it is, if it says so."""
    return Tab(fields["client"], fields["lane"]) if "client" in fields and "lane" in fields else None


# asking


class Asked(Response):
    """A question and its answer, which is stopped when nobody waits for it any more."""

    def __init__(self, pool: Pool, service: Service, body: bytes, tab: Tab | None) -> None:
        self.pool, self.service, self.request, self.tab = pool, service, body, tab

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        work = asyncio.create_task(self.answer(scope, receive, send))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (work, gone):
                task.cancel()
            await asyncio.wait({work, gone})
        if not work.cancelled():
            work.result()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.pool.job(self.service, self.request, self.tab) as frames:
            if not self.service.stream:
                return await _response(await anext(frames))(scope, receive, send)
            async with aclosing(events(frames)) as stream:
                first = await anext(stream, b"")
                headers = {"content-type": "text/event-stream; charset=utf-8", **API}
                await send({"type": "http.response.start", "status": 200, "headers": _pairs(headers)})
                await send({"type": "http.response.body", "body": first, "more_body": True})
                async for part in stream:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b""})


def _pairs(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]


def _response(frame: Frame) -> Response:
    if frame.kind != FILE:
        return Response(frame.payload, media_type="application/json", headers=API)
    head, _, content = frame.payload.partition(b"\n")
    file = json.loads(head)
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "_" for sign in file["name"])
    headers = {"content-disposition": f'attachment; filename="{plain}"', **API}
    return Response(content, media_type=file["type"], headers=headers)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# files of the page


def page(root: Traversable) -> dict[str, Traversable]:
    """The files of a folder by their paths; looked up once, so that no request can name another."""
    found = {f"/static/{name}": file for name, file in _inside(root) if name.rpartition(".")[2] in TYPES}
    return found | ({"/": found["/static/index.html"]} if "/static/index.html" in found else {})


def _inside(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.is_dir():
            yield from _inside(one, f"{above}{one.name}/")
        else:
            yield above + one.name, one


def static(file: Traversable) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Answers with a file; browsers may keep it, but ask whether it is still the same."""
    kind = TYPES[file.name.rpartition(".")[2]]

    async def endpoint(request: Request) -> Response:
        content = file.read_bytes()
        headers = {"etag": f'"{sha256(content).hexdigest()[:32]}"', "cache-control": "no-cache", "content-type": kind}
        same = headers["etag"] in request.headers.get("if-none-match", "")
        return Response(b"" if same else content, 304 if same else 200, headers)

    return endpoint


# errors


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _error(error.reply)


async def _refuse_input(_: Request, error: Exception) -> Response:
    return _error(Reply(400, str(error)))


async def _refuse_path(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path, allowed = request.url.path[:60], dict(error.headers or {})
    if error.status_code == 405:
        return _error(Reply(405, f"{path!r} does not answer to {request.method}"), allowed)
    return _error(Reply(error.status_code, f"there is nothing at {path!r}; /api/openapi.json says what there is"))


def _error(reply: Reply, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": reply.error}, reply.status, {**API, **(headers or {})})
