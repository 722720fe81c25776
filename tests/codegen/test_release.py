"""Native code leaves the process with what uses it, and no earlier; and nothing of the way it was made stays behind."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import weakref
from pathlib import Path
from threading import Thread

import casadi as ca
import llvmlite.binding as llvm
import numpy as np
import pytest

import elver
from elver import Body, Joint, Model, Robot
from elver.codegen import compile_function
from elver.drive import Serpenoid
from elver.model import compile_model
from elver.robot import Rod

STATM = Path("/proc/self/statm")
measured = pytest.mark.skipif(not STATM.exists(), reason="the system does not say how much memory a process holds")


@pytest.fixture
def no_cache(monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", "off")


def megabytes() -> float:
    """What this process holds, after giving back what it can."""
    gc.collect()
    if hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)
    return int(STATM.read_text().split()[1]) * 4096 / 1e6


def pair(number: float, base: str = "planar") -> Model:
    """Two rods and a driven joint; the number is folded into the code."""
    bodies = [Body.solid(f"b{k}", Rod(0.3 + number, 0.02), 1000.0) for k in range(2)]
    robot = Robot("pair", bodies, [Joint("j1", "b0", "b1", d=0.3 + number)], base=base)
    return Model("pair", robot, gait=Serpenoid(("j1",), amplitude=0.3, frequency=5.0)).freed("gait.amplitude")


def graph(number: float) -> ca.Function:
    x = ca.SX.sym("x", 4)
    y = ca.sin(number * x) * x + number / 3
    return ca.Function("f", [x], [y], ["x"], ["y"])


@measured
@pytest.mark.parametrize("width", [1, 2])
def test_functions_leave_nothing_behind(width, no_cache):
    for k in range(20):
        compile_function(graph(k + 0.1), width=width)
    before = megabytes()
    for k in range(150):
        compile_function(graph(k + 0.2), width=width)
    assert megabytes() - before < 3.0  # 25 MB where LLVM's passes are not given back; engines alone are counted below


def test_engines_leave_with_the_code_in_them(no_cache, monkeypatch):
    """All but the last one made, which waits for more code. They take too little memory to be seen by it."""
    engines, make = [], llvm.create_lljit_compiler

    def made(*arguments):
        engine = make(*arguments)
        engines.append(weakref.ref(engine))
        return engine

    def alive() -> int:
        gc.collect()
        return sum(engine() is not None for engine in engines)

    monkeypatch.setattr(llvm, "create_lljit_compiler", made)
    functions = [compile_function(graph(k + 0.4)) for k in range(50)]
    assert alive() == len(engines) >= 3  # held by their code
    functions.clear()
    assert alive() <= 1


@measured
def test_models_leave_nothing_behind(no_cache):
    for k in range(5):
        elver.simulate(compile_model(pair(k * 1e-3)), 0.01, solver=elver.Solver(dt=0.001))
    before = megabytes()
    for k in range(20):
        elver.simulate(compile_model(pair(k * 1e-4 + 1e-5)), 0.01, solver=elver.Solver(dt=0.001))
    assert megabytes() - before < 2.5


def test_a_program_is_released_at_once():
    program = compile_model(pair(0.01))
    elver.simulate(program, 0.01, solver=elver.Solver(dt=0.001))
    code = weakref.ref(program.rhs)
    del program
    gc.collect()
    assert code() is None


def disturb() -> None:
    """Put other code where released code was."""
    gc.collect()
    for k in range(20):
        compile_function(graph(k + 0.3))


def end_of(number: float) -> np.ndarray:
    stepper = elver.stepper(pair(number), solver=elver.Solver(dt=0.001))
    stepper.step(duration=0.02)
    return stepper.state.copy()


@pytest.mark.parametrize("machines", [None, 3])
def test_a_stepper_outlives_every_name_of_its_program(machines):
    program = compile_model(pair(0.02))
    stepper = elver.stepper(program, solver=elver.Solver(dt=0.001), **{} if machines is None else {"count": machines})
    stepper.step(duration=0.01)
    del program
    disturb()
    stepper.step(duration=0.01)
    assert np.allclose(stepper.state, end_of(0.02), rtol=0, atol=1e-12)


def test_a_thread_outlives_every_name_of_its_program():
    program, ends = compile_model(pair(0.03)), []

    def work(stepper) -> None:
        for _ in range(20):
            stepper.step(duration=0.001)
        ends.append(stepper.state.copy())

    threads = [Thread(target=work, args=(elver.stepper(program, solver=elver.Solver(dt=0.001)),)) for _ in range(2)]
    del program
    for thread in threads:
        thread.start()
    disturb()
    for thread in threads:
        thread.join()
    assert len(ends) == 2
    assert all(np.allclose(end, end_of(0.03), rtol=0, atol=1e-12) for end in ends)


def hold_ten_thousand_models() -> None:
    """Runs, derivatives, vectors, steppers and loops of code, each model with code of its own; prints the most megabytes held."""
    values, most = {"gait.amplitude": np.linspace(0.1, 0.2, 8)}, 0.0
    for k in range(10_000):
        program = compile_model(pair(1e-5 * k), quick=k % 2 == 0)
        elver.simulate(program, 0.01, solver=elver.Solver(dt=0.001))
        if k % 50 == 0:
            elver.sensitivities(program, duration=0.01, solver=elver.Solver(dt=0.001))
            elver.gradient(program, "distance", duration=0.01, solver=elver.Solver(dt=0.001))
            elver.simulate_batch(program, duration=0.01, solver=elver.Solver(dt=0.001), parameters=values)
            elver.stepper(program, count=4, solver=elver.Solver(dt=0.001)).step(duration=0.01)
        if k % 500 == 0:
            elver.simulate(elver.scenario("eel").build({"gait.amplitude": 0.05 + 1e-6 * k}), 0.01, solver=elver.Solver(dt=0.001))
            elver.simulate(
                elver.scenario("aiko-obstacles").build({"gait.amplitude": 0.698 + 1e-7 * k}), 0.01, solver=elver.Solver(dt=0.001)
            )
            most = max(most, megabytes())
            print(f"{k} models: {most:.0f} MB", flush=True)
            assert most < 1000.0, f"after {k} models"
    assert megabytes() < 1000.0


@measured
@pytest.mark.long
def test_ten_thousand_models_stay_below_a_gigabyte():
    """In a process of its own: other tests may have left much behind."""
    code = "import test_release; test_release.hold_ten_thousand_models()"
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    assert "9500 models" in done.stdout
