"""Scenario ``snake-3d``: an underwater snake with yaw and pitch joints in turn that follows a path in space.

What USR leaves for later (its conclusion): motion in any plane of space, with control of depth. Robot, water, guidance and all
numbers are ours; the gait is USR (41), its controller USR (43) with the reference's rate. docs/models/snake-3d.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver.drive import PD, CombinedGait, ConstantPose, Helix, PathOfSight, Serpenoid, Steered, Waypoints
from elver.drive.guidance import Path, nearest_on, sampled
from elver.forces import Gravity, Morison
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.results import Metric, Run
from elver.results.record import attribute
from elver.results.samples import Data
from elver.robot import Body, EllipticCylinder, Joint, Robot, axes_from, placed
from elver.scenarios import Film, Parameter, Picture, Scenario, parameter_of, parameters_of, section
from elver.symbolic.arrays import times
from elver.viz.style import ACCENT, INK, SOFT, WATER, legend, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

X, Y, Z = np.eye(3)
_POINTS = ((0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (8.0, 3.0, -0.6), (8.0, 9.0, -0.6))  # m: ahead, left and down, level


@dataclass(frozen=True)
class SnakeBody:
    """Links of equal size, each as heavy as the water it displaces, with yaw and pitch joints in turn."""

    links: int = quantity(13, "1", "number of links; joints turn about z, y, z, y ... from the head on", low=3, high=300)
    length: float = quantity(0.1, "m", "length of a link", above=0.0)
    half_width: float = quantity(0.035, "m", "lateral half axis of the section", above=0.0)
    half_height: float = quantity(0.05, "m", "upright half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    keel: float = quantity(0.01, "m", "centres of mass lie so far below those of volume: the snake rights itself", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def link(self, name: str, front: float, left: np.ndarray) -> Body:
        """A link whose front end lies at x = ``front`` of its frame; ``left``: which axis of the frame points to the left."""
        axes = axes_from(X, left)
        shape = EllipticCylinder(self.length, self.half_width, self.half_height, at=times(front - self.length, X), axes=axes)
        even = Body.solid(name, shape, self.density)
        centre = shape.centroid() - times(self.keel, axes[:, 2])
        return Body.central(name, even.mass, centre, even.central_inertia, shape)

    def robot(self) -> Robot:
        """Numbered from the tail like the planar snake: link1 .. linkn is the head, joint i connects link i+1 to link i.

        The base is the head, its frame at the head's centre, x forward, y to the left, z up. The frame of a link behind a pitch
        joint has x forward, z to the left and y down.
        """
        n = self.links
        bodies, joints, left = [self.link(f"link{n}", self.length / 2, Y)], [], Y
        for i in range(n - 1, 0, -1):
            kind = "yaw" if (n - 1 - i) % 2 == 0 else "pitch"
            upward = np.cross(X, left)
            place = placed((-self.length / (2 if i == n - 1 else 1), 0, 0), upward if kind == "yaw" else left, X)
            joints.append(Joint(f"joint{i}", f"link{i + 1}", f"link{i}", mode="torque", group=kind, place=place))
            left = Y if kind == "yaw" else Z
            bodies.append(self.link(f"link{i}", 0.0, left))
        return Robot("snake-3d", bodies, joints)


def _path(values: Mapping[str, Any]) -> Path:
    """The path to follow."""
    if values["path"] == "helix":
        return Helix(**section(values, "helix"))
    return Waypoints([values[f"points.point{k}"] for k in range(1, len(_POINTS) + 1)], values["points.rounding"])


# --- How well it follows: measured at the nearest point of the path, whatever the guidance itself takes for it.


def path_errors(data: Data) -> tuple[np.ndarray, np.ndarray]:
    """Distance of the centre of mass from the path of a run, and its height above the nearest point there [m]; (time,) each."""
    places = data.com_position.values
    _, nearest = nearest_on(_path(attribute(data, "parameters")), places)
    return np.linalg.norm(places - nearest, axis=1), (places - nearest)[:, 2]


def _settled(part: int) -> Callable[[Data], float]:
    """Largest distance from the path, or error of depth, over the second half of a run [m]."""

    def largest(data: Data) -> float:
        times, errors = data.time.values, path_errors(data)[part]
        return float(np.abs(errors[times >= 0.5 * (times[0] + times[-1])]).max())

    return largest


_METRICS = (
    Metric(
        "path_error", "m", "largest distance of the centre of mass from the path, second half of the run", _settled(0),
        shown="path: within {.3g m}", plain=True,
    ),
    Metric(
        "depth_error", "m", "largest height of the centre of mass above or below the path, second half of the run", _settled(1),
        shown="path: depth within {.3g m}", plain=True,
    ),
)  # fmt: skip


def _draw_path(run: Run, joints: Iterable[str] = ()) -> Figure:
    """The centre of mass beside its path, from above and from the side, and its distance from the path."""
    data = run.samples
    places, path = data.com_position.values, _path(run.parameters)
    s, _ = nearest_on(path, places)
    reference = sampled(path, np.linspace(s.min(), s.max(), 400))
    figure, axes = new_figure(1, 2, size=(10.0, 4.6), width_ratios=(1.2, 1))
    plan, course = axes
    plan.plot(reference[:, 0], reference[:, 1], color=SOFT, linewidth=5.0, label="path")
    plan.plot(places[:, 0], places[:, 1], color=WATER, label="centre of mass")
    plan.plot(*places[0, :2], "o", color=INK, markersize=5, label="start")
    plan.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    legend(plan, f"{data.attrs['model']}: seen from above")
    t, distance = data.time.values, path_errors(data)[0]
    course.plot(t, sampled(path, s)[:, 2], color=SOFT, linewidth=5.0, label="height of the path")
    course.plot(t, places[:, 2], color=WATER, label="height of the centre of mass")
    course.plot(t, distance, color=ACCENT, linewidth=1.0, label="distance from the path")
    course.set(xlabel="time [s]", ylabel="height, distance [m]")
    legend(course, "height and distance")
    return figure


# --- The scenario.

GAIT = (
    *parameters_of(
        Serpenoid, "gait",
        {"amplitude": math.radians(30), "frequency": 2 * math.pi / 2.0, "phase": math.radians(60), "ramp_time": 2.0},
        left_out=("envelope", "offset"),
    ),
)  # fmt: skip
CONTROL = (
    parameter_of(PD, "kp", "control.kp", 10.0),
    parameter_of(PD, "kd", "control.kd", 0.2),
    *parameters_of(PathOfSight, "steer", {"gain": 0.3, "lookahead": 1.0, "largest": 0.25}),
)
PATHS = (
    Parameter("path", "helix", "", "a helix about a vertical axis, or straight legs with rounded corners", ("helix", "points")),
    *parameters_of(Helix, "helix", {"centre": (0.0, 2.0, 0.0), "rise": -1.0, "turns": 2.0}),
    *(Parameter(f"points.point{k}", point, "m", f"waypoint {k}, x,y,z") for k, point in enumerate(_POINTS, 1)),
    parameter_of(Waypoints, "rounding", "points.rounding", 0.75),
)  # fmt: skip
START = (
    Parameter("start.position", (0.0, 0.5, 0.3), "m", "centre of mass at the start, x,y,z"),
    Parameter("start.heading", 0.0, "rad", "heading at the start"),
)


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Robot, water, wave of the yaw joints, and the guidance that bends yaw and pitch joints."""
    robot = SnakeBody(**section(values, "body")).robot()
    yaw, pitch = ([j.name for j in reversed(robot.joints) if j.group == group] for group in ("yaw", "pitch"))
    gait = CombinedGait([Serpenoid(yaw, **section(values, "gait")), ConstantPose(dict.fromkeys(pitch, 0.0))])
    water = Morison(**section(values, "water"))
    steer = PathOfSight(_path(values), **section(values, "steer"))
    return Model(
        "snake-3d",
        robot,
        {"water": water, "gravity": Gravity(values["gravity"], water.density)},
        gait,
        Steered(PD(values["control.kp"], values["control.kd"]), steer),
        start=_start(values, robot),
        metrics=_METRICS,
    )


def _start(values: Mapping[str, Any], robot: Robot) -> InitialState:
    """At rest, straight and level, the centre of mass where asked for."""
    (x, y, z), angle, length = values["start.position"], values["start.heading"], values["body.length"]
    ahead = 0.5 * (len(robot.bodies) - 1) * length
    rest = dict.fromkeys(robot.joint_names, 0.0)
    position = (x + ahead * ca.cos(angle), y + ahead * ca.sin(angle), z + values["body.keel"])
    return InitialState(position, (ca.cos(angle / 2), 0.0, 0.0, ca.sin(angle / 2)), angles=rest, rates=rest)


SNAKE_3D = Scenario(
    name="snake-3d",
    title="underwater snake that follows a path in space",
    source="own machine; what USR's conclusion leaves for later",
    equations="recursion for EEL (14)-(28); water EEL (46)-(61); gait and control USR (41)-(43)",
    parameters=(*parameters_of(SnakeBody, "body"), *GAIT, *CONTROL, *PATHS, *START,
        *parameters_of(Morison, "water", {"friction": 0.03}), parameter_of(Gravity, "acceleration", "gravity")),
    compose=_compose,
    duration=90.0,
    dt=0.01,
    joints_shown=("joint11", "joint12"),
    pictures=(Picture("following", "the centre of mass beside its path, and its distance from it", _draw_path),),
    film=Film("3d"),
    sliders=("gait.amplitude=0:0.9", "gait.frequency=1.5:5", "gait.phase=0.4:1.5", "steer.gain=0:0.6", "steer.lookahead=0.4:3",
        "steer.integral=0:0.3", "helix.radius=1.5:4", "helix.rise=-2:2", "water.current.x=-0.1:0.1", "water.current.y=-0.1:0.1",
        "water.current.z=-0.1:0.1"),
)  # fmt: skip
