"""The text for GPUs: its structure, and its numbers when a C compiler builds it."""

from __future__ import annotations

import re

import casadi as ca
import numpy as np
import pytest
from host_device import COMPILER, HostDevice
from operation_table import BINARY, UNARY
from tolerances import ROUNDING, assert_close

import elver
from elver._support.errors import InputError
from elver.codegen import compile_function
from elver.codegen.cuda.device import advance_chunk
from elver.codegen.cuda.kernel import Tuning, emit_kernel, laid_out, listed
from elver.codegen.instructions import InstructionList
from elver.codegen.rerolling.build import RolledList
from elver.model import assemble
from elver.systems.eel.scenario import EelBody, eel_robot

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def decay() -> tuple[ca.Function, ca.Function]:
    """x' = p cos(t) - x with x as its own sample."""
    t, x, p, u = ca.SX.sym("t"), ca.SX.sym("x", 2), ca.SX.sym("p", 2), ca.SX.sym("u", 0)
    names = ["t", "x", "p", "u"]
    return tuple(ca.Function("f", [t, x, p, u], [y], names, ["y"]) for y in (p * ca.cos(t) - x, ca.vertcat(x, t, p)))


def test_structure():
    rhs, sample = decay()
    kernel = emit_kernel(rhs, sample, tuning=Tuning(threads=128, resident=4))
    source = kernel.source
    assert (kernel.states, kernel.parameters, kernel.samples) == (2, 2, 5)
    assert 'extern "C" __global__ void __launch_bounds__(128, 4) advance(' in source
    assert "typedef double real;" in source
    assert "typedef float real;" in emit_kernel(rhs, sample, precision="single").source
    assert source.count("{") == source.count("}")
    assert len(re.findall(r"^OWN .*\b(rhs|sample)_0\(", source, re.M)) == 2
    assert "{real}" not in source


def test_methods_without_gpu_code_are_refused():
    with pytest.raises(InputError, match="rk4, heun"):
        emit_kernel(*decay(), method="dopri5")


def once(function: ca.Function, x: np.ndarray, block: int | None = None) -> np.ndarray:
    """The function as a sample of machines that do not move: one column per machine."""
    n = function.nnz_in(0)
    names, args = ["t", "x", "p", "u"], [ca.SX.sym("t"), ca.SX.sym("x", n), ca.SX.sym("p", 0), ca.SX.sym("u", 0)]
    still = ca.Function("still", args, [ca.SX.zeros(n)], names, ["y"])
    sample = ca.Function("sample", args, [function(args[1])], names, ["y"])
    device, found = HostDevice(), []
    kernel = emit_kernel(still, sample, tuning=Tuning(block=block))
    tables = np.array([0.0, 1.0]), np.zeros((1, 0, 1))
    built = device.build(kernel.source)
    advance_chunk(device, built, kernel, x, np.zeros((0, x.shape[1])), tables, 0.1, [0], lambda i, y, *_: found.append(y.copy()))
    return found[0]


@needs_compiler
@pytest.mark.parametrize("block", [None, 5])
def test_every_operation(block):
    rng = np.random.default_rng(3)
    x = ca.SX.sym("x", len(UNARY) + 2 * len(BINARY))
    n = len(UNARY)
    laws = [law(x[k]) for k, (law, _) in enumerate(UNARY.values())]
    laws += [law(x[n + 2 * k], x[n + 2 * k + 1]) for k, (law, *_) in enumerate(BINARY.values())]
    sets = [v for _, v in UNARY.values()] + [v for _, *both in BINARY.values() for v in both]
    values = np.array([[rng.choice(v) for v in sets] for _ in range(30)]).T
    function = ca.Function("table", [x], [ca.densify(ca.vertcat(*laws))])
    single = compile_function(function)
    expected = np.array([single(column) for column in values.T]).T
    assert once(function, values, block) == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING, nan_ok=True)


@needs_compiler
def test_not_a_number_stays_visible():
    x = ca.SX.sym("x")
    function = ca.Function("f", [x], [ca.vertcat(ca.fmax(x, 0.5), ca.fmin(0.5, x), ca.sign(x), ca.fmax(0.5, x))])
    assert np.isnan(once(function, np.array([[np.nan, 1.0]]))).tolist() == [[True, False]] * 4


@needs_compiler
@pytest.mark.parametrize("name", ["eel", "swimmer", "snake-amphibious"])
@pytest.mark.parametrize("block", [None, 1500])
def test_equations_of_motion(name, block):
    equations = assemble(elver.scenario(name).build())
    kernel = emit_kernel(equations.rhs, equations.rhs, tuning=Tuning(block=block))
    device, found = HostDevice(), []
    x = np.random.default_rng(1).normal(size=(kernel.states, 3)) * 0.3
    tables = np.array([0.0, 1.0]), np.zeros((1, 0, 1))
    built = device.build(kernel.source)
    advance_chunk(device, built, kernel, x, np.zeros((0, 3)), tables, 0.1, [0], lambda i, y, *_: found.append(y.copy()))
    native = compile_function(equations.rhs)
    for k in range(3):
        assert_close(found[0][:, k], native(0.0, x[:, k], [], []), ROUNDING)


@needs_compiler
def test_single_precision_at_rest():
    """A machine at rest: the number that keeps a norm away from 0/0 must survive in single precision."""
    equations = assemble(elver.scenario("eel").build())
    kernel, device, found = emit_kernel(equations.rhs, equations.rhs, precision="single"), HostDevice(), []
    x = np.array(equations.initial(0.0, [], []))
    tables, built = (np.array([0.0, 1.0]), np.zeros((1, 0, 1))), device.build(kernel.source)
    advance_chunk(device, built, kernel, x, np.zeros((0, 1)), tables, 0.1, [0], lambda i, y, *_: found.append(y.copy()))
    assert found[0].dtype == np.float32
    assert_close(found[0][:, 0], compile_function(equations.rhs)(0.0, x, [], []), 1e-4)


@needs_compiler
def test_the_time_loop_solves_a_linear_equation():
    """x' = p cos t - x from x0: x = (x0 - p/2) exp(-t) + p (sin t + cos t) / 2; Heun and RK4 at their orders."""
    device, p = HostDevice(), np.array([[1.0, 2.0, -1.0], [0.5, 0.0, 3.0]])
    x0 = np.array([[0.0, 1.0, 2.0], [0.3, 0.1, -1.0]])
    exact = (x0 - p / 2) * np.exp(-1.0) + p * (np.sin(1.0) + np.cos(1.0)) / 2
    tables = np.array([0.0, 1.0]), np.zeros((1, 0, 1))
    for method, order in (("rk4", 4), ("heun", 2)):
        kernel = emit_kernel(*decay(), method=method)
        built, errors = device.build(kernel.source), []
        for steps in (20, 40):
            bounds = [0, steps // 2, steps]
            x, done = advance_chunk(device, built, kernel, x0, p, tables, 1 / steps, bounds, lambda *_: None)
            assert (done == -1).all()
            errors.append(np.abs(x - exact).max())
        assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.2)


def test_states_lie_in_shared_memory_where_they_fit():
    usual, small = Tuning(), Tuning(room=50_000)
    assert laid_out(True, "single", 360, usual) == (128, 1, 4)
    assert laid_out(True, "double", 720, usual) == (128, 1, 2)
    assert laid_out(True, "single", 360, small) == (64, 2, 2)
    assert laid_out(True, "double", 8000, small) == (128, 3, 0)
    assert laid_out(False, "double", 8, usual) == (64, 8, 0)
    assert laid_out(True, "double", 8, Tuning(threads=96, resident=5, shared=0)) == (96, 5, 0)


@needs_compiler
def test_loops_are_taken_where_they_save_code():
    long, short = (
        assemble(elver.Model("eel", eel_robot(EelBody(joints=n), "passive"), elastic=elver.drive.Spring())).rhs for n in (12, 2)
    )
    assert isinstance(listed(long, Tuning()), RolledList)
    assert isinstance(listed(long, Tuning(rolled=False)), InstructionList)
    assert isinstance(listed(short, Tuning()), InstructionList)
    kernel, device, found = emit_kernel(long, long), HostDevice(), []
    assert kernel.shared == (4 if 4 * 8 * 128 * kernel.states < 232_448 else 2) * 8 * kernel.states
    x = np.random.default_rng(1).normal(size=(kernel.states, 2)) * 0.3
    tables, none = (np.array([0.0, 1.0]), np.zeros((1, 0, 1))), np.zeros((0, 2))
    built = device.build(kernel.source)
    advance_chunk(device, built, kernel, x, none, tables, 0.1, [0], lambda i, y, *_: found.append(y.copy()))
    for k in range(2):
        expected = np.array(long(0.0, x[:, k], [], [])).ravel()
        assert_close(found[0][:, k], expected, ROUNDING)
