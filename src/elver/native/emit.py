"""Instruction list -> LLVM IR for one machine on a CPU.

Fast-math flags: reassoc, contract, nsz, arcp. Never nnan or ninf: a NaN must stay visible.
"""

from __future__ import annotations

from elver.native.instructions import Block, InstructionList, Step
from elver.native.operations import TABLE, Operation
from elver.native.trigonometry import hexadecimal as literal
from elver.native.trigonometry import sine_cosine

FLAGS = "reassoc nsz arcp contract"


class BlockWriter:
    """Writes one block as a function body; loads constants, inputs and crossing values where they are first used."""

    def __init__(self, program: InstructionList, block: Block):
        self.program, self.block = program, block
        self.lines: list[str] = []
        self.known: dict[int, str] = {}
        self.used: set[str] = set()
        self.turned: dict[str, tuple[str, str]] = {}

    def value(self, number: int) -> str:
        """Operand text of a value."""
        if number not in self.known:
            self.known[number] = self.load(number)
        return self.known[number]

    def load(self, number: int) -> str:
        kind, what = self.program.sources.get(number, ("work", None))
        if kind == "constant":
            return literal(what)
        pointer, element = (f"%i{what[0]}", what[1]) if kind == "input" else ("%w", self.program.spills[number])
        self.lines.append(f"%a{number} = getelementptr double, ptr {pointer}, i64 {element}")
        self.lines.append(f"%v{number} = load double, ptr %a{number}, align 8")
        return f"%v{number}"

    def write(self) -> list[str]:
        for step in self.block.steps:
            args = [self.value(a) for a in step.args]
            result = f"%v{step.result}"
            self.known[step.result] = self.operation(TABLE[step.op], step, result, args)
            if step.result in self.program.spills:
                self.store(f"s{step.result}", "%w", self.program.spills[step.result], self.known[step.result])
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def store(self, name: str, pointer: str, element: int, value: str) -> None:
        self.lines.append(f"%{name} = getelementptr double, ptr {pointer}, i64 {element}")
        self.lines.append(f"store double {value}, ptr %{name}, align 8")

    def operation(self, operation: Operation, step: Step, result: str, args: list[str]) -> str:
        """Append the lines of one operation; the operand text of its result."""
        symbol = operation.symbol
        if operation.kind == "binary":
            self.lines.append(f"{result} = {symbol} {FLAGS} double {args[0]}, {args[1]}")
        elif operation.kind == "compare":
            self.compare(result, symbol, *args)
        elif operation.kind == "intrinsic":
            self.call(result, f"llvm.{symbol}.f64", args)
        elif operation.kind == "library":
            self.call(result, symbol, args)
        else:
            return getattr(self, f"special_{symbol}")(result, *args) or result
        return result

    def compare(self, result, condition, a, b):
        self.lines.append(f"{result}.c = fcmp {condition} double {a}, {b}")
        self.lines.append(f"{result} = uitofp i1 {result}.c to double")

    def call(self, result, name, args):
        self.used.add(f"declare double @{name}({', '.join(['double'] * len(args))}) #1")
        self.lines.append(f"{result} = call {FLAGS} double @{name}({', '.join('double ' + a for a in args)})")

    def sine_and_cosine(self, result, a) -> tuple[str, str]:
        """Both at once, shared by all who ask for either of the same value."""
        if a not in self.turned:
            lines, sine, cosine, declarations = sine_cosine(result, a)
            self.lines += lines
            self.used |= declarations
            self.turned[a] = (sine, cosine)
        return self.turned[a]

    def special_sin(self, result, a):
        return self.sine_and_cosine(result, a)[0]

    def special_cos(self, result, a):
        return self.sine_and_cosine(result, a)[1]

    def special_assign(self, result, a, *_):
        return a

    def special_neg(self, result, a):
        self.lines.append(f"{result} = fneg {FLAGS} double {a}")

    def special_square(self, result, a):
        self.lines.append(f"{result} = fmul {FLAGS} double {a}, {a}")

    def special_twice(self, result, a):
        self.lines.append(f"{result} = fadd {FLAGS} double {a}, {a}")

    def special_inverse(self, result, a):
        self.lines.append(f"{result} = fdiv {FLAGS} double {literal(1.0)}, {a}")

    def special_sign(self, result, a):
        """-1, 0 or 1; a NaN and a signed zero pass through."""
        self.lines.append(f"{result}.p = fcmp ogt double {a}, {literal(0.0)}")
        self.lines.append(f"{result}.n = fcmp olt double {a}, {literal(0.0)}")
        self.lines.append(f"{result}.s = select i1 {result}.p, double {literal(1.0)}, double {a}")
        self.lines.append(f"{result} = select i1 {result}.n, double {literal(-1.0)}, double {result}.s")

    def truth(self, name, a):
        self.lines.append(f"{name} = fcmp une double {a}, {literal(0.0)}")

    def special_not(self, result, a):
        self.compare(result, "oeq", a, literal(0.0))

    def logical(self, result, word, a, b):
        self.truth(f"{result}.a", a)
        self.truth(f"{result}.b", b)
        self.lines.append(f"{result}.c = {word} i1 {result}.a, {result}.b")
        self.lines.append(f"{result} = uitofp i1 {result}.c to double")

    def special_and(self, result, a, b):
        self.logical(result, "and", a, b)

    def special_or(self, result, a, b):
        self.logical(result, "or", a, b)

    def special_if_else_zero(self, result, condition, a):
        self.truth(f"{result}.c", condition)
        self.lines.append(f"{result} = select i1 {result}.c, double {a}, double {literal(0.0)}")


def emit_llvm(program: InstructionList, name: str) -> str:
    """LLVM IR of ``void name(double* in0, .., double* out0, .., double* work)``."""
    arguments = [f"%i{k}" for k in range(len(program.sizes_in))] + [f"%o{k}" for k in range(len(program.sizes_out))] + ["%w"]
    parameters = ", ".join(f"ptr noalias {a}" for a in arguments)
    parts, declarations, calls = [], set(), []
    for k, block in enumerate(program.blocks):
        writer = BlockWriter(program, block)
        body = "\n".join(writer.write())
        declarations |= writer.used
        parts.append(f"define internal void @{name}_{k}({parameters}) #0 {{\n{body}\nret void\n}}")
        calls.append(f"call void @{name}_{k}({', '.join('ptr ' + a for a in arguments)})")
    top = "\n".join(calls)
    parts.append(f"define void @{name}({parameters}) {{\n{top}\nret void\n}}")
    attributes = "attributes #0 = { noinline nounwind }\nattributes #1 = { nounwind willreturn memory(none) }"
    return "\n".join([*sorted(declarations), *parts, attributes]) + "\n"
