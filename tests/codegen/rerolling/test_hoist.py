"""What depends on free parameters alone leaves the loops."""

import numpy as np
import pytest

from elver.codegen.compiler import compile_rolled, compile_split
from elver.codegen.rerolling.build import hoisted, rolled_list
from elver.model import assemble
from elver.scenarios import scenario


@pytest.fixture(scope="module")
def swimmer():
    return assemble(scenario("swimmer").build({"links": 8}, free=["body.length", "gait.amplitude"]))


def state(equations):
    p = np.array(list(equations.parameters.values())) * 1.1
    x = np.array(equations.initial(0.0, p, [])).ravel()
    return 0.3, x + np.random.default_rng(4).uniform(-0.1, 0.1, x.size), p, []


def test_loops_with_a_preamble_compute_the_same(swimmer):
    native = compile_split(swimmer.written["rhs"])
    found, plain = native(*state(swimmer)), np.array(swimmer.rhs(*state(swimmer))).ravel()
    assert native.split is not None
    assert np.abs(found - plain).max() < 1e-13 * np.abs(plain).max()
    t, x, p, u = state(swimmer)
    main = np.array(native.split.main(t, x, native.constants(p), u)).ravel()
    assert np.abs(main - plain).max() < 1e-13 * np.abs(plain).max()


def test_what_changes_from_step_to_step_stays_in_the_loops(swimmer):
    rolled, recorded = rolled_list(swimmer.written["rhs"]), swimmer.written["rhs"]
    assert hoisted(rolled, recorded, (0, 1)) is None
    t, x, p, u = state(swimmer)
    kept, split = hoisted(rolled, recorded, (1,))
    assert kept.instructions < 0.95 * rolled.instructions
    c = split.constants(p)
    c[1] *= 1.2
    found = compile_rolled(recorded, kept)(t, x, c, u)
    plain = np.array(swimmer.rhs(t, x, p * [1.0, 1.2], u)).ravel()
    assert np.abs(found - plain).max() < 1e-13 * np.abs(plain).max()
