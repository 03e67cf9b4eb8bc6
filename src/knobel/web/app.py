"""The application: which address leads where. Questions go to the pool, files of the page come from the package.

An answer is passed on as the worker wrote it. When the client is gone, what it asked for is stopped.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from .. import registry
from ..errors import BadInput
from . import schemas
from .guard import Door, Guard, error_response, read_body
from .openapi import described
from .pool import Frame, Pool, Refused, Tab
from .service import Service, Table
from .work import FILE

SERVICES = f"{__package__}.api"
"""The module with the services of the page."""

LARGEST_CANCEL = 10_000  # bytes
HEARTBEAT = 10.0
"""Seconds of silence in a stream after which a comment is sent, so that no proxy gives the connection up."""

NOT_STORED = {"cache-control": "no-store"}
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""Of the files of the page; there are no others."""


def application(pool: Pool, door: Door, module: str = SERVICES) -> ASGIApp:
    """Everything behind the door."""
    table: Table = import_module(module).TABLE

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield

    def ask(service: Service) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def endpoint(request: Request) -> Response:
            body = await read_body(request, service.body)
            asked = schemas.read(body, service.schema)
            tab = None if asked.client is None or asked.lane is None else Tab(asked.client, asked.lane)
            return JobResponse(pool, service, body, tab)

        return endpoint

    async def cancel(request: Request) -> Response:
        asked = schemas.read(await read_body(request, LARGEST_CANCEL), schemas.CancelRequest)
        return JSONResponse({"cancelled": pool.cancel(Tab(asked.client, asked.lane))}, headers=NOT_STORED)

    async def description(_: Request) -> Response:
        return JSONResponse(described(table), headers=NOT_STORED)

    routes = [
        Route("/api/openapi.json", description),
        Route("/api/cancel", cancel, methods=["POST"]),
        *(Route(service.path, ask(service), methods=["POST"]) for service in table.services.values()),
        Route("/kinds/{name}.js", _judge),
        *page_routes(Path(__file__).parent / "static"),
    ]
    handlers = dict.fromkeys((HTTPException, BadInput, Refused), _refuse)
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return Guard(app, door)


# answers of workers


class JobResponse(Response):
    """What a worker answers to a question. It is stopped when the client is gone."""

    def __init__(self, pool: Pool, service: Service, body: bytes, tab: Tab | None) -> None:
        self.pool, self.service, self.request, self.tab = pool, service, body, tab

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        work = asyncio.create_task(self.answer(scope, receive, send))
        gone = asyncio.create_task(_disconnected(receive))
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
                first = await anext(stream, b"")  # an error that comes first has a status of its own

                async def parts() -> AsyncIterator[bytes]:
                    yield first
                    async for part in stream:
                        yield part

                response = StreamingResponse(parts(), media_type="text/event-stream", headers=NOT_STORED)
                await response.stream_response(send)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _response(frame: Frame) -> Response:
    if frame.kind != FILE:
        return Response(frame.payload, media_type="application/json", headers=NOT_STORED)
    head, _, content = frame.payload.partition(b"\n")
    file = json.loads(head)
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "_" for sign in file["name"])
    headers = {"content-disposition": f'attachment; filename="{plain}"', **NOT_STORED}
    return Response(content, media_type=file["type"], headers=headers)


async def events(frames: AsyncGenerator[Frame]) -> AsyncGenerator[bytes]:
    """The frames of a worker as server-sent events, and a comment now and then while there is none.

    An error is raised if it comes first, while there still can be a status; later it is an event, with ``"done": true``
    as the last event of every stream has.
    """
    begun = False
    coming: asyncio.Future[Frame | None] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(frames, None))
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT)
            if not done:
                begun = True
                yield b":\n\n"
                continue
            frame, coming = coming.result(), None
            if frame is None:
                return
            begun = True
            yield b"data: " + frame.payload + b"\n\n"  # JSON as workers write it has no line breaks
    except Refused as refused:
        if not begun:
            raise
        yield b"data: " + json.dumps({**refused.reply._asdict(), "done": True}).encode() + b"\n\n"
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.wait({coming})


# files of the page


def page_routes(folder: Path) -> list[Route]:
    """A route for each file of the page. They are looked up once, so no request can name another file."""
    found = {f"/static/{file.relative_to(folder).as_posix()}": file for file in folder.rglob("*")}
    found["/"] = folder / "index.html"
    return [Route(path, _file(file)) for path, file in found.items() if file.suffix in TYPES]


@lru_cache(maxsize=200)
def packed(content: bytes) -> bytes:
    """A file of the page in fewer bytes. It is packed once; what is asked about puzzles is not worth the time."""
    return gzip.compress(content, mtime=0)


def _file(file: Path) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Answers with a file."""

    async def endpoint(request: Request) -> Response:
        return _content(request, file.read_bytes(), TYPES[file.suffix])

    return endpoint


async def _judge(request: Request) -> Response:
    """The rules of a kind as a script."""
    found = registry.kinds().get(request.path_params["name"])
    if found is None or found.judge is None:
        raise HTTPException(404)
    return _content(request, found.judge.encode(), TYPES[".js"])


def _content(request: Request, content: bytes, kind: str) -> Response:
    """Answers with some content; browsers may keep it, but ask whether it is still the same."""
    etag = sha256(content).hexdigest()[:32]
    headers = {"etag": f'"{etag}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = packed(content)
        headers |= {"etag": f'"{etag}-packed"', "content-encoding": "gzip"}
    same = headers["etag"] in request.headers.get("if-none-match", "")
    return Response(b"" if same else content, 304 if same else 200, headers, kind)


# errors


async def _refuse(request: Request, error: Exception) -> Response:
    """A sentence for whatever is raised while a request is read or answered."""
    path = request.scope["path"][:60]
    match error:
        case Refused():
            return error_response(*error.reply)
        case HTTPException(status_code=404):
            return error_response(404, f"there is nothing at {path!r}; /api/openapi.json says what there is")
        case HTTPException(status_code=405):
            return error_response(405, f"{path!r} does not answer to {request.method}", dict(error.headers or {}))
        case HTTPException():
            return error_response(error.status_code, error.detail, dict(error.headers or {}))
    return error_response(400, str(error))
