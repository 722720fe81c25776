"""Batches of machines with loops: every machine on its own assembly, and the status of a single run."""

from __future__ import annotations

import numpy as np
import pytest
from host_device import COMPILER, HostDevice
from mechanisms import FourBar, Turning
from tolerances import ROUNDING, assert_close, largest

import elver
from elver._support.errors import InputError
from elver.drive import Spring
from elver.model import InitialState, Model
from elver.simulation.batches import gpu

NEAR = InitialState(angles={"pin": 0.2, "rocker": 1.3})
FOLLOWERS = ["guess of pin", "guess of rocker"]
SINGLE_RUN = 1e-12  # rounding of two hundred steps
SINGULAR = 1e-5  # rounding of works of 1e-11 J of a machine that is nearly singular


def driven(bars: FourBar, start: InitialState = NEAR, **gait):
    """A four-bar whose crank is driven from a free offset."""
    return elver.compile_model(Model("driven", bars.robot(), gait=Turning(**gait), start=start).freed("gait.offset"))


@pytest.fixture(scope="module")
def four_bar():
    return driven(FourBar())


def swing(crank: float) -> Model:
    """A four-bar that springs pull from where its crank is let go."""
    start = InitialState(angles={"crank": crank, "pin": 0.2, "rocker": 1.3})
    return Model("swing", FourBar().robot(mode="passive"), elastic=Spring(2.0, 0.1), start=start)


@pytest.fixture(scope="module")
def swinging():
    return elver.compile_model(swing(0.3))


def on_the_loop(bars: FourBar, q) -> bool:
    """Whether coupler and rocker meet, by the geometry of the bars."""
    crank, pin, rocker = q
    across = bars.crank * np.exp(1j * crank) + bars.coupler * np.exp(1j * (crank + pin))
    return abs(across - bars.ground - bars.rocker * np.exp(1j * rocker)) < ROUNDING


def test_every_machine_has_its_own_assembly(four_bar):
    offsets = np.array([0.3, 1.0, 2.0, 3.0, 4.0, 5.5])
    data = elver.simulate_batch(four_bar, 0.2, parameters={"gait.offset": offsets}, save=elver.Save(fields=["joint_position"]))
    assert data.status.values.tolist() == ["finished"] * 6
    for k, offset in enumerate(offsets):
        run = elver.simulate(four_bar, 0.2, parameters={"gait.offset": offset})
        assert_close(data.final_state[k], run.data.state[-1], SINGLE_RUN)
        assert_close(data.joint_position[k], run.data.joint_position, SINGLE_RUN)
        assert all(on_the_loop(FourBar(), q) for q in data.joint_position.values[k])
    assert np.ptp(data.joint_position.values[:, 0, 2]) > 0.5


def test_a_machine_whose_loop_cannot_close_is_refused_alone():
    """The crank reaches no further than where coupler and rocker are in line: 1.1 rad by the cosine rule."""
    program = driven(FourBar(1.0, 0.9, 0.3, 0.6), InitialState(angles={"pin": 0.1, "rocker": 1.5}))
    for offsets in ([2.0, 0.5, 3.0], [0.5, 2.0, 3.0]):
        data = elver.simulate_batch(program, 0.1, parameters={"gait.offset": offsets})
        good = [offset == 0.5 for offset in offsets]
        assert data.status.values.tolist() == ["finished" if ok else "refused" for ok in good]
        assert "cannot close" in str(data.status_detail[2].values)
        assert np.isfinite(data.mean_speed.values).tolist() == good
    none = elver.simulate_batch(program, 0.1, parameters={"gait.offset": [2.0, 3.0]})
    assert none.status.values.tolist() == ["refused", "refused"]


def test_given_states_are_put_on_the_loops(swinging):
    angles = np.array([0.3, 1.0, 2.5, 4.0])
    named = elver.simulate_batch(
        swinging, 0.2, initial_states={"angle of crank": angles}, save=elver.Save(fields=["joint_position", "state"])
    )
    assert named.status.values.tolist() == ["finished"] * 4
    for k, angle in enumerate(angles):
        q = named.joint_position.values[k]
        assert q[0, 0] == angle
        assert all(on_the_loop(FourBar(), row) for row in q)
        assert_close(named.state.sel(state_name=FOLLOWERS).values[k, 0], q[0, 1:], ROUNDING)
    names = list(swinging.equations.layout.names)
    guessed = np.array(swinging.equations.initial(0.0, np.zeros(0), np.zeros(0))).ravel()
    x = np.tile(guessed, (4, 1))
    x[:, names.index("angle of crank")] = angles
    whole = elver.simulate_batch(swinging, 0.2, initial_states=x)
    assert_close(whole.final_state, named.final_state, SINGLE_RUN)
    for k in (1, 3):
        assert_close(named.final_state[k], elver.simulate(swing(angles[k]), 0.2).data.state[-1], SINGLE_RUN)
    assert largest(named.final_state[0] - named.final_state[2]) > 0.1


def test_a_given_guess_chooses_the_assembly(swinging):
    bars = FourBar()
    both = np.array([bars.positions(0.3, sign) for sign in (1.0, -1.0)])
    states = {"guess of pin": both[:, 1] + 0.1, "guess of rocker": both[:, 2] - 0.1}
    data = elver.simulate_batch(swinging, 0.01, initial_states=states, save=elver.Save(fields=["joint_position"]))
    assert largest(np.sin((data.joint_position.values[:, 0] - both) / 2)) < ROUNDING


def flat():
    """A parallelogram that is driven through its flat position."""
    return driven(FourBar(1.0, 0.4, 1.0, 0.4), InitialState(angles={"pin": -0.5, "rocker": 0.5}), offset=0.5, rate=2.0)


@pytest.mark.parametrize("method", ["rk4", "dopri5"])
def test_a_singular_position_ends_the_machine(method):
    program = flat()
    data = elver.simulate_batch(
        program,
        2.0,
        parameters={"gait.offset": [0.5, 0.7, 0.9]},
        solver=elver.Solver(method=method),
        save=elver.Save(fields=["state"]),
    )
    for k, offset in enumerate([0.5, 0.7, 0.9]):
        run = elver.simulate(program, 2.0, parameters={"gait.offset": offset}, solver=elver.Solver(method=method))
        assert str(data.status[k].values) == run.status == "loop singular"
        assert float(data.end_time[k]) == float(run.data.time[-1])
        assert_close(data.final_state[k], run.data.state[-1], SINGLE_RUN)
        assert int(np.isfinite(data.state[k, :, 0]).sum()) == len(run.data.time)
        assert_close(data.ledger[k], list(run.summary["ledger"].values()), SINGULAR)
        assert "singular position" in str(data.status_detail[k].values)
    short = elver.simulate_batch(program, 1.0, parameters={"gait.offset": [0.5]}, solver=elver.Solver(method=method))
    assert short.status.values.tolist() == ["finished"]


def test_a_machine_that_ends_early_changes_no_other():
    """Nine machines in more than one vector; those that start nearer to the flat position reach it, each at its own sample."""
    program, offsets = flat(), np.linspace(0.3, 1.1, 9)
    data = elver.simulate_batch(
        program, 1.2, parameters={"gait.offset": offsets}, solver=elver.Solver(method="rk4"), save=elver.Save(fields=["state"])
    )
    reached = 0.5 * (np.pi - offsets) < 1.2
    assert data.status.values.tolist() == ["loop singular" if turned else "finished" for turned in reached]
    assert 0 < reached.sum() < 9
    for k in (0, 4, 8):
        alone = elver.simulate_batch(
            program,
            1.2,
            parameters={"gait.offset": offsets[k : k + 1]},
            solver=elver.Solver(method="rk4"),
            save=elver.Save(fields=["state"]),
        )
        assert alone.final_state.values[0].tolist() == data.final_state.values[k].tolist()
        np.testing.assert_array_equal(alone.state.values[0], data.state.values[k])
        assert float(alone.path_length[0]) == float(data.path_length[k])


def test_a_loop_that_opens_ends_the_machine():
    program = driven(FourBar(1.0, 0.9, 0.3, 0.6), InitialState(angles={"pin": 0.1, "rocker": 1.5}))
    data = elver.simulate_batch(program, 0.4, parameters={"gait.offset": [0.5, 0.8]})
    assert data.status.values.tolist() == ["finished", "loop open"]
    limit = np.arccos((1.0 + 0.81 - 0.9**2) / (2 * 0.9))
    assert float(data.end_time[1]) == pytest.approx(limit - 0.8, abs=2e-3)
    assert "do not close beyond" in str(data.status_detail[1].values)


def test_loops_need_double_precision(four_bar):
    with pytest.raises(InputError, match=r"'single' is not enough for the closed loops"):
        elver.simulate_batch(
            four_bar, 0.1, parameters={"gait.offset": [0.3, 1.0]}, compute=elver.Compute(device="gpu", precision="single")
        )


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
def test_the_same_on_a_gpu(monkeypatch):
    """Machines that reach the flat position end there as on the CPU, one whose crank stops short of it does not."""
    monkeypatch.setattr(gpu, "CudaDevice", HostDevice)
    program, given = (
        flat(),
        {
            "parameters": {"gait.offset": [0.3, 0.7, 1.1]},
            "solver": elver.Solver(method="rk4"),
            "save": elver.Save(fields=["state"]),
        },
    )
    cpu, device = (elver.simulate_batch(program, 1.2, compute=elver.Compute(device=target), **given) for target in ("cpu", "gpu"))
    assert device.status.values.tolist() == cpu.status.values.tolist() == ["finished", "finished", "loop singular"]
    assert '"target": "gpu"' in device.attrs["settings"]
    assert device.end_time.values.tolist() == cpu.end_time.values.tolist()
    for name in ("final_state", "path_length", "state"):
        np.testing.assert_allclose(device[name], cpu[name], rtol=0, atol=1e-9)  # hardly determined near the flat position
    assert "singular position" in str(device.status_detail[2].values)
