"""One way to finish a run: alone, side by side with others, in a sweep."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

import elver
from elver.analysis import sweep
from elver.simulation.batches.machines import side_by_side
from elver.simulation.finish import finish_run
from elver.simulation.plan import make_plan

VOLATILE = ("scenario", "wall_time", "realtime_factor", "discretisation_error", "discretisation", "warnings", "doubts")


def test_side_by_side_and_alone_are_the_same_run():
    program = elver.compile_model(elver.scenario("eel").build({"body.joints": 2}, free=["gait.amplitude"]))
    plan = make_plan(0.325, 1e-3, "rk4", 0.01)
    p = np.array([[0.05], [0.08], [0.02]])
    for own, trajectory in zip(p, side_by_side(program, plan, p, threads=2), strict=True):
        run = finish_run(program, own, trajectory, asdict(plan))
        alone = elver.simulate(
            program,
            plan.duration,
            solver=elver.Solver("rk4", plan.dt),
            save=elver.Save(plan.output),
            parameters={"gait.amplitude": float(own[0])},
        )
        assert run.data.sizes == alone.data.sizes
        np.testing.assert_allclose(run.data.state, alone.data.state, rtol=1e-11, atol=1e-13)
        assert set(run.data.variables) == set(alone.data.variables)
        assert set(run.data.attrs) == set(alone.data.attrs) - {"discretisation"}  # nobody has looked at its steps
        assert list(run.summary) == list(alone.summary)


def test_the_metrics_of_a_sweep_are_those_of_single_runs():
    data = sweep(
        "eel", {"gait.amplitude": [0.05, 0.08]}, parameters={"body.joints": 2}, duration=0.2, solver=elver.Solver(dt=1e-3)
    )
    for k, amplitude in enumerate((0.05, 0.08)):
        run = elver.simulate(
            elver.scenario("eel").build({"body.joints": 2, "gait.amplitude": amplitude}), 0.2, solver=elver.Solver(dt=1e-3)
        )
        for name in ("mean_speed", "path_length", "cost_of_transport", "ledger_closure"):
            np.testing.assert_allclose(data[name].values[k], run.summary[name], rtol=1e-6, atol=1e-9)
        assert set(run.summary) - set(data.data_vars) == set(VOLATILE) - {"discretisation_error"}
