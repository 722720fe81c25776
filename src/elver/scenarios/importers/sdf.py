"""SDF models as links and joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver._support.errors import InputError, each, gathering, refuse, unknown_name
from elver.scenarios.importers.description import (
    Connection,
    Description,
    Element,
    Part,
    Solid,
    X,
    add_composed,
    add_part,
    ball_moves,
    inverse,
    pose_of,
    tensor,
    unit,
)

# --- Poses of an SDF model: every frame in the model's frame, whatever other frames it is given relative to.

_MODEL = "__model__"
_FRAMES = ("link", "joint", "frame")


def _numbers_of(place: Element) -> np.ndarray:
    """Six numbers of a ``<pose>`` [m, rad]."""
    if place.attributes.get("rotation_format", "euler_rpy") != "euler_rpy":
        raise place.wrong("rotation_format is not euler_rpy. Write roll, pitch and yaw.")
    numbers = place.content(6)
    if place.attributes.get("degrees", "false").strip() in ("true", "1"):
        numbers[3:] = np.deg2rad(numbers[3:])
    return numbers


class _Frames:
    """Links, joints and frames of one model by name, and their poses in the model's frame."""

    def __init__(self, model: Element):
        self.model = model
        self.elements: dict[str, Element] = {}
        for element in model.children:
            if element.tag in _FRAMES and element.attributes.get("name", "").strip():  # one without is told where it is read
                self.elements.setdefault(element.word("name"), element)
        self.known: dict[str, np.ndarray] = {_MODEL: np.eye(4)}

    @property
    def in_world(self) -> np.ndarray:
        """The world's frame in the model's frame."""
        return inverse(self.model_pose)

    @property
    def model_pose(self) -> np.ndarray:
        """The model's frame in the world."""
        place = self.model.child("pose")
        return np.eye(4) if place is None or not place.text.strip() else pose_of(_numbers_of(place))

    def world_pose(self, link: str) -> np.ndarray:
        """A link's frame in the world."""
        return self.model_pose @ self.link_pose(link)

    def link_pose(self, name: str) -> np.ndarray:
        """A link's frame in the model's frame."""
        return self.pose_of_frame(name, self.model)

    def link_of(self, end: Element, world: str) -> str:
        """The link that a ``<parent>`` or ``<child>`` names, perhaps by a frame that is attached to it."""
        name, seen = end.text.strip(), []
        while name != world:
            if name not in self.elements:
                raise end.wrong(str(unknown_name("link", name, [n for n, e in self.elements.items() if e.tag == "link"])))
            element = self.elements[name]
            if element.tag == "link":
                return name
            if name in seen:
                raise element.wrong("is attached to itself by way of other frames. Attach it to a link.")
            seen.append(name)
            attached = element.word("attached_to", "") if element.tag == "frame" else element.need("child").text.strip()
            if not attached:
                raise end.wrong(f"frame '{name[:60]}' is attached to no link. Name a link.")
            name = attached
        return world

    def joint_pose(self, element: Element, child: str) -> np.ndarray:
        """A joint's frame in the model's frame; it is given in the child's where nothing else is said."""
        return self.resolve(element, child, [])

    def pose_of_frame(self, name: str, where: Element) -> np.ndarray:
        """The pose of a named frame in the model's frame."""
        return self.find(name, where, [])

    def find(self, name: str, where: Element, waiting: list[str]) -> np.ndarray:
        if name in self.known:
            return self.known[name]
        if name not in self.elements:
            raise where.wrong(str(unknown_name("frame", name, [*self.elements, _MODEL])))
        element = self.elements[name]
        if name in waiting:
            raise element.wrong(f"its pose depends on itself ({' -> '.join([*waiting, name])[:200]}). Open the circle.")
        if len(waiting) > 200:
            raise element.wrong("its pose depends on more than 200 other frames. Give it relative to the model.")
        default = {"link": _MODEL, "joint": "", "frame": element.attributes.get("attached_to") or _MODEL}[element.tag]
        if not default:
            default = element.need("child").text.strip()
        self.known[name] = self.resolve(element, default, [*waiting, name])
        return self.known[name]

    def resolve(self, element: Element, default: str, waiting: list[str]) -> np.ndarray:
        """The element's ``<pose>`` after that of the frame it is relative to."""
        place = element.child("pose")
        other = default if place is None else place.attributes.get("relative_to") or place.attributes.get("frame") or default
        own = np.eye(4) if place is None or not place.text.strip() else pose_of(_numbers_of(place))
        return self.find(other, place or element, waiting) @ own


# --- SDF: links, joints, poses relative to other frames, inertias and added mass of a ``<model>``.

_SIMPLE = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed"}
_JOINT_TYPES = (*_SIMPLE, "ball", "universal", "revolute2")
_WORLD = "world"
_LEFT_OUT = ("plugin", "gripper", "sensor")
_AXES = "xyzpqr"  # of an added mass: surge, sway, heave, and turns about them
_ENDLESS = 1e16  # limits beyond this are none


@dataclass(frozen=True)
class _Model:
    """A ``<model>``, its frames, and the version of the format."""

    element: Element
    frames: _Frames
    version: tuple[int, ...]


def read_sdf(sdf: Element, wanted: str | None) -> Description:
    """What the wanted model of an ``<sdf>`` says; the only one where none is named."""
    element = _chosen_model(sdf, wanted)
    wrong = [
        child.wrong("names another file, which is not opened. Write its model into this one, for example by `gz sdf -p`.")
        for child in element.all("include")
    ]
    inner = "is a model in a model. Write its links and joints into the outer one."
    wrong += [child.wrong(inner) for child in element.all("model")]
    refuse(wrong)  # what they hold is missed everywhere else
    model = _Model(element, _Frames(element), _version_of(sdf))
    described = Description(element.word("name"), "sdf", element.file)
    for child in element.all("frame"):
        with gathering(wrong):
            child.word("name")
    for child in element.all("link"):
        with gathering(wrong):
            first = model.frames.elements[child.word("name")]
            if first is not child and first.tag == "link":
                raise child.wrong("a second link of this name. Give every link a name of its own.")
            if child.word("name") == _WORLD:
                described.warnings.append("link 'world' is taken for the world itself.")
            else:
                add_part(described, _link(child))
    for child in element.all("joint"):
        with gathering(wrong):
            _add_joint(child, model, described)
    refuse(wrong)
    _settle_root(model, described)
    for tag in _LEFT_OUT:
        if count := sum(found.tag == tag for found in element.walk()):
            described.warnings.append(f"<{tag}> not taken over: {count}.")
    return described


def _version_of(sdf: Element) -> tuple[int, ...]:
    """The version of the format, as numbers."""
    text = sdf.word("version")
    words = text.strip().split(".")
    if not all(word.isascii() and word.isdecimal() and len(word) < 9 for word in words):
        raise sdf.wrong(f"version = '{text[:60]}' is no version. Give one such as 1.7.")
    return tuple(int(word) for word in words)


def _chosen_model(sdf: Element, wanted: str | None) -> Element:
    """The model of that name, or the only one of the file."""
    models = sdf.all("model") + [model for world in sdf.all("world") for model in world.all("model")]
    if not models:
        raise sdf.wrong("holds no <model>. Give a file with one.")
    names = [model.word("name") for model in models]
    if wanted is not None and wanted not in names:
        raise sdf.wrong(str(unknown_name("model", wanted, names)))
    if wanted is None and len(models) > 1:
        raise sdf.wrong(f"holds {len(models)} models ({', '.join(names[:8])}). Name one by part=...")
    return models[names.index(wanted) if wanted is not None else 0]


def _link(element: Element) -> Part:
    """A link with its inertia about the centre of mass, in the link's frame. The format's defaults are 1 kg and 1 kg m^2."""
    part = Part(element.word("name"), where=element)
    wrong: list[InputError] = []
    part.mass, part.inertia = 1.0, np.eye(3)
    with gathering(wrong):
        if (inertial := element.child("inertial")) is not None:
            _read_inertia(part, inertial)
    for role in ("collision", "visual"):
        for drawn in element.all(role):
            with gathering(wrong):
                found = solid(drawn, role) if drawn.child("geometry") is not None else None
                part.solids += [found] if found is not None else []
    refuse(wrong)
    return part


def _read_inertia(part: Part, inertial: Element) -> None:
    """Mass, centre, inertia and added mass of a link."""
    wrong: list[InputError] = []
    with gathering(wrong):
        part.mass = inertial.below("mass", 1.0, low=0.0)
    with gathering(wrong):
        place, defaults = _own_pose(inertial), {"ixx": 1.0, "ixy": 0.0, "ixz": 0.0, "iyy": 1.0, "iyz": 0.0, "izz": 1.0}
        own = tensor(*each(defaults, lambda key: inertial.below(f"inertia/{key}", defaults[key])))
        part.centre, part.inertia = place[:3, 3], place[:3, :3] @ own @ place[:3, :3].T
    with gathering(wrong):
        if (added := inertial.child("fluid_added_mass")) is not None:
            part.added = _added_mass(added)
    refuse(wrong)


def _own_pose(element: Element) -> np.ndarray:
    """The ``<pose>`` of something inside a link, in the link's frame."""
    place = element.child("pose")
    if place is None or not place.text.strip():
        return np.eye(4)
    other = place.attributes.get("relative_to") or place.attributes.get("frame")
    if other:
        raise place.wrong(f"is relative to '{other[:60]}'. Inside a link only poses in the link's own frame are read.")
    return pose_of(_numbers_of(place))


def _added_mass(element: Element) -> np.ndarray:
    """The 6x6 matrix in the link's frame, at its origin, linear part first."""
    A = np.zeros((6, 6))
    pairs = [(i, k) for i in range(6) for k in range(i, 6)]
    for (i, k), value in zip(pairs, each(pairs, lambda ik: element.below(_AXES[ik[0]] + _AXES[ik[1]], 0.0)), strict=True):
        A[i, k] = A[k, i] = value
    low = float(np.linalg.eigvalsh(A).min())
    if low < -1e-9 * max(float(np.abs(A).max()), 1e-300):
        raise element.wrong(f"has the negative eigenvalue {low:.4g}. Moving fluid has positive energy: check the signs.")
    return A


def solid(element: Element, role: str) -> Solid | None:
    """One ``<visual>`` or ``<collision>``; None for what is no body, such as a plane."""
    geometry, place = element.need("geometry"), _own_pose(element)
    inside = geometry.children[0] if geometry.children else None
    if inside is None:
        return None
    if inside.tag == "box":
        return Solid("box", tuple(inside.need("size").content(3)), place, role)
    if inside.tag == "sphere":
        return Solid("sphere", (inside.need("radius").value(),), place, role)
    if inside.tag == "ellipsoid":
        return Solid("ellipsoid", tuple(inside.need("radii").content(3)), place, role)
    if inside.tag in ("cylinder", "capsule"):
        return Solid(inside.tag, (inside.need("radius").value(), inside.need("length").value()), place, role)
    if inside.tag == "mesh":
        scale = inside.child("scale")
        factors = tuple(scale.content(3)) if scale is not None else (1.0, 1.0, 1.0)
        return Solid("mesh", factors, place, role, inside.need("uri").text.strip())
    return None


def _add_joint(element: Element, model: _Model, described: Description) -> None:
    """A joint of one freedom, or several joints with massless links between them."""
    kind = element.choice("type", _JOINT_TYPES)
    parent, child = each(("parent", "child"), lambda end: model.frames.link_of(element.need(end), _WORLD))
    if child == _WORLD:
        raise element.need("child").wrong("the world cannot be a child. Name it as parent, and the link as child.")
    if parent == _WORLD and _WORLD not in described.parts:
        described.parts[_WORLD] = Part(_WORLD, where=element)
    here, above = model.frames.link_pose(child), model.frames.link_pose(parent) if parent != _WORLD else model.frames.in_world
    joint_frame = inverse(here) @ model.frames.joint_pose(element, child)
    c = Connection(element.word("name"), parent, child, _SIMPLE.get(kind, kind), inverse(above) @ here, where=element)
    c.anchor = joint_frame[:3, 3]
    if kind == "fixed":
        described.connections.append(c)
    elif kind == "ball":
        add_composed(described, c, [(name, how, joint_frame[:3, :3] @ axis) for name, how, axis in ball_moves()])
    elif kind in _SIMPLE:
        _one_freedom(element, "axis", model, c, joint_frame)
        described.connections.append(c)
    else:
        _two_freedoms(element, model, described, c, joint_frame)


def _one_freedom(element: Element, tag: str, model: _Model, c: Connection, joint_frame: np.ndarray) -> None:
    """Axis, friction, spring and limits of one freedom."""
    axis = element.child(tag)
    if axis is None:
        raise element.wrong(f"has no <{tag}>. Add one.")
    wrong: list[InputError] = []
    with gathering(wrong):
        c.axis = _direction(axis, model, c.child, joint_frame)
    with gathering(wrong):
        positive = ("damping", "friction", "spring_stiffness")
        c.viscous, c.coulomb, c.stiffness = each(positive, lambda key: axis.below(f"dynamics/{key}", 0.0, low=0.0))
    with gathering(wrong):
        c.rest = axis.below("dynamics/spring_reference", 0.0)
    with gathering(wrong):
        limits = {"lower": -_ENDLESS, "upper": _ENDLESS, "velocity": -1.0, "effort": -1.0}  # the last two negative: no limit
        low, high, speed, effort = each(limits, lambda key: axis.below(f"limit/{key}", limits[key]))
    refuse(wrong)
    ends = element.attributes.get("type") != "continuous"
    c.low, c.high = (low if ends and low > -_ENDLESS else None), (high if ends and high < _ENDLESS else None)
    c.speed, c.effort = (speed if speed >= 0 else None), (effort if effort >= 0 else None)


def _direction(axis: Element, model: _Model, child: str, joint_frame: np.ndarray) -> np.ndarray:
    """The joint axis in the child's frame, whatever frame it is given in."""
    xyz = axis.child("xyz")
    given = unit(axis, xyz.content(3) if xyz is not None else np.array([0.0, 0.0, 1.0]))
    to_child = inverse(model.frames.link_pose(child))[:3, :3]
    other = xyz.attributes.get("expressed_in", "") if xyz is not None else ""
    if other:
        return to_child @ model.frames.pose_of_frame(other, axis)[:3, :3] @ given
    parent_frame = axis.child("use_parent_model_frame")
    in_model = parent_frame is not None and parent_frame.text.strip() in ("true", "1")
    if in_model or model.version < (1, 5):  # before 1.5 an axis was always given in the model's frame
        return to_child @ given
    return joint_frame[:3, :3] @ given


def _two_freedoms(element: Element, model: _Model, described: Description, c: Connection, joint_frame: np.ndarray) -> None:
    """A universal joint (or revolute2): a turn about the first axis, then about the second."""
    add_composed(described, c, [("1", "revolute", X), ("2", "revolute", X)])
    first, second = described.connections[-2:]
    for freedom, tag in ((first, "axis"), (second, "axis2")):
        probe = Connection(c.name, c.parent, c.child, "revolute", c.place, where=element)
        _one_freedom(element, tag, model, probe, joint_frame)
        for name in ("axis", "viscous", "coulomb", "stiffness", "rest", "low", "high", "speed", "effort"):
            setattr(freedom, name, getattr(probe, name))


def _settle_root(model: _Model, described: Description) -> None:
    """The pose of the root; a root that is fixed to the world becomes the base itself, and stands still."""
    anchors = [c for c in described.connections if c.parent == _WORLD]
    if _WORLD in described.parts:
        described.base = "fixed"
        if len(anchors) == 1 and anchors[0].type == "fixed":
            del described.parts[_WORLD]
            described.connections.remove(anchors[0])
            described.root_pose = model.frames.world_pose(anchors[0].child)
        return
    carried = {c.child for c in described.connections}
    roots = [name for name in described.parts if name not in carried]
    if len(roots) == 1:
        described.root_pose = model.frames.world_pose(roots[0])
    static = model.element.child("static")
    if static is not None and static.text.strip() in ("true", "1"):
        described.base = "fixed"
