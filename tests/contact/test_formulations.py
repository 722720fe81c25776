"""The engine's coordinates against maximal ones: every link for itself, joints eliminated and closed after every step.

The published formulation, SNAKE (62)-(66) and VI-C, is that of tests/oracles/snake_moreau.py, which shares no code with Elver.
"""

from __future__ import annotations

import numpy as np
import pytest
import snake_moreau as oracle

from elver.contact import ContactSettings
from elver.model import compile_model
from elver.results.metrics import body_centre
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate

EXPLICIT = ContactSettings(implicit=False, tolerance=1e-10, most=100_000)
CASES = {
    "aiko-obstacles": (oracle.Params(obstacles=oracle.LARGE, torque_at_middle=True), oracle.LARGE_POSE),
    "aiko-flat": (oracle.Params(torque_at_middle=True), oracle.FLAT_POSE),
}


def engine_program(name):
    """A crawl from the oracle's start, in the engine's coordinates."""
    head, axis = CASES[name][1]
    return compile_model(scenario(name).build({"start.position": head, "start.axis": axis}))


def in_maximal_coordinates(name, duration, dt):
    """(x, y, angle) of all links every 10 ms, by the oracle."""
    params, pose = CASES[name]
    run = oracle.simulate(oracle.serpenoid(*pose, params), duration, dt, params)
    assert run.not_converged == 0
    return run.q


@pytest.mark.long
def test_both_formulations_agree_as_the_step_shrinks():
    """Aiko among obstacles: 0.3 um at 0.2 ms, falling at least as fast as the step; far below the error of either."""
    program, gaps = engine_program("aiko-obstacles"), []
    for dt in (2e-4, 5e-5):
        run = simulate(program, 1.0, solver=Solver(dt=dt, contact=EXPLICIT), save=Save(every=0.01))
        places = np.stack([body_centre(run.data, body)[:, :2] for body in run.data.body.values], axis=1)
        gaps.append(np.abs(places - in_maximal_coordinates("aiko-obstacles", 1.0, dt)[..., :2]).max())
        assert run.summary["worst_residual"] <= 1e-10
    assert gaps[1] < gaps[0] / 4
    assert gaps[0] < 1e-6
    assert gaps[1] > 0


@pytest.mark.long
def test_joint_angles_agree_with_maximal_coordinates():
    """On flat ground: where the oracle closes its joints again after every step."""
    run = simulate(engine_program("aiko-flat"), 1.0, solver=Solver(dt=2e-4, contact=EXPLICIT), save=Save(every=0.01))
    angles = np.diff(in_maximal_coordinates("aiko-flat", 1.0, 2e-4)[..., 2], axis=1)
    assert np.abs(run.data.joint_position.values - angles).max() < 1e-6
