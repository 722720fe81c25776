"""Whether a machine starts free of obstacles and of itself, and where it could."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled.shipped.loops import loop_at
from elver.contact.scene import Scene
from elver.contact.settings import ContactSettings
from elver.contact.terms import ContactTerms
from elver.errors import InputError

PUSHES, RAYS, RINGS = 100, 16, 0.005 * 1.25 ** np.arange(25)  # search for a free start: rings from 5 mm to 1 m


class Overlap(NamedTuple):
    """A body inside an obstacle: gap [m], below 0, and the normal along which it comes out."""

    gap: float
    normal: np.ndarray
    body: str
    obstacle: str


def deepest_overlap(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray) -> Overlap | None:
    """The deepest overlap at coordinates q; None where nothing overlaps."""
    deepest = loop_at("elver.contact.overlaps:deepest")
    gap, nx, ny, link, k = deepest(terms.link_poses(q, p), terms.outlines, scene.table(), scene.corners())
    if not gap < 0:
        return None
    return Overlap(gap, np.array([nx, ny]), terms.bodies[link], scene.obstacles[k].name or f"number {k + 1}")


def nearest_free_position(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray) -> np.ndarray | None:
    """Place (x, y) [m] of the base at which nothing overlaps, close by: pushed out of the deepest overlap again and again.

    Where that goes to and fro between obstacles, the first free place on rings around the start.
    """
    q, start = q.copy(), q[:2].copy()
    for _ in range(PUSHES):
        found = deepest_overlap(terms, scene, q, p)
        if found is None:
            return q[:2]
        q[:2] += (1e-6 - found.gap) * found.normal
    for distance in RINGS:
        for angle in 2 * np.pi * np.arange(RAYS) / RAYS:
            q[:2] = start + distance * np.array([np.cos(angle), np.sin(angle)])
            if deepest_overlap(terms, scene, q, p) is None:
                return q[:2]
    return None


def deepest_reached(terms: ContactTerms, scene: Scene) -> float:
    """Depth [m] in which a machine on its way may find itself: half the radius of its thinnest link or thinnest obstacle.

    Moreau's scheme knows gaps only as velocities: what passes into an obstacle within a step stays there until it moves out.
    """
    return 0.5 * float(min(terms.outlines[:, 1].min(initial=np.inf), scene.half_widths().min(initial=np.inf)))


def check_start(
    terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray, settings: ContactSettings, reached: bool = False
) -> None:
    """Refuse a start inside an obstacle, with the name, the depth and the nearest free place; and links inside each other.

    reached: another machine came there by itself; it may lie deeper.
    """
    check_pairs(terms, scene, q, p, max(settings.overlap, 0.5 * float(terms.outlines[:, 1].min()) if reached else 0.0))
    found = deepest_overlap(terms, scene, q, p)
    if found is None or found.gap >= -max(settings.overlap, deepest_reached(terms, scene) if reached else 0.0):
        return
    free = nearest_free_position(terms, scene, q, p)
    way = "No free place was found nearby." if free is None else f"A free place is start position ({free[0]:.5g}, {free[1]:.5g})."
    raise InputError(f"the start pose puts {found.body} {-found.gap:.4g} m inside obstacle {found.obstacle}. {way}")


def check_pairs(terms: ContactTerms, scene: Scene, q: np.ndarray, p: np.ndarray, allowed: float) -> None:
    """Refuse a start in which links that can touch each other overlap by more than ``allowed`` [m]: they would lock."""
    if not scene.self_contact:
        return
    gap, first, second = loop_at("elver.contact.overlaps:deepest_pair")(terms.link_poses(q, p), terms.outlines, terms.meets)
    if gap < -allowed:
        raise InputError(
            f"the start pose puts bodies {terms.bodies[first]} and {terms.bodies[second]} {-gap:.4g} m inside each other, and "
            "self_contact lets them touch: they are not joined by a joint. Start them apart, give them smaller contours, join "
            "them by a fixed joint where they are one piece, or leave self_contact out."
        )
