"""Machines stepped from outside: the numbers of runs, own clocks, own statuses, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tolerances import assert_close

import elver
from elver._support.errors import InputError
from elver._support.statuses import DIVERGED, REFUSED, RUNNING
from elver.drive import RecordedMotion, SignalTable
from elver.robot import EllipticCylinder

# Rounding, carried through some hundred steps of a machine that does not amplify it; vector code against scalar code.
SAME = 1e-12
DT = 0.002
SOFT = {"links": 3, "control.kp": 2.0, "control.kd": 0.002}  # gains that explicit steps can follow
WATCHED = ("joint_position", "base_twist", "potential_energy")


@pytest.fixture(scope="module")
def swimmer():
    """Its gait depends on time, so that clocks matter."""
    model = elver.scenario("swimmer").build(SOFT, free=["gait.amplitude"])
    return elver.compile_model(elver.with_inputs(model, elver.drive.ParameterInput("gait.offset", -0.5, 0.5)))


@pytest.fixture(scope="module")
def eel():
    return elver.compile_model(
        elver.with_inputs(elver.scenario("eel").build({"body.joints": 1}), elver.drive.TorqueInputs(limit=1.0))
    )


def by_runs(program, orders, duration, method="auto"):
    """The last sample of runs that follow each other, each with its own inputs."""
    run = None
    for u in orders:
        held = dict(zip(program.input_names, u, strict=True))
        run = elver.simulate(program, duration, solver=elver.Solver(method, DT), parameters=held, resume=run)
    return run.data.isel(time=-1)


def test_a_controller_outside_makes_the_run_of_its_torques(eel):
    """PD control of the joints from outside, bit for bit what runs with the same torques do."""
    machine, orders = elver.stepper(eel, solver=elver.Solver(dt=DT), outputs=WATCHED), []
    target, joints = np.array([0.2, -0.1, 0.05]), [k for k, name in enumerate(machine.names) if name.startswith("angle")]
    rates = [k for k, name in enumerate(machine.names) if name.startswith("rate")]
    for _ in range(5):
        orders.append(2.0 * (target - machine.state[joints]) - 0.1 * machine.state[rates])
        assert machine.step(orders[-1], 0.02) == RUNNING
        assert machine.u.tolist() == orders[-1].tolist()
    run = by_runs(eel, orders, 0.02)
    assert machine.time == float(run.time) == 0.1
    assert machine.state.tolist() == run.state.values.tolist()
    assert np.abs(machine.state[joints]).min() > 1e-3
    for name in WATCHED:
        assert machine.outputs[name].tolist() == run[name].values.tolist()
    whole = elver.simulate(eel, 0.1, solver=elver.Solver(dt=DT), parameters=dict(zip(eel.input_names, orders[0], strict=True)))
    assert abs(machine.state - whole.data.state.values[-1]).max() > 1e-6
    machine.reset(parameters=dict(zip(eel.input_names, orders[0], strict=True)))
    machine.step(None, 0.1)
    assert machine.state.tolist() == whole.data.state.values[-1].tolist()
    assert machine.ledger_error() == pytest.approx(float(whole.data.ledger_error[-1]), rel=1e-6, abs=1e-15)
    assert 0 < machine.ledger_closure() < 1e-6


def test_every_machine_has_its_own_clock(swimmer):
    """Machines that are reset at different times, with values of their own, against single ones."""
    many = elver.stepper(
        swimmer, 11, solver=elver.Solver(dt=DT), outputs=WATCHED, parameters={"gait.amplitude": np.linspace(0.2, 0.6, 11)}
    )
    mask = np.zeros(11, dtype=bool)
    mask[[2, 7]] = True
    u = np.linspace(-0.4, 0.4, 11)[:, None]
    many.step(u, 0.05)
    many.reset(mask, parameters={"gait.amplitude": [0.3, 0.35]}, time=[0.0, 1.0])
    assert many.time[[0, 2, 7]].tolist() == [0.05, 0.0, 1.0]
    assert many.u[[2, 7], 0].tolist() == [0.0, 0.0]  # back at the input's own value
    many.step({"gait.offset": 2 * u[:, 0] / 3}, 0.1)
    many.step()
    for k, amplitude, begin in ((0, 0.2, None), (2, 0.3, 0.0), (7, 0.35, 1.0), (10, 0.6, None)):
        one = elver.stepper(swimmer, solver=elver.Solver(dt=DT), outputs=WATCHED, parameters={"gait.amplitude": amplitude})
        if begin is None:
            one.step(u[k], 0.05)
        else:
            one.reset(time=begin)
        one.step(2 * u[k] / 3, 0.1)
        one.step()
        assert one.time == many.time[k]
        assert_close(many.state[k], one.state, SAME)
        for name in WATCHED:
            assert many.outputs[name].shape[1:] == one.outputs[name].shape
            assert_close(many.outputs[name][k], one.outputs[name], SAME)
        assert many.ledger_error()[k] == pytest.approx(one.ledger_error(), abs=1e-13)
        assert 0 < many.ledger_closure()[k] < 1e-4
    assert np.ptp(many.state[:, 0]) > 1e-6
    assert np.shares_memory(many.outputs["base_twist"], many.output_buffer)


def test_threads_and_neighbours_change_nothing(swimmer):
    """Bit for bit the same in one thread and in two, alone and among others."""

    def ends(count, threads):
        machines = elver.stepper(
            swimmer,
            count,
            solver=elver.Solver(dt=DT),
            compute=elver.Compute(threads=threads),
            parameters={"gait.amplitude": np.linspace(0.2, 0.6, 19)[:count]},
        )
        for k in range(3):
            machines.step(np.full((count, 1), 0.1 * k), 0.02)
        return machines.state.copy()

    alone = ends(19, 1)
    assert ends(19, 2).tolist() == alone.tolist()
    for count in (1, 9):
        amplitudes = np.linspace(0.2, 0.6, 19)[:count]
        few = elver.stepper(
            swimmer,
            count,
            solver=elver.Solver(dt=DT),
            compute=elver.Compute(threads=2),
            parameters={"gait.amplitude": amplitudes},
        )
        for k in range(3):
            few.step([0.1 * k], 0.02)
        assert few.state.tolist() == alone[:count].tolist()


def test_a_bad_input_stops_its_machine_alone(swimmer):
    many = elver.stepper(swimmer, 4, solver=elver.Solver(dt=DT))
    before = many.state.copy()
    status = many.step(np.array([[0.1], [np.nan], [0.7], [-0.5]]), 0.02)
    assert status.tolist() == [RUNNING, REFUSED, REFUSED, RUNNING]
    assert many.status_words.tolist() == ["running", "refused", "refused", "running"]
    assert many.why(1) == "input 'gait.offset' = nan is not allowed. Give a finite number from -0.5 to 0.5 rad."
    assert "'gait.offset' = 0.7 is" in many.why(2)
    assert many.why(0) == ""
    assert many.time.tolist() == [0.02, 0.0, 0.0, 0.02]
    assert many.state[1:3].tolist() == before[1:3].tolist()
    assert many.u[:, 0].tolist() == [0.1, 0.0, 0.0, -0.5]
    many.step(0.2 * np.ones((4, 1)))
    assert many.time.tolist() == [0.022, 0.0, 0.0, 0.022]
    many.reset(np.array([False, True, False, False]))
    assert many.step(np.zeros(1)).tolist() == [RUNNING, RUNNING, REFUSED, RUNNING]
    clipping = elver.stepper(swimmer, 3, solver=elver.Solver(dt=DT), out_of_bounds="clip")
    assert clipping.step(np.array([[2.0], [-np.inf], [np.nan]])).tolist() == [RUNNING, RUNNING, REFUSED]
    assert clipping.u[:, 0].tolist() == [0.5, -0.5, 0.0]


@pytest.mark.filterwarnings("ignore:dt = ")
def test_a_machine_that_runs_away_stays(swimmer):
    states = np.tile(elver.stepper(swimmer, solver=elver.Solver(dt=DT)).state, (3, 1))
    rate = list(elver.stepper(swimmer, solver=elver.Solver(dt=DT)).names).index("rate of joint1")
    states[1, rate] = 1e5
    many = elver.stepper(swimmer, 3, solver=elver.Solver(dt=DT, method="rk4"), initial_states=states, outputs="joint_velocity")
    many.step(None, 0.1)
    assert many.status.tolist() == [RUNNING, DIVERGED, RUNNING]
    assert many.time[1] < many.time[0] == 0.1
    assert np.isfinite(many.state).all()
    assert "ran away" in many.why(1)
    frozen = many.state[1].copy()
    many.step()
    assert many.state[1].tolist() == frozen.tolist()
    single = elver.stepper(swimmer, solver=elver.Solver(dt=DT, method="rk4"), initial_states=states[1])
    assert single.step(None, 0.1) == DIVERGED == single.step()
    assert single.status_words == "diverged"
    assert single.time == many.time[1]
    assert_close(single.state, frozen, SAME)


def test_a_single_machine_refuses_by_an_error(swimmer):
    machine = elver.stepper(swimmer, solver=elver.Solver(dt=DT))
    for bad in ([0.6], [np.nan], {"gait.offset": -np.inf}):
        with pytest.raises(
            InputError, match=r"input 'gait.offset' = .* is not allowed. Give a finite number from -0.5 to 0.5 rad"
        ):
            machine.step(bad)
    assert machine.time == 0.0
    assert machine.step([0.5]) == RUNNING
    with pytest.raises(ValueError, match="read-only"):
        machine.u[0] = 3.0
    with pytest.raises(ValueError, match="read-only"):
        elver.stepper(swimmer, 2, solver=elver.Solver(dt=DT)).status[0] = 3
    machine.step(None, np.array(0.01))
    assert machine.time == pytest.approx(0.012)


def test_what_is_clipped_is_not_blamed(eel):
    machine = elver.stepper(eel, solver=elver.Solver(dt=DT), out_of_bounds="clip")
    with pytest.raises(InputError, match=r"input 'torque.joint2' = nan"):
        machine.step([9.0, np.nan, 0.0])
    assert machine.u.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(("method", "count"), [("heun", 3), ("semi-implicit", None)])
def test_other_fixed_steps(swimmer, method, count):
    """Calls are the run, alone bit for bit; and the numbers are not those of rk4."""
    machine = elver.stepper(swimmer, count, solver=elver.Solver(dt=DT, method=method))
    for u in ([0.2], [-0.3]):
        machine.step(u, 0.02)
    run, other = (by_runs(swimmer, ([0.2], [-0.3]), 0.02, method=own).state.values for own in (method, "rk4"))
    assert_close(machine.state, np.tile(run, (count, 1)) if count else run, SAME if count else 0.0)
    assert abs(run - other).max() > 1e-9


def test_more_machines_than_the_memory_holds(swimmer, monkeypatch):
    monkeypatch.setattr("elver._support.resources.memory_room", lambda: 1e9)
    with pytest.raises(InputError, match=r"10000000 machines of 'swimmer' would take .* GB .* Use fewer machines"):
        elver.stepper(swimmer, 10**7, solver=elver.Solver(dt=DT))


REFUSED_CALLS = {
    "shape": (lambda s: s.step([0.1, 0.2]), r"u has the shape \(2,\). Give \(1,\) or \(4, 1\)"),
    "machines": (lambda s: s.step(np.zeros((3, 1))), r"u has the shape \(3, 1\)"),
    "word": (lambda s: s.step("fast"), r"u = fast is not allowed"),
    "name": (lambda s: s.step({"gait.ofset": 0.1}), r"gait.offset"),
    "number": (lambda s: s.step({"gait.offset": "much"}), r"Give a number, or one per machine"),
    "duration": (lambda s: s.step(None, 0.003), r"not a whole number of steps of 0.002 s. Nearest: 0.00"),
    "backwards": (lambda s: s.step(None, -0.1), r"duration = -0.1 is not allowed"),
    "mask": (lambda s: s.reset([0, 1, 0, 1]), r"Give one True or False per machine: \(4,\)"),
    "states": (
        lambda s: s.reset([True, True, False, False], initial_states=s.state[:3]),
        r"states has 3 rows. Give one per machine \(4\)",
    ),
    "values": (lambda s: s.reset(parameters={"gait.amplitude": [0.1, 0.2, 0.3]}), r"parameter 'gait.amplitude' has 3 values"),
    "value": (lambda s: s.reset(parameters={"gait.amplitud": 0.1}), r"gait.amplitude"),
    "infinite": (lambda s: s.reset(parameters={"gait.amplitude": np.inf}), r"Give finite numbers"),
    "input": (lambda s: s.reset(parameters={"gait.offset": 0.9}), r"gait.offset.* = 0.9"),
    "durations": (lambda s: s.step(None, np.array([0.01, 0.02])), r"duration = .* is not allowed"),
    "time": (lambda s: s.reset(time=0.0005), r"time 0.0005 s is not a multiple of dt = 0.002 s"),
}


@pytest.fixture(scope="module")
def four(swimmer):
    return elver.stepper(swimmer, 4, solver=elver.Solver(dt=DT))


@pytest.mark.parametrize("case", REFUSED_CALLS)
def test_refused_calls_change_nothing(four, case):
    call, message = REFUSED_CALLS[case]
    before = [four.state.copy(), four.time.copy(), four.u.copy(), four.p.copy()]
    with pytest.raises(InputError, match=message):
        call(four)
    for old, new in zip(before, (four.state, four.time, four.u, four.p), strict=True):
        assert old.tolist() == new.tolist()
    assert (four.status == RUNNING).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "count = 0 is not allowed"),
        ({"count": 2.5}, "count = 2.5 is not allowed"),
        ({"out_of_bounds": "ignore"}, "out_of_bounds"),
        ({"solver": elver.Solver(method="adams")}, "method adams remembers steps"),
        ({"outputs": ("joint_positions",)}, "joint_position"),
        ({"outputs": ("state", "state")}, "named twice"),
        ({"outputs": (3,)}, "cannot be watched"),
        ({"solver": elver.Solver(dt=0.0)}, "dt = 0.0 is not allowed"),
        ({"compute": elver.Compute(threads=0)}, "threads = 0 is not allowed"),
    ],
)
def test_refused_steppers(swimmer, options, message):
    with pytest.raises(InputError, match=message):
        elver.stepper(swimmer, **options)


def test_sampled_signals_end():
    """A recorded motion drives a machine up to its last sample."""
    body = elver.Body.solid("a", EllipticCylinder(0.3, 0.05, 0.05), 1000.0)
    other = elver.Body.solid("b", EllipticCylinder(0.3, 0.05, 0.05), 1000.0)
    times = np.linspace(0, 0.1, 11)
    table = SignalTable(["j"], times, np.sin(20 * times)[:, None])
    robot = elver.Robot("r", [body, other], [elver.Joint("j", "a", "b", d=0.3, alpha=0.3)], "free")
    program = elver.compile_model(elver.Model("driven", robot, gait=RecordedMotion(table)))
    many, one = elver.stepper(program, 9, solver=elver.Solver(dt=DT)), elver.stepper(program, solver=elver.Solver(dt=DT))
    late = np.arange(9) == 4
    many.reset(late, time=0.04)
    many.step(None, 0.06)
    one.step(None, 0.06)
    assert_close(many.state[0], one.state, SAME)
    one.reset(time=0.04)
    one.step(None, 0.06)
    assert_close(many.state[4], one.state, SAME)
    assert abs(many.state[4] - many.state[0]).max() > 1e-3
    many.step(None, 0.02)
    assert many.status.tolist() == [REFUSED if k == 4 else RUNNING for k in range(9)]
    assert "signals end at 0.1 s" in many.why(4)
    with pytest.raises(InputError, match="time -1 s: sampled signals begin at 0 s"):
        one.reset(time=-1.0)
    with pytest.raises(InputError, match="signals end at"):
        one.step(None, 0.02)


MOVES = st.one_of(
    st.tuples(st.just("step"), st.lists(st.sampled_from([0.0, 0.3, -0.5, 0.51, np.nan, np.inf]), min_size=3, max_size=3)),
    st.tuples(st.just("reset"), st.lists(st.booleans(), min_size=3, max_size=3)),
)


@pytest.fixture(scope="module")
def fleet(swimmer):
    return elver.stepper(swimmer, 3, solver=elver.Solver(dt=DT)), elver.stepper(swimmer, 1, solver=elver.Solver(dt=DT))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(MOVES, max_size=8))
def test_machines_never_disturb_each_other(fleet, moves):
    """Whatever the others are given, each is bit for bit where it would be alone with what it was given itself."""
    many, alone = fleet
    many.reset()
    for verb, given_ in moves:
        many.step(np.array(given_)[:, None]) if verb == "step" else many.reset(np.array(given_))
    for k in range(3):
        alone.reset()
        for verb, given_ in moves:
            if verb == "step":
                alone.step([[given_[k]]])
            elif given_[k]:
                alone.reset()
        assert alone.state[0].tolist() == many.state[k].tolist()
        assert (alone.time[0], alone.status[0], alone.u[0, 0]) == (many.time[k], many.status[k], many.u[k, 0])


def test_a_scenario_by_its_own_step():
    machine = elver.stepper(elver.scenario("swimmer"), solver=elver.Solver(method="rodas"))
    assert machine.dt == elver.scenario("swimmer").dt
    assert machine.inputs == ()
    assert machine.step([]) == machine.step() == RUNNING
    assert machine.time == 2 * machine.dt
    assert "one machine, rodas" in repr(machine)


MACHINES = {
    "moth": ({"wing.sections": 1, "start": "rest"}, ["forces.air.density"], 1e-4, 20),
    "eel": ({"body.joints": 1}, [elver.drive.ParameterInput("gait.amplitude", -0.2, 0.2, smooth=0.2)], 1e-3, 10),
}


@pytest.mark.parametrize("name", [*MACHINES, pytest.param("scull-40", marks=pytest.mark.long)])
def test_calls_are_the_run(name):
    """Driven joints, passive wings, loops on a boat: five calls are one run, bit for bit."""
    changes, paths, dt, steps = MACHINES.get(
        name, ({}, [elver.drive.ParameterInput("gait.drive_end", 0.4, 0.6, smooth=0.2)], None, 10)
    )
    model = elver.scenario(name).prepared(changes)
    dt = dt or elver.scenario(name).dt
    program = elver.compile_model(elver.with_inputs(model, *paths))
    machine = elver.stepper(program, solver=elver.Solver(dt=dt), outputs="base_position")
    for _ in range(5):
        machine.step(machine.u, steps * dt)
    run = elver.simulate(program, 5 * steps * dt, solver=elver.Solver(dt=dt))
    assert machine.state.tolist() == run.data.state.values[-1].tolist()
    assert machine.outputs["base_position"].tolist() == run.data.base_position.values[-1].tolist()
    assert abs(machine.state - run.data.state.values[0]).max() > 1e-6
