"""Machines in a device's memory without a program: x' = u - x and y' = cos(t), each machine with a clock of its own."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import casadi as ca
import numpy as np
import pytest
from host_device import COMPILER, HostDevice

import elver
from elver._support.errors import InputError
from elver._support.statuses import REFUSED, RUNNING
from elver.codegen.cuda.kernel import HeldInputs, emit_kernel
from elver.simulation.steppers.device import DeviceParts, DeviceStepper

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
DT = 0.01
# RK4 of a smooth function over a second in steps of 10 ms.
RK4_ERROR = 1e-9
BARE = """
import sys
for name in ("casadi", "numba", "llvmlite", "xarray", "scipy"):
    sys.modules[name] = None
import elver.codegen.cuda.device, elver.simulation.steppers.device
"""


@pytest.fixture(scope="module")
def made():
    """What the device must know, and the kernel built: state (x, y), parameters (gain, u), output x."""
    t, x, p, signals = ca.SX.sym("t"), ca.SX.sym("x", 2), ca.SX.sym("p", 2), ca.SX.sym("s", 0)
    rate, energy = ca.vertcat(p[0] * p[1] - x[0], ca.cos(t)), x[0] ** 2
    f, sample = (
        ca.Function("f", [t, x, p, signals], [y], ["t", "x", "p", "u"], ["y"])
        for y in (rate, ca.vertcat(x[0], t, energy, energy, x[1]))
    )
    kernel = emit_kernel(f, sample, booked=3, inputs=HeldInputs((1,), (-2.0,), (math.inf,)))
    parts = DeviceParts(
        kernel=kernel,
        tables=(np.array([0.0, 1.0]), np.zeros((1, 0, 1))),
        dt=DT,
        names=("x", "y"),
        inputs=(SimpleNamespace(name="u", low=-2.0, high=math.inf),),
        parameters={"gain": (0.0, 5.0), "u": (-2.0, math.inf)},
        places=[1],
        outputs={"x": (slice(0, 1), ()), "both": (slice(0, 2), (2,))},
        signs=np.array([1.0]),
        start=np.array([1.0, 0.0]),
    )
    return parts, HostDevice().build(kernel.source)


def stepper(made, machines=3, **changed) -> DeviceStepper:
    return DeviceStepper(HostDevice(), replace(made[0], **changed), np.tile([1.0, 0.0], (machines, 1)), built=made[1])


def test_solutions_with_inputs_and_clocks_of_their_own(made):
    own, begin, u = stepper(made), np.array([0.0, 2.0, -1.0]), np.array([[0.5], [-2.0], [7.0]])
    own.reset(time=begin)
    own.step(u, 0.5)
    own.step(None, 0.5)
    exact = np.stack([u[:, 0] + (1 - u[:, 0]) * np.exp(-1), np.sin(begin + 1) - np.sin(begin)], axis=1)
    assert own.state == pytest.approx(exact, abs=RK4_ERROR)
    assert own.outputs["x"] == pytest.approx(exact[:, 0], abs=RK4_ERROR)
    assert own.outputs["both"][:, 1] == pytest.approx(begin + 1)
    assert own.time == pytest.approx(begin + 1)
    # y is booked as the only work and x^2 as the energy: they have nothing to do with each other
    assert own.ledger_error() == pytest.approx(exact[:, 1] - (exact[:, 0] ** 2 - 1), abs=1e-8)


def test_a_reset_leaves_the_others_alone(made):
    own = stepper(made)
    own.step([0.3], 0.1)
    before = own.state.copy()
    own.reset(np.array([False, True, False]), parameters={"gain": 2.0, "u": [0.1, 0.2, 0.3]}, time=1.0)
    assert own.state.tolist() == [before[0].tolist(), [1.0, 0.0], before[2].tolist()]
    assert own.time == pytest.approx([0.1, 1.0, 0.1])
    assert own.u[:, 0].tolist() == [0.3, 0.2, 0.3]
    assert own.p.tolist() == [[1.0, 0.3], [2.0, 0.2], [1.0, 0.3]]
    assert own.outputs["x"][1] == 1.0
    assert own.ledger_error()[1] == 0.0
    own.reset(np.array([True, False, True]), initial_states=[[3.0, 0.0], [4.0, 0.0]])
    assert own.state[:, 0].tolist() == [3.0, 1.0, 4.0]


def test_starts_that_the_host_works_out(made):
    def begin(p, times):
        return np.stack([p[:, 0], times], axis=1), dict.fromkeys(np.flatnonzero(p[:, 0] > 3).tolist(), "too much")

    own = stepper(made, start=None, begin=begin)
    assert own.state.tolist() == [[1.0, 0.0]] * 3
    own.reset(parameters={"gain": [2.0, 4.0, 6.0]}, time=0.5)
    assert own.status.tolist() == [RUNNING, REFUSED, REFUSED]  # by the host, by its bounds
    assert own.state[0].tolist() == [2.0, 0.5]
    assert own.why(1) == "too much"
    own.reset()
    assert own.why(1) == ""
    own.step([[0.0], [np.nan], [0.0]])
    assert own.why(1) == "refused"
    moving = stepper(made, moving=True, begin=begin)
    assert moving.state.tolist() == [[1.0, 0.0]] * 3  # at time 0 the start is known
    moving.reset(time=0.25)
    assert moving.state.tolist() == [[1.0, 0.25]] * 3


def test_signals_that_end(made):
    own = stepper(made, last=0.1)
    own.reset(np.array([False, True, False]), time=0.05)
    assert own.step(None, 0.06).tolist() == [RUNNING, REFUSED, RUNNING]
    assert own.time == pytest.approx([0.06, 0.05, 0.06])


def test_what_is_not_finite_is_refused_where_there_is_no_bound(made):
    own = stepper(made)
    assert own.step(np.array([[1e300], [np.inf], [-2.1]])).tolist()[1:] == [REFUSED, REFUSED]


def test_arrays_of_other_kinds(made):
    own = stepper(made)
    own.step(np.asfortranarray(np.array([[1], [2], [3]])))
    assert own.u[:, 0].tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(InputError, match="complex"):
        own.step(np.array([1j]))


def test_numpy_is_enough():
    """A computer with a GPU needs none of the packages that write and compile equations."""
    source = Path(elver.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", BARE], env={"PYTHONPATH": str(source)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
