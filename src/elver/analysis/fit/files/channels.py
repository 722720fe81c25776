"""The channels of a fit file: what each one measures, of which kind it is, its unit and its errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from elver._support.errors import InputError, each
from elver._support.expressions import CONSTANTS, names_in, parse_with
from elver._support.units import read_unit
from elver.analysis.fit.channels import AXES, FUNCTIONS, Place, camera_unit, heading, point, recorded, speed, unit_vector
from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.problem import KINDS, Noise, Observable
from elver.analysis.fit.recordings.cleaning import ERROR, Ruler
from elver.scenarios.files.metrics import AXES as LABELS
from elver.scenarios.files.metrics import COMPONENTS, check_series, unit_of
from elver.scenarios.yaml.forms import ByShape, Fields, FieldType, Flag, Many, Names, Unread, Values, Words, amount
from elver.scenarios.yaml.nodes import Node, Text, as_text
from elver.scenarios.yaml.scope import AnyName, Scope

_WAYS = ("point", "heading", "speed", "of")
SECONDS = amount("s", "begin and end", length=2)


@dataclass(frozen=True)
class _OrEstimate(FieldType):
    """A number, or ``estimate``, which is read as None."""

    of: FieldType

    def read(self, node: Node, scope: Scope) -> Any:
        return None if isinstance(node, Text) and node.text == "estimate" else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        own = self.of.schema()
        return {**own, "anyOf": [*own["anyOf"], {"const": "estimate"}]}


@dataclass(frozen=True)
class _Direction(ByShape):
    """A direction in a body: x, y, z with a sign, or three numbers."""

    def read(self, node: Node, scope: Scope) -> str | list[float]:
        found = super().read(node, scope)
        scope.built(node, unit_vector, found)
        return found


NOISE: Fields = Fields(
    "the noise",
    {
        "huber": amount("1", "residuals beyond so many sigmas count linearly; 0 for none", low=0.0),
        "ar1": _OrEstimate(amount("1", "correlation of neighbouring values, or estimate", low=0.0, high=0.9999)),
        "model_error": _OrEstimate(Unread(amount("", "what the model cannot say, or estimate", low=0.0))),
    },
)
_DIRECTION = _Direction(
    "a direction",
    text=Words("axis of the body", tuple(sign + axis for sign in ("", "-", "+") for axis in AXES), "direction", written=True),
    items=Many(amount("", "in the body's frame"), least=3, most=3),
)
_BODY = Names("body", "name of a body", one=True)
_AT = Unread(Many(amount("m", "place in the body's frame, of numbers and parameters"), least=3, most=3))
_POINT = ByShape(
    "a point",
    text=Names("marker or body", "a marker, or a body's origin", one=True),
    table=Fields("a point", {"body": _BODY, "at": _AT}, ("body",)),
)
_SPEED = ByShape(
    "a speed", text=_POINT.text, table=Fields("a speed", {"body": _BODY, "at": _AT, "point": _POINT, "along": _DIRECTION})
)
_HEADING = Fields(
    "a heading",
    {"body": _BODY, "forward": _DIRECTION, "relative_to": _BODY, "reference": amount("rad", "angle near which it makes no jump")},
    ("body",),
    alone="body",
)
_KIND = Words("what is compared", KINDS, "kind of channel", written=True)
_NUMBERS = {
    "unit": Words("of the numbers"),
    "sigma": Unread(ERROR),
    "noise": NOISE,
}
CHANNEL: Fields = Fields(
    "a channel",
    {
        "point": _POINT,
        "heading": _HEADING,
        "speed": _SPEED,
        "of": Unread(Words("expression over what runs record")),
        "axis": Words("along which the place of a point is taken", AXES, "axis", written=True),
        "in": _BODY,
        "kind": _KIND,
        "order": amount("1", "of the harmonic", low=1, high=1000, whole=True),
        **_NUMBERS,
        "window": SECONDS,
        "column": Words("its name in recordings"),
        "from_markers": Flag("its numbers follow from markers where a recording has no column for it"),
        "meaning": Words("what it is"),
    },
    alone="of",
)
MARKER: Fields = Fields(
    "a marker",
    {"body": _BODY, "at": _AT, "kind": replace(_KIND, choices=("path", "velocity")), **_NUMBERS},
    ("body",),
)


def with_markers(scope: Scope, markers: Iterable[str]) -> Scope:
    """A scope that knows the names of markers, which stand for points as those of bodies do."""
    bodies = scope.known.get("body", {})
    return scope.knowing("marker or body", bodies if isinstance(bodies, AnyName) else dict.fromkeys([*markers, *bodies], ""))


@dataclass(frozen=True, eq=False)
class ChannelPlan:
    """A channel before its numbers are known.

    way: ``point``, ``heading``, ``speed`` or ``of``; settings: its arguments.   dimension: SI unit of what it measures.
    unit: as the file says; empty for that of the recording.   sigma, noise: to be read once the unit is known.
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
    noise: Values | None = None
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


def read_markers(given: Mapping[str, Values], base: Base) -> dict[str, Marker]:
    """Markers by name."""
    read = each(given.items(), lambda item: _read_marker(base, *item))
    return {marker.name: marker for marker in read}


def _read_marker(base: Base, name: str, given: Values) -> Marker:
    """One marker, with a channel for each of its coordinates."""
    body, at, node = given["body"], base.place(given.get("at")), given.table
    own = ChannelPlan(
        name,
        "point",
        {},
        "m",
        node,
        given.get("unit", ""),
        given.get("kind", "path"),
        sigma=given.get("sigma"),
        noise=given.get("noise"),
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
    if own.unit:
        plans["x"].check_unit(own.unit, given.place("unit"))
    return Marker(name, body, at, base.place_now(given.get("at")), node, plans)


def read_channels(given: Mapping[str, Values], base: Base, markers: Mapping[str, Marker]) -> dict[str, ChannelPlan]:
    """Channels by name."""
    read = each(given.items(), lambda item: _read_channel(base, markers, *item))
    return {plan.name: plan for plan in read}


def _read_channel(base: Base, markers: Mapping[str, Marker], name: str, given: Values) -> ChannelPlan:
    """One channel: what it measures, and how it is compared."""
    table = given.table
    ways = [way for way in _WAYS if way in given]
    if len(ways) != 1:
        have = f"{len(ways)} of them" if ways else "none"
        raise table.error(f"{table.key}: a channel says what it measures by one of {', '.join(_WAYS)}; here is {have}.")
    (way,) = ways
    for key in ("axis", "in"):
        if key in given and way != "point":
            raise table.at(key).error(f"{table.key}.{key} belongs to a point. Leave it out.")
    settings, dimension = _READERS[way](given, base, markers)
    kind = given.get("kind", "path")
    if "order" in given and kind != "harmonic":
        raise table.at("order").error(f"{table.key}.order belongs to a harmonic, but the kind is {kind}.")
    plan = ChannelPlan(
        name,
        way,
        settings,
        dimension,
        table,
        given.get("unit", ""),
        kind,
        given.get("order", 1),
        given.get("column") or name,
        _read_window(given, kind),
        given.get("sigma"),
        given.get("noise"),
        derived=given.get("from_markers", False),
    )
    if plan.derived and (way == "of" or kind == "velocity"):
        raise table.at("from_markers").error(
            f"{table.key}: markers do not tell {plan.described} as {kind}. Leave from_markers out."
        )
    if plan.unit:
        plan.check_unit(plan.unit, given.place("unit"))
    return plan


def _read_window(given: Values, kind: str) -> tuple[float, float] | None:
    """Begin and end of the strokes that a metric is taken over [s]."""
    if "window" not in given:
        return None
    node, (begin, end) = given.place("window"), map(float, given["window"])
    if kind in ("path", "velocity") or not begin < end:
        why = f"belongs to metrics of strokes, but the kind is {kind}" if begin < end else "must begin before it ends"
        raise node.error(f"{node.key}: a window {why}.")
    return begin, end


# --- what is measured: arguments of ``channels.point``, ``heading``, ``speed`` or ``recorded``, and the SI unit of it -------


def _read_point(given: Values, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """A coordinate of a point of a body: of a marker, or of a place in a body."""
    if "axis" not in given:
        raise given.table.error(f"{given.table.key}: a point has no 'axis'. Give x, y or z.")
    within = {"within": given["in"]} if "in" in given else {}
    return {"axis": given["axis"], **within, **_place_of(given["point"], base, markers)}, "m"


def _place_of(point: str | Values, base: Base, markers: Mapping[str, Marker]) -> dict[str, Any]:
    """Body and place of a marker by its name, of a body's origin by its name, or of ``body`` and ``at``."""
    if isinstance(point, Values):
        return {"body": point["body"], "at": base.place(point.get("at"))}
    if point in markers:
        marker = markers[point]
        return {"body": marker.body, "at": marker.at, "name": marker.name}
    return {"body": point}


def _read_heading(given: Values, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """The direction of a body about the vertical."""
    return dict(given["heading"]), "rad"


def _read_speed(given: Values, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """The velocity of a point of a body along a direction of that body."""
    own = given["speed"]
    if not isinstance(own, Values):
        return _place_of(own, base, markers), "m/s"
    if ("point" in own) == ("body" in own) or ("point" in own and "at" in own):
        raise own.table.error(f"{own.table.key}: a speed is that of one point. Give point, or body and at.")
    settings = _place_of(own.get("point", own), base, markers)
    return settings | ({"along": own["along"]} if "along" in own else {}), "m/s"


def _read_of(given: Values, base: Base, markers: Mapping[str, Marker]) -> tuple[dict[str, Any], str]:
    """An expression over what runs record."""
    node = as_text(given["of"], "an expression")
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


def noise_of(given: Values | None, unit: str, scale: float) -> Noise:
    """How a channel errs besides sigma. unit: of its numbers, in which a bare model error is given."""
    if given is None:
        return Noise()
    values = dict(given)
    node = values.get("model_error")
    if node is not None:
        values["model_error"] = Ruler(unit, scale).read(node, as_text(node, "a number").text)
        if values["model_error"] < 0:
            raise node.error(f"{node.key} must be 0 or more, or estimate.")
    return Noise(**values)
