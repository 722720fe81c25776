"""A model as CasADi functions on disk, for optimal control and estimation without Elver."""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import numpy as np

from elver._support.choices import STEP
from elver._support.errors import InputError
from elver._support.files import whole_file, write_whole
from elver.drive import SignalTable
from elver.export.description import Export, closing_function, describe
from elver.export.readme import asked_file, casadi_readme
from elver.model import Model, Program
from elver.model.program import Source
from elver.symbolic.harmonics import has_sum
from elver.symbolic.lookup import has_lookup

_ENDING = ".casadi"
_NEWTON_STEPS = 8  # of a start with other parameters: from tenths of a radian to rounding


def write_casadi(source: Source | Export, file: str | Path, duration: float | None = None, force: bool = False) -> list[Path]:
    """Write rhs, outputs and initial (and signals, where there are any) into FILE.casadi, their names into FILE.md; the files.

    The functions have the inputs apart: rhs(t, x, p, u, s) with the inputs u and the sampled signals s.

    ``casadi.Function.load(FILE)`` gives the right-hand side, ``casadi.FileDeserializer`` all of them.
    duration [s]: of the run that a model is prepared for (default: the scenario's own).   force: replace an earlier file.
    """
    path = asked_file(file, _ENDING, force)
    if duration is None and isinstance(source, (Model, Program)):
        duration = STEP  # nothing of a run is written
    export = describe(source, duration)
    functions = _functions(export)
    if any(has_lookup(function) or has_sum(function) for function in functions):
        raise InputError(
            "a flow on a grid, or a sea of many waves, reads tables, which files of CasADi cannot hold. Export C or an FMU."
        )
    with whole_file(path) as part:
        writer = ca.FileSerializer(str(part))
        for function in functions:
            writer.pack(function)
        del writer  # closes the file
    return [path, write_whole(path.with_suffix(".md"), casadi_readme(export, path.name))]


def _functions(export: Export) -> list[ca.Function]:
    """What is written, in order."""
    equations = export.equations
    found = [equations.controlled, equations.controlled_outputs, _closed_initial(export)]
    return found if equations.signals is None else [*found, _signal_function(equations.signals)]


def _closed_initial(export: Export) -> ca.Function:
    """initial(t, p, u, s) -> x0 with loops closed: by Newton's method from where they are closed for the default parameters."""
    equations, close = export.equations, closing_function(export.equations)
    if close is None:
        return equations.controlled_initial
    initial, names = equations.controlled_initial, ["t", "p", "u", "s"]
    t, p, u, s = (ca.SX.sym(name, initial.nnz_in(name)) for name in names)
    x, followers = initial(t, p, u, s), equations.layout.slices["followers"]
    x[followers] = ca.DM([n.value for n in export.states[followers]])
    for _ in range(_NEWTON_STEPS):
        x[followers] = close(t, x, p, u, s)[0]
    return ca.Function("initial", [t, p, u, s], [ca.densify(x)], names, ["x0"])


def _signal_function(table: SignalTable) -> ca.Function:
    """signals(t) -> s: values, first and second derivatives, by B-splines."""
    spline, t, parts = table.spline(), ca.MX.sym("t"), []
    begin, period = float(table.times[0]), table.period
    at = t if period is None else t - period * ca.floor((t - begin) / period)
    for order in range(3):
        own = spline.derivative(order) if order else spline
        kept = np.asarray(own.c)[: len(own.t) - own.k - 1]
        curve = ca.Function.bspline(f"derivative{order}", [own.t.tolist()], kept.ravel().tolist(), [own.k], len(table.names), {})
        parts.append(curve(at))
    return ca.Function("signals", [t], [ca.vertcat(*parts)], ["t"], ["s"])
