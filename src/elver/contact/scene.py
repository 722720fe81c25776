"""What a planar machine can touch: ground with set-valued friction, discs and walls. Frozen, checked data."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from elver._support.choices import ContactSolver, Formulation, chosen
from elver._support.errors import InputError, is_symbol, require_name, require_number, unknown_name
from elver.quantities import Parameter, unnamed, word

_NOSES = ("x", "-x")


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

    def __post_init__(self) -> None:
        for name in ("forward", "backward", "across"):
            require_number(f"friction.{name}", getattr(self, name), low=0.0)

    @classmethod
    def of(cls, given: Any, nose: str = "x") -> FrictionSet:
        """From one number (isotropic), two (along, across), three (forward, backward, across), or a FrictionSet.

        nose: which way three numbers call forward, along the links' ``x`` or ``-x``; a FrictionSet is in the links' axes.
        """
        if isinstance(given, FrictionSet):
            return given
        if is_symbol(given):
            raise InputError("the friction of a scene is a number of the contact problem, not of the equations.")
        try:
            numbers = np.atleast_1d(np.asarray(given, dtype=float)).tolist()
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) not in (1, 2, 3):
            raise InputError(
                f"friction = {given!r}. Give one coefficient, two (along, across) or three (forward, backward, across).",
                name="friction",
            )
        ahead, behind = numbers[0], numbers[1] if len(numbers) == 3 else numbers[0]
        return cls(ahead, behind, numbers[-1]) if nose == "x" else cls(behind, ahead, numbers[-1])


@dataclass(frozen=True)
class Disc:
    """A fixed disc in the plane: centre (x, y) and radius [m, world]."""

    x: float
    y: float
    radius: float
    name: str = ""

    def __post_init__(self) -> None:
        require_number("Disc.x", self.x, unit="m")
        require_number("Disc.y", self.y, unit="m")
        require_number(f"radius of obstacle '{self.name or 'disc'}'", self.radius, above=0.0, unit="m")

    @property
    def half_width(self) -> float:
        """Half of the smallest width [m]."""
        return self.radius

    def outline(self) -> np.ndarray:
        """Points around the rim [m], for pictures."""
        t = np.linspace(0, 2 * np.pi, 49)
        return np.column_stack([self.x + self.radius * np.cos(t), self.y + self.radius * np.sin(t)])


@dataclass(frozen=True)
class Wall:
    """A fixed half-plane: all behind the line through (x, y) [m, world] with the outward normal at ``angle`` [rad] is solid."""

    x: float
    y: float
    angle: float
    name: str = ""

    def __post_init__(self) -> None:
        for key in ("x", "y", "angle"):
            require_number(f"Wall.{key}", getattr(self, key))

    def outline(self, near: Sequence[float] | np.ndarray, reach: float) -> np.ndarray:
        """Corners [m] of a strip of the wall beside the point ``near``, ``reach`` long to both sides, for pictures."""
        normal = np.array([np.cos(self.angle), np.sin(self.angle)])
        along = np.array([-normal[1], normal[0]])
        foot = np.asarray(near, dtype=float) - ((near[0] - self.x) * normal[0] + (near[1] - self.y) * normal[1]) * normal
        ends = [foot + reach * along, foot - reach * along]
        return np.array([*ends, ends[1] - 0.08 * reach * normal, ends[0] - 0.08 * reach * normal])


@dataclass(frozen=True)
class Polygon:
    """A fixed convex polygon: corners (x, y) [m, world] in counterclockwise order."""

    corners: tuple
    name: str = ""

    def __post_init__(self) -> None:
        points = np.asarray(self.corners, dtype=float)
        if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
            raise InputError(f"polygon '{self.name}' needs at least three corners (x, y) of finite numbers.")
        edges = np.roll(points, -1, axis=0) - points
        turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
        if not (turns > 0).all():
            raise InputError(f"polygon '{self.name}' is not convex with its corners counterclockwise.")

    @property
    def half_width(self) -> float:
        """Half of the smallest width [m]: over all edges, how far the furthest corner is from its line."""
        points = np.asarray(self.corners, dtype=float)
        along = np.roll(points, -1, axis=0) - points
        inward = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        depths = (points[None, :, :] - points[:, None, :]) @ inward[:, :, None]
        return 0.5 * float(depths.max(axis=1).min())

    def outline(self) -> np.ndarray:
        """The corners [m], for pictures."""
        return np.asarray(self.corners, dtype=float)


def _buried(a: Disc | Wall | Polygon, b: Disc | Wall | Polygon) -> bool:
    """Whether every point of a disc or polygon ``a`` lies deeper than 1e-12 m inside the wall or polygon ``b``."""
    if isinstance(a, Wall):
        return False
    points, radius = (np.array([[a.x, a.y]]), a.radius) if isinstance(a, Disc) else (a.outline(), 0.0)
    if isinstance(b, Wall):
        edges = [((b.x, b.y), (np.cos(b.angle), np.sin(b.angle)))]
    else:
        corners = b.outline()
        along = np.roll(corners, -1, axis=0) - corners
        outward = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        edges = list(zip(corners, outward, strict=True))
    return all(((points - np.asarray(at)) @ np.asarray(n)).max() + radius < -1e-12 for at, n in edges)


@dataclass(frozen=True)
class Scene:
    """Everything a machine touches.

    obstacles: discs, walls and convex polygons. Discs must not overlap each other; walls and polygons may overlap anything, as
    corners and hollow shapes are put together from them, but nothing may lie wholly inside another obstacle.
    friction: on the ground, see FrictionSet.of; None: none.   nose: which way is forward along the links, ``x`` or ``-x``: three
    numbers of friction are those against sliding forward, backward and across. ``ground`` has them in the links' axes.
    gravity [m/s^2]: presses the links on the ground.   slope (x, y) [m/s^2]: gravity's part along the plane.
    restitution: Newton's, 0 (inelastic) to 1.   obstacle_friction: coefficient between link and obstacle.
    self_contact: links touch each other too, but for those that a joint joins or fixed joints hold together.
    """

    obstacles: Sequence = ()
    friction: object = None
    gravity: float = 9.81
    slope: tuple = (0.0, 0.0)
    restitution: float = 0.0
    obstacle_friction: float = 0.0
    self_contact: bool = False
    nose: str = word("x", "which way is forward along the links", _NOSES)
    ground: FrictionSet | None = field(init=False)

    def __post_init__(self) -> None:
        if isinstance(self.obstacles, (Disc, Wall, Polygon)) or not isinstance(self.obstacles, Sequence):
            raise InputError("Scene.obstacles must be a list of Disc, Wall and Polygon objects.")
        if self.nose not in _NOSES:
            raise unknown_name("value of Scene.nose:", str(self.nose), _NOSES)
        object.__setattr__(self, "ground", None if self.friction is None else FrictionSet.of(self.friction, self.nose))
        require_number("Scene.gravity", self.gravity, low=0.0, unit="m/s^2")
        require_number("Scene.obstacle_friction", self.obstacle_friction, low=0.0)
        if not 0 <= require_number("Scene.restitution", self.restitution, low=0.0) <= 1:
            raise InputError(
                f"Scene.restitution = {self.restitution}. Give a number from 0 (inelastic) to 1 (elastic).",
                name="Scene.restitution",
            )
        if not isinstance(self.slope, Sequence) or isinstance(self.slope, str) or len(self.slope) != 2:
            raise InputError(
                f"Scene.slope = {self.slope!r}. Give two accelerations along the plane, in m/s^2.", name="Scene.slope"
            )
        for part in self.slope:
            require_number("Scene.slope", part, unit="m/s^2")
        for obstacle in self.obstacles:
            if not isinstance(obstacle, (Disc, Wall, Polygon)):
                raise InputError(f"obstacle {obstacle!r} is no Disc, Wall or Polygon.")
            require_name("name of an obstacle", obstacle.name or "unnamed")
        self._check_overlap()

    def _check_overlap(self) -> None:
        discs = [(k, o) for k, o in enumerate(self.obstacles) if isinstance(o, Disc)]
        for i, (ka, a) in enumerate(discs):
            for kb, b in discs[i + 1 :]:
                overlap = a.radius + b.radius - np.hypot(a.x - b.x, a.y - b.y)
                if overlap > 1e-12:
                    raise InputError(
                        f"obstacles {a.name or ka} and {b.name or kb} overlap by {overlap:.4g} m. Move or shrink one.",
                        part=f"obstacle {ka}",
                    )

        for k, a in enumerate(self.obstacles):
            for j, b in enumerate(self.obstacles):
                if k != j and not isinstance(b, Disc) and _buried(a, b):
                    raise InputError(
                        f"obstacle {a.name or k} lies wholly inside obstacle {b.name or j} and can never be touched. "
                        "Move it or leave it out.",
                        part=f"obstacle {k}",
                    )

    def table(self) -> np.ndarray:
        """Obstacles as rows (kind, x, y, radius or angle, first corner, corners, reach): kind 0 disc, 1 wall, 2 polygon.

        A polygon's (x, y) and reach [m] are the middle and the radius of a circle around it.
        """
        rows, first = [], 0
        for o in self.obstacles:
            if isinstance(o, Disc):
                rows.append((0.0, o.x, o.y, o.radius, 0, 0, o.radius))
            elif isinstance(o, Wall):
                rows.append((1.0, o.x, o.y, o.angle, 0, 0, np.inf))
            else:
                corners = np.asarray(o.corners, dtype=float)
                middle = corners.mean(axis=0)
                rows.append((2.0, *middle, 0.0, first, len(corners), np.linalg.norm(corners - middle, axis=1).max()))
                first += len(corners)
        return np.array(rows, dtype=float).reshape(len(rows), 7)

    def half_widths(self) -> np.ndarray:
        """Half of the smallest width of every obstacle [m]; infinite for a wall, which has no other side."""
        return np.array([np.inf if isinstance(o, Wall) else o.half_width for o in self.obstacles], dtype=float)

    def corners(self) -> np.ndarray:
        """Corners of all polygons, one after the other."""
        found = [np.asarray(o.corners, dtype=float) for o in self.obstacles if isinstance(o, Polygon)]
        return np.vstack(found) if found else np.zeros((0, 2))


# --- How contact problems are solved.


MOST, MOST_PROX = 1000, 100_000  # iterations of a step: of the fast solvers; of the published one, which needs thousands


@dataclass(frozen=True)
class ContactSettings:
    """How contact problems are solved.

    solver: ``auto`` (Newton's method and, where it does not converge, Gauss-Seidel sweeps), one of these alone (``newton``,
    ``gauss-seidel``), or ``prox``, the published iteration with fixed r_normal and r_friction [kg].
    formulation: ``reduced``, in the engine's coordinates, or ``maximal``, the published one, for single runs by even steps.
    tolerance: largest natural-map residual of an accepted step, over the machine's weight times dt.
    most: iterations allowed; None: 1000, and 100 000 of ``prox``.
    implicit: joint torques at the end of the step, linearised; False: explicit, as published (needs dt below 3e-4 s for Aiko).
    overlap [m]: how deep the start pose may lie inside an obstacle.
    accuracy [m]: None steps as published, by dt; a length asks for steps of second order, at most dt long and as short as they
    must be for an error of that much in one step (of the mean way of all masses; ``math.inf``: all steps are dt).
    """

    solver: ContactSolver | str = ContactSolver.AUTO
    tolerance: float = 1e-8
    most: int | None = None
    implicit: bool = True
    r_normal: float = 0.01
    r_friction: float = 1.3
    overlap: float = 1e-3
    accuracy: float | None = None
    formulation: str = str(Formulation.REDUCED)

    def __post_init__(self) -> None:
        for name, what, words in (("solver", "contact solver", ContactSolver), ("formulation", "formulation", Formulation)):
            if getattr(self, name) not in list(words):
                raise unknown_name(what, getattr(self, name), list(words))
        object.__setattr__(self, "solver", chosen(ContactSolver, self.solver))
        object.__setattr__(self, "formulation", str(self.formulation))
        for name in ("tolerance", "r_normal", "r_friction", *(() if self.most is None else ("most",))):
            require_number(f"ContactSettings.{name}", getattr(self, name), above=0.0)
        require_number("ContactSettings.overlap", self.overlap, low=0.0, unit="m")
        if self.accuracy is not None and self.accuracy != math.inf:
            require_number("ContactSettings.accuracy", self.accuracy, above=0.0, unit="m")
        if self.accuracy is not None and self.formulation == Formulation.MAXIMAL:
            raise InputError(
                "accuracy asks for steps of second order, which formulation = 'maximal' has not. Leave out accuracy and give dt."
            )

    @property
    def iterations(self) -> int:
        """Iterations allowed in a step."""
        return self.most or (MOST_PROX if self.solver == ContactSolver.PROX else MOST)


def setting_in(attributes: Mapping[str, Any], name: str) -> Any:
    """A setting of contact that a run was made with; None where nothing legible stands."""
    text = str(attributes.get("contact_settings", "{}")).replace(": inf", ": 1e999")  # Python writes infinity as no number
    try:
        return ast.literal_eval(text).get(name)
    except (ValueError, SyntaxError, AttributeError, TypeError, MemoryError, RecursionError):
        return None


def accuracy_in(attributes: Mapping[str, Any]) -> float | None:
    """The accuracy of contact that a run was made with [m]; None for steps of one length, and where nothing legible stands."""
    found = setting_in(attributes, "accuracy")
    return float(found) if isinstance(found, (int, float)) else None


# --- The numbers of a scene that its tables hold: they can change from run to run, and runs be differentiated by them.
#
# They are no part of the compiled equations: a free parameter that is one of them is read where a run begins.

NUMBERS = {
    "scene.friction.forward": unnamed("1", "ground friction against sliding towards the links' x", low=0.0),
    "scene.friction.backward": unnamed("1", "ground friction against sliding towards the links' -x", low=0.0),
    "scene.friction.across": unnamed("1", "ground friction against sliding sideways", low=0.0),
    "scene.gravity": unnamed("m/s^2", "acceleration that presses the links on the ground", low=0.0),
    "scene.restitution": unnamed("1", "Newton's restitution of impacts", low=0.0, high=1.0),
    "scene.obstacle_friction": unnamed("1", "friction between links and obstacles", low=0.0),
}
GROUPS = {  # numbers that move together where they are equal
    "scene.friction": ((0, 1, 2), unnamed("1", "ground friction", low=0.0)),
    "scene.friction.along": ((0, 1), unnamed("1", "ground friction along the links", low=0.0)),
}


@dataclass(frozen=True)
class _SceneNumber:
    """A name for numbers of a scene. factors: how many times its value each of NUMBERS is, mostly 0."""

    value: float
    factors: tuple[float, ...]
    quantity: Parameter


def number_vector(scene: Scene) -> np.ndarray:
    """The numbers in the order of NUMBERS; those of ground that there is not are NaN."""
    ground = scene.ground
    sides = (np.nan,) * 3 if ground is None else (ground.forward, ground.backward, ground.across)
    return np.array([*sides, scene.gravity, scene.restitution, scene.obstacle_friction], dtype=float)


def scene_numbers(scene: Scene | None) -> dict[str, _SceneNumber]:
    """All numbers of a scene by name; friction that is the same to several sides also as one."""
    if scene is None:
        return {}
    values, unit = number_vector(scene), np.eye(len(NUMBERS))
    named = {**GROUPS, **{name: ((k,), quantity) for k, (name, quantity) in enumerate(NUMBERS.items())}}
    return {
        name: _SceneNumber(float(values[places[0]]), tuple(unit[list(places)].sum(axis=0).tolist()), quantity)
        for name, (places, quantity) in named.items()
        if np.isfinite(values[list(places)]).all() and np.ptp(values[list(places)]) == 0.0
    }


def with_numbers(scene: Scene, numbers: Sequence[float] | np.ndarray) -> Scene:
    """The scene with other numbers, in the order of NUMBERS."""
    sides, (gravity, restitution, rubbing) = numbers[:3], map(float, numbers[3:])
    friction = scene.friction if scene.ground is None else FrictionSet(*map(float, sides))
    return replace(scene, friction=friction, gravity=gravity, restitution=restitution, obstacle_friction=rubbing)
