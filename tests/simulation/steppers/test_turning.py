"""The sign of a determinant, by elimination."""

from __future__ import annotations

import numpy as np

from elver.simulation.batches.kernels import is_negative


def test_the_sign_is_that_of_the_determinant():
    rng = np.random.default_rng(4)
    seen = set()
    for n in (1, 2, 3, 6):
        for _ in range(20):
            A = rng.normal(size=(n, n))
            A[0, 0] = 0.0 if n > 1 else A[0, 0]  # the first pivot is not on the diagonal
            wanted = bool(np.linalg.det(A) < 0)
            seen.add((n, wanted))
            assert is_negative(A.copy()) == wanted
    assert len(seen) == 8
    assert not is_negative(np.zeros((2, 2)))
    assert not is_negative(np.array([[1.0, 2.0], [2.0, 4.0]]))
