"""Numbers, vectors and sections of WebAssembly files, read and written (WebAssembly Core Specification 2.0, chapter 5)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from elver._support.errors import InputError

MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, _START, ELEMENT, CODE, DATA, _DATA_COUNT = range(13)
I32, _F64 = 0x7F, 0x7C  # types of values
FUNCREF = 0x70
PADDED = 5  # bytes of a number that a linker writes in place
T = TypeVar("T")


class Reader:
    """Reads on from ``place`` in ``data``."""

    def __init__(self, data: bytes, place: int = 0):
        self.data, self.place = data, place

    @property
    def done(self) -> bool:
        return self.place >= len(self.data)

    def byte(self) -> int:
        return self.take(1)[0]

    def take(self, count: int) -> bytes:
        """The next bytes."""
        end = self.place + count
        if end > len(self.data):
            raise InputError(f"a WebAssembly object ends after {len(self.data)} bytes, in the middle of a part. Make it again.")
        part, self.place = self.data[self.place : end], end
        return part

    def number(self) -> int:
        """An unsigned LEB128 number."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """A signed LEB128 number."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if byte & 0x40 else value

    def block(self) -> bytes:
        """Bytes behind their count."""
        return self.take(self.number())

    def text(self) -> str:
        return self.block().decode()

    def many(self, one: Callable[[], T]) -> list[T]:
        """A vector: a count, and so many of ``one``."""
        return [one() for _ in range(self.number())]


def unsigned(value: int) -> bytes:
    """An unsigned LEB128 number."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """A signed LEB128 number."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def padded(value: int) -> bytes:
    """A LEB128 number of 32 bits in five bytes; a signed one below 2^31 is written in the same way."""
    return bytes([*(value >> 7 * k & 0x7F | 0x80 for k in range(PADDED - 1)), value >> 28 & 0x7F])


def text(value: str) -> bytes:
    return block(value.encode())


def block(data: bytes) -> bytes:
    """Bytes behind their count."""
    return unsigned(len(data)) + data


def many(parts: Iterable[bytes]) -> bytes:
    """A vector of parts that are written already."""
    parts = list(parts)
    return unsigned(len(parts)) + b"".join(parts)


def section(kind: int, content: bytes) -> bytes:
    """A section; nothing where it has no content."""
    return bytes([kind]) + block(content) if content != b"\0" else b""


def constant(value: int) -> bytes:
    """The expression of a 32-bit constant: an address or a place in a table."""
    return b"\x41" + signed(value) + b"\x0b"


# --- A relocatable WebAssembly object as LLVM writes it, read into symbols, functions, data and what is to be relocated.
#
# The format is that of the WebAssembly tool conventions, "Linking" (version 2). What this reader does not know it refuses by
# name.

_LINKING_VERSION = 2
_SYMBOLS, _SEGMENTS, _COMDATS = 8, 5, 7  # parts of the section "linking"
_PASSED_OVER = ("producers", "target_features", "name")
WEAK, _LOCAL, _UNDEFINED, _EXPLICIT = 1, 2, 0x10, 0x40  # flags of symbols
_SECTION_NAMES = {CODE: "CODE", DATA: "DATA"}  # as their relocations name them
_KINDS = ("function", "data", "global", "section", "event", "table")
_OTHER_PARTS = {6: "functions to run at the start"}
_RELOCATIONS = {
    0: "function index", 1: "table place", 2: "table place i32", 3: "address", 4: "address", 5: "address i32", 6: "type index",
    7: "global index", 20: "table number", 26: "function index i32",
}  # fmt: skip
_WITH_ADDEND = ("address", "address i32")


@dataclass(frozen=True)
class Symbol:
    """A name: of function ``index``, or of ``size`` bytes from ``offset`` on in segment ``index``."""

    kind: str
    name: str
    flags: int
    index: int = 0
    offset: int = 0
    size: int = 0

    @property
    def defined(self) -> bool:
        return not self.flags & _UNDEFINED

    @property
    def local(self) -> bool:
        return bool(self.flags & _LOCAL)


@dataclass(frozen=True)
class Relocation:
    """At ``place`` of its part stands what ``kind`` says of symbol ``index`` (of a type: its own index)."""

    kind: str
    place: int
    index: int
    addend: int = 0


@dataclass
class Part:
    """The code of a function, or a segment of data: bytes, and what is relocated in them. alignment: of an address."""

    body: bytes
    alignment: int = 1
    relocations: list[Relocation] = field(default_factory=list)


@dataclass
class ObjectFile:
    """types: as they are written.   imported: index of the type of every function that is only declared.
    defined: index of the type of every function that is there; ``functions`` are their bodies.
    """

    types: list[bytes] = field(default_factory=list)
    imported: list[int] = field(default_factory=list)
    imported_names: list[str] = field(default_factory=list)
    imported_globals: list[str] = field(default_factory=list)
    imported_tables: list[str] = field(default_factory=list)
    defined: list[int] = field(default_factory=list)
    functions: list[Part] = field(default_factory=list)
    segments: list[Part] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)

    def type_of(self, function: int) -> bytes:
        """The type of a function by its index in this object."""
        return self.types[[*self.imported, *self.defined][function]]


def read_object(data: bytes) -> ObjectFile:
    """An object from its bytes."""
    if not data.startswith(MAGIC):
        raise InputError(f"no WebAssembly object: it begins with {data[:8]!r}. Give what llvmlite's wasm32 target made.")
    reader, found = Reader(data, len(MAGIC)), ObjectFile()
    parts_of: dict[str, list[tuple[int, Part]]] = {}  # of code and data, with their places in the section
    while not reader.done:
        kind, body = reader.byte(), reader.block()
        if kind == _CUSTOM:
            _read_custom(body, found, parts_of)
        elif kind in _READERS:
            parts_of[_SECTION_NAMES.get(kind, "")] = _READERS[kind](Reader(body), found)
        else:
            raise InputError(f"a WebAssembly object has a section of kind {kind}, which the linker does not know.")
    return found


# --- sections ---------------------------------------------------------------------------------------------------------


def _read_types(reader: Reader, found: ObjectFile) -> list:
    def one() -> bytes:
        start = reader.place
        if reader.byte() != 0x60:
            raise InputError("a WebAssembly object has a type that is no function, which the linker does not know.")
        reader.block(), reader.block()
        return reader.data[start : reader.place]

    found.types = reader.many(one)
    return []


def _read_imports(reader: Reader, found: ObjectFile) -> list:
    """Functions; memory, table and stack pointer are the linker's to give."""
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.byte()
        if kind == 0:
            found.imported.append(reader.number())
            found.imported_names.append(name)
        elif kind == 1:
            if reader.byte() != FUNCREF:
                raise InputError(f"a WebAssembly object needs the table '{name}', which is none of functions.")
            _read_limits(reader)
            found.imported_tables.append(name)
        elif kind == 2:
            _read_limits(reader)
        elif kind == 3:
            reader.take(2)
            found.imported_globals.append(name)
        else:
            raise InputError(f"a WebAssembly object imports '{name}' of kind {kind}, which the linker does not know.")
    return []


def _read_limits(reader: Reader) -> None:
    if reader.byte() & 1:
        reader.number()
    reader.number()


def _read_functions(reader: Reader, found: ObjectFile) -> list:
    found.defined = reader.many(reader.number)
    return []


def _read_code(reader: Reader, found: ObjectFile) -> list:
    homes = []
    for _ in range(reader.number()):
        size = reader.number()
        part = Part(b"")
        homes.append((reader.place, part))
        part.body = reader.take(size)
        found.functions.append(part)
    return homes


def _read_data(reader: Reader, found: ObjectFile) -> list:
    homes = []
    for _ in range(reader.number()):
        if (kind := reader.number()) != 0:
            raise InputError(f"a WebAssembly object has a data segment of kind {kind}, which the linker does not know.")
        if reader.byte() != 0x41:
            raise InputError("a WebAssembly object has a data segment at a place that is no number.")
        reader.signed(), reader.byte()
        size = reader.number()
        homes.append((reader.place, Part(reader.take(size))))
    found.segments = [part for _, part in homes]
    return homes


def _passed_over(reader: Reader, found: ObjectFile) -> list:
    """What follows from the rest: the linker makes its own table of functions, and counts the segments itself."""
    return []


_READERS = {
    TYPE: _read_types,
    IMPORT: _read_imports,
    FUNCTION: _read_functions,
    ELEMENT: _passed_over,
    _DATA_COUNT: _passed_over,
    CODE: _read_code,
    DATA: _read_data,
}  # objects of LLVM define no globals and export nothing


# --- symbols and relocations ------------------------------------------------------------------------------------------


def _read_custom(body: bytes, found: ObjectFile, parts_of: dict[str, list[tuple[int, Part]]]) -> None:
    reader = Reader(body)
    name = reader.text()
    if name == "linking":
        _read_linking(reader, found)
    elif name in ("reloc.CODE", "reloc.DATA"):
        _read_relocations(reader, parts_of[name.removeprefix("reloc.")])
    elif name not in _PASSED_OVER and not name.startswith(".debug") and not name.startswith("reloc..debug"):
        raise InputError(f"a WebAssembly object has the section '{name}', which the linker does not know.")


def _read_linking(reader: Reader, found: ObjectFile) -> None:
    if (version := reader.number()) != _LINKING_VERSION:
        raise InputError(f"a WebAssembly object follows version {version} of the linking format; this linker reads version 2.")
    while not reader.done:
        kind, part = reader.byte(), Reader(reader.block())
        if kind == _SYMBOLS:
            found.symbols = [_read_symbol(part, found) for _ in range(part.number())]
        elif kind == _SEGMENTS:
            for segment in found.segments[: part.number()]:
                part.text()
                segment.alignment = 1 << part.number()
                part.number()
        elif kind != _COMDATS:  # a group that several objects hold: the first symbol of a name is taken anyway
            what = _OTHER_PARTS.get(kind, f"linking part {kind}")
            raise InputError(f"a WebAssembly object has {what}, which the linker does not know.")


def _read_symbol(part: Reader, found: ObjectFile) -> Symbol:
    number, flags = part.byte(), part.number()
    kind = _KINDS[number]
    if kind == "section":
        part.number()
        return Symbol(kind, "", flags)
    if kind == "data":
        name = part.text()
        return Symbol(kind, name, flags, *((part.number() for _ in range(3)) if not flags & _UNDEFINED else ()))
    imported = {"function": found.imported_names, "global": found.imported_globals, "table": found.imported_tables}.get(kind)
    if imported is None:
        raise InputError(f"a WebAssembly object has a symbol of kind '{kind}', which the linker does not know.")
    index = part.number()
    named = not flags & _UNDEFINED or flags & _EXPLICIT
    return Symbol(kind, part.text() if named else imported[index], flags, index)


def _read_relocations(reader: Reader, homes: list[tuple[int, Part]]) -> None:
    """Give every part of a section its relocations, with places counted from the part's begin."""
    reader.number()
    starts = [start for start, _ in homes]
    for _ in range(reader.number()):
        number, place, index = reader.byte(), reader.number(), reader.number()
        if number not in _RELOCATIONS:
            raise InputError(f"a WebAssembly object has a relocation of kind {number}, which the linker does not know.")
        kind = _RELOCATIONS[number]
        addend = reader.signed() if kind in _WITH_ADDEND else 0
        start, part = homes[bisect(starts, place) - 1]
        part.relocations.append(Relocation(kind, place - start, index, addend))
