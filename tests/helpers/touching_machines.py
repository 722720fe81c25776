"""A block and a chain of three rods in scenes, for derivatives of runs with contact, and their central differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from elver.contact import ContactSettings, Disc, Scene
from elver.contact.scene import NUMBERS
from elver.drive import PD, Serpenoid
from elver.model import InitialState, Model
from elver.model.program import Program
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.simulation.derivatives.contact import ContactFlow, contact_flow
from elver.simulation.derivatives.forward import initial_slopes

EXACT = ContactSettings(tolerance=1e-13, most=20_000)
AMONG = (Disc(0.5, 0.3, 0.1), Disc(0.1, -0.25, 0.1))


def block(scene: Scene, velocity, spin=0.0, heading=0.0, half=0.1) -> Model:
    """One body of 2 kg and 0.01 kg m^2 with a stadium of radius 0.05 m around its centre, moving."""
    body = Body.central("block", 2.0, np.zeros(3), 0.01 * np.eye(3))
    contour = Contour(np.zeros(3), np.array([1.0, 0, 0]), half, 0.05)
    robot = Robot("block", [replace(body, contour=contour)], [], base="planar")
    quaternion = (np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2))
    return Model("block", robot, start=InitialState((0.0, 0.0, 0.0), quaternion, (*velocity, 0, 0, 0, spin)), scene=scene)


def chain(scene: Scene) -> Model:
    """Three rods of 0.25 kg in a serpenoid gait, moving."""
    bodies = [Body.solid(f"link{i}", Rod(0.2, 0.02), 1000.0) for i in range(3)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=0.2, mode="torque", group="yaw") for i in (1, 2)]
    robot = Robot("chain", bodies, joints, base="planar")
    gait, start = Serpenoid(robot.joint_names, 0.6, 3.0, 0.8), InitialState(twist=(0.2, 0.1, 0, 0, 0, 0.5))
    return Model("chain", robot, gait=gait, control=PD(2.0, 0.1), start=start, scene=scene)


def by_all(program: Program, states, h: float, steps: int, every: int) -> tuple[ContactFlow, list]:
    """The run with variations by states (by name) and all free parameters; the directions."""
    p, names = program.parameter_vector(), program.equations.layout.names
    x, slopes = program.initial_state(p), initial_slopes(program, p)
    xdot = np.vstack([np.eye(len(x))[[names.index(s) for s in states]], slopes.T])
    pdot = np.vstack([np.zeros((len(states), len(p))), np.eye(len(p))])
    flow = contact_flow(program, p, x, h, steps, xdot, pdot, every=every, settings=EXACT)
    return flow, [*states, *program.equations.parameters]


def differences(program: Program, name: str, h: float, steps: int, every: int, size: float = 1e-6) -> np.ndarray:
    """Central differences of all samples by a state or a free parameter."""
    ends = []
    for sign in (1, -1):
        if name in program.equations.parameters:
            p = program.parameter_vector({name: program.equations.parameters[name] + sign * size})
            x = program.initial_state(p)
        else:
            p = program.parameter_vector()
            x = program.initial_state(p)
            x[program.equations.layout.names.index(name)] += sign * size
        ends.append(contact_flow(program, p, x, h, steps, np.zeros((0, len(x))), every=every, settings=EXACT).states)
    return (ends[0] - ends[1]) / (2 * size)


def scene_direction(*names: str) -> np.ndarray:
    """The direction in which these numbers of the scene grow alike."""
    return np.array([[1.0 if name in names else 0.0 for name in NUMBERS]])
