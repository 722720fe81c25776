"""Parameters of machines found again from noisy recordings of plain runs; the whole study is benchmarks/fits.py."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_fits import TIMES, channel, eel, problem, tail

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.evaluation import Evaluator
from elver.simulation import Save, Solver, simulate

TRUE = {"gait.amplitude": 0.063, "gait.period": 1.9}
POSE = (0.1, 0.25)  # m, rad
SIGMA = 0.002
TRIALS = 12


def recorded():
    """The tail of the small eel as a camera sees it, by another way than the fit's own."""
    run = simulate(eel(), 1.4, solver=Solver(dt=1e-3, method="rk4"), save=Save(every=0.1), parameters=TRUE, progress=False)
    place = run.data.body_position.sel(body=eel().model.robot.body_names[-1]).values[1:, :2] - np.array([POSE[0], 0.0])
    c, s = np.cos(POSE[1]), np.sin(POSE[1])
    return place @ np.array([[c, -s], [s, c]])


def test_intervals_hold_the_truth():
    plain = problem()
    wanted = ("gait.amplitude", "gait.period", "camera.x@rest", "camera.yaw@rest")
    unknowns = tuple(u for u in plain.unknowns if u.name in wanted)
    exact, rng, held, kept = recorded(), np.random.default_rng(5), 0, None
    for _ in range(TRIALS):
        noisy = exact + SIGMA * rng.normal(size=exact.shape)
        channels = tuple(
            replace(channel(axis, tail(k), "path"), values=noisy[:, k], sigma=np.full(len(TIMES), SIGMA))
            for k, axis in enumerate("xy")
        )
        here = replace(plain, recordings=(replace(plain.recordings[0], channels=channels),), unknowns=unknowns)
        kept = Evaluator(here, 1) if kept is None else kept.beside(here)
        fit = fit_with_evaluator(here, kept, report=FitReport(profiles=0, leave_out=False))
        assert fit.converged
        held += sum(e.low <= t <= e.high for e, t in zip(fit.estimates, (*TRUE.values(), *POSE), strict=True))
    assert 40 <= held <= 48  # of 48 at 95 %: 45.6 +- 1.5


@pytest.mark.long
@pytest.mark.parametrize("key", ["eel", "swimmer", "moth", "scull", "aiko", "eel_orbit"])
def test_study(key, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "benchmarks"))
    import fits as benchmark
    from fit_problems import CASES

    case = CASES[key]
    assert benchmark.jacobian_error(case) < 1e-6
    held, cameras = benchmark.coverage(case, 8, first=1000)
    assert held.min() >= 5  # of 8: fewer once in 3000 times
    assert len(cameras) == len(case.answer) - len(held)
