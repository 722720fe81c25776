"""Links of trees that touch each other: which pairs can is said by the joints, not by the order in which bodies are listed."""

from dataclasses import replace

import numpy as np
import pytest

from elver import InputError, compile_model
from elver.contact import ContactSettings, Scene
from elver.contact.planar import meeting_links
from elver.drive import Spring
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.simulation import Compute, Save, Solver, simulate, simulate_batch
from elver.simulation.derivatives.contact import contact_flow

MEETING = Scene(self_contact=True)
EXACT = ContactSettings(tolerance=1e-13, most=20_000)
RADIUS = 0.05


def disc(name, at=(0.2, 0.0, 0.0), mass=0.5):
    """A disc at the end of an arm without mass, turning with it."""
    body = Body.central(name, mass, np.array(at), 1e-3 * np.eye(3))
    return replace(body, contour=Contour(np.array(at), np.array([1.0, 0.0, 0.0]), 0.0, RADIUS))


def hub(contour=False):
    """A base of 2 kg, without a contour unless one is asked for."""
    body = Body.central("hub", 2.0, np.zeros(3), 0.02 * np.eye(3))
    return replace(body, contour=Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.0, 0.03)) if contour else body


def three_discs(order=(0, 1, 2), contour=False) -> Model:
    """Three discs on one base; the outer ones swing into the middle one. order: in which they are listed."""
    angles, rates = (-0.8, 0.0, 0.8), (2.0, 0.0, -1.0)
    joints = [Joint(f"swing{k}", "hub", f"disc{k}", mode="passive", group="swing") for k in order]
    robot = Robot("fan", [hub(contour), *(disc(f"disc{k}") for k in order)], joints, base="planar")
    start = InitialState(angles={f"swing{k}": angles[k] for k in range(3)}, rates={f"swing{k}": rates[k] for k in range(3)})
    return Model("fan", robot, elastic=Spring(), scene=MEETING, start=start)


def apart(run, pairs=((0, 1), (0, 2), (1, 2))) -> float:
    """The smallest gap between discs [m], at all samples."""
    names, angle = list(run.data.joint.values), run.data.joint_position.values
    at = {k: 0.2 * np.exp(1j * angle[:, names.index(f"swing{k}")]) for k in range(3)}
    return min((np.abs(at[a] - at[b]) - 2 * RADIUS).min() for a, b in pairs)


@pytest.mark.parametrize("contact", [ContactSettings(), ContactSettings(accuracy=1e-5)], ids=["moreau", "chosen"])
def test_siblings_stop_each_other(contact):
    """Without that they would swing through one another; what they exchange leaves the momentum as it was."""
    run = simulate(three_discs(), 0.6, solver=Solver(dt=1e-3, contact=contact), save=Save(every=1e-3))
    free = simulate(replace(three_discs(), scene=Scene()), 0.6, solver=Solver(dt=1e-3, contact=contact), save=Save(every=1e-3))
    assert apart(free) < -0.05
    assert apart(run) > -4e-3  # the way of one step
    touched = set(run.data.touched.values.ravel().tolist())
    if contact.accuracy is None:
        assert touched == {-1, 0, 1, 2}  # the middle one is touched by both
    else:  # an impact falls into a very short step, between two samples
        assert {-1, 3} <= touched <= {-1, 0, 1, 2, 3}
    assert (run.data.touched.values >= 0).any(axis=0).all()
    assert (np.abs(run.data.contact_impulse.values).max(axis=(0, 2)) > 1e-3).all()
    momentum = run.data.momentum.values
    assert np.abs(momentum - momentum[0]).max() <= 2e-3 * np.abs(momentum[0]).max()  # of the steps, as without contact
    assert np.abs(run.data.contact_impulse.values.sum(axis=1)).max() <= 1e-12


@pytest.mark.parametrize("order", [(2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_the_order_of_the_bodies_changes_nothing(order):
    runs = [
        simulate(three_discs(o), 0.6, solver=Solver(dt=1e-3, contact=EXACT), save=Save(every=0.02)).data
        for o in ((0, 1, 2), order)
    ]
    for k in range(3):
        one, other = (run.joint_position.sel(joint=f"swing{k}").values for run in runs)
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)


def test_machines_side_by_side_meet_alike():
    """The batch takes the loop in lanes: the numbers of single runs."""
    program = compile_model(three_discs())
    speeds = [2.0, 1.5, 0.5]
    data = simulate_batch(
        program,
        0.6,
        solver=Solver(dt=1e-3),
        initial_states={"rate of swing0": speeds},
        save=Save(fields=["state"], every=0.02),
        compute=Compute(threads=1),
    )
    for k, speed in enumerate(speeds):
        model = three_discs()
        start = replace(model.start, rates={**model.start.rates, "swing0": speed})
        run = simulate(replace(model, start=start), 0.6, solver=Solver(dt=1e-3), save=Save(every=0.02))
        np.testing.assert_allclose(data.state[k].values, run.data.state.values, rtol=0, atol=1e-7)
    assert (run.data.touched.values >= 0).any()


def test_derivatives_go_through_siblings():
    """Changes of the rate of one disc reach the others by their impacts: as central differences say."""
    program, dt, steps = compile_model(three_discs()), 1e-3, 300
    p = program.parameter_vector()
    x, names = program.initial_state(p), program.equations.layout.names
    place = names.index("rate of swing0")
    flow = contact_flow(program, p, x, dt, steps, np.eye(len(x))[[place]], every=steps, settings=EXACT)
    ends = []
    for sign in (1, -1):
        shifted = x.copy()
        shifted[place] += sign * 1e-6
        ends.append(contact_flow(program, p, shifted, dt, steps, np.zeros((0, len(x))), every=steps, settings=EXACT).states[-1])
    differences = (ends[0] - ends[1]) / 2e-6
    assert abs(differences[names.index("rate of swing1")]) > 0.1
    np.testing.assert_allclose(flow.variations[-1, 0], differences, rtol=0, atol=1e-6 * np.abs(differences).max())


def trunk() -> Robot:
    """A chain of three links, and a finger on the first that is listed after the third."""
    bodies = [Body.solid(name, Rod(0.2, 0.02), 1000.0) for name in ("palm", "middle", "tip", "finger")]
    joints = [
        Joint("bend1", "palm", "middle", d=0.2, mode="passive"),
        Joint("bend2", "middle", "tip", d=0.2, mode="passive"),
        Joint("thumb", "palm", "finger", d=0.1, theta=1.5, mode="passive"),
    ]
    return Robot("hand", bodies, joints, base="planar")


def test_a_finger_is_not_stopped_by_the_link_that_carries_it():
    """It overlaps its own palm at the joint, always, and turns as it would without self contact; the palm's chain is free too."""
    spring = Spring(2.0, 0.05, rest=0.5)
    runs = [
        simulate(
            Model("hand", trunk(), elastic=spring, scene=Scene(self_contact=on)),
            0.5,
            solver=Solver(dt=1e-3),
            save=Save(every=0.02),
        )
        for on in (False, True)
    ]
    np.testing.assert_array_equal(runs[0].data.state.values, runs[1].data.state.values)
    assert np.ptp(runs[1].data.joint_position.sel(joint="thumb").values) > 0.3
    assert np.abs(runs[1].data.contact_force.values).max() == 0.0


def meeting(bodies, joints):
    """Names of the bodies with a contour that can touch each other."""
    robot = Robot("tree", bodies, joints, base="planar")
    touching = [k for k, body in enumerate(robot.bodies) if body.outline is not None]
    table = meeting_links(robot, touching)
    np.testing.assert_array_equal(table, table.T)
    return {
        tuple(sorted((robot.bodies[a].name, robot.bodies[b].name)))
        for i, a in enumerate(touching)
        for j, b in enumerate(touching)
        if table[i, j]
    }


def test_pieces_held_together_never_meet():
    """Two contours fixed to one another are one piece, and what a joint carries on one of them does not meet the other."""
    bodies = [hub(True), disc("a"), disc("b"), disc("c"), disc("d")]
    joints = [
        Joint("weld", "hub", "a", type="fixed"),
        Joint("turn", "a", "b", mode="passive"),
        Joint("weld2", "b", "c", type="fixed"),
        Joint("turn2", "c", "d", mode="passive"),
    ]
    assert meeting(bodies, joints) == {("a", "d"), ("d", "hub")}


def test_links_without_mass_are_part_of_their_joint():
    """A disc on a joint of two axes does not meet what carries it; siblings behind one such link do meet."""
    bodies = [hub(True), Body("between"), disc("a"), disc("b")]
    joints = [
        Joint("first", "hub", "between", mode="passive"),
        Joint("second", "between", "a", mode="passive"),
        Joint("other", "between", "b", mode="passive"),
    ]
    assert meeting(bodies, joints) == {("a", "b")}


def test_bodies_with_mass_and_no_contour_are_no_joint():
    """A link that touches nothing lies between: what it carries can reach back to the link before it."""
    bodies = [hub(True), Body.central("bare", 1.0, np.zeros(3), 1e-2 * np.eye(3)), disc("a")]
    joints = [Joint("first", "hub", "bare", mode="passive"), Joint("second", "bare", "a", d=0.3, mode="passive")]
    assert meeting(bodies, joints) == {("a", "hub")}


def test_a_start_inside_oneself_is_refused():
    model = three_discs()
    start = replace(model.start, angles={"swing0": 0.0, "swing1": 0.2, "swing2": 0.8})
    with pytest.raises(InputError, match=r"disc0 and disc1 .* m inside each other.*self_contact"):
        simulate(replace(model, start=start), 0.1, solver=Solver(dt=1e-3))
    simulate(replace(model, start=start, scene=Scene()), 0.01, solver=Solver(dt=1e-3))


@pytest.mark.parametrize("side_by_side", [False, True])
def test_links_that_pass_through_each_other_in_a_step_are_told(side_by_side):
    """Discs of 0.1 m that meet at 100 rad/s and 0.2 m: steps of 20 ms jump over it, steps of 1 ms do not."""
    model = three_discs()
    model = replace(model, start=replace(model.start, rates={"swing0": 100.0, "swing1": 0.0, "swing2": 0.0}))
    for dt, word in ((0.02, "stepped over obstacle"), (1e-3, "finished")):
        if side_by_side:
            data = simulate_batch(
                compile_model(model),
                0.04,
                solver=Solver(dt=dt),
                initial_states={"base vx": [0.0, 0.1]},
                save=Save(every=0.04),
                compute=Compute(threads=1),
            )
            status, detail = str(data.status[0].values), str(data.status_detail[0].values)
        else:
            run = simulate(model, 0.04, solver=Solver(dt=dt), save=Save(every=0.04))
            status, detail = run.status, run.data.attrs["status_detail"]
        assert status == word
        if status != "finished":
            assert "body 'disc1'" in detail
            assert "body 'disc0' unnoticed. Use dt" in detail


def two_arms() -> Model:
    """Two long links on one base that meet side to side, far from the middles of their contours, while the base drifts."""
    at = np.array([0.2, 0.0, 0.0])
    contour = Contour(at, np.array([1.0, 0.0, 0.0]), 0.12, 0.02)
    arms = [replace(Body.central(f"arm{k}", 0.5, at, 1e-3 * np.eye(3)), contour=contour) for k in (0, 1)]
    joints = [Joint(f"swing{k}", "hub", f"arm{k}", mode="passive", d=d) for k, d in ((0, 0.05), (1, -0.05))]
    start = InitialState(
        angles={"swing0": 1.6, "swing1": -0.3}, rates={"swing0": -3.0, "swing1": 1.0}, twist=(0.1, 0.2, 0, 0, 0, 0.3)
    )
    robot = Robot("fan", [hub(), *arms], joints, base="planar")
    return Model("fan", robot, elastic=Spring(), scene=MEETING, start=start)


@pytest.mark.parametrize("contact", [ContactSettings(), ContactSettings(accuracy=1e-6)], ids=["moreau", "chosen"])
def test_long_links_that_meet_keep_the_angular_momentum(contact):
    """Their nearest points lie off both axes' directions and off both centres: with a wrong lever the momentum jumps by 0.003."""
    run = simulate(two_arms(), 0.6, solver=Solver(dt=2.5e-4, contact=contact), save=Save(every=1e-3))
    assert np.abs(run.data.contact_impulse.values).max() > 1e-2
    turning = run.data.momentum.values[:, 5]
    assert np.abs(turning - turning[0]).max() < 1e-5
