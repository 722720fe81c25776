"""Learning: Gymnasium environments of the tasks, and what learns in them.

    import gymnasium
    import elver.learn

    env = gymnasium.make("elver/EelTarget-v0")
    many = gymnasium.make_vec("elver/EelTarget-v0", num_envs=1024, vectorization_mode="vector_entry_point")

Importing this room tells Gymnasium the names of all tasks, where Gymnasium is installed (``pip install "elver[learn]"``).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from elver.packages import needed

_HOME = {
    "TaskEnv": "elver.learn.env",
    "TaskVectorEnv": "elver.learn.vector",
    "check_vector_env": "elver.learn.checker",
    "sb3_env": "elver.learn.sb3",
    "register_tasks": "elver.learn.registration",
    "register_task": "elver.learn.registration",
    "Policy": "elver.learn.training.policy",
    "Settings": "elver.learn.training.ppo",
    "load_policy": "elver.learn.training.shipped",
    "train": "elver.learn.training.train",
    "evaluate": "elver.learn.training.evaluation",
}

__all__ = sorted(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module 'elver.learn' has no attribute '{name}'")
    try:
        value = getattr(import_module(_HOME[name]), name)
    except ModuleNotFoundError as error:
        needed(error.name or "", f"elver.learn.{name}")  # says what brings it, where that is what is missing
        raise
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})


if find_spec("gymnasium") is not None:
    from elver.learn.registration import register_tasks

    register_tasks()
