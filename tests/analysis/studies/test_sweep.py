"""A sweep is the same as single runs, whatever it is made of; one bad case does not stop it; killed, it goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from tolerances import VECTOR_CODE

import elver
from elver.analysis import load_sweep, sweep
from elver.analysis.studies.runs import run_block
from elver.analysis.studies.setup import Blocks, block_size, read_axes
from elver.simulation import StiffnessWarning

study = sys.modules["elver.analysis.studies.sweeps"]  # the module; the package has a function of that name
VARY = {"gait.amplitude": [0.04, 0.08], "gait.wavelength": [1.5, 1.8, 2.1]}
SETTINGS = {"parameters": {"body.joints": 3}, "duration": 0.3}


def test_the_metrics_are_those_of_single_runs():
    data = sweep("eel", VARY, **SETTINGS, save=elver.Save(fields="base_position"))
    assert data.mean_speed.dims == tuple(VARY)
    for amplitude in VARY["gait.amplitude"]:
        values = {"gait.amplitude": amplitude, "gait.wavelength": 2.1}
        run = elver.simulate(elver.scenario("eel").build({**SETTINGS["parameters"], **values}), SETTINGS["duration"])
        case = data.sel(values)
        assert str(case.status.values) == "finished"
        for key in ("mean_speed", "work", "cost_of_transport", "path_length"):
            assert float(case[key]) == pytest.approx(run.summary[key], rel=VECTOR_CODE), key
        assert float(case.ledger.sel(flow="motor")) == pytest.approx(run.summary["ledger"]["motor"], rel=VECTOR_CODE)
        torques = [run.summary["peak_torque"][str(j)] for j in case.joint.values]
        np.testing.assert_allclose(case.peak_torque, torques, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(case.base_position, run.data.base_position, rtol=0, atol=1e-12)
    assert float(data.mean_speed.max()) > 1.5 * float(data.mean_speed.min())


def test_words_and_counts_are_compiled_in():
    """Three parameters of three kinds; machines with fewer joints have no number for the others."""
    vary = {"water.law": "paper,kirchhoff", "body.joints": [2, 3], "gait.amplitude": [0.05, 0.06]}
    data = sweep("eel", vary, duration=0.1)
    assert dict(data.sizes) | {"water.law": 2, "body.joints": 2, "gait.amplitude": 2, "joint": 9} == dict(data.sizes)
    values = {"water.law": "kirchhoff", "body.joints": 2, "gait.amplitude": 0.06}
    run = elver.simulate(elver.scenario("eel").build(values), 0.1)
    assert float(data.work.sel(values)) == pytest.approx(run.summary["work"], rel=VECTOR_CODE)
    assert int(data.peak_torque.sel({"body.joints": 2}).notnull().any(["water.law", "gait.amplitude"]).sum()) == 6
    assert int(data.peak_torque.sel({"body.joints": 3}).notnull().any(["water.law", "gait.amplitude"]).sum()) == 9


def test_a_parameter_that_cannot_stay_free_is_compiled_in():
    """The body's lengths decide inertias before any equation is written; recorded torques are made by a run."""
    data = sweep("eel", {"body.density": [900.0, 1000.0], "gait.amplitude": [0.05]}, parameters={"body.joints": 2}, duration=0.1)
    assert float(data.mass[0, 0]) == pytest.approx(0.9 * float(data.mass[1, 0]))
    data = sweep("eel", {"gait.amplitude": [0.05, 0.06]}, parameters={"body.joints": 1, "drive": "torque"}, duration=0.1)
    assert (data.status == "finished").all()
    assert float(data.work[0]) != float(data.work[1])


def test_a_bad_case_does_not_stop_the_others():
    vary = {"gait.period": [-1.0, 2.0], "body.joints": [0, 2]}
    data = sweep("eel", vary, duration=0.1)
    good = {"gait.period": 2.0, "body.joints": 2}
    assert str(data.status.sel(good).values) == "finished"
    assert np.isfinite(float(data.work.sel(good)))
    for values in ({"gait.period": -1.0, "body.joints": 2}, {"gait.period": 2.0, "body.joints": 0}):
        case = data.sel(values)
        with pytest.raises(elver.InputError) as refusal:
            elver.scenario("eel").build(values)
        assert str(case.status.values) == "refused"
        assert str(case.status_detail.values) == str(refusal.value)
        assert np.isnan(float(case.work))


def test_a_case_that_diverges_says_so_like_a_single_run():
    """Explicit steps against a stiff controller: one gain is stable, the other is not."""
    changes = {"body.joints": 2, "drive": "pd"}
    vary = {"control.kp": [400.0, 4e7]}
    data = sweep("eel", vary, parameters=changes, duration=0.2, solver=elver.Solver(method="rk4"))
    assert [str(s) for s in data.status.values] == ["finished", "diverged"]
    with pytest.warns(StiffnessWarning):
        run = elver.simulate(elver.scenario("eel").build({**changes, "control.kp": 4e7}), 0.2, solver=elver.Solver(method="rk4"))
    assert float(data.duration[1]) == pytest.approx(run.summary["duration"])
    assert 0 < float(data.duration[1]) < 0.2
    auto = sweep("eel", vary, parameters=changes, duration=0.2)
    assert (auto.status == "finished").all()


def test_contact_models_are_swept_too():
    data = sweep("aiko-flat", {"gait.amplitude": [0.3, 0.6]}, parameters={"links": 3}, duration=0.1)
    run = elver.simulate(
        elver.scenario("aiko-flat").build({"links": 3, "gait.amplitude": 0.6}), 0.1, solver=elver.Solver(dt=5e-4)
    )
    assert float(data.worst_residual[1]) == pytest.approx(run.summary["worst_residual"], abs=1e-9)
    assert float(data.tracked_displacement.sel(plane="y")[1]) == pytest.approx(run.summary["tracked_displacement"][1], rel=1e-6)


def test_blocks_hold_every_case_once_and_one_set_of_words():
    axes = read_axes(elver.scenario("eel"), {"gait.amplitude": "0.01:0.1:7", "water.law": "paper,kirchhoff"}, {})
    blocks = Blocks(axes, 3)
    assert sorted(c for b in blocks for c in b.cases) == list(range(14))
    assert all(len(b.cases) <= 3 for b in blocks)
    assert [b.number for b in blocks] == list(range(len(blocks)))
    assert {b.fixed["water.law"] for b in blocks} == {"paper", "kirchhoff"}
    assert block_size(10, None) == 32
    assert block_size(10**6, None) == 512
    with pytest.raises(elver.InputError, match="block"):
        block_size(10, 0)


# --- the store ------------------------------------------------------------------------------------------------------


def test_a_store_opens_with_plain_xarray(tmp_path):
    data = sweep(
        "eel",
        VARY,
        **SETTINGS,
        save=elver.Save(path=tmp_path / "s.zarr", fields=["joint_torque"]),
        compute=elver.Compute(block=4),
    )
    stored = xr.open_zarr(tmp_path / "s.zarr").load()
    for name in data.data_vars:
        xr.testing.assert_equal(stored[name], data[name])
    assert stored.mean_speed.attrs["units"] == "m/s"
    assert stored["gait.amplitude"].attrs["units"] == "rad"
    assert stored.joint_torque.sizes["time"] == 31
    xr.testing.assert_equal(load_sweep(tmp_path / "s.zarr"), stored)
    xr.testing.assert_equal(
        sweep(
            "eel",
            VARY,
            **SETTINGS,
            save=elver.Save(path=tmp_path / "s.zarr", fields=["joint_torque"]),
            compute=elver.Compute(block=4),
            resume=True,
        ),
        stored,
    )


KILLED = """
import sys
from elver.analysis import sweep
from elver.simulation import Compute, Save
save, compute = Save(path=sys.argv[1]), Compute(block=1)
sweep("eel", {vary}, 0.3, parameters={{"body.joints": 3}}, save=save, compute=compute, resume={resume})
"""


def test_a_killed_sweep_goes_on_to_the_same_numbers(tmp_path, monkeypatch):
    """SIGKILL after the first block is there; the store then holds some cases, and in the end all of them, bit by bit."""
    store = tmp_path / "s.zarr"
    vary = {"gait.amplitude": [float(v) for v in np.linspace(0.02, 0.1, 24)]}
    process = subprocess.Popen([sys.executable, "-c", KILLED.format(vary=vary, resume=False), str(store)])
    deadline = time.monotonic() + 120
    while not list(store.glob(".elver/block-*.npz")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    there = (load_sweep(store).status == "finished").sum()
    assert 0 < int(there) < 24
    again = []
    monkeypatch.setattr(study, "run_block", lambda setup, block, threads: again.append(block) or run_block(setup, block, threads))
    data = sweep("eel", vary, **SETTINGS, save=elver.Save(path=store), compute=elver.Compute(block=1), resume=True)
    assert len(again) == 24 - int(there)
    monkeypatch.undo()
    whole = sweep("eel", vary, **SETTINGS, compute=elver.Compute(block=1))
    xr.testing.assert_equal(data, whole)
    assert not list(store.glob(".elver/block-*"))


def test_half_a_block_is_no_block(tmp_path):
    """What a kill leaves of a file that was being written is not taken for a result."""
    store = tmp_path / "s.zarr"
    sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store), compute=elver.Compute(block=2))
    (store / ".elver" / "complete").unlink()
    (store / ".elver" / ".block-0000000.json.1.abcd.part").write_text("[{")
    data = sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store), compute=elver.Compute(block=2), resume=True)
    assert (data.status == "finished").all()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"duration": 0.4}, "duration: 0.3 in the store, 0.4 now"),
        ({"parameters": {"body.joints": 4}}, "parameter body.joints: 3 in the store, 4 now"),
        ({"grid": {"gait.amplitude": [0.04, 0.09], "gait.wavelength": [1.5, 1.8, 2.1]}}, "vary gait.amplitude"),
        ({"scenario": "eel-loop"}, 'scenario: "eel" in the store, "eel-loop" now'),
        ({"fields": ["base_position"]}, "trajectories"),
    ],
)
def test_a_store_of_other_settings_is_refused(tmp_path, change, says):
    change = dict(change)
    store = tmp_path / "s.zarr"
    sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store))
    save = elver.Save(path=store, fields=change.pop("fields", ()))
    again = {"scenario": "eel", "grid": VARY, **SETTINGS, "save": save, "resume": True, **change}
    with pytest.raises(elver.InputError, match="written with other settings") as refusal:
        sweep(**again)
    assert says in str(refusal.value)


def test_a_store_is_never_overwritten(tmp_path):
    store = tmp_path / "s.zarr"
    sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store))
    with pytest.raises(elver.InputError, match="resume"):
        sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "precious.txt").write_text("mine")
    with pytest.raises(elver.InputError, match="not a sweep"):
        sweep("eel", VARY, **SETTINGS, save=elver.Save(path=tmp_path / "other"))
    (tmp_path / "file").write_text("")
    for path in ("file", "none.zarr"):
        with pytest.raises(elver.InputError):
            load_sweep(tmp_path / path)
    with pytest.raises(elver.InputError, match="no sweep"):
        sweep("eel", VARY, **SETTINGS, save=elver.Save(path=tmp_path / "none.zarr"), resume=True)
    with pytest.raises(elver.InputError, match="nothing to resume"):
        sweep("eel", VARY, **SETTINGS, resume=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "other", "s.zarr"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scenario": "eal"}, "Did you mean 'eel'"),
        ({"scenario": 3}, "Give the name"),
        ({"parameters": {"body.joint": 3}}, "Did you mean 'body.joints'"),
        ({"save": elver.Save(fields=["base_positon"])}, "Did you mean 'base_position'"),
        ({"duration": -1}, "duration"),
        ({"compute": elver.Compute(threads=0)}, "threads"),
        ({"cluster": elver.analysis.Cluster("tcp://127.0.0.1:1", timeout=0)}, "timeout"),
        ({"grid": {"gait.amplitude": "0.01:0.1:900000"}, "save": elver.Save(fields=["joint_wrench"])}, "would take .* GB"),
        ({"cluster": elver.analysis.Cluster("tcp://127.0.0.1:1")}, "writes to a store"),
        ({"cluster": "tcp://127.0.0.1:1"}, "cluster is a str"),
    ],
)
def test_bad_requests_are_refused(change, says):
    with pytest.raises(elver.InputError, match=says):
        sweep(**{"scenario": "eel", "grid": VARY, **SETTINGS, **change})


def test_a_sweep_without_a_gpu_says_so_and_uses_the_cpu(monkeypatch):
    """Asked for a GPU where there is none: a warning, and the numbers of the CPU."""
    from elver.codegen.cuda import device

    def none(*_):
        raise device.NoDeviceError("there is none")

    monkeypatch.setattr(device, "CudaDevice", none)
    vary = {"gait.amplitude": "0.3,0.4"}
    with pytest.warns(UserWarning, match="runs on the CPU instead"):
        wished = sweep(
            "crawler",
            vary,
            duration=0.2,
            solver=elver.Solver(method="rk4", dt=1e-4),
            compute=elver.Compute(device="gpu"),
            progress=False,
        )
    plain = sweep("crawler", vary, duration=0.2, solver=elver.Solver(method="rk4", dt=1e-4), progress=False)
    assert (wished.mean_speed.values == plain.mean_speed.values).all()
    with pytest.raises(elver.InputError, match="device 'tpu'"):
        sweep("crawler", vary, compute=elver.Compute(device="tpu"))


def with_measure(of, name: str):
    """The scenario with a metric more."""
    base = elver.scenario(name)

    def compose(values, duration):
        model = base.compose(values, duration)
        return replace(model, metrics=(*model.metrics, elver.results.Metric("mine", "1", "largest angle", of)))

    return replace(base, compose=compose, name="measured")


@pytest.mark.parametrize(("name", "settings"), [("eel", SETTINGS), ("aiko-flat", {"parameters": {"links": 4}, "duration": 0.05})])
def test_a_metric_that_fails_costs_its_own_case_alone(name, settings):
    def fails_for_large_ones(data):
        if float(np.abs(data.joint_position.values).max()) > limit:
            raise ZeroDivisionError("too large")
        return 1.0

    amplitudes = [0.02, 0.03, 0.04, 0.08]
    models = [elver.scenario(name).build({**settings["parameters"], "gait.amplitude": a}) for a in amplitudes]
    runs = [elver.simulate(model, settings["duration"]) for model in models]
    largest = [float(np.abs(run.data.joint_position).max()) for run in runs]
    limit = 0.5 * (largest[-2] + largest[-1])
    data = sweep(with_measure(fails_for_large_ones, name), {"gait.amplitude": amplitudes}, **settings)
    assert (data.status == "finished").all()
    assert "too large" in str(data.status_detail.values[-1])
    assert np.isnan(data.mine.values).tolist() == [False, False, False, True]


@pytest.mark.parametrize("block", [1, 2])
def test_a_metric_may_be_a_number_here_and_a_list_there(block):
    def one_or_two(data):
        angle = float(np.abs(data.joint_position.values).max())
        return [angle, angle] if angle > 1e-3 else angle

    data = sweep(
        with_measure(one_or_two, "eel"), {"gait.amplitude": [0.001, 0.08]}, **SETTINGS, compute=elver.Compute(block=block)
    )
    assert np.isnan(data.mine.values).tolist() == [[False, True], [False, False]]


def test_contact_on_a_gpu_is_refused():
    with pytest.raises(elver.InputError, match="machines with contact run on the processor in sweeps"):
        sweep("aiko-flat", {"gait.amplitude": [0.1, 0.2]}, duration=0.05, compute=elver.Compute(device="gpu"))
