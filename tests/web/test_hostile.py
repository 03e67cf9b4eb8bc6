"""Requests that nobody should send: each gets a 4xx and a sentence, and the server goes on as if nothing had been."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from knobel.errors import BadInput
from knobel.web import shapes
from knobel.web.guard import Door, Guard, Request
from knobel.web.shapes import Shape
from knobel.web.table import TABLE
from web.servers import Server, asked, running, small, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")

FIRST = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real one."""
    with running(["-m", "knobel", "web", "--port", "0"], tmp_path_factory.mktemp("log") / "log") as found:
        yield found
        assert httpx.post(f"{found.root}api/verdict", json={"puzzle": FIRST}).json()["status"] == "one"
        wait_for(lambda: not found.workers())
        assert found.log.read_text() == "", "it had to complain"


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.root, timeout=60) as found:
        yield found


def refused(found: httpx.Response, *statuses: int) -> str:
    """The sentence of a refusal."""
    assert found.status_code in statuses or (not statuses and 400 <= found.status_code < 500), found.text
    assert found.headers["content-type"] == "application/json"
    (error,) = found.json().values()
    assert 5 < len(error) < 400 and not any(sign in error for sign in ("\n", "/knobel-", "/src/")), error
    return str(error)


def unpacked(found: httpx.Response) -> httpx.Response:
    """An error that stands where a puzzle, or an event of a stream, would be, as an answer of its own."""
    if found.headers["content-type"].startswith("text/event-stream"):
        last = json.loads(found.text.splitlines()[-2].removeprefix("data: "))
        return httpx.Response(last["status"], json={"error": last["error"]})
    if "puzzles" in found.json():
        (one,) = found.json()["puzzles"]
        return httpx.Response(400, json=one)
    return found


# what comes over the wire


def head(server: Server, *lines: str, method: str = "POST", path: str = "/api/verdict", body: bytes = b"") -> bytes:
    host = f"Host: 127.0.0.1:{server.port}"
    return "\r\n".join([f"{method} {path} HTTP/1.1", host, *lines, "", ""]).encode("latin-1") + body


JSON = "Content-Type: application/json"
WIRES: dict[str, Callable[[Server], bytes]] = {
    "noise": lambda s: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n",
    "no host": lambda s: b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": lambda s: head(s, "Host: example.org"),
    "a header without end": lambda s: head(s, "X: " + "a" * 100_000),
    "many headers": lambda s: head(s, *(f"X-{number}: a" for number in range(20_000))),
    "a header in a header": lambda s: head(s, "X: a\nSet-Cookie: b", JSON),
    "a zero byte in a header": lambda s: head(s, "X: a\0b"),
    "a folded name": lambda s: head(s, "X y: a"),
    "a negative length": lambda s: head(s, JSON, "Content-Length: -1"),
    "two lengths": lambda s: head(s, JSON, "Content-Length: 2", "Content-Length: 3", body=b"{}"),
    "a length in words": lambda s: head(s, JSON, "Content-Length: two", body=b"{}"),
    "a gigabyte announced": lambda s: head(s, JSON, "Content-Length: 1073741824", body=b"{" * 1000),
    "endless chunks": lambda s: head(
        s, JSON, "Transfer-Encoding: chunked", body=b"ffff\r\n%b\r\n" % (b" " * 65535) * 80
    ),
    "bad chunks": lambda s: head(s, JSON, "Transfer-Encoding: chunked", body=b"zz\r\n{}\r\n0\r\n\r\n"),
    "an old version": lambda s: f"POST /api/verdict HTTP/9.9\r\nHost: 127.0.0.1:{s.port}\r\n\r\n".encode(),
    "a tunnel": lambda s: head(s, method="CONNECT", path="example.org:80"),
    "a proxy request": lambda s: f"GET http://example.org/ HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n\r\n".encode(),
    "two origins": lambda s: head(s, f"Origin: http://127.0.0.1:{s.port}", "Origin: http://example.org", JSON),
    "a websocket": lambda s: head(s, "Upgrade: websocket", "Connection: Upgrade", method="GET"),
    "a space in the path": lambda s: head(s, method="GET", path="/a b"),
}


@pytest.mark.parametrize("name", WIRES)
def test_bytes(server: Server, name: str) -> None:
    found = server.raw(WIRES[name](server))
    status, _, rest = found.partition(b"\r\n")
    assert status.startswith(b"HTTP/1.1 4"), found[:300]
    assert b"example.org" not in rest.partition(b"\r\n\r\n")[0] and b"Set-Cookie" not in found
    assert rest.partition(b"\r\n\r\n")[2], "and says why"


def test_slow_bodies_are_not_waited_for() -> None:
    with running(small()) as server:
        for body in (b"", b'{"text"'):
            found = server.raw(head(server, JSON, "Content-Length: 100", path="/api/echo", body=body))
            assert found.startswith(b"HTTP/1.1 408") and b"did not arrive within 1 seconds" in found


# who is asked, and by whom

HOSTS = ["example.org", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1:{port}.example.org", "example.org:{port}"]
HOSTS += ["localhost.example.org:{port}", "[::1]", "0.0.0.0:{port}", "127.0.0.1:{port}@example.org", "127.1:{port}", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_hosts(client: httpx.Client, server: Server, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/api/verdict")):
        found = client.request(method, path, headers={"Host": host.format(port=server.port)}, json={"puzzle": FIRST})
        refused(found, 421, 400)


ORIGINS = [
    "http://example.org",
    "https://127.0.0.1:{port}",
    "null",
    "http://127.0.0.1",
    "http://localhost:1",
    "file://",
]
ORIGINS += ["http://127.0.0.1:{port}.example.org", "http://127.0.0.1:{port}/", "http://a@127.0.0.1:{port}", "*"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_origins(client: httpx.Client, server: Server, origin: str) -> None:
    headers = {"Origin": origin.format(port=server.port)}
    found = client.post("/api/verdict", headers=headers, json={"puzzle": FIRST})
    refused(found, 403)
    assert not [name for name in found.headers if name.startswith("access-control")]


@pytest.mark.parametrize("site", ["cross-site", "same-site", "else"])
def test_other_sites(client: httpx.Client, site: str) -> None:
    refused(client.post("/api/verdict", headers={"Sec-Fetch-Site": site}, json={"puzzle": FIRST}), 403)


def test_names_of_our_own_are_taken(client: httpx.Client, server: Server) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        headers = {"Host": f"{name}:{server.port}", "Origin": f"http://{name}:{server.port}"}
        assert client.post("/api/verdict", headers=headers, json={"puzzle": FIRST}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"])
def test_methods(client: httpx.Client, method: str) -> None:
    found = client.request(method, "/api/verdict", headers={"Content-Type": "application/json"})
    assert refused(found, 405) and found.headers["allow"]


TYPES = ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/jsonp"]


@pytest.mark.parametrize("kind", [*TYPES, "text/plain; application/json"])
def test_types(client: httpx.Client, kind: str) -> None:
    content = json.dumps({"puzzle": FIRST}).encode()
    refused(client.post("/api/verdict", content=content, headers={"Content-Type": kind}), 415)


# paths

PATHS = ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%2e%2e%2f%2e%2e%2fcli/parser.py"]
PATHS += ["/etc/passwd", "//etc/passwd", "/static//etc/passwd", "/static/%00", "/static/", "/static", "/%c0%ae%c0%ae/"]
PATHS += ["/api", "/api/", "/api/no", "/api/__class__", "/api/stream/verdict", "/api/verdict/", "/" + "a" * 20_000]
PATHS += ["/static/..%5c..%5capp.py", "/static/index.html%00.js", "/<script>alert(1)</script>", "/%0d%0aSet-Cookie:a=b"]


@pytest.mark.parametrize("path", PATHS)
def test_paths(server: Server, path: str) -> None:
    for method in ("GET", "POST"):
        found = server.raw(head(server, JSON, "Content-Length: 2", method=method, path=path, body=b"{}"))
        top, _, body = found.partition(b"\r\n\r\n")
        assert top.startswith(b"HTTP/1.1 4"), (method, found)
        assert b"Set-Cookie:" not in top and b"import" not in body
        assert json.loads(body)["error"] if b"application/json" in top else body


# bodies

BODIES = {
    "nothing": (b"", "not JSON"),
    "cut short": (b'{"puzzle": "', "not JSON"),
    "no object": (b"[1, 2]", "not a JSON object"),
    "a text": (b'"puzzle"', "not a JSON object"),
    "null": (b"null", "not a JSON object"),
    "not a number": (b'{"puzzle": NaN}', "NaN"),
    "infinity": (b'{"limit": -Infinity}', "Infinity"),
    "a large exponent": (b'{"puzzle": "a:b", "limit": 1e999}', "limit is out of range"),
    "many digits": (b'{"limit": ' + b"9" * 10_000 + b"}", "out of range"),
    "deep": (b"[" * 200_000, "too deeply"),
    "deep objects": (b'{"puzzle":' * 50_000, "too deeply"),
    "twice": (b'{"puzzle": "a:b", "puzzle": "c:d"}', "twice"),
    "not utf-8": (b'{"puzzle": "\xff\xfe"}', "UTF-8"),
    "utf-16": ('{"puzzle": "a:b"}'.encode("utf-16"), "UTF-8"),
    "half a character": (b'{"puzzle": "\\ud800"}', "UTF-8"),
    "a byte order mark": (b'\xef\xbb\xbf{"puzzle": "a:b"}', "not JSON"),
    "a zero byte": (b'{"puzzle": "a\0b"}', "not JSON"),
    "a comment": (b'{"puzzle": "a:b"} // c', "not JSON"),
    "two objects": (b"{}{}", "not JSON"),
    "too large": (b'{"puzzle": "' + b"a" * 2_000_000 + b'"}', "larger than"),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies(client: httpx.Client, name: str) -> None:
    body, words = BODIES[name]
    found = client.post("/api/verdict", content=body, headers={"Content-Type": "application/json"})
    assert words in refused(found, 400, 413)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(["at", "why"]), inner),
    max_leaves=8,
)
SHAPES = [shape for service in TABLE.services.values() for shape in (service.shape, *service.fields.values())]


@given(st.binary() | VALUES.map(lambda value: json.dumps(value).encode()), st.sampled_from(SHAPES))
def test_whatever_is_sent_is_taken_or_refused_in_words(body: bytes, shape: Shape) -> None:
    try:
        fields = shapes.read(body)
        for value in (fields, *fields.values()):
            shapes.compare(value, shape)
    except BadInput as error:
        assert "\n" not in str(error)


# fields and puzzles


def png(width: int, height: int) -> str:
    """An image that claims a size, and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "bbbbbbbbbb"><!ENTITY c "&a;&a;&a;&a;">]><puzzleset>&c;</puzzleset>'
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]><puzzleset>&a;</puzzleset>'
COMMAND = "external:touch {formula}"

REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    "no puzzle": ("verdict", {}),
    "a number for a puzzle": ("verdict", {"puzzle": 17}),
    "a list for a puzzle": ("verdict", {"puzzle": [FIRST]}),
    "null for a puzzle": ("verdict", {"puzzle": None}),
    "an object for a puzzle": ("verdict", {"puzzle": {"$ne": 1}}),
    "an unknown field": ("verdict", {"puzzle": FIRST, "__proto__": 1}),
    "an empty puzzle": ("verdict", {"puzzle": ""}),
    "an unknown kind": ("verdict", {"puzzle": "sudoku:9"}),
    "a kind that is a module": ("verdict", {"puzzle": "os.path:9"}),
    "a kind that is a path": ("verdict", {"puzzle": "../../../etc/passwd:9"}),
    "a kind that is hidden": ("verdict", {"puzzle": "_template:9"}),
    "markup": ("verdict", {"puzzle": "<script>alert(1)</script>:<img src=x onerror=alert(1)>"}),
    "markup in a puzzle": ("verdict", {"puzzle": "nonogram:4x3:<script>alert(1)</script>"}),
    "signs that turn text round": ("verdict", {"puzzle": "nonogram:\u202e4x3:1"}),
    "digits of other scripts": ("verdict", {"puzzle": "nonogram:٤x٣:1.1/2/1/1.1/2.1/2/1.1"}),
    "a huge nonogram": ("verdict", {"puzzle": "nonogram:999999999x999999999:1"}),
    "a large nonogram": ("board", {"puzzle": "nonogram:1000x1000:" + "/" * 1999}),
    "huge bishops": ("verdict", {"puzzle": "bishops:99999999"}),
    "large bishops": ("board", {"puzzle": "bishops:1000"}),
    "a huge doppelblock": ("verdict", {"puzzle": "doppelblock:99999999:1"}),
    "a huge dominosweeper": ("verdict", {"puzzle": "dominosweeper:99999999x99999999:."}),
    "a huge satromino": ("verdict", {"puzzle": "satromino:99999999x99999999:I"}),
    "a clue with many digits": ("verdict", {"puzzle": "nonogram:1x1:" + "9" * 5000 + "/1"}),
    "a negative size": ("verdict", {"puzzle": "bishops:-1"}),
    "a state of another board": ("check", {"puzzle": FIRST, "state": "#" * 1000}),
    "a state of other signs": ("check", {"puzzle": FIRST, "state": "\U0001f4a3\0\u202e"}),
    "values of another board": ("check", {"puzzle": FIRST, "values": [[1]]}),
    "ragged values": ("check", {"puzzle": FIRST, "values": [[1], [1, 0], []]}),
    "values out of range": ("check", {"puzzle": FIRST, "values": [[99] * 4] * 3}),
    "true for a number": ("hint", {"puzzle": FIRST, "depth": True}),
    "a part of a depth": ("hint", {"puzzle": FIRST, "depth": 1.5}),
    "too deep": ("hint", {"puzzle": FIRST, "depth": 4}),
    "a negative limit": ("solve", {"puzzle": FIRST, "limit": -1}),
    "an endless limit": ("solve", {"puzzle": FIRST, "limit": 10**9}),
    "a command for an engine": ("solve", {"puzzle": FIRST, "engine": COMMAND}),
    "an engine with options": ("solve", {"puzzle": FIRST, "engine": "yasat:trace=/tmp/x"}),
    "an engine that needs a command": ("solve", {"puzzle": FIRST, "engine": "external"}),
    "a command among engines": ("stream/compare", {"puzzle": FIRST, "engines": [COMMAND]}),
    "a command that proves": ("prove", {"puzzle": FIRST, "engine": COMMAND}),
    "an unknown engine": ("solve", {"puzzle": FIRST, "engine": "os"}),
    "an unknown encoding": ("solve", {"puzzle": FIRST, "encoding": "../../x"}),
    "options of an encoding": ("formula", {"puzzle": FIRST, "encoding": "compact:__class__=1"}),
    "a language that is a path": ("board", {"puzzle": FIRST, "language": "../../x"}),
    "an unknown language": ("board", {"puzzle": FIRST, "language": "xx"}),
    "a mark without a reason": ("board", {"puzzle": FIRST, "marks": [{"at": [0, 0]}]}),
    "a place outside the board": ("set", {"puzzle": FIRST, "place": "row:999", "text": "1"}),
    "a place with markup": ("set", {"puzzle": FIRST, "place": "<b>:0", "text": "1"}),
    "a clue with markup": ("set", {"puzzle": FIRST, "place": "row:0", "text": "<img src=x>"}),
    "a clue that ends the ID": ("set", {"puzzle": FIRST, "place": "row:0", "text": "1:x=y\n"}),
    "a board of no size": ("set", {"kind": "nonogram", "size": [0, 0]}),
    "a board of one side": ("set", {"kind": "nonogram", "size": [5]}),
    "a huge board": ("set", {"kind": "nonogram", "size": [2000, 2000]}),
    "an unknown kind of board": ("set", {"kind": "../x", "size": [5, 5]}),
    "moves where there are none": ("moves", {"puzzle": FIRST, "moves": "lrd"}),
    "cells outside the board": ("reveal", {"puzzle": "dominosweeper:2x2:..**", "open": [[9, 9]]}),
    "a page that is not there": ("formula", {"puzzle": FIRST, "page": 10**9}),
    "a file of another form": ("render", {"puzzle": FIRST, "to": "exe"}),
    "a file with a path": ("encode", {"puzzle": FIRST, "to": "../../x"}),
    "an entity bomb": ("read", {"text": BOMB}),
    "an entity outside": ("read", {"text": OUTSIDE}),
    "a path to read": ("read", {"text": "/etc/passwd"}),
    "an address to read": ("read", {"text": "file:///etc/passwd"}),
    "an example that is a path": ("read", {"text": "@../../etc/passwd"}),
    "an example that is not there": ("read", {"text": "@nonogram/../../x"}),
    "deep markup to read": ("read", {"text": "<puzzleset>" + "<a>" * 100_000}),
    "junk to read": ("read", {"text": "\x00\x01\x02" * 5000}),
    "a text that is too long": ("read", {"text": "a" * 3_000_000}),
    "an unknown recipe": ("stream/generate", {"kind": "no"}),
    "a huge new puzzle": ("stream/generate", {"kind": "nonogram", "size": [2000, 2000]}),
    "options that are a path": (
        "stream/generate",
        {"kind": "nonogram", "options": [{"name": "from", "value": "/etc/passwd"}]},
    ),
    "an image that is none": ("stream/generate", {"kind": "nonogram", "image": "!!!"}),
    "an image that claims much": ("stream/generate", {"kind": "nonogram", "image": png(60_000, 60_000)}),
    "a book of nothing": ("stream/book", {"puzzles": [], "to": "pdf"}),
    "a book of junk": ("stream/book", {"puzzles": ["<b>"], "to": "html"}),
    "a long name": ("cancel", {"client": "a" * 1000, "lane": "b"}),
    "a lane alone": ("cancel", {"lane": "b"}),
    "a list for a client": ("verdict", {"puzzle": FIRST, "client": [], "lane": "a"}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_requests(client: httpx.Client, name: str) -> None:
    path, fields = REQUESTS[name]
    refused(unpacked(client.post(f"/api/{path}", json=fields)))


# who may come in, where others can reach the server


DOOR = Door("0.0.0.0", 8000, "secret")


def knocked(method: str = "GET", url: str = "/", **headers: str) -> httpx.Response:
    """What somebody at this door gets to hear."""

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("inside")(scope, receive, send)

    guarded = Guard(inside, DOOR, lambda path: 100)
    return asked(guarded, method, url, {"Content-Type": "application/json", **headers}, "http://192.0.2.1:8000")


KEY = {"Cookie": "knobel-8000=secret"}


def test_a_token_opens_the_door() -> None:
    found = knocked(url="/?token=secret&p=nonogram%3A1x1%3A1%2F1")
    assert found.status_code == 303 and found.headers["location"] == "/?p=nonogram%3A1x1%3A1%2F1"
    assert found.headers["set-cookie"] == "knobel-8000=secret; Path=/; HttpOnly; SameSite=Strict"
    for headers in (KEY, {"Authorization": "Bearer secret"}, {"Cookie": 'a=b; knobel-8000="secret"; c=d'}):
        for method in ("GET", "POST", "HEAD"):
            assert knocked(method, **headers).status_code == 200


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("/", {}),
        ("/?token=", {}),
        ("/?token=wrong", {}),
        ("/?token=secre", {}),
        ("/?token=secret%00", {}),
        ("/?Token=secret", {}),
        ("/?" + "&".join(f"a{i}" for i in range(1000)) + "&token=secret", {}),
        ("/", {"Cookie": "knobel-8000=wrong"}),
        ("/", {"Cookie": "knobel-8001=secret"}),
        ("/", {"Cookie": "knobel-8000="}),
        ("/", {"Cookie": "; ;;=,\x01" * 100}),
        ("/", {"Cookie": "a=" + "b" * 10_000}),
        ("/", {"Authorization": "Basic secret"}),
        ("/", {"Authorization": "Bearer"}),
        ("/", {"Authorization": "secret"}),
        ("/api/verdict", {}),
    ],
)
def test_no_token_no_answer(url: str, headers: dict[str, str]) -> None:
    for method in ("GET", "POST"):
        assert "token" in refused(knocked(method, url, **headers), 401)


def test_a_token_in_the_address_is_for_pages_only() -> None:
    refused(knocked("POST", "/api/verdict?token=secret"), 401)


@pytest.mark.parametrize("path", ["//example.org/", "///example.org", "/\\example.org", "/\r\nSet-Cookie: a=b", "/ü"])
def test_the_way_on_leads_nowhere_else(path: str) -> None:
    scope = {"method": "GET", "path": path, "query_string": b"token=secret", "headers": []}
    found = Guard(Starlette(), DOOR, lambda path: 100).check_token(Request(scope))
    assert found is not None and re.fullmatch(r"/([A-Za-z0-9.%-][A-Za-z0-9.%/-]*)?", found["location"])


def test_names_can_be_made_to_point_here_but_addresses_cannot() -> None:
    refused(knocked(Host="example.org:8000", **KEY), 421)
    for host in ("192.0.2.1:8000", "[2001:db8::1]:8000", "localhost:8000"):
        assert knocked(Host=host, **KEY).status_code == 200
    assert Door("192.0.2.1", 80).admits("192.0.2.1") and not Door("192.0.2.1", 80).admits("localhost")


def test_only_the_machine_itself_comes_in_without_a_token() -> None:
    assert [Door.at(host, 1).token is None for host in ("127.0.0.1", "localhost", "::1", "127.8.8.8")] == [True] * 4
    tokens = {Door.at(host, 1).token for host in ("0.0.0.0", "::", "192.0.2.1", "example.org", "")}
    assert None not in tokens and len(tokens) == 5 and all(len(token or "") > 20 for token in tokens)
    assert "secret" not in repr(DOOR)


def test_every_answer_has_the_headers_of_a_careful_page() -> None:
    for found in (knocked(**KEY), knocked(), knocked(Host="example.org", **KEY)):
        policy = found.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert (
            found.headers["x-content-type-options"] == "nosniff" and found.headers["referrer-policy"] == "no-referrer"
        )
