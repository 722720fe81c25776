"""A trained policy in its page: it sees and does what it does natively, and its goal can be dragged."""

import math

import casadi as ca
import numpy as np
import pytest
from browsers import needs_chromium, opened, shown_frames, until

import elver
from elver._support.errors import InputError
from elver.drive import ParameterInput
from elver.learn import load_policy, policy_page
from elver.model import compile_model
from elver.tasks import Episodes, find_task

pytestmark = [pytest.mark.browser, needs_chromium]
GOAL = (0.4, 1.1)


@pytest.fixture(scope="module")
def target_page(tmp_path_factory):
    """The file of the page in which the shipped policy swims to places."""
    return policy_page("EelTarget").save(tmp_path_factory.mktemp("policy") / "target.html")


def test_it_does_what_it_does_natively(chromium, target_page):
    page, watched = opened(chromium, target_page)
    page.evaluate("([x, y]) => { elver.viewer.source.pilot.moveGoal(x, y); elver.reset(); }", GOAL)
    own, policy = Episodes(find_task("EelTarget"), 1), load_policy("EelTarget")
    own.stepper.reset(np.ones(1, dtype=bool))
    own.now.forget()
    for name, values in own.now.outputs.items():
        own.now.before[name][:] = values
    own.now.goal[:] = GOAL
    own._observe()
    for _ in range(12):
        page.evaluate("elver.viewer.source.frame()")
        seen = page.evaluate("Array.from(elver.viewer.source.pilot.observe())")
        assert seen == pytest.approx(own.observations[0].tolist(), abs=2e-5)
        action = policy.act(own.observations)
        own.step(action)
        own.now.goal[:] = GOAL
        page.evaluate("elver.advance(1)")
        assert page.evaluate("Array.from(elver.viewer.source.pilot.action)") == pytest.approx(action[0].tolist(), abs=1e-4)
    place = page.evaluate("Array.from(elver.output('base_position'))")
    assert place == pytest.approx(own.now.outputs["base_position"][0].tolist(), abs=1e-4)
    assert math.dist(place[:2], own.now.before["base_position"][0, :2]) > 1e-3  # it moves
    assert watched.nothing(), watched


def test_it_swims_to_where_people_put_the_goal(chromium, target_page):
    page, watched = opened(chromium, target_page)
    shown_frames(page, 3)
    assert "EelTarget steers" in page.locator(".pilotwords").inner_text()
    spot = page.evaluate("""() => {
      const { world } = elver.viewer;
      const p = world.target.group.position.clone().project(world.stage.camera);
      return [((p.x + 1) / 2) * innerWidth, ((1 - p.y) / 2) * innerHeight];
    }""")
    before = page.evaluate("Array.from(elver.viewer.source.pilot.goal)")
    camera = page.evaluate("elver.viewer.world.rig.azimuth")
    page.mouse.move(*spot)
    page.mouse.down()
    page.mouse.move(spot[0] - 40, spot[1] - 60, steps=4)
    page.mouse.up()
    after = page.evaluate("Array.from(elver.viewer.source.pilot.goal)")
    assert math.dist(before, after) > 0.05
    assert page.evaluate("elver.viewer.world.rig.azimuth") == camera  # the ring was dragged, not the view
    away = "Math.hypot(...elver.viewer.source.pilot.place.map((v, k) => v - elver.viewer.source.pilot.goal[k]))"
    first = page.evaluate(away)
    page.evaluate("for (let k = 0; k < 40 && elver.viewer.source.pilot.reached === 0; k++) elver.advance(1)")
    assert page.evaluate("elver.viewer.source.pilot.reached") > 0 or page.evaluate(away) < 0.6 * first
    page.evaluate("elver.reset()")
    assert page.evaluate("elver.viewer.source.pilot.reached") == 0
    until(page, "elver.viewer.source.pilot.decided <= 0")
    assert watched.nothing(), watched


def test_a_policy_of_another_task_is_refused():
    with pytest.raises(InputError, match=r"takes .* numbers and gives"):
        policy_page(load_policy("EelTarget"), "EelCruise")
    assert elver.__version__


def guide() -> ca.Function:
    """A law of the bend of a swimmer: back to the line y = 0."""
    place, turn, time = ca.SX.sym("base_position", 3), ca.SX.sym("base_rotation", 9), ca.SX.sym("time")
    heading = ca.atan2(turn[3], turn[0])
    error = heading + ca.atan(place[1] / 1.4) + 0.05 * ca.sin(3 * time)
    return ca.Function("guide", [place, turn, time], [0.4 * error], ["base_position", "base_rotation", "time"], ["u"])


def test_a_controller_that_is_a_casadi_function_steers_in_the_page(chromium, tmp_path):
    eel = elver.scenario("eel").build({"water.law": "kirchhoff"})
    model = elver.with_inputs(eel, ParameterInput("gait.yaw_offset", -0.08, 0.08, smooth=1.0))
    law = guide()
    file = elver.make_page(model, dt=0.01, control=law, every=0.05).save(tmp_path / "guided.html")
    page, watched = opened(chromium, file)
    page.evaluate("elver.reset(); elver.advance(3)")

    def control(now):
        row = program.equations.outputs(now.time, now.state, values(now), program.signal_values(now.time))
        found = program.equations.recorded.take(np.array(row, dtype=float).reshape(1, -1), "base_position").ravel()
        turn = program.equations.recorded.take(np.array(row, dtype=float).reshape(1, -1), "base_rotation").ravel()
        return [float(law(found, turn, now.time))]

    def values(now):
        p = program.parameter_vector()
        p[program.input_places] = now.inputs
        return p

    program = compile_model(model)
    run = elver.simulate(
        program, 3.0, solver=elver.Solver("rk4", 0.01), progress=False,
        control=elver.Control(control, every=0.05, out_of_bounds="clip"),
    )  # fmt: skip
    place = page.evaluate("Array.from(elver.output('base_position'))")
    assert place == pytest.approx(run.data.base_position.values[-1], abs=1e-8)
    free = elver.simulate(program, 3.0, solver=elver.Solver("rk4", 0.01), progress=False)
    assert np.abs(free.data.base_position.values[-1] - run.data.base_position.values[-1]).max() > 1e-4  # it does steer
    assert "Guide steers" in page.locator(".pilotwords").inner_text()
    assert watched.nothing(), watched


@pytest.mark.parametrize(
    ("law", "why"),
    [
        (ca.Function("f", [ca.SX.sym("x")], [ca.SX(1)], ["height"], ["u"]), "height"),
        (ca.Function("f", [ca.SX.sym("x")], [ca.SX.zeros(2)], ["time"], ["u"]), "one result of 1 numbers"),
        (ca.Function("f", [ca.SX.sym("x", 2)], [ca.SX(1)], ["base_position"], ["u"]), "has 2 numbers"),
        ("law", "casadi.Function"),
    ],
)
def test_a_controller_that_does_not_fit_is_refused(law, why):
    model = elver.with_inputs(elver.scenario("swimmer").build(), ParameterInput("gait.offset", -0.3, 0.3))
    with pytest.raises(InputError, match=why):
        elver.make_page(model, control=law, quick=True)
