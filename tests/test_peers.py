"""Peers: their models have exactly the solutions of the rules, and nothing that another program says is trusted."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knobel
from knobel import registry
from knobel.bench import peers as bench_peers
from knobel.bench.peers import FORMULA_SOLVERS, Answer, Peer, formula_solvers, peers
from knobel.bench.peers.answer import told
from knobel.bench.peers.prolog import Swi
from knobel.errors import BadInput, KnobelError, Misuse, Unable, WrongAnswer
from knobel.puzzle import Optimising, Puzzle
from witness import PUZZLES, every

LIMIT = 60.0  # seconds, far more than any board here takes
EXAMPLES = [
    pytest.param(example, id=f"{kind.name}-{example.name}")
    for kind in registry.kinds().values()
    for example in kind.examples.values()
    if registry.parse(example.id).domain().sum() < 90  # entries times values
]
FIRST = "@nonogram/first"
SOLUTION = "##.#/.##./#..#"


@pytest.fixture
def clingo(need_module: Callable[[str], None]) -> Peer:
    need_module("clingo")
    return peers()["clingo"]


@pytest.fixture
def swi(need_tool: Callable[[str], str]) -> Peer:
    need_tool("swipl")
    return peers()["swi"]


def agrees(answer: Answer, puzzle: Puzzle, value: int | None, solvable: bool) -> None:
    """The verdict is right, the solution obeys the rules, and none is better."""
    assert answer.verdict == ("solved" if solvable else "unsolvable"), puzzle.id()
    assert answer.seconds is not None and answer.seconds >= 0
    assert answer.checked is (True if solvable else None)
    if answer.values is not None:
        assert puzzle.check(answer.values) == []
        assert not isinstance(puzzle, Optimising) or puzzle.best is None or puzzle.value(answer.values) == value


@pytest.mark.parametrize("example", EXAMPLES)
def test_clingo_agrees_with_the_bundled_answers(example: registry.Example, clingo: Peer) -> None:
    puzzle = registry.parse(example.id)
    known = None if example.answer is None else puzzle.read(example.answer)
    value = puzzle.value(known) if isinstance(puzzle, Optimising) and known is not None else None
    agrees(clingo.solve(puzzle, LIMIT), puzzle, value, example.solutions > 0)


@pytest.mark.parametrize("kind", registry.kinds())
def test_answer_sets_are_the_solutions(kind: str, clingo: Peer) -> None:
    """Every model has all solutions of small boards (all best ones), and no others."""
    from clingo import Control

    folder = registry.kind(kind).folder / "peers"
    for puzzle in PUZZLES[kind](40, 8):
        control = Control(["0", "--opt-mode=optN", "--project=show"])
        control.add("base", [], told(puzzle, "facts"))
        control.load(str(folder / "model.lp"))
        control.ground([("base", [])])
        found = set()
        with control.solve(yield_=True) as models:
            for model in models:
                values = np.full(puzzle.domain().shape[:-1], -1)
                for symbol in model.symbols(shown=True):
                    *at, value = (argument.number for argument in symbol.arguments)
                    values[tuple(at)] = value
                if model.optimality_proven or not model.cost:
                    found.add(puzzle.write(values))
        assert found == {puzzle.write(values) for values in every(puzzle)}, puzzle.id()


@settings(max_examples=30)
@given(kind=st.sampled_from(sorted(registry.kinds())), seed=st.integers(0, 2**32 - 1))
def test_clingo_agrees_with_brute_force(kind: str, seed: int, need_module: Callable[[str], None]) -> None:
    need_module("clingo")
    [puzzle] = PUZZLES[kind](1, seed)
    known = every(puzzle)
    value = puzzle.value(known[0]) if isinstance(puzzle, Optimising) and known else None
    agrees(peers()["clingo"].solve(puzzle, LIMIT), puzzle, value, bool(known))


@pytest.mark.parametrize("kind", ["doppelblock", "dominosweeper"])
def test_swi_agrees_with_brute_force(kind: str, swi: Peer) -> None:
    verdicts = set()
    for puzzle in PUZZLES[kind](6, 10):
        answer = swi.solve(puzzle, LIMIT)
        agrees(answer, puzzle, None, bool(every(puzzle)))
        verdicts.add(answer.verdict)
    assert verdicts == {"solved", "unsolvable"}


@pytest.mark.parametrize("name", ["@doppelblock/S5", "@doppelblock/given", "@doppelblock/clash"])
def test_swi_agrees_with_the_bundled_answers(name: str, swi: Peer) -> None:
    puzzle = knobel.load(name)
    agrees(swi.solve(puzzle, LIMIT), puzzle, None, "clash" not in name)


def test_swi_takes_other_labelings(need_tool: Callable[[str], str]) -> None:
    need_tool("swipl")
    puzzle = knobel.load("@dominosweeper/report")
    agrees(Swi("ffc,step,up", repeats=3).solve(puzzle, LIMIT), puzzle, None, True)
    with pytest.raises(KnobelError, match=r"SWI-Prolog gave no answer; exit code [0-9]+, it said: "):
        Swi("sideways").solve(puzzle, LIMIT)


@pytest.mark.parametrize("name", ["clingo", "swi"])
def test_limits_hold(name: str, need_tool: Callable[[str], str], need_module: Callable[[str], None]) -> None:
    need_tool("swipl") if name == "swi" else need_module("clingo")
    assert peers()[name].solve(knobel.load("@doppelblock/ten"), 0.3).verdict == "undecided"


def test_a_best_solution_that_is_not_proved_is_undecided(clingo: Peer) -> None:
    """The search shows solutions at once, but it takes long to see that there are no better ones."""
    assert clingo.solve(knobel.load("bishops:20"), 0.5) == Answer("undecided")


def test_versions_are_told(clingo: Peer, swi: Peer) -> None:
    for peer in (clingo, swi):
        assert re.fullmatch(r"[0-9]+\.[0-9.]+", peer.version())


def test_what_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr("knobel.bench.peers.asp.find_spec", lambda name: None)
    board = knobel.load("@doppelblock/S5")
    assert peers()["clingo"].takes(board) == "clingo is not installed (extra: peers)"
    assert peers()["swi"].takes(board) == "SWI-Prolog is not installed (command: swipl)"
    assert formula_solvers() == {}
    with pytest.raises(Unable, match="clingo is not installed"):
        peers()["clingo"].solve(board, None)


def test_a_kind_without_a_model_is_refused(clingo: Peer, swi: Peer) -> None:
    plain = registry.parse("_template:2:1./..")
    assert clingo.takes(plain) == "clingo has no model of _template"
    assert swi.takes(plain) == "SWI-Prolog has no model of _template"


@pytest.mark.parametrize("name", FORMULA_SOLVERS)
def test_formula_solvers_are_engines(name: str, need_tool: Callable[[str], str]) -> None:
    if name not in formula_solvers():
        need_tool(name)
    assert knobel.solve(knobel.load(FIRST), engine=FORMULA_SOLVERS[name]).line == SOLUTION


# peers from a config file

Config = Callable[..., Path]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Makes a config file with one peer: a Python program, which gets the puzzle's file as its argument."""

    def make(program: str = "", **keys: str | list[str]) -> Path:
        script = tmp_path / "solver.py"
        script.write_text(f"import sys, time\ntext = open(sys.argv[1]).read()\n{program}\n", encoding="utf-8")
        entry = {"name": "mine", "command": [sys.executable, str(script), "{puzzle}"]} | keys
        lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
        path = tmp_path / "peers.toml"
        path.write_text("\n".join(["[[peer]]", *lines]), encoding="utf-8")
        return path

    return make


def asked(path: Path, name: str = FIRST, seconds: float | None = LIMIT) -> Answer:
    return peers(path)["mine"].solve(knobel.load(name), seconds)


def test_a_command_gets_the_puzzle_and_is_checked(config: Config) -> None:
    told = f"assert text == {knobel.load(FIRST).id()!r} + '\\n'\nprint('found:')\nprint({SOLUTION!r})"
    answer = asked(config(told, kind="nonogram", version="1.0"))
    assert answer.verdict == "solved" and answer.checked is True and answer.values is not None
    assert knobel.load(FIRST).write(answer.values) == SOLUTION
    assert peers(config(version="1.0"))["mine"].version() == "1.0"


def test_a_command_gets_the_format_that_it_reads(config: Config) -> None:
    reads = "assert 'width 4' in text and sys.argv[1].endswith('.non')"
    shows = f"print('found:', *{SOLUTION.split('/')!r}, 'bye', sep='\\n  ')"
    assert asked(config(f"{reads}\n{shows}", format="non", answer="rows")).checked is True


def test_of_several_solutions_the_last_counts(config: Config) -> None:
    """Who looks for the best one shows others on the way."""
    answer = asked(config("print('B./..')\nprint('BB/..')"), "@bishops/two")
    assert answer.values is not None and int(answer.values.sum()) == 2


@pytest.mark.parametrize(
    ("name", "line"),
    [(FIRST, "##.#/.##./#.#."), (FIRST, "##.#/.##./#..?"), ("@satromino/first", "dd")],
    ids=["wrong", "open", "unplayable"],
)
def test_a_wrong_solution_is_never_an_answer(name: str, line: str, config: Config) -> None:
    with pytest.raises(WrongAnswer, match=r"^mine "):
        asked(config(f"print({line!r})"), name)


def test_a_command_may_tell_only_verdicts(config: Config) -> None:
    words: dict[str, str | list[str]] = {"answer": "none", "solved": "^SAT", "unsolvable": "^UNSAT$"}
    assert asked(config("print('c hello')\nprint('SATISFIABLE')", **words)) == Answer("solved")
    assert asked(config("print('c hello')\nprint('UNSAT')", **words)) == Answer("unsolvable")
    assert asked(config("print('UNSAT')", unsolvable="UNSAT"), "@nonogram/impossible") == Answer("unsolvable")


@pytest.mark.parametrize(
    "program",
    ["", "print('I give up')", "sys.exit('Error: I give up')", "print('UNSAT', flush=True); import os; os.abort()"],
    ids=["silent", "chatty", "failed", "crashed"],
)
def test_silence_and_crashes_are_errors(program: str, config: Config) -> None:
    with pytest.raises(KnobelError, match=r"^mine gave no answer; exit code -?[0-9]+, it said: .+"):
        asked(config(program, unsolvable="UNSAT"))


def test_a_command_that_is_stopped_leaves_nothing(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    assert asked(config("time.sleep(60)"), seconds=0.5) == Answer("undecided")
    assert not list(place.iterdir())


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"kind": "doppelblock"}, "mine takes puzzles of the kind doppelblock only"),
        ({"format": "cwd"}, "mine reads the format cwd, which is not written for nonogram"),
        ({"command": ["no-such-solver", "{puzzle}"]}, "the command 'no-such-solver' was not found"),
    ],
)
def test_what_a_command_cannot_take_is_said(keys: dict[str, str | list[str]], reason: str, config: Config) -> None:
    mine = peers(config(**keys))["mine"]
    assert mine.takes(knobel.load(FIRST)) == reason
    with pytest.raises(Misuse, match=re.escape(reason)):
        mine.solve(knobel.load(FIRST), None)


def test_moves_are_no_rows(config: Config) -> None:
    mine = peers(config(answer="rows"))["mine"]
    assert mine.takes(knobel.load("@satromino/first")) == (
        "mine answers in rows, which solutions of satromino do not have"
    )


COMMAND = 'command = ["x", "{puzzle}"]'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "found no [[peer]]; expected at least one"),
        ("peer = 3", "found no [[peer]]; expected at least one"),
        ("[[peer]", "this is not TOML: "),
        ("[[peers]]\nname = 'a'", "found 'peers'; expected only [[peer]]"),
        (f"[[peer]]\n{COMMAND}", "peer 1: the name is ''; expected letters"),
        (f"[[peer]]\nname = 3\n{COMMAND}", "peer 1: name is '3'; expected a text in quotes"),
        (f"[[peer]]\nname = 'a b'\n{COMMAND}", "peer 1: the name is 'a b'; expected letters"),
        (f"[[peer]]\nname = 'swi'\n{COMMAND}", "peer 1: the name swi is taken; expected another one"),
        ("[[peer]]\nname = 'a'", "peer 1: the command is no list of words; expected one such as"),
        ("[[peer]]\nname = 'a'\ncommand = 'x {puzzle}'", "peer 1: the command is no list of words"),
        ("[[peer]]\nname = 'a'\ncommand = ['x']", "peer 1: the command has no {puzzle}; expected it where"),
        (f"[[peer]]\nname = 'a'\ntype = 'b'\n{COMMAND}", "peer 1: the key 'type' is unknown; expected one of name, "),
        (f"[[peer]]\nname = 'a'\nkind = 'b'\n{COMMAND}", "peer 1: the kind is 'b'; expected one of bishops, "),
        (
            f"[[peer]]\nname = 'a'\nkind = 'bishops'\nformat = 'non'\n{COMMAND}",
            "peer 1: the format is 'non'; expected one of id, ",
        ),
        (f"[[peer]]\nname = 'a'\nanswer = 'b'\n{COMMAND}", "peer 1: the answer is 'b'; expected one of line, rows"),
        (f"[[peer]]\nname = 'a'\nanswer = 'none'\n{COMMAND}", 'peer 1: found only one of answer = "none" and solved'),
        (f"[[peer]]\nname = 'a'\nsolved = 'b'\n{COMMAND}", 'peer 1: found only one of answer = "none" and solved'),
        (f"[[peer]]\nname = 'a'\nunsolvable = '('\n{COMMAND}", "peer 1: unsolvable is '('; expected a regular exp"),
        (f"[[peer]]\nname = 'a'\n{COMMAND}\n[[peer]]\nname = 'a'\n{COMMAND}", "peer 2: the name a is taken"),
    ],
)
def test_errors_in_the_config_are_named(text: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "peers.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        peers(path)
    assert str(error.value).startswith(f"{path}: {wrong}")


def test_a_config_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        peers(tmp_path / "none.toml")


def test_models_are_part_of_the_package() -> None:
    """The programs lie beside the code that runs them."""
    assert (Path(bench_peers.__file__).parent / "run.pl").exists()
    for kind in registry.kinds().values():
        assert kind.peers is not None and (kind.folder / "peers" / "model.lp").exists()
        assert hasattr(kind.peers, "term") == (kind.folder / "peers" / "model.pl").exists()
