"""What nobody should send over the wire: each gets a 4xx and a sentence, and the server goes on as if nothing had been.

What is in the bodies of requests is in ``test_hostile_requests.py``; who may come in, in ``test_door.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from web.nonsense import LINES
from web.servers import Server, refused, running, small

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


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
    with running(small(patience=1.0)) as server:
        for body in (b"", b'{"text"'):
            found = server.raw(head(server, JSON, "Content-Length: 100", path="/api/echo", body=body))
            assert found.startswith(b"HTTP/1.1 408") and b"did not arrive within 1 seconds" in found


# who is asked, and by whom

HOSTS = ["example.org", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1:{port}.example.org", "example.org:{port}"]
HOSTS += ["localhost.example.org:{port}", "[::1]", "0.0.0.0:{port}", "127.0.0.1:{port}@example.org", "127.1:{port}", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_hosts(client: httpx.Client, server: Server, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/api/verdict")):
        found = client.request(method, path, headers={"Host": host.format(port=server.port)}, json={"puzzle": LINES})
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
    found = client.post("/api/verdict", headers=headers, json={"puzzle": LINES})
    refused(found, 403)
    assert not [name for name in found.headers if name.startswith("access-control")]


@pytest.mark.parametrize("site", ["cross-site", "same-site", "else"])
def test_other_sites(client: httpx.Client, site: str) -> None:
    refused(client.post("/api/verdict", headers={"Sec-Fetch-Site": site}, json={"puzzle": LINES}), 403)


def test_names_of_our_own_are_taken(client: httpx.Client, server: Server) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        headers = {"Host": f"{name}:{server.port}", "Origin": f"http://{name}:{server.port}"}
        assert client.post("/api/verdict", headers=headers, json={"puzzle": LINES}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"])
def test_methods(client: httpx.Client, method: str) -> None:
    found = client.request(method, "/api/verdict", headers={"Content-Type": "application/json"})
    assert refused(found, 405) and found.headers["allow"]


TYPES = ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/jsonp"]


@pytest.mark.parametrize("kind", [*TYPES, "text/plain; application/json"])
def test_types(client: httpx.Client, kind: str) -> None:
    content = json.dumps({"puzzle": LINES}).encode()
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
