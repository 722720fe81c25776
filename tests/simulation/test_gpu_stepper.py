"""The stepper in a GPU's memory: the numbers of the CPU, by the same text built with a C compiler; and what it refuses."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from host_device import COMPILER, HostDevice
from tolerances import assert_close

import elver
from elver._support.errors import InputError
from elver._support.statuses import DIVERGED, REFUSED, RUNNING
from elver.simulation.steppers import gpu

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
# Rounding, carried through some hundred steps; C library and native sine differ in the last bit.
SAME = 1e-12
# The same with 24 bits.
SINGLE_PRECISION = 2e-4
OUTPUTS = ("joint_velocity", "base_rotation", "kinetic_energy")


class Foreign:
    """An array of another library, known by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **how):
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.fixture(autouse=True)
def host(monkeypatch):
    device = HostDevice()
    monkeypatch.setattr(gpu, "CudaDevice", lambda: device)
    return device


@pytest.fixture(scope="module")
def program():
    model = elver.scenario("swimmer").build({"control.kp": 2.0, "control.kd": 0.002}, free=["gait.amplitude", "water.density"])
    return elver.compile_model(
        elver.with_inputs(model, elver.drive.TorqueInputs(["joint1", "joint3"], limit=0.5), "gait.amplitude")
    )


def both(program, machines=3, **how):
    return tuple(
        elver.stepper(program, machines, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device=target), **how)
        for target in ("cpu", "gpu")
    )


def row(program, machines=3, seed=0):
    """Inputs of every machine, within their bounds."""
    draw = np.random.default_rng(seed).uniform(size=(machines, len(program.input_names)))
    low, high = (np.array([getattr(i, b) for i in program.model.inputs.values()]) for b in ("low", "high"))
    low, high = np.maximum(low, -1.0), np.minimum(high, 1.0)
    return low + 0.3 * draw * (high - low)


@needs_compiler
def test_numbers_of_the_cpu_with_clocks_of_their_own(program):
    cpu, gpu = both(program, outputs=OUTPUTS, parameters={"water.density": [900.0, 1000.0, 1100.0]})
    for k in range(6):
        u = row(program, seed=k)
        for one in (cpu, gpu):
            if k == 3:
                one.reset(np.array([False, True, False]), parameters={"water.density": 950.0}, time=0.5)
            one.step(Foreign(u) if one is gpu and k % 2 else u, 0.004 if k else None)
    assert cpu.time.tolist() == pytest.approx(gpu.time.tolist(), abs=1e-12)
    assert gpu.time.tolist() == pytest.approx([0.021, 0.512, 0.021])
    assert_close(gpu.state, cpu.state, SAME)
    assert_close(gpu.output_buffer, cpu.output_buffer, SAME)
    for name in OUTPUTS:
        assert gpu.outputs[name].shape == cpu.outputs[name].shape
        assert np.shares_memory(gpu.outputs[name], gpu.output_buffer)
    assert np.array_equal(gpu.u, cpu.u)
    assert np.array_equal(gpu.p, cpu.p)
    assert_close(gpu.ledger_error(), cpu.ledger_error(), 1e-3)
    assert (gpu.ledger_closure() < 1e-5).all()
    assert (gpu.ledger_closure() > 0).all()


@needs_compiler
def test_bad_inputs_stop_their_machine_alone(program, host):
    cpu, gpu = both(program, 4)
    u = row(program, 4)
    u[1, 0], u[2, 1] = np.nan, 0.51
    for one in (cpu, gpu):
        assert one.step(u).tolist() == [RUNNING, REFUSED, REFUSED, RUNNING]
        assert one.time.tolist() == [0.001, 0.0, 0.0, 0.001]
        assert one.step(row(program, 4)).tolist() == [RUNNING, REFUSED, REFUSED, RUNNING]
        one.reset(one.status == REFUSED)
        assert one.step(None).tolist() == [RUNNING] * 4
    assert_close(gpu.state, cpu.state, SAME)
    assert gpu.status_words.tolist() == ["running"] * 4
    launches = host.launches
    gpu.step(u)
    assert host.launches == launches + 1
    assert "refused" in gpu.why(1)
    assert gpu.why(0) == ""


@needs_compiler
def test_clipped_inputs(program):
    cpu, gpu = both(program, 2, out_of_bounds="clip")
    u = row(program, 2)
    u[0, 0], u[1, 1], u[1, 0] = 7.0, -np.inf, 0.1
    for one in (cpu, gpu):
        assert one.step(u).tolist() == [RUNNING, RUNNING]
        assert one.u[0, 0] == 0.5
        assert one.u[1, 1] == -0.5
    assert_close(gpu.state, cpu.state, SAME)
    u[0, 2] = np.inf
    assert cpu.step(u).tolist() == gpu.step(u).tolist() == [REFUSED, RUNNING]  # an amplitude has no highest value


@needs_compiler
def test_a_machine_that_runs_away_and_comes_back(program):
    cpu, gpu = both(program, 3)
    fast = cpu.state.copy()
    fast[1, list(cpu.names).index("base vx")] = 3e4
    for one in (cpu, gpu):
        one.reset(initial_states=fast)
        assert one.step(None, 0.05).tolist() == [RUNNING, DIVERGED, RUNNING]
    assert cpu.time.tolist() == gpu.time.tolist()
    safe = cpu.state[:1].copy()
    for one in (cpu, gpu):
        one.reset(np.array([False, True, False]), initial_states=safe)
        assert one.step({"torque.joint1": 0.2, "gait.amplitude": [0.1, 0.2, 0.3]}).tolist() == [RUNNING] * 3
    assert_close(gpu.state, cpu.state, SAME)
    assert gpu.u[:, 2].tolist() == [0.1, 0.2, 0.3]


@needs_compiler
def test_single_precision_and_the_kernel_is_built_once(program, host, monkeypatch):
    cpu, _ = both(program, 2)
    gpu = elver.stepper(
        program, 2, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu", precision="single")
    )
    monkeypatch.setattr(HostDevice, "build", None)
    again = elver.stepper(
        program, 2, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu", precision="single")
    )
    for one in (cpu, gpu, again):
        one.step(row(program, 2), 0.05)
    assert gpu.state.dtype == np.float32
    assert_close(gpu.state, cpu.state, SINGLE_PRECISION)
    assert np.array_equal(gpu.state, again.state)


@needs_compiler
def test_values_and_states_that_are_refused(program):
    gpu = elver.stepper(program, 3, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu"))
    gpu.reset(parameters={"water.density": [1000.0, -1.0, np.nan]})
    assert gpu.status.tolist() == [RUNNING, REFUSED, REFUSED]
    x = np.tile(gpu.state[0], (3, 1))
    x[0, 0], x[2, gpu.parts.quaternion] = np.inf, 2.0
    gpu.reset(initial_states=x)
    assert gpu.status.tolist() == [REFUSED, RUNNING, REFUSED]
    gpu.reset(initial_states={"base vx": [0.1, 0.2, 0.3]})
    assert gpu.state[:, list(gpu.names).index("base vx")].tolist() == [0.1, 0.2, 0.3]


@needs_compiler
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda s: s.step(np.zeros(7)), "u has the shape"),
        (lambda s: s.step(np.zeros((2, 3))), "u has the shape"),
        (lambda s: s.step(["a", "b", "c"]), "real numbers"),
        (lambda s: s.step({"torque.joint9": 0.0}), "torque.joint"),
        (lambda s: s.step({"torque.joint1": [0.0, 0.1]}), "one per machine"),
        (lambda s: s.step(None, 0.0005), "whole number"),
        (lambda s: s.step(None, np.nan), "duration"),
        (lambda s: s.reset([1, 0, 1]), "truth values"),
        (lambda s: s.reset(initial_states=np.zeros((3, 2))), "states has the shape"),
        (lambda s: s.reset(np.array([True, False, False]), initial_states=np.zeros((2, len(s.names)))), "2 rows"),
        (lambda s: s.reset(parameters={"water.dens": 1.0}), "water.density"),
        (lambda s: s.reset(parameters=[1.0]), "mapping"),
        (lambda s: s.reset(initial_states={"nothing": 1.0}), "state"),
    ],
)
def test_calls_that_are_refused_change_nothing(program, call, said):
    gpu = elver.stepper(program, 3, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu"))
    gpu.step(row(program))
    state, held = gpu.state.copy(), gpu.u.copy()
    with pytest.raises(InputError, match=said):
        call(gpu)
    assert np.array_equal(gpu.state, state)
    assert np.array_equal(gpu.u, held)
    assert gpu.status.tolist() == [RUNNING] * 3


def test_what_has_no_gpu_code(program, monkeypatch):
    with pytest.raises(InputError, match="count is None"):
        elver.stepper(program, None, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu"))
    with pytest.raises(InputError, match="dopri5 has no GPU code"):
        elver.stepper(program, 2, solver=elver.Solver(dt=1e-3, method="dopri5"), compute=elver.Compute(device="gpu"))
    with pytest.raises(InputError, match="contact has no GPU code"):
        elver.stepper(elver.scenario("aiko-obstacles").build(), 2, compute=elver.Compute(device="gpu"))
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(InputError, match=r"CuPy is not installed.*device = 'cpu'"):
        elver.stepper(program, 2, solver=elver.Solver(dt=1e-3, method="rk4"), compute=elver.Compute(device="gpu"))
