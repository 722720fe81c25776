"""Kernels of contact in Node against native runs: states, works, forces, and what ends a run."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from kernel_runner import moreau_module
from node_runner import needs_node
from ready_models import ready
from small_machines import chain

from elver import InitialState, compile_model
from elver._support.statuses import REFUSED, RUNNING, STEPPED_OVER, TOO_MANY
from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.contact.driver import deepest_overlap
from elver.contact.planar import coordinates_of
from elver.export.wasm.blocks import touch_fields
from elver.simulation.contact import run_moreau
from elver.simulation.plan import contact_plan, make_plan

DT, STEPS, CALL = 1e-3, 1000, 50
SAME = (
    1e-9  # relative; the page's form of the step and the native one agree to what their solvers leave (1e-8 of weight times dt)
)
SHAPES = (Disc(0.5, 0.3, 0.1), Polygon(((0.0, -0.4), (0.2, -0.4), (0.1, -0.14))), Wall(0.0, 0.45, -np.pi / 2))
ROUGH = Scene(SHAPES, (0.1, 0.2, 0.4), restitution=0.2, obstacle_friction=0.15, self_contact=True)
FORCES = {"contact_force": "contact", "contact_impulse": "impulse", "ground_force": "ground", "sticking": "stick"}
pytestmark = needs_node


@cache
def crawler():
    return compile_model(chain(ROUGH))


def native(program, steps=STEPS, dt=DT, every=CALL, p=None, **options):
    plan = contact_plan(make_plan(steps * dt, dt, output=every * dt))
    p = program.parameter_vector() if p is None else p
    return run_moreau(program, plan, p, ContactSettings(**options), progress=False)


def played(module, steps=STEPS, call=CALL):
    """Calls of a run from its start, with a frame after every call."""
    each = [module.steps(call), module.call("kernel_moreau_frame")]
    return [module.call("kernel_moreau_start"), *each * (steps // call)]


def assert_as_native(found, trajectory, contacts, same=SAME):
    """State (works included) and all that the contacts did in the last call."""
    state, record = trajectory.states[-1], contacts.record
    assert found["x"] == pytest.approx(state, rel=same, abs=same)
    for field in touch_fields(len(contacts.bodies)):
        value = found["touch"][field.place : field.place + field.size].reshape(field.shape)
        if field.name in FORCES:
            expected = getattr(record, FORCES[field.name])
            size = np.abs(expected).max()
            assert value == pytest.approx(expected[-1], rel=0, abs=1e3 * same * max(size, 1e-300)), field.name
    return {field.name: field for field in touch_fields(len(contacts.bodies))}


@pytest.mark.parametrize("solver", ["auto", "newton"])
def test_a_run_among_shapes_is_the_native_one(solver):
    program = crawler()
    module, (trajectory, contacts) = moreau_module(program, DT, ContactSettings(solver)), native(program, solver=solver)
    statuses, found = module.run(*played(module), touch=module.touch())
    assert set(statuses) == {RUNNING}
    assert found["done"] == STEPS
    fields = assert_as_native(found, trajectory, contacts)
    mean, impulse = (fields[name] for name in ("contact_mean", "contact_impulse"))
    pushed = found["touch"][impulse.place : impulse.place + impulse.size] / (CALL * DT)
    assert found["touch"][mean.place : mean.place + mean.size] == pytest.approx(pushed, rel=1e-15)
    deepest = found["touch"][fields["penetration"].place]
    assert deepest == pytest.approx(contacts.record.stats[-1, 1], rel=1e-8, abs=1e-12)
    assert np.abs(contacts.record.contact).max() > 1  # something was touched
    assert np.abs(trajectory.states[-1, -4:]).min() > 0  # all four works


def test_frames_change_nothing_and_a_start_begins_anew():
    module = moreau_module(crawler(), DT)
    frame = module.call("kernel_moreau_frame")
    once = module.run(*played(module, 200), touch=module.touch())[1]
    begin = [module.write("x", float(v), k) for k, v in enumerate(crawler().initial_state(np.zeros(0)))]
    twice = module.run(*played(module, 100), *begin, *played(module, 200), frame, frame, touch=module.touch())[1]
    np.testing.assert_array_equal(once["x"], twice["x"])
    np.testing.assert_array_equal(once["touch"], twice["touch"])


def test_numbers_of_the_scene_may_change_on_the_way():
    """Friction, gravity, restitution written before the first step: the run of another scene."""
    other = replace(ROUGH, friction=(0.3, 0.3, 0.1), gravity=4.0, restitution=0.5, obstacle_friction=0.3)
    module, (trajectory, contacts) = moreau_module(crawler(), DT), native(compile_model(chain(other)), 500)
    written = [module.write("ground", value, k) for k, value in enumerate((0.3, 0.3, 0.1))]
    written += [module.write("gravity", 4.0), module.write("restitution", 0.5), module.write("friction", 0.3)]
    _, found = module.run(*written, *played(module, 500), touch=module.touch())
    assert_as_native(found, trajectory, contacts)


def test_outlines_that_depend_on_a_parameter_follow_it():
    """The radius of the middle rod is free: the links' outlines and loads are measured anew when it changes."""
    program = compile_model(chain(ROUGH).freed("robot.bodies.link1.shape.radius"))
    module, (trajectory, contacts) = moreau_module(program, DT), native(program, 500, p=np.array([0.03]))
    _, found = module.run(module.write("p", 0.03), *played(module, 500), touch=module.touch())
    assert_as_native(found, trajectory, contacts)
    thin = native(program, 500)[0].states[-1]
    assert np.abs(found["x"] - thin).max() > 1e-3


def test_a_step_over_an_obstacle_stops_before_it():
    """All that the kernel leaves is that of the last good step; the native run ends there too."""
    model = chain(Scene((Disc(0.0, 1.0, 0.02),), None), start=InitialState(twist=(0, 300.0, 0, 0, 0, 0)), control=False)
    program, dt = compile_model(model), 1e-3
    module, (trajectory, _) = moreau_module(program, dt), native(program, 100, dt, 100)
    statuses, found = module.run(*played(module, 100, 100), touch=module.touch())
    assert statuses[1] == STEPPED_OVER
    assert trajectory.status == "stepped over obstacle"
    assert 0 < found["done"] == trajectory.steps < 100
    assert found["x"] == pytest.approx(trajectory.states[-1], rel=SAME, abs=300 * SAME)


@pytest.mark.parametrize(
    ("x", "y", "heading", "obstacle"),
    [(0.0, 0.0, 0.0, None), (0.45, 0.25, 0.0, 1), (0.0, -0.2, 0.0, 2), (-0.1, -0.3, 0.0, 2), (0.3, 0.44, np.pi, 3)],
    ids=["free", "disc", "across a polygon", "polygon", "wall"],
)
def test_a_start_inside_an_obstacle_is_refused(x, y, heading, obstacle):
    """Link, obstacle and depth as the native check finds them; a rod across the polygon has both its ends outside."""
    program, p = crawler(), np.zeros(0)
    module, state = moreau_module(program, DT), program.initial_state(p)
    state[:2], state[3], state[6] = (x, y), np.cos(heading / 2), np.sin(heading / 2)
    begin = [module.write("x", float(value), k) for k, value in enumerate(state)]
    where = module.block.arrays["passing"].address, 3
    statuses, found = module.run(*begin, module.call("kernel_moreau_start"), passing=where)
    terms = program.contact_graph.at(p)
    overlap = deepest_overlap(terms, ROUGH, coordinates_of(program.equations.layout.slices, state)[0], p)
    if obstacle is None:
        assert (statuses, overlap, found["passing"][2]) == ([RUNNING], None, 0.0)
        return
    link, number, depth = found["passing"]
    assert (statuses, number + 1, found["done"]) == ([REFUSED], obstacle, 0)
    assert (terms.bodies[int(link)], f"number {obstacle}") == (overlap.body, overlap.obstacle)
    assert depth == pytest.approx(-overlap.gap, rel=1e-12)


def test_a_heap_that_is_full_says_so():
    module = moreau_module(crawler(), DT)
    small = ["write", module.block.number("heap") + 8, 1000.0]
    statuses, _ = module.run(module.call("kernel_moreau_start"), small, module.steps(1))
    assert statuses == [RUNNING, TOO_MANY]


@pytest.mark.long
@pytest.mark.parametrize(("name", "dt", "seconds"), [("aiko-flat", 5e-4, 10), ("aiko-obstacles", 5e-4, 10), ("gray", 1e-4, 1)])
def test_published_machines_for_seconds(name, dt, seconds):
    program = compile_model(ready(name))
    steps = round(seconds / dt)
    module, (trajectory, contacts) = moreau_module(program, dt), native(program, steps, dt, 40)
    statuses, found = module.run(*played(module, steps, 40), touch=module.touch())
    assert set(statuses) == {RUNNING}
    assert_as_native(found, trajectory, contacts, same=1e-8)  # after so many steps
