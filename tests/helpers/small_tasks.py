"""A small task for tests: a snake of three links swims to places around it. It compiles in a second."""

from functools import cache

from elver.drive import TorqueInputs
from elver.tasks import RandomParameter, ScenarioMachine, StartNoise, Task, Termination
from elver.tasks.components import (
    base_twist,
    effort,
    goal_ahead,
    goal_bearing,
    heading,
    joint_angles,
    joint_rates,
    motor_work,
    places_around,
    previous_action,
    progress,
)


def make_task(**changes) -> Task:
    """The task, with fields changed."""
    fields = {
        "name": "SmallSwim",
        "title": "three links swim to places around them",
        "machine": ScenarioMachine("swimmer", (TorqueInputs(limit=0.05),), {"links": 3}),
        "observation": (
            joint_angles(),
            joint_rates(),
            base_twist("vx", "vy", "wz"),
            heading(),
            goal_ahead(),
            goal_bearing(),
            previous_action(),
        ),
        "reward": (progress(1.0), motor_work(-0.01), effort(-0.001)),
        "dt": 0.01,
        "interval": 0.05,
        "duration": 1.0,
        "ends": (
            Termination(
                "fast",
                "a joint turns faster than 4 rad/s",
                lambda now: abs(now.outputs["joint_velocity"]).max(axis=1) > 4.0,
                reward=-0.5,
                needs=("joint_velocity",),
            ),
        ),
        "goal": places_around(0.1, 1.0, radius=0.2),
        "parameters": (RandomParameter("water.drag", 1.0, 3.0),),
        "start": (StartNoise("angles", -0.2, 0.2), StartNoise("heading", -3.0, 3.0)),
    }
    return Task(**{**fields, **changes})


@cache
def small_task() -> Task:
    """The task as it is, one for all tests."""
    return make_task()
