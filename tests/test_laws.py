"""The laws of the house, over every kind, encoding and engine that is found."""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import knobel
from knobel import checks, registry
from knobel.editor import Movable
from knobel.engines import Engine, ModelEngine
from knobel.formula import Formula
from knobel.registry import Kind
from knobel.say import LANGUAGES, catalogue

SOURCE = Path(knobel.__file__).parent
KINDS = [*registry.kinds().values(), registry.kind("_template")]
UNTRANSLATED = {"formula.py", "prove.py", "say.py", "writing.py"}  # sentences that stand in files only, or in doctests
PAGE = (".css", ".html", ".js", ".json")
SHARED = {"yes", "no"}  # choices of any kind, for which the page has words
GROUPS = {"aid", "choice", "clues", "compare", "grade", "hint", "mark", "run", "select", "theme", "verdict"}
"""Words of the page whose keys its scripts put together from names; these are the page's own, or those of all kinds."""
ORDINARY = {"auto", "colours", "count", "givens", "method", "most", "none", "piece", "pieces", "plain", "some"}
ORDINARY |= {"box", "regions", "start", "total", "unsolvable", "vertical"}
"""Names of slots, options and choices that are plain words too: the page has them in another sense."""
LINES = {"row", "column", "top", "bottom", "left", "right"}  # beside which a clue stands
ENCODINGS = [(kind, name) for kind in KINDS for name in registry.encodings(kind)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_is_complete(kind: Kind) -> None:
    checks.check_kind(kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_example_has_the_stated_number_of_solutions(kind: Kind) -> None:
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        found = [puzzle.write(values) for values in knobel.solutions(puzzle)]
        assert len(found) == example.solutions, example.name
        assert example.answer is None or example.answer in found, example.name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_example_has_the_stated_grade(kind: Kind) -> None:
    """What can only be searched may take minutes to grade; then it is enough that no grade is found sooner."""
    for example in kind.examples.values():
        if example.grade is not None:
            puzzle, patience = registry.parse(example.id), 5.0 if example.grade == "search" else None
            found = knobel.grade(puzzle, timeout=patience)
            assert example.solutions == 1, example.name
            assert (found is None and patience) or (found and found.name == example.grade), example.name


def words_in(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def templates_in(tree: ast.AST) -> set[str]:
    """What is said directly, and what is called a template."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Say":
            found |= words_in(node.args[0])
        elif isinstance(node, ast.Assign) and any(isinstance(n, ast.Name) and n.id == "template" for n in node.targets):
            found |= words_in(node.value)
    return found


def languages_of(kind: Kind) -> tuple[str, ...]:
    """The languages that a kind has to speak: all but English, unless it has no translations at all."""
    return LANGUAGES[1:] if (kind.folder / "languages").exists() else ()


def said_in_lists(kind: Kind) -> set[str]:
    """What lists say about a kind, its encodings, formats, examples and options."""
    own = {one.about for one in kind.encodings.values()} | {one.about for one in kind.recipe_options()}
    return {kind.about} | own | {one.about for one in kind.formats} | {one.about for one in kind.examples.values()}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_sentences_are_translated_with_their_fields(kind: Kind) -> None:
    """So are the words for a page, and what lists say. Sentences of encodings are left out: those that can be cited are
    the rules' own."""
    paths = [path for path in kind.folder.rglob("*.py") if "encodings" not in (*path.parts, path.stem)]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    templates = set[str]().union(*map(templates_in, trees))
    templates |= set(kind.words.values()) | said_in_lists(kind)
    words = set[str]().union(*map(words_in, trees)) | templates
    for language in languages_of(kind):
        assert templates <= set(kind.catalogue(language)), (
            f"{language} lacks {templates - set(kind.catalogue(language))}"
        )
        for template, translation in kind.catalogue(language).items() - catalogue(language).items():
            assert template in words, f"{language}: no sentence {template!r}"
            fields = re.findall(r"{\w+}", template)
            assert sorted(fields) == sorted(re.findall(r"{\w+}", translation)), f"{language}: {translation}"


@pytest.mark.parametrize(("kind", "name"), ENCODINGS, ids=[f"{kind.name}-{name}" for kind, name in ENCODINGS])
def test_every_sentence_that_can_be_cited_is_translated(kind: Kind, name: str) -> None:
    """Groups that are only implied are never cited: their sentences stand in formula files, in English."""
    languages = languages_of(kind)
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        if kind.encodings[name].labels == "none" or puzzle.domain().sum() > 400:
            continue
        formula = kind.encodings[name](puzzle)
        assert isinstance(formula, Formula)
        for group in formula.groups:
            if group.kind in ("rule", "clue"):
                assert all(group.say.template in kind.catalogue(language) for language in languages), group.say


def test_sentences_that_belong_to_no_kind_are_translated() -> None:
    files = [path for path in SOURCE.rglob("*.py") if "kinds" not in path.parts and path.name not in UNTRANSLATED]
    calls = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    names = [(node.func, node.args) for node in calls if isinstance(node, ast.Call) and node.args]
    first = [args[0] for func, args in names if isinstance(func, ast.Name) and func.id == "Say"]
    templates = {node.value for node in first if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert len(templates) > 4
    templates |= {one.about for one in registry.engines().values()}
    for language in LANGUAGES[1:]:
        found = catalogue(language)
        assert set(found) >= templates, f"{language} lacks {templates - set(found)}"
        for template, translation in found.items():
            assert sorted(re.findall(r"{\w+}", template)) == sorted(re.findall(r"{\w+}", translation)), translation


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_tasks_agree_with_brute_force_on_small_examples(kind: Kind) -> None:
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        if puzzle.domain().sum() <= 28:
            checks.check_tasks(puzzle)


@pytest.mark.parametrize(("kind", "name"), ENCODINGS, ids=[f"{kind.name}-{name}" for kind, name in ENCODINGS])
def test_every_encoding_obeys_the_laws_on_small_examples(kind: Kind, name: str) -> None:
    small = [registry.parse(example.id) for example in kind.examples.values()]
    small = [puzzle for puzzle in small if puzzle.domain().sum() <= 28]
    assert small, f"{kind.name} has no example that is small enough for brute force"
    checks.check_encoding(kind.encodings[name], small)


def imports(path: Path) -> set[str]:
    """The last words of everything that a module imports at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {part for alias in node.names for part in alias.name.split(".")}
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rules_know_no_formula_encoding_or_engine(kind: Kind) -> None:
    assert not imports(kind.folder / "rules.py") & {"formula", "encodings", "engines", "model", "emit", "search"}


NAMING = {
    "registry.py",  # lists our own
    "encodings.py",  # says who decides where nobody is named
    "bench/peers/__init__.py",  # compares with other builds of the same solvers
}


def test_no_engine_is_named_outside_its_folder() -> None:
    """Kinds may name those that suit their encodings; all others ask for abilities. Options follow a colon."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        words = {word.partition(":")[0] for word in words_in(ast.parse(path.read_text(encoding="utf-8")))}
        if words & set(registry.engines()) and not name.startswith(("kinds/", "engines/")):
            found[name] = words & set(registry.engines())
    assert found.keys() == NAMING, found


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(r"\b(" + "|".join(sorted(names)) + r")\b", re.IGNORECASE)


def shown(kind: Kind) -> set[str]:
    """What forms of a page show of a kind, as keys of its words: what can be set beside the board, and its recipe."""
    lists: list[tuple[str, str, tuple[str, ...]]] = []
    for example in kind.examples.values() if kind.editor else ():
        assert kind.editor
        for place, _, choices in kind.editor.slots(registry.parse(example.id)):
            if place.j < 0 and place.name not in LINES:
                lists.append(("slots", place.name, choices))
    for option in kind.recipe_options():
        if option.name != "size" and option.file is None:
            lists.append(("options", option.name, option.choices))
    found = {f"{group}.{name}" for group, name, _ in lists}
    found |= {f"choices.{name}.{choice}" for _, name, choices in lists for choice in choices if choice not in SHARED}
    return found | {f"moves.{code}" for _, code in (kind.editor.MOVES if isinstance(kind.editor, Movable) else ())}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_words_for_what_a_page_shows_of_it(kind: Kind) -> None:
    """For that and nothing else, but for what colours around cells mean, and for what its script counts."""
    boards = [board for example in kind.examples.values() for board in registry.parse(example.id).draw().boards]
    drawn = {cell.outline for board in boards for row in board.cells for cell in row if cell.outline}
    assert shown(kind) <= kind.words.keys()
    others = kind.words.keys() - shown(kind) - {f"outlines.{colour[1:]}" for colour in drawn}
    assert others == {f"tallies.{name}" for name in re.findall(r'tally: \{ name: "(\w+)"', kind.judge or "")}


def test_no_kind_is_named_outside_its_folder() -> None:
    """Scripts and words of the page name nothing of a kind either: no slot, no option and no choice."""
    own = {kind.name for kind in KINDS}
    parts = {name for kind in KINDS for key in shown(kind) if key[:5] != "moves" for name in key.split(".")[1:]}
    for path in SOURCE.rglob("*"):
        if (SOURCE / "kinds") in path.parents or path.suffix not in (".py", *PAGE):
            continue
        text, names = path.read_text(encoding="utf-8"), any_of(own)
        if path.suffix == ".py":
            pieces = doctest.DocTestParser().parse(text)
            text = "".join(piece for piece in pieces if isinstance(piece, str))  # doctests are documentation
        elif (SOURCE / "web" / "static") in path.parents:
            names = any_of(own | (parts - ORDINARY))
        assert not names.search(text), f"{path.name} names a kind, or something of one: {names.search(text)}"


def test_the_page_has_words_for_nothing_but_its_own() -> None:
    """Each is asked for in its scripts, or is one of a group whose members are no kind's."""
    static = SOURCE / "web" / "static"
    scripts = "".join(path.read_text(encoding="utf-8") for path in static.glob("*.js"))
    asked = set(re.findall(r'"(\w+(?:\.\w+)*)"', scripts))
    words = json.loads((static / "languages" / "en.json").read_text(encoding="utf-8"))
    others = {key for key in words if key not in asked}
    assert {key.partition(".")[0] for key in others} == GROUPS, others
    assert {key for key in others if key.startswith("choice.")} == {f"choice.{name}" for name in SHARED}


@pytest.mark.parametrize("name", sorted(registry.engines()))
def test_every_engine_fits_the_protocol(name: str) -> None:
    engine = registry.engines()[name]
    assert isinstance(engine, ModelEngine if "model" in engine.can else Engine)
    assert engine.about


@pytest.mark.parametrize("name", [name for name, e in registry.engines().items() if isinstance(e, Engine)])
def test_every_engine_obeys_the_laws(name: str, need_tool: Callable[[str], str]) -> None:
    spec = name
    if name == "external":
        need_tool("minisat")
        spec = "external:minisat {formula} {result}"
    engine = registry.engine(spec)
    assert isinstance(engine, Engine)
    checks.check_engine(engine, rounds=60 if "assume" in engine.can else 10)
