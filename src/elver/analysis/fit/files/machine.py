"""The machine of a fit file: a scenario with changes, the programs of its recordings, what their channels depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, gathering, is_symbol, refuse, unknown_name
from elver._support.expressions import CONSTANTS, Expression, Value, evaluate, names_in, parse, settled
from elver._support.units import Unit, read_unit
from elver.analysis.fit.channels import Place
from elver.analysis.fit.problem import CAMERA, Camera, Channel, Problem, Recording, Unknown
from elver.drive import CombinedGait, RecordedMotion, SignalTable
from elver.model import Model, Program
from elver.model.program import written
from elver.scenarios import Parameter, Scenario, all_scenarios, find_scenario, load
from elver.scenarios.files.loading import ENDINGS
from elver.scenarios.files.robot import naming
from elver.scenarios.yaml.forms import ByShape, Each, Many, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope
from elver.simulation.derivatives.objectives import InstantExpressions

if TYPE_CHECKING:
    from elver.drive.signals import Instant

METRE = read_unit("m")
_VALUE = amount("", "value of a parameter")
CHANGES: Each = Each(ByShape("a value", text=_VALUE, items=Many(_VALUE)))


@dataclass(frozen=True, eq=False)
class Base:
    """scenario, and the changes that all recordings share.   scope: of the fit file, with the names of bodies and joints."""

    scenario: Scenario
    changes: Mapping[str, Any]
    scope: Scope
    model: Model

    @cached_property
    def values(self) -> dict[str, Any]:
        """All parameters with the changes of the file."""
        return self.scenario.values(self.changes)

    def parameter(self, node: Node, name: str) -> tuple[Parameter, Any]:
        """A parameter by name, or a component of a vector, with its value; a mistake points at ``node``."""
        try:
            return self.scenario.number_named(name, self.values)
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None

    def place(self, node: Node | None) -> Place:
        """A place in a body [m]: three numbers, or expressions over parameters, which may be unknown."""
        if node is None:
            return (0.0, 0.0, 0.0)
        items = as_items(node, "a place in a body")
        if len(items) != 3:
            raise node.error(f"{node.key} has {len(items)} entries. Give three lengths: x, y, z in the body's frame.")
        parsed = [self.expression(item) for item in items]
        found = self.place_now(node)
        if not any(names_in(one) for one in parsed):
            return found

        def place(moment: InstantExpressions) -> list[Any]:
            return [settled(evaluate(one, _numbers_at(self.scenario, moment)), METRE) for one in parsed]

        return place

    def place_now(self, node: Node | None) -> tuple[float, ...]:
        """A place in a body [m], with the values that parameters have now."""
        if node is None:
            return (0.0, 0.0, 0.0)
        numbers = _known_numbers(self.scenario, self.values.get)
        return tuple(self.length(item, self.expression(item), numbers) for item in as_items(node, "a place in a body"))

    def expression(self, node: Node) -> Expression:
        """An expression over parameters."""
        text = as_text(node, "a length")
        try:
            expression = parse(text.text)
            for name in names_in(expression):
                if name not in self.values:
                    raise unknown_name("name", name, [*self.values, *CONSTANTS])
        except InputError as error:
            raise node.error(f"{node.key} = {text.shown()}: {error}") from None
        return expression

    def length(self, node: Node, expression: Expression, numbers: Mapping[str, Value]) -> float:
        """A length [m] with the values that parameters have now."""
        try:
            return float(settled(evaluate(expression, numbers), METRE, "m"))
        except InputError as error:
            raise node.error(f"{node.key} = {node.shown()}: {error}") from None


def _known_numbers(scenario: Scenario, value_of: Callable[[str], Any]) -> dict[str, Value]:
    """Parameters that are single numbers, as expressions see them."""
    found = {}
    for own in scenario.parameters:
        value = value_of(own.name)
        if isinstance(value, (int, float)) or is_symbol(value):
            unit = read_unit(own.unit) if own.unit else Unit()
            found[own.name] = Value(value * unit.factor, unit.si if own.unit else None, loose=not own.unit)
    return found


def _numbers_at(scenario: Scenario, moment: InstantExpressions) -> dict[str, Value]:
    """Parameters as a moment has them: free ones as its expressions, the others as they were compiled in."""
    fixed, free = moment.equations.model.parameters, moment.equations.parameters
    return _known_numbers(scenario, lambda name: moment.parameter(name) if name in free else fixed.get(name))


def read_base(root: Table, folder: Path | None, outside: bool) -> Base:
    """The scenario that ``model`` names, and the changes of ``set``."""
    scope = Scope(folder=folder, outside=outside)
    node = as_text(root.need("model", "a fit file"), "the name of a scenario or of its file")
    if Path(node.text).suffix.lower() in ENDINGS:
        path = scope.file(node)
        scenario = load(path, outside)
    else:
        found = find_scenario(node.text)
        if found is None:
            reason = unknown_name("scenario", node.text, [s.name for s in all_scenarios()])
            raise node.error(f"{node.key}: {reason} Or name a scenario file beside this one, such as fish.yaml.")
        scenario = found
    changes = read_changes(root.get("set"), scenario)
    model = scope.built(root.get("set") or node, scenario.build, changes)
    return Base(scenario, changes, naming(scope, model.robot.bodies, model.robot.joints), model)


def read_changes(node: Node | None, scenario: Scenario) -> dict[str, Any]:
    """Values of parameters, each read and within its bounds; components of vectors (``current.x``) too."""
    if node is None:
        return {}
    table, answer = as_table(node, "values of parameters"), {}
    plain = {p.name: p.default for p in scenario.parameters}
    wrong: list[InputError] = []
    for name, item in table.items():
        with gathering(wrong):
            given = [as_text(i, "a number").text for i in item] if isinstance(item, Items) else as_text(item, "a value").text
            place = table.at(name)
            try:
                own, _ = scenario.number_named(name, plain)
                place = item if isinstance(item, Text) else place
                answer[name] = own.bounded(own.read(given) if name in plain else own.number(given, given))
            except InputError as error:
                raise place.error(f"{item.key}: {error}") from None
    refuse(wrong)
    return answer


# --- programs of recordings ------------------------------------------------------------------------------------------
#
# One program serves as many recordings as can share it: what they set stays free, what decides structure does not.


@dataclass(frozen=True, eq=False)
class ProgramRequest:
    """What the program of one recording must be. numbers: values of parameters that can stay free.   words: those that cannot.

    signals: a recorded motion, with the joints that follow it.   places: where each value stands, for messages.
    """

    numbers: Mapping[str, float] = field(default_factory=dict)
    words: Mapping[str, Any] = field(default_factory=dict)
    signals: SignalTable | None = None
    places: Mapping[str, Node] = field(default_factory=dict)

    def structure(self) -> tuple:
        """Equal for recordings that share a program."""
        return tuple(sorted((name, repr(value)) for name, value in self.words.items())), _signal_names(self.signals)


def _signal_names(table: SignalTable | None) -> tuple[str, ...]:
    return () if table is None else tuple(table.names)


class Programs:
    """Programs of a fit, one per structure. free: parameters that must stay free, with the place that asks for each."""

    def __init__(self, base: Base, free: Mapping[str, Node]):
        self.base, self.free = base, dict(free)
        self.held: set[str] = set()  # set by recordings, and cannot stay free
        self.made: dict[tuple, Program] = {}

    def resolve(self, wanted: Sequence[ProgramRequest]) -> list[ProgramRequest]:
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

    def program(self, wanted: ProgramRequest, others: Iterable[ProgramRequest], node: Node) -> Program:
        """The program of a recording, written once for all of its structure and compiled by the first run."""
        key = wanted.structure()
        if key not in self.made:
            names = dict.fromkeys([*self.free, *(n for one in others if one.structure() == key for n in one.numbers)])
            changes = {**self.base.changes, **wanted.words}
            try:
                model = self.base.scenario.prepared(changes, tuple(names))
                program = written(following(model, wanted.signals))
                if program.model.robot.loops:
                    program.initial_state(program.parameter_vector())  # refuses loops that cannot close
                self.made[key] = program
            except InputError as error:
                raise node.error(f"{node.key}: {error}") from error
        return self.made[key]


def following(model: Model, table: SignalTable | None) -> Model:
    """The model whose joints of these names follow a recorded motion; all others move as before."""
    if table is None:
        return model
    known = [*model.robot.joint_names, *_commands(model)]
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
        RecordedMotion(table)
        if model.gait is None
        else CombinedGait([RecordedMotion(table), _Except(model.gait, tuple(table.names))])
    )
    laws = {role: _kept_laws(getattr(model, role), robot, mode) for role, mode in (("elastic", "passive"), ("control", "torque"))}
    return replace(model, robot=robot, start=start, gait=gait, **laws)


def _kept_laws(laws: Any, robot: Any, mode: str) -> Any:
    """Laws of joints that still have the mode; None where no joint has."""
    names = [j.name for j in robot.moving_joints if j.mode == mode]
    if not names:
        return None
    if not isinstance(laws, Mapping):
        return laws
    groups = {j.group for j in robot.moving_joints if j.mode == mode}
    return {key: law for key, law in laws.items() if key in names or key in groups}


def _commands(model: Model) -> list[str]:
    """Names of what the gait gives to forces and couplings."""
    things = [*model.forces.values(), *model.couplings.values()]
    return [name for thing in things for name in getattr(thing, "commands", ())]


@dataclass(frozen=True)
class _Except:
    """Another gait, without some of its joints: those follow a recording."""

    gait: Any
    left_out: tuple[str, ...]

    @property
    def period(self) -> float:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    def motion(self, now: Instant) -> dict[str, Any]:
        return {name: value for name, value in self.gait.motion(now).items() if name not in self.left_out}


# --- which unknowns can act on channels at all, by the structure of the equations ------------------------------------


def without_influence(problem: Problem) -> list[Unknown]:
    """Unknowns on which no channel of a fitted recording depends."""
    reach = {r.name: _Dependence(r) for r in problem.fitted if r.channels}
    lost = []
    for unknown in problem.unknowns:
        own = [reach[name] for name in reach if unknown.recording in ("", name)]
        if own and not any(one.acts(unknown) for one in own):
            lost.append(unknown)
    return lost


class _Dependence:
    """What the channels of one recording depend on: states (after any time), parameters and the camera."""

    def __init__(self, recording: Recording):
        self.recording = recording
        equations = recording.program.equations
        rhs = equations.rhs
        self.states, self.parameters = equations.layout.names, list(equations.parameters)
        x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("x", "p", "u"))
        t, c = ca.SX.sym("t"), ca.SX.sym("c", len(CAMERA))
        camera, moment = Camera(*ca.vertsplit(c)), InstantExpressions(equations, t, x, p, u)
        shown = ca.vertcat(*(channel.observable.expression(moment, camera) for channel in recording.channels))
        looked = ca.Function("looked", [x, p, c], [shown], {"allow_free": True})
        by_x, by_p, by_c = (_columns(looked.jac_sparsity(0, k)) for k in range(3))
        flow = _dense(rhs.jac_sparsity(0, 1))
        rates = any(channel.kind == "velocity" for channel in recording.channels)
        seen = by_x | (flow[by_x].any(axis=0) if rates else False)
        while True:  # states that act on seen ones
            wider = seen | (flow[seen].any(axis=0) if seen.any() else False)
            if (wider == seen).all():
                break
            seen = wider
        self.touching = recording.program.model.scene is not None  # contact stands beside the equations: all may act by it
        into = _dense(rhs.jac_sparsity(0, rhs.index_in("p")))
        begin = _dense(equations.initial.jac_sparsity(0, equations.initial.index_in("p")))
        self.seen, self.camera = seen, by_c
        self.acting = by_p | into[seen].any(axis=0) | begin[seen].any(axis=0)

    def acts(self, unknown: Unknown) -> bool:
        """Whether some channel depends on an unknown."""
        if self.touching and unknown.role in ("parameter", "state"):
            return unknown.of in (*self.parameters, *self.states)
        if unknown.role == "parameter":
            return unknown.of in self.parameters and bool(self.acting[self.parameters.index(unknown.of)])
        if unknown.role == "state":
            return unknown.of in self.states and bool(self.seen[list(self.states).index(unknown.of)])
        if unknown.role == "camera":
            return bool(self.camera[CAMERA.index(unknown.of)])
        return any(_depends_on_time(channel) for channel in self.recording.channels)


def _depends_on_time(channel: Channel) -> bool:
    """Whether a channel notices when it was recorded: metrics of whole strokes do not, but for the two parts of a harmonic."""
    return not channel.of_strokes or channel.window is not None or (channel.kind == "harmonic" and channel.count == 2)


def _dense(sparsity: ca.Sparsity) -> np.ndarray:
    """A sparsity as truth values."""
    found = np.zeros(sparsity.shape, dtype=bool)
    rows, places = sparsity.get_triplet()
    found[rows, places] = True
    return found


def _columns(sparsity: ca.Sparsity) -> np.ndarray:
    """Columns that are not empty."""
    return np.asarray(_dense(sparsity).any(axis=0))
