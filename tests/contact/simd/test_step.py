"""Machines with contact side by side: the numbers of single runs, whoever the neighbours are, and each ends by itself."""

from dataclasses import replace

import numpy as np
import pytest
from small_machines import DRIFT, SOLVED, G, block, chain, incline

from elver._support.statuses import RUNNING
from elver.codegen.kernels.width import host_width
from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.contact.driver import ContactLoop
from elver.contact.planar import states_of
from elver.contact.simd import driver as lanes
from elver.contact.single.arrays import Grid
from elver.model import InitialState, compile_model
from elver.simulation import Compute, Save, Solver, simulate, simulate_batch
from elver.simulation.contact import lane_loop, lane_machine, loop_from, work_places

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


class PageLoop(ContactLoop):
    """The loop of pages, GPUs and derivatives, ``single/moreau.py``, compiled for this processor."""

    def advance(self, first, last):
        from elver.contact.single.moreau import advance_moreau

        return advance_moreau(*self.arguments(first, last).values())


def test_the_loop_of_pages_takes_the_same_steps(crowd):
    """Both forms of the step: the same motion, forces, impulses and works, to what their solvers leave."""
    p, layout = crowd.parameter_vector(), crowd.equations.layout
    machine = lane_machine(crowd, p, crowd.initial_state(p))
    start = tuple(array.copy() for array in machine.start)
    loop = loop_from(crowd, p, ContactSettings(), Grid(0.0, 1e-3, 5), 300, start, PageLoop)
    assert loop.step(300) == (RUNNING, 0.3)
    _, q, u, works = loop.trajectory()
    run = simulate(crowd, 0.3, solver=Solver(dt=1e-3), save=Save(every=5e-3)).data
    ordered = np.zeros((len(works), len(layout.works)))
    ordered[:, work_places(crowd)] = works
    states = states_of(layout.slices, q, u, ordered)
    assert np.abs(states[:, [0, 1, 3, 6, 10, 11]] - run.state.values[:, [0, 1, 3, 6, 10, 11]]).max() <= AGREEMENT
    assert np.abs(states - run.state.values).max() <= 10 * AGREEMENT
    record = loop.contacts().record
    np.testing.assert_allclose(run.ground_force.values, record.ground, rtol=0, atol=1e-4)
    np.testing.assert_allclose(run.contact_force.values, record.contact, rtol=0, atol=1e-4)
    np.testing.assert_allclose(run.contact_impulse.values, record.impulse, rtol=0, atol=1e-6)
    let_go = len(CROWD.obstacles) + record.strongest.shape[1]  # what a run says of a touch between two samples
    touched = np.where(run.touched.values == let_go, -1, run.touched.values)
    np.testing.assert_array_equal(touched, record.strongest[..., 0])
    np.testing.assert_allclose(run.penetration.values, record.stats[:, 1], rtol=0, atol=1e-9)
    assert (run.touched.values >= 0).sum() > 5


UNTOUCHED, GUARD = -7.0, 64  # what stands behind the memory of a step, and in how many rows


@pytest.mark.parametrize("width", [1, host_width()])
def test_no_fill_level_writes_beyond_the_memory(crowd, width, monkeypatch):
    """From no room for closed contacts to more than enough, exactly full included."""
    p, guards, levels = crowd.parameter_vector(), [], []

    def guarded(array):
        whole = np.full((len(array) + GUARD, *array.shape[1:]), UNTOUCHED).astype(array.dtype)
        guards.append(whole[len(array) :])
        return whole[: len(array)]

    class Guarded(lanes.SimdContactDriver):
        def set_capacity(self, capacity):
            super().set_capacity(capacity)
            levels.append(capacity)
            self.code = self.code._replace(memory=guarded(self.code.memory), whole=guarded(self.code.whole))
            self.failure = self.failure._replace(B=guarded(self.failure.B), table=guarded(self.failure.table))

    monkeypatch.setattr("elver.simulation.contact.SimdContactDriver", Guarded)
    machines = [lane_machine(crowd, p, crowd.initial_state(p)) for _ in range(width)]
    monkeypatch.setattr(lanes, "CONTACTS_PER_LINK", 0)
    ends = []
    for first in range(7):
        loop = lane_loop([crowd] * width, machines, ContactSettings(), 1e-3, 5, 200, width=width)
        loop.set_capacity(first)
        loop.run(np.full(width, 200))
        assert (loop.status == RUNNING).all()
        assert all((guard == UNTOUCHED).all() for guard in guards)
        ends.append(loop.carried.q.tobytes())
    assert len(set(ends)) == 1
    assert {1, 2, 3} <= set(levels)
