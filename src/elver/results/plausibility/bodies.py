"""Bodies that pass through each other: a coarse look with capsules that lie inside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from elver.results.plausibility.check import Check, Found, Seen
from elver.robot import Body, Box, Robot
from elver.spatial import rotate

INSIDE = 0.8  # of a body's length and of its thinner half axis: the capsule that lies inside it
SAMPLES, MOST = 100, 200_000  # instants that are looked at, and pairs times instants at most
ROUNDING = 1e-12  # square of the sine of an angle, below which segments are parallel
DEEPEST = 0.5  # of the thinner capsule's radius


@dataclass(frozen=True, eq=False)
class Capsules:
    """Segments with a radius in the frames of some bodies: numbers of the bodies, middles, half vectors [m], radii [m]."""

    bodies: np.ndarray
    middles: np.ndarray
    halves: np.ndarray
    radii: np.ndarray


def capsule(body: Body) -> tuple[np.ndarray, np.ndarray, float] | None:
    """Middle, half vector and radius of a capsule inside a body [m, body frame]; None where its form is not known."""
    if body.virtual:
        return None
    strip = body.strip if body.strip is not None or body.shape is None else body.shape.strip()
    if strip is not None:
        middle, axis, length = np.asarray(strip.middle, float), np.asarray(strip.axes[:, 0], float), float(strip.length)
        thin = float(min(strip.half_width, strip.half_height))
    elif isinstance(body.shape, Box):
        edges = np.array([body.shape.l1, body.shape.l2, body.shape.l3], dtype=float)
        middle, axis = np.asarray(body.shape.at, float), np.asarray(body.shape.axes, float)[:, int(edges.argmax())]
        length, thin = float(edges.max()), 0.5 * float(edges.min())
    else:
        return None
    radius = INSIDE * min(thin, length / 2)
    return middle, max(INSIDE * length / 2 - radius, 0.0) * axis, radius


def capsules(robot: Robot) -> Capsules:
    """Those of all bodies that have one."""
    found = {j: own for j, body in enumerate(robot.bodies) if (own := capsule(body)) is not None}
    empty = np.zeros((0, 3))
    return Capsules(
        np.array(list(found), dtype=int),
        np.array([own[0] for own in found.values()]) if found else empty,
        np.array([own[1] for own in found.values()]) if found else empty,
        np.array([own[2] for own in found.values()]),
    )


def apart(robot: Robot, bodies: np.ndarray) -> np.ndarray:
    """Pairs (places in ``bodies``) that no joint, nor a cut one, connects; massless links between them count for nothing."""
    heavy: list[int] = []  # the body itself, or the next one before it that has mass
    for j, body in enumerate(robot.bodies):
        heavy.append(j if not body.virtual or robot.parents[j] < 0 else heavy[robot.parents[j]])
    touching = {frozenset((j, heavy[robot.parents[j]])) for j in range(len(robot.bodies)) if robot.parents[j] >= 0}
    names = list(robot.body_names)
    touching |= {frozenset(heavy[names.index(name)] for name in (loop.first, loop.second)) for loop in robot.loops}
    first, second = np.triu_indices(len(bodies), 1)
    free = [frozenset((a, b)) not in touching for a, b in zip(bodies[first].tolist(), bodies[second].tolist(), strict=True)]
    return np.column_stack([first, second])[np.array(free, dtype=bool)]


def overlaps(seen: Seen) -> Iterator[Found]:
    """The pair that is deepest in each other, of those that were apart at the start."""
    own, pairs = shared(seen)
    if not len(pairs):
        return
    rows = seen.few(max(2, min(SAMPLES, MOST // len(pairs))))
    position, turn = (seen.data[name].values[rows][:, own.bodies] for name in ("body_position", "body_quaternion"))
    middles = position + rotate(turn, np.broadcast_to(own.middles, position.shape))
    halves = rotate(turn, np.broadcast_to(own.halves, position.shape))
    radii = own.radii[pairs].sum(axis=1)
    reach = np.linalg.norm(own.halves, axis=1)[pairs].sum(axis=1) + radii
    between = middles[:, pairs[:, 0]] - middles[:, pairs[:, 1]]
    near = np.einsum("rpk,rpk->rp", between, between) < reach**2
    row, pair = np.nonzero(near)
    if not len(row):
        return
    gaps = segment_distance(middles, halves, row, pairs[pair])
    depth = np.zeros(near.shape)
    depth[row, pair] = (radii[pair] - gaps) / np.minimum(*own.radii[pairs[pair]].T)
    depth[:, depth[0] > 0] = 0.0  # built so
    at, worst = np.unravel_index(int(depth.argmax()), depth.shape)
    if depth[at, worst] > DEEPEST:
        one, other = (seen.robot.bodies[own.bodies[k]].name for k in pairs[worst])
        time = seen.times[rows[at]]
        both, share = f"bodies '{one}' and '{other}'", 100 * depth[at, worst]
        text = f"{both} pass through each other, at {time:.3g} s by {share:.3g} % of the thinner one's half width"
        yield Found(depth[at, worst], both, text, time)


def shared(seen: Seen) -> tuple[Capsules, np.ndarray]:
    """Capsules and pairs, kept for all runs of the program where the robot is all numbers."""
    if seen.model.free_robot is not None:
        own = capsules(seen.robot)
        return own, apart(seen.robot, own.bodies)
    if "capsules" not in seen.kept:
        own = capsules(seen.robot)
        seen.kept["capsules"] = own, apart(seen.robot, own.bodies)
    return seen.kept["capsules"]


def segment_distance(middles: np.ndarray, halves: np.ndarray, row: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Smallest distances of pairs of segments m + s h, -1 <= s <= 1, at the instants ``row`` [m]."""
    first, second = pairs.T
    a, b, w = halves[row, first], halves[row, second], middles[row, first] - middles[row, second]
    aa, bb, ab = ((u * v).sum(axis=1) for u, v in ((a, a), (b, b), (a, b)))
    aw, bw = (a * w).sum(axis=1), (b * w).sum(axis=1)
    s = within(ab * bw - bb * aw, np.maximum(aa * bb - ab * ab, ROUNDING * aa * bb))
    t = within(ab * s + bw, bb)
    s = within(ab * t - aw, aa)
    return np.linalg.norm(w + s[:, None] * a - t[:, None] * b, axis=1)


def within(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Quotients, but within -1 and 1; 0 where segments are points."""
    return np.clip(np.divide(above, below, out=np.zeros_like(above), where=below > 0), -1, 1)


OVERLAP = Check(
    "bodies through each other",
    "capsules inside the bodies, up to 100 samples; not bodies that a joint connects, nor pairs that overlap at the start",
    "depth over the thinner capsule's radius",
    DEEPEST,
    "1",
    "smaller angles, stops, or a scene whose links touch (elver.contact)",
    overlaps,
)
