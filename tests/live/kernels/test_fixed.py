"""Kernels of fixed steps in Node against the native loops they are made of."""

from functools import cache

import numpy as np
import pytest
from kernel_runner import fixed_module

from elver import Start, compile_model
from elver.drive import PD, RecordedMotion, SignalTable
from elver.live.kernels.shipped import METHODS
from elver.statuses import DIVERGED, RUNNING
from elver.stepping.plan import make_plan
from elver.stepping.runs import integrate
from floating_arm import NAMES, arm
from node_runner import needs_node

DT, STEPS = 2e-3, 400
SAME = 1e-12  # relative: sums are taken in another order, and without fused multiply-adds
pytestmark = needs_node


@cache
def tumbling():
    """Four rods that tumble in space while their motors follow recorded angles: a quaternion, signals, works."""
    times = np.linspace(0, 1, 30)
    signals = SignalTable(NAMES, times, 0.4 * np.sin(6 * times[:, None] + np.arange(3)))
    start = Start(twist=(0.3, 0, 0.1, 0.5, 2.0, 1.0))
    return compile_model(arm(base="free", gait=RecordedMotion(signals), control=PD(0.5, 0.02), start=start))


def native(method, steps=STEPS, dt=DT):
    program = tumbling()
    plan = make_plan(steps * dt, dt, method, output=steps * dt)
    return integrate(program, plan, program.parameter_vector(), progress=False).states


@pytest.mark.parametrize("method", [m for m in METHODS if m != "moreau"])
def test_steps_are_the_native_ones(method):
    module, (first, last) = fixed_module(tumbling(), method, DT), native(method)
    statuses, found = module.run(module.steps(1), module.steps(4), module.steps(STEPS - 5))
    assert statuses == [RUNNING] * 3
    assert found["done"] == STEPS
    assert found["x"] == pytest.approx(last, rel=SAME, abs=SAME)
    assert np.abs(last - first).max() > 0.5  # it has moved


def test_a_state_that_runs_away_stops_at_the_last_good_one():
    module = fixed_module(tumbling(), "rk4", DT)
    far = module.write("x", 1e12 - 1e-3, element=0)  # at the edge of what a state may be
    statuses, found = module.run(far, module.steps(50), module.steps(50))
    assert statuses == [DIVERGED, DIVERGED]
    assert 0 < found["done"] < 50
    assert np.abs(found["x"]).max() < 1e12


def test_a_clock_that_is_set_forward_is_that_of_the_signals():
    """Half the steps from a later origin are the second half of the run."""
    program, half = tumbling(), STEPS // 2
    module = fixed_module(program, "heun", DT)
    middle = native("heun", half)[-1]
    moved = [module.write("x", float(value), k) for k, value in enumerate(middle)]
    _, found = module.run(*moved, module.write("origin", half), module.steps(half))
    assert found["x"] == pytest.approx(native("heun")[-1], rel=SAME, abs=SAME)
