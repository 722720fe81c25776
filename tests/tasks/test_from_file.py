"""Environments of scenario files: read, refused where they make no sense, and run against numbers worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.scenarios import load_text
from elver.scenarios.files.metrics import SERIES, UNITS, state_units
from elver.tasks import find_task
from elver.tasks.episodes import Episodes
from elver.tasks.from_file import file_task, task_of

FILE = """
elver: 1
name: arm-and-tail
title: An arm in water
parameters:
  drag: {value: 1.0, range: [0.5, 2.0], meaning: drag across}
  size: {value: 30 cm, meaning: length of the rod}
machine:
  base: planar
  bodies:
    hub: {shape: {type: ellipsoid, a1: 10 cm, a2: 5 cm, a3: 5 cm}, density: 1000}
    rod: {shape: {type: elliptic_cylinder, length: size, a2: 2 cm, a3: 4 cm}, density: 1000}
  joints:
    hinge: {parent: hub, child: rod, axis: [0, 0, 1], at: [10 cm, 0, 0], mode: torque}
media:
  water: {type: morison, friction: 0.02, drag_e2: drag}
drive: {control: {type: idle}}
inputs: [{type: torque, limit: 1 N m}]
sensors: {turn: {type: encoder, noise: 0.01}}
run: {duration: 1 s, dt: 10 ms}
environment:
  interval: 50 ms
  duration: 500 ms
  lost: -3
  observation:
    - joint_angles
    - heading
    - bearing
    - time_left
    - turn
    - {name: speed, of: "sqrt(base_velocity.x**2 + base_velocity.y**2)", unit: m/s, low: 0, high: 3}
    - {name: pull, of: "max(medium_force.water.x, -1)", unit: N}
  reward:
    nearer: {of: "-change(goal_distance)", weight: 10, unit: m, meaning: how much nearer the goal came}
    work: {of: change(work.motor_positive), weight: -0.5, unit: J}
    calm: {of: effort + 2 * jerk, weight: -0.1}
  ends:
    bent: {of: abs(joint_angle.hinge), above: 60 deg, reward: -2}
  goal: {near: 1 m, far: 2 m, radius: 10 cm, reward: 4}
  random: [drag]
  spread: {hinge_place: 0}
""".replace("  spread: {hinge_place: 0}\n", "  spread: {angles: 10 deg, heading: 1}\n")


@pytest.fixture(scope="module")
def arms() -> Episodes:
    return Episodes(task_of(load_text(FILE)), 4, seed=2, threads=1)


def test_a_task_out_of_a_file(arms):
    task = arms.task
    assert (task.name, task.dt, task.interval, task.lost) == ("ArmAndTail", 0.01, 0.05, -3.0)
    assert [c.part for c in arms.observer.columns] == [
        "joint_angles", "heading", "heading", "bearing", "bearing", "time_left", "turn", "speed", "pull",
    ]  # fmt: skip
    assert (arms.observer.low[-2], arms.observer.high[-2]) == (0.0, 3.0)
    angle = arms.stepper.state[:, list(arms.stepper.names).index("angle of hinge")]
    assert 0 < np.abs(arms.observations[:, 6] - angle).max() < 0.05
    np.testing.assert_allclose(arms.observations[:, 0], angle, rtol=1e-6)
    drag = arms.now.values["drag"]
    assert ((drag > 0.5) & (drag < 2.0)).all()
    assert np.ptp(drag) > 0.1


def test_the_step_is_that_which_the_scenario_works_out():
    own = replace(load_text(FILE), step=lambda values: values["size"] / 60)
    assert task_of(own).dt == pytest.approx(0.005)


def test_expressions_are_what_they_say(arms):
    arms.reset(seed=2)
    names = list(arms.stepper.names)
    work = names.index("work motor_positive")
    actions = np.array([[0.02], [-0.05], [0.04], [0.0]])
    held = np.zeros_like(actions)
    for _ in range(2):
        before = arms.stepper.state.copy()
        seen, rewards, ended, _ = arms.step(actions)
        after = arms.stepper.state
        gaps = [np.linalg.norm(arms.now.goal - x[:, :2], axis=1) for x in (before, after)]
        calm = actions[:, 0] ** 2 + 2 * (actions - held)[:, 0] ** 2
        wanted = 10 * (gaps[0] - gaps[1]) - 0.5 * (after[:, work] - before[:, work]) - 0.1 * calm
        np.testing.assert_allclose(rewards, wanted, atol=1e-12)
        np.testing.assert_allclose(seen[:, -2], np.linalg.norm(after[:, 7:9], axis=1), rtol=1e-6)
        held = actions
        assert not ended.any()
    force = arms.stepper.outputs["medium_force"][:, 0, 0]
    np.testing.assert_allclose(seen[:, -1], np.maximum(force, -1), rtol=1e-6)
    for _ in range(8):
        _, rewards, ended, _ = arms.step(np.array([[1.0], [0.0], [0.0], [0.0]]))
        if ended.any():
            break
    assert ended.tolist() == [True, False, False, False]
    assert arms.ending(0) == "bent"
    assert abs(arms.stepper.state[0, names.index("angle of hinge")]) > np.pi / 3
    assert arms.terms["end"][0] == -2.0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  interval: 50 ms\n", "", "has no 'interval'"),
        ("interval: 50 ms", "intreval: 50 ms", "Did you mean 'interval'"),
        ("interval: 50 ms", "interval: 50 m", "s is expected"),
        ("- joint_angles", "- joint_angels", "Did you mean 'joint_angles'"),
        ("turn: {type", "bearing: {type", "is a word and the name of a sensor"),
        ("low: 0, high: 3", "low: 3, high: 3", "low must lie below high"),
        ("base_velocity.x**2", "base_velocty.x**2", "Did you mean 'base_velocity'"),
        ("joint_angle.hinge", "joint_angle.hinges", "Did you mean 'hinge'"),
        ("medium_force.water.x", "medium_force.air.x", "air"),
        ("above: 60 deg, ", "", "give one of above and below"),
        ("above: 60 deg, ", "above: 1, below: 2, ", "give one of above and below"),
        ("goal: {near: 1 m", "goal: {near: 3 m", "near must lie below far"),
        ("  goal: {near: 1 m, far: 2 m, radius: 10 cm, reward: 4}\n", "", "needs a goal"),
        ("random: [drag]", "random: [drga]", "Did you mean 'drag'"),
        ("random: [drag]", "random: [size]", "has no range to draw from"),
        ("-change(goal_distance)", "change(goal_ahead)", r"change\(goal_distance\)"),
        ("-change(goal_distance)", "sum(goal_distance)", "sum"),
        ("weight: 10, ", "", "weight"),
        ("spread: {angles: 10 deg", "spread: {angles: -10 deg", "0 or more"),
        ("  reward:\n    nearer", "  reward: {}\n  x:\n    nearer", "x"),
        ("    nearer: {of", "    goal: {of", "reward.goal: every reward has terms called goal, end, lost by itself"),
        ("  lost: -3", "  forward: [0, 0, 0]", "forward is no direction"),
        ("random: [drag]", "random: [drag, drag]", "'drag' is drawn already"),
        ("spread: {angles: 10 deg", "spread: {angles: 10 m", "given in m, but rad is expected"),
        ("heading: 1}", "twist: 10 kg}", "given in kg, but m/s or rad/s is expected"),
        ("heading: 1}", "rate of hinge: 1 m/s}", "given in m/s, but rad/s is expected"),
        ("above: 60 deg", "above: 60 s", "given in s, but rad is expected"),
        ("weight: 10, unit: m", "weight: 10, unit: J", "unit = J: the number is in m"),
        ("unit: m/s, low", "unit: cm/s, low", "the number is in m/s"),
        ("low: 0, high: 3", "low: 0, high: 3 m", "given in m, but m/s is expected"),
        ("weight: 10,", "weight: 10 m,", "given in m, but 1/m is expected"),
        ("effort + 2 * jerk", "effort + goal_distance", "'[+]' joins quantities in 1 and in m"),
    ],
)
def test_mistakes_are_named_where_they_stand(old, new, words):
    assert old in FILE
    with pytest.raises(InputError, match=words):
        load_text(FILE.replace(old, new))


def test_units_are_those_of_what_is_recorded(arms):
    recorded, robot = arms.program.equations.recorded, arms.program.model.robot
    for name in SERIES:
        assert name == "time" or recorded.field(name).unit == UNITS[name]
    assert set(UNITS) == set(SERIES)
    own = {term.name: term.unit for term in task_of(load_text(FILE.replace(", unit: J}", "}").replace(", unit: m,", ","))).reward}
    assert own == {"nearer": "m", "work": "J", "calm": "1"}
    mixed = load_text(FILE.replace("effort + 2 * jerk", "si(effort) + goal_distance"))
    assert {t.name: t.unit for t in task_of(mixed).reward}["calm"] == "m"
    assert state_units("angles", robot) == ("rad",)
    assert state_units("base vx", robot) == ("m/s",)
    assert state_units("a memory", robot) == ()


def test_a_flow_that_the_machine_does_not_have():
    task = task_of(load_text(FILE.replace("work.motor_positive", "work.motr")))
    with pytest.raises(InputError, match=r":35:16: environment.reward.work.of: unknown flow 'motr'. Did you mean 'motor'"):
        Episodes(task, 1)


def test_what_cannot_be_a_task(tmp_path):
    with pytest.raises(InputError, match="has an environment but no inputs"):
        task_of(load_text(FILE.replace("inputs: [{type: torque, limit: 1 N m}]\n", ""))).model()
    with pytest.raises(InputError, match="scenario 'eel' has no environment"):
        file_task("eel")
    file = tmp_path / "arm.yaml"
    file.write_text(FILE)
    assert file_task(str(file)) is file_task(str(file))
    first = file_task(str(file))
    gymnasium = pytest.importorskip("gymnasium")
    import elver.learn  # noqa: F401  (names the environments)

    one = gymnasium.make("elver/File-v0", file=str(file))
    many = gymnasium.make_vec("elver/File-v0", num_envs=3, file=str(file), vectorization_mode="vector_entry_point")
    assert (one.reset(seed=4)[0] == many.reset(seed=3)[0][1]).all()
    assert one.unwrapped.task is many.task is first
    file.write_text(FILE.replace("lost: -3", "lost: -4"))
    assert file_task(str(file)) is not first
    file.write_text(FILE.replace("interval: 50 ms", "interval: 45 ms"))
    with pytest.raises(InputError, match="no whole number of dt"):
        file_task(str(file))


def test_a_file_stands_where_the_name_of_a_task_does(tmp_path):
    path = tmp_path / "arm.yaml"
    path.write_text(FILE)
    assert find_task(str(path)) is file_task(str(path))
