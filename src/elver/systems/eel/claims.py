"""Claims of the eel papers. Bounds and their reasons: docs/models/eel.md."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from elver.equations import dynamics_function
from elver.forces import Morison
from elver.results.measures import cycle_speed
from elver.results.summary import pitch_angle
from elver.scenarios import Bench, Claim, scenario
from elver.simulation import simulate
from elver.systems.eel.robot import EelBody, eel_robot

SHOWN = ("joint1", "joint25", "joint34")
LONG = 80.0  # s: the eel's speed has settled


def inverse_direct_gap(bench: Bench) -> float:
    """Largest relative difference between joint accelerations and those that the direct model makes of the torques."""
    robot, water = eel_robot(EelBody()), {"water": Morison(law="paper")}
    inverse, direct = dynamics_function(robot, "inverse", water), dynamics_function(robot, "direct", water)
    data, worst = bench.run("eel").data, 0.0
    for k in range(50, data.sizes["time"], 500):
        sample = data.isel(time=k)
        names = ("base_quaternion", "base_position", "base_twist", "joint_position", "joint_velocity")
        state = [sample[name].values for name in names]
        wanted = sample.joint_acceleration.values
        found = np.array(direct(*state, inverse(*state, wanted)[1])[1]).ravel()
        worst = max(worst, np.abs(found - wanted).max() / np.abs(wanted).max())
    return worst


def torque_driven_gap(bench: Bench) -> float:
    """Distance [m] between the head of the torque-driven and of the imposed run at the end."""
    runs = (bench.run("eel"), bench.run("eel", drive="torque"))
    ends = [run.data.base_position.values[-1] for run in runs]
    return float(np.linalg.norm(ends[1] - ends[0]))


def off_course(axis: str):
    """Largest excursion of the head along an axis [m]."""
    return lambda bench: float(np.abs(bench.run("eel").data.base_position.sel(axis=axis)).max())


def cycle_speeds(bench: Bench) -> tuple[np.ndarray, np.ndarray]:
    """Time and net speed over the period before it, along a long run."""
    found = cycle_speed(bench.run("eel", duration=LONG).data)
    assert found is not None  # the run holds many periods
    return found


def settling_time(bench: Bench) -> float:
    """Time [s] at which the cycle speed passes 90 % of its final value."""
    times, speeds = cycle_speeds(bench)
    return float(times[np.argmax(speeds >= 0.9 * speeds[-1])])


def peak(scenario: str, joints=None, group=None):
    """Largest torque [N m] over named joints or a group."""

    def measure(bench: Bench) -> float:
        found = bench.run(scenario).summary["peak_torque"]
        groups = bench.run(scenario).summary["peak_torque_by_group"]
        return groups[group] if group else max(found[j] for j in joints or found)

    return measure


def loop_time(bench: Bench) -> float:
    """Time [s] of the first full turn of the head in the vertical plane; infinite where there is none."""
    data = bench.run("eel-loop", duration=70.0).data
    full = np.abs(pitch_angle(data.base_quaternion.values)) >= 2 * np.pi
    return float(data.time.values[np.argmax(full)]) if full.any() else np.inf


def drift_without_water(bench: Bench) -> float:
    """Motion of the centre of mass [m] in 10 s without water, from rest."""
    model = replace(scenario("eel").build(), forces={})
    com = simulate(model, 10.0, progress=False).data.com_position.values
    return float(np.linalg.norm(com - com[0], axis=1).max())


def length(bench: Bench) -> float:
    """Length of the straight robot [m]."""
    p = EelBody()
    return p.head_length + p.joints * p.link_length


CLAIMS = (
    Claim("eel", "total length 2.08 m", "EEL VII", "published", "m", 2.0799, 2.0801, length),
    Claim("eel", "inverse and direct model agree (relative)", "EEL VII", "published", "1", 0, 1e-8, inverse_direct_gap),
    Claim("eel", "torque-driven run ends where the imposed one does", "EEL VII", "published", "m", 0, 1e-4, torque_driven_gap),
    Claim("eel", "straight path: small lateral oscillation |y|", "EEL VII-A, Fig. 5", "published", "m", 0, 0.15, off_course("y")),
    Claim("eel", "planar motion: |z|", "EEL VII-A, Fig. 5", "published", "m", 0, 1e-6, off_course("z")),
    Claim("eel", "final speed after about 30 s (90 % of it)", "EEL VII-A, Fig. 6", "indicative", "s", 22, 42, settling_time),
    Claim("eel", "final speed", "independent simulation", "regression", "m/s", 0.52, 0.56, lambda b: cycle_speeds(b)[1][-1]),
    Claim("eel", "torque limit, plotted joints 1, 25, 34", "EEL Fig. 8", "published", "N m", 0, 4.0, peak("eel", SHOWN)),
    Claim("eel", "largest torque of any joint (see errata)", "EEL VII-A", "indicative", "N m", 0, 5.5, peak("eel")),
    Claim("eel-loop", "torque limit of roll joints", "EEL Fig. 10", "indicative", "N m", 0, 0.75, peak("eel-loop", group="roll")),
    Claim("eel-loop", "torque limit, joints 1, 25, 34", "EEL Fig. 8", "published", "N m", 0, 4.0, peak("eel-loop", SHOWN)),
    Claim("eel-loop", "loop in the vertical plane in about 60 s", "EEL VII-B, Fig. 11", "indicative", "s", 50, 66, loop_time),
    Claim("eel", "no water, no momentum: centre of mass stays", "conservation", "regression", "m", 0, 1e-8, drift_without_water),
)  # fmt: skip
