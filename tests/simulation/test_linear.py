"""The linearised right-hand side: compiled columns against CasADi's own Jacobians and SciPy's spline."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from stiff_models import graph_linearisation, playback, recorded, some_state, stiff
from tolerances import ROUNDING, assert_close, relative_error

from elver import compile_model
from elver.codegen.kernels.evaluate import make_scratch
from elver.simulation.schemes import adaptive
from elver.simulation.trajectory import linear_of, system_of


def compiled_linearisation(program, t, x):
    """df/dx and df/dt from the compiled kernel."""
    c, n = program.columns, len(x)
    J, drift = np.zeros((n, len(c.coupled))), np.empty(n)
    system = system_of(program, program.parameter_vector(), also=(program.tangent,))
    adaptive.linearise(linear_of(program), system, make_scratch(system), t, x, drift, J)
    full = np.zeros((n, n))
    full[:, c.coupled] = J
    return full, drift


@pytest.mark.parametrize("make", [stiff, playback, recorded])
def test_exact_jacobian_by_columns(make):
    program = compile_model(make())
    t, x = 0.73, some_state(program)
    J, drift = compiled_linearisation(program, t, x)
    expected, moved = graph_linearisation(program, t, x)
    assert_close(J, expected, ROUNDING)
    assert_close(program.jacobian(t, x, program.parameter_vector()), expected, ROUNDING)
    assert_close(drift, moved, ROUNDING)
    assert np.abs(moved).max() > 0.1
    works = range(*program.equations.layout.slices["works"].indices(len(x)))
    assert set(works) <= set(program.columns.quadratures)
    assert len(program.columns.seeds) - 1 < len(program.columns.coupled)


def test_third_derivative_of_the_signals_matters():
    """Driven joints feel the acceleration of a recording, whose rate is the third derivative."""
    program = compile_model(recorded())
    x = some_state(program)
    _, moved = graph_linearisation(program, 0.73, x)
    table = program.equations.signals
    third = make_interp_spline(table.times, table.values, k=5)(0.73, nu=3)
    u = program.signal_values(0.73)
    still = np.array(program.tangent_graph(0.73, x, [], u, 1, np.zeros(len(x)), np.append(u[2:], 0 * third))).ravel()
    assert relative_error(still, moved) > 0.01
