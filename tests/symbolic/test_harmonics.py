"""Sums of waves as one instruction: against the sum written out, by every route of compiled code, and their derivatives."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import elver
from elver import InputError
from elver.codegen import compile_function
from elver.codegen.instructions import instruction_list
from elver.codegen.llvm import FUSED, emit_llvm
from elver.drive import Serpenoid
from elver.forces import Gravity, Immersed, Jonswap, Morison, Sea
from elver.forces.flow import local_flow
from elver.robot import Body, Ellipsoid, EllipticCylinder, Robot
from elver.symbolic import harmonics
from elver.symbolic.harmonics import Harmonics

WAVES = Jonswap(height=0.5, period=3.0, count=21, spreading=6.0, seed=5)
SEAS = {"deep": Sea(WAVES), "shallow": Sea(WAVES, depth=2.5), "long crests": Sea(replace(WAVES, spreading=None))}


def terms(sea, monkeypatch, few: int) -> ca.Function:
    """Velocity, gradient, acceleration and its gradient, and the surface, at a place and time."""
    monkeypatch.setattr(harmonics, "_FEW", few)
    x, t = ca.SX.sym("x", 3), ca.SX.sym("t")
    here = local_flow(sea, x, t)
    parts = (here.velocity, here.gradient, here.acceleration, here.acceleration_gradient, sea.elevation(x, t))
    v = ca.SX.sym("v", 4)
    return ca.Function("f", [v], [ca.densify(ca.substitute(ca.vertcat(*map(ca.vec, parts)), ca.vertcat(x, t), v))])


@pytest.mark.parametrize("name", SEAS)
def test_a_call_is_the_sum_written_out_and_so_are_its_derivatives(name, monkeypatch):
    called, plain = (terms(replace(SEAS[name]), monkeypatch, few) for few in (0, 10**6))
    assert called.n_instructions() < plain.n_instructions() / 8
    native, rng = compile_function(called), np.random.default_rng(1)
    for _ in range(4):
        at = rng.uniform([-9, -9, -2, 0], [9, 9, 0.3, 20])
        exact = np.array(plain(at)).ravel()
        assert np.array(called(at)).ravel() == pytest.approx(exact, abs=1e-13)
        assert np.ravel(native(at)) == pytest.approx(exact, abs=1e-13)


def test_derivatives_of_derivatives_are_differences(monkeypatch):
    f = terms(SEAS["shallow"], monkeypatch, 0)
    v, h = ca.SX.sym("v", 4), 1e-5
    slopes = compile_function(ca.Function("J", [v], [ca.densify(ca.jacobian(f(v), v))]))
    back = compile_function(ca.Function("g", [v], [ca.densify(ca.gradient(ca.sumsqr(f(v)), v))]))
    value, at = compile_function(f), np.array([1.2, -0.4, -0.3, 2.0])
    differences = np.column_stack([(value(at + h * e) - value(at - h * e)) / (2 * h) for e in np.eye(4)])
    assert pytest.approx(differences, abs=1e-8) == slopes(at)
    assert np.ravel(back(at)) == pytest.approx(2 * differences.T @ value(at), abs=1e-7)


def test_sums_that_differ_by_a_factor_are_one_and_loops_are_shared(monkeypatch):
    monkeypatch.setattr(harmonics, "_FEW", 0)
    rng = np.random.default_rng(2)
    h = Harmonics(*(rng.normal(size=7) for _ in range(5)))
    at, weights = [ca.SX.sym(n) for n in "xyzt"], rng.normal(size=7)
    y = ca.vertcat(h.total(at, cosine=weights), h.total(at, sine=weights), h.total(at, cosine=-3 * weights))

    text = emit_llvm(instruction_list(ca.Function("f", at, [y])), "f")
    assert text.count("define internal [2 x double] @waves") == 1
    assert text.count("call [2 x double] @waves") == 1
    z = h.total(at, cosine=np.zeros(7))
    assert z.is_zero()


def test_the_exponential_in_line_is_exact_to_rounding():
    rng = np.random.default_rng(3)
    h = Harmonics(np.zeros(1), np.zeros(1), np.zeros(1), np.zeros(1), np.ones(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(harmonics, "_FEW", 0)
        z = ca.SX.sym("z")
        f = compile_function(ca.Function("f", [z], [h.total([0, 0, z, 0], cosine=np.ones(1))]))
    for value in (*rng.uniform(-690, 690, 200), *rng.uniform(-1, 1, 200), 0.0, 1e-300):
        assert f(value)[0] == pytest.approx(np.exp(value), rel=3e-16 * 4)
    assert f(-1e4)[0] < 1e-300
    assert np.isnan(f(np.nan)[0])


def test_the_loop_without_vectors_gives_the_same(monkeypatch):
    """What a target without fused multiply-adds gets (WebAssembly): one component after the other, the library's exp."""
    monkeypatch.setattr(harmonics, "_FEW", 0)
    import ctypes

    import llvmlite.binding as llvm

    from elver.codegen.wasm.functions import function_object

    v = ca.SX.sym("v", 4)
    f = ca.Function("f", [v], [ca.densify(SEAS["shallow"].velocity(v[:3], v[3]))])
    assert function_object(f, "f")[0].startswith(b"\0asm")
    text = emit_llvm(instruction_list(f), "f", arithmetic=replace(FUSED))  # an arithmetic that is another one
    assert "<4 x double>" not in text
    for start in (llvm.initialize_native_target, llvm.initialize_native_asmprinter):
        start()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(engine.get_function_address("f"))
    at, y, work = np.array([0.3, -1.0, -0.4, 2.5]), np.zeros(3), np.zeros(100)
    call(*(a.ctypes.data for a in (at, y, work)))
    assert y == pytest.approx(np.array(f(at)).ravel(), abs=1e-14)


def eel(current, law=Morison, links: int = 8) -> elver.Model:
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.1, 0.02, 0.03, at=(-0.1, 0, 0)), 1000.0) for k in range(links)]
    joints = [elver.Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=-0.1) for k in range(1, links)]
    robot = Robot("eel", bodies, joints, base="free")
    start = elver.InitialState(position=(0.0, 0.0, -0.5))
    gait = Serpenoid([j.name for j in joints], amplitude=0.3)
    return elver.Model(
        "eel",
        robot,
        {"water": law(current=current, points=2), "weight": Gravity(fluid_density=1000.0, surface=current)},
        gait,
        start=start,
    )


def test_links_in_a_loop_feel_the_same_waves(monkeypatch):
    """Bodies alike become one loop, side by side in vectors; the equations written out as one list give the same."""
    runs = []
    for few in (0, 10**6):
        monkeypatch.setattr(harmonics, "_FEW", few)
        run = elver.simulate(eel(SEAS["deep"]), 0.2, solver=elver.Solver(dt=5e-3, method="rk4"), progress=False)
        runs.append(run.data.base_position.values)
    assert runs[0] == pytest.approx(runs[1], abs=1e-11)


def ball(sea) -> elver.Model:
    body = Body.solid("ball", Ellipsoid(0.1, 0.06, 0.04), 1000.0)
    start = elver.InitialState(position=(0.3, 0.2, -0.8))
    return elver.Model("ball", Robot("ball", [body]), {"water": Immersed(current=sea)}, start=start)


def test_batches_and_gradients_and_stiff_methods_go_through_them():
    program = elver.compile_model(ball(SEAS["shallow"]).freed("forces.water.drag"))
    solver, drags = elver.Solver(dt=1e-2, method="rk4"), [0.3, 0.6, 0.9, 1.2, 1.5]

    def end(drag):
        run = elver.simulate(program, 0.5, solver=solver, parameters={"forces.water.drag": drag}, progress=False)
        return run.data.base_position.values[-1]

    batch = elver.simulate_batch(program, 0.5, parameters={"forces.water.drag": drags}, solver=solver)
    assert batch.final_position.values == pytest.approx(np.array([end(d) for d in drags]), rel=1e-9, abs=1e-12)
    found = elver.gradient(program, lambda course: course.end["base_position", "x"], 0.5, solver=solver)
    difference = (end(1.01)[0] - end(0.99)[0]) / 0.02
    assert found["forces.water.drag"] == pytest.approx(difference, rel=1e-5)
    stiff = elver.simulate(program, 0.5, solver=elver.Solver(method="rodas"), progress=False)
    assert stiff.data.base_position.values[-1] == pytest.approx(end(1.0), abs=1e-6)


def test_c_files_hold_the_sums_and_give_the_same(tmp_path, monkeypatch):
    from elver.codegen.c import Argument, function_text, helpers_of
    from elver.export import write_casadi

    monkeypatch.setattr(harmonics, "_FEW", 0)
    with pytest.raises(InputError, match="a sea of many waves"):
        write_casadi(ball(SEAS["deep"]), tmp_path / "ball.casadi")
    x = ca.SX.sym("x", 4)
    f = ca.Function("f", [x], [ca.densify(SEAS["shallow"].velocity(x[:3], x[3]))])
    text = function_text(f, "f", [Argument("x", False)], ["y"])
    at = [0.3, -1.0, -0.4, 2.5]
    given = ", ".join(map(repr, at))
    main = f'int main(void) {{ double x[4] = {{{given}}}, y[3]; f(x, y); for (int i = 0; i < 3; i++) printf("%.17g ", y[i]); }}'
    source = Path(tmp_path) / "f.c"
    source.write_text(f"#include <math.h>\n#include <stdio.h>\n{helpers_of(text)}\n{text}\n{main}\n")
    try:
        subprocess.run(["cc", "-O1", "-o", str(source.with_suffix("")), str(source), "-lm"], check=True)
    except FileNotFoundError:
        pytest.skip("no C compiler")
    said = subprocess.run([str(source.with_suffix(""))], check=True, capture_output=True, text=True).stdout
    assert [float(v) for v in said.split()] == pytest.approx(np.array(f(at)).ravel().tolist(), rel=1e-12)
