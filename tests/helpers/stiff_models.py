"""Models for the tests of the stiff integrator, and what these read of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from scipy.interpolate import make_interp_spline

from elver import Body, Joint, Model, Robot
from elver.drive import PD, Playback, RecordedMotion, SignalTable, Spring
from elver.forces import Effect, Morison
from elver.robot import Box, EllipticCylinder


@dataclass(frozen=True)
class Wave:
    """A travelling wave on the joints j1, j2, .."""

    joints: int

    def motion(self, now):
        return {f"j{k}": 0.5 * ca.sin(1.2 * now.time + 0.5 * (k - 1)) for k in range(1, self.joints + 1)}


@dataclass(frozen=True)
class Shaken:
    """A nonlinear spring to the origin with drag, pulled by a force that changes with time. Smooth."""

    def effect(self, body, motion):
        x, v = motion.position[0], motion.to_world(motion.velocity)[0]
        pull = -ca.sin(x) - 0.3 * v * (1 + 0.5 * ca.cos(2 * motion.time)) + ca.sin(3 * motion.time)
        return Effect(wrench=ca.vertcat(motion.to_body(ca.vertcat(pull, 0, 0)), ca.SX(3, 1)))


def links(n: int, mode: str = "torque") -> Robot:
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.14, 0.05, 0.03), 1000.0) for k in range(n)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.14, mode=mode) for k in range(1, n)]
    return Robot("links", bodies, joints, base="planar")


def stiff(kp: float = 200.0, kd: float = 50.0, **options) -> Model:
    return Model("links", links(4), gait=Wave(3), control=PD(kp, kd), forces={"water": Morison()}, **options)


def signals(names, end: float = 2.0, size: float = 0.3) -> SignalTable:
    times = np.linspace(0.0, end, 41)
    return SignalTable(names, times, size * np.sin(2.0 * times[:, None] + np.arange(len(names))))


def playback() -> Model:
    control = Playback(signals(["j1", "j2", "j3"]), PD(20.0, 20.0))
    return replace(stiff(), control=control)


def recorded() -> Model:
    """Two joints by a recorded motion, whose acceleration acts on the base and on a passive joint."""
    robot = links(4)
    joints = [replace(j, mode="driven" if j.name != "j3" else "passive") for j in robot.joints]
    gait, elastic = RecordedMotion(signals(["j1", "j2"])), Spring(1.0, 5.0)
    return Model("links", replace(robot, joints=joints), {"water": Morison()}, gait, elastic=elastic)


def cube() -> Body:
    return Body.solid("cube", Box(0.1, 0.2, 0.3), 1.0 / 0.006)


def some_state(program, seed: int = 1) -> np.ndarray:
    """A state in general position, with a unit quaternion."""
    x = np.random.default_rng(seed).normal(size=program.equations.layout.size)
    part = program.equations.layout.slices["quaternion"]
    x[part] /= np.linalg.norm(x[part])
    return x


def graph_linearisation(program, t, x):
    """df/dx and df/dt from CasADi's own Jacobians and SciPy's spline."""
    rhs, table = program.equations.rhs, program.equations.signals
    symbols = [ca.SX.sym(name, rhs.nnz_in(k)) for k, name in enumerate(rhs.name_in())]
    y = rhs(*symbols)
    by = ca.Function("by", symbols, [ca.jacobian(y, symbols[k]) for k in (1, 0, 3)])
    u, udot = np.zeros(0), np.zeros(0)
    if table is not None:
        spline = make_interp_spline(table.times, table.values, k=5)
        u, udot = (np.concatenate([spline(t, nu=k + shift) for k in range(3)]) for shift in (0, 1))
    dx, dt, du = (np.array(ca.densify(d)) for d in by(t, x, program.parameter_vector(), u))
    return dx, dt.ravel() + du @ udot


def settings(run) -> dict:
    return json.loads(run.data.attrs["settings"])
