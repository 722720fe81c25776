"""Projections onto force sets (prox). SNAKE (53)."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled

NEWTON_STEPS = 60


@compiled
def project(x, y, ahead, behind, across):
    """Closest point to (x, y) of the set with half axes ``ahead`` (towards +x), ``behind`` (towards -x) and ``across`` (y).

    For a point outside, the closest point of an ellipse a, b is (a^2 x/(k + a^2), b^2 y/(k + b^2)) with the k > 0 that puts it on
    the ellipse; that equation is decreasing and convex in k, so Newton's method from below never overshoots. The closest point
    lies on the side of x, because the set is convex and mirrored in its x axis.
    """
    a, b = (ahead if x > 0 else behind), across
    if a <= 0.0 and b <= 0.0:
        return 0.0, 0.0
    if a <= 0.0:
        return 0.0, min(max(y, -b), b)
    if b <= 0.0:
        return min(max(x, -behind), ahead), 0.0
    if a == b:
        square = x * x + y * y
        if square <= a * a:
            return x, y
        shrink = a / np.sqrt(square)
        return shrink * x, shrink * y
    if (x / a) ** 2 + (y / b) ** 2 <= 1.0:
        return x, y
    k = max(a * abs(x) - a * a, b * abs(y) - b * b, 0.0)  # each axis alone would ask for this much: never too far
    for _ in range(NEWTON_STEPS):
        u, v = a * x / (k + a * a), b * y / (k + b * b)
        step = 0.5 * (u * u + v * v - 1.0) / (u * u / (k + a * a) + v * v / (k + b * b))
        k += step
        if step <= 1e-15 * k:
            break
    return a * a * x / (k + a * a), b * b * y / (k + b * b)


@compiled
def prox_block(k, kind, limits, z0, z1, P, start):
    """Projection of (z0, z1) on the set of block k; normal impulses bound the friction of kind 2."""
    if kind[k] == 0:
        return max(z0, 0.0), 0.0
    if kind[k] == 1:
        return project(z0, z1, limits[k, 0], limits[k, 1], limits[k, 2])
    bound = limits[k, 0] * P[start[k] - 1]
    return min(max(z0, -bound), bound), 0.0
