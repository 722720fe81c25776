"""One verb: find_orbit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from elver.derivatives.forward import Flow, varied_flow
from elver.errors import require_number
from elver.native.sources import Source
from elver.orbits.closing import follow
from elver.orbits.conditions import drift_of
from elver.orbits.newton import ACCEPTED, MOST_ITERATIONS, Solution, advice, solve
from elver.orbits.orbit import Orbit
from elver.orbits.problem import Setting, set_up, whole_number
from elver.orbits.shooting import Iterate, Shooting
from elver.orbits.symmetry import Mirror

Whole = tuple[Flow, np.ndarray, tuple[str, ...], np.ndarray]


def find_orbit(
    source: Source,
    unknown: Sequence[str] | str | None = None,
    trim: Sequence[str] | str = (),
    conditions: Mapping[str, float] | None = None,
    values: Mapping[str, float] | None = None,
    *,
    period: float | Callable | None = None,
    free_period: bool = False,
    steps: int | None = None,
    segments: int = 1,
    settle: float = 2.0,
    mirror: Mirror | None = None,
    start: np.ndarray | None = None,
    tolerance: float = 1e-11,
    iterations: int = 30,
    tell: Callable[[str], None] | None = None,
) -> Orbit:
    """The periodic orbit of a machine, by shooting with exact derivatives.

    unknown: states to solve for, by name, group (``twist``, ``turn``, ``position``, ``angles``, ``rates``, ``memory``) or pattern
    (``angle of *``); default: every state that must return, found from the symmetries of the equations.
    trim: free parameters to solve for as well; conditions: as many, name -> value (``{"vz": 0}``: no vertical drift).
    source: a scenario, a model or a program.   values: of the free parameters.
    period [s]: the gait's by default; a number, a function of the free parameters
    (a mapping from name to symbol), or with free_period a first guess.
    steps: per period, of RK4, or of Radau IIA where RK4 would not be stable with them.
    segments: of multiple shooting.   settle: periods to simulate first.   start: state to begin with.
    mirror: left-right symmetry, which halves the unknowns.   tolerance: of the scaled residual.   tell: hears every iteration.
    Returns an Orbit whose ``status`` says whether there is one; it does not raise where there is none.
    """
    require_number("tolerance", tolerance, above=0.0)
    iterations = whole_number("iterations", iterations, 1, MOST_ITERATIONS)
    setting = set_up(
        source, unknown, trim, conditions, values, period, free_period, steps, segments, settle, mirror, start
    )  # fmt: skip
    return solve_setting(setting, tolerance, iterations, tell)


def solve_setting(setting: Setting, tolerance: float, iterations: int, tell=None) -> Orbit:
    """Newton from the setting's guess; the orbit with its stability."""
    system = setting.system
    if tell:
        tell(f"{describe(system)}, {system.steps} {system.method} steps of {setting.period / system.steps:.4g} s")
    at = system.guess(setting.state, setting.period, setting.parameters)
    if at is None:
        at = Iterate((setting.state,), setting.period, setting.parameters)
        system = replace(system, segments=1)
    solution = solve(system, at, tolerance, iterations, tell)
    return make_orbit(system, solution)


def describe(system: Shooting) -> str:
    """The unknowns in words."""
    names = system.unknowns
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"{len(names)} unknown{'s' if len(names) > 1 else ''} ({shown})"


def make_orbit(system: Shooting, solution: Solution, whole: Whole | None = None) -> Orbit:
    """The result of an iteration: stability, drift and residual measured over one whole period, ``whole`` where it is known."""
    at, status, detail = solution.at, solution.status, advice(solution)
    run, M, names, error = whole or whole_period(system, at)
    residual = solution.evaluation.size
    if status == "converged":
        residual = max(residual, float(error.max(initial=0.0))) if system.segments == 1 else residual
        if not error.max(initial=0.0) <= ACCEPTED * max(1.0, np.abs(M).sum(axis=1).max(initial=0.0)):
            worst = names[int(np.argmax(error))]
            status = "partial"
            detail = (
                f"the unknown states return but '{worst}' does not (scaled difference {error.max():.2e}). "
                "Add it to unknown, or leave unknown out."
            )
    free = dict(zip(system.program.equations.parameters, at.parameters.tolist(), strict=True))
    return Orbit(
        program=system.program,
        chart=system.chart,
        status=status,
        detail=detail,
        state=at.nodes[0],
        period=at.period,
        steps=system.steps,
        method=system.method,
        start_time=system.waited * at.period,
        parameters=free,
        residual=residual,
        history=solution.history,
        coordinates=names,
        monodromy=M,
        multipliers=multipliers_of(M, system.free_period) if status == "converged" else np.zeros(0, dtype=complex),
        drift=drift_of(system.chart, at.nodes[0], run.end, at.period),
        states=run.states,
        system=system,
        at=at,
    )


def whole_period(system: Shooting, at: Iterate, run: Flow | None = None) -> Whole:
    """One period from the start: run, monodromy matrix, names of its rows, scaled differences of all that should return.

    run: one that begins with the directions of ``system.kept``, where there is one.
    """
    system = replace(system, swap=None)
    chart, kept = system.chart, system.kept
    if run is None:
        xdot = chart.push(at.nodes[0], np.eye(chart.size)[kept])
        held = np.zeros((len(kept), len(at.parameters))), np.zeros(len(kept))
        xdot = follow(system.program, at.parameters, system.time(0, at), at.nodes[0], xdot, *held)
        origin, h = system.waited * system.steps, at.period / system.steps
        run = varied_flow(system.program, at.parameters, at.nodes[0], origin, h, system.steps, xdot, method=system.method)
    names = tuple(chart.names[k] for k in kept)
    if run.status != "finished":
        return run, np.full((len(kept), len(kept)), np.nan), names, np.full(len(kept), np.inf)
    M = system.return_slopes(at.nodes[0], run.end, run.variations[: len(kept)])[:, kept].T
    error = np.abs(system.return_error(at.nodes[0], run.end))[kept] / system.coordinate_scales(run.states, at.period)[kept]
    return run, M, names, error


def multipliers_of(M: np.ndarray, autonomous: bool) -> np.ndarray:
    """Eigenvalues of a monodromy matrix, largest first; without the one of the phase (closest to 1) of an autonomous orbit."""
    values = np.linalg.eigvals(M).astype(complex) if M.size else np.zeros(0, dtype=complex)
    if autonomous and len(values):
        values = np.delete(values, int(np.argmin(np.abs(values - 1.0))))
    return values[np.argsort(-np.abs(values), kind="stable")]
