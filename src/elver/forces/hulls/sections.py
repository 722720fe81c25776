"""Plane potential flow about a section that floats in water of finite depth: added mass, damping, loads of waves, metre by metre.

A long body across the waves, such as a barge in beam sea or a model that fills a flume from wall to wall, meets a plane flow. In
the plane of y (across, the way the waves go) and z (up, 0 at the surface), at the frequency w, with everything ~ exp(-i w t):

    lap phi = 0,     phi_z = (w^2/g) phi at the surface,     phi_z = 0 at the bottom z = -h,     phi_n = V_n on the body,
    phi_n = i k phi at the ends |y| = Y: waves leave,        w^2 = g k tanh(k h).

Green's second identity with G = ln(r)/(2 pi), and its image in the bottom, holds the potential on the boundary:

    phi(P)/2 = integral of (phi G_n - G phi_n) dl,           n out of the water,

solved by panels of constant phi along body, surface and ends. What is symmetric in y and what is not is solved apart, on a half.

Signs: the force on the body that moves by exp(-i w t) U is (i w A - B) U; waves of amplitude a, eta = a cos(k y - w t), push with
Re(a X exp(-i w t)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver._support.errors import InputError, require_number

FREEDOMS = ("sway", "heave", "roll")
_SYMMETRIC = (-1, 1, -1)  # of the three motions in y
_REACH = 6.0  # water beside the body in depths: what does not travel falls as exp(-pi reach / 2) at least
_GROWTH = 1.15  # of the surface's panels from the body outwards


@dataclass(frozen=True, eq=False)
class SectionContour:
    """The wetted contour of a section that is symmetric in y.

    points (n, 2) [m]: y, z of its right half, from the keel (y = 0) to the waterline (z = 0).
    """

    points: np.ndarray

    def __post_init__(self) -> None:
        points = np.asarray(self.points, dtype=float)
        if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
            raise InputError("the contour of a section needs three or more finite points (y, z) of its right half [m].")
        if points[0, 0] != 0 or points[-1, 1] != 0 or (points[1:, 0] <= 0).any() or (points[:-1, 1] >= 0).any():
            raise InputError(
                f"the contour of a section goes from ({points[0, 0]:.4g}, {points[0, 1]:.4g}) to ({points[-1, 0]:.4g}, "
                f"{points[-1, 1]:.4g}) m. Begin at the keel, y = 0, stay below the surface and end in it, z = 0."
            )
        object.__setattr__(self, "points", points)

    @classmethod
    def rounded_box(cls, beam: float, draught: float, bilge: float, panels: int = 16) -> SectionContour:
        """A box with rounded bilges [m]; ``panels`` along flat, round and side each, denser towards corners."""
        for name, value in (("beam", beam), ("draught", draught)):
            require_number(name, value, above=0.0, unit="m")
        if not 0 < bilge < min(beam / 2, draught):
            raise InputError(f"the bilge's radius is {bilge:g} m. Give one above 0 and below half the beam and the draught.")
        ease = np.sin(0.5 * np.pi * np.linspace(0, 1, panels + 1))  # denser at its end
        both = 0.5 * (1 - np.cos(np.pi * np.linspace(0, 1, panels + 1)))
        turn = np.linspace(-0.5 * np.pi, 0, panels + 1)[1:]
        corner = np.array([beam / 2 - bilge, bilge - draught])
        flat = np.column_stack([corner[0] * ease, np.full(panels + 1, -draught)])
        arc = corner + bilge * np.column_stack([np.cos(turn), np.sin(turn)])
        side = np.column_stack([np.full(panels, beam / 2), corner[1] * (1 - both[1:])])
        return cls(np.vstack([flat, arc, side]))

    @classmethod
    def half_circle(cls, radius: float, panels: int = 40) -> SectionContour:
        """A circle that floats at its middle [m]."""
        require_number("radius", radius, above=0.0, unit="m")
        turn = 0.5 * np.pi * (np.sin(0.5 * np.pi * np.linspace(0, 1, panels + 1)) - 1)
        points = radius * np.column_stack([np.cos(turn), np.sin(turn)])
        points[0, 0] = points[-1, 1] = 0.0
        return cls(points)

    @property
    def beam(self) -> float:
        """Width in the waterline [m]."""
        return float(2 * self.points[-1, 0])

    @property
    def draught(self) -> float:
        """Depth of the deepest point [m]."""
        return float(-self.points[:, 1].min())


@dataclass(frozen=True, eq=False)
class SectionFlow:
    """Plane flow about a section at one frequency, about the point of the waterline above the keel, order sway, heave, roll.

    wavenumber k [1/m]; added A (3, 3) [kg/m, kg, kg m]; damping B (3, 3) [kg/(s m), kg/s, kg m/s]; excitation X (3), complex, of
    waves towards +y [N/m^2, N/m], and the part of it by the undisturbed wave's pressure alone, ``froude_krylov``.
    """

    frequency: float
    wavenumber: float
    added: np.ndarray
    damping: np.ndarray
    excitation: np.ndarray
    froude_krylov: np.ndarray


def wavenumber(frequency: float | np.ndarray, depth: float, gravity: float = 9.81) -> np.ndarray:
    """k [1/m] of w^2 = g k tanh(k h) at frequencies w [rad/s] and a depth h [m], which may be infinite, by Newton's method."""
    deep = np.asarray(frequency, dtype=float) ** 2 / gravity
    if np.isinf(depth):
        return deep
    k = deep / np.sqrt(np.tanh(deep * depth))
    for _ in range(20):
        t = np.tanh(k * depth)
        k = k - (k * t - deep) / (t + k * depth * (1 - t * t))
    return k


def group_velocity(frequency: float | np.ndarray, depth: float, gravity: float = 9.81) -> np.ndarray:
    """c_g = dw/dk [m/s] at frequencies [rad/s] and a depth [m], which may be infinite: with which the energy of waves travels."""
    w, k = np.asarray(frequency, dtype=float), wavenumber(frequency, depth, gravity)
    shallow = np.zeros_like(w)
    if not np.isinf(depth):
        with np.errstate(over="ignore"):
            shallow = 2 * k * depth / np.sinh(2 * k * depth)
    return 0.5 * w / k * (1 + shallow)


def section_flow(
    contour: SectionContour,
    frequency: float,
    depth: float,
    density: float = 1000.0,
    gravity: float = 9.81,
    per_wave: int = 60,
    reach: float | None = None,
) -> SectionFlow:
    """Added mass, damping and loads of waves on a section at a frequency [rad/s] in water of a depth [m].

    per_wave: panels of the surface along a wave.   reach [m]: of the water beside the body.
    """
    require_number("frequency", frequency, above=0.0, unit="rad/s")
    require_number("depth", depth, above=0.0, unit="m")
    if depth <= contour.draught:
        raise InputError(f"the water is {depth:g} m deep and the section {contour.draught:g} m. Give deeper water.")
    k = float(wavenumber(frequency, depth, gravity))
    begin, end, counts = _panels(contour, depth, 2 * np.pi / k / per_wave, reach or _REACH * depth)
    body, surface, ends = np.split(np.arange(len(begin)), np.cumsum(counts)[:2])
    middle, along = 0.5 * (begin + end), end - begin
    length = np.hypot(*along.T)[body]
    normal = np.column_stack([-along[:, 1], along[:, 0]])[body] / length[:, None]  # out of the body
    y, z = middle[body].T
    modes = np.array([normal[:, 0], normal[:, 1], y * normal[:, 1] - z * normal[:, 0]])

    wave = np.exp(1j * k * y) * np.cosh(k * (z + depth)) / np.cosh(k * depth)
    slope = normal[:, 0] * 1j * k * wave + normal[:, 1] * k * np.tanh(k * (z + depth)) * wave  # along the normal
    amplitude = -1j * gravity / frequency  # of the potential of waves one metre high
    potentials, scattered, undisturbed = np.zeros((3, len(body)), complex), {}, {}
    for sign in (1, -1):
        sources, dipoles = _influences(begin, end, depth, sign)
        system = dipoles - 0.5 * np.eye(len(begin)) + 0j
        system[:, surface] -= frequency**2 / gravity * sources[:, surface]
        system[:, ends] -= 1j * k * sources[:, ends]
        own = [j for j in range(3) if _SYMMETRIC[j] == sign]
        incoming = amplitude * _part(slope, sign)
        answer = np.linalg.solve(system, sources[:, body] @ np.vstack([-modes[own], incoming]).T)[body].T
        potentials[own], scattered[sign], undisturbed[sign] = answer[:-1], answer[-1], amplitude * _part(wave, sign)
    integral = np.array(
        [
            [2 * np.sum(potentials[j] * modes[i] * length) if _SYMMETRIC[i] == _SYMMETRIC[j] else 0 for j in range(3)]
            for i in range(3)
        ]
    )
    push = -2j * frequency * density
    krylov = np.array([push * np.sum(undisturbed[s] * m * length) for s, m in zip(_SYMMETRIC, modes, strict=True)])
    spread = np.array([push * np.sum(scattered[s] * m * length) for s, m in zip(_SYMMETRIC, modes, strict=True)])
    added, damping = -density * integral.real, -density * frequency * integral.imag
    return SectionFlow(frequency, k, 0.5 * (added + added.T), 0.5 * (damping + damping.T), krylov + spread, krylov)


def _part(values: np.ndarray, sign: int) -> np.ndarray:
    """The part of something ~ exp(i k y) that is symmetric (1) or antisymmetric (-1) in y."""
    return values.real + 0j if sign > 0 else 1j * values.imag


def _panels(contour: SectionContour, depth: float, size: float, reach: float) -> tuple[np.ndarray, np.ndarray, Sequence[int]]:
    """Ends of the panels of the right half, the water on their right: body, surface, end; and how many there are of each."""
    body = contour.points[::-1]
    size = min(size, 0.25 * depth, 0.5 * contour.beam)
    places, step = [body[0, 0]], float(np.hypot(*(body[1] - body[0])))
    while places[-1] < body[0, 0] + reach:
        places.append(places[-1] + min(step, size))
        step *= _GROWTH
    far, rows = places[-1], max(int(np.ceil(depth / size)), 12)
    surface = np.column_stack([places, np.zeros(len(places))])[::-1]
    end = np.column_stack([np.full(rows + 1, far), np.linspace(-depth, 0, rows + 1)])
    lines = (body, surface, end)
    return (
        np.vstack([line[:-1] for line in lines]),
        np.vstack([line[1:] for line in lines]),
        [len(line) - 1 for line in lines],
    )


def _influences(begin: np.ndarray, end: np.ndarray, depth: float, sign: int) -> tuple[np.ndarray, np.ndarray]:
    """Integrals of G and of G_n over every panel (columns) at the middle of every panel (rows), with the images in the bottom
    and, by ``sign``, in the plane y = 0.
    """
    middle = 0.5 * (begin + end)
    sources, dipoles = np.zeros((2, len(begin), len(begin)))
    for mirrored, weight in ((False, 1), (True, sign)):
        for sunk in (False, True):
            a, b = begin.copy(), end.copy()
            for points in (a, b):
                points[:, 0] *= -1 if mirrored else 1
                points[:, 1] = -2 * depth - points[:, 1] if sunk else points[:, 1]
            if mirrored != sunk:  # an image turns round
                a, b = b, a
            source, dipole = _panel_integrals(middle, a, b)
            if not (mirrored or sunk):
                np.fill_diagonal(dipole, 0.0)
            sources, dipoles = sources + weight * source, dipoles + weight * dipole
    return sources, dipoles


def _panel_integrals(points: np.ndarray, begin: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Integrals of ln(r)/(2 pi) and of its slope along the normal over straight panels, exactly; (point, panel)."""
    along = end - begin
    length = np.hypot(*along.T)
    along = along / length[:, None]
    away = points[:, None] - begin
    x = np.einsum("pqk,qk->pq", away, along)
    z = away[..., 0] * along[:, 1] - away[..., 1] * along[:, 0]  # along the normal (t_z, -t_y), out of the water
    seen = np.arctan2(z * length, x * (x - length) + z * z)  # angle under which the panel is seen
    near, far = np.maximum(np.hypot(x, z), 1e-300), np.maximum(np.hypot(x - length, z), 1e-300)
    logs = x * np.log(near) - (x - length) * np.log(far) - length + z * seen
    return logs / (2 * np.pi), -seen / (2 * np.pi)
