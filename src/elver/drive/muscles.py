"""Muscles at joints: antagonists that pull to both sides, activated by commands of the gait.

A pair of muscles sits at a joint: the one named ``left`` turns it the positive way, ``right`` the negative one. Activations M_L
and M_R are commands of the gait, named ``<joint>_left`` and ``<joint>_right``; an activation below 0 counts as 0.

**Ekeberg** (Biological Cybernetics 69 (1993) 363), as springs and dampers that activation makes stiffer:

    tau = alpha (M_L - M_R) - beta (M_L + M_R + gamma) (q - rest) - (delta + epsilon (M_L + M_R)) qd                     (1)

The spring without activation stores energy, dampers lose it; what activation does is work of a motor, the change of stiffness
included.

**Hill**, each muscle by itself, with the activation a of a first-order lag and the length l = L - r q of the left, L + r q of the
right one, L its length at q = 0 and r its moment arm:

    F = F0 (a f_l(l) f_v(l') + f_p(l)),        tau = r (F_L - F_R)                                                       (2)
    f_l = exp(-((l/l0 - 1) / w)^2)                                                                                       (3)
    f_v = (1 - v) / (1 + v/k) shortening,  1 + (N - 1) v / (v + c) lengthening,   v = |l'| / (vmax l0)                    (4)
    f_p = p (max(l/l0 - 1, 0))^2                                                                                         (5)
    a' = (u - a) / (T_rise u + T_fall (1 - u)),  u the activation that is commanded, between 0 and 1                      (6)

The tendon is stiff. c makes the slope of f_v the same on both sides of rest. f_p stores energy; the power of the active force
is that of a motor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver._support.errors import InputError, unknown_name
from elver.drive.control import JointState
from elver.drive.couplings import CouplingAction
from elver.drive.signals import Instant
from elver.quantities import REQUIRED, check_quantities, quantity

SIDES = ("left", "right")


def activation_names(joint: str) -> tuple[str, str]:
    """Names of the commands of the muscles at a joint."""
    left, right = (f"{joint}_{side}" for side in SIDES)
    return left, right


class _Pairs:
    """Pairs of muscles at joints: the names of their commands."""

    at: Sequence[str]

    def _check(self) -> None:
        check_quantities(self)
        if isinstance(self.at, str) or not self.at:
            label = type(self).__name__
            raise InputError(f"{label}.at = {self.at!r}. Give a list of joint names such as ['tail1'].", name=f"{label}.at")

    @property
    def commands(self) -> tuple[str, ...]:
        """What the gait must give: activations of every pair."""
        return tuple(name for joint in self.at for name in activation_names(joint))

    def joints(self, names: Sequence[str]) -> Sequence[str]:
        """The joints that have muscles."""
        for name in self.at:
            if name not in names:
                raise unknown_name(f"joint of {type(self).__name__}:", name, names)
        return tuple(self.at)


def _own(value: Any, joint: str) -> Any:
    """A number of the muscles at a joint: that of all, or its own."""
    if not isinstance(value, Mapping):
        return value
    if joint not in value:
        raise InputError(f"muscles: no number for joint '{joint}'. Given: {', '.join(value)}.")
    return value[joint]


def _activations(now: Instant, joint: str) -> list[ca.SX]:
    """What the gait commands to the left and the right muscle, never below 0."""
    return [ca.fmax(now.command(name)[0], 0) for name in activation_names(joint)]


@dataclass(frozen=True)
class EkebergMuscles(_Pairs):
    """Pairs of muscles at joints, (1). ``at``: names of joints."""

    at: Sequence[str]
    gain: float | Mapping[str, float] = quantity(
        REQUIRED, "N m", "alpha, torque per activation, one or by joint", above=0.0, by_group=True
    )
    stiffness: float | Mapping[str, float] = quantity(
        REQUIRED, "N m/rad", "beta, stiffness per activation, one or by joint", low=0.0, by_group=True
    )
    tonus: float = quantity(0.0, "1", "gamma, stiffness at rest as an activation", low=0.0)
    damping: float = quantity(0.0, "N m s/rad", "delta, damping at rest", low=0.0)
    active_damping: float = quantity(0.0, "N m s/rad", "epsilon, damping per activation", low=0.0)
    rest: float = quantity(0.0, "rad", "angle at which both pull alike")

    def __post_init__(self) -> None:
        self._check()

    def act(self, now: Instant, joints: Mapping[str, JointState]) -> CouplingAction:
        torques, potential, loss, motor = {}, ca.SX(0), ca.SX(0), ca.SX(0)
        for name, joint in joints.items():
            left, right = _activations(now, name)
            both, bent = left + right, joint.angle - self.rest
            gain, stiffness = _own(self.gain, name), _own(self.stiffness, name)
            active = gain * (left - right) - stiffness * both * bent
            damping = self.damping + self.active_damping * both
            spring = stiffness * self.tonus
            torques[name] = active - spring * bent - damping * joint.rate  # (1)
            potential += 0.5 * spring * bent**2
            loss += damping * joint.rate**2
            motor += active * joint.rate
        return CouplingAction(torques, potential, {"loss": loss}, motor)


@dataclass(frozen=True)
class HillMuscles(_Pairs):
    """Pairs of muscles at joints, (2) to (6). ``at``: names of joints."""

    at: Sequence[str]
    force: float | Mapping[str, float] = quantity(
        REQUIRED, "N", "F0, largest force of a muscle, one or by joint", above=0.0, by_group=True
    )
    length: float = quantity(REQUIRED, "m", "l0, optimal length of a muscle", above=0.0)
    arm: float = quantity(REQUIRED, "m", "r, moment arm", above=0.0)
    at_rest: float = quantity(1.0, "1", "L / l0, length at joint angle 0 over the optimal one", above=0.0)
    width: float = quantity(0.45, "1", "w, of the curve of force over length", above=0.0)
    max_velocity: float = quantity(8.0, "1/s", "vmax, optimal lengths a second at which the force is gone", above=0.0)
    curvature: float = quantity(0.25, "1", "k, of the curve of force over velocity", above=0.0)
    eccentric: float = quantity(1.4, "1", "N, force at fast lengthening over that at rest", above=1.0)
    passive: float = quantity(2.0, "1", "p, of the force that stretches without activation", low=0.0)
    rise_time: float = quantity(0.01, "s", "T_rise, of the activation", above=0.0)
    fall_time: float = quantity(0.04, "s", "T_fall, of the activation", above=0.0)

    def __post_init__(self) -> None:
        self._check()

    def memory(self) -> tuple[str, ...]:
        """Names of the states: activations."""
        return tuple(f"{name} activation" for name in self.commands)

    def force_over_length(self, stretch: Any) -> Any:
        """f_l of l/l0. (3)"""
        return ca.exp(-(((stretch - 1) / self.width) ** 2))

    def force_over_velocity(self, rate: Any) -> Any:
        """f_v of l' / (vmax l0), positive where the muscle is lengthened. (4)"""
        N, k = self.eccentric, self.curvature
        shortens, lengthens = ca.fmax(ca.fmin(-rate, 1), 0), ca.fmax(rate, 0)
        c = (N - 1) / (1 + 1 / k)
        return (1 - shortens) / (1 + shortens / k) + (N - 1) * lengthens / (lengthens + c)

    def act(self, now: Instant, joints: Mapping[str, JointState]) -> CouplingAction:
        torques, potential, motor, rates = {}, ca.SX(0), ca.SX(0), []
        for k, (name, joint) in enumerate(joints.items()):
            torques[name], force = ca.SX(0), _own(self.force, name)
            for side, (sign, command) in enumerate(zip((1, -1), _activations(now, name), strict=True)):
                a = joint.memory[2 * k + side]
                stretch = self.at_rest - sign * self.arm * joint.angle / self.length
                speed = -sign * self.arm * joint.rate  # l' [m/s]
                active = force * a * self.force_over_length(stretch)
                active *= self.force_over_velocity(speed / (self.max_velocity * self.length))
                beyond = ca.fmax(stretch - 1, 0)
                torques[name] += sign * self.arm * (active + force * self.passive * beyond**2)  # (2), (5)
                potential += force * self.length * self.passive * beyond**3 / 3
                motor -= active * speed
                u = ca.fmin(command, 1)
                rates.append((u - a) / (self.rise_time * u + self.fall_time * (1 - u)))  # (6)
        return CouplingAction(torques, potential, {}, motor, ca.vertcat(*rates))
