"""Published machines written as files are the machines that their packages make: the same runs, to rounding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import elver

DATA = Path(__file__).parents[3] / "examples"


def last(source, duration: float, dt: float, method: str = "rk4") -> np.ndarray:
    """Positions of all bodies at the end of a run."""
    run = elver.simulate(source, duration, solver=elver.Solver(dt=dt, method=method), progress=False)
    assert run.status == "finished"
    moved = np.abs(run.data.body_position.values[-1] - run.data.body_position.values[0]).max()
    assert moved > 1e-4
    return run.data.state.values[-1]


@pytest.mark.parametrize(
    ("file", "name", "fewer", "duration", "dt", "method", "within"),
    [
        ("eel", "eel", ("joints", "body.joints", 3), 0.5, 5e-3, "rk4", 1e-12),
        ("moth", "moth-tethered", ("sections", "wing.sections", 2), 0.02, 1e-4, "rk4", 1e-12),
        ("aiko", "aiko-obstacles", ("links", "links", 4), 0.3, 5e-4, "auto", 1e-9),  # impacts: rounding grows at contacts
    ],
)
def test_the_file_is_the_published_machine(file, name, fewer, duration, dt, method, within):
    mine, theirs, count = fewer
    found = last(elver.load(DATA / f"{file}.yaml").build({mine: count}), duration, dt, method)
    wanted = last(elver.scenario(name).build({theirs: count}), duration, dt, method)
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).max() < within * max(1.0, np.abs(wanted).max())


def test_geometry_of_a_file_is_free():
    scenario = elver.load(DATA / "eel.yaml")
    model = scenario.build({"joints": 3}, free=("link_length", "half_width", "period"))
    values = {"link_length": 0.16, "half_width": 0.06, "period": 1.6}
    free = elver.simulate(
        model, 0.2, solver=elver.Solver(dt=5e-3, method="rk4"), parameters=values, progress=False
    ).data.state.values[-1]
    folded = elver.simulate(
        scenario.build({"joints": 3, **values}), 0.2, solver=elver.Solver(dt=5e-3, method="rk4"), progress=False
    ).data.state.values[-1]
    assert np.abs(free - folded).max() < 1e-12
