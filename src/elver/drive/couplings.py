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

from elver.drive.joint_laws import JointState
from elver.drive.signals import Instant
from elver.errors import InputError, unknown_name


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


def check_couplings(model: str, couplings, forces, joints: Sequence[str]) -> None:
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


def one_sided(stretch, rounding):
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
