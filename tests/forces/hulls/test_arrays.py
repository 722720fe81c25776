"""Arrays of numbers and nothing else, and matrices that are not negative."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver._support.arrays import finite_array, require_positive


def test_numbers_of_the_right_shape_pass():
    assert finite_array("a", [[1, 2.5], [3, 4]], (2, 2)).tolist() == [[1.0, 2.5], [3.0, 4.0]]
    assert finite_array("a", np.arange(3), (3,)).dtype == float
    assert finite_array("a", [], (0, 2)).shape == (0, 2)


@pytest.mark.parametrize(
    "value",
    [None, 1.0, "12", ["1", "2"], [1, None], [True, False], [1, [2]], [1, np.nan], [1, 1e31], [1, 10**400], {"a": 1}, [1, 2, 3]],
)
def test_everything_else_is_refused(value):
    with pytest.raises(InputError, match="a must be 2 finite numbers"):
        finite_array("a", value, (2,))


def test_negative_and_skew_matrices_are_refused():
    require_positive("a", np.diag([1.0, 0.0, -1e-8]))
    for matrix, message in ((np.diag([1.0, -1e-3]), "eigenvalue"), (np.array([[1.0, 0.1], [0.2, 1.0]]), "not symmetric")):
        with pytest.raises(InputError, match=message):
            require_positive("a", matrix)
