"""The description of the interface (OpenAPI 3.1), made from the schemas that also check the requests."""

from __future__ import annotations

from typing import Any

import msgspec

from .. import __version__
from .schemas import CancelRequest
from .service import Service, Table

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


class Error(msgspec.Struct):
    """What every request is answered with that is refused."""

    error: str


def described(table: Table) -> dict[str, Any]:
    """The whole description."""
    kinds = [Error, CancelRequest, *(service.schema for service in table.services.values())]
    (error, cancel, *requests), components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )

    def post(name: str, about: str, request: dict[str, Any], stream: bool = False, **more: str) -> dict[str, Any]:
        kind, schema = ("text/event-stream", "string") if stream else ("application/json", "object")
        responses = {"200": {"description": "The answer.", "content": {kind: {"schema": {"type": schema}}}}}
        for status, words in ERRORS.items():
            responses[status] = {"description": words, "content": {"application/json": {"schema": error}}}
        body = {"required": True, "content": {"application/json": {"schema": request}}}
        return {"post": {"operationId": name, "summary": about, "requestBody": body, "responses": responses, **more}}

    def asked(one: Service, request: dict[str, Any]) -> dict[str, Any]:
        limits = f"Stopped after {one.seconds:g} seconds, or when it needs more than {one.memory} MB."
        name = one.path.removeprefix("/api/").replace("/", "_")
        return post(name, one.about, request, one.stream, description=limits)

    own = {"description": "The description.", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "knobel", "version": __version__, "description": ABOUT},
        "paths": {
            **{one.path: asked(one, request) for one, request in zip(table.services.values(), requests, strict=True)},
            "/api/cancel": post("cancel", "Stop what a client has asked in a lane.", cancel),
            "/api/openapi.json": {
                "get": {"operationId": "openapi", "summary": "This description.", "responses": {"200": own}}
            },
        },
        "components": {"schemas": components},
    }
