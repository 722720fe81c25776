"""Adams' method keeps its order where a gait has a corner that it names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import Body, Joint, Model, Robot, compile_model, simulate
from elver.drive import Serpenoid
from elver.robot import Rod
from elver.simulation import Save, Solver

STEPS = [0.02 / 2**k for k in range(4)]
DURATION = 2.4


class Unnamed:
    """The same gait, which does not say where its corner is."""

    def __init__(self, gait):
        self.gait = gait

    def motion(self, now):
        return self.gait.motion(now)


class Corners:
    """The same gait, which names further corners."""

    def __init__(self, gait, *kinks):
        self.gait, self.kinks = gait, kinks

    def motion(self, now):
        return self.gait.motion(now)


def swimmer(ramp: float) -> Model:
    bodies = [Body.solid("front", Rod(0.3, 0.02), 1000.0), Body.solid("rear", Rod(0.3, 0.03), 1000.0)]
    robot = Robot("two", bodies, [Joint("yaw", "front", "rear", d=0.3)])
    return Model("two", robot, gait=Serpenoid(["yaw"], amplitude=0.8, frequency=5.0, ramp_time=ramp))


def errors(model: Model) -> np.ndarray:
    """Errors of the state at the end, without the works: positive work alone has corners wherever a power turns."""
    program = compile_model(model)
    moving = slice(0, program.equations.layout.slices["works"].start)
    exact = simulate(
        program, DURATION, solver=Solver(method="dopri5", rtol=1e-12, atol=1e-13), save=Save(every=0.4)
    ).data.state.values[-1, moving]
    ends = [
        simulate(program, DURATION, solver=Solver(dt=h, method="adams"), save=Save(every=0.4)).data.state.values[-1, moving]
        for h in STEPS
    ]
    return np.array([np.abs(end - exact).max() for end in ends])


@pytest.mark.parametrize("ramp", [1.0, 0.9873], ids=["at the end of a step", "within a step"])
def test_order_across_the_end_of_a_ramp(ramp):
    """Order 5 in the end; of order 2, and a hundred times worse, where the corner is not known."""
    found = errors(swimmer(ramp))
    assert np.log2(found[:-1] / found[1:]).min() > 4.0, found
    unnamed = errors(replace(swimmer(ramp), gait=Unnamed(swimmer(ramp).gait)))
    assert unnamed[-1] > 100 * found[-1]


def test_samples_between_corners_are_those_of_any_chunk():
    """Every step is recorded once, also those that begin a history; corners at the very start and end change nothing."""
    run = simulate(swimmer(0.5033), 1.0, solver=Solver(dt=0.01, method="adams"), save=Save(every=0.01))
    fine = simulate(swimmer(0.5033), 1.0, solver=Solver(dt=0.001), save=Save(every=0.01))
    assert run.data.time.values == pytest.approx(np.arange(101) * 0.01)
    assert run.data.body_twist.values == pytest.approx(fine.data.body_twist.values, abs=1e-5)
    for ramp in (1e-12, 1.0):
        assert simulate(swimmer(ramp), 1.0, solver=Solver(dt=0.01, method="adams")).status == "finished"


@pytest.mark.parametrize("kinks", [(0.1934, 0.1937), (0.0531, 0.0534, 0.0538, 0.06), (0.05, 0.0532, 0.0577)], ids=str)
def test_corners_within_one_step_are_crossed_together(kinks):
    """The run ends where it should, with all its samples."""
    model = replace(swimmer(0.0), gait=Corners(swimmer(0.0).gait, *kinks))
    run = simulate(model, 0.2, solver=Solver(dt=0.01, method="adams"), save=Save(every=0.01))
    fine = simulate(swimmer(0.0), 0.2, solver=Solver(dt=0.001), save=Save(every=0.01))
    assert run.status == "finished"
    assert run.data.time.values == pytest.approx(np.arange(21) * 0.01)
    assert run.data.body_twist.values == pytest.approx(fine.data.body_twist.values, abs=1e-4)
