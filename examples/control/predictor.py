"""The swimming chain as its controllers know it: Elver's own equations with the joints imposed.

The plant's joints have motors that lag behind their gait by kd / kp (a PD law without the gait's rate). The prediction model
moves the joints along that lagged gait, so that 6 states of the head are left. Steering bends all joints alike: the input u goes
through the three lags of ``ParameterInput(smooth=...)`` and then that of the motors,

    s1' = (u - s1) / h,   s2' = (s1 - s2) / h,   s3' = (s2 - s3) / h,   b' = (s3 - b) kp / kd,   h = smooth / 3.

z = (x, y, heading, vx, vy, turn rate of the head, b, s1, s2, s3), c = the current's x and y [m/s].
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np

import elver
from elver.drive import DelayedGait, Instant, start_ramp
from elver.model import assemble

SIZE = 10
BEND, LAGS = 6, slice(7, 10)


@dataclass(frozen=True)
class Bent:
    """Another gait with every joint bent further; value, rate and acceleration of the bend at the instant ``at`` can be free."""

    gait: object
    bend: float = 0.0
    bend_rate: float = 0.0
    bend_acceleration: float = 0.0
    at: float = 0.0
    ramp_time: float = 0.0

    def motion(self, now):
        since = now.time - self.at
        bend = self.bend + since * (self.bend_rate + since * self.bend_acceleration / 2)
        if self.ramp_time:
            bend *= start_ramp(ca.fmax(now.time, 0), self.ramp_time)
        return {name: angle + bend for name, angle in self.gait.motion(now).items()}


def lagged(gait, lag: float):
    """A serpenoid wave as joints follow it that lag by ``lag`` [s]."""
    late = math.atan(gait.frequency * lag)
    return DelayedGait(replace(gait, amplitude=gait.amplitude * math.cos(late), offset=0.0), -late / gait.frequency)


@dataclass(frozen=True, eq=False)
class Predictor:
    """rate(t, z, c, u) -> z';  seen(t, z, c, u) -> centre of mass (2), mean heading of the links, joint torques;

    wave(t) -> angles of the joints and their rates without the bend.   lag [s]: of the motors.
    """

    rate: ca.Function
    seen: ca.Function
    wave: ca.Function
    lag: float

    @cached_property
    def step(self):
        """(t, z, c, u, dt) -> z after one RK4 step of dt, and its derivative by (z, c, u); native code."""
        return Quick(elver.codegen.compile_function(step_function(self.rate)))

    @cached_property
    def watch(self):
        """(t, z, c, u) -> what ``seen`` gives, and its derivative by (z, c, u); native code."""
        t, z, c, u = (ca.SX.sym(name, self.seen.nnz_in(name)) for name in ("t", "z", "c", "u"))
        y = self.seen(t, z, c, u)
        change = ca.densify(ca.jacobian(y, ca.vertcat(z, c, u)))
        names = ["t", "z", "c", "u"]
        return Quick(elver.codegen.compile_function(ca.Function("watch", [t, z, c, u], [y, change], names, ["y", "change"])))


class Quick:
    """Native code with buffers of its own: a call takes a few microseconds. What it returns is valid until the next call."""

    def __init__(self, native):
        self.native = native  # keeps the code alive
        self.inputs = [np.empty(size) for size in native.sizes_in]
        self.outputs = [np.empty(shape, order="F") for shape in native.shapes_out]
        self.outputs[0] = self.outputs[0].ravel()
        work = np.empty(native.work_size)
        self.arrays = (*self.inputs, *self.outputs, work)
        self.pointers = [ctypes.c_void_p(a.ctypes.data) for a in self.arrays]
        self.code = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(self.pointers))(native.address)

    def __call__(self, *given):
        for own, value in zip(self.inputs, given, strict=True):
            own[:] = value
        self.code(*self.pointers)
        return self.outputs


def predictor(model, smooth: float) -> Predictor:
    """The prediction model of a chain with PD-controlled joints whose steering input is smoothed over ``smooth`` [s]."""
    lag, h = model.control.kd / model.control.kp, smooth / 3
    gait = lagged(model.gait, lag)
    robot = model.robot.with_modes("driven")
    imposed = elver.Model("imposed", robot, model.forces, Bent(gait, ramp_time=model.gait.ramp_time))
    equations = assemble(
        imposed.freed(
            *(f"gait.{name}" for name in ("bend", "bend_rate", "bend_acceleration", "at")),
            *(f"forces.water.current.{k}" for k in (0, 1)),
        )
    )
    t, z, c, u = ca.SX.sym("t"), ca.SX.sym("z", SIZE), ca.SX.sym("c", 2), ca.SX.sym("u")
    bend, s1, s2, s3 = ca.vertsplit(z[BEND:])
    bend_rate, s3_rate = (s3 - bend) / lag, (s2 - s3) / h
    p = ca.vertcat(bend, bend_rate, (s3_rate - bend_rate) / lag, t, c)
    x = chain_state(equations.layout, z)
    xdot, y = equations.rhs(t, x, p, ca.SX(0, 1)), equations.outputs(t, x, p, ca.SX(0, 1))
    rate = ca.vertcat(xdot[:2], z[5], xdot[equations.layout.slices["twist"]], bend_rate, (u - s1) / h, (s1 - s2) / h, s3_rate)
    places = equations.recorded.slices
    angles = y[places["joint_position"]]
    heading = z[2] + ca.sum1(ca.cumsum(angles)) / (angles.numel() + 1)  # joints and links are counted from the head
    seen = ca.vertcat(y[places["com_position"]][:2], heading, y[places["joint_torque"]])
    wave = ca.vertcat(*gait.motion(Instant(t, {})).values())
    names, arguments = ["t", "z", "c", "u"], [t, z, c, u]
    return Predictor(
        ca.Function("rate", arguments, [ca.densify(rate)], names, ["rate"]),
        ca.Function("seen", arguments, [ca.densify(seen)], names, ["y"]),
        ca.Function("wave", [t], [wave, ca.jacobian(wave, t)], ["t"], ["angles", "rates"]),
        lag,
    )


def chain_state(layout, z):
    """The state of the imposed model: pose and velocity of the head; works are 0."""
    x = ca.SX.zeros(layout.size)
    x[:2] = z[:2]
    x[3], x[6] = ca.cos(z[2] / 2), ca.sin(z[2] / 2)
    x[layout.slices["twist"]] = z[3:6]
    return x


def step_function(rate: ca.Function) -> ca.Function:
    """One RK4 step with its derivatives; those of the stages are multiplied, which is a smaller graph than that of their sum."""
    t, z, c, u, dt = (ca.SX.sym(name, size) for name, size in (("t", 1), ("z", SIZE), ("c", 2), ("u", 1), ("dt", 1)))
    by = ca.vertcat(z, c, u)
    slope = ca.Function("slope", [t, z, c, u], [rate(t, z, c, u), ca.jacobian(rate(t, z, c, u), by)])
    first, held = ca.SX.eye(SIZE + 3)[:SIZE, :], ca.SX.eye(SIZE + 3)[SIZE:, :]  # c and u do not change within a step
    ends: list = []  # slopes of z at the four stages, and of its derivatives
    changes: list = []
    for share in (0, 1 / 2, 1 / 2, 1):
        h = share * dt
        there, change = (z + h * ends[-1], first + h * changes[-1]) if ends else (z, first)
        f, J = slope(t + h, there, c, u)
        ends.append(f)
        changes.append(J @ ca.vertcat(change, held))
    end, change = (a + dt / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]) for a, k in ((z, ends), (first, changes)))
    return ca.Function(
        "step", [t, z, c, u, dt], [ca.densify(end), ca.densify(change)], ["t", "z", "c", "u", "dt"], ["end", "change"]
    )


def straight(links: int, y: float = 0.0, length: float = 0.14) -> np.ndarray:
    """z at rest: straight along x, the centre of mass at (0, y)."""
    return np.array([length * (links - 1) / 2, y, *[0.0] * (SIZE - 2)])
