"""Runs: what comes back when all goes well, and when it does not."""

from __future__ import annotations

import json
import os
import re
import signal

import numpy as np
import pytest
import xarray as xr

from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, load_run, simulate
from elver._support.display import Progress
from elver.contact import ContactSettings
from elver.drive import PD, ConstantPose, Spring
from elver.robot import Box, Rod
from elver.simulation import Save, Solver

CHAIN = Rod(0.4, 0.03)


def chain(n=3, mode="passive") -> Robot:
    bodies = [Body.solid(f"b{k}", CHAIN, 1000.0) for k in range(n + 1)]
    return Robot("chain", bodies, [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.4, mode=mode) for k in range(1, n + 1)])


def swinging(damping=0.0) -> Model:
    return Model("chain", chain(), elastic=Spring(3.0, damping), start=InitialState(angles={"j1": 0.6, "j3": -0.4}))


@pytest.fixture(scope="module")
def program():
    return compile_model(swinging())


@pytest.fixture(scope="module")
def run(program):
    return simulate(program, 1.0)


def test_variables_are_labelled_and_have_units(run):
    for name, variable in run.data.data_vars.items():
        if variable.dtype.kind == "f":
            assert variable.attrs["units"], name
    assert list(run.data.joint.values) == ["j1", "j2", "j3"]
    assert run.data.joint_torque.sel(joint="j2").shape == (101,)
    assert json.loads(run.data.attrs["versions"])["casadi"]


def test_momentum_and_energy_of_a_free_chain_are_conserved_up_to_truncation(program, run):
    finer = simulate(program, 1.0, solver=Solver(dt=2.5e-4))
    for measure in (lambda r: np.abs(r.data.momentum.values).max(), lambda r: r.summary["ledger_closure"]):
        assert measure(run) < 1e-7
        assert measure(finer) < measure(run) / 100
    assert np.ptp(run.data.joint_position.values) > 0.5


def test_saved_run_opens_with_plain_xarray_and_comes_back_equal(run, tmp_path):
    path = run.save(tmp_path / "run.nc")
    with xr.open_dataset(path) as plain:
        assert plain.joint_position.attrs["units"] == "rad or m"
        assert plain.attrs["status"] == "finished"
    again = load_run(path)
    assert again.summary == run.summary
    xr.testing.assert_identical(again.data.joint_torque, run.data.joint_torque)


def test_saving_never_overwrites_unasked(run, tmp_path):
    path = run.save(tmp_path / "run.nc")
    with pytest.raises(InputError, match="not overwritten"):
        run.save(path)
    run.save(path, overwrite=True)
    with pytest.raises(InputError, match="does not exist"):
        run.save(tmp_path / "nowhere" / "run.nc")
    assert [p.name for p in tmp_path.iterdir()] == ["run.nc"]


def test_repeats_are_bitwise_equal(program, run):
    assert simulate(program, 1.0).data.state.values.tobytes() == run.data.state.values.tobytes()


def test_resumed_run_is_bitwise_one_long_run(program, run, tmp_path):
    half = load_run(simulate(program, 0.5).save(tmp_path / "half.nc"))
    rest = simulate(program, 0.5, resume=half)
    assert rest.data.state.values.tobytes() == run.data.state.values[50:].tobytes()
    assert rest.data.time.values.tolist() == run.data.time.values[50:].tolist()
    assert rest.summary["ledger_closure"] < 1e-6
    assert rest.summary["work"] == pytest.approx(0)
    other = Model("box", Robot("box", [Body.solid("b", Box(1, 1, 1), 1.0)]))
    with pytest.raises(InputError, match="state differs"):
        simulate(other, 0.5, resume=half)


def test_a_resumed_run_keeps_its_own_free_values(tmp_path):
    program = compile_model(swinging().freed("elastic.stiffness", "robot.bodies.b1.mass"))
    own = {"elastic.stiffness": 5.0, "robot.bodies.b1.mass": 2.0}
    whole, half = simulate(program, 0.4, parameters=own), simulate(program, 0.2, parameters=own)
    half.save(tmp_path / "half.nc")
    for before in (half, load_run(tmp_path / "half.nc")):
        rest = simulate(program, 0.2, resume=before)
        assert rest.data.state.values[-1].tobytes() == whole.data.state.values[-1].tobytes()
        assert float(rest.data.body_mass.sel(body="b1")) == pytest.approx(2.0)
    other = simulate(program, 0.2, parameters={"elastic.stiffness": 3.0}, resume=half)
    said = json.loads(other.data.attrs["parameters"])
    assert (said["elastic.stiffness"], said["robot.bodies.b1.mass"]) == (3.0, 2.0)


def test_relabelled_tree_gives_the_same_motion(run):
    robot = chain()
    shuffled = Robot("chain", robot.bodies[::-1], robot.joints[::-1])
    model = Model("chain", shuffled, elastic=Spring(3.0), start=InitialState(angles={"j1": 0.6, "j3": -0.4}))
    other = simulate(model, 1.0)
    assert other.data.base_position.values == pytest.approx(run.data.base_position.values, abs=1e-12)


def unstable(dt=0.02):
    model = Model(
        "chain",
        chain(mode="torque"),
        gait=ConstantPose({"j1": 0.3, "j2": 0, "j3": 0}),
        control=PD(40.0, 1.5),
        start=InitialState(angles={"j1": 0.0}),
    )
    return simulate(model, 5.0, solver=Solver(dt=dt, method="rk4"), save=Save(every=dt))


def test_divergence_is_a_status_with_time_and_body_and_keeps_good_steps():
    run = unstable()
    assert run.status == "diverged"
    assert re.search(r"at body 'b\d*' \(fastest, \S+ m/s\)", run.summary["status_detail"])
    assert "smaller dt" in run.summary["status_detail"]
    assert 0 < run.data.time.values[-1] < 5.0
    for name, variable in run.data.data_vars.items():
        if variable.dtype.kind == "f" and name not in ("joint_limit", "body_outline"):
            assert np.isfinite(variable).all(), name


def test_not_a_number_from_a_force_is_a_status():
    from dataclasses import dataclass

    import casadi as ca

    from elver.forces import Effect

    @dataclass(frozen=True)
    class Broken:
        def effect(self, body, motion):
            return Effect(wrench=ca.vertcat(ca.sqrt(0.5 - motion.time), ca.SX(5, 1)))

    model = Model("box", Robot("box", [Body.solid("crate", Box(1, 1, 1), 1.0)]), {"broken": Broken()})
    for method in ("rk4", "dopri5"):
        run = simulate(model, 1.0, solver=Solver(method=method))
        assert run.status in ("diverged", "step too small")
        assert run.data.time.values[-1] == pytest.approx(0.5, abs=0.01)
        assert "crate" in run.summary["status_detail"]
        assert np.isfinite(run.data.base_position.values).all()


def test_ctrl_c_keeps_what_was_computed(tmp_path, program, monkeypatch):
    """It comes when some seconds have been simulated, between two chunks of compiled steps."""

    def update(bar, reached):
        if reached > 5.0:
            os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(Progress, "update", update)
        run = simulate(program, 3000.0, save=Save(every=0.1))
    assert run.status == "interrupted"
    assert 5.0 < run.data.time.values[-1] < 3000.0
    run.save(tmp_path / "cut.nc")
    cut = load_run(tmp_path / "cut.nc")
    whole = simulate(program, float(cut.data.time[-1]), save=Save(every=0.1))
    assert cut.data.state.values.tobytes() == whole.data.state.values.tobytes()


@pytest.mark.parametrize("check", [None, True])
def test_ctrl_c_while_a_run_is_made_again_is_not_lost(program, run, monkeypatch, check):
    """It comes when the run is over, in the look at its steps; all of it is kept."""
    seen = [0.0]

    def update(bar, reached):
        if reached < seen[-1]:
            os.kill(os.getpid(), signal.SIGINT)
        seen.append(reached)

    monkeypatch.setattr(Progress, "update", update)
    cut = simulate(program, 1.0, solver=Solver(check_step=check))
    assert cut.status == "interrupted"
    assert cut.summary["discretisation_error"] is None
    assert cut.data.state.values.tobytes() == run.data.state.values.tobytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": 0}, "duration = 0"),
        ({"duration": float("nan")}, "duration = nan"),
        ({"duration": "long"}, "duration = 'long'"),
        ({"duration": 1.0, "solver": Solver(dt=-1e-3)}, "dt = -0.001"),
        ({"duration": 1.0, "solver": Solver(dt=2.0)}, "longer than the duration"),
        ({"duration": 1.0, "solver": Solver(dt=0.3)}, "not a whole number of steps"),
        ({"duration": 1.0, "save": Save(every=0.0015)}, "not a multiple of the step"),
        ({"duration": 1.0, "solver": Solver(method="rk5")}, "Did you mean 'rk4'"),
        ({"duration": 1e9, "solver": Solver(dt=1.0), "save": Save(every=1.0)}, "Record less often"),
        ({"duration": 1.0, "parameters": {"mass": 1.0}}, "not free"),
        ({"duration": 1.0, "solver": Solver(contact=ContactSettings())}, "has no scene"),
    ],
)
def test_bad_requests(program, options, message):
    with pytest.raises(InputError, match=message):
        simulate(program, **options)


def test_any_bytes_as_a_run_file_give_one_clear_error(tmp_path, run):
    good = run.save(tmp_path / "good.nc").read_bytes()
    rng = np.random.default_rng(0)
    flipped = bytearray(good)
    for place in rng.integers(0, 4000, 60):
        flipped[place] ^= 0xFF
    for number, content in enumerate((b"", b"\x89HDF\r\n\x1a\n", rng.bytes(5000), good[:3000], bytes(flipped))):
        path = tmp_path / f"bad{number}.nc"
        path.write_bytes(content)
        with pytest.raises(InputError, match="bad"):
            load_run(path)
    xr.Dataset({"a": 1}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    with pytest.raises(InputError, match="not a run of Elver"):
        load_run(tmp_path / "other.nc")


def test_free_parameters_are_inputs_of_one_program():
    from dataclasses import replace

    model = replace(swinging(), elastic=Spring(3.0, 0.1))
    program = compile_model(model.freed("elastic.stiffness", "elastic.damping"))
    soft = simulate(program, 1.0, parameters={"elastic.stiffness": 1.5})
    again = simulate(replace(model, elastic=Spring(1.5, 0.1)), 1.0)
    assert soft.data.joint_position.values == pytest.approx(again.data.joint_position.values, abs=1e-12)
    with pytest.raises(InputError, match=r"Did you mean 'elastic\.stiffness'"):
        simulate(program, 1.0, parameters={"elastic.stifness": 1.0})
    with pytest.raises(InputError, match="no 'stifness'"):
        model.freed("elastic.stifness")
    with pytest.raises(InputError, match="Only a finite number"):
        model.freed("robot.name")
