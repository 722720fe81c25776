"""A run and its continuation are one run: the numbers, the ledger and the metrics of one long run."""

from __future__ import annotations

import json

import numpy as np
import pytest
from odd_machines import chain, waving

from elver import InputError, Run, compile_model, scenario, simulate
from elver.results.join import joined
from elver.simulation import Solver

TIMES = ("wall_time", "realtime_factor", "discretisation_error", "discretisation")  # of parts, or of the whole


@pytest.mark.parametrize(("name", "changes", "exact"), [("eel", {"body.joints": 2}, True), ("gray", {}, False)])
def test_two_parts_are_the_whole(name, changes, exact):
    own = scenario(name)
    model = own.prepared(changes)
    program, end = compile_model(model), 400 * own.dt
    first = simulate(program, end / 2, solver=Solver(dt=own.dt), progress=False)
    rest = simulate(program, end / 2, solver=Solver(dt=own.dt), resume=first, progress=False)
    whole = simulate(program, end, solver=Solver(dt=own.dt), progress=False)
    both = Run(joined(first.data, rest.data, model))
    assert both.data.sizes == whole.data.sizes
    assert set(both.data.variables) == set(whole.data.variables)
    for key, value in whole.data.variables.items():
        assert both.data[key].attrs == value.attrs
        if value.dtype.kind == "f" and (exact or key in ("base_position", "joint_position", "work", "ledger_error", "time")):
            np.testing.assert_allclose(both.data[key], value, rtol=0, atol=0 if exact else 1e-9, err_msg=str(key))
    metrics = {k: v for k, v in both.summary.items() if k not in TIMES}
    if exact:
        assert metrics == {k: v for k, v in whole.summary.items() if k not in TIMES}
    assert metrics["duration"] == pytest.approx(end)
    assert both.data.attrs["steps"] == whole.data.attrs["steps"]
    assert both.summary["trusted"]
    parts = [part.summary["discretisation_error"] for part in (first, rest)]
    assert both.summary["discretisation_error"] == max(parts)


def test_warnings_of_both_parts_are_those_of_the_whole():
    model = scenario("eel").build({"body.joints": 2})
    first = simulate(model, 0.1, progress=False)
    rest = simulate(model, 0.1, resume=first, progress=False)
    marked = [
        part.data.assign_attrs(warnings=json.dumps([{"check": name, "where": "tail", "text": name, "remedy": "none"}]))
        for part, name in ((first, "one"), (rest, "two"))
    ]
    assert [w["check"] for w in Run(joined(*marked, model)).summary["warnings"]] == ["one", "two"]


def test_a_gap_between_the_parts_is_refused():
    model = scenario("eel").build({"body.joints": 2})
    first = simulate(model, 0.1, progress=False)
    with pytest.raises(InputError, match=r"the second run begins at 0 s, the first one ends at 0\.1 s"):
        joined(first.data, first.data, model)


@pytest.fixture(scope="module")
def parts():
    """Two parts of 0.1 s each, and their model."""
    model = scenario("eel").build({"body.joints": 2})
    first = simulate(model, 0.1, progress=False)
    return first.data, simulate(model, 0.1, resume=first, progress=False).data, model


def test_a_run_that_is_stopped_again_keeps_its_goal(parts):
    first, second, model = parts
    stopped = second.isel(time=slice(0, 6)).assign_attrs(status="interrupted")
    both = joined(first, stopped, model)
    assert float(both.time[-1]) == pytest.approx(0.15)
    assert json.loads(both.attrs["settings"])["duration"] == 0.2


def test_steps_of_every_kind_are_added(parts):
    first, second, model = parts
    counts = [{"refused_steps": 3, "corrected_steps": 5}, {"refused_steps": 4, "corrected_steps": 0}]
    both = joined(*(part.assign_attrs(own) for part, own in zip((first, second), counts, strict=True)), model)
    assert (both.attrs["steps"], both.attrs["refused_steps"], both.attrs["corrected_steps"]) == (200, 7, 5)


def test_parts_that_hold_other_quantities_are_refused(parts):
    first, second, model = parts
    with pytest.raises(InputError, match="the run to go on with holds 'joint_power', what is to follow does not"):
        joined(first, second.drop_vars("joint_power"), model)
    with pytest.raises(InputError, match="the run to go on with does not hold 'joint_power', what is to follow does"):
        joined(first.drop_vars("joint_power"), second, model)


def test_what_is_known_at_the_end_is_that_of_the_second_part(parts):
    first, second, model = parts
    ends = [part.assign(pending_time=("pending", times)) for part, times in ((first, [0.1, 0.2]), (second, [0.3]))]
    assert joined(*ends, model).pending_time.values.tolist() == [0.3]


def test_warnings_of_both_parts_are_kept():
    model = waving(chain(3, limit=0.01))
    first = simulate(model, 1.0, solver=Solver(dt=0.01), progress=False)
    rest = simulate(model, 1.0, solver=Solver(dt=0.01), resume=first, progress=False)
    both, whole = Run(joined(first.data, rest.data, model)), simulate(model, 2.0, solver=Solver(dt=0.01), progress=False)
    assert {w["check"] for w in both.summary["warnings"]} == {w["check"] for w in whole.summary["warnings"]} == {"torque limit"}
    assert both.summary["discretisation_error"] == max(r.summary["discretisation_error"] for r in (first, rest))
