"""Claims of the obstacle-aided snake robot (SNAKE). What depends on values that are not printed: docs/models/aiko.md."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.results import body_centre, com_velocity, heading
from elver.scenarios import ClaimRunner, Figure, about, ambiguous, confirmed, own, printed, refuted

if TYPE_CHECKING:
    import xarray as xr

    from elver.results.samples import Data

BOUND = 0.7349 / 4.5  # m/s: wavelength along x over the period, the fastest a snake can go without slipping sideways
PERIOD = 4.5  # s
MIDDLE = "link6"
ELSEWHERE = (0.1944, 0.0491, 3.1808)  # the head between obstacles 1 and 2: it gets no hold
SHARED = {-30: (1.051, 0.299, 3.121), -70: (0.763, -0.006, 3.048)}  # degrees: a start on the track of -50, free of obstacles


def _speed(bench: ClaimRunner, name: str, begin: float, end: float, **changes: Any) -> float:
    """Mean speed of link 6 along x between two times [m/s]."""
    data = bench.run(name, duration=end, **changes).data
    path, t = body_centre(data, MIDDLE)[:, 0], data.time.values
    first = int(np.searchsorted(t, begin - 1e-9))
    return float((path[-1] - path[first]) / (t[-1] - t[first]))


def flat(bench: ClaimRunner, **changes: Any) -> float:
    """Mean speed on flat ground over four whole periods [m/s], by steps of second order: published ones are 1 % off."""
    return _speed(bench, "aiko-flat", 2.0, 20.0, dt=0.1, accuracy=1e-4, **changes)


def _pushing(bench: ClaimRunner, **changes: Any) -> float:
    return _speed(bench, "aiko-obstacles", 0.0, 10.0, **changes)


def _at_first(bench: ClaimRunner) -> float:
    """Speed over the first four seconds, in which the robot gets its hold [m/s]."""
    return _speed(bench, "aiko-obstacles", 0.0, 4.0)


def _started_elsewhere(bench: ClaimRunner) -> float:
    """Speed from another start that overlaps no obstacle [m/s]."""
    return _pushing(bench, start__position=ELSEWHERE[:2], start__axis=ELSEWHERE[2])


def _short_of_bound(bench: ClaimRunner) -> float:
    """Relative distance of the steady speed from the kinematic bound."""
    return abs(_speed(bench, "aiko-obstacles", 10.0 - PERIOD, 10.0) / BOUND - 1)


def _path_difference(bench: ClaimRunner) -> float:
    """Root mean square of y between the paths among small and large obstacles [m]."""
    small, large = (body_centre(bench.run(f"aiko-{k}", duration=10.0).data, MIDDLE) for k in ("small-obstacles", "obstacles"))
    shared = (small[:, 0] > large[:, 0].min()) & (small[:, 0] < large[:, 0].max())
    order = np.argsort(large[:, 0])
    gap = small[shared, 1] - np.interp(small[shared, 0], large[order, 0], large[order, 1])
    return float(np.sqrt(np.mean(gap**2)))


def _mean_push_forward(name: str) -> Figure:
    """Mean sum of the obstacles' forces along the direction of travel [N], from impulses."""
    return lambda bench: bench.run(f"aiko-{name}", duration=10.0).summary["mean_contact_force"]["x"]


def _ground_force(bench: ClaimRunner) -> float:
    """Mean force of the ground along the direction of travel [N]: the change of momentum that the obstacles did not make."""
    run = bench.run("aiko-obstacles", duration=10.0)
    gained = float(run.data.body_mass.sum()) * com_velocity(run.data)[[0, -1], 0]
    return float(gained[1] - gained[0]) / 10.0 - run.summary["mean_contact_force"]["x"]


def _pushed(bench: ClaimRunner, links: tuple[str, ...]) -> np.ndarray:
    """Mean force on links from 4.5 to 5.5 s, the window of Fig. 11, among small obstacles [N]; (link, 2)."""
    data = bench.run("aiko-small-obstacles", duration=10.0).data
    late = data.isel(time=slice(*np.searchsorted(data.time.values, (4.5 + 1e-9, 5.5 + 1e-9))))
    return late.contact_impulse.sel(link=list(links)).sum("time").values


def _middle_over_others(bench: ClaimRunner) -> float:
    """Mean force on link 7 over the larger one of links 2 and 10."""
    two, seven, ten = np.linalg.norm(_pushed(bench, ("link2", "link7", "link10")), axis=1)
    return float(seven / max(two, ten))


def _side_of_link_7(bench: ClaimRunner) -> float:
    return float(_pushed(bench, ("link7",))[0, 1])


def _weakest_at_5_2(*links: str) -> Figure:
    """Smallest mean force on links from 5.1 to 5.3 s, about the instant of Fig. 10, from impulses [N]."""

    def measure(bench: ClaimRunner) -> float:
        data = bench.run("aiko-small-obstacles", duration=10.0).data
        near = data.isel(time=slice(*np.searchsorted(data.time.values, (5.1 + 1e-9, 5.3 + 1e-9))))
        return float(np.linalg.norm(near.contact_impulse.sel(link=list(links)).sum("time").values, axis=1).min()) / 0.2

    return measure


def _hardest(bench: ClaimRunner, degrees: float) -> float:
    """What one in a hundred of the contacts' impulses between two samples exceeds, at a frequency of the gait [N s]."""
    data = bench.run("aiko-obstacles", duration=8.0, gait__frequency=math.radians(degrees)).data
    size = np.linalg.norm(data.contact_impulse.values[1:], axis=2)
    return float(np.percentile(size[size > 0], 99.0))


def _total_at_5_2(bench: ClaimRunner) -> float:
    """Sum of the obstacles' forces along x at 5.2 s, the instant of Fig. 10 [N]."""
    data = bench.run("aiko-small-obstacles", duration=10.0).data
    return float(data.contact_force.sel(time=5.2, method="nearest").sel(plane="x").sum())


def _without_obstacle_3(how: str, figure: str) -> Figure:
    """What the robot does from 0.5 to 2 s, where it misses obstacle 3, against the run with it: farthest left [m], turn [deg]."""

    def measure(bench: ClaimRunner) -> float:
        there, gone = (bench.run("aiko-obstacles", duration=10.0, **c).data for c in ({}, {f"obstacle__{how}": 3}))
        early = (there.time.values >= 0.5) & (there.time.values <= 2.0)
        turned = np.degrees(np.unwrap(heading(gone)) - np.unwrap(heading(there)))
        aside = body_centre(gone, MIDDLE)[:, 1] - body_centre(there, MIDDLE)[:, 1]
        return float({"left": aside, "turn": turned}[figure][early].max())

    return measure


def _friction_matters(bench: ClaimRunner) -> float:
    """Relative change of the speed among obstacles over that on flat ground, when friction is halved."""
    changes = [abs(of(bench, friction="0.1") / of(bench) - 1) for of in (_pushing, flat)]
    return changes[0] / changes[1]


def _on_track(bench: ClaimRunner, degrees: float) -> xr.Dataset:
    """Data of 5 s on the obstacles that belong to a phase shift."""
    return bench.run("aiko-track", duration=5.0, gait__phase=math.radians(degrees)).data


def _progress(bench: ClaimRunner, degrees: float) -> float:
    """Displacement of link 6 along x in 5 s [m], the window of Fig. 12."""
    return _displacement(_on_track(bench, degrees))


def _progress_on_shared(degrees: int) -> Figure:
    """The same among the small obstacles of -50 degrees, from a start that overlaps none."""
    x, y, axis = SHARED[degrees]
    changes: dict[str, Any] = {"gait__phase": math.radians(degrees), "start__position": (x, y), "start__axis": axis}
    return lambda bench: _displacement(bench.run("aiko-small-obstacles", duration=5.0, **changes).data)


def _displacement(data: Data) -> float:
    path = body_centre(data, MIDDLE)[:, 0]
    return float(path[-1] - path[0])


def _mean_push(bench: ClaimRunner, degrees: float) -> float:
    """Mean over the 5 s of the sum of the contact forces' sizes [N], from impulses, which no sample misses."""
    data = _on_track(bench, degrees)
    return float(np.linalg.norm(data.contact_impulse, axis=2).sum() / (data.time[-1] - data.time[0]))


def _effort(bench: ClaimRunner, degrees: float) -> float:
    """Root mean square of all joint torques over the 5 s [N m]."""
    return float(np.sqrt((_on_track(bench, degrees).joint_torque.values ** 2).mean()))


def _three_contacts(bench: ClaimRunner, degrees: float) -> float:
    """Share of the 5 s in which three links or more touch obstacles at once."""
    touching = (np.linalg.norm(_on_track(bench, degrees).contact_force, axis=2) > 0).sum(axis=1)
    return float((touching >= 3).mean())


def _worst_residual(bench: ClaimRunner) -> float:
    """Largest natural-map residual of any step of the three scenarios."""
    runs = [bench.run("aiko-flat", duration=20.0)] + [
        bench.run(f"aiko-{k}", duration=10.0) for k in ("obstacles", "small-obstacles")
    ]
    return max(run.summary["worst_residual"] for run in runs)


SIM, WORDS = "SNAKE VIII-D", "SNAKE VIII-B"
POSE = "pose of the robot at the start; here one that touches obstacles 1, 2 and 4"
TRACK = "obstacles and poses of these runs; here small obstacles placed for each gait (VII-D), not the track of -50 degrees"
FLAT = (
    confirmed("aiko-flat", "flat ground: link 6 moves slowly backwards, about -1 cm/s", SIM + "-1, Fig. 13", "m/s",
        about("-0.01"), flat, "middle"),
    own("aiko-flat", "the same figure, watched", "docs/models/aiko.md", "m/s", (-0.01055, -0.01048),
        flat, "middle"),
)  # fmt: skip
OBSTACLES = (
    ambiguous("aiko-obstacles", "seven obstacles: about 15 cm/s", SIM + "-2, Fig. 14", "m/s", about("0.15"), (0.157, 0.159),
        (-0.02, 0.163),
              POSE + "; and the time, here 10 s; 4 s", _pushing, (_at_first, _started_elsewhere), "middle"),
    ambiguous("aiko-obstacles", "15 times faster than without, opposite direction", SIM + "-2", "1", printed("-15"),
        (-15.15, -14.95), (-15.7, 1.9),
              POSE, lambda b: _pushing(b) / flat(b), lambda b: _started_elsewhere(b) / flat(b), "middle"),
    own("aiko-obstacles", "steady speed short of the wave's own, 0.1633 m/s", "docs/models/aiko.md", "1", (0.0, 0.003),
        _short_of_bound, "middle"),
    confirmed("aiko-obstacles", "a larger frequency is faster: 100 over 80 degrees/s", WORDS, "1", (1.0, math.inf),
              lambda b: _speed(b, "aiko-obstacles", 0.0, 8.0, gait__frequency=math.radians(100)) / _pushing(b), "middle"),
    confirmed("aiko-obstacles", "a larger speed is a harder impact: 100 over 80 degrees/s", WORDS, "1", (1.0, math.inf),
              lambda b: _hardest(b, 100) / _hardest(b, 80), "contacts"),
    confirmed("aiko-obstacles", "obstacles propel: mean sum of their forces is forward", SIM + "-2", "N", (0.0, math.inf),
              _mean_push_forward("obstacles"), "contacts"),
    own("aiko-obstacles", "the same figure, from impulses", "docs/models/aiko.md", "N", (12.44, 12.47),
        _mean_push_forward("obstacles"), "contacts"),
    confirmed("aiko-obstacles", "the ground does not propel: its mean force", SIM + "-2", "N", (-math.inf, 0.0), _ground_force,
        "contacts"),
    confirmed("aiko-obstacles", "ground friction matters less among obstacles: half of it", SIM + "-2", "1", (0.0, 1.0),
        _friction_matters, "middle"),
    confirmed("aiko-obstacles", "obstacle 3 moved: slides to the left", WORDS + "-1", "m", (0.001, math.inf),
        _without_obstacle_3("moved", "left"), "middle"),
    confirmed("aiko-obstacles", "obstacle 3 moved: turns anticlockwise", WORDS + "-1", "deg", (0.1, math.inf),
        _without_obstacle_3("moved", "turn"), "middle"),
    confirmed("aiko-obstacles", "obstacle 3 moved: completes the track, speed over the usual", WORDS + "-1", "1", (0.9, 1.1),
              lambda b: _pushing(b, obstacle__moved=3) / _pushing(b), "middle"),
    confirmed("aiko-obstacles", "obstacle 3 removed: slides to the left", WORDS + "-1", "m", (0.001, math.inf),
        _without_obstacle_3("removed", "left"), "middle"),
    confirmed("aiko-obstacles", "obstacle 3 removed: turns anticlockwise", WORDS + "-1", "deg", (0.1, math.inf),
        _without_obstacle_3("removed", "turn"), "middle"),
    confirmed("aiko-obstacles", "obstacle 3 removed: does not complete, speed over the usual", WORDS + "-1", "1", (-0.5, 0.5),
              lambda b: _pushing(b, obstacle__removed=3) / _pushing(b), "middle"),
    own("aiko-obstacles", "complementarity residual of every step", "SNAKE (67)", "1", (0.0, 1e-8), _worst_residual, "contacts"),
)  # fmt: skip
SMALL = (
    confirmed("aiko-small-obstacles", "path almost identical to that among large ones: rms of y", SIM + "-2, Figs. 9, 14",
        "m", (0.0, 0.01),
              _path_difference, "middle"),
    confirmed("aiko-small-obstacles", "sum of contact forces points forward at 5.2 s", WORDS + ", Fig. 10", "N",
        (0.0, math.inf), _total_at_5_2, "snapshot"),
    confirmed("aiko-small-obstacles", "links 7 and 10 touch at 5.2 s: the weaker force", WORDS + ", Figs. 10, 11", "N",
        (0.1, math.inf), _weakest_at_5_2("link7", "link10"), "snapshot"),
    refuted("aiko-small-obstacles", "link 2 touches at 5.2 s: its force (here link 3 touches)", WORDS + ", Figs. 10, 11", "N",
        (0.1, math.inf), (-1e-6, 1e-6), _weakest_at_5_2("link2"), "snapshot"),
    own("aiko-small-obstacles", "mean sum of contact forces along x, from impulses", "docs/models/aiko.md", "N", (12.60, 12.63),
        _mean_push_forward("small-obstacles"), "contacts"),
    confirmed("aiko-small-obstacles", "link 7 takes more force than 2 and 10: ratio of means", WORDS + ", Fig. 11", "1",
        (1.0, math.inf),
              _middle_over_others, "pushing"),
    refuted("aiko-small-obstacles", "link 7 is pushed towards -y (joint signs as printed)", WORDS + ", Fig. 11", "N",
        (-math.inf, 0.0), (4.7, 4.9),
            _side_of_link_7, "pushing"),
)  # fmt: skip
PHASES = (
    ambiguous("aiko-track", "phase -30 deg: no progress in 5 s", WORDS + ", Fig. 12a", "m", (-math.inf, 0.05),
        (-0.155, -0.145), (-0.26, 0.9), TRACK,
              lambda b: _progress(b, -30), _progress_on_shared(-30), "middle"),
    confirmed("aiko-track", "phase -30 deg: never three contacts at once", WORDS, "1", (0.0, 0.001),
        lambda b: _three_contacts(b, -30), "contacts"),
    ambiguous("aiko-track", "phase -70 deg: progress in 5 s", WORDS + ", Fig. 12b", "m", (0.05, math.inf), (0.62, 0.635),
        (-0.01, 0.635), TRACK,
              lambda b: _progress(b, -70), _progress_on_shared(-70), "middle"),
    confirmed("aiko-track", "phase -70 deg: larger contact forces than -50: ratio", WORDS, "1", (1.0, math.inf),
              lambda b: _mean_push(b, -70) / _mean_push(b, -50), "contacts"),
    refuted("aiko-track", "phase -70 deg: larger joint torques than -50: ratio of rms", WORDS, "1", (1.0, math.inf), (0.68, 0.72),
            lambda b: _effort(b, -70) / _effort(b, -50), "torques"),
    confirmed("aiko-track", "the forward speed depends on the phase: -70 over -50 deg", SIM + "-2", "1", (-math.inf, 0.9),
              lambda b: _progress(b, -70) / _progress(b, -50), "middle"),
)  # fmt: skip
CLAIMS = (*FLAT, *OBSTACLES, *SMALL, *PHASES)
