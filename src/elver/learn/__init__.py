"""Learning: Gymnasium environments of the tasks, and what learns in them.

    import gymnasium
    import elver.learn

    env = gymnasium.make("elver/EelTarget-v0")
    many = gymnasium.make_vec("elver/EelTarget-v0", num_envs=1024, vectorization_mode="vector_entry_point")

Importing this package tells Gymnasium the names of all tasks, where Gymnasium is installed (``pip install "elver[learn]"``).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from elver._support.resources import needed

_HOME = {
    "TaskEnv": "elver.learn.environments",
    "TaskVectorEnv": "elver.learn.environments",
    "check_vector_env": "elver.learn.registration",
    "sb3_env": "elver.learn.sb3",
    "register_tasks": "elver.learn.registration",
    "register_task": "elver.learn.registration",
    "Policy": "elver.learn.policy",
    "Settings": "elver.learn.ppo",
    "load_policy": "elver.learn.policy",
    "policy_page": "elver.learn.live",
    "train": "elver.learn.training",
    "evaluate": "elver.learn.policy",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'elver.learn' has no attribute '{name}'")
    try:
        value = getattr(import_module(_HOME[name]), name)
    except ModuleNotFoundError as error:
        needed(error.name or "", f"elver.learn.{name}")  # says what brings it, where that is what is missing
        raise
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if find_spec("gymnasium") is not None:
    from elver.learn.registration import register_tasks

    register_tasks()
