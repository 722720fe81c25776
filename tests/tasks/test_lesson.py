"""Lessons belong to tasks, and their settings are the learner's."""

from elver.learn.ppo import Settings
from elver.tasks import all_tasks
from elver.tasks.task import all_lessons, find_lesson


def test_every_task_has_a_lesson_with_a_baseline():
    names = [task.name for task in all_tasks()]
    assert sorted(lesson.task for lesson in all_lessons()) == sorted(names)
    assert len(names) >= 8
    for lesson in all_lessons():
        Settings(**lesson.settings)
        assert lesson.baseline is not None
        assert lesson.told


def test_a_task_without_a_lesson_has_defaults():
    assert find_lesson("Own").baseline is None
    assert find_lesson("Own").task == "Own"
