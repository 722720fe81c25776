"""Unknowns of held-out recordings stand among the estimates, each beside its own unknown."""

import numpy as np
import pytest

from elver.analysis.fit.prediction import all_estimates
from elver.analysis.fit.problem import Estimate, Problem, Unknown
from elver.quantities import Parameter


def test_every_unknown_in_order():
    unknowns = (Unknown(Parameter("x", 0.0), role="camera", recording="held"), Unknown(Parameter("stiffness", 1.0, "N m/rad")))
    fitted = Estimate("stiffness", 2.0, 0.1, 1.8, 2.2)
    found = all_estimates([fitted], np.array([0.5, 2.0]), np.diag([0.04, 0.01]), Problem("p", (), unknowns))
    assert [e.name for e in found] == ["camera.x@held", "stiffness"]
    assert found[1] is fitted
    assert (found[0].low, found[0].high) == pytest.approx((0.5 - 1.96 * 0.2, 0.5 + 1.96 * 0.2), abs=1e-3)
