"""Claims of the eel papers (EEL, FLOAT section VI). What they say, what is found and why: docs/models/eel.md."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.forces import Morison
from elver.model import dynamics_function
from elver.results import Run, cycle_speed, pitch_angle
from elver.scenarios import ClaimRunner, Measurement, Printed, about, ambiguous, below, confirmed, own, printed, refuted, scenario
from elver.systems.eel.scenario import EelBody, eel_robot

if TYPE_CHECKING:
    from elver.results.samples import Data

YAW, ROLL = ("joint1", "joint25", "joint34"), ("joint3", "joint27", "joint36")  # those that are plotted
LONG = 80.0  # s: the eel's speed has settled
SHOWN = 30.0  # s of the published curve
BETWEEN = 45.0  # s
WIDTH, HEIGHT, WHOLE = 0.13, 0.18, 2.08  # m, of the body
VISCOSITY = 1e-6  # m^2/s, of water at 20 degrees Celsius
LONG_NOSE: dict[str, Any] = {"body__nose_length": 0.2}  # m: it is not printed, and 0.09 here
PERIOD = 2.0  # s
STATE = ("base_quaternion", "base_position", "base_twist", "joint_position", "joint_velocity")


def _inverse_direct_gap(name: str) -> Measurement:
    """Largest relative difference between joint accelerations and those that the direct model makes of the torques."""

    def measure(bench: ClaimRunner) -> float:
        robot, water = eel_robot(EelBody()), {"water": Morison(law="paper")}
        inverse, direct = dynamics_function(robot, "inverse", water), dynamics_function(robot, "direct", water)
        data, worst = bench.run(name).data, 0.0
        for k in range(50, data.sizes["time"], 500):
            sample = data.isel(time=k)
            state = [sample[quantity].values for quantity in STATE]
            wanted = sample.joint_acceleration.values
            found = np.array(direct(*state, inverse(*state, wanted)[1])[1]).ravel()
            worst = max(worst, np.abs(found - wanted).max() / np.abs(wanted).max())
        return worst

    return measure


def _torque_driven_gap(bench: ClaimRunner) -> float:
    """Distance [m] between the head of the torque-driven and of the imposed run at the end."""
    runs = (bench.run("eel"), bench.run("eel", drive="torque"))
    ends = [run.data.base_position.values[-1] for run in runs]
    return float(np.linalg.norm(ends[1] - ends[0]))


def _off_course(axis: str) -> Measurement:
    """Largest excursion of the head along an axis [m]."""
    return lambda bench: float(np.abs(bench.run("eel").data.base_position.sel(axis=axis)).max())


def _bend_of_path(bench: ClaimRunner) -> float:
    """Largest distance of the head, averaged over each beat, from the straight line through its way, over that way."""
    data = bench.run("eel").data
    beat = round(PERIOD / float(data.time[1] - data.time[0]))
    path = data.base_position.values[:, :2]
    smooth = np.array([np.convolve(column, np.full(beat, 1 / beat), "valid") for column in path.T]).T
    offset = smooth - smooth.mean(axis=0)
    across = np.linalg.svd(offset, full_matrices=False)[2][1]
    return float(np.abs(offset @ across).max() / np.linalg.norm(smooth[-1] - smooth[0]))


def _cycle_speeds(bench: ClaimRunner) -> tuple[np.ndarray, np.ndarray]:
    """Time and net speed over the period before it, along a long run."""
    found = cycle_speed(bench.run("eel", duration=LONG).data)
    assert found is not None  # the run holds many periods
    return found


def _settling_time(final: float) -> Measurement:
    """Time [s] at which the cycle speed passes 90 % of the one at a time called final."""

    def measure(bench: ClaimRunner) -> float:
        times, speeds = _cycle_speeds(bench)
        return float(times[np.argmax(speeds >= 0.9 * np.interp(final, times, speeds))])

    return measure


def _peak(name: str, joints: Sequence[str] | None = None, group: str = "", **changes: Any) -> Measurement:
    """Largest torque [N m] over named joints or a group."""

    def measure(bench: ClaimRunner) -> float:
        found = bench.run(name, **changes).summary["peak_torque"]
        groups = bench.run(name, **changes).summary["peak_torque_by_group"]
        return groups[group] if group else max(found[j] for j in joints or found)

    return measure


def _full_turn(data: Data) -> float:
    """Time [s] of the first full turn of the head in the vertical plane; infinite where there is none."""
    full = np.abs(pitch_angle(data.base_quaternion.values)) >= 2 * np.pi
    return float(data.time.values[np.argmax(full)]) if full.any() else np.inf


def _loop_time(bench: ClaimRunner) -> float:
    return _full_turn(bench.run("eel-loop", duration=70.0).data)


def _with_cylinders(bench: ClaimRunner) -> Run:
    """The loop of a robot whose tail is a cylinder like its other links."""
    changes: dict[str, Any] = {"body.tail": "cylinder"}
    return bench.run("eel-loop", duration=70.0, **changes)


def _loop_time_of_cylinders(bench: ClaimRunner) -> float:
    return _full_turn(_with_cylinders(bench).data)


def _roll_torque_of_cylinders(bench: ClaimRunner) -> float:
    """Largest roll torque [N m] with such a tail."""
    return _with_cylinders(bench).summary["peak_torque_by_group"]["roll"]


def _circle_of(data: Data) -> tuple[float, np.ndarray]:
    """Radius of the circle nearest to the head's path in the vertical plane, and the distances from its centre [m]."""
    x, z = data.base_position.values[data.time.values >= 2 * PERIOD][:, [0, 2]].T
    fit = np.linalg.lstsq(np.stack([2 * x, 2 * z, np.ones_like(x)], axis=1), x**2 + z**2, rcond=None)[0]
    return math.sqrt(fit[2] + fit[0] ** 2 + fit[1] ** 2), np.hypot(x - fit[0], z - fit[1])


def _out_of_round(bench: ClaimRunner) -> float:
    radius, distances = _circle_of(bench.run("eel-loop").data)
    return float(np.abs(distances / radius - 1).max())


def _off_plane(data: Data) -> float:
    """Largest distance of the looping head from the vertical plane, over the radius of the loop."""
    return float(np.abs(data.base_position.values[:, 1]).max()) / _circle_of(data)[0]


def _out_of_plane(bench: ClaimRunner) -> float:
    """The smallest such distance over what is not printed: the length of the nose and the shape of the tail."""
    runs = (bench.run("eel-loop"), bench.run("eel-loop", **LONG_NOSE), _with_cylinders(bench))
    return min(_off_plane(run.data) for run in runs)


def _reynolds(size: float) -> Measurement:
    """Reynolds number of the final speed over a size [m] of the eel."""
    return lambda bench: float(_cycle_speeds(bench)[1][-1]) * size / VISCOSITY


def _drift_without_water(bench: ClaimRunner) -> float:
    """Motion of the centre of mass [m] in 10 s without water, from rest."""
    model = replace(scenario("eel").build(), forces={})
    com = bench.run_model("eel without water", model, 10.0).data.com_position.values
    return float(np.linalg.norm(com - com[0], axis=1).max())


def length(bench: ClaimRunner) -> float:
    """Length of the straight robot [m], from the places of its bodies and their drawn outlines, not from its parameters."""
    data = bench.run("eel").data
    start = data.isel(time=0)
    turn = start.body_quaternion.values
    w, v = turn[:, None, :1], turn[:, None, 1:]
    points = data.body_outline.values
    crossed = np.cross(np.broadcast_to(v, points.shape), points)
    world = points + 2 * w * crossed + 2 * np.cross(np.broadcast_to(v, points.shape), crossed)
    x = world[..., 0] + start.body_position.values[:, None, 0]
    return float(np.nanmax(x) - np.nanmin(x))


def _power_ratio(bench: ClaimRunner) -> float:
    """Mean power of the motors over that of the drag, in the last beat of a long run."""
    data = bench.run("eel", duration=LONG).data
    first = int(np.searchsorted(data.time.values, data.time.values[-1] - PERIOD))
    motor, drag = (data.work.sel(flow=name).values for name in ("motor", "water.drag"))
    return float((motor[-1] - motor[first]) / (drag[-1] - drag[first]))


STARTING = "what counts as final and as reached: 90 % of the net speed at 80 s; at 45 s; at 30 s, where the curve ends"
SIZE = "the length in the Reynolds number: here the height of the section; its width; the whole eel"
BODY = "shape of nose and tail: a nose of 9 cm and half an ellipsoid; a nose of 20 cm; a tail that is a cylinder like the links"
PLANAR = (
    confirmed("eel", "total length 2.08 m (Table I places the links)", "EEL VII", "m", printed("2.08"), length, "configurations"),
    confirmed("eel", "slender: length over the great axis of the section, more than 10", "EEL VI", "1", Printed(10.0, math.inf),
        lambda b: length(b) / HEIGHT, "configurations"),
    ambiguous("eel", "Reynolds number of approximately 1e5", "EEL VI, VII", "1", about("1e5"), (9.7e4, 9.8e4), (7.0e4, 1.14e6),
        SIZE, _reynolds(HEIGHT), (_reynolds(WIDTH), _reynolds(WHOLE)), "speed"),
    confirmed("eel", "inverse and direct model agree (relative)", "EEL VII", "1", (0, 1e-8),
        _inverse_direct_gap("eel"), "joints"),
    confirmed("eel", "torque-driven run ends where the imposed one does", "EEL VII", "m", (0, 1e-4), _torque_driven_gap, "path"),
    confirmed("eel", "straight line: bend of the path, beats averaged, over it", "EEL VII-A, Fig. 5", "1", (0, 0.02),
        _bend_of_path, "path"),
    confirmed("eel", "small transversal oscillation: less than the body's width", "EEL VII-A, Fig. 5", "m", (0, WIDTH),
        _off_course("y"), "path"),
    confirmed("eel", "planar propulsion: |z|", "EEL VII-A, Fig. 5", "m", (0, 1e-6), _off_course("z"), "path"),
    ambiguous("eel", "needs about 30 s to reach its final speed", "EEL VII-A, Fig. 6", "s", about("3e1"), (34.1, 34.4),
        (23.9, 34.5),
              STARTING, _settling_time(LONG), (_settling_time(BETWEEN), _settling_time(SHOWN)), "speed"),
    refuted("eel", "torques of all yaw and pitch joints below 4 N m", "EEL VII-A", "N m", below("4"), (5.14, 5.15), _peak("eel"),
        "torques"),
    own("eel", "the same of joints 1, 25, 34, which Fig. 8 shows of the loop", "docs/models/eel.md", "N m", (3.58, 3.59),
        _peak("eel", YAW), "torques"),
    own("eel", "final speed (80 s), also by an independent simulation", "docs/models/eel.md", "m/s", (0.542, 0.543),
        lambda b: _cycle_speeds(b)[1][-1], "speed"),
    own("eel", "the printed added mass creates energy: motor over drag power", "EEL VI, (48)-(62)", "1", (0.15, 0.17),
        _power_ratio, "ledger"),
    own("eel", "no water, no momentum: centre of mass stays", "conservation", "m", (0, 1e-8), _drift_without_water, "path"),
)  # fmt: skip
LOOP = (
    confirmed("eel-loop", "inverse and direct model agree (relative)", "EEL VII", "1", (0, 1e-8),
        _inverse_direct_gap("eel-loop"), "joints"),
    confirmed("eel-loop", "torques of all yaw joints below 4 N m", "EEL VII-A, Fig. 8", "N m", below("4"),
              _peak("eel-loop", group="yaw"), "torques"),
    confirmed("eel-loop", "torques of all pitch joints below 4 N m", "EEL VII-A, Fig. 9", "N m", below("4"),
              _peak("eel-loop", group="pitch"), "torques"),
    confirmed("eel-loop", "torques of the plotted roll joints 3, 27, 36 below 0.7 N m", "EEL VII-A, Fig. 10", "N m",
        below("0.7"), _peak("eel-loop", ROLL), "torques"),
    ambiguous("eel-loop", "torques of all roll joints below 0.7 N m", "EEL VII-A", "N m", below("0.7"), (0.7050, 0.7056),
        (0.69, 0.75), BODY, _peak("eel-loop", group="roll"), (_peak("eel-loop", group="roll", **LONG_NOSE),
            _roll_torque_of_cylinders), "torques"),
    confirmed("eel-loop", "vertical circular trajectory: out of round by less than 20 %", "EEL VII-B, Fig. 11", "1", (0, 0.2),
        _out_of_round, "path"),
    refuted("eel-loop", "in the vertical plane: off it by less than 20 % of the radius", "EEL VII-B, Fig. 11", "1", (0, 0.2),
        (0.247, 0.252), _out_of_plane, "path"),
    ambiguous("eel-loop", "the looping is carried out in 60 s", "EEL VII-B, Fig. 11", "s", (0.0, 60.0), (57.1, 57.3),
        (57.1, 61.3),
              "shape of the tail: half an ellipsoid (FLOAT VI-A); a cylinder like the links", _loop_time,
        _loop_time_of_cylinders, "configurations"),
    own("eel-loop", "off the vertical plane, over the radius, as the scenario is", "docs/models/eel.md", "1", (0.297, 0.300),
        lambda b: _off_plane(b.run("eel-loop").data), "path"),
)  # fmt: skip


def _of_modules(name: str) -> Measurement:
    """A number of the summary of the eel of parallel modules."""
    return lambda bench: bench.run("eel-parallel").summary[name]


MODULES = "docs/models/eel-parallel.md"
PARALLEL = (
    own("eel-parallel", "swims forwards: speed of the last stroke of 30 s", MODULES, "m/s", (0.111, 0.114),
        _of_modules("final_speed"), "speed"),
    own("eel-parallel", "the loops stay closed", MODULES, "m", (0, 1e-10), _of_modules("worst_loop_closure")),
    own("eel-parallel", "energy ledger closes", "conservation", "1", (0, 1e-6), _of_modules("ledger_closure"), "ledger"),
)  # fmt: skip


def _at_the_surface(name: str, **changes: Any) -> Measurement:
    """A number of the summary of the eel that floats."""
    return lambda bench: bench.run("eel-surface", **changes).summary[name]


def _heave(bench: ClaimRunner, **changes: Any) -> float:
    """Range of the height of its centre of mass [m]."""
    summary = bench.run("eel-surface", **changes).summary
    return summary["highest"] - summary["lowest"]


SEA, CALM = "docs/models/sea.md", {"waves__height": 0.0}
SURFACE = (
    own("eel-surface", "in still water it swims as deep as it floats: range of its height", SEA, "m", (0, 1e-3),
        lambda bench: _heave(bench, **CALM)),
    own("eel-surface", "speed in still water", SEA, "m/s", (0.34, 0.365), _at_the_surface("surface_speed", **CALM)),
    own("eel-surface", "against waves of 6 cm it goes up and down with them: range of its height", SEA, "m", (0.055, 0.066),
        _heave),
    own("eel-surface", "energy ledger closes in waves", "conservation", "1", (0, 1e-6), _at_the_surface("ledger_closure")),
)  # fmt: skip
CLAIMS = (*PLANAR, *LOOP, *PARALLEL, *SURFACE)
