"""What acts on joints besides their own laws: tendons over several joints, stops at the ends of their range.

A coupling is any object with ``joints(names) -> names``, the joints it acts on out of those of the machine, and
``act(now, joints) -> CouplingAction``, where ``joints`` maps their names to JointStates. It may have ``commands``, names that
the gait must give values to (``now.command(name)``), and ``memory() -> names`` when it has states of its own. Its torques add to
those of the joints' laws, so that it works with any law, and with driven joints. One that acts only beyond some position has
``engaged(names, given)``: mappings from joint name to a position where it does, at which a run looks for stiffness before it
begins; ``given``: values of its commands, and positions of joints that the gait moves, by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Protocol

import casadi as ca

from elver._support.errors import InputError, is_symbol, require_number, unknown_name
from elver.drive.control import JointState
from elver.drive.signals import Instant
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.symbolic.arrays import is_zero


@dataclass(frozen=True)
class CouplingAction:
    """What a coupling does: ``torques`` [N m or N] on joints, by name.

    potential [J] stored.   flows [W] that leave the machine, by name.   motor [W]: power that its own motor brings in.
    rates: time derivatives of its memory.
    """

    torques: Mapping[str, Any]
    potential: Any = 0.0
    flows: Mapping[str, Any] = field(default_factory=dict)
    motor: Any = 0.0
    rates: ca.SX = field(default_factory=lambda: ca.SX(0, 1))


class Coupling(Protocol):
    """What acts on joints besides their laws."""

    def joints(self, names: Sequence[str]) -> Sequence[str]: ...
    def act(self, now: Instant, joints: Mapping[str, JointState]) -> CouplingAction: ...


def check_couplings(model: str, couplings: Mapping[str, Any], forces: Mapping[str, Any], joints: Sequence[str]) -> None:
    """Refuse couplings of a model that are none, that act on unknown joints, or that have the name of a force."""
    if not isinstance(couplings, Mapping):
        raise InputError(f"model '{model}': couplings must be a mapping from a name to a coupling such as a Tendon.")
    for name, coupling in couplings.items():
        if isinstance(coupling, type) or not all(callable(getattr(coupling, verb, None)) for verb in ("joints", "act")):
            raise InputError(f"coupling '{name}' of model '{model}' lacks joints(names) or act(now, joints). Give a Tendon, say.")
        if name in forces:
            raise InputError(f"model '{model}' has a force and a coupling of the name '{name}'. Rename one of them.")
        coupling.joints(joints)


def matching(what: str, patterns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The names that fit a name or a pattern with ``*``, in their own order; a pattern that fits none is refused."""
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise unknown_name(what, pattern, names)
    return tuple(name for name in names if any(fnmatchcase(name, p) for p in patterns))


def one_sided(stretch: ca.SX, rounding: float) -> tuple[ca.SX, ca.SX, ca.SX]:
    """A spring that only pulls: its stretch where positive, the integral of that, and its slope, 0 to 1.

    Within +-rounding the kink is a parabola, so that the force has a continuous slope; 0 leaves the kink.
    """
    if not rounding:
        pulled = ca.fmax(stretch, 0)
        return pulled, 0.5 * pulled**2, ca.if_else(stretch > 0, 1, 0)
    inside, beyond = ca.fmax(ca.fmin(stretch, rounding), -rounding) + rounding, ca.fmax(stretch - rounding, 0)
    return (
        inside**2 / (4 * rounding) + beyond,
        inside**3 / (12 * rounding) + beyond * (rounding + 0.5 * beyond),
        inside / (2 * rounding),
    )


# --- Stops at the ends of a joint's range: a spring and a damper that act only beyond them, whatever else moves the joint.

_ENGAGED = 1e-9  # rad or m: surely beyond a sharp stop
_ROUNDED = "it decides how the equations are written."


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
    rounding: float = quantity(0.0, "rad", "half width of the soft beginning of the stop; 0 for none", low=0.0, fixed=_ROUNDED)

    def __post_init__(self) -> None:
        check_quantities(self)
        if isinstance(self.at, str) or not self.at:
            raise InputError(
                f"JointStops.at = {self.at!r}. Give a list of joint names or patterns such as ['tail*'].", name="JointStops.at"
            )
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
        margin, free = self.rounding + _ENGAGED, [name for name in self.joints(names) if name not in given]
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


# --- Tendons: elastic cords that run over one or several joints and may be reeled in.
#
# The path of a cord over joints with constant moment arms lengthens by sum a_j q_j. With a length u let out it is stretched by
#
#     e = pretension / k + sum a_j q_j - u(t),      tension T = k e + c e' where that pulls, 0 where the cord is slack,
#
# and turns joint j by -a_j T. The reel brings in the power -T u'.


@dataclass(frozen=True)
class Tendon:
    """A cord over the joints that ``arms`` names.

    arms [m, 1 for a prismatic joint]: how much a turn of each joint lengthens the cord's path, by name; either sign.
    command: name under which the gait gives the length let out [m], negative where it is reeled in; empty for a passive cord.
    The damping is lost under the flow ``loss``.
    """

    arms: Mapping[str, float]
    stiffness: float = quantity(REQUIRED, "N/m", "k, stiffness of the whole cord", above=0.0)
    pretension: float = quantity(0.0, "N", "tension at joint positions 0; negative: the cord hangs through")
    damping: float = quantity(0.0, "N s/m", "c, damping of the cord", low=0.0)
    rounding: float = quantity(
        0.0, "m", "half width of the soft passage from slack to tight; 0 for none", low=0.0,
        fixed="it decides how the equations are written.",
    )  # fmt: skip
    command: str = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.arms, Mapping) or not self.arms:
            raise InputError(
                f"Tendon.arms = {self.arms!r}. Give a mapping from joint name to moment arm [m].", name="Tendon.arms"
            )
        for name, arm in self.arms.items():
            require_number(f"Tendon.arms of joint '{name}'", arm)
        if all(not is_symbol(arm) and arm == 0 for arm in self.arms.values()):
            raise InputError("Tendon.arms are all 0: the cord moves no joint. Give at least one arm.")

    @property
    def commands(self) -> tuple[str, ...]:
        """What the gait must give."""
        return (self.command,) if self.command else ()

    def joints(self, names: Sequence[str]) -> Sequence[str]:
        """The joints that the cord runs over."""
        for name in self.arms:
            if name not in names:
                raise unknown_name("joint of Tendon:", name, names)
        return tuple(self.arms)

    def engaged(self, names: Sequence[str], given: Mapping[str, Any]) -> list[dict]:
        """The joint positions nearest to 0 at which the cord is tight, with the length let out and the joints that the gait moves
        as they are ``given``.
        """
        arms = {name: arm for name, arm in self.arms.items() if name not in given}
        moved = sum((arm * given[name] for name, arm in self.arms.items() if name in given), 0.0)
        lacking = self.rounding + _ENGAGED - self.pretension / self.stiffness - moved + given.get(self.command, 0.0)
        lengthened = ca.fmax(lacking, 0) if is_symbol(lacking) else max(lacking, 0.0)
        squares = sum(arm * arm for arm in arms.values())
        return [] if is_zero(squares) else [{name: arm * lengthened / squares for name, arm in arms.items()}]

    def act(self, now: Instant, joints: Mapping[str, JointState]) -> CouplingAction:
        out, out_rate, _ = now.command(self.command) if self.command else (0, 0, 0)
        path = sum((arm * joints[name].angle for name, arm in self.arms.items()), ca.SX(0))
        rate = sum((arm * joints[name].rate for name, arm in self.arms.items()), ca.SX(0)) - out_rate
        pulled, energy, share = one_sided(self.pretension / self.stiffness + path - out, self.rounding)
        elastic = self.stiffness * pulled
        tension = ca.fmax(elastic + self.damping * share * rate, 0)
        return CouplingAction(
            torques={name: -arm * tension for name, arm in self.arms.items()},
            potential=self.stiffness * energy,
            flows={"loss": (tension - elastic) * rate},
            motor=-tension * out_rate,
        )
