"""A policy as a controller of a plain run, against the episodes in which it was trained."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.learn import load_policy
from elver.tasks import Episodes, find_task

GOAL = (0.4, 1.1)


def test_a_run_is_what_the_policy_does_in_an_episode():
    task, policy = find_task("EelTarget"), load_policy("EelTarget")
    run = policy.run(6.0, goal=GOAL)
    assert run.status == "finished"
    own = Episodes(task, 1)
    own.stepper.reset(np.ones(1, dtype=bool))
    own.now.forget()
    own.now.goal[:] = GOAL
    own._observe()
    for k in range(6):
        action = policy.act(own.observations)
        own.step(action)
        own.now.goal[:] = GOAL
        held = run.data.input.sel(time=k, method="nearest").values
        assert held == pytest.approx(own.actions.u[0], abs=1e-6)
    assert run.data.base_position.values[-1] == pytest.approx(own.now.outputs["base_position"][0], abs=1e-6)
    other = policy.run(6.0, goal=(0.4, -1.1))  # the other side: another way
    assert np.abs(other.data.base_position.values[-1] - run.data.base_position.values[-1]).max() > 1e-3
    assert run.summary["ledger_closure"] < 1e-3


def test_it_is_a_controller_like_any_other():
    task, policy = find_task("EelTarget"), load_policy("EelTarget")
    control = elver.Control(policy.controller(GOAL), every=task.interval, out_of_bounds="clip")
    run = elver.simulate(task.model(), 2.0, solver=elver.Solver(dt=task.dt), control=control, progress=False)
    assert run.data.base_position.values[-1] == pytest.approx(policy.run(2.0, goal=GOAL).data.base_position.values[-1], abs=1e-9)


def test_a_goal_that_is_missing_or_not_wanted_is_refused():
    with pytest.raises(InputError, match="Give 2 numbers: x, y"):
        load_policy("EelTarget").run(1.0)
    with pytest.raises(InputError, match="Leave goal out"):
        load_policy("EelCruise").run(1.0, goal=(1.0, 2.0))
