"""A vehicle that holds its station: thrusters of one body, and a controller that divides a wrench among them.

With e the way to the station and r the turn to it (both in body axes), V = [v; w] the twist of the body over the ground and z the
integral of both errors,

    [F; M] = [kp e - kd v; kp' r - kd' w] + K_i z     the wrench that is asked for
    f = B^+ [0; M],  h = B^+ [F; 0]                   thrusts that give it: B's columns are [a_k; x_k x a_k]
    g = cut(f) + s h                                  attitude first; s <= 1, so that no thruster exceeds its largest thrust
    z' = [e; r] + K_p^-1 (B g - [F; M])               no winding up for what the thrusters cannot give
    n_k' = (n(g_k) - n_k) / lag                       turns a second that give g_k at rest, behind a motor's lag

r is half the axial vector of R^T R_d: the sine of the angle, about its axis. What the propellers then do, in the water that
passes them, is each ``Thruster``'s own law; nothing of it is known to the controller, whose integral part makes up for it.
Place, attitude and twist are known exactly: navigation is another subject.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, NotFreeError, is_symbol
from elver.forces.effect import Effect, Fitting, Motion, sits_on
from elver.forces.per_body import Thruster
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.symbolic.spatial import column

_AXES = ("x", "y", "z", "roll", "pitch", "yaw")
_TINY = 1e-6  # N: thrust around which the turns go through zero with a finite slope


@dataclass(frozen=True)
class StationKeeping(Fitting):
    """Thrusters that hold a body at a place and heading, level. Their own ``body`` and ``rate`` are this law's to give.

    Flows: ``wake``, what the propellers lose in the water, and ``current``; the shafts' power is the motors'.
    """

    file_word: ClassVar = "station"

    body: str
    thrusters: Sequence[Thruster]
    kp: float = quantity(REQUIRED, "N/m", "stiffness against displacements", above=0.0)
    kd: float = quantity(REQUIRED, "N s/m", "damping of them", low=0.0)
    kp_turn: float = quantity(REQUIRED, "N m/rad", "stiffness against turns", above=0.0)
    kd_turn: float = quantity(REQUIRED, "N m s/rad", "damping of them", low=0.0)
    forward: float = quantity(REQUIRED, "N", "largest thrust of a thruster ahead", above=0.0)
    reverse: float = quantity(REQUIRED, "N", "largest thrust of a thruster in reverse", above=0.0)
    place: tuple = quantity((0.0, 0.0, 0.0), "m", "where the body's origin is held, x,y,z")
    heading: float = quantity(0.0, "rad", "its heading there, anticlockwise from the world's x axis")
    ki: float = quantity(0.0, "N/m/s", "integral gain of them", low=0.0)
    ki_turn: float = quantity(0.0, "N m/rad/s", "integral gain of them", low=0.0)
    lag: float = quantity(0.1, "s", "time constant of a thruster's motor", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.body, str):
            raise InputError("StationKeeping.body names one body.")
        if not self.thrusters or not all(isinstance(t, Thruster) for t in self.thrusters):
            raise InputError("StationKeeping.thrusters must be a list of elver.forces.Thruster.")
        if any(is_symbol(x) for t in self.thrusters for x in t.at):
            raise NotFreeError("StationKeeping: the place of a thruster decides how thrust is divided and cannot stay free.")
        object.__setattr__(self, "thrusters", tuple(replace(t, body=self.body, rate=0.0) for t in self.thrusters))

    @property
    def inner(self) -> tuple[Thruster, ...]:
        """What pictures show of it."""
        return tuple(self.thrusters)

    def resists(self, body: Body) -> bool:
        return False  # what they take is no resistance of the medium

    def memory(self, body: Body) -> Sequence[str]:
        """Integrals of the errors, and the turns a second of every thruster."""
        if not sits_on(self.body, body.name):
            return ()
        return [*(f"integral {axis}" for axis in _AXES), *(f"turns {k + 1}" for k in range(len(self.thrusters)))]

    @property
    def allocation(self) -> np.ndarray:
        """B: the wrench at the body's origin of a newton of every thruster, (6, thrusters)."""
        columns = [np.concatenate([t.axis, np.cross(t.at, t.axis)]) for t in self.thrusters]
        return np.array(columns, dtype=float).T

    def error(self, motion: Motion) -> ca.SX:
        """[e; r]: way [m] and turn [rad] to the station, body axes."""
        c, s = ca.cos(ca.SX(self.heading)), ca.sin(ca.SX(self.heading))
        wanted = motion.rotation.T @ ca.blockcat([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        turn = 0.5 * ca.vertcat(wanted[2, 1] - wanted[1, 2], wanted[0, 2] - wanted[2, 0], wanted[1, 0] - wanted[0, 1])
        return ca.vertcat(motion.to_body(column(self.place) - motion.position), turn)

    def thrusts(self, motion: Motion) -> tuple[ca.SX, ca.SX]:
        """Thrust [N] asked of every thruster, and the rates of the integrals."""
        stiff, damped, held = (
            ca.vertcat(*[a] * 3, *[b] * 3) for a, b in ((self.kp, self.kp_turn), (self.kd, self.kd_turn), (self.ki, self.ki_turn))
        )
        error = self.error(motion)
        wrench = stiff * error - damped * motion.twist + held * motion.memory[:6]
        B = self.allocation
        inverse = np.linalg.pinv(B)
        move, turn = ca.DM(inverse[:, :3]) @ wrench[:3], ca.DM(inverse[:, 3:]) @ wrench[3:]
        cut = ca.fmin(ca.fmax(turn, -self.reverse), self.forward)
        share = ca.SX(1)
        for k in range(len(self.thrusters)):
            room = ca.if_else(move[k] > 0, self.forward - cut[k], self.reverse + cut[k])
            share = ca.fmin(share, room / (ca.fabs(move[k]) + _TINY))
        given = cut + share * move
        return given, error + (ca.DM(B) @ given - wrench) / stiff

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        thrusts, rates = self.thrusts(motion)
        parts, turning = [], motion.memory[6:]
        for k, thruster in enumerate(self.thrusters):
            at_rest = thruster.density * thruster.diameter**4 * thruster.thrust  # N s^2
            # sign(f) sqrt(|f|), with a finite slope at 0
            turns = thrusts[k] / (thrusts[k] ** 2 + _TINY**2) ** 0.25 / ca.sqrt(at_rest)
            rates = ca.vertcat(rates, (turns - turning[k]) / self.lag)
            part = replace(thruster, rate=turning[k]).effect(body, motion)
            assert part is not None  # it sits on this body
            parts.append(part)
        flows: dict[str, Any] = {}
        for part in parts:
            for name, power in (part.flows or {}).items():
                flows[name] = flows.get(name, 0) + power
        return Effect(
            wrench=sum((p.wrench for p in parts), ca.SX(6, 1)), flows=flows, rates=rates, motor=sum(p.motor for p in parts)
        )
