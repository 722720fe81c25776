"""Stops at the ends of a joint's range: a spring and a damper that act only beyond them, whatever else moves the joint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.drive.couplings import CouplingAction, matching, one_sided
from elver.drive.joint_laws import JointState
from elver.drive.signals import Instant
from elver.errors import InputError, is_symbol
from elver.quantities import REQUIRED, check_quantities, quantity

ENGAGED = 1e-9  # rad or m: surely beyond a sharp stop
ROUNDED = "it decides how the equations are written."


@dataclass(frozen=True)
class JointStops:
    """Beyond ``low`` and ``high`` a joint is pushed back with k e + c e', e the way it has gone too far; never pulled.

    at: names of joints, or patterns with ``*``. The damping is lost under the flow ``loss``; where it would pull at a joint that
    leaves its stop faster than the spring follows, the stop lets go.
    """

    at: Sequence[str]
    low: float = quantity(REQUIRED, "rad", "lowest free position (m for a prismatic joint)")
    high: float = quantity(REQUIRED, "rad", "highest free position")
    stiffness: float = quantity(REQUIRED, "N m/rad", "k, stiffness of the stop", low=0.0)
    damping: float = quantity(0.0, "N m s/rad", "c, damping of the stop", low=0.0)
    rounding: float = quantity(0.0, "rad", "half width of the soft beginning of the stop; 0 for none", low=0.0, fixed=ROUNDED)

    def __post_init__(self):
        check_quantities(self)
        if isinstance(self.at, str) or not self.at:
            raise InputError(f"JointStops.at = {self.at!r}. Give a list of joint names or patterns such as ['tail*'].")
        if not (is_symbol(self.low) or is_symbol(self.high)) and self.low >= self.high:
            raise InputError(f"JointStops: low = {self.low:g} is not below high = {self.high:g}. Give the free range.")

    def margins(self) -> tuple:
        """What is positive where the range is one."""
        return (self.high - self.low,)

    def joints(self, names: Sequence[str]) -> Sequence[str]:
        """The joints that have these stops."""
        return matching("joint of JointStops:", self.at, names)

    def engaged(self, names: Sequence[str], given: Mapping[str, Any]) -> list[dict]:
        """Positions at which the stops act in full, of joints that the gait does not move (``given``)."""
        margin, free = self.rounding + ENGAGED, [name for name in self.joints(names) if name not in given]
        return [{name: at} for name in free for at in (self.low - margin, self.high + margin)]

    def act(self, now: Instant, joints: Mapping[str, JointState]) -> CouplingAction:
        torques, potential, loss = {}, ca.SX(0), ca.SX(0)
        for name, joint in joints.items():
            torques[name] = ca.SX(0)
            for sign, stretch in ((-1, joint.angle - self.high), (1, self.low - joint.angle)):
                pushed, energy, share = one_sided(stretch, self.rounding)
                speed = -sign * joint.rate
                elastic = self.stiffness * pushed
                force = ca.fmax(elastic + self.damping * share * speed, 0)
                torques[name] += sign * force
                potential += self.stiffness * energy
                loss += (force - elastic) * speed
        return CouplingAction(torques, potential, {"loss": loss})
