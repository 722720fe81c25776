"""Machines with contact side by side: the numbers of single runs, whoever the neighbours are, and each ends by itself."""

from dataclasses import replace

import numpy as np
import pytest
from small_machines import DRIFT, SOLVED, G, block, chain, incline

from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.contact.simd import driver as lanes
from elver.model import InitialState, compile_model
from elver.simulation import Compute, Save, Solver, simulate, simulate_batch

AGREEMENT = 1e-9  # m, rad: both solve each step to 1e-8 of the weight times dt, by other ways
SQUARE = Polygon(((0.62, -0.4), (0.82, -0.4), (0.82, -0.2), (0.62, -0.2)))
CROWD = Scene(
    (Disc(0.5, 0.2, 0.1), Disc(0.1, -0.2, 0.1), Wall(0.0, -0.25, np.pi / 2), SQUARE), (0.2, 0.3, 0.4), obstacle_friction=0.1,
    restitution=0.3, self_contact=True,
)  # fmt: skip
SPEEDS = np.linspace(-0.5, 0.3, 11)


@pytest.fixture(scope="module")
def crowd():
    """A chain among obstacles of every kind, on ground of three frictions."""
    return compile_model(chain(CROWD))


def batch(program, dt=1e-3, machines=11, duration=0.4, order=None, threads=1, **options):
    """Machines of different speeds; order: of them."""
    speeds = SPEEDS[:machines] if order is None else SPEEDS[order]
    solver, save, compute = Solver(dt=dt, **options), Save(0.02, ["state"]), Compute(threads=threads)
    return simulate_batch(program, duration, initial_states={"base vy": speeds}, solver=solver, save=save, compute=compute)


def test_the_numbers_of_single_runs(crowd):
    data, touched, model = batch(crowd), 0, crowd.model
    for k in (0, 3, 10):
        twist = (*model.start.twist[:1], SPEEDS[k], *model.start.twist[2:])
        run = simulate(
            replace(model, start=replace(model.start, twist=twist)), 0.4, solver=Solver(dt=1e-3), save=Save(every=0.02)
        )
        touched += int((run.data.touched.values >= 0).sum())
        apart = np.abs(data.state[k].values - run.data.state.values)
        assert apart[:, [0, 1, 3, 6, 10, 11]].max() <= AGREEMENT  # place, heading, joint angles
        assert apart.max() <= 10 * AGREEMENT
        assert str(data.status[k].values) == "finished"
    assert touched > 10


def test_neighbours_and_threads_change_no_bit(crowd):
    data, order = batch(crowd, duration=0.2), np.array([9, 2, 10, 4, 7, 0, 6])
    other = batch(crowd, duration=0.2, order=order, threads=2)
    assert other.state.values.tobytes() == data.state.values[order].tobytes()


def test_a_machine_that_fails_ends_alone(crowd):
    """The last of three steps over a disc: the others go on as if it were not there, and it has its last good state."""
    states = {"base vy": [0.0, 0.1, -200.0], "base vx": [0.2, 0.2, 0.2]}
    data = simulate_batch(
        crowd,
        0.2,
        solver=Solver(dt=5e-3),
        initial_states=states,
        save=Save(fields=["state"], every=0.02),
        compute=Compute(threads=1),
    )
    pair = {name: values[:2] for name, values in states.items()}
    alone = simulate_batch(crowd, 0.2, solver=Solver(dt=5e-3), initial_states=pair, save=Save(fields=["state"], every=0.02))
    assert data.status.values.tolist()[:2] == ["finished", "finished"]
    assert str(data.status[2].values) == "stepped over obstacle"
    assert "Use dt" in str(data.status_detail[2].values)
    assert float(data.end_time[2]) < 0.2
    assert np.isfinite(data.final_state.values).all()
    assert data.state.values[:2].tobytes() == alone.state.values.tobytes()


def test_room_that_grows_changes_no_number(crowd, monkeypatch):
    data = batch(crowd, duration=0.2)
    monkeypatch.setattr(lanes, "CONTACTS_PER_LINK", 0)
    assert batch(crowd, duration=0.2).state.values.tobytes() == data.state.values.tobytes()


@pytest.mark.parametrize("solver", ["gauss-seidel", "newton"])
def test_other_solvers_find_the_same(crowd, solver):
    usual, settings = batch(crowd, machines=3, duration=0.1), ContactSettings(solver, most=20_000)
    other = batch(crowd, machines=3, duration=0.1, contact=settings)
    np.testing.assert_allclose(other.state.values, usual.state.values, rtol=0, atol=1e-7)


def test_newton_alone_finishes_what_sticks_and_slides(crowd):
    """A round of polishing that misses the tolerance goes back to what was good enough before it."""
    speeds = np.random.default_rng(5).uniform(-0.6, 0.6, (2, 48))
    states = {"base vx": speeds[0], "base vy": speeds[1]}
    data = simulate_batch(
        crowd,
        0.4,
        solver=Solver(dt=1e-2, contact=ContactSettings("newton")),
        initial_states=states,
        save=Save(every=0.4),
        compute=Compute(threads=1),
    )
    assert set(data.status.values) == {"finished"}


def test_blocks_on_a_slope_do_not_creep():
    """Below the friction angle nothing moves in 10 s; above it the block slides as Newton says."""
    from elver.model import Model

    model = Model("block", block(), start=InitialState(), scene=incline(np.arctan(0.25), 0.5))
    program = compile_model(model.freed("scene.friction"))
    data = simulate_batch(
        program,
        10.0,
        solver=Solver(dt=2e-3),
        parameters={"scene.friction": [0.5, 0.26, 0.1, 0.9]},
        save=Save(fields=["state"], every=0.5),
    )
    places = data.state.sel(state_name="base x").values
    assert np.abs(places[[0, 1, 3]]).max() <= DRIFT
    angle = np.arctan(0.25)
    pull = G * (np.sin(angle) - 0.1 * np.cos(angle))
    np.testing.assert_allclose(places[2, -1], 0.5 * pull * 100.0, rtol=1e-3)


def test_residuals_are_those_asked_for(crowd):
    from elver.simulation.batches.contact import lane_loop, lane_machine

    p = crowd.parameter_vector()
    machines = [lane_machine(crowd, p, crowd.initial_state(p)) for _ in range(2)]
    loop = lane_loop([crowd] * 2, machines, ContactSettings(), 1e-3, 5, 100, recorded=True)
    loop.run(np.array([100, 50]))
    stats = loop.samples.record.stats
    assert loop.done.tolist() == [100, 50]
    assert 0 < stats[:2, 1:10, 0].max() <= SOLVED
    assert stats[0, :11].tobytes() == stats[1, :11].tobytes()
    run = simulate(crowd, 0.1, solver=Solver(dt=1e-3), save=Save(every=5e-3))
    record = loop.samples.record
    np.testing.assert_allclose(record.ground[0], run.data.ground_force.values, rtol=0, atol=1e-4)
    np.testing.assert_allclose(record.contact[0], run.data.contact_force.values, rtol=0, atol=1e-4)
