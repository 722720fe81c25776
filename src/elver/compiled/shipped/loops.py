"""Compiled loops by their place: the shipped code where it was made from the sources as they are, else Numba's.

``loop_at("elver.stepping.schemes.fixed:ADVANCE:rk4")`` is called like that very loop. Shipped code is chosen by the kinds of the
arguments; where there is none, or where a source was changed since (``make kernels``), the module is imported and Numba compiles.
The machine code that LLVM makes of the shipped form for this computer is kept in the cache of compiled code.
"""

from __future__ import annotations

import ctypes
import json
import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from elver.code_cache import code_key, load_code, save_code
from elver.compiled.direct import entry_of
from elver.compiled.shipped.host import link, module_of, run_passes, target
from elver.compiled.shipped.layout import laid_out, result_format, unpacked
from elver.compiled.shipped.runtime import NO_ROOM, SYMBOL
from elver.compiled.shipped.sources import ANY, loop_digest
from elver.compiled.width import host_width
from elver.progress import working

FOLDER = Path(__file__).parent
LIST = FOLDER / "loops.json"
KIND = "o"
LEVEL = 3  # of LLVM's passes, as Numba has it
LARGE = 50_000  # bytes of packed code that take seconds
COMPILING = "compiling the loop of this run, once on this computer"
GOOD = (0, -2)  # what Numba's functions return: a value, or None
NUMBAS_OWN = ("NUMBA_DISABLE_JIT", "NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO")  # who sets one wants Numba's code
MAKING = RLock()
Entry = Callable[[Sequence, bytes], Any]  # of the arguments, and of their slots


class Missed(NamedTuple):
    """A loop that Numba compiled in this process, since nothing shipped could be used: for arguments of these kinds and types."""

    place: str
    kinds: str
    types: tuple


missed: list[Missed] = []


class Loop:
    """A compiled loop by its place, called as the loop itself is.

    place: module and name, and the key where the name is that of a table, with colons between them.
    """

    def __init__(self, place: str):
        self.place = place
        self.entries: dict[str, Entry] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self.enter(arguments, [laid_out(argument) for argument in arguments])

    def enter(self, arguments: Sequence, pieces: Sequence[tuple[str, bytes]]) -> Any:
        """Call with arguments whose layout is known."""
        kinds = " ".join(kinds for kinds, _ in pieces)
        entry = self.entries.get(kinds) or self.entry_for(kinds, arguments)
        return entry(arguments, b"".join(slots for _, slots in pieces))

    def entry_for(self, kinds: str, arguments: Sequence) -> Entry:
        """What takes arguments of these kinds; made once, whatever thread asks."""
        with MAKING:
            if kinds not in self.entries:
                self.entries[kinds] = self.shipped(kinds) or numba_entry(self.place, kinds, arguments)
            return self.entries[kinds]

    def shipped(self, kinds: str) -> Entry | None:
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

    def __init__(self, place: str):
        self.loop = loop_at(place)
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


@cache
def loop_at(place: str) -> Loop:
    """The loop at a place."""
    return Loop(place)


def numba_loop(place: str) -> Any:
    """The loop itself; importing its module imports Numba."""
    module, name, *key = place.split(":")
    found = getattr(import_module(module), name)
    return found[key[0]] if key else found


def numba_entry(place: str, kinds: str, arguments: Sequence) -> Entry:
    """Numba's code for arguments of these types."""
    from numba import typeof

    loop = numba_loop(place)
    missed.append(Missed(place, kinds, tuple(typeof(argument) for argument in arguments)))
    with working(COMPILING):
        entry = entry_of(loop, *arguments)
    return lambda given, slots: entry(*given)


def machine_entry(place: str, address: int, result: str, keep: object) -> Entry:
    """Machine code in this process as a function of the slots of its arguments. Other threads run meanwhile."""
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_char_p)(address)
    room = 8 * len(result_format(result))

    def enter(given: Sequence, slots: bytes, keep: object = keep) -> Any:
        answer = ctypes.create_string_buffer(room + 8)
        status = call(slots, answer)
        if status not in GOOD:
            raise failure(place, status)
        return unpacked(result, answer.raw[:room])

    return enter


def failure(place: str, status: int) -> Exception:
    """What Numba would have raised."""
    if status == NO_ROOM:
        return MemoryError(f"a compiled loop ({place}) found no room for its arrays.")
    return ArithmeticError(f"a compiled loop ({place}) stopped: it divided by zero, or its numbers are out of range.")


@cache
def shipped_list() -> dict[str, Any]:
    """What is shipped, and what it was made from; nothing where the list is missing."""
    return json.loads(LIST.read_text()) if LIST.is_file() else {"loops": {}}


@cache
def usable_loops(place: str) -> dict[str, dict[str, str]]:
    """The shipped code of a loop by the kinds of its arguments; none where a source of it has changed since
    it was made, or where it is for another number of machines side by side.
    """
    own = shipped_list()["loops"].get(place)
    if own is None or any(os.environ.get(name) for name in NUMBAS_OWN):
        return {}
    if own["lanes"] != ANY and own["lanes"] != host_width():
        return {}
    return own["kinds"] if own["sources"] == loop_digest(place) else {}


def linked(packed_bitcode: bytes) -> tuple[int, object]:
    """Shipped code as machine code in this process; from the cache where it was made before."""
    name = code_key("shipped loop", target(LEVEL)[1], str(LEVEL), packed_bitcode)
    code = load_code(KIND, name)
    if code is None:
        with working(COMPILING) if len(packed_bitcode) > LARGE else nullcontext():
            code = machine_code(zlib.decompress(packed_bitcode))
        save_code(KIND, name, code)
    return link(code, SYMBOL)


def machine_code(bitcode: bytes) -> bytes:
    """Object code of LLVM's bitcode for this computer."""
    import llvmlite.binding as llvm

    machine, _ = target(LEVEL)
    module = module_of(bitcode)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    run_passes(module, machine, llvm.create_pipeline_tuning_options(speed_level=LEVEL))
    return machine.emit_object(module)
