"""What the summary of every run holds, as measures; and what is added for runs with contacts or loops."""

from __future__ import annotations

import numpy as np

from elver.results import expressions
from elver.results.expressions import STANDARD_GRAVITY
from elver.results.measures import Measure
from elver.results.plausibility.kept import HOVERING, doubts_of, step_details, step_error_of, warnings_of
from elver.results.samples.parts import ends, later, parts

SIDEWAYS = 0.3  # cosine of the angle to the vertical plane beyond which an axis points sideways


def duration(data) -> float:
    """Simulated time [s]."""
    times = data.time.values
    return float(times[-1] - times[0])


def displacement(data) -> float:
    """Net displacement of the base [m]."""
    first, last = ends(data, "base_position")
    return float(np.linalg.norm(last - first))


def mean_speed(data) -> float:
    seconds = duration(data)
    return displacement(data) / seconds if seconds > 0 else 0.0


def final_speed(data) -> float | None:
    """Net displacement over the last gait period, divided by the period [m/s]; None where there is no period to take."""
    times, period = data.time.values, float(data.attrs["period"])
    if not (0 < period < times[-1] - times[0] + 1e-9):
        return None
    last = later(data, int(np.searchsorted(times, times[-1] - period)) - 1)
    times, position = last.time.values, last.base_position.values
    before = np.array([np.interp(times[-1] - period, times, position[:, k]) for k in range(3)])
    return float(np.linalg.norm(position[-1] - before)) / period


def path_length(data) -> float:
    return sum(float(np.linalg.norm(np.diff(part.base_position.values, axis=0), axis=1).sum()) for part in parts(data))


def mass(data) -> float:
    return float(data.body_mass.values.sum())


def works(data) -> dict[str, float]:
    """Work of every flow over the run [J]."""
    first, last = ends(data, "work")
    return {str(f): float(w) for f, w in zip(data.flow.values, last - first, strict=True)}


def cost(work: float, weighed: float, distance: float, path: float) -> float | None:
    """Work per weight and distance; None for a machine that went nowhere, or hovered: HOVERING of its path or less."""
    return work / (weighed * STANDARD_GRAVITY * distance) if distance > max(1e-9, HOVERING * path) else None


def cost_of(flow: str):
    """The cost of transport with the work of a flow."""
    return lambda data: cost(works(data)[flow], mass(data), displacement(data), path_length(data))


def peaks(data) -> dict[str, float]:
    """Largest magnitude of each joint's torque [N m]."""
    if not data.sizes.get("joint"):
        return {}
    largest = np.max([np.abs(part.joint_torque.values).max(axis=0) for part in parts(data)], axis=0)
    return {str(j): float(v) for j, v in zip(data.joint.values, largest, strict=True)}


def group_peaks(data) -> dict[str, float]:
    """Largest torque within each group of joints [N m]."""
    found = peaks(data)
    groups = data.joint_group.values if found else []
    return {str(g): max(v for v, h in zip(found.values(), groups, strict=True) if h == g) for g in dict.fromkeys(groups)}


def pitch_angle(quaternions) -> np.ndarray:
    """Turn of the base's x axis in the world's vertical x-z plane since the first sample [rad], full turns counted; (time,).

    While the axis points sideways, out of that plane, its direction in the plane means nothing and no turn is counted.
    """
    w, x, y, z = quaternions.T
    forward, up = 1 - 2 * (y * y + z * z), 2 * (x * z - w * y)
    steps = np.diff(np.arctan2(up, forward))
    steps = (steps + np.pi) % (2 * np.pi) - np.pi
    seen = np.hypot(forward, up) > SIDEWAYS
    return np.concatenate([[0.0], np.cumsum(np.where(seen[1:] & seen[:-1], steps, 0.0))])


def pitch_turned(data) -> float:
    """Degrees through which the base's x axis turned in the vertical x-z plane over the run."""
    return float(abs(np.degrees(sum(pitch_angle(part.base_quaternion.values)[-1] for part in parts(data)))))


def closure(data) -> float:
    return float(data.attrs["ledger_closure"])


def mean_contact_force(data) -> dict[str, float]:
    """Mean sum of the contacts' forces on all links [N]: their impulses, which no sample misses, over the time of the run."""
    seconds = duration(data)
    total = sum(part.contact_impulse.values[1:].sum(axis=(0, 1)) for part in parts(data))
    return {axis: float(value) / seconds if seconds > 0 else 0.0 for axis, value in zip("xy", total, strict=True)}


STANDING = "the machine stayed where it was, or hovered: it went 2 % of its path or less"
GENERAL = (
    Measure("scenario", "", "name of the scenario or the model", lambda d: d.attrs["model"]),
    Measure("status", "", "how the run ended: `finished`, `interrupted`, or why it broke off", lambda d: d.attrs["status"]),
    Measure("status_detail", "", "how the run ended, in one sentence", lambda d: d.attrs["status_detail"]),
    Measure("duration", "s", "time that was simulated", duration),
    Measure("wall_time", "s", "time it took", lambda d: float(d.attrs["wall_time"])),
    Measure("realtime_factor", "1", "simulated time over the time it took", lambda d: duration(d) / float(d.attrs["wall_time"])),
    Measure("final_position", "m", "origin of the base at the end, world", lambda d: ends(d, "base_position")[1].tolist()),
    Measure("final_com", "m", "centre of mass at the end, world", lambda d: ends(d, "com_position")[1].tolist()),
    Measure(
        "mean_speed",
        "m/s",
        "net displacement of the base over the duration",
        mean_speed,
        shown="mean speed: {.4g m/s}",
        expression=expressions.mean_speed,
    ),
    Measure(
        "final_speed",
        "m/s",
        "net displacement over the last gait period, divided by the period; null without one",
        final_speed,
        shown="final speed: {.4g m/s} (net, last gait period)",
    ),
    Measure("path_length", "m", "length of the base's path", path_length, shown="path length: {.4g m}"),
    Measure("peak_torque", "N m", "largest magnitude by joint; N for joints that slide", peaks),
    Measure("peak_torque_by_group", "N m", "largest magnitude by group of joints; N for joints that slide", group_peaks),
    Measure("work", "J", "work of the motors, net", lambda d: works(d)["motor"], shown="motor work: {.4g J} net"),
    Measure(
        "work_positive",
        "J",
        "positive part of the motors' work, joint by joint (no recuperation)",
        lambda d: works(d)["motor_positive"],
        shown="motor work: {.4g J} positive",
    ),
    Measure(
        "cost_of_transport",
        "1",
        "work / (mass 9.81 m/s^2 net displacement); null for a machine that stayed or hovered",
        cost_of("motor"),
        shown="cost of transport: {.4g} net",
        absent=STANDING,
        expression=expressions.cost_of_transport,
    ),
    Measure(
        "cost_of_transport_positive",
        "1",
        "positive work / (mass 9.81 m/s^2 net displacement); null for a machine that stayed or hovered",
        cost_of("motor_positive"),
        shown="cost of transport: {.4g} positive",
        absent=STANDING,
    ),
    Measure("ledger_closure", "1", "largest error of the energy ledger over the energy turned over", closure),
    Measure(
        "trusted",
        "",
        "true where the run did not break off, its ledger closes to 1e-3, `discretisation_error` is 0.02 at most or not known, "
        "no finer run broke off, and no law brings energy in from nothing",
        lambda d: not doubts_of(d),
    ),
    Measure("doubts", "", "why the run is not trusted, a few words each; empty where it is", doubts_of),
    Measure(
        "discretisation_error",
        "1",
        "how far off the run is by its steps, over the range of such states; from the run again with half the step, or "
        "stretches of it where it is long or has contacts; null where it was not looked for",
        step_error_of,
    ),
    Measure(
        "discretisation",
        "",
        "how that was found: `kind` of the state and `by`; with --check-step also `order`, and `measures`: relative change of "
        "figures",
        step_details,
    ),
    Measure("warnings", "", "what looks wrong, each with number, threshold, place and remedy (docs/warnings.md)", warnings_of),
    Measure("ledger", "J", "work of every flow over the run", works),
    Measure(
        "pitch_turned",
        "deg",
        "turn of the base's x axis in the vertical x-z plane, full turns counted; none while it points sideways",
        pitch_turned,
        shown="pitch turned: {.1f deg}",
    ),
    Measure("mass", "kg", "mass of all bodies", mass),
)
CONTACT = (
    Measure("worst_residual", "1", "largest residual of a contact problem", lambda d: float(d.contact_residual.values.max())),
    Measure("worst_penetration", "m", "deepest overlap of two bodies", lambda d: float(d.penetration.values.max())),
    Measure(
        "mean_contact_force",
        "N",
        "mean of the sum of all contacts' forces on the machine along x and y of the world, from their impulses; ground excepted",
        mean_contact_force,
    ),
    Measure("most_sweeps", "1", "most iterations of the contact solver in a step", lambda d: int(d.sweeps.values.max())),
)
LOOPS = (
    Measure(
        "worst_loop_closure", "m or rad", "largest closure error of a cut joint", lambda d: float(d.loop_closure.values.max())
    ),
    Measure(
        "worst_loop_condition",
        "1",
        "largest condition of the dependent joints' closure, which grows towards a singular position",
        lambda d: float(d.loop_condition.values.max()),
    ),
)
BY_NAME = {m.name: m for m in (*GENERAL, *CONTACT, *LOOPS)}
