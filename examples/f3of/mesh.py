"""The wetted surface of F3OF, a barge with two hinged flaps, as panels: ``python examples/f3of/mesh.py [SIZE]`` tells volumes.

Four columns stand on a frame of round beams, 9 m below the surface; at both ends of the frame a flap of two halves, 9 m high, is
hinged between the middle beam and the columns. Columns and beams have eight sides, as in the meshes that were published with the
comparison of codes (Project-SEA-Stack/HydroChrono, demos/f3of). Where the flaps' ends meet the frame there is no surface.

Frame: x forward, y to port, z up from the water at rest. All lengths in metres. Half of it, y > 0, is drawn; the
rest is its mirror.
"""

from __future__ import annotations

import itertools
import sys
from itertools import pairwise

import numpy as np

HINGES = (-12.5, 12.5)  # x of the flaps' hinges: fore (where waves come from), aft
HINGE_DEPTH = 9.0
BASE, FORE, AFT = range(3)
_COLUMN = 12.5  # x and y of the columns
_NODE = 4.0  # x of the beams across


class _Panels:
    """Quadrilaterals (a triangle repeats its last corner) with the body each belongs to."""

    def __init__(self, size: float) -> None:
        self.size, self.corners, self.bodies, self.body = size, [], [], BASE

    def add(self, corners: np.ndarray, outwards: np.ndarray) -> None:
        """Panels (n, 4, 3), turned such that their normals point along ``outwards``."""
        for panel in np.asarray(corners, float):
            normal = np.cross(panel[2] - panel[0], panel[3] - panel[1])
            self.corners.append(panel if normal @ outwards > 0 else panel[[1, 0, 3, 2]])
            self.bodies.append(self.body)

    def patch(self, corner: np.ndarray, u: np.ndarray, v: np.ndarray, outwards: np.ndarray, graded: str = "") -> None:
        """A parallelogram, cut into panels of about ``size``; smaller ones towards its edges along the sides that ``graded``
        names, where the flow turns round them.
        """
        corner, u, v = (np.asarray(one, float) for one in (corner, u, v))
        n, m = (max(1, round(float(np.linalg.norm(one)) / self.size)) for one in (u, v))
        shares = [np.linspace(0, 1, count + 1) for count in (n, m)]
        for k, side in enumerate("uv"):
            if side in graded:
                shares[k] = 0.5 * (1 - np.cos(np.pi * shares[k]))
        for a, b in pairwise(shares[0]):
            for c, d in pairwise(shares[1]):
                self.add([[corner + u * x + v * y for x, y in ((a, c), (b, c), (b, d), (a, d))]], outwards)

    def triangle(self, a: np.ndarray, b: np.ndarray, c: np.ndarray, outwards: np.ndarray) -> None:
        self.add([[a, b, c, c]], outwards)


def _octagon(radius: float) -> np.ndarray:
    """Corners (9, 2), the first again at the end; two of them on each axis."""
    turn = np.linspace(0, 2 * np.pi, 9)
    return radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _tube(panels: _Panels, centre: tuple, axis: int, start: float, stop: float, radius: float, half: bool = False) -> None:
    """The sides of a beam of eight sides along an axis; ``half``: those with y > 0 of one that lies on y = 0."""
    across = [k for k in range(3) if k != axis]
    ring = _octagon(radius)
    for a, b in itertools.pairwise(ring):
        if half and 0.5 * (a + b)[across.index(1)] < 0:
            continue
        first, second, along = np.zeros((3, 3))
        first[across], second[across] = a, b
        along[axis] = stop - start
        corner = np.array(centre, float)
        corner[axis] = start
        panels.patch(corner + first, second - first, along, first + second)


def _face(panels: _Panels, centre: tuple, axis: int, sign: int, spans: tuple, hole: float = 0.0, half: bool = False) -> None:
    """A rectangle across an axis with half widths ``spans`` along the other two, less a hole of eight sides that touches the
    nearer pair of its edges; ``half``: the part y > 0 of one that is centred on y = 0.
    """
    across = [k for k in range(3) if k != axis]
    normal = np.zeros(3)
    normal[axis] = sign
    lows = [-spans[0], -spans[1]]
    if half:
        lows[across.index(1)] = 0.0

    def at(u: float, v: float) -> np.ndarray:
        point = np.array(centre, float)
        point[across] += (u, v)
        return point

    def rectangle(u0: float, u1: float, v0: float, v1: float) -> None:
        if u1 - u0 > 1e-9 and v1 - v0 > 1e-9:
            panels.patch(at(u0, v0), at(u1, v0) - at(u0, v0), at(u0, v1) - at(u0, v0), normal)

    if not hole:
        rectangle(lows[0], spans[0], lows[1], spans[1])
        return
    for side in (-1, 1):  # strips beside the square about the hole
        for k in range(2):
            if spans[k] > hole and not (half and across[k] == 1 and side < 0):
                bounds = [[lows[0], spans[0]], [lows[1], spans[1]]]
                bounds[k] = sorted((side * hole, side * spans[k]))
                rectangle(*bounds[0], *bounds[1])
    diagonal = hole / np.sqrt(2)
    for su in (-1, 1):
        for sv in (-1, 1):
            if half and (su, sv)[across.index(1)] < 0:
                continue
            corner, inner = at(su * hole, sv * hole), at(su * diagonal, sv * diagonal)
            panels.triangle(at(su * hole, 0), corner, inner, normal)
            panels.triangle(corner, at(0, sv * hole), inner, normal)


def _frame(panels: _Panels) -> None:
    """Columns, beams and the blocks where they meet."""
    z, h = -HINGE_DEPTH, 1.0  # of the beams' axes; half a block, and radius of a beam
    for s in (-1, 1):
        x = s * _COLUMN
        corner = (x, _COLUMN, z)
        _tube(panels, corner, 2, -8.0, 0.0, 1.5)
        _tube(panels, corner, 2, -12.0, -10.0, 1.5)
        ring = _octagon(1.5)
        for a, b in itertools.pairwise(ring):
            foot = [np.array([x + p[0], _COLUMN + p[1], -12.0]) for p in (a, b)]
            panels.triangle(np.array([x, _COLUMN, -12.0]), *foot, np.array([0, 0, -1.0]))
        for up in (-1, 1):
            _face(panels, (x, _COLUMN, z + up * h), 2, up, (1.5, 1.5), 1.5)
        _face(panels, (x + s * 1.5, _COLUMN, z), 0, s, (1.5, h))
        _face(panels, (x - s * 1.5, _COLUMN, z), 0, -s, (1.5, h), h)
        _face(panels, (x, _COLUMN + 1.5, z), 1, 1, (1.5, h))
        for side in (-1, 1):  # the inner side beside the hinge's bearing, and the bearing
            panels.patch((x + side * 1.0, 11.0, z - h), (side * 0.5, 0, 0), (0, 0, 2 * h), np.array([0, -1.0, 0]))
            panels.patch((x + side * 1.0, 10.5, z - h), (0, 0.5, 0), (0, 0, 2 * h), np.array([side, 0, 0]))
        for up in (-1, 1):
            panels.patch((x - 1.0, 10.5, z + up * h), (0, 0.5, 0), (2.0, 0, 0), np.array([0, 0, up]))
        node, _middle = s * _NODE, (s * _NODE, 0.0, z)
        _tube(panels, (0, _COLUMN, z), 0, *sorted((s * 5.0, s * 11.0)), h)
        _tube(panels, (node, 0, z), 1, 1.0, 11.5, h)
        _tube(panels, (0, 0, z), 0, *sorted((s * 5.0, s * 11.5)), h, half=True)
        for turn in (-1, 1):  # blocks of the side beams, of the middle beam, and at its end
            _face(panels, (node + turn * h, _COLUMN, z), 0, turn, (h, h), h)
            _face(panels, (node + turn * h, 0, z), 0, turn, (h, h), h, half=True)
            _face(panels, (node, _COLUMN, z + turn * h), 2, turn, (h, h))
            _face(panels, (node, 0, z + turn * h), 2, turn, (h, h), half=True)
            _face(panels, (x, 0, z + turn * h), 2, turn, (h, h), half=True)
        _face(panels, (node, _COLUMN + h, z), 1, 1, (h, h))
        _face(panels, (node, _COLUMN - h, z), 1, -1, (h, h), h)
        _face(panels, (node, h, z), 1, 1, (h, h), h)
        _face(panels, (x - s * h, 0, z), 0, -s, (h, h), h, half=True)
        _face(panels, (x + s * h, 0, z), 0, s, (h, h), half=True)
        diagonal = 1 / np.sqrt(2)
        for y, out in ((1.0, 1.0), (10.5, -1.0)):  # what a flap's round foot leaves of the blocks' sides
            for side in (-1, 1):
                low, edge = np.array([x + side, y, z - 1]), np.array([x + side * diagonal, y, z - diagonal])
                panels.triangle(np.array([x + side, y, z]), low, edge, np.array([0, out, 0]))
                panels.triangle(low, np.array([x, y, z - 1]), edge, np.array([0, out, 0]))
    _tube(panels, (0, _COLUMN, z), 0, -3.0, 3.0, h)
    _tube(panels, (0, 0, z), 0, -3.0, 3.0, h, half=True)


def _flap(panels: _Panels, x: float) -> None:
    """The half y > 0 of a flap: walls, ends above the bearings, a round foot."""
    for side in (-1, 1):
        panels.patch((x + side, 1.0, -HINGE_DEPTH), (0, 9.5, 0), (0, 0, HINGE_DEPTH), np.array([side, 0, 0]), "uv")
    for y, out in ((1.0, -1.0), (10.5, 1.0)):
        panels.patch((x - 1.0, y, -8.0), (2.0, 0, 0), (0, 0, 8.0), np.array([0, out, 0]), "v")
    ring = _octagon(1.0)[4:]
    for a, b in itertools.pairwise(ring):
        corner, across = np.array([x + a[0], 1.0, a[1] - HINGE_DEPTH]), np.array([b[0] - a[0], 0, b[1] - a[1]])
        panels.patch(corner, across, (0, 9.5, 0), np.array([*(a + b)[:1], 0, (a + b)[1]]), "v")


def half_panels(size: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Corners (n, 4, 3) [m] of the panels with y > 0, normals into the water, and the body (n) of each."""
    panels = _Panels(size)
    _frame(panels)
    for panels.body, x in ((FORE, HINGES[0]), (AFT, HINGES[1])):
        _flap(panels, x)
    return np.array(panels.corners), np.array(panels.bodies)


def volumes(corners: np.ndarray, bodies: np.ndarray) -> np.ndarray:
    """Displaced volume [m^3] of each body, both halves, by Gauss's theorem from z n_z."""
    first, second = corners[:, [0, 1, 2]].mean(axis=1), corners[:, [0, 2, 3]].mean(axis=1)
    halves = [0.5 * np.cross(corners[:, k] - corners[:, 0], corners[:, k + 1] - corners[:, 0])[:, 2] for k in (1, 2)]
    share = 2 * (first[:, 2] * halves[0] + second[:, 2] * halves[1])
    return np.array([share[bodies == body].sum() for body in (BASE, FORE, AFT)])


if __name__ == "__main__":
    found = half_panels(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
    print(f"{2 * len(found[0])} panels; volumes of base, fore and aft flap: {volumes(*found).round(2)} m^3")
