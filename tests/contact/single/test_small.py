"""Linear systems without loops."""

import numpy as np

from elver.contact.planar import small_solver


def test_the_small_solver_solves():
    """The loop-free Cholesky solution against NumPy's."""
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 13):
        A = rng.standard_normal((n, n))
        S, b = A @ A.T + np.eye(n), rng.standard_normal(n)
        assert np.abs(np.array(small_solver(n)(S, b)).ravel() - np.linalg.solve(S, b)).max() <= 1e-12
