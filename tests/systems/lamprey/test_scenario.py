"""The lamprey: how it swims, its ledger, its network."""

from __future__ import annotations

import numpy as np
import pytest

from elver import scenario, simulate
from elver.simulation import Solver


@pytest.fixture(scope="module")
def swum():
    chosen = scenario("lamprey")
    return simulate(chosen.build(), chosen.duration, solver=Solver(dt=chosen.dt), progress=False)


def test_it_swims_and_its_ledger_closes(swum):
    assert swum.summary["trusted"]
    assert swum.summary["ledger_closure"] < 1e-9
    assert swum.summary["cruise_speed"] == pytest.approx(0.352, abs=0.01)
    assert swum.summary["beat"] == pytest.approx(0.9, abs=1e-3)


def test_it_runs_at_the_ends_of_its_sliders():
    chosen = scenario("lamprey")
    for changes in ({"spine.level": 1.0}, {"spine.level": 4.0, "spine.turn": 1.5, "spine.feedback": 5.0, "spine.cut": 3}):
        run = simulate(chosen.build(changes), 2.0, solver=Solver(dt=chosen.dt, check_step=False), progress=False)
        assert run.status == "finished"
        assert np.isfinite(run.data.joint_position.values).all()


def test_its_network_is_the_left_and_right_of_every_joint():
    gait = scenario("lamprey").build({"spine.cut": 4}).gait
    assert len(gait.oscillators) == 20
    assert gait.outputs["left"].to[0] == "joint1_left"
    assert len(scenario("lamprey").build().gait.links()) == 2 * (2 * 9 + 10)  # along both chains and across, both ways
    assert len(gait.links()) == 2 * (2 * 8 + 10)
