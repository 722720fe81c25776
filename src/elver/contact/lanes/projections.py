"""Projections onto friction sets, one machine per lane. See ``solvers.projections``."""

from __future__ import annotations

from elver.compiled.lanes import any_lane, inner, larger, root, select, smaller, spread
from elver.contact.solvers.projections import NEWTON_STEPS


@inner
def project_lanes(x, y, ahead, behind, across):
    """Closest points to (x, y) of the sets with half axes ``ahead`` (towards +x), ``behind`` (towards -x) and ``across`` (y)."""
    a = select(x > 0.0, ahead, behind)
    square = x * x + y * y
    shrink = select(square <= a * a, 1.0, a / root(square))
    px, py = shrink * x, shrink * y
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
    """Closest points of ellipses with half axes a and b, see ``project``."""
    aa, bb, ax, by = a * a, b * b, a * x, b * y
    inside = (b * x) * (b * x) + (a * y) * (a * y) <= aa * bb
    going = ~inside & (a != b)
    if not any_lane(going):
        return x, y
    k = larger(larger(abs(ax) - aa, abs(by) - bb), spread(0.0))
    for _ in range(NEWTON_STEPS):
        s, t = 1.0 / (k + aa), 1.0 / (k + bb)
        u, v = ax * s, by * t
        u, v = u * u, v * v
        step = 0.5 * (u + v - 1.0) / (u * s + v * t)
        k = select(going, k + step, k)
        going = going & (step > 1e-15 * k)
        if not any_lane(going):
            break
    return select(inside, x, aa * x / (k + aa)), select(inside, y, bb * y / (k + bb))


@inner
def bend_lanes(ahead, behind, across, x, y):
    """Curvature of the borders of friction sets at their points (x, y) [1/(N s)]; infinite where a set is flat."""
    a = select(x > 0.0, ahead, behind)
    bend = 1.0 / a
    if any_lane(a != across):
        s, t = a * y / across, across * x / a
        e = s * s + t * t
        bend = select(a == across, bend, a * across / (e * root(e)))
    flat = (a <= 0.0) | (across <= 0.0)
    return select(flat, 1e300, bend)
