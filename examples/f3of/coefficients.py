"""Radiation and loads of head waves on F3OF by Capytaine: ``python examples/f3of/coefficients.py`` writes coefficients.npz.

Nine freedoms: surge, heave and pitch of the base about (0, 0, -9 m), then of each flap about its hinge, fore before aft; the
machine and the waves are the same on both sides. About ten minutes on one free core.

Panels of one metre give the flaps 1.5 % more added mass than panels of 0.7 m do. So every freedom's row and column is scaled to
what the finer mesh says at 0.42 rad/s, near the flaps' natural frequency; how all goes with the frequency is told by the coarser.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import mesh

from elver._support.display import Progress
from elver.forces.hulls import wave_tables
from elver.forces.hulls.radiation import radiation_at

FOLDER = Path(__file__).parent
FREQUENCIES = 0.02 * np.arange(1, 151)  # rad/s
REFERENCE, FINE = 0.42, 0.7  # rad/s, m
DENSITY, GRAVITY = 1025.0, 9.81
FREEDOMS = ("surge", "heave", "pitch")
ORIGINS = np.array([[0.0, 0.0, -mesh.HINGE_DEPTH], *([x, 0.0, -mesh.HINGE_DEPTH] for x in mesh.HINGES)])


def body(size: float = 1.0) -> Any:
    """Capytaine's body of base and flaps, mirrored in y = 0."""
    import capytaine

    corners, owners = mesh.half_panels(size)
    half = capytaine.Mesh(corners.reshape(-1, 3), np.arange(4 * len(corners)).reshape(-1, 4))
    whole = capytaine.ReflectionSymmetricMesh(half, plane="xOz")
    owners = np.concatenate([owners, owners])
    motions = {}
    for k, name in enumerate(("base", "fore", "aft")):
        own = (owners == k)[:, None]
        arm = whole.faces_centers - ORIGINS[k]
        motions[f"{name} surge"] = own * np.array([1.0, 0, 0])
        motions[f"{name} heave"] = own * np.array([0, 0, 1.0])
        motions[f"{name} pitch"] = own * np.cross([0, 1.0, 0], arm)
    return capytaine.FloatingBody(mesh=whole, dofs=motions, name="f3of")


def main() -> None:
    with Progress(len(FREQUENCIES) + 1, "radiation and diffraction", True, unit="frequencies") as bar:
        radiation, waves = wave_tables(body(), FREQUENCIES, [0.0], DENSITY, GRAVITY, progress=lambda w: bar.advance(1))
    fine = radiation_at(body(FINE), REFERENCE, DENSITY, GRAVITY)
    write(radiation.frequencies, radiation.added, radiation.damping, radiation.infinite, waves.force[:, 0], fine)


def write(w: np.ndarray, added: np.ndarray, damping: np.ndarray, infinite: np.ndarray, load: np.ndarray, fine: tuple) -> None:
    """All of it, scaled to the ``fine`` added mass and damping at REFERENCE, in single precision, upper triangles alone."""
    at = int(np.argmin(np.abs(w - REFERENCE)))
    ratios = [np.sqrt(np.diag(new) / np.diag(old)) for new, old in zip(fine, (added[at], damping[at]), strict=True)]
    added, infinite = (part * np.outer(ratios[0], ratios[0]) for part in (added, infinite))
    damping, load = damping * np.outer(ratios[1], ratios[1]), load * ratios[1]  # loads go with the root of the damping
    upper = np.triu_indices(9)
    triangles = {name: part[..., upper[0], upper[1]].astype(np.float32) for name, part in
                 {"added": added, "damping": damping, "infinite": infinite}.items()}  # fmt: skip
    np.savez_compressed(FOLDER / "coefficients.npz", frequencies=w, load=load.astype(np.complex64), **triangles)


if __name__ == "__main__":
    main()
