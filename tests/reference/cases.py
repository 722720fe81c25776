"""Runs whose numbers must not move when the code is rebuilt: every scenario, its variants, and what is made of runs."""

from __future__ import annotations

import numpy as np

import elver

NOT_COMPARED = ("wall_time", "realtime_factor")  # what a clock says
RUNS = {
    "eel": ("eel", {}, 2.0),
    "eel kirchhoff in a current": ("eel", {"water.law": "kirchhoff", "water.current": (0.1, 0.05, 0.0)}, 1.0),
    "eel by torques": ("eel", {"drive": "torque"}, 0.5),
    "eel by PD": ("eel", {"drive": "pd"}, 0.5),
    "eel-loop": ("eel-loop", {}, 2.0),
    "swimmer": ("swimmer", {}, 5.0),
    "swimmer case 2": ("swimmer", {"case": 2, "gait": "eel"}, 5.0),
    "swimmer case 3": ("swimmer", {"case": 3, "control": "computed"}, 5.0),
    "swimmer strips": ("swimmer", {"water.model": "strip"}, 3.0),
    "swimmer steered": ("swimmer", {"steer": "line", "start.position": (0.0, 0.3)}, 5.0),
    "swimmer with lag": ("swimmer", {"control.lag": 0.05, "control.limit": 3.0}, 3.0),
    "crawler": ("crawler", {}, 5.0),
    "snake-amphibious": ("snake-amphibious", {"start.position": (1.6, 0.0)}, 5.0),
    "aiko-flat": ("aiko-flat", {}, 1.0),
    "aiko-flat orthotropic": ("aiko-flat", {"friction": "0.1,0.3"}, 0.5),
    "aiko-obstacles": ("aiko-obstacles", {}, 1.0),
    "aiko-small-obstacles": ("aiko-small-obstacles", {}, 1.0),
    "aiko-track": ("aiko-track", {}, 1.0),
    "aiko-pegs": ("aiko-pegs", {}, 1.0),
    "gray": ("gray", {}, 1.0),
    "moth": ("moth", {}, 0.08),
    "moth-tethered": ("moth-tethered", {}, 0.08),
    "scull-40": ("scull-40", {}, 60 / 27),
    "scull-50 from rest": ("scull-50", {"start": "rest"}, 60 / 27),
}


def run_case(name: str) -> dict:
    """Summary and final state of one of the runs."""
    scenario, changes, duration = RUNS[name]
    chosen = elver.scenario(scenario)
    model = chosen.prepared(changes, duration=duration)
    run = elver.simulate(model, duration, solver=elver.Solver(dt=chosen.dt), progress=False)
    state = run.data.state.isel(time=-1)
    summary = {k: v for k, v in run.summary.items() if k not in NOT_COMPARED}
    return {"summary": summary, "state": dict(zip(state.state_name.values.tolist(), state.values.tolist(), strict=True))}


def batch() -> dict:
    """Five eels side by side."""
    model = elver.scenario("eel").build(free=["gait.amplitude"])
    data = elver.simulate_batch(
        model, 0.5, solver=elver.Solver(dt=1e-3), parameters={"gait.amplitude": np.linspace(0.02, 0.1, 5)}, progress=False
    )
    names = ("final_state", "mean_speed", "path_length", "peak_torque", "ledger", "ledger_closure")
    return {name: data[name].values.ravel().tolist() for name in names}


def slopes() -> dict:
    """Gradient of the eel's speed, and sensitivities of its last state."""
    model = elver.scenario("eel").build(free=["gait.amplitude", "gait.wavelength", "water.friction"])
    program = elver.compile_model(model)
    found = elver.gradient(program, "mean_speed", 0.5, solver=elver.Solver(dt=1e-3))
    forward = elver.sensitivities(program, 0.2, solver=elver.Solver(dt=1e-3), free=["gait.amplitude"])
    return {"value": found.value, "gradient": found.gradient.tolist(), "sensitivities": forward.matrix.ravel().tolist()}


def orbit() -> dict:
    """Steady swimming of the eel."""
    found = elver.find_orbit(elver.scenario("eel").build())
    return {"residual": min(found.residual, 1e-9), "floquet_max": found.floquet_max, "velocity": list(found.drift.velocity)}


def sweep() -> dict:
    """A small sweep of the swimmer, over a number and a word."""
    from elver.analysis import sweep as run_sweep

    vary = {"gait.amplitude": "0.3:0.6:3", "gait": "lateral,eel"}
    data = run_sweep("swimmer", vary, duration=2.0, progress=False)
    return {name: data[name].values.ravel().tolist() for name in ("mean_speed", "mean_forward_speed", "final_heading", "work")}


OTHERS = {"batch": batch, "slopes": slopes, "orbit": orbit, "sweep": sweep}
