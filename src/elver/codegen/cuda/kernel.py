"""Instruction list -> CUDA C: one machine per thread, the whole time loop in the kernel.

The text is also plain C: without a CUDA compiler the kernel is a function with a loop over machines, which is how it is tested
on a computer without a GPU. Arrays on the device hold one row per machine, as its users see them; a thread reads its row once in
a launch and keeps its state, and values that cross blocks, in local memory, which the hardware interleaves.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import casadi as ca

from elver._support.errors import InputError
from elver._support.statuses import DIVERGED, REFUSED, RUNAWAY
from elver.codegen.cuda.source import SINGLE_RANGE, SIZES, constant, emit_function, emit_rolled, head_text, work_room
from elver.codegen.instructions import InstructionList, instruction_list
from elver.codegen.kernels.system import TABLEAUX
from elver.codegen.rerolling.build import RolledList, recorded_of, rolled_list
from elver.codegen.rerolling.recompute import lean
from elver.symbolic.functions import TracedFunction

_FASTEST = {  # rolled, precision -> threads of a block, blocks on a multiprocessor, all in local memory (measured on an H200)
    (False, "double"): (64, 8),
    (False, "single"): (64, 8),
    (True, "double"): (128, 3),
    (True, "single"): (128, 4),
}
_SHARED = ((128, 4), (128, 2), (64, 2), (32, 2))  # threads of a block, arrays in shared memory: the first that fits is fastest
_SHARED_ROOM = 232_448  # bytes of shared memory that a block of an H200 may have
_SHORT, _SAVING = 2000, 0.6  # instructions below which, and share of them in the code beyond which, straight-line code is taken
LARGEST = {"double": sys.float_info.max, "single": SINGLE_RANGE[1]}
_STAGE = """\
/* What becomes of the rates of a stage: element e of the next state, and of the sum of weighted rates. */
typedef struct { int first, last; real ahead, weight, h; const real *x; real *sum, *next; } Stage;
OWN INLINED void put(Stage stage, int e, real rate)
{
    real sum = stage.weight * rate;
    if (!stage.first) sum += stage.sum[e * LANES];
    if (!stage.last) stage.sum[e * LANES] = sum;
    stage.next[e * STATE_LANES] = stage.x[e * LANES] + (stage.last ? stage.h * sum : stage.ahead * rate);
}
"""

_LOOP = """\
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
    for (int k = {quaternion}; k < {quaternion} + 4; k++) norm += x[k * STATE_LANES] * x[k * STATE_LANES];
    norm = sqrt(norm);
    for (int k = {quaternion}; k < {quaternion} + 4; k++) x[k * STATE_LANES] /= norm;
#endif
    SOME for (int k = 0; k < {states}; k++) sane &= fabs(x[k * STATE_LANES]) < (real){runaway};
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
   A machine whose status is not 0 stays as it is; one that runs away stays at its last good state. x, where the step
   began, and the sum of weighted rates lie in ``kept``, every LANES-th number of it; the states of this stage and the next in z,
   every STATE_LANES-th. */
OWN INLINED void machine(whole m, real *kept, real *z, whole steps, double h, real *states, real *parameters,
                 const double *breaks, const double *coefficients, whole pieces, const double *base, whole *count,
                 signed char *status, real *samples, real *booked, const real *given, real *held, whole manner)
{{
    const double nodes[{stages} + 1] = {{ {nodes}, 0 }};
    const real weights[{stages}] = {{ {weights} }};
    real p[{parameters} + 1], u[3 * {signals} + 1], w[{work} + 1], y[{samples} + {booked} + 1], clock[1];
    real *x = kept, *sum = kept + {states} * LANES, *end = z + {stages} % 2 * {states} * STATE_LANES;
    whole step = count[m], last = step + steps;
    if (status[m]) return;
    if (manner && !hold(m, given, manner > 1, parameters, held)) {{ status[m] = {refused}; return; }}
    SOME for (int i = 0; i < {states}; i++) x[i * LANES] = z[i * STATE_LANES] = states[m * {states} + i];
    for (int i = 0; i < {parameters}; i++) p[i] = parameters[m * {parameters} + i];
    for (; step < last; step++) {{
        ROLLED
        for (int stage = 0; stage < {stages}; stage++) {{
            const double t = base[m] + step * h + nodes[stage] * h;
            const Stage next = {{ stage == 0, stage + 1 == {stages}, (real)(nodes[stage + 1] * h), weights[stage], (real)h,
                                 x, sum, z + (1 - stage % 2) * {states} * STATE_LANES }};
            clock[0] = (real)t;
            signals(t, breaks, coefficients, pieces, u);
            rhs(clock, z + stage % 2 * {states} * STATE_LANES, p, u, next, w);
        }}
        if (!settle(end)) {{ status[m] = {diverged}; break; }}
        SOME for (int i = 0; i < {states}; i++) x[i * LANES] = z[i * STATE_LANES] = end[i * STATE_LANES];
    }}
    count[m] = step;
    clock[0] = (real)(base[m] + step * h);
    signals(base[m] + step * h, breaks, coefficients, pieces, u);
    SOME for (int i = 0; i < {states}; i++) states[m * {states} + i] = z[i * STATE_LANES] = x[i * LANES];
    sample(clock, z, p, u, y, w);
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
#if {shared} > 0
    extern __shared__ double room[];
    real *kept = (real *)room + threadIdx.x;
#else
    real kept[2 * {states}];
#endif
#if {shared} > 2
    real *moving = kept + 2 * {states} * {threads};
#else
    real moving[2 * {states}];
#endif
    if (m < machines) machine(m, kept, moving, GIVEN);
}}
#else
void advance(ARGUMENTS)
{{
    real kept[2 * {states}], moving[2 * {states}];
    for (whole m = 0; m < machines; m++) machine(m, kept, moving, GIVEN);
}}
#endif
"""


@dataclass(frozen=True)
class Kernel:
    """Source of ``advance`` and what its arrays look like: numbers of a machine's states, parameters, samples, of what is booked
    beside them, and inputs; the type of a number; bytes of shared memory for a thread.
    """

    source: str
    states: int
    parameters: int
    samples: int
    precision: str
    threads: int
    booked: int = 0
    inputs: int = 0
    shared: int = 0


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


@dataclass(frozen=True)
class Tuning:
    """How the code is laid out on a GPU. None takes what was fastest on an H200.

    rolled: loops over equal parts, where the graph has them, or straight-line code.   block: instructions per function of
    straight-line code; None takes the whole list where it is short enough.   threads: per block of the GPU.   resident: such
    blocks on a multiprocessor at once; more of them leave each thread fewer registers.   shared: how many arrays as long as the
    state lie in the memory that the threads of a block share: 0; 2: where a step began, and the sum of its rates; 4: the states
    of its stages too.   room: bytes of that memory for a block.
    """

    rolled: bool | None = None
    block: int | None = None
    threads: int | None = None
    resident: int | None = None
    shared: int | None = None
    room: int = _SHARED_ROOM


USUAL = Tuning()


def emit_kernel(
    rhs: ca.Function | TracedFunction,
    sample: ca.Function | TracedFunction,
    method: str = "rk4",
    precision: str = "double",
    quaternion: int = -1,
    powers: int = 1,
    tuning: Tuning = USUAL,
    booked: int = 0,
    inputs: HeldInputs = NOTHING_HELD,
) -> Kernel:
    """The time loop of x' = rhs(t, x, p, u) with sample(t, x, p, u) at its end.

    quaternion: where the state holds one, or -1.   powers: coefficients per spline piece of the sampled signals.
    booked: so many of the sample's last rows go to an array of their own.
    """
    if method not in TABLEAUX:
        raise InputError(f"method '{method}' has no GPU code. Use one of {', '.join(TABLEAUX)}.")
    both = listed(rhs, tuning), listed(sample, tuning)
    return write_kernel(*both, method, precision, quaternion, powers, tuning, booked, inputs)


def listed(function: ca.Function | TracedFunction, tuning: Tuning) -> InstructionList | RolledList:
    """A function in loops, or as one list where it has few: short code keeps all it needs in registers."""
    recorded = recorded_of(function)
    if recorded is not None and tuning.rolled is not False and (tuning.rolled or recorded.instructions > _SHORT):
        rolled = rolled_list(recorded)
        if tuning.rolled or rolled.written < _SAVING * rolled.instructions:
            return lean(rolled)
    return instruction_list(function.function if isinstance(function, TracedFunction) else function, tuning.block)


def write_kernel(
    rhs: InstructionList | RolledList,
    sample: InstructionList | RolledList,
    method: str,
    precision: str,
    quaternion: int,
    powers: int,
    tuning: Tuning,
    booked: int,
    inputs: HeldInputs,
) -> Kernel:
    """The text of ``emit_kernel``."""
    nodes, weights = TABLEAUX[method]
    (_, states, parameters, signals), samples = rhs.sizes_in, sample.sizes_out[0] - booked
    threads, resident, shared = laid_out(isinstance(rhs, RolledList), precision, states * SIZES[precision], tuning)
    loop = _LOOP.format(
        states=states, parameters=parameters, signals=signals // 3, samples=samples, powers=powers, quaternion=quaternion,
        work=max(map(work_room, (rhs, sample))), stages=len(nodes), nodes=", ".join(map(repr, nodes)),
        weights=", ".join(f"(real){w!r}" for w in weights), runaway=RUNAWAY, threads=threads, resident=resident, booked=booked,
        shared=shared, inputs=len(inputs.places), refused=REFUSED, diverged=DIVERGED, largest=constant(LARGEST[precision]),
    )  # fmt: skip
    functions = [_function_text(rhs, "rhs", precision, True), _function_text(sample, "sample", precision, False)]
    source = "\n".join(
        [
            head_text(precision, threads if shared else 1, threads if shared > 2 else 1),
            _STAGE,
            *functions,
            inputs.text(precision),
            loop,
        ]
    )
    room = shared * states * SIZES[precision]
    return Kernel(source, states, parameters, samples, precision, threads, booked, len(inputs.places), room)


def laid_out(rolled: bool, precision: str, size: int, tuning: Tuning) -> tuple[int, int, int]:
    """Threads of a block, blocks on a multiprocessor, and arrays in shared memory; ``size``: bytes of one array of one thread.

    The first layout of SHARED that fits is taken; what is given stays.
    """
    fitting = [(n, arrays) for n, arrays in _SHARED if (tuning.threads or n) * arrays * size <= tuning.room]
    threads, arrays = fitting[0] if rolled and fitting else (0, 0)
    shared = arrays if tuning.shared is None else tuning.shared
    usual = _FASTEST[rolled, precision]
    resident = usual[1] if shared == 0 else 2 if shared == 2 and precision == "single" else 1
    return tuning.threads or (threads if shared else 0) or usual[0], tuning.resident or resident, shared


def _function_text(listed: InstructionList | RolledList, name: str, precision: str, staged: bool) -> str:
    """C text of one function."""
    if isinstance(listed, RolledList):
        return emit_rolled(listed, name, precision, staged)
    return emit_function(listed, name, precision, staged)
