"""The channels of a fit file: what each one measures, of which kind it is, its unit and its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from elver._support.errors import InputError, unknown_name
from elver._support.expressions import CONSTANTS, names_in, parse_with
from elver._support.units import read_unit
from elver.analysis.fit.channels import AXES, FUNCTIONS, Place, camera_unit, heading, point, recorded, speed, unit_vector
from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.problem import KINDS, Noise, Observable
from elver.analysis.fit.recordings.cleaning import Ruler
from elver.scenarios.files.metrics import AXES as LABELS
from elver.scenarios.files.metrics import COMPONENTS, check_series, unit_of
from elver.scenarios.files.parameters import text_of
from elver.scenarios.yaml.forms import Fields, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import truth

_WAYS = ("point", "heading", "speed", "of")
KEYS = (*_WAYS, "axis", "in", "kind", "order", "unit", "sigma", "noise", "window", "column", "from_markers", "meaning")
MARKER_KEYS = ("body", "at", "sigma", "unit", "noise", "kind")
_NOISE_KEYS = ("huber", "ar1", "model_error")
ESTIMATED = "estimate"
_ORDER = amount("1", "of the harmonic", low=1, high=1000, whole=True)
SECONDS = amount("s", "begin and end", length=2)


@dataclass(frozen=True, eq=False)
class ChannelPlan:
    """A channel before its numbers are known.

    way: ``point``, ``heading``, ``speed`` or ``of``; settings: its arguments.   dimension: SI unit of what it measures.
    unit: as the file says; empty for that of the recording.   sigma, noise: nodes to read once the unit is known.
    column: name in the recordings.   node: for messages.   marker: of which it is an axis, or empty.
    derived: its numbers follow from markers, where a recording has no column for it.
    """

    name: str
    way: str
    settings: Mapping[str, Any]
    dimension: str
    node: Node
    unit: str = ""
    kind: str = "path"
    order: int = 1
    column: str = ""
    window: tuple[float, float] | None = None
    sigma: Node | None = None
    noise: Node | None = None
    marker: str = ""
    derived: bool = False

    @property
    def of_strokes(self) -> bool:
        """Whether it is a number of whole strokes."""
        return self.kind not in ("path", "velocity")

    @property
    def measured_in(self) -> str:
        """SI unit of its numbers: that of a rate for a velocity."""
        return str(read_unit(self.dimension).times(read_unit("s"), -1.0)) if self.kind == "velocity" else self.dimension

    def check_unit(self, unit: str, node: Node, scale: float = 1.0) -> None:
        """Refuse a unit that cannot be that of its numbers."""
        try:
            given = camera_unit(unit, scale)
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None
        wanted = read_unit(self.measured_in)
        if not given.fits(wanted) or (self.way == "of" and "px" in unit.split()):
            raise node.error(
                f"{node.key}: channel '{self.name}' is given in {unit}, but {self.described} is measured in {self.measured_in}. "
                "Correct the unit, or what the channel measures."
            )

    @property
    def described(self) -> str:
        """What it measures, in words."""
        return self.observable(self.dimension, 1.0).name

    def observable(self, unit: str, scale: float) -> Observable:
        """The expression of it in a unit of its dimension; for a velocity in that unit times a second."""
        makers = {"point": point, "heading": heading, "speed": speed}
        if self.way == "of":
            return recorded(self.settings["text"], unit)
        further = {} if self.way == "heading" else {"scale": scale}
        return makers[self.way](**self.settings, unit=unit, **further)  # type: ignore[operator]

    def observable_for(self, unit: str, scale: float) -> Observable:
        """The expression of a channel in this unit; of a velocity, whose rate is."""
        if self.kind != "velocity":
            return self.observable(unit, scale)
        own, base = camera_unit(unit, scale), self.observable(self.dimension, scale)
        factor = own.factor * own.turned(read_unit(self.measured_in))
        return Observable(f"rate of {base.name}", lambda moment, camera: base.expression(moment, camera) / factor, unit)


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker of the fit file: a point on a body, whose coordinates are channels where a recording has them.

    now: its place in the body with the values that parameters have in the file [m].
    """

    name: str
    body: str
    at: Place
    now: tuple[float, ...]
    node: Node
    plans: Mapping[str, ChannelPlan] = field(default_factory=dict)


def read_markers(node: Node | None, base: Base) -> dict[str, Marker]:
    """Markers by name."""
    if node is None:
        return {}
    answer = {}
    for name, item in as_table(node, "the markers").items():
        table = as_table(item, "a marker")
        table.allow(MARKER_KEYS, "a marker")
        body, at = base.body(table.need("body", "a marker")), base.place(table.get("at"))
        kind = _read_kind(table, ("path", "velocity"))
        own = ChannelPlan(
            name, "point", {}, "m", item, text_of(table, "unit"), kind, sigma=table.get("sigma"), noise=table.get("noise")
        )
        plans = {
            axis: replace(
                own,
                name=f"{name}.{axis}",
                settings={"body": body, "at": at, "axis": axis, "name": name},
                column=f"{name}.{axis}",
                marker=name,
            )
            for axis in AXES
        }
        answer[name] = Marker(name, body, at, base.place_now(table.get("at")), item, plans)
        if own.unit:
            plans["x"].check_unit(own.unit, table.need("unit", ""))
    return answer


def read_channels(node: Node | None, base: Base, markers: Mapping[str, Marker]) -> dict[str, ChannelPlan]:
    """Channels by name."""
    if node is None:
        return {}
    return {name: read_channel(name, item, base, markers) for name, item in as_table(node, "the channels").items()}


def read_channel(name: str, node: Node, base: Base, markers: Mapping[str, Marker]) -> ChannelPlan:
    """One channel: a mapping, or an expression over what runs record."""
    if isinstance(node, Text):
        table = Table(node.file, node.line, node.column, {"of": node}, {}, node.key)
    else:
        table = as_table(node, "a channel")
    table.allow(KEYS, "a channel")
    ways = [way for way in _WAYS if way in table]
    if len(ways) != 1:
        have = f"{len(ways)} of them" if ways else "none"
        raise node.error(f"{node.key}: a channel says what it measures by one of {', '.join(_WAYS)}; here is {have}.")
    way = ways[0]
    for key, only in (("axis", "point"), ("in", "point")):
        if key in table and way != only:
            raise table.at(key).error(f"{table.key}.{key} belongs to a {only}. Leave it out.")
    settings, dimension = _READERS[way](table, base, markers)
    kind = _read_kind(table, KINDS)
    if "order" in table and kind != "harmonic":
        raise table.at("order").error(f"{table.key}.order belongs to a harmonic, but the kind is {kind}.")
    plan = ChannelPlan(
        name,
        way,
        settings,
        dimension,
        node,
        text_of(table, "unit"),
        kind,
        int(_ORDER.read(table.entries["order"], base.scope)) if "order" in table else 1,
        text_of(table, "column") or name,
        _read_window(table, base, kind),
        table.get("sigma"),
        table.get("noise"),
        derived="from_markers" in table and truth(table.need("from_markers", "")),
    )
    if plan.derived and (way == "of" or kind == "velocity"):
        raise table.at("from_markers").error(
            f"{table.key}: markers do not tell {plan.described} as {kind}. Leave from_markers out."
        )
    if plan.unit:
        plan.check_unit(plan.unit, table.need("unit", ""))
    return plan


def _read_kind(table: Table, allowed: tuple[str, ...]) -> str:
    """The kind of a channel."""
    kind = text_of(table, "kind") or "path"
    if kind not in allowed:
        raise table.need("kind", "").error(f"{table.key}.kind: {unknown_name('kind of channel', kind, allowed)}")
    return kind


def _read_window(table: Table, base: Base, kind: str) -> tuple[float, float] | None:
    """Begin and end of the strokes that a metric is taken over [s]."""
    if "window" not in table:
        return None
    node = table.need("window", "")
    begin, end = (float(v) for v in SECONDS.read(node, base.scope))
    if kind in ("path", "velocity") or not begin < end:
        why = f"belongs to metrics of strokes, but the kind is {kind}" if begin < end else "must begin before it ends"
        raise node.error(f"{node.key}: a window {why}.")
    return begin, end


# --- what is measured ----------------------------------------------------------------------------------------------------


def _read_point(table: Table, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """A coordinate of a point of a body: of a marker, or of a place in a body."""
    node = table.need("point", "")
    axis = table.get("axis")
    settings: dict[str, Any] = {}
    if axis is None:
        raise table.error(f"{table.key}: a point has no 'axis'. Give x, y or z.")
    settings["axis"] = as_text(axis, "an axis").text
    if settings["axis"] not in AXES:
        raise axis.error(f"{axis.key}: {unknown_name('axis', settings['axis'], AXES)}")
    if "in" in table:
        settings["within"] = base.body(table.need("in", ""))
    return {**settings, **_read_place(node, base, markers)}, "m"


def _read_place(node: Node, base: Base, markers: Mapping[str, Marker]) -> dict[str, Any]:
    """Body and place of a marker by its name, of a body's origin by its name, or of ``body`` and ``at``."""
    if isinstance(node, Text):
        if node.text in markers:
            marker = markers[node.text]
            return {"body": marker.body, "at": marker.at, "name": marker.name}
        if node.text not in base.model.robot.body_names:
            known = [*markers, *base.model.robot.body_names]
            raise node.error(f"{node.key}: {unknown_name('marker or body', node.text, known)}")
        return {"body": node.text}
    own = as_table(node, "a point")
    own.allow(("body", "at"), "a point")
    return {"body": base.body(own.need("body", "a point")), "at": base.place(own.get("at"))}


def _read_direction(node: Node, base: Base) -> Any:
    """A direction in a body: x, y, z with a sign, or three numbers."""
    given: Any = (
        [float(base.scope.number(item)) for item in as_items(node, "a direction")]
        if isinstance(node, Items)
        else as_text(node, "a direction").text
    )
    base.scope.built(node, unit_vector, given)
    return given


def _read_heading(table: Table, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """The direction of a body about the vertical."""
    node = table.need("heading", "")
    if isinstance(node, Text):
        return {"body": base.body(node)}, "rad"
    own = as_table(node, "a heading")
    own.allow(("body", "forward", "relative_to", "reference"), "a heading")
    settings: dict[str, Any] = {"body": base.body(own.need("body", "a heading"))}
    if "forward" in own:
        settings["forward"] = _read_direction(own.need("forward", ""), base)
    if "relative_to" in own:
        settings["relative_to"] = base.body(own.need("relative_to", ""))
    if "reference" in own:
        settings["reference"] = float(base.scope.number(own.need("reference", ""), read_unit("rad"), "rad"))
    return settings, "rad"


def _read_speed(table: Table, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """The velocity of a point of a body along a direction of that body."""
    node = table.need("speed", "")
    if isinstance(node, Text):
        return _read_place(node, base, markers), "m/s"
    own = as_table(node, "a speed")
    own.allow(("body", "at", "point", "along"), "a speed")
    settings = _read_place(own.need("point", "") if "point" in own else own.without("along"), base, markers)
    if "along" in own:
        settings["along"] = _read_direction(own.need("along", ""), base)
    return settings, "m/s"


def _read_of(table: Table, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """An expression over what runs record."""
    node = as_text(table.need("of", ""), "an expression")
    try:
        expression = parse_with(node.text, FUNCTIONS)
        labels = {"axis": LABELS, "component": COMPONENTS, "force": tuple(base.model.media)}
        labels |= {kind: tuple(names) for kind, names in base.scope.known.items()}
        for name in names_in(expression) - set(CONSTANTS):
            check_series(name, labels)
        if not names_in(expression) - set(CONSTANTS):
            raise InputError("it names nothing that a run records.")
        unit = unit_of(expression, base.model.robot, {}, "")
    except InputError as error:
        raise node.error(f"{node.key} = {node.shown()}: {error}") from None
    return {"text": node.text}, unit or "1"


_READERS = {"point": _read_point, "heading": _read_heading, "speed": _read_speed, "of": _read_of}

# --- errors --------------------------------------------------------------------------------------------------------------

NOISE = Fields(
    "the noise",
    {
        "huber": amount("1", "residuals beyond so many sigmas count linearly; 0 for none", low=0.0),
        "ar1": amount("1", "correlation of neighbouring values, or estimate", low=0.0, high=0.9999),
        "model_error": amount("", "what the model cannot say, or estimate", low=0.0),
    },
)


def read_noise(node: Node | None, unit: str, scale: float, base: Base) -> Noise:
    """How a channel errs besides sigma."""
    if node is None:
        return Noise()
    table = as_table(node, "the noise")
    table.allow(_NOISE_KEYS, "the noise")
    values: dict[str, Any] = {}
    for name, item in table.items():
        text = as_text(item, "a number").text
        if text == ESTIMATED and name != "huber":
            values[name] = None
        elif name == "model_error":
            values[name] = Ruler(unit, scale).read(item, text)
        else:
            values[name] = float(NOISE.forms[name].read(item, base.scope))
    if (values.get("model_error") or 0.0) < 0:
        raise table.need("model_error", "").error(f"{table.key}.model_error must be 0 or more, or {ESTIMATED}.")
    return Noise(**values)
