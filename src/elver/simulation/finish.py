"""From integrated states to a run: recorded quantities and labels, readings and inputs, ledger, provenance, metrics, warnings.

``finish_run`` is the recipe.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from numbers import Real
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import is_symbol
from elver._support.statuses import BY_WORD
from elver.contact.record import Contacts, add_contacts
from elver.drive import SignalTable
from elver.dynamics import LoopClosure
from elver.forces.effect import law_on, surroundings_of, trait
from elver.model import Equations, Model, Program
from elver.model.validity import undefined_parts
from elver.results import Run
from elver.results.checks.all_checks import add_warnings
from elver.results.checks.conservation import add_passive_work, drift_error, worse
from elver.results.ledger import close_ledger
from elver.results.record import StepError, plain_values
from elver.results.samples import Data, Samples
from elver.results.storage.layout import CHANNELS, SENSED
from elver.results.summary import metric_attributes
from elver.robot import Robot
from elver.robot.shapes import convex_parts
from elver.simulation.recording import evaluate_outputs
from elver.simulation.trajectory import LOOP_WORDS, Trajectory, end_at_singular_loops, loop_text, name_open_loops

if TYPE_CHECKING:
    import xarray as xr

_NO_ROWS = np.zeros((0, 0))


@dataclass(frozen=True, eq=False)
class Reading:
    """What a sensor gave at every sample of a run: (time, channel)."""

    name: str
    labels: Sequence[str]
    unit: str
    meaning: str
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class ClosedLoop:
    """What a run holds besides its motion: readings; and for resuming, the sensors' memory and the inputs on their way.

    pending: inputs that were given but do not act yet, one row each.   due [s]: when they will.   seed: of the noise.
    sensors: which they are, in words.
    """

    readings: tuple[Reading, ...] = ()
    memory: np.ndarray = field(default_factory=lambda: np.zeros(0))
    pending: np.ndarray = field(default_factory=lambda: _NO_ROWS)
    due: np.ndarray = field(default_factory=lambda: np.zeros(0))
    seed: int | None = None
    sensors: str = ""


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
    further = described_robot(program.model.robot_at(p.tolist())) | _closed_loop_variables(program, p, trajectory, loop)
    samples = _samples_of(
        program.equations, trajectory.times, trajectory.states, outputs, further, _closed_loop_labels(program, loop)
    )
    samples.attrs["period"] = gait_period(program.model, free_values(program, p))
    close_ledger(samples)
    add_passive_work(samples, program, before)
    samples.attrs |= _run_provenance(program, settings, p, trajectory, samples)
    if contacts is not None:
        add_contacts(samples, contacts)
    if loop is not None and loop.seed is not None:
        samples.attrs["seed"] = str(loop.seed)
    error = worse(error, drift_error(samples, program.model.robot))
    if error is not None:
        samples.attrs["discretisation"] = error
    samples.attrs |= metric_attributes(samples, program.model)
    add_warnings(samples, program, p)
    return Run(samples)


def finish_side_by_side(program: Program, p: np.ndarray, trajectories: Sequence[Trajectory]) -> Iterator[Samples]:
    """Samples of machines that ran side by side, without contacts: all that their summaries are made from, in turn."""
    model, robot = program.model, described_robot(program.model.robot_at(p[0].tolist()))
    periods = np.broadcast_to(model.evaluated(getattr(model.gait, "period", 0.0), p), len(p))
    labels = _closed_loop_labels(program, None)
    for own, ended, period in zip(p, trajectories, periods.tolist(), strict=True):
        if model.free_robot is not None:
            robot = described_robot(model.robot_at(own.tolist()))
        trajectory, outputs = end_at_singular_loops(program, ended, evaluate_outputs(program, ended, own), own)
        further = robot | _closed_loop_variables(program, own, trajectory, None)
        samples = _samples_of(program.equations, trajectory.times, trajectory.states, outputs, further, labels)
        samples.attrs["period"] = period
        close_ledger(samples)
        samples.attrs |= {"model": model.name, "wall_time": trajectory.wall_time}
        samples.attrs |= {"status": trajectory.status, "status_detail": explain(program, own, trajectory, samples)}
        yield samples


def _samples_of(
    equations: Equations,
    times: np.ndarray,
    states: np.ndarray,
    outputs: Mapping[str, np.ndarray],
    further: Mapping[str, tuple] | None = None,
    names: Mapping[str, Sequence[str]] | None = None,
) -> Samples:
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
    return Samples(variables, {"time": ("time", times, {"units": "s"}), **labels})


def labelled_dataset(
    equations: Equations, times: np.ndarray, states: np.ndarray, outputs: Mapping[str, np.ndarray], *further: Mapping
) -> xr.Dataset:
    """The data set of ``_samples_of``."""
    return _samples_of(equations, times, states, outputs, *further).dataset


def describe_robot(data: xr.Dataset, robot: Robot) -> None:
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


# --- Inputs and readings of a run, as labelled data, and what a run to be resumed needs of them.


def _input_variables(program: Program, p: np.ndarray, trajectory: Trajectory) -> dict[str, tuple]:
    """The inputs at every sample; nothing where the model has none."""
    inputs = program.model.inputs
    if not inputs:
        return {}
    held = np.tile(p[program.input_places], (len(trajectory.times), 1)) if trajectory.inputs is None else trajectory.inputs
    meaning = "inputs in force from the sample on"
    return {
        "input": (("time", "input_name"), held, {"units": "see input_unit", "long_name": meaning}),
        "input_unit": (("input_name",), [one.unit for one in inputs.values()], {"long_name": "unit of every input"}),
    }


def _closed_loop_variables(program: Program, p: np.ndarray, trajectory: Trajectory, loop: ClosedLoop | None) -> dict[str, tuple]:
    """Inputs and readings at the samples of a run, and what resuming needs."""
    found, samples = _input_variables(program, p, trajectory), len(trajectory.times)
    if loop is None:
        return found
    for one in loop.readings:
        about = {"units": one.unit, "long_name": one.meaning}
        found[SENSED + one.name] = (("time", CHANNELS + one.name), one.values[:samples], about)
    if loop.readings:
        about = {"units": "SI", "long_name": "memory of the sensors at the end, for resuming", "sensors": loop.sensors}
        found["sensor_memory"] = (("sensor_memory_place",), loop.memory, about)
    if len(loop.due):
        about = {"units": "see input_unit", "long_name": "inputs that were given but do not act yet, for resuming"}
        found["pending_input"] = (("pending", "input_name"), loop.pending, about)
        found["pending_time"] = (("pending",), loop.due, {"units": "s", "long_name": "when they act"})
    return found


def _closed_loop_labels(program: Program, loop: ClosedLoop | None) -> dict[str, list[str]]:
    """Labels along the dimensions of inputs and readings."""
    own = {"input_name": list(program.input_names)} if program.input_names else {}
    return own | {CHANNELS + one.name: list(one.labels) for one in (loop.readings if loop is not None else ())}


# --- Where results come from: model, parameters, settings, versions; and how a run ended.

_ALIGNED = 0.98  # cosine between two axes of a ball joint from which on they lie in one line, about 11 degrees
_LIBRARIES = ("elver", "casadi", "llvmlite", "numba", "numpy", "xarray")


@cache
def versions() -> dict[str, str]:
    """Versions of everything that decides the numbers."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def origin(
    kind: str, program: Program, settings: Mapping[str, Any], wall_time: float, values: Mapping[str, float]
) -> dict[str, Any]:
    """Attributes that all results share. kind: ``run`` or ``batch``.   values: of the free parameters, where all share them.

    A data set takes them ``encoded``.
    """
    model = program.model
    return {
        "title": f"Elver {kind} of {model.name}",
        "model": model.name,
        "parameters": plain_values({**model.parameters, **values}),
        "settings": plain_values(settings),
        "versions": dict(versions()),
        "wall_time": wall_time,
        **({} if program.equations.signals is None else {"signals": _described_signals(program.equations.signals)}),
    }


def _parameter_words(model: Model) -> dict[str, tuple[str, ...]]:
    """Unit, meaning and the unit they are shown in (empty: their own) of the parameters of a model, where they are known."""
    known = {name: f.quantity for name, f in model.free.items() if f.quantity is not None}
    free = {name: (q.unit, q.meaning, q.own_unit) for name, q in known.items()}
    return {**free, **model.words}


def _described_signals(table: SignalTable) -> dict[str, Any]:
    """Which samples a run was driven by: names, times [s], and a digest of all numbers."""
    times = {"from": float(table.times[0]), "to": float(table.times[-1]), "period": table.period}
    return {"names": list(table.names), "samples": len(table.times), **times, "digest": table.digest}


def _run_provenance(
    program: Program, settings: Mapping[str, Any], p: np.ndarray, trajectory: Trajectory, data: Data
) -> dict[str, Any]:
    """Attributes that say what was run, how, with what, and how it ended."""
    model, free = program.model, free_values(program, p)
    return {
        **origin("run", program, settings, trajectory.wall_time, free),
        "parameter_words": plain_values(_parameter_words(model)),
        "base": model.robot.base,
        "status": trajectory.status,
        "status_detail": explain(program, p, trajectory, data),
        "seed": "none: the run is deterministic",
        "steps": trajectory.steps,
        "build_time": program.build_time,
        "compile_time": program.compile_time,
        **({"origin": plain_values(model.origin)} if model.origin else {}),
        **({"preparation": plain_values(model.preparation)} if model.preparation else {}),
        **({"regions": regions} if (regions := drawn_regions(model, free)) else {}),
        **({"surroundings": around} if (around := drawn_surroundings(model, free)) else {}),
        **({"edges": edges} if (edges := drawn_edges(model, free)) else {}),
        **({"loops": _assembly(program.equations, own)} if model.robot.loops and (own := program.start(p)[1]) else {}),
    }


def _assembly(equations: Equations, closure: LoopClosure) -> dict[str, Any]:
    """How the loops are assembled at the start: branch, condition, and where the dependent joints are."""
    assert equations.loops is not None
    places = zip(equations.loops.dependent, equations.model.robot.dependent, strict=True)
    start = {name: float(closure.q[k]) for k, name in places}
    return {"branch": closure.branch, "condition": closure.condition, "start": start}


def drawn_regions(model: Model, values: Mapping[str, float]) -> list[dict[str, object]]:
    """Regions along x that the media have, as plain numbers: ``name``, and ``from`` and ``to`` [m] where they end."""
    own = [region for force in model.media.values() for region in trait(force, "regions")()]
    return [{key: plain(model, values, value) for key, value in region.items()} for region in own]


def drawn_surroundings(model: Model, values: Mapping[str, float]) -> dict[str, object]:
    """What the machine is in or on, for pictures: ``water`` with the height of its surface [m] or None, ``ground`` True."""
    found: dict[str, object] = {}
    for force in model.media.values():
        for key, value in surroundings_of(force, lambda v: plain(model, values, v)).items():
            found[key] = plain(model, values, value) if found.get(key) is None else found[key]
    return found | ({"ground": True} if model.scene is not None and model.scene.ground is not None else {})


def drawn_edges(model: Model, values: Mapping[str, float]) -> list[dict[str, object]]:
    """Edges at which bodies leave a wake, for pictures: ``force``, ``body`` and the place ``at`` [m] in the body's frame."""
    return [
        {"force": name, "body": body.name, "at": [plain(model, values, x) for x in place]}
        for name, force in model.media.items()
        for body in model.robot.bodies
        if (law := law_on(force, body.name)) is not None
        for place in trait(law, "edges")(body)
    ]


def plain(model: Model, values: Mapping[str, float], value: Any) -> Any:
    """A place of pictures as a number, at values of the free parameters in order; words and nothing as they are."""
    if not is_symbol(value):
        return float(value) if isinstance(value, Real) and not isinstance(value, bool) else value
    symbols = ca.vertcat(*(f.symbol for f in model.free.values()), ca.SX(0, 1))
    return float(ca.Function("place", [symbols], [value])(list(values.values())))


def free_values(program: Program, p: np.ndarray) -> dict[str, float]:
    """The free parameters of a run by name."""
    return dict(zip(program.equations.parameters, p.tolist(), strict=True))


def gait_period(model: Model, values: Mapping[str, float]) -> float:
    """Period of the gait [s]; 0 where it has none. values: of the free parameters, in order."""
    period = getattr(model.gait, "period", 0.0)
    if not is_symbol(period):
        return float(period)
    symbols = [f.symbol for f in model.free.values()]
    return float(ca.Function("period", symbols, [period])(*values.values()))


def explain(program: Program, p: np.ndarray, trajectory: Trajectory, data: Data) -> str:
    """One sentence on how a run ended; for a failure the time and the fastest body."""
    end, robot = trajectory.times[-1], program.model.robot
    if trajectory.status == "finished":
        return f"reached {end:g} s" + (f"; {trajectory.detail}" if trajectory.detail else "")
    if trajectory.status == "interrupted":
        return f"interrupted at {end:g} s; everything up to there is kept"
    if len(trajectory.times) == 1 and trajectory.status in ("diverged", "step too small") and not trajectory.detail:
        return f"{trajectory.status} at the start: {_cause_at_start(program, p, trajectory)}"
    loops = loop_text(data, trajectory.status) if trajectory.status in LOOP_WORDS else ""
    locked = _lock_text(robot, data) if trajectory.status in ("diverged", "step too small", "too many steps") else ""
    cause = locked or trajectory.detail or loops or BY_WORD[trajectory.status].cause
    fastest = _fastest_body(data) if not cause.startswith("body '") else ""  # one body is enough
    return f"{trajectory.status} after {end:.6g} s{fastest}: {cause}. Every good step is kept."


def _fastest_body(data: Data) -> str:
    """The body that moves or turns fastest at the last sample, with the largest component of its velocity; empty at rest."""
    speed = np.abs(data.body_twist.values[-1])
    if not speed.max() > 0:
        return ""
    body, component = np.unravel_index(int(np.argmax(speed)), speed.shape)
    return f" at body '{data.body.values[body]}' (fastest, {float(speed.max()):.3g} {'m/s' if component < 3 else 'rad/s'})"


def _cause_at_start(program: Program, p: np.ndarray, trajectory: Trajectory) -> str:
    """Why the first step fails: a part of the model that has no number there, a singular machine, a step that is too long."""
    t, x = float(trajectory.times[0]), trajectory.states[0]
    u = program.signal_values(t)
    own = p.copy()
    if trajectory.inputs is not None:
        own[program.input_places] = trajectory.inputs[0]
    if bad := undefined_parts(program.equations, t, x, own, u):
        more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        return (
            f"{bad[0]}{more} is not a finite number there. Look for a division by a speed or a root at rest, and give the law "
            "its limit: casadi.if_else, or sqrt(v^2 + small^2) in place of |v|."
        )
    if np.isfinite(np.asarray(program.rhs(t, x, own, u))).all():
        return (
            "the equations are finite there, but not within the first step: it is too long, or a law has no number on its way. "
            "Use a smaller dt."
        )
    return (
        "all forces and laws are finite there, but the accelerations are not. Look for a singular machine: a joint that moves no "
        "inertia about its axis."
    )


def _lock_text(robot: Robot, data: Data) -> str:
    """Words about a ball joint near its gimbal lock at the end of a run: its first and last axis in one line; empty for none."""
    massless = {body.name for body in robot.bodies if body.virtual}
    for second in robot.moving_joints:
        last = next((joint for joint in robot.moving_joints if joint.parent == second.child), None)
        if (
            last is None
            or not {second.parent, second.child} <= massless
            or any(map(is_symbol, (second.theta, second.alpha, last.alpha)))
        ):
            continue
        angle = float(data.joint_position.values[-1][list(robot.joint_names).index(second.name)])
        tilts = np.sin(second.alpha) * np.sin(last.alpha), np.cos(second.alpha) * np.cos(last.alpha)
        if abs(tilts[1] - tilts[0] * np.cos(angle + second.theta)) >= _ALIGNED:
            return (
                f"gimbal lock: joint '{second.name}' stands at {angle:.3g} rad, where the first and the last axis of its ball "
                "joint lie in one line and nothing with mass resists about the third. Order the axes otherwise (pitch away from "
                "90 degrees), stop the joint before (JointStops), or give the links between the axes a small mass and inertia"
            )
    return ""
