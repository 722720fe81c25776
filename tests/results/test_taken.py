"""Names that parameters of a table may not have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import elver
from elver.analysis import sweep
from elver.results import Metric
from elver.results.metrics import metrics_of
from elver.results.samples import DIMENSIONS, refuse_shared_names

FILE = """
elver: 1
name: pair
parameters:
  {name}: {{value: 20 mm, range: [1 mm, 50 mm], meaning: radius of the front}}
machine:
  base: planar
  bodies:
    front: {{shape: {{type: rod, length: 0.3, radius: {name}}}, density: 1000}}
    rear: {{shape: {{type: rod, length: 0.3, radius: 20 mm}}, density: 1000}}
  joints:
    hinge: {{parent: front, child: rear, at: [0.3, 0, 0], axis: [0, 0, 1], mode: driven}}
drive:
  gait: {{type: serpenoid, joints: [hinge], amplitude: 20 deg, frequency: 5}}
run: {{duration: 0.1}}
"""


def test_every_dimension_of_a_run_is_known():
    for name in ("eel", "aiko-obstacles", "scull-40", "moth-tethered"):
        scenario = elver.scenario(name)
        changes = {"start": "rest"} if "start" in scenario.names else {}
        recorded = elver.compile_model(scenario.build(changes)).equations.recorded
        assert set(recorded.labels) <= DIMENSIONS


def test_metrics_of_a_batch_are_those_it_has():
    model = elver.scenario("eel").build({"body.joints": 1}, free=["gait.amplitude"])
    data = elver.simulate_batch(model, 0.05, parameters={"gait.amplitude": [0.05, 0.06]})
    summed = {m.name for m in metrics_of(model) if m.batch is not None}
    assert set(map(str, data.data_vars)) == summed | {"status", "status_detail", "end_time", "final_state"}


def test_a_metric_of_ones_own_is_one_row_for_batches_too():
    own = Metric(
        "hardest",
        "N m",
        "largest torque of any joint",
        lambda data: float(np.abs(data.joint_torque.values).max()),
        plain=True,
        batch=lambda sums: sums.torques.max(axis=0),
    )
    model = elver.scenario("eel").build({"body.joints": 2}, free=["gait.amplitude"])
    model = replace(model, metrics=(*model.metrics, own))
    data = elver.simulate_batch(model, 0.2, parameters={"gait.amplitude": [0.05, 0.06]})
    assert data.hardest.attrs == {"units": "N m", "long_name": "largest torque of any joint"}
    single = elver.simulate(model, 0.2, parameters={"gait.amplitude": 0.06})
    assert float(data.hardest[1]) == pytest.approx(single.summary["hardest"], rel=1e-9)
    assert float(data.hardest[0]) < 0.95 * float(data.hardest[1])


def test_a_shared_name_is_refused_before_anything_runs():
    refuse_shared_names(["gait.amplitude", "thickness"], {"mass"}, "a table")
    for name in ("mass", "joint"):
        with pytest.raises(elver.InputError, match=f"parameter '{name}' has the name of something else that a table holds"):
            refuse_shared_names([name], {"mass"}, "a table")


@pytest.mark.parametrize("name", ["mass", "joint", "status"])
def test_sweeps_refuse_it(tmp_path, name):
    file = tmp_path / "pair.yaml"
    file.write_text(FILE.format(name=name))
    with pytest.raises(elver.InputError, match=f"parameter '{name}' has the name"):
        sweep(str(file), {name: [0.01, 0.02]}, duration=0.1)


def test_another_name_is_swept(tmp_path):
    file = tmp_path / "pair.yaml"
    file.write_text(FILE.format(name="thickness"))
    data = sweep(str(file), {"thickness": [0.01, 0.02]}, duration=0.1)
    assert (data.status == "finished").all()
    assert float(data.mass[1]) > float(data.mass[0])
