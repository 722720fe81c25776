"""Tendons: elastic cords that run over one or several joints and may be reeled in.

The path of a cord over joints with constant moment arms lengthens by sum a_j q_j. With a length u let out it is stretched by

    e = pretension / k + sum a_j q_j - u(t),      tension T = k e + c e' where that pulls, 0 where the cord is slack,

and turns joint j by -a_j T. The reel brings in the power -T u'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.drive.couplings import CouplingAction, one_sided
from elver.drive.joint_laws import JointState
from elver.drive.signals import Instant
from elver.errors import InputError, is_symbol, require_number, unknown_name
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.symbols import is_zero

ENGAGED = 1e-9  # m: surely tight


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

    def __post_init__(self):
        check_quantities(self)
        if not isinstance(self.arms, Mapping) or not self.arms:
            raise InputError(f"Tendon.arms = {self.arms!r}. Give a mapping from joint name to moment arm [m].")
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
        lacking = self.rounding + ENGAGED - self.pretension / self.stiffness - moved + given.get(self.command, 0.0)
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
