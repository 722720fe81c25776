"""Many machines at once: the same numbers as single runs, whatever the width, the padding and the number of threads."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING, assert_close, relative_error

import elver
from elver._support.display import Progress
from elver._support.errors import InputError
from elver.contact import ContactSettings
from elver.drive import JointAction
from elver.results.metrics import metrics_of
from elver.robot import EllipticCylinder
from elver.simulation.batches.cpu import grouped, run_vectors, ungrouped
from elver.simulation.batches.figures import make_figures, note_all
from elver.simulation.batches.machines import machines
from elver.simulation.plan import make_plan
from elver.simulation.recording import make_sampling

AMPLITUDES = np.linspace(0.03, 0.09, 11)
# Rounding, carried through some hundred steps of a machine that does not amplify it.
SINGLE_RUN = 1e-12
# Batches solve the contacts of a step to its tolerance by another way than single runs.
CONTACT = 1e-7


@pytest.fixture(scope="module")
def eel():
    return elver.compile_model(elver.scenario("eel").build({"body.joints": 3}, free=["gait.amplitude"]))


@pytest.fixture(scope="module")
def swimmer():
    soft = {"control.kp": 2.0, "control.kd": 0.002}  # gains that explicit steps of a millisecond can follow
    return elver.compile_model(elver.scenario("swimmer").build(soft, free=["gait.amplitude"]))


def agree(data, k: int, run, tolerance: float = SINGLE_RUN) -> None:
    """Machine k of a batch has the metrics of a single run."""
    one, summary = data.isel(machine=k), run.summary
    assert_close(one.final_state, run.data.state[-1], tolerance)
    assert_close(one.final_position, summary["final_position"], tolerance)
    assert_close(one.final_com, summary["final_com"], tolerance)
    assert_close(one.path_length, summary["path_length"], tolerance)
    assert_close(one.mean_speed, summary["mean_speed"], tolerance)
    assert_close(one.peak_torque, list(summary["peak_torque"].values()), tolerance)
    assert_close(one.ledger, list(summary["ledger"].values()), tolerance)
    assert_close(one.cost_of_transport, summary["cost_of_transport"], tolerance)
    assert float(one.ledger_closure) == pytest.approx(summary["ledger_closure"], rel=0.1, abs=ROUNDING)
    assert str(one.status.values) == run.status


def test_metrics_of_a_batch_are_those_of_single_runs(eel):
    """Every one of them: running sums and the functions of results/metrics.py are two routes to the same numbers."""
    amplitudes = [0.05, 0.08]
    data = elver.simulate_batch(eel, 0.3, parameters={"gait.amplitude": amplitudes})
    single = [elver.simulate(eel, 0.3, parameters={"gait.amplitude": a}).summary for a in amplitudes]
    shared = [m.name for m in metrics_of(eel.model) if m.batch is not None]
    assert {"mean_speed", "path_length", "ledger", "cost_of_transport", "peak_torque"} <= set(shared)
    for name in shared:
        for k, summary in enumerate(single):
            value = list(summary[name].values()) if isinstance(summary[name], dict) else summary[name]
            loose = 0.1 if name == "ledger_closure" else 1e-11  # a sum of rounding errors
            assert data[name].values[k] == pytest.approx(np.asarray(value), rel=loose, abs=ROUNDING), name


def test_batch_is_a_loop_of_single_runs(eel):
    data = elver.simulate_batch(
        eel, 0.325, parameters={"gait.amplitude": AMPLITUDES}, save=elver.Save(fields=["base_quaternion", "joint_torque"])
    )
    for k in (0, 4, 10):
        run = elver.simulate(eel, 0.325, parameters={"gait.amplitude": AMPLITUDES[k]})
        agree(data, k, run)
        assert data.time.values.tolist() == run.data.time.values.tolist()  # the last one is no multiple of the output interval
        assert_close(data.base_quaternion[k], run.data.base_quaternion, SINGLE_RUN)
        assert_close(data.joint_torque[k], run.data.joint_torque, SINGLE_RUN)
    assert relative_error(data.path_length[0], data.path_length[10]) > 0.1  # the machines differ
    assert data["gait.amplitude"].values.tolist() == AMPLITUDES.tolist()


@pytest.mark.parametrize("method", ["heun", "semi-implicit"])
def test_other_fixed_steps(swimmer, method):
    data = elver.simulate_batch(
        swimmer, 0.1, solver=elver.Solver(dt=1e-3, method=method), parameters={"gait.amplitude": [0.3, 0.5, 0.6]}
    )
    agree(data, 1, elver.simulate(swimmer, 0.1, solver=elver.Solver(dt=1e-3, method=method), parameters={"gait.amplitude": 0.5}))


@pytest.mark.parametrize("width", [2, 4, 8])
def test_width_and_padding_change_nothing(swimmer, width):
    p, x = machines(swimmer, {"gait.amplitude": np.linspace(0.2, 0.7, 9)}, None)
    plan, sampling = make_plan(0.05, 1e-3, "rk4"), make_sampling(swimmer.equations, ["state"])
    found = run_vectors(swimmer, plan, sampling, p, x, 2, Progress(1, "", False), width)
    assert found.states.shape == x.shape
    for k in (0, 8):
        run = elver.simulate(swimmer, 0.05, solver=elver.Solver(method="rk4"), parameters={"gait.amplitude": p[k, 0]})
        assert_close(found.states[k], run.data.state[-1], SINGLE_RUN)
        assert_close(found.kept[k], run.data.state, SINGLE_RUN)


def test_threads_give_the_same_bits(eel):
    found = [
        elver.simulate_batch(
            eel,
            0.1,
            parameters={"gait.amplitude": np.tile(AMPLITUDES, 4)},
            compute=elver.Compute(threads=n),
            save=elver.Save(fields=["state"]),
        )
        for n in (1, 2, 5)
    ]
    for other in found[1:]:
        for name in ("final_state", "ledger", "peak_torque", "ledger_closure", "state"):
            assert other[name].values.tobytes() == found[0][name].values.tobytes()
    assert json.loads(found[2].attrs["settings"])["threads"] == 5


def test_initial_states_by_name_and_as_a_whole(eel):
    x = np.tile(eel.initial_state(eel.parameter_vector()), (3, 1))
    place = eel.equations.layout.names.index("base vx")
    x[:, place] = [0.0, 0.1, 0.2]
    whole = elver.simulate_batch(eel, 0.05, initial_states=x)
    named = elver.simulate_batch(eel, 0.05, initial_states={"base vx": [0.0, 0.1, 0.2]})
    assert whole.final_state.values.tobytes() == named.final_state.values.tobytes()
    assert float(whole.final_position[2, 0] - whole.final_position[0, 0]) > 0.005
    agree(whole, 0, elver.simulate(eel, 0.05))


@dataclass(frozen=True)
class Blast:
    """Pushes the base along x with a force that grows with its speed: a large rate runs away."""

    rate: float

    def effect(self, body, motion):
        if body.virtual:
            return None
        speed = motion.velocity[0]
        return elver.forces.Effect(wrench=ca.vertcat(self.rate * (1 + speed**2), ca.SX(5, 1)))


@pytest.fixture(scope="module")
def blasted():
    body = elver.Body.solid("body", EllipticCylinder(0.4, 0.05, 0.05), density=1000.0)
    model = elver.Model("blasted", elver.Robot("blasted", [body], []), forces={"blast": Blast(1.0)})
    return elver.compile_model(model.freed("forces.blast.rate"))


def test_a_machine_that_runs_away_is_frozen_and_the_others_go_on(blasted):
    rates = np.array([0.0, 1.0, 500.0, 2.0, 3.0, 400.0, 1.5, 0.5, 1.0, 2.5])
    data = elver.simulate_batch(blasted, 0.2, parameters={"forces.blast.rate": rates}, save=elver.Save(fields=["base_position"]))
    lost = rates > 100
    assert (data.status.values == "diverged").tolist() == lost.tolist()
    assert (data.status.values[~lost] == "finished").all()
    for k in range(len(rates)):
        run = elver.simulate(blasted, 0.2, parameters={"forces.blast.rate": rates[k]})
        assert run.status == str(data.status[k].values)
        assert float(data.end_time[k]) == pytest.approx(float(run.data.time[-1]), abs=1e-12)
        assert_close(data.final_state[k], run.data.state[-1], SINGLE_RUN)
        assert_close(data.final_position[k], run.summary["final_position"], SINGLE_RUN)
        kept = int(np.isfinite(data.base_position[k, :, 0]).sum())
        assert kept == int(float(data.end_time[k]) / 0.01 + 1e-9) + 1
    assert 0 < float(data.end_time[2]) < 0.2
    assert np.isfinite(data.final_state.values).all()


def test_adaptive_methods_and_contact_go_through_the_same_call(swimmer):
    data = elver.simulate_batch(
        swimmer,
        0.2,
        parameters={"gait.amplitude": [0.3, 0.5]},
        solver=elver.Solver(method="rodas", rtol=1e-6),
        save=elver.Save(fields=["state"]),
    )
    run = elver.simulate(swimmer, 0.2, solver=elver.Solver(method="rodas", rtol=1e-6), parameters={"gait.amplitude": 0.5})
    agree(data, 1, run)
    assert_close(data.state[1], run.data.state, SINGLE_RUN)
    snake = elver.compile_model(elver.scenario("aiko-flat").build(free=["control.kp"]))
    crawl = elver.simulate_batch(
        snake, 0.1, solver=elver.Solver(dt=5e-3), parameters={"control.kp": [20.0, 30.0]}, compute=elver.Compute(threads=2)
    )
    assert json.loads(crawl.attrs["settings"])["method"] == "moreau"
    agree(crawl, 1, elver.simulate(snake, 0.1, solver=elver.Solver(dt=5e-3), parameters={"control.kp": 30.0}), CONTACT)


def test_a_single_run_that_fails_keeps_samples_on_time_alone(blasted):
    rates = {"forces.blast.rate": [1.0, 200.0]}
    data = elver.simulate_batch(
        blasted, 0.2, parameters=rates, solver=elver.Solver(method="dopri5"), save=elver.Save(fields=["state"], every=0.01)
    )
    assert data.status.values.tolist()[0] == "finished"
    end = float(data.end_time[1])
    assert 0.01 < end < 0.2
    assert end / 0.01 % 1 > 1e-6
    assert int(np.isfinite(data.state[1, :, 0]).sum()) == int(end / 0.01) + 1


def test_samples_are_booked_the_same_in_both_ways(eel):
    """The array form of the bookkeeping (for GPUs) against the compiled one, on the samples of a batch."""
    sampling = make_sampling(eel.equations, ["state"])
    data = elver.simulate_batch(eel, 0.2, parameters={"gait.amplitude": AMPLITUDES[:3]}, save=elver.Save(fields=["state"]))
    figures = make_figures(sampling.rows, 3)
    for i, t in enumerate(data.time.values):
        columns = [np.array(sampling.graph(t, data.state[k, i].values, AMPLITUDES[k], [])).ravel() for k in range(3)]
        note_all(np, np.array(columns).T, sampling.rows, sampling.signs, np.array([True, True, i < 5]), i == 0, figures)
    assert_close(figures.path[0, :2], data.path_length[:2], SINGLE_RUN)
    assert_close(figures.torques[:, :2], data.peak_torque[:2].T, SINGLE_RUN)
    assert_close(figures.place[:, :2], data.final_position[:2].T, SINGLE_RUN)
    assert figures.path[0, 2] < data.path_length[2]


def test_groups_and_back():
    rows = np.arange(15.0).reshape(5, 3)
    groups = grouped(rows, 2, 4)
    assert groups[0].tolist() == [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]
    assert groups[1].reshape(3, 4)[0].tolist() == [12.0] * 4
    assert ungrouped(groups, 5, 4).tolist() == rows.tolist()


def test_one_bad_machine_of_a_scene_is_refused_alone():
    snake = elver.scenario("aiko-obstacles").build()
    program = elver.compile_model(snake)
    x = np.tile(program.initial_state(np.zeros(0)), (2, 1))
    x[1, :2] = snake.scene.obstacles[0].x, snake.scene.obstacles[0].y
    data = elver.simulate_batch(program, 0.02, solver=elver.Solver(dt=1e-2), initial_states=x)
    assert data.status.values.tolist() == ["finished", "refused"]
    assert "inside obstacle" in str(data.status_detail[1].values)
    assert np.isnan(float(data.mean_speed[1]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "how many machines"),
        ({"parameters": {"gait.amplitude": 0.1}}, "how many machines"),
        ({"parameters": {"gait.amplitud": [0.1]}}, "Did you mean 'gait.amplitude'"),
        ({"parameters": {"gait.amplitude": [0.1, np.nan]}}, "for machine 1"),
        ({"parameters": {"gait.amplitude": np.ma.array([0.1, 0.2], mask=[0, 1])}}, "for machine 1"),
        ({"parameters": {"gait.amplitude": [[0.1]]}}, "one number per machine"),
        ({"parameters": {"gait.amplitude": [0.1, 0.2]}, "initial_states": {"base vx": [0.1]}}, "Give one per machine in both"),
        ({"initial_states": {"base vq": [0.1]}}, "Did you mean 'base v"),
        ({"initial_states": np.zeros((2, 3))}, "Give \\(machine, 17\\)"),
        ({"initial_states": [["a", "b"]]}, "Give numbers \\(machine, state\\)"),
        ({"initial_states": [[0.1], [0.1, 0.2]]}, "Give numbers \\(machine, state\\)"),
        ({"initial_states": {"base quaternion w": [1.0, 1.1]}}, "norm 1.1 for machine 1"),
        ({"initial_states": np.zeros((2, 17))}, "norm 0 for machine 0"),
        ({"initial_states": {"base vx": [0.1]}, "solver": elver.Solver(contact={"solver": "prox"})}, "contact is a dict"),
        ({"initial_states": {"base vx": [0.1]}, "solver": elver.Solver(contact=ContactSettings())}, "has no scene"),
        ({"initial_states": {"base vx": [0.1]}, "save": elver.Save(fields=["joint_torqe"])}, "Did you mean 'joint_torque'"),
        ({"initial_states": {"base vx": [0.1]}, "compute": elver.Compute(device="tpu")}, "Known: cpu, gpu"),
        ({"initial_states": {"base vx": [0.1]}, "compute": elver.Compute(threads=0)}, "1 or more"),
        ({"initial_states": {"base vx": [0.1]}, "compute": elver.Compute(precision="single")}, "Known: double"),
        ({"initial_states": {"base vx": np.zeros(10**6)}, "save": elver.Save(fields=["state"], every=1e-3)}, "would take"),
    ],
)
def test_wrong_requests_are_refused(eel, arguments, message):
    with pytest.raises(InputError, match=message):
        elver.simulate_batch(eel, 0.5, **arguments)


@dataclass(frozen=True)
class Hardening:
    """A spring with a cubic part: stiff far from rest."""

    size: float = 1e8

    def act(self, joint, now, state):
        return JointAction(-state.angle - self.size * state.angle**3)


def test_auto_looks_at_the_states_that_are_given():
    bodies = [
        elver.Body("ground", 0, (0, 0, 0), np.zeros((3, 3))),
        elver.Body.solid("mass", EllipticCylinder(0.4, 0.05, 0.05), 1000.0),
    ]
    joint = elver.Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    program = elver.compile_model(elver.Model("slider", elver.Robot("s", bodies, [joint], base="fixed"), elastic=Hardening()))

    def method(angles):
        data = elver.simulate_batch(program, 0.05, solver=elver.Solver(dt=1e-2), initial_states={"angle of slide": angles})
        return json.loads(data.attrs["settings"])["method"]

    assert method([0.0, 1.0]) == "rk4"
    assert method([1.0, 0.0]) == "rodas"


def test_interrupt_keeps_what_is_finished(eel, monkeypatch):
    from elver.simulation.batches import cpu

    class Asked(cpu.Interrupt):
        def __enter__(self):
            self.pressed = True
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(cpu, "Interrupt", Asked)
    data = elver.simulate_batch(eel, 0.05, parameters={"gait.amplitude": AMPLITUDES})
    assert (data.status.values == "interrupted").all()
    assert np.isnan(data.mean_speed.values).all()


def test_a_scenarios_own_method_and_output_hold_for_batches():
    own = replace(elver.scenario("eel"), method="heun", output=0.02)
    first = elver.model.assemble(own.build()).layout.names[0]
    two = {"initial_states": {first: [0.0, 1.0]}, "progress": False}
    data = elver.simulate_batch(own, 0.06, solver=elver.Solver(dt=1e-2), save=elver.Save(fields=["base_velocity"]), **two)
    assert json.loads(data.attrs["settings"])["method"] == "heun"
    assert np.allclose(data.time, [0.0, 0.02, 0.04, 0.06])
    asked = elver.simulate_batch(
        own, 0.06, solver=elver.Solver(dt=1e-2, method="rk4"), save=elver.Save(0.03, ["base_velocity"]), **two
    )
    assert json.loads(asked.attrs["settings"])["method"] == "rk4"
    assert len(asked.time) == 3


def test_a_value_beyond_its_bounds_names_its_machine():
    program = elver.compile_model(elver.scenario("eel").build({"body.joints": 2}, free=["water.drag_e2"]))
    with pytest.raises(InputError, match=r"machine 1: parameter 'water.drag_e2' = -1.0 is not allowed"):
        elver.simulate_batch(program, 0.1, parameters={"water.drag_e2": [1.0, -1.0, 1.0]})
