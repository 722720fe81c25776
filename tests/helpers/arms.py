"""A small machine with torque inputs, compiled once in a process."""

from __future__ import annotations

from functools import cache

from elver import Body, Joint, Model, Robot, compile_model, with_inputs
from elver.drive import ConstantPose, TorqueInputs
from elver.forces import Morison
from elver.robot import EllipticCylinder


@cache
def swimmer():
    """Three links in the plane, in water; torques of both joints are inputs."""
    bodies = [Body.solid(name, EllipticCylinder(0.2, 0.02, 0.04), 1000.0) for name in ("nose", "middle", "tail")]
    joints = [Joint("neck", "nose", "middle", d=0.2), Joint("waist", "middle", "tail", d=0.2)]
    robot = Robot("swimmer", bodies, joints, base="planar")
    model = Model("swimmer", robot, forces={"water": Morison()}, gait=ConstantPose({"neck": 0.0, "waist": 0.0}))
    return compile_model(with_inputs(model, TorqueInputs(limit=0.5)))
