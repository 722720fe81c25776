"""Moreau's scheme on impacts: restitution, energy, friction of obstacles, and water that takes part."""

import numpy as np
import pytest
from small_machines import DRIFT, MASS, SOLVED, TURN, chain, impact_step, place, slide, velocity, works
from tolerances import ROUNDING, assert_close, assert_differs

from elver.contact import Disc, Scene, Wall
from elver.contact.geometry import disc_gap
from elver.forces import Morison
from elver.model import InitialState
from elver.simulation import Save, Solver, simulate


def first_impact(obstacle, half, restitution=0.0, velocity_=(1.0, 0.2), **more):
    """Run into an obstacle; u before and after (vx, vy, w in the world) and the pose of the midpoint."""
    dt = 1e-3
    run = slide(Scene((obstacle,), restitution=restitution, **more), velocity_, half=half, heading=0.0, dt=dt, every=dt)
    k = impact_step(run)
    u = np.column_stack([velocity(run), run.data.base_twist.values[:, 5]])
    return u[k], u[k + 1], place(run)[k] + 0.5 * dt * u[k, :2], run


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
@pytest.mark.parametrize(("half", "y"), [(0.0, 0.05), (0.1, 0.02), (0.1, 0.12)])
def test_impact_on_a_disc(restitution, half, y):
    """Newton's law along the normal at the contact; the jump is one impulse along that normal, so the tangent keeps its speed."""
    before, after, (x, z), run = first_impact(Disc(0.5, y, 0.1), half, restitution)
    _, nx, ny, rx, ry = disc_gap(x, z, 1.0, 0.0, half, 0.05, 0.5, y, 0.1)
    row = np.array([nx, ny, rx * ny - ry * nx])
    assert row @ before < -0.1
    assert abs(row @ after + restitution * (row @ before)) <= 1e-9
    jump = np.array([MASS, MASS, TURN]) * (after - before)
    impulse = jump @ row / (row @ row)
    assert impulse > 0
    assert_close(jump, impulse * row, 1e-9)
    assert abs((after - before)[:2] @ (-ny, nx)) <= 1e-9
    assert run.status == "finished"


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
def test_impact_on_a_wall(restitution):
    """The normal velocity turns round by the restitution, the tangential one stays."""
    before, after, _, _ = first_impact(Wall(0.5, 0.0, np.pi), 0.1, restitution)
    assert_close(before, (1.0, 0.2, 0.0), ROUNDING)
    assert_close(after, (-restitution, 0.2, 0.0), 1e-9)


@pytest.mark.parametrize("obstacle", [Disc(0.5, 0.03, 0.1), Wall(0.4, 0.0, 2.5)])
def test_elastic_impacts_keep_the_energy(obstacle):
    """Restitution one: the kinetic energy after all impacts is that before; inelastic ones lose some, into the ledger."""
    elastic, inelastic = (slide(Scene((obstacle,), restitution=e), (1.0, 0.2)) for e in (1.0, 0.0))
    energy = elastic.data.kinetic_energy.values
    assert_close(energy, np.full_like(energy, energy[0]), 1e-9)
    assert impact_step(elastic) > 0
    lost = inelastic.data.kinetic_energy.values
    assert_differs(lost[-1], lost[0])
    assert_close(works(inelastic, "contact.normal")[-1], lost[0] - lost[-1], 1e-9)


@pytest.mark.parametrize("obstacle", [Disc(0.5, 0.03, 0.1), Wall(0.4, 0.0, 2.5)])
def test_free_impacts_only_take_energy(obstacle):
    """Without motors and pushes, the work of the contacts never decreases."""
    run = slide(Scene((obstacle,), restitution=0.3, obstacle_friction=0.1), (1.0, 0.2), every=1e-3)
    for name in ("contact.friction", "contact.normal"):
        assert np.diff(works(run, name)).min() >= -1e-12
        assert works(run, name)[-1] > 1e-4


def test_obstacle_friction_that_slides():
    """A ball on a wall at a grazing angle: tangential impulse mu times the normal one, and the spin that goes with it."""
    mu = 0.2
    before, after, _, _ = first_impact(Wall(0.5, 0.0, np.pi), 0.0, velocity_=(1.0, 2.0), obstacle_friction=mu)
    assert_close(after[:2], (0.0, before[1] - mu * before[0]), 1e-8)
    assert_close(after[2], -0.05 * mu * MASS * before[0] / TURN, 1e-8)


def test_obstacle_friction_that_sticks():
    """A slow ball: the contact point stops, vy + w r = 0, by the least impulse that does it."""
    before, after, _, run = first_impact(Wall(0.5, 0.0, np.pi), 0.0, velocity_=(1.0, 0.1), obstacle_friction=0.5)
    assert abs(after[1] + 0.05 * after[2]) <= 1e-9
    assert_close(after[1], before[1] * (1 - 1 / (1 + MASS * 0.05**2 / TURN)), 1e-8)
    assert (np.diff(works(run, "contact.friction")) >= -DRIFT).all()


@pytest.mark.parametrize(("share", "sticks"), [(0.99, True), (1.01, False)])
def test_a_block_leaning_on_a_rough_wall(share, sticks):
    """A wall below as the ground of a side view: Coulomb's threshold again, now from contact impulses."""
    mu, down = 0.3, 5.0
    scene = Scene((Wall(0.0, -0.05 + 1e-9, np.pi / 2),), slope=(share * mu * down, -down), obstacle_friction=mu)
    run = slide(scene, half=0.3, duration=10.0, dt=0.01)
    moved = np.abs(place(run)[:, 0]).max()
    assert moved <= 1e-9 if sticks else moved > 0.1
    assert np.abs(place(run)[:, 1]).max() <= 1e-9
    assert_close(run.data.contact_force.values[-1, 0, 1], MASS * down, 1e-7)


def wet_impact(forces):
    """A straight, free chain drifts sideways against a disc: velocities before and after the impact, and the run."""
    start = InitialState(twist=(0.0, 0.5, 0, 0, 0, 0))
    run = simulate(
        chain(Scene((Disc(0.05, 0.2, 0.05),)), start, control=False, forces=forces),
        0.5,
        solver=Solver(dt=1e-3),
        save=Save(every=1e-3),
    )
    k = impact_step(run)
    twist = run.data.base_twist.values
    return twist[k], twist[k + 1], run


def test_added_mass_takes_part_in_an_impact():
    """Without drag, the same velocity before; the water's inertia makes another velocity after."""
    still = Morison(friction=0.0, drag_e2=0.0, drag_e3=0.0, drag_roll=0.0)
    dry_before, dry_after, _ = wet_impact({})
    wet_before, wet_after, run = wet_impact({"water": still})
    assert_close(wet_before, dry_before, 1e-9)
    assert_differs(wet_after, dry_after)
    assert run.status == "finished"
    assert run.data.contact_residual.max() <= SOLVED
