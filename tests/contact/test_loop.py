"""The loop of a run with contact: room that grows, a last sample at the end, and machines that end each by itself."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from elver.analysis.studies import runs
from elver.contact import ContactSettings, Disc, Scene, Wall
from elver.contact import driver as room
from elver.contact.simd import driver as lanes
from elver.drive import PD, Serpenoid
from elver.model import InitialState, Model, compile_model
from elver.robot import Body, Joint, Robot, Rod
from elver.simulation import Compute, Save, Solver, simulate, simulate_batch
from elver.simulation.contact import contact_loop
from elver.simulation.plan import contact_plan, make_plan

FIELDS = ("contact_force", "contact_impulse", "ground_force", "sticking", "contact_residual", "penetration", "sweeps", "touched")
NARROW = Scene((Disc(0.5, 0.2, 0.1), Disc(0.1, -0.2, 0.1), Wall(0.0, -0.25, np.pi / 2)), 0.2, obstacle_friction=0.1)
PROGRAMS = {}


def chain(scene):
    """Three rods that wind along between a wall and two discs."""
    bodies = [Body.solid(f"link{i}", Rod(0.2, 0.02), 1000.0) for i in range(3)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=0.2, mode="torque", group="yaw") for i in (1, 2)]
    robot = Robot("chain", bodies, joints, base="planar")
    drive = {"gait": Serpenoid(robot.joint_names, 0.6, 3.0, 0.8), "control": PD(2.0, 0.1)}
    return Model("chain", robot, **drive, start=InitialState(twist=(0.2, -0.4, 0, 0, 0, 0.5)), scene=scene)


def narrow():
    """The program of the chain in the narrow scene, compiled once."""
    if "narrow" not in PROGRAMS:
        PROGRAMS["narrow"] = compile_model(chain(NARROW))
    return PROGRAMS["narrow"]


@pytest.fixture
def growths(monkeypatch):
    """Room for the ground alone at the start; the rooms that were made, in closed contacts."""
    made, make = [], lanes.SimdContactDriver.set_capacity
    monkeypatch.setattr(lanes, "CONTACTS_PER_LINK", 0)
    monkeypatch.setattr(lanes.SimdContactDriver, "set_capacity", lambda self, most: (made.append(most), make(self, most))[1])
    return made


def assert_same(run, other):
    for name in ("time", "state", *FIELDS):
        np.testing.assert_array_equal(run.data[name].values, other.data[name].values, err_msg=name)


# --- room -----------------------------------------------------------------------------------------------------------


def test_room_that_grows_changes_no_number(growths, monkeypatch):
    """From room for the ground alone: the same bits as with room for all from the start."""
    grown = simulate(narrow(), 1.0, solver=Solver(dt=1e-3))
    assert growths[:2] == [0, 1]
    monkeypatch.setattr(lanes, "CONTACTS_PER_LINK", 8)
    assert_same(grown, simulate(narrow(), 1.0, solver=Solver(dt=1e-3)))
    assert grown.data.contact_force.values.any()
    assert grown.status == "finished"


def test_without_memory_a_run_ends_with_its_status(growths, monkeypatch):
    """Every good step is kept, the last one is the last sample, and the text says what to do."""
    monkeypatch.setattr(room, "MEMORY", 0.0)
    run = simulate(narrow(), 1.0, solver=Solver(dt=1e-3), save=Save(every=0.05))
    assert run.status == "too many contacts"
    assert growths == [0]
    assert "more than 6 rows" in run.status_detail
    assert "fewer or simpler obstacles" in run.status_detail
    steps = run.data.attrs["steps"]
    assert 0 < steps < 1000
    assert run.data.time.values[-1] == steps * 1e-3


def far_and_near(program):
    """Initial states of three machines; the one in the middle meets the wall, the others are far from everything."""
    x = np.tile(program.initial_state(program.parameter_vector(None)), (3, 1))
    x[[0, 2], program.equations.layout.slices["position"].start + 1] += 10.0
    return x


@pytest.mark.long
def test_a_crowded_machine_does_not_end_the_batch(growths, monkeypatch):
    monkeypatch.setattr(room, "MEMORY", 0.0)
    batch = simulate_batch(
        narrow(), 0.1, solver=Solver(dt=1e-3), initial_states=far_and_near(narrow()), compute=Compute(threads=1)
    )
    assert list(batch.status.values) == ["finished", "too many contacts", "finished"]
    assert "fewer or simpler obstacles" in str(batch.status_detail.values[1])
    assert 0 < float(batch.end_time[1]) < 0.1
    np.testing.assert_array_equal(batch.final_state.values[0], batch.final_state.values[2])


def test_an_error_of_one_machine_is_its_own(monkeypatch):
    """In a batch and in a block of a sweep: the others go on."""
    from elver.simulation.batches import contact

    def failing(program, p, x, *more, start=contact.started):
        if x[program.equations.layout.slices["position"]][1] < 5.0:
            raise ValueError("broken")
        return start(program, p, x, *more)

    monkeypatch.setattr(contact, "started", failing)
    batch = simulate_batch(
        narrow(), 0.01, solver=Solver(dt=1e-3), initial_states=far_and_near(narrow()), compute=Compute(threads=1)
    )
    assert list(batch.status.values) == ["finished", "failed", "finished"]
    assert batch.status_detail.values[1] == "ValueError: broken"
    good = simulate(narrow(), 0.01, solver=Solver(dt=1e-3))
    monkeypatch.setattr(runs, "single", lambda program, plan, values: good if values["k"] != 1 else 1 / 0)
    monkeypatch.setattr(runs, "plan_of", lambda setup, program, values: contact_plan(make_plan(0.01, 1e-3)))
    vectors, given = {k: np.zeros(0) for k in range(3)}, {k: {"k": k} for k in range(3)}
    rows = runs.run_machines(SimpleNamespace(trajectories=()), narrow(), vectors, given, 1)
    assert [rows[k].status for k in range(3)] == ["finished", "failed", "finished"]


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["moreau", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas"])
@pytest.mark.parametrize(("duration", "output"), [(0.5, 0.3), (0.005, 0.01), (0.5, 0.25)])
def test_every_method_ends_at_the_duration(method, duration, output):
    """Also where samples do not divide it, and in a batch: the last sample and the last state are of that time."""
    if method not in PROGRAMS:
        PROGRAMS[method] = narrow() if method == "moreau" else PROGRAMS.get("rk4") or compile_model(chain(None))
    program = PROGRAMS[method]
    run = simulate(program, duration, solver=Solver(dt=1e-3, method=method), save=Save(every=output))
    assert run.status == "finished"
    assert f"reached {duration:g} s" in run.status_detail
    assert abs(run.data.time.values[-1] - duration) <= 1e-12
    assert run.data.sizes["time"] == int(np.ceil(duration / output - 1e-9)) + 1
    x = np.tile(program.initial_state(program.parameter_vector(None)), (2, 1))
    if method == "adams":  # has no vectors, but runs one by one
        x = x[:1]
    batch = simulate_batch(
        program,
        duration,
        solver=Solver(dt=1e-3, method=method),
        initial_states=x,
        save=Save(every=output, fields=["state"]),
        compute=Compute(threads=1),
    )
    assert abs(batch.time.values[-1] - duration) <= 1e-12
    assert (batch.end_time.values == run.data.time.values[-1]).all()
    assert np.isfinite(batch.state.values).all()
    np.testing.assert_array_equal(batch.state.values[:, -1], batch.final_state.values)


def test_the_last_sample_has_all_its_fields():
    """Forces, sticking and residuals of the tail are those of the same step in a run that keeps every step."""
    rough, fine = (simulate(narrow(), 0.3, solver=Solver(dt=1e-3), save=Save(every=output)).data for output in (0.2, 1e-3))
    assert list(rough.time.values) == [0.0, 0.2, 0.3]
    for name in ("state", "contact_force", "ground_force", "sticking", "touched", "touched_force", "pair_force"):
        np.testing.assert_array_equal(rough[name].values[1:], fine[name].values[[200, 300]], err_msg=name)
    assert rough.contact_force.values[-1].any()
    for name in ("contact_residual", "penetration", "sweeps"):
        assert rough[name].values[-1] == fine[name].values[201:].max()
    np.testing.assert_allclose(rough.contact_impulse.values.sum(0), fine.contact_impulse.values.sum(0), rtol=1e-12, atol=1e-15)


def test_chunks_change_nothing():
    """However the steps are cut into chunks, also beside the samples, the samples are the same."""
    plan = contact_plan(make_plan(0.5, 1e-3, output=0.03))
    found = []
    for chunk in (1000, 7):
        loop = contact_loop(narrow(), plan, narrow().parameter_vector(None), ContactSettings())
        while loop.done < plan.steps:
            loop.step(chunk)
            assert loop.trajectory()[0][-1] == loop.done * plan.dt
        record = loop.contacts().record
        found.append([*loop.trajectory(), record.contact, record.impulse, record.stats, record.stick, record.ground])
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_run_that_fails_ends_with_its_last_good_step():
    """The step that was not solved is the one after the last sample, whose fields are those of a run that ends there."""
    settings = ContactSettings("gauss-seidel", most=12, tolerance=1e-10)
    run = simulate(narrow(), 1.0, solver=Solver(dt=1e-3, contact=settings), save=Save(every=0.3))
    assert run.status == "contact not converged"
    steps = run.data.attrs["steps"]
    assert steps % 300
    assert run.data.time.values[-1] == steps * 1e-3
    shorter = simulate(narrow(), round(steps * 1e-3, 9), solver=Solver(dt=1e-3, contact=settings), save=Save(every=0.3))
    assert shorter.status == "finished"
    assert_same(run, shorter)


def test_a_run_goes_on_from_its_tail():
    """Resumed at a last sample off the interval: time goes on from there, and the motion is that of one long run."""
    first = simulate(narrow(), 0.5, solver=Solver(dt=1e-3), save=Save(every=0.3))
    rest, whole = (
        simulate(narrow(), 0.5, solver=Solver(dt=1e-3), save=Save(every=0.3), resume=first),
        simulate(narrow(), 1.0, solver=Solver(dt=1e-3), save=Save(every=0.1)),
    )
    np.testing.assert_allclose(rest.data.time.values, [0.5, 0.8, 1.0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(rest.data.state.values[-1], whole.data.state.values[-1], rtol=0, atol=1e-6)


def test_a_free_machine_in_an_empty_scene_has_no_sizes():
    """Nothing to pass: the test for passing costs nothing."""
    run = simulate(replace(chain(Scene()), name="free"), 0.01, solver=Solver(dt=1e-3))
    assert run.status == "finished"
