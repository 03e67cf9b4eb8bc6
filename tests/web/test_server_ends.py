"""Whatever ends the server or a part of it, nothing that it started is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import httpx
import pytest

from web.servers import PATIENCE, Server, alive, asking, running, small, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def folder_of(server: Server) -> Path:
    """Where its workers have their files."""
    found = Path(os.fsdecode(Path(f"/proc/{server.family()[1]}/cmdline").read_bytes().split(b"\0")[-2]))
    assert found.is_dir()
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_server_ends_all_of_it(how: signal.Signals) -> None:
    with running(small()) as server, asking(server, "leave", seconds=60) as answer:
        wait_for(lambda: len(server.family()) == 4)  # server, forkserver, worker, and what that started
        folder = folder_of(server)
        started = server.family()
        server.process.send_signal(how)
        server.process.wait(PATIENCE)
        wait_for(lambda: not alive(started) and not folder.exists())
        if how != signal.SIGKILL:
            assert answer().status_code == 503
        else:
            with pytest.raises(httpx.TransportError):
                answer()


def test_a_forkserver_that_dies_is_replaced(small_server: Server, small_client: httpx.Client) -> None:
    with asking(small_server, "sleep", seconds=60) as answer:
        wait_for(lambda: len(small_server.workers()) == 1)
        (worker,) = small_server.workers()
        forkserver, folder = small_server.family()[1], folder_of(small_server)
        os.kill(forkserver, signal.SIGKILL)
        assert answer().status_code == 500
    wait_for(lambda: not alive({worker, forkserver}) and not folder.exists())
    assert small_client.post("/api/echo", json={"text": "again"}).status_code == 200


def test_a_server_whose_services_cannot_be_loaded_says_so() -> None:
    with running(small(table="web.broken_services")) as server:
        found = httpx.post(f"{server.root}api/echo", json={"text": ""}, timeout=PATIENCE)
        assert found.status_code == 500 and "no worker can be started" in found.json()["error"]
