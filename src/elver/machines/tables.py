"""The words of ``type`` in a scenario file, and what each makes. A further law is one line here.

What a class declares by ``quantity(...)`` or ``word(...)`` is read as it is declared; other fields are given a form here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from elver.document.forms import (
    Amount,
    Each,
    Fields,
    Flag,
    Form,
    Grid,
    Many,
    Names,
    OneOrMany,
    OrCommand,
    Words,
    amount,
    by_motion,
)
from elver.document.kinds import Kind, Part, in_other_units
from elver.document.nodes import Node, Table, as_table
from elver.document.scope import Scope
from elver.errors import InputError
from elver.machines.hulls import HULL
from elver.machines.recordings import Recording
from elver.quantities import ANY


def length(meaning: str, **bounds: Any) -> Amount:
    """A length."""
    return amount("m", meaning, **bounds)


def vector(unit: str, meaning: str, count: int = 3) -> Amount:
    """Several numbers of one unit."""
    return amount(unit, meaning, length=count)


DIRECTIONS: dict[str, Form] = {
    "e1": vector("1", "unit vector along e1, in the body's frame"),
    "e2": vector("1", "unit vector along e2, in the body's frame"),
    "rpy": vector("rad", "roll, pitch and yaw that turn the body's axes into e1, e2, e3"),
}
AXES = Grid("1", 3, 3, "the unit vectors e1, e2, e3, in the body's frame")
AT = vector("m", "place in the body's frame")


STATIONS = Grid("m", 0, 3, "place along e1, half axis along e2, half axis along e3")


def directed(values: dict[str, Any]) -> dict[str, Any]:
    """The axes of a shape or strip: three vectors, the first two, or angles."""
    from elver.robot import axes_from
    from elver.robot.place import rotation_of

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


def strip_axes(values: dict[str, Any]) -> dict[str, Any]:
    """A strip lies along the body's x axis unless it is turned."""
    values = directed(values)
    return {"start": (0.0, 0.0, 0.0), "axes": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), **values}


def shape(name: str, **sizes: str) -> Kind:
    """A solid with its lengths."""
    forms = {size: length(meaning, above=0.0) for size, meaning in sizes.items()}
    return Kind(f"elver.robot:{name}", {**forms, "at": AT, "axes": AXES}, DIRECTIONS, directed)


SHAPES: dict[str, Kind] = {
    "ellipsoid": shape("Ellipsoid", a1="half axis along e1", a2="half axis along e2", a3="half axis along e3"),
    "half_ellipsoid": shape("HalfEllipsoid", length="from base to tip", a2="half axis along e2", a3="half axis along e3"),
    "elliptic_cylinder": shape("EllipticCylinder", length="along e1", a2="half axis along e2", a3="half axis along e3"),
    "rod": shape("Rod", length="along e1", radius="of the section"),
    "box": shape("Box", l1="edge along e1", l2="edge along e2", l3="edge along e3"),
    "plate": shape("Plate", l1="edge along the fin", l2="thickness", l3="edge across"),
    "tapered": Kind("elver.robot:Tapered", {"stations": STATIONS, "at": AT, "axes": AXES}, DIRECTIONS, directed),
}
SHAPE = Part("a shape", SHAPES)
SHAPES["compound"] = Kind("elver.robot:Compound", {"parts": Many(SHAPE, 1), "at": None, "axes": None})

STRIP_PLACE: dict[str, Form | None] = {"start": vector("m", "centre of the first section"), "axes": AXES}
STRIPS: dict[str, Kind] = {
    "even": Kind(
        "elver.robot:Strip",
        {
            **STRIP_PLACE,
            "length": length("along e1", above=0.0),
            "half_width": length("half axis of the section along e2", above=0.0),
            "half_height": length("half axis of the section along e3", above=0.0),
        },
        DIRECTIONS,
        strip_axes,
    ),
    "tapered": Kind("elver.robot:TaperedStrip", {**STRIP_PLACE, "stations": STATIONS}, DIRECTIONS, strip_axes),
}
STRIP = Part("a strip", STRIPS, "even")
CONTOUR = Kind(
    "elver.robot:Contour",
    {
        "centre": vector("m", "of the segment"),
        "axis": vector("1", "unit vector along the segment"),
        "half_length": length("of the segment", low=0.0),
        "radius": length("of the rim", above=0.0),
    },
)
BLADE = Kind(
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
LOOP = Kind(
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

CARRIERS = Names("body", "the body that it acts on; of several each has one of its own: names or patterns such as leg_*")


def carried(values: dict[str, Any]) -> dict[str, Any]:
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


def fitting(home: str, **forms: Form) -> Kind:
    """A law that sits on one body, or on several alike."""
    return Kind(f"elver.forces:{home}", {"body": CARRIERS, **forms}, {"bodies": CARRIERS}, carried)


POLARS = {
    "dickinson": Kind("elver.forces:Dickinson"),
    "flat_plate": Kind("elver.forces:FlatPlate"),
    "table": Kind(
        "elver.forces:PolarTable",
        {
            "angles": vector("rad", "angles of attack", ANY),
            "lift": vector("1", "lift coefficients", ANY),
            "drag": vector("1", "drag coefficients", ANY),
        },
    ),
}

POLAR = Part("a polar", POLARS)

MEDIA: dict[str, Kind] = {
    "morison": Kind("elver.forces:Morison"),
    "immersed": Kind("elver.forces:Immersed"),
    "lumped": Kind("elver.forces:LumpedWater"),
    "gravity": Kind("elver.forces:Gravity"),
    "ground_friction": Kind("elver.forces:GroundFriction"),
    "wing": Kind("elver.forces:QuasiSteadyWing", {"polar": POLAR}),
    "oar_blade": fitting(
        "OarBlade",
        centre=vector("m", "middle of the blade"),
        normal=vector("1", "unit vector normal to the blade"),
    ),
    "bluff_drag": fitting("BluffDrag"),
    "anchor": fitting("Anchor"),
    "thruster": fitting(
        "Thruster",
        axis=vector("1", "unit vector of positive thrust"),
        rate=OrCommand(amount("1/s", "turns a second, either sign")),
    ),
    "rudder": fitting(
        "Rudder",
        stock=vector("1", "unit vector about which the fin turns"),
        chord=vector("1", "unit vector from the trailing to the leading edge at angle 0"),
        angle=OrCommand(amount("rad", "angle about the stock")),
        polar=POLAR,
    ),
}
MEDIA["hull"] = HULL
MEDIUM = Part("a medium", MEDIA)
MEDIA["shore"] = Kind("elver.forces:Shore", {"water": MEDIUM, "land": MEDIUM})

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
FILE: dict[str, Form] = {
    "file": Recording(),
    "joints": Names("joint", "columns to take: names, groups or patterns; all where none"),
    "period": amount("s", "after which the recording repeats; the file has one period of it", above=0.0),
}
GAITS: dict[str, Kind] = {
    "serpenoid": Kind("elver.drive:Serpenoid", {"joints": JOINTS}),
    "anguilliform": Kind(
        "elver.drive:Anguilliform",
        {
            "yaw": JOINTS,
            "pitch": JOINTS,
            "held": JOINTS,
            "stations": vector("m", "arc length of the yaw joints, tail end last", ANY),
        },
    ),
    "flapping": Kind("elver.drive:Flapping", {"joints": JOINTS, "mirrored": JOINTS}),
    "spline": Kind(
        "elver.drive:PeriodicSpline",
        {
            "points": by_motion(vector, "rad", "m", meaning="control values, evenly spaced in phase", count=ANY),
            "period": amount("s", "of the motion", above=0.0),
            "drive": amount("1", "share of the period in which the phase runs to drive_end"),
            "drive_end": amount("1", "phase at which the drive ends"),
            "start": amount("s", "time of phase 0"),
        },
    ),
    "recorded": Kind("elver.drive:RecordedMotion", {"signals": None}, FILE, sampled),
    "hold": Kind("elver.drive:Hold", {"angles": by_motion(amount, "rad", "m", meaning="angle or place")}),
}
MOVED = ("joints", "mirrored", "yaw", "pitch", "held")  # keys of a gait that name the joints it moves
PHASES = ("phase",)  # angles of a gait that are no positions of joints


@dataclass(frozen=True)
class GaitPart(Part):
    """A gait, with the positions of its joints in the unit of their motion: where they slide, m instead of rad."""

    def chosen(self, node: Node, scope: Scope) -> Kind:
        kind, table = super().chosen(node, scope), as_table(node, self.what)
        named = [name for key in MOVED if key in kind.named and key in table for name in JOINTS.read(table.entries[key], scope)]
        turn, slide = scope.motions_of(named)
        if not slide:
            return kind
        other = in_other_units(kind, {"rad": "m"}, PHASES)
        for key in (key for key in table.entries if turn and key in other.named):
            other.named[key].read(table.entries[key], scope)  # bare numbers suit both, units do not
        return kind if turn else other


GAIT = GaitPart("a gait", GAITS)
GAITS["shifted"] = Kind("elver.drive:Shifted", {"gait": GAIT, "time": amount("s", "by which the gait is begun late")})

PD = Kind("elver.drive:PD")
CONTROLS: dict[str, Kind] = {
    "pd": PD,
    "computed_torque": Kind("elver.drive:ComputedTorque"),
    "servo": Kind("elver.drive:PositionServo"),
    "idle": Kind("elver.drive:Idle"),
    "steady_torque": Kind("elver.drive:SteadyTorque", {"torques": by_motion(amount, "N m", "N", meaning="torque or force")}),
    "playback": Kind("elver.drive:Playback", {"signals": None, "feedback": PD}, FILE, sampled),
}
CONTROL = Part("a control", CONTROLS)
CONTROLS["lagged"] = Kind("elver.drive:Lagged", {"law": CONTROL})
CONTROLS["steered"] = Kind("elver.drive:Steered", {"law": CONTROL, "guidance": Kind("elver.drive:LineOfSight")})

ELASTICS: dict[str, Kind] = {"spring": Kind("elver.drive:Spring")}
ELASTIC = Part("an elastic law", ELASTICS, "spring")

COUPLINGS: dict[str, Kind] = {
    "stops": Kind("elver.drive:JointStops", {"at": JOINTS}),
    "tendon": Kind(
        "elver.drive:Tendon",
        {
            "arms": Each(amount("", "how much a turn of the joint lengthens the cord"), "joint"),
            "command": Words("name under which the gait gives the length let out"),
        },
    ),
}
COUPLING = Part("a coupling", COUPLINGS)

INPUTS: dict[str, Kind] = {
    "torque": Kind("elver.drive:TorqueInputs", {"joints": JOINTS}),
    "servo": Kind("elver.drive:ServoInputs", {"joints": JOINTS}),
    "parameter": Kind("elver.drive:ParameterInput", {"path": Words("path of a number of the model, such as gait.amplitude")}),
}
INPUT = Part("an input", INPUTS)

# --- scenes --------------------------------------------------------------------------------------------------------------

PLACE: dict[str, Form | None] = {"x": length("place in the world"), "y": length("place in the world")}
OBSTACLES: dict[str, Kind] = {
    "disc": Kind("elver.contact:Disc", {**PLACE, "radius": length("of the disc", above=0.0)}),
    "wall": Kind("elver.contact:Wall", {**PLACE, "angle": amount("rad", "direction of the outward normal")}),
    "polygon": Kind("elver.contact:Polygon", {"corners": Grid("m", 0, 2, "corners, counterclockwise")}),
}
OBSTACLE = Part("an obstacle", OBSTACLES)


@dataclass(frozen=True)
class Friction(Form):
    """Friction of the ground: one number, two or three in a list, or by name. Forward is where the nose points (``nose``)."""

    meaning: str
    row: ClassVar[Form] = OneOrMany(vector("1", "one, two or three coefficients", ANY))
    sides: ClassVar[dict[str, Form]] = {
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


SCENE = Kind(
    "elver.contact:Scene",
    {
        "obstacles": Many(OBSTACLE),
        "friction": Friction("on the ground: one number, [along, across], [forward, backward, across], or these by name"),
        "gravity": amount("m/s^2", "presses the links on the ground", low=0.0),
        "slope": vector("m/s^2", "gravity's part along the plane", 2),
        "restitution": amount("1", "Newton's, 0 to 1", low=0.0, high=1.0),
        "obstacle_friction": amount("1", "coefficient between link and obstacle", low=0.0),
        "self_contact": Flag("links that no joint joins touch each other too"),
        "ground": None,
    },
)

# --- sensors -------------------------------------------------------------------------------------------------------------

CARRIED: dict[str, Form | None] = {
    "name": None,
    "body": Names("body", "the body it is on; the base where none is named", one=True),
}
AT_JOINTS: dict[str, Form | None] = {"name": None, "joints": Names("joint", "joints: names, groups or patterns; all where none")}
SENSORS: dict[str, Kind] = {
    "encoder": Kind("elver.sensing:Encoder", {**AT_JOINTS, "rates": Flag("joint rates too")}),
    "joint_torque": Kind("elver.sensing:JointTorque", AT_JOINTS),
    "imu": Kind("elver.sensing:IMU", {**CARRIED, "gyro_only": Flag("the angular rate alone")}),
    "depth": Kind("elver.sensing:Depth", CARRIED),
    "speed_log": Kind("elver.sensing:SpeedLog", {**CARRIED, "medium": Words("medium whose current counts")}),
    "position": Kind("elver.sensing:Position", {**CARRIED, "heading": Flag("the heading too")}),
    "pressure": Kind(
        "elver.sensing:Pressure",
        {"name": None, "bodies": Names("body", "bodies with strips; all where none"), "medium": Words("medium with the strips")},
    ),
    "contact": Kind(
        "elver.sensing:ContactForce",
        {"name": None, "links": Names("body", "links; all where none"), "ground": Flag("friction of the ground too")},
    ),
}
SENSOR = Part("a sensor", SENSORS)
PARTS = (SHAPE, STRIP, POLAR, MEDIUM, GAIT, CONTROL, ELASTIC, COUPLING, INPUT, OBSTACLE, SENSOR)
