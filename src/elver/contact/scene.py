"""What a planar machine can touch: ground with set-valued friction, discs and walls. Frozen, checked data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from elver.errors import InputError, require_number


@dataclass(frozen=True)
class FrictionSet:
    """Friction coefficients of a link on the ground, in its own axes. The friction force lies in a convex set. SNAKE (49)-(52).

    forward: against sliding towards the link's +x; backward: towards its -x; across: along y. The set is half an ellipse ahead
    and half an ellipse behind: equal numbers give a disc (isotropic), forward = backward an ellipse (orthotropic), and different
    ones the scales of a snake.
    """

    forward: float
    backward: float
    across: float

    def __post_init__(self):
        for name in ("forward", "backward", "across"):
            require_number(f"friction.{name}", getattr(self, name), low=0.0)

    @classmethod
    def of(cls, given) -> FrictionSet:
        """From one number (isotropic), two (along, across), three (forward, backward, across), or a FrictionSet."""
        if isinstance(given, FrictionSet):
            return given
        try:
            numbers = np.atleast_1d(np.asarray(given, dtype=float)).tolist()
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) not in (1, 2, 3):
            raise InputError(
                f"friction = {given!r}. Give one coefficient, two (along, across) or three (forward, backward, across)."
            )
        return cls(numbers[0], numbers[1] if len(numbers) == 3 else numbers[0], numbers[-1])


@dataclass(frozen=True)
class Disc:
    """A fixed disc in the plane: centre (x, y) and radius [m, world]."""

    x: float
    y: float
    radius: float
    name: str = ""

    def __post_init__(self):
        require_number("Disc.x", self.x, unit="m")
        require_number("Disc.y", self.y, unit="m")
        require_number(f"radius of obstacle '{self.name or 'disc'}'", self.radius, above=0.0, unit="m")


@dataclass(frozen=True)
class Wall:
    """A fixed half-plane: all behind the line through (x, y) [m, world] with the outward normal at ``angle`` [rad] is solid."""

    x: float
    y: float
    angle: float
    name: str = ""

    def __post_init__(self):
        for key in ("x", "y", "angle"):
            require_number(f"Wall.{key}", getattr(self, key))


@dataclass(frozen=True)
class Scene:
    """Everything a machine touches.

    obstacles: discs and walls; discs must not overlap each other.  friction: on the ground, see FrictionSet.of; None: none.
    gravity [m/s^2]: presses the links on the ground.   slope (x, y) [m/s^2]: gravity's part along the plane.
    restitution: Newton's, 0 (inelastic) to 1.   obstacle_friction: coefficient between link and obstacle.
    """

    obstacles: Sequence = ()
    friction: object = None
    gravity: float = 9.81
    slope: tuple = (0.0, 0.0)
    restitution: float = 0.0
    obstacle_friction: float = 0.0
    ground: FrictionSet | None = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "ground", None if self.friction is None else FrictionSet.of(self.friction))
        require_number("Scene.gravity", self.gravity, low=0.0, unit="m/s^2")
        require_number("Scene.obstacle_friction", self.obstacle_friction, low=0.0)
        if not 0 <= require_number("Scene.restitution", self.restitution, low=0.0) <= 1:
            raise InputError(f"Scene.restitution = {self.restitution}. Give a number from 0 (inelastic) to 1 (elastic).")
        if len(self.slope) != 2:
            raise InputError(f"Scene.slope = {self.slope!r}. Give two accelerations along the plane, in m/s^2.")
        for obstacle in self.obstacles:
            if not isinstance(obstacle, (Disc, Wall)):
                raise InputError(f"obstacle {obstacle!r} is no Disc or Wall.")
        self._check_overlap()

    def _check_overlap(self):
        discs = [(k, o) for k, o in enumerate(self.obstacles) if isinstance(o, Disc)]
        for i, (ka, a) in enumerate(discs):
            for kb, b in discs[i + 1 :]:
                overlap = a.radius + b.radius - np.hypot(a.x - b.x, a.y - b.y)
                if overlap > 1e-12:
                    raise InputError(
                        f"obstacles {a.name or ka} and {b.name or kb} overlap by {overlap:.4g} m. Move or shrink one."
                    )

    def table(self) -> np.ndarray:
        """Obstacles as rows (kind, x, y, radius or angle): kind 0 disc, 1 wall."""
        rows = [(0.0, o.x, o.y, o.radius) if isinstance(o, Disc) else (1.0, o.x, o.y, o.angle) for o in self.obstacles]
        return np.array(rows, dtype=float).reshape(len(rows), 4)
