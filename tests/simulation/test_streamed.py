"""A run that is written while it goes on: the run of the memory, in little memory; killed at any moment, it goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import elver
from elver.results.storage.streams import journal_path
from elver.simulation import streaming

KINDS = ("nc", "zarr")
VOLATILE = ("wall_time", "realtime_factor", "discretisation_error", "discretisation")  # the latter: of parts, or of the whole


@cache
def program():
    return elver.compile_model(elver.scenario("eel").build({"body.joints": 1}))


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch):
    """A few stretches in a short run."""
    monkeypatch.setattr(streaming, "STRETCH", 1.0)
    monkeypatch.setattr(streaming, "FEWEST", 10)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a run that was written while it went on, and one that was saved."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "STRETCH", 1.0)
        patch.setattr(streaming, "FEWEST", 10)
        elver.simulate(program(), 0.2, solver=elver.Solver(dt=1e-3), save=elver.Save(path=folder / "made.nc")).save(
            folder / "there.nc"
        )
    elver.simulate(program(), 0.2, solver=elver.Solver(dt=1e-3)).save(folder / "saved.nc")
    return folder


def same(one, other) -> list[str]:
    """Names of variables that differ in a bit, or are in one run alone."""
    found = [name for name in {**one.data.variables, **other.data.variables} if name not in one.data or name not in other.data]
    for name in set(one.data.variables) - set(found):
        a, b = one.data[name].values, other.data[name].values
        if a.shape != b.shape or not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
            found.append(str(name))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_run_is_that_of_the_memory_and_can_be_made_longer(tmp_path, kind):
    store = tmp_path / f"run.{kind}"
    short = elver.simulate(program(), 0.3, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    assert short.data.sizes["time"] == 31
    assert same(short, elver.simulate(program(), 0.3, solver=elver.Solver(dt=1e-3))) == []
    run, whole = (
        elver.simulate(program(), 0.455, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True),
        elver.simulate(program(), 0.455, solver=elver.Solver(dt=1e-3)),
    )
    assert same(run, whole) == []
    different = {k for k, v in whole.summary.items() if run.summary[k] != v}
    assert different <= set(VOLATILE)
    assert set(run.data.attrs) == {*whole.data.attrs, "stream"}
    assert run.data.attrs["settings"] == whole.data.attrs["settings"]
    assert same(elver.load_run(store), whole) == []
    assert (
        elver.simulate(program(), 0.455, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True).summary
        == run.summary
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_run_is_there_up_to_its_last_whole_stretch(tmp_path, kind, monkeypatch):
    """Stopped after two stretches, and in the middle of writing the third."""
    store, calls, cls = tmp_path / f"run.{kind}", [], streaming.KINDS[f".{kind}"]

    def stop(self, attrs):
        calls.append(attrs)
        if len(calls) == (2 if kind == "nc" else 3):  # a new file of NetCDF needs no commit
            raise KeyboardInterrupt
        settle(self, attrs)

    settle = cls.settle
    with monkeypatch.context() as patch:
        patch.setattr(cls, "settle", stop)
        with pytest.raises(KeyboardInterrupt):
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    cut = elver.load_run(store)
    assert cut.status == "interrupted"
    assert "--resume" in cut.status_detail
    assert cut.data.sizes["time"] == 20
    assert np.isfinite(cut.data.base_position.values).all()
    run = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    assert run.status == "finished"
    assert same(run, elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3))) == []


def test_a_commit_that_was_cut_off_is_carried_out(tmp_path, monkeypatch):
    """Killed between the journal and the file: whoever opens the file next finds all of it."""
    from elver.results.storage import streams

    store, done = tmp_path / "run.nc", []

    def cut(file, content):
        done.append(content)
        if len(done) == 3:
            file.seek(0)
            file.write(b"half")
            raise KeyboardInterrupt
        carry_out(file, content)

    carry_out = streams.carry_out
    with monkeypatch.context() as patch:
        patch.setattr(streams, "carry_out", cut)
        with pytest.raises(KeyboardInterrupt):
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    assert journal_path(store).is_file()
    samples = elver.load_run(store).data.sizes["time"]
    assert samples % 10 == 0
    assert not journal_path(store).is_file()
    assert (
        same(
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True),
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3)),
        )
        == []
    )


@pytest.mark.parametrize("how", ["saved", "streamed"])
def test_a_cut_off_commit_leaves_the_next_run_of_that_name_alone(tmp_path, monkeypatch, how):
    """Its journal is found beside a file that it was not written for."""
    from elver.results.storage import streams

    store, done = tmp_path / "run.nc", []

    def cut(file, content):
        done.append(content)
        if len(done) == 3:
            raise KeyboardInterrupt
        carry_out(file, content)

    carry_out = streams.carry_out
    with monkeypatch.context() as patch:
        patch.setattr(streams, "carry_out", cut)
        with pytest.raises(KeyboardInterrupt):
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    assert journal_path(store).is_file()
    whole = elver.simulate(program(), 0.4, solver=elver.Solver(dt=5e-4))
    if how == "saved":
        whole.save(store, overwrite=True)
    else:
        store.unlink()
        elver.simulate(program(), 0.4, solver=elver.Solver(dt=5e-4), save=elver.Save(path=store))
    assert same(elver.load_run(store), whole) == []
    assert not journal_path(store).is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_a_kill_before_the_models_own_metrics_loses_none(tmp_path, kind, monkeypatch):
    model = elver.scenario("swimmer").build({"links": 3})
    store, how = tmp_path / f"run.{kind}", {"duration": 0.3, "solver": elver.Solver(dt=1e-3, method="rodas")}

    def cut(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(streaming, "finish_metrics", cut)
        with pytest.raises(KeyboardInterrupt):
            elver.simulate(model, save=elver.Save(path=store), **how)
    whole = elver.simulate(model, save=elver.Save(path=tmp_path / f"whole.{kind}"), **how)
    run = elver.simulate(model, save=elver.Save(path=store), resume=True, **how)
    for name in ("measures", "figures"):
        assert run.data.attrs[name] == elver.load_run(store).data.attrs[name] == whole.data.attrs[name] != "{}"


@pytest.mark.parametrize("place", ["list", "attributes"])
@pytest.mark.parametrize("commit", [2, 4, 6])
def test_arrays_and_attributes_of_a_store_are_committed_together(tmp_path, monkeypatch, place, commit):
    """Stopped just before the list of a commit, or between it and the attributes' own file; the sixth commit is the last."""
    from elver.results.storage import zarr as own

    store, calls, write_list = tmp_path / "run.zarr", [], own.write_list

    def cut(path, attrs=None, names=None):
        calls.append(attrs)
        if len(calls) == commit and place == "list":
            raise KeyboardInterrupt
        write_list(path, attrs, names)
        if len(calls) == commit:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(own, "write_list", cut)
        with pytest.raises(KeyboardInterrupt):
            elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    cut_off, done = elver.load_run(store), commit - (place == "list")
    assert cut_off.data.sizes["time"] == min(10 * done, 51)
    assert cut_off.status == ("finished" if done == 6 else "interrupted")
    run = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    assert same(run, elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3))) == []
    assert run.status == "finished"


@pytest.mark.parametrize("kind", KINDS)
def test_ctrl_c_while_samples_are_written_waits_for_them(tmp_path, kind, monkeypatch):
    """In the midst of a run it is the run's status; in the last samples nothing is left to be interrupted but what follows."""
    cls, calls = streaming.KINDS[f".{kind}"], []

    def pressed(self, *given):
        calls.append(given)
        if len(calls) in (2, 8):
            signal.raise_signal(signal.SIGINT)
        append(self, *given)

    store, append = tmp_path / f"run.{kind}", cls.append
    monkeypatch.setattr(cls, "append", pressed)
    cut = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    assert (cut.status, cut.data.sizes["time"]) == ("interrupted", 30)
    assert "--resume" in cut.status_detail
    run = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    assert same(run, elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3))) == []
    assert len(calls) == 5
    with pytest.raises(KeyboardInterrupt):
        elver.simulate(program(), 0.3, solver=elver.Solver(dt=1e-3), save=elver.Save(path=tmp_path / f"short.{kind}"))
    assert elver.load_run(tmp_path / f"short.{kind}").status == "finished"


def test_ctrl_c_in_the_look_at_a_stretch_stops_there_and_loses_nothing(tmp_path, monkeypatch):
    from elver.simulation import step_error

    store, calls, integrate = tmp_path / "run.nc", [], step_error.integrate

    def pressed(*given, **more):
        calls.append(given)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)
        return integrate(*given, **more)

    whole = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=tmp_path / "whole.nc"))
    with monkeypatch.context() as patch:
        patch.setattr(step_error, "integrate", pressed)
        cut = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    assert cut.status == "interrupted"
    assert cut.data.sizes["time"] < whole.data.sizes["time"]
    run = elver.simulate(program(), 0.5, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    assert same(run, whole) == []
    assert run.data.attrs["discretisation"] == whole.data.attrs["discretisation"]


KILLED = """
import sys, elver
from elver.simulation import streaming
streaming.STRETCH, streaming.FEWEST = 1.0, 10
program = elver.compile_model(elver.scenario("eel").build({"body.joints": 1}))
elver.simulate(program, 6000.0, solver=elver.Solver(dt=1e-3), save=elver.Save(path=sys.argv[1]))
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_goes_on_to_the_same_numbers(tmp_path, kind):
    store = tmp_path / f"run.{kind}"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(store)])
    deadline = time.monotonic() + 120
    while not store.exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    reached = 0.0 if kind == "zarr" and not (store / ".zmetadata").exists() else float(elver.load_run(store).data.time[-1])
    assert reached < 6000
    run = elver.simulate(program(), reached + 1, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    assert same(run, elver.simulate(program(), reached + 1, solver=elver.Solver(dt=1e-3))) == []


def test_contact_and_adaptive_steps_agree_within_their_tolerances(tmp_path):
    for name, model, how, close in (
        (
            "contact",
            elver.scenario("aiko-flat").build({"links": 2}),
            {"duration": 0.03, "solver": elver.Solver(dt=5e-4), "save": elver.Save(every=1e-3)},
            1e-9,
        ),
        ("adaptive", program(), {"duration": 0.3, "solver": elver.Solver(method="dopri5")}, 1e-7),
    ):
        whole = elver.simulate(model, **how)
        save = replace(how.get("save", elver.Save()), path=tmp_path / f"{name}.nc")
        run = elver.simulate(model, **{**how, "save": save})
        assert run.data.sizes == whole.data.sizes
        np.testing.assert_allclose(run.data.base_position, whole.data.base_position, rtol=0, atol=close)
        assert set(run.summary) == set(whole.summary)
        assert run.summary["work"] == pytest.approx(whole.summary["work"], rel=1e-5, abs=1e-9)


def test_a_run_that_fails_keeps_its_good_part(tmp_path):
    """A gain far too stiff for explicit steps."""
    model = elver.scenario("eel").build({"body.joints": 1, "drive": "pd", "control.kp": 4e7})
    with pytest.warns(elver.simulation.StiffnessWarning):
        run = elver.simulate(model, 0.5, solver=elver.Solver(dt=1e-3, method="rk4"), save=elver.Save(path=tmp_path / "run.zarr"))
    assert run.status == "diverged"
    assert elver.load_run(tmp_path / "run.zarr").status == "diverged"
    assert 0 < run.summary["duration"] < 0.5


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"save": elver.Save(path="run.csv")}, r"ends in \.nc or \.zarr"),
        ({"save": elver.Save(path="there.nc")}, "nothing is overwritten"),
        ({"save": elver.Save(path="nowhere/run.nc")}, "does not exist"),
        ({"resume": True}, "Give Save.path"),
        ({"save": elver.Save(path="run.nc"), "control": elver.Control(print)}, "with a controller"),
        (
            {"save": elver.Save(path="made.nc"), "resume": True, "solver": elver.Solver(dt=5e-4)},
            r"dt = 0\.001, now it is 0\.0005",
        ),
        ({"save": elver.Save(path="made.nc"), "resume": True, "duration": 0.1}, r"holds 0\.2 s already"),
        ({"save": elver.Save(path="saved.nc"), "resume": True}, "was not written while it ran"),
    ],
)
def test_what_cannot_be_is_refused(made, how, says):
    given = {"duration": 0.4, "solver": elver.Solver(dt=1e-3), **how}
    given |= {"save": elver.Save(path=made / how["save"].path)} if "save" in how else {}
    with pytest.raises(elver.InputError, match=says):
        elver.simulate(program(), **given)


def test_other_quantities_are_refused_by_name(made):
    model = elver.scenario("eel").build({"body.joints": 1})
    with pytest.raises(elver.InputError, match="does not hold 'body_force', what is to follow does"):
        elver.simulate(
            model, 0.4, solver=elver.Solver(dt=1e-3), save=elver.Save(path=made / "made.nc", fields=("body_force",)), resume=True
        )


def test_steps_of_every_kind_are_added_over_the_stretches(tmp_path, monkeypatch):
    """Where steps are chosen by their error; every stretch is made to say that it refused two."""
    plain = elver.simulation.streaming.make_run

    def refusing(*given, **how):
        run = plain(*given, **how)
        run.data.attrs |= {"refused_steps": 2, "corrected_steps": 1}
        return run

    monkeypatch.setattr("elver.simulation.streaming.make_run", refusing)
    store = tmp_path / "run.nc"
    elver.simulate(program(), 0.2, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store))
    run = elver.simulate(program(), 0.4, solver=elver.Solver(dt=1e-3), save=elver.Save(path=store), resume=True)
    stretches = -(-run.data.sizes["time"] // 10)
    assert (run.data.attrs["refused_steps"], run.data.attrs["corrected_steps"]) == (2 * stretches, stretches)


def test_a_finished_run_of_other_parameters_is_not_taken_for_this_one(made):
    other = elver.scenario("eel").build({"body.joints": 1, "gait.amplitude": 0.09})
    with pytest.raises(elver.InputError, match=r"the run to resume has gait.amplitude = .*, this model 0.09"):
        elver.simulate(other, 0.2, solver=elver.Solver(dt=1e-3), save=elver.Save(path=made / "made.nc"), resume=True)
