"""The server as others see it: what is answered, stopped, cancelled and cleaned up. With small services of our own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from knobel.errors import BadInput
from knobel.web.app import page, static
from knobel.web.events import events
from knobel.web.openapi import described
from knobel.web.pool import Frame, Refused
from knobel.web.server import LONG
from knobel.web.shapes import compare
from knobel.web.table import TABLE
from knobel.web.work import EVENT, Reply
from web import small_services
from web.servers import Server, alive, asked, running, small, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small()) as found:
        yield found


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.root, timeout=30) as found:
        yield found


@contextmanager
def asking(server: Server, path: str, **fields: Any) -> Iterator[Callable[[], httpx.Response]]:
    """A question on its way; its answer can be waited for."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(httpx.post, f"{server.root}api/{path}", json=fields, timeout=30)
        yield future.result


# answers


def test_an_answer(client: httpx.Client) -> None:
    found = client.post("/api/echo", json={"text": "Rätsel 謎 <b>"})
    assert found.status_code == 200 and found.json()["text"] == "Rätsel 謎 <b>"
    assert found.headers["content-type"] == "application/json" and found.headers["cache-control"] == "no-store"


def test_each_question_has_a_process_of_its_own(client: httpx.Client, server: Server) -> None:
    pids = {client.post("/api/echo", json={"text": ""}).json()["pid"] for _ in range(5)}
    assert len(pids) == 5 and server.process.pid not in pids
    wait_for(lambda: not alive(pids))


def test_a_file_is_saved_under_a_plain_name(client: httpx.Client) -> None:
    found = client.post("/api/saved", json={})
    assert found.content == b"line\nline\n" and found.headers["content-type"].startswith("text/plain")
    assert found.headers["content-disposition"] == 'attachment; filename="a__b_____.txt"'


def events_of(found: httpx.Response) -> list[dict[str, Any]]:
    lines = [line for line in found.text.splitlines() if line and not line.startswith(":")]
    assert all(line.startswith("data: ") for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def test_a_stream(client: httpx.Client) -> None:
    found = client.post("/api/stream/steps", json={"count": 3})
    assert found.headers["content-type"] == "text/event-stream; charset=utf-8"
    *steps, last = events_of(found)
    assert [step["number"] for step in steps] == [0, 1, 2] and last == {"done": True}


def test_events_come_when_they_happen(client: httpx.Client) -> None:
    with client.stream("POST", "/api/stream/steps", json={"count": 9, "seconds": 30}) as found:
        assert next(found.iter_lines()).startswith("data: ")


def test_an_error_in_a_stream(client: httpx.Client) -> None:
    found = client.post("/api/stream/steps", json={"count": 0})
    assert (found.status_code, found.json()) == (400, {"error": "nothing to count"})
    found = client.post("/api/stream/steps", json={"count": 2, "text": "no"})
    assert events_of(found)[-1] == {"error": "no", "status": 400, "done": True}


def test_a_sign_of_life_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.web.events.HEARTBEAT", 0.01)
    wait = asyncio.Event()

    async def frames() -> AsyncGenerator[Frame]:
        yield Frame(EVENT, b"1")
        await wait.wait()
        yield Frame(EVENT, b"2")
        raise Refused(Reply(408, "too slow"))

    async def listen() -> list[bytes]:
        heard = []
        async for part in events(frames()):
            heard.append(part)
            if len(heard) == 4:
                wait.set()
        return heard

    first, *waiting, second, last = asyncio.run(listen())
    assert (first, second) == (b"data: 1\n\n", b"data: 2\n\n") and len(waiting) >= 3 and set(waiting) == {b":\n\n"}
    assert json.loads(last.removeprefix(b"data: ")) == {"status": 408, "error": "too slow", "done": True}


@pytest.mark.parametrize(
    ("name", "fields", "status", "words"),
    [
        ("refuse", {}, 400, "the clue 'x' is no number"),
        ("fail", {}, 500, "a defect of the server: KeyError in fail"),
        ("die", {}, 500, "the worker died; the server goes on"),
        ("spin", {}, 408, "stopped at the limit of 1 seconds"),
        ("eat", {"blocks": 1000}, 413, "stopped at the limit of memory; this is too large for the page"),
        ("nibble", {}, 413, "stopped at the limit of memory; this is too large for the page"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence_and_leaves_nothing(
    client: httpx.Client, server: Server, name: str, fields: dict[str, Any], status: int, words: str
) -> None:
    found = client.post(f"/api/{name}", json=fields)
    assert (found.status_code, found.json()) == (status, {"error": words})
    wait_for(lambda: not server.workers())
    assert client.post("/api/echo", json={"text": "and on"}).status_code == 200


def test_what_a_worker_leaves_behind_is_removed(client: httpx.Client) -> None:
    found = client.post("/api/leave", json={}).json()
    wait_for(lambda: not alive({found["pid"]}) and not Path(found["file"]).exists())


# long and short


def test_long_questions_do_not_keep_short_ones_waiting(server: Server, client: httpx.Client) -> None:
    asked = [{"client": "long", "lane": str(number), "seconds": 60} for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        waiting = [pool.submit(httpx.post, f"{server.root}api/sleep", json=one, timeout=30) for one in asked]
        wait_for(lambda: len(server.workers()) == 6)  # though only two questions are answered at once
        assert client.post("/api/echo", json={"text": "short"}).status_code == 200
        assert not any(one.done() for one in waiting)
        for one in asked:
            fields = {key: one[key] for key in ("client", "lane")}
            wait_for(lambda fields=fields: client.post("/api/cancel", json=fields).json() == {"cancelled": 1})  # type: ignore[misc]
        assert {one.result().status_code for one in waiting} == {409}
    wait_for(lambda: not server.workers())


def test_who_works_for_long_does_so_with_low_priority(client: httpx.Client) -> None:
    own = os.nice(0)
    assert client.post("/api/sleep", json={"seconds": 1}).json()["nice"] == own
    assert client.post("/api/work", json={"seconds": 1}).json()["nice"] == max(own, 10)
    assert client.post("/api/work", json={"seconds": 2}).json()["nice"] == 19


@pytest.mark.slow
def test_there_are_only_so_many_long_questions(server: Server, client: httpx.Client) -> None:
    most = 2 * LONG
    asked = [{"client": "many", "lane": str(number), "seconds": 60} for number in range(most + 2)]
    with ThreadPoolExecutor(most + 2) as pool:
        waiting = [pool.submit(httpx.post, f"{server.root}api/sleep", json=one, timeout=30) for one in asked]
        wait_for(lambda: sum(one.done() for one in waiting) == 2)
        cancelled = [client.post("/api/cancel", json={"client": "many", "lane": one["lane"]}) for one in asked]
        assert sum(one.json()["cancelled"] for one in cancelled) == most
        assert sorted(one.result().status_code for one in waiting) == [409] * most + [503] * 2


# cancelling


def test_a_newer_question_takes_the_place_of_an_older_one(server: Server, client: httpx.Client) -> None:
    tab = {"client": "me", "lane": "verdict"}
    with asking(server, "sleep", seconds=60, **tab) as older:
        wait_for(lambda: len(server.workers()) == 1)
        with asking(server, "sleep", seconds=60, client="me", lane="other") as other:
            wait_for(lambda: len(server.workers()) == 2)
            assert client.post("/api/echo", json={"text": "", **tab}).status_code == 200
            assert older().status_code == 409 and "newer" in older().json()["error"]
            wait_for(lambda: len(server.workers()) == 1)  # the other lane goes on
            assert client.post("/api/cancel", json={"client": "me", "lane": "other"}).json() == {"cancelled": 1}
            assert other().json() == {"error": "cancelled"}
    assert client.post("/api/cancel", json=tab).json() == {"cancelled": 0}


def test_a_client_that_leaves_is_not_worked_for(server: Server) -> None:
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.root}api/sleep", json={"seconds": 60}, timeout=0.3)
    wait_for(lambda: not server.workers())
    with httpx.stream("POST", f"{server.root}api/stream/steps", json={"count": 9, "seconds": 60}) as found:
        next(found.iter_lines())
        assert len(server.workers()) == 1
    wait_for(lambda: not server.workers())


@pytest.mark.slow
def test_many_are_asked_and_dropped_and_nothing_is_left(server: Server, client: httpx.Client) -> None:
    def drop(number: int) -> None:
        fields = {"client": str(number % 5), "lane": "x", "seconds": 60}
        with pytest.raises(httpx.TimeoutException), httpx.Client(timeout=0.05 + 0.01 * (number % 7)) as one:
            found = one.post(f"{server.root}api/sleep", json=fields)
            assert found.status_code == 409
            raise httpx.ReadTimeout("it was replaced")

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(drop, range(100)))
    wait_for(lambda: not server.workers())
    assert client.post("/api/echo", json={"text": "still there"}).status_code == 200


# ends


def folder_of(server: Server) -> Path:
    """Where its workers have their files."""
    found = Path(os.fsdecode(Path(f"/proc/{server.family()[1]}/cmdline").read_bytes().split(b"\0")[-2]))
    assert found.is_dir()
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_server_ends_all_of_it(how: signal.Signals) -> None:
    with running(small()) as server, asking(server, "leave", seconds=60) as answer:
        wait_for(lambda: len(server.family()) == 4)  # server, foreman, worker, and what that started
        folder = folder_of(server)
        started = server.family()
        server.process.send_signal(how)
        server.process.wait(10)
        wait_for(lambda: not alive(started) and not folder.exists())
        if how != signal.SIGKILL:
            assert answer().status_code == 503
        else:
            with pytest.raises(httpx.TransportError):
                answer()


def test_a_foreman_that_dies_is_replaced(server: Server, client: httpx.Client) -> None:
    with asking(server, "sleep", seconds=60) as answer:
        wait_for(lambda: len(server.workers()) == 1)
        (worker,) = server.workers()
        foreman, folder = server.family()[1], folder_of(server)
        os.kill(foreman, signal.SIGKILL)
        assert answer().status_code == 500
    wait_for(lambda: not alive({worker, foreman}) and not folder.exists())
    assert client.post("/api/echo", json={"text": "again"}).status_code == 200


def test_a_server_whose_services_cannot_be_loaded_says_so() -> None:
    with running(small(table="web.broken_services")) as server:
        found = httpx.post(f"{server.root}api/echo", json={"text": ""})
        assert found.status_code == 500 and "no worker can be started" in found.json()["error"]


# description


def test_the_description_names_every_route(client: httpx.Client) -> None:
    found = client.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert set(found["paths"]) == {*small_services.TABLE.services, "/api/cancel", "/api/openapi.json"}
    for path, methods in found["paths"].items():
        (method,) = methods
        answer = client.request(method.upper(), path, json={"no": "such field"})
        assert answer.status_code == (400 if method == "post" else 200), path
        other = client.request("GET" if method == "post" else "POST", path, json={})
        assert other.status_code == 405 and other.headers["allow"] and other.json()["error"]
    shape = found["paths"]["/api/echo"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert shape["required"] == ["text"] and set(shape["properties"]) == {"text", "list", "client", "lane", "language"}


def test_every_service_of_the_page_is_there_and_described() -> None:
    found = described(TABLE)
    assert set(found["paths"]) == {*TABLE.services, "/api/cancel", "/api/openapi.json"}
    for path, service in TABLE.services.items():
        module, name = service.function.split(":")
        assert callable(getattr(import_module(module), name))
        body = found["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert body == service.shape and set(service.required) <= set(body["properties"])
        with pytest.raises(BadInput):
            compare({"no": "such field"}, body)
    names = [operation["operationId"] for path in found["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) and json.loads(json.dumps(found)) == found


# files


def test_the_files_of_the_page_and_no_others(tmp_path: Path) -> None:
    root = tmp_path / "static"
    (root / "languages").mkdir(parents=True)
    for name, content in (("index.html", "<p>"), ("a.js", "1"), ("languages/de.json", "{}"), ("notes.txt", "")):
        (root / name).write_text(content)
    (tmp_path / "secret.js").write_text("no")
    found = page(root)
    assert set(found) == {"/", "/static/index.html", "/static/a.js", "/static/languages/de.json"}
    app = Starlette(routes=[Route(path, static(file)) for path, file in found.items()])
    for path, kind in (("/", "text/html; charset=utf-8"), ("/static/a.js", "text/javascript; charset=utf-8")):
        answer = asked(app, "GET", path, {})
        assert answer.headers["content-type"] == kind and answer.headers["cache-control"] == "no-cache"
        again = asked(app, "GET", path, {"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    (root / "a.js").write_text("2")
    assert asked(app, "GET", "/static/a.js", {}).text == "2"
    assert asked(app, "GET", "/static/%2e%2e/secret.js", {}).status_code == 404


def test_the_folder_of_the_page_is_in_the_package() -> None:
    assert (files("knobel.web") / "static" / "index.html").is_file()


# the command


def test_the_command(run: Callable[..., Any], server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run("web", "--port", str(server.port))
    assert found.code == 2 and found.err.count("\n") == 1 and "--port 0 takes any free port" in found.err
    assert run("web", "--port", "99999").code == run("web", "--host", "no such host").code == 2
    monkeypatch.setattr("knobel.cli.serving.find_spec", lambda name: None)
    assert "pip install 'knobel[web]'" in run("web").err
