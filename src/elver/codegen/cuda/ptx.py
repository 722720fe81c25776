"""The kernel around a compiled loop, as LLVM IR: thread m gives the loop the arguments of machine m.

What all machines have in common is written into the code (sizes, settings) or read where it stands (tables). What belongs to a
machine lies in ``rows`` (number, machine), so that neighbours read neighbouring numbers; it is copied into the thread's memory
before the loop and back behind it. A loop that ends early is done again up to its last good step, from what was there before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver._support.statuses import FAILED, RUNNING
from elver.codegen.llvm import hexadecimal

FIRST, _LAST, BEGIN, STEP = "%first", "%last", "%begin", "%dt"  # arguments of the kernel that scalars may be
PARAMETERS = f"ptr %rows, ptr %shared, ptr %marks, i64 %machines, i64 {FIRST}, i64 {_LAST}, double {BEGIN}, double {STEP}"
NAMES = ", ".join(part.strip() for part in PARAMETERS.split(","))
ARGUMENT = re.compile(r"(ptr|i64|i32|i8|double)\b[^,%]*%arg\.([\w.]+)")
THREADS, _REGISTERS = 64, 128  # of a block; of a thread: fewer spill more, more leave too few threads to wait for memory
_ITEMS, _ITEM, _DATA, _SHAPE, _STRIDES = "2", "3", "4", "5", "6"  # parts of Numba's arrays; 0 and 1 say who owns them: nobody


@dataclass(frozen=True)
class Own:
    """Numbers of every machine. given: the loop starts from them.   back: those that it leaves are kept."""

    back: bool = False
    given: bool = True


@dataclass(frozen=True)
class Shared:
    """A table that all machines read."""


@dataclass(frozen=True)
class Scratch:
    """Room that nobody reads behind the loop."""


@dataclass(frozen=True)
class Written:
    """An operand of the code."""

    text: str


Manner = Own | Shared | Scratch | Written


@dataclass(frozen=True)
class Leaf:
    """An argument of the loop: a number or an array (its value says of which size and kind), and how it is handed over."""

    name: str
    value: Any
    manner: Manner

    @property
    def size(self) -> int:
        return int(np.size(self.value))

    @property
    def whole(self) -> bool:
        """Whether it holds whole numbers."""
        return np.asarray(self.value).dtype.kind in "iu"


def leaves_of(arguments: Mapping[str, Any], choose: Callable[[str, Any], Manner | None]) -> dict[str, Leaf]:
    """Every number and array of nested named tuples by the name that Numba gives it (a number for each field).

    choose: how one is handed over, by its own name (``carried.q``) and value; None writes a number into the code.
    """
    found: dict[str, Leaf] = {}

    def walk(number: str, name: str, value: Any) -> None:
        if isinstance(value, tuple):
            for k, (field, part) in enumerate(zip(value._fields, value, strict=True)):  # type: ignore[attr-defined]
                walk(f"{number}.{k}", f"{name}.{field}", part)
        else:
            found[number] = Leaf(name, value, choose(name, value) or Written(_operand(value)))

    for name, value in arguments.items():
        walk(name, name, value)
    return found


def _operand(value: Any) -> str:
    """A number as LLVM writes it."""
    if isinstance(value, float):
        return hexadecimal(value)
    return str(int(value))


def places(leaves: Mapping[str, Leaf], manner: type) -> dict[str, int]:
    """Where every leaf of a manner begins among the rows, or in the shared tables [numbers]."""
    found, place = {}, 0
    for name, leaf in leaves.items():
        if isinstance(leaf.manner, manner):
            found[name] = place
            place += leaf.size
    return found


def total(leaves: Mapping[str, Leaf], manner: type) -> int:
    """How many numbers all leaves of a manner have."""
    return sum(leaf.size for leaf in leaves.values() if isinstance(leaf.manner, manner))


_COPY = """
define internal void @copy_{word}(ptr %own, ptr %rows, i64 %place, i64 %count, i64 %machines, i64 %m) alwaysinline {{
entry:
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %next
next:
  %k = phi i64 [ 0, %entry ], [ %more, %next ]
  %row = add i64 %place, %k
  %begin = mul i64 %row, %machines
  %at = add i64 %begin, %m
  %there = getelementptr i64, ptr %rows, i64 %at
  %here = getelementptr i64, ptr %own, i64 %k
  %value = load i64, ptr {source}, align 8
  store i64 %value, ptr {target}, align 8
  %more = add i64 %k, 1
  %last = icmp eq i64 %more, %count
  br i1 %last, label %done, label %next
done:
  ret void
}}
"""
_COPIES = _COPY.format(word="in", source="%there", target="%here") + _COPY.format(word="out", source="%here", target="%there")


def kernel_ir(loop: str, arguments: Sequence[tuple[str, str]], leaves: Mapping[str, Leaf]) -> str:
    """``void @machine(rows, shared, marks, machines, first, last, begin, dt, m)``: the steps first + 1 .. last of machine m.

    loop: name of the compiled loop, which returns the last good step and a status.   arguments: its (type, name), in order.
    marks: status and last good step of every machine, whole numbers; whoever is not RUNNING stays where it is.
    """
    own, tables = places(leaves, Own), places(leaves, Shared)
    room, fill, keep = [], [], []
    for name, leaf in leaves.items():
        if isinstance(leaf.manner, Shared):
            room.append(f"%{name} = getelementptr i64, ptr %shared, i64 {tables[name]}")
        elif not isinstance(leaf.manner, Written):
            kind = "i64" if leaf.whole else "double"
            room.append(f"%{name} = alloca [{max(leaf.size, 1)} x {kind}], align 16")
        if isinstance(leaf.manner, Own):
            where = f"(ptr %{name}, ptr %rows, i64 {own[name]}, i64 {leaf.size}, i64 %machines, i64 %m)"
            fill += [f"call void @copy_in{where}"] * leaf.manner.given
            keep += [f"call void @copy_out{where}"] * leaf.manner.back
    loads, given = list[str](), ["ptr %result", "ptr %reason"]
    for kind, name in arguments:
        given.append(f"{kind} {_argument(kind, name, leaves, loads)}")
    types = ", ".join(["ptr", "ptr", *(kind for kind, _ in arguments)])
    return _COPIES + _BODY.format(
        loop=loop, types=types, parameters=PARAMETERS, room="\n  ".join(room), fill="\n  ".join([*fill, *loads]),
        keep="\n  ".join(keep), given=", ".join(given), running=RUNNING, failed=FAILED,
    )  # fmt: skip


def _argument(kind: str, name: str, leaves: Mapping[str, Leaf], loads: list[str]) -> str:
    """The operand of one of Numba's flat arguments; what must be loaded first is added to ``loads``."""
    if name in leaves:
        leaf = leaves[name]
        if isinstance(leaf.manner, Written):
            return leaf.manner.text
        loads.append(f"%value.{name} = load {kind}, ptr %{name}")
        return f"%value.{name}"
    owner = next(known for known in leaves if name.startswith(known + "."))
    array, part, *axis = leaves[owner].value, *name.removeprefix(owner + ".").split(".")
    numbers = {_ITEMS: array.size, _ITEM: array.itemsize}
    if part == _DATA:
        return f"%{owner}"
    if part in (_SHAPE, _STRIDES):
        return str((array.shape if part == _SHAPE else array.strides)[int(axis[0])])
    return str(numbers[part]) if part in numbers else "null"


_BODY = """
declare i32 @{loop}({types})

define internal void @machine({parameters}, i64 %m) alwaysinline {{
entry:
  %result = alloca [2 x i64]
  %reason = alloca ptr
  {room}
  %mark = getelementptr i64, ptr %marks, i64 %m
  %far = add i64 %m, %machines
  %reached = getelementptr i64, ptr %marks, i64 %far
  %before = load i64, ptr %mark
  %runs = icmp eq i64 %before, {running}
  br i1 %runs, label %steps, label %done
steps:
  %until = phi i64 [ %last, %entry ], [ %good, %early ]
  %why = phi i64 [ {running}, %entry ], [ %code, %early ]
  {fill}
  %raised = call i32 @{loop}({given})
  %good = load i64, ptr %result
  %next = getelementptr i64, ptr %result, i64 1
  %code = load i64, ptr %next
  %whole = icmp eq i32 %raised, 0
  br i1 %whole, label %returned, label %lost
returned:
  %fine = icmp eq i64 %code, {running}
  br i1 %fine, label %keep, label %early
early:
  br label %steps
keep:
  {keep}
  store i64 %why, ptr %mark
  store i64 %good, ptr %reached
  ret void
lost:
  store i64 {failed}, ptr %mark
  store i64 %first, ptr %reached
  ret void
done:
  ret void
}}
"""
DEVICE = f"""
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @advance({PARAMETERS}) "nvvm.maxntid"="{THREADS}" "nvvm.maxnreg"="{_REGISTERS}" {{
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begins = mul i32 %block, %wide
  %number = add i32 %begins, %thread
  %m = zext i32 %number to i64
  %inside = icmp slt i64 %m, %machines
  br i1 %inside, label %run, label %done
run:
  call void @machine({NAMES}, i64 %m)
  ret void
done:
  ret void
}}
"""


# --- Arrays of a compiled loop in a thread's own memory, once everything is one function.
#
# Numba asks for an array with a header {references, -, -, data, -} and counts who holds it. Here every line that asks has its
# place for good, as large as it can become, and nobody counts: right because no loop holds two arrays of one line at once.
# Sizes that are not known are sums and products of numbers of rows, which ``most`` bounds; a thread that asks for more stops
# the whole launch with an error.

_ASKED = re.compile(
    r"= (?:tail )?call (?:[\w()]+ )*ptr @NRT_MemInfo_alloc_aligned"
    r"\(i64 (?:noundef )?(?:range\([^)]*\) )?(%\"[^\"]*\"|[^,]+), [^)]*\)"
)
_COUNTED = re.compile(r"^ *(?:tail )?call void @NRT_(?:inc|dec)ref\(.*\n", re.MULTILINE)
_COMPUTED = r"^ *{name} = (shl|mul|add)((?: \w+)*) i64 (\S+), (\S+)$"
_RUNTIME = """
%header = type { i64, ptr, ptr, ptr, i64 }
declare void @llvm.trap()

define internal ptr @array_at(ptr %array, ptr %data, i64 %bytes, i64 %most) alwaysinline {
  %fits = icmp ule i64 %bytes, %most
  br i1 %fits, label %good, label %full
full:
  call void @llvm.trap()
  unreachable
good:
  %place = getelementptr %header, ptr %array, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %array
}
"""


def with_arrays(text: str, most: int) -> tuple[str, int]:
    """IR of the function ``advance`` with its arrays in its own memory, and how many bytes these take. most: rows at once."""
    begin = re.search(r"^define [^\n]*@advance\([^\n]*\n(?:[\w.\"]+:[^\n]*\n)?", text, re.MULTILINE)
    assert begin is not None
    body, sizes = _COUNTED.sub("", text[begin.end() :]), list[int]()

    def place(found: re.Match) -> str:
        sizes.append(max(bound(body, found.group(1), most), 8))
        k = len(sizes)
        return f"= call ptr @array_at(ptr %header.{k}, ptr %array.{k}, i64 {found.group(1)}, i64 {sizes[-1]})"

    body, rooms = _ASKED.sub(place, body), ""
    for k, size in enumerate(sizes, 1):
        rooms += (
            f"  %header.{k} = alloca {{ i64, ptr, ptr, ptr, i64 }}, align 16\n  %array.{k} = alloca [{size} x i8], align 16\n"
        )
    placed = text[: begin.end()] + rooms + body + _RUNTIME
    return re.sub(r"^declare [^\n]*@NRT_[^\n]*\n", "", placed, flags=re.MULTILINE), sum(sizes)


def bound(text: str, name: str, most: int) -> int:
    """The largest value of a size: a number, or what is computed from numbers of rows."""
    if name.isdigit():
        return int(name)
    found = re.search(_COMPUTED.format(name=re.escape(name)), text, re.MULTILINE)
    if found is None:
        return most
    first, second = (bound(text, part, most) for part in found.group(3, 4))
    return {"shl": first << second, "mul": first * second, "add": first + second}[found.group(1)]
