"""Names and places: which slice of the state and of the output vector holds what, in one place for all who read them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import casadi as ca

from elver._support.errors import InputError, unknown_name
from elver.dynamics import centre_of_mass, kinetic_energy, momentum
from elver.dynamics.kinematics import Kinematics, rigid_terms, rotor_energy
from elver.robot import Robot
from elver.symbolic.tracing import piece

if TYPE_CHECKING:
    import numpy as np

    from elver.drive.control import JointAction
    from elver.dynamics.articulated import HybridResult
    from elver.model.mechanics import MediaSum
    from elver.model.model import Model

COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")
MOTOR, MOTOR_POSITIVE = "motor", "motor_positive"


def ledger_signs(flows: Sequence[str]) -> list[float]:
    """Sign of every flow in the energy balance: motors bring work in, all else takes it out; the positive part is no part."""
    return [{MOTOR: 1.0, MOTOR_POSITIVE: 0.0}.get(flow, -1.0) for flow in flows]


@dataclass(frozen=True)
class StateLayout:
    """Order of the state: base position 3, base quaternion 4, base twist k, joint angles m, joint rates m, memory, works,
    with the guesses of the dependent joints' angles after the rates where the machine has loops.

    freedoms: components of the base twist that are states (empty and no pose for a fixed base).
    joints: names of joints whose motion is computed.   memory: names of the medium's states.
    followers: names of the joints that follow from loops.
    works: names of the energy quadratures [J].
    """

    freedoms: Sequence[int]
    joints: Sequence[str]
    memory: Sequence[str]
    works: Sequence[str]
    followers: Sequence[str] = ()

    @cached_property
    def slices(self) -> dict[str, slice]:
        pose = (3, 4) if self.freedoms else (0, 0)
        sizes = {
            "position": pose[0],
            "quaternion": pose[1],
            "twist": len(self.freedoms),
            "angles": len(self.joints),
            "rates": len(self.joints),
            "followers": len(self.followers),
            "memory": len(self.memory),
            "works": len(self.works),
        }
        place, start = {}, 0
        for name, size in sizes.items():
            place[name] = slice(start, start + size)
            start += size
        return place

    @property
    def size(self) -> int:
        return self.slices["works"].stop

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One readable name per state."""
        pose = [f"base {a}" for a in "xyz"] + [f"base quaternion {c}" for c in "wxyz"]
        return (
            *(pose if self.freedoms else ()),
            *(f"base {COMPONENTS[k]}" for k in self.freedoms),
            *(f"angle of {j}" for j in self.joints),
            *(f"rate of {j}" for j in self.joints),
            *(f"guess of {j}" for j in self.followers),
            *self.memory,
            *(f"work {w}" for w in self.works),
        )

    @cached_property
    def velocity_like(self) -> tuple[int, ...]:
        """Indices that a semi-implicit step advances first: twist, rates and memory."""
        return tuple(k for part in ("twist", "rates", "memory") for k in range(*self.slices[part].indices(self.size)))


@dataclass(frozen=True)
class Field:
    """One recorded quantity: name, dimensions beyond time, unit and meaning."""

    name: str
    dims: tuple[str, ...]
    unit: str
    meaning: str


@dataclass(frozen=True)
class OutputLayout:
    """Where every recorded quantity stands in the output vector: field after field, row-major within each.

    fields: in order.   labels: names along every dimension.
    """

    fields: tuple[Field, ...]
    labels: Mapping[str, tuple[str, ...]]

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Place of every field."""
        found, start = {}, 0
        for f in self.fields:
            stop = start + math.prod(self.shape(f))
            found[f.name], start = slice(start, stop), stop
        return found

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of every field."""
        return {f.name: self.shape(f) for f in self.fields}

    @property
    def size(self) -> int:
        return sum(math.prod(self.shape(f)) for f in self.fields)

    def shape(self, field: Field | str) -> tuple[int, ...]:
        """Lengths along a field's dimensions."""
        own = self.field(field) if isinstance(field, str) else field
        return tuple(len(self.labels[d]) for d in own.dims)

    def field(self, name: str) -> Field:
        """The field of that name."""
        for f in self.fields:
            if f.name == name:
                return f
        raise unknown_name("recorded quantity", name, [f.name for f in self.fields])

    def take(self, outputs: np.ndarray, name: str) -> np.ndarray:
        """A field of output vectors, one row per sample, in its own shape."""
        return outputs[:, self.slices[name]].reshape(len(outputs), *self.shapes[name])

    def part(self, name: str, labels: Sequence[str] = ()) -> slice:
        """What ``labels`` leave of a field, first dimension first."""
        field = self.field(name)
        start, sizes = self.slices[name].start, self.shape(field)
        if len(labels) > len(sizes):
            raise InputError(f"'{name}' has {len(sizes)} dimensions {field.dims}; given {len(labels)} labels.")
        for k, label in enumerate(labels):
            known = self.labels[field.dims[k]]
            if label not in known:
                raise unknown_name(f"{field.dims[k]} of '{name}':", label, known)
            start += known.index(label) * math.prod(sizes[k + 1 :])
        return slice(start, start + math.prod(sizes[len(labels) :]))


# --- What a run records: fields with dimensions and units, and the graph that computes them.

ON_DEMAND = ("body_force",)  # quantities that are recorded where a model asks for them: they make its runs larger


class MetricLike(Protocol):
    """What a model's own metrics have (``elver.results.Metric``): key, unit, meaning, ``of(data)`` and ``expression``."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def meaning(self) -> str: ...
    @property
    def of(self) -> Callable: ...
    @property
    def expression(self) -> Callable | None: ...


def coordinates(
    robot: Robot, flows: tuple[str, ...], forces: tuple[str, ...], couplings: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Labels along every dimension of the outputs."""
    return {
        "axis": ("x", "y", "z"),
        "component": COMPONENTS,
        "row": ("x", "y", "z"),
        "joint": robot.joint_names,
        "body": robot.body_names,
        "flow": flows,
        "force": forces,
        "coupling": couplings,
        "loop": tuple(loop.name for loop in robot.loops),
    }


def recorded(
    model: Model,
    kin: Kinematics,
    result: HybridResult,
    medium: MediaSum,
    actions: Mapping[str, JointAction],
    powers: Mapping[str, ca.SX],
    works: ca.SX,
    joints: tuple[list[ca.SX], list[ca.SX]],
    base: tuple[ca.SX, ca.SX, ca.SX],
    further: Sequence[tuple[Field, ca.SX]],
) -> tuple[tuple[Field, ...], ca.SX]:
    """Fields and the stacked output vector, row-major within each field. ``further``: those of the loops and couplings."""
    robot = model.robot
    (q, qd), (rotation, position, twist) = joints, base
    rigid, _ = rigid_terms(robot, kin)
    torques = result.torques
    elastic = sum((ca.SX(a.potential) for a in actions.values()), ca.SX(0))
    rates = ca.vertcat(*qd) if qd else ca.SX(0, 1)
    wrenches = [result.wrenches[j] for j in robot.moving]
    table = [
        (Field("base_position", ("axis",), "m", "origin of the base frame, world"), position),
        (Field("base_rotation", ("axis", "row"), "1", "world from base"), _row_major(rotation)),
        (Field("base_twist", ("component",), "m/s, rad/s", "velocity of the base, base frame"), twist),
        (Field("base_velocity", ("axis",), "m/s", "velocity of the base's origin, world"), rotation @ twist[:3]),
        (Field("base_acceleration", ("component",), "m/s^2, rad/s^2", "d/dt of base_twist"), result.base_acceleration),
        (Field("joint_position", ("joint",), "rad or m", "joint variable"), ca.vertcat(ca.SX(0, 1), *q)),
        (Field("joint_velocity", ("joint",), "rad/s or m/s", "joint rate"), rates),
        (Field("joint_acceleration", ("joint",), "rad/s^2 or m/s^2", "joint acceleration"), result.joint_accelerations),
        (Field("joint_torque", ("joint",), "N m or N", "torque or force of the joint's drive or spring"), torques),
        (Field("joint_power", ("joint",), "W", "torque times rate"), torques * rates),
        (Field("joint_wrench", ("joint", "component"), "N, N m", "wrench of the parent on the child, child frame"),
         ca.vertcat(ca.SX(0, 1), *wrenches)),
        (Field("body_position", ("body", "axis"), "m", "origin of the body frame, world"), ca.vertcat(*kin.positions)),
        (Field("body_rotation", ("body", "axis", "row"), "1", "world from body"), ca.vertcat(*map(_row_major, kin.rotations))),
        (Field("body_twist", ("body", "component"), "m/s, rad/s", "velocity of the body, body frame"), ca.vertcat(*kin.twists)),
        (Field("com_position", ("axis",), "m", "centre of mass, world"), centre_of_mass(robot, kin)),
        (Field("momentum", ("component",), "N s, N m s", "of the bodies, world, about its origin"), momentum(rigid, kin)),
        (Field("kinetic_energy", (), "J", "of bodies and rotors"), kinetic_energy(rigid, kin.twists) + rotor_energy(robot, kin)),
        (Field("medium_energy", (), "J", "kinetic energy of the moved medium"), medium.kinetic),
        (Field("potential_energy", (), "J", "of gravity, buoyancy and springs"), medium.potential + elastic),
        (Field("power", ("flow",), "W", "motor: into the machine; all others: out of it"), ca.vertcat(*powers.values())),
        (Field("work", ("flow",), "J", "integral of power since the start"), works),
        *further,
    ]  # fmt: skip
    if model.media:
        on_bodies = _body_forces(kin, medium, result)
        meaning = "sum over the bodies of what every force does to them, added mass included, world"
        table.append((Field("medium_force", ("force", "axis"), "N", meaning), _medium_force(model, on_bodies)))
        if "body_force" in model.records:
            meaning = "what every force does to every body, added mass included, world"
            table.append((Field("body_force", ("force", "body", "axis"), "N", meaning), _stacked_forces(model, on_bodies)))
    return tuple(f for f, _ in table), ca.vertcat(*(ca.densify(e) for _, e in table))


def check_recorded(name: str, metrics: tuple[Any, ...], records: Sequence[str]) -> None:
    """Refuse metrics of a model that are none, and quantities to record that nobody knows."""
    if not isinstance(metrics, tuple) or not all(callable(getattr(m, "of", None)) for m in metrics):
        raise InputError(f"metrics of model '{name}' must be a tuple of elver.results.Metric(name, unit, meaning, of).")
    if len({m.name for m in metrics}) < len(metrics):
        raise InputError(f"model '{name}' has two metrics of the same name. Give every one a name of its own.")
    for one in (records,) if isinstance(records, str) else records:
        if one not in ON_DEMAND:
            raise unknown_name("quantity that is recorded on demand:", one, ON_DEMAND)


def _body_forces(kin: Kinematics, medium: MediaSum, result: HybridResult) -> dict[tuple[str, int], ca.SX]:
    """Force on every body that a force model acts on [N, world]: wrench less added inertia times acceleration.

    By name of the force and index of the body.
    """
    return {
        (name, j): piece("force", _force_on_body, effect.wrench, effect.inertia, result.accelerations[j], kin.rotations[j])
        for (name, j), effect in medium.effects.items()
    }


def _force_on_body(wrench: ca.SX, inertia: ca.SX, acceleration: ca.SX, R: ca.SX) -> ca.SX:
    """Force on a body [N, world]."""
    return R @ (wrench - inertia @ acceleration)[:3]


def _medium_force(model: Model, on_bodies: dict[tuple[str, int], ca.SX]) -> ca.SX:
    """For every force model the total force on the machine [N, world]."""
    totals = {name: ca.SX(3, 1) for name in model.media}
    for (name, _), force in on_bodies.items():
        totals[name] = piece("sum", operator.add, totals[name], force)
    return ca.vertcat(*(ca.densify(f) for f in totals.values()))


def _stacked_forces(model: Model, on_bodies: dict[tuple[str, int], ca.SX]) -> ca.SX:
    """The force of every force model on every body, force after force; zero where it does not act."""
    pairs = [(name, j) for name in model.media for j in range(len(model.robot.bodies))]
    return ca.vertcat(*(ca.densify(on_bodies.get(pair, ca.SX(3, 1))) for pair in pairs))


def _row_major(R: ca.SX) -> ca.SX:
    """Entries of a matrix row by row, as one column."""
    return ca.vec(ca.densify(R).T)
