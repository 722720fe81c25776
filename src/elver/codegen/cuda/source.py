"""What every kernel begins with: its words for a GPU and for plain C, and arithmetic without a branch.

A slow path for rare arguments costs a GPU registers everywhere, so quotients and roots of double precision are Newton's method
from the hardware's first guess, and sine and cosine are as in elver.codegen.llvm: three parts of pi/2 with fused
multiply-adds, then polynomials on [-pi/4, pi/4]. An angle of more quarter turns than LARGEST_TURNS, where neighbouring numbers of
single precision are two degrees apart, gives a NaN: a wrong number never appears.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Set

import numpy as np

from elver._support.errors import UnsupportedOperationError
from elver.codegen.instructions import TABLE, Block, InstructionList, Operation, Step
from elver.codegen.llvm import COS, HALF_PI, LARGEST, SIN, TWO_OVER_PI
from elver.codegen.rerolling.build import INPUT, OUTPUT, WORK, Place, RolledList, RolledLoop

_REALS = {"double": "double", "single": "float"}
LARGEST_TURNS = {"double": LARGEST * TWO_OVER_PI, "single": 2.0**18}  # quarter turns
_LARGEST_NUMBER = {"double": 1.7976931348623157e308, "single": 3.4028234663852886e38}
_PARTS = {"double": HALF_PI, "single": (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15)}
_SINE = {"double": SIN, "single": (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4)}
_COSINE = {"double": COS, "single": (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5)}

_HEAD = """\
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define ON_DEVICE 1
#define OWN static __device__
#define APART __noinline__
#define INLINED __forceinline__
#define ROLLED _Pragma("unroll 1")
#define SOME _Pragma("unroll 6")
#define TABLE static __constant__
#define FAR_TABLE static __device__ const
#define LANES {lanes}
#define STATE_LANES {state_lanes}
#else
#include <tgmath.h>
#define ON_DEVICE 0
#define OWN static
#define APART
#define INLINED inline
#define ROLLED
#define SOME
#define TABLE static const
#define FAR_TABLE static const
#define LANES 1
#define STATE_LANES 1
#endif
typedef {real} real;
typedef long long whole;
/* a NaN on either side stays visible */
#define MINIMUM(a, b) ((a) < (b) || (a) != (a) ? (a) : (b))
#define MAXIMUM(a, b) ((a) > (b) || (a) != (a) ? (a) : (b))
#define INFINITE ((real)(1e300 * 1e10))
#define NOT_A_NUMBER (INFINITE - INFINITE)
#define SINE_COSINE(a, s, c) sine_cosine(a, &s, &c)
#if ON_DEVICE && {doubled}
/* 23 bits from the hardware, then one step of third order; 0 and infinity as they come. */
OWN INLINED double reciprocal(double a)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const double e = fma(-a, r, 1.0);
    return e == e ? fma(r, fma(e, e, e), r) : r;
}
/* 22 bits from the hardware, then two steps of second order. */
OWN INLINED double root(double a)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
    const double g = a * y, h = 0.5 * y, e = fma(-g, h, 0.5), better = fma(g, e, g);
    const double best = fma(fma(-better, better, a), fma(h, e, h), better);
    return y > 0 && y < INFINITE ? best : a >= 0 ? a : NOT_A_NUMBER;
}
#define RECIPROCAL(a) reciprocal(a)
#define SQRT(a) root(a)
#else
#define RECIPROCAL(a) ((real)1 / (a))
#define SQRT(a) sqrt(a)
#endif
#if ON_DEVICE
#define QUOTIENT(a, b) ((a) * RECIPROCAL(b))
#else
#define QUOTIENT(a, b) ((a) / (b))
#endif
"""

_SINE_AND_COSINE = """\
OWN INLINED void sine_cosine(real a, real *sine, real *cosine)
{
    const real turns = rint(a * (real){two_over_pi}), beyond = turns * (real){burst} * (real)0;
    real r = fma(turns, (real)-{part0}, a);
    r = fma(turns, (real)-{part1}, r);
    r += fma(turns, (real)-{part2}, beyond);
    const real z = r * r, quarter = turns - (real)4 * floor(turns * (real)0.25);
    const real s = fma(z * r, {sine}, r);
    const real c = fma(z * z, {cosine}, fma(z, (real)-0.5, (real)1));
    const int odd = quarter == (real)1 || quarter == (real)3;
    const real first = odd ? c : s, second = odd ? s : c;
    *sine = quarter >= (real)2 ? -first : first;
    *cosine = quarter == (real)1 || quarter == (real)2 ? -second : second;
}
"""


def _horner(coefficients: tuple[float, ...]) -> str:
    """A polynomial in z."""
    text = f"(real){coefficients[-1]!r}"
    for c in reversed(coefficients[:-1]):
        text = f"fma(z, {text}, (real){c!r})"
    return text


def _sine_cosine_text(precision: str) -> str:
    """``sine_cosine(angle, &sine, &cosine)`` of a kernel."""
    numbers = {"two_over_pi": TWO_OVER_PI, "burst": _LARGEST_NUMBER[precision] / LARGEST_TURNS[precision]}
    words = {name: repr(value) for name, value in numbers.items()}
    words |= {f"part{k}": f"({part!r})" for k, part in enumerate(_PARTS[precision])}
    words |= {"sine": _horner(_SINE[precision]), "cosine": _horner(_COSINE[precision])}
    text = _SINE_AND_COSINE
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def head_text(precision: str, lanes: int = 1, state_lanes: int = 1) -> str:
    """The first lines of a kernel.

    lanes: numbers from one element to the next of what a step began with and of the sum of rates.   state_lanes: of the state.
    """
    text = _HEAD
    words = {"real": _REALS[precision], "lanes": str(lanes), "state_lanes": str(state_lanes)}
    words["doubled"] = str(int(precision == "double"))
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text + _sine_cosine_text(precision)


# --- Numbers and operations as C text, and whole instruction lists: one C function for every block.

_STATE = 1  # its place among the arguments of a kernel's functions
SINGLE_RANGE = (1.2e-38, 3.4e38)
_ARITHMETIC = {"fadd": "{0} + {1}", "fsub": "{0} - {1}", "fmul": "{0} * {1}", "fdiv": "QUOTIENT({0}, {1})"}
_COMPARISONS = {"olt": "<", "ole": "<=", "oeq": "==", "une": "!="}
_SPECIAL = {
    "neg": "-{0}",
    "square": "{0} * {0}",
    "twice": "{0} + {0}",
    "inverse": "RECIPROCAL({0})",
    "sign": "({0} > (real)0 ? (real)1 : {0} < (real)0 ? (real)-1 : {0})",
    "not": "(real)({0} == (real)0)",
    "and": "(real)({0} != (real)0 && {1} != (real)0)",
    "or": "(real)({0} != (real)0 || {1} != (real)0)",
    "if_else_zero": "({0} != (real)0 ? {1} : (real)0)",
}


def constant(number: float, precision: str = "double") -> str:
    """A literal of the kernel's own type, exact in double precision.

    In single precision a number beyond the type's range becomes the nearest one in it: what was added to keep a root or a
    quotient away from 0/0 must not vanish.
    """
    if precision == "single" and math.isfinite(number) and number != 0.0:
        number = math.copysign(min(max(abs(number), SINGLE_RANGE[0]), SINGLE_RANGE[1]), number)
    if math.isnan(number):
        return "NOT_A_NUMBER"
    if math.isinf(number):
        return "INFINITE" if number > 0 else "(-INFINITE)"
    return f"(real){number!r}" if number >= 0 else f"((real){number!r})"


def _expression(operation: Operation, args: list[str]) -> str:
    """The C expression of one operation."""
    kind, symbol = operation.kind, operation.symbol
    if kind == "binary":
        return _ARITHMETIC[symbol].format(*args)
    if kind == "compare":
        return f"(real)({args[0]} {_COMPARISONS[symbol]} {args[1]})"
    if kind == "special":
        return _SPECIAL[symbol].format(*args)
    name = symbol.upper() if symbol in ("minimum", "maximum", "sqrt") else symbol
    return f"{name}({', '.join(args)})"


class _StepText:
    """Writes steps as lines of C. known: value number -> the C text of it."""

    def __init__(self, steps: Iterable[Step], precision: str):
        self.precision, self.lines = precision, list[str]()
        self.known: dict[int, str] = {}
        self.turned: dict[str, str] = {}
        self.inverted: dict[int, str] = {}
        self.divisors = Counter(step.args[1] for step in steps if TABLE[step.op].symbol == "fdiv")

    def value(self, number: int) -> str:
        """The text of a value, read where it was not read before."""
        raise NotImplementedError

    def given(self, which: int, element: str) -> str:
        """An element of an input; the state may lie between those of other threads."""
        return f"i{which}[({element}) * STATE_LANES]" if which == _STATE else f"i{which}[{element}]"

    def step(self, step: Step) -> str:
        """Append the lines of one step; the text of its result."""
        operation, args = TABLE[step.op], [self.value(a) for a in step.args]
        self.known[step.result] = self.result(operation, step, args)
        return self.known[step.result]

    def result(self, operation: Operation, step: Step, args: list[str]) -> str:
        """Append the line of one operation; the name of its result."""
        if operation.kind == "special" and operation.symbol == "assign":
            return args[0]
        if operation.kind == "special" and operation.symbol in ("sin", "cos"):
            return self.sine_or_cosine(operation.symbol, step.result, args[0])
        if operation.kind == "lookup":
            raise UnsupportedOperationError(
                "a flow on a grid, or a sea of many waves, reads tables, which have no code for GPUs. Run it on the CPU."
            )
        text = _expression(operation, args)
        if operation.symbol == "fdiv" and self.divisors[step.args[1]] > 1:
            text = f"{args[0]} * {self.inverse(step.args[1], args[1])}"
        self.lines.append(f"const real v{step.result} = {text};")
        return f"v{step.result}"

    def inverse(self, number: int, divisor: str) -> str:
        """One over a value by which several are divided, computed once."""
        if number not in self.inverted:
            self.inverted[number] = f"r{number}"
            self.lines.append(f"const real r{number} = RECIPROCAL({divisor});")
        return self.inverted[number]

    def sine_or_cosine(self, which: str, number: int, angle: str) -> str:
        """Both at once, shared by all who ask for either of the same value."""
        if angle not in self.turned:
            self.turned[angle] = name = f"v{number}"
            self.lines.append(f"real {name}s, {name}c; SINE_COSINE({angle}, {name}s, {name}c);")
        return f"{self.turned[angle]}{which[0]}"


class _BlockText(_StepText):
    """Writes one block as the body of a C function. Inputs are i0, i1, ..; outputs o0, ..; w is the work array."""

    def __init__(self, program: InstructionList, block: Block, precision: str = "double", staged: bool = False):
        super().__init__(block.steps, precision)
        self.program, self.block, self.staged = program, block, staged

    def value(self, number: int) -> str:
        if number not in self.known:
            kind, what = self.program.sources.get(number, ("work", None))
            if kind == "constant":
                self.known[number] = constant(what, self.precision)
            elif kind == "input":
                self.known[number] = self.given(what[0], str(what[1]))
            else:
                self.known[number] = f"v{number}"
                self.lines.append(f"const real v{number} = w[{self.program.spills[number]}];")
        return self.known[number]

    def write(self) -> list[str]:
        for step in self.block.steps:
            result = self.step(step)
            if step.result in self.program.spills:
                self.lines.append(f"w[{self.program.spills[step.result]}] = {result};")
        for output, element, value in self.block.outputs:
            self.lines.append(_stored(output, str(element), self.value(value), self.staged))
        return self.lines


def _signature(sizes_in: tuple[int, ...], sizes_out: tuple[int, ...], staged: bool = False) -> tuple[str, str]:
    """Parameters of a C function, and the same names as arguments of a call."""
    inputs, outputs = [f"i{k}" for k in range(len(sizes_in))], [f"o{k}" for k in range(len(sizes_out))]
    kinds = [f"{'const Stage ' if staged else 'real *'}{name}" for name in outputs]
    return ", ".join([*(f"const real *{name}" for name in inputs), *kinds, "real *w"]), ", ".join([*inputs, *outputs, "w"])


def _stored(output: int, element: str, value: str, staged: bool) -> str:
    """The line that puts out a value."""
    return f"put(o{output}, {element}, {value});" if staged else f"o{output}[{element}] = {value};"


def emit_function(program: InstructionList, name: str, precision: str = "double", staged: bool = False) -> str:
    """C text of ``void name(const real *i0, .., real *o0, .., real *w)``, cut into its blocks.

    staged: outputs are no arrays but a Stage, which takes them at once.
    """
    parameters, given = _signature(program.sizes_in, program.sizes_out, staged)
    apart = "APART " if len(program.blocks) > 1 else ""
    parts = []
    for k, block in enumerate(program.blocks):
        body = "\n".join(_BlockText(program, block, precision, staged).write())
        parts.append(f"OWN {apart}void {name}_{k}({parameters})\n{{\n{body}\n}}")
    calls = "\n".join(f"{name}_{k}({given});" for k in range(len(parts)))
    return "\n\n".join([*parts, f"OWN void {name}({parameters})\n{{\n{calls}\n}}"]) + "\n"


# --- Rolled lists as C text: every loop is a ``for`` whose body stands once; what differs from pass to pass is read from tables.
#
# Carries are variables in front of the loop, the work array is the caller's. An index that grows by the same number in every pass
# is written as such; all others of one pattern share a table of steps from their first element.

_CONSTANT_BYTES = 24_000  # tables of a function beyond it lie in ordinary memory: a GPU has 64 kB for constants in all
SIZES = {"double": 8, "single": 4}


class _LoopText(_StepText):
    """Writes one loop. tables: what it needs in front of the function."""

    def __init__(
        self,
        loop: RolledLoop,
        name: str,
        precision: str,
        kind: str = "TABLE",
        staged: bool = False,
        single: Set[int] = frozenset(),
    ):
        super().__init__(loop.steps, precision)
        self.loop, self.name, self.staged, self.single = loop, name, staged, single
        self.tables: list[str] = []
        self.patterns: dict[tuple[int, ...], str] = {}
        self.known |= {carry.value: f"c{carry.value}" for carry in loop.carries}
        width = loop.table.shape[1]
        if width:
            numbers = ", ".join(constant(float(n), precision) for n in loop.table.ravel())
            self.tables.append(f"{kind} real {name}_numbers[] = {{{numbers}}};")

    def value(self, number: int) -> str:
        if number not in self.known:
            loop = self.loop
            if number in loop.constants:
                self.known[number] = constant(loop.constants[number], self.precision)
            else:
                column = loop.columns.get(number)
                source = self.place(loop.reads[number]) if column is None else self.entry(column)
                self.known[number] = f"v{number}"
                self.lines.append(f"const real v{number} = {source};")
        return self.known[number]

    def entry(self, column: int) -> str:
        """A number of the table in this pass."""
        return f"{self.name}_numbers[{self.loop.table.shape[1]} * pass + {column}]"

    def place(self, place: Place, first: bool = False) -> str:
        """A number of an array in this pass, or in the first one."""
        if place.kind == WORK and place.elements[0] in self.single:
            return f"w{place.elements[0]}"
        element = self.element(place, first)
        return self.given(place.which, element) if place.kind == INPUT else f"w[{element}]"

    def store(self, place: Place, text: str) -> str:
        """The line of a write."""
        if place.kind == OUTPUT:
            return _stored(place.which, self.element(place, False), text, self.staged)
        return f"{self.place(place)} = {text};"

    def element(self, place: Place, first: bool) -> str:
        """Which one, as text."""
        start, stride = place.elements[0], place.stride
        if first or stride == 0:
            return str(start)
        if stride is not None:
            return f"{start} + {stride} * pass" if stride > 0 else f"{start} - {-stride} * pass"
        pattern = tuple(e - start for e in place.elements)
        if pattern not in self.patterns:
            self.patterns[pattern] = table = f"{self.name}_steps_{len(self.patterns)}"
            self.tables.append(f"TABLE int {table}[] = {{{', '.join(map(str, pattern))}}};")
        return f"{start} + {self.patterns[pattern]}[pass]"

    def write(self) -> str:
        """The text of the loop."""
        loop = self.loop
        for step in loop.steps:
            self.step(step)
        written = [(place, self.value(value)) for place, value in loop.writes]
        following = [(carry.value, self.value(carry.follows)) for carry in loop.carries]
        self.lines += [self.store(place, text) for place, text in written]
        self.lines += [f"const real n{value} = {text};" for value, text in following]
        self.lines += [f"c{value} = n{value};" for value, _ in following]
        before = [f"real c{carry.value} = {self.place(carry.first, first=True)};" for carry in loop.carries]
        body = "\n".join(self.lines)
        if loop.count == 1:
            return "\n".join(["{", "const int pass = 0;", *before, body, "}"])
        return "\n".join(["{", *before, "ROLLED", f"for (int pass = 0; pass < {loop.count}; pass++) {{", body, "}", "}"])


def work_room(rolled: RolledList | InstructionList) -> int:
    """Numbers of the work array that are no variables."""
    if isinstance(rolled, InstructionList):
        return rolled.work_size
    single = single_slots(rolled)
    places = [p for loop in rolled.loops for p in (*loop.reads.values(), *(p for p, _ in loop.writes))]
    return 1 + max((slot for p in places if p.kind == WORK for slot in p.elements if slot not in single), default=-1)


def single_slots(rolled: RolledList) -> frozenset[int]:
    """Numbers of the work array that no loop reaches by an index: they can be variables."""
    places = [place for loop in rolled.loops for place in (*loop.reads.values(), *(p for p, _ in loop.writes))]
    places = [place for place in places if place.kind == WORK]
    indexed = {slot for place in places if place.stride != 0 for slot in place.elements}
    return frozenset(slot for place in places for slot in place.elements if slot not in indexed)


def emit_rolled(rolled: RolledList, name: str, precision: str = "double", staged: bool = False) -> str:
    """C text of ``void name(const real *i0, .., real *o0, .., real *w)``.

    staged: outputs are no arrays but a Stage, which takes them at once.
    """
    parameters, _ = _signature(rolled.sizes_in, rolled.sizes_out, staged)
    tables, bodies, single = [], [], single_slots(rolled)
    for k, (loop, kind) in enumerate(
        zip(rolled.loops, table_kinds(rolled.loops, SIZES[precision], _CONSTANT_BYTES), strict=True)
    ):
        text = _LoopText(loop, f"{name}_{k}", precision, kind, staged, single)
        bodies.append(text.write())
        tables += text.tables
    variables = [f"real w{slot} = 0;" for slot in sorted(single)]
    return "\n".join([*tables, f"OWN INLINED void {name}({parameters})", "{", *variables, *bodies, "}"]) + "\n"


def table_kinds(loops: Iterable[RolledLoop], size: int, room: int) -> list[str]:
    """Where the table of every loop lies: those that fit in the memory for constants, the smallest first."""
    sizes = np.array([loop.table.size * size for loop in loops])
    order = np.argsort(sizes, kind="stable")
    fits = np.zeros(len(sizes), dtype=bool)
    fits[order] = np.cumsum(sizes[order]) <= room
    return ["TABLE" if fit else "FAR_TABLE" for fit in fits]
