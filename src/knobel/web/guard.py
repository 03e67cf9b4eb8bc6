"""What stands between the network and the application: nothing gets past it that a page of ours would not send.

Other pages that are open in the same browser can send requests to this machine too, and names can be made to point to
it. So the names in ``Host`` and ``Origin`` are checked, and where others can reach the server, a token is needed.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlencode

from .work import Reply

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_SECONDS = 10.0
"""Seconds that a request may take to arrive."""

DEFAULT_PORT = 80

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every answer."""


def is_address(name: str) -> bool:
    """Is this an address in numbers, for which nobody can register a name?"""
    with suppress(ValueError):
        return bool(ip_address(name.strip("[]")))
    return False


def is_loopback(host: str) -> bool:
    """Can this host be reached from the same machine only?

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host.lower() == "localhost"


@dataclass(frozen=True)
class Door:
    """Where the server listens, and the token that is asked for, if any."""

    host: str
    port: int
    token: str | None = field(default=None, repr=False)

    @classmethod
    def at(cls, host: str, port: int) -> Door:
        """A door that only a token opens, where others can come to it."""
        return cls(host, port, None if is_loopback(host) else secrets.token_urlsafe(18))

    @property
    def address(self) -> str:
        """What to type into a browser."""
        name = socket.gethostname() if self.is_open else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/" + (f"?{urlencode({'token': self.token})}" if self.token else "")

    @property
    def is_open(self) -> bool:
        """Does it listen at all addresses of the machine?"""
        return is_address(self.host) and ip_address(self.host).is_unspecified

    @property
    def cookie(self) -> str:
        """Ports share their cookies, so the name of ours tells them apart."""
        return f"knobel-{self.port}"

    def admits(self, authority: str) -> bool:
        """May a request call the server by this name (and port)?

        >>> door = Door("127.0.0.1", 8000)
        >>> door.admits("localhost:8000"), door.admits("localhost:80"), door.admits("example.org:8000")
        (True, False, False)
        """
        name, colon, port = authority.rpartition(":") if not authority.endswith("]") else (authority, "", "")
        if not colon:
            name, port = authority, str(DEFAULT_PORT)
        name = name.lower()
        if port != str(self.port):
            return False
        if self.is_open:
            return is_address(name) or name in ("localhost", socket.gethostname().lower())
        own = f"[{self.host}]" if ":" in self.host else self.host.lower()
        return name == own or (is_loopback(self.host) and name in ("localhost", "127.0.0.1", "[::1]"))

    def is_key(self, token: str) -> bool:
        """Is this the token?"""
        return self.token is None or secrets.compare_digest(token.encode(), self.token.encode())


class Turned(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, error: str, **headers: str) -> None:
        super().__init__(error)
        self.reply = Reply(status, error)
        self.headers = headers


class Guard:
    """The application, guarded. ``largest`` tells for a path how many bytes a request to it may have."""

    def __init__(self, app: ASGIApp, door: Door, largest: Callable[[str], int]) -> None:
        self.app, self.door, self.largest = app, door, largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()),
                    *((name.lower().encode(), value.encode()) for name, value in HEADERS.items()),
                ]
            await send(message)

        try:
            request = Request(scope)
            self.check_names(request)
            if (where := self.check_token(request)) is not None:
                return await turn_away(send_safely, Turned(303, "go on there", **where))
            body = await self.read_body(request, receive)
        except Turned as turned:
            return await turn_away(send_safely, turned)
        await self.app(scope, replayed(body, receive), send_safely)

    def check_names(self, request: Request) -> None:
        """Was it sent to us, and by a page of ours or by no page at all?"""
        if request.method not in ("GET", "HEAD", "POST"):
            raise Turned(405, "only GET, HEAD and POST are answered", allow="GET, HEAD, POST")
        host = request.one("host")
        if not self.door.admits(host):
            raise Turned(421, f"the host {host[:60]!r} is not this server; ask {self.door.host}:{self.door.port}")
        origin = request.one("origin")
        if origin and not (origin.startswith("http://") and self.door.admits(origin.removeprefix("http://"))):
            raise Turned(403, f"pages of {origin[:60]!r} may not ask this server")
        if request.one("sec-fetch-site") not in ("", "same-origin", "none") and request.path.startswith("/api/"):
            raise Turned(403, "pages of other sites may not ask this server")

    def check_token(self, request: Request) -> dict[str, str] | None:
        """Does it have the token, in a cookie or a header? In the address it is exchanged for the cookie."""
        if self.door.token is None:
            return None
        scheme, _, bearer = request.one("authorization").partition(" ")
        if scheme.lower() == "bearer" and self.door.is_key(bearer.strip()):
            return None
        try:
            fields = parse_qs(request.query, keep_blank_values=True, max_num_fields=50)
        except ValueError:
            fields = {}  # too many of them
        given = fields.pop("token", [])
        if request.method == "GET" and given and self.door.is_key(given[0]):
            path = "/" + quote(request.path.lstrip("/\\"))  # two slashes would lead to another host
            rest = f"?{urlencode(fields, doseq=True)}" if fields else ""
            cookie = f"{self.door.cookie}={self.door.token}; Path=/; HttpOnly; SameSite=Strict"
            return {"location": path + rest, "set-cookie": cookie}
        with suppress(CookieError):
            cookies = SimpleCookie(request.one("cookie"))
            if self.door.cookie in cookies and self.door.is_key(cookies[self.door.cookie].value):
                return None
        raise Turned(401, "the token is missing or wrong; open the address that knobel printed")

    async def read_body(self, request: Request, receive: Receive) -> bytes:
        """All of it, if it is JSON, not too large, and arrives in time."""
        if request.method != "POST":
            return b""
        kind = request.one("content-type").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Turned(415, "send JSON, with Content-Type: application/json")
        most = self.largest(request.path)
        too_large = Turned(413, f"the request is larger than {most} bytes", connection="close")
        length = request.one("content-length")
        if length and (not length.isdecimal() or len(length) > 20 or int(length) > most):
            raise too_large
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Turned(400, "the request was cut short")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise too_large
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            error = f"the request did not arrive within {BODY_SECONDS:g} seconds"
            raise Turned(408, error, connection="close") from None


class Request:
    """What the guard looks at."""

    def __init__(self, scope: Scope) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: str = scope["query_string"].decode("latin-1")
        self._headers: list[tuple[bytes, bytes]] = scope["headers"]

    def one(self, name: str) -> str:
        """A header that may be there once; empty if it is not."""
        found = [value for key, value in self._headers if key.lower() == name.encode()]
        if len(found) > 1:
            raise Turned(400, f"the header {name} is there twice")
        return found[0].decode("latin-1") if found else ""


def replayed(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read already; after it, whatever comes (that the client is gone)."""
    waiting = [body]

    async def again() -> Message:
        return {"type": "http.request", "body": waiting.pop()} if waiting else await receive()

    return again


async def turn_away(send: Send, turned: Turned) -> None:
    """Answer in place of the application."""
    body = json.dumps({"error": turned.reply.error}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), "cache-control": "no-store"}
    pairs = [(name.encode(), value.encode("latin-1")) for name, value in (headers | turned.headers).items()]
    await send({"type": "http.response.start", "status": turned.reply.status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})
