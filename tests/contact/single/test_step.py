"""Moreau's scheme on small machines: balances, order, agreement with the smooth integrators, and water."""

from dataclasses import replace

import numpy as np
import pytest
from small_machines import AMONG, SOLVED, G, apart, chain, crawl, rates, slide, works
from tolerances import ROUNDING, assert_close

from elver.contact import ContactSettings, Disc, Scene
from elver.drive import PD, LineOfSight, Spring, Steered
from elver.forces import Morison
from elver.model import Model
from elver.robot import Body, Robot, Rod
from elver.simulation import Save, Solver, simulate

# --- balances -------------------------------------------------------------------------------------------------------


def test_free_flight_keeps_momentum():
    """A lone block exactly; a chain with free joints to second order; with motors to first order: torques are internal."""
    run = slide(Scene(), (1.0, 0.5), spin=2.0, heading=0.3)
    momentum = run.data.momentum.values[:, :2]
    assert_close(momentum, np.broadcast_to(momentum[0], momentum.shape), ROUNDING)
    for control, order in ((False, 2), (True, 1)):
        losses = []
        for dt in (2e-3, 1e-3):
            momentum = simulate(chain(Scene(), control=control), 1.0, solver=Solver(dt=dt)).data.momentum.values[:, :2]
            losses.append(np.abs(momentum - momentum[0]).max())
        assert abs(rates(losses)[0] - order) <= 0.1


def test_friction_and_impacts_take_energy():
    """Friction's work grows from step to step. So does that of the contacts, but for lasting contact on a curved obstacle,

    where the normal turns within a step: the energy given back there shrinks with dt.
    """
    given = []
    for dt in (2e-3, 1e-3, 5e-4):
        run = simulate(chain(AMONG), 2.0, solver=Solver(dt=dt), save=Save(every=dt))
        taken = np.diff(works(run, "contact.normal"))
        assert np.diff(works(run, "contact.friction")).min() >= -1e-12
        assert works(run, "contact.friction")[-1] > 1e-4
        assert taken.sum() > 1e-4
        given.append(-taken[taken < 0].sum() / taken.sum())
    assert given[-1] <= 1e-3
    assert np.abs(rates(given) - 1).max() <= 0.3


def test_the_ledger_closes_at_the_order_of_the_step():
    """Motor work = energy + friction + impacts, with an error that halves with dt."""
    errors = [crawl(dt).data.attrs["ledger_closure"] for dt in (4e-3, 2e-3, 1e-3)]
    assert errors[-1] <= 1e-3
    assert np.abs(rates(errors) - 1).max() <= 0.2


def test_the_ledger_closes_on_a_slope():
    """Energy gained downhill is work of gravity's part along the plane."""
    assert slide(Scene((), 0.3, slope=(5.0, 0.0))).data.attrs["ledger_closure"] <= 1e-2


def test_the_ledger_closes_with_springs_as_the_step_shrinks():
    """Passive joints with springs and dampers in an empty scene: the error is of first order."""
    model = chain(Scene(), control=False, elastic=Spring(0.5, 0.01, 0.3))
    coarse, fine = (simulate(model, 1.0, solver=Solver(dt=dt)).data.attrs["ledger_closure"] for dt in (1e-3, 2.5e-4))
    assert coarse <= 3e-2
    assert fine <= coarse / 3


@pytest.mark.parametrize("joint", [{"viscous": 0.1}, {"coulomb": 0.05}])
def test_the_ledger_closes_with_friction_in_the_joints(joint):
    """Viscous and Coulomb friction of the joints in an empty scene."""
    assert simulate(chain(Scene(), **joint), 1.0, solver=Solver(dt=1e-3)).data.attrs["ledger_closure"] <= 1e-2


@pytest.mark.parametrize("implicit", [True, False])
def test_every_step_satisfies_the_contact_laws(implicit):
    """The residual of every step, and the friction of every link within its disc."""
    run = crawl(1e-3, implicit)
    assert run.data.contact_residual.max() <= SOLVED
    assert run.data.contact_force.values.any()
    mass = run.data.body_mass.values
    force = np.hypot(*np.moveaxis(run.data.ground_force.values, -1, 0))
    assert (force <= 0.2 * G * mass * (1 + 1e-6)).all()
    assert run.data.penetration.max() <= 1e-3


def test_sliding_links_are_braked_against_their_motion():
    """Outside the solver: the force of a sliding link points against the velocity of its middle, to the order of dt."""
    run = simulate(chain(Scene((), 0.2)), 1.0, solver=Solver(dt=1e-4), save=Save(every=0.02)).data.isel(time=slice(1, None))
    twist, quaternion = run.body_twist.values, run.body_quaternion.values
    angle = 2 * np.arctan2(quaternion[..., 3], quaternion[..., 0])
    vx, vy = twist[..., 0], twist[..., 1] + 0.1 * twist[..., 5]
    v = np.stack([np.cos(angle) * vx - np.sin(angle) * vy, np.sin(angle) * vx + np.cos(angle) * vy], -1)
    speed, force = np.linalg.norm(v, axis=-1), run.ground_force.values
    fast = speed > 0.02
    cosine = (force * v).sum(-1)[fast] / (speed * np.linalg.norm(force, axis=-1))[fast]
    assert fast.mean() > 0.3
    assert cosine.max() <= -0.999


# --- order and agreement --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("implicit", [True, False])
def test_without_contact_the_scheme_tends_to_rk4_at_first_order(implicit):
    """A scene with nothing in it is the model without a scene: same motion as dt -> 0, order 1."""
    reference = simulate(chain(None), 1.0, solver=Solver(dt=1e-3, method="rk4"), save=Save(every=0.1))
    steps = (4e-3, 2e-3, 1e-3, 5e-4)
    settings = ContactSettings(implicit=implicit)
    errors = [
        apart(simulate(chain(Scene()), 1.0, solver=Solver(dt=dt, contact=settings), save=Save(every=0.1)), reference)
        for dt in steps
    ]
    assert errors[-1] <= 1e-3
    assert np.abs(rates(errors) - 1).max() <= 0.2


def test_order_with_friction_before_the_first_contact():
    """The chain among discs that it has not reached yet, links sliding: order 1 in dt."""
    scene = Scene((Disc(0.5, 0.6, 0.1),), 0.2)
    reference = simulate(chain(scene), 0.4, solver=Solver(dt=2.5e-5), save=Save(every=0.1))
    assert not reference.data.contact_force.values.any()
    errors = [
        apart(simulate(chain(scene), 0.4, solver=Solver(dt=dt), save=Save(every=0.1)), reference)
        for dt in (4e-3, 2e-3, 1e-3, 5e-4)
    ]
    assert np.abs(rates(errors) - 1).max() <= 0.2


def test_explicit_and_implicit_torques_agree_as_the_step_shrinks():
    """Through impacts and friction: the two motions approach each other and differ little at the smallest step."""
    differences = [apart(crawl(dt), crawl(dt, False)) for dt in (1e-3, 5e-4, 2.5e-4)]
    assert 0 < differences[-1] <= 5e-4
    assert differences[-1] < differences[0]


@pytest.mark.parametrize("solver", ["prox", "newton", "gauss-seidel"])
def test_all_solvers_give_the_same_motion(solver):
    """The published iteration, Newton's method and Gauss-Seidel, through impacts, to what their tolerance allows."""
    one, other = crawl(1e-3, duration=0.5), crawl(1e-3, solver=solver, duration=0.5)
    assert other.status == "finished"
    assert one.data.contact_force.values.any()
    assert apart(one, other) <= 1e-6


def test_implicit_torques_allow_longer_steps():
    """A stiff PD at a step where the explicit torques run away."""
    stiff = replace(chain(Scene((), 0.2)), control=PD(2.0, 5.0))
    finished = simulate(stiff, 1.0, solver=Solver(dt=5e-3, contact=ContactSettings(implicit=True)))
    assert finished.status == "finished"
    assert np.abs(finished.data.joint_position.values).max() < 1
    assert simulate(stiff, 1.0, solver=Solver(dt=5e-3, contact=ContactSettings(implicit=False))).status != "finished"


def steered(scene):
    """The chain with joints that look at the heading and place of the whole machine."""
    return replace(chain(scene), control=Steered(PD(50.0, 2.5), LineOfSight()))


def off_rk4(implicit):
    """Largest distance of the bodies from rk4, at dt = 1 ms over one second."""
    run = simulate(
        steered(Scene()), 1.0, solver=Solver(dt=1e-3, contact=ContactSettings(implicit=implicit)), save=Save(every=0.1)
    )
    return apart(run, simulate(steered(None), 1.0, solver=Solver(dt=1e-4, method="rk4"), save=Save(every=0.1)))


def test_implicit_torques_of_a_law_that_couples_the_joints():
    """The stiffness of a steered joint has entries for other joints and the base, off the diagonal and on one side only."""
    assert off_rk4(implicit=True) <= 1e-2


# --- steps that are not solved --------------------------------------------------------------------------------------


def unsolved(solver="gauss-seidel"):
    return simulate(chain(AMONG), 1.0, solver=Solver(dt=1e-3, contact=ContactSettings(solver, most=1, tolerance=1e-13)))


def test_too_few_iterations_end_the_run_with_its_status():
    """A step that is not solved is not accepted: the run says so and keeps what it has."""
    run = unsolved()
    assert run.status == "contact not converged"
    assert np.isfinite(run.data.state.values).all()


@pytest.mark.parametrize("solver", ["auto", "gauss-seidel", "newton", "prox"])
def test_every_solver_keeps_to_the_iterations_allowed(solver):
    assert unsolved(solver).status == "contact not converged"


def test_an_unsolved_contact_problem_is_named():
    """The message speaks of the contact problem, whenever it happened."""
    assert "contact problem" in unsolved().data.attrs["status_detail"]


# --- water ----------------------------------------------------------------------------------------------------------


def test_a_chain_with_drag_among_obstacles():
    """Water with drag, rough ground and discs at once: finishes, small residual, ledger closed at the order of dt."""
    model = chain(AMONG, forces={"water": Morison()})
    errors = []
    for dt in (1e-3, 5e-4):
        run = simulate(model, 1.0, solver=Solver(dt=dt))
        assert run.status == "finished"
        assert run.data.contact_residual.max() <= SOLVED
        errors.append(run.data.attrs["ledger_closure"])
    assert works(run, "contact.friction")[-1] > 0
    assert errors[-1] <= 1e-2
    assert abs(rates(errors)[0] - 1) <= 0.2


def test_a_slope_does_not_pull_on_added_mass():
    """A rod of water's density sinks sideways in a still ideal fluid with half of gravity."""
    robot = Robot("rod", [Body.solid("rod", Rod(0.2, 0.02), 1000.0)], [], base="planar")
    still = Morison(friction=0.0, drag_e2=0.0, drag_e3=0.0, drag_roll=0.0)
    run = simulate(Model("rod", robot, {"water": still}, scene=Scene(slope=(0.0, 1.0))), 1.0, solver=Solver(dt=1e-3))
    assert_close(run.data.base_velocity.values[-1, 1], 0.5, 1e-6)
