"""Poses of an SDF model: every frame in the model's frame, whatever other frames it is given relative to."""

from __future__ import annotations

import numpy as np

from elver.errors import unknown_name
from elver.imports.description import inverse, pose_of
from elver.imports.elements import Element

MODEL = "__model__"
FRAMES = ("link", "joint", "frame")


def numbers_of(place: Element) -> np.ndarray:
    """Six numbers of a ``<pose>`` [m, rad]."""
    if place.attributes.get("rotation_format", "euler_rpy") != "euler_rpy":
        raise place.wrong("rotation_format is not euler_rpy. Write roll, pitch and yaw.")
    numbers = place.content(6)
    if place.attributes.get("degrees", "false").strip() in ("true", "1"):
        numbers[3:] = np.deg2rad(numbers[3:])
    return numbers


class Frames:
    """Links, joints and frames of one model by name, and their poses in the model's frame."""

    def __init__(self, model: Element):
        self.model = model
        self.elements: dict[str, Element] = {}
        for element in model.children:
            if element.tag in FRAMES:
                name = element.word("name")
                if name in self.elements and element.tag == self.elements[name].tag == "link":
                    raise element.wrong("a second link of this name. Give every link a name of its own.")
                self.elements.setdefault(name, element)
        self.known: dict[str, np.ndarray] = {MODEL: np.eye(4)}

    @property
    def in_world(self) -> np.ndarray:
        """The world's frame in the model's frame."""
        return inverse(self.model_pose)

    @property
    def model_pose(self) -> np.ndarray:
        """The model's frame in the world."""
        place = self.model.child("pose")
        return np.eye(4) if place is None or not place.text.strip() else pose_of(numbers_of(place))

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
            raise where.wrong(str(unknown_name("frame", name, [*self.elements, MODEL])))
        element = self.elements[name]
        if name in waiting:
            raise element.wrong(f"its pose depends on itself ({' -> '.join([*waiting, name])[:200]}). Open the circle.")
        if len(waiting) > 200:
            raise element.wrong("its pose depends on more than 200 other frames. Give it relative to the model.")
        default = {"link": MODEL, "joint": "", "frame": element.attributes.get("attached_to") or MODEL}[element.tag]
        if not default:
            default = element.need("child").text.strip()
        self.known[name] = self.resolve(element, default, [*waiting, name])
        return self.known[name]

    def resolve(self, element: Element, default: str, waiting: list[str]) -> np.ndarray:
        """The element's ``<pose>`` after that of the frame it is relative to."""
        place = element.child("pose")
        other = default if place is None else place.attributes.get("relative_to") or place.attributes.get("frame") or default
        own = np.eye(4) if place is None or not place.text.strip() else pose_of(numbers_of(place))
        return self.find(other, place or element, waiting) @ own
