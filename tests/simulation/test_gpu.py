"""A batch on a GPU: the same metrics as on the CPU, by the same text built with a C compiler; and what happens without a GPU."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest
from host_device import COMPILER, HostDevice
from tolerances import assert_close

import elver
from elver.codegen.cuda.device import CudaDevice, NoDeviceError
from elver.drive import RecordedMotion, SignalTable
from elver.robot import EllipticCylinder
from elver.simulation.batches import gpu

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
# Rounding, carried through some hundred steps; C library and native sine differ in the last bit.
SAME = 1e-12
# The same with 24 bits.
SINGLE_PRECISION = 2e-4
FIGURES = ("final_state", "final_position", "final_com", "path_length", "peak_torque", "ledger", "mean_speed")


@pytest.fixture
def host(monkeypatch):
    device = HostDevice()
    monkeypatch.setattr(gpu, "CudaDevice", lambda: device)
    return device


@pytest.fixture(scope="module")
def swimmer():
    soft = {"control.kp": 2.0, "control.kd": 0.002}
    return elver.compile_model(elver.scenario("swimmer").build(soft, free=["gait.amplitude"]))


def both(program, duration, **options):
    return tuple(elver.simulate_batch(program, duration, compute=elver.Compute(device), **options) for device in ("cpu", "gpu"))


@needs_compiler
def test_metrics_and_trajectories_are_those_of_the_cpu(host, swimmer):
    given = {"gait.amplitude": np.linspace(0.2, 0.7, 5)}
    cpu, gpu = both(
        swimmer, 0.105, parameters=given, solver=elver.Solver("rk4"), save=elver.Save(fields=["state", "base_quaternion"])
    )
    for name in (*FIGURES, "state", "base_quaternion"):
        assert_close(gpu[name], cpu[name], SAME)
    assert gpu.ledger_closure.values == pytest.approx(cpu.ledger_closure.values, rel=0.1, abs=1e-12)
    assert gpu.status.values.tolist() == ["finished"] * 5
    assert '"target": "gpu"' in gpu.attrs["settings"]
    assert host.launches == len(cpu.time)


@needs_compiler
def test_chunks_that_fit_the_memory(host, swimmer):
    given = {"gait.amplitude": np.linspace(0.2, 0.7, 7)}
    whole = elver.simulate_batch(
        swimmer,
        0.02,
        parameters=given,
        compute=elver.Compute(device="gpu"),
        solver=elver.Solver(method="rk4"),
        save=elver.Save(fields=["state"]),
    )
    host.free_memory, host.launches = 10_000, 0
    cut = elver.simulate_batch(
        swimmer,
        0.02,
        parameters=given,
        compute=elver.Compute(device="gpu"),
        solver=elver.Solver(method="rk4"),
        save=elver.Save(fields=["state"]),
    )
    assert host.launches > 3 * len(whole.time)
    for name in (*FIGURES, "state"):
        assert cut[name].values.tobytes() == whole[name].values.tobytes()


@needs_compiler
def test_single_precision(host, swimmer):
    given = {"gait.amplitude": [0.3, 0.5]}
    cpu = elver.simulate_batch(swimmer, 0.1, parameters=given, solver=elver.Solver(method="rk4"))
    gpu = elver.simulate_batch(
        swimmer, 0.1, parameters=given, solver=elver.Solver(method="rk4"), compute=elver.Compute(device="gpu", precision="single")
    )
    assert_close(gpu.final_state, cpu.final_state, SINGLE_PRECISION)
    assert np.abs(gpu.final_state - cpu.final_state).max() > 1e-12


@needs_compiler
def test_a_machine_that_runs_away(host, swimmer):
    x = np.tile(swimmer.initial_state(swimmer.parameter_vector()), (3, 1))
    x[1, list(swimmer.equations.layout.names).index("base vx")] = 3e4
    cpu, gpu = both(swimmer, 0.1, initial_states=x, solver=elver.Solver("rk4"), save=elver.Save(fields=["base_position"]))
    assert cpu.status.values.tolist() == gpu.status.values.tolist() == ["finished", "diverged", "finished"]
    assert cpu.end_time.values.tolist() == gpu.end_time.values.tolist()
    assert np.isnan(cpu.base_position.values).tolist() == np.isnan(gpu.base_position.values).tolist()
    for k in (0, 2):
        assert_close(gpu.final_state[k], cpu.final_state[k], SAME)


@needs_compiler
@pytest.mark.parametrize("period", [None, 0.04])
def test_sampled_signals(host, period):
    times = np.linspace(0.0, 0.3, 40) if period is None else np.arange(12) / 12 * period
    joints = [elver.Joint("hinge", "a", "b", d=0.2, mode="driven")]
    bodies = [elver.Body.solid(name, EllipticCylinder(0.2, 0.02, 0.05), density=1000.0) for name in "ab"]
    robot = elver.Robot("pair", bodies, joints, base="planar")
    angles = 0.4 * np.sin((20 if period is None else 2 * np.pi / period) * times)
    gait = RecordedMotion(SignalTable(["hinge"], times, angles[:, None], period))
    model = elver.Model("pair", robot, forces={"water": elver.forces.Morison(friction=0.02)}, gait=gait)
    cpu, gpu = both(elver.compile_model(model), 0.2, initial_states={"base vx": [0.0, 0.2, 0.4]})
    assert_close(gpu.final_state, cpu.final_state, SAME)
    assert float(cpu.path_length.min()) > 1e-3


def test_without_a_gpu_a_warning_and_the_cpu(swimmer, monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoDeviceError, match=r"elver\[gpu\]"):
        CudaDevice()
    with pytest.warns(gpu.TargetWarning, match="CuPy is not installed.*on the CPU instead") as caught:
        data = elver.simulate_batch(
            swimmer,
            0.01,
            parameters={"gait.amplitude": [0.3]},
            solver=elver.Solver(method="rk4"),
            compute=elver.Compute(device="gpu"),
        )
    assert caught[0].filename == __file__
    assert data.status.values.tolist() == ["finished"]
    assert '"target": "cpu"' in data.attrs["settings"]


def test_methods_without_gpu_code_run_on_the_cpu(swimmer):
    with pytest.warns(gpu.TargetWarning, match="semi-implicit has no GPU code"), warnings.catch_warnings():
        elver.simulate_batch(
            swimmer,
            0.01,
            parameters={"gait.amplitude": [0.3]},
            solver=elver.Solver(method="semi-implicit"),
            compute=elver.Compute(device="gpu"),
        )
