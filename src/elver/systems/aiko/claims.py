"""Claims of the obstacle-aided snake robot. Bounds and what depends on unprinted values: docs/models/aiko.md."""

from __future__ import annotations

import math

import numpy as np

from elver.results.measures import body_centre
from elver.scenarios import Bench, Claim

BOUND = 0.7349 / 4.5  # m/s: wavelength along x over the period, the fastest a snake can go without slipping sideways
PERIOD = 4.5  # s
MIDDLE = "link6"


def speed(bench: Bench, name: str, begin: float, end: float, **changes) -> float:
    """Mean speed of link 6 along x between two times [m/s]."""
    data = bench.run(name, duration=end, **changes).data
    path, t = body_centre(data, MIDDLE)[:, 0], data.time.values
    first = int(np.searchsorted(t, begin - 1e-9))
    return float((path[-1] - path[first]) / (t[-1] - t[first]))


def flat(bench: Bench) -> float:
    return speed(bench, "aiko-flat", 2.0, 20.0)  # four whole periods


def pushing(bench: Bench) -> float:
    return speed(bench, "aiko-obstacles", 0.0, 10.0)


def short_of_bound(bench: Bench) -> float:
    """Relative distance of the steady speed from the kinematic bound."""
    return abs(speed(bench, "aiko-obstacles", 10.0 - PERIOD, 10.0) / BOUND - 1)


def path_difference(bench: Bench) -> float:
    """Root mean square of y between the paths among small and large obstacles [m]."""
    small, large = (body_centre(bench.run(f"aiko-{k}", duration=10.0).data, MIDDLE) for k in ("small-obstacles", "obstacles"))
    shared = (small[:, 0] > large[:, 0].min()) & (small[:, 0] < large[:, 0].max())
    order = np.argsort(large[:, 0])
    gap = small[shared, 1] - np.interp(small[shared, 0], large[order, 0], large[order, 1])
    return float(np.sqrt(np.mean(gap**2)))


def forward_push(bench: Bench) -> float:
    """Mean sum of the obstacles' forces along the direction of travel [N]."""
    return float(bench.run("aiko-obstacles", duration=10.0).data.contact_force.sum("link").mean("time").sel(plane="x"))


def on_track(bench: Bench, degrees: float):
    """Data of 5 s on the obstacles that belong to a phase shift."""
    return bench.run("aiko-track", duration=5.0, gait__phase=math.radians(degrees)).data


def progress(bench: Bench, degrees: float) -> float:
    """Displacement of link 6 along x in 5 s [m], the window of Fig. 12."""
    path = body_centre(on_track(bench, degrees), MIDDLE)[:, 0]
    return float(path[-1] - path[0])


def mean_push(bench: Bench, degrees: float) -> float:
    """Mean over the 5 s of the sum of the contact forces' sizes [N], from impulses, which no sample misses."""
    data = on_track(bench, degrees)
    return float(np.linalg.norm(data.contact_impulse, axis=2).sum() / (data.time[-1] - data.time[0]))


def three_contacts(bench: Bench, degrees: float) -> float:
    """Share of the 5 s in which three links or more touch obstacles at once."""
    touching = (np.linalg.norm(on_track(bench, degrees).contact_force, axis=2) > 0).sum(axis=1)
    return float((touching >= 3).mean())


def worst_residual(bench: Bench) -> float:
    """Largest natural-map residual of any step of the three scenarios."""
    runs = [bench.run("aiko-flat", duration=20.0)] + [
        bench.run(f"aiko-{k}", duration=10.0) for k in ("obstacles", "small-obstacles")
    ]
    return max(run.summary["worst_residual"] for run in runs)


CLAIMS = (
    Claim("aiko-flat", "flat ground: link 6 slides slowly backwards", "SNAKE VIII", "published", "m/s", -0.013, -0.008, flat),
    Claim("aiko-obstacles", "seven obstacles: 15 cm/s (fitted start)", "SNAKE VIII", "indicative", "m/s", 0.14, 0.17, pushing),
    Claim(
        "aiko-obstacles", "15 times faster, opposite direction", "SNAKE VIII", "indicative", "1", -20.0, -12.0,
        lambda b: pushing(b) / flat(b),
    ),
    Claim("aiko-obstacles", "steady speed at the kinematic bound", "SNAKE VIII", "indicative", "1", 0.0, 0.02, short_of_bound),
    Claim("aiko-obstacles", "sum of contact forces points forward", "SNAKE Fig. 11", "published", "N", 1.0, 100.0, forward_push),
    Claim("aiko-small-obstacles", "same path, small obstacles (rms)", "SNAKE VIII", "published", "m", 0.0, 0.02, path_difference),
    Claim(
        "aiko-obstacles", "obstacle 3 moved: still completes", "SNAKE VIII", "indicative", "m/s", 0.12, 0.2,
        lambda b: speed(b, "aiko-obstacles", 0.0, 10.0, obstacle__moved=3),
    ),
    Claim(
        "aiko-obstacles", "obstacle 3 removed: stays behind", "SNAKE VIII", "indicative", "m/s", -0.05, 0.08,
        lambda b: speed(b, "aiko-obstacles", 0.0, 10.0, obstacle__removed=3),
    ),
    Claim(
        "aiko-track", "phase -30 deg: no progress in 5 s", "SNAKE Fig. 12a", "indicative", "m", -0.3, 0.1,
        lambda b: progress(b, -30),
    ),
    Claim(
        "aiko-track", "phase -30 deg: never three contacts at once", "SNAKE VIII-B", "indicative", "1", 0.0, 0.02,
        lambda b: three_contacts(b, -30),
    ),
    Claim(
        "aiko-track", "phase -50 deg: progress in 5 s", "SNAKE VIII-B", "indicative", "m", 0.7, 0.9,
        lambda b: progress(b, -50),
    ),
    Claim(
        "aiko-track", "phase -70 deg: progress in 5 s", "SNAKE Fig. 12b", "indicative", "m", 0.5, 0.75,
        lambda b: progress(b, -70),
    ),
    Claim(
        "aiko-track", "phase -70 deg: larger forces than -50", "SNAKE VIII-B", "indicative", "1", 1.15, 2.0,
        lambda b: mean_push(b, -70) / mean_push(b, -50),
    ),
    Claim("aiko-obstacles", "complementarity residual of every step", "SNAKE (67)", "regression", "1", 0.0, 1e-8, worst_residual),
)  # fmt: skip
