"""Tasks are checked data: what cannot be meant is refused with words that help."""

import math
from dataclasses import replace

import pytest
from small_tasks import make_task, small_task

from elver._support.errors import InputError
from elver.tasks import ObservationPart, RandomParameter, StartNoise
from elver.tasks.components import effort, joint_angles, joint_rates
from elver.tasks.episodes import Episodes


def test_what_a_task_knows():
    task = small_task()
    assert (task.id, task.intervals) == ("elver/SmallSwim-v0", 20)
    assert task.needs == (
        "joint_position", "joint_velocity", "base_twist", "base_rotation", "base_position", "work",
    )  # fmt: skip
    assert list(task.model().inputs) == ["torque.joint2", "torque.joint1"]
    assert "water.drag" in task.model().free


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "small swim"}, "letters and digits alone"),
        ({"observation": ()}, "has no observation"),
        ({"observation": (joint_angles(), joint_angles())}, "have one name"),
        ({"reward": (effort(1.0), effort(2.0))}, "have one name"),
        ({"interval": 0.025}, "interval = 0.025 s is no whole number of dt"),
        ({"duration": 0.17}, "duration = 0.17 s is no whole number of intervals"),
        ({"interval": 0.0}, "greater than 0"),
        ({"duration": math.nan}, "duration = nan is not allowed"),
        ({"view": "xyz"}, "unknown value"),
        (
            {"reward": (replace(effort(1.0), name="lost"),)},
            r"called 'lost', as one of those that every task has \(goal, end, lost\)",
        ),
        ({"parameters": (RandomParameter("water.drag", 1.0, 3.0),) * 2}, "a parameter is drawn twice"),
        ({"forward": (0.0, 0.0, 0.0)}, "is no direction"),
        ({"forward": (math.nan, 0.0, 0.0)}, "is no direction"),
    ],
)
def test_refused(changes, words):
    with pytest.raises(InputError, match=words):
        make_task(**changes)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "either a function 'of' or a recorded 'quantity'"),
        ({"of": len, "quantity": "work"}, "either a function 'of' or a recorded 'quantity'"),
        ({"quantity": "work", "low": 1.0, "high": 1.0}, "must lie below"),
        ({"quantity": "work", "low": (0.0, 1.0), "high": 1.0}, "must lie below"),
    ],
)
def test_refused_parts(fields, words):
    with pytest.raises(InputError, match=words):
        ObservationPart("x", "1", "", **fields)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": (StartNoise("angels", 0, 1),)}, r"state that task 'SmallSwim' spreads: 'angels'. Did you mean 'angles'"),
        ({"start": (StartNoise("angles", 1, 0),)}, "from 1 to 0"),
        ({"parameters": (RandomParameter("water.drag"),)}, "has no range in scenario 'swimmer'"),
        ({"parameters": (RandomParameter("water.drag", 3.0, 1.0),)}, "cannot be drawn from 3.0 to 1.0"),
        ({"observation": (ObservationPart("a", "1", "", ("x",), quantity="joint_position"),)}, "1 labels for 2 entries"),
        (
            {"observation": (ObservationPart("a", "1", "", ("x", "y"), quantity="joint_position", low=(0.0,) * 3),)},
            "one bound for all 2",
        ),
        (
            {"observation": (ObservationPart("a", "1", "", ("x",), quantity="joint_position", keep=("jint1",)),)},
            "Did you mean 'joint1'",
        ),
        ({"observation": (ObservationPart("a", "1", "", ("x", "y"), lambda now: now.action[:, :1]),)}, r"has shape \(2, 1\)"),
        (
            {"observation": (joint_rates(), ObservationPart("a", "1", "", ("x", "y"), lambda now: (now.time,)))},
            r"has shape \(2, 1\)",
        ),
        (
            {"observation": (ObservationPart("a", "1", "", of=lambda now: now.action[:, :1], needs=("joint_angle",)),)},
            "Did you mean",
        ),
    ],
)
def test_refused_when_it_is_run(changes, words):
    with pytest.raises(InputError, match=words):
        Episodes(make_task(**{"parameters": (), "start": (), **changes}), 2)


def test_bounds_of_every_entry():
    part = ObservationPart("a", "1", "", ("x", "y"), quantity="joint_position", low=(-1.0, -2.0), high=3.0)
    own = Episodes(make_task(observation=(part,)), 1)
    assert (own.observer.low.tolist(), own.observer.high.tolist()) == ([-1.0, -2.0], [3.0, 3.0])
