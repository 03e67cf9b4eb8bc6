"""Who may come in, where others can reach the server: only those with the token, and by an address that is ours."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from knobel.web.guard import Door, Guard
from web.servers import asked, refused

DOOR = Door("0.0.0.0", 8000, "secret")


def knocked(method: str = "GET", url: str = "/", **headers: str) -> httpx.Response:
    """What somebody at this door gets to hear."""

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("inside")(scope, receive, send)

    guarded = Guard(inside, DOOR)
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
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"token=secret", "headers": []}
    found = Guard(Starlette(), DOOR).check_token(Request(scope))
    assert found is not None and re.fullmatch(r"/([A-Za-z0-9.%-][A-Za-z0-9.%/-]*)?", found.headers["location"])


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
