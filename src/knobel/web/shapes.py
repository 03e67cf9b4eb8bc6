"""The shape of a request: a small part of JSON Schema, in which the description of the interface is written too.

A request is compared with its shape before any work is done for it, so what answers need not doubt its types.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

from ..errors import BadInput
from ..reading import listed, short

Shape: TypeAlias = Mapping[str, Any]

NAMES = {"string": "a text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}


def text(most: int = 200, **more: Any) -> Shape:
    """A text of so many characters at most."""
    return {"type": "string", "maxLength": most, **more}


def whole(least: int, most: int) -> Shape:
    """A whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


def choice(*values: str) -> Shape:
    """One of a few words."""
    return {"type": "string", "enum": list(values)}


def several(items: Shape, most: int) -> Shape:
    """A list."""
    return {"type": "array", "items": items, "maxItems": most}


def record(fields: Mapping[str, Shape], *required: str) -> Shape:
    """An object with these fields and no others."""
    made = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return made | ({"required": list(required)} if required else {})


def read(body: bytes) -> dict[str, Any]:
    """The object in a body.

    >>> read(b'{"puzzle": "a:b"}')
    {'puzzle': 'a:b'}
    >>> read(b"[1]")
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: the request is not a JSON object
    """
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_once)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # halves of characters are no text
    except RecursionError:
        raise BadInput("the request is nested too deeply") from None
    except UnicodeError:
        raise BadInput("the request is not valid UTF-8 text") from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            raise BadInput(f"the request is not JSON: {error.msg}", error.lineno) from None
        raise BadInput("the request holds a number that is out of range") from None
    if not isinstance(found, dict):
        raise BadInput("the request is not a JSON object")
    return found


def _refuse(word: str) -> NoReturn:
    raise BadInput(f"{word} is not a number in JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadInput("the request names a field twice")
    return found


def compare(value: object, shape: Shape, name: str = "the request") -> None:
    """Raise :class:`BadInput` with a sentence where a value has not this shape.

    >>> compare({"size": "5"}, record({"size": whole(1, 9)}))
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: size must be a whole number, not '5'
    """
    match shape["type"]:
        case "object":
            _compare_fields(value, shape, name)
        case "array":
            if not isinstance(value, list):
                raise BadInput(f"{name} must be a list, not {_quoted(value)}")
            if len(value) > shape["maxItems"]:
                raise BadInput(f"{name} has {len(value)} entries; at most {shape['maxItems']} are allowed")
            for index, item in enumerate(value):
                compare(item, shape["items"], f"{name}[{index}]")
        case "string":
            _compare_text(value, shape, name)
        case "boolean":
            if not isinstance(value, bool):
                raise BadInput(f"{name} must be true or false, not {_quoted(value)}")
        case kind:
            _compare_number(value, shape, name, int if kind == "integer" else (int, float))


def _compare_fields(value: object, shape: Shape, name: str) -> None:
    if not isinstance(value, dict):
        raise BadInput(f"{name} must be an object, not {_quoted(value)}")
    fields: Mapping[str, Shape] = shape["properties"]
    for field in shape.get("required", ()):
        if field not in value:
            raise BadInput(f"{name} lacks the field {field!r}")
    for field, one in value.items():
        if field not in fields:
            raise BadInput(f"{name} has an unknown field {short(field)}; known: {listed(fields)}")
        compare(one, fields[field], field)


def _compare_text(value: object, shape: Shape, name: str) -> None:
    if not isinstance(value, str):
        raise BadInput(f"{name} must be {NAMES['string']}, not {_quoted(value)}")
    if "enum" in shape and value not in shape["enum"]:
        raise BadInput(f"{name} is {short(value)}; expected one of {', '.join(shape['enum'])}")
    if len(value) > shape.get("maxLength", len(value)):
        raise BadInput(f"{name} has {len(value)} characters; at most {shape['maxLength']} are allowed")
    if "pattern" in shape and not re.search(shape["pattern"], value):
        raise BadInput(f"{name} is {short(value)}; {shape['description']}")


def _compare_number(value: object, shape: Shape, name: str, kind: type | tuple[type, ...]) -> None:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadInput(f"{name} must be {NAMES[shape['type']]}, not {_quoted(value)}")
    assert isinstance(value, int | float)
    if not math.isfinite(value) or not shape["minimum"] <= value <= shape["maximum"]:
        raise BadInput(f"{name} is out of range; expected {shape['minimum']} to {shape['maximum']}")


def _quoted(value: object) -> str:
    return short(value) if isinstance(value, str) else "null" if value is None else f"a {type(value).__name__}"
