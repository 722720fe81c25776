"""The velocity of a medium as a function of place and time, and what a body in it feels beside drag.

A law's ``current`` (``wind``) is three numbers, the same everywhere and always, or a flow: any object with

    velocity(place, time) -> U(x, t) [m/s, world],      place [m, world], time [s],

written in CasADi. Gradient, rate and the acceleration of the medium follow by automatic differentiation (``local_flow``): every
law of a medium takes all that it wants to know of one from there. Flows of given form stand in flow_fields.py.

**Added mass.** A body that moves its medium by a kinetic energy T, quadratic in the velocities u = v - U of its parts through
the medium, feels the force of Lagrange's equations, as in still water (Kirchhoff), but that T knows place and time through U:
with p = dT/dV of the twist V = [v; w] in body axes,

    f = -dp/dt - [w x p_v; w x p_w + v x p_v] + [R^T dT/dx; dT/dtheta].

Of a small sphere these are the known terms: m_a (DU/Dt - dv/dt) and the lift m_a (v - U) x (-curl U) (Auton, Hunt and Prud'homme
1988). Its power is -d/dt(V . p - T) - dT/dt at fixed motion: V . p - T is kept by the medium, the rest a changing stream brings.

**The stream's own pressure** (Froude and Krylov) accelerates the water that the body has displaced, rho V DU/Dt at its centroid,
with a moment where DU/Dt changes along the body. A body of the water's density and of no size then goes with the stream.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Effect, Motion, computed_once, is_flow, kirchhoff_terms, stream_past, surface_of, water_effect
from elver.forces.surface import taken_along, wet_share
from elver.quantities import check_quantities, quantity
from elver.robot.shapes import Shape
from elver.symbolic.arrays import array_of, parallel_axes
from elver.symbolic.lookup import settled
from elver.symbolic.spatial import column, cross, matrix, skew

_TINY = 1e-12  # of the core's radius squared: keeps a vortex smooth at its axis


class Flow(Protocol):
    """A medium in motion. All else it may leave out.

    ``period`` [s]: after which it repeats by itself.     ``kinks``: times [s] at which it has a corner.
    ``elevation(place, time)``: height of its surface [m, world] above or below a place; without it the medium fills all space.
    ``ranges(place, time)``: numbers that its data hold between bounds of (``Range``).
    """

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX: ...


@dataclass(frozen=True)
class UniformFlow:
    """The same velocity everywhere and always."""

    stream: tuple = quantity((0.0, 0.0, 0.0), "m/s", "velocity in the world, x,y,z")

    def __post_init__(self) -> None:
        check_quantities(self)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        return column(self.stream)


@dataclass(frozen=True)
class LinearFlow:
    """U = stream + gradient (x - centre): shear, strain, solid rotation.

    gradient: rows of dU_i/dx_j [1/s].
    """

    gradient: Any
    stream: tuple = quantity((0.0, 0.0, 0.0), "m/s", "velocity at the centre, x,y,z")
    centre: tuple = quantity((0.0, 0.0, 0.0), "m", "place in the world, x,y,z")

    def __post_init__(self) -> None:
        check_quantities(self)
        gradient = array_of(self.gradient, (3, 3))
        if gradient is None:
            raise InputError("LinearFlow.gradient must be 3 x 3 finite numbers [1/s]: row i holds the slopes of U_i.")
        object.__setattr__(self, "gradient", gradient)

    @classmethod
    def rotation(cls, rate: tuple, centre: Sequence[float] = (0.0, 0.0, 0.0)) -> LinearFlow:
        """Turning as a whole at ``rate`` [rad/s, world, x,y,z] about an axis through ``centre`` [m]."""
        a, b, c = rate
        return cls(((0.0, -c, b), (c, 0.0, -a), (-b, a, 0.0)), centre=tuple(centre))

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        return column(self.stream) + matrix(self.gradient) @ (place - column(self.centre))


@dataclass(frozen=True)
class Vortex:
    """A vertical vortex with a core, carried by a stream (Lamb and Oseen): U_theta = C / (2 pi r) (1 - exp(-r^2/core^2))."""

    circulation: float = quantity(1.0, "m^2/s", "C, anticlockwise seen from above")
    core: float = quantity(0.1, "m", "radius of the core", above=0.0)
    centre: tuple = quantity((0.0, 0.0, 0.0), "m", "a point of its axis at time 0, x,y,z")
    stream: tuple = quantity((0.0, 0.0, 0.0), "m/s", "velocity that carries it, x,y,z")

    def __post_init__(self) -> None:
        check_quantities(self)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        r = place - column(self.centre) - time * column(self.stream)
        square = (r[0] * r[0] + r[1] * r[1]) / self.core**2 + _TINY
        turning = self.circulation / (2 * np.pi * self.core**2) * (1 - ca.exp(-square)) / square  # [1/s]
        return column(self.stream) + ca.vertcat(-turning * r[1], turning * r[0], 0)


def velocity_of(current: Any, place: ca.SX, time: ca.SX) -> ca.SX:
    """Velocity of the medium [m/s, world] at a place [m, world]; current: three numbers or a flow."""
    if not is_flow(current):
        return column(current)
    velocity = ca.SX(current.velocity(place, time))
    if velocity.shape != (3, 1):
        raise InputError(
            f"{type(current).__name__}.velocity has shape {velocity.shape}. Give a column of three: U(place, time) [m/s, world]."
        )
    return velocity


@dataclass(frozen=True)
class LocalFlow:
    """A flow at one place and time, world axes: velocity U [m/s]; gradient dU_i/dx_j [1/s]; acceleration DU/Dt = dU/dt +
    U . grad U [m/s^2] and its gradient [1/s^2].
    """

    velocity: ca.SX
    gradient: ca.SX
    acceleration: ca.SX
    acceleration_gradient: ca.SX

    @property
    def turning(self) -> ca.SX:
        """Half the curl of U: how fast the medium turns there [rad/s]."""
        G = self.gradient
        return 0.5 * ca.vertcat(G[2, 1] - G[1, 2], G[0, 2] - G[2, 0], G[1, 0] - G[0, 1])


def local_flow(flow: Flow, place: ca.SX, time: ca.SX) -> LocalFlow:
    """A flow and its derivatives at a place [m, world] and time [s]."""
    x, t, parts = _written(flow)
    return LocalFlow(*ca.substitute(parts, [x, t], [ca.densify(ca.SX(place)), ca.SX(time)]))


_known: dict[int, tuple] = {}


def _written(flow: Flow) -> tuple[ca.SX, ca.SX, list[ca.SX]]:
    """Place, time and the parts of ``LocalFlow`` as expressions of them, written once for each flow."""
    if id(flow) not in _known:
        x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
        U = velocity_of(flow, x, t)
        # together, so that they share look-ups; sums of waves are written out before the next derivative
        U, gradient, rate = settled([ca.densify(U), ca.jacobian(U, x), ca.jacobian(U, t)])
        acceleration = rate + gradient @ U
        parts = [U, gradient, acceleration, ca.jacobian(acceleration, x)]
        own = x, t, settled([ca.densify(part) for part in parts])
        try:
            weakref.finalize(flow, _known.pop, id(flow), None)
        except TypeError:
            return own  # an object that cannot be watched is written again each time
        _known[id(flow)] = own
    return _known[id(flow)]


# --- Added mass by Lagrange's equations.


@dataclass(frozen=True)
class CarriedInertia:
    """What the medium's kinetic energy does to a body: wrench = -inertia Vdot - terms.

    kept [J]: V . p - T, which the medium gives back; lost [W]: dT/dt at fixed motion, which a changing stream takes.
    """

    inertia: ca.SX
    terms: ca.SX
    kept: ca.SX
    lost: ca.SX


def carried_inertia(energy: Callable[[Motion], ca.SX], motion: Motion) -> CarriedInertia:
    """From T(motion), the kinetic energy of the medium that a body moves: any function of place, attitude, time and twist."""
    V, P, R, t = ca.SX.sym("V", 6), ca.SX.sym("P", 3), ca.SX.sym("R", 3, 3), ca.SX.sym("t")
    T = energy(Motion(t, R, P, V, motion.memory, motion.commands))
    p, v, w = ca.gradient(T, V), V[:3], V[3:]
    pose, pose_rate = ca.vertcat(P, ca.vec(R), t), ca.vertcat(R @ v, ca.vec(R @ skew(w)), 1)
    bias = ca.vertcat(cross(w, p[:3]), cross(w, p[3:]) + cross(v, p[:3]))
    by_turns = [ca.jtimes(T, ca.vec(R), ca.vec(R @ skew(ca.SX(axis.tolist())))) for axis in np.eye(3)]
    push = ca.vertcat(R.T @ ca.gradient(T, P), *by_turns)
    parts = [ca.jacobian(p, V), ca.jtimes(p, pose, pose_rate) + bias - push, V.T @ p - T, ca.gradient(T, t)]
    now = [ca.densify(ca.SX(own)) for own in (motion.twist, motion.position, motion.rotation, motion.time)]
    return CarriedInertia(*ca.substitute(ca.cse(settled([ca.densify(part) for part in parts])), [V, P, R, t], now))


# --- The stream's pressure on a body.


def displaced(flow: Flow, shape: Shape, density: float | ca.SX, motion: Motion) -> tuple[ca.SX, ca.SX]:
    """The wrench on a body of the pressure by which the stream accelerates its own water, and its power [W].

    DU/Dt is taken as linear over the body: rho V DU/Dt at the centroid, and the moment of its gradient by the second moments.
    """
    volume, c = shape.volume, column(shape.centroid())
    here, R = local_flow(flow, motion.to_world(c), motion.time), motion.rotation
    force = density * volume * (R.T @ here.acceleration)
    about = matrix(shape.inertia(1.0) - parallel_axes(volume, shape.centroid()))
    second = 0.5 * ca.trace(about) * ca.SX.eye(3) - about  # integral of x x^T about the centroid
    B = density * (R.T @ here.acceleration_gradient @ R) @ second
    couple = ca.vertcat(B[2, 1] - B[1, 2], B[0, 2] - B[2, 0], B[1, 0] - B[0, 1])
    wrench = ca.vertcat(force, cross(c, force) + couple)
    return wrench, wrench.T @ motion.twist


# --- Drag and added mass of a body that meets the medium as a whole.


def whole_body_effect(
    name: str,
    motion: Motion,
    current: Any,
    inertia: ca.SX,
    drag: Callable[[ca.SX], ca.SX],
    shape: Shape | None,
    density: float | ca.SX,
) -> Effect:
    """Drag, added mass and, in a flow, the stream's pressure on one body, with the flows that close the ledger.

    name: of the body, for messages.   current: three numbers or a flow.   inertia: added, 6x6, at the body's origin.
    drag: wrench on the body by its twist through the medium, body axes.   shape: the solid that displaces the medium.

    In a flow the body moves through a medium that turns like a solid, by its velocity and half its curl at the body's centroid.
    What the medium strains by is not seen, unlike by laws of sections.
    """
    if not is_flow(current):
        stream = stream_past(motion, current)
        terms = kirchhoff_terms(inertia, stream)
        return water_effect(motion, stream, drag(stream.relative), inertia, terms, consistent=True)
    if shape is None:
        raise InputError(
            f"body '{name}' has no shape, so what the flow's pressure does to it is unknown. Give it a shape, or a current of "
            "three numbers."
        )
    c = column(shape.centroid())

    def medium(m: Motion) -> ca.SX:
        """Twist of the medium as if it were a body, at the body's origin, body axes."""
        here = local_flow(current, m.to_world(c), m.time)
        turning = m.to_body(here.turning)
        return ca.vertcat(m.to_body(here.velocity) - cross(turning, c), turning)

    share, rate = wet_share(current, motion, shape) if surface_of(current) is not None else (ca.SX(1), ca.SX(0))
    held = ca.SX.sym("share")  # how wet it is changes by a law of its own

    def energy(m: Motion) -> ca.SX:
        through = m.twist - medium(m)
        return 0.5 * held * through.T @ inertia @ through

    own = medium(motion)
    through, carried = motion.twist - own, carried_inertia(energy, motion)
    parts = [carried.inertia, carried.terms, carried.kept, carried.lost]
    added, terms, kept, changed = ca.substitute([ca.densify(part) for part in parts], [held], [share])
    resistance, (pressure, power) = share * drag(through), displaced(current, shape, density, motion)
    pressure, power = share * pressure, share * power
    flows = {"drag": -(resistance.T @ through), "current": changed - resistance.T @ own - power}
    if surface_of(current) is not None:
        momentum = inertia @ through
        taken, flows["spray"], carried_off = taken_along([rate], [momentum], [0.5 * through.T @ momentum], motion.twist)
        flows["current"] = flows["current"] + carried_off
        terms = terms - taken
    return computed_once(Effect(resistance + pressure - terms, added, kinetic=kept, flows=flows))
