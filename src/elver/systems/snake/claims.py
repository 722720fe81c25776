"""Claims of the underwater snake robot. The paper prints no numbers for its curves, but coefficients: docs/models/snake.md."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.forces import Force, GroundFriction, LumpedWater
from elver.model import dynamics_function
from elver.robot import Strip
from elver.scenarios import ClaimRunner, Measurement, Printed, ambiguous, confirmed, own, printed, refuted, scenario
from elver.systems.snake.closed_form import ClosedForm, SnakeFluid, closed_form
from elver.systems.snake.scenario import ChainLink, planar_chain

if TYPE_CHECKING:
    import casadi as ca

STEADY = 15.0  # s: the speed is steady
GAITS, CASES = ("lateral", "eel"), (1, 2, 3)
WIDTH, LINK, WHOLE, VISCOSITY = 0.1, 0.14, 1.4, 1e-6  # m, m, m, m^2/s of water at 20 degrees Celsius


def _speed(bench: ClaimRunner, **changes: Any) -> float:
    """Mean forward speed of a run [m/s], of lateral undulation in case 1 where nothing else is said."""
    return bench.run("swimmer", **{"gait": "lateral", "case": 1, **changes}).summary["mean_forward_speed"]


def _slowest(bench: ClaimRunner) -> float:
    """Smallest mean forward speed over both gaits and all three cases [m/s]."""
    return min(_speed(bench, gait=gait, case=case) for gait in GAITS for case in CASES)


def _wander(gait: str) -> Measurement:
    """Largest distance of the centre of mass from a straight line over the first six metres of case 3, from rest [m]."""

    def measure(bench: ClaimRunner) -> float:
        path = bench.run("swimmer", gait=gait, case=3).data.com_position.values[:, :2]
        path = path[np.linalg.norm(path - path[0], axis=1) <= 6.0]
        offset = path - path.mean(axis=0)
        across = np.linalg.svd(offset, full_matrices=False)[2][1]
        return float(np.abs(offset @ across).max())

    return measure


def _through_water(bench: ClaimRunner, gait: str, case: int) -> float:
    """Steady speed of the centre of mass through the water [m/s]."""
    run = bench.run("swimmer", gait=gait, case=case)
    late = run.data.isel(time=slice(int(np.searchsorted(run.data.time.values, STEADY)), None))
    way = late.com_position.values[-1, :2] - late.com_position.values[0, :2]
    current = np.array(scenario("swimmer").values()["water.current"][:2]) if case == 3 else np.zeros(2)
    return float(np.linalg.norm(way / float(late.time[-1] - late.time[0]) - current))


def _reynolds(size: float, of: Callable[[Iterable[float]], float]) -> Measurement:
    """Reynolds number over a size [m], the largest or least over both gaits and all three cases."""
    return lambda bench: of(_through_water(bench, gait, case) for gait in GAITS for case in CASES) * size / VISCOSITY


@dataclass(frozen=True)
class _WithoutTorque(LumpedWater):
    """The water without its torques on links that turn."""

    def coefficients(self, strip: Strip) -> Any:
        return replace(super().coefficients(strip), lambda1_e3=0.0, lambda1_e2=0.0, lambda2=0.0, lambda3=0.0)


def _share_of_fluid_torques(bench: ClaimRunner) -> float:
    """How much the joints' torques change without the fluid's, rms over rms: the largest over both gaits in still water.

    With the moment of the added mass for (17), which makes more of them than the printed formula does.
    """
    shares, usual = [], scenario("swimmer")
    for gait, case in product(GAITS, (1, 2)):
        model = usual.build({"gait": gait, "case": case, "water.inertia_law": "physical"})
        water = _WithoutTorque(**{f.name: getattr(model.forces["water"], f.name) for f in fields(LumpedWater)})
        without = replace(model, forces={**model.forces, "water": water})
        runs = (
            bench.run("swimmer", gait=gait, case=case, water__inertia_law="physical"),
            bench.run_model(f"swimmer, {gait}, case {case}, no fluid torque", without, usual.duration, usual.dt),
        )
        needed, bare = (run.data.joint_torque for run in runs)
        late = needed.isel(time=needed.time.values >= STEADY)
        shares.append(float(np.sqrt(((late - bare.sel(time=late.time)) ** 2).mean() / (late**2).mean())))
    return max(shares)


def _linear_share(bench: ClaimRunner) -> float:
    """Share of the linear drag in the drag's torque on the link that turns fastest, by (20), in case 2."""
    data = bench.run("swimmer", gait="lateral", case=2).data
    fluid = SnakeFluid.from_section(0.03, 0.05, 0.14, 1000.0, 0.03, 2.0, 1.0, 1.0)
    rate = float(np.abs(data.body_twist.sel(component="wz")).max())
    return fluid.lambda2 / (fluid.lambda2 + fluid.lambda3 * rate)


def _ground_gap(bench: ClaimRunner) -> float:
    """Largest relative difference of link accelerations: recursion on the ground, closed form without fluid but its friction."""
    along, across, length = 1.0, 20.0, ChainLink().length
    fluid = SnakeFluid(c_t=along * length, c_n=across * length, lambda2=across * length**3 / 12)
    return _gap({"ground": GroundFriction(viscous_t=along, viscous_n=across)}, fluid)


def _least_advance(bench: ClaimRunner) -> float:
    """The shorter of the ways forward on land and in the water of one run, of the centre of mass [m]."""
    run = bench.run("snake-amphibious")
    path, shore = run.data.com_position.values[:, 0], scenario("snake-amphibious").values()["shore.position"]
    return float(min(shore - path[0], path[-1] - shore)) if path[0] < shore < path[-1] else 0.0


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


def _coefficient(name: str, length: float = 0.14) -> Measurement:
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
    current = (0.1, -0.2)
    water = LumpedWater(law="printed", inertia_law="printed", current=(*current, 0.0))
    return _gap({"water": water}, SnakeFluid.from_section(0.03, 0.05, 0.14, 1000.0, 0.03, 2.0, 1.0, 1.0, current=current))


def _gap(forces: dict[str, Force], fluid: SnakeFluid) -> float:
    """The same for a chain of ten links in any medium."""
    n, rng, worst = 10, np.random.default_rng(0), 0.0
    link = ChainLink(inertia="printed")
    direct = dynamics_function(planar_chain([link] * n), "direct", forces)
    body = link.body("link", 0.0)
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


SIZE = "the length in the Reynolds number: here the width of a link's section, 0.1 m; a link's length; that of the robot"
FLUID, MODEL = "USR III-E", "docs/models/snake-closed-form.md"
SWIMMING = (
    confirmed("swimmer", "swims forward: both gaits, all cases", "USR III-F, III-G, Figs. 3, 4", "m/s", (0.0, math.inf),
        _slowest, "forward"),
    confirmed("swimmer", "lateral undulation, case 3: a straight line over 6 m from rest", "USR III-F, Fig. 3a", "m", (0, 0.05),
        _wander("lateral"), "path"),
    confirmed("swimmer", "eel-like motion, case 3: less straight than lateral undulation", "USR III-G, Fig. 4a", "1",
        (1.0, math.inf), lambda b: _wander("eel")(b) / _wander("lateral")(b), "path"),
    own("swimmer", "eel-like motion, case 3: off a straight line over 6 m from rest", "docs/models/snake.md", "m",
        (0.085, 0.086), _wander("eel"), "path"),
    ambiguous("swimmer", "Reynolds number within 1e4 to 1e5: the slowest", "USR II-C", "1", Printed(1e4, 1e5), (1.19e4, 1.21e4),
        (7.1e3, 1.70e5), SIZE, _reynolds(WIDTH, min), (_reynolds(LINK, min), _reynolds(WHOLE, min)), "forward"),
    ambiguous("swimmer", "Reynolds number within 1e4 to 1e5: the fastest", "USR II-C", "1", Printed(1e4, 1e5), (1.97e4, 2.0e4),
        (1.97e4, 2.8e5), SIZE, _reynolds(WIDTH, max), (_reynolds(LINK, max), _reynolds(WHOLE, max)), "forward"),
    refuted("swimmer", "fluid torques contribute significantly to those needed: share", "USR II-C", "1", (0.05, math.inf),
        (0.017, 0.019), _share_of_fluid_torques, "torques"),
    confirmed("swimmer", "slow swimming: the linear drag's share in the drag's torque", "USR II-C, (20)", "1", (0.5, 1.0),
        _linear_share, "joints"),
    confirmed("crawler", "without fluid and with ground friction it is the model on land", "USR II-D, remark 4", "1", (0, 1e-10),
        _ground_gap),
    confirmed("snake-amphibious", "moves on land and in water: the shorter way forward", "USR II-D, remark 4", "m",
        (0.5, math.inf), _least_advance, "path"),
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


def _in_space(name: str, **changes: Any) -> Measurement:
    """A number of the summary of a run in space."""
    return lambda bench: bench.run("snake-3d", **changes).summary[name]


SPACE = "docs/models/snake-3d.md"
IN_SPACE = (
    own("snake-3d", "stays on the helix: distance from it, 1.3 m long", SPACE, "m", (0, 0.05), _in_space("path_error"),
        "following"),
    own("snake-3d", "keeps the depth of the helix", SPACE, "m", (0, 0.05), _in_space("depth_error"), "following"),
    own("snake-3d", "without the integrals it stays beside the helix", SPACE, "m", (0.37, 0.39),
        _in_space("path_error", steer__integral=0.0), "following"),
    own("snake-3d", "and above it", SPACE, "m", (0.11, 0.13), _in_space("depth_error", steer__integral=0.0), "following"),
    own("snake-3d", "energy ledger closes", "conservation", "1", (0, 1e-5), _in_space("ledger_closure"), "ledger"),
)  # fmt: skip
CLAIMS = (*SWIMMING, *PRINTED, *IN_SPACE)
