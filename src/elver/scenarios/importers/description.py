"""What all robot descriptions share: XML read safely, poses, solids and their meshes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.parsers import expat

import numpy as np

from elver._support.errors import InputError, each, gathering, number_in, printable, refuse, unknown_name
from elver._support.files import read_bytes, shown
from elver.robot import Body
from elver.robot.joints import rotation_of, shortest_turn
from elver.robot.robot import check_body

# --- XML of strangers as a plain tree that knows its lines: bounded, without entities, and nothing but the bytes is opened.

MOST_BYTES = 20_000_000
MOST_ELEMENTS = 200_000
_DEEPEST = 100
_ADVICE = "Give a robot description in URDF, MJCF or SDF."


@dataclass
class Element:
    """One element: its tag, attributes, children, text between its tags, and where it stands."""

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def __str__(self) -> str:
        name = self.attributes.get("name")
        return f"<{self.tag} name='{name[:60]}'>" if name else f"<{self.tag}>"

    def wrong(self, message: str) -> InputError:
        """The error for something in this element: file, line, element, and what to do."""
        return InputError(f"{self.file}:{self.line}: {self}: {message}")

    def all(self, tag: str) -> list[Element]:
        """Children of that tag."""
        return [child for child in self.children if child.tag == tag]

    def child(self, tag: str) -> Element | None:
        """The child of that tag, or None; two are one too many."""
        found = self.all(tag)
        if len(found) > 1:
            raise found[1].wrong(f"a second <{tag}> in {self}. Leave one.")
        return found[0] if found else None

    def need(self, tag: str) -> Element:
        """The child of that tag."""
        found = self.child(tag)
        if found is None:
            raise self.wrong(f"has no <{tag}>. Add one.")
        return found

    def word(self, name: str, default: str | None = None) -> str:
        """An attribute; one without a default must be there and must not be empty."""
        value = self.attributes.get(name, default)
        if value is None or (default is None and not value.strip()):
            raise self.wrong(f"has no attribute '{name}'. Add it.")
        return value

    def choice(self, name: str, allowed: Collection[str]) -> str:
        """An attribute that is one of a few words."""
        value = self.word(name)
        if value not in allowed:
            raise self.wrong(str(unknown_name(name, value, allowed)))
        return value

    def numbers(self, name: str, count: int, default: Sequence[float] | None = None) -> np.ndarray:
        """``count`` finite numbers in an attribute."""
        if name not in self.attributes and default is not None:
            return np.array(default, dtype=float)
        return self.read(f"{name} = ", self.word(name), count)

    def number(self, name: str, default: float | None = None, low: float | None = None) -> float:
        """A finite number in an attribute."""
        value = float(self.numbers(name, 1, None if default is None else [default])[0])
        return self.at_least(name, value, low)

    def content(self, count: int = 1) -> np.ndarray:
        """``count`` finite numbers between the tags."""
        return self.read("", self.text, count)

    def value(self, low: float | None = None) -> float:
        """One finite number between the tags."""
        return self.at_least("its content", float(self.content()[0]), low)

    def below(self, path: str, default: float, low: float | None = None) -> float:
        """The number between the tags of a descendant such as ``axis/dynamics/damping``; a default where it is not there."""
        place: Element | None = self
        for tag in path.split("/"):
            place = place.child(tag) if place is not None else None
        return default if place is None else place.value(low)

    def at_least(self, name: str, value: float, low: float | None) -> float:
        if low is not None and value < low:
            raise self.wrong(f"{name} = {value:g}. Give a number of {low:g} or more.")
        return value

    def read(self, what: str, text: str, count: int) -> np.ndarray:
        """Numbers out of a text, separated by spaces."""
        words = text.split()
        try:
            values = [number_in(word) for word in words] if len(words) == count else []
        except ValueError:
            values = []
        if len(values) != count or not all(map(math.isfinite, values)):
            number = "one finite number" if count == 1 else f"{count} finite numbers"
            how = "without a unit" if count == 1 else "separated by spaces"
            raise self.wrong(f"{what}'{text.strip()[:60]}' is not {number}. Give {number}, {how}.")
        return np.array(values)

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def read_xml(path: str | Path) -> Element:
    """The root element of a file; one InputError where it is none that can be trusted."""
    content = read_bytes(Path(path), MOST_BYTES, _ADVICE)
    return _Reader(shown(path)).read(content)


def _printed(text: str) -> bool:
    """Whether a text holds printable characters alone; numbers may stand on several lines."""
    return text.isprintable() or all(sign.isprintable() or sign in "\n\t\r\u00a0" for sign in text)


class _Reader:
    """Builds the tree while expat reads the bytes."""

    def __init__(self, file: str):
        self.file = file
        self.open: list[Element] = []
        self.root: Element | None = None
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=None)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.refuse_doctype

    def read(self, content: bytes) -> Element:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise InputError(f"{self.file}:{error.lineno}: is not well-formed XML ({reason}). {_ADVICE}") from None
        except (LookupError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self.file}: is not well-formed XML (unknown encoding). {_ADVICE}") from None
        assert self.root is not None  # expat refuses a document without an element
        return self.root

    def wrong(self, message: str) -> InputError:
        return InputError(f"{self.file}:{self.parser.CurrentLineNumber}: {message}")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise self.wrong(f"more than {MOST_ELEMENTS} elements. Split the file, or leave out what is no robot.")
        if len(self.open) >= _DEEPEST:
            raise self.wrong(f"elements stand in each other more than {_DEEPEST} deep. {_ADVICE}")
        for name, value in attributes.items():
            if not _printed(name + value):
                raise self.wrong(f"<{printable(tag)[:60]}>: {printable(name)[:60]} = '{printable(value)[:60]}' holds a character "
                                 "that cannot be printed. Leave it out.")  # fmt: skip
        element = Element(tag, attributes, self.file, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def refuse_doctype(self, *_: object) -> None:
        raise self.wrong("a DOCTYPE, which may name entities and other files. Remove it.")


# --- What a file of any format says about a robot, before it becomes one: parts in their own frames and what connects them.

X, _Y, _Z = np.eye(3)
_MOVING = ("revolute", "prismatic")


def pose(position: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0), rotation: np.ndarray | None = None) -> np.ndarray:
    """A 4x4 pose."""
    T = np.eye(4)
    T[:3, 3] = position
    if rotation is not None:
        T[:3, :3] = rotation
    return T


def pose_of(numbers: Sequence[float] | np.ndarray) -> np.ndarray:
    """The pose of x, y, z [m] and roll, pitch, yaw [rad] (Rz Ry Rx)."""
    return pose(numbers[:3], rotation_of(*(float(angle) for angle in numbers[3:])))


def inverse(T: np.ndarray) -> np.ndarray:
    """The inverse of a pose."""
    R = T[:3, :3].T
    return pose(-R @ T[:3, 3], R)


@dataclass(frozen=True)
class Solid:
    """A primitive or a mesh on a part: ``kind`` with ``sizes`` [m], at ``place`` in the part's frame.

    box: three edges; sphere: radius; ellipsoid: three semi-axes; cylinder and capsule: radius and length of the straight part,
    along z; mesh: a factor for each axis, and the ``file`` as it is named. role: collision or visual.
    corners: triangles (m, 3, 3) [m] of a mesh where the reader of the format has them already, in the frame of ``place``.
    """

    kind: str
    sizes: tuple[float, ...]
    place: np.ndarray
    role: str
    file: str = ""
    corners: np.ndarray | None = None


@dataclass
class Part:
    """A link in its own frame. centre [m] of mass; inertia [kg m^2] about the centre; added: 6x6 at the frame's origin."""

    name: str
    mass: float = 0.0
    centre: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    solids: list[Solid] = field(default_factory=list)
    added: np.ndarray | None = None
    where: Element | None = None


@dataclass
class Connection:
    """A joint of one freedom, or a fixed one.

    place: the child's frame in the parent's at ``zero``.   axis, anchor: direction and a point of the joint axis, child's frame.
    zero: value of the joint variable at that place.   low, high, speed, effort: limits, None where there is none.
    stiffness, rest: of a spring in it.
    """

    name: str
    parent: str
    child: str
    type: str
    place: np.ndarray
    axis: np.ndarray = field(default_factory=lambda: _Z.copy())
    anchor: np.ndarray = field(default_factory=lambda: np.zeros(3))
    zero: float = 0.0
    viscous: float = 0.0
    coulomb: float = 0.0
    rotor: float = 0.0
    low: float | None = None
    high: float | None = None
    speed: float | None = None
    effort: float | None = None
    stiffness: float = 0.0
    rest: float = 0.0
    where: Element | None = None

    @property
    def frame(self) -> np.ndarray:
        """The body's frame in the part's: origin on the joint axis, z along it; the part's own where it is fixed."""
        if self.type not in _MOVING:
            return np.eye(4)
        return pose(self.anchor, shortest_turn(self.axis))


@dataclass
class Description:
    """A robot as a file tells it. base: what the file says of its root, ``free`` or ``fixed``; root_pose: in the world."""

    name: str
    format: str
    file: str
    parts: dict[str, Part] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    base: str = "free"
    root_pose: np.ndarray = field(default_factory=lambda: np.eye(4))
    warnings: list[str] = field(default_factory=list)


def add_composed(described: Description, connection: Connection, moves: Sequence[tuple[str, str, np.ndarray]]) -> None:
    """Add a joint of several freedoms as joints of one: ``moves`` are (ending of the name, type, axis), the first next to the
    parent, with massless parts between them. The axes are in the child's frame where all are at 0.
    """
    parent, place = connection.parent, connection.place
    for k, (ending, kind, axis) in enumerate(moves):
        last = k == len(moves) - 1
        child = connection.child if last else f"{connection.child}_{ending}"
        if not last:
            add_part(described, Part(child, where=connection.where))
        described.connections.append(
            Connection(
                f"{connection.name}_{ending}",
                parent,
                child,
                kind,
                place,
                np.asarray(axis, dtype=float),
                connection.anchor,
                viscous=connection.viscous,
                coulomb=connection.coulomb,
                rotor=connection.rotor,
                where=connection.where,
            )
        )
        parent, place = child, np.eye(4)


def add_part(described: Description, part: Part) -> None:
    """Add a part; its name must be new."""
    if part.name in described.parts:
        message = f"a second link is called '{part.name[:60]}'. Give every link a name of its own."
        raise part.where.wrong(message) if part.where is not None else InputError(f"{described.file}: {message}")
    described.parts[part.name] = part


def ball_moves() -> list[tuple[str, str, np.ndarray]]:
    """Yaw, pitch, roll about z, y, x, as ``elver.robot.spherical_joint``."""
    return [("yaw", "revolute", _Z), ("pitch", "revolute", _Y), ("roll", "revolute", X)]


def planar_moves(normal: np.ndarray) -> list[tuple[str, str, np.ndarray]]:
    """Two slides across ``normal``, then a turn about it."""
    turn = shortest_turn(normal)
    return [("slide1", "prismatic", turn[:, 0]), ("slide2", "prismatic", turn[:, 1]), ("turn", "revolute", turn[:, 2])]


def floating_moves() -> list[tuple[str, str, np.ndarray]]:
    """Three slides, then yaw, pitch, roll."""
    return [("x", "prismatic", X), ("y", "prismatic", _Y), ("z", "prismatic", _Z), *ball_moves()]


def unit(where: Element, vector: np.ndarray) -> np.ndarray:
    """A direction of length 1."""
    size = math.hypot(*vector)
    if not 1e-9 < size < 1e150:
        raise where.wrong(f"axis {' '.join(f'{v:g}' for v in vector)} is no direction. Give three numbers that are not all 0.")
    return vector / size


def tensor(ixx: float, ixy: float, ixz: float, iyy: float, iyz: float, izz: float) -> np.ndarray:
    """The symmetric tensor of six numbers."""
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


# --- The tree of a description: one root, no loops, nothing missing; each error names the element.

_MOST_LINKS = 2000


def check_tree(described: Description) -> str:
    """The root's name; an InputError where the parts are no tree."""
    file, parts = described.file, described.parts
    if not parts:
        raise InputError(f"{file}: holds no link. Give a robot with at least one.")
    if len(parts) > _MOST_LINKS:
        raise InputError(f"{file}: holds {len(parts)} links; up to {_MOST_LINKS} are read. Split it.")
    carriers: dict[str, Connection] = {}
    names: set[str] = set()
    wrong: list[InputError] = []
    for c in described.connections:
        with gathering(wrong):
            check_ends(c, file, parts)
        if c.name in names:
            wrong.append(at(c, file, f"a second joint is called '{c.name[:60]}'. Give every joint a name of its own."))
        elif c.child in carriers:
            wrong.append(at(
                c, file, f"link '{c.child}' is the child of joint '{carriers[c.child].name}' too, which closes a loop. "
                "Remove one of the two joints, and close the loop by an elver.robot.Loop."
            ))  # fmt: skip
        names.add(c.name)
        carriers.setdefault(c.child, c)
    refuse(wrong)
    roots = [name for name in parts if name not in carriers]
    if len(roots) != 1:
        found = ", ".join(roots[:5]) if roots else "none: the joints form a cycle"
        raise InputError(f"{file}: a robot has exactly one link that is nobody's child; found {found}. Connect them by joints.")
    reached = {c.child for c in children_first(described, roots[0])}
    for c in described.connections:
        if c.child not in reached:
            raise at(c, file, f"is part of a cycle that does not reach the root '{roots[0]}'. Open the cycle at one joint.")
    return roots[0]


def check_ends(c: Connection, file: str, parts: Collection[str]) -> None:
    """Refuse a joint whose parent or child is no link."""

    def check(end: tuple[str, str]) -> None:
        if end[1] not in parts:
            raise at(c, file, str(unknown_name(f"{end[0]} link", end[1], parts)))

    each((("parent", c.parent), ("child", c.child)), check)


def at(c: Connection, file: str, message: str) -> InputError:
    """An error that names the joint's element, where there is one."""
    return c.where.wrong(message) if c.where is not None else InputError(f"{file}: joint '{c.name}': {message}")


def children_first(described: Description, root: str) -> list[Connection]:
    """The connections that hang on ``root``, each after all behind it."""
    behind: dict[str, list[Connection]] = {}
    for c in described.connections:
        behind.setdefault(c.parent, []).append(c)
    ordered, waiting = [], [root]
    while waiting:
        for c in behind.get(waiting.pop(), ()):
            ordered.append(c)
            waiting.append(c.child)
    return ordered[::-1]


# --- Masses that no body can have alone, carried by what they are fixed to: the same mechanics, and every link keeps its name.


def leave_inertia_of_the_ground(described: Description, root: str, base: str) -> None:
    """A root that is fixed to the world and has inertia without mass never moves: its inertia is left out."""
    part = described.parts[root]
    if base == "fixed" and part.mass == 0 and np.any(part.inertia):
        described.parts[root] = replace(part, inertia=np.zeros((3, 3)))
        described.warnings.append(f"link '{root}' has inertia but no mass; it is fixed to the world, so its inertia is left out.")


def _is_body(part: Part) -> bool:
    """Whether the part's mass and inertia are those of a body, or of none at all."""
    try:
        check_body(Body("part", part.mass, np.zeros(3), part.inertia))
    except InputError:
        return False
    return True


def carry_odd_masses(described: Description, root: str) -> None:
    """Point masses, inertias without mass and inertias that no body has become mass of the heaviest link they are fixed to.

    Links that are fixed to each other move as one body, so that only their sum matters; it is checked as every body is.
    """
    for group in rigid_groups(described, root):
        odd = [name for name in group if not _is_body(described.parts[name])]
        whole = [name for name in group if name not in odd and described.parts[name].mass > 0]
        if not odd or not whole:
            continue
        carrier = max(whole, key=lambda name: described.parts[name].mass)
        for name in odd:
            place = inverse(group[carrier]) @ group[name]
            described.parts[carrier] = _with_load(described.parts[carrier], described.parts[name], place)
            described.parts[name] = replace(described.parts[name], mass=0.0, centre=np.zeros(3), inertia=np.zeros((3, 3)))
            described.warnings.append(f"link '{name}' has the inertia of no body; what it has is carried by link '{carrier}'.")


def rigid_groups(described: Description, root: str) -> list[dict[str, np.ndarray]]:
    """Links that are fixed to each other, with their poses in the frame of the first."""
    groups: list[dict[str, np.ndarray]] = [{root: np.eye(4)}]
    group_of = {root: groups[0]}
    connection: Connection
    for connection in reversed(children_first(described, root)):
        if connection.type == "fixed":
            group = group_of[connection.parent]
            group[connection.child] = group[connection.parent] @ connection.place
        else:
            group = {connection.child: np.eye(4)}
            groups.append(group)
        group_of[connection.child] = group
    return groups


def _with_load(carrier: Part, load: Part, place: np.ndarray) -> Part:
    """The carrier with the load's mass and inertia; ``place``: the load's frame in the carrier's."""
    R, centre = place[:3, :3], place[:3, 3] + place[:3, :3] @ load.centre
    mass = carrier.mass + load.mass
    middle = (carrier.mass * carrier.centre + load.mass * centre) / mass
    inertia = shifted(carrier.inertia, carrier.mass, carrier.centre - middle)
    inertia = inertia + shifted(R @ load.inertia @ R.T, load.mass, centre - middle)
    return replace(carrier, mass=mass, centre=middle, inertia=inertia)


def shifted(inertia: np.ndarray, mass: float, gap: np.ndarray) -> np.ndarray:
    """Inertia about a point at ``gap`` from the centre of mass."""
    return inertia + mass * (gap @ gap * np.eye(3) - np.outer(gap, gap))
