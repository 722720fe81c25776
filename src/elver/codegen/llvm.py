"""Instruction list -> LLVM IR of one machine: arithmetic, sine and cosine in line, blocks of limited size."""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from elver.codegen.instructions import TABLE, Block, InstructionList, Operation, Step
from elver.symbolic.harmonics import sum_of
from elver.symbolic.lookup import table_of

# --- Sine and cosine as straight-line code: no call, no branch, any vector width.
#
# Reduction by multiples of pi/2 in three parts with fused multiply-adds (Cody and Waite), then the polynomials of the classical
# kernels on [-pi/4, pi/4]. Absolute error below 2e-16 for |x| up to LARGEST; beyond it, where that many parts of pi/2 are not
# enough, and for a NaN, the result is a NaN: a wrong number never appears. The guard is an overflow: the number of quarter turns
# times BURST is infinite beyond LARGEST, and zero times that is added to the reduced angle. It costs no comparison.

TWO_OVER_PI = 0.6366197723675814
# pi/2 as an unevaluated sum of three doubles
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
LARGEST = 1e14
_BURST = sys.float_info.max / (LARGEST * TWO_OVER_PI)
SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer and leaves that in the low bits
SIN = (-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
       2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10)  # fmt: skip
COS = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
       -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)  # fmt: skip


def hexadecimal(number: float) -> str:
    """A double as LLVM's exact hexadecimal literal."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', number))[0]:016X}"


def vector(kind: str, width: int) -> str:
    """A type of ``width`` machines; the plain type for one."""
    return kind if width == 1 else f"<{width} x {kind}>"


def literal(number: float, width: int = 1, kind: str = "double") -> str:
    """A constant operand, the same for all machines; whole numbers for integer types."""
    text = hexadecimal(number) if kind == "double" else str(number)
    return text if width == 1 else f"<{', '.join([f'{kind} {text}'] * width)}>"


def suffix(width: int) -> str:
    """What an intrinsic's name ends with."""
    return "f64" if width == 1 else f"v{width}f64"


def sine_cosine(name: str, argument: str, width: int = 1) -> tuple[list[str], str, str, set[str]]:
    """Lines that compute both, the operands of sine and cosine, and the declarations needed. ``name`` prefixes all values.

    The rounding steps carry no fast-math flags: reassociation would undo them.
    """
    lines: list[str] = []
    real, integer, bit = vector("double", width), vector("i64", width), vector("i1", width)
    fused = f"llvm.fma.{suffix(width)}"

    def number(value: float) -> str:
        return literal(value, width)

    def whole(value: int) -> str:
        return literal(value, width, "i64")

    def put(label: str, text: str) -> str:
        lines.append(f"{name}.{label} = {text}")
        return f"{name}.{label}"

    def fma(label: str, a: str, b: str, c: str) -> str:
        return put(label, f"call {real} @{fused}({real} {a}, {real} {b}, {real} {c})")

    def horner(prefix: str, z: str, coefficients: Sequence[float]) -> str:
        value = number(coefficients[-1])
        for k, c in reversed(list(enumerate(coefficients[:-1]))):
            value = fma(f"{prefix}{k}", value, z, number(c))
        return value

    shifted = fma("t", argument, number(TWO_OVER_PI), number(SHIFT))
    turns = put("k", f"fsub {real} {shifted}, {number(SHIFT)}")
    guard = put("guard", f"fmul {real} {put('burst', f'fmul {real} {turns}, {number(_BURST)}')}, {number(0.0)}")
    high = fma("r0", turns, number(-HALF_PI[0]), argument)
    middle = fma("r1", turns, number(-HALF_PI[1]), high)
    r = put("r", f"fadd {real} {middle}, {fma('r2', turns, number(-HALF_PI[2]), guard)}")
    z = put("z", f"fmul {real} {r}, {r}")
    s = fma("s", put("zr", f"fmul {real} {z}, {r}"), horner("a", z, SIN), r)
    zz = put("zz", f"fmul {real} {z}, {z}")
    half = fma("h", z, number(-0.5), number(1.0))
    c = fma("c", zz, horner("b", z, COS), half)
    bits = put("i", f"bitcast {real} {shifted} to {integer}")
    odd = put("odd", f"trunc {integer} {bits} to {bit}")
    sign = put("sg", f"shl {integer} {put('up', f'and {integer} {bits}, {whole(2)}')}, {whole(62)}")
    flip = put("fl", f"xor {integer} {sign}, {put('os', f'shl {integer} {bits}, {whole(63)}')}")
    sine = put("ss", f"select {bit} {odd}, {real} {c}, {real} {s}")
    cosine = put("cc", f"select {bit} {odd}, {real} {s}, {real} {c}")
    results = []
    for label, half, mask in (("sin", sine, sign), ("cos", cosine, flip)):
        turned = put(f"{label}x", f"xor {integer} {put(f'{label}b', f'bitcast {real} {half} to {integer}')}, {mask}")
        results.append(put(label, f"bitcast {integer} {turned} to {real}"))
    return lines, results[0], results[1], {f"declare {real} @{fused}({real}, {real}, {real}) #1"}


# --- Instruction list -> LLVM IR for one machine on a CPU, or for several at once.
#
# With a width of W every value is a vector of W machines, and element e of an argument or of the work array is the W doubles
# from e W on. Arguments named as shared hold one number for all machines. Library functions are called machine by machine.
#
# One machine with W directions: what belongs to the machine is a number, computed once for all of them, and what belongs to the
# directions a vector with one entry for each. A derivative along directions is a chain of products of both kinds.
#
# Fast-math flags: reassoc, contract, nsz, arcp. Never nnan or ninf: a NaN must stay visible. A target without fused multiply-adds
# brings its own ``Arithmetic``.


@dataclass(frozen=True)
class Arithmetic:
    """How a target computes: fast-math flags, and what writes sine and cosine (``sine_cosine``)."""

    flags: str
    sine_cosine: Callable[[str, str, int], tuple[list[str], str, str, set[str]]]


FUSED = Arithmetic("reassoc nsz arcp contract", sine_cosine)


@cache
def _table_text(number: int) -> str:
    """A table that is looked up in, as a constant of the module."""
    table = table_of(number)
    entries = ", ".join(f"double {hexadecimal(v)}" for v in table)
    return f"@table{number} = private unnamed_addr constant [{len(table)} x double] [{entries}]"


def _look_up_text(number: int) -> str:
    """The look-up in a table as a function of its own: a flow on a grid has hundreds, which take LLVM long when written out."""
    return f"""define private double @look_up{number}(double %x) noinline nounwind memory(none) {{
  %i = call i64 @llvm.fptosi.sat.i64.f64(double %x)
  %l = call i64 @llvm.smax.i64(i64 %i, i64 0)
  %h = call i64 @llvm.smin.i64(i64 %l, i64 {len(table_of(number)) - 1})
  %p = getelementptr double, ptr @table{number}, i64 %h
  %v = load double, ptr %p, align 8
  ret double %v
}}"""


# --- Sums of waves (elver.symbolic.harmonics): one function for all sums of a group at one place, a loop over the components,
# four of them at a time where the target has vectors.

_SIDE_BY_SIDE = 4  # components in a vector
_LOG2_E = 1.4426950408889634
_LN_2 = (0.6931471803691238, 1.9082149292705877e-10)  # as an unevaluated sum
_TAYLOR = 13  # terms of exp on [-ln(2)/2, ln(2)/2]: the next is below 1e-17
_MOST_EXPONENT = 700.0


class _SumsWriter:
    """Writes the function of some sums: lines of the loop, and tables and declarations that it needs (``texts``)."""

    def __init__(self, numbers: Sequence[int], arithmetic: Arithmetic):
        self.numbers, self.sums, self.arithmetic = numbers, [sum_of(n) for n in numbers], arithmetic
        self.h, self.width = self.sums[0].harmonics, _SIDE_BY_SIDE if arithmetic is FUSED else 1
        self.rows = -(-len(self.h) // self.width) * self.width
        self.real, self.flags = vector("double", self.width), arithmetic.flags
        self.lines: list[str] = []
        self.texts: set[str] = set()

    def put(self, label: str, text: str) -> str:
        self.lines.append(f"%{label} = {text}")
        return f"%{label}"

    def table(self, label: str, values: np.ndarray) -> str:
        """The entries of a table for the components of this pass; zeros fill its last one."""
        entries = ", ".join(f"double {hexadecimal(float(v))}" for v in [*values, *[0.0] * (self.rows - len(self.h))])
        self.texts.add(f"@{label} = private unnamed_addr constant [{self.rows} x double] [{entries}], align 64")
        self.put(f"{label}.a", f"getelementptr double, ptr @{label}, i64 %i")
        return self.put(label, f"load {self.real}, ptr %{label}.a, align {8 * self.width}")

    def product(self, label: str, a: str, b: str) -> str:
        return self.put(label, f"fmul {self.flags} {self.real} {a}, {b}")

    def added(self, label: str, a: str, b: str) -> str:
        return self.put(label, f"fadd {self.flags} {self.real} {a}, {b}")

    def intrinsic(self, label: str, name: str, *args: str) -> str:
        whole = f"llvm.{name}.{suffix(self.width)}"
        self.texts.add(f"declare {self.real} @{whole}({', '.join([self.real] * len(args))}) #1")
        return self.put(label, f"call {self.real} @{whole}({', '.join(f'{self.real} {a}' for a in args)})")

    def exponential(self, label: str, argument: str) -> str:
        """exp: straight-line code in vectors, the library's for one number. Arguments beyond 700 count as 700."""
        if self.width == 1:
            self.texts.add("declare double @exp(double) #1")
            return self.put(label, f"call {self.flags} double @exp(double {argument})")

        def number(value: float) -> str:
            return literal(value, self.width)

        integer = vector("i64", self.width)
        x = self.intrinsic(f"{label}.lo", "maximum", argument, number(-_MOST_EXPONENT))
        x = self.intrinsic(f"{label}.hi", "minimum", x, number(_MOST_EXPONENT))
        shifted = self.intrinsic(f"{label}.t", "fma", x, number(_LOG2_E), number(SHIFT))
        doublings = self.put(f"{label}.k", f"fsub {self.real} {shifted}, {number(SHIFT)}")
        r = self.intrinsic(f"{label}.r0", "fma", doublings, number(-_LN_2[0]), x)
        r = self.intrinsic(f"{label}.r", "fma", doublings, number(-_LN_2[1]), r)
        value = number(1 / math.factorial(_TAYLOR))
        for k in range(_TAYLOR - 1, -1, -1):
            value = self.intrinsic(f"{label}.p{k}", "fma", value, r, number(1 / math.factorial(k)))
        bits = self.put(f"{label}.b", f"bitcast {self.real} {shifted} to {integer}")
        power = self.put(f"{label}.n", f"shl {integer} {bits}, {literal(52, self.width, 'i64')}")
        whole = self.put(f"{label}.v", f"bitcast {self.real} {value} to {integer}")
        whole = self.put(f"{label}.w", f"add {integer} {whole}, {power}")
        return self.put(label, f"bitcast {integer} {whole} to {self.real}")

    def waves(self) -> dict[int, str]:
        """By kind of weight (A, B, C, D), the wave that it weighs: E or F times the cosine or sine of the phase."""
        h, group = self.h, f"waves{self.h.number}"
        angle = self.product("wt", self.table(f"{group}_w", -h.frequency), "%t.s")
        angle = self.added("q0", self.table(f"{group}_e", h.phase), angle)
        for axis, along in (("x", h.along_x), ("y", h.along_y)):
            if along.any():
                angle = self.added(
                    f"q{axis}", angle, self.product(f"p{axis}", self.table(f"{group}_{axis}", along), f"%{axis}.s")
                )
        lines, sine, cosine, needed = self.arithmetic.sine_cosine("%turn", angle, self.width)
        self.lines += lines
        self.texts |= needed
        found: dict[int, str] = {}
        for sign, kinds in ((1, (0, 1)), (-1, (2, 3))):
            used = [k for k in kinds if any(own.weights[k] is not None for own in self.sums)]
            profile = None
            if used and h.growth.any():
                up = self.product(f"up{kinds[0]}", self.table(f"{group}_k{kinds[0]}", sign * h.growth), "%z.s")
                if sign < 0 and h.image is not None:
                    up = self.added("up", up, self.table(f"{group}_c", -h.image))
                profile = self.exponential(f"exp{kinds[0]}", up)
            for k in used:
                wave = (cosine, sine)[k % 2]
                found[k] = wave if profile is None else self.product(f"wave{k}", wave, profile)
        return found

    def write(self, name: str) -> str:
        """The text of the function."""
        waves, totals = self.waves(), []
        for j, (number, own) in enumerate(zip(self.numbers, self.sums, strict=True)):
            total = f"%s{j}"
            for k, weights in enumerate(own.weights):
                if weights is not None:
                    term = self.product(f"m{j}.{k}", self.table(f"sum{number}_{k}", weights), waves[k])
                    total = self.added(f"s{j}.{k}", total, term)
            totals.append(total)
        head, real = ["entry:"], self.real
        for axis in "xyzt":
            if self.width == 1:
                head.append(f"%{axis}.s = fadd double %{axis}, {literal(-0.0)}")
            else:
                head.append(f"%{axis}.i = insertelement {real} poison, double %{axis}, i32 0")
                everywhere = f"{vector('i32', self.width)} zeroinitializer"
                head.append(f"%{axis}.s = shufflevector {real} %{axis}.i, {real} poison, {everywhere}")
        head += ["br label %pass", "pass:", "%i = phi i64 [0, %entry], [%next, %pass]"]
        zero = literal(0.0, self.width)
        head += [f"%s{j} = phi {real} [{zero}, %entry], [{total}, %pass]" for j, total in enumerate(totals)]
        tail = [f"%next = add nuw nsw i64 %i, {self.width}", f"%more = icmp ult i64 %next, {self.rows}"]
        tail += ["br i1 %more, label %pass, label %done", "done:"]
        result, kind = "poison", f"[{len(totals)} x double]"
        for j, total in enumerate(totals):
            if self.width > 1:
                reduce = f"llvm.vector.reduce.fadd.{suffix(self.width)}"
                self.texts.add(f"declare double @{reduce}(double, {real}) #1")
                tail.append(f"%r{j} = call reassoc double @{reduce}(double {literal(-0.0)}, {real} {total})")
                total = f"%r{j}"
            tail.append(f"%a{j} = insertvalue {kind} {result}, double {total}, {j}")
            result = f"%a{j}"
        body = "\n".join([*head, *self.lines, *tail, f"ret {kind} {result}"])
        return f"define internal {kind} @{name}(double %x, double %y, double %z, double %t) nounwind {{\n{body}\n}}"


def sums_function(numbers: Sequence[int], arithmetic: Arithmetic) -> tuple[str, set[str]]:
    """Name and text of ``[n x double] name(double x, y, z, t)``, the sums of some numbers of one group, with what it needs."""
    writer = _SumsWriter(numbers, arithmetic)
    name = f"waves{writer.h.number}_{zlib.crc32(repr(tuple(numbers)).encode())}"
    text = writer.write(name)
    return name, {text, *writer.texts}


class BlockWriter:
    """Writes one block as a function body; loads constants, inputs and crossing values where they are first used."""

    def __init__(
        self,
        program: InstructionList,
        block: Block,
        width: int = 1,
        shared: frozenset[int] = frozenset(),
        arithmetic: Arithmetic = FUSED,
    ):
        self.program, self.block, self.width, self.shared = program, block, width, shared
        self.flags, self.write_turn, self.arithmetic = arithmetic.flags, arithmetic.sine_cosine, arithmetic
        self.become(width)
        self.lines: list[str] = []
        self.known: dict[int, str] = {}
        self.used: set[str] = set()
        self.turned: dict[str, tuple[str, str]] = {}
        self.summed: dict[tuple, dict[int, str]] = {}

    def become(self, width: int) -> None:
        """Write operations on numbers (1), or on vectors."""
        self.width = width
        self.real, self.bit = vector("double", width), vector("i1", width)
        self.zero, self.one, self.minus_one = (literal(value, width) for value in (0.0, 1.0, -1.0))

    def value(self, number: int) -> str:
        """Operand text of a value."""
        if number not in self.known:
            self.known[number] = self.load(number)
        return self.known[number]

    def load(self, number: int) -> str:
        kind, what = self.program.sources.get(number, ("work", None))
        if kind == "constant":
            return literal(what, self.width)
        pointer, element = (f"%i{what[0]}", what[1]) if kind == "input" else ("%w", self.program.spills[number])
        if kind == "input" and what[0] in self.shared and self.width > 1:
            return self.load_shared(f"%v{number}", pointer, element)
        self.lines.append(f"%a{number} = getelementptr {self.real}, ptr {pointer}, i64 {element}")
        self.lines.append(f"%v{number} = load {self.real}, ptr %a{number}, align 8")
        return f"%v{number}"

    def load_shared(self, name: str, pointer: str, element: int) -> str:
        """One number for all machines."""
        self.lines.append(f"{name}.a = getelementptr double, ptr {pointer}, i64 {element}")
        self.lines.append(f"{name}.s = load double, ptr {name}.a, align 8")
        self.lines.append(f"{name}.i = insertelement {self.real} poison, double {name}.s, i32 0")
        everywhere = f"{vector('i32', self.width)} zeroinitializer"
        self.lines.append(f"{name} = shufflevector {self.real} {name}.i, {self.real} poison, {everywhere}")
        return name

    def write(self) -> list[str]:
        for step in self.block.steps:
            self.write_step(step)
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def write_step(self, step: Step) -> None:
        args = [self.value(a) for a in step.args]
        self.known[step.result] = self.operation(TABLE[step.op], step, f"%v{step.result}", args)
        if step.result in self.program.spills:
            self.store(f"s{step.result}", "%w", self.program.spills[step.result], self.known[step.result])

    def store(self, name: str, pointer: str, element: int, value: str) -> None:
        self.lines.append(f"%{name} = getelementptr {self.real}, ptr {pointer}, i64 {element}")
        self.lines.append(f"store {self.real} {value}, ptr %{name}, align 8")

    def operation(self, operation: Operation, step: Step, result: str, args: list[str]) -> str:
        """Append the lines of one operation; the operand text of its result."""
        symbol = operation.symbol
        if operation.kind == "binary":
            self.lines.append(f"{result} = {symbol} {self.flags} {self.real} {args[0]}, {args[1]}")
        elif operation.kind == "compare":
            self.compare(result, symbol, *args)
        elif operation.kind == "intrinsic":
            self.call(result, f"llvm.{symbol}.{suffix(self.width)}", args)
        elif operation.kind == "library":
            self.call_library(result, symbol, args)
        elif operation.kind == "lookup" and len(args) > 2:
            return self.sum_waves(result, step, args)
        elif operation.kind == "lookup":
            self.look_up(result, *args)
        else:
            return getattr(self, f"special_{symbol}")(result, *args) or result
        return result

    def compare(self, result: str, condition: str, a: str, b: str) -> None:
        self.lines.append(f"{result}.c = fcmp {condition} {self.real} {a}, {b}")
        self.lines.append(f"{result} = uitofp {self.bit} {result}.c to {self.real}")

    def call(self, result: str, name: str, args: list[str]) -> None:
        self.used.add(f"declare {self.real} @{name}({', '.join([self.real] * len(args))}) #1")
        self.lines.append(f"{result} = call {self.flags} {self.real} @{name}({', '.join(f'{self.real} {a}' for a in args)})")

    def call_library(self, result: str, name: str, args: list[str]) -> None:
        """A function of the C library: it takes one machine at a time."""
        if self.width == 1:
            self.call(result, name, args)
            return
        self.used.add(f"declare double @{name}({', '.join(['double'] * len(args))}) #1")
        collected = "poison"
        for k in range(self.width):
            single = [f"{result}.{k}.{n}" for n in range(len(args))]
            self.lines += [f"{s} = extractelement {self.real} {a}, i32 {k}" for s, a in zip(single, args, strict=True)]
            self.lines.append(f"{result}.{k} = call {self.flags} double @{name}({', '.join(f'double {s}' for s in single)})")
            target = result if k == self.width - 1 else f"{result}.to{k}"
            self.lines.append(f"{target} = insertelement {self.real} {collected}, double {result}.{k}, i32 {k}")
            collected = target

    def look_up(self, result: str, number: str, index: str) -> None:
        """The entry of a table, a constant of the module; an index beyond it, or a NaN, is that of an end."""
        known = int(struct.unpack(">d", bytes.fromhex(number.split("0x")[1][:16]))[0])  # a constant, as ``literal`` writes it
        self.used.add(_table_text(known))
        self.used.add(_look_up_text(known))
        self.used.add("declare i64 @llvm.fptosi.sat.i64.f64(double) #1")
        self.used |= {f"declare i64 @llvm.{which}.i64(i64, i64) #1" for which in ("smax", "smin")}
        if self.width == 1:
            self.lines.append(f"{result} = call double @look_up{known}(double {index})")
            return
        collected = "poison"
        for k in range(self.width):
            own, target = f"{result}.{k}", result if k == self.width - 1 else f"{result}.to{k}"
            self.lines += [
                f"{own}.x = extractelement {self.real} {index}, i32 {k}",
                f"{own} = call double @look_up{known}(double {own}.x)",
                f"{target} = insertelement {self.real} {collected}, double {own}, i32 {k}",
            ]
            collected = target

    def constant(self, number: int) -> float | None:
        """The constant that a value is; None where it is none."""
        kind, what = self.program.sources.get(number, ("", None))
        return what if kind == "constant" else None

    def steps_here(self) -> Sequence[Step]:
        """All steps of what is written."""
        return self.block.steps

    def sum_key(self, step: Step) -> tuple:
        """What sums of waves have in common that one loop computes: the group, and where and when."""
        return tuple(a if (known := self.constant(a)) is None else (known,) for a in step.args[1:])

    def sum_waves(self, result: str, step: Step, args: list[str]) -> str:
        """A sum of waves: the first of those with one key computes all."""
        key, number = self.sum_key(step), int(self.constant(step.args[0]) or 0)
        if key not in self.summed:
            alike = [s for s in self.steps_here() if TABLE[s.op].kind == "lookup" and len(s.args) > 2 and self.sum_key(s) == key]
            numbers = list(dict.fromkeys(int(self.constant(s.args[0]) or 0) for s in alike))
            function, texts = sums_function(tuple(numbers), self.arithmetic)
            self.used |= texts
            names, kind = {n: f"{result}.n{k}" for k, n in enumerate(numbers)}, f"[{len(numbers)} x double]"
            collected = dict.fromkeys(numbers, "poison")
            for lane in range(self.width):
                own, call = args[2:], f"{result}.call{lane}"
                if self.width > 1:
                    own = [f"{call}.a{j}" for j in range(len(own))]
                    self.lines += [
                        f"{single} = extractelement {self.real} {a}, i32 {lane}" for single, a in zip(own, args[2:], strict=True)
                    ]
                self.lines.append(f"{call} = call {kind} @{function}({', '.join(f'double {a}' for a in own)})")
                for k, n in enumerate(numbers):
                    one = names[n] if self.width == 1 else f"{names[n]}.{lane}"
                    self.lines.append(f"{one} = extractvalue {kind} {call}, {k}")
                    if self.width > 1:
                        target = names[n] if lane == self.width - 1 else f"{names[n]}.to{lane}"
                        self.lines.append(f"{target} = insertelement {self.real} {collected[n]}, double {one}, i32 {lane}")
                        collected[n] = target
            self.summed[key] = names
        return self.summed[key][number]

    def sine_and_cosine(self, result: str, a: str) -> tuple[str, str]:
        """Both at once, shared by all who ask for either of the same value."""
        if a not in self.turned:
            lines, sine, cosine, declarations = self.write_turn(result, a, self.width)
            self.lines += lines
            self.used |= declarations
            self.turned[a] = (sine, cosine)
        return self.turned[a]

    def special_sin(self, result: str, a: str) -> str:
        return self.sine_and_cosine(result, a)[0]

    def special_cos(self, result: str, a: str) -> str:
        return self.sine_and_cosine(result, a)[1]

    def special_assign(self, result: str, a: str, *_: str) -> str:
        return a

    def special_neg(self, result: str, a: str) -> None:
        self.lines.append(f"{result} = fneg {self.flags} {self.real} {a}")

    def special_square(self, result: str, a: str) -> None:
        self.lines.append(f"{result} = fmul {self.flags} {self.real} {a}, {a}")

    def special_twice(self, result: str, a: str) -> None:
        self.lines.append(f"{result} = fadd {self.flags} {self.real} {a}, {a}")

    def special_inverse(self, result: str, a: str) -> None:
        self.lines.append(f"{result} = fdiv {self.flags} {self.real} {self.one}, {a}")

    def special_sign(self, result: str, a: str) -> None:
        """-1, 0 or 1; a NaN and a signed zero pass through."""
        self.lines.append(f"{result}.p = fcmp ogt {self.real} {a}, {self.zero}")
        self.lines.append(f"{result}.n = fcmp olt {self.real} {a}, {self.zero}")
        self.lines.append(f"{result}.s = select {self.bit} {result}.p, {self.real} {self.one}, {self.real} {a}")
        self.lines.append(f"{result} = select {self.bit} {result}.n, {self.real} {self.minus_one}, {self.real} {result}.s")

    def truth(self, name: str, a: str) -> None:
        self.lines.append(f"{name} = fcmp une {self.real} {a}, {self.zero}")

    def special_not(self, result: str, a: str) -> None:
        self.compare(result, "oeq", a, self.zero)

    def logical(self, result: str, word: str, a: str, b: str) -> None:
        self.truth(f"{result}.a", a)
        self.truth(f"{result}.b", b)
        self.lines.append(f"{result}.c = {word} {self.bit} {result}.a, {result}.b")
        self.lines.append(f"{result} = uitofp {self.bit} {result}.c to {self.real}")

    def special_and(self, result: str, a: str, b: str) -> None:
        self.logical(result, "and", a, b)

    def special_or(self, result: str, a: str, b: str) -> None:
        self.logical(result, "or", a, b)

    def special_if_else_zero(self, result: str, condition: str, a: str) -> None:
        self.truth(f"{result}.c", condition)
        self.lines.append(f"{result} = select {self.bit} {result}.c, {self.real} {a}, {self.real} {self.zero}")


# --- one machine with directions ------------------------------------------------------------------------------------


def single_values(program: InstructionList, single: frozenset[int]) -> set[int]:
    """Numbers of the values that no direction has a part in: constants, single inputs and what is made of them alone."""
    found = {v for v, (kind, what) in program.sources.items() if kind == "constant" or what[0] in single}
    for block in program.blocks:
        for step in block.steps:
            if all(a in found for a in step.args):
                found.add(step.result)
    return found


class _DirectionWriter(BlockWriter):
    """Writes one block; changes between numbers and vectors from operation to operation."""

    def __init__(self, program: InstructionList, block: Block, width: int, values: set[int], outputs: frozenset[int]):
        super().__init__(program, block, width, frozenset(), FUSED)
        self.values, self.single_outputs, self.whole = values, outputs, width
        self.numbers: dict[int, str] = {}
        self.spread: dict[str, str] = {}

    def value(self, number: int) -> str:
        if number not in self.values:
            return super().value(number)
        if self.program.sources.get(number, ("", None))[0] == "constant":
            return literal(self.program.sources[number][1], self.width)
        if number not in self.numbers:
            self.numbers[number] = self.load_number(number)
        text = self.numbers[number]
        return text if self.width == 1 else self.spread_out(text)

    def load_number(self, number: int) -> str:
        """A single input, or one that crossed blocks: it has a whole vector's place there."""
        kind, what = self.program.sources.get(number, ("work", None))
        pointer, element = (f"%i{what[0]}", what[1]) if kind == "input" else ("%w", self.program.spills[number] * self.whole)
        self.lines.append(f"%a{number} = getelementptr double, ptr {pointer}, i64 {element}")
        self.lines.append(f"%v{number} = load double, ptr %a{number}, align 8")
        return f"%v{number}"

    def spread_out(self, text: str) -> str:
        """A number as a vector."""
        if not text.startswith("%"):  # a constant that was only passed on
            return f"<{', '.join([f'double {text}'] * self.width)}>"
        if text not in self.spread:
            name = f"{text}.w"
            self.lines.append(f"{name}.i = insertelement {self.real} poison, double {text}, i32 0")
            everywhere = f"{vector('i32', self.width)} zeroinitializer"
            self.lines.append(f"{name} = shufflevector {self.real} {name}.i, {self.real} poison, {everywhere}")
            self.spread[text] = name
        return self.spread[text]

    def write(self) -> list[str]:
        for step in self.block.steps:
            self.write_step(step)
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.become(1 if output in self.single_outputs else self.whole)
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def write_step(self, step: Step) -> None:
        single = step.result in self.values
        self.become(1 if single else self.whole)
        known = self.numbers if single else self.known
        known[step.result] = self.operation(TABLE[step.op], step, f"%v{step.result}", [self.value(a) for a in step.args])
        if step.result in self.program.spills:
            place = self.program.spills[step.result] * (self.whole if single else 1)
            self.store(f"s{step.result}", "%w", place, known[step.result])


# --- modules ---------------------------------------------------------------------------------------------------------


def emit_llvm(
    program: InstructionList,
    name: str,
    width: int = 1,
    shared: frozenset[int] = frozenset(),
    arithmetic: Arithmetic = FUSED,
) -> str:
    """LLVM IR of ``void name(double* in0, .., double* out0, .., double* work)`` for ``width`` machines."""
    writers = [BlockWriter(program, block, width, shared, arithmetic) for block in program.blocks]
    return module_text(program, name, writers, attributes(width))


def module_text(program: InstructionList, name: str, writers: Sequence[BlockWriter], about: str) -> str:
    """A function for every block, and one that calls them in order."""
    arguments = [f"%i{k}" for k in range(len(program.sizes_in))] + [f"%o{k}" for k in range(len(program.sizes_out))] + ["%w"]
    parameters = ", ".join(f"ptr noalias {a}" for a in arguments)
    parts, declarations, calls = [], set(), []
    for k, writer in enumerate(writers):
        body = "\n".join(writer.write())
        declarations |= writer.used
        parts.append(f"define internal void @{name}_{k}({parameters}) #0 {{\n{body}\nret void\n}}")
        calls.append(f"call void @{name}_{k}({', '.join('ptr ' + a for a in arguments)})")
    top = "\n".join(calls)
    parts.append(f"define void @{name}({parameters}) {{\n{top}\nret void\n}}")
    return "\n".join([*sorted(declarations), *parts, about]) + "\n"


def attributes(width: int) -> str:
    """What LLVM may assume; values that find no register lie in whole cache lines of the stack."""
    wide = (
        f' alignstack={8 * width} "prefer-vector-width"="{64 * width}" "min-legal-vector-width"="{64 * width}"'
        if width > 1
        else ""
    )
    return f"attributes #0 = {{ noinline nounwind{wide} }}\nattributes #1 = {{ nounwind willreturn memory(none) }}"


def emit_directions(program: InstructionList, name: str, width: int, single: frozenset[int], outputs: frozenset[int]) -> str:
    """LLVM IR of the function for ``width`` directions. single, outputs: places of the arguments that hold numbers."""
    values = single_values(program, single)
    writers = [_DirectionWriter(program, block, width, values, outputs) for block in program.blocks]
    return module_text(program, name, writers, attributes(width))
