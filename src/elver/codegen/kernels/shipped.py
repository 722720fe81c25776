"""Shipped code of compiled loops: which files decide it, how it is found, made into machine code, and called.

``ShippedLoop`` is called like the loop that it names. Shipped code is chosen by the kinds of the arguments; where there is none,
or where a source was changed since it was made (``make kernels``), the loop's module is imported and Numba compiles. The machine
code that LLVM makes of the shipped form for this computer is kept in the cache of compiled code. ``table.py`` names all loops.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from elver._support.display import working
from elver._support.files import write_whole
from elver.codegen.cache import code_key, load_code, save_code, source_stamp
from elver.codegen.kernels.abi import NO_ROOM, SYMBOL, laid_out, link, module_of, result_format, run_passes, target, unpacked
from elver.codegen.kernels.jit import ROOT
from elver.codegen.kernels.system import entry_of

_WITHOUT_KERNELS = (
    "elver.codegen.cache",
    "elver.contact.scene",
    "elver._support.errors",
    "elver._support.files",
)  # no loops
_IMPORT = re.compile(rb"^(?:from (elver(?:\.\w+)*) import (\([^)]*\)|.*)|import (elver(?:\.\w+)+))", re.MULTILINE)
_OWN = ("abi.py",)  # of this folder: how every shipped loop is entered


def file_of(module: str) -> Path:
    """The file of one of Elver's modules."""
    return ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


def imported(text: bytes) -> Iterator[Path]:
    """Files that the lines of a module import: modules, packages, and modules taken from packages."""
    for found in _IMPORT.finditer(text):
        name = (found[1] or found[3]).decode()
        if name in _WITHOUT_KERNELS:
            continue
        place = file_of(name).with_suffix("")
        yield from (file_of(name), place / "__init__.py")
        yield from (place / f"{word}.py" for word in re.findall(r"\w+", (found[2] or b"").decode()))


def sources_of(files: Iterable[Path]) -> list[Path]:
    """These files and what they import, as far as it can hold loops or numbers of theirs."""
    found: set[Path] = set()
    pending = list(files)
    while pending:
        path = pending.pop()
        if path not in found and path.is_file():
            found.add(path)
            pending += imported(path.read_bytes())
    return sorted(found)


def loop_digest(place: str) -> str:
    """Hash of all that decides the shipped code of the loop at a place."""
    return source_stamp(sources_of([file_of(place.split(":")[0]), *(Path(__file__).parent / name for name in _OWN)]))


# --- Lists of what was shipped: the versions that made it, and for every loop the digest of its sources and what else is to know.


def write_list(path: Path, loops: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a list of shipped code."""
    import llvmlite
    import numba

    about = {"numba": numba.__version__, "llvmlite": llvmlite.__version__, "loops": loops}
    write_whole(path, (json.dumps(about, indent=1) + "\n").encode())


def read_list(path: Path) -> dict[str, Any]:
    """The loops of a list; none where the file is missing or of another form: what is not on a list is made anew."""
    loops = json.loads(path.read_text()).get("loops") if path.is_file() else None
    return loops or {}


# --- Loops by their place: the shipped code where it was made from the sources as they are, else Numba's.

FOLDER = Path(__file__).parent / "loops"
LIST = FOLDER / "loops.json"
_KIND = "o"
_LEVEL = 3  # of LLVM's passes, as Numba has it
_LARGE = 50_000  # bytes of packed code that take seconds
_COMPILING = "compiling the loop of this run, once on this computer"
_GOOD = (0, -2)  # what Numba's functions return: a value, or None
NUMBAS_OWN = ("NUMBA_DISABLE_JIT", "NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO")  # who sets one wants Numba's code
_MAKING = RLock()
_Entry = Callable[[Sequence, bytes], Any]  # of the arguments, and of their slots


class _Missed(NamedTuple):
    """A loop that Numba compiled in this process, since nothing shipped could be used: for arguments of these kinds and types."""

    place: str
    kinds: str
    types: tuple


missed: list[_Missed] = []


class ShippedLoop:
    """A compiled loop by its place, called as the loop itself is.

    module, name: where it stands.   key: its own, where the name is that of a table.
    """

    def __init__(self, module: str, name: str, key: str = ""):
        self.place = ":".join(filter(None, (module, name, key)))
        self.entries: dict[str, _Entry] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self.enter(arguments, [laid_out(argument) for argument in arguments])

    def enter(self, arguments: Sequence, pieces: Sequence[tuple[str, bytes]]) -> Any:
        """Call with arguments whose layout is known."""
        kinds = " ".join(kinds for kinds, _ in pieces)
        entry = self.entries.get(kinds) or self.entry_for(kinds, arguments)
        return entry(arguments, b"".join(slots for _, slots in pieces))

    def entry_for(self, kinds: str, arguments: Sequence) -> _Entry:
        """What takes arguments of these kinds; made once, whatever thread asks."""
        with _MAKING:
            if kinds not in self.entries:
                self.entries[kinds] = self.shipped(kinds) or _numba_entry(self.place, kinds, arguments)
            return self.entries[kinds]

    def shipped(self, kinds: str) -> _Entry | None:
        """The shipped code for arguments of these kinds; None where there is none that can be used."""
        about = usable_loops(self.place).get(kinds)
        if about is None:
            return None
        try:
            address, keep = linked((FOLDER / about["file"]).read_bytes())
        except Exception:  # whatever an LLVM of another version or computer makes of the file: Numba compiles instead
            return None
        return machine_entry(self.place, address, about["result"], keep)


class Caller:
    """A loop that is called many times with mostly the same arguments: it lays out those alone that were replaced.

    Nothing else is looked at: an array that was given before must keep its place and its shape.
    """

    def __init__(self, loop: ShippedLoop):
        self.loop = loop
        self.last: tuple = ()
        self.pieces: list[tuple[str, bytes]] = []

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self.last):
            self.pieces = [laid_out(argument) for argument in arguments]
        else:
            for k, (now, before) in enumerate(zip(arguments, self.last, strict=True)):
                if now is not before:
                    self.pieces[k] = laid_out(now)
        self.last = arguments
        return self.loop.enter(arguments, self.pieces)


def numba_loop(place: str) -> Any:
    """The loop itself; importing its module imports Numba."""
    module, name, *key = place.split(":")
    found = getattr(import_module(module), name)
    return found[key[0]] if key else found


def _numba_entry(place: str, kinds: str, arguments: Sequence) -> _Entry:
    """Numba's code for arguments of these types."""
    from numba import typeof

    loop = numba_loop(place)
    missed.append(_Missed(place, kinds, tuple(typeof(argument) for argument in arguments)))
    with working(_COMPILING):
        entry = entry_of(loop, *arguments)
    return lambda given, slots: entry(*given)


def machine_entry(place: str, address: int, result: str, keep: object) -> _Entry:
    """Machine code in this process as a function of the slots of its arguments. Other threads run meanwhile."""
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_char_p)(address)
    room = 8 * len(result_format(result))

    def enter(given: Sequence, slots: bytes, keep: object = keep) -> Any:
        answer = ctypes.create_string_buffer(room + 8)
        status = call(slots, answer)
        if status not in _GOOD:
            raise _failure(place, status)
        return unpacked(result, answer.raw[:room])

    return enter


def _failure(place: str, status: int) -> Exception:
    """What Numba would have raised."""
    if status == NO_ROOM:
        return MemoryError(f"a compiled loop ({place}) found no room for its arrays.")
    return ArithmeticError(f"a compiled loop ({place}) stopped: it divided by zero, or its numbers are out of range.")


@cache
def shipped_list() -> dict[str, Any]:
    """What is shipped, by place."""
    return read_list(LIST)


@cache
def usable_loops(place: str) -> dict[str, dict[str, str]]:
    """The shipped code of a loop by the kinds of its arguments; none where a source of it has changed since it was made."""
    own = shipped_list().get(place)
    if own is None or any(os.environ.get(name) for name in NUMBAS_OWN):
        return {}
    return own["kinds"] if own["sources"] == loop_digest(place) else {}


def linked(packed_bitcode: bytes) -> tuple[int, object]:
    """Shipped code as machine code in this process; from the cache where it was made before."""
    name = code_key("shipped loop", target(_LEVEL)[1], str(_LEVEL), packed_bitcode)
    code = load_code(_KIND, name)
    if code is None:
        with working(_COMPILING) if len(packed_bitcode) > _LARGE else nullcontext():
            code = _machine_code(zlib.decompress(packed_bitcode))
        save_code(_KIND, name, code)
    return link(code, SYMBOL)


def _machine_code(bitcode: bytes) -> bytes:
    """Object code of LLVM's bitcode for this computer."""
    import llvmlite.binding as llvm

    machine, _ = target(_LEVEL)
    module = module_of(bitcode)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    run_passes(module, machine, llvm.create_pipeline_tuning_options(speed_level=_LEVEL))
    return machine.emit_object(module)
