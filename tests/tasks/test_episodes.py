"""Episodes: against steps by hand, to the last bit by seed, with goals, ends, bad actions and machines that diverge."""

import numpy as np
import pytest
from host_device import COMPILER, HostDevice
from small_tasks import make_task, small_task

import elver
from elver._support.errors import InputError
from elver.drive import TorqueInputs
from elver.sensors import Encoder
from elver.simulation.steppers import gpu
from elver.tasks import RewardTerm, ScenarioMachine, StartNoise
from elver.tasks.components import (
    clock,
    effort,
    goal,
    goal_bearing,
    joint_angles,
    motor_work,
    numbers,
    places_around,
    position,
    progress,
    sensed,
    time_left,
)
from elver.tasks.episodes import Episodes


@pytest.fixture(scope="module")
def three() -> Episodes:
    return Episodes(small_task(), 3, seed=5, threads=1)


def actions(steps: int, machines: int, size: float = 0.5) -> np.ndarray:
    return size * np.random.default_rng(1).uniform(-1, 1, (steps, machines, 2))


def heading_of(quaternion: np.ndarray) -> float:
    w, x, y, z = quaternion
    return float(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


def test_against_steps_by_hand(three):
    """One machine stepped alone by the scalar code, with observation and reward worked out from its state in plain Python."""
    task = small_task()
    three.reset(seed=5)
    names = list(three.stepper.names)
    machine = elver.stepper(
        task.model(), solver=elver.Solver(dt=0.01), parameters={"water.drag": float(three.now.values["water.drag"][1])}
    )
    machine.reset(initial_states=three.stepper.state[1], parameters={"water.drag": float(three.now.values["water.drag"][1])})
    target = three.now.goal[1].copy()
    way, work = names.index("base x"), names.index("work motor_positive")
    for k, action in enumerate(actions(4, 3, 0.05)):
        before = machine.state.copy()
        machine.step(0.05 * action[1], 0.05)
        seen, rewards, ended, _ = three.step(action)
        now = machine.state
        assert not ended[1], f"step {k}"
        gap = target - now[way : way + 2]
        turn, size = heading_of(now[3:7]), np.hypot(*gap)
        ahead = np.array([np.cos(turn) * gap[0] + np.sin(turn) * gap[1], np.cos(turn) * gap[1] - np.sin(turn) * gap[0]])
        first = names.index("angle of joint2")
        wanted = [
            *now[first : first + 4], *now[7:10], np.cos(turn), np.sin(turn), *ahead, *(ahead / size), *action[1],
        ]  # fmt: skip
        np.testing.assert_allclose(seen[1], np.array(wanted, dtype=np.float32), atol=2e-7, rtol=2e-7)
        gain = np.hypot(*(target - before[way : way + 2])) - size
        reward = gain - 0.01 * (now[work] - before[work]) - 0.001 * np.mean(action[1] ** 2)
        assert rewards[1] == pytest.approx(reward, abs=1e-12)
        assert sum(float(term[1]) for term in three.terms.values()) == pytest.approx(rewards[1], abs=1e-15)
    assert three.now.count[1] == 4
    assert three.now.time[1] == pytest.approx(0.2)


def test_a_reward_that_is_no_number_ends_with_words():
    def wrong(now):
        return now.xp.where(now.count > 0, now.xp.nan, 0.0)

    own = Episodes(make_task(reward=(RewardTerm("wrong", 1.0, "1", "", wrong),)), 2, threads=1)
    _, rewards, ended, _ = own.step(np.zeros((2, 2)))
    assert ended.all()
    assert rewards.tolist() == [-1.0, -1.0]
    assert own.ending(0) == "not a number"


def test_time_left_is_that_of_the_episode():
    task = make_task(observation=(time_left(), joint_angles()), parameters=())
    own = Episodes(task, 1, duration=2.0, threads=1)
    seen = [float(own.step(np.zeros((1, 2)))[0][0, 0]) for _ in range(40)]
    np.testing.assert_allclose(seen, 1 - np.arange(1, 41) / 40, atol=1e-6)
    assert Episodes(make_task(observation=(time_left(0.05), joint_angles())), 1, threads=1).step(np.zeros((1, 2)))[0][0, 0] == 0.0


def played(machines: int, row: int, seeds, moves: np.ndarray) -> list[list[float]]:
    """What one machine of several sees, gets and draws, through ends and resets."""
    own = Episodes(small_task(), machines, seed=seeds, threads=1)
    found = [own.observations[row].tolist()]
    for action in moves:
        _, rewards, ended, truncated = own.step(action)
        gains = [rewards[row], ended[row], truncated[row], *(float(term[row]) for term in own.terms.values())]
        if (done := ended | truncated).any():
            own.reset(done)
        found.append([*own.observations[row], *gains, own.now.values["water.drag"][row], *own.now.goal[row]])
    return found


def test_the_same_to_the_last_bit_alone_and_among_others():
    moves = actions(30, 10, 0.3)
    alone = played(1, 0, [4], moves[:, 3:4])
    assert len({row[-3] for row in alone[1:]}) > 1, "episodes ended in between"
    assert played(10, 3, 1, moves) == alone
    assert played(3, 2, [9, 11, 4], moves[:, [0, 1, 3]]) == alone


def test_partial_resets_and_seeds(three):
    first = three.reset(seed=5).copy()
    three.step(np.full((3, 2), 0.1))
    after = three.observations.copy()
    again = three.reset(np.array([False, True, False]), seed=[0, 6, 0]).copy()
    assert (again[[0, 2]] == after[[0, 2]]).all()
    assert (again[1] == first[1]).all()
    assert three.now.count.tolist() == [1, 0, 1]
    fresh = three.reset(np.array([False, True, False]))
    assert (fresh[1] != again[1]).any(), "without a seed the stream goes on"
    for seed in ([1, 2], -1, 0.5, True, [1, 2, 0.5], 2**63, "12"):
        with pytest.raises(InputError, match="whole number of 0 or more, or 3 of them"):
            three.reset(seed=seed)
    for mask in (np.array([True]), np.array([1, 0, 1])):
        with pytest.raises(InputError, match="True and False"):
            three.reset(mask)


def test_draws_lie_in_their_ranges_and_turn_the_machine():
    many = Episodes(small_task(), 200, seed=0, threads=1)
    drag = many.now.values["water.drag"]
    assert drag.min() > 1.0
    assert drag.max() < 3.0
    assert np.ptp(drag) > 1.8
    place = list(many.program.equations.parameters).index("water.drag")
    assert (many.stepper.p[:, place] == drag).all()
    angles = many.stepper.state[:, list(many.stepper.names).index("angle of joint2")]
    assert 0.15 < np.abs(angles).max() < 0.2
    turns = np.array([heading_of(q) for q in many.stepper.state[:, 3:7]])
    assert 2.8 < turns.max() < 3.0
    assert np.abs(np.linalg.norm(many.stepper.state[:, 3:7], axis=1) - 1).max() < 1e-14
    away = np.linalg.norm(many.now.goal - many.stepper.state[:, :2], axis=1)
    assert away.min() > 0.1
    assert away.max() < 1.0


def test_time_ends_an_episode(three):
    three.reset(seed=5)
    for k in range(20):
        _, _, ended, truncated = three.step(np.zeros((3, 2)))
        assert truncated.all() == (k == 19)
    assert not ended.any()
    assert [three.ending(k) for k in range(3)] == ["time"] * 3
    short = Episodes(small_task(), 1, duration=0.1, threads=1)
    assert [bool(short.step(np.zeros((1, 2)))[3][0]) for _ in range(2)] == [False, True]


def test_an_end_of_the_task(three):
    three.reset(seed=5)
    push = np.array([[0.0, 0.0], [1.0, -1.0], [0.0, 0.0]])
    for _ in range(10):
        _, rewards, ended, _ = three.step(push)
        if ended.any():
            break
    assert ended.tolist() == [False, True, False]
    assert three.ending(1) == "fast"
    assert three.terms["end"].tolist() == [0.0, -0.5, 0.0]
    assert rewards[1] < -0.4


def test_bad_actions_are_counted_and_masked(three):
    three.reset(seed=5)
    fine = np.zeros((3, 2))
    wanted = three.step(fine)[0].copy()
    three.reset(seed=5)
    bad = fine.copy()
    bad[1, 0] = np.nan
    seen, rewards, ended, _ = three.step(bad)
    assert ended.tolist() == [False, True, False]
    assert rewards[1] == small_task().lost == -1.0
    assert three.terms["lost"].tolist() == [0.0, -1.0, 0.0]
    assert three.ending(1) == "refused"
    assert (seen[[0, 2]] == wanted[[0, 2]]).all()
    assert np.isfinite(seen).all()
    assert three.actions.refused.tolist() == [0, 1, 0]
    three.reset(seed=5)
    limit = three.step(np.array([[1.0, -1.0], [0, 0], [0, 0]]))[0].copy()
    three.reset(seed=5)
    before = three.actions.clipped.copy()
    beyond = three.step(np.array([[7.0, -1e300], [0, 0], [0, 0]]))[0]
    assert (beyond == limit).all()
    assert (three.actions.clipped - before).tolist() == [1, 0, 0]
    for wrong in (np.zeros((2, 2)), np.zeros(2), np.zeros((3, 3))):
        with pytest.raises(InputError, match=r"Give \(3, 2\)"):
            three.step(wrong)


def test_a_machine_that_diverges_ends_and_the_others_go_on():
    wild = make_task(machine=ScenarioMachine("swimmer", (TorqueInputs(limit=1e9),), {"links": 3}), ends=(), lost=-7.0)
    pair = Episodes(wild, 2, seed=0, threads=1)
    for _ in range(20):
        seen, rewards, ended, _ = pair.step(np.array([[0.0, 0.0], [1.0, 1.0]]))
        if ended.any():
            break
    assert ended.tolist() == [False, True]
    assert (pair.ending(0), pair.ending(1)) == ("", "diverged")
    assert rewards[1] == -7.0
    assert np.isfinite(seen).all()
    again = pair.reset(ended)
    assert np.isfinite(again).all()
    assert pair.status.tolist() == [0, 0]


def test_goals_that_are_reached_are_followed_by_others():
    near = make_task(goal=places_around(0.001, 0.002, radius=0.1, reward=2.5), ends=())
    own = Episodes(near, 2, seed=0, threads=1)
    goals = [own.now.goal.copy()]
    for k in range(3):
        _, _, ended, _ = own.step(np.zeros((2, 2)))
        assert own.terms["goal"].tolist() == [2.5, 2.5]
        assert own.reached.tolist() == [k + 1] * 2
        goals.append(own.now.goal.copy())
    assert not ended.any()
    assert len({g.tobytes() for g in goals}) == 4
    own.reset(np.array([True, False]))
    assert own.reached.tolist() == [0, 3]


def test_smoothed_actions_and_other_parts():
    task = make_task(
        smooth=0.1,
        observation=(joint_angles("joint1"), position("y"), clock(0.4), time_left(1.0), goal(("speed",), "m/s")),
        goal=numbers(("speed",), "m/s", "speed that is wanted", 0.2, 0.4),
        reward=(motor_work(-1.0), effort(-1.0)),
        ends=(),
        start=(StartNoise("base y", 1.0, 2.0),),
    )
    own = Episodes(task, 2, seed=3, threads=1)
    assert [c.label for c in own.observer.columns] == ["joint1", "y", "cos", "sin", "value", "speed"]
    assert (own.now.goal > 0.2).all()
    assert (own.now.goal < 0.4).all()
    seen, _, _, _ = own.step(np.ones((2, 2)))
    share = 1 - np.exp(-0.5)
    np.testing.assert_allclose(own.now.action, share)
    np.testing.assert_allclose(own.now.u, 0.05 * share)
    assert own.terms["effort"][0] == pytest.approx(-(share**2))
    np.testing.assert_allclose(seen[:, 2:5], [[np.cos(np.pi / 4), np.sin(np.pi / 4), 0.95]] * 2, rtol=1e-6)
    assert (seen[:, 1] > 1.0).all()
    assert (seen[:, 1] < 2.0).all()


def test_readings_of_sensors_take_the_place_of_the_truth():
    task = make_task(observation=(sensed(Encoder(noise=0.01)), goal_bearing()), reward=(progress(1.0),), ends=())
    own = Episodes(task, 50, seed=3, threads=1)
    places = [list(own.stepper.names).index(f"angle of joint{k}") for k in (2, 1)]
    gaps = [own.observations[:, :2] - own.stepper.state[:, places]]
    for _ in range(5):
        gaps.append(own.step(np.zeros((50, 2)))[0][:, :2] - own.stepper.state[:, places])
    assert np.std(gaps) == pytest.approx(0.01, rel=0.2)
    again = Episodes(task, 1, seed=[4], threads=1)
    assert (again.observations[0] == Episodes(task, 50, seed=3, threads=1).observations[1]).all()
    with pytest.raises(InputError, match="read on the processor"):
        Episodes(task, 2, target="gpu")


@pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")
def test_the_same_on_a_device(monkeypatch):
    """The kernel of the graphics card, built by a C compiler: the same calls, the same numbers."""
    device = HostDevice()
    monkeypatch.setattr(gpu, "CudaDevice", lambda: device)
    pair = [Episodes(small_task(), 3, seed=5, target=target, threads=1) for target in ("cpu", "gpu")]
    for action in actions(25, 3, 0.1):
        (seen, rewards, ended, truncated), other = (own.step(action) for own in pair)
        np.testing.assert_allclose(seen, other[0], atol=1e-6)
        np.testing.assert_allclose(rewards, other[1], atol=1e-12)
        assert (ended == other[2]).all()
        if (done := ended | truncated).any():
            for own in pair:
                own.reset(done)
    assert device.launches > 25
