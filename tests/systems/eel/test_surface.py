"""The eel that floats: as deep as its weight asks for, upright, at the surface for as long as it swims, and in waves."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

from elver import scenario, simulate
from elver.simulation import Solver

CALM = {"waves.height": 0.0}


def run_of(changes, seconds, **solver):
    chosen = scenario("eel-surface")
    run = simulate(
        chosen.build(changes), seconds, solver=Solver(**{"dt": chosen.dt, "check_step": False, **solver}), progress=False
    )
    assert run.status == "finished", run.status_detail
    return run


@pytest.fixture(scope="module")
def swimming():
    return run_of(CALM, 15.0)


def test_it_swims_as_deep_as_it_floats_and_does_not_rise(swimming):
    """The draught of an ellipse of this density, with the water at the height where its wet share is the density's."""
    z = swimming.data.com_position.values[:, 2]
    dry = brentq(lambda x: math.pi - x + math.sin(x) * math.cos(x) - 0.9 * math.pi, 0, math.pi)
    level = -0.03 * math.cos(dry) - 0.008  # of the centre of mass, below the axis
    late = swimming.data.time.values > 5
    assert z[late].mean() == pytest.approx(level, abs=1e-3)
    halves = z[late][: late.sum() // 2].mean(), z[late][late.sum() // 2 :].mean()
    assert halves[0] == pytest.approx(halves[1], abs=2e-4)
    assert swimming.summary["ledger_closure"] < 1e-7


def test_it_keeps_upright_and_on_course(swimming):
    q = swimming.data.base_quaternion.values
    assert np.abs(q[:, 1]).max() < 0.01
    assert abs(swimming.data.com_position.values[-1, 1]) < 0.1
    assert swimming.data.com_position.values[-1, 0] > 4.0


def test_its_ballast_turns_it_upright_again():
    """It begins rolled by 0.4 rad and does not beat."""
    model = scenario("eel-surface").build({**CALM, "gait.amplitude": 0.0})
    start = replace(model.start, quaternion=(math.cos(0.2), math.sin(0.2), 0.0, 0.0))
    run = simulate(replace(model, start=start), 10.0, solver=Solver(dt=2e-3, check_step=False), progress=False)
    roll = 2 * np.arcsin(run.data.base_quaternion.values[:, 1])
    late = roll[run.data.time.values > 8]
    assert np.abs(late).max() < 0.3
    assert late.min() < 0 < late.max()
    assert run.summary["ledger_closure"] < 1e-6


def test_in_waves_half_the_step_changes_little_and_the_ledger_closes():
    one, two = (run_of({}, 6.0, dt=dt) for dt in (4e-3, 2e-3))
    ends = [run.data.com_position.values[-1] for run in (one, two)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-4)
    assert two.summary["ledger_closure"] < 1e-6
    works = dict(zip(two.data.flow.values, two.data.work.values[-1], strict=True))
    assert works["water.spray"] > 0.01
