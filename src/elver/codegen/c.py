"""A CasADi function as plain C99: one local constant for each value that is used more than once, nothing but libm behind it.

Expressions keep the order of the graph's operations: a compiler that keeps to the standard (no fast-math) gives the same numbers
everywhere, up to the last digit of libm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import casadi as ca

from elver.codegen.instructions import TABLE, Block, InstructionList, instruction_list
from elver.symbolic.harmonics import sum_of
from elver.symbolic.lookup import table_of

BLOCK = 2000  # steps of a C function; compilers take long on longer ones
_LONGEST = 96  # characters of an expression that is put into another one

_SIGNS = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}
_COMPARISONS = {"olt": "<", "ole": "<=", "oeq": "==", "une": "!="}
_FUNCTIONS = {"minimum": "least", "maximum": "greatest"}  # of C's own names, all others stay as they are
_SPECIAL = {
    "sin": "sin({0})",
    "cos": "cos({0})",
    "neg": "(-{0})",
    "square": "square({0})",
    "twice": "(2.0 * {0})",
    "inverse": "(1.0 / {0})",
    "sign": "sign_of({0})",
    "not": "(double)({0} == 0.0)",
    "and": "(double)({0} != 0.0 && {1} != 0.0)",
    "or": "(double)({0} != 0.0 || {1} != 0.0)",
    "if_else_zero": "({0} != 0.0 ? {1} : 0.0)",
}
HELPERS = {
    "square": "static double square(double a) { return a * a; }",
    "least": "static double least(double a, double b) { return a < b ? a : b <= a ? b : a + b; } /* a NaN stays */",
    "greatest": "static double greatest(double a, double b) { return a > b ? a : b >= a ? b : a + b; }",
    "entry": (
        "static double entry(const double *table, int count, double place) "
        "{ return table[place >= 1.0 ? place < count ? (int)place : count - 1 : 0]; }"
    ),
    "sign_of": "static double sign_of(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }",
}


@dataclass(frozen=True)
class Argument:
    """An argument of a C function: its name, and whether it is one number."""

    name: str
    single: bool = False

    @property
    def declared(self) -> str:
        return f"double {self.name}" if self.single else f"const double *{self.name}"

    def element(self, k: int) -> str:
        return self.name if self.single else f"{self.name}[{k}]"


def literal(number: float) -> str:
    """A number that C reads as the very same."""
    if math.isnan(number):
        return "NAN"
    if math.isinf(number):
        return "INFINITY" if number > 0 else "(-INFINITY)"
    text = repr(float(number))
    return f"({text})" if text.startswith("-") else text


@dataclass
class _BlockText:
    """Writes the steps of one block as statements."""

    program: InstructionList
    block: Block
    inputs: Sequence[Argument]
    results: Sequence[str]
    lines: list[str] = field(default_factory=list)
    known: dict[int, str] = field(default_factory=dict)
    uses: Counter = field(default_factory=Counter)

    def write(self) -> list[str]:
        """All statements, in order."""
        self.uses = Counter(a for step in self.block.steps for a in step.args)
        self.uses.update(value for *_, value in self.block.outputs)
        count = 0
        for step in self.block.steps:
            text = self.operation(step.op, [self.value(a) for a in step.args])
            spill = self.program.spills.get(step.result)
            if spill is not None:
                self.lines.append(f"w[{spill}] = {bare(text)};")
                self.known[step.result] = f"w[{spill}]"
            elif self.uses[step.result] > 1 or len(text) > _LONGEST:
                self.lines.append(f"const double a{count} = {bare(text)};")
                self.known[step.result], count = f"a{count}", count + 1
            else:
                self.known[step.result] = text
        self.lines += [f"{self.results[out]}[{k}] = {bare(self.value(v))};" for out, k, v in self.block.outputs]
        return self.lines

    def value(self, number: int) -> str:
        """The text of a value."""
        if number in self.known:
            return self.known[number]
        kind, what = self.program.sources.get(number, ("work", None))
        if kind == "constant":
            return literal(what)
        return self.inputs[what[0]].element(what[1]) if kind == "input" else f"w[{self.program.spills[number]}]"

    def operation(self, code: int, args: list[str]) -> str:
        """One operation of texts."""
        operation = TABLE[code]
        if operation.kind == "binary":
            return f"({args[0]} {_SIGNS[operation.symbol]} {args[1]})"
        if operation.kind == "compare":
            return f"(double)({args[0]} {_COMPARISONS[operation.symbol]} {args[1]})"
        if operation.kind in ("intrinsic", "library"):
            return f"{_FUNCTIONS.get(operation.symbol, operation.symbol)}({', '.join(map(bare, args))})"
        if operation.kind == "lookup" and len(args) > 2:
            return f"sum{int(float(args[0]))}({', '.join(map(bare, args[2:]))})"
        if operation.kind == "lookup":
            number = int(float(args[0]))
            return f"entry(table{number}, {len(table_of(number))}, {bare(args[1])})"
        if operation.symbol == "assign":
            return args[0]
        return _SPECIAL[operation.symbol].format(*args)


def bare(text: str) -> str:
    """An expression without the brackets around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1]


def function_text(function: ca.Function, name: str, inputs: Sequence[Argument], results: Sequence[str]) -> str:
    """``void name(inputs.., double *results..)`` in C, with the parts that it is cut into."""
    program = instruction_list(function, BLOCK)
    declared = ", ".join([a.declared for a in inputs] + [f"double *{r}" for r in results])
    passed = ", ".join([a.name for a in inputs] + list(results))
    several = len(program.blocks) > 1
    parts, calls = [], []
    for k, block in enumerate(program.blocks):
        body = _BlockText(program, block, inputs, results).write()
        if several:
            calls.append(f"{name}_part{k + 1}({passed}, w);")
            parts.append(_definition(f"static void {name}_part{k + 1}({declared}, double *w)", body, [*passed.split(", "), "w"]))
        else:
            parts.append(_definition(f"void {name}({declared})", body, passed.split(", ")))
    if several:
        work = [f"double w[{max(program.work_size, 1)}];"]
        parts.append(_definition(f"void {name}({declared})", [*work, *calls], []))
    return "\n\n".join(parts)


def _definition(head: str, body: list[str], arguments: Sequence[str]) -> str:
    """A function with its statements; arguments that none of them uses are named as such."""
    text = "\n".join(f"    {line}" for line in body)
    words = set(_words_of(text))
    unused = [f"    (void){a};" for a in arguments if a not in words]
    statements = "\n".join([text, *unused]) if text else "\n".join(unused)
    return f"{head}\n{{\n{statements}\n}}"


def _words_of(text: str) -> list[str]:
    """All names in a text."""
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def helpers_of(text: str) -> str:
    """Definitions of the helpers that a text calls."""
    words = set(_words_of(text))
    tables = sorted(word for word in words if word.startswith("table") and word[5:].isdigit())
    sums = sorted(word for word in words if word.startswith("sum") and word[3:].isdigit())
    return "\n".join(
        [*map(_table_text, tables), *map(_sum_text, sums), *(code for name, code in HELPERS.items() if name in words)]
    )


def _table_text(name: str) -> str:
    """A table that is looked up in."""
    numbers = [literal(v).strip("()") for v in table_of(int(name[5:]))]
    rows = ",\n    ".join(", ".join(numbers[k : k + 6]) for k in range(0, len(numbers), 6))
    return f"static const double {name}[{len(numbers)}] = {{\n    {rows}\n}};"


def _sum_text(name: str) -> str:
    """A sum of waves (elver.symbolic.harmonics) at a place and time."""
    own = sum_of(int(name[3:]))
    h, image = own.harmonics, any(w is not None for w in own.weights[2:])
    columns = {"p": h.along_x, "r": h.along_y, "w": h.frequency, "e": h.phase, "k": h.growth}
    if image and h.image is not None:
        columns["c"] = h.image
    columns |= {letter: w for letter, w in zip("ABCD", own.weights, strict=True) if w is not None}
    lines = ("{" + ", ".join(literal(v).strip("()") for v in row) + "}" for row in zip(*columns.values(), strict=True))
    rows = ",\n        ".join(lines)
    place = {letter: f"v[i][{k}]" for k, letter in enumerate(columns)}
    terms = []
    for profile, letters in ((f"exp({place['k']} * z)", "AB"), (f"exp(-{place['k']} * z - {place.get('c')})", "CD")):
        waves = [f"{place[x]} * {wave}(q)" for x, wave in zip(letters, ("cos", "sin"), strict=True) if x in place]
        terms += [f"{profile} * ({' + '.join(waves)})"] if waves else []
    return f"""static double {name}(double x, double y, double z, double t)
{{
    static const double v[{len(h)}][{len(columns)}] = {{
        {rows}
    }};
    double total = 0.0;
    for (int i = 0; i < {len(h)}; i++) {{
        const double q = {place["p"]} * x + {place["r"]} * y - {place["w"]} * t + {place["e"]};
        total += {" + ".join(terms)};
    }}
    (void)z;
    return total;
}}"""
