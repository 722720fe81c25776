"""Unknowns of held-out recordings stand among the estimates, each beside its own unknown."""

import numpy as np
import pytest

from elver.fit.judging.settled_unknowns import of_all
from elver.fit.problem import Problem, Unknown
from elver.fit.result import Estimate


def test_every_unknown_in_order():
    unknowns = (Unknown("x", 0.0, role="camera", recording="held"), Unknown("stiffness", 1.0, unit="N m/rad"))
    fitted = Estimate("stiffness", 2.0, 0.1, 1.8, 2.2)
    found = of_all([fitted], np.array([0.5, 2.0]), np.diag([0.04, 0.01]), Problem("p", (), unknowns))
    assert [e.name for e in found] == ["camera.x@held", "stiffness"]
    assert found[1] is fitted
    assert (found[0].low, found[0].high) == pytest.approx((0.5 - 1.96 * 0.2, 0.5 + 1.96 * 0.2), abs=1e-3)
