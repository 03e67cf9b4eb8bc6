"""Finding what there is: kinds, encodings and engines, our own first, then those of other installed packages.

Our own are folders and modules, found by name without importing the rest. Entry points of other packages are read only
when a name is unknown, or when everything is listed.
"""

from __future__ import annotations

import importlib
import json
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from .errors import BadInput, Misuse, Unable, instead, unexpected
from .say import Say, catalogue

if TYPE_CHECKING:
    from .editor import Editor
    from .encodings import Encoding
    from .engines import Engine, ModelEngine
    from .puzzle import Format, Possible, Puzzle, Values
    from .recipes import Option, Recipe

KINDS = Path(__file__).parent / "kinds"
MAX_NAME = 60  # characters
RACE = "race"
"""What stands for several engines at once; tasks that can be raced never ask for it here."""

ENGINE_MODULES = ("pysat", "yasat", "external", "cpsat", "fd")


@dataclass(frozen=True)
class Example:
    """A bundled puzzle with its known answer: how many solutions it has, one of them, and how hard the only one is."""

    name: str
    about: str
    id: str
    solutions: int
    answer: str | None = None
    grade: str | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle: a package with ``rules``, ``encodings``, examples, and more that may be missing."""

    name: str
    package: str

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}") if find_spec(f"{self.package}.{name}") else None

    def _supplied(self) -> Any:
        """The module that supplies what the folder lacks, for a kind over a vocabulary; None: nobody does."""
        name = getattr(self.puzzle, "vocabulary", None)
        return None if name is None else importlib.import_module(name)

    def _table(self, name: str) -> dict[str, Any]:
        """A file of its folder; one that is not there says nothing."""
        path = self.folder / name
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @property
    def folder(self) -> Path:
        return Path(importlib.import_module(self.package).__file__ or "").parent

    @property
    def about(self) -> str:
        return " ".join((importlib.import_module(self.package).__doc__ or "").split())

    def _class(self, module: str, method: str) -> Any:
        """The class in a module of its folder that calls itself by the kind's name and has this method, or None."""
        classes = (found for found in vars(self._module(module) or object).values() if isinstance(found, type))
        return next((one for one in classes if vars(one).get("kind") == self.name and hasattr(one, method)), None)

    @cached_property
    def puzzle(self) -> type[Puzzle]:
        """The class of its puzzles, in ``rules``."""
        found: type[Puzzle] | None = self._class("rules", "check")
        if found is None:
            raise Misuse(f"{self.package}.rules has no class with kind = {self.name!r}")
        return found

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The options of its IDs and their values (none: any), as the class of its puzzles lists them."""
        return getattr(self.puzzle, "options", {})

    @cached_property
    def formats(self) -> tuple[Format, ...]:
        found: tuple[Format, ...] = getattr(self._module("formats") or self._module("rules"), "FORMATS", ())
        return found

    @cached_property
    def presolve(self) -> Callable[[Puzzle], Possible] | None:
        """Says what is still possible before anything is encoded; an entry with nothing left refutes the board."""
        return getattr(self._module("presolve") or self._supplied(), "presolve", None)

    @cached_property
    def optimum(self) -> Callable[[Puzzle], Values | None] | None:
        """Finds a best solution without a search, one that reaches the puzzle's bound; None where it finds none."""
        return getattr(self._module("optimum"), "optimum", None)

    @cached_property
    def grade_limits(self) -> dict[str, int]:
        """The limits between its grades of difficulty; nothing where nobody has measured any."""
        return self._table("grades.toml")

    @cached_property
    def words(self) -> dict[str, str]:
        """What a page calls things of this kind, in English; nothing where the kind leaves it to the page.

        The keys are ``slots.NAME``, ``options.NAME`` (of its recipe), ``choices.NAME.VALUE`` (of either),
        ``moves.CODE``, ``outlines.COLOUR`` and ``tallies.NAME`` (of ``judge.js``); the words are keys of the
        translations, like sentences.
        """
        return dict(_flat(self._table("words.toml")))

    @cached_property
    def editor(self) -> Editor | None:
        """How its boards are edited by hand."""
        own, supplied = self._module("editor"), self._supplied()
        return cast("Editor | None", own or (supplied and supplied.editor(self.puzzle)))

    @cached_property
    def judge(self) -> str | None:
        """Its rules as a script, for who plays: ``judge.js`` of its folder. It asks no solver.

        It exports ``judge(id, facts)``, an object with ``broken(values)``: a list with a ``place`` or an ``at`` (and
        the ``cells`` to be marked) for each rule that is broken whatever open cells (-1) become; where the puzzle asks
        for a best solution, also with ``value(values)``. It may have ``seen(values)``: the clues that are ``met``
        (``place`` and ``index``, or ``at``), the places of ``full`` lines, the ``rest``, which finished clues decide
        (``at`` and ``value``), and a ``tally`` (``name``, ``have``, ``want``; null: as good as can be); ``piece`` and
        ``reach(at)``: a value and the cells it attacks; ``around(at)``: the cells that a number counts.
        Of a kind that is played by moves it has ``played(moves)`` instead. Its editor may supply ``facts``.
        """
        path, supplied = self.folder / "judge.js", self._supplied()
        return path.read_text(encoding="utf-8") if path.exists() else supplied and supplied.judge()

    @cached_property
    def experiments(self) -> object:
        """Its module of experiments, if it has one."""
        return self._module("experiments")

    @cached_property
    def peers(self) -> ModuleType | None:
        """How its boards are told to other programs: ``facts`` for ``model.lp``, ``term`` for ``model.pl``."""
        return cast("ModuleType | None", self._module("peers"))

    @cached_property
    def recipe(self) -> type[Recipe] | None:
        """How new boards are made: the class in ``generate``."""
        own, supplied = self._class("generate", "drafts"), self._supplied()
        return cast("type[Recipe] | None", own or (supplied and supplied.recipe(self.puzzle)))

    def recipe_options(self) -> list[Option]:
        """What its recipe can be told; nothing where there is none."""
        from .recipes import options

        return [] if self.recipe is None else options(self.recipe)

    @cached_property
    def encodings(self) -> dict[str, Encoding]:
        from .encodings import REGISTERED

        self._module("encodings")
        if self._supplied():
            found = REGISTERED.get(self.name, {}).values()
            self._supplied().encodings(self.puzzle, default=not any(one.default for one in found))
        return REGISTERED.get(self.name, {})

    def catalogue(self, language: str) -> dict[str, str]:
        """The translations of the kind's sentences and of those that belong to no kind; English needs none."""
        path = self.folder / "languages" / f"{language}.json"
        own: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return {**catalogue(language), **own}

    @cached_property
    def examples(self) -> dict[str, Example]:
        return {name: Example(name, **entry) for name, entry in self._table("examples/examples.toml").items()}


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The entries of tables inside each other, each with the names of all tables that it is in."""
    for name, entry in table.items():
        if isinstance(entry, dict):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield f"{before}{name}", entry


@cache  # reading them takes milliseconds, and they do not change while a program runs
def _entry_points(group: str) -> list[Any]:
    from importlib.metadata import entry_points

    return list(entry_points(group=f"knobel.{group}"))


def _loaded(point: Any) -> Any:
    """What an entry point names; one that is broken is left out, with a warning."""
    try:
        return point.load()
    except Exception as error:
        warnings.warn(f"{point.group} {point.name} cannot be loaded: {error!r}", stacklevel=2)
        return None


@cache
def kinds() -> dict[str, Kind]:
    """All kinds, our own first."""
    found = {
        path.name: own for path in sorted(KINDS.iterdir()) if path.name[0] not in "_." and (own := _own_kind(path.name))
    }
    for point in _entry_points("kinds"):
        if point.name not in found and _loaded(point) is not None:
            found[point.name] = Kind(point.name, point.value)
    return found


def _own_kind(name: str) -> Kind | None:
    fits = len(name) <= MAX_NAME and name.replace("_", "").isalnum() and (KINDS / name / "rules.py").exists()
    return Kind(name, f"{__package__}.kinds.{name}") if fits else None


@cache
def kind(name: str) -> Kind:
    """A kind by its name."""
    found = _own_kind(name) or kinds().get(name)
    if found is None:
        raise Misuse(f"unknown kind {name[:40]!r}; known: {', '.join(kinds())}")
    return found


@cache
def all_words(language: str) -> Mapping[str, str]:
    """The translations of all kinds together, for sentences of which nobody knows to which kind they belong."""
    found: dict[str, str] = {}
    for one in kinds().values():
        found |= one.catalogue(language)
    return {**found, **catalogue(language)}


def is_kind(name: str) -> bool:
    """Whether there is a kind of this name."""
    return _own_kind(name) is not None or name in kinds()


def encodings(of: Kind) -> dict[str, Encoding]:
    """All encodings of a kind, those of other packages too."""
    for point in _entry_points("encodings"):
        _loaded(point)
    return of.encodings


def encoding(of: Kind, spec: str | None = None) -> Encoding:
    """An encoding by ``NAME`` or ``NAME:key=value``; the kind's own choice by default."""
    if spec is None or spec == "auto":
        return next(found for found in of.encodings.values() if found.default)
    name, *settings = spec.split(":")
    found = of.encodings.get(name) or encodings(of).get(name)
    if found is None:
        elsewhere = any(name in encodings(other) for other in kinds().values())  # then other puzzles can be asked
        error = Unable if elsewhere else Misuse
        raise error(f"unknown encoding {name[:40]!r} of {of.name}; known: {', '.join(of.encodings)}")
    if not settings:
        return found
    pairs = [setting.partition("=") for setting in settings]
    return found.with_settings({key: value for key, _, value in pairs})


def written_encoding(of: Kind, spec: str | None = None) -> Encoding:
    """The same, such that its formula is complete as it is written down: nothing is added while it is searched."""
    found = encoding(of, spec)
    if not found.lazy:
        return found
    known = [one for one in of.encodings.values() if not (one.lazy or one.model or one.weaker)]
    if spec in (None, "auto"):
        return known[0]
    names = ", ".join(one.name for one in known)
    raise Misuse(f"the encoding {found.name} adds clauses while it searches; take one of: {names}")


def _own_engines() -> Iterator[Engine | ModelEngine]:
    """Our own engines; a module is imported when its first engine is asked for."""
    for module in ENGINE_MODULES:
        yield from importlib.import_module(f"{__package__}.engines.{module}").ENGINES


@cache
def engines() -> dict[str, Engine | ModelEngine]:
    """All engines, our own first."""
    found = {one.name: one for one in _own_engines()}
    for point in _entry_points("engines"):
        if point.name not in found and (plugged := _loaded(point)) is not None:
            found[point.name] = plugged
    return found


@cache
def engine(spec: str) -> Engine | ModelEngine:
    """An engine by ``NAME`` or ``NAME:options``."""
    name, colon, options = spec.partition(":")
    found = next((one for one in _own_engines() if one.name == name), None)
    if found is None and name == RACE:
        raise Misuse("a race is for solve, unique, count and forced; take one engine here")
    found = found or engines().get(name)
    if found is None:
        raise Misuse(f"unknown engine {name[:40]!r}; known: {', '.join(engines())}")
    return found.configured(options) if colon else found


def able(ability: str) -> str:
    """Which engine to take for an ability, for messages."""
    return instead(name for name, engine in engines().items() if ability in engine.can)


def preferred(encoding: Encoding, puzzle: Puzzle) -> str:
    """The engine for a puzzle in an encoding, where nobody names one, with its options."""
    from .engines import installed

    first = encoding.preferred
    if first is not None and first.when(puzzle) and installed(engine(first.engine)):
        return first.engine
    return encoding.engine


def parse(text: str) -> Puzzle:
    """The puzzle of an ID.

    >>> parse("nonogram:2x1:1//1").id()
    'nonogram:2x1:1//1'
    """
    name, colon, description = text.strip().partition(":")
    if not colon:
        raise unexpected(Say("{text} is not an ID", text=repr(text[:40])), Say("KIND:DESCRIPTION"))
    if not is_kind(name):
        raise BadInput(Say("unknown kind {name}; known: {names}", name=repr(name[:40]), names=", ".join(kinds())))
    return kind(name).puzzle.parse(description)
