"""Projections onto friction sets, one machine per lane. See ``solvers.projections``."""

from __future__ import annotations

from elver.compiled.lanes import any_lane, inner, larger, root, select, smaller, spread
from elver.contact.solvers.projections import NEWTON_STEPS

CLOSE = 1e-9  # steps below this part of what they change square their error: the next one would be lost in rounding


@inner
def project_disc(x, y, a):
    """Closest points to (x, y) of discs of radius a."""
    square = x * x + y * y
    shrink = select(square <= a * a, 1.0, a / root(square))
    return shrink * x, shrink * y


@inner
def project_lanes(x, y, ahead, behind, across):
    """Closest points to (x, y) of the sets with half axes ``ahead`` (towards +x), ``behind`` (towards -x) and ``across`` (y)."""
    a = select(x > 0.0, ahead, behind)
    px, py = project_disc(x, y, a)
    if any_lane(a != across):
        ex, ey = on_ellipse(x, y, a, across)
        px, py = select(a == across, px, ex), select(a == across, py, ey)
    flat = (a <= 0.0) | (across <= 0.0)
    if any_lane(flat):
        px = select(flat, select(a <= 0.0, 0.0, larger(smaller(x, ahead), -behind)), px)
        py = select(flat, select(across <= 0.0, 0.0, larger(smaller(y, across), -across)), py)
    return px, py


@inner
def on_ellipse(x, y, a, b):
    """Closest points of ellipses with half axes a and b: (aa x / (k + aa), bb y / (k + bb)) with the k that puts them there.

    With w = (ax / (k + aa))^2 + (by / (k + bb))^2 that is w = 1. Newton's method is taken to 1 / root(w) = 1, which is nearly
    linear in k: steps from below stay there, and few are needed however far away the point is.
    """
    aa, bb, ax, by = a * a, b * b, a * x, b * y
    least = smaller(aa, bb)
    inside = (b * x) * (b * x) + (a * y) * (a * y) <= aa * bb
    going = ~inside & (a != b)
    if not any_lane(going):
        return x, y
    k = larger(larger(abs(ax) - aa, abs(by) - bb), spread(0.0))
    for _ in range(NEWTON_STEPS):
        both = 1.0 / ((k + aa) * (k + bb))
        s, t = (k + bb) * both, (k + aa) * both
        u, v = ax * s, by * t
        u, v = u * u, v * v
        w = u + v
        step = w * (root(w) - 1.0) / (u * s + v * t)
        k = select(going, k + step, k)
        going = going & (step > CLOSE * (k + least))
        if not any_lane(going):
            break
    return select(inside, x, aa * x / (k + aa)), select(inside, y, bb * y / (k + bb))


@inner
def bend_lanes(ahead, behind, across, x, y):
    """Curvature of the borders of friction sets at their points (x, y) [1/(N s)], as two numbers: the first over the second,
    which is zero where a set is flat.
    """
    a = select(x > 0.0, ahead, behind)
    over, under = spread(1.0), a
    if any_lane(a != across):
        both, even = a * across, a == across
        s, t = a * a * y / both, across * across * x / both
        e = s * s + t * t
        over, under = select(even, 1.0, both), select(even, a, e * root(e))
    flat = (a <= 0.0) | (across <= 0.0)
    return select(flat, 1.0, over), select(flat, 0.0, under)
