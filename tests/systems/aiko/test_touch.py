"""Aiko by touch: where a peg is, where the snake is, fields of pegs, and the loop closed."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import elver
from elver.scenarios import scenario
from elver.systems.aiko.obstacle_control import TouchControl, TouchSettings, touching_aiko
from elver.systems.aiko.scenario import start_posture
from elver.systems.aiko.touch import SensedBody, TouchMap

LINKS = SensedBody(11, 0.122, 0.0393, 0.0525, 0.025, 1.962)
SHAPE = 0.5 * np.sin(0.7 - 0.6 * np.arange(10))


def turned(angle: float) -> np.ndarray:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


# --- one touch ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [-2.5, -1.0, -0.3, 0.4, 1.2, 3.0])
@pytest.mark.parametrize("end", [-1, 1])
def test_a_peg_at_a_round_end_is_located_exactly(angle, end):
    outward = np.array([end * abs(math.cos(angle)), math.sin(angle)])
    peg = np.array([end * LINKS.half_length, 0.0]) + (LINKS.radius + LINKS.peg) * outward
    place, covariance = LINKS.touched_place(*(-7.0 * outward))
    np.testing.assert_allclose(place, peg, atol=1e-12)
    assert np.sqrt(np.linalg.eigvalsh(covariance)).max() < 0.005


@pytest.mark.parametrize("along", np.linspace(-0.0393, 0.0393, 5))
@pytest.mark.parametrize("side", [-1, 1])
def test_a_peg_at_the_straight_side_is_located_within_a_radius(along, side):
    peg = np.array([along, side * (LINKS.radius + LINKS.peg)])
    place, covariance = LINKS.touched_place(0.0, -side * 3.0)
    assert np.linalg.norm(place - peg) <= LINKS.half_length + 1e-12 < LINKS.radius
    assert place[1] == pytest.approx(peg[1])
    apart = place - peg
    assert apart @ np.linalg.solve(covariance, apart) < 3.1  # even distribution: at most sqrt(3) deviations


# --- the map --------------------------------------------------------------------------------------------------------


def readings_of(peg: np.ndarray, place: np.ndarray, heading: float, link: int) -> np.ndarray:
    """Forces on a link (of a snake at that pose) from a peg, whatever the distance: towards its nearest point."""
    centres, headings = LINKS.shape(SHAPE)
    own = turned(heading + headings[link]).T @ (peg - place - turned(heading) @ centres[link])
    away = own - [np.clip(own[0], -LINKS.half_length, LINKS.half_length), 0.0]
    forces = np.zeros((11, 2))
    forces[link] = -5.0 * away / np.linalg.norm(away)
    return forces


def test_a_peg_in_the_world_is_where_the_touched_link_says():
    place, heading = np.array([0.4, -0.2]), 2.8
    centres, headings = LINKS.shape(SHAPE)
    for link, side in ((2, 1), (8, -1)):
        own = np.array([0.01, side * (LINKS.radius + LINKS.peg)])
        peg = place + turned(heading) @ centres[link] + turned(heading + headings[link]) @ own
        known = TouchMap(LINKS, place, heading)
        known.update(SHAPE, 0.0, readings_of(peg, place, heading, link), 0.01)
        assert known.pegs.shape == (1, 2)
        assert np.linalg.norm(known.pegs[0] - peg) < 0.011


def test_a_snake_that_lies_still_stays_where_it_is():
    known = TouchMap(LINKS, np.array([1.0, 2.0]), 0.3)
    for _ in range(20):
        known.update(SHAPE, 0.0, np.zeros((11, 2)), 0.01)
    np.testing.assert_allclose(known.place, [1.0, 2.0], atol=1e-12)
    assert known.heading == 0.3
    assert not known.readings


@pytest.fixture(scope="module")
def field():
    return touching_aiko({"pegs.seed": 3})


@pytest.fixture(scope="module")
def run(field):
    return crawl(field, 4.0)


def crawl(field, seconds: float):
    solver, save = elver.Solver(dt=1e-3), elver.Save(every=0.02)
    return elver.simulate(
        field.model, seconds, solver=solver, save=save, control=field.control, sensors=field.sensors, progress=False
    )


def test_dead_reckoning_follows_the_snake_and_pegs_are_where_they_stand(field, run):
    """The snake and the pegs are wherever the simulation has them; the map has joint angles, a gyroscope and forces alone."""
    bends = run.data.joint_position.values[-1]
    base, (w, *_, z) = run.data.base_position.values[-1, :2], run.data.base_quaternion.values[-1]
    yaw, (centres, headings) = 2 * math.atan2(z, w), LINKS.shape(bends)
    heading = yaw - headings[0]
    middle = base - turned(heading) @ centres[0]
    known = field.controller.map
    moved = np.linalg.norm(run.data.com_position.values[-1] - run.data.com_position.values[0])
    assert moved > 0.1
    assert np.linalg.norm(known.place - middle) < 0.03
    assert abs(math.remainder(known.heading - heading, 2 * math.pi)) < 0.03
    pegs = np.array([(disc.x, disc.y) for disc in field.model.scene.obstacles])
    often = known.pegs[np.array(known.readings) >= 5]
    assert len(often) >= 3
    assert np.linalg.norm(often[:, None] - pegs[None], axis=-1).min(axis=1).max() < LINKS.radius


def test_the_loop_repeats_bit_by_bit_and_keeps_its_bounds(run):
    again = crawl(touching_aiko({"pegs.seed": 3}), 4.0)
    np.testing.assert_array_equal(run.data.state.values, again.data.state.values)
    own = TouchSettings()
    targets = run.data.input.values[1:]
    assert np.abs(targets).max() <= own.largest_bend + 1e-12
    assert np.abs(np.diff(targets, axis=0)).max() <= own.largest_rate * 0.02 + 1e-12
    assert np.abs(run.data.joint_torque.values).max() <= 8.0 + 1e-9


# --- the controller -------------------------------------------------------------------------------------------------


def seeing(bends, forces, yaw_rate=0.0):
    return SimpleNamespace(sensed={"encoder": bends, "contact": forces.ravel(), "imu": np.array([0.0, 0.0, yaw_rate])})


def test_a_snake_that_heads_left_turns_right():
    for lean in (-0.3, 0.3):
        control = TouchControl(LINKS, np.zeros(2), math.pi + lean)
        for _ in range(200):
            bends = control(seeing(np.zeros(10), np.zeros((11, 2))))
        assert bends.shape == (10,)
        assert control.heading == pytest.approx(lean, rel=0.6)
        assert np.sign(control.heading) == np.sign(lean)  # a positive bend of the first joint turns the head right


# --- the scenario ---------------------------------------------------------------------------------------------------


def test_pegs_stand_clear_of_the_start_and_are_the_same_for_every_controller():
    chosen = scenario("aiko-pegs")
    changes = {"pegs.seed": 7, "pegs.apart": 0.25}
    model = chosen.build(changes)
    assert model.scene.obstacles == touching_aiko(changes).model.scene.obstacles == chosen.build(changes).scene.obstacles
    assert model.scene.obstacles != chosen.build({"pegs.seed": 8, "pegs.apart": 0.25}).scene.obstacles
    centres, along = start_posture(chosen.values(changes))
    pegs = np.array([(disc.x, disc.y) for disc in model.scene.obstacles])
    apart = pegs - centres[:, None]
    s = np.clip((apart * along[:, None]).sum(-1), -0.0393, 0.0393)
    gaps = np.linalg.norm(apart - s[..., None] * along[:, None], axis=-1) - 0.0525 - 0.025
    assert gaps.min() >= 0.005 - 1e-12


def test_the_start_posture_is_that_of_the_model(run):
    centres, along = start_posture(scenario("aiko-pegs").values())
    np.testing.assert_allclose(run.data.body_position.sel(body="link5").values[0, :2], centres[4] - along[4] * 0.061, atol=1e-9)


def test_the_wave_among_pegs_runs_with_limited_torque():
    chosen = scenario("aiko-pegs")
    run = elver.simulate(chosen.build({"links": 4}), 1.0, solver=elver.Solver(dt=chosen.dt), progress=False)
    assert run.status == "finished"
    assert np.abs(run.data.joint_torque.values).max() <= 8.0 + 1e-9
