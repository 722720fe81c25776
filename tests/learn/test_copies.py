"""Environments that are copied or sent to another process go on as they would have, and are independent."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from small_tasks import small_task

from elver._support.errors import InputError
from elver.learn import TaskEnv, TaskVectorEnv
from elver.simulation import Solver, stepper
from elver.tasks import all_tasks, find_task
from elver.tasks.episodes import program_of
from elver.tasks.from_file import file_task
from tasks.test_from_file import FILE

BEFORE, AFTER = 4, 6  # control steps until the copy is made, and after
ELSEWHERE = """
import pickle, sys
import numpy as np
env = pickle.loads(sys.stdin.buffer.read())
steps = [env.step(action) for action in np.load({actions!r})]
sys.stdout.buffer.write(pickle.dumps([(o, r, a, b) for o, r, a, b, _ in steps]))
"""


def actions(env, count: int, seed: int) -> np.ndarray:
    return 0.5 * np.random.default_rng(seed).uniform(-1.0, 1.0, (count, *env.action_space.shape))


def begun(env):
    """An environment somewhere in an episode."""
    env.reset(seed=3)
    for action in actions(env, BEFORE, 1):
        env.step(action)
    return env


def went_on(env) -> list:
    """What it says while it goes on, over the begin of another episode too."""
    said = [env.step(action)[:4] for action in actions(env, AFTER, 2)]
    return [*said, env.reset()[0], *(env.step(action)[:4] for action in actions(env, 2, 3))]


def same(one: list, other: list) -> bool:
    return all(np.array_equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def check(env, *copies) -> None:
    """Copies do what the original does; they were made before it went on, so what it does is nothing to them."""
    told = went_on(env)
    for twin in copies:
        assert same(told, went_on(twin))


def test_a_deep_copy_of_a_task_of_ones_own_goes_on(capfd):
    """A compiled program used to be copied with it: its twin freed the code, and llvmlite said so on the way out."""
    env = begun(TaskEnv(small_task()))
    check(env, copy.deepcopy(env))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["EelTarget", "AikoObstacles"])  # fixed steps; contact, whose impulses are remembered
def test_one_machine_of_a_published_task_goes_on(name):
    env = begun(TaskEnv(name))
    check(env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)))


@pytest.mark.long
@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_every_published_task_goes_on(task):
    check(env := begun(TaskEnv(task)), pickle.loads(pickle.dumps(env)))
    check(env := begun(TaskVectorEnv(task, 3)), pickle.loads(pickle.dumps(env)))


def test_many_machines_go_on_each_with_its_own_stream():
    env = begun(TaskVectorEnv("EelTarget", 3))
    check(env, pickle.loads(pickle.dumps(env)))


def test_a_task_of_a_file_with_sensors_goes_on(tmp_path):
    (tmp_path / "arm.yaml").write_text(FILE)
    env = begun(TaskEnv(file_task(str(tmp_path / "arm.yaml"))))
    check(env, pickle.loads(pickle.dumps(env)), copy.deepcopy(env))


def test_it_goes_on_in_another_process(tmp_path):
    env = begun(TaskEnv("EelTarget"))
    np.save(tmp_path / "actions.npy", given := actions(env, 3, 5))
    code = ELSEWHERE.format(actions=str(tmp_path / "actions.npy"))
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(env), capture_output=True, check=True)
    assert same([env.step(action)[:4] for action in given], pickle.loads(done.stdout))


def test_a_picture_is_drawn_by_the_copy_too():
    env = begun(TaskEnv(small_task(), render_mode="rgb_array"))
    env.render()
    assert np.array_equal(env.render(), copy.deepcopy(env).render())


def test_published_tasks_are_found_again_by_their_names():
    task = find_task("EelTarget")
    assert pickle.loads(pickle.dumps(task)) is task


def test_what_cannot_be_copied_says_what_to_do():
    machine = stepper(program_of(small_task()), solver=Solver(dt=0.01))
    with pytest.raises(InputError, match=r"Make another one where it is needed"):
        copy.deepcopy(machine)
    with pytest.raises(InputError, match=r"Compile the model where it is needed"):
        pickle.dumps(machine.program)


# --- actions and threads ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("odd", [np.inf, -np.inf, np.nan, 1j, "1", True])
def test_an_action_that_is_no_finite_number_is_refused(odd):
    env = TaskEnv(small_task())
    env.reset(seed=0)
    with pytest.raises(InputError, match=r"Give (real )?numbers from -1 to 1"):
        env.step(np.full(env.action_space.shape, odd))


def test_the_machine_of_an_infinite_action_ends_alone():
    env = TaskVectorEnv(small_task(), 2)
    env.reset(seed=0)
    given = np.zeros(env.action_space.shape)
    given[1, 0] = np.inf
    _, _, terminated, _, info = env.step(given)
    assert terminated.tolist() == [False, True]
    assert info["ended"][1] == "refused"
    with pytest.raises(InputError, match="complex"):
        env.step(np.zeros_like(given) * 1j)


def test_a_stepper_loses_no_step_of_several_threads_without_a_word():
    machine, done, refused = stepper(program_of(small_task()), solver=Solver(dt=0.01)), [], []

    def work() -> None:
        for _ in range(20):
            try:
                machine.step(duration=0.1)
                done.append(1)
            except InputError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert float(machine.time) == pytest.approx(0.1 * len(done))
    assert len(done) + len(refused) == 60
    assert all("a stepper of its own" in words for words in refused)


def test_a_stepper_in_use_refuses_another_call():
    machine = stepper(program_of(small_task()), solver=Solver(dt=0.01))
    machine._one_call.acquire()
    for call in (machine.step, machine.reset):
        with pytest.raises(InputError, match="in use by another thread"):
            call()
    machine._one_call.release()
    machine.step()
