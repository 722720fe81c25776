"""The underwater vehicle: at its station the thrust is the published damping of the current."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import InitialState, scenario, simulate
from elver.simulation import Solver


@pytest.fixture(scope="module")
def held():
    chosen = scenario("rov")
    return simulate(chosen.build(), chosen.duration, solver=Solver(dt=chosen.dt), progress=False)


def test_it_holds_its_station(held):
    assert held.status == "finished"
    assert held.summary["station_offset"] < 1e-5
    assert held.summary["ledger_closure"] < 1e-9


def test_the_thrust_is_the_damping_of_the_current(held):
    """13.7 u + 141 u |u| and 217 v |v|, u = 0.4 and v = 0.2 m/s, and 0.1 kg of weight in water."""
    thrust = held.data.medium_force.sel(force="station").values[-1]
    assert thrust == pytest.approx([-(13.7 * 0.4 + 141 * 0.16), -217 * 0.04, 0.1 * 9.81], rel=1e-5)


def test_its_thrusters_give_all_six_wrenches():
    B = scenario("rov").build().media["station"].allocation
    assert np.linalg.matrix_rank(B) == 6
    surge = np.linalg.pinv(B) @ [1.0, 0, 0, 0, 0, 0]
    assert surge == pytest.approx([0.25 * 2**0.5] * 4 + [0.0] * 4, abs=1e-12)


def test_its_heading_does_not_matter_to_a_current_that_turns_with_it():
    """Turned by a third of a turn together with its current: the same offsets."""
    chosen, turn = scenario("rov"), 2 * np.pi / 3
    c, s = np.cos(turn), np.sin(turn)
    other = {"station.heading": turn, "water.current": (0.4 * c - 0.2 * s, 0.4 * s + 0.2 * c, 0.0)}
    one = simulate(chosen.build(), 5.0, solver=Solver(dt=0.01), progress=False)
    start = InitialState(quaternion=(np.cos(turn / 2), 0, 0, np.sin(turn / 2)))
    two = simulate(replace(chosen.build(other), start=start), 5.0, solver=Solver(dt=0.01), progress=False)
    assert two.summary["largest_offset"] == pytest.approx(one.summary["largest_offset"], rel=1e-9)
