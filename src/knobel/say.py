"""Sentences as data: a template and its arguments, so that one sentence can be compared, cited and translated.

The English template is the key of every translation. Arguments are numbers, short codes or sentences, never words.
docs/how-to/add-a-language.md says what a new language needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Literal, TypeAlias, get_args, overload

Language: TypeAlias = Literal["en", "de", "sk", "pt", "zh", "zh-Hant"]
LANGUAGES: tuple[str, ...] = get_args(Language)

Argument = object  # an int, a short code, a tuple of those, or another Say


class Say:
    """One sentence.

    >>> Say("row {row} has the runs {runs}", row=3, runs=(2, 1))
    row 3 has the runs 2 1
    >>> Say("row {row} is empty", row=1) == Say("row {row} is empty", row=1)
    True
    >>> Say("row {row} is empty", row=1).into({"row {row} is empty": "Zeile {row} ist leer"})
    'Zeile 1 ist leer'
    """

    __slots__ = ("args", "template")

    def __init__(self, template: str, **args: Argument) -> None:
        self.template = template
        self.args = args

    def into(self, catalogue: Mapping[str, str]) -> str:
        """The sentence in the catalogue's language; what it does not hold stays English."""
        words = {name: _words(value, catalogue) for name, value in self.args.items()}
        return catalogue.get(self.template, self.template).format(**words)

    def __str__(self) -> str:
        return self.into({})

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Say) and self.template == other.template and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.template, tuple(self.args.items())))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The translations of the sentences that belong to no kind; English needs none."""
    path = Path(__file__).parent / "languages" / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if language != "en" else {}
    return found


def listed(sentences: Iterable[Say], catalogue: Mapping[str, str]) -> str:
    """Sentences as a list, with the sign that the language puts between them.

    >>> listed([Say("one"), Say("two")], {"; ": "；"})
    'one；two'
    """
    return catalogue.get("; ", "; ").join(one.into(catalogue) for one in sentences)


def paragraph(sentences: Iterable[Say], catalogue: Mapping[str, str]) -> str:
    """Whole sentences one after the other, each with a capital letter.

    >>> paragraph([Say("one."), Say("two.")], {})
    'One. Two.'
    """
    return catalogue.get(" ", " ").join(capital(one.into(catalogue)) for one in sentences)


def capital(text: str) -> str:
    """The same with a capital letter in front; the name of a cell, such as r1c2, stays as it is.

    >>> capital("row 1"), capital("r1c2 is empty")
    ('Row 1', 'r1c2 is empty')
    """
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


# lists


@overload
def commas(parts: Sequence[Say]) -> Say: ...
@overload
def commas(parts: Sequence[Argument]) -> Argument: ...
def commas(parts: Sequence[Argument]) -> Argument:
    """One after the other, with commas between them.

    >>> commas([Say("one"), 2, "3"])
    one, 2, 3
    """
    return reduce(lambda before, last: Say("{before}, {last}", before=before, last=last), parts)


def either(parts: Sequence[Argument]) -> Argument:
    """One of these: with commas, and "or" before the last.

    >>> either([1, 2, 3])
    1, 2 or 3
    """
    if len(parts) == 1:
        return parts[0]
    *first, last = parts
    return Say("{before} or {last}", before=commas(first), last=last)


def counted_from_one(index: int) -> str:
    """What most boards call a row or column."""
    return str(index + 1)


def spans(indices: Iterable[int], name: Callable[[int], str] = counted_from_one) -> list[str]:
    """Rows or columns in ranges.

    >>> spans([0, 1, 2, 5, 7, 8])
    ['1-3', '6', '8-9']
    """
    runs: list[list[int]] = []
    for index in sorted(indices):
        if runs and index == runs[-1][-1] + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return [name(run[0]) if len(run) == 1 else f"{name(run[0])}-{name(run[-1])}" for run in runs]


Short: TypeAlias = Mapping[str, str | tuple[str, str, str]]
"""Short templates by long ones; or the short one, one for several of the sort with ``{each}`` in it, and each there."""


def shortened(sentences: Iterable[Say], short: Short) -> tuple[Say, ...]:
    """Sentences in their short forms, those of one sort together where the first of them stands.

    >>> empty = {"row {row} is empty": ("row {row} (0)", "rows {each}", "{row} (0)")}
    >>> print(*shortened([Say("row {row} is empty", row=n) for n in (1, 3)], empty))
    rows 1 (0), 3 (0)
    """
    sorts: dict[object, list[tuple[Say, Say]]] = {}  # by what names several of them: one alone, and one of several
    for say in sentences:
        form = short.get(say.template, say.template)
        if isinstance(form, str):
            sorts[say] = [(Say(form, **say.args), say)]
        else:
            alone, several, each = form
            sorts.setdefault(several, []).append((Say(alone, **say.args), Say(each, **say.args)))
    return tuple(
        every[0][0] if len(every) == 1 else Say(str(several), each=commas([each for _, each in every]))
        for several, every in sorts.items()
    )


def _words(value: Argument, catalogue: Mapping[str, str]) -> str:
    if isinstance(value, Say):
        return value.into(catalogue)
    if isinstance(value, tuple) and value and all(isinstance(item, Say) for item in value):
        return listed(value, catalogue)
    if isinstance(value, tuple):
        # A pair inside a list is one code: ((2, "a"), (1, "b")) reads "2a 1b".
        return " ".join(
            "".join(map(str, item)) if isinstance(item, tuple) else _words(item, catalogue) for item in value
        )
    return str(value)
