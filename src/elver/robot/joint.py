"""A joint and the frame it carries, by Khalil and Kleinfinger's six parameters."""

from __future__ import annotations

from dataclasses import dataclass

from elver.robot.place import Place

JOINT_TYPES = ("revolute", "prismatic", "fixed")
JOINT_MODES = ("driven", "passive", "torque")


@dataclass(frozen=True)
class Joint:
    """Joint between ``parent`` and ``child``; the child's frame has its z axis along the joint axis.

    iT_j = Place(position, rotation) Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r)   (FLOAT (1) after the place; EEL (2) with
    gamma = b = 0). Without a ``place`` it is the parent's own frame; ``placed(at, axis)`` makes one.

    The joint variable q is added to ``theta`` when revolute (so theta is the paper's offset q0) and to ``r`` when
    prismatic. Angles in rad, lengths in m.

    type: revolute, prismatic or fixed (sigma = 0, 1, 2).
    mode: ``driven`` (motion given, torque computed), ``passive`` (torque from a law such as a spring, motion computed)
          or ``torque`` (torque from a controller or a recording, motion computed).
    coulomb Fs [N m or N], viscous Fv [N m s/rad or N s/m], rotor Ia [kg m^2 or kg]: friction and drive inertia, EEL (28).
    limit: torque (force) the actuator can give [N m or N], for reports; None when unknown.
    group: label under which reports collect joints ("yaw", "pitch", ...).
    """

    name: str
    parent: str
    child: str
    type: str = "revolute"
    gamma: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    r: float = 0.0
    mode: str = "driven"
    coulomb: float = 0.0
    viscous: float = 0.0
    rotor: float = 0.0
    limit: float | None = None
    group: str = "joint"
    place: Place | None = None

    @property
    def moving(self) -> bool:
        """True unless the joint is fixed."""
        return self.type != "fixed"
