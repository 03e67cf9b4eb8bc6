"""Bodies and fields that nobody should send: each gets a 4xx and a sentence, and the server goes on."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from knobel.errors import BadInput
from knobel.web import schemas
from knobel.web.api import TABLE
from web.asking import BY_NAME
from web.nonsense import REQUESTS
from web.servers import refused

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")

BODIES = {
    "nothing": (b"", "not JSON"),
    "cut short": (b'{"puzzle": "', "not JSON"),
    "no object": (b"[1, 2]", "not a JSON object"),
    "a text": (b'"puzzle"', "not a JSON object"),
    "null": (b"null", "not a JSON object"),
    "not a number": (b'{"puzzle": NaN}', "NaN"),
    "infinity": (b'{"limit": -Infinity}', "Infinity"),
    "a large exponent": (b'{"puzzle": "a:b", "limit": 1e999}', "`$.limit`"),
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
SCHEMAS = [schemas.CancelRequest, *(service.schema for service in TABLE.services.values())]


@given(st.data(), st.sampled_from(SCHEMAS))
def test_whatever_is_sent_is_taken_or_refused_in_words(data: st.DataObject, schema: type[Struct]) -> None:
    names = st.sampled_from([field.name for field in structs.fields(schema)]) | st.text()
    requests = (VALUES | st.dictionaries(names, VALUES)).map(lambda value: json.dumps(value).encode())
    try:
        schemas.read(data.draw(st.binary() | requests), schema)
    except BadInput as error:
        assert "\n" not in str(error) and len(str(error)) < 400


def test_a_refusal_names_the_field_and_what_was_expected() -> None:
    for service, fields, words in (
        ("verdict", {}, "missing required field `puzzle`"),
        ("verdict", {"puzzle": 1}, "Expected `str`, got `int` - at `$.puzzle`"),
        ("verdict", {"puzzle": "", "limit": 10**9}, "Expected `float` <= 600.0 - at `$.limit`"),
        ("board", {"puzzle": "", "values": [[0], [0.5]]}, "Expected `int`, got `float` - at `$.values[1][0]`"),
        ("board", {"puzzle": "", "marks": [{"why": "x" * 10**6}]}, "`$.marks[0].why`; expected one of assumed, fails"),
        ("generate", {"kind": "", "grade": "no"}, "`$.grade`; expected one of easy, expert, hard, medium, search"),
        ("kinds", {"a\nb" * 999: 1}, "unknown field `a b"),
    ):
        with pytest.raises(BadInput) as refused:
            schemas.read(json.dumps(fields).encode(), BY_NAME[service].schema)
        assert words in str(refused.value) and len(str(refused.value)) < 400 and "\n" not in str(refused.value)


def unpacked(found: httpx.Response) -> httpx.Response:
    """An error that stands where an event of a stream would be, as an answer of its own."""
    if not found.headers["content-type"].startswith("text/event-stream"):
        return found
    last = json.loads(found.text.splitlines()[-2].removeprefix("data: "))
    return httpx.Response(last["status"], json={"error": last["error"]})


@pytest.mark.parametrize("name", REQUESTS)
def test_requests(client: httpx.Client, name: str) -> None:
    service, fields = REQUESTS[name]
    refused(unpacked(client.post(BY_NAME[service].path, json=fields)))


@pytest.mark.parametrize("fields", [{"client": "a" * 1000, "lane": "b"}, {"lane": "b"}, {"client": 1, "lane": "b"}])
def test_cancelling(client: httpx.Client, fields: dict[str, object]) -> None:
    refused(client.post("/api/cancel", json=fields))
