"""What a module exports besides its memory, as LLVM IR: ``start``, ``advance`` and ``frame`` around a machine's functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from elver._support.statuses import DIVERGED, LOOP_OPEN, RUNNING
from elver.codegen.llvm import literal
from elver.model.assembly import OPEN

CLOSING_CALLS = 20  # of the closing function at the start, with some Newton steps each


@dataclass(frozen=True)
class Call:
    """A call of a machine's function with pointers to fixed addresses."""

    function: str
    addresses: tuple[int, ...]

    @property
    def line(self) -> str:
        return f"  call void @{self.function}({', '.join(pointer(a) for a in self.addresses)})"

    @property
    def declaration(self) -> str:
        return f"declare void @{self.function}({', '.join(['ptr'] * len(self.addresses))})"


@dataclass(frozen=True)
class KernelCall:
    """A call ``kernel(block, number) -> status``."""

    function: str
    block: int

    def line(self, number: str) -> str:
        return f"  %status = call i32 @{self.function}(i32 {self.block}, i32 {number})"

    @property
    def declaration(self) -> str:
        return f"declare i32 @{self.function}(i32, i32)"


@dataclass(frozen=True)
class SignalTable:
    """Where the pieces of the signals stand (codegen/kernels/evaluate.py), and the shape of their coefficients.

    repeats: the period stands behind the breaks.
    """

    breaks: int
    coefficients: int
    shape: tuple[int, int, int]
    repeats: bool = False


@dataclass(frozen=True)
class LawChoice:
    """Which right-hand side the steps take, by a free parameter that is 1 for the second one.

    share: address of the parameter.   slot: of the number of the function in the block of the steps.
    places: these numbers, in the module's table.   before: what each function needs computed from the parameters.
    """

    share: int
    slot: int
    places: tuple[int, int]
    before: tuple[Sequence[Call], Sequence[Call]]

    def lines(self) -> list[str]:
        lines = [load("%law", self.share), f"  %second = fcmp oeq double %law, {literal(1.0)}"]
        lines.append("  br i1 %second, label %law1, label %law0")
        for k, (place, calls) in enumerate(zip(self.places, self.before, strict=True)):
            store = f"  store double {literal(float(place))}, {pointer(self.slot)}"
            lines += [f"law{k}:", *(call.line for call in calls), store, "  br label %chosen"]
        return [*lines, "chosen:"]


@dataclass(frozen=True)
class LoopOpeningTest:
    """How it is found out that a loop opens within the next step: the rate of the state, and the closure error one step ahead.

    rate: a call that puts the rates to ``rates``.   error: a call with the state at ``ahead``, which writes to ``found``.
    """

    rate: Call
    error: Call
    rates: int
    ahead: int
    found: int


@dataclass(frozen=True)
class ExportWriter:
    """Addresses and calls that the exports are made of.

    clock: of the time that functions see.   time: IR lines that put the time of now into %now.   reset: lines for time 0.
    before: what is computed from the parameters alone.   state: (address, count).
    begin: the start graph, and what draws it to the loops, after they are put together as ``assembled`` says (to, from, count).
    copied: numbers that a frame copies behind the outputs of the equations (to, from, count).
    laws: where a switch chooses between two right-hand sides.
    """

    clock: int
    u: int
    signals: SignalTable | None
    time: str
    reset: str
    before: Sequence[Call]
    begin: Sequence[Call]
    assembled: tuple[int, int, int] | None
    begin_kernel: KernelCall | None
    steps: KernelCall
    frame: Sequence[Call]
    frame_kernel: KernelCall | None
    copied: tuple[int, int, int] | None
    state: tuple[int, int]
    opening: LoopOpeningTest | None = None
    laws: LawChoice | None = None

    def text(self) -> str:
        """IR of the module's exports."""
        calls = [*self.before, *self.begin, *self.frame, *((self.opening.rate, self.opening.error) if self.opening else ())]
        calls += [call for own in self.laws.before for call in own] if self.laws else []
        kernels = [k for k in (self.begin_kernel, self.steps, self.frame_kernel) if k]
        declared = sorted({call.declaration for call in calls} | {kernel.declaration for kernel in kernels})
        signals = [_signals_text(self.signals, self.clock, self.u)] if self.signals else []
        declared += ["declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)"]
        declared += ["declare double @llvm.floor.f64(double)"] if self.signals and self.signals.repeats else []
        exports = [self.start_text(), self.advance_text(), self.frame_text()]
        return "\n".join([*declared, *signals, *self.opening_text(), *exports, _sane_text(*self.state)])

    def signal_lines(self) -> list[str]:
        return ["  call void @signals()"] if self.signals else []

    def start_text(self) -> str:
        """The state from the start graph at the parameters of now; LOOP_OPEN where loops do not close, DIVERGED where it is not
        finite.
        """
        lines = [self.reset, f"  store double 0.0, {pointer(self.clock)}", *self.signal_lines()]
        lines += [call.line for call in (*self.before, *self.begin[:1])]
        lines += [_copy_line(*self.assembled)] if self.assembled else []
        lines += [call.line for call in self.begin[1:]]
        lines += self.closed_lines()
        if self.begin_kernel:
            lines += [
                self.begin_kernel.line("0"),
                f"  %good = icmp eq i32 %status, {RUNNING}",
                "  br i1 %good, label %on, label %end",
            ]
            lines += ["end:", "  ret i32 %status", "on:"]
        return "\n".join(["define i32 @start() {", *lines, "  %sane = call i32 @sane()", "  ret i32 %sane", "}"])

    def closed_lines(self) -> list[str]:
        """Lines that end a start with LOOP_OPEN where its loops do not close."""
        if self.opening is None:
            return []
        address, count = self.state
        return [
            _copy_line(self.opening.ahead, address, count),
            self.opening.error.line,
            load("%gap", self.opening.found),
            f"  %closed = fcmp ole double %gap, {literal(OPEN)}",
            "  br i1 %closed, label %met, label %apart",
            "apart:",
            f"  ret i32 {LOOP_OPEN}",
            "met:",
        ]

    def advance_text(self) -> str:
        lines = [*(call.line for call in self.before), *(self.laws.lines() if self.laws else []), self.steps.line("%steps")]
        if self.opening:
            lines += [f"  %lost = icmp eq i32 %status, {DIVERGED}", "  br i1 %lost, label %ask, label %end", "ask:"]
            lines += ["  %why = call i32 @opens()", "  ret i32 %why", "end:"]
        return "\n".join(["define i32 @advance(i32 %steps) {", *lines, "  ret i32 %status", "}"])

    def opening_text(self) -> list[str]:
        """``opens()``: LOOP_OPEN where a loop does not close one step ahead of a state that could not go on, else DIVERGED."""
        if self.opening is None:
            return []
        own, (address, count) = self.opening, self.state
        words = {"STATE": pointer(address), "RATES": pointer(own.rates), "AHEAD": pointer(own.ahead), "FOUND": pointer(own.found)}
        words |= {"COUNT": str(count), "CLOCK": pointer(self.clock), "OPEN": literal(OPEN), "TIME": self.time}
        words |= {"RATE": own.rate.line, "ERROR": own.error.line, "SIGNALS": "\n".join(self.signal_lines())}
        words |= {"SINGLE": str(LOOP_OPEN), "OTHER": str(DIVERGED)}
        return [re.sub(r"\b(" + "|".join(words) + r")\b", lambda found: words[found.group()], _OPENS)]

    def frame_text(self) -> str:
        """Recorded outputs of the state of now."""
        lines = [self.time, f"  store double %now, {pointer(self.clock)}", *self.signal_lines()]
        lines += [call.line for call in self.frame]
        if self.frame_kernel:
            lines.append(self.frame_kernel.line("0"))
        if self.copied:
            lines.append(_copy_line(*self.copied))
        return "\n".join(["define void @frame() {", *lines, "  ret void", "}"])


def pointer(address: int) -> str:
    """A fixed address as an operand."""
    return f"ptr inttoptr (i32 {address} to ptr)"


def _copy_line(target: int, source: int, count: int) -> str:
    """A line that copies so many doubles."""
    return f"  call void @llvm.memcpy.p0.p0.i32({pointer(target)}, {pointer(source)}, i32 {8 * count}, i1 false)"


def load(name: str, address: int) -> str:
    """A line that reads a double."""
    return f"  {name} = load double, {pointer(address)}"


def _sane_text(address: int, count: int) -> str:
    """``sane()``: RUNNING, or DIVERGED where a state is not finite."""
    return f"""define internal i32 @sane() {{
entry:
  br label %look
look:
  %k = phi i32 [ 0, %entry ], [ %next, %more ]
  %done = icmp eq i32 %k, {count}
  br i1 %done, label %good, label %more
more:
  %at = getelementptr double, {pointer(address)}, i32 %k
  %value = load double, ptr %at
  %zero = fmul double %value, 0.0
  %finite = fcmp oeq double %zero, 0.0
  %next = add i32 %k, 1
  br i1 %finite, label %look, label %bad
good:
  ret i32 {RUNNING}
bad:
  ret i32 {DIVERGED}
}}"""


def _signals_text(table: SignalTable, clock: int, u: int) -> str:
    """``signals()``: values, rates and accelerations of all signals at the clock's time (codegen/kernels/evaluate.py)."""
    pieces, count, powers = table.shape
    places = {"CLOCK": clock, "BREAKS": table.breaks, "COEFFICIENTS": table.coefficients, "RESULT": u}
    numbers = {"PIECES": pieces, "ROW": count * powers, "TWICE": 2 * count, "COUNT": count, "POWERS": powers}
    words = {name: pointer(address) for name, address in places.items()} | {name: str(n) for name, n in numbers.items()}
    time = _REPEATED if table.repeats else _PLAIN
    words["LOOKED_UP"] = time.replace("BREAKS", words["BREAKS"]).replace("AFTER", str(pieces + 1))
    return re.sub("|".join(words), lambda found: words[found.group()], _SIGNALS)


_OPENS = """define internal i32 @opens() {
entry:
TIME
  store double %now, CLOCK
SIGNALS
RATE
  br label %move
move:
  %k = phi i32 [ 0, %entry ], [ %next, %more ]
  %done.all = icmp eq i32 %k, COUNT
  br i1 %done.all, label %look, label %more
more:
  %x.at = getelementptr double, STATE, i32 %k
  %r.at = getelementptr double, RATES, i32 %k
  %to = getelementptr double, AHEAD, i32 %k
  %value = load double, ptr %x.at
  %rate = load double, ptr %r.at
  %change = fmul double %rate, %h
  %moved = fadd double %value, %change
  store double %moved, ptr %to
  %next = add i32 %k, 1
  br label %move
look:
  %then = fadd double %now, %h
  store double %then, CLOCK
SIGNALS
ERROR
  %error = load double, FOUND
  %closed = fcmp ole double %error, OPEN
  %code = select i1 %closed, i32 OTHER, i32 SINGLE
  ret i32 %code
}"""
_PLAIN = "  %t = fadd double %now, 0.0"
_REPEATED = """  %origin = load double, BREAKS
  %period.at = getelementptr double, BREAKS, i32 AFTER
  %period = load double, ptr %period.at
  %passed = fsub double %now, %origin
  %share = fdiv double %passed, %period
  %whole = call double @llvm.floor.f64(double %share)
  %before = fmul double %whole, %period
  %t = fsub double %now, %before"""
# capital words stand for addresses and numbers of the table
_SIGNALS = """define internal void @signals() {
entry:
  %now = load double, CLOCK
LOOKED_UP
  br label %search
search:
  %piece = phi i32 [ 0, %entry ], [ %lower, %narrow ]
  %beyond = phi i32 [ PIECES, %entry ], [ %upper, %narrow ]
  %gap = sub i32 %beyond, %piece
  %wide = icmp sgt i32 %gap, 1
  br i1 %wide, label %narrow, label %found
narrow:
  %sum = add i32 %piece, %beyond
  %middle = lshr i32 %sum, 1
  %at = getelementptr double, BREAKS, i32 %middle
  %edge = load double, ptr %at
  %below = fcmp ole double %edge, %t
  %lower = select i1 %below, i32 %middle, i32 %piece
  %upper = select i1 %below, i32 %beyond, i32 %middle
  br label %search
found:
  %begin.at = getelementptr double, BREAKS, i32 %piece
  %begin = load double, ptr %begin.at
  %s = fsub double %t, %begin
  %row = mul i32 %piece, ROW
  br label %signal
signal:
  %k = phi i32 [ 0, %found ], [ %k.next, %write ]
  %all = icmp eq i32 %k, COUNT
  br i1 %all, label %end, label %horner
horner:
  %power = phi i32 [ POWERS, %signal ], [ %less, %step ]
  %value = phi double [ 0.0, %signal ], [ %value.next, %step ]
  %rate = phi double [ 0.0, %signal ], [ %rate.next, %step ]
  %bend = phi double [ 0.0, %signal ], [ %bend.next, %step ]
  %last = icmp eq i32 %power, 0
  br i1 %last, label %write, label %step
step:
  %less = sub i32 %power, 1
  %bend.s = fmul double %bend, %s
  %rate.2 = fmul double %rate, 2.0
  %bend.next = fadd double %bend.s, %rate.2
  %rate.s = fmul double %rate, %s
  %rate.next = fadd double %rate.s, %value
  %own = mul i32 %k, POWERS
  %first = add i32 %row, %own
  %place = add i32 %first, %less
  %c.at = getelementptr double, COEFFICIENTS, i32 %place
  %c = load double, ptr %c.at
  %value.s = fmul double %value, %s
  %value.next = fadd double %value.s, %c
  br label %horner
write:
  %v.at = getelementptr double, RESULT, i32 %k
  store double %value, ptr %v.at
  %k.rate = add i32 %k, COUNT
  %r.at = getelementptr double, RESULT, i32 %k.rate
  store double %rate, ptr %r.at
  %k.bend = add i32 %k, TWICE
  %b.at = getelementptr double, RESULT, i32 %k.bend
  store double %bend, ptr %b.at
  %k.next = add i32 %k, 1
  br label %signal
end:
  ret void
}"""
