"""Rows of machines as values of compiled loops: every operation against NumPy, lane by lane."""

import numpy as np

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import (
    WIDTH,
    any_lane,
    at,
    beyond,
    block,
    inner,
    larger,
    mark,
    marked,
    put,
    root,
    select,
    set_at,
    smaller,
    spread,
    take,
)
from elver.codegen.kernels.width import host_width


@inner
def mixed(a, b):
    return select((a > b) & ~(b >= 0.5) | (a != a), root(abs(a)), -b / 2.0 + 1)


@compiled
def work(A, whole, out):
    """All operations on the rows of A; what happened to whole numbers."""
    rows, numbers, found = block(A), block(whole), 0
    for k in range(3):
        a, b = take(rows, k), take(beyond(rows, 1), k)
        put(out, k, larger(mixed(a, b), smaller(a, spread(0.1))) * a - b)
        if any_lane((a < b) & (a == a)):
            found += 1
    mark(out[3:], marked(A) | (take(A, 1) <= 0.0))
    set_at(numbers, 1, at(numbers, 0) + 2.7)
    set_at(rows, 0, at(numbers, 0))
    return found


def test_operations_act_lane_by_lane():
    A, whole, out = np.random.default_rng(1).standard_normal((4, WIDTH)), np.array([5, 0]), np.zeros((4, WIDTH))
    A[1, -1] = np.nan
    before = A.copy()
    assert host_width() == WIDTH
    found = work(A, whole, out)
    for k in range(3):
        a, b = before[k], before[k + 1]
        with np.errstate(invalid="ignore"):
            mix = np.where(((a > b) & ~(b >= 0.5)) | (a != a), np.sqrt(np.abs(a)), -b / 2 + 1)
            low = np.where(a < 0.1, a, 0.1)
            expected = np.where(mix > low, mix, low) * a - b
        np.testing.assert_allclose(out[k], expected, rtol=1e-15, atol=1e-16)
    assert out[3].tolist() == ((before[0] > 0) | (before[1] <= 0)).astype(float).tolist()
    assert found == sum(bool((before[k] < before[k + 1]).any()) for k in range(3))
    assert whole.tolist() == [5, 7]
    assert A[0, 0] == 5.0
    assert A[1:].tobytes() == before[1:].tobytes()
