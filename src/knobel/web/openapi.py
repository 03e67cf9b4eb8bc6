"""The description of the interface (OpenAPI 3.1), made from the table of services that also checks the requests."""

from __future__ import annotations

from typing import Any

from .. import __version__
from .service import Service, Table
from .shapes import Shape, record, text

CANCEL = record({"client": text(64), "lane": text(64)}, "client", "lane")
"""The request that stops another."""

ERRORS = {
    "400": "The request, or the puzzle in it, cannot be read; the sentence says why.",
    "403": "The request comes from a page of another site.",
    "408": "The request took too long to arrive, or the answer took longer than its limit.",
    "409": "Cancelled, by hand or because a newer request with the same `client` and `lane` took its place.",
    "413": "The request is too large, or the answer needs more memory than its limit.",
    "415": "The request is not JSON.",
    "421": "The request names another host.",
    "503": "Too many questions at once.",
}
ABOUT = """Every question is a POST with a JSON object. A puzzle is given by its ID, and answers are JSON objects, or
files where it says so. Streams are server-sent events: each holds a JSON object in one `data:` line, and the last one
has `"done": true`. Requests that name a `client` and a `lane` take the place of older ones that name the same."""


def described(table: Table) -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, Any] = {path: {"post": _operation(one)} for path, one in table.services.items()}
    paths["/api/cancel"] = {
        "post": _post("cancel", "Stop what a client has asked in a lane.", CANCEL, "application/json"),
    }
    paths["/api/openapi.json"] = {
        "get": {
            "operationId": "openapi",
            "summary": "This description.",
            "responses": {
                "200": {
                    "description": "The description.",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                },
            },
        }
    }
    error = record({"error": {"type": "string"}}, "error")
    return {
        "openapi": "3.1.0",
        "info": {"title": "knobel", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": {"Error": error}},
    }


def _operation(service: Service) -> dict[str, Any]:
    kind = "text/event-stream" if service.stream else "application/json"
    limits = f"Stopped after {service.seconds:g} seconds, or when it needs more than {service.memory} MB."
    return _post(service.path.removeprefix("/api/").replace("/", "_"), service.about, service.shape, kind) | {
        "description": limits
    }


def _post(name: str, about: str, shape: Shape, kind: str) -> dict[str, Any]:
    schema = {"type": "string"} if kind.startswith("text/") else {"type": "object"}
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: dict[str, Any] = {"200": {"description": "The answer.", "content": {kind: {"schema": schema}}}}
    responses |= {status: {"description": words, "content": error} for status, words in ERRORS.items()}
    return {
        "operationId": name,
        "summary": about,
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape}}},
        "responses": responses,
    }
