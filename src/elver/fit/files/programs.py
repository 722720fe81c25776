"""One compiled program for as many recordings as can share it: what they set stays free, what decides structure does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from elver.document.nodes import Node
from elver.drive import RecordedMotion, SignalTable, Together
from elver.equations import Model
from elver.errors import InputError
from elver.fit.files.base import Base
from elver.native import Program, compile_model


@dataclass(frozen=True, eq=False)
class Wanted:
    """What the program of one recording must be. numbers: values of parameters that can stay free.   words: those that cannot.

    signals: a recorded motion, with the joints that follow it.   places: where each value stands, for messages.
    """

    numbers: Mapping[str, float] = field(default_factory=dict)
    words: Mapping[str, Any] = field(default_factory=dict)
    signals: SignalTable | None = None
    places: Mapping[str, Node] = field(default_factory=dict)

    def structure(self) -> tuple:
        """Equal for recordings that share a program."""
        return tuple(sorted((name, repr(value)) for name, value in self.words.items())), signal_names(self.signals)


def signal_names(table: SignalTable | None) -> tuple[str, ...]:
    return () if table is None else tuple(table.names)


class Programs:
    """Compiled programs of a fit, one per structure. free: parameters that must stay free, with the place that asks for each."""

    def __init__(self, base: Base, free: Mapping[str, Node]):
        self.base, self.free = base, dict(free)
        self.held: set[str] = set()  # set by recordings, and cannot stay free
        self.made: dict[tuple, Program] = {}

    def settle(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        """The same with every number among the words that cannot stay free."""
        set_by = {name: one.places[name] for one in wanted for name in one.numbers if name in one.places}
        if not self.can_be_free({**self.free, **set_by}):  # one of them, then: which?
            self.held |= {name for name in set_by if name not in self.free and not self.can_be_free((name,))}
            for name, node in self.free.items():
                self.require_free(name, node)
        return [
            replace(
                one,
                numbers={n: v for n, v in one.numbers.items() if n not in self.held},
                words={**one.words, **{n: v for n, v in one.numbers.items() if n in self.held}},
            )
            for one in wanted
        ]

    def can_be_free(self, names: Iterable[str]) -> bool:
        """Whether the model can be written with parameters as symbols."""
        try:
            self.base.scenario.build(self.base.changes, tuple(names))
        except InputError:
            return False
        return True

    def require_free(self, name: str, node: Node) -> None:
        """Refuse a parameter that cannot stay free."""
        try:
            self.base.scenario.build(self.base.changes, (name,))
        except InputError as error:
            raise node.error(f"{node.key}: '{name}' cannot be an unknown. {error}") from None

    def program(self, wanted: Wanted, others: Iterable[Wanted], node: Node) -> Program:
        """The program of a recording; compiled once for all of its structure."""
        key = wanted.structure()
        if key not in self.made:
            names = dict.fromkeys([*self.free, *(n for one in others if one.structure() == key for n in one.numbers)])
            changes = {**self.base.changes, **wanted.words}
            try:
                model = self.base.scenario.prepared(changes, tuple(names))
                self.made[key] = compile_model(following(model, wanted.signals))
            except InputError as error:
                raise node.error(f"{node.key}: {error}") from error
        return self.made[key]


def following(model: Model, table: SignalTable | None) -> Model:
    """The model whose joints of these names follow a recorded motion; all others move as before."""
    if table is None:
        return model
    known = [*model.robot.joint_names, *commands(model)]
    for name in table.names:
        if name not in known:
            raise InputError(
                f"the recorded motion moves '{name}', which is no joint of '{model.name}'. Joints: {', '.join(known[:12])}."
            )
    own = getattr(model.gait, "signals", None)
    if own is not None and sorted(own.names) == sorted(table.names):
        return model  # it follows a recording already: that one is replaced
    if own is not None:
        raise InputError(
            f"the model follows a recording of {', '.join(own.names)} already; the new one moves {', '.join(table.names)}. "
            "Give signals of the same joints, or a model without a recording."
        )
    joints = [replace(j, mode="driven") if j.name in table.names else j for j in model.robot.joints]
    robot = replace(model.robot, joints=joints)
    angles, rates = ({n: v for n, v in own.items() if n not in table.names} for own in (model.start.angles, model.start.rates))
    start = replace(model.start, angles=angles, rates=rates)
    gait = (
        RecordedMotion(table) if model.gait is None else Together([RecordedMotion(table), Except(model.gait, tuple(table.names))])
    )
    laws = {role: kept_laws(getattr(model, role), robot, mode) for role, mode in (("elastic", "passive"), ("control", "torque"))}
    return replace(model, robot=robot, start=start, gait=gait, **laws)


def kept_laws(laws: Any, robot: Any, mode: str) -> Any:
    """Laws of joints that still have the mode; None where no joint has."""
    names = [j.name for j in robot.moving_joints if j.mode == mode]
    if not names:
        return None
    if not isinstance(laws, Mapping):
        return laws
    groups = {j.group for j in robot.moving_joints if j.mode == mode}
    return {key: law for key, law in laws.items() if key in names or key in groups}


def commands(model: Model) -> list[str]:
    """Names of what the gait gives to forces and couplings."""
    things = [*model.forces.values(), *model.couplings.values()]
    return [name for thing in things for name in getattr(thing, "commands", ())]


@dataclass(frozen=True)
class Except:
    """Another gait, without some of its joints: those follow a recording."""

    gait: Any
    left_out: tuple[str, ...]

    @property
    def period(self):
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    def motion(self, now) -> dict[str, Any]:
        return {name: value for name, value in self.gait.motion(now).items() if name not in self.left_out}
