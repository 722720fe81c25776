"""Claims of the obstacle-aided snake robot (SNAKE). What depends on values that are not printed: docs/models/aiko.md."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from elver.results import Run, body_centre, com_velocity, mean_heading
from elver.scenarios import ClaimRunner, Measurement, about, ambiguous, calibrated, confirmed, own, printed, refuted
from elver.systems.aiko.contact_claims import CONTACT_CLAIMS

BOUND = 0.7349 / 4.5  # m/s: wavelength along x over the period, the fastest a snake can go without slipping sideways
PERIOD = 4.5  # s
MIDDLE = "link6"
ELSEWHERE = (0.1944, 0.0491, 3.1808)  # the head between obstacles 1 and 2: it gets no hold
SHARED = {  # (phase, amplitude) in degrees: a start on the track of (-50, 40), free of obstacles
    (-30, 40): (1.051, 0.299, 3.121),
    (-50, 40): None,  # the scenario's own
    (-70, 40): (0.763, -0.006, 3.048),
    (-50, 25): (0.7485, 0.0453, 3.2319),
}
OTHER_SIGNS: dict[str, Any] = {"gait__amplitude": math.radians(-40), "start__position": (0.7477, 0.0525), "start__axis": 3.1487}
OTHER_START: dict[str, Any] = {"start__position": (1.0734, 0.0481), "start__axis": 3.1408}  # for these signs
PUSHES = math.radians(45)  # of the wave: how far obstacles off the centre line stand from it


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


def _mean_push_forward(name: str) -> Measurement:
    """Mean sum of the obstacles' forces along the direction of travel [N], from impulses."""
    return lambda bench: bench.run(f"aiko-{name}", duration=10.0).summary["mean_contact_force"]["x"]


def _ground_force(bench: ClaimRunner) -> float:
    """Mean force of the ground along the direction of travel [N]: the change of momentum that the obstacles did not make."""
    run = bench.run("aiko-obstacles", duration=10.0)
    gained = float(run.data.body_mass.sum()) * com_velocity(run.data)[[0, -1], 0]
    return float(gained[1] - gained[0]) / 10.0 - run.summary["mean_contact_force"]["x"]


def _pushed(bench: ClaimRunner, links: tuple[str, ...], **changes: Any) -> np.ndarray:
    """Mean force on links from 4.5 to 5.5 s, the window of Fig. 11, among small obstacles [N]; (link, 2)."""
    data = bench.run("aiko-small-obstacles", duration=10.0, **changes).data
    late = data.isel(time=slice(*np.searchsorted(data.time.values, (4.5 + 1e-9, 5.5 + 1e-9))))
    return late.contact_impulse.sel(link=list(links)).sum("time").values


def _middle_over_others(bench: ClaimRunner) -> float:
    """Mean force on link 7 over the larger one of links 2 and 10, the smaller one of both signs of the joints."""
    sizes = [np.linalg.norm(_pushed(bench, ("link2", "link7", "link10"), **signs), axis=1) for signs in ({}, OTHER_SIGNS)]
    return float(min(seven / max(two, ten) for two, seven, ten in sizes))


def _side_of_link_7(**changes: Any) -> Measurement:
    return lambda bench: float(_pushed(bench, ("link7",), **changes)[0, 1])


def _at_5_2(bench: ClaimRunner, *links: str, **changes: Any) -> float:
    """Smallest mean force on links from 5.1 to 5.3 s, about the instant of Fig. 10, from impulses [N]."""
    data = bench.run("aiko-small-obstacles", duration=10.0, **changes).data
    near = data.isel(time=slice(*np.searchsorted(data.time.values, (5.1 + 1e-9, 5.3 + 1e-9))))
    return float(np.linalg.norm(near.contact_impulse.sel(link=list(links)).sum("time").values, axis=1).min()) / 0.2


def _touch(**changes: Any) -> Measurement:
    """The same of links 7 and 10."""
    return lambda bench: _at_5_2(bench, "link7", "link10", **changes)


def _link_2_at_5_2(bench: ClaimRunner) -> float:
    """The same of link 2, the largest over both signs of the joints and two starts."""
    return max(_at_5_2(bench, "link2", **changes) for changes in ({}, OTHER_SIGNS, OTHER_SIGNS | OTHER_START))


def _hardest(bench: ClaimRunner, degrees: float) -> float:
    """What one in a hundred of the contacts' impulses between two samples exceeds, at a frequency of the gait [N s]."""
    data = bench.run("aiko-obstacles", duration=8.0, gait__frequency=math.radians(degrees)).data
    size = np.linalg.norm(data.contact_impulse.values[1:], axis=2)
    return float(np.percentile(size[size > 0], 99.0))


def _total_at_5_2(bench: ClaimRunner) -> float:
    """Sum of the obstacles' forces along x at 5.2 s, the instant of Fig. 10 [N]."""
    data = bench.run("aiko-small-obstacles", duration=10.0).data
    return float(data.contact_force.sel(time=5.2, method="nearest").sel(plane="x").sum())


def _without_obstacle_3(how: str, metric: str) -> Measurement:
    """What the robot does from 0.5 to 2 s, where it misses obstacle 3, against the run with it: farthest left [m], turn [deg]."""

    def measure(bench: ClaimRunner) -> float:
        there, gone = (bench.run("aiko-obstacles", duration=10.0, **c).data for c in ({}, {f"obstacle__{how}": 3}))
        early = (there.time.values >= 0.5) & (there.time.values <= 2.0)
        turned = np.degrees(np.unwrap(mean_heading(gone)) - np.unwrap(mean_heading(there)))
        aside = body_centre(gone, MIDDLE)[:, 1] - body_centre(there, MIDDLE)[:, 1]
        return float({"left": aside, "turn": turned}[metric][early].max())

    return measure


def _friction_matters(bench: ClaimRunner) -> float:
    """Relative change of the speed among obstacles over that on flat ground, when friction is halved."""
    changes = [abs(of(bench, friction="0.1") / of(bench) - 1) for of in (_pushing, flat)]
    return changes[0] / changes[1]


def _own_track(degrees: float = -50, amplitude: float = 40, **changes: Any) -> Callable[[ClaimRunner], Run]:
    """The run of 5 s, the window of Fig. 12, on obstacles that are placed for its gait; phase shift and amplitude in degrees."""
    gait = {"gait__phase": math.radians(degrees)} | ({} if amplitude == 40 else {"gait__amplitude": math.radians(amplitude)})
    return lambda bench: bench.run("aiko-track", duration=5.0, **gait, **changes)


def _shared_track(degrees: int = -50, amplitude: int = 40) -> Callable[[ClaimRunner], Run]:
    """The same among the small obstacles of -50 and 40 degrees, from a start that overlaps none."""
    start = SHARED[degrees, amplitude]
    changes: dict[str, Any] = {"gait__phase": math.radians(degrees), "gait__amplitude": math.radians(amplitude)}
    placed = {} if start is None else {**changes, "start__position": start[:2], "start__axis": start[2]}
    return lambda bench: bench.run("aiko-small-obstacles", duration=5.0, **placed)


Track: TypeAlias = Callable[..., Callable[[ClaimRunner], Run]]  # of a gait: phase shift and amplitude in degrees
TRACKS: tuple[Track, ...] = (_own_track, _shared_track)


def _progress(run: Run) -> float:
    """Displacement of link 6 along x [m]."""
    path = body_centre(run.data, MIDDLE)[:, 0]
    return float(path[-1] - path[0])


def _mean_push(run: Run) -> float:
    """Mean of the sum of the contact forces' sizes [N], from impulses, which no sample misses."""
    return float(np.linalg.norm(run.data.contact_impulse, axis=2).sum() / (run.data.time[-1] - run.data.time[0]))


def _mean_forward(run: Run) -> float:
    """Mean of the contact forces' sum along x [N]."""
    return float(run.data.contact_impulse.sel(plane="x").sum() / (run.data.time[-1] - run.data.time[0]))


def _effort(run: Run) -> float:
    """Root mean square of all joint torques [N m]."""
    return float(np.sqrt((run.data.joint_torque.values**2).mean()))


def _push_for_thrust(run: Run) -> float:
    """Contact force that a newton forward takes."""
    return _mean_push(run) / _mean_forward(run)


def _effort_for_thrust(run: Run) -> float:
    """Joint torque that a newton forward takes [m]."""
    return _effort(run) / _mean_forward(run)


def _three_contacts(run: Run) -> float:
    """Share of the time in which three links or more touch obstacles at once."""
    touching = (np.linalg.norm(run.data.contact_force, axis=2) > 0).sum(axis=1)
    return float((touching >= 3).mean())


def _of_gait(of: Callable[[Run], float], track: Track, *gait: float) -> Measurement:
    """A number of the run of a gait on a kind of track."""
    return lambda bench: of(track(*gait)(bench))


def _against_usual(of: Callable[[Run], float], track: Track, *gait: float) -> Measurement:
    """The same over that of the gait with -50 and 40 degrees."""
    return lambda bench: of(track(*gait)(bench)) / of(track()(bench))


def _on_both(
    choose: Callable[[Iterable[float]], float], measured: Callable[..., Measurement], of: Callable[[Run], float], *gait: float
) -> Measurement:
    """The least or largest of a number on both kinds of track."""
    return lambda bench: choose(measured(of, track, *gait)(bench) for track in TRACKS)


def _centre_line(of: Callable[[Run], float]) -> Measurement:
    """A number with obstacles on the centre line of the wave over the smaller one with obstacles off it, to either side."""

    def measure(bench: ClaimRunner) -> float:
        off = min(of(_own_track(track__shift=side * PUSHES)(bench)) for side in (-1, 1))
        return of(_own_track()(bench)) / off

    return measure


def _worst_residual(bench: ClaimRunner) -> float:
    """Largest natural-map residual of any step of the three scenarios."""
    runs = [bench.run("aiko-flat", duration=20.0)] + [
        bench.run(f"aiko-{k}", duration=10.0) for k in ("obstacles", "small-obstacles")
    ]
    return max(run.summary["worst_residual"] for run in runs)


SIM, WORDS = "SNAKE VIII-D", "SNAKE VIII-B"
POSE = "pose of the robot at the start; here one that touches obstacles 1, 2 and 4"
TRACK = "obstacles and poses of these runs; here small obstacles placed for each gait (VII-D), not the track of -50 degrees"
SIGNS = "sign of the joints' angles: as printed; the other one, which the authors used (errata)"
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
    calibrated("aiko-small-obstacles", "path almost identical to that among large ones: rms of y", SIM + "-2, Figs. 9, 14",
        "m", (0.0, 0.01), "SMALL", _path_difference, "middle"),
    confirmed("aiko-small-obstacles", "sum of contact forces points forward at 5.2 s", WORDS + ", Fig. 10", "N",
        (0.0, math.inf), _total_at_5_2, "snapshot"),
    ambiguous("aiko-small-obstacles", "links 7 and 10 touch at 5.2 s: the weaker force", WORDS + ", Figs. 10, 11", "N",
        (0.1, math.inf), (3.8, 4.1), (0.0, 6.0), SIGNS + "; that one from another start", _touch(), (_touch(**OTHER_SIGNS),
            _touch(**OTHER_SIGNS | OTHER_START)), "snapshot"),
    refuted("aiko-small-obstacles", "link 2 touches at 5.2 s: its force, either joint sign (3 does)",
        WORDS + ", Figs. 10, 11", "N", (0.1, math.inf), (-1e-6, 1e-6), _link_2_at_5_2, "snapshot"),
    own("aiko-small-obstacles", "mean sum of contact forces along x, from impulses", "docs/models/aiko.md", "N", (12.60, 12.63),
        _mean_push_forward("small-obstacles"), "contacts"),
    confirmed("aiko-small-obstacles", "link 7 takes more force than 2 and 10: ratio, either joint sign",
        WORDS + ", Fig. 11", "1", (1.0, math.inf), _middle_over_others, "pushing"),
    ambiguous("aiko-small-obstacles", "link 7 is pushed towards -y", WORDS + ", Fig. 11", "N", (-math.inf, 0.0), (4.7, 4.9),
        (-3.8, 4.9), SIGNS,
        _side_of_link_7(), _side_of_link_7(**OTHER_SIGNS), "pushing"),
)  # fmt: skip
PHASES = (
    ambiguous("aiko-track", "phase -30 deg: no progress in 5 s", WORDS + ", Fig. 12a", "m", (-math.inf, 0.05),
        (-0.155, -0.145), (-0.26, 0.9), TRACK, _of_gait(_progress, _own_track, -30), _of_gait(_progress, _shared_track, -30),
        "middle"),
    confirmed("aiko-track", "phase -30 deg: never three contacts at once, either track", WORDS, "1", (0.0, 0.001),
        _on_both(max, _of_gait, _three_contacts, -30), "contacts"),
    ambiguous("aiko-track", "phase -70 deg: progress in 5 s", WORDS + ", Fig. 12b", "m", (0.05, math.inf), (0.62, 0.635),
        (-0.01, 0.635), TRACK, _of_gait(_progress, _own_track, -70), _of_gait(_progress, _shared_track, -70), "middle"),
    ambiguous("aiko-track", "phase -70 deg: larger contact forces than -50: ratio", WORDS, "1", (1.0, math.inf), (1.41, 1.43),
        (0.1, 1.43), TRACK, _against_usual(_mean_push, _own_track, -70), _against_usual(_mean_push, _shared_track, -70),
        "contacts"),
    confirmed("aiko-track", "phase -70 deg: more force for a newton forward than -50, either track", WORDS, "1",
        (1.0, math.inf), _on_both(min, _against_usual, _push_for_thrust, -70), "contacts"),
    ambiguous("aiko-track", "phase -70 deg: larger joint torques than -50: ratio of rms", WORDS, "1", (1.0, math.inf),
        (0.68, 0.72), (0.3, 14.0), TRACK + "; torques, or torques for a newton forward",
        _against_usual(_effort, _own_track, -70),
        (_against_usual(_effort_for_thrust, _own_track, -70), _against_usual(_effort, _shared_track, -70),
         _against_usual(_effort_for_thrust, _shared_track, -70)), "torques"),
    confirmed("aiko-track", "the forward speed depends on the phase: -70 over -50 deg, either track", SIM + "-2", "1",
        (-math.inf, 0.9), _on_both(max, _against_usual, _progress, -70), "middle"),
    ambiguous("aiko-track", "amplitude 25 deg: larger contact forces than 40: ratio", WORDS, "1", (1.0, math.inf), (1.68, 1.70),
        (0.03, 1.70), TRACK, _against_usual(_mean_push, _own_track, -50, 25),
        _against_usual(_mean_push, _shared_track, -50, 25), "contacts"),
    confirmed("aiko-track", "amplitude 25 deg: more force for a newton forward than 40, either track", WORDS, "1",
        (1.0, math.inf), _on_both(min, _against_usual, _push_for_thrust, -50, 25), "contacts"),
    confirmed("aiko-track", "on the centre line: less torque for a newton forward than 45 deg off", "SNAKE VII-B",
        "1", (0.0, 1.0), _centre_line(_effort_for_thrust), "torques"),
    confirmed("aiko-track", "on the centre line: less force for a newton forward than 45 deg off", "SNAKE VII-B",
        "1", (0.0, 1.0), _centre_line(_push_for_thrust), "contacts"),
)  # fmt: skip
CLAIMS = (*FLAT, *OBSTACLES, *SMALL, *PHASES, *CONTACT_CLAIMS)
