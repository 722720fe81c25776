"""The adjoint piece by piece against CasADi's of the whole graph, and how often its code repeats itself."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import assert_close

import elver
from elver.codegen.compiler import compile_adjoint, compile_rolled
from elver.codegen.rerolling.build import recorded_of, rolled_list
from elver.symbolic import adjoint_function
from elver.symbolic.functions import TracedFunction, adjoint_recorded, written_function
from elver.symbolic.tracing import as_values, piece, recording

WRT = ("x", "p")
MODELS = {
    "eel": ({"body.joints": 5}, ["gait.amplitude", "gait.wavelength", "water.friction", "body.link_length"]),
    "eel-loop": ({"body.joints": 4}, []),
    "swimmer": ({"links": 6}, ["gait.amplitude", "water.drag"]),
    "snake-amphibious": ({"links": 5}, []),
    "scull-40": ({"start": "rest"}, ["blade.area"]),
    "moth-tethered": ({}, ["wing.twist_tip"]),
}


def numbers(function, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.uniform(0.2, 0.9, function.nnz_in(k)) for k in range(function.n_in())]


def small():
    """Values that are taken twice, passed on, never used or known numbers; an output that is an input; one that none leads to."""
    x, p, t = ca.SX.sym("x", 3), ca.SX.sym("p", 2), ca.SX.sym("t")
    with recording() as record:
        both = piece("twice", lambda a, b: (a * b, a, ca.SX(2.0)), x[0], x[0])
        turned = [piece(("turn", w), lambda a, w=w: ca.sin(w * a) * p[0] + t, both[0] + k) for k, w in enumerate((2.0, 3.0, 2.0))]
        piece("unused", ca.exp, x[2])
        named, _ = as_values(ca.sqrt(turned[0] + 4), x[1])
        outputs = [ca.vertcat(turned[0] * both[2] + both[1], turned[2] * named, x[1]), ca.SX(1, 1)]
        return written_function(record, "small", [t, x, p], outputs, ["t", "x", "p"], ["y", "z"])


def test_values_taken_twice_passed_on_or_never():
    function = small()
    given = [*numbers(function, 0), np.array([0.3, -0.7, 1.1]), np.array([2.0])]
    expected = adjoint_function(function, WRT).call(given)
    found = adjoint_recorded(function.recorded, WRT)
    assert (found.names_in, found.names_out) == (("t", "x", "p", "w_y", "w_z"), ("by_x", "by_p"))
    for one, other in zip(found.function.call(given), expected, strict=True):
        assert one.shape == other.shape
        assert_close(np.array(one), np.array(other), 1e-14)
    assert np.array(expected[0])[0] != 0 != np.array(expected[0])[1]
    assert np.array(expected[0])[2] == 0 == np.array(expected[1])[1]


@pytest.mark.parametrize("name", MODELS)
def test_the_adjoint_of_a_machine(name):
    changes, free = MODELS[name]
    program = elver.compile_model(elver.scenario(name).build(changes, free=free))
    function, p = program.equations.rhs, program.parameter_vector()
    rng = np.random.default_rng(3)
    x = program.initial_state(p) + 0.05 * rng.standard_normal(program.equations.layout.size)
    given = [0.7, x, p, program.signal_values(0.7), rng.standard_normal(len(x))]
    expected = [np.array(part).ravel() for part in adjoint_function(function, WRT).call(given)]
    recorded = adjoint_recorded(recorded_of(function), WRT)
    loops = compile_rolled(recorded, rolled_list(recorded, side_by_side=True))
    assert len(p) == len(free)
    assert all(np.abs(part).max() > 1e-3 for part in expected if len(part))
    for one, other in zip(loops(*given), expected, strict=True):
        assert_close(one, other, 1e-12 * np.abs(other).max(initial=0.0))


def test_longer_machines_have_the_same_code():
    def written(joints: int) -> tuple[int, int]:
        recorded = recorded_of(elver.compile_model(elver.scenario("eel").build({"body.joints": joints})).equations.rhs)
        loops = rolled_list(adjoint_recorded(recorded, WRT), side_by_side=True)
        return loops.written, loops.instructions

    (few, short), (many, long) = written(8), written(16)
    assert many == few
    assert long > 1.7 * short


def test_the_record_stays_as_it_was():
    function = small()
    record = function.recorded.record
    calls, size, outside = len(record.calls), record.size, len(record.outside)
    adjoint_recorded(function.recorded, WRT)
    assert (len(record.calls), record.size, len(record.outside)) == (calls, size, outside)


def test_short_functions_stay_straight():
    function = small()
    native = compile_adjoint(function, WRT)
    assert native.instructions == adjoint_function(function, WRT).n_instructions()
    assert isinstance(recorded_of(function), TracedFunction)
