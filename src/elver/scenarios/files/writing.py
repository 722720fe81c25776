"""A scenario written as a scenario file; and the commented example that `elver new` writes."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol
from elver._support.expressions import LONGEST
from elver._support.units import read_unit
from elver.drive import ParameterInput
from elver.model import Model
from elver.robot import Body, Joint, Robot
from elver.scenarios.definition import Scenario
from elver.scenarios.files.loading import load_text
from elver.scenarios.files.types import (
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
from elver.scenarios.yaml.forms import (
    DataclassField,
    Each,
    FieldType,
    Grid,
    Many,
    OneOrMany,
    OptionalField,
    OrTyped,
    QuantityField,
    TypedMapping,
)

# --- CasADi expressions of parameters as the text that a scenario file has for them.

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 6)  # how tightly a text holds together
_BINARY = {ca.OP_ADD: ("+", _SUM), ca.OP_SUB: ("-", _SUM), ca.OP_MUL: ("*", _PRODUCT), ca.OP_DIV: ("/", _PRODUCT)}
_CALLS = {
    ca.OP_SIN: "sin", ca.OP_COS: "cos", ca.OP_TAN: "tan", ca.OP_ASIN: "asin", ca.OP_ACOS: "acos", ca.OP_ATAN: "atan",
    ca.OP_ATAN2: "atan2", ca.OP_SQRT: "sqrt", ca.OP_EXP: "exp", ca.OP_LOG: "log", ca.OP_FABS: "abs", ca.OP_FMIN: "min",
    ca.OP_FMAX: "max",
}  # fmt: skip
_Piece = tuple[str, int]


def printed(expression: ca.SX, symbols: Mapping[str, ca.SX], plain: bool = False) -> str | None:
    """The text of a scalar expression of named symbols; None where a file has no words for it, or it would be too long.

    A constant in it may stand for a quantity: then parameters are taken as plain numbers, ``si(name)``; ``plain``: always.
    """
    function = ca.Function("text", list(symbols.values()), [ca.densify(expression)], {"allow_free": True})
    if function.has_free():
        return None
    steps = range(function.n_instructions())
    factors = [function.instruction_constant(k) for k in steps if function.instruction_id(k) == ca.OP_CONST]
    bare = plain or any(2 * f != int(2 * f) for f in factors)
    names = [f"si({name})" if bare else name for name in symbols]
    work: dict[int, _Piece] = {}
    for k in steps:
        kind, inputs, outputs = function.instruction_id(k), function.instruction_input(k), function.instruction_output(k)
        if kind == ca.OP_OUTPUT:
            return work[inputs[0]][0]
        if kind == ca.OP_CONST:
            piece: _Piece | None = constant(function.instruction_constant(k))
        elif kind == ca.OP_INPUT:
            piece = names[inputs[0]], _ATOM
        else:
            piece = _combined(kind, [work[i] for i in inputs])
        if piece is None or len(piece[0]) > LONGEST:
            return None
        work[outputs[0]] = piece
    return None


def constant(value: float) -> _Piece:
    """A number with all its digits."""
    text = repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    return text, _SIGN if value < 0 else _ATOM


def _within(piece: _Piece, least: int) -> str:
    """A piece, in brackets where it would fall apart."""
    text, strength = piece
    return text if strength >= least else f"({text})"


def _combined(kind: int, pieces: list[_Piece]) -> _Piece | None:
    """The text of one operation; None for an operation that files do not have."""
    first = pieces[0]
    if kind in _BINARY:
        sign, strength = _BINARY[kind]
        return f"{_within(first, strength)} {sign} {_within(pieces[1], strength + 1)}", strength
    if kind in _CALLS:
        return f"{_CALLS[kind]}({', '.join(text for text, _ in pieces)})", _ATOM
    if kind == ca.OP_NEG:
        return f"-{_within(first, _SIGN)}", _SIGN
    if kind == ca.OP_SQ:  # as the product it is computed by, where that stays short
        twice = _within(first, _PRODUCT + 1)
        return (f"{twice} * {twice}", _PRODUCT) if first[1] == _ATOM else (f"{_within(first, _ATOM)}**2", _POWER)
    if kind == ca.OP_TWICE:
        return f"2 * {_within(first, _PRODUCT + 1)}", _PRODUCT
    if kind == ca.OP_INV:
        return f"1 / {_within(first, _PRODUCT + 1)}", _PRODUCT
    if kind in (ca.OP_POW, ca.OP_CONSTPOW):
        return f"{_within(first, _ATOM)}**{_within(pieces[1], _SIGN)}", _POWER
    return None


# --- Plain values as YAML that people read: short ones on one line, longer ones below each other.

WIDTH = 118
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*( [A-Za-z0-9_.\-]+)*")
_IN_DEGREES = {"rad": "deg", "rad/s": "deg/s"}
_ANGLE = re.compile(r"-?\d+(\.\d+)? deg(/s)?")
_LONG = 12  # signs of a number that nobody reads
_NOT_WORDS = {"null", "none", "true", "false", "yes", "no", "on", "off"}  # what YAML takes for something else


def yaml_text(document: Mapping[str, Any]) -> str:
    """The document; its parts are set apart by empty lines."""
    blocks: list[str] = []
    for name, value in document.items():
        lines = list(_entry(name, value, 0))
        blocks.append(("\n" if isinstance(value, Mapping) and blocks else "") + "\n".join(lines))
    return "\n".join(blocks) + "\n"


def _entry(name: str, value: Any, depth: int) -> Iterator[str]:
    """Lines of ``name: value``."""
    indent = "  " * depth
    short = f"{indent}{scalar(name)}: {flow(value)}"
    if len(short) <= WIDTH and (depth > 0 or not isinstance(value, Mapping) or not value):
        yield short
    elif isinstance(value, Mapping):
        yield f"{indent}{scalar(name)}:"
        for key, item in value.items():
            yield from _entry(key, item, depth + 1)
    elif isinstance(value, list):
        yield f"{indent}{scalar(name)}:"
        for item in value:
            yield f"{indent}  - {flow(item)}"
    else:
        yield short


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """A single value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    text = str(value)
    if _ANGLE.fullmatch(text):
        return text
    plain = (_WORD.fullmatch(text) and text.lower() not in _NOT_WORDS) or text == "none"
    return text if plain else json.dumps(text, ensure_ascii=False)


def _readable(value: Any, angle: str) -> Any:
    """Plain values with angles as people write them, 20 deg instead of 0.3490658503988659, where that
    reads back to the very same number.

    angle: the unit of numbers that are handy angles, ``deg`` or ``deg/s``; empty where they stay as they are. Where their place
    takes no angle the file would not be read.
    """
    if isinstance(value, Mapping):
        own = _IN_DEGREES.get(value["unit"], "") if "unit" in value and "value" in value else angle
        return {name: _readable(item, own) for name, item in value.items()}
    if isinstance(value, list):
        return [_readable(item, angle) for item in value]
    if not angle or not isinstance(value, float) or len(repr(value)) < _LONG or not math.isfinite(value):
        return value
    handy = round(2 * math.degrees(value)) / 2  # people choose whole and half degrees; 37.8 is some mass with pi in it
    return f"{handy:g} {angle}" if handy * read_unit(angle).factor == value else value


# --- The scenario file that ``elver new`` writes: commented, complete, and working as it is.

_TEXT = Path(__file__).with_name("example.yaml")
_IMPORTED = """\
elver: 1
name: {name}
machine:
  import: {{file: {file}}} # bodies, joints and shapes; `elver check` says what was made of what
media:
  water: {{type: immersed}}                       # drag and added mass of every body with a shape
  gravity: {{type: gravity, fluid_density: 1000}} # weight, and buoyancy in water [kg/m^3]
{drive}run: {{duration: 2 s}}
"""


def example(name: str = "fish") -> str:
    """The text of the example under another name."""
    return re.sub(r"^name: fish$", f"name: {plain(name)}", _TEXT.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)


def plain(name: str) -> str:
    """A name as a scenario may have it."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish"


def example_of(description: Path, scenario: Path) -> str:
    """A scenario file for a URDF, MJCF or SDF file in its folder or below: in water, all joints held at 0."""
    from elver.scenarios.importers.robot import import_description

    folder = scenario.absolute().parent.resolve()
    found = import_description(description, meshes=folder)
    file = description.resolve()
    if not file.is_relative_to(folder):
        raise InputError(f"'{description}' does not lie in the folder of '{scenario}' or below. Write the scenario file there.")
    held = {joint.name: 0 for joint in found.robot.moving_joints if joint.mode == "driven"}
    drive = f"drive:\n  gait: {{type: hold, angles: {json.dumps(held)}}}\n" if held else ""
    return _IMPORTED.format(name=plain(scenario.stem), file=json.dumps(file.relative_to(folder).as_posix()), drive=drive)


# --- Any scenario as a scenario file: the model it builds, with expressions where its numbers depend on parameters.
#
# The model is built with every parameter free that can be, so that each of its numbers is either known or an expression of
# parameters; both are written. Words, counts and what is computed before a run are written as they are: they decide the
# structure. So are parameters of an expression that a file has no words for, or that is too long for it.

_AXES = ("axes", "first_axes", "second_axes")  # columns in the engine, rows in a file
_JOINT_FIELDS = ("type", "gamma", "b", "alpha", "d", "theta", "r", "mode", "coulomb", "viscous", "rotor", "limit", "group")


@dataclass
class _Words:
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

    def part(self, form: FieldType, value: Any) -> Any:
        """A value in the form that the file's reader takes it in."""
        if isinstance(form, TypedMapping):
            return self.typed(form, value)
        if isinstance(form, DataclassField):
            return self.fields(form, value)
        if isinstance(form, OrTyped):
            known = any(type(value) is kind.made for kind in form.typed.table.values())
            return self.typed(form.typed, value) if known else self.amount(value)
        if isinstance(form, (QuantityField, OneOrMany)):
            return self.amount(value)
        if isinstance(form, Grid):
            return self.rows(value)
        if isinstance(form, Many):
            return [self.part(form.of, item) for item in value]
        if isinstance(form, Each):
            return {name: self.part(form.of, item) for name, item in value.items()}
        if isinstance(form, OptionalField):
            return None if value is None else self.part(form.of, value)
        return list(value) if isinstance(value, tuple) else value

    def amount(self, value: Any) -> Any:
        if value is None or isinstance(value, (str, bool)):
            return value
        if isinstance(value, Mapping):
            return {name: self.number(item) for name, item in value.items()}
        return self.numbers(value) if isinstance(value, (tuple, list, np.ndarray)) and np.ndim(value) else self.number(value)

    def typed(self, form: TypedMapping, value: Any) -> dict[str, Any]:
        """A mapping whose ``type`` is the word of the value's class."""
        for word, kind in form.table.items():
            if type(value) is kind.made:
                return {**({} if word == form.usual else {"type": word}), **self.fields(kind, value)}
        raise InputError(
            f"{form.what} of the kind {type(value).__name__} has no word in scenario files: it is code. "
            f"Known: {', '.join(form.table)}."
        )

    def medium(self, law: Any) -> dict[str, Any]:
        """A force law; of one that differs from body to body also where and how."""
        from elver.forces import ByBody

        if type(law) is not ByBody:
            return self.typed(MEDIUM, law)
        found = self.typed(MEDIUM, law.law)
        if law.only:
            found["only"] = list(law.only)
        if law.changes:
            found["per_body"] = {name: self.changed(name, change) for name, change in law.changes.items()}
        return found

    def changed(self, body: str, change: Any) -> Any:
        """What of a law differs on some bodies: coefficients, or no force at all."""
        if change is not None and not isinstance(change, Mapping):
            raise InputError(f"a law of its own on body '{body}' has no words in scenario files: give coefficients that differ.")
        return None if change is None else {name: self.amount(value) for name, value in change.items()}

    def fields(self, kind: DataclassField, value: Any) -> dict[str, Any]:
        """The fields of an object that are not at their defaults."""
        found = {}
        for own in value.__dataclass_fields__.values():
            form, content = kind.named.get(own.name), getattr(value, own.name)
            if content is None or own.name in kind.by_owner or _is_default(own, content):
                continue
            if form is None:
                if own.init and own.name != "name":  # a sensor's name is its key
                    raise InputError(
                        f"the field {own.name} of {type(value).__name__} cannot be written to a scenario file: "
                        "it holds a recording, or code. Choose a variant without it."
                    )
                continue
            found[own.name] = self.part(form, np.asarray(content).T if own.name in _AXES else content)
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
        for name in _JOINT_FIELDS:
            own, content = Joint.__dataclass_fields__[name], getattr(joint, name)
            if content is not None and not _is_default(own, content):
                found[name] = content if isinstance(content, str) else self.number(content)
        return found

    def loop(self, loop: Any) -> dict[str, Any]:
        return self.fields(LOOP, loop)

    # --- the rest -------------------------------------------------------------------------------------------------------

    def drive(self, model: Model) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if model.gait is not None:
            from elver.drive import CombinedGait

            gaits = getattr(model.gait, "gaits", ()) if type(model.gait) is CombinedGait else ()
            found["gait"] = [self.typed(GAIT, gait) for gait in gaits] if gaits else self.typed(GAIT, model.gait)
        if model.control is not None:
            found["control"] = self.typed(CONTROL, model.control)
        if isinstance(model.elastic, Mapping):
            found["elastic"] = {name: self.typed(ELASTIC, law) for name, law in model.elastic.items()}
        elif model.elastic is not None:
            # an empty table would be laws by joint
            found["elastic"] = {"type": ELASTIC.usual, **self.typed(ELASTIC, model.elastic)}
        if model.couplings:
            found["couplings"] = {name: self.typed(COUPLING, coupling) for name, coupling in model.couplings.items()}
        return found

    def start(self, model: Model) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for own in model.start.__dataclass_fields__.values():
            content = getattr(model.start, own.name)
            if not _is_default(own, content):
                found[own.name] = self.amount(content)
        return found


def _is_default(own: Any, content: Any) -> bool:
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


def _free_names(scenario: Scenario, changes: Mapping[str, Any] | None) -> list[str]:
    """The parameters that can stay free, all at once."""
    numbers = [name for name, value in scenario.values(changes).items() if isinstance(value, float)]
    able = [name for name in numbers if _can_be_free(scenario, changes, [name])]
    while able and not _can_be_free(scenario, changes, able):
        able.pop()
    return able


def _with_preparation(free: Model, folded: Model, ready: Model) -> Model:
    """The free model with what had to be computed before a run: what ``ready`` has and ``folded`` has not."""
    parts = [f.name for f in fields(Model) if getattr(ready, f.name) is not getattr(folded, f.name)]
    return replace(free, **{name: getattr(ready, name) for name in parts if name not in ("free", "parameters")})


def _can_be_free(scenario: Scenario, changes: Mapping[str, Any] | None, names: list[str]) -> bool:
    """Whether the model can be written with these parameters free."""
    try:
        scenario.build(changes, free=names)
    except InputError:
        return False
    return True


def _document_of(scenario: Scenario, model: Model, plain: bool = False) -> tuple[dict[str, Any], set[str]]:
    """The model of a scenario as plain values in the order and the words of a scenario file, and parameters it has no words for.

    plain: all parameters enter expressions as plain numbers, whatever their dimension.
    """
    words = _Words({n: f.symbol for n, f in model.free.items()}, {n: f.value for n, f in model.free.items()}, plain=plain)
    wanted = [] if model.asked is None else [words.typed(INPUT, _as_kind(kind)) for kind in model.asked.wanted]
    model = model if model.asked is None else model.asked.before
    found: dict[str, Any] = {"machine": words.machine(model.robot)}
    if model.forces:
        found["media"] = {name: words.medium(law) for name, law in model.forces.items()}
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


def _as_kind(wanted: Any) -> Any:
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


def _live_document(scenario: Scenario, changes: Mapping[str, Any] | None, plain: bool) -> dict[str, Any]:
    """The document with every parameter that can enter all its places as an expression; the others are folded in."""
    able = _free_names(scenario, changes)
    folded = scenario.build(changes)
    ready = scenario.ready(folded)
    while True:
        free = _with_preparation(scenario.build(changes, free=able), folded, ready)
        document, lost = _document_of(scenario, free, plain)
        if not lost:
            return document
        able = [name for name in able if name not in lost]


def write_scenario(scenario: Scenario, changes: Mapping[str, Any] | None = None) -> str:
    """The text of a scenario file that runs like the scenario with changes to its parameters.

    Parameters
    ----------
    scenario : Scenario
        A published one, or one's own.
    changes : mapping, optional
        Values of parameters, by name.

    Returns
    -------
    str
        YAML. Numbers that depend on parameters are written as expressions of them.
    """
    document = _live_document(scenario, changes, plain=False)
    written = _read_back(document, scenario.name)
    if written is None:  # a constant stands for a quantity somewhere
        document = _live_document(scenario, changes, plain=True)
        written = _read_back(document, scenario.name) or yaml_text(document)
    live = document.get("parameters", {})
    fixed = [f"{n} = {text(v)}" for n, v in scenario.values(changes).items() if n not in live]
    about = [f"# {scenario.title}. {scenario.source}.", "#"]
    if fixed:
        about += ["# Fixed here, since they decide the structure or do not enter:", *(f"#   {line}" for line in fixed)]
    return "\n".join([*about, written])


def _read_back(document: dict[str, Any], name: str) -> str | None:
    """The text of a document that can be read, with angles in degrees where their places take them; None where none can."""
    for angle in ("deg", ""):  # a place that is no parameter may take no angle
        written = yaml_text(_readable(document, angle))
        try:
            load_text(written, name)
        except InputError:
            continue
        return written
    return None


def text(value: Any) -> str:
    """A value in a comment."""
    if isinstance(value, float):
        return constant(value)[0]
    return ", ".join(text(v) for v in value) if isinstance(value, tuple) else str(value)
