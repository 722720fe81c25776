"""Derivatives of runs with contact: by hand where the motion is known, else central differences of whole runs."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close
from touching_machines import AMONG, EXACT, block, by_all, chain, differences, scene_direction

from elver import InputError, compile_model, scenario, sensitivities, simulate
from elver.contact import Polygon, Scene, Wall
from elver.simulation import ImpactWarning, Save, Solver
from elver.simulation.derivatives.contact import contact_flow, contact_through
from elver.simulation.derivatives.forward import sampled_flow, step_counts

G = 9.81
DIFFERENCES = 1e-6  # central differences of step 1e-6, over the largest entry
FRICTION = ("scene.friction.forward", "scene.friction.backward", "scene.friction.across")


def start_of(program):
    p = program.parameter_vector()
    return p, program.initial_state(p)


def test_a_block_that_slides_and_stops():
    """v = v0 - mu g t by mu: -g t; the way to stop, v0^2/(2 mu g), to the order of the step; at rest nothing moves any more."""
    v, mu, h = 1.0, 0.3, 1e-3
    program = compile_model(block(Scene((), mu), (0.6, -0.8), heading=0.4))
    p, x = start_of(program)
    flow = contact_flow(program, p, x, h, 500, np.zeros((1, len(x))), sdot=scene_direction(*FRICTION), every=20, settings=EXACT)
    t, place, velocity = flow.times, flow.variations[:, 0, :2], flow.variations[:, 0, 7:9]
    moving = t < v / (mu * G) - h
    assert moving.sum() > 10
    assert_close(velocity[moving], -G * np.outer(t[moving], (0.6, -0.8)), ROUNDING)
    assert np.abs(velocity[-1]).max() <= ROUNDING
    assert flow.states[-1, :2] @ flow.states[-1, :2] == pytest.approx((v * v / (2 * mu * G)) ** 2, rel=1e-4)
    assert np.hypot(*place[-1]) == pytest.approx(v * v / (2 * mu * mu * G), rel=3e-3)


def test_a_ball_against_a_wall():
    """After the impact v = -e v0, by e: -v0, and the way -v0 times the time since. By the start: the step of the impact stays."""
    v, h = 1.0, 1e-3
    program = compile_model(block(Scene((Wall(0.2, 0.0, np.pi),), restitution=0.4), (v, 0.2), half=0.0))
    p, x = start_of(program)
    xdot = np.vstack([np.zeros(len(x)), np.eye(len(x))[0]])
    sdot = np.vstack([scene_direction("scene.restitution"), np.zeros((1, 6))])
    flow = contact_flow(program, p, x, h, 300, xdot, sdot=sdot, settings=EXACT)
    k = int(np.flatnonzero(flow.states[:, 7] < 0)[0])
    assert_close(flow.states[k, 7], -0.4 * v, 1e-9)
    assert_close(flow.variations[k:, 0, 7], np.full(301 - k, -v), ROUNDING)
    assert_close(flow.variations[k:, 0, 0], -v * (flow.times[k:] - flow.times[k] + 0.5 * h), ROUNDING)
    assert np.abs(flow.variations[:k, 0]).max() == 0.0
    assert_close(flow.variations[:, 1, 0], np.ones(301), ROUNDING)


def test_instants_of_impacts_move():
    """A ball that falls on a floor, by height, speed, restitution and weight: as in the closed form, to the order of the step.

    x = v (T - t) - g/2 (T - t)^2 with t = sqrt(2 H / g) and v = e g t, by H and e; the steps' own derivative by H is another.
    """
    e, g, H, T = 0.5, 5.0, 0.2, 0.5
    scene = Scene((Wall(0.0, -0.05 - H, np.pi / 2),), slope=(0.0, -g), restitution=e)
    program = compile_model(block(scene, (0.3, 0.0), half=0.0).freed("scene.restitution"))
    p, x = start_of(program)
    xdot, pdot = np.vstack([np.eye(len(x))[1], np.zeros(len(x))]), np.array([[0.0], [1.0]])
    t = np.sqrt(2 * H / g)
    v, s = e * g * t, T - t
    by_t = -v + g * s + e * g * s  # of the height at T by the instant t
    expected = np.array([by_t / (g * t), g * t * s])
    after = np.array([(e * g + g) / (g * t), g * t])  # of the velocity
    for instants in (True, False):
        flow = contact_flow(program, p, x, 1e-4, 5000, xdot, pdot, every=5000, settings=EXACT, instants=instants)
        assert flow.states[-1, 1] == pytest.approx(-H + v * s - 0.5 * g * s * s, abs=2e-3)
        right = np.abs(flow.variations[-1, :, 1] / expected - 1), np.abs(flow.variations[-1, :, 8] / after - 1)
        assert max(right[0][1], right[1][1]) < 5e-3
        assert max(right[0][0], right[1][0]) < 5e-3 if instants else right[0][0] > 0.1
    long = contact_through(program, p, x, 0.0, np.array([0.1, 0.4, T]), np.array([1000, 3000, 1000]), xdot, pdot)
    assert_close(long.variations[-1, :, 1], expected, 5e-3)


def test_chains_that_stick_slide_bounce_and_rub():
    """All states at every sample, works included, by initial states, gait, mass and all numbers of the scene."""
    scene = Scene(AMONG, 0.2, restitution=0.3, obstacle_friction=0.3)
    model = chain(scene).freed(
        "gait.amplitude", "robot.bodies.link1.mass", "scene.restitution", "scene.obstacle_friction", "scene.gravity", *FRICTION
    )
    program, states = compile_model(model), ("base y", "rate of joint1")
    flow, names = by_all(program, states, 1e-3, 600, 20)
    assert flow.status == "finished"
    assert np.abs(flow.states[-1] - flow.states[0]).max() > 0.1
    for k, name in enumerate(names):
        found, expected = flow.variations[:, k], differences(program, name, 1e-3, 600, 20)
        size = np.abs(expected).max()
        assert size > 1e-3, name
        assert np.abs(found - expected).max() <= DIFFERENCES * max(size, 1.0), name


@pytest.mark.parametrize(
    ("scene", "half", "heading"),
    [
        (Scene((Polygon(((0.3, -0.2), (0.5, -0.3), (0.5, 0.1))),), restitution=0.4, obstacle_friction=0.1), 0.1, 0.1),
        (Scene((Wall(0.3, 0.0, 2.9),), (0.1, 0.3, 0.2), obstacle_friction=0.6), 0.1, 0.5),
    ],
)
def test_a_block_against_corners_and_walls(scene, half, heading):
    program = compile_model(block(scene, (1.0, -0.5), 0.3, heading, half).freed("scene.obstacle_friction"))
    flow, names = by_all(program, ("base y", "base vx", "base wz"), 1e-3, 400, 40)
    assert np.abs(flow.states[-1, 7:9] - flow.states[0, 7:9]).max() > 0.1
    for k, name in enumerate(names):
        expected = differences(program, name, 1e-3, 400, 40)
        assert np.abs(flow.variations[:, k] - expected).max() <= DIFFERENCES * max(np.abs(expected).max(), 1.0), name


def test_states_are_those_of_a_plain_run():
    """A scenario's friction is free without its equations knowing it; sensitivities come with the same run."""
    program = compile_model(scenario("aiko-flat").build({"links": 3}, free=["friction", "gait.amplitude"]))
    values, dt = {"friction": 0.5}, 1e-3
    found = sensitivities(program, 0.4, solver=Solver(dt=dt), free=["friction", "gait.amplitude"], parameters=values)
    run = simulate(program, 0.4, solver=Solver(dt=dt), save=Save(every=dt), parameters=values)
    p = program.parameter_vector(values)
    x, none = program.initial_state(p), np.zeros((0, len(program.equations.layout.names)))
    flow = contact_flow(program, p, x, dt, 400, none)
    assert (flow.states == found.states).all()
    assert "finished, 0.4 s in 400 steps" in repr(found)
    assert "finished, 1.1 s in 2200 steps" in repr(
        sensitivities(program, 1.1, solver=Solver(dt=5e-4), parameters=values)
    )  # of which 1100 are kept
    assert np.abs(flow.states[:, :2] - run.data.base_position.values[:, :2]).max() <= 1e-10  # other code of the same loop
    plain = simulate(scenario("aiko-flat").build({"links": 3, "friction": "0.5"}), 0.4, solver=Solver(dt=dt), save=Save(every=dt))
    assert np.abs(plain.data.base_position.values - run.data.base_position.values).max() <= ROUNDING
    assert found.status == "finished"
    for k, name in enumerate(("friction", "gait.amplitude")):
        d, ends = 1e-6, []
        for sign in (1, -1):
            p = program.parameter_vector({**values, name: program.parameter_vector(values)[k] + sign * d})
            ends.append(contact_flow(program, p, program.initial_state(p), dt, 400, none, settings=EXACT).states[-1])
        assert_close(found.matrix[:, k], (ends[0] - ends[1]) / (2 * d), 1e-4)  # the run's own tolerance is 1e-8


def test_a_run_through_given_times():
    """Steps fitted between the times, one stretch after the other: on a grid the same run as in one go."""
    program = compile_model(chain(Scene(AMONG, 0.2)).freed("scene.friction"))
    p, x = start_of(program)
    xdot, pdot, times = np.zeros((1, len(x))), np.ones((1, 1)), np.arange(21) * 0.02
    whole = contact_flow(program, p, x, 1e-3, 400, xdot, pdot, every=20, settings=EXACT)
    parts = contact_through(program, p, x, 0.0, times, step_counts(0.0, times, 1e-3), xdot, pdot, EXACT, False)
    assert_close(parts.states, whole.states, 1e-10)
    assert_close(parts.variations, whole.variations, 1e-7)
    sampled = sampled_flow(program, p, x, 0.0, times, step_counts(0.0, times, 1e-3), xdot, pdot, method="moreau")
    moved, mean = np.diff(sampled.states, axis=0) / 0.02, 0.5 * (sampled.rates[1:] + sampled.rates[:-1])
    assert np.median(np.abs(moved - mean)[:, [0, 1, 6, 10, 11]], axis=0).max() <= 5e-3  # impacts apart
    assert np.abs(moved).max() > 0.1


def test_what_is_refused():
    smooth = compile_model(block(Scene(), (1.0, 0.0)))
    p, x = start_of(smooth)
    with pytest.raises(InputError, match="has no ground"):
        contact_flow(smooth, p, x, 1e-3, 1, np.zeros((1, len(x))), sdot=scene_direction(*FRICTION))
    with pytest.raises(InputError, match="two sides"):
        contact_flow(smooth, p, x, 1e-3, 1, np.zeros((1, len(x))), sdot=scene_direction("scene.obstacle_friction"))
    with pytest.raises(InputError, match="Leave method out"):
        sensitivities(smooth, 0.1, solver=Solver(dt=1e-3, method="radau"))
    with pytest.raises(InputError, match=r"'scene\.friction' and 'scene\.friction\.across' are both"):
        chain(Scene((), 0.2)).freed("scene.friction", "scene.friction.across")


@pytest.mark.parametrize(("name", "touching"), [("aiko-obstacles", True), ("aiko-flat", False)])
def test_results_through_impacts_are_flagged(name, touching):
    """By the amplitude of the gait, against differences over more than the way of a step. Flat ground has no impacts."""
    program = compile_model(scenario(name).build(free=["gait.amplitude"]))
    amplitude, size = program.equations.parameters["gait.amplitude"], 1e-3
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = sensitivities(program, 3.0, solver=Solver(dt=5e-4))
    told = [w for w in caught if issubclass(w.category, ImpactWarning)]
    assert (found.impacts > 0, found.reliable, len(told)) == (touching, not touching, int(touching))
    assert ("reliable: no" in repr(found)) == touching
    if touching:
        assert "impacts" in str(told[0].message)
        assert "differences" in str(told[0].message)
    ends = [
        simulate(
            program, 3.0, solver=Solver(dt=5e-4), save=Save(every=3.0), parameters={"gait.amplitude": amplitude + s * size}
        ).data.state.values[-1]
        for s in (1, -1)
    ]
    differences = (ends[0] - ends[1]) / (2 * size)
    assert np.abs(found.matrix[:2, 0] - differences[:2]).max() <= (0.1 if touching else 0.01) * np.abs(differences[:2]).max()
