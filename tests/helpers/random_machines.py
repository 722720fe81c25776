"""Seeded random machines and states for the tests.

A ``Recipe`` says what kind of machine is wanted and is also its name in a test report; the same recipe always gives the
same machine. Rigid inertias come from clouds of point masses, so that every one of them is physical and so that a test
may rebuild the kinetic energy particle by particle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import casadi as ca
import numpy as np
import pytest

from elver.dynamics import forward_kinematics, newton_euler
from elver.dynamics.kinematics import Kinematics, rigid_terms
from elver.forces import Effect, Motion
from elver.model import dynamics_function
from elver.robot import Body, Joint, Robot, spherical_joint
from elver.symbolic.spatial import matrix, momentum_bias, quaternion_rotation

BASES = ("free", "planar", "sagittal", "fixed")
SHAPES = ("chain", "star", "tree")
QUARTERS = (0.0, np.pi / 2, -np.pi / 2, np.pi)
REACH = 0.5  # m, size of the machines' links


@dataclass(frozen=True)
class Recipe:
    """What to build. ``spherical``: some joints become three revolutes with massless links between them.

    ``added``: bodies carry a random symmetric positive 6x6 inertia besides their rigid one.
    ``losses``: joints have friction and rotor inertia.
    """

    seed: int
    joints: int = 5
    shape: str = "tree"
    base: str = "free"
    spherical: bool = False
    added: bool = False
    losses: bool = True

    def __str__(self):
        marks = [m for m in ("spherical", "added", "losses") if getattr(self, m)]
        return "-".join([self.base, self.shape, str(self.joints), *marks, str(self.seed)])


@dataclass(frozen=True, eq=False)
class Cloud:
    """Point masses [kg] and their places [m] in the body frame."""

    masses: np.ndarray
    places: np.ndarray

    def body(self, name: str) -> Body:
        """The rigid body that these masses form."""
        m, x = self.masses, self.places
        second = np.einsum("k,ki,kj->ij", m, x, x)
        return Body(name, float(m.sum()), m @ x, np.trace(second) * np.eye(3) - second)


@dataclass(frozen=True)
class AddedInertia:
    """Ideal fluid: a 6x6 inertia per body and the velocity terms that go with it (Kirchhoff's equations)."""

    inertias: Mapping[str, np.ndarray]

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        if body.name not in self.inertias:
            return None
        inertia = matrix(self.inertias[body.name])
        return Effect(wrench=-momentum_bias(inertia, motion.twist), inertia=inertia)


@dataclass(frozen=True)
class BodyWrenches:
    """A constant wrench [N; N m] on each named body, in its own frame."""

    wrenches: Mapping[str, np.ndarray]

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        return Effect(wrench=ca.SX(ca.DM(self.wrenches[body.name]))) if body.name in self.wrenches else None


@dataclass(frozen=True, eq=False)
class Machine:
    """A robot, the clouds of point masses its bodies were made of, and added inertias by body name."""

    robot: Robot
    clouds: Mapping[str, Cloud]
    added: Mapping[str, np.ndarray] = field(default_factory=dict)

    @property
    def forces(self) -> dict:
        return {"added": AddedInertia(self.added)} if self.added else {}

    @property
    def size(self) -> int:
        """Number of moving joints."""
        return len(self.robot.moving)

    @property
    def freedoms(self) -> list[int]:
        return list(self.robot.freedoms)

    def joint_values(self, name: str) -> np.ndarray:
        """One parameter of all moving joints."""
        return np.array([getattr(j, name) for j in self.robot.moving_joints], dtype=float)


@dataclass(frozen=True, eq=False)
class State:
    """Pose, twist and joint motion; ``qdd`` are accelerations to impose, not part of the state proper."""

    quaternion: np.ndarray
    position: np.ndarray
    twist: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray

    @property
    def arguments(self) -> tuple:
        return self.quaternion, self.position, self.twist, self.q, self.qd


# ---- machines ---------------------------------------------------------------------------------------------------------


@cache
def random_machine(recipe: Recipe) -> Machine:
    """The machine of a recipe."""
    rng = np.random.default_rng([recipe.seed, recipe.joints])
    clouds = {f"b{k}": random_cloud(rng) for k in range(recipe.joints + 1)}
    bodies, joints = [cloud.body(name) for name, cloud in clouds.items()], []
    for k in range(1, recipe.joints + 1):
        joint = random_joint(rng, k, parent_index(rng, recipe.shape, k), recipe.losses)
        if recipe.spherical and k % 3 == 1:
            links, three = spherical_joint(joint, r=length(rng))
            bodies += links
            joints += three
        else:
            joints.append(joint)
    added = {b.name: random_inertia(rng) for b in bodies if not b.virtual} if recipe.added else {}
    return Machine(Robot(str(recipe), bodies, joints, recipe.base), clouds, added)


def parent_index(rng, shape: str, k: int) -> int:
    """Parent of body k: the one before it, the base, or any earlier one."""
    return {"chain": k - 1, "star": 0, "tree": int(rng.integers(k))}[shape]


def random_joint(rng, k: int, parent: int, losses: bool) -> Joint:
    """Any type of joint; the first one of a spherical joint and the first of a machine always turns."""
    kind = "revolute" if k % 3 == 1 else rng.choice(["revolute", "prismatic", "fixed"], p=[0.34, 0.36, 0.3])
    angles = {name: angle(rng) for name in ("gamma", "alpha", "theta")}
    lengths = {name: length(rng) for name in ("b", "d", "r")}
    drive = {name: float(rng.choice([0.0, rng.uniform(0.01, 0.5)])) for name in ("coulomb", "viscous", "rotor")}
    drive = drive if losses and kind != "fixed" else {}
    return Joint(f"j{k}", f"b{parent}", f"b{k}", type=str(kind), **angles, **lengths, **drive)


def angle(rng) -> float:
    """Any angle, or a multiple of a quarter turn, which the engine treats as exact."""
    return float(rng.choice([rng.uniform(-np.pi, np.pi), rng.choice(QUARTERS)]))


def length(rng) -> float:
    """A length of the machine's size, or exactly zero."""
    return float(rng.choice([rng.uniform(-REACH, REACH), 0.0], p=[0.7, 0.3]))


def random_cloud(rng, points: int = 8) -> Cloud:
    """Eight points in a box; bodies differ in mass by up to a factor of ten."""
    return Cloud(10 ** rng.uniform(-1, 0) * rng.uniform(0.5, 1.5, points), rng.uniform(-0.3, 0.3, (points, 3)))


def random_inertia(rng) -> np.ndarray:
    """A symmetric positive definite 6x6 matrix that belongs to no rigid body."""
    L = rng.standard_normal((6, 6)) * np.array([1, 1, 1, 0.3, 0.3, 0.3])[:, None]
    return L @ L.T


# ---- states -----------------------------------------------------------------------------------------------------------


def random_state(machine: Machine, seed: int, wide: bool = False) -> State:
    """A state of order one; ``wide``: magnitudes from 1e-6 to 1e3, and exact zeros."""
    rng = np.random.default_rng([seed, 7])
    n = machine.size
    draw = wide_values if wide else moderate_values
    twist = np.zeros(6)
    twist[machine.freedoms] = draw(rng, len(machine.freedoms))
    Q = rng.standard_normal(4)
    return State(Q / np.linalg.norm(Q), draw(rng, 3), twist, draw(rng, n), draw(rng, n), draw(rng, n))


def moderate_values(rng, n: int) -> np.ndarray:
    return rng.uniform(-2, 2, n)


def wide_values(rng, n: int) -> np.ndarray:
    """Log-uniform magnitudes of either sign; one entry in five is exactly zero."""
    values = 10 ** rng.uniform(-6, 3, n) * rng.choice([-1.0, 1.0], n)
    return np.where(rng.random(n) < 0.2, 0.0, values)


# ---- evaluation -------------------------------------------------------------------------------------------------------


@cache
def model(machine: Machine, kind: str, driven: tuple[str, ...] = ()) -> ca.Function:
    """One dynamic model of a machine with its added inertias, as a function."""
    return dynamics_function(machine.robot, kind, machine.forces, driven)


def evaluate(machine: Machine, kind: str, state: State, inputs=None, driven: tuple[str, ...] = ()) -> dict[str, np.ndarray]:
    """Outputs of a dynamic model by name."""
    function = model(machine, kind, driven)
    arguments = state.arguments if kind == "lagrange" else (*state.arguments, inputs)
    return call(function, *arguments)


def load_size(machine: Machine, state: State, base_acceleration, qdd) -> np.ndarray:
    """Sizes of the terms that add up to each generalised force: ``|A| |acceleration| + |h|``."""
    lagrange = evaluate(machine, "lagrange", state)
    acceleration = np.concatenate([base_acceleration[machine.freedoms], qdd])
    return np.abs(lagrange["A"]) @ np.abs(acceleration) + np.abs(lagrange["h"])


def condition(machine: Machine, state: State) -> float:
    """Condition number of the matrix of the Lagrangian equations."""
    return np.linalg.cond(evaluate(machine, "lagrange", state)["A"])


def call(function: ca.Function, *arguments) -> dict[str, np.ndarray]:
    """Outputs of a CasADi function by name: columns as vectors, others and the mass matrix A as matrices."""
    results = function.call([ca.DM(np.asarray(a, dtype=float)) for a in arguments])
    arrays = {name: np.array(r) for name, r in zip(function.name_out(), results, strict=True)}
    return {name: a[:, 0] if a.shape[1] == 1 and name != "A" else a for name, a in arrays.items()}


@dataclass(frozen=True, eq=False)
class Symbols:
    """A machine in motion as expressions: its state, kinematics, inertias and velocity terms."""

    machine: Machine
    quaternion: ca.SX
    position: ca.SX
    twist: ca.SX
    q: ca.SX
    qd: ca.SX
    kin: Kinematics
    inertias: list
    betas: list

    @property
    def state(self) -> list[ca.SX]:
        return [self.quaternion, self.position, self.twist, self.q, self.qd]

    @cached_property
    def accelerations(self) -> list[ca.SX]:
        """Symbols for the base's acceleration and the joints'."""
        return [ca.SX.sym("base_acceleration", 6), ca.SX.sym("qdd", self.machine.size)]

    def function(self, extra, **outputs) -> ca.Function:
        """A function of the state and ``extra`` symbols."""
        expressions = [ca.densify(ca.SX(e)) for e in outputs.values()]
        return ca.Function("f", [*self.state, *extra], expressions, [f"i{k}" for k in range(5 + len(extra))], list(outputs))


@cache
def symbols(machine: Machine) -> Symbols:
    """Expressions for everything that the recursions take as input."""
    n = machine.size
    Q, P, V = ca.SX.sym("Q", 4), ca.SX.sym("P", 3), ca.SX.sym("V", 6)
    q, qd = ca.SX.sym("q", n), ca.SX.sym("qd", n)
    kin = forward_kinematics(machine.robot, quaternion_rotation(Q), P, V, q, qd)
    inertias, betas = rigid_terms(machine.robot, kin)
    for j, body in enumerate(machine.robot.bodies):
        if body.name in machine.added:
            inertia = matrix(machine.added[body.name])
            inertias[j], betas[j] = inertias[j] + inertia, betas[j] + momentum_bias(inertia, kin.twists[j])
    return Symbols(machine, Q, P, V, q, qd, kin, inertias, betas)


def bodies_and_newton_euler(s: Symbols, result, joint_accelerations) -> dict[str, ca.SX]:
    """Accelerations and wrenches of all bodies in a result, beside those of Newton-Euler for the same motion."""
    known = newton_euler(s.machine.robot, s.kin, s.inertias, s.betas, result.base_acceleration, joint_accelerations)
    return {
        "accelerations": ca.horzcat(*result.accelerations),
        "wrenches": ca.horzcat(*result.wrenches),
        "expected_accelerations": ca.horzcat(*known.accelerations),
        "expected_wrenches": ca.horzcat(*known.wrenches),
    }


# ---- the machines that every recursion is tried on -----------------------------------------------------------------------

RECIPES = [
    Recipe(seed=10 * b + s, joints=4 + s, shape=shape, base=base, spherical=(b + s) % 2 == 0, added=added)
    for b, base in enumerate(BASES)
    for s, shape in enumerate(SHAPES)
    for added in (False, True)
]


def third_of(cases: list) -> list:
    """Every third case; those between are left to the long tests."""
    return [pytest.param(case, marks=pytest.mark.long if k % 3 else ()) for k, case in enumerate(cases)]


def spared(recipe: Recipe) -> bool:
    """Left to the long tests: of every base and shape one machine, with added inertia or without, is tried each time."""
    b, s = divmod(recipe.seed, 10)
    return recipe.added != ((b // 2 + s) % 2 == 0)


def machines_where(accepts):
    """Parametrise a test over the recipes that ``accepts`` says yes to; half of several are long tests."""
    wanted = [r for r in RECIPES if accepts(r)]
    both = {r.added for r in wanted} == {False, True}
    return pytest.mark.parametrize(
        "recipe", [pytest.param(r, marks=pytest.mark.long if both and spared(r) else ()) for r in wanted], ids=str
    )


every_machine = machines_where(lambda recipe: True)
every_rigid_machine = machines_where(lambda recipe: not recipe.added)
every_tree = machines_where(lambda recipe: recipe.shape == "tree")
every_state = pytest.mark.parametrize("wide", [False, True], ids=["moderate", "wide"])
