"""Water on a floating hull: linear hydrostatics, radiation with memory, resistance. FLOAT (45)-(52).

The hull's frame has the axes of the body it belongs to, origin at ``reference`` in that body: x forward, z up, in the waterplane
when the boat floats at rest. Signs here are those of forces ON the hull; (46) needs the minus that the paper leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol
from elver.forces.effect import Effect, Motion, is_flow, is_moving
from elver.forces.flow import velocity_of
from elver.forces.hulls.coefficients import HullCoefficients
from elver.forces.hulls.memory import MemoryModel
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.symbolic.spatial import column, cross, matrix, skew

_ZERO = (0.0, 0.0, 0.0)
_SIDE_POINTS = 5  # along the hull


@dataclass(frozen=True)
class HullMotion:
    """The hull's frame at one instant: twist of its origin (6, hull axes), matrix that carries the body's twist to it,
    height of the origin above the water [m], roll and pitch [rad], the vertical in hull axes, and how fast the waterplane
    shrinks with the height, the c of A(z) = A(0) (1 - c z^2) [1/m^2]; ``motion`` and ``reference`` are those it was made from.
    """

    motion: Motion
    reference: ca.SX
    twist: ca.SX
    shift: ca.SX
    height: ca.SX
    roll: ca.SX
    pitch: ca.SX
    up: ca.SX
    shrinking: float = 0.0

    def stream(self, current: Any, ahead: float = 0.0) -> ca.SX:
        """Velocity of a current in hull axes [m/s], ``ahead`` [m] of the frame's origin."""
        place = self.motion.to_world(self.reference + column([ahead, 0, 0]))
        return self.motion.to_body(velocity_of(current, place, self.motion.time))

    @property
    def wet_height(self) -> ca.SX:
        """The height, held where the waterplane has shrunk to nothing: the hull is out of the water there, or below it."""
        end = 1 / np.sqrt(self.shrinking)
        return ca.fmax(ca.fmin(self.height, end), -end)

    @property
    def waterplane(self) -> ca.SX | float:
        """Area of the waterplane over the one at rest."""
        return 1 - self.shrinking * self.wet_height**2 if self.shrinking else 1.0

    def lost(self) -> tuple[ca.SX, ca.SX]:
        """Force and energy that the shrinking waterplane takes from a heave stiffness of one: z - int A dz, and its integral."""
        z, w, c = self.height, self.wet_height, self.shrinking
        force = w - c * w**3 / 3
        return z - force, z**2 / 2 - (w**2 / 2 - c * w**4 / 12) - force * (z - w)


def hull_motion(motion: Motion, reference: Sequence[float], level: float, shrinking: float = 0.0) -> HullMotion:
    """Motion of the frame at ``reference`` [m, body]; ``level`` [m, world]: height of the water."""
    r = column(reference)
    shift = ca.blockcat([[ca.SX.eye(3), -skew(r)], [ca.SX(3, 3), ca.SX.eye(3)]])
    up = motion.rotation[2, :].T  # third row of wR_0 = (-sin th, cos th sin ph, cos th cos ph)
    pitch, roll = ca.atan2(-up[0], ca.sqrt(up[1] ** 2 + up[2] ** 2)), ca.atan2(up[1], up[2])
    return HullMotion(motion, r, shift @ motion.twist, shift, motion.to_world(r)[2] - level, roll, pitch, up, shrinking)


def check_square(what: str, values: np.ndarray, size: int) -> np.ndarray:
    """A symmetric matrix of numbers."""
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.shape != (size, size) or not np.isfinite(array).all():
        raise InputError(f"{what} must be {size} x {size} finite numbers.")
    if np.abs(array - array.T).max() > 1e-9 * max(np.abs(array).max(), 1e-300):
        raise InputError(f"{what} is not symmetric: it differs from its transpose by {np.abs(array - array.T).max():.3g}.")
    return array


@dataclass(frozen=True, eq=False)
class Hydrostatics:
    """Buoyancy that changes linearly with heave, roll and pitch. FLOAT (46)-(48), order (phi, theta, psi).

    restoring 3x3 on (heave, roll, pitch) about the frame's origin [N/m, N, N m/rad]: of the waterplane alone;
    buoyancy [N] at rest, at ``centre`` (3) [m, hull frame]: the weight of everything the boat carries.

    Both come from one potential, G quadratic in (z, phi, theta) and the lifted centre of buoyancy, so that the energy
    closes at any angle; (46) agrees with it to first order. Pitch must stay below a quarter turn.
    """

    restoring: np.ndarray
    buoyancy: float = quantity(REQUIRED, "N", "buoyancy at rest: the weight of everything the boat carries", low=0.0)
    centre: tuple = quantity(_ZERO, "m", "centre of buoyancy at rest in the hull's frame, x,y,z")

    def __post_init__(self) -> None:
        G = check_square("Hydrostatics.restoring", self.restoring, 3)
        if np.linalg.eigvalsh(G).min() < -1e-9 * np.abs(G).max():
            raise InputError(
                f"Hydrostatics.restoring has the eigenvalue {np.linalg.eigvalsh(G).min():.3g} < 0. The stiffness of a waterplane "
                "is never negative; leave the moment of the weight to elver.forces.Gravity."
            )
        object.__setattr__(self, "restoring", G)
        check_quantities(self)

    def effect(self, hull: HullMotion) -> Effect:
        eta = ca.vertcat(hull.height, hull.roll, hull.pitch)
        answer = matrix(self.restoring) @ eta
        sp, cp, tt = ca.sin(hull.roll), ca.cos(hull.roll), ca.tan(hull.pitch)
        rates = ca.blockcat([[1, sp * tt, cp * tt], [0, cp, -sp]])  # (48): rates of phi and theta from the angular velocity
        lift = self.buoyancy * hull.up
        b = column(self.centre)
        wrench = ca.vertcat(lift - answer[0] * hull.up, cross(b, lift) - rates.T @ answer[1:])
        height = hull.height + (hull.up.T @ b)
        potential = 0.5 * (eta.T @ answer) - self.buoyancy * height
        if hull.shrinking:
            force, energy = hull.lost()
            wrench[:3] = wrench[:3] + self.restoring[0, 0] * force * hull.up
            potential = potential - self.restoring[0, 0] * energy
        return Effect(wrench=wrench, potential=potential, flows={})


@dataclass(frozen=True, eq=False)
class Radiation:
    """Waves made by the hull's motion: added mass at infinite frequency, memory, constant damping. FLOAT (49)-(51).

    added 6x6 [kg, kg m, kg m^2]; memory: passive model (elver.forces.hulls.MemoryModel) or None; damping 6x6 [kg/s, kg m/s, kg
    m^2/s],
    the paper's B_inf, which potential flow without forward speed does not have; steady (3) [m/s, world]: mean velocity of the
    boat. The linear theory is one of small motions about it: everything here acts on the twist less the steady velocity.
    """

    added: np.ndarray
    memory: MemoryModel | None = None
    damping: np.ndarray | None = None
    steady: tuple = quantity(_ZERO, "m/s", "mean velocity of the boat in the world, x,y,z")

    def __post_init__(self) -> None:
        if self.memory is not None and self.memory.hulls != 1:
            raise InputError(f"the memory of one hull is that of {self.memory.hulls} hulls together. Give it to their group.")
        for name in ("added", "damping"):
            if name == "added" or self.damping is not None:
                value = check_square(f"Radiation.{name}", getattr(self, name), 6)
                if np.linalg.eigvalsh(value).min() < -1e-6 * np.abs(value).max():
                    raise InputError(f"Radiation.{name} has the eigenvalue {np.linalg.eigvalsh(value).min():.3g} < 0.")
                object.__setattr__(self, name, value)
        check_quantities(self)

    @property
    def states(self) -> int:
        return 0 if self.memory is None else self.memory.order

    def effect(self, hull: HullMotion, z: ca.SX, turn: ca.SX) -> Effect:
        """``z``: states of the memory; ``turn``: world from hull axes.

        With U the steady velocity in hull axes, v = V - U, p = A v: the force is -A (Vdot + w x U) - G^T z - D v. The water keeps
        v.p/2 + U.p + |z|^2/2, the waves carry away z.Dz z + v.D v, and the rest, U.(G^T z + D v) + p.(w x U), is the work
        of holding the frame in steady motion.
        """
        A = matrix(self.added)
        D = matrix(self.damping) if self.damping is not None else ca.SX(6, 6)
        U = turn.T @ column(self.steady)
        relative = hull.twist - ca.vertcat(U, ca.SX(3, 1))
        turning = ca.vertcat(cross(hull.twist[3:], U), ca.SX(3, 1))
        momentum, held = A @ relative, D @ relative
        radiated, rates, stored = relative.T @ held, ca.SX(0, 1), 0
        if self.memory is not None and self.states:
            F, G = matrix(self.memory.F), matrix(self.memory.inputs)
            if hull.shrinking:
                G[:, 2] = G[:, 2] * hull.waterplane
            held = held + G.T @ z
            rates = F @ z + G @ relative
            radiated = radiated - z.T @ (matrix(0.5 * (self.memory.F + self.memory.F.T)) @ z)
            stored = 0.5 * ca.sumsqr(z)
        flows = {"radiated": radiated}
        if is_moving(self.steady):
            flows["steady"] = U.T @ held[:3] + momentum[:3].T @ turning[:3]
        kinetic = 0.5 * relative.T @ momentum + U.T @ momentum[:3] + stored
        return Effect(wrench=-held - A @ turning, inertia=A, kinetic=kinetic, flows=flows, rates=rates)


@dataclass(frozen=True)
class Resistance:
    """Drag along x by the ITTC 1957 line. FLOAT (52): -1/2 rho S Ct Vx |Vx|, Ct = (1 + k) Cf + Cw, Cf = .075/(log10 Re - 2)^2.

    form and wave are 0 unless given: the line alone, the least that a hull of this area meets. Slender hulls have a form
    coefficient of 0.1 to 0.2, full ones up to 0.4; FLOAT has 1 and waves of 0.1. docs/models/hull.md says how to choose.
    side_area, where it is given: cross-flow drag of strips along the hull, -1/2 rho side_area Vy |Vy| where it does not turn.
    Re = |Vx| L / viscosity is rounded off at rest, as sqrt(Re^2 + floor^2): the line stays away from its pole at Re = 100.
    """

    area: float = quantity(REQUIRED, "m^2", "S, wetted area (52)", above=0.0)
    length: float = quantity(REQUIRED, "m", "L, length of the hull", above=0.0)
    form: float = quantity(0.0, "1", "k, form coefficient", low=0.0)
    wave: float = quantity(0.0, "1", "C_w over C_f", low=0.0)
    wave_constant: float = quantity(0.0, "1", "added to C_w", low=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the water", above=0.0)
    viscosity: float = quantity(1.14e-6, "m^2/s", "kinematic viscosity of the water", above=0.0)
    floor: float = quantity(1e5, "1", "Reynolds number at rest", low=1e3)
    current: Any = quantity(_ZERO, "m/s", "uniform current in the world, x,y,z; z must be 0", or_having="velocity")
    side_area: float = quantity(
        0.0,
        "m^2",
        "drag coefficient times area of the side under water, for flow across the hull; 0 for none",
        low=0.0,
    )

    def __post_init__(self) -> None:
        check_quantities(self)
        if not is_flow(self.current) and not is_symbol(self.current[2]) and self.current[2] != 0:
            raise InputError(
                f"Resistance.current goes up at {self.current[2]:g} m/s. The resistance of a hull acts along and "
                "across it, in the waterplane: give a current of x and y, with 0 for z."
            )

    def coefficient(self, speed: ca.SX) -> ca.SX:
        """Ct at a speed through the water [m/s]."""
        reynolds = (speed * self.length / self.viscosity) ** 2 + self.floor**2
        friction = 0.075 / (0.5 * ca.log(reynolds) / float(np.log(10)) - 2) ** 2
        return (1 + self.form + self.wave) * friction + self.wave_constant

    def effect(self, hull: HullMotion) -> Effect:
        stream = hull.stream(self.current)[0]
        speed = hull.twist[0] - stream
        force = -0.5 * self.density * self.area * self.coefficient(speed) * ca.fabs(speed) * speed  # (52)
        flows = {"resistance": -force * speed}
        if is_moving(self.current):
            flows["current"] = -force * stream
        wrench = ca.vertcat(force, ca.SX(5, 1))
        if is_symbol(self.side_area) or self.side_area > 0:
            side, lost, streamed = self.side_effect(hull)
            wrench, flows["resistance"] = wrench + side, flows["resistance"] + lost
            if is_moving(self.current):
                flows["current"] = flows["current"] + streamed
        return Effect(wrench=wrench, flows=flows)

    def side_effect(self, hull: HullMotion) -> tuple[ca.SX, ca.SX, ca.SX]:
        """Cross-flow drag -1/2 rho a v |v| of strips along the hull, a the side area over the length: wrench, power lost in the
        water, power of the current. Gauss points over the length: exact as long as v has one sign.
        """
        wrench, lost, streamed = ca.SX(6, 1), ca.SX(0), ca.SX(0)
        for place, weight in zip(*np.polynomial.legendre.leggauss(_SIDE_POINTS), strict=True):
            arm = 0.5 * self.length * float(place)
            stream = hull.stream(self.current, arm)[1]
            v = hull.twist[1] + arm * hull.twist[5] - stream
            force = -0.25 * float(weight) * self.density * self.side_area * ca.fabs(v) * v
            wrench = wrench + ca.vertcat(0, force, 0, 0, 0, arm * force)
            lost, streamed = lost - force * v, streamed - force * stream
        return wrench, lost, streamed


@dataclass(frozen=True, eq=False)
class Hull:
    """All that the water does to one floating body. FLOAT (45).

    body: its name; reference (3) [m]: origin of the hull's frame in the body; level [m, world]: height of the water.
    shrinking: c of the waterplane's area A(0) (1 - c z^2) at the height z, 1/R^2 for a sphere of radius R that floats at its
    middle. The buoyancy in heave is the integral of the area, exactly; waves are made, and push back, in proportion to the area.
    made_for: mass [kg] that the coefficients were computed for; runs of a machine with another one warn.
    draught, freeboard [m]: keel below and deck above the water at rest, where they are known; runs beyond them warn.
    Flows: ``resistance``, ``radiated``, and ``steady``, ``current`` where there is such a velocity.
    """

    file_word: ClassVar = "hull"
    floats: ClassVar = True

    body: str
    hydrostatics: Hydrostatics
    radiation: Radiation | None = None
    resistance: Resistance | None = None
    reference: tuple = quantity(_ZERO, "m", "origin of the hull's frame in the body's, x,y,z")
    level: float = quantity(0.0, "m", "height of the water in the world")
    shrinking: float = quantity(
        0.0,
        "1/m^2",
        "share of the waterplane that is lost per height squared; 1/R^2 for a sphere afloat at its middle",
        low=0.0,
        fixed="it decides the form of the equations.",
    )
    made_for: float | None = quantity(None, "kg", "mass that the coefficients were computed for", above=0.0, optional=True)
    draught: float | None = quantity(None, "m", "depth of the keel below the water at rest", above=0.0, optional=True)
    freeboard: float | None = quantity(None, "m", "height of the deck above the water at rest", low=0.0, optional=True)

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.hydrostatics, Hydrostatics):
            raise InputError(
                f"Hull.hydrostatics is a {type(self.hydrostatics).__name__}. Give elver.forces.Hydrostatics(...).",
                name="Hull.hydrostatics",
            )

    @classmethod
    def from_coefficients(
        cls,
        body: str,
        c: HullCoefficients,
        freedoms: Iterable[int | str] = range(6),
        steady: tuple = _ZERO,
        form: float = 0.0,
        wave: float = 0.0,
        **changes: Any,
    ) -> Hull:
        """The hull of computed coefficients, floating under the weight they were computed for.

        freedoms: those that make waves, by name or number from surge (0) to yaw (5): (0, 2, 4) or ("surge", "heave", "pitch") for
        a sagittal base. steady [m/s, world]: mean velocity.
        form, wave: of the resistance, which no potential flow tells: friction by the ITTC line alone where they are not given
        (docs/models/hull.md says how to choose). changes: any other field of Hull, such as ``resistance`` as a whole.
        """
        own = {
            "hydrostatics": Hydrostatics(c.restoring, c.buoyancy, tuple(c.buoyancy_centre)),
            "radiation": Radiation(c.added, c.memory.restricted(freedoms), steady=steady),
            "resistance": Resistance(c.wetted_area, c.length, form, wave, density=c.density),
            "made_for": c.mass,
            "draught": c.draught,
            "freeboard": c.freeboard,
        }
        return cls(body, **{**own, **changes})

    def memory(self, body: Body) -> list[str]:
        """Names of the free surface's states."""
        states = self.radiation.states if self.radiation is not None and body.name == self.body else 0
        return [f"memory {k + 1}" for k in range(states)]

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: water up to its level."""
        return {"water": self.level}

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Hydrostatics, radiation and resistance together; None on other bodies."""
        if body.name != self.body:
            return None
        hull = hull_motion(motion, self.reference, self.level, float(self.shrinking))
        parts = [self.hydrostatics.effect(hull)]
        if self.radiation is not None:
            parts.append(self.radiation.effect(hull, motion.memory, motion.rotation))
        if self.resistance is not None:
            parts.append(self.resistance.effect(hull))
        T = hull.shift
        return Effect(
            wrench=T.T @ sum(p.wrench for p in parts),
            inertia=T.T @ sum(p.inertia for p in parts) @ T,
            kinetic=sum(p.kinetic_energy(hull.twist) for p in parts),
            potential=sum(p.potential for p in parts),
            flows={name: power for p in parts for name, power in (p.flows or {}).items()},
            rates=ca.vertcat(ca.SX(0, 1), *(p.rates for p in parts)),
        )
