"""Projections of machines side by side against those of one: discs, ellipses, half ellipses, flat sets, points inside."""

import numpy as np

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import block, put, take
from elver.codegen.kernels.width import host_width
from elver.contact.simd.newton import bend_lanes, project_lanes
from elver.contact.single.newton import bend
from elver.contact.single.problem import project

WIDTH = host_width()

SETS = [(1.0, 1.0, 1.0), (2.0, 2.0, 1.0), (2.0, 0.5, 1.0), (0.0, 0.0, 1.0), (1.0, 0.3, 0.0), (0.0, 0.0, 0.0), (0.0, 2.0, 1.0)]


@compiled
def project_rows(given, out):
    rows, found = block(given, WIDTH), block(out, WIDTH)
    x, y, a, b, c = take(rows, 0), take(rows, 1), take(rows, 2), take(rows, 3), take(rows, 4)
    px, py = project_lanes(x, y, a, b, c)
    put(found, 0, px)
    put(found, 1, py)
    over, under = bend_lanes(a, b, c, px, py)
    put(found, 2, over / under)


def test_mixed_sets_side_by_side():
    rng = np.random.default_rng(5)
    for _ in range(40):
        sets = np.array([SETS[k] for k in rng.integers(len(SETS), size=WIDTH)])
        points, out = rng.standard_normal((WIDTH, 2)) * rng.choice([0.1, 1.0, 30.0]), np.zeros((3, WIDTH))
        project_rows(np.ascontiguousarray(np.hstack([points, sets]).T), out)
        for lane in range(WIDTH):
            expected = project(*points[lane], *sets[lane])
            np.testing.assert_allclose(out[:2, lane], expected, rtol=1e-13, atol=1e-15)
            curvature = bend(sets[lane], *expected)
            if np.hypot(*expected) > 0 and curvature < np.inf:
                np.testing.assert_allclose(out[2, lane], curvature, rtol=1e-9)
