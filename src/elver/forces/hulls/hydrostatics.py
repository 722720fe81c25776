"""Hydrostatics of a hull from its surface: volume, waterplane, stiffness, how it floats.

All integrals run over the wetted panels alone. A field (0, 0, f(x, y)) has no divergence, so by Gauss's theorem what leaves the
body through the waterplane z = 0 enters through the wetted surface S with outward normal n:

    integral of f over the waterplane = - integral of f n_z over S,      volume = integral of z n_z over S.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver._support.errors import InputError, require_number

# --- A closed surface of flat panels: checks, the part under water, and its volume and waterplane.

_MERGE = 1e-7  # vertices nearer than this times the size of the surface are one


@dataclass(frozen=True, eq=False)
class Surface:
    """Panels in the frame they were drawn in, z up. vertices (n, 3) [m]; faces (m, 4): indices, counter-clockwise seen from
    outside, a triangle repeats its last one.
    """

    vertices: np.ndarray
    faces: np.ndarray

    @classmethod
    def from_triangles(cls, corners: np.ndarray) -> Surface:
        """A surface from (m, 3, 3) corners: equal corners are merged, triangles without area left out."""
        corners = np.asarray(corners, dtype=float)
        points = corners.reshape(-1, 3)
        size = np.ptp(points, axis=0).max()
        _, first, index = np.unique(np.round(points / (_MERGE * size)), axis=0, return_index=True, return_inverse=True)
        faces = index.reshape(-1, 3)
        kept = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
        return cls(points[first], faces[kept][:, [0, 1, 2, 2]])

    @property
    def triangles(self) -> np.ndarray:
        """Corners of all triangles, (k, 3, 3) [m]; a quadrilateral is cut along a diagonal."""
        quads = self.faces[:, 2] != self.faces[:, 3]
        index = np.concatenate([self.faces[:, :3], self.faces[quads][:, [0, 2, 3]]])
        return self.vertices[index]

    @property
    def volume(self) -> float:
        """Enclosed volume [m^3]; negative where the panels are turned inside out."""
        a, b, c = np.moveaxis(self.triangles, 1, 0)
        return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)

    def open_edges(self) -> np.ndarray:
        """Ends (k, 2, 3) [m] of edges that do not join exactly two panels of one orientation; none of a watertight surface."""
        f = self.faces
        edges = np.concatenate([f[:, [0, 1]], f[:, [1, 2]], f[:, [2, 3]], f[:, [3, 0]]])
        edges = edges[edges[:, 0] != edges[:, 1]].astype(np.int64)
        n = len(self.vertices)
        keys, back = edges[:, 0] * n + edges[:, 1], edges[:, 1] * n + edges[:, 0]
        unique, counts = np.unique(keys, return_counts=True)
        wrong = unique[(counts > 1) | ~np.isin(unique, back)]
        return self.vertices[np.column_stack([wrong // n, wrong % n])]

    def moved(self, rotation: np.ndarray, shift: np.ndarray) -> Surface:
        """Turned about the origin, then shifted [m]."""
        return Surface(self.vertices @ np.asarray(rotation).T + shift, self.faces)


def checked(surface: Surface, name: str) -> Surface:
    """The surface where it is finite, watertight and turned outwards; otherwise an error with numbers."""
    if len(surface.faces) < 4 or not np.isfinite(surface.vertices).all():
        raise InputError(f"{name}: {len(surface.faces)} panels with finite corners. A closed hull needs four or more.")
    holes = surface.open_edges()
    if len(holes):
        first, second = (", ".join(f"{v:.4g}" for v in end) for end in holes[0])
        raise InputError(
            f"{name} is not watertight: {len(holes)} of its edges do not join exactly two panels of one orientation, "
            f"such as that from ({first}) to ({second}) m. "
            "Close the hull (deck included) and make all normals point outwards in the program that drew it."
        )
    if surface.volume <= 0:
        raise InputError(
            f"{name} encloses {surface.volume:.4g} m^3: its panels have negative area seen from outside. "
            "Flip the normals so that they point into the water."
        )
    return surface


def refined(surface: Surface, size: float) -> Surface:
    """The same surface with no edge longer than ``size`` [m]: every longer triangle is cut in two at its longest edge, again and
    again. Only edges that are too long are cut, and all at their middle, so that neighbours still meet along whole edges.
    """
    require_number("size of the panels", size, above=0.0, unit="m")
    short, long = [], surface.triangles
    while len(long):
        edges = np.linalg.norm(np.roll(long, -1, axis=1) - long, axis=2)
        cut_now = edges.max(axis=1) > size
        short.append(long[~cut_now])
        a, b, c = (long[cut_now, (edges[cut_now].argmax(axis=1) + k) % 3] for k in range(3))
        middle = 0.5 * (a + b)
        long = np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])
    return Surface.from_triangles(np.concatenate(short))


# --- under water ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Wetted:
    """The part below z = 0. volume [m^3]; centre of buoyancy (3) [m]; area of the wetted surface [m^2];
    waterplane: integrals of 1, x, y, x^2, xy, y^2 over it [m^2 .. m^4]; length and beam of its wetted points [m].
    """

    volume: float
    centre: np.ndarray
    area: float
    waterplane: np.ndarray
    length: float
    beam: float


def clipped(triangles: np.ndarray) -> np.ndarray:
    """The parts of triangles (k, 3, 3) below z = 0, as triangles."""
    below = triangles[:, :, 2] < 0
    count = below.sum(axis=1)
    pieces = [triangles[count == 3]]
    for wet in (1, 2):
        chosen, flags = triangles[count == wet], below[count == wet]
        odd = np.argmax(flags if wet == 1 else ~flags, axis=1)  # the corner that is alone on its side
        a, b, c = (chosen[np.arange(len(chosen)), (odd + k) % 3] for k in range(3))
        ab, ac = _cut(a, b), _cut(a, c)
        pieces += [np.stack([a, ab, ac], 1)] if wet == 1 else [np.stack([ab, b, c], 1), np.stack([ab, c, ac], 1)]
    return np.concatenate(pieces)


def _cut(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where the edges from a to b cross z = 0."""
    share = a[:, 2] / (a[:, 2] - b[:, 2])
    points = a + share[:, None] * (b - a)
    points[:, 2] = 0.0
    return points


def wetted(surface: Surface) -> _Wetted:
    """Volume, centre and waterplane of the part below z = 0; zeros for a surface that is all above."""
    t = clipped(surface.triangles)
    if not len(t):
        return _Wetted(0.0, np.zeros(3), 0.0, np.zeros(6), 0.0, 0.0)
    normal = 0.5 * np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    middle = 0.5 * (t + np.roll(t, -1, axis=1))  # three midpoints: exact for quadratics
    x, y, z = np.moveaxis(middle, 2, 0)

    def integral(values: np.ndarray) -> float:
        return float(np.sum(values.mean(axis=1) * normal[:, 2]))

    volume = integral(z)
    moments = np.array([integral(x * z), integral(y * z), 0.5 * integral(z * z)])
    plane = -np.array([integral(f) for f in (np.ones_like(x), x, y, x * x, x * y, y * y)])
    spans = np.ptp(t.reshape(-1, 3), axis=0)
    centre = moments / volume if volume > 0 else np.zeros(3)
    return _Wetted(volume, centre, float(np.linalg.norm(normal, axis=1).sum()), plane, float(spans[0]), float(spans[1]))


# --- How a hull floats: draught, trim and heel from weight and centre of mass, and the restoring matrix of the water.
#
# The restoring matrix here is the water's alone: it belongs to a buoyancy force that stays at its place in the hull. Weight
# acts on every body of the machine by itself (elver.forces.Gravity), so the usual term with the height of the centre of mass is
# not in it.

_STEPS = 60
_CLOSE = 1e-10  # last step of Newton's method, in sizes of the hull and rad
_LARGEST_TURN = 0.4  # rad
_LONGEST = 500.0  # m: no ship is longer
_SHALLOWEST = 1e-4  # draught over length: the hull of no boat


@dataclass(frozen=True)
class Floating:
    """A hull at rest. surface: in the level frame, waterplane z = 0, below the mesh's own origin in x and y.

    heave [m], trim and heel [rad]: pose of the mesh's frame in the level frame, rotation Ry(trim) Rx(heel).
    mass [kg]; centre (3) of mass [m]; wet: volume, centre of buoyancy, waterplane; restoring 3x3 on heave, roll, pitch;
    metacentric heights, lateral and longitudinal [m]: negative where the hull alone would turn over.
    """

    surface: Surface
    heave: float
    trim: float
    heel: float
    mass: float
    centre: np.ndarray
    wet: _Wetted
    restoring: np.ndarray
    metacentric: tuple[float, float]


def _restoring_matrix(wet: _Wetted, density: float, gravity: float) -> np.ndarray:
    """Waterplane stiffness on (heave, roll, pitch) about the frame's origin [N/m, N, N m/rad].

    A point of the waterplane sinks by -(z + y phi - x theta).
    """
    area, x, y, xx, xy, yy = wet.waterplane
    return density * gravity * np.array([[area, y, -x], [y, yy, -xy], [-x, -xy, xx]])


def turned(trim: float, heel: float) -> np.ndarray:
    """Ry(trim) Rx(heel)."""
    ct, st, ch, sh = np.cos(trim), np.sin(trim), np.cos(heel), np.sin(heel)
    return np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]]) @ np.array([[1, 0, 0], [0, ch, -sh], [0, sh, ch]])


def float_hull(
    surface: Surface,
    mass: float,
    centre: Sequence[float] | np.ndarray,
    density: float = 1000.0,
    gravity: float = 9.81,
    name: str = "the hull",
) -> Floating:
    """The floating pose of a closed hull of ``mass`` [kg] with its centre of mass at ``centre`` [m, mesh frame]. Newton."""
    checked(surface, name)
    require_number("mass", mass, above=0.0, unit="kg")
    require_number("gravity", gravity, above=0.0, unit="m/s^2")
    centre = np.asarray(centre, dtype=float)
    if centre.shape != (3,) or not np.isfinite(centre).all():
        raise InputError(f"centre = {centre.tolist()}. Give three finite numbers, in metres, in the frame of the mesh.")
    if mass >= density * surface.volume:
        raise InputError(
            f"{name} does not float: it weighs {mass:.4g} kg and displaces at most {density * surface.volume:.4g} kg "
            f"({surface.volume:.4g} m^3). Give a smaller mass, or a larger hull; lengths are in metres."
        )
    pose = _start_pose(surface, mass / density)
    _sensible(surface, pose[0], mass, name)
    size = np.ptp(surface.vertices, axis=0).max()
    for _ in range(_STEPS):
        state = _afloat(surface, pose, mass, centre, density, gravity)
        residual, stiffness = _imbalance(state, density, gravity)
        step = np.linalg.solve(stiffness, residual)
        if np.abs(step[0]) < _CLOSE * size and np.abs(step[1:]).max() < _CLOSE:
            return _near_upright(state, name)
        pose = pose + step * min(1.0, 0.1 / max(np.abs(step[1:]).max(), 1e-300), 0.1 * size / max(abs(step[0]), 1e-300))
    raise InputError(
        f"{name} finds no floating pose with {mass:.4g} kg at {centre.tolist()} m in {_STEPS} steps; the last one moved it by "
        f"{abs(step[0]):.2g} m and {np.abs(step[1:]).max():.2g} rad. Check the mesh, the mass and the centre of mass."
    )


def _sensible(surface: Surface, heave: float, mass: float, name: str) -> None:
    """Refuse a hull longer than any ship, and one that hardly touches the water: most often drawn in another unit."""
    length, draught = float(np.ptp(surface.vertices, axis=0)[:2].max()), float(-surface.vertices[:, 2].min() - heave)
    if length <= _LONGEST and draught >= _SHALLOWEST * length:
        return
    raise InputError(
        f"{name} is {length:.4g} m long and floats {draught:.3g} m deep with {mass:.4g} kg. A hull may be up to {_LONGEST:g} m "
        f"long, and no less deep than {_SHALLOWEST:g} of its length. Drawn in millimetres? Use --scale 0.001 "
        "(in Python: read_mesh(path, scale=0.001)). Otherwise check the mass."
    )


def stability_warnings(metacentric: Sequence[float]) -> list[str]:
    """A sentence for roll and for pitch where the metacentric height [m] is negative."""
    return [
        f"the metacentric height is {height:.3g} m in {axis}: upright the hull capsizes, with its mass as one block. Lower the "
        "centre of mass (--centre), widen the waterplane, or keep it upright by something else, as oars do."
        for axis, height in zip(("roll", "pitch"), metacentric, strict=False)
        if height < 0
    ]


def _near_upright(state: Floating, name: str) -> Floating:
    """The state where it is a small turn away from the drawn one, as the linear theory needs; otherwise an error."""
    if max(abs(state.trim), abs(state.heel)) > _LARGEST_TURN:
        raise InputError(
            f"{name} finds no floating pose near the drawn one with {state.mass:.4g} kg: its trim becomes "
            f"{np.degrees(state.trim):.3g} deg, its heel {np.degrees(state.heel):.3g} deg. Move the centre of mass over the hull."
        )
    return state


def _start_pose(surface: Surface, volume: float) -> np.ndarray:
    """Upright (heave, heel, trim) at which the hull displaces ``volume`` [m^3]; bisection."""
    low, high = -surface.vertices[:, 2].max(), -surface.vertices[:, 2].min()
    for _ in range(30):
        middle = 0.5 * (low + high)
        sunk = wetted(surface.moved(np.eye(3), np.array([0, 0, middle]))).volume
        low, high = (middle, high) if sunk > volume else (low, middle)
    return np.array([0.5 * (low + high), 0.0, 0.0])


def _afloat(
    surface: Surface, pose: Sequence[float] | np.ndarray, mass: float, centre: np.ndarray, density: float, gravity: float
) -> Floating:
    """The hull in the level frame at (heave, heel, trim), with everything that follows from the pose."""
    heave, heel, trim = (float(p) for p in pose)
    rotation, shift = turned(trim, heel), np.array([0.0, 0.0, heave])
    level = surface.moved(rotation, shift)
    wet, com = wetted(level), rotation @ centre + shift
    restoring = _restoring_matrix(wet, density, gravity)
    high = [restoring[k, k] / (density * gravity * wet.volume) + wet.centre[2] - com[2] for k in (1, 2)]
    return Floating(level, heave, trim, heel, mass, com, wet, restoring, (float(high[0]), float(high[1])))


def _imbalance(state: Floating, density: float, gravity: float) -> tuple[np.ndarray, np.ndarray]:
    """Residual (upward force, moments about x and y of the frame's origin) and the stiffness that answers it."""
    weight, lift = state.mass * gravity, density * gravity * state.wet.volume
    b, c = state.wet.centre, state.centre
    residual = np.array([lift - weight, b[1] * lift - c[1] * weight, -b[0] * lift + c[0] * weight])
    height = lift * b[2] - weight * c[2]
    return residual, state.restoring + np.diag([0.0, height, height])
