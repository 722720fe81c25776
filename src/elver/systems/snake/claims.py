"""Claims of the underwater snake robot. The paper prints no numbers for its curves; docs/models/snake.md explains the bounds."""

from __future__ import annotations

import math

import numpy as np

from elver.equations import dynamics_function
from elver.forces import LumpedWater
from elver.scenarios import Bench, Claim
from elver.systems.snake.closed_form import SnakeFluid, closed_form
from elver.systems.snake.robot import ChainLink, planar_chain

STEADY = 5.0  # s: the start from rest is forgotten


def speed(bench: Bench, **changes) -> float:
    """Mean forward speed of a run [m/s]."""
    return bench.run("swimmer", **changes).summary["mean_forward_speed"]


def slowest(bench: Bench) -> float:
    """Smallest mean forward speed over both gaits and all three cases [m/s]."""
    return min(speed(bench, gait=gait, case=case) for gait in ("lateral", "eel") for case in (1, 2, 3))


def wander(bench: Bench) -> float:
    """Largest distance of the centre of mass from a straight line over six metres of case 3 [m]."""
    data = bench.run("swimmer", case=3).data
    path = data.com_position.values[data.time.values >= STEADY, :2]
    path = path[np.linalg.norm(path - path[0], axis=1) <= 6.0]
    offset = path - path.mean(axis=0)
    across = np.linalg.svd(offset, full_matrices=False)[2][1]
    return float(np.abs(offset @ across).max())


def closed_form_gap(bench: Bench) -> float:
    """Largest relative difference of link accelerations between the recursion and the closed form, random states."""
    n, rng, worst = 10, np.random.default_rng(0), 0.0
    link = ChainLink(inertia="printed")
    current = (0.1, -0.2)
    water = LumpedWater(law="printed", inertia_law="printed", current=(*current, 0.0))
    direct = dynamics_function(planar_chain([link] * n), "direct", {"water": water})
    body = link.body("link", 0.0)
    fluid = SnakeFluid.from_section(0.03, 0.05, 0.14, 1000.0, 0.03, 2.0, 1.0, 1.0, current=current)
    form = closed_form([0.14] * n, [body.mass] * n, [body.central_inertia[2, 2]] * n, fluid)
    for _ in range(5):
        theta, rates, p_rate, u = 0.5 * rng.normal(size=n), rng.normal(size=n), rng.normal(size=2), rng.normal(size=n - 1)
        x = np.concatenate([theta, [0, 0], rates, p_rate])
        wanted = np.array(form.state_space(x, u)).ravel()[n + 2 : 2 * n + 2]
        found = engine_accelerations(direct, form, theta, rates, p_rate, u)
        worst = max(worst, np.abs(found - wanted).max() / np.abs(wanted).max())
    return worst


def engine_accelerations(direct, form, theta, rates, p_rate, u) -> np.ndarray:
    """theta'' of all links from the recursion, whose base is the head (the last link)."""
    velocities = [np.array(v).ravel()[-1] for v in form.link_velocities(theta, rates, p_rate)]
    c, s = math.cos(theta[-1]), math.sin(theta[-1])
    twist = [c * velocities[0] + s * velocities[1], -s * velocities[0] + c * velocities[1], 0, 0, 0, rates[-1]]
    pose = ([math.cos(theta[-1] / 2), 0, 0, math.sin(theta[-1] / 2)], [0, 0, 0])
    head_first = slice(None, None, -1)  # joint n-1 is the first of the tree
    angles, joint_rates = -np.diff(theta)[head_first], -np.diff(rates)[head_first]
    base, joints = direct(*pose, twist, angles, joint_rates, u[head_first])
    heading = float(base[5])
    return np.append(heading + np.cumsum(np.array(joints).ravel())[head_first], heading)


CLAIMS = (
    Claim("swimmer", "recursion = corrected closed form (relative)", "USR (40)", "published", "1", 0, 1e-10, closed_form_gap),
    Claim("swimmer", "swims forward: both gaits, all cases", "USR Figs. 3, 4", "published", "m/s", 0.05, 1.0, slowest),
    Claim("swimmer", "mean speed, lateral, case 1", "independent simulation", "regression", "m/s", 0.1386, 0.1414, speed),
    Claim(
        "swimmer", "linear drag makes it faster: case 2 / case 1", "USR Fig. 3b", "indicative", "1", 1.05, 3.0,
        lambda b: speed(b, case=2) / speed(b),
    ),
    Claim(
        "swimmer", "fastest along the current: case 3 / case 2", "USR Fig. 3b", "indicative", "1", 1.05, 3.0,
        lambda b: speed(b, case=3) / speed(b, case=2),
    ),
    Claim("swimmer", "straight line in the current over 6 m", "USR III-F", "published", "m", 0, 0.03, wander),
)  # fmt: skip
