"""A block and a chain of three rods in a scene, and what the tests of Moreau's scheme read from their runs."""

from dataclasses import replace
from functools import cache

import numpy as np

from elver.contact import ContactSettings, Disc, Scene
from elver.drive import PD, Serpenoid, Spring
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.simulation import Save, Solver, simulate

G, MASS, TURN = 9.81, 2.0, 0.01
DRIFT = 1e-15  # m: the rounding of one sum; a creep of 1e-18 m/s would show after 1000 s
SOLVED = 1e-8  # residual of an accepted step
MOVING = InitialState(twist=(0.2, 0.1, 0, 0, 0, 0.5))
AMONG = Scene((Disc(0.5, 0.3, 0.1), Disc(0.1, -0.25, 0.1)), 0.2)


def turned(angle):
    return (np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2))


def block(half=0.1, radius=0.05):
    """One body of 2 kg and 0.01 kg m^2 with a stadium around its centre."""
    body = Body.central("block", MASS, np.zeros(3), TURN * np.eye(3))
    contour = Contour(np.zeros(3), np.array([1.0, 0, 0]), half, radius)
    return Robot("block", [replace(body, contour=contour)], [], base="planar")


def slide(
    scene, velocity=(0.0, 0.0), spin=0.0, heading=0.0, at=(0.0, 0.0), duration=1.0, dt=1e-3, half=0.1, every=None, **options
):
    """Run the block from ``at`` with a velocity in its own axes. options: further fields of Solver."""
    start = InitialState((*at, 0.0), turned(heading), (*velocity, 0, 0, 0, spin))
    return simulate(
        Model("block", block(half), start=start, scene=scene), duration, solver=Solver(dt=dt, **options), save=Save(every=every)
    )


def incline(angle, friction, direction=0.0, **more):
    """A plane inclined by ``angle``, steepest along ``direction``."""
    steep = G * np.sin(angle)
    return Scene((), friction, G * np.cos(angle), (steep * np.cos(direction), steep * np.sin(direction)), **more)


def chain(scene, start=None, control=True, forces=None, elastic=None, **joint):
    """Three rods of 0.25 kg: PD control on a serpenoid, or passive joints."""
    mode = "torque" if control else "passive"
    bodies = [Body.solid(f"link{i}", Rod(0.2, 0.02), 1000.0) for i in range(3)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=0.2, mode=mode, group="yaw", **joint) for i in (1, 2)]
    robot = Robot("chain", bodies, joints, base="planar")
    drive = {"gait": Serpenoid(robot.joint_names, 0.6, 3.0, 0.8), "control": PD(2.0, 0.1)} if control else {}
    elastic = None if control else elastic or Spring()
    return Model("chain", robot, forces or {}, **drive, elastic=elastic, start=start or MOVING, scene=scene)


@cache
def crawl(dt, implicit=True, solver="auto", duration=1.0):
    """The chain among two discs on rough ground."""
    settings = ContactSettings(solver, 1e-10, 50_000, implicit, r_normal=0.01, r_friction=0.02)
    return simulate(chain(AMONG), duration, solver=Solver(dt=dt, contact=settings), save=Save(every=0.02))


def velocity(run):
    return run.data.base_velocity.values[:, :2]


def place(run):
    return run.data.base_position.values[:, :2]


def works(run, name):
    return run.data.work.sel(flow=name).values


def paths(run):
    return run.data.body_position.values


def apart(run, other):
    return float(np.abs(paths(run) - paths(other)).max())


def rates(errors):
    """Orders from errors at halved steps."""
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:]))


def impact_step(run):
    """Index of the sample before the first jump of velocity."""
    return int(np.flatnonzero(np.abs(np.diff(run.data.base_twist.values, axis=0)).max(axis=1) > 1e-6)[0])
