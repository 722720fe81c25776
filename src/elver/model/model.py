"""A model: robot + forces + drive + start. Frozen data that the equations are written from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.display import html_table, in_motion, named
from elver._support.errors import InputError, about, is_symbol, require_name, require_number, unknown_name
from elver.contact import Scene
from elver.drive import Coupling, Gait, Input
from elver.drive.control import law_of, laws_in
from elver.drive.couplings import check_couplings
from elver.forces import Force, Slope
from elver.forces.effect import refuse_water_twice, trait
from elver.model.layout import MetricLike, check_recorded
from elver.model.parameters import FreeParameter, FreeParts, check_tables, freed_at, is_number_at
from elver.robot import Robot
from elver.robot.robot import margins
from elver.symbolic.arrays import Numbered, leaves

if TYPE_CHECKING:
    from elver.robot.joints import Joint

_REMEMBERED = 100_000  # sets of values that are not looked at again


@dataclass(frozen=True)
class InitialState:
    """Where a run begins.

    Parameters
    ----------
    position : tuple (3,)
        Origin of the base [m, world]; may depend on free parameters.
    quaternion : tuple (4,)
        Attitude of the base, w, x, y, z, of unit length; may depend on free parameters.
    twist : tuple (6,)
        Velocity of the base in its own frame [m/s; rad/s].
    angles, rates : mapping
        Of joints whose motion is computed, by name [rad or m; rad/s or m/s]. Joints not named start on the gait, or at 0 without
        one. The angle of a joint that follows from a loop is a guess, which chooses among the ways the loop can be assembled.
    memory : mapping
        States of media and joint laws, by name; 0 where not named.

    Raises
    ------
    InputError
        Where there are not as many finite numbers as needed, or the quaternion has another length.
    """

    position: tuple = (0.0, 0.0, 0.0)
    quaternion: tuple = (1.0, 0.0, 0.0, 0.0)
    twist: tuple = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    angles: Mapping[str, float] = field(default_factory=dict)
    rates: Mapping[str, float] = field(default_factory=dict)
    memory: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("angles", "rates", "memory"):
            if not isinstance(getattr(self, name), Mapping):
                owner = "state" if name == "memory" else "joint"
                raise InputError(f"start.{name} must be a mapping from {owner} name to number.")
        for name, length in (("position", 3), ("quaternion", 4), ("twist", 6)):
            if not self._is_vector(name, length):
                raise InputError(f"start.{name} = {getattr(self, name)!r}. Give {length} finite numbers.")
        norm = 1.0 if any(map(is_symbol, self.quaternion)) else float(np.linalg.norm(self.quaternion))
        if abs(norm - 1) > 1e-9:
            raise InputError(f"start.quaternion has norm {norm:.6g}. Give a unit quaternion (w, x, y, z).")

    def _is_vector(self, name: str, length: int) -> bool:
        """Whether a field holds that many finite numbers; free parameters may stand in for those of the pose."""
        given = getattr(self, name)
        if name != "twist" and isinstance(given, (tuple, list)):
            given = [0.0 if is_symbol(v) and v.numel() == 1 else v for v in given]
        try:
            value = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            return False
        return value.shape == (length,) and bool(np.isfinite(value).all())


@dataclass(frozen=True, eq=False)
class InputRequest:
    """What inputs were asked for, and the model before it had them."""

    before: Model
    wanted: tuple


@dataclass(eq=False)
class Rebuilding:
    """How a model is built again with parameters of its scenario free: those of ``free``, and more.

    made: the model as it was built; one that was changed since cannot be built again.
    """

    build: Callable[[tuple[str, ...]], Model]
    free: tuple[str, ...]
    made: Model | None = None


@dataclass(frozen=True)
class Model:
    """Everything the equations are written from.

    Parameters
    ----------
    name : str
        What it is called in messages and results.
    robot : Robot
        The bodies and joints.
    forces : mapping
        Force laws by name, each applied to every body (``elver.forces``).
    gait : Gait, optional
        Motion of driven joints, and target of controlled ones.
    control, elastic : law or mapping, optional
        Of the joints in mode ``torque``, and of those in mode ``passive``; or a mapping from joint name or group to law.
    start : InitialState
        Where a run begins.
    scene : Scene, optional
        What the machine touches; a model with one is stepped by Moreau's scheme and needs a planar base.
    couplings : mapping
        What acts on joints besides their laws, by name: tendons, stops (``elver.drive.couplings``).
    sensors : tuple
        Read in every run of ``simulate`` (``elver.sensors``).
    metrics : tuple of Metric
        Of its summary, besides those that every run has.
    records : tuple of str
        What runs record on demand, such as ``body_force``.
    free, inputs : mapping
        Parameters that stay run-time inputs, and those of them that may change from step to step (``elver.with_inputs``).
    tables : mapping
        Free parameters that are numbers of the scene: how many times their value each of these is (contact/scene.py).
    asked : InputRequest, optional
        How the inputs were asked for.
    parameters, words : mapping
        What the model was made from, for the record; and unit, meaning, shown unit of it where known.
    needs : str
        What must be computed before it can run, such as an orbit to start on; empty for nothing.
    preparation : mapping
        How that was done, for the record.
    remade : callable, optional
        Makes the model with other values of the free parameters compiled in, so that a value that makes no machine is refused
        with the words that it would meet there.
    rebuilding : Rebuilding, optional
        Builds it again with further parameters of its scenario free.
    origin : mapping
        Of a model out of a file: ``file``, ``title``, ``digest``, ``leave_out`` (pictures), ``notes`` (of an import).
    """

    name: str
    robot: Robot
    forces: Mapping[str, Force] = field(default_factory=dict)
    gait: Gait | None = None
    control: object | None = None
    elastic: object | None = None
    start: InitialState = field(default_factory=InitialState)
    scene: Scene | None = None
    free: Mapping[str, FreeParameter] = field(default_factory=dict)
    parameters: Mapping[str, object] = field(default_factory=dict)
    metrics: tuple[MetricLike, ...] = ()
    needs: str = ""
    preparation: Mapping[str, object] = field(default_factory=dict)
    remade: Callable[[Mapping[str, float]], object] | None = None
    couplings: Mapping[str, Coupling] = field(default_factory=dict)
    origin: Mapping[str, object] = field(default_factory=dict)
    sensors: tuple = ()
    inputs: Mapping[str, Input] = field(default_factory=dict)
    asked: InputRequest | None = None
    records: tuple[str, ...] = ()
    tables: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rebuilding: Rebuilding | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_name("name of the model", self.name)
        if not isinstance(self.robot, Robot):
            raise InputError(f"model '{self.name}': robot is a {type(self.robot).__name__}. Give an elver.Robot.")
        if not isinstance(self.forces, Mapping):
            raise InputError(
                f"model '{self.name}': forces must be a mapping from a name to a force model, e.g. {{'water': Morison()}}."
            )
        for name, force in self.forces.items():
            require_name(f"model '{self.name}': name of a force", name)
            if isinstance(force, type) or not callable(getattr(force, "effect", None)):
                raise InputError(f"force '{name}' of model '{self.name}' has no method effect(body, motion).")
            trait(force, "check_bodies")(self.robot.body_names)
        for force in self.forces.values():
            trait(force, "within")(self.robot, self.forces)
        refuse_water_twice(self.robot, self.forces)
        check_couplings(self.name, self.couplings, self.forces, self.robot.joint_names)
        if not isinstance(self.start, InitialState):
            raise InputError(f"model '{self.name}': start is a {type(self.start).__name__}. Give an elver.InitialState.")
        with about("measures"):
            check_recorded(self.name, self.metrics, self.records)
        with about("scene"):
            self._check_scene()
        self._check_drive()
        with about("start"):
            self._check_start()
        self.check_machine([f.value for f in self.free.values()])

    def _check_scene(self) -> None:
        check_tables(self.tables, self.inputs)
        if self.scene is None:
            return
        if not isinstance(self.scene, Scene):
            raise InputError(f"scene of model '{self.name}' is a {type(self.scene).__name__}. Give an elver.contact.Scene.")
        if self.robot.loops:
            raise InputError(
                f"model '{self.name}' has a scene and its robot closed loops; impacts know only trees. Leave one out."
            )
        if all(body.outline is None for body in self.robot.bodies):
            raise InputError(f"no body of '{self.robot.name}' has a contour or a strip: it cannot touch a scene.")
        if self.robot.base != "planar":
            raise InputError(
                f"model '{self.name}' has a scene, which needs a planar base; the robot's is {self.robot.base}.", part="base"
            )
        driven = [j.name for j in self.robot.moving_joints if j.mode == "driven"]
        if driven:
            raise InputError(
                f"joint '{driven[0]}' is driven; impacts need joints that can give way. Use mode torque or passive.",
                part=f"joint {driven[0]}",
            )

    def _check_drive(self) -> None:
        for role, verb in (("gait", "motion"), ("control", "act")):
            for part in laws_in(getattr(self, role)):
                if isinstance(part, type) or not callable(getattr(part, verb, None)):
                    raise InputError(
                        f"{role} of model '{self.name}' has no method {verb}. Give an object such as elver.drive.PD(...)."
                    )
        period = getattr(self.gait, "period", 0.0)
        number = isinstance(period, Real)
        if period is None or not (is_symbol(period) or (number and period >= 0)):
            raise InputError(f"the gait's period = {period!r} is not a number of seconds. Leave it out, or give one.")
        for joint in self.robot.moving_joints:
            if joint.mode == "driven" and self.gait is None:
                raise InputError(
                    f"joint '{joint.name}' is driven but model '{self.name}' has no gait. Give one, or another mode.",
                    part=f"joint {joint.name}",
                )
            if joint.mode == "torque" and self.joint_law(joint) is None:
                raise InputError(
                    f"joint '{joint.name}' has mode torque but model '{self.name}' has no control for it. Give a PD or Playback, "
                    "or control=elver.drive.ZeroTorque() where inputs will move it.",
                    part=f"joint {joint.name}",
                )
            if joint.mode == "passive" and self.joint_law(joint) is None and joint.name not in self.robot.dependent:
                raise InputError(
                    f"joint '{joint.name}' is passive but model '{self.name}' has no elastic law for it. "
                    "Give elastic=Spring(...), or Spring() for a free joint.",
                    part=f"joint {joint.name}",
                )

    def _check_start(self) -> None:
        computed = [j.name for j in self.robot.moving_joints if j.mode != "driven"]
        for name, value in (*self.start.angles.items(), *self.start.rates.items()):
            if name not in computed:
                raise unknown_name("joint with computed motion in start:", name, computed)
            require_number(f"start of joint '{name}'", value)
        for name in self.robot.dependent:
            if name in self.start.rates:
                raise InputError(
                    f"start.rates names joint '{name}', which follows from a loop. Give rates of the independent joints."
                )
        moving = np.flatnonzero(np.asarray(self.start.twist, float))
        stuck = [k for k in moving if k not in self.robot.freedoms]
        if stuck:
            raise InputError(
                f"start.twist has component {stuck[0]} but the {self.robot.base} base has only the freedoms "
                f"{list(self.robot.freedoms)} of [vx vy vz wx wy wz]."
            )

    def require_ready(self) -> None:
        """Refuse a model that would run from a wrong start, because what it needs was not computed yet."""
        if self.needs:
            raise InputError(
                f"model '{self.name}' needs {self.needs}, which is computed before a run. "
                "Make it by Scenario.prepared(...), which does so, instead of Scenario.build(...)."
            )

    @cached_property
    def free_robot(self) -> Numbered | None:
        """The robot as a function of the free parameters; None where it is all numbers, or uses symbols that nobody declared."""
        symbols = [f.symbol for f in self.free.values()]
        return Numbered(self.robot, ca.vertcat(*symbols)) if self._declares(self.robot) else None

    def robot_at(self, values: Sequence[float]) -> Robot:
        """The robot in numbers, at values of the free parameters in their order; refused where they make no machine."""
        return self.robot if self.free_robot is None else self._made(self.free_robot, values)

    def _made(self, part: Numbered, values: Sequence[float]) -> Robot:
        """A part in numbers; where it is refused, in the words that ``remade`` meets, if it meets some."""
        try:
            return part.at(values)
        except InputError:
            if self.remade is not None:
                self.remade(dict(zip(self.free, map(float, values), strict=True)))
            raise

    def evaluated(self, value: Any, p: np.ndarray) -> Any:
        """A number of the model; where it was left free one number per row of p, values of the free parameters in order."""
        if not is_symbol(value):
            return value
        symbols = ca.vertcat(*(f.symbol for f in self.free.values()))
        return np.array(ca.Function("value", [symbols], [value])(p.T), dtype=float).ravel()

    @cached_property
    def free_parts(self) -> FreeParts | None:
        """Forces, gait, laws and couplings as functions of the free parameters; None where they are all numbers."""
        parts = {name: getattr(self, name) for name in ("forces", "gait", "control", "elastic", "couplings")}
        return FreeParts(parts, ca.vertcat(*(f.symbol for f in self.free.values()))) if self._declares(parts) else None

    def _declares(self, thing: object) -> bool:
        """Whether a thing uses symbols, and all of them are free parameters of the model."""
        found = {s.name() for s in ca.symvar(ca.vertcat(ca.SX(0, 1), *leaves(thing)))}
        return bool(found) and found <= {f.symbol.name() for f in self.free.values()}

    def check_machine(self, values: Sequence[float]) -> None:
        """Refuse values of the free parameters that make no machine, or that a law refuses; each machine is looked at once."""
        if self.free_parts is not None and self.free_parts.doubtful(np.array([values], dtype=float)).any():
            self._made(self.free_parts.numbered, values)
        own = () if self.free_robot is None else tuple(float(values[k]) for k in self.free_robot.used)
        if self.free_robot is not None and own not in self._sound:
            self.robot_at(values)
            if len(self._sound) < _REMEMBERED:
                self._sound.add(own)

    def doubtful(self, p: np.ndarray) -> np.ndarray:
        """Rows of p, values of the free parameters, that need ``check_machine``: all others certainly make machines."""
        found = np.zeros(len(p), dtype=bool) if self.free_parts is None else self.free_parts.doubtful(p)
        if self.free_robot is None:
            return np.flatnonzero(found)
        if self._margins is None:
            return np.arange(len(p))
        numbers, bounds = (np.array(f(p.T), dtype=float).reshape(-1, len(p)) for f in self._margins)
        return np.flatnonzero(found | ~(np.isfinite(numbers).all(axis=0) & (bounds > 0).all(axis=0)))

    @cached_property
    def _margins(self) -> tuple[ca.Function, ca.Function] | None:
        """All numbers of the robot, and what must be positive, as functions of the free parameters."""
        own = margins(self.robot)
        symbols = ca.vertcat(*(f.symbol for f in self.free.values()))
        if own is None or self.free_robot is None:
            return None
        return self.free_robot.values, ca.Function("margins", [symbols], [ca.densify(ca.vertcat(ca.SX(0, 1), *own))])

    @cached_property
    def _sound(self) -> set[tuple[float, ...]]:
        """Values that made a machine."""
        return set()

    @property
    def media(self) -> Mapping[str, Force]:
        """All forces: the model's own, and the pull of an inclined scene."""
        if self.scene is None or not any(self.scene.slope):
            return self.forces
        return {**self.forces, "slope": Slope(tuple(self.scene.slope))}

    @property
    def commands(self) -> tuple[str, ...]:
        """Names besides the joints that the gait may give values to: commands of forces and couplings."""
        things = (*self.forces.values(), *self.couplings.values())
        return tuple(dict.fromkeys(name for thing in things for name in getattr(thing, "commands", ())))

    def joint_law(self, joint: Joint) -> Any:
        """The law that moves a joint: None for a driven one, and for one that a loop moves freely."""
        return None if joint.mode == "driven" else law_of(self.control if joint.mode == "torque" else self.elastic, joint)

    @property
    def common_laws(self) -> dict[str, Any]:
        """Joint laws with states that all their joints have in common, by name: that of the part, or of the group or joint."""
        found: dict[str, Any] = {}
        for part in ("control", "elastic"):
            laws = getattr(self, part)
            for name, law in (laws if isinstance(laws, Mapping) else {part: laws}).items():
                if getattr(law, "common_memory", tuple)() and not any(law is one for one in found.values()):
                    found[f"{part} {name}" if name in found else name] = law
        return found

    def freed(self, *paths: str) -> Model:
        """The same model with numbers turned into run-time parameters, e.g. ``freed("gait.amplitude", "robot.bodies.fin.mass")``.

        Bodies, joints and loops of the robot are stepped into by name. What follows from a number of a body goes with it.
        A parameter of the scenario that the model was built from is named as it is there, ``freed("port")``, where no number of
        the model has that path.
        """
        for path in paths:
            if not isinstance(path, str):
                raise InputError(
                    f'freed({str(path)[:60]}): paths are texts, one after another: freed("gait.amplitude", "control.kp").'
                )
        named = tuple(path for path in paths if self.is_parameter(path))
        model = self._rebuilt(named) if named else self
        for path in paths:
            if path not in named:
                model = replace(model, **freed_at(model, path))
        return model

    def is_parameter(self, name: str) -> bool:
        """Whether a name means a parameter of the scenario, or a component of one, that is compiled in; a path goes first."""
        known = name in self.parameters or isinstance(self.parameters.get(name.rpartition(".")[0]), tuple)
        return known and name not in self.free and not is_number_at(self, name)

    def _rebuilt(self, names: tuple[str, ...]) -> Model:
        """The model with parameters of its scenario free."""
        own = self.rebuilding
        if own is None or own.made is not self:
            why = "was changed after it was built" if own is not None else "does not know how it was built"
            raise InputError(
                f"'{names[0]}' is a parameter of '{self.name}', compiled in, and the model {why}. "
                f"Free it first: scenario.build(free={list(names)!r})."
            )
        return own.build((*own.free, *names))

    @cached_property
    def in_numbers(self) -> Model:
        """The same model with its free parameters compiled in, at their values; it has no inputs any more."""
        if not self.free or self.tables:
            return self
        parts = {f: getattr(self, f) for f in ("robot", "forces", "gait", "control", "elastic", "couplings", "start")}
        symbols = ca.vertcat(*(f.symbol for f in self.free.values()))
        known = Numbered(parts, symbols).at([f.value for f in self.free.values()])
        return replace(self, **known, free={}, inputs={}, asked=None)

    def recording(self, *names: str) -> Model:
        """The same model whose runs record further quantities: ``body_force``, what every force does to every body."""
        return replace(self, records=(*self.records, *(name for name in names if name not in self.records)))

    def __repr__(self) -> str:
        return f"Model {self.name}: " + ", ".join(f"{name} {text}" for name, text in self._described())

    def _repr_html_(self) -> str:
        return in_motion(html_table(f"Model {self.name}", self._described()), self)

    def _described(self) -> list[tuple[str, str]]:
        """What it is, in a few words each."""
        robot = self.robot
        rows = [
            ("base", robot.base),
            ("bodies", str(len(robot.bodies))),
            ("joints", str(len(robot.moving_joints))),
            ("loops", str(len(robot.loops)) if robot.loops else ""),
            ("forces", named(self.forces) if self.forces else ""),
            ("gait", "" if self.gait is None else type(self.gait).__name__),
            ("obstacles", "" if self.scene is None else str(len(self.scene.obstacles))),
            ("free", named(self.free)),
        ]
        return [(name, text) for name, text in rows if text]
