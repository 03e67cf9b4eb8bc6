"""Requests that make no sense are refused in one sentence, whatever they are: nothing else is ever raised."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from knobel import registry
from knobel.errors import BadInput, KnobelError
from knobel.web import schemas
from knobel.web.api import SERVICES
from knobel.web.schemas import Request
from web.asking import BY_NAME, ask, stream
from web.nonsense import LEVEL, LINES, MINES, REQUESTS

BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb">]><puzzleset><puzzle>&b;</puzzle></puzzleset>'


@pytest.mark.parametrize("name", REQUESTS)
def test_what_makes_no_sense_is_refused_in_a_sentence(name: str) -> None:
    service, fields = REQUESTS[name]
    with pytest.raises(KnobelError) as refused:
        stream(service, **fields) if BY_NAME[service].stream else ask(service, **fields)
    sentence = str(refused.value)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 400


def test_texts_that_are_no_puzzles_are_refused_and_those_beside_puzzles_named(tmp_path: Path) -> None:
    secret = tmp_path / "secret.non"
    secret.write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    for text in ("", str(secret), "-", BOMB, "<b>hello</b>", "\0", "nonogram:2x1:1//x"):
        with pytest.raises(BadInput):
            ask("read", text=text)
    mixed = ask("read", text=f"{LINES}\nnonogram:1x1:9x/\n{MINES}\n")["puzzles"]
    assert [entry.get("id", "") for entry in mixed] == [LINES, "", MINES]
    many = ask("read", text=f"{LINES}\n" * 300)
    assert len(many["puzzles"]) == 200
    assert many["more"]


def test_names_with_markup_stay_what_they_are() -> None:
    text = 'title "<img src=x onerror=alert(1)>"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
    (found,) = ask("read", text=text)["puzzles"]
    assert found["name"] == "<img src=x onerror=alert(1)>"


def test_an_image_becomes_a_puzzle(need_module: Callable[[str], None]) -> None:
    need_module("PIL")
    import io

    from PIL import Image

    image = Image.new("L", (20, 20), 255)
    image.paste(0, (0, 0, 20, 10))
    out = io.BytesIO()
    image.save(out, "PNG")
    (name,) = [kind["name"] for kind in ask("kinds")["kinds"] if kind["images"]]
    _, made, _ = stream("generate", kind=name, size=[6, 6], image=base64.b64encode(out.getvalue()).decode(), seed=1)
    assert made["values"] == [[1] * 6] * 3 + [[0] * 6] * 3


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**10) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
FITTING = {
    "puzzle": st.sampled_from([LINES, MINES, LEVEL, "bishops:3", "doppelblock:3:,,/,,"]),
    "kind": st.sampled_from(list(registry.kinds())),
    "at": st.lists(st.integers(0, 5), max_size=3),
    "text": st.text(max_size=6) | st.sampled_from(["1", "2 1", "#", "+", "B", ""]),
    "place": st.builds("{}:{}:{}".format, st.sampled_from(["cell", "row", "goal", "x"]), st.just(0), st.just(1)),
}


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([one for one in SERVICES if one.name not in ("compare", "generate", "book")]), st.data())
def test_any_request_is_answered_or_refused(service: Any, data: st.DataObject) -> None:
    request: dict[str, Any] = {}
    common = {field.name for field in structs.fields(Request)}
    for field in structs.fields(service.schema):
        name = field.name
        if name not in common and (field.required or data.draw(st.booleans())):
            fitting = FITTING.get("at" if name == "cell" else name, JUNK)
            request[name] = data.draw(st.one_of(fitting, JUNK) if data.draw(st.integers(0, 5)) == 0 else fitting)
    try:
        schemas.read(json.dumps(request).encode(), service.schema)
        answer = service.call(request)
        if service.stream:
            answer = list(answer)
    except KnobelError as error:
        assert str(error)
    else:
        if not hasattr(answer, "content"):
            json.dumps(answer, allow_nan=False)
