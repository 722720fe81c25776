"""The channels of a recording as compiled functions of time, state, parameters, signals and camera, with their derivatives."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.derivatives.objectives import Moment, refuse_loose
from elver.errors import from_user
from elver.fit.problem import CAMERA, Camera, Channel, Recording
from elver.forces import expression
from elver.native import NativeFunction, Program, compile_function


@dataclass(frozen=True, eq=False)
class Seen:
    """What channels show at some times. values[k, i] of channel i at time k; by_time, by_state, by_parameter, by_camera: its
    partial derivatives, by_time with the signals moving along.
    """

    values: np.ndarray
    by_time: np.ndarray
    by_state: np.ndarray
    by_parameter: np.ndarray
    by_camera: np.ndarray


@dataclass(frozen=True, eq=False)
class Observer:
    """Channels of one recording, compiled. sizes: of time, state, parameters, camera."""

    native: NativeFunction
    channels: int
    states: int
    parameters: int

    def __call__(self, program: Program, p: np.ndarray, camera: Camera, times: np.ndarray, states: np.ndarray) -> Seen:
        """Values and derivatives at every (time, state)."""
        from elver.fit.looking import look

        count, width = len(times), 1 + self.states + self.parameters + len(CAMERA)
        values, slopes = np.empty((count, self.channels)), np.empty((count, width, self.channels))
        breaks, coefficients = program.signal_tables()
        table = (breaks, coefficients)
        p, c = np.ascontiguousarray(p, dtype=float), camera.numbers
        work = max(self.native.work_size, 1)
        look(self.native.address, work, np.ascontiguousarray(times), np.ascontiguousarray(states), p, c, table, values, slopes)
        slopes = slopes.transpose(0, 2, 1)
        a, b = 1 + self.states, 1 + self.states + self.parameters
        return Seen(values, slopes[:, :, 0], slopes[:, :, 1:a], slopes[:, :, a:b], slopes[:, :, b:])


def make_observer(recording: Recording) -> Observer:
    """The compiled channels of a recording."""
    equations = recording.program.equations
    rhs = equations.rhs
    t, c = ca.SX.sym("t"), ca.SX.sym("c", len(CAMERA))
    x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("x", "p", "u"))
    udot = ca.SX.sym("udot", u.numel())
    moment, camera = Moment(equations, t, x, p, u), Camera(*ca.vertsplit(c))
    shown = [channel_expression(channel, moment, camera, (t, x, p, u, udot), rhs) for channel in recording.channels]
    y = ca.densify(ca.vertcat(ca.SX(0, 1), *shown))
    by_time = ca.jtimes(y, ca.vertcat(t, u), ca.vertcat(ca.SX(1), udot))
    slopes = ca.horzcat(by_time, *(ca.jacobian(y, by) for by in (x, p, c)))
    names = ["t", "x", "p", "u", "udot", "c"]
    graph = ca.Function("channels", [t, x, p, u, udot, c], [y, ca.densify(slopes)], names, ["y", "slopes"])
    return Observer(compile_function(graph), len(shown), x.numel(), p.numel())


def channel_expression(channel: Channel, moment: Moment, camera: Camera, inputs, rhs: ca.Function):
    """What the model says about a channel at an instant; the rate of its quantity for a velocity."""
    what = f"channel '{channel.name}'"
    t, x, p, u, udot = inputs
    value = expression(what, from_user(what, channel.quantity.expression, moment, camera), (1, 1))
    known = [t, x, p, u, *(getattr(camera, name) for name in CAMERA)]
    refuse_loose(what, value, known)
    if channel.kind != "velocity":
        return value
    return ca.jtimes(value, ca.vertcat(t, x, u), ca.vertcat(ca.SX(1), rhs(t, x, p, u), udot))
