"""Linear algebra of machines side by side against NumPy, for a chain's shape and for a dense one."""

import numpy as np
import pytest

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import block, marked
from elver.codegen.kernels.width import host_width
from elver.contact.simd.linear import add_rows, add_squares, factor, solve_lower, solve_rows, solve_upper, times_rows

N, ROWS = 5, 8
WIDTHS = (1, host_width())


def loops_of(width):
    """The algebra for so many machines side by side."""

    @compiled
    def factor_some(A, R, marks):
        factor(block(A, width), A.shape[0], A.shape[0], block(R, width), marked(block(marks, width)))

    @compiled
    def solve_all(R, b, reach, W, B, v, out, y):
        n, r, x = b.shape[0], block(R, width), block(b, width)
        rows, last, found = block(W, width), block(reach, width), block(B, width)
        solve_upper(r, n, x)
        solve_lower(r, n, x)
        solve_rows(r, n, W.shape[0], last, rows, found)
        times_rows(rows, n, W.shape[0], last, block(v, width), block(out, width))
        add_rows(found, n, W.shape[0], last, block(out, width), block(y, width))

    @compiled
    def square_all(V, n, columns, starts, H):
        add_squares(block(V, width), n, columns, block(starts, width), block(H, width))

    return factor_some, solve_all, square_all


LOOPS = {width: loops_of(width) for width in WIDTHS}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("reach", [(2, 4), (4, 4)])
def test_factors_and_rows(reach, width):
    factor_some, solve_all, _ = LOOPS[width]
    rng = np.random.default_rng(3)
    X, W = rng.standard_normal((N, N, width)), rng.standard_normal((ROWS, N, width))
    for four, last in enumerate(reach):
        W[4 * four : 4 * four + 4, last + 1 :] = 0.0
    A = np.einsum("ikl,jkl->ijl", X, X) + N * np.eye(N)[..., None]
    b, v = rng.standard_normal((N, width)), rng.standard_normal((N, width))
    R, B, out, y, given = np.zeros_like(A), np.full_like(W, np.nan), np.zeros((ROWS, width)), np.zeros((N, width)), b.copy()
    factor_some(A, R, np.ones(width))
    solve_all(R, b, np.array(reach), W, B, v, out, y)
    for lane in range(width):
        np.testing.assert_allclose(b[:, lane], np.linalg.solve(A[..., lane], given[:, lane]), rtol=1e-12)
        operator = W[..., lane] @ np.linalg.solve(A[..., lane], W[..., lane].T)
        np.testing.assert_allclose(B[..., lane] @ B[..., lane].T, operator, rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(out[:, lane], W[..., lane] @ v[:, lane], rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(y[:, lane], B[..., lane].T @ out[:, lane], rtol=1e-12, atol=1e-13)
    assert not B[:4, reach[0] + 1 :].any()


def test_machines_that_are_not_chosen_keep_their_factor():
    width = host_width()
    factor_some, _, _ = LOOPS[width]
    X, marks = np.random.default_rng(3).standard_normal((N, N, width)), np.arange(width) % 2.0
    A, R = np.einsum("ikl,jkl->ijl", X, X), np.full((N, N, width), 7.0)
    factor_some(A, R, marks)
    for lane in range(width):
        if marks[lane]:
            lower = np.tril(R[..., lane], -1) + np.diag(1.0 / np.diag(R[..., lane]))
            np.testing.assert_allclose(lower.T @ lower, A[..., lane], rtol=1e-11, atol=1e-13)
        else:
            assert (R[..., lane] == 7.0).all()


@pytest.mark.parametrize("width", WIDTHS)
def test_squares_of_columns(width):
    _, _, square_all = LOOPS[width]
    V, H = np.random.default_rng(4).standard_normal((3, N + 1, width)), np.zeros((N + 1, N + 1, width))
    V[:, N], V[0, 2:] = 0.0, 0.0
    square_all(V, N, 3, np.array([0, 0, 1, 1, 1]), H)
    for lane in range(width):
        expected = np.eye(N) + V[:, :N, lane].T @ V[:, :N, lane]
        np.testing.assert_allclose(np.tril(H[:N, :N, lane]), np.tril(expected), rtol=1e-13, atol=1e-15)
