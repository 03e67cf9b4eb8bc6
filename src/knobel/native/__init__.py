"""Loops as machine code that is there at once.

The functions of a library run as plain Python, or as machine code. numba could make that on the spot, but it takes
seconds to do so, and tenths of a second merely to be loaded. So its work is done beforehand: what it makes of a library
is stored beside the source, in LLVM's own language, for no processor in particular (``make native`` renews it).
llvmlite, on which numba stands, turns this into machine code for the processor at hand in a third of a second, and
that is kept on disk; from then on it is loaded in some hundredths of a second.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from ..errors import KnobelError

Function = TypeVar("Function", bound=Callable[..., Any])

PATIENCE = 1.5  # seconds; whoever waits longer is told why
HASH = 32  # bytes
LLVMLITE = (0, 45)  # the first with LLVM 20; earlier ones write pointers in another way


@cache
def available() -> bool:
    """Whether there is what machine code is made with, and new enough to read what is stored."""
    if find_spec("llvmlite") is None:
        return False
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = re.match(r"(\d+)\.(\d+)", version("llvmlite"))
    except PackageNotFoundError:
        return False
    return found is not None and (int(found[1]), int(found[2])) >= LLVMLITE


class Library:
    """Functions that are compiled together, all of them in files of one folder.

    ``state`` is a named tuple of arrays whose types are ``types``, the first argument of each part. Entries are called
    from outside; their other arguments are whole numbers and arrays of them. The library is whole once the modules with
    all its parts and entries have been imported.
    """

    def __init__(self, name: str, folder: Path, state: type[Any], types: Mapping[str, str]) -> None:
        self.name, self.folder, self.state, self.types = name, folder, state, types
        self.parts: list[Callable[..., Any]] = []
        self.entries: dict[str, Callable[..., int]] = {}

        def bare(s: Any) -> Any:
            """The state as compiled code wants it: bare pointers, without bounds, counts or negative indices."""
            return s

        self.bare = bare  # a function for each library: numba would not tell their states apart

    def part(self, function: Function) -> Function:
        """Mark a function that compiled code may call; in Python it stays what it is."""
        self.parts.append(function)
        return function

    def entry(self, function: Function) -> Function:
        """Mark a function that is called from outside."""
        self.entries[function.__name__] = function
        return function

    def calls(self) -> dict[str, Callable[..., int]]:
        """The entries as machine code, most of whose calls are about one state after the other."""
        from .machine import calls

        return calls(len(self.types), self._addresses)

    @cached_property
    def usable(self) -> bool:
        """Whether there is machine code; asking loads it. For those who have another way if there is none."""
        try:
            return available() and bool(self._addresses)
        except (KnobelError, ImportError, OSError, RuntimeError, AttributeError):  # whatever is wrong with LLVM here
            return False

    @property
    def loaded(self) -> bool:
        """Whether the machine code is in memory; asking does not load it."""
        return "_addresses" in vars(self)

    @cached_property
    def _addresses(self) -> dict[str, tuple[int, tuple[int, ...]]]:
        from .machine import Machine, arguments

        machine = Machine()
        here = "".join(source.read_text(encoding="utf-8") for source in sorted(Path(__file__).parent.glob("*.py")))
        key = _digest(f"{self.stamp} {machine.name} {here}".encode()).hex()[:20]
        code = self._kept(key)
        if code is None:
            try:
                code = machine.compile(self.text())
            except RuntimeError:  # another version of LLVM need not understand it
                code = machine.compile(self.build())
            self._keep(key, code)
        places = machine.load(code, self.entries)
        return {name: (place, arguments(self.entries[name], self.state)) for name, place in places.items()}

    # what numba made of the source

    @property
    def stored(self) -> Path:
        """Where it stands: compressed, in front of it the stamp of its source and the compiler's version."""
        return self.folder / f"{self.name}.llz"

    @cached_property
    def stamp(self) -> str:
        """Of the source, and of what compiles it: other text, other stamp."""
        modules = {thing.__module__ for thing in (self.state, *self.parts, *self.entries.values())}
        names = sorted(f"{module.rpartition('.')[2]}.py" for module in modules)
        sources = [*(self.folder / name for name in names), Path(__file__).parent / "build.py"]
        text = "".join(source.read_text(encoding="utf-8") for source in sources)
        return _digest(text.encode()).hex()

    def text(self) -> str:
        """What is stored, if it was made from this source; else it is made now."""
        try:
            head, text = zlib.decompress(self.stored.read_bytes()).decode().split("\n", 1)
        except (OSError, ValueError, zlib.error):
            head, text = "", ""
        return text if head.split(" ")[0] == self.stamp else self.build()

    def build(self) -> str:
        """Let numba compile the source."""
        if find_spec("numba") is None:
            raise KnobelError(
                f"there is no machine code of {self.name} for its source and this version of LLVM; numba could make it"
            )
        notice = threading.Timer(PATIENCE, _say, [f"compiling {self.name}, once: about 20 seconds"])
        notice.daemon = True
        if sys.stderr.isatty():
            notice.start()
        try:
            text: str = importlib.import_module(".build", __package__).build(self)
            return text
        finally:
            notice.cancel()

    def store(self) -> None:
        """Make it anew, for all who will use this source."""
        if "numba" in sys.modules:
            raise RuntimeError("numba is loaded already, and looks at this processor")
        text, numba = self.build(), importlib.import_module("numba")
        self.stored.write_bytes(zlib.compress(f"{self.stamp} numba {numba.__version__}\n{text}".encode(), 9))

    # machine code on disk

    def _places(self, key: str) -> Iterator[Path]:
        """Where it may be kept: in the user's folder for such things, or else beside Python's own compiled files."""
        name = f"{self.name}-{key}.native"
        given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        home = given or os.path.expanduser("~/.cache")
        if os.path.isabs(home):
            yield Path(home) / "knobel" / name
        yield self.folder / "__pycache__" / name

    def _kept(self, key: str) -> bytes | None:
        for place in self._places(key):
            try:
                data = place.read_bytes()
            except OSError:
                continue
            if _digest(data[HASH:]) == data[:HASH]:  # half a file would be the end of the process
                return data[HASH:]
        return None

    def _keep(self, key: str, code: bytes) -> None:
        for place in self._places(key):
            draft = place.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                draft.write_bytes(_digest(code) + code)
                draft.replace(place)
                return
            except OSError:  # there may be no place to keep it; then the next process compiles it again
                continue


def _digest(data: bytes) -> bytes:
    import hashlib  # only where code is loaded: it takes a moment itself

    return hashlib.sha256(data).digest()


def _say(text: str) -> None:
    print(f"knobel: {text}", file=sys.stderr, flush=True)
