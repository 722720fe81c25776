"""The words of ``type`` in scenario files and what they make: shapes, media, gaits, controllers, sensors, obstacles."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from elver._support.choices import Freedom
from elver._support.errors import InputError, number_in
from elver.quantities import ANY
from elver.scenarios.yaml.forms import (
    DataclassField,
    Each,
    Fields,
    FieldType,
    Flag,
    Grid,
    Many,
    Names,
    OneOrMany,
    OrCommand,
    OrTyped,
    QuantityField,
    TypedMapping,
    Words,
    amount,
    by_motion,
    in_other_units,
)
from elver.scenarios.yaml.nodes import Node, Table, as_table
from elver.scenarios.yaml.scope import Scope

if TYPE_CHECKING:
    from elver.drive.signals import SignalTable

# --- Streams of a medium: three numbers, or a flow.

_FLOWS = {
    "uniform": DataclassField("elver.forces:UniformFlow"),
    "linear": DataclassField(
        "elver.forces:LinearFlow", {"gradient": Grid("1/s", 3, 3, "slopes: row i holds dU_i/dx, dU_i/dy, dU_i/dz")}
    ),
    "vortex": DataclassField("elver.forces:Vortex"),
    "oscillating": DataclassField("elver.forces:OscillatingFlow"),
    "power_profile": DataclassField("elver.forces:PowerProfile"),
    "log_profile": DataclassField("elver.forces:LogarithmicProfile"),
    "table_profile": DataclassField(
        "elver.forces:TableProfile",
        {
            "heights": amount("m", "increasing heights in the world", length=ANY),
            "velocities": Grid("m/s", 0, 3, "velocity at each height, x,y,z"),
        },
    ),
    "street": DataclassField("elver.forces:KarmanStreet"),
}


class _GridFile(FieldType):
    """The name of a NetCDF file with velocities on a grid."""

    meaning = "NetCDF file beside the scenario file: velocities over x, y, z and t (or time)"

    def read(self, node: Node, scope: Scope) -> Any:
        return scope.file(node)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.meaning}


def _gridded(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a flow that a file holds."""
    from elver.forces import GriddedFlow

    if "file" not in values:
        raise InputError("the flow has no 'file'. Name a NetCDF file with velocities on a grid.")
    own = GriddedFlow.from_netcdf(values.pop("file"), **values)
    return {name: getattr(own, name) for name in ("axes", "values", "interpolation", "repeats", "source")}


_FLOWS["grid"] = DataclassField(
    "elver.forces:GriddedFlow",
    {"axes": None, "values": None, "source": None, "repeats": Many(Words("an axis along which the field repeats"))},
    {
        "file": _GridFile(),
        "components": Many(Words("variable of the file, of x, y and z"), 3, 3),
        "axes": Each(Words("dimension of the file for x, y, z or t")),
    },
    _gridded,
)
_FLOW = TypedMapping("a flow", _FLOWS)

_WAVES: dict[str, DataclassField] = {
    "regular": DataclassField("elver.forces:RegularWaves"),
    "jonswap": DataclassField("elver.forces:Jonswap"),
    "bretschneider": DataclassField("elver.forces:Bretschneider"),
    "pierson_moskowitz": DataclassField("elver.forces:PiersonMoskowitz"),
    "focused": DataclassField("elver.forces:FocusedWaves"),
}


class _WaveFile(FieldType):
    """The name of a CSV file with the elevation at a gauge."""

    meaning = "CSV file beside the scenario file: a column `time` [s] and one of elevations [m]"

    def read(self, node: Node, scope: Scope) -> Any:
        return scope.file(node)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.meaning}


def _recorded(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of waves that a file holds."""
    from elver.forces import RecordedWaves

    if "file" not in values:
        raise InputError("the waves have no 'file'. Name a CSV file with a column 'time' and one of elevations.")
    column = {"column": values.pop("column")} if "column" in values else {}
    own = RecordedWaves.from_csv(values.pop("file"), **column)
    return {**values, "times": own.times, "elevations": own.elevations}


_WAVES["recorded"] = DataclassField(
    "elver.forces:RecordedWaves",
    {"times": None, "elevations": None},
    {"file": _WaveFile(), "column": Words("column of the elevations; 'elevation' where none is named")},
    _recorded,
)
_ONE_WAVES = TypedMapping("waves", _WAVES)


class _OneOrSeveralWaves(Many):
    """Waves of one kind, or a list of several."""

    meaning = "waves of one kind, with their `type` and keys, or a list of several, whose sum it is; none: calm"

    def read(self, node: Node, scope: Scope) -> list[Any]:
        return [self.of.read(node, scope)] if isinstance(node, Table) else super().read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), super().schema()]}


SEA = DataclassField("elver.forces:Sea", {"waves": _OneOrSeveralWaves(_ONE_WAVES)})
_FLOWS["sea"] = SEA
_FLOWS["sum"] = DataclassField("elver.forces:SumOfFlows", {"parts": Many(_FLOW, 1)})
_CURRENT = OrTyped(amount("m/s", "uniform, in the world, x,y,z", length=3), _FLOW)


# --- Hulls in a scenario file: from a file of coefficients that ``elver hull`` wrote, or written out.

_TAKEN = ("hydrostatics", "radiation", "resistance", "made_for", "draught", "freeboard")  # from the file, unless given
_ONLY_WITH_A_FILE = ("freedoms", "steady", "form", "wave")


class _Coefficients(FieldType):
    """The name of a file that ``elver hull`` wrote, read as coefficients of a hull."""

    meaning = "file beside the scenario file that `elver hull` wrote, in place of hydrostatics and radiation"

    def read(self, node: Node, scope: Scope) -> Any:
        from elver.forces.hulls import load_hull

        return scope.built(node, load_hull, scope.file(node))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.meaning}


def _floating(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a hull whose coefficients are in a file; what is given beside it stays."""
    from elver.forces import Hull

    given = {name: values.pop(name) for name in _ONLY_WITH_A_FILE if name in values}
    coefficients = values.pop("file", None)
    if coefficients is None:
        if given:
            raise InputError(f"{', '.join(given)}: only for a hull with a file of coefficients. Give 'file', or leave them out.")
        return values
    if "resistance" in values and {"form", "wave"} & set(given):
        raise InputError("the resistance is given twice. Give form and wave, or resistance as a whole.")
    own = Hull.from_coefficients("", coefficients, **given)
    return {name: getattr(own, name) for name in _TAKEN} | values


_HULL = DataclassField(
    "elver.forces:Hull",
    {
        "body": Names("body", "the body that floats", one=True),
        "hydrostatics": DataclassField(
            "elver.forces:Hydrostatics", {"restoring": Grid("1", 3, 3, "restoring of heave, roll and pitch, SI units")}
        ),
        "radiation": DataclassField(
            "elver.forces:Radiation",
            {
                "added": Grid("1", 6, 6, "added mass, SI units"),
                "damping": Grid("1", 6, 6, "damping, SI units"),
                "memory": DataclassField(
                    "elver.forces.hulls:MemoryModel",
                    {
                        "freedoms": amount("1", "0 (surge) to 5 (yaw)", length=ANY, whole=True),
                        "F": Grid("1", 0, 0, "state matrix"),
                        "G": Grid("1", 0, 0, "input matrix"),
                    },
                ),
            },
        ),
        "resistance": DataclassField("elver.forces:Resistance", {"current": _CURRENT}),
    },
    {
        "file": _Coefficients(),
        "freedoms": Many(Words("a freedom that makes waves", tuple(Freedom)), least=1, most=6),
        "steady": amount("m/s", "mean velocity of the boat in the world, x,y,z", length=3),
        "form": amount("1", "form coefficient of the resistance", low=0.0),
        "wave": amount("1", "C_w over C_f of the resistance", low=0.0),
    },
    _floating,
)


class _WaveTable(FieldType):
    """The name of a file that ``elver hull --waves`` wrote, read as loads of waves."""

    meaning = "file beside the scenario file that `elver hull --waves` wrote (.nc)"

    def read(self, node: Node, scope: Scope) -> Any:
        from elver.forces.hulls import load_excitation

        return scope.built(node, load_excitation, scope.file(node))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.meaning}


def _in_waves(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of loads of waves whose table is in a file."""
    if "file" not in values:
        raise InputError("the loads of waves have no 'file'. Name the one that `elver hull --waves` wrote.")
    return {**{name: value for name, value in values.items() if name != "file"}, "table": values["file"]}


_WAVE_LOADS = DataclassField(
    "elver.forces:WaveLoads",
    {
        "body": Names("body", "the body that floats, or bodies in the order of the table"),
        "table": None,
        "current": None,
        "reference": amount("m", "origin of the hull's frame in the body, x,y,z", length=3),
    },
    {"file": _WaveTable()},
    _in_waves,
)


# --- Recordings that a scenario file names: CSV with a column ``time`` and one column for each joint.

MOST_BYTES = 64 << 20


class _SignalFile(FieldType):
    """The name of a CSV file, read as a table of signals."""

    meaning = "CSV file beside the scenario file: a column `time` [s], one per joint [rad, m]"

    def read(self, node: Node, scope: Scope) -> Any:
        return scope.built(node, read_recording, scope.file(node))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": "CSV file beside the scenario file: a column 'time' [s], one per joint [rad, m]"}


def read_recording(path: Path) -> SignalTable:
    """The signals of a CSV file: names in the first line, SI units."""
    import numpy as np

    from elver.drive import SignalTable

    if path.stat().st_size > MOST_BYTES:
        raise InputError(f"'{path.name}' is larger than {MOST_BYTES >> 20} MB.")
    try:
        rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    except (UnicodeError, csv.Error) as error:
        raise InputError(f"'{path.name}' is no CSV file in UTF-8: {error}.") from None
    names = [name.strip() for name in rows[0]] if rows else []
    if len(names) < 2 or names[0] != "time" or len(set(names)) < len(names):
        raise InputError(f"the first line of '{path.name}' must be 'time' and the names of joints, each once.")
    numbers = [_row_numbers(path.name, number, row, len(names)) for number, row in enumerate(rows[1:], 2) if row]
    table = np.array(numbers, dtype=float).reshape(len(numbers), len(names))
    return SignalTable(names[1:], table[:, 0], table[:, 1:])


def _row_numbers(file: str, line: int, row: list[str], count: int) -> list[float]:
    """The numbers of one line."""
    try:
        numbers = [number_in(item) for item in row]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise InputError(f"'{file}', line {line}: give {count} finite numbers.")
    return numbers


# --- The words of ``type`` in a scenario file, and what each makes. A further gait or law of joints is one line here; a medium
# names its word itself (``file_word``).
#
# What a class declares by ``quantity(...)`` or ``word(...)`` is read as it is declared; other fields are given a form here.


def length(meaning: str, **bounds: Any) -> QuantityField:
    """A length."""
    return amount("m", meaning, **bounds)


def vector(unit: str, meaning: str, count: int = 3) -> QuantityField:
    """Several numbers of one unit."""
    return amount(unit, meaning, length=count)


_DIRECTIONS: dict[str, FieldType] = {
    "e1": vector("1", "unit vector along e1, in the body's frame"),
    "e2": vector("1", "unit vector along e2, in the body's frame"),
    "rpy": vector("rad", "roll, pitch and yaw that turn the body's axes into e1, e2, e3"),
}
_AXES = Grid("1", 3, 3, "the unit vectors e1, e2, e3, in the body's frame")
_AT = vector("m", "place in the body's frame")


_STATIONS = Grid("m", 0, 3, "place along e1, half axis along e2, half axis along e3")


def directed(values: dict[str, Any]) -> dict[str, Any]:
    """The axes of a shape or strip: three vectors, the first two, or angles."""
    from elver.robot import axes_from
    from elver.robot.joints import rotation_of

    e1, e2, rpy = (values.pop(name, None) for name in ("e1", "e2", "rpy"))
    ways = [way for way in (values.get("axes"), rpy, e1 or e2) if way is not None]
    if len(ways) > 1:
        raise InputError("the axes are given twice. Give axes, or e1 and e2, or rpy.")
    if "axes" in values:
        values["axes"] = transposed(values["axes"])
    elif rpy is not None:
        values["axes"] = rotation_of(*rpy)
    elif ways:
        if e1 is None or e2 is None:
            raise InputError("e1 or e2 is missing. Give both: two orthogonal unit vectors.")
        values["axes"] = axes_from(e1, e2)
    return values


def transposed(rows: list[list[Any]]) -> list[list[Any]]:
    """Vectors as the columns of a matrix."""
    return [list(row) for row in zip(*rows, strict=True)]


def _strip_axes(values: dict[str, Any]) -> dict[str, Any]:
    """A strip lies along the body's x axis unless it is turned."""
    values = directed(values)
    return {"start": (0.0, 0.0, 0.0), "axes": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), **values}


def shape(name: str, **sizes: str) -> DataclassField:
    """A solid with its lengths."""
    forms = {size: length(meaning, above=0.0) for size, meaning in sizes.items()}
    return DataclassField(f"elver.robot:{name}", {**forms, "at": _AT, "axes": _AXES}, _DIRECTIONS, directed)


SHAPES: dict[str, DataclassField] = {
    "ellipsoid": shape("Ellipsoid", a1="half axis along e1", a2="half axis along e2", a3="half axis along e3"),
    "half_ellipsoid": shape("HalfEllipsoid", length="from base to tip", a2="half axis along e2", a3="half axis along e3"),
    "elliptic_cylinder": shape("EllipticCylinder", length="along e1", a2="half axis along e2", a3="half axis along e3"),
    "rod": shape("Rod", length="along e1", radius="of the section"),
    "box": shape("Box", l1="edge along e1", l2="edge along e2", l3="edge along e3"),
    "plate": shape("Plate", l1="edge along the fin", l2="thickness", l3="edge across"),
    "tapered": DataclassField("elver.robot:Tapered", {"stations": _STATIONS, "at": _AT, "axes": _AXES}, _DIRECTIONS, directed),
}
SHAPE = TypedMapping("a shape", SHAPES)
SHAPES["compound"] = DataclassField("elver.robot:Compound", {"parts": Many(SHAPE, 1), "at": None, "axes": None})

_STRIP_PLACE: dict[str, FieldType | None] = {"start": vector("m", "centre of the first section"), "axes": _AXES}
STRIPS: dict[str, DataclassField] = {
    "even": DataclassField(
        "elver.robot:Strip",
        {
            **_STRIP_PLACE,
            "length": length("along e1", above=0.0),
            "half_width": length("half axis of the section along e2", above=0.0),
            "half_height": length("half axis of the section along e3", above=0.0),
        },
        _DIRECTIONS,
        _strip_axes,
    ),
    "tapered": DataclassField("elver.robot:TaperedStrip", {**_STRIP_PLACE, "stations": _STATIONS}, _DIRECTIONS, _strip_axes),
}
STRIP = TypedMapping("a strip", STRIPS, "even")
CONTOUR = DataclassField(
    "elver.robot:Contour",
    {
        "centre": vector("m", "of the segment"),
        "axis": vector("1", "unit vector along the segment"),
        "half_length": length("of the segment", low=0.0),
        "radius": length("of the rim", above=0.0),
    },
)
BLADE = DataclassField(
    "elver.robot:Blade",
    {
        "start": vector("m", "leading edge at the root"),
        "span": vector("1", "unit vector along the leading edge, root to tip"),
        "chordwise": vector("1", "unit vector from the trailing to the leading edge"),
        "normal": vector("1", "unit vector, lower to upper side"),
        "length": length("along the span", above=0.0),
        "chord": length("of the blade", above=0.0),
    },
)
LOOP = DataclassField(
    "elver.robot:Loop",
    {
        "first": Names("body", "first body", one=True),
        "second": Names("body", "second body", one=True),
        "dependent": Names("joint", "joints that follow from the loop"),
        "type": Words("what the cut joint allows"),
        "first_at": vector("m", "origin of the cut frame in the first body"),
        "second_at": vector("m", "origin of the cut frame in the second body"),
        "first_axes": Grid("1", 3, 3, "axes of the cut frame in the first body: three unit vectors"),
        "second_axes": Grid("1", 3, 3, "axes of the cut frame in the second body: three unit vectors"),
    },
)

# --- forces --------------------------------------------------------------------------------------------------------------

_CARRIERS = Names("body", "the body that it acts on; of several each has one of its own: names or patterns such as leg_*")


def _carried(values: dict[str, Any]) -> dict[str, Any]:
    """A law that sits on bodies: `bodies` is another word for `body`."""
    if "bodies" in values:
        if "body" in values:
            raise InputError("the bodies are given twice. Give body, or bodies.")
        values["body"] = values.pop("bodies")
    if not values.get("body", True):
        raise InputError("body names none. Name the body that it acts on.")
    if len(values.get("body", ())) == 1:
        values["body"] = values["body"][0]
    return values


def _fitting(home: str, **forms: FieldType | None) -> DataclassField:
    """A law that sits on one body, or on several alike."""
    return DataclassField(f"elver.forces:{home}", {"body": _CARRIERS, **forms}, {"bodies": _CARRIERS}, _carried)


_POLARS = {
    "dickinson": DataclassField("elver.forces:Dickinson"),
    "flat_plate": DataclassField("elver.forces:FlatPlate"),
    "table": DataclassField(
        "elver.forces:PolarTable",
        {
            "angles": vector("rad", "angles of attack", ANY),
            "lift": vector("1", "lift coefficients", ANY),
            "drag": vector("1", "drag coefficients", ANY),
        },
    ),
}

_POLAR = TypedMapping("a polar", _POLARS)

_DRAG_CURVES = {
    "cross_flow": DataclassField("elver.forces:CrossFlowDrag"),
    "sharp_edged": DataclassField("elver.forces:SharpEdgedDrag"),
    "skin_friction": DataclassField("elver.forces:SkinFriction"),
}
_DRAG_CURVE = TypedMapping("a curve of drag", _DRAG_CURVES)


def _drag(meaning: str) -> OrTyped:
    """A coefficient of drag: a number, or a curve over the Reynolds number."""
    return OrTyped(amount("1", meaning, low=0.0), _DRAG_CURVE)


class _Media(Mapping[str, DataclassField]):
    """The laws of ``elver.forces`` by the words that they give themselves (``file_word``), imported when first asked for.

    forms: by word, of fields that their class declares neither as a quantity nor as a word; whole: forms of whole laws.
    """

    def __init__(self, forms: Mapping[str, Mapping[str, FieldType | None]], whole: Mapping[str, DataclassField]):
        self.forms, self.whole = forms, dict(whole)

    @cached_property
    def kinds(self) -> dict[str, DataclassField]:
        """Every word with what it makes."""
        from elver import forces
        from elver.forces.effect import Fitting, trait

        laws = {word: law for name in vars(forces)["__all__"] if (word := trait(law := getattr(forces, name), "file_word"))}
        return {word: self.whole.get(word) or self.kind(word, law, issubclass(law, Fitting)) for word, law in laws.items()}

    def kind(self, word: str, law: type, fitting: bool) -> DataclassField:
        """A law by its word; one that sits on bodies names them."""
        forms = self.forms.get(word, {})
        return _fitting(law.__name__, **forms) if fitting else DataclassField(f"elver.forces:{law.__name__}", forms)

    def __getitem__(self, word: str) -> DataclassField:
        return self.kinds[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)


_PROPELLER: dict[str, FieldType | None] = {
    "axis": vector("1", "unit vector of positive thrust"),
    "rate": OrCommand(amount("1/s", "turns a second, either sign")),
    "current": _CURRENT,
}
MEDIA = _Media(
    {
        "morison": {
            "current": _CURRENT,
            "friction": _drag("C1, drag along the body"),
            "drag_e2": _drag("C2, drag across, lateral"),
            "drag_e3": _drag("C3, drag across, vertical"),
        },
        "gravity": {"surface": _FLOW},
        "lumped": {"current": _CURRENT},
        "immersed": {"current": _CURRENT},
        "bluff_drag": {"current": _CURRENT},
        "edge": {"water": None},
        "wing": {"polar": _POLAR, "wind": _CURRENT},
        "unsteady_wing": {"polar": _POLAR, "wind": _CURRENT},
        "oar_blade": {
            "centre": vector("m", "middle of the blade"),
            "normal": vector("1", "unit vector normal to the blade"),
            "current": _CURRENT,
        },
        "vehicle": {
            "derivatives": Each(amount("", "by SNAME's names: X_udot, X_u, X_uu, ...; SI units")),
            "added": Grid("1", 6, 6, "added mass, SI units, in place of derivatives"),
            "linear": Grid("1", 6, 6, "linear damping, SI units, in place of derivatives"),
            "quadratic": Grid("1", 6, 6, "quadratic damping, SI units, in place of derivatives"),
            "current": _CURRENT,
        },
        "thruster": _PROPELLER,
        "station": {
            "thrusters": Many(
                DataclassField("elver.forces:Thruster", _PROPELLER, by_owner={"body": "", "rate": 0.0}),
                1,
            )
        },
        "rudder": {
            "stock": vector("1", "unit vector about which the fin turns"),
            "chord": vector("1", "unit vector from the trailing to the leading edge at angle 0"),
            "angle": OrCommand(amount("rad", "angle about the stock")),
            "polar": _POLAR,
            "current": _CURRENT,
        },
    },
    {"hull": _HULL, "wave_loads": _WAVE_LOADS},
)
MEDIUM = TypedMapping("a medium", MEDIA)
MEDIA.whole["shore"] = DataclassField("elver.forces:Shore", {"water": MEDIUM, "land": MEDIUM})

# --- drives --------------------------------------------------------------------------------------------------------------


def sampled(values: dict[str, Any]) -> dict[str, Any]:
    """A recording under the name of the field that holds it."""
    if "file" not in values:
        raise InputError("the recording has no 'file'. Name a CSV file with a column 'time' and one column for each joint.")
    table, joints, period = values.pop("file"), values.pop("joints", None), values.pop("period", None)
    table = table if joints is None else table.only(joints)
    values["signals"] = table if period is None else replace(table, period=period)
    return values


JOINTS = Names("joint", "joints, in order: names, groups or patterns")
_FILE: dict[str, FieldType] = {
    "file": _SignalFile(),
    "joints": Names("joint", "columns to take: names, groups or patterns; all where none"),
    "period": amount("s", "after which the recording repeats; the file has one period of it", above=0.0),
}
GAITS: dict[str, DataclassField] = {
    "serpenoid": DataclassField("elver.drive:Serpenoid", {"joints": JOINTS}),
    "anguilliform": DataclassField(
        "elver.drive:Anguilliform",
        {
            "yaw": JOINTS,
            "pitch": JOINTS,
            "held": JOINTS,
            "stations": vector("m", "arc length of the yaw joints, tail end last", ANY),
        },
    ),
    "sine": DataclassField("elver.drive:Sine", {"joints": JOINTS}),
    "flapping": DataclassField("elver.drive:Flapping", {"joints": JOINTS, "mirrored": JOINTS}),
    "spline": DataclassField(
        "elver.drive:PeriodicSpline",
        {
            "points": by_motion(vector, "rad", "m", meaning="control values, evenly spaced in phase", count=ANY),
            "period": amount("s", "of the motion", above=0.0),
            "drive": amount("1", "share of the period in which the phase runs to drive_end"),
            "drive_end": amount("1", "phase at which the drive ends"),
            "start": amount("s", "time of phase 0"),
        },
    ),
    "recorded": DataclassField("elver.drive:RecordedMotion", {"signals": None}, _FILE, sampled),
    "hold": DataclassField("elver.drive:ConstantPose", {"angles": by_motion(amount, "rad", "m", meaning="angle or place")}),
}
_MOVED = ("joints", "mirrored", "yaw", "pitch", "held")  # keys of a gait that name the joints it moves
_PHASES = ("phase", "lag", "frequency")  # angles and turns of a gait that are no positions and rates of joints


@dataclass(frozen=True)
class _GaitPart(TypedMapping):
    """A gait, with the positions of its joints in the unit of their motion: where they slide, m instead of rad."""

    def chosen(self, node: Node, scope: Scope) -> DataclassField:
        kind, table = super().chosen(node, scope), as_table(node, self.what)
        named = [name for key in _MOVED if key in kind.named and key in table for name in JOINTS.read(table.entries[key], scope)]
        turn, slide = scope.motions_of(named)
        if not slide:
            return kind
        other = in_other_units(kind, {"rad": "m", "rad/s": "m/s"}, _PHASES)
        for key in (key for key in table.entries if turn and key in other.named):
            other.named[key].read(table.entries[key], scope)  # bare numbers suit both, units do not
        return kind if turn else other


GAIT = _GaitPart("a gait", GAITS)
_HINGE = DataclassField(
    "elver.drive:Hinge",
    {
        "yaw": Words("name of the joint about z"),
        "pitch": Words("name of the joint about y"),
        "struts": Each(DataclassField("elver.drive:Strut"), "joint"),
    },
)
GAITS["rotate"] = DataclassField("elver.drive:ConstantRate", {"joints": JOINTS})
GAITS["steps"] = DataclassField(
    "elver.drive:Steps", {"values": by_motion(vector, "rad", "m", meaning="values, one for each time", count=ANY)}
)
GAITS["sum"] = DataclassField("elver.drive:SumOfGaits", {"gaits": Many(GAIT, 1)})
GAITS["scale"] = DataclassField("elver.drive:ScaledGait", {"gait": GAIT})
GAITS["mirror"] = DataclassField(
    "elver.drive:MirroredGait", {"gait": GAIT, "to": Each(Names("joint", "its partner", one=True), "joint")}
)
GAITS["paced"] = DataclassField("elver.drive:PacedGait", {"gait": GAIT})
_OSCILLATOR_COUPLINGS: dict[str, DataclassField] = {
    "chain": DataclassField(
        "elver.drive:ChainCoupling", {"of": Many(Words("a chain")), "ring": Flag("the last and the first are neighbours too")}
    ),
    "pairs": DataclassField("elver.drive:PairCoupling", {"of": Many(Words("a chain"), 2, 2)}),
    "link": DataclassField(
        "elver.drive:LinkCoupling", {"source": Words("the oscillator that draws"), "target": Words("the one that is drawn")}
    ),
}
OSCILLATOR_COUPLING = TypedMapping("a coupling of oscillators", _OSCILLATOR_COUPLINGS)
_NETWORK: dict[str, FieldType | None] = {
    "chains": Many(Words("name of a chain"), 1),
    "outputs": Each(DataclassField("elver.drive:OscillatorOutput", {"to": JOINTS, "chain": Words("the chain that leads there")})),
    "couplings": Each(OSCILLATOR_COUPLING),
    "feedback": Each(DataclassField("elver.drive:StretchFeedback", {"chain": Words("the chain that feels"), "joints": JOINTS})),
}
GAITS["cpg"] = DataclassField(
    "elver.drive:PhaseOscillators", {**_NETWORK, "drive": DataclassField("elver.drive:DescendingDrive")}
)
GAITS["hopf"] = DataclassField("elver.drive:HopfOscillators", _NETWORK)
GAITS["matsuoka"] = DataclassField("elver.drive:MatsuokaOscillators", _NETWORK)
GAITS["struts"] = DataclassField("elver.drive:StrutGait", {"gait": GAIT, "hinges": Many(_HINGE, 1)})
GAITS["shifted"] = DataclassField(
    "elver.drive:DelayedGait", {"gait": GAIT, "time": amount("s", "by which the gait is begun late")}
)
GAITS["sampled"] = DataclassField("elver.drive:SampledGait", {"gait": GAIT})

_PD = DataclassField("elver.drive:PD")
CONTROLS: dict[str, DataclassField] = {
    "pd": _PD,
    "computed_torque": DataclassField("elver.drive:ComputedTorque"),
    "servo": DataclassField("elver.drive:PositionServo"),
    "idle": DataclassField("elver.drive:ZeroTorque"),
    "steady_torque": DataclassField(
        "elver.drive:ConstantTorque", {"torques": by_motion(amount, "N m", "N", meaning="torque or force")}
    ),
    "playback": DataclassField("elver.drive:Playback", {"signals": None, "feedback": _PD}, _FILE, sampled),
}
CONTROL = TypedMapping("a control", CONTROLS)
CONTROLS["lagged"] = DataclassField("elver.drive:FirstOrderLag", {"law": CONTROL})
CONTROLS["deadband"] = DataclassField("elver.drive:Deadband", {"law": CONTROL})
CONTROLS["saturated"] = DataclassField("elver.drive:Saturated", {"law": CONTROL})
PATHS: dict[str, DataclassField] = {
    "helix": DataclassField("elver.drive:Helix"),
    "waypoints": DataclassField("elver.drive:Waypoints", {"points": Many(vector("m", "a point, x, y, z"), 2)}),
}
PATH = TypedMapping("a path", PATHS)
GUIDANCES: dict[str, DataclassField] = {
    "line": DataclassField("elver.drive:LineOfSight"),
    "path": DataclassField("elver.drive:PathOfSight", {"path": PATH}),
}
GUIDANCE = TypedMapping("a guidance", GUIDANCES, "line")
CONTROLS["steered"] = DataclassField("elver.drive:Steered", {"law": CONTROL, "guidance": GUIDANCE})

ELASTICS: dict[str, DataclassField] = {"spring": DataclassField("elver.drive:Spring")}
ELASTIC = TypedMapping("an elastic law", ELASTICS, "spring")

COUPLINGS: dict[str, DataclassField] = {
    "stops": DataclassField("elver.drive:JointStops", {"at": JOINTS}),
    "tendon": DataclassField(
        "elver.drive:Tendon",
        {
            "arms": Each(amount("", "how much a turn of the joint lengthens the cord"), "joint"),
            "command": Words("name under which the gait gives the length let out"),
        },
    ),
}
COUPLINGS["ekeberg"] = DataclassField("elver.drive:EkebergMuscles", {"at": JOINTS})
COUPLINGS["hill"] = DataclassField("elver.drive:HillMuscles", {"at": JOINTS})
COUPLING = TypedMapping("a coupling", COUPLINGS)

_INPUTS: dict[str, DataclassField] = {
    "torque": DataclassField("elver.drive:TorqueInputs", {"joints": JOINTS}),
    "servo": DataclassField("elver.drive:ServoInputs", {"joints": JOINTS}),
    "parameter": DataclassField(
        "elver.drive:ParameterInput", {"path": Words("path of a number of the model, such as gait.amplitude")}
    ),
}
INPUT = TypedMapping("an input", _INPUTS)

# --- scenes --------------------------------------------------------------------------------------------------------------

_PLACE: dict[str, FieldType | None] = {"x": length("place in the world"), "y": length("place in the world")}
OBSTACLES: dict[str, DataclassField] = {
    "disc": DataclassField("elver.contact:Disc", {**_PLACE, "radius": length("of the disc", above=0.0)}),
    "wall": DataclassField("elver.contact:Wall", {**_PLACE, "angle": amount("rad", "direction of the outward normal")}),
    "polygon": DataclassField("elver.contact:Polygon", {"corners": Grid("m", 0, 2, "corners, counterclockwise")}),
}
_OBSTACLE = TypedMapping("an obstacle", OBSTACLES)


@dataclass(frozen=True)
class _Friction(FieldType):
    """Friction of the ground: one number, two or three in a list, or by name. Forward is where the nose points (``nose``)."""

    meaning: str
    row: ClassVar[FieldType] = OneOrMany(vector("1", "one, two or three coefficients", ANY))
    sides: ClassVar[dict[str, FieldType]] = {
        "forward": amount("1", "against sliding where the nose points", low=0.0),
        "backward": amount("1", "against sliding the other way", low=0.0),
        "along": amount("1", "both ways along the link", low=0.0),
        "across": amount("1", "against sliding sideways", low=0.0),
    }

    def read(self, node: Node, scope: Scope) -> tuple:
        if not isinstance(node, Table) or "count" in node:
            return self.row.read(node, scope)
        given = Fields("friction", self.sides, ("across",)).read(node, scope)
        if ("along" in given) == ("forward" in given or "backward" in given) or ("forward" in given) != ("backward" in given):
            raise node.error(f"{node.key}: give forward, backward and across, or along and across.")
        return tuple(given[key] for key in self.sides if key in given)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.row.schema(), Fields("friction", self.sides, ("across",)).schema()], "description": self.meaning}


SCENE = DataclassField(
    "elver.contact:Scene",
    {
        "obstacles": Many(_OBSTACLE),
        "friction": _Friction("on the ground: one number, [along, across], [forward, backward, across], or these by name"),
        "gravity": amount("m/s^2", "presses the links on the ground", low=0.0),
        "slope": vector("m/s^2", "gravity's part along the plane", 2),
        "restitution": amount("1", "Newton's, 0 to 1", low=0.0, high=1.0),
        "obstacle_friction": amount("1", "coefficient between link and obstacle", low=0.0),
        "self_contact": Flag("links that no joint joins touch each other too"),
        "ground": None,
    },
)

# --- sensors -------------------------------------------------------------------------------------------------------------

_CARRIED: dict[str, FieldType | None] = {
    "name": None,
    "body": Names("body", "the body it is on; the base where none is named", one=True),
}
_AT_JOINTS: dict[str, FieldType | None] = {
    "name": None,
    "joints": Names("joint", "joints: names, groups or patterns; all where none"),
}
_SENSORS: dict[str, DataclassField] = {
    "encoder": DataclassField("elver.sensors:Encoder", {**_AT_JOINTS, "rates": Flag("joint rates too")}),
    "joint_torque": DataclassField("elver.sensors:JointTorque", _AT_JOINTS),
    "imu": DataclassField("elver.sensors:IMU", {**_CARRIED, "gyro_only": Flag("the angular rate alone")}),
    "depth": DataclassField("elver.sensors:Depth", _CARRIED),
    "speed_log": DataclassField("elver.sensors:SpeedLog", {**_CARRIED, "medium": Words("medium whose current counts")}),
    "position": DataclassField("elver.sensors:Position", {**_CARRIED, "heading": Flag("the heading too")}),
    "pressure": DataclassField(
        "elver.sensors:Pressure",
        {"name": None, "bodies": Names("body", "bodies with strips; all where none"), "medium": Words("medium with the strips")},
    ),
    "contact": DataclassField(
        "elver.sensors:ContactForce",
        {"name": None, "links": Names("body", "links; all where none"), "ground": Flag("friction of the ground too")},
    ),
}
SENSOR = TypedMapping("a sensor", _SENSORS)
PARTS = (
    SHAPE,
    STRIP,
    _POLAR,
    _FLOW,
    _ONE_WAVES,
    _DRAG_CURVE,
    MEDIUM,
    GAIT,
    CONTROL,
    GUIDANCE,
    PATH,
    ELASTIC,
    COUPLING,
    OSCILLATOR_COUPLING,
    INPUT,
    _OBSTACLE,
    SENSOR,
)
