"""What stands beside exported files for people: what they are, and every name with its unit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from elver._support.errors import InputError, is_symbol
from elver._support.files import asked_for, folder_asked_for, is_leftover, shown, write_whole
from elver.export.description import Export, Named


def table(title: str, rows: Iterable[Named], values: bool, bounds: bool = False) -> list[str]:
    """A section with one line for each number. bounds: with a column that says what is allowed."""
    lines = [
        f"| {k} | {n.identifier} | {n.unit} | {cell(n.meaning)} |"
        + (f" {n.value:.17g} |" if values else "")
        + (f" {n.allowed or 'any'} |" if bounds else "")
        for k, n in enumerate(rows)
    ]
    if not lines:
        return []
    head = [
        "| place | name | unit | meaning |" + (" value |" if values else "") + (" allowed |" if bounds else ""),
        "|---|---|---|---|" + ("---|" if values else "") + ("---|" if bounds else ""),
    ]
    return [f"## {title}", "", *head, *lines, ""]


def cell(text: str) -> str:
    """A text within a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def names(export: Export) -> str:
    """All names in the order of the vectors."""
    parts = [
        *table("States x", export.states, True),
        *table("Parameters p", export.parameters, True, bounds=True),
        *table("Inputs u", export.inputs, True, bounds=True),
        *table("Signals s", export.signals, False),
        *_fields(export),
        *_fixed(export.program.model.parameters, [p.name for p in (*export.parameters, *export.inputs)]),
    ]
    return "\n".join(parts)


def _fields(export: Export) -> list[str]:
    """The outputs: quantity by quantity, with the place of its first number."""
    layout = export.equations.recorded
    lines = []
    for f in layout.fields:
        place, shape = layout.slices[f.name], " x ".join(map(str, layout.shape(f))) or "1"
        lines.append(f"| {place.start} | {f.name} | {' x '.join(f.dims) or '-'} | {shape} | {f.unit} | {cell(f.meaning)} |")
    head = ["| first place | name | along | numbers | unit | meaning |", "|---|---|---|---|---|---|"]
    along = [f"- {d}: {', '.join(layout.labels[d])}" for d in dict.fromkeys(d for f in layout.fields for d in f.dims)]
    return ["## Outputs y", "", "Row by row within each quantity.", "", *head, *lines, "", *along, ""]


def _fixed(values: Mapping[str, object], free: list[str]) -> list[str]:
    """Parameters of the scenario that are numbers of the code."""
    lines = [f"- {name} = {value}" for name, value in values.items() if name not in free and not is_symbol(value)]
    return ["## Compiled in", "", *lines, ""] if lines else []


def c_readme(export: Export) -> str:
    """README.md of the C files."""
    name, plan = export.name, export.plan
    notes = [f"Note: {text}." for text in export.notes]
    return "\n".join(
        [
            f"# {export.program.model.name} in C99",
            "",
            "Written by Elver: x' = f(t, x, p, u, s) and outputs y of the model, without dependencies beyond libm.",
            f"`{name}.h` names every state, parameter, input, signal and output by its place; all numbers are SI.",
            "",
            "    make                      # needs a C compiler",
            f"    ./{name} > run.csv         # the default run: {plan.duration:g} s by RK4 steps of {plan.dt:.6g} s",
            f"    ./{name} 1 outputs         # one second, with all outputs",
            *(f"    ./{name} {p.name}={p.value:g}" for p in (*export.parameters, *export.inputs)[:1]),
            f"    ./{name} --help            # what it takes: times, parameters, inputs, with units and what is allowed",
            "",
            f"In a program of your own: `{name}_start` gives the state at the start, `{name}_step` one RK4 step,",
            f"`{name}_rhs` and `{name}_outputs` the equations for another integrator. After each step of your own call",
            f"`{name}_scale`, which keeps the quaternion of the base at unit length. Inputs u are held during a step; NULL",
            "stands for their defaults, and for the recorded signals s; signals of your own are held too.",
            "",
            "The program refuses parameters and inputs beyond what is allowed (exit code 2). The functions do not look: in a",
            f"program of your own compare with `{name}_parameter_lows`, `{name}_parameter_highs`, `{name}_input_lows` and",
            f"`{name}_input_highs`.",
            "",
            *notes,
            names(export),
        ]
    )


def casadi_readme(export: Export, file: str) -> str:
    """What is in a file of CasADi functions."""
    signals = ["`signals(t) -> s`: the recorded signals"] if export.signals else []
    return "\n".join(
        [
            f"# {export.program.model.name} as CasADi functions",
            "",
            f"`{file}` holds, in this order: `rhs(t, x, p, u, s) -> xdot`, `outputs(t, x, p, u, s) -> y`,"
            + " `initial(t, p, u, s) -> x0`"
            + (", `signals(t) -> s`" if signals else "")
            + ". All numbers are SI.",
            "",
            "    import casadi",
            f'    rhs = casadi.Function.load("{file}")',
            f'    file = casadi.FileDeserializer("{file}")',
            f"    rhs, outputs, initial{', signals' if signals else ''} = (file.unpack() for _ in range({4 if signals else 3}))",
            "",
            f"CasADi {_casadi_version()} wrote it; the same version or a later one reads it.",
            "",
            names(export),
        ]
    )


def _casadi_version() -> str:
    import casadi

    return casadi.__version__


# --- Where exported files go: looked at before anything is computed, nothing overwritten unasked, whole files only.


def asked_folder(folder: str | Path, force: bool) -> Path:
    """A folder that files can be written to: one that can be made, or an empty one; any with ``force``. Nothing is made yet."""
    path = _given(folder, "folder")
    with asked_for(path):
        if path.exists() and not path.is_dir():
            raise InputError(f"'{shown(path)}' is a file. Give a folder.")
        there = next(p for p in (path, *path.absolute().parents) if p.exists())
        _require_writable(there)
        taken = path.is_dir() and any(not is_leftover(entry.name) for entry in path.iterdir())
    if taken and not force:
        raise InputError(f"'{shown(path)}' is not empty and nothing is overwritten. Choose another folder, or add --force.")
    return path


def _require_writable(folder: Path) -> None:
    """Refuse a folder that is none, or that new files cannot be made in."""
    if not folder.is_dir():
        raise InputError(f"'{shown(folder)}' is a file. Give a folder.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"cannot write to the folder '{shown(folder)}'. Choose one you can write to.")


def asked_file(file: str | Path, ending: str, force: bool) -> Path:
    """A file that can be written: its folder exists, and it does not, unless ``force``."""
    path = _given(file, "file")
    if path.suffix != ending:
        raise InputError(f"'{shown(path)}' must end in {ending}.")
    with asked_for(path):
        if path.is_dir():
            raise InputError(f"'{shown(path)}' is a folder. Give the name of a file.")
        if path.exists() and not force:
            raise InputError(f"'{shown(path)}' exists and nothing is overwritten. Choose another name, or add --force.")
        if not path.parent.is_dir():
            raise InputError(f"the folder '{shown(path.parent)}' does not exist. Create it first.")
        _require_writable(path.parent)
    return path


def _given(place: str | Path, kind: str) -> Path:
    """A place as a path."""
    if not str(place).strip() or "\0" in str(place):
        raise InputError(f"'{shown(place)!r}' is no name of a {kind}. Give one.")
    return Path(place)


def write_all(folder: Path, contents: Mapping[str, str | bytes]) -> list[Path]:
    """Files of a folder, which is made where it is not there; each whole or not at all."""
    folder = folder_asked_for(folder)
    return [write_whole(folder / name, content) for name, content in contents.items()]
