"""The server as others see it: what is answered, stopped and cancelled. With small services of our own."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel.web.app import events
from knobel.web.pool import Frame, Refused
from knobel.web.server import LONG
from knobel.web.work import EVENT, Reply
from web.servers import PATIENCE, Server, alive, asking, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


FOREVER = 3600  # seconds that a service sleeps; no test waits for its end


# answers


def test_an_answer(small_client: httpx.Client) -> None:
    found = small_client.post("/api/echo", json={"text": "Rätsel 謎 <b>"})
    assert found.status_code == 200 and found.json()["text"] == "Rätsel 謎 <b>"
    assert found.headers["content-type"] == "application/json" and found.headers["cache-control"] == "no-store"


def test_each_question_has_a_process_of_its_own(small_client: httpx.Client, small_server: Server) -> None:
    pids = {small_client.post("/api/echo", json={"text": ""}).json()["pid"] for _ in range(5)}
    assert len(pids) == 5 and small_server.process.pid not in pids
    wait_for(lambda: not alive(pids))


def test_a_file_is_saved_under_a_plain_name(small_client: httpx.Client) -> None:
    found = small_client.post("/api/saved", json={})
    assert found.content == b"line\nline\n" and found.headers["content-type"].startswith("text/plain")
    assert found.headers["content-disposition"] == 'attachment; filename="a__b_____.txt"'


def events_of(found: httpx.Response) -> list[dict[str, Any]]:
    lines = [line for line in found.text.splitlines() if line and not line.startswith(":")]
    assert all(line.startswith("data: ") for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def test_a_stream(small_client: httpx.Client) -> None:
    found = small_client.post("/api/stream/steps", json={"count": 3})
    assert found.headers["content-type"] == "text/event-stream; charset=utf-8"
    *steps, last = events_of(found)
    assert [step["number"] for step in steps] == [0, 1, 2] and last == {"done": True}


def test_events_come_when_they_happen(small_client: httpx.Client) -> None:
    with small_client.stream("POST", "/api/stream/steps", json={"count": 9, "seconds": FOREVER}) as found:
        assert next(found.iter_lines()).startswith("data: ")


def test_an_error_in_a_stream(small_client: httpx.Client) -> None:
    found = small_client.post("/api/stream/steps", json={"count": 0})
    assert (found.status_code, found.json()) == (400, {"error": "nothing to count"})
    found = small_client.post("/api/stream/steps", json={"count": 2, "text": "no"})
    assert events_of(found)[-1] == {"error": "no", "status": 400, "done": True}


def test_a_sign_of_life_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.web.app.HEARTBEAT", 0.01)
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
    small_client: httpx.Client, small_server: Server, name: str, fields: dict[str, Any], status: int, words: str
) -> None:
    found = small_client.post(f"/api/{name}", json=fields)
    assert (found.status_code, found.json()) == (status, {"error": words})
    wait_for(lambda: not small_server.workers())
    assert small_client.post("/api/echo", json={"text": "and on"}).status_code == 200


def test_what_a_worker_leaves_behind_is_removed(small_client: httpx.Client) -> None:
    found = small_client.post("/api/leave", json={}).json()
    wait_for(lambda: not alive({found["pid"]}) and not Path(found["file"]).exists())


# long and short


def test_long_questions_do_not_keep_short_ones_waiting(small_server: Server, small_client: httpx.Client) -> None:
    asked = [{"client": "long", "lane": str(number), "seconds": FOREVER} for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        waiting = [
            pool.submit(httpx.post, f"{small_server.root}api/sleep", json=one, timeout=PATIENCE) for one in asked
        ]
        wait_for(lambda: len(small_server.workers()) == 6)  # though only two questions are answered at once
        assert small_client.post("/api/echo", json={"text": "short"}).status_code == 200
        assert not any(one.done() for one in waiting)
        for one in asked:
            fields = {key: one[key] for key in ("client", "lane")}
            wait_for(lambda fields=fields: small_client.post("/api/cancel", json=fields).json() == {"cancelled": 1})  # type: ignore[misc]
        assert {one.result().status_code for one in waiting} == {409}
    wait_for(lambda: not small_server.workers())


def test_who_works_for_long_does_so_with_low_priority(small_client: httpx.Client) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert small_client.post("/api/sleep", json={"seconds": 1}).json()["nice"] == own
    steps = dict.fromkeys((own, max(own, 10), 19))
    assert small_client.post("/api/work", json={"nice": 19}).json()["nice"] == list(steps)


@pytest.mark.slow
def test_there_are_only_so_many_long_questions(small_server: Server, small_client: httpx.Client) -> None:
    most = 2 * LONG
    asked = [{"client": "many", "lane": str(number), "seconds": FOREVER} for number in range(most + 2)]
    with ThreadPoolExecutor(most + 2) as pool:
        waiting = [
            pool.submit(httpx.post, f"{small_server.root}api/sleep", json=one, timeout=PATIENCE) for one in asked
        ]
        wait_for(lambda: sum(one.done() for one in waiting) == 2)
        cancelled = [small_client.post("/api/cancel", json={"client": "many", "lane": one["lane"]}) for one in asked]
        assert sum(one.json()["cancelled"] for one in cancelled) == most
        assert sorted(one.result().status_code for one in waiting) == [409] * most + [503] * 2


# cancelling


def test_a_newer_question_takes_the_place_of_an_older_one(small_server: Server, small_client: httpx.Client) -> None:
    tab = {"client": "me", "lane": "verdict"}
    with asking(small_server, "sleep", seconds=FOREVER, **tab) as older:
        wait_for(lambda: len(small_server.workers()) == 1)
        with asking(small_server, "sleep", seconds=FOREVER, client="me", lane="other") as other:
            wait_for(lambda: len(small_server.workers()) == 2)
            assert small_client.post("/api/echo", json={"text": "", **tab}).status_code == 200
            assert older().status_code == 409 and "newer" in older().json()["error"]
            wait_for(lambda: len(small_server.workers()) == 1)  # the other lane goes on
            assert small_client.post("/api/cancel", json={"client": "me", "lane": "other"}).json() == {"cancelled": 1}
            assert other().json() == {"error": "cancelled"}
    assert small_client.post("/api/cancel", json=tab).json() == {"cancelled": 0}


def test_a_client_that_leaves_is_not_worked_for(small_server: Server) -> None:
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{small_server.root}api/sleep", json={"seconds": FOREVER}, timeout=httpx.Timeout(PATIENCE, read=0.3)
        )
    wait_for(lambda: not small_server.workers())
    steps = {"count": 9, "seconds": FOREVER}
    with httpx.stream("POST", f"{small_server.root}api/stream/steps", json=steps, timeout=PATIENCE) as found:
        next(found.iter_lines())
        wait_for(lambda: len(small_server.workers()) == 1)
    wait_for(lambda: not small_server.workers())


@pytest.mark.slow
def test_many_are_asked_and_dropped_and_nothing_is_left(small_server: Server, small_client: httpx.Client) -> None:
    def drop(number: int) -> None:
        fields = {"client": str(number % 5), "lane": "x", "seconds": FOREVER}
        with pytest.raises(httpx.TimeoutException), httpx.Client(timeout=0.05 + 0.01 * (number % 7)) as one:
            found = one.post(f"{small_server.root}api/sleep", json=fields)
            assert found.status_code == 409
            raise httpx.ReadTimeout("it was replaced")

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(drop, range(100)))
    wait_for(lambda: not small_server.workers())
    assert small_client.post("/api/echo", json={"text": "still there"}).status_code == 200
