"""Which requests are let in: nothing that a page of ours would not send, nothing too large, nothing too slow.

Other pages that are open in the same browser can send requests to this machine too, and names can be made to point to
it. So the names in ``Host`` and ``Origin`` are checked, and where others can reach the server, a token is needed.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import parse_qs, quote, urlencode

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_SECONDS = 10.0
"""Seconds that a request may take to arrive."""

DEFAULT_PORT = 80  # of an address that names none

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
        name = authority.lower().removesuffix(f":{self.port}")
        if name == authority.lower() and self.port != DEFAULT_PORT:
            return False
        if self.is_open:
            return is_address(name) or name in ("localhost", socket.gethostname().lower())
        own = f"[{self.host}]" if ":" in self.host else self.host.lower()
        return name == own or (is_loopback(self.host) and name in ("localhost", "127.0.0.1", "[::1]"))

    def is_key(self, token: str) -> bool:
        """Is this the token?"""
        return self.token is None or secrets.compare_digest(token.encode(), self.token.encode())


def error_response(status: int, error: str, headers: dict[str, str] | None = None) -> Response:
    """An error as all are answered: a status and a sentence."""
    return JSONResponse({"error": error}, status, {"cache-control": "no-store", **(headers or {})})


def header(request: Request, name: str) -> str:
    """A header that may be there once; empty if it is not."""
    found = request.headers.getlist(name)
    if len(found) > 1:
        raise HTTPException(400, f"the header {name} is there twice")
    return found[0] if found else ""


async def read_body(request: Request, most: int) -> bytes:
    """All of a body, if it is JSON, of ``most`` bytes at most, and arrives in time."""
    if header(request, "content-type").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "send JSON, with Content-Type: application/json")
    too_large = HTTPException(413, f"the request is larger than {most} bytes", {"connection": "close"})
    length = header(request, "content-length")
    if length and (not length.isdecimal() or len(length) > 20 or int(length) > most):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise too_large
    except ClientDisconnect:
        raise HTTPException(400, "the request was cut short") from None
    except TimeoutError:
        error = f"the request did not arrive within {BODY_SECONDS:g} seconds"
        raise HTTPException(408, error, {"connection": "close"}) from None
    return bytes(body)


class Guard:
    """An application that only those may ask whom the door lets in. All its answers have safe headers."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            request = Request(scope)
            self.check_names(request)
            answer = self.check_token(request) or self.app
        except HTTPException as refused:
            answer = error_response(refused.status_code, refused.detail, dict(refused.headers or {}))
        await answer(scope, receive, send_safely)

    def check_names(self, request: Request) -> None:
        """Was it sent to us, and by a page of ours or by no page at all?"""
        if request.method not in ("GET", "HEAD", "POST"):
            raise HTTPException(405, "only GET, HEAD and POST are answered", {"allow": "GET, HEAD, POST"})
        host = header(request, "host")
        if not self.door.admits(host):
            raise HTTPException(
                421, f"the host {host[:60]!r} is not this server; ask {self.door.host}:{self.door.port}"
            )
        origin = header(request, "origin")
        if origin and not (origin.startswith("http://") and self.door.admits(origin.removeprefix("http://"))):
            raise HTTPException(403, f"pages of {origin[:60]!r} may not ask this server")
        site = header(request, "sec-fetch-site")
        if site not in ("", "same-origin", "none") and request.scope["path"].startswith("/api/"):
            raise HTTPException(403, "pages of other sites may not ask this server")

    def check_token(self, request: Request) -> Response | None:
        """Does it have the token, in a cookie or a header? In the address it is exchanged for the cookie."""
        if self.door.token is None:
            return None
        scheme, _, bearer = header(request, "authorization").partition(" ")
        if scheme.lower() == "bearer" and self.door.is_key(bearer.strip()):
            return None
        try:
            query = request.scope["query_string"].decode("latin-1")
            fields = parse_qs(query, keep_blank_values=True, max_num_fields=50)
        except ValueError:
            fields = {}  # too many of them
        given = fields.pop("token", [])
        if request.method == "GET" and given and self.door.is_key(given[0]):
            path = "/" + quote(request.scope["path"].lstrip("/\\"))  # two slashes would lead to another host
            rest = f"?{urlencode(fields, doseq=True)}" if fields else ""
            cookie = f"{self.door.cookie}={self.door.token}; Path=/; HttpOnly; SameSite=Strict"
            return error_response(303, "go on there", {"location": path + rest, "set-cookie": cookie})
        if self.door.is_key(cookie_parser(header(request, "cookie")).get(self.door.cookie, "")):
            return None
        raise HTTPException(401, "the token is missing or wrong; open the address that knobel printed")
