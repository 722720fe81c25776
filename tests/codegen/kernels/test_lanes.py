"""Rows of machines as values of compiled loops: every operation against NumPy, lane by lane."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import (
    WIDTHS,
    any_lane,
    at,
    beyond,
    block,
    cell,
    inner,
    larger,
    mark,
    marked,
    put,
    root,
    select,
    set_at,
    set_cell,
    smaller,
    spread,
    take,
    width_of,
)
from elver.codegen.kernels.width import host_width


@inner
def mixed(a, b):
    return select((a > b) & ~(b >= 0.5) | (a != a), root(abs(a)), -b / 2.0 + 1)


def work_of(width):
    """A loop for so many machines side by side."""

    @compiled
    def work(A, whole, out):
        """All operations on the rows of A; what happened to whole numbers."""
        rows, numbers, results, found = block(A, width), block(whole, width), block(out, width), 0
        for k in range(3):
            a, b = take(rows, k), take(beyond(rows, 1), k)
            put(results, k, larger(mixed(a, b), smaller(a, 0.1)) * a - b + spread(rows, 0.0))
            if any_lane((a < b) & (a == a)):
                found += 1
        mark(beyond(results, 3), marked(rows) | (take(rows, 1) <= 0.0))
        set_at(numbers, 1, at(numbers, 0) + 2.7)
        set_at(rows, 0, at(numbers, 0))
        last = width_of(rows) - 1
        set_cell(rows, 3, last, cell(rows, 3, last) + width_of(rows))
        return found

    return work


@pytest.mark.parametrize("width", [1, host_width()])
def test_operations_act_lane_by_lane(width):
    A, whole, out = np.random.default_rng(1).standard_normal((4, width)), np.array([5, 0]), np.zeros((4, width))
    A[1, -1] = np.nan
    before = A.copy()
    assert host_width() in WIDTHS
    found = work_of(width)(A, whole, out)
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
    before[3, -1] += width
    assert A[1:].tobytes() == before[1:].tobytes()


def test_a_width_is_a_constant():
    """What is known only when a loop runs makes no vectors."""

    @compiled
    def unknown(A, width):
        return any_lane(take(block(A, width), 0) > 0.0)

    with pytest.raises(TypingError, match="a width that is a constant"):
        unknown(np.zeros((1, 8)), 8)
