"""Any scenario as a scenario file: the model it builds, with expressions where its numbers depend on parameters.

The model is built with every parameter free that can be, so that each of its numbers is either known or an expression of
parameters; both are written. Words, counts and what is computed before a run are written as they are: they decide the structure.
So are parameters of an expression that a file has no words for, or that is too long for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import casadi as ca
import numpy as np

from elver.document.forms import Amount, Each, Form, Grid, Many, OneOrMany, OrNone
from elver.document.kinds import Kind, Part
from elver.document.nodes import DocumentError
from elver.document.units import read_unit
from elver.drive import ParameterInput
from elver.equations import Model
from elver.errors import InputError, is_symbol
from elver.machines.loading import load_text
from elver.machines.tables import (
    BLADE,
    CONTOUR,
    CONTROL,
    COUPLING,
    ELASTIC,
    GAIT,
    INPUT,
    LOOP,
    MEDIUM,
    SCENE,
    SENSOR,
    SHAPE,
    STRIP,
)
from elver.machines.writing.printed import constant, printed
from elver.machines.writing.yaml_text import yaml_text
from elver.robot import Body, Joint, Robot
from elver.scenarios import Scenario

AXES = ("axes", "first_axes", "second_axes")  # columns in the engine, rows in a file
JOINT_FIELDS = ("type", "gamma", "b", "alpha", "d", "theta", "r", "mode", "coulomb", "viscous", "rotor", "limit", "group")


@dataclass
class Words:
    """Numbers as a file has them.

    used: the parameters that were named on the way.   lost: those of expressions that a file has no words for.
    """

    symbols: Mapping[str, ca.SX] = field(default_factory=dict)
    values: Mapping[str, float] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    plain: bool = False

    def number(self, value: Any) -> Any:
        """A number, or the text of an expression."""
        if not is_symbol(value):
            return int(value) if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else float(value)
        expression = ca.SX(value)
        if expression.is_constant():
            return float(expression)
        inside = [name for name in self.symbols if ca.depends_on(expression, self.symbols[name])]
        text = printed(expression, {name: self.symbols[name] for name in inside}, self.plain)
        (self.lost if text is None else self.used).update(inside)
        return text

    def numbers(self, values: Any) -> list[Any]:
        """Several of them."""
        return [self.number(value) for value in np.asarray(values, dtype=object).ravel()]

    def rows(self, values: Any) -> list[list[Any]]:
        """A table of them."""
        return [self.numbers(row) for row in np.asarray(values, dtype=object)]

    # --- forms ----------------------------------------------------------------------------------------------------------

    def part(self, form: Form, value: Any) -> Any:
        """A value in the form that the file's reader takes it in."""
        if isinstance(form, Part):
            return self.typed(form, value)
        if isinstance(form, Kind):
            return self.fields(form, value)
        if isinstance(form, (Amount, OneOrMany)):
            return self.amount(value)
        if isinstance(form, Grid):
            return self.rows(value)
        if isinstance(form, Many):
            return [self.part(form.of, item) for item in value]
        if isinstance(form, Each):
            return {name: self.part(form.of, item) for name, item in value.items()}
        if isinstance(form, OrNone):
            return None if value is None else self.part(form.of, value)
        return list(value) if isinstance(value, tuple) else value

    def amount(self, value: Any) -> Any:
        if value is None or isinstance(value, (str, bool)):
            return value
        if isinstance(value, Mapping):
            return {name: self.number(item) for name, item in value.items()}
        return self.numbers(value) if isinstance(value, (tuple, list, np.ndarray)) and np.ndim(value) else self.number(value)

    def typed(self, form: Part, value: Any) -> dict[str, Any]:
        """A mapping whose ``type`` is the word of the value's class."""
        for word, kind in form.table.items():
            if type(value) is kind.made:
                return {**({} if word == form.usual else {"type": word}), **self.fields(kind, value)}
        raise InputError(
            f"{form.what} of the kind {type(value).__name__} has no word in scenario files: it is code. "
            f"Known: {', '.join(form.table)}."
        )

    def fields(self, kind: Kind, value: Any) -> dict[str, Any]:
        """The fields of an object that are not at their defaults."""
        found = {}
        for own in value.__dataclass_fields__.values():
            form, content = kind.named.get(own.name), getattr(value, own.name)
            if content is None or is_default(own, content):
                continue
            if form is None:
                if own.init and own.name != "name":  # a sensor's name is its key
                    raise InputError(
                        f"the field {own.name} of {type(value).__name__} cannot be written to a scenario file: "
                        "it holds a recording, or code. Choose a variant without it."
                    )
                continue
            found[own.name] = self.part(form, np.asarray(content).T if own.name in AXES else content)
        return found

    # --- the machine ----------------------------------------------------------------------------------------------------

    def machine(self, robot: Robot) -> dict[str, Any]:
        found: dict[str, Any] = {"base": robot.base, "bodies": {b.name: self.body(b) for b in robot.bodies}}
        if robot.joints:
            found["joints"] = {j.name: self.joint(j) for j in robot.joints}
        if robot.loops:
            found["loops"] = [self.loop(loop) for loop in robot.loops]
        return found

    def body(self, body: Body) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if body.shape is not None:
            found["shape"] = self.typed(SHAPE, body.shape)
        if body.density is not None:
            found["density"] = self.number(body.density)
        elif not body.virtual:
            found["mass"] = self.number(body.mass)
            found["first_moments"] = self.numbers(body.first_moments)
            found["inertia_at_origin"] = self.rows(body.inertia)
        if not body._has_own_strip():
            found["strip"] = "none" if body.strip is None else self.typed(STRIP, body.strip)
        if body.contour is not None:
            found["contour"] = self.fields(CONTOUR, body.contour)
        if body.blade is not None:
            found["blade"] = self.fields(BLADE, body.blade)
        return found

    def joint(self, joint: Joint) -> dict[str, Any]:
        found: dict[str, Any] = {"parent": joint.parent, "child": joint.child}
        if joint.place is not None:
            turn = np.asarray(joint.place.rotation, dtype=float)
            found |= {"at": self.numbers(joint.place.position), "axis": turn[:, 2].tolist(), "x": turn[:, 0].tolist()}
        for name in JOINT_FIELDS:
            own, content = Joint.__dataclass_fields__[name], getattr(joint, name)
            if content is not None and not is_default(own, content):
                found[name] = content if isinstance(content, str) else self.number(content)
        return found

    def loop(self, loop: Any) -> dict[str, Any]:
        return self.fields(LOOP, loop)

    # --- the rest -------------------------------------------------------------------------------------------------------

    def drive(self, model: Model) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if model.gait is not None:
            gaits = getattr(model.gait, "gaits", None)  # of several together
            found["gait"] = self.typed(GAIT, model.gait) if gaits is None else [self.typed(GAIT, gait) for gait in gaits]
        if model.control is not None:
            found["control"] = self.typed(CONTROL, model.control)
        if isinstance(model.elastic, Mapping):
            found["elastic"] = {name: self.typed(ELASTIC, law) for name, law in model.elastic.items()}
        elif model.elastic is not None:
            found["elastic"] = self.typed(ELASTIC, model.elastic)
        if model.couplings:
            found["couplings"] = {name: self.typed(COUPLING, coupling) for name, coupling in model.couplings.items()}
        return found

    def start(self, model: Model) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for own in model.start.__dataclass_fields__.values():
            content = getattr(model.start, own.name)
            if not is_default(own, content):
                found[own.name] = self.amount(content)
        return found


def is_default(own: Any, content: Any) -> bool:
    """Whether a field holds what it has when nothing is given."""
    usual = own.default_factory() if callable(own.default_factory) else own.default
    if is_symbol(content) or isinstance(content, str) or isinstance(usual, str):
        return isinstance(content, str) and content == usual
    if isinstance(content, Mapping):
        return isinstance(usual, Mapping) and dict(content) == dict(usual)
    try:
        one, two = np.asarray(content), np.asarray(usual)
        return one.dtype != object and one.shape == two.shape and bool((one == two).all())
    except (TypeError, ValueError):
        return False


def free_names(scenario: Scenario, changes: Mapping[str, Any] | None) -> list[str]:
    """The parameters that can stay free, all at once."""
    numbers = [name for name, value in scenario.values(changes).items() if isinstance(value, float)]
    able = [name for name in numbers if can_be_free(scenario, changes, [name])]
    while able and not can_be_free(scenario, changes, able):
        able.pop()
    return able


def with_preparation(free: Model, folded: Model, ready: Model) -> Model:
    """The free model with what had to be computed before a run: what ``ready`` has and ``folded`` has not."""
    parts = [f.name for f in fields(Model) if getattr(ready, f.name) is not getattr(folded, f.name)]
    return replace(free, **{name: getattr(ready, name) for name in parts if name not in ("free", "parameters")})


def can_be_free(scenario: Scenario, changes: Mapping[str, Any] | None, names: list[str]) -> bool:
    """Whether the model can be written with these parameters free."""
    try:
        scenario.build(changes, free=names)
    except InputError:
        return False
    return True


def document_of(scenario: Scenario, model: Model, plain: bool = False) -> tuple[dict[str, Any], set[str]]:
    """The model of a scenario as plain values in the order and the words of a scenario file, and parameters it has no words for.

    plain: all parameters enter expressions as plain numbers, whatever their dimension.
    """
    words = Words({n: f.symbol for n, f in model.free.items()}, {n: f.value for n, f in model.free.items()}, plain=plain)
    wanted = [] if model.asked is None else [words.typed(INPUT, as_kind(kind)) for kind in model.asked.wanted]
    model = model if model.asked is None else model.asked.before
    found: dict[str, Any] = {"machine": words.machine(model.robot)}
    if model.forces:
        found["media"] = {name: words.typed(MEDIUM, law) for name, law in model.forces.items()}
    found["drive"], found["start"] = words.drive(model), words.start(model)
    if wanted:
        found["inputs"] = wanted
    if model.scene is not None:
        ground = model.scene.ground
        found["scene"] = words.fields(SCENE, model.scene)
        if ground is not None and ground.forward != ground.backward:  # a file would take the way to the first body else
            found["scene"]["nose"] = model.scene.nose
    found["sensors"] = {sensor.name: words.typed(SENSOR, sensor) for sensor in model.sensors}
    found["run"] = {"duration": float(scenario.duration), "dt": float(scenario.time_step(model.parameters))}
    shown = {
        "joints_shown": [j for j in scenario.joints_shown if j in model.robot.joint_names],
        "leave_out": list(scenario.left_out),
    }
    found["pictures"] = {name: content for name, content in shown.items() if content}
    owners = {p.name: p for p in scenario.parameters}
    owners |= {name: scenario.number_named(name, scenario.values())[0] for name in scenario.inputs if name not in owners}
    parameters = {name: parameter(p, words.values[name]) for name, p in owners.items() if name in words.used}
    head = {"elver": 1, "name": scenario.name, "title": scenario.title, "source": scenario.source, "parameters": parameters}
    return {name: content for name, content in {**head, **found}.items() if content not in ({}, [])}, words.lost


def as_kind(wanted: Any) -> Any:
    """An input as it was asked for; a path alone is a ParameterInput."""
    return ParameterInput(wanted) if isinstance(wanted, str) else wanted


def parameter(own: Any, value: float) -> dict[str, Any]:
    """A parameter with its value, unit, bounds and meaning."""
    found: dict[str, Any] = {"value": value, "unit": own.unit, "meaning": own.meaning}
    if read_unit(own.unit).factor != 1.0:  # expressions know its number in this unit, not in SI's
        found = {"value": value, "meaning": f"{own.meaning} [{own.unit}]"}
    if own.above is not None:
        found["above"] = own.above
    if own.low is not None or own.high is not None:
        found["range"] = [own.low, own.high]
    return found


def live_document(scenario: Scenario, changes: Mapping[str, Any] | None, plain: bool) -> dict[str, Any]:
    """The document with every parameter that can enter all its places as an expression; the others are folded in."""
    able = free_names(scenario, changes)
    folded = scenario.build(changes)
    ready = scenario.ready(folded)
    while True:
        free = with_preparation(scenario.build(changes, free=able), folded, ready)
        document, lost = document_of(scenario, free, plain)
        if not lost:
            return document
        able = [name for name in able if name not in lost]


def write_scenario(scenario: Scenario, changes: Mapping[str, Any] | None = None) -> str:
    """The text of a scenario file that runs like the scenario with these changes."""
    document = live_document(scenario, changes, plain=False)
    try:
        load_text(yaml_text(document), scenario.name)
    except DocumentError:  # a constant stands for a quantity somewhere
        document = live_document(scenario, changes, plain=True)
    live = document.get("parameters", {})
    fixed = [f"{n} = {text(v)}" for n, v in scenario.values(changes).items() if n not in live]
    about = [f"# {scenario.title}. {scenario.source}.", "#"]
    if fixed:
        about += ["# Fixed here, since they decide the structure or do not enter:", *(f"#   {line}" for line in fixed)]
    return "\n".join([*about, yaml_text(document)])


def text(value: Any) -> str:
    """A value in a comment."""
    if isinstance(value, float):
        return constant(value)[0]
    return ", ".join(text(v) for v in value) if isinstance(value, tuple) else str(value)
