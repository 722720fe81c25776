"""Instruction list -> CUDA C: one machine per thread, the whole time loop in the kernel.

The text is also plain C: without a CUDA compiler the kernel is a function with a loop over machines, which is how it is tested
on a computer without a GPU. Arrays on the device hold one row per machine, as its users see them; a thread reads its row once in
a launch and keeps its state, and values that cross blocks, in local memory, which the hardware interleaves.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import casadi as ca

from elver.compiled.tableaux import TABLEAUX
from elver.errors import InputError
from elver.native.instructions import Block, InstructionList, Step, instruction_list
from elver.native.operations import TABLE, Operation
from elver.statuses import DIVERGED, REFUSED, RUNAWAY

REALS = {"double": "double", "single": "float"}
RESIDENT = {"double": 8, "single": 16}
SINGLE_RANGE = (1.2e-38, 3.4e38)
LARGEST = {"double": sys.float_info.max, "single": SINGLE_RANGE[1]}
ARITHMETIC = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}
COMPARISONS = {"olt": "<", "ole": "<=", "oeq": "==", "une": "!="}
SPECIAL = {
    "neg": "-{0}",
    "square": "{0} * {0}",
    "twice": "{0} + {0}",
    "inverse": "(real)1 / {0}",
    "sign": "({0} > (real)0 ? (real)1 : {0} < (real)0 ? (real)-1 : {0})",
    "not": "(real)({0} == (real)0)",
    "and": "(real)({0} != (real)0 && {1} != (real)0)",
    "or": "(real)({0} != (real)0 || {1} != (real)0)",
    "if_else_zero": "({0} != (real)0 ? {1} : (real)0)",
}

HEAD = """\
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define ON_DEVICE 1
#define OWN static __device__
#define APART __noinline__
#define TABLE static __constant__
#define SINE_COSINE(a, s, c) sincos(a, &s, &c)
#else
#include <tgmath.h>
#define ON_DEVICE 0
#define OWN static
#define APART
#define TABLE static const
#define SINE_COSINE(a, s, c) (s = sin(a), c = cos(a))
#endif
typedef {real} real;
typedef long long whole;
/* a NaN on either side stays visible */
#define MINIMUM(a, b) ((a) < (b) || (a) != (a) ? (a) : (b))
#define MAXIMUM(a, b) ((a) > (b) || (a) != (a) ? (a) : (b))
#define INFINITE ((real)(1e300 * 1e10))
#define NOT_A_NUMBER (INFINITE - INFINITE)
"""

LOOP = """\
/* Values and two derivatives of the sampled signals at time t: spline pieces, found by bisection. Behind the breaks stands the
   period, 0 where they do not repeat. */
OWN void signals(double t, const double *breaks, const double *coefficients, whole pieces, real *u)
{{
#if {signals} > 0
    whole piece = 0, beyond = pieces;
    double period = breaks[pieces + 1];
    if (period > 0) t -= period * floor((t - breaks[0]) / period);
    while (beyond - piece > 1) {{
        whole middle = (piece + beyond) / 2;
        if (breaks[middle] <= t) piece = middle; else beyond = middle;
    }}
    double s = t - breaks[piece];
    for (int k = 0; k < {signals}; k++) {{
        double value = 0, rate = 0, bend = 0;
        for (int power = {powers} - 1; power >= 0; power--) {{
            bend = bend * s + 2 * rate;
            rate = rate * s + value;
            value = value * s + coefficients[(piece * {signals} + k) * {powers} + power];
        }}
        u[k] = (real)value; u[{signals} + k] = (real)rate; u[2 * {signals} + k] = (real)bend;
    }}
#endif
}}

/* Scale the quaternion to unit length; 0 where the state is a NaN, infinite or has run away. */
OWN int settle(real *x)
{{
    int sane = 1;
#if {quaternion} >= 0
    real norm = 0;
    for (int k = {quaternion}; k < {quaternion} + 4; k++) norm += x[k] * x[k];
    norm = sqrt(norm);
    for (int k = {quaternion}; k < {quaternion} + 4; k++) x[k] /= norm;
#endif
    for (int k = 0; k < {states}; k++) sane &= fabs(x[k]) < (real){runaway};
    return sane;
}}

/* Machine m holds its row of the given inputs. 0 where one of them is not finite or, unless they are clipped, beyond its bounds:
   then none is taken. */
OWN int hold(whole m, const real *given, whole clip, real *parameters, real *held)
{{
#if {inputs} > 0
    const real *own = given + m * {inputs};
    for (int k = 0; k < {inputs}; k++) {{
        real value = clip ? MINIMUM(MAXIMUM(own[k], input_low[k]), input_high[k]) : own[k];
        if (!(value >= input_low[k] && value <= input_high[k] && fabs(value) < {largest})) return 0;
    }}
    for (int k = 0; k < {inputs}; k++) {{
        real value = clip ? MINIMUM(MAXIMUM(own[k], input_low[k]), input_high[k]) : own[k];
        held[m * {inputs} + k] = parameters[m * {parameters} + input_place[k]] = value;
    }}
#endif
    return 1;
}}

/* So many steps of machine m on from its own time base[m] + count[m] h, then one sample, the last rows of which are booked apart.
   A machine whose status is not 0 stays as it is; one that runs away stays at its last good state. */
OWN void machine(whole m, whole steps, double h, real *states, real *parameters, const double *breaks, const double *coefficients,
                 whole pieces, const double *base, whole *count, signed char *status, real *samples, real *booked,
                 const real *given, real *held, whole manner)
{{
    const double nodes[{stages}] = {{ {nodes} }};
    const real weights[{stages}] = {{ {weights} }};
    real x[{states}], z[{states}], k[{states}], sum[{states}], p[{parameters} + 1], u[3 * {signals} + 1], w[{work} + 1];
    real y[{samples} + {booked} + 1], clock[1];
    whole step = count[m], last = step + steps;
    if (status[m]) return;
    if (manner && !hold(m, given, manner > 1, parameters, held)) {{ status[m] = {refused}; return; }}
    for (int i = 0; i < {states}; i++) x[i] = states[m * {states} + i];
    for (int i = 0; i < {parameters}; i++) p[i] = parameters[m * {parameters} + i];
    for (; step < last; step++) {{
        for (int i = 0; i < {states}; i++) {{ z[i] = x[i]; sum[i] = 0; }}
        for (int stage = 0; stage < {stages}; stage++) {{
            double t = base[m] + step * h + nodes[stage] * h;
            clock[0] = (real)t;
            signals(t, breaks, coefficients, pieces, u);
            rhs(clock, z, p, u, k, w);
            real ahead = stage + 1 < {stages} ? (real)(nodes[(stage + 1) % {stages}] * h) : 0;
            for (int i = 0; i < {states}; i++) {{
                sum[i] += weights[stage] * k[i];
                z[i] = x[i] + ahead * k[i];
            }}
        }}
        for (int i = 0; i < {states}; i++) z[i] = x[i] + (real)h * sum[i];
        if (!settle(z)) {{ status[m] = {diverged}; break; }}
        for (int i = 0; i < {states}; i++) x[i] = z[i];
    }}
    count[m] = step;
    clock[0] = (real)(base[m] + step * h);
    signals(base[m] + step * h, breaks, coefficients, pieces, u);
    sample(clock, x, p, u, y, w);
    for (int i = 0; i < {states}; i++) states[m * {states} + i] = x[i];
    for (int i = 0; i < {samples}; i++) samples[m * {samples} + i] = y[i];
    for (int i = 0; i < {booked}; i++) booked[m * {booked} + i] = y[{samples} + i];
}}

#define ARGUMENTS whole machines, whole steps, double h, real *states, real *parameters, const double *breaks, \\
    const double *coefficients, whole pieces, const double *base, whole *count, signed char *status, real *samples, \\
    real *booked, const real *given, real *held, whole manner
#define GIVEN steps, h, states, parameters, breaks, coefficients, pieces, base, count, status, samples, booked, \\
    given, held, manner
#if ON_DEVICE
extern "C" __global__ void __launch_bounds__({threads}, {resident}) advance(ARGUMENTS)
{{
    whole m = (whole)blockIdx.x * blockDim.x + threadIdx.x;
    if (m < machines) machine(m, GIVEN);
}}
#else
void advance(ARGUMENTS)
{{
    for (whole m = 0; m < machines; m++) machine(m, GIVEN);
}}
#endif
"""


@dataclass(frozen=True)
class Kernel:
    """Source of ``advance`` and what its arrays look like: numbers of a machine's states, parameters, samples, of what is booked
    beside them, and inputs; the type of a number.
    """

    source: str
    states: int
    parameters: int
    samples: int
    precision: str
    threads: int
    booked: int = 0
    inputs: int = 0


@dataclass(frozen=True)
class HeldInputs:
    """Inputs that a launch may set: their places among the parameters, and their bounds."""

    places: tuple[int, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    def text(self, precision: str) -> str:
        """The tables that ``hold`` reads."""
        if not self.places:
            return ""
        lines = [f"TABLE int input_place[] = {{{', '.join(map(str, self.places))}}};"]
        for name in ("low", "high"):  # infinite ones become the largest numbers: what is not finite is refused anyway
            ends = [min(max(float(value), -LARGEST[precision]), LARGEST[precision]) for value in getattr(self, name)]
            numbers = ", ".join(constant(value, precision) for value in ends)
            lines.append(f"TABLE real input_{name}[] = {{{numbers}}};")
        return "\n".join(lines) + "\n"


NOTHING_HELD = HeldInputs()


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


class BlockText:
    """Writes one block as the body of a C function. Inputs are i0, i1, ..; outputs o0, ..; w is the work array."""

    def __init__(self, program: InstructionList, block: Block, precision: str = "double"):
        self.program, self.block, self.precision = program, block, precision
        self.lines: list[str] = []
        self.known: dict[int, str] = {}
        self.turned: dict[str, str] = {}

    def value(self, number: int) -> str:
        if number not in self.known:
            kind, what = self.program.sources.get(number, ("work", None))
            if kind == "constant":
                self.known[number] = constant(what, self.precision)
            elif kind == "input":
                self.known[number] = f"i{what[0]}[{what[1]}]"
            else:
                self.known[number] = f"v{number}"
                self.lines.append(f"const real v{number} = w[{self.program.spills[number]}];")
        return self.known[number]

    def write(self) -> list[str]:
        for step in self.block.steps:
            args = [self.value(a) for a in step.args]
            self.known[step.result] = self.result(TABLE[step.op], step, args)
            if step.result in self.program.spills:
                self.lines.append(f"w[{self.program.spills[step.result]}] = {self.known[step.result]};")
        self.lines += [f"o{output}[{element}] = {self.value(value)};" for output, element, value in self.block.outputs]
        return self.lines

    def result(self, operation: Operation, step: Step, args: list[str]) -> str:
        """Append the line of one operation; the name of its result."""
        if operation.kind == "special" and operation.symbol == "assign":
            return args[0]
        if operation.kind == "special" and operation.symbol in ("sin", "cos"):
            return self.sine_or_cosine(operation.symbol, step.result, args[0])
        self.lines.append(f"const real v{step.result} = {expression(operation, args)};")
        return f"v{step.result}"

    def sine_or_cosine(self, which: str, number: int, angle: str) -> str:
        """Both at once, shared by all who ask for either of the same value."""
        if angle not in self.turned:
            self.turned[angle] = name = f"v{number}"
            self.lines.append(f"real {name}s, {name}c; SINE_COSINE({angle}, {name}s, {name}c);")
        return f"{self.turned[angle]}{which[0]}"


def expression(operation: Operation, args: list[str]) -> str:
    """The C expression of one operation."""
    kind, symbol = operation.kind, operation.symbol
    if kind == "binary":
        return f"{args[0]} {ARITHMETIC[symbol]} {args[1]}"
    if kind == "compare":
        return f"(real)({args[0]} {COMPARISONS[symbol]} {args[1]})"
    if kind == "special":
        return SPECIAL[symbol].format(*args)
    name = symbol.upper() if symbol in ("minimum", "maximum") else symbol
    return f"{name}({', '.join(args)})"


def emit_function(program: InstructionList, name: str, precision: str = "double") -> str:
    """C text of ``void name(const real *i0, .., real *o0, .., real *w)``, cut into its blocks."""
    inputs, outputs = range(len(program.sizes_in)), range(len(program.sizes_out))
    parameters = ", ".join([*(f"const real *i{k}" for k in inputs), *(f"real *o{k}" for k in outputs), "real *w"])
    given = ", ".join([*(f"i{k}" for k in inputs), *(f"o{k}" for k in outputs), "w"])
    apart = "APART " if len(program.blocks) > 1 else ""
    parts = []
    for k, block in enumerate(program.blocks):
        body = "\n".join(BlockText(program, block, precision).write())
        parts.append(f"OWN {apart}void {name}_{k}({parameters})\n{{\n{body}\n}}")
    calls = "\n".join(f"{name}_{k}({given});" for k in range(len(parts)))
    return "\n\n".join([*parts, f"OWN void {name}({parameters})\n{{\n{calls}\n}}"]) + "\n"


def emit_kernel(
    rhs: ca.Function,
    sample: ca.Function,
    method: str = "rk4",
    precision: str = "double",
    quaternion: int = -1,
    powers: int = 1,
    block: int | None = None,
    threads: int = 64,
    resident: int | None = None,
    booked: int = 0,
    inputs: HeldInputs = NOTHING_HELD,
) -> Kernel:
    """The time loop of x' = rhs(t, x, p, u) with sample(t, x, p, u) at its end.

    quaternion: where the state holds one, or -1.   powers: coefficients per spline piece of the sampled signals.
    block: instructions per function; None takes the whole list where it is short enough.
    threads: per block of the GPU.   resident: such blocks on a multiprocessor at once; more of them leave each thread fewer
    registers. None takes what was fastest on an H200.   booked: so many of the sample's last rows go to an array of their own.
    """
    resident = RESIDENT[precision] if resident is None else resident
    if method not in TABLEAUX:
        raise InputError(f"method '{method}' has no GPU code. Use one of {', '.join(TABLEAUX)}.")
    lists = [instruction_list(f, block) for f in (rhs, sample)]
    nodes, weights = TABLEAUX[method]
    samples = sample.nnz_out(0) - booked
    loop = LOOP.format(
        states=rhs.nnz_in(1), parameters=rhs.nnz_in(2), signals=rhs.nnz_in(3) // 3, samples=samples, powers=powers,
        quaternion=quaternion, work=max(p.work_size for p in lists), stages=len(nodes), nodes=", ".join(map(repr, nodes)),
        weights=", ".join(f"(real){w!r}" for w in weights), runaway=RUNAWAY, threads=threads, resident=resident,
        booked=booked, inputs=len(inputs.places), refused=REFUSED, diverged=DIVERGED, largest=constant(LARGEST[precision]),
    )  # fmt: skip
    head = HEAD.replace("{real}", REALS[precision])
    functions = [emit_function(p, name, precision) for p, name in zip(lists, ("rhs", "sample"), strict=True)]
    source = "\n".join([head, *functions, inputs.text(precision), loop])
    return Kernel(source, rhs.nnz_in(1), rhs.nnz_in(2), samples, precision, threads, booked, len(inputs.places))
