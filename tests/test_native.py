"""Machine code that is made beforehand: it is that of the source, kept whole, and made anew where it is not."""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import pytest

import knobel
from knobel import native
from knobel.engines.yasat.kernel import LIBRARY
from knobel.engines.yasat.solver import Solver
from knobel.errors import KnobelError
from knobel.native import Library
from knobel.native.machine import Machine, calls

MODULES = ("knobel.engines.yasat.kernel", "knobel.proofs.kernel", "knobel.kinds.nonogram.loops")
LIBRARIES: dict[str, Library] = {name: importlib.import_module(name).LIBRARY for name in MODULES}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need_module: Callable[[str], None]) -> Path:
    """A copy of a library's folder, and beside it an empty folder for what is kept."""
    need_module("llvmlite")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    shutil.copytree(LIBRARY.folder, tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def fresh(places: Path) -> Library:
    """As it is in a new process."""
    library = Library("yasat", places / "source", LIBRARY.state, LIBRARY.types)
    library.parts, library.entries = LIBRARY.parts, LIBRARY.entries
    return library


def works(library: Library) -> bool:
    """Whether the code loads clauses and propagates as it should."""
    solver = Solver(3)
    vars(solver._call).update(library.calls())
    solver.add(np.array([1, 2, 0, -1, 0, -2, 3, 0], dtype=np.int32))
    return solver.propagate([]) == [-1, 2, 3]


def stored(library: Library) -> tuple[str, str]:
    """Its first line, and the rest."""
    head, text = zlib.decompress(library.stored.read_bytes()).decode().split("\n", 1)
    return head, text


def test_all_are_known() -> None:
    """To these tests, and to ``make native``."""
    source = Path(knobel.__file__).parent
    assert {library.stored for library in LIBRARIES.values()} == set(source.rglob("*.llz"))
    makefile = source.parent.parent / "Makefile"
    if makefile.exists():
        assert f"knobel.native {' '.join(LIBRARIES)}\n" in makefile.read_text()


@pytest.mark.parametrize("module", LIBRARIES)
def test_what_is_stored_was_made_from_this_source(module: str) -> None:
    """If not: ``make native``."""
    assert stored(LIBRARIES[module])[0].split(" ")[0] == LIBRARIES[module].stamp


@pytest.mark.slow
@pytest.mark.parametrize("module", LIBRARIES)
def test_numba_makes_what_is_stored(module: str, need_module: Callable[[str], None]) -> None:
    need_module("numba")
    head, text = stored(LIBRARIES[module])
    if head.split(" ")[-1] != version("numba"):
        pytest.skip("another version of numba makes another text")
    code = f"from {module} import LIBRARY; print(LIBRARY.build(), end='')"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout == text


def test_code_is_compiled_once_and_kept(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fresh(places)
    assert not first.loaded
    assert works(first) and first.loaded
    [kept] = (places / "kept" / "knobel").iterdir()
    monkeypatch.setattr(Machine, "compile", lambda *_: pytest.fail("compiled twice"))
    assert works(fresh(places))
    assert [kept] == list((places / "kept" / "knobel").iterdir())


@pytest.mark.parametrize("damage", [b"", b"half", None])
def test_damaged_code_is_not_loaded(places: Path, damage: bytes | None) -> None:
    assert works(fresh(places))
    [kept] = (places / "kept" / "knobel").iterdir()
    whole = kept.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    kept.write_bytes(bytes(changed) if damage is None else damage)
    assert works(fresh(places))
    assert kept.read_bytes() == whole


def test_another_place_or_none(places: Path) -> None:
    (places / "kept").write_text("not a folder")
    assert works(fresh(places))
    beside = places / "source" / "__pycache__"
    assert len(list(beside.glob("*.native"))) == 1
    shutil.rmtree(beside)
    beside.write_text("nor this")
    assert works(fresh(places))


def test_other_source_other_code(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (places / "source" / "state.py").open("a") as source:
        source.write("# changed\n")
    changed = fresh(places)
    assert changed.stamp != LIBRARY.stamp
    monkeypatch.setattr(Library, "build", lambda self: "made now")
    assert changed.text() == "made now"
    shutil.copy(LIBRARY.folder / "state.py", places / "source")
    same = fresh(places)
    assert same.stamp == LIBRARY.stamp and same.text() == LIBRARY.text()
    (places / "source" / "yasat.llz").write_bytes(b"no such thing")
    assert same.text() == "made now"
    (places / "source" / "yasat.llz").unlink()
    assert same.text() == "made now"


@pytest.mark.parametrize(
    ("version", "enough"),
    [(None, False), ("0.44.0", False), ("0.45.0rc1", True), ("0.101", True), ("1.0", True), ("0+untagged.1", False)],
)
def test_what_is_needed(version: str | None, enough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "find_spec", lambda name: name if name == "llvmlite" and version else None)
    monkeypatch.setattr("importlib.metadata.version", lambda name: version)
    assert native.available.__wrapped__() is enough


def test_a_package_without_a_version_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(native, "find_spec", lambda name: name)
    monkeypatch.setattr("importlib.metadata.version", none)
    assert native.available.__wrapped__() is False


@pytest.mark.parametrize("trouble", [OSError, RuntimeError, ImportError, AttributeError])
def test_where_llvm_does_not_work_there_is_no_code(
    trouble: type[Exception], places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no error, for those who have another way."""

    def fail(*_: object) -> None:
        raise trouble("broken")

    assert fresh(places).usable
    monkeypatch.setattr(Machine, "__init__", fail)
    library = fresh(places)
    assert not library.usable and not library.loaded
    with pytest.raises(trouble):
        library.calls()


def test_a_text_that_llvm_does_not_read_is_made_anew(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = LIBRARY.text()
    monkeypatch.setattr(Library, "text", lambda self: "define nothing")
    monkeypatch.setattr(Library, "build", lambda self: made)
    assert works(fresh(places))


def test_without_numba_it_is_said_what_is_missing(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "find_spec", lambda name: None)
    (places / "source" / "yasat.llz").unlink()
    with pytest.raises(KnobelError, match="numba could make it"):
        fresh(places).calls()
    assert not fresh(places).usable


def test_the_code_of_a_release_needs_no_numba(need_module: Callable[[str], None]) -> None:
    need_module("llvmlite")
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import numpy; from knobel import registry\n"
        "session = registry.engine('yasat').open(2)\n"
        "session.add(numpy.array([1, 2, 0, -1, 0], dtype=numpy.int32))\n"
        "assert session.solve().model.tolist()[1:] == [False, True]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_code_that_fails_is_heard() -> None:
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    function = prototype(lambda result, told, number: int(number > 1))
    place = ctypes.cast(function, ctypes.c_void_p).value or 0
    call = calls(0, {"entry": (place, (0,))})["entry"]
    assert call(1) == 0
    with pytest.raises(RuntimeError, match="entry failed"):
        call(2)
