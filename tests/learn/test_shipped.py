"""Policies that come with Elver."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError
from elver.learn.policy import load_policy, shipped
from elver.tasks import all_tasks


def test_every_policy_fits_its_task_and_is_small():
    files, tasks = shipped(), {task.name: task for task in all_tasks()}
    assert len(files) >= 4
    for name, path in files.items():
        model = tasks[name].model()
        policy = load_policy(name)
        assert policy.observations == sum(len(part.labels_of(model)) for part in tasks[name].observation)
        assert policy.actions == len(model.inputs)
        assert policy.about["task"] == name
        assert path.stat().st_size < 60_000


def test_unknown_names_are_refused():
    with pytest.raises(InputError, match="unknown task"):
        load_policy("EelTargt")
