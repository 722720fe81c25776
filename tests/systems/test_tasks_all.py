"""What every task of every package keeps to."""

from __future__ import annotations

import pytest

from elver.tasks import all_tasks


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_to_diverge_is_never_cheaper_than_to_fail(task):
    assert task.lost <= min((end.reward for end in task.ends), default=0.0)
    assert task.lost < 0
