"""Numbers and operations as C text, and whole instruction lists: one C function for every block."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from elver.native.instructions import Block, InstructionList, Step
from elver.native.operations import TABLE, Operation

STATE = 1  # its place among the arguments of a kernel's functions
SINGLE_RANGE = (1.2e-38, 3.4e38)
ARITHMETIC = {"fadd": "{0} + {1}", "fsub": "{0} - {1}", "fmul": "{0} * {1}", "fdiv": "QUOTIENT({0}, {1})"}
COMPARISONS = {"olt": "<", "ole": "<=", "oeq": "==", "une": "!="}
SPECIAL = {
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


def expression(operation: Operation, args: list[str]) -> str:
    """The C expression of one operation."""
    kind, symbol = operation.kind, operation.symbol
    if kind == "binary":
        return ARITHMETIC[symbol].format(*args)
    if kind == "compare":
        return f"(real)({args[0]} {COMPARISONS[symbol]} {args[1]})"
    if kind == "special":
        return SPECIAL[symbol].format(*args)
    name = symbol.upper() if symbol in ("minimum", "maximum", "sqrt") else symbol
    return f"{name}({', '.join(args)})"


class StepText:
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
        return f"i{which}[({element}) * STATE_LANES]" if which == STATE else f"i{which}[{element}]"

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
        text = expression(operation, args)
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


class BlockText(StepText):
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
            self.lines.append(stored(output, str(element), self.value(value), self.staged))
        return self.lines


def signature(sizes_in: tuple[int, ...], sizes_out: tuple[int, ...], staged: bool = False) -> tuple[str, str]:
    """Parameters of a C function, and the same names as arguments of a call."""
    inputs, outputs = [f"i{k}" for k in range(len(sizes_in))], [f"o{k}" for k in range(len(sizes_out))]
    kinds = [f"{'const Stage ' if staged else 'real *'}{name}" for name in outputs]
    return ", ".join([*(f"const real *{name}" for name in inputs), *kinds, "real *w"]), ", ".join([*inputs, *outputs, "w"])


def stored(output: int, element: str, value: str, staged: bool) -> str:
    """The line that puts out a value."""
    return f"put(o{output}, {element}, {value});" if staged else f"o{output}[{element}] = {value};"


def emit_function(program: InstructionList, name: str, precision: str = "double", staged: bool = False) -> str:
    """C text of ``void name(const real *i0, .., real *o0, .., real *w)``, cut into its blocks.

    staged: outputs are no arrays but a Stage, which takes them at once.
    """
    parameters, given = signature(program.sizes_in, program.sizes_out, staged)
    apart = "APART " if len(program.blocks) > 1 else ""
    parts = []
    for k, block in enumerate(program.blocks):
        body = "\n".join(BlockText(program, block, precision, staged).write())
        parts.append(f"OWN {apart}void {name}_{k}({parameters})\n{{\n{body}\n}}")
    calls = "\n".join(f"{name}_{k}({given});" for k in range(len(parts)))
    return "\n\n".join([*parts, f"OWN void {name}({parameters})\n{{\n{calls}\n}}"]) + "\n"
