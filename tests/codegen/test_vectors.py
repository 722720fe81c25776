"""Several machines at once: every operation and every width against the code for one machine."""

from __future__ import annotations

import re

import casadi as ca
import numpy as np
import pytest
from operation_table import BINARY, UNARY
from tolerances import ROUNDING, assert_close

import elver
from elver._support.errors import InputError
from elver.codegen import compile_function
from elver.codegen.instructions import instruction_list
from elver.codegen.kernels.abi import target
from elver.codegen.kernels.width import host_width
from elver.codegen.llvm import emit_llvm
from elver.model import assemble

WIDTHS = (2, 4, 8)
SCENARIOS = ("eel", "swimmer", "crawler", "snake-amphibious", "aiko-flat", pytest.param("eel-loop", marks=pytest.mark.long))


@pytest.fixture(scope="module")
def table():
    """All operations of the table in one function, and columns of arguments for it."""
    x, y = ca.SX.sym("x", len(UNARY) + len(BINARY)), ca.SX.sym("y", len(BINARY))
    laws = [law(x[k]) for k, (law, _) in enumerate(UNARY.values())]
    laws += [law(x[len(UNARY) + k], y[k]) for k, (law, *_) in enumerate(BINARY.values())]
    rng = np.random.default_rng(3)
    left = [values for _, values in UNARY.values()] + [values for _, values, _ in BINARY.values()]
    columns = [np.array([rng.choice(v) for v in left]) for _ in range(40)]
    others = [np.array([rng.choice(v) for *_, v in BINARY.values()]) for _ in range(40)]
    return ca.Function("table", [x, y], [ca.densify(ca.vertcat(*laws))]), np.array(columns).T, np.array(others).T


@pytest.mark.parametrize("width", WIDTHS)
def test_every_operation_in_every_lane(table, width):
    function, x, y = table
    single, several = compile_function(function), compile_function(function, width=width)
    for first in range(0, x.shape[1], width):
        lanes = slice(first, first + width)
        found = several(x[:, lanes], y[:, lanes])
        expected = np.array([single(a, b) for a, b in zip(x.T[lanes], y.T[lanes], strict=True)]).T
        assert found == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING, nan_ok=True)


@pytest.mark.parametrize("name", SCENARIOS)
def test_equations_of_motion_agree_with_one_machine(name):
    rhs = assemble(elver.scenario(name).build()).rhs
    width = host_width()
    single, several = compile_function(rhs), compile_function(rhs, width=width, shared=("t", "u"))
    x = np.random.default_rng(1).normal(size=(rhs.nnz_in(1), width)) * 0.3
    found = several(0.37, x, [], [])
    expected = np.array([single(0.37, column, [], []) for column in x.T]).T
    for lane in range(width):
        assert_close(found[:, lane], expected[:, lane], ROUNDING)
    assert np.ptp(expected, axis=1).max() > 0.1  # the machines differ


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("block", [7, 10_000])
def test_shared_inputs_and_values_that_cross_blocks(width, block):
    t, x = ca.SX.sym("t", 2), ca.SX.sym("x", 3)
    early = ca.sin(x) * t[0]
    late = early
    for _ in range(6):
        late = ca.cos(late) + t[1] * x
    function = ca.Function("f", [t, x], [late + early], ["t", "x"], ["y"])
    several = compile_function(function, width=width, shared=("t",), block=block)
    assert (several.work_size > 0) == (block == 7)
    values = np.random.default_rng(2).normal(size=(3, width))
    expected = np.hstack([np.array(function([0.4, 0.9], column)) for column in values.T])
    assert_close(several([0.4, 0.9], values), expected, ROUNDING)


def test_a_machine_that_is_not_a_number_spoils_no_other():
    x = ca.SX.sym("x")
    several = compile_function(ca.Function("f", [x], [ca.vertcat(ca.sin(x), ca.sqrt(x), ca.fmax(x, 0.5))]), width=4)
    found = several([[1.0, np.nan, -1.0, 2.0]])
    assert np.isnan(found).tolist() == [[False, True, False, False], [False, True, True, False], [False, True, False, False]]


def called(function: ca.Function) -> set[str]:
    """What the machine code of a function calls by name, at the host's width, beyond its own blocks."""
    import llvmlite.binding as llvm

    machine, _ = target()
    module = llvm.parse_assembly(emit_llvm(instruction_list(function), "whole", host_width()))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    names = re.findall(r"\b(?:call\w*|bl|movabsq)\s+\$?_?([A-Za-z]\w*)", machine.emit_assembly(module))
    assert "whole_0" in names
    return {name for name in names if not name.startswith("whole_")}


def test_the_eel_calls_no_library_function():
    """Sine and cosine are straight-line vector code; a tangent is not, which shows that a call would be seen."""
    x = ca.SX.sym("x")
    assert called(ca.Function("f", [x], [ca.tan(x) + ca.sin(x)])) == {"tan"}
    assert called(assemble(elver.scenario("eel").build({"body.joints": 2})).rhs) == set()


def test_wrong_widths_and_shapes_are_refused():
    x = ca.SX.sym("x", 3)
    function = ca.Function("f", [x], [2 * x])
    with pytest.raises(InputError, match="1, 2, 4, 8"):
        compile_function(function, width=3)
    with pytest.raises(InputError, match="expected 6"):
        compile_function(function, width=2)([1.0, 2.0, 3.0])
