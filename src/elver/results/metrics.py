"""Metrics of a run: what its summary holds, each declared once.

    Metric("glide", "m", "distance covered after the last stroke", glide, shown="glide: {.3g m}")

Summaries, tables on a terminal and in notebooks, sweeps, searches, help and documentation all read these declarations. A new
metric is a function of a run's data and a row here, in ``GENERAL`` (of every run), ``CONTACT`` or ``LOOPS``, or among the
``metrics`` of one machine's model; its test stands in tests/results. ``python docs/make_tables.py`` writes it into the table of
docs/results.md. Those whose row says how (``batch``) are known of every machine of a batch without any sample, from running sums;
tests/simulation/test_batch.py compares both.

Some have an ``expression`` as well, which gradients are taken of: the same number as a CasADi expression of the first and last
moment of a run (``elver.simulation.derivatives.objectives``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, attempted, is_symbol
from elver._support.resources import is_installed, needed
from elver.model import Model
from elver.model.layout import MetricLike
from elver.results.checks.trust import HOVERING, doubts_of, step_details, step_error_of, warnings_of
from elver.results.samples import Data, Samples, ends, later, parts, picked
from elver.symbolic.spatial import rotate

if TYPE_CHECKING:
    import xarray as xr

STANDARD_GRAVITY = 9.81  # m/s^2, in the cost of transport
_SIDEWAYS = 0.3  # cosine of the angle to the vertical plane beyond which an axis points sideways


@dataclass(frozen=True)
class Metric:
    """A number of a run's summary.

    Parameters
    ----------
    name, unit, meaning : str
        Its key there, its unit, and what it is.
    of : callable
        of(data) -> a number, a list or a mapping, or None.
    shown : str
        Its part of a line of the run's table, ``"LINE: text {FORMAT UNIT}"``; parts of the same line follow one another.
    absent : str
        Why it may have no number.
    expression : callable, optional
        The same as a CasADi expression of a run's first and last moment, for gradients.
    modulo : float
        The expression is the same up to whole multiples of this.
    batch : callable, optional
        The same of all machines of a batch from their ``RunningSums``, one row each, along the dimensions ``dims``.
    plain : bool
        It reads nothing but arrays by name (``data.work.values``), sizes and attributes, and can do without labels.
    most, remedy : float and str
        Beyond this a run warns that it is not to be believed; what to do then.
    """

    name: str
    unit: str
    meaning: str
    of: Callable[[Any], Any]
    shown: str = ""
    absent: str = ""
    expression: Callable[[Any], Any] | None = None
    modulo: float = 0.0
    batch: Callable[[RunningSums], np.ndarray] | None = None
    dims: tuple[str, ...] = ()
    plain: bool = False
    most: float | None = None
    remedy: str = ""

    @property
    def described(self) -> dict[str, str]:
        """Unit and meaning as plain words, and how it is shown where that is said."""
        words = {"unit": self.unit, "meaning": self.meaning, "shown": self.shown, "absent": self.absent}
        return {key: word for key, word in words.items() if word or key in ("unit", "meaning")}


@dataclass(frozen=True, eq=False)
class RunningSums:
    """What a batch keeps of its machines instead of samples: arrays whose last axis is the machine.

    seconds: simulated [s].   mass [kg].   first, last: the base's origin at the start and the end, world [m].   com: centre of
    mass at the end, world [m].   path_length: of the base through the samples [m].   works: by flow, over the run [J].
    torques: by joint, largest magnitude at the samples [N m or N].   closure: of the ledger [1].
    """

    seconds: np.ndarray
    mass: np.ndarray
    first: np.ndarray
    last: np.ndarray
    com: np.ndarray
    path_length: np.ndarray
    works: Mapping[str, np.ndarray]
    torques: np.ndarray
    closure: np.ndarray

    @property
    def distance(self) -> np.ndarray:
        """Net displacement of every base [m]."""
        return np.linalg.norm(self.last - self.first, axis=0)

    def cost_of_transport(self, flow: str) -> np.ndarray:
        """The cost with the work of a flow; NaN for machines that went nowhere, or hovered."""
        with np.errstate(divide="ignore", invalid="ignore"):
            cost = work_per_weight(self.works[flow], self.mass, self.distance)
        return np.where(travels(self.distance, self.path_length), cost, np.nan)


def evaluated(metrics: Iterable[MetricLike], data: Data, failed: dict[str, str]) -> dict[str, Any]:
    """Metrics by name, as plain numbers. data: a data set, or samples, whose data set is made for those that need labels.

    failed: takes the reasons of those that could not be computed, which are None.
    """

    whole: list[Any] = [] if isinstance(data, Samples) else [data]

    def suited(m: MetricLike) -> Data:
        if isinstance(data, Samples) and getattr(m, "plain", False):
            return data
        if not whole:
            whole.append(data.dataset)
        return whole[0]

    found = {}
    for m in metrics:
        what = f"metric '{m.name}'"
        found[m.name], reason = attempted(what, lambda m=m: plain(m.name, m.of(suited(m))))
        if reason:
            failed[what] = reason
    return found


def require_labels(name: str, metrics: Iterable[MetricLike]) -> None:
    """Refuse, before anything is computed, metrics that read labels where the package that makes them is missing."""
    reading = [m.name for m in metrics if not getattr(m, "plain", False)]
    if reading and not is_installed("xarray"):
        needed("xarray", f"the metric '{reading[0]}' of '{name}'")


def plain(name: str, value: Any) -> Any:
    """A metric as Python's own numbers."""
    if isinstance(value, Mapping):
        return {str(k): plain(name, v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value):
        return [plain(name, v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise InputError(f"metric '{name}' is a {type(value).__name__}. Return a number, a list or a mapping of numbers, or None.")


# --- Formulas that hold for a number, for the numbers of many machines, and for expressions.


def per_second(amount: Any, seconds: Any) -> Any:
    """An amount over the time it took; 0 where none passed."""
    if is_symbol(amount) or is_symbol(seconds):
        return amount / seconds
    return np.divide(amount, seconds, out=np.zeros(np.shape(amount)), where=np.asarray(seconds) > 0)


def work_per_weight(work: Any, mass: Any, distance: Any) -> Any:
    """Work over weight and distance [1]: the cost of transport."""
    return work / (mass * STANDARD_GRAVITY * distance)


def travels(distance: Any, path_length: Any) -> Any:
    """Whether a machine went anywhere: by more than ``HOVERING`` of its path, and more than rounding."""
    return distance > np.maximum(1e-9, HOVERING * path_length)


# --- Expressions of a run's first and last moment (a Course).


def distance(course: Any) -> ca.SX:
    """Straight distance of the base's origin between start and end [m]."""
    if not course.equations.layout.freedoms:
        raise InputError(
            f"the base of '{course.equations.model.name}' is fixed: it goes no distance. Give an objective of your own."
        )
    return ca.norm_2(ca.vertcat(*(course.end.state(f"base {a}") - course.start.state(f"base {a}") for a in "xyz")))


def mean_speed(course: Any) -> ca.SX:
    """Distance over duration [m/s]."""
    return per_second(distance(course), course.duration)


def cost_of_transport(course: Any) -> ca.SX:
    """Work of the motors over weight and distance [1]."""
    work = course.end.state("work motor") - course.start.state("work motor")
    return work_per_weight(work, course.own(course.equations.model.robot.mass), distance(course))


def _final_heading_expression(course: Any) -> ca.SX:
    """Mean angle of the bodies' x axes about the world's z at the end [rad], up to full turns."""
    bodies = course.equations.model.robot.bodies
    axes = [course.end["body_rotation", body.name] for body in bodies if not body.virtual]
    angles = [ca.atan2(axis[3], axis[0]) for axis in axes]  # row by row: entries xx and yx
    aside = [ca.atan2(ca.sin(a - angles[0]), ca.cos(a - angles[0])) for a in angles[1:]]
    return angles[0] + sum(aside) / len(angles)


# --- What the summary of every run holds; and what is added for runs with contacts or loops.


def duration(data: Data) -> float:
    """Simulated time [s]."""
    times = data.time.values
    return float(times[-1] - times[0])


def _displacement(data: Data) -> float:
    """Net displacement of the base [m]."""
    first, last = ends(data, "base_position")
    return float(np.linalg.norm(last - first))


def _mean_speed(data: Data) -> float:
    return float(per_second(_displacement(data), duration(data)))


def _final_speed(data: Data) -> float | None:
    """Net displacement over the last gait period, divided by the period [m/s]; None where there is no period to take."""
    times, period = data.time.values, float(data.attrs["period"])
    if not (0 < period < times[-1] - times[0] + 1e-9):
        return None
    last = later(data, int(np.searchsorted(times, times[-1] - period)) - 1)
    times, position = last.time.values, last.base_position.values
    before = np.array([np.interp(times[-1] - period, times, position[:, k]) for k in range(3)])
    return float(np.linalg.norm(position[-1] - before)) / period


def _path_length(data: Data) -> float:
    return sum(float(np.linalg.norm(np.diff(part.base_position.values, axis=0), axis=1).sum()) for part in parts(data))


def mass(data: Data) -> float:
    return float(data.body_mass.values.sum())


def _works(data: Data) -> dict[str, float]:
    """Work of every flow over the run [J]."""
    first, last = ends(data, "work")
    return {str(f): float(w) for f, w in zip(data.flow.values, last - first, strict=True)}


def _cost_of(flow: str) -> Callable[[Any], float | None]:
    """The cost of transport with the work of a flow; None for a machine that went nowhere, or hovered."""

    def cost(data: Data) -> float | None:
        distance = _displacement(data)
        return work_per_weight(_works(data)[flow], mass(data), distance) if travels(distance, _path_length(data)) else None

    return cost


def _peaks(data: Data) -> dict[str, float]:
    """Largest magnitude of each joint's torque [N m]."""
    if not data.sizes.get("joint"):
        return {}
    largest = np.max([np.abs(part.joint_torque.values).max(axis=0) for part in parts(data)], axis=0)
    return {str(j): float(v) for j, v in zip(data.joint.values, largest, strict=True)}


def _group_peaks(data: Data) -> dict[str, float]:
    """Largest torque within each group of joints [N m]."""
    found = _peaks(data)
    groups = data.joint_group.values if found else []
    return {str(g): max(v for v, h in zip(found.values(), groups, strict=True) if h == g) for g in dict.fromkeys(groups)}


def pitch_angle(quaternions: np.ndarray) -> np.ndarray:
    """Turn of the base's x axis in the world's vertical x-z plane since the first sample [rad], full turns counted; (time,).

    While the axis points sideways, out of that plane, its direction in the plane means nothing and no turn is counted.
    """
    w, x, y, z = quaternions.T
    forward, up = 1 - 2 * (y * y + z * z), 2 * (x * z - w * y)
    steps = np.diff(np.arctan2(up, forward))
    steps = (steps + np.pi) % (2 * np.pi) - np.pi
    seen = np.hypot(forward, up) > _SIDEWAYS
    return np.concatenate([[0.0], np.cumsum(np.where(seen[1:] & seen[:-1], steps, 0.0))])


def pitch_turned(data: Data) -> float:
    """Degrees through which the base's x axis turned in the vertical x-z plane over the run."""
    return float(abs(np.degrees(sum(pitch_angle(part.base_quaternion.values)[-1] for part in parts(data)))))


def mean_contact_force(data: Data) -> dict[str, float]:
    """Mean sum of the contacts' forces on all links [N]: their impulses, which no sample misses, over the time of the run."""
    total = sum(part.contact_impulse.values[1:].sum(axis=(0, 1)) for part in parts(data))
    return {axis: float(per_second(value, duration(data))) for axis, value in zip("xy", total, strict=True)}


_STANDING = "the machine stayed where it was, or hovered: it went 2 % of its path or less"
# Of runs of any length, looked at part by part: what is over time goes by ``parts``, ``ends`` and ``later`` (samples.py).
GENERAL = (
    Metric("scenario", "", "name of the scenario or the model", lambda d: d.attrs["model"]),
    Metric("status", "", "how the run ended: `finished`, `interrupted`, or why it broke off", lambda d: d.attrs["status"]),
    Metric("status_detail", "", "how the run ended, in one sentence", lambda d: d.attrs["status_detail"]),
    Metric("duration", "s", "time that was simulated", duration),
    Metric("wall_time", "s", "time it took", lambda d: float(d.attrs["wall_time"])),
    Metric("realtime_factor", "1", "simulated time over the time it took", lambda d: duration(d) / float(d.attrs["wall_time"])),
    Metric(
        "final_position",
        "m",
        "origin of the base at the end, world",
        lambda d: ends(d, "base_position")[1].tolist(),
        batch=lambda s: s.last.T,
        dims=("axis",),
    ),
    Metric(
        "final_com",
        "m",
        "centre of mass at the end, world",
        lambda d: ends(d, "com_position")[1].tolist(),
        batch=lambda s: s.com.T,
        dims=("axis",),
    ),
    Metric(
        "mean_speed",
        "m/s",
        "net displacement of the base over the duration",
        _mean_speed,
        shown="mean speed: {.4g m/s}",
        expression=mean_speed,
        batch=lambda s: per_second(s.distance, s.seconds),
    ),
    Metric(
        "final_speed",
        "m/s",
        "net displacement over the last gait period, divided by the period; null without one",
        _final_speed,
        shown="final speed: {.4g m/s} (net, last gait period)",
    ),
    Metric(
        "path_length",
        "m",
        "length of the base's path",
        _path_length,
        shown="path length: {.4g m}",
        batch=lambda s: s.path_length,
    ),
    Metric(
        "peak_torque",
        "N m",
        "largest magnitude by joint; N for joints that slide",
        _peaks,
        batch=lambda s: s.torques.T,
        dims=("joint",),
    ),
    Metric("peak_torque_by_group", "N m", "largest magnitude by group of joints; N for joints that slide", _group_peaks),
    Metric("work", "J", "work of the motors, net", lambda d: _works(d)["motor"], shown="motor work: {.4g J} net"),
    Metric(
        "work_positive",
        "J",
        "positive part of the motors' work, joint by joint (no recuperation)",
        lambda d: _works(d)["motor_positive"],
        shown="motor work: {.4g J} positive",
    ),
    Metric(
        "cost_of_transport",
        "1",
        "work / (mass 9.81 m/s^2 net displacement); null for a machine that stayed or hovered",
        _cost_of("motor"),
        shown="cost of transport: {.4g} net",
        absent=_STANDING,
        expression=cost_of_transport,
        batch=lambda s: s.cost_of_transport("motor"),
    ),
    Metric(
        "cost_of_transport_positive",
        "1",
        "positive work / (mass 9.81 m/s^2 net displacement); null for a machine that stayed or hovered",
        _cost_of("motor_positive"),
        shown="cost of transport: {.4g} positive",
        absent=_STANDING,
    ),
    Metric(
        "ledger_closure",
        "1",
        "largest error of the energy ledger over the energy turned over",
        lambda d: float(d.attrs["ledger_closure"]),
        batch=lambda s: s.closure,
    ),
    Metric(
        "trusted",
        "",
        "true where the run did not break off, its ledger closes to 1e-3, `discretisation_error` is 0.02 at most (or not known, "
        "where nothing can touch), no finer run broke off, no law brings energy in from nothing, and no model is far outside its "
        "range (docs/warnings.md)",
        lambda d: not doubts_of(d),
    ),
    Metric("doubts", "", "why the run is not trusted, a few words each; empty where it is", doubts_of),
    Metric(
        "discretisation_error",
        "1",
        "how far off the run is by its steps, over the range of such states; from the run again with half the step, or stretches "
        "of it where it is long; with contacts from one that locates every event; null where it was not looked for",
        step_error_of,
    ),
    Metric(
        "discretisation",
        "",
        "how that was found: `kind` of the state and `by`; with --check-step also `order`, and `measures`: relative change of "
        "metrics",
        step_details,
    ),
    Metric("warnings", "", "what looks wrong, each with number, threshold, place and remedy (docs/warnings.md)", warnings_of),
    Metric(
        "ledger",
        "J",
        "work of every flow over the run",
        _works,
        batch=lambda s: np.array(list(s.works.values())).T,
        dims=("flow",),
    ),
    Metric(
        "pitch_turned",
        "deg",
        "turn of the base's x axis in the vertical x-z plane, full turns counted; none while it points sideways",
        pitch_turned,
        shown="pitch turned: {.1f deg}",
    ),
    Metric("mass", "kg", "mass of all bodies", mass),
)
CONTACT = (
    Metric("worst_residual", "1", "largest residual of a contact problem", lambda d: float(d.contact_residual.values.max())),
    Metric("worst_penetration", "m", "deepest overlap of two bodies", lambda d: float(d.penetration.values.max())),
    Metric(
        "mean_contact_force",
        "N",
        "mean of the sum of all contacts' forces on the machine along x and y of the world, from their impulses; ground excepted",
        mean_contact_force,
    ),
    Metric("most_sweeps", "1", "most iterations of the contact solver in a step", lambda d: int(d.sweeps.values.max())),
)
LOOPS = (
    Metric(
        "worst_loop_closure", "m or rad", "largest closure error of a cut joint", lambda d: float(d.loop_closure.values.max())
    ),
    Metric(
        "worst_loop_condition",
        "1",
        "largest condition of the dependent joints' closure, which grows towards a singular position",
        lambda d: float(d.loop_condition.values.max()),
    ),
)
BY_NAME = {m.name: m for m in (*GENERAL, *CONTACT, *LOOPS)}


def metrics_of(model: Model) -> tuple[Metric, ...]:
    """All metrics that the summary of a model's run has."""
    parts = (*GENERAL, *(CONTACT if model.scene is not None else ()), *(LOOPS if model.robot.loops else ()))
    own = {m.name for m in model.metrics}
    return (*(m for m in parts if m.name not in own), *model.metrics)


# --- What several machines measure alike: headings, paths, a tracked body.


def _yaw_angles(data: Data) -> np.ndarray:
    """Angle of every massive body's x axis about the world's z axis [rad], unwrapped in time; (time, body)."""
    w, x, y, z = np.moveaxis(data.body_quaternion.values[:, data.body_mass.values > 0], -1, 0)
    return np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)), axis=0)


def mean_heading(data: Data) -> np.ndarray:
    """Mean angle of the links [rad]. USR (2)."""
    return _yaw_angles(data).mean(axis=1)


def com_velocity(data: Data) -> np.ndarray:
    """Velocity of the centre of mass in the world [m/s]; (time, 3)."""
    return data.momentum.values[:, :3] / float(data.body_mass.values.sum())


def forward_speed(data: Data) -> np.ndarray:
    """Component of the centre of mass's velocity along the heading [m/s]. USR (5)."""
    angle, v = mean_heading(data), com_velocity(data)
    return v[:, 0] * np.cos(angle) + v[:, 1] * np.sin(angle)


def average(series: np.ndarray, times: np.ndarray) -> float:
    """Time average by the trapezoidal rule."""
    return float(np.trapezoid(series, times) / (times[-1] - times[0])) if len(times) > 1 else 0.0


def _mean_forward_speed(data: Data) -> float:
    """Time average of the forward speed over the second half of the run [m/s], when the start has been forgotten."""
    t, half = data.time.values, data.sizes["time"] // 2
    return average(forward_speed(data)[half:], t[half:])


def _forward_speed_from_rest(data: Data) -> float:
    """Time average of the forward speed over the whole run [m/s], the start included."""
    return average(forward_speed(data), data.time.values)


def _final_heading(data: Data) -> float:
    """Heading at the end [rad], full turns counted."""
    return float(mean_heading(data)[-1])


def body_centre(data: Data, body: str) -> np.ndarray:
    """Path of a body's centre of mass in the world [m]; (time, 3)."""
    position, quaternion, com = (picked(data, name, body=body) for name in ("body_position", "body_quaternion", "body_com"))
    return position + rotate(quaternion, com)


def in_the_world(data: xr.Dataset, bodies: list[str], vectors: np.ndarray) -> np.ndarray:
    """Vectors in the axes of bodies along those of the world; (time, body, 3), shapes broadcast."""
    return rotate(data.body_quaternion.sel(body=bodies).values, vectors)


def cycle_speed(data: Data) -> tuple[np.ndarray, np.ndarray] | None:
    """Times [s] and the base's net speed over the gait period that ends there [m/s]; None where there is no whole period."""
    times, position, period = data.time.values, data.base_position.values, float(data.attrs["period"])
    back = int(np.searchsorted(times, times[0] + period - 1e-9))
    if period <= 0 or not 0 < back < len(times):
        return None
    distance = np.linalg.norm(position[back:] - position[:-back], axis=1)
    return times[back:], distance / (times[back:] - times[:-back])


def tracked(body: str) -> tuple[Metric, ...]:
    """Displacement of one body in the plane [m] and its mean speed along x [m/s]."""

    def displacement(data: Data) -> list[float]:
        path = body_centre(data, body)
        return (path[-1] - path[0])[:2].tolist()

    def speed(data: Data) -> float:
        return float(per_second(displacement(data)[0], duration(data)))

    return (
        Metric(
            "tracked_displacement",
            "m",
            "displacement (x, y) of the link that is tracked, the middle one",
            displacement,
            plain=True,
        ),
        Metric("tracked_speed_x", "m/s", "mean speed along x of the link that is tracked", speed, plain=True),
    )


PLANAR = (
    Metric(
        "mean_forward_speed",
        "m/s",
        "component of the centre of mass's velocity along the mean heading, averaged over the second half of the run",
        _mean_forward_speed,
        plain=True,
    ),
    Metric(
        "forward_speed_from_rest",
        "m/s",
        "component of the centre of mass's velocity along the mean heading, averaged over the whole run",
        _forward_speed_from_rest,
        plain=True,
    ),
    Metric(
        "final_heading",
        "rad",
        "mean angle of the links about the vertical at the end, full turns counted",
        _final_heading,
        expression=_final_heading_expression,
        modulo=2 * np.pi,
        plain=True,
    ),
)


# --- Runs that repeat: the last whole period of the gait, and metrics over it.

_TOO_SHORT = "the run is shorter than one stroke, or has fewer than two samples of the last one"


def has_whole_period(data: Data) -> bool:
    """False where a run is shorter than the period of its gait; what is said of a stroke would then be said of a part of it.

    Nor is anything known of a period that one sample alone was taken of.
    """
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    seen = int(np.count_nonzero(times >= times[-1] - period - 1e-9)) if period > 0 else len(times)
    return period <= times[-1] - times[0] + 1e-9 and seen > 1


def over_a_period(metrics: Iterable[Metric]) -> tuple[Metric, ...]:
    """The metrics, None where a run holds no whole period."""

    def limited(of: Callable) -> Callable:
        return lambda data: of(data) if has_whole_period(data) else None

    return tuple(replace(m, of=limited(m.of), absent=_TOO_SHORT) for m in metrics)


def last_period(data: Any) -> Any:
    """The samples of the last whole period; all of them where the run is shorter or has no period."""
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    if not 0 < period <= times[-1] - times[0] + 1e-9:
        return data
    return data.isel(time=slice(int(np.searchsorted(times, times[-1] - period - 1e-9)), None))


def time_of_largest(times: np.ndarray, series: np.ndarray) -> float:
    """Time of the largest sample, between samples by the parabola through it and its neighbours; evenly spaced times."""
    k = int(np.clip(series.argmax(), 1, len(series) - 2))
    before, here, after = series[k - 1 : k + 2]
    return float(times[k] + 0.5 * (before - after) / (before - 2 * here + after) * (times[1] - times[0]))


def last_beat(data: Any) -> Any:
    """The samples of the last period that begins with the gait, at a whole number of periods; else those of the last period."""
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    if not period > 0:
        return data
    end = period * np.floor(times[-1] / period + 1e-9)
    if end - period < times[0] - 1e-9:
        return last_period(data)
    first, last = np.searchsorted(times, [end - period - 1e-9 * period, end + 1e-9 * period])
    return data.isel(time=slice(int(first), int(last) + (last == first)))
