"""Vectors in one machine's code change nothing but the time it takes."""

import ctypes

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING

from elver.codegen.compiler import compile_function, to_object
from elver.codegen.instructions import instruction_list
from elver.codegen.kernels.abi import link, target
from elver.codegen.simd import emit_lanes, power_of_two

from .test_packs import bodies


def turning(count: int = 7) -> ca.Function:
    """Sines of inputs and of sums, used late, beside norms that are alike; a value that is an output and goes on."""
    x = ca.SX.sym("x", count)
    turns = [ca.sin(x[k] + 0.1) * ca.cos(x[k]) for k in range(count)]
    sizes = [ca.sqrt(1 + turns[k] ** 2 + x[k] ** 2) for k in range(count)]
    late = ca.sin(sum(sizes)) + turns[0]
    return ca.Function("turning", [x], [ca.vertcat(*turns), ca.vertcat(*sizes, late), ca.fabs(x) * x])


def evaluated(function: ca.Function, lanes: int, block: int | None, x: np.ndarray) -> list[np.ndarray]:
    program = instruction_list(function, block)
    address, keep = link(to_object(emit_lanes(program, "lanes", lanes), target()[0], 1), "lanes")
    outputs = [np.empty(size) for size in program.sizes_out]
    arrays = [np.ascontiguousarray(x.ravel(order="F")), *outputs, np.empty(max(1, program.work_size))]
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(arrays))(address)(*(a.ctypes.data for a in arrays))
    assert keep is not None
    return outputs


@pytest.mark.parametrize(("lanes", "block"), [(2, None), (4, None), (8, None), (4, 12)], ids=str)
@pytest.mark.parametrize("function", [turning(), bodies(7, range(1, 8)), bodies(5, chained=True)], ids=str)
def test_the_numbers_are_those_of_casadi(function, lanes, block):
    """Whole and cut into blocks, for lanes that are filled and lanes that are not."""
    x = np.random.default_rng(1).uniform(-2, 2, function.size_in(0))
    for found, expected in zip(evaluated(function, lanes, block, x), function.call([ca.DM(x)]), strict=True):
        assert found == pytest.approx(np.array(expected).ravel(), rel=ROUNDING, abs=ROUNDING)


def test_a_nan_stays_in_its_lane():
    """A NaN in one angle shows in what depends on it, and nowhere else."""
    x = np.linspace(0.1, 0.7, 7)
    x[2] = np.nan
    turns, sizes, _ = evaluated(turning(), 4, None, x)
    assert np.isnan(turns[2])
    assert np.isnan(sizes[2])
    assert np.isfinite(np.delete(turns, 2)).all()
    assert np.isfinite(np.delete(sizes[:7], 2)).all()


def test_usual_code_has_vectors_and_quick_code_has_none():
    """Sines and roots stand in vectors, and the numbers agree."""
    function = turning()
    assert "fma.v4f64" in emit_lanes(instruction_list(function), "f", 4)
    assert "sqrt.v4f64" in emit_lanes(instruction_list(bodies(4)), "f", 4)
    x = np.linspace(-1, 1, 7)
    for one, other in zip(compile_function(function)(x), compile_function(function, quick=True)(x), strict=True):
        assert one == pytest.approx(other, rel=ROUNDING, abs=ROUNDING)


def test_power_of_two():
    assert [power_of_two(n) for n in (1, 2, 3, 4, 5, 8)] == [1, 2, 4, 4, 8, 8]
