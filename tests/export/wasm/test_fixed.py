"""Kernels of fixed steps in Node against the native loops they are made of."""

from dataclasses import dataclass, replace
from functools import cache

import casadi as ca
import numpy as np
import pytest
from floating_arm import NAMES, arm
from kernel_runner import fixed_module
from node_runner import needs_node

from elver import InitialState, compile_model
from elver._support.statuses import DIVERGED, RUNNING
from elver.drive import PD, RecordedMotion, SignalTable
from elver.export.wasm.shipped import METHODS
from elver.forces import Effect
from elver.simulation.integrate import integrate
from elver.simulation.plan import make_plan

DT, STEPS = 2e-3, 400
SAME = 1e-12  # relative: sums are taken in another order, and without fused multiply-adds
pytestmark = needs_node


@cache
def tumbling():
    """Four rods that tumble in space while their motors follow recorded angles: a quaternion, signals, works."""
    times = np.linspace(0, 1, 30)
    signals = SignalTable(NAMES, times, 0.4 * np.sin(6 * times[:, None] + np.arange(3)))
    start = InitialState(twist=(0.3, 0, 0.1, 0.5, 2.0, 1.0))
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


@dataclass(frozen=True)
class Corners:
    """A force that does nothing, and names corners [s]."""

    kinks: tuple

    def effect(self, body, motion):
        return Effect(wrench=ca.SX(6, 1))


@cache
def cornered(*kinks):
    """The same machine, whose equations name corners."""
    return compile_model(replace(tumbling().model, forces={"corners": Corners(kinks)}))


@pytest.mark.parametrize(
    "kinks",
    [(0.3,), (0.3011,), (0.1003, 0.1009, 0.1015), (0.0, 0.002, 0.0047, 0.7999, 0.8), (0.3, 0.3, 1e-12, -1.0, 9.0)],
    ids=["at the end of a step", "within", "three in one", "at both ends", "equal and beyond"],
)
@pytest.mark.parametrize("calls", [(400,), (1, 49, 1, 99, 1, 249), (150, 250)], ids=str)
def test_adams_begins_anew_at_corners_as_natively_however_steps_are_asked_for(kinks, calls):
    program = cornered(*kinks)
    module, plan = fixed_module(program, "adams", DT), make_plan(STEPS * DT, DT, "adams", output=STEPS * DT)
    last = integrate(program, plan, program.parameter_vector(), progress=False).states[-1]
    statuses, found = module.run(*(module.steps(n) for n in calls))
    assert statuses == [RUNNING] * len(calls)
    assert found["done"] == STEPS == sum(calls)
    assert found["x"] == pytest.approx(last, rel=SAME, abs=SAME)
    assert last != pytest.approx(native("adams")[-1], rel=10 * SAME, abs=10 * SAME)  # which knows of no corners


def test_a_corner_within_a_step_that_runs_away_stops_before_it():
    module = fixed_module(cornered(2.5 * DT), "adams", DT)
    far = module.write("x", 2e12, element=0)  # more than a state may be
    statuses, found = module.run(module.steps(2), far, module.steps(2))
    assert statuses == [RUNNING, DIVERGED]
    assert found["done"] == 2
