"""What can be asked of the server: its services and their description, the files of the page, and the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs
from starlette.applications import Starlette

from knobel.errors import BadInput
from knobel.web import schemas
from knobel.web.api import TABLE
from knobel.web.app import packed, page_routes
from knobel.web.openapi import described
from web import small_services
from web.servers import Server, asked

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


# description


def test_the_description_names_every_route(small_client: httpx.Client) -> None:
    found = small_client.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert set(found["paths"]) == {*small_services.TABLE.services, "/api/cancel", "/api/openapi.json"}
    for path, methods in found["paths"].items():
        (method,) = methods
        answer = small_client.request(method.upper(), path, json={"no": "such field"})
        assert answer.status_code == (400 if method == "post" else 200), path
        other = small_client.request("GET" if method == "post" else "POST", path, json={})
        assert other.status_code == 405 and other.headers["allow"] and other.json()["error"]
    schema = body_of(found, "/api/echo")
    assert schema["required"] == ["text"]
    assert set(schema["properties"]) == {"text", "list", "client", "lane", "language", "limit"}


def body_of(description: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of the requests to a path."""
    body = description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    found: dict[str, Any] = description["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    return found


def test_every_service_of_the_page_is_there_and_described() -> None:
    found = described(TABLE)
    assert set(found["paths"]) == {*TABLE.services, "/api/cancel", "/api/openapi.json"}
    for path, service in TABLE.services.items():
        module, name = service.function.split(":")
        assert callable(getattr(import_module(module), name))
        fields = structs.fields(service.schema)
        assert list(body_of(found, path)["properties"]) == [field.name for field in fields]
        assert body_of(found, path).get("required", []) == [field.name for field in fields if field.required]
        assert body_of(found, path)["additionalProperties"] is False
        with pytest.raises(BadInput):
            schemas.read(b'{"no": "such field"}', service.schema)
    names = [operation["operationId"] for path in found["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) and json.loads(json.dumps(found)) == found


# files


def test_the_files_of_the_page_and_no_others(tmp_path: Path) -> None:
    root = tmp_path / "static"
    (root / "languages").mkdir(parents=True)
    for name, content in (("index.html", "<p>"), ("a.js", "1"), ("languages/de.json", "{}"), ("notes.txt", "")):
        (root / name).write_text(content)
    (tmp_path / "secret.js").write_text("no")
    routes = page_routes(root)
    assert {route.path for route in routes} == {"/", "/static/index.html", "/static/a.js", "/static/languages/de.json"}
    app = Starlette(routes=routes)
    for path, kind in (
        ("/", "text/html; charset=utf-8"),
        ("/static/a.js", "text/javascript; charset=utf-8"),
        ("/static/languages/de.json", "application/json"),
    ):
        answer = asked(app, "GET", path, {})
        assert answer.headers["content-type"] == kind and answer.headers["cache-control"] == "no-cache"
        again = asked(app, "GET", path, {"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    (root / "a.js").write_text("2")
    assert asked(app, "GET", "/static/a.js", {}).text == "2"
    for path in ("/static/%2e%2e/secret.js", "/static/notes.txt", "/static/languages", "/static/"):
        assert asked(app, "GET", path, {}).status_code == 404


def test_the_page_itself_is_at_the_root(small_client: httpx.Client) -> None:
    found = small_client.get("/")
    assert found.text == (files("knobel.web") / "static" / "index.html").read_text()
    assert found.headers["content-type"] == "text/html; charset=utf-8" and found.headers["cache-control"] == "no-cache"
    assert small_client.get("/", headers={"If-None-Match": found.headers["etag"]}).status_code == 304


def test_files_are_sent_compressed_to_who_can_read_that(small_client: httpx.Client) -> None:
    plain = small_client.get("/static/main.js", headers={"Accept-Encoding": "identity"})
    short = small_client.get("/static/main.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers and short.headers["content-encoding"] == "gzip"
    assert plain.text == short.text and plain.headers["etag"] != short.headers["etag"]
    assert int(short.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert plain.headers["vary"] == short.headers["vary"] == "accept-encoding"


def test_the_page_weighs_less_than_300_kb() -> None:
    """All of its files, with all languages, as they are sent."""
    root = files("knobel.web") / "static"
    assert isinstance(root, Path)
    assert sum(len(packed(file.read_bytes())) for file in root.rglob("*") if file.is_file()) < 300_000


def test_the_folder_of_the_page_is_in_the_package() -> None:
    assert (files("knobel.web") / "static" / "index.html").is_file()


# the command


def test_the_command(run: Callable[..., Any], small_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run("web", "--port", str(small_server.port))
    assert found.code == 2 and found.err.count("\n") == 1 and "--port 0 takes any free port" in found.err
    assert run("web", "--port", "99999").code == run("web", "--host", "no such host").code == 2
    monkeypatch.setattr("knobel.cli.web.find_spec", lambda name: None)
    assert "pip install 'knobel[web]'" in run("web").err
