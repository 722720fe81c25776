"""Sweeps on a real Dask cluster of several processes on this computer, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

import elver
from elver.analysis import load_sweep, sweep
from elver.analysis.studies import cluster as clusters
from elver.analysis.studies.cluster import ClusterError, connect

VARY = {"gait.amplitude": [float(v) for v in np.linspace(0.02, 0.1, 24)]}
SETTINGS = {"parameters": {"body.joints": 1}, "duration": 1.0, "compute": elver.Compute(block=1)}
MORE = 60.0  # s beyond a time-out: looking, closing, and building the model on a busy computer


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def one_worker():
    """Enough for answers alone; it starts sooner."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as cluster:
        yield cluster


def wait_for_a_block(store) -> None:
    deadline = time.monotonic() + 120
    while not list(store.glob(".elver/block-*.npz")) and time.monotonic() < deadline:
        time.sleep(0.002)


def kill_one_worker(cluster, store, killed: list) -> None:
    """SIGKILL a worker process as soon as the first block is in the store."""
    wait_for_a_block(store)
    process = cluster.workers[0].pid
    os.kill(process, signal.SIGKILL)
    killed += [process, len(list(store.glob(".elver/block-*.npz")))]


@pytest.mark.long
def test_a_killed_worker_loses_nothing(cluster, tmp_path):
    store, killed = tmp_path / "s.zarr", []
    killer = threading.Thread(target=kill_one_worker, args=(cluster, store, killed))
    killer.start()
    data = sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store), cluster=elver.analysis.Cluster(cluster.scheduler_address))
    killer.join()
    assert killed[1] < 24, "the worker died after the sweep"
    assert (data.status == "finished").all()
    xr.testing.assert_equal(data, sweep("eel", VARY, **SETTINGS))


def test_a_scheduler_file_and_a_failed_case(one_worker, tmp_path):
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"address": one_worker.scheduler_address}))
    vary = {"gait.period": [-1.0, 2.0]}
    data = sweep(
        "eel",
        vary,
        parameters={"body.joints": 1},
        duration=0.1,
        save=elver.Save(path=tmp_path / "s.zarr"),
        cluster=elver.analysis.Cluster(str(file)),
    )
    assert [str(s) for s in data.status.values] == ["refused", "finished"]


def test_no_scheduler_there(tmp_path):
    began = time.monotonic()
    with pytest.raises(ClusterError, match="no Dask scheduler answers") as refusal:
        sweep(
            "eel",
            VARY,
            **SETTINGS,
            save=elver.Save(path=tmp_path / "s.zarr"),
            cluster=elver.analysis.Cluster("tcp://127.0.0.1:9", timeout=2),
        )
    assert time.monotonic() - began < 2 + MORE
    assert "Nothing was lost" in str(refusal.value)
    assert (load_sweep(tmp_path / "s.zarr").status == "not run").all()
    with pytest.raises(elver.InputError, match="does not exist"):
        sweep(
            "eel",
            VARY,
            **SETTINGS,
            save=elver.Save(path=tmp_path / "s.zarr"),
            cluster=elver.analysis.Cluster(str(tmp_path / "none.json")),
            resume=True,
        )


def test_no_workers_there(tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr(clusters, "connect", lambda asked: connect(replace(asked, timeout=60)))  # it is there, however busy
    with LocalCluster(n_workers=0, processes=True, dashboard_address=":0", host="127.0.0.1") as empty:  # noqa: SIM117
        with pytest.raises(ClusterError, match="no worker"):
            sweep(
                "eel",
                VARY,
                **SETTINGS,
                save=elver.Save(path=tmp_path / "s.zarr"),
                cluster=elver.analysis.Cluster(empty.scheduler_address, timeout=1),
            )


@pytest.mark.long
def test_all_workers_die(tmp_path):
    """The cluster loses its last worker: an error after the time-out, and everything that was finished is kept."""
    from distributed import LocalCluster

    store = tmp_path / "s.zarr"
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as small:

        def stop():
            wait_for_a_block(store)
            small.scale(0)

        stopper = threading.Thread(target=stop)
        stopper.start()
        with pytest.raises(ClusterError, match="no worker for"):
            sweep(
                "eel",
                VARY,
                **SETTINGS,
                save=elver.Save(path=store),
                cluster=elver.analysis.Cluster(small.scheduler_address, timeout=2),
            )
        stopper.join()
    kept = int((load_sweep(store).status == "finished").sum())
    assert 0 < kept < 24
    assert (sweep("eel", VARY, **SETTINGS, save=elver.Save(path=store), resume=True).status == "finished").all()


WHOLE_CLUSTER = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.long)])
def test_the_whole_cluster_dies_or_freezes(tmp_path, end, capfd):
    script, store = tmp_path / "cluster.py", tmp_path / "s.zarr"
    many = {"gait.amplitude": [float(v) for v in np.linspace(0.02, 0.1, 400)]}  # that nobody can finish before the end
    script.write_text(WHOLE_CLUSTER)
    silent = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, str(script)], **silent, text=True, start_new_session=True)
    address, ended = process.stdout.readline().strip(), []

    def stop():
        wait_for_a_block(store)
        os.killpg(process.pid, end)
        ended.append(time.monotonic())

    stopper = threading.Thread(target=stop)
    stopper.start()
    try:
        while not ended:  # on a busy computer a cluster may look frozen before it is
            with pytest.raises(ClusterError, match="--resume"):
                sweep(
                    "eel",
                    many,
                    **SETTINGS,
                    save=elver.Save(path=store),
                    cluster=elver.analysis.Cluster(address, timeout=3),
                    resume=store.exists(),
                )
        assert time.monotonic() - ended[0] < 3 + MORE
    finally:
        stopper.join()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert capfd.readouterr().err == "", "Dask complains beside our message"
    assert 0 < int((load_sweep(store).status == "finished").sum()) < 400


# --- frozen, not dead -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_frozen_worker_is_dropped_and_the_others_go_on(cluster, tmp_path):
    """Its blocks go to the other workers. When all are frozen the sweep ends with an error, a little after the time-out."""
    cluster.wait_for_workers(3, timeout=120)
    pids = [worker.pid for worker in cluster.workers.values()]
    try:
        os.kill(pids[0], signal.SIGSTOP)
        data = sweep(
            "eel",
            VARY,
            **SETTINGS,
            save=elver.Save(path=tmp_path / "a.zarr"),
            cluster=elver.analysis.Cluster(cluster.scheduler_address, timeout=3),
        )
        assert (data.status == "finished").all()
        for pid in pids[1:]:
            os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(ClusterError, match="sign of life"):
            sweep(
                "eel",
                VARY,
                **SETTINGS,
                save=elver.Save(path=tmp_path / "b.zarr"),
                cluster=elver.analysis.Cluster(cluster.scheduler_address, timeout=2),
            )
        assert time.monotonic() - began < 2 + MORE
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


SCHEDULER = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""


@pytest.mark.long
def test_a_frozen_scheduler_is_given_up(tmp_path):
    """It takes connections and never says a word. The command line ends in time too, with one message."""
    script = tmp_path / "scheduler.py"
    script.write_text(SCHEDULER)
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().strip()
    os.kill(process.pid, signal.SIGSTOP)
    command = ["sweep", "eel", "--vary", "gait.amplitude=0.1,0.2", "--seconds", "0.1", "--cluster", address, "--timeout", "2"]
    try:
        began = time.monotonic()
        with pytest.raises(ClusterError, match="no Dask scheduler answers"):
            sweep(
                "eel",
                VARY,
                **SETTINGS,
                save=elver.Save(path=tmp_path / "s.zarr"),
                cluster=elver.analysis.Cluster(address, timeout=2),
            )
        assert time.monotonic() - began < 2 + MORE
        ended = subprocess.run(
            [sys.executable, "-m", "elver", *command, "--out", "t.zarr"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )
    finally:
        process.kill()
        process.wait()
    assert ended.returncode == 2
    assert ended.stderr.startswith("elver: no Dask scheduler answers")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["ucx://127.0.0.1:8786", "inproc://x", "", "host", "tcp://host", "/", "x" * 300])
def test_what_is_no_address_is_refused(tmp_path, address):
    with pytest.raises(elver.InputError, match="no address of a Dask scheduler"):
        sweep("eel", VARY, **SETTINGS, save=elver.Save(path=tmp_path / "s.zarr"), cluster=elver.analysis.Cluster(address))


@pytest.mark.parametrize("address", ["tls://127.0.0.1:9", "tcp://256.0.0.1:9"])
def test_bad_addresses_are_one_message(tmp_path, address, capfd):
    with pytest.raises(ClusterError, match="no Dask scheduler answers"):
        sweep(
            "eel", VARY, **SETTINGS, save=elver.Save(path=tmp_path / "s.zarr"), cluster=elver.analysis.Cluster(address, timeout=1)
        )
    assert capfd.readouterr() == ("", "")
