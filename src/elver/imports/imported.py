"""What an import gives besides the robot: limits, springs, meshes, added mass, frames, and what was not taken over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from elver.drive import Spring
from elver.forces import AddedInertia
from elver.imports.solids import Mesh
from elver.robot import Robot


@dataclass(frozen=True)
class JointLimits:
    """What a joint can do: angles [rad or m], speed [rad/s or m/s], torque or force [N m or N]; None where there is no limit."""

    low: float | None = None
    high: float | None = None
    speed: float | None = None
    effort: float | None = None


@dataclass(frozen=True, eq=False)
class Imported:
    """A robot out of a file, and what the file says besides.

    format: urdf, mjcf or sdf.   limits, elastic (springs for ``Model(elastic=...)``): by joint.
    meshes, added_mass (6x6, body frame, at its origin), frames (4x4: the file's own frame in the body's frame): by body.
    position [m], quaternion (w, x, y, z): pose of the base's body frame in the world of the file, for ``Start``.
    warnings: what was not taken over, a sentence each.
    derived: by body, its shape in words and what it was made from.   unknown: bodies whose geometry could not be used, and why.
    dry: bodies with mass that the file draws nothing of, such as rotors inside; known where meshes are opened.
    opened: files of meshes that were read.
    """

    robot: Robot
    format: str
    limits: Mapping[str, JointLimits] = field(default_factory=dict)
    elastic: Mapping[str, Spring] = field(default_factory=dict)
    meshes: Mapping[str, tuple[Mesh, ...]] = field(default_factory=dict)
    added_mass: Mapping[str, np.ndarray] = field(default_factory=dict)
    frames: Mapping[str, np.ndarray] = field(default_factory=dict)
    position: tuple[float, ...] = (0.0, 0.0, 0.0)
    quaternion: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    warnings: tuple[str, ...] = ()
    derived: Mapping[str, str] = field(default_factory=dict)
    unknown: Mapping[str, str] = field(default_factory=dict)
    dry: tuple[str, ...] = ()
    opened: tuple[Path, ...] = ()

    @property
    def forces(self) -> dict[str, AddedInertia]:
        """Force laws that belong to the file: its added mass, where it has some. For ``Model(forces={**..., "water": ...})``."""
        return {"added_mass": AddedInertia(self.added_mass)} if self.added_mass else {}
