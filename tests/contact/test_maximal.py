"""The published formulation: coordinates of every link, joints held by impulses, closed after every step. SNAKE (54)-(70), VI-C.

Three routes: tests/oracles/snake_moreau.py takes the same steps and shares no code with Elver; the engine's own coordinates take
others that agree to first order; steps of second order agree with both as dt shrinks.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import snake_moreau as oracle
from tolerances import assert_close

from elver._support.errors import InputError
from elver.contact import ContactSettings, Disc, Scene, Wall
from elver.contact.maximal import LinkTerms
from elver.drive import PD, Serpenoid, Spring
from elver.forces import GroundFriction
from elver.model import InitialState, Model, compile_model
from elver.results.metrics import body_centre
from elver.robot import Body, Contour, Joint, Robot, Rod, placed
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate, simulate_batch, stepper

PUBLISHED = ContactSettings(formulation="maximal", implicit=False, tolerance=1e-12)
CASES = {
    "aiko-obstacles": (oracle.Params(obstacles=oracle.LARGE, torque_at_middle=True, eps=1e-13), oracle.LARGE_POSE),
    "aiko-flat": (oracle.Params(torque_at_middle=True, eps=1e-13), oracle.FLAT_POSE),
}


def exact(formulation: str) -> ContactSettings:
    return ContactSettings(formulation=formulation, tolerance=1e-12)


def centres(run) -> np.ndarray:
    """Centres of mass (x, y) [m] of all bodies."""
    return np.stack([body_centre(run.data, body)[:, :2] for body in run.data.body.values], axis=1)


def apart(program, duration: float, dt: float) -> float:
    """Largest distance of the bodies' centres in both formulations [m]."""
    runs = [simulate(program, duration, solver=Solver(dt=dt, contact=exact(f), check_step=False)) for f in ("reduced", "maximal")]
    assert all(run.status == "finished" for run in runs)
    return float(np.abs(centres(runs[0]) - centres(runs[1])).max())


@pytest.mark.parametrize("name", CASES)
def test_steps_are_those_of_the_independent_program(name):
    """The same scheme, written twice: alike to rounding, where the engine's own coordinates are off by the order of the step."""
    params, pose = CASES[name]
    program = compile_model(scenario(name).build({"start.position": pose[0], "start.axis": pose[1]}))
    theirs = oracle.simulate(oracle.serpenoid(*pose, params), 0.04, 2e-4, params)
    save = Save(every=0.01)
    ours = simulate(program, 0.04, solver=Solver(dt=2e-4, contact=PUBLISHED, check_step=False), save=save)
    assert np.abs(centres(ours) - theirs.q[..., :2]).max() < 1e-13
    reduced = replace(PUBLISHED, formulation="reduced")
    other = simulate(program, 0.04, solver=Solver(dt=2e-4, contact=reduced, check_step=False), save=save)
    assert np.abs(centres(other) - theirs.q[..., :2]).max() > 1e-9


def test_both_formulations_agree_at_first_order():
    """Half the step, half the distance: 9.1e-7, 4.5e-7, 2.2e-7 m."""
    program = compile_model(scenario("aiko-flat").build())
    gaps = [apart(program, 1.0, dt) for dt in (2e-3, 1e-3, 5e-4)]
    assert np.allclose(np.array(gaps[:-1]) / gaps[1:], 2.0, rtol=0.05)
    assert gaps[0] < 1e-6


def test_a_wrong_lever_is_noticed(monkeypatch):
    """What would fail the test above: joints 1 % further from their links' centres leave a distance that stays."""
    right = LinkTerms.at

    def wrong(self, p):
        links = right(self, p)
        return links._replace(on_child=1.01 * links.on_child)

    monkeypatch.setattr(LinkTerms, "at", wrong)
    program = compile_model(scenario("aiko-flat").build())
    gaps = [apart(program, 1.0, dt) for dt in (1e-3, 5e-4)]
    assert gaps[1] > 0.9 * gaps[0] > 1e-5


@pytest.mark.long
@pytest.mark.parametrize(("name", "duration"), [("aiko-flat", 10.0), ("aiko-obstacles", 4.0)])
def test_both_formulations_agree_for_long(name, duration):
    """The median over time, as an impact that falls into another step makes single distances jump; and below the step's error."""
    program, save = compile_model(scenario(name).build()), Save(every=0.01)
    fine = Solver(dt=0.01, contact=ContactSettings(accuracy=1e-5), check_step=False)
    reference, steps, medians = centres(simulate(program, duration, solver=fine, save=save)), (2e-3, 5e-4, 1.25e-4), []
    for dt in steps:
        solvers = [Solver(dt=dt, contact=exact(f), check_step=False) for f in ("reduced", "maximal")]
        reduced, maximal = (centres(simulate(program, duration, solver=solver, save=save)) for solver in solvers)
        medians.append(np.median(np.abs(maximal - reduced).max(axis=(1, 2))))
        assert medians[-1] < 0.1 * np.median(np.abs(reference - reduced).max(axis=(1, 2)))
    assert np.polyfit(np.log(steps), np.log(medians), 1)[0] > 0.9


# --- Machines that are no snake.


def branched(scene: Scene) -> Model:
    """A tree: a base off its centre of mass, a piece welded to it, three arms (one axis down), rotor, friction and spring."""
    rod = Rod(0.2, 0.02)
    contour = Contour(np.array([0.1, 0.0, 0.0]), np.array([1.0, 0.0, 0.0]), 0.08, 0.02)
    bodies = [replace(Body.solid(name, rod, 1000.0), contour=contour) for name in ("trunk", "left", "right", "hand")]
    plate = Body.central("plate", 0.1, np.array([0.05, 0.02, 0.0]), 2e-4 * np.eye(3))
    joints = [
        Joint("shoulder", "trunk", "left", mode="torque", place=placed((0.2, 0.01, 0.0)), rotor=1e-4),
        Joint("hip", "plate", "right", mode="passive", place=placed((0.03, 0.04, 0.0), axis=(0, 0, -1)), viscous=2e-3),
        Joint("wrist", "left", "hand", mode="torque", d=0.2),
        Joint("weld", "trunk", "plate", type="fixed", place=placed((0.0, -0.02, 0.0), rpy=(0, 0, 0.4))),
    ]
    robot = Robot("branched", [*bodies, plate], joints, base="planar")
    rates = {"shoulder": 1.0, "hip": -2.0, "wrist": 0.5}
    start = InitialState(angles={"hip": -0.4}, rates=rates, twist=(0.3, -0.2, 0, 0, 0, 0.8))
    gait = Serpenoid(("shoulder", "wrist"), amplitude=0.5, frequency=4.0)
    return Model("branched", robot, gait=gait, control=PD(1.0, 0.05), elastic=Spring(0.3, 0.01), start=start, scene=scene)


def test_a_tree_on_a_slope_agrees_too():
    """No obstacle: smooth but for sticking, so that the distance halves with the step."""
    program = compile_model(branched(Scene(friction=(0.2, 0.05, 0.4), slope=(0.6, -0.3))))
    gaps = [apart(program, 0.3, dt) for dt in (5e-4, 2.5e-4, 1.25e-4)]
    assert np.allclose(np.array(gaps[:-1]) / gaps[1:], 2.0, rtol=0.15)
    assert gaps[-1] < 1e-5


def test_impacts_and_rough_obstacles_agree_too():
    """Against steps of second order: one more route, to which both formulations come as the step shrinks."""
    scene = Scene((Wall(0.615, 0.0, np.pi), Disc(0.25, 0.13, 0.06)), friction=0.1, restitution=0.4, obstacle_friction=0.3)
    program = compile_model(branched(scene))
    fine = ContactSettings(accuracy=1e-6)
    reference = centres(simulate(program, 0.3, solver=Solver(dt=0.01, contact=fine, check_step=False)))
    for formulation in ("reduced", "maximal"):
        errors = []
        for dt in (1e-3, 1e-4):
            run = simulate(program, 0.3, solver=Solver(dt=dt, contact=exact(formulation), check_step=False))
            assert run.data.contact_impulse.values.any()
            errors.append(float(np.abs(centres(run) - reference).max()))
        assert errors[1] < 0.2 * errors[0]
        assert errors[1] < 3e-5


def test_velocities_of_contours_are_the_rates_of_their_poses():
    """Also behind a joint whose axis points down, where the body's own z axis does."""
    terms, rng = compile_model(branched(Scene())).contact_graph, np.random.default_rng(2)
    q, u, none, step = rng.standard_normal(6), rng.standard_normal(6), np.zeros(0), 1e-6
    J = np.array(terms.terms(0, q, u, none, none)[6], dtype=float)
    before, after = (terms.link_poses(q + side * step * u, none).reshape(-1, 4) for side in (-1, 1))
    rates, now = (after - before) / (2 * step), terms.link_poses(q, none).reshape(-1, 4)
    turning = now[:, 2] * rates[:, 3] - now[:, 3] * rates[:, 2]
    assert np.allclose((J @ u).reshape(-1, 3), np.column_stack([rates[:, :2], turning]), atol=1e-8)


def test_free_parameters_reach_the_links():
    """A mass that stays free and one that is built in: the same links."""
    free = compile_model(scenario("aiko-flat").build(free=["body.mass", "body.length"]))
    changes = {"body.mass": 0.5, "body.length": 0.15}
    built = compile_model(scenario("aiko-flat").build(changes))
    solver = Solver(dt=1e-3, contact=exact("maximal"), check_step=False)
    paths = [centres(simulate(free, 0.1, parameters=changes, solver=solver)), centres(simulate(built, 0.1, solver=solver))]
    assert_close(*paths, 1e-11)


def test_energy_and_samples_are_those_of_any_run():
    run = simulate(scenario("aiko-obstacles"), 0.3, solver=Solver(contact=ContactSettings(formulation="maximal")))
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-3
    assert run.summary["trusted"]
    assert 0.0 < run.summary["discretisation_error"] < 0.05
    assert "'formulation': 'maximal'" in run.data.attrs["contact_settings"]


def test_chunks_change_nothing():
    """A step that fails rolls the links back too: the last good sample is that of a run that ends there."""
    model = scenario("aiko-flat").build()
    settings = ContactSettings(formulation="maximal", implicit=False)  # blows up at this step
    failed = simulate(model, 1.0, solver=Solver(dt=1e-3, contact=settings), save=Save(every=1e-3))
    assert failed.status != "finished"
    last = float(failed.data.time[-1])
    assert last > 2e-3
    whole = simulate(model, round(last / 1e-3) * 1e-3, solver=Solver(dt=1e-3, contact=settings), save=Save(every=1e-3))
    assert np.array_equal(whole.data.state.values, failed.data.state.values)


# --- The published iteration.


@pytest.mark.parametrize("formulation", ["reduced", "maximal"])
def test_the_published_iteration_has_the_iterations_that_it_needs(formulation):
    """r_H = 0.01 takes some 1700 iterations where a contact closes; a thousand were not enough."""
    program = compile_model(scenario("aiko-obstacles").build())
    prox = ContactSettings(solver="prox", formulation=formulation)
    run = simulate(program, 0.02, solver=Solver(dt=1e-4, contact=prox, check_step=False))
    assert run.status == "finished"
    assert 1000 < run.summary["most_sweeps"] < 5000
    fast = simulate(program, 0.02, solver=Solver(dt=1e-4, contact=exact(formulation), check_step=False))
    assert np.abs(centres(run) - centres(fast)).max() < 1e-9
    short = simulate(program, 0.02, solver=Solver(dt=1e-4, contact=replace(prox, most=1000), check_step=False))
    assert short.status == "contact not converged"
    larger = simulate(program, 0.02, solver=Solver(dt=1e-4, contact=replace(prox, r_normal=0.25), check_step=False))
    assert larger.summary["most_sweeps"] < 200


# --- What it does not carry.


def pair(middle: Body, forces=None, **joint) -> Model:
    """Three bodies in a row; the joint between the first two as it is asked for."""
    head, tail = (Body.solid(name, Rod(0.2, 0.02), 1000.0) for name in ("head", "tail"))
    joints = [Joint("one", "head", "middle", mode="passive", **joint), Joint("two", "middle", "tail", d=0.2, mode="passive")]
    robot = Robot("pair", [head, middle, tail], joints, base="planar")
    return Model("pair", robot, elastic=Spring(), forces=forces or {}, scene=Scene())


SOLID = Body.solid("middle", Rod(0.2, 0.02), 1000.0)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (pair(SOLID, type="prismatic", alpha=np.pi / 2, r=0.3), "joint 'one' is prismatic"),
        (pair(Body("middle"), d=0.2), "has no mass"),
        (pair(SOLID, {"ground": GroundFriction(coulomb_t=0.1)}, d=0.2), "has 'ground'"),
    ],
)
def test_what_it_does_not_carry_is_refused(model, words):
    with pytest.raises(InputError, match=words):
        simulate(model, 0.01, solver=Solver(contact=ContactSettings(formulation="maximal")))
    assert simulate(model, 0.01, solver=Solver(check_step=False)).status == "finished"


def test_it_is_for_single_runs():
    model, solver = scenario("aiko-flat").build(), Solver(dt=1e-3, contact=ContactSettings(formulation="maximal"))
    run = simulate(model, 0.01, solver=solver)
    with pytest.raises(InputError, match="single runs"):
        simulate(model, 0.01, solver=solver, resume=run)
    with pytest.raises(InputError, match="single runs"):
        stepper(model, solver=solver)
    with pytest.raises(InputError, match="single runs"):
        simulate_batch(model, 0.01, solver=solver, initial_states=run.data.state.values[:1])
    with pytest.raises(InputError, match="accuracy asks for steps of second order"):
        ContactSettings(formulation="maximal", accuracy=1e-3)
    with pytest.raises(InputError, match="formulation"):
        ContactSettings(formulation="minimal")
