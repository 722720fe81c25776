"""The C files of a model: header, equations with signals, start and stepper, a main program, a Makefile."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from elver._support.errors import InputError
from elver.codegen.c import Argument, function_text, helpers_of, literal
from elver.export.description import CLOSED_ENOUGH, CLOSING_STEPS, Export, Named, closing_function, describe
from elver.export.readme import asked_folder, c_readme, write_all
from elver.model.program import Source
from elver.simulation.trajectory import quaternion_index

_INPUTS = (Argument("t", single=True), Argument("x"), Argument("p"), Argument("u"), Argument("s"))
_ROW = 6  # numbers of a table in a line
_ENDLESS = 1e300  # s


def template(name: str, export: Export) -> str:
    """A file of ``templates`` with the model's name put in."""
    text = files("elver.export").joinpath("templates", name).read_text(encoding="utf-8")
    label = comment(export.program.model.name)
    return text.replace("@name@", export.name).replace("@NAME@", export.name.upper()).replace("@label@", label)


def comment(text: str) -> str:
    """A text that can stand within a comment, in one line of plain letters."""
    return re.sub(r"[^ -~]", "?", text).replace("*/", "* /").replace("/*", "/ *")


def quoted(text: str) -> str:
    """A string of C."""
    plain = re.sub(r"[^ -~]", "?", text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?") + '"'


# --- header -----------------------------------------------------------------------------------------------------------


def _enumeration(export: Export, kind: str, count: str, rows: Sequence[Named]) -> str:
    """Places of numbers by name, the number of them last."""
    prefix = export.name.upper()
    lines = [f"    {prefix}_{kind}_{n.identifier}, /* {comment(described(n))} */" for n in rows]
    return "\n".join(["enum {", *lines, f"    {prefix}_{count} /* how many */", "};"])


def described(n: Named) -> str:
    """Unit and meaning of a number."""
    return f"[{n.unit}] {n.meaning}" if n.unit else n.meaning


def header_text(export: Export) -> str:
    """NAME.h"""
    name, NAME = export.name, export.name.upper()
    begin, end = _covered(export)
    times = {"DURATION": export.plan.duration, "STEP": export.plan.dt, "OUTPUT_INTERVAL": export.plan.output}
    times |= {"SIGNALS_BEGIN": begin, "SIGNALS_END": end}
    parts = [
        f"/* {comment(export.program.model.name)}: x' = f(t, x, p, u, s) and outputs y, written by Elver. SI units.",
        "",
        "   t: time.  x: states.  p: parameters.  u: inputs, held during a step.",
        "   s: recorded signals, which NAME_signals(t, s) gives.",
        "   Every function keeps its working room on the stack: calls from several threads do not disturb each other. */",
        f"#ifndef {NAME}_H",
        f"#define {NAME}_H",
        "",
        *(f"#define {NAME}_{word} {literal(value)} /* s */" for word, value in times.items()),
        f"#define {NAME}_QUATERNION {quaternion_index(export.program)} /* place of the quaternion (w, x, y, z) in x; -1: none */",
        "",
        "/* states x */",
        _enumeration(export, "X", "STATES", export.states),
        "/* parameters p */",
        _enumeration(export, "P", "PARAMETERS", export.parameters),
        "/* inputs u */",
        _enumeration(export, "U", "INPUTS", export.inputs),
        "/* signals s */",
        _enumeration(export, "S", "SIGNALS", export.signals),
        "/* outputs y */",
        _enumeration(export, "Y", "OUTPUTS", export.outputs),
        "",
        *(f"extern const char *const {name}_{kind}[];" for kind in _name_tables(export)),
        *(f"extern const double {name}_{table}[];" for table in _number_tables(export)),
        "",
        f"void {name}_rhs(double t, const double *x, const double *p, const double *u, const double *s, double *xdot);",
        f"void {name}_outputs(double t, const double *x, const double *p, const double *u, const double *s, double *y);",
        f"void {name}_signals(double t, double *s);",
        "/* The following return 0 where all is well. u: NULL for the defaults; s: NULL for the recorded signals. */",
        "/* the state at the start; 1: the loops cannot close */",
        f"int {name}_start(double t, const double *p, const double *u, const double *s, double *x);",
        "/* the joints onto their loops */",
        f"int {name}_close_loops(double t, const double *p, const double *u, const double *s, double *x);",
        "/* one step of RK4; 1: diverged, x as before */",
        f"int {name}_step(double t, double h, const double *p, const double *u, const double *s, double *x);",
        "/* the quaternion to unit length */",
        f"void {name}_scale(double *x);",
        "",
        "#endif",
    ]
    return "\n".join(parts).replace("NAME_signals", f"{name}_signals") + "\n"


def _covered(export: Export) -> tuple[float, float]:
    """Where the signals begin and end [s]; 0 where there are none, far away where they repeat."""
    table = export.equations.signals
    return (0.0, 0.0) if table is None else (max(table.begin, -_ENDLESS), min(table.end, _ENDLESS))


def _name_tables(export: Export) -> dict[str, list[str]]:
    """Names and units in the order of the vectors."""
    tables = {}
    kinds = {"state": export.states, "parameter": export.parameters, "input": export.inputs, "output": export.outputs}
    for kind, rows in kinds.items():
        if kind in ("parameter", "input"):
            tables[f"{kind}_meanings"] = [n.meaning for n in rows]
            tables[f"{kind}_allowed"] = [n.allowed for n in rows]
        tables[f"{kind}_names"] = [n.name if kind in ("parameter", "input") else n.identifier for n in rows]
        tables[f"{kind}_units"] = [n.unit for n in rows]
    return tables


def _number_tables(export: Export) -> dict[str, list[float]]:
    """Defaults and bounds of parameters and inputs."""
    found = {}
    for kind, rows in (("parameter", export.parameters), ("input", export.inputs)):
        found[f"{kind}_defaults"] = [n.value for n in rows]
        found[f"{kind}_lows"] = [n.parameter.allowed_ends[0] for n in rows]
        found[f"{kind}_highs"] = [n.parameter.allowed_ends[1] for n in rows]
    return found


# --- source -----------------------------------------------------------------------------------------------------------


def source_text(export: Export) -> str:
    """NAME.c"""
    equations, name = export.equations, export.name
    functions = [
        function_text(equations.controlled, f"{name}_rhs", _INPUTS, ["xdot"]),
        function_text(equations.controlled_outputs, f"{name}_outputs", _INPUTS, ["y"]),
        _signals_text(export),
        _start_text(export),
    ]
    body = "\n\n".join(functions)
    tables = [
        *(array(f"const char *const {name}_{kind}", map(quoted, rows), "0") for kind, rows in _name_tables(export).items()),
        *(array(f"const double {name}_{kind}", map(literal, rows), "0.0") for kind, rows in _number_tables(export).items()),
    ]
    top = f"/* Equations of {comment(export.program.model.name)}, written by Elver. What the numbers are: {name}.h */"
    parts = [top, "#include <math.h>\n#include <stddef.h>\n", f'#include "{name}.h"', "", *tables, helpers_of(body), "", body, ""]
    return "\n".join([*parts, template("stepper.c", export)])


def array(declared: str, items: Iterable[str], empty: str) -> str:
    """A table of constants; C has no empty ones."""
    rows = list(items) or [empty]
    lines = [", ".join(rows[k : k + _ROW]) for k in range(0, len(rows), _ROW)]
    return f"{declared}[] = {{\n    " + ",\n    ".join(lines) + "\n};"


def _signals_text(export: Export) -> str:
    """NAME_signals, with its tables; without signals it does nothing."""
    if export.equations.signals is None:
        return f"void {export.name}_signals(double t, double *s)\n{{\n    (void)t;\n    (void)s;\n}}"
    breaks, coefficients = export.program.signal_tables()
    pieces, curves, powers = coefficients.shape
    return "\n".join(
        [
            f"enum {{ PIECES = {pieces}, CURVES = {curves}, POWERS = {powers} }};",
            array("static const double breaks", map(literal, breaks[: pieces + 1]), "0.0"),
            f"static const double period = {literal(export.equations.signals.period or 0.0)};",
            array("static const double coefficients", map(literal, np.ravel(coefficients)), "0.0"),
            "",
            template("signals.c", export),
        ]
    )


def _start_text(export: Export) -> str:
    """What NAME_start calls: the start's formulas, and closed loops where there are any."""
    name, equations = export.name, export.equations
    inputs = (Argument("t", single=True), Argument("p"), Argument("u"), Argument("s"))
    initial = _static(function_text(equations.controlled_initial, f"{name}_initial", inputs, ["x"]), f"{name}_initial")
    close = closing_function(equations)
    if close is None:
        nothing = ["(void)t;", "(void)p;", "(void)u;", "(void)s;", "(void)x;", "return 0;"]
        head = f"static int {name}_closed(double t, const double *p, const double *u, const double *s, double *x)"
        return initial + "\n\n" + head + "\n{\n    " + "\n    ".join(nothing) + "\n}"
    followers = equations.layout.slices["followers"]
    settled = "\n".join(f"    x[{k}] = {literal(export.states[k].value)};" for k in range(followers.start, followers.stop))
    initial = initial.removesuffix("}") + f"    /* the dependent joints begin on the assembly found by Elver */\n{settled}\n}}"
    counts = f"FOLLOWERS = {followers.stop - followers.start}, FIRST_FOLLOWER = {followers.start}"
    return "\n\n".join(
        [
            initial,
            _static(function_text(close, f"{name}_close", _INPUTS, ["following", "error"]), f"{name}_close"),
            f"enum {{ {counts}, CLOSING_STEPS = {CLOSING_STEPS} }};\n#define CLOSED {literal(CLOSED_ENOUGH)} /* m, rad */",
            template("loops.c", export),
        ]
    )


def _static(text: str, name: str) -> str:
    """The function of that name visible in its own file only."""
    return text.replace(f"\nvoid {name}(", f"\nstatic void {name}(") if "\nvoid " in text else f"static {text}"


# --- The C compiler of this computer, where there is one.

WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-pedantic")
_CANDIDATES = ("cc", "gcc", "clang")
_LONGEST = 1800  # s
_MACHINES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64", "i386": "x86", "i686": "x86"}
SYSTEMS = {"linux": ("linux", ".so"), "darwin": ("darwin", ".dylib"), "win32": ("windows", ".dll")}


def find_compiler() -> str | None:
    """The compiler that $CC names, else cc, gcc or clang; None where there is none."""
    wanted = os.environ.get("CC", "").strip()
    names = (wanted,) if wanted else _CANDIDATES
    return next((found for name in names if (found := shutil.which(name))), None)


def require_compiler(what: str) -> str:
    """The compiler, or a message that says what it is needed for."""
    found = find_compiler()
    if found is None:
        wanted = os.environ.get("CC", "").strip()
        looked = f"$CC = '{wanted[:60]}' is not found" if wanted else f"none of {', '.join(_CANDIDATES)} is found"
        raise InputError(f"{what} needs a C compiler, and {looked}. Install one (gcc or clang), or export C source only.")
    return found


def platform_of_units() -> tuple[str, str]:
    """This computer as FMI 3.0 names it, such as x86_64-linux, and the ending of shared libraries."""
    system, ending = SYSTEMS.get(sys.platform, (sys.platform, ".so"))
    machine = platform.machine().lower()
    return f"{_MACHINES.get(machine, machine)}-{system}", ending


def compile_library(compiler: str, folder: Path, sources: Sequence[str], target: str, optimise: str = "-O2") -> Path:
    """A shared library of C sources in a folder; nothing is visible but what is marked so."""
    options = [*WARNINGS, optimise, "-fPIC", "-fvisibility=hidden", "-shared"]
    done = subprocess.run(
        [compiler, *options, "-o", target, *sources, "-lm"], cwd=folder, capture_output=True, text=True, timeout=_LONGEST
    )
    if done.returncode:
        last = " ".join(done.stderr.strip().splitlines()[-3:])[:300]
        raise InputError(
            f"the compiler '{compiler}' failed: {last or 'no message'}. Set CC to another one, or export C source only."
        )
    return folder / target


# --- A model as a folder of C99 files.


def write_c(
    source: Source | Export, folder: str | Path, duration: float | None = None, dt: float | None = None, force: bool = False
) -> list[Path]:
    """Write NAME.h, NAME.c, main.c, Makefile and README.md of a scenario, a model or a program; the files.

    duration, dt [s]: of the default run (default: the scenario's own).   force: replace files of an earlier export.
    Free parameters stay parameters. No compiler is needed to write the files.
    """
    path = asked_folder(folder, force)
    return write_all(path, c_files(describe(source, duration, dt)))


def c_files(export: Export) -> dict[str, str]:
    """All files by name."""
    return {
        f"{export.name}.h": header_text(export),
        f"{export.name}.c": source_text(export),
        "main.c": template("main.c", export),
        "Makefile": template("Makefile", export),
        "README.md": c_readme(export),
    }
