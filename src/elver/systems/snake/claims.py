"""Claims of the underwater snake robot. The paper prints no numbers for its curves, but coefficients: docs/models/snake.md."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.forces import LumpedWater
from elver.model import dynamics_function
from elver.scenarios import ClaimRunner, Figure, confirmed, own, printed, refuted, scenario
from elver.systems.snake.closed_form import ClosedForm, SnakeFluid, closed_form
from elver.systems.snake.scenario import ChainLink, planar_chain

if TYPE_CHECKING:
    import casadi as ca

STEADY = 5.0  # s: the start from rest is forgotten


def _speed(bench: ClaimRunner, **changes: Any) -> float:
    """Mean forward speed of a run [m/s], of lateral undulation in case 1 where nothing else is said."""
    return bench.run("swimmer", **{"gait": "lateral", "case": 1, **changes}).summary["mean_forward_speed"]


def _slowest(bench: ClaimRunner) -> float:
    """Smallest mean forward speed over both gaits and all three cases [m/s]."""
    return min(_speed(bench, gait=gait, case=case) for gait in ("lateral", "eel") for case in (1, 2, 3))


def _wander(gait: str) -> Figure:
    """Largest distance of the centre of mass from a straight line over six metres of case 3 [m]."""

    def measure(bench: ClaimRunner) -> float:
        data = bench.run("swimmer", gait=gait, case=3).data
        path = data.com_position.values[data.time.values >= STEADY, :2]
        path = path[np.linalg.norm(path - path[0], axis=1) <= 6.0]
        offset = path - path.mean(axis=0)
        across = np.linalg.svd(offset, full_matrices=False)[2][1]
        return float(np.abs(offset @ across).max())

    return measure


def _tracking(bench: ClaimRunner, joint: int = 5) -> complex:
    """Amplitude and phase of a joint over those of its reference, late in a run: 1 where it follows perfectly."""
    data = bench.run("swimmer", gait="lateral", case=1).data
    first = int(np.searchsorted(data.time.values, data.time.values[-1] - 3 * float(data.attrs["period"])))
    late = data.isel(time=slice(first, None))
    values = scenario("swimmer").values()
    phase = values["gait.frequency"] * late.time.values + (joint - 1) * values["gait.phase"]
    waves = np.stack([np.sin(phase), np.cos(phase), np.ones_like(phase)], axis=1)
    found = np.linalg.lstsq(waves, late.joint_position.sel(joint=f"joint{joint}").values, rcond=None)[0]
    return complex(found[0], found[1]) / values["gait.amplitude"]


def _power_ratio(bench: ClaimRunner) -> float:
    """Mean power of the motors over that of the drag, in the last three periods of case 1."""
    data = bench.run("swimmer", gait="lateral", case=1).data
    first = int(np.searchsorted(data.time.values, data.time.values[-1] - 3 * float(data.attrs["period"])))
    motor, drag = (data.work.sel(flow=name).values for name in ("motor", "water.drag"))
    return float((motor[-1] - motor[first]) / (drag[-1] - drag[first]))


def _coefficient(name: str, length: float = 0.14) -> Figure:
    """A coefficient of a link from the printed section by the printed formula; by the closed form's own code."""
    return lambda bench: getattr(SnakeFluid.from_section(0.03, 0.05, length, 1000.0, 0.03, 2.0, 1.0, 1.0), name)


def _link_mass(bench: ClaimRunner) -> float:
    """Mass of a link that floats [kg], from the built robot."""
    return float(bench.run("swimmer", gait="lateral", case=1).data.body_mass.values[0])


def _smallest_pivot(bench: ClaimRunner) -> float:
    """Smallest singular value of 1 - e e^T/n, ten links."""
    return float(np.linalg.svd(np.eye(10) - np.full((10, 10), 0.1), compute_uv=False).min())


def _closed_form_gap(bench: ClaimRunner) -> float:
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


def engine_accelerations(
    direct: ca.Function, form: ClosedForm, theta: np.ndarray, rates: np.ndarray, p_rate: np.ndarray, u: np.ndarray
) -> np.ndarray:
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


FLUID, MODEL = "USR III-E", "docs/models/snake-closed-form.md"
SWIMMING = (
    confirmed("swimmer", "swims forward: both gaits, all cases", "USR III-F, III-G, Figs. 3, 4", "m/s", (0.0, math.inf),
        _slowest, "forward"),
    confirmed("swimmer", "lateral undulation, case 3: a straight line over 6 m", "USR III-F, Fig. 3a", "m", (0, 0.05),
        _wander("lateral"), "path"),
    confirmed("swimmer", "eel-like motion, case 3: almost a straight line over 6 m", "USR III-G, Fig. 4a", "m", (0, 0.05),
        _wander("eel"), "path"),
    confirmed("swimmer", "PD cannot track perfectly: amplitude over the reference's", "USR III-C, (43)", "1", (0.0, 0.995),
              lambda b: abs(_tracking(b)), "joints"),
    confirmed("swimmer", "PD cannot track perfectly: lag behind the reference", "USR III-C, (43)", "deg", (0.5, 90.0),
              lambda b: -math.degrees(np.angle(_tracking(b))), "joints"),
    own("swimmer", "mean speed, lateral, case 1, also by an independent simulation", "docs/models/snake.md", "m/s",
        (0.1398, 0.1403), _speed, "forward"),
    own("swimmer", "linear drag makes it faster: case 2 / case 1", "docs/models/snake.md", "1", (1.41, 1.43),
        lambda b: _speed(b, case=2) / _speed(b), "forward"),
    own("swimmer", "fastest along the current: case 3 / case 2", "docs/models/snake.md", "1", (1.61, 1.64),
        lambda b: _speed(b, case=3) / _speed(b, case=2), "forward"),
    own("swimmer", "strips instead of lumped water", "docs/models/snake.md", "m/s", (0.1453, 0.1456),
        lambda b: _speed(b, water__model="strip"), "forward"),
    own("swimmer", "the printed added mass creates energy: motor over drag power", "USR (24)", "1", (0.74, 0.76), _power_ratio,
        "ledger"),
)  # fmt: skip
PRINTED = (
    confirmed("swimmer", "mass of a link 0.6597 kg: neutrally buoyant", FLUID, "kg", printed("0.6597"), _link_mass),
    confirmed("swimmer", "tangential drag c_t = 0.2639 from the section", FLUID + ", (14)", "kg/m", printed("0.2639"),
        _coefficient("d_t")),
    confirmed("swimmer", "normal drag c_n = 8.4 from the section", FLUID + ", (14)", "kg/m", printed("8.4"), _coefficient("d_n")),
    refuted("swimmer", "link length 2 x 0.14 m: the c_n that it gives", FLUID + ", (14)", "kg/m", printed("8.4"), (16.79, 16.81),
            _coefficient("d_n", 0.28)),
    confirmed("swimmer", "added mass mu_n = 0.3958 from the section", FLUID + ", (15)", "kg", printed("0.3958"),
        _coefficient("mu_n")),
    refuted("swimmer", "lambda1 = 4.3103e-4 (the value of lambda2)", FLUID + ", (17)", "kg m^2", printed("4.3103e-4"),
        (2.2987e-7, 2.2989e-7),
            _coefficient("lambda1")),
    refuted("swimmer", "lambda2 = 2.2629e-5 (the value of lambda3)", FLUID + ", (20)", "N m s", printed("2.2629e-5"),
        (4.3102e-4, 4.3104e-4),
            _coefficient("lambda2")),
    refuted("swimmer", "lambda3 = 2.2988e-7 (the value of lambda1)", FLUID + ", (20)", "N m s^2", printed("2.2988e-7"),
        (2.2628e-5, 2.2630e-5),
            _coefficient("lambda3")),
    refuted("swimmer", "1 - e e^T/n is nonsingular: its smallest singular value", "USR (10)", "1", (1e-6, math.inf),
        (-1e-12, 1e-12), _smallest_pivot),
    own("swimmer", "recursion = corrected closed form (relative)", "USR (40), " + MODEL, "1", (0, 1e-10), _closed_form_gap),
)  # fmt: skip
CLAIMS = (*SWIMMING, *PRINTED)
