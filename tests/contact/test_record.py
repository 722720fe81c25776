"""What a run with contacts records: forces by pair, impulses, partners; and how it goes on after a stop."""

from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver._support.errors import InputError
from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.contact.record import MOST_PAIRED
from elver.contact.single.problem import Problem, factor, residual
from elver.drive import PD, Serpenoid
from elver.model import InitialState, Model
from elver.results import load_run
from elver.robot import Body, Joint, Robot, Rod
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate

SQUARE = Polygon(((-0.4, 0.1), (-0.2, 0.1), (-0.2, 0.3), (-0.4, 0.3)), "square")
THINGS = (Disc(0.5, 0.3, 0.1, "post"), Disc(0.1, -0.25, 0.1, "stone"), Wall(0.0, -0.4, np.pi / 2, "floor"), SQUARE)


def chain(scene, twist=(0.2, 0.1, 0, 0, 0, 0.5), links=3, gains=(2.0, 0.1), **gait):
    """Rods of 0.25 kg under PD control on a serpenoid."""
    bodies = [Body.solid(f"link{i}", Rod(0.2, 0.02), 1000.0) for i in range(links)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=0.2, mode="torque", group="yaw") for i in range(1, links)]
    robot = Robot("chain", bodies, joints, base="planar")
    motion = Serpenoid(robot.joint_names, **{"amplitude": 0.6, "frequency": 3.0, "phase": 0.8, **gait})
    return Model("chain", robot, gait=motion, control=PD(*gains), start=InitialState(twist=twist), scene=scene)


def crawl(scene, duration=1.0, dt=1e-3, output=1e-3, **more):
    return simulate(chain(scene, **more), duration, solver=Solver(dt=dt), save=Save(every=output))


def test_pairs_add_up_to_the_force_on_every_link():
    """Over the obstacles; rough ones too. Every obstacle that pushes is named, and only those."""
    data = crawl(Scene(THINGS, 0.2, obstacle_friction=0.3), 2.0).data
    assert list(data.obstacle.values) == ["post", "stone", "floor", "square"]
    assert_close(data.pair_force.sum("obstacle").values, data.contact_force.values, 1e-12)
    touched = np.linalg.norm(data.pair_force.values, axis=3).max(axis=(0, 1)) > 0
    assert touched[:2].any()


def test_the_strongest_contact_is_the_largest_pair():
    """Obstacle number and size of the force; -1 where nothing is touched."""
    data = crawl(Scene(THINGS, 0.2), 2.0).data
    size = np.linalg.norm(data.pair_force.values, axis=3)
    assert_close(data.touched_force.values, size.max(axis=2), 1e-12)
    hit = size.max(axis=2) > 0
    assert hit.any()
    assert (data.touched.values[hit] == size.argmax(axis=2)[hit]).all()
    assert (data.touched.values[~hit] == -1).all()


def test_a_touch_between_two_samples_is_seen_at_the_next_one():
    """The same steps, sampled seldom: a link has touched something where a sample in between says so, and only there."""
    often, seldom = (crawl(Scene(THINGS, 0.2), 2.0, output=output).data for output in (1e-3, 0.05))
    steps = (often.touched.values[1:] >= 0).reshape(-1, 50, often.sizes["link"])
    seen = seldom.touched.values[1:] >= 0
    assert (seen == steps.any(axis=1)).all()
    between = seen & ~steps[:, -1]
    assert between.any()
    assert (seldom.touched.values[1:][between] == len(THINGS) + often.sizes["link"]).all()
    assert (seldom.touched_force.values[1:][between] == 0).all()
    assert (often.touched.values <= len(THINGS)).all()  # where every step is recorded each has its name


@pytest.mark.parametrize("output", [1e-3, 0.05])
def test_impulses_change_the_momentum(output):
    """No ground: the momentum of the whole chain is what the contacts gave it, however seldom samples are taken."""
    data = crawl(Scene(THINGS), 2.0, output=output, amplitude=0.0).data
    given = np.cumsum(data.contact_impulse.sum("link").values, axis=0)
    momentum = data.momentum.values[:, :2]
    assert np.abs(given[-1]).max() > 1e-2
    assert np.abs(momentum - momentum[0] - given).max() <= 2e-3 * np.abs(given).max()  # truncation: first order in dt


def test_impulses_miss_the_change_of_momentum_at_first_order():
    """Half the step, half the error: what docs/models/contact.md says of published steps."""
    gaps = []
    for dt in (1e-3, 5e-4, 2.5e-4):
        data = crawl(Scene(THINGS), 2.0, dt, output=0.05, amplitude=0.0).data
        gaps.append(np.abs(np.subtract(*data.momentum.values[[-1, 0], :2]) - data.contact_impulse.values.sum(axis=(0, 1))).max())
    assert gaps[0] > 1e-5
    assert_close(np.array(gaps[:2]), 2 * np.array(gaps[1:]), 0.02)


def test_impulses_are_forces_times_the_step_where_every_step_is_recorded():
    data = crawl(Scene(THINGS, 0.2)).data
    assert_close(data.contact_impulse.values, 1e-3 * data.contact_force.values, 1e-12)
    assert data.contact_force.values.any()


def test_many_obstacles_keep_the_strongest_contact_only():
    """The record stays small: no pairs, but still which obstacle each link pushes hardest."""
    far = tuple(Disc(10.0 + k, 0.0, 0.1) for k in range(MOST_PAIRED))
    many, few = (crawl(Scene((*THINGS[:2], *more), 0.2)).data for more in (far, ()))
    assert "pair_force" not in many
    assert (many.touched.values == few.touched.values).all()
    assert (many.touched.values >= 0).any()
    assert many.sizes["obstacle"] == MOST_PAIRED + 2


def test_links_that_touch_each_other_push_both_ways():
    """Self-contact: forces and impulses of two links are opposite, and each names the other."""
    scene = Scene((), 0.1, self_contact=True)
    data = crawl(scene, 1.5, links=8, gains=(100.0, 5.0), twist=(0,) * 6, amplitude=1.2, frequency=2.0, phase=0.0).data
    force = data.contact_force.values
    assert np.abs(force).max() > 0.1
    assert np.abs(force.sum(axis=1)).max() <= 1e-12 * np.abs(force).max()
    assert np.abs(data.contact_impulse.values.sum(axis=1)).max() <= 1e-12
    k, i = np.argwhere(data.touched.values >= 0)[-1]
    other = int(data.touched.values[k, i])
    assert other != i


def test_every_obstacle_has_an_outline():
    """Walls too: a strip along the wall, all of it behind the surface."""
    outline = crawl(Scene(THINGS, 0.2), 0.01).data.obstacle_outline
    floor = outline.sel(obstacle="floor").values
    assert np.nanmax(floor[:, 1]) <= -0.4 + 1e-12
    assert np.nanmin(floor[:, 0]) < -0.2
    assert_close(np.nanmean(outline.sel(obstacle="square").values, axis=0), (-0.3, 0.2), 1e-12)


# --- going on -------------------------------------------------------------------------------------------------------


def test_a_resumed_run_agrees_with_one_long_run(tmp_path):
    """Through contacts and friction, also from a file. The solver starts cold, so the paths agree to its tolerance."""
    model = chain(Scene(THINGS[:2], 0.2))
    settings = ContactSettings(tolerance=1e-11)
    whole = simulate(model, 0.5, solver=Solver(dt=1e-3, contact=settings))
    first = simulate(model, 0.2, solver=Solver(dt=1e-3, contact=settings))
    again = simulate(model, 0.3, solver=Solver(dt=1e-3, contact=settings), resume=load_run(first.save(tmp_path / "first.nc")))
    tail = whole.data.sel(time=slice(0.2 - 1e-9, None))
    assert again.status == "finished"
    assert_close(again.data.time.values, tail.time.values, 1e-12)
    assert tail.contact_force.values[1:3].any()
    assert np.abs(again.data.body_position.values - tail.body_position.values).max() <= 1e-8
    assert np.abs(again.data.work.values - tail.work.values).max() <= 1e-8


def test_a_resumed_run_of_another_model_is_refused():
    """The state must fit."""
    first = crawl(Scene((), 0.2), 0.01)
    with pytest.raises(InputError, match="to resume"):
        simulate(chain(Scene((), 0.2), links=4), 0.01, solver=Solver(dt=1e-3), resume=first)


def test_a_resumed_run_may_stand_slightly_inside_an_obstacle():
    """What the scheme itself let overlap is no wrong start."""
    model = chain(Scene(THINGS[:2], 0.2))
    strict = ContactSettings(overlap=0.0)
    first = simulate(model, 1.0, solver=Solver(dt=4e-3, contact=strict))
    assert first.data.penetration.max() > 0
    assert simulate(replace(model), 0.1, solver=Solver(dt=4e-3, contact=strict), resume=first).status == "finished"


def test_an_unsolved_problem_is_kept_for_replay():
    model = scenario("aiko-flat").build()
    run = simulate(model, 1.0, solver=Solver(dt=1e-3, contact=ContactSettings(most=1, tolerance=1e-15)))
    assert run.status == "contact not converged"
    d = run.data
    kind, start = d.problem_kind.values.astype(int), d.problem_start.values.astype(int)
    operator, limits = np.ascontiguousarray(d.problem_operator.values), np.ascontiguousarray(d.problem_limits.values)
    problem = Problem(factor(operator), d.problem_free.values, kind, start, limits)
    left = residual(problem, d.problem_impulses.values.copy(), 1.0)
    assert left > 0
    assert np.linalg.eigvalsh(operator).min() > -1e-12
