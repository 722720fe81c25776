"""What the system leaves of memory, and the refusal of recordings that do not fit."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import elver
import elver._support.resources as memory
from elver import InputError
from elver.model import compile_model
from elver.simulation import simulate
from elver.simulation.derivatives.forward import sensitivities
from elver.simulation.plan import make_plan
from elver.simulation.recording import recorded_shapes, sample_bytes


@pytest.fixture(scope="module")
def snake():
    """Three links, soft enough for RK4."""
    changes = {"links": 3, "control.kp": 0.5, "control.kd": 0.05}
    return compile_model(elver.scenario("crawler").build(changes, free=["gait.amplitude"]))


@pytest.fixture
def little(monkeypatch):
    """A machine with 2 MB left."""
    monkeypatch.setattr(memory, "SMALL", 0.0)
    monkeypatch.setattr(memory, "system_left", lambda: 2e6)


def test_the_room_is_a_share_of_the_smallest_limit(monkeypatch):
    for name, left in (("system_left", 3e9), ("group_left", 2e9), ("_limit_left", None)):
        monkeypatch.setattr(memory, name, lambda left=left: left)
    assert memory.memory_room() == memory.SHARE * 2e9
    monkeypatch.setattr(memory, "group_left", lambda: -5.0)
    assert memory.memory_room() == 0.0
    for name in ("system_left", "group_left"):
        monkeypatch.setattr(memory, name, lambda: None)
    assert memory.memory_room() == memory.SHARE * memory.UNKNOWN


def test_a_control_group_above_this_one_counts(monkeypatch, tmp_path):
    own = tmp_path / "user" / "job"
    own.mkdir(parents=True)
    (own / "memory.max").write_text("max\n")
    (own / "memory.current").write_text("5\n")
    (own.parent / "memory.max").write_text("1000\n")
    (own.parent / "memory.current").write_text("700\n")
    (own.parent / "memory.stat").write_text("anon 600\ninactive_file 100\n")
    monkeypatch.setattr(memory, "GROUPS", tmp_path)
    lines = memory.lines_of
    monkeypatch.setattr(memory, "lines_of", lambda p: ["0::/user/job"] if str(p) == "/proc/self/cgroup" else lines(p))
    assert memory.group_left() == 400.0


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
def test_the_limit_of_the_shell_counts():
    code = (
        "import resource; from elver._support.resources import _limit_left\n"
        "assert _limit_left() is None or _limit_left() > 0\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, resource.RLIM_INFINITY)); print(_limit_left())"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert 0 < float(out) < 3 * 2**30


def test_a_run_that_does_not_fit_is_refused_and_the_remedy_fits(snake, little):
    with pytest.raises(InputError, match=r"the recording would take .* GB .* Save.every \(--output\) = ") as refusal:
        simulate(snake, 60.0)
    longer = float(str(refusal.value).split("(--output) = ")[1].split()[0])
    assert simulate(snake, 60.0, save=elver.Save(every=longer)).status == "finished"


def test_what_is_counted_is_what_a_run_takes(snake):
    """No less than the data set, and no more than twice."""
    run = simulate(snake, 1.0)
    own = run.data.nbytes / run.data.sizes["time"]
    assert 0.9 * own < sample_bytes(snake) < 2 * own
    for name, shape in recorded_shapes(snake.equations).items():
        assert run.data[name].shape == (run.data.sizes["time"], *shape)


def test_contacts_are_counted_too():
    program = compile_model(elver.scenario("aiko-flat").build({"links": 3}))
    run = simulate(program, 0.5, solver=elver.Solver(dt=5e-3))
    assert 0.9 * sum(v.nbytes for v in run.data.values() if "time" in v.dims) / run.data.sizes["time"] < sample_bytes(program)


def test_blocks_do_not_change_the_record(snake, monkeypatch):
    from elver.simulation import recording

    whole = simulate(snake, 0.5)
    monkeypatch.setattr(recording, "BLOCK", 8.0 * 7 * snake.outputs.shapes_out[0][0])
    parts = simulate(snake, 0.5)
    for name in whole.data:
        assert whole.data[name].identical(parts.data[name]), name


def test_batches_sensitivities_and_gradients_are_refused_too(snake, little):
    amplitudes = {"gait.amplitude": np.linspace(0.02, 0.1, 50)}
    with pytest.raises(InputError, match="the trajectories would take"):
        elver.simulate_batch(snake, 20.0, parameters=amplitudes, save=elver.Save(fields=["body_position"]))
    with pytest.raises(InputError, match="the recording would take"):
        elver.simulate_batch(snake, 1e4, parameters=amplitudes, solver=elver.Solver(method="dopri5"))
    with pytest.raises(InputError, match="the states of all steps would take"):
        sensitivities(snake, 1000.0, free=["gait.amplitude"])
    with pytest.raises(InputError, match=r"the states of the sweep would take .* smaller budget"):
        elver.gradient(snake, "distance", 100.0)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"duration": 1e308}, "duration"),
        ({"duration": 1e-320}, "duration"),
        ({"duration": 1.0, "dt": 1e-320}, "dt"),
        ({"duration": 1.0, "dt": 1e308}, "dt"),
        ({"duration": 1.0, "output": 1e308}, "output"),
        ({"duration": 1.0, "output": 1e-320, "method": "rodas"}, "output"),
        ({"duration": 1e8, "dt": 1e-8}, "steps"),
        ({"duration": 1e8, "output": 1e-8, "method": "dopri5"}, "samples"),
    ],
)
def test_times_beyond_all_bounds_are_refused(request_, message):
    with pytest.raises(InputError, match=message):
        make_plan(**request_)
