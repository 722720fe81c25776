"""Columns of the second derivative end where their rows do: what is read beyond is zero, whatever stood there before."""

import numpy as np
import pytest

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import block, set_at
from elver.codegen.kernels.width import host_width
from elver.contact.simd.linear import add_squares
from elver.contact.simd.newton import end_column

WIDTH = host_width()


@compiled
def square_ended(V, n, lasts, starts, H):
    """As ``curvature`` does it: every column is ended, then the freedoms that no column reaches are told so."""
    count, covered = 0, 0
    for k in range(lasts.shape[0]):
        count, covered = end_column(block(V, WIDTH), n + n % 2, n, lasts[k], count, covered, block(starts, WIDTH))
    while covered < n:
        set_at(block(starts, WIDTH), covered, count)
        covered += 1
    add_squares(block(V, WIDTH), n, count, block(starts, WIDTH), block(H, WIDTH))


@pytest.mark.parametrize("n", range(1, 9))
def test_columns_that_end_early_are_filled_with_zeros(n):
    rng, wide = np.random.default_rng(n), n + n % 2
    lower = np.tril(np.ones((n, n)))[..., None]
    for _ in range(30):
        lasts = rng.integers(0, n, rng.integers(1, 7))
        full, V = np.zeros((len(lasts), wide, WIDTH)), np.full((len(lasts), wide, WIDTH), np.nan)
        for k, last in enumerate(lasts):
            full[k, : last + 1] = V[k, : last + 1] = rng.standard_normal((last + 1, WIDTH))
        H, starts = np.zeros((wide, wide, WIDTH)), np.zeros(n, dtype=np.int64)
        square_ended(V, n, lasts, starts, H)
        expected = np.eye(wide)[..., None] + np.einsum("cil,cjl->ijl", full, full)
        np.testing.assert_allclose(H[:n, :n] * lower, expected[:n, :n] * lower, rtol=1e-13, atol=1e-14)
