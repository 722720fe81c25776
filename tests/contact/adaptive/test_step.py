"""Steps of second order on small machines: order, balances, robustness where inputs jump and links are fast, what is recorded."""

import math
from functools import cache

import numpy as np
import pytest
from small_machines import AMONG, SOLVED, G, apart, chain, rates, slide
from tolerances import assert_close

import elver
from elver.contact import ContactSettings, Disc, Scene
from elver.drive import PD, Spring, TorqueInputs
from elver.model import InitialState, Model
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.simulation import simulate
from elver.systems.snake.scenario import ChainLink, planar_chain

EVEN = ContactSettings(tolerance=1e-10, accuracy=math.inf)  # all steps are dt
FREE, ROUGH = Scene(), Scene((Disc(0.5, 0.6, 0.1),), 0.2)


def chosen(accuracy):
    return ContactSettings(accuracy=accuracy)


@cache
def program(scene, control=True):
    return elver.compile_model(chain(scene, control=control))


# --- order ----------------------------------------------------------------------------------------------------------


def test_without_contact_it_tends_to_rk4_at_second_order():
    reference = simulate(chain(None), 1.0, solver=elver.Solver(dt=1e-3, method="rk4"), save=elver.Save(every=0.1))
    errors = [
        apart(simulate(program(FREE), 1.0, solver=elver.Solver(dt=dt, contact=EVEN), save=elver.Save(every=0.1)), reference)
        for dt in (4e-3, 2e-3, 1e-3)
    ]
    assert errors[-1] <= 1e-5
    assert np.abs(rates(errors) - 2).max() <= 0.1


def test_order_with_friction_before_the_first_contact():
    """The chain among discs that it has not reached yet, links sliding: order 2 in dt."""
    reference = simulate(program(ROUGH), 0.4, solver=elver.Solver(dt=5e-5, contact=EVEN), save=elver.Save(every=0.1))
    assert not reference.data.contact_force.values.any()
    errors = [
        apart(simulate(program(ROUGH), 0.4, solver=elver.Solver(dt=dt, contact=EVEN), save=elver.Save(every=0.1)), reference)
        for dt in (4e-3, 2e-3, 1e-3)
    ]
    assert np.abs(rates(errors) - 2).max() <= 0.1


def test_order_across_impacts():
    """The chain that meets two discs: errors go down at least with dt, and the published scheme has the same limit."""
    reference = simulate(program(AMONG), 1.0, solver=elver.Solver(dt=1e-4, contact=EVEN), save=elver.Save(every=0.02))
    assert reference.data.contact_force.values.any()
    errors = [
        apart(simulate(program(AMONG), 1.0, solver=elver.Solver(dt=dt, contact=EVEN), save=elver.Save(every=0.02)), reference)
        for dt in (4e-3, 1e-3)
    ]
    assert errors[1] <= errors[0] / 4
    assert errors[1] <= 8e-5
    published = [
        apart(simulate(program(AMONG), 1.0, solver=elver.Solver(dt=dt), save=elver.Save(every=0.02)), reference)
        for dt in (1e-3, 2.5e-4)
    ]
    assert published[1] <= published[0] / 3


def test_momentum_is_kept_to_second_order():
    """Without ground and obstacles only motors act, and their torques are internal."""
    losses = []
    for dt in (2e-3, 1e-3):
        momentum = simulate(program(FREE), 1.0, solver=elver.Solver(dt=dt, contact=EVEN)).data.momentum.values[:, :2]
        losses.append(np.abs(momentum - momentum[0]).max())
    assert losses[1] <= 1e-7
    assert rates(losses)[0] >= 1.9


# --- steps that the error chooses -------------------------------------------------------------------------------------


def test_the_error_goes_down_with_what_is_allowed():
    """Both on the way to the first contact and through contacts, at steps of up to 0.1 s."""
    reference = simulate(program(AMONG), 1.0, solver=elver.Solver(dt=1e-4, contact=EVEN), save=elver.Save(every=0.1))
    runs = [
        simulate(program(AMONG), 1.0, solver=elver.Solver(dt=0.1, contact=chosen(a)), save=elver.Save(every=0.1))
        for a in (1e-3, 1e-4, 1e-5, 1e-6)
    ]
    errors = [apart(run, reference) for run in runs]
    steps = [run.data.attrs["steps"] for run in runs]
    assert errors[0] <= 3e-3
    assert errors[1] <= 4e-4
    assert errors[-1] <= 2e-5
    assert steps == sorted(steps)
    assert all(run.summary["worst_residual"] <= SOLVED for run in runs)


def test_an_obstacle_that_a_long_step_would_pass_is_met():
    """A ball of 5 m/s, steps of up to 0.2 s: it would pass a post of 2 cm; as published, the run ends."""
    scene = Scene((Disc(2.0, 0.0, 0.02),))
    assert slide(scene, (5.0, 0.0), half=0.0, duration=1.0, dt=0.2, every=0.2).status == "stepped over obstacle"
    run = slide(scene, (5.0, 0.0), half=0.0, duration=1.0, dt=0.2, every=0.2, contact=chosen(1e-3))
    assert run.status == "finished"
    assert run.data.base_position.values[-1, 0] <= 2.0 - 0.02


@cache
def light():
    """Two light links in a plane; the joint bends the second one against a disc."""
    bodies = [Body.solid(name, EllipticCylinder(0.2, 0.02, 0.02), 1000.0) for name in ("a", "b")]
    robot = Robot("two", bodies, [Joint("j", "a", "b", d=0.2, mode="torque")], base="planar")
    scene = Scene((Disc(0.3, 0.08, 0.04),), friction=0.3, obstacle_friction=0.2)
    return elver.compile_model(elver.with_inputs(Model("two", robot, scene=scene, control=PD(0.0, 0.0)), TorqueInputs(limit=5.0)))


@pytest.mark.parametrize(("torque", "energy"), [(0.6, 7.37), (2.0, 124.6)])
@pytest.mark.parametrize(("accuracy", "off"), [(1e-3, 0.15), (1e-5, 0.03)])
def test_fast_light_links_gain_no_energy(torque, energy, accuracy, off):
    """Up to 400 rad/s after 0.3 s without any damping; energies [J] of the published scheme, steps of 20 and 2 us."""
    run = simulate(
        light(),
        0.3,
        solver=elver.Solver(dt=0.01, contact=chosen(accuracy)),
        save=elver.Save(every=0.1),
        parameters={"torque.j": torque},
    )
    assert run.status == "finished"
    assert abs(float(run.data.kinetic_energy.values[-1]) / energy - 1) <= off


@pytest.mark.parametrize(("accuracy", "off"), [(1e-3, 0.2), (1e-4, 0.03)])
def test_vibrations_neither_die_nor_grow(accuracy, off):
    """Rods on springs without damping, bent by 0.2 rad: after 27 periods they still swing that far."""
    start = InitialState(angles={"joint1": 0.2, "joint2": 0.2})
    model = chain(FREE, start=start, control=False, elastic=Spring(stiffness=2.0))
    run = simulate(model, 5.0, solver=elver.Solver(dt=0.02, contact=chosen(accuracy)), save=elver.Save(every=0.02))
    angle = run.data.joint_position.values[:, 0]
    assert np.count_nonzero(np.diff(np.sign(angle))) >= 50
    assert abs(np.abs(angle[-20:]).max() / 0.2 - 1) <= off


@pytest.mark.parametrize(("accuracy", "off", "far"), [(0.3, 0.05, True), (1e-3, 0.01, False), (1e-5, 0.002, False)])
@pytest.mark.parametrize("dt", [0.01, 0.1])
def test_a_passive_chain_that_whirls_gains_no_energy(accuracy, off, far, dt):
    """With terms at predicted velocities alone it gained 21 %, the more the shorter dt was. far: its steps turn far enough."""
    robot = planar_chain([ChainLink(length=0.1, half_width=0.02)] * 4, mode="passive")
    start = elver.InitialState(twist=(1.0, 0, 0, 0, 0, 3.0), rates={"joint1": 10.0, "joint2": -10.0, "joint3": 10.0})
    model = elver.Model("chain", robot, elastic=elver.drive.Spring(0.0, 0.0), scene=Scene(), start=start)
    run = elver.simulate(
        model, 1.5, solver=elver.Solver(dt=dt, contact=chosen(accuracy), check_step=False), save=elver.Save(every=dt)
    )
    energy = run.data.kinetic_energy.values
    assert energy.max() < (1 + off) * energy[0]
    assert np.abs(np.diff(run.data.joint_position.values, axis=0)).max() > 0.01
    assert (run.data.attrs["corrected_steps"] > 0) == far


def test_a_machine_whose_joints_hold_it_is_hardly_corrected():
    run = elver.simulate(
        elver.scenario("aiko-flat"),
        2.0,
        solver=elver.Solver(dt=0.1, contact=chosen(1e-3), check_step=False),
        save=elver.Save(every=0.1),
    )
    assert run.data.attrs["corrected_steps"] < 0.1 * run.data.attrs["steps"]


def test_torques_that_jump_do_not_make_it_run_away():
    """A controller that throws the torque to and fro every 20 ms: the path of small steps, joint rates no larger than theirs."""

    def thrown(now):
        return [2.0 * (-1.0) ** (now.step * (now.step + 1) // 2)]

    runs = [
        simulate(
            light(),
            0.4,
            solver=elver.Solver(dt=dt, contact=settings),
            save=elver.Save(every=0.02),
            control=elver.Control(thrown, every=0.02),
        )
        for dt, settings in ((2e-5, None), (0.02, chosen(1e-4)), (0.02, chosen(1e-6)))
    ]
    most = [float(np.abs(run.data.joint_velocity.values).max()) for run in runs]
    assert most[0] > 1.0
    assert max(most[1:]) <= 1.3 * most[0]
    assert apart(runs[2], runs[0]) <= apart(runs[1], runs[0]) + 1e-4


# --- laws and records -------------------------------------------------------------------------------------------------


def test_a_block_at_rest_on_a_slope_does_not_creep():
    angle = math.atan(0.25)
    scene = Scene((), 0.5, G * math.cos(angle), (G * math.sin(angle), 0.0))
    run = slide(scene, duration=100.0, dt=0.1, every=1.0, contact=chosen(1e-4))
    assert np.abs(run.data.base_position.values).max() <= 1e-15


def test_a_run_that_is_stepped_from_outside_is_the_same_run():
    settings = chosen(1e-5)
    whole = simulate(program(AMONG), 0.4, solver=elver.Solver(dt=0.02, contact=settings), save=elver.Save(every=0.02))
    machine = elver.stepper(program(AMONG), solver=elver.Solver(dt=0.02, contact=settings))
    machine.reset()
    for _ in range(20):
        machine.step()
    assert_close(machine.state, whole.data.state.values[-1], 1e-12)


def test_machines_of_a_batch_choose_their_own_steps():
    settings, own = chosen(1e-4), program(AMONG)
    start = own.initial_state(own.parameter_vector())
    states = np.array([start, start])
    states[1, list(own.equations.layout.names).index("base vx")] += 0.05
    batch = elver.simulate_batch(
        own,
        0.3,
        solver=elver.Solver(dt=0.02, contact=settings),
        initial_states=states,
        save=elver.Save(fields=["state"]),
        compute=elver.Compute(threads=1),
    )
    whole = simulate(own, 0.3, solver=elver.Solver(dt=0.02, contact=settings), save=elver.Save(every=0.02))
    assert_close(batch.state.values[0, -1], whole.data.state.values[-1], 1e-12)
    assert np.abs(batch.state.values[1, -1] - whole.data.state.values[-1]).max() > 1e-3
    with pytest.raises(elver.InputError, match="even steps"):
        elver.simulate_batch(
            own, 0.3, solver=elver.Solver(dt=0.02, contact=settings), initial_states=states, compute=elver.Compute(device="gpu")
        )


def test_derivatives_say_that_they_need_even_steps():
    from elver.simulation.derivatives.contact import contact_flow

    own = program(AMONG)
    p = own.parameter_vector()
    x = own.initial_state(p)
    with pytest.raises(elver.InputError, match="fixed length"):
        contact_flow(own, p, x, 1e-3, 2, np.eye(len(x)), settings=chosen(1e-4))
