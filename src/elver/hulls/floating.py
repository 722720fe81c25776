"""How a hull floats: draught, trim and heel from weight and centre of mass, and the restoring matrix of the water.

The restoring matrix here is the water's alone: it belongs to a buoyancy force that stays at its place in the hull. Weight acts on
every body of the machine by itself (elver.Gravity), so the usual term with the height of the centre of mass is not in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError, require_number
from elver.hulls.surface import Surface, Wetted, checked, wetted

STEPS = 60
CLOSE = 1e-10  # last step of Newton's method, in sizes of the hull and rad
LARGEST_TURN = 0.4  # rad
LONGEST = 500.0  # m: no ship is longer
SHALLOWEST = 1e-4  # draught over length: the hull of no boat


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
    wet: Wetted
    restoring: np.ndarray
    metacentric: tuple[float, float]


def restoring_matrix(wet: Wetted, density: float, gravity: float) -> np.ndarray:
    """Waterplane stiffness on (heave, roll, pitch) about the frame's origin [N/m, N, N m/rad].

    A point of the waterplane sinks by -(z + y phi - x theta).
    """
    area, x, y, xx, xy, yy = wet.waterplane
    return density * gravity * np.array([[area, y, -x], [y, yy, -xy], [-x, -xy, xx]])


def turned(trim: float, heel: float) -> np.ndarray:
    """Ry(trim) Rx(heel)."""
    ct, st, ch, sh = np.cos(trim), np.sin(trim), np.cos(heel), np.sin(heel)
    return np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]]) @ np.array([[1, 0, 0], [0, ch, -sh], [0, sh, ch]])


def float_hull(surface: Surface, mass: float, centre, density=1000.0, gravity=9.81, name: str = "the hull") -> Floating:
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
    pose = start_pose(surface, mass / density)
    sensible(surface, pose[0], mass, name)
    size = np.ptp(surface.vertices, axis=0).max()
    for _ in range(STEPS):
        state = afloat(surface, pose, mass, centre, density, gravity)
        residual, stiffness = imbalance(state, density, gravity)
        step = np.linalg.solve(stiffness, residual)
        if np.abs(step[0]) < CLOSE * size and np.abs(step[1:]).max() < CLOSE:
            return near_upright(state, name)
        pose = pose + step * min(1.0, 0.1 / max(np.abs(step[1:]).max(), 1e-300), 0.1 * size / max(abs(step[0]), 1e-300))
    raise InputError(
        f"{name} finds no floating pose with {mass:.4g} kg at {centre.tolist()} m in {STEPS} steps; the last one moved it by "
        f"{abs(step[0]):.2g} m and {np.abs(step[1:]).max():.2g} rad. Check the mesh, the mass and the centre of mass."
    )


def sensible(surface: Surface, heave: float, mass: float, name: str) -> None:
    """Refuse a hull longer than any ship, and one that hardly touches the water: most often drawn in another unit."""
    length, draught = float(np.ptp(surface.vertices, axis=0)[:2].max()), float(-surface.vertices[:, 2].min() - heave)
    if length <= LONGEST and draught >= SHALLOWEST * length:
        return
    raise InputError(
        f"{name} is {length:.4g} m long and floats {draught:.3g} m deep with {mass:.4g} kg. A hull may be up to {LONGEST:g} m "
        f"long, and no less deep than {SHALLOWEST:g} of its length. Drawn in millimetres? Use --scale 0.001 "
        "(in Python: read_mesh(path, scale=0.001)). Otherwise check the mass."
    )


def stability_warnings(metacentric) -> list[str]:
    """A sentence for roll and for pitch where the metacentric height [m] is negative."""
    return [
        f"the metacentric height is {height:.3g} m in {axis}: upright the hull capsizes, with its mass as one block. Lower the "
        "centre of mass (--centre), widen the waterplane, or keep it upright by something else, as oars do."
        for axis, height in zip(("roll", "pitch"), metacentric, strict=False)
        if height < 0
    ]


def near_upright(state: Floating, name: str) -> Floating:
    """The state where it is a small turn away from the drawn one, as the linear theory needs; otherwise an error."""
    if max(abs(state.trim), abs(state.heel)) > LARGEST_TURN:
        raise InputError(
            f"{name} finds no floating pose near the drawn one with {state.mass:.4g} kg: its trim becomes "
            f"{np.degrees(state.trim):.3g} deg, its heel {np.degrees(state.heel):.3g} deg. Move the centre of mass over the hull."
        )
    return state


def start_pose(surface: Surface, volume: float) -> np.ndarray:
    """Upright (heave, heel, trim) at which the hull displaces ``volume`` [m^3]; bisection."""
    low, high = -surface.vertices[:, 2].max(), -surface.vertices[:, 2].min()
    for _ in range(30):
        middle = 0.5 * (low + high)
        sunk = wetted(surface.moved(np.eye(3), np.array([0, 0, middle]))).volume
        low, high = (middle, high) if sunk > volume else (low, middle)
    return np.array([0.5 * (low + high), 0.0, 0.0])


def afloat(surface: Surface, pose, mass, centre, density, gravity) -> Floating:
    """The hull in the level frame at (heave, heel, trim), with everything that follows from the pose."""
    heave, heel, trim = (float(p) for p in pose)
    rotation, shift = turned(trim, heel), np.array([0.0, 0.0, heave])
    level = surface.moved(rotation, shift)
    wet, com = wetted(level), rotation @ centre + shift
    restoring = restoring_matrix(wet, density, gravity)
    high = [restoring[k, k] / (density * gravity * wet.volume) + wet.centre[2] - com[2] for k in (1, 2)]
    return Floating(level, heave, trim, heel, mass, com, wet, restoring, (float(high[0]), float(high[1])))


def imbalance(state: Floating, density: float, gravity: float):
    """Residual (upward force, moments about x and y of the frame's origin) and the stiffness that answers it."""
    weight, lift = state.mass * gravity, density * gravity * state.wet.volume
    b, c = state.wet.centre, state.centre
    residual = np.array([lift - weight, b[1] * lift - c[1] * weight, -b[0] * lift + c[0] * weight])
    height = lift * b[2] - weight * c[2]
    return residual, state.restoring + np.diag([0.0, height, height])
