"""The one way from integrated states to a run: recorded quantities, labels, ledger, provenance, contacts, measures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from elver.contact.record import Contacts, add_contacts
from elver.equations import Equations
from elver.native.program import Program
from elver.results.closed_loop import ClosedLoop, closed_loop_labels, closed_loop_variables
from elver.results.figures import add_measures
from elver.results.ledger import close_ledger
from elver.results.plausibility.comparison import StepError
from elver.results.plausibility.drift import drift_error, worse
from elver.results.plausibility.energy import add_passive_work
from elver.results.plausibility.looking import add_warnings
from elver.results.provenance import explain, free_values, gait_period, run_provenance
from elver.results.run import Run
from elver.results.samples.sheet import Sheet
from elver.robot import Robot
from elver.robot.sections import convex_parts
from elver.stepping.loop_status import end_at_singular_loops, name_open_loops
from elver.stepping.recording import evaluate_outputs
from elver.stepping.trajectory import Trajectory


def finish_run(
    program: Program,
    p: np.ndarray,
    trajectory: Trajectory,
    settings: Mapping[str, Any],
    contacts: Contacts | None = None,
    loop: ClosedLoop | None = None,
    error: StepError | None = None,
    before: Run | None = None,
) -> Run:
    """The run that belongs to integrated states, whether it was made alone, or side by side with others.

    settings: how it was integrated, ``dt`` among them.   contacts: what they did, and how they were solved.
    loop: readings of sensors, and what a controller left.   error: how far off it is by its steps, where that is known.
    before: the run that it goes on from.
    """
    if contacts is None:
        trajectory = name_open_loops(program, trajectory, settings["dt"], p)
    trajectory, outputs = end_at_singular_loops(program, trajectory, evaluate_outputs(program, trajectory, p), p)
    further = described_robot(program.model.robot_at(p.tolist())) | closed_loop_variables(program, p, trajectory, loop)
    sheet = sheet_of(program.equations, trajectory.times, trajectory.states, outputs, further, closed_loop_labels(program, loop))
    sheet.attrs["period"] = gait_period(program.model, free_values(program, p))
    close_ledger(sheet)
    add_passive_work(sheet, program, before)
    sheet.attrs |= run_provenance(program, settings, p, trajectory, sheet)
    if contacts is not None:
        add_contacts(sheet, contacts)
    if loop is not None and loop.seed is not None:
        sheet.attrs["seed"] = str(loop.seed)
    error = worse(error, drift_error(sheet, program.model.robot))
    if error is not None:
        sheet.attrs["discretisation"] = json.dumps(asdict(error))
    add_measures(sheet, program.model)
    add_warnings(sheet, program, p)
    return Run(sheet)


def finish_side_by_side(program: Program, p: np.ndarray, trajectories: Sequence[Trajectory]) -> Iterator[Sheet]:
    """Sheets of machines that ran side by side, without contacts: all that their summaries are made from, in turn."""
    model, robot = program.model, described_robot(program.model.robot_at(p[0].tolist()))
    periods = np.broadcast_to(model.evaluated(getattr(model.gait, "period", 0.0), p), len(p))
    labels = closed_loop_labels(program, None)
    for own, ended, period in zip(p, trajectories, periods.tolist(), strict=True):
        if model.free_robot is not None:
            robot = described_robot(model.robot_at(own.tolist()))
        trajectory, outputs = end_at_singular_loops(program, ended, evaluate_outputs(program, ended, own), own)
        further = robot | closed_loop_variables(program, own, trajectory, None)
        sheet = sheet_of(program.equations, trajectory.times, trajectory.states, outputs, further, labels)
        sheet.attrs["period"] = period
        close_ledger(sheet)
        sheet.attrs |= {"model": model.name, "wall_time": trajectory.wall_time}
        sheet.attrs |= {"status": trajectory.status, "status_detail": explain(program, own, trajectory, sheet)}
        yield sheet


def sheet_of(
    equations: Equations,
    times: np.ndarray,
    states: np.ndarray,
    outputs: Mapping[str, np.ndarray],
    further: Mapping[str, tuple] | None = None,
    names: Mapping[str, Sequence[str]] | None = None,
) -> Sheet:
    """The recorded quantities (``recording.evaluate_outputs``) with names, units and meanings.

    further: other variables, and ``names`` along their dimensions.
    """
    coordinates: dict[str, Sequence[str]] = {**equations.recorded.labels, **(names or {})}
    kept = [f for f in equations.recorded.fields if f.name in outputs]
    variables = {f.name: (("time", *f.dims), outputs[f.name], {"units": f.unit, "long_name": f.meaning}) for f in kept}
    for name, dims in (("base", ("time",)), ("body", ("time", "body"))):
        meaning = {"units": "1", "long_name": f"orientation of the {name}, world from {name}, (w, x, y, z)"}
        variables[f"{name}_quaternion"] = ((*dims, "quaternion"), outputs[f"{name}_quaternion"], meaning)
    coordinates["quaternion"] = ("w", "x", "y", "z")
    layout = equations.layout
    if layout.memory:
        coordinates["memory_name"] = tuple(layout.memory)
        meaning = {"units": "1", "long_name": "states of the medium"}
        variables["memory"] = (("time", "memory_name"), states[:, layout.slices["memory"]], meaning)
    coordinates["state_name"] = layout.names
    variables["state"] = (("time", "state_name"), states, {"units": "SI", "long_name": "integrated state, for resuming"})
    variables |= further or {}
    used = {d for dims, *_ in variables.values() for d in dims}
    labels = {d: list(names) for d, names in coordinates.items() if d in used}
    return Sheet(variables, {"time": ("time", times, {"units": "s"}), **labels})


def labelled(equations: Equations, times: np.ndarray, states: np.ndarray, outputs: Mapping[str, np.ndarray], *further: Mapping):
    """The data set of ``sheet_of``."""
    return sheet_of(equations, times, states, outputs, *further).dataset


def describe_robot(data, robot: Robot) -> None:
    """Add what pictures need of the robot to a data set."""
    data.update(described_robot(robot))


def outlines(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Points on the surface of every body [m, body frame] and the numbers of their parts; NaN and -1 beyond the last."""
    parts = [() if b.shape is None else convex_parts(b.shape) for b in robot.bodies]
    clouds = [[part.surface() for part in own] for own in parts]
    most = max(sum(map(len, own)) for own in clouds)
    outline, number = np.full((len(clouds), most, 3), np.nan), np.full((len(clouds), most), -1)
    for k, own in enumerate(clouds):
        if own:
            points = np.vstack(own)
            outline[k, : len(points)] = points
            number[k, : len(points)] = np.repeat(np.arange(len(own)), list(map(len, own)))
    return outline, number


def described_robot(robot: Robot) -> dict[str, tuple]:
    """What pictures and reports need of the robot, so that a saved run stands alone."""
    limits = [np.nan if j.limit is None else j.limit for j in robot.moving_joints]
    outline, part = outlines(robot)
    table = {
        "joint_limit": (("joint",), limits, "N m or N", "limit of the actuator, NaN where unknown"),
        "body_mass": (("body",), [b.mass for b in robot.bodies], "kg", "mass"),
        "body_com": (("body", "axis"), [b.centre_of_mass for b in robot.bodies], "m", "centre of mass of every body, body frame"),
        "body_parent": (("body",), list(robot.parents), "1", "index of the parent body, -1: base"),
        "body_outline": (
            ("body", "point", "axis"),
            outline,
            "m",
            "points on the body's surface, body frame, NaN beyond the last",
        ),
        "body_part": (("body", "point"), part, "1", "number of the convex part that a point is on, -1 beyond the last"),
    }
    if any(b.blade is not None for b in robot.bodies):
        corners = [np.full((4, 3), np.nan) if b.blade is None else b.blade.corners() for b in robot.bodies]
        meaning = "corners of the body's blade, leading edge first, body frame, NaN for none"
        table["body_blade"] = (("body", "corner", "axis"), np.array(corners), "m", meaning)
    words = {name: (("joint",), [getattr(j, name[6:]) for j in robot.moving_joints]) for name in ("joint_group", "joint_type")}
    words["body_group"] = (("body",), ["", *(j.group for j in robot.joints)])
    numbers = {name: (dims, values, {"units": unit, "long_name": text}) for name, (dims, values, unit, text) in table.items()}
    return words | numbers
