"""Small machines with something wrong, for the checks that shall see it."""

from __future__ import annotations

from elver import Body, Joint, Model, Robot
from elver.drive import Serpenoid
from elver.robot import Rod


def chain(links: int = 2, length: float = 0.3, radius: float = 0.02, **joint) -> Robot:
    """Rods in a line; joints turn about z."""
    bodies = [Body.solid(f"link{k}", Rod(length, radius), 1000.0) for k in range(links)]
    joints = [Joint(f"joint{k}", f"link{k - 1}", f"link{k}", d=length, **joint) for k in range(1, links)]
    return Robot("chain", bodies, joints)


def wave(robot: Robot, amplitude: float = 0.5, frequency: float = 4.0, phase: float = 0.0) -> Serpenoid:
    """A gait for all joints."""
    return Serpenoid(list(robot.joint_names), amplitude=amplitude, frequency=frequency, phase=phase)


def waving(robot: Robot, amplitude: float = 0.5, forces=None, **parts) -> Model:
    """A machine that waves."""
    return Model("odd", robot, forces or {}, wave(robot, amplitude), **parts)


def found(run, check: str) -> list[dict]:
    """What a check has found in a run."""
    return [w for w in run.summary["warnings"] if w["check"] == check]
