"""The result of a batch: figures per machine and the recorded trajectories, labelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elver.native.program import Program
from elver.packages import needed
from elver.results.plausibility.kept import HOVERING
from elver.results.provenance import origin
from elver.results.summary import BY_NAME, STANDARD_GRAVITY
from elver.spatial import rotation_quaternion
from elver.stepping.batch.cpu import Outcome
from elver.stepping.batch.figures import closure
from elver.stepping.batch.sampling import Sampling
from elver.stepping.plan import Plan, sample_times

WORDS = {  # of a batch alone; the other figures are those of a summary
    "status": ("", "how the machine ended"),
    "status_detail": ("", "the same in a few words"),
    "end_time": ("s", "time of the last good state"),
    "final_state": ("SI", "last good state"),
    "path_length": ("m", "length of the base's path through the samples"),
    "peak_torque": ("N m or N", "largest magnitude at the samples"),
}
FIGURES = frozenset((
    *WORDS, "final_position", "final_com", "mean_speed", "ledger", "cost_of_transport", "ledger_closure",
))  # fmt: skip
ALWAYS = ("status", "status_detail", "end_time", "final_state")  # also of a machine that was not run


def finish_batch(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    p: np.ndarray,
    outcome: Outcome,
    settings: Mapping[str, Any],
    own: Sequence[Program] | None = None,
):
    """The data set along ``machine``: figures, the recorded trajectories, provenance.

    own: the program of every machine, where they have signals of their own.
    """
    xr = needed("xarray", "the data set of a batch")

    equations = program.equations
    labels = {"axis": ("x", "y", "z"), "quaternion": ("w", "x", "y", "z"), **equations.recorded.labels}
    labels["state_name"] = equations.layout.names
    run = outcome.samples > 0
    variables = {}
    for name, (dims, values) in machine_figures(program, sampling, p, outcome).items():
        unit, meaning = WORDS.get(name) or (BY_NAME[name].unit, BY_NAME[name].meaning)
        known = values if name in ALWAYS else blank(values, run)
        variables[name] = (("machine", *dims), known, {"units": unit, "long_name": meaning})
    variables |= trajectories(sampling, outcome)
    used = {d for dims, *_ in variables.values() for d in dims}
    coordinates: dict[str, Any] = {d: list(names) for d, names in labels.items() if d in used}
    coordinates["machine"] = np.arange(len(p))
    if sampling.recorded:
        coordinates["time"] = ("time", sample_times(plan), {"units": "s"})
    for column, name in enumerate(equations.parameters):
        coordinates[name] = ("machine", p[:, column])
    if own is not None:
        digests = [one.equations.signals.digest for one in own if one.equations.signals is not None]
        coordinates["signals"] = ("machine", digests, {"long_name": "digest of the machine's table of signals"})
    return xr.Dataset(variables, coordinates, origin("batch", program, settings, outcome.wall_time, {}))


def machine_figures(
    program: Program, sampling: Sampling, p: np.ndarray, outcome: Outcome
) -> dict[str, tuple[tuple[str, ...], np.ndarray]]:
    """Figures by name: dimensions beyond the machine, and one row per machine."""
    f = outcome.figures
    distance = np.linalg.norm(f.place - f.first, axis=0)
    works = f.works - f.begun
    mass = program.model.evaluated(program.model.robot.mass, p)
    motor = works[list(program.equations.recorded.labels["flow"]).index("motor")]
    with np.errstate(divide="ignore", invalid="ignore"):
        speed = np.where(outcome.end > 0, distance / outcome.end, 0.0)
        went = distance > np.maximum(1e-9, HOVERING * f.path[0])
        cost = np.where(went, motor / (mass * STANDARD_GRAVITY * distance), np.nan)
    return {
        "status": ((), outcome.status.astype(str)),
        "status_detail": ((), outcome.detail.astype(str)),
        "end_time": ((), outcome.end),
        "final_state": (("state_name",), outcome.states),
        "final_position": (("axis",), f.place.T),
        "final_com": (("axis",), f.com.T),
        "mean_speed": ((), speed),
        "path_length": ((), f.path[0]),
        "peak_torque": (("joint",), f.torques.T),
        "ledger": (("flow",), works.T),
        "cost_of_transport": ((), cost),
        "ledger_closure": ((), closure(f, sampling.signs, outcome.samples)),
    }


def blank(values: np.ndarray, run: np.ndarray) -> np.ndarray:
    """The values, NaN for machines that were not run."""
    return np.where(run.reshape(-1, *[1] * (values.ndim - 1)), values, np.nan)


def trajectories(sampling: Sampling, outcome: Outcome) -> dict[str, tuple]:
    """The recorded quantities (machine, time, ..), NaN after a machine's last good sample; rotations as quaternions."""
    variables, first = {}, outcome.kept.shape[2] and sampling.recorded[0].rows.start
    for r in sampling.recorded:
        rows = outcome.kept[:, :, r.rows.start - first : r.rows.stop - first]
        values, dims = rows.reshape(*rows.shape[:2], *r.shape), r.dims
        if r.name.endswith("_quaternion"):
            values, dims = rotation_quaternion(values), (*dims[:-2], "quaternion")
        variables[r.name] = (("machine", "time", *dims), values, {"units": r.unit, "long_name": r.meaning})
    return variables
