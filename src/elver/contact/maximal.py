"""The published formulation of contact: every link has its own place and heading, joints are held by impulses. SNAKE II-VI.

It stands beside the engine's own coordinates (planar.py), in which joints cannot open, for comparison: three coordinates a link,
joint impulses by (62), links moved back onto their joints after every step (VI-C). Contact rows, laws, solvers and records are
those of every other step. The step itself is ``single/maximal.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.codegen.kernels.shipped import Caller
from elver.codegen.kernels.table import KERNELS
from elver.contact.driver import ContactLoop
from elver.contact.planar import ContactTerms
from elver.contact.single.arrays import Failure
from elver.dynamics import forward_kinematics
from elver.dynamics.kinematics import Kinematics
from elver.robot import Body, Robot
from elver.symbolic.spatial import column, matrix, rotation_z

_LEVEL = 1e-12  # share of a joint's axis that may lie in the plane
_INSTEAD = "Use formulation = 'reduced'."


class Links(NamedTuple):
    """Links as numbers. A link's frame is at its centre of mass, with the heading of the base where all joint angles are 0.

    mass [kg], inertia [kg m^2] about the centre of mass.   parents: of every link, -1 of the first.   signs: 1 where the axis of
    the joint that carries a link points up, -1 where down.   rotors [kg m^2]: of that joint.   on_parent, on_child [m]: the joint
    in the frames of both its links.   base [m]: origin of the engine's base frame in the first link.   owners: link of every
    contour.   contours: its centre (x, y) [m] and axis (x, y) there.   pull [m/s^2]: gravity's part along the plane.
    """

    mass: np.ndarray
    inertia: np.ndarray
    parents: np.ndarray
    signs: np.ndarray
    rotors: np.ndarray
    on_parent: np.ndarray
    on_child: np.ndarray
    base: np.ndarray
    owners: np.ndarray
    contours: np.ndarray
    pull: np.ndarray


@dataclass(frozen=True, eq=False)
class LinkTerms:
    """A planar tree of links in coordinates of their own. A link is what fixed joints hold together; joint k carries link k + 1.

    drives(t, q, u, p, signals) -> torques of the joints, their C and S (minus the derivatives by rates and angles), friction in
    the joints (explicit) and flows [W], from the engine's coordinates q and u.
    measured(p) -> the numbers of ``Links`` that free parameters may change.
    """

    drives: ca.Function
    measured: ca.Function
    parents: np.ndarray
    signs: np.ndarray
    owners: np.ndarray

    def at(self, p: np.ndarray) -> Links:
        """The links at these free parameters. One without mass or inertia is refused: nothing would resist its own motion."""
        mass, inertia, rotors, on_parent, on_child, base, contours, pull = (np.array(m, dtype=float) for m in self.measured(p))
        if not ((mass > 0.0).all() and (inertia > 0.0).all()):
            raise InputError(
                "formulation = 'maximal' gives every link coordinates of its own, and a link between two joints has no mass or "
                f"no moment of inertia. Give it some. {_INSTEAD}"
            )
        return Links(
            mass.ravel(), inertia.ravel(), self.parents, self.signs, rotors.ravel(), np.ascontiguousarray(on_parent),
            np.ascontiguousarray(on_child), base.ravel(), self.owners, np.ascontiguousarray(contours), pull.ravel(),
        )  # fmt: skip


def link_terms(robot: Robot, terms: ContactTerms, p: ca.SX, slope: tuple) -> LinkTerms:
    """The links of a robot with the drives of its ``terms``. p: free parameters.   slope [m/s^2]: gravity's part in the plane."""
    for joint in robot.moving_joints:
        if joint.type != "revolute":
            raise InputError(
                f"joint '{joint.name}' is {joint.type}, and formulation = 'maximal' carries revolute joints alone. {_INSTEAD}"
            )
    moving, still = robot.moving, ca.SX(len(robot.moving), 1)
    kin = forward_kinematics(robot, rotation_z(0), ca.SX(3, 1), ca.SX(6, 1), still, still)
    signs = np.array([1.0, *(_sign(robot.joints[k - 1].name, kin.rotations[k] @ kin.axes[k][3:]) for k in moving)])
    link_of: list[int] = []  # the link that a body is part of
    for k, parent in enumerate(robot.parents):
        link_of.append(0 if k == 0 else moving.index(k) + 1 if k in moving else link_of[parent])
    parents = [-1, *(link_of[robot.parents[k]] for k in moving)]
    masses, centres, inertias = [], [], []
    for link in range(len(parents)):
        bodies = [(k, body) for k, body in enumerate(robot.bodies) if link_of[k] == link]
        mass = sum(body.mass for _, body in bodies)
        moments = [body.mass * kin.positions[k] + kin.rotations[k] @ column(body.first_moments) for k, body in bodies]
        centre = sum(moments, ca.SX(3, 1)) / mass
        masses.append(mass)
        centres.append(centre)
        inertias.append(sum(_inertia_about(body, kin, k, centre) for k, body in bodies))
    at = [kin.positions[k] for k in moving]
    touching = [(k, body.outline) for k, body in enumerate(robot.bodies) if body.outline is not None]
    contours = []
    for k, outline in touching:
        place = kin.positions[k] + kin.rotations[k] @ column(outline.centre) - centres[link_of[k]]
        contours.append(ca.vertcat(place[:2], (kin.rotations[k] @ column(outline.axis))[:2]))
    numbers = {
        "mass": ca.vertcat(*masses),
        "inertia": ca.vertcat(*inertias),
        "rotors": ca.vertcat(0, *(joint.rotor for joint in robot.moving_joints)),
        "on_parent": _rows([ca.SX(2, 1), *((a - centres[i])[:2] for a, i in zip(at, parents[1:], strict=True))]),
        "on_child": _rows([ca.SX(2, 1), *((a - c)[:2] for a, c in zip(at, centres[1:], strict=True))]),
        "base": (kin.positions[0] - centres[0])[:2],
        "contours": _rows(contours),
        "pull": ca.vertcat(*slope),
    }
    measured = ca.Function("links", [p], [ca.densify(ca.SX(n)) for n in numbers.values()], ["p"], list(numbers))
    owners = np.array([link_of[k] for k, _ in touching], dtype=np.int64)
    return LinkTerms(_drives(robot, terms), measured, np.array(parents, dtype=np.int64), signs, owners)


def _rows(vectors: list[ca.SX]) -> ca.SX:
    return ca.horzcat(*vectors).T


def _sign(joint: str, axis: ca.SX) -> float:
    """1 where an axis points up, -1 where down; others are refused."""
    up = ca.simplify(axis[2])
    if not up.is_constant() or abs(abs(float(up)) - 1.0) > _LEVEL:
        raise InputError(f"the axis of joint '{joint}' is not upright, which formulation = 'maximal' needs. {_INSTEAD}")
    return float(np.sign(float(up)))


def _inertia_about(body: Body, kin: Kinematics, k: int, centre: ca.SX) -> ca.SX:
    """Moment of inertia [kg m^2] of body k about the vertical through a point, by the parallel axes."""
    up, away = kin.rotations[k].T @ ca.SX([0, 0, 1]), (kin.positions[k] - centre)[:2]
    moments = (kin.rotations[k] @ column(body.first_moments))[:2]
    return up.T @ matrix(body.inertia) @ up + body.mass * ca.sumsqr(away) + 2 * ca.dot(away, moments)


def _drives(robot: Robot, terms: ContactTerms) -> ca.Function:
    """What the drives do, from the engine's coordinates: see ``LinkTerms``."""
    inputs = [ca.SX.sym(name, terms.terms.size1_in(name)) for name in "tqups"]
    results = dict(zip(terms.terms.name_out(), terms.terms(*inputs), strict=True))
    rates = ca.vertsplit(inputs[2][3:])
    friction = [-j.coulomb * ca.sign(r) - j.viscous * r for j, r in zip(robot.moving_joints, rates, strict=True)]
    outputs = {
        "torques": results["torques"][3:],
        "C": ca.diag(results["C"])[3:],
        "S": ca.diag(results["S"])[3:],
        "friction": ca.vertcat(ca.SX(0, 1), *friction),
        "flows": results["flows"],
    }
    return ca.Function("link_drives", inputs, [ca.densify(ca.SX(o)) for o in outputs.values()], list("tqups"), list(outputs))


class MaximalLoop(ContactLoop):
    """Runs ``advance_maximal`` chunk by chunk; its samples are in the engine's coordinates.

    moving: what is carried from step to step, with (x, y, theta) of every link and their rates in place of q and u.
    """

    def __init__(self, links: Links, *arguments: Any):
        super().__init__(*arguments)
        size = 3 * len(links.mass)
        self.links, self.moving = links, self.carried._replace(q=np.zeros(size), u=np.zeros(size))

    @property
    def memory(self) -> tuple[np.ndarray, ...]:
        return *self.carried, self.moving.q, self.moving.u

    def set_capacity(self, rows: int) -> None:
        """Capacity for contact problems of so many rows, in the coordinates of all links."""
        self.failure = Failure(np.zeros((rows, 3 * self.terms.freedoms - 6)), np.zeros((8, max(rows, 3))), np.zeros(3))

    def arguments(self, first: int, last: int) -> dict[str, Any]:
        """What the compiled loop is handed for the steps first + 1 .. last, by its own names."""
        given = super().arguments(first, last)
        shared = {name: value for name, value in given.items() if name not in ("first", "last")}
        return {"links": self.links, "moving": self.moving} | shared | {"span": (first, last)}

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Steps first + 1 .. last; the last good one and a status."""
        if self.entry is None:
            self.entry = Caller(KERNELS.advance_maximal)
        return self.entry(*self.arguments(first, last).values())
