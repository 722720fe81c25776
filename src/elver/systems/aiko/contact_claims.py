"""Claims of SNAKE about laws of contact and the iteration that solves them. docs/models/set-valued.md, docs/errata.md."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.contact import ContactSettings, Scene
from elver.forces import SignFriction, SpringContact
from elver.forces.gravity import Slope
from elver.model import InitialState, Model, Program, compile_model
from elver.results import Run
from elver.robot import Body, Contour, Robot
from elver.scenarios import confirmed, own, scenario

if TYPE_CHECKING:
    from elver.scenarios import ClaimRunner

_FRICTION, _G = 0.5, 9.81
_ANGLE = math.atan(0.5 * _FRICTION)  # of a slope: half of what friction can hold
_HEADING = math.radians(22.5)  # of a link that slides, against its axis
_MASS = 7.5 / 11  # kg, of one of Aiko's links


def _link(forces: dict[str, Any], scene: Scene | None = None, heading: float | None = None) -> Model:
    """One link of 1 kg along x, at rest, or sliding at 1 m/s at an angle to it."""
    contour = Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.1, 0.05)
    body = replace(Body.central("link", 1.0, np.zeros(3), 0.01 * np.eye(3)), contour=contour)
    twist = (0.0,) * 6 if heading is None else (math.cos(heading), math.sin(heading), 0.0, 0.0, 0.0, 0.0)
    return Model("link", Robot("link", [body], base="planar"), forces=forces, scene=scene, start=InitialState(twist=twist))


def _simulated(source: Model | Program, seconds: float, every: float | None = None, **solver: Any) -> Run:
    """A run that is measured whatever its steps leave."""
    from elver.simulation import Save, Solver, simulate

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return simulate(source, seconds, solver=Solver(check_step=False, **solver), save=Save(every=every), progress=False)


def _creep(bench: ClaimRunner) -> float:
    """Speed at which a link slides down a slope that friction can hold, the sign smoothed over 0.1 mm/s [m/s]."""
    ground = SignFriction(_FRICTION, 1e-4, _G * math.cos(_ANGLE))
    model = _link({"ground": ground, "slope": Slope((_G * math.sin(_ANGLE), 0.0))})
    run = _simulated(model, 1.0, method="rodas", dt=1e-4, rtol=1e-10, atol=1e-14)
    return float(run.data.base_velocity.values[-1, 0])


def _stuck(bench: ClaimRunner) -> float:
    """How far it goes in 1000 s under the set-valued law [m]."""
    scene = Scene(friction=_FRICTION, gravity=_G * math.cos(_ANGLE), slope=(_G * math.sin(_ANGLE), 0.0))
    places = _simulated(_link({}, scene), 1000.0, 1.0, dt=0.25).data.base_position.values
    return float(np.abs(places - places[0]).max())


def _off_velocity(run: Run) -> float:
    """Angle between friction and what would be against the velocity [deg]."""
    change = run.data.base_velocity.values[-1] - run.data.base_velocity.values[0]
    return math.degrees(abs(math.atan2(-change[1], -change[0]) - _HEADING))


def _off_double_sign(bench: ClaimRunner) -> float:
    ground = SignFriction(_FRICTION, 1e-4, _G, double=True)
    return _off_velocity(_simulated(_link({"ground": ground}, heading=_HEADING), 1e-3, 1e-4, method="rk4", dt=1e-4))


def _off_set_valued(bench: ClaimRunner) -> float:
    return _off_velocity(_simulated(_link({}, Scene(friction=_FRICTION), _HEADING), 1e-3, 1e-4, dt=1e-4))


def _smooth_snake(name: str, width: float, stiffness: float = 0.0, double: bool = False, friction: float = 0.2) -> Program:
    """Aiko on smoothed friction, its obstacles made of springs at 0.3 of their critical damping."""
    model = scenario(name).build()
    assert model.scene is not None
    forces: dict[str, Any] = {"ground": SignFriction(friction, width, double=double)}
    if model.scene.obstacles:
        forces["posts"] = SpringContact(model.scene.obstacles, stiffness, 0.6 * math.sqrt(stiffness * _MASS))
    return compile_model(replace(model, scene=None, forces=forces))


def _stiffness(bench: ClaimRunner) -> float:
    """Fastest eigenvalue of Aiko at rest with the sign smoothed over 0.01 mm/s, over that without friction."""
    found = []
    for friction in (0.2, 0.0):
        program = _smooth_snake("aiko-flat", 1e-5, friction=friction)
        p = program.parameter_vector()
        found.append(abs(program.fastest_eigenvalue(0.0, program.initial_state(p), p)))
    return found[0] / found[1]


def _steps_of_rodas(bench: ClaimRunner) -> float:
    """Steps of a stiff integrator with the sign smoothed over 0.1 mm/s, over those with 10 mm/s."""
    steps = []
    for width in (1e-4, 1e-2):
        run = _simulated(_smooth_snake("aiko-flat", width), 2.0, 0.1, method="rodas", dt=1e-4, rtol=1e-5, atol=1e-7)
        steps.append(int(run.data.attrs["steps"]))
    return steps[0] / steps[1]


@cache
def _middle(name: str, seconds: float) -> np.ndarray:
    """Path of the middle link under set-valued laws, every 0.1 s [m]."""
    settings = ContactSettings(accuracy=1e-5)
    run = _simulated(scenario(name).build(), seconds, 0.1, dt=0.01, contact=settings)
    return run.data.body_position.values[:, 5, :2]


def _path_error(program: Program, name: str, seconds: float) -> float:
    """How far the middle link comes off that path [m]."""
    run = _simulated(program, seconds, 0.1, method="dopri5", dt=1e-4, rtol=1e-5, atol=1e-7)
    return float(np.abs(run.data.body_position.values[:, 5, :2] - _middle(name, seconds)).max())


def _soft_over_hard(bench: ClaimRunner) -> float:
    """Error of the path among obstacles of 1 kN/m over that among obstacles of 100 kN/m, in 4 s."""
    soft, hard = (_path_error(_smooth_snake("aiko-obstacles", 1e-3, k), "aiko-obstacles", 4.0) for k in (1e3, 1e5))
    return soft / hard


def _double_over_smoothed(bench: ClaimRunner) -> float:
    """Error of the path on flat ground by two sign functions over that by one of the speed, both smoothed alike, in 4.5 s."""
    both = (_path_error(_smooth_snake("aiko-flat", 1e-3, double=double), "aiko-flat", 4.5) for double in (True, False))
    double, together = both
    return double / together


def _iterations(name: str, seconds: float, r_normal: float) -> Run:
    """A run by the published iteration."""
    prox = ContactSettings(solver="prox", r_normal=r_normal)
    return _simulated(scenario(name).build(), seconds, 5e-4, dt=5e-4, contact=prox)


def _most_iterations(bench: ClaimRunner) -> float:
    return float(_iterations("aiko-obstacles", 0.1, 0.01).summary["most_sweeps"])


def _larger_r(bench: ClaimRunner) -> float:
    """Mean number of iterations with r_H = 0.25 over that with 0.01."""
    large, small = (float(_iterations("aiko-obstacles", 0.1, r).data.sweeps.values[1:].mean()) for r in (0.25, 0.01))
    return large / small


def _divergence(bench: ClaimRunner) -> float:
    """Share of 0.01 s of Gray's mechanism, whose links are lighter, that the iteration gets through with r_H = 0.25."""
    return float(_iterations("gray", 0.01, 0.25).data.time.values[-1]) / 0.01


INTRODUCTION, LAWS, ITERATION, PAGE = "SNAKE I", "SNAKE V-B2", "SNAKE VI-B", "docs/models/set-valued.md"
CONTACT_CLAIMS = (
    confirmed("aiko-flat", "a smoothed law does not stick: a link on a slope that holds slides at", LAWS, "m/s", (1e-6, math.inf),
        _creep),
    own("aiko-flat", "the set-valued law sticks: the same link in 1000 s", PAGE, "m", (0.0, 1e-12), _stuck),
    confirmed("aiko-flat", "two sign functions are anisotropic for equal coefficients: friction off the velocity", LAWS, "deg",
        (1.0, math.inf), _off_double_sign),
    own("aiko-flat", "the set-valued law is isotropic: friction off the velocity", PAGE, "deg", (0.0, 1e-9), _off_set_valued),
    own("aiko-flat", "two sign functions: error of the path over that of one of the speed", PAGE, "1", (10.0, math.inf),
        _double_over_smoothed),
    confirmed("aiko-flat", "a steep law is stiff: fastest eigenvalue, smoothed over 0.01 mm/s over none", LAWS, "1",
        (10.0, math.inf), _stiffness),
    own("aiko-flat", "a stiff integrator bears it: steps with 0.1 mm/s over those with 10 mm/s", PAGE, "1", (1.2, 1.8),
        _steps_of_rodas),
    confirmed("aiko-obstacles", "hard obstacles need stiff springs: error of the path, 1 kN/m over 100 kN/m", INTRODUCTION, "1",
        (10.0, math.inf), _soft_over_hard),
    confirmed("aiko-obstacles", "a higher r_H converges faster: iterations with 0.25 over those with 0.01", ITERATION, "1",
        (0.0, 0.5), _larger_r),
    confirmed("aiko-obstacles", "at the risk of divergence: share of 0.01 s of Gray's mechanism with r_H = 0.25", ITERATION, "1",
        (0.0, 0.99), _divergence),
    own("aiko-obstacles", "r_H = 0.01 converges: iterations of a step at most", "docs/errata.md", "1", (1600.0, 1850.0),
        _most_iterations),
)  # fmt: skip
