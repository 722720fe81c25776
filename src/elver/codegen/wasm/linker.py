"""Objects -> one WebAssembly module with its memory, its table of functions, exports and imports.

Memory, from address 0 on: the stack (it grows downwards: one that overflows leaves the memory and stops the module, it never
writes over data), what the caller has placed, the data of the objects. Only what exports and table can reach is taken over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from elver._support.errors import InputError
from elver.codegen.wasm import objects as wasm
from elver.codegen.wasm.objects import WEAK, ObjectFile, Part, Relocation, Symbol, read_object

PAGE = 65536
STACK = PAGE  # bytes
_MOST_PAGES = 1024  # 64 MiB: what a telephone's browser gives without asking
_TABLE_NAME, _STACK_POINTER = "__indirect_function_table", "__stack_pointer"
_FIRST_PLACE = 1  # of a function in the table: 0 is no function
_Home = tuple[int, str, int]  # number of the object, "function" or "segment", index there


@dataclass(frozen=True)
class _Import:
    """A function that whoever opens the module gives."""

    name: str


@dataclass
class _Linker:
    """What was read, found and placed so far."""

    objects: list[ObjectFile]
    imports: Mapping[str, tuple[str, str]]
    known: dict[tuple[str, str], tuple[int, Symbol]] = field(default_factory=dict)
    functions: list[_Home] = field(default_factory=list)
    segments: list[_Home] = field(default_factory=list)
    needed: dict[str, bytes] = field(default_factory=dict)  # imported function -> type
    table: list[_Home] = field(default_factory=list)
    addresses: dict[_Home, int] = field(default_factory=dict)
    types: list[bytes] = field(default_factory=list)


def link(
    objects: Sequence[bytes],
    exports: Mapping[str, str],
    imports: Mapping[str, tuple[str, str]] | None = None,
    table: Sequence[str] = (),
    segments: Sequence[tuple[int, bytes]] = (),
    used: int = STACK,
) -> bytes:
    """One module of several objects.

    exports: name in the module -> symbol, a function; the memory is exported as ``memory``.
    imports: symbol that no object defines -> module and name under which it is asked for.
    table: functions at the places 1, 2, .. of the table, for calls by number; those whose address is taken follow.
    segments: what the caller puts into memory: address and bytes, from STACK on.   used: first address that is left.
    """
    linker = _Linker([read_object(data) for data in objects], dict(imports or {}))
    _collect_symbols(linker)
    roots = [_named_function(linker, name) for name in (*exports.values(), *table)]
    linker.table = [_named_function(linker, name) for name in table]
    _take_over(linker, roots)
    end = _place_data(linker, max(used, STACK))
    pages = -(-end // PAGE)
    if pages > _MOST_PAGES:
        raise InputError(f"a module would need {pages * PAGE >> 20} MiB of memory; {_MOST_PAGES * PAGE >> 20} MiB are allowed.")
    return _write_module(linker, exports, segments, pages)


# --- symbols ----------------------------------------------------------------------------------------------------------


def _collect_symbols(linker: _Linker) -> None:
    """Definitions by kind and name: a strong one before a weak one, else the first."""
    for number, one in enumerate(linker.objects):
        for symbol in one.symbols:
            if not symbol.defined or symbol.local or symbol.kind not in ("function", "data"):
                continue
            key = (symbol.kind, symbol.name)
            before = linker.known.get(key)
            if before is None or (before[1].flags & WEAK and not symbol.flags & WEAK):
                linker.known[key] = (number, symbol)
            elif not symbol.flags & WEAK and not before[1].flags & WEAK:
                raise InputError(f"two WebAssembly objects define '{symbol.name}'. Give only one of them.")


def _named_function(linker: _Linker, name: str) -> _Home:
    """The function of that name, which must be there."""
    if ("function", name) not in linker.known:
        raise InputError(f"no WebAssembly object defines the function '{name}'.")
    number, symbol = linker.known["function", name]
    return number, "function", _function_place(linker, number, symbol)


def _function_place(linker: _Linker, number: int, symbol: Symbol) -> int:
    """Index of a defined function among the bodies of its object."""
    return symbol.index - len(linker.objects[number].imported)


def resolve(linker: _Linker, number: int, symbol: Symbol) -> _Home | _Import:
    """Where a function or data symbol of object ``number`` is defined."""
    home, found = linker.known.get((symbol.kind, symbol.name), (number, symbol)) if not symbol.local else (number, symbol)
    if not found.defined:
        if symbol.kind == "function" and symbol.name in linker.imports:
            return _Import(symbol.name)
        raise InputError(f"a WebAssembly object needs the {symbol.kind} '{symbol.name}', which no object defines. Give it.")
    if symbol.kind == "data":
        return home, "segment", found.index
    asked, given = linker.objects[number].type_of(symbol.index), linker.objects[home].type_of(found.index)
    if asked != given:
        raise InputError(f"'{symbol.name}' is called with other arguments than it is defined with.")
    return home, "function", _function_place(linker, home, found)


def _take_over(linker: _Linker, roots: list[_Home]) -> None:
    """Everything that the roots can reach, in the order it is met."""
    pending, seen = list(roots), set(roots)
    while pending:
        home = pending.pop(0)
        (linker.functions if home[1] == "function" else linker.segments).append(home)
        for relocation in _part_of(linker, home).relocations:
            target = _target_of(linker, home[0], relocation)
            if isinstance(target, _Import):
                symbol = linker.objects[home[0]].symbols[relocation.index]
                _require_import_type(linker, target.name, linker.objects[home[0]].type_of(symbol.index))
                target = None
            if relocation.kind.startswith("table place") and target and target not in linker.table:
                linker.table.append(target)
            if target and target not in seen:
                seen.add(target)
                pending.append(target)


def _require_import_type(linker: _Linker, name: str, given: bytes) -> None:
    """All objects call an imported function with the same arguments."""
    if linker.needed.setdefault(name, given) != given:
        raise InputError(f"two WebAssembly objects call '{name}' with different arguments.")


def _part_of(linker: _Linker, home: _Home) -> Part:
    number, kind, index = home
    return (linker.objects[number].functions if kind == "function" else linker.objects[number].segments)[index]


def _target_of(linker: _Linker, number: int, relocation: Relocation) -> _Home | _Import | None:
    """The function or segment that a relocation is about; None for types, the stack pointer and the table."""
    if relocation.kind == "type index":
        return None
    symbol = linker.objects[number].symbols[relocation.index]
    if symbol.kind in ("function", "data"):
        return resolve(linker, number, symbol)
    if symbol.name not in (_STACK_POINTER, _TABLE_NAME):
        raise InputError(f"a WebAssembly object needs the {symbol.kind} '{symbol.name}', which the linker does not know.")
    return None


def _place_data(linker: _Linker, start: int) -> int:
    """Addresses of all segments; the first free one behind them."""
    for home in linker.segments:
        part = _part_of(linker, home)
        start = -(-start // part.alignment) * part.alignment
        linker.addresses[home] = start
        start += len(part.body)
    return start


# --- relocation -------------------------------------------------------------------------------------------------------


def _relocated(linker: _Linker, home: _Home) -> bytes:
    """The bytes of a part with everything in its place."""
    body = bytearray(_part_of(linker, home).body)
    for relocation in _part_of(linker, home).relocations:
        value = _value_of(linker, home[0], relocation)
        whole = relocation.kind.endswith("i32")
        given = value.to_bytes(4, "little") if whole else wasm.padded(value)
        body[relocation.place : relocation.place + len(given)] = given
    return bytes(body)


def _value_of(linker: _Linker, number: int, relocation: Relocation) -> int:
    """The number that a relocation puts in place."""
    kind = relocation.kind.removesuffix(" i32")
    if kind == "type index":
        return _type_index(linker, linker.objects[number].types[relocation.index])
    if kind in ("global index", "table number"):
        return 0  # the stack pointer, and the only table
    target = _target_of(linker, number, relocation)
    if kind == "address":
        assert isinstance(target, tuple)
        symbol = linker.objects[number].symbols[relocation.index]
        _, defined = linker.known.get((symbol.kind, symbol.name), (0, symbol)) if not symbol.local else (0, symbol)
        return linker.addresses[target] + defined.offset + relocation.addend
    if kind == "table place":
        if isinstance(target, _Import):
            raise InputError(f"the address of '{target.name}', which is imported, is taken: the linker does not know that.")
        assert target is not None
        return _FIRST_PLACE + linker.table.index(target)
    if isinstance(target, _Import):
        return list(linker.needed).index(target.name)
    assert target is not None
    return len(linker.needed) + linker.functions.index(target)


def _type_index(linker: _Linker, given: bytes) -> int:
    """Place of a type in the module."""
    if given not in linker.types:
        linker.types.append(given)
    return linker.types.index(given)


# --- the module -------------------------------------------------------------------------------------------------------


def _write_module(linker: _Linker, exports: Mapping[str, str], placed: Sequence[tuple[int, bytes]], pages: int) -> bytes:
    """All sections in the order the specification wants."""
    functions = linker.functions
    kinds = [_type_index(linker, linker.objects[n].types[linker.objects[n].defined[k]]) for n, _, k in functions]
    asked = [(linker.imports[name], _type_index(linker, given)) for name, given in linker.needed.items()]
    bodies = [wasm.block(_relocated(linker, home)) for home in functions]
    own = [(linker.addresses[home], _relocated(linker, home)) for home in linker.segments]
    data = [(address, body.rstrip(b"\0")) for address, body in (*placed, *own)]
    places = [wasm.unsigned(len(linker.needed) + functions.index(home)) for home in linker.table]
    outward = [wasm.text("memory") + bytes([2, 0])]
    for name, symbol in exports.items():
        index = len(linker.needed) + functions.index(_named_function(linker, symbol))
        outward.append(wasm.text(name) + b"\0" + wasm.unsigned(index))
    size = wasm.unsigned(_FIRST_PLACE + len(places))
    sections = (
        (wasm.TYPE, wasm.many(linker.types)),
        (wasm.IMPORT, wasm.many(wasm.text(m) + wasm.text(n) + b"\0" + wasm.unsigned(kind) for (m, n), kind in asked)),
        (wasm.FUNCTION, wasm.many(map(wasm.unsigned, kinds))),
        (wasm.TABLE, wasm.many([bytes([wasm.FUNCREF, 1]) + size + size])),
        (wasm.MEMORY, wasm.many([b"\1" + wasm.unsigned(pages) + wasm.unsigned(pages)])),
        (wasm.GLOBAL, wasm.many([bytes([wasm.I32, 1]) + wasm.constant(STACK)])),
        (wasm.EXPORT, wasm.many(outward)),
        (wasm.ELEMENT, wasm.many([b"\0" + wasm.constant(_FIRST_PLACE) + wasm.many(places)] if places else [])),
        (wasm.CODE, wasm.many(bodies)),
        (wasm.DATA, wasm.many(b"\0" + wasm.constant(address) + wasm.block(body) for address, body in data if body)),
    )
    return wasm.MAGIC + b"".join(wasm.section(kind, content) for kind, content in sections)
