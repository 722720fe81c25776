"""Residuals of recordings: every derivative against central differences of the same residuals; runs against ``simulate``."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from small_fits import TIMES, eel, problem

from elver._support.errors import ElverError
from elver._support.interrupts import Interrupt
from elver.analysis import Shooting, find_orbit
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.least_squares import CachedEvaluator, Misfit
from elver.analysis.fit.noise import first_levels
from elver.analysis.fit.search import BatchScreen
from elver.simulation import Save, Solver, simulate

NAMES = problem().names


@cache
def evaluator():
    found = Evaluator(problem(), threads=1)
    return found, found(problem().start)


@pytest.mark.parametrize("name", NAMES)
def test_derivatives(name):
    model, here = evaluator()
    k, theta = NAMES.index(name), here.theta
    d = 1e-4 * max(abs(theta[k]), 0.05)
    far = [model(theta + d * s * np.eye(len(theta))[k]) for s in (-2, -1, 1, 2)]
    for i, block in enumerate(here.blocks):
        a, b, c, e = (one.blocks[i].predicted for one in far)
        wanted = (a - 8 * b + 8 * c - e) / (12 * d)
        assert block.slopes[:, k] == pytest.approx(wanted, rel=1e-6, abs=1e-6 * max(np.abs(block.slopes).max(), 1e-3))


def test_path_equals_simulation():
    # a run by another route: the camera and the clock applied by hand
    model = evaluator()[0]
    run = simulate(
        eel(),
        2.0,
        solver=Solver(dt=0.001, method="rk4"),
        save=Save(every=0.011),
        progress=False,
        parameters={"water.friction": 0.02},
    )
    assert run.status == "finished"
    plain = problem()
    theta = plain.start.copy()
    theta[[NAMES.index(f"camera.{n}@rest") for n in ("x", "yaw")]] = 0.0
    theta[NAMES.index("camera.scale@rest")] = 1.0
    theta[NAMES.index("base vy@rest")] = run.data.base_twist.values[0, 1]
    found = model(theta).of("rest")
    last = eel().model.robot.body_names[-1]
    courses = run.data.body_position.sel(body=last)
    for axis, block in zip("xy", found, strict=False):
        wanted = np.interp(1.1 * TIMES, run.data.time.values, courses.sel(axis=axis).values)
        assert block.predicted == pytest.approx(wanted, abs=3e-5)  # straight lines between samples


def test_metrics_of_the_orbit():
    here = evaluator()[1]
    orbit = find_orbit(eel(), shooting=Shooting(steps=256), parameters=dict(zip(NAMES[:3], here.theta[:3].tolist(), strict=True)))
    speed = here.of("steady")[0].predicted[0]
    assert speed == pytest.approx((orbit.states[-1, 0] - orbit.states[0, 0]) / orbit.period, rel=1e-3)
    assert here.metrics["steady"]["period"] == pytest.approx(2.0)
    sway, size = here.of("steady")[1].predicted[0], here.of("steady")[3].predicted[0]
    assert sway == pytest.approx(size, rel=0.05)
    parts = here.of("steady")[2].predicted
    assert np.hypot(*parts) == pytest.approx(size, rel=1e-9)


def test_warm_orbits_need_few_iterations():
    model, here = evaluator()
    before = model.orbits["steady"].iterations
    model(here.theta * 1.001, recordings=["steady"])
    assert model.orbits["steady"].iterations - before <= 3


def test_a_run_that_fails_is_told():
    model, here = evaluator()
    theta = here.theta.copy()
    theta[NAMES.index("base vy@rest")] = 1e9
    found = model(theta, recordings=["rest"])
    assert "rest" in found.failed
    assert not found.blocks


def test_the_ledger_of_the_runs_closes():
    model, here = evaluator()
    found = model.closures(here.theta)
    assert set(found) == {"rest", "steady"}
    assert max(found.values()) < 1e-5


def test_starts_are_screened_by_batches():
    """Costs of runs side by side are those of single runs, clocks, cameras and states of their own included."""
    fit = problem()
    evaluate, rng = Evaluator(fit, 1), np.random.default_rng(2)
    levels = first_levels(c for r in fit.recordings for c in r.channels)
    misfit = Misfit(CachedEvaluator(fit, evaluate), levels, ["rest"], range(len(fit.unknowns)), fit.start)
    thetas = [fit.start * (1 + 0.2 * rng.uniform(-1, 1, len(fit.start))) for _ in range(5)]
    single = [misfit.at(misfit.scales.search(theta), slopes=False).cost for theta in thetas]
    assert BatchScreen(misfit, evaluate)(thetas) == pytest.approx(single, rel=1e-8)
    assert np.ptp(single) > 0.1


def test_metrics_of_an_orbit_know_nothing_of_the_recordings_clock():
    plain = problem()
    orbit = replace(plain.recordings[1], factor=1.1)
    model = Evaluator(replace(plain, recordings=(orbit,), unknowns=plain.unknowns[:3]), threads=1)
    for block, usual in zip(model(plain.start[:3]).blocks[:2], evaluator()[1].of("steady"), strict=False):
        assert block.predicted == pytest.approx(usual.predicted, rel=1e-6)  # another begin of the same period


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_does_not_wait_for_recordings_that_have_not_begun(monkeypatch, threads):
    seen, evaluate = [], Evaluator(problem(), threads=threads)

    def course(recording, *_):
        seen.append(recording.name)
        interrupt.note()
        raise ElverError("no run")

    monkeypatch.setattr(evaluate, "course", course)
    with Interrupt() as interrupt, pytest.raises(KeyboardInterrupt):
        evaluate(evaluate.problem.start)
    assert len(seen) <= threads
