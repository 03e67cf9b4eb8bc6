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

from knobel import registry
from knobel.errors import BadInput, KnobelError
from knobel.web import shapes
from knobel.web.table import SERVICES
from web.asking import BY_NAME, ask, stream

LINES = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
MINES = "dominosweeper:3x2:2../..."
LEVEL = "satromino:4x4:IO::++++/++??"
BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb">]><puzzleset><puzzle>&b;</puzzle></puzzleset>'

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("board", {}),
    ("board", {"puzzle": 5}),
    ("board", {"puzzle": None}),
    ("board", {"puzzle": ["nonogram"]}),
    ("board", {"puzzle": ""}),
    ("board", {"puzzle": "../../etc/passwd"}),
    ("board", {"puzzle": "nonogram:1000000x1000000:"}),
    ("board", {"puzzle": "dominosweeper:300x300:" + "/".join(["." * 300] * 300)}),
    ("board", {"puzzle": "nonogram:2x1:1//1:<script>"}),
    ("board", {"puzzle": "\U0001f600:\u202e"}),
    ("board", {"puzzle": LINES, "language": "../x"}),
    ("board", {"puzzle": LINES, "language": "klingon"}),
    ("board", {"puzzle": LINES, "colour": "red"}),
    ("board", {"puzzle": LINES, "state": "##.#"}),
    ("board", {"puzzle": LINES, "values": [[0]]}),
    ("board", {"puzzle": LINES, "values": [[0] * 4, [0] * 4, [0] * 3]}),
    ("board", {"puzzle": LINES, "values": [[9] * 4] * 3}),
    ("board", {"puzzle": LINES, "values": [[True] * 4] * 3}),
    ("board", {"puzzle": LINES, "values": [[0.5] * 4] * 3}),
    ("board", {"puzzle": LINES, "values": "0"}),
    ("board", {"puzzle": LINES, "marks": [{"why": "look"}]}),
    ("board", {"puzzle": LINES, "marks": [{"at": [0, 0], "place": "row:1", "why": "look"}]}),
    ("board", {"puzzle": LINES, "marks": [{"at": [0, 0], "why": "<b>"}]}),
    ("board", {"puzzle": LINES, "marks": [{"place": "row:x", "why": "look"}]}),
    ("board", {"puzzle": LEVEL, "values": [[0]]}),
    ("set", {}),
    ("set", {"kind": "nonogram"}),
    ("set", {"kind": "nothing", "size": [3, 3]}),
    ("set", {"kind": "nonogram", "size": [3]}),
    ("set", {"kind": "nonogram", "size": [2000, 2000]}),
    ("set", {"kind": "nonogram", "size": [900, 900]}),
    ("set", {"kind": "doppelblock", "size": [5, 6]}),
    ("set", {"puzzle": LINES, "size": [5, 5], "turn": True}),
    ("set", {"puzzle": LINES, "place": "row:0"}),
    ("set", {"puzzle": LINES, "place": "row:0", "text": "\U0001f600"}),
    ("set", {"puzzle": LINES, "place": "row:99", "text": "1"}),
    ("set", {"puzzle": LINES, "place": "row:-1", "text": "1"}),
    ("set", {"puzzle": LINES, "place": "cell:0:0", "text": "1"}),
    ("set", {"puzzle": LEVEL, "turn": True}),
    ("verdict", {"puzzle": LINES, "limit": -1}),
    ("verdict", {"puzzle": LINES, "limit": 10**9}),
    ("solve", {"puzzle": LINES, "engine": "external:sh -c 'id'"}),
    ("solve", {"puzzle": LINES, "engine": "external"}),
    ("solve", {"puzzle": LINES, "engine": "nothing"}),
    ("solve", {"puzzle": LINES, "encoding": "nothing"}),
    ("solve", {"puzzle": LINES, "encoding": "dnf:a=b"}),
    ("compare", {"puzzle": LINES, "engines": ["external"]}),
    ("hint", {"puzzle": LINES, "depth": 4}),
    ("hint", {"puzzle": LINES, "state": "xxxx/xxxx/xxxx"}),
    ("reveal", {"puzzle": MINES, "open": [[0]]}),
    ("reveal", {"puzzle": MINES, "open": [[7, 7]]}),
    ("reveal", {"puzzle": LINES, "open": []}),
    ("moves", {"puzzle": LEVEL, "moves": "lx"}),
    ("moves", {"puzzle": LINES, "moves": "l"}),
    ("replay", {"puzzle": LEVEL}),
    ("formula", {"puzzle": LINES, "page": 10**8}),
    ("formula", {"puzzle": LINES, "cell": [0, 99]}),
    ("formula", {"puzzle": MINES, "encoding": "cp"}),
    ("render", {"puzzle": LINES, "to": "exe"}),
    ("prove", {"puzzle": "nonogram:2x2:1/1/1/1"}),
    ("generate", {"kind": "nothing"}),
    ("generate", {"kind": "nonogram", "options": [{"name": "from", "value": "/etc/passwd"}]}),
    ("generate", {"kind": "nonogram", "options": [{"name": "image", "value": "/etc/passwd"}]}),
    ("generate", {"kind": "nonogram", "options": [{"name": "symmetry", "value": "<i>"}]}),
    ("generate", {"kind": "nonogram", "image": "***"}),
    ("generate", {"kind": "nonogram", "image": base64.b64encode(b"no image").decode()}),
    ("generate", {"kind": "bishops", "image": ""}),
    ("generate", {"kind": "nonogram", "size": [5]}),
    ("generate", {"kind": "nonogram", "size": [2000, 2000]}),
    ("generate", {"kind": "nonogram", "options": [{"name": "jobs", "value": "99"}]}),
    ("generate", {"kind": "nonogram", "options": [{"name": "kind", "value": "bishops"}]}),
    ("book", {"puzzles": []}),
    ("book", {"puzzles": ["nothing"]}),
    ("read", {"text": "@nothing/../x"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "request_"), REFUSED, ids=[f"{i}-{name}" for i, (name, _) in enumerate(REFUSED)])
def test_what_makes_no_sense_is_refused_in_a_sentence(name: str, request_: dict[str, Any]) -> None:
    with pytest.raises(KnobelError) as refused:
        stream(name, **request_) if BY_NAME[name].stream else ask(name, **request_)
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
    for name in service.fields:
        if name in service.required or data.draw(st.booleans()):
            fitting = FITTING.get("at" if name == "cell" else name, JUNK)
            request[name] = data.draw(st.one_of(fitting, JUNK) if data.draw(st.integers(0, 5)) == 0 else fitting)
    request.pop("limit", None)
    try:
        shapes.compare(shapes.read(json.dumps(request).encode()), service.shape)
        answer = service.call(request)
        if service.stream:
            answer = list(answer)
    except KnobelError as error:
        assert str(error)
    else:
        if not hasattr(answer, "content"):
            json.dumps(answer, allow_nan=False)
