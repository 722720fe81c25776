"""The error of a run by its steps, from the run or stretches of it again, against the error that it has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from odd_machines import chain, waving

import elver
from elver import Body, InitialState, Joint, Model, Robot, compile_model, scenario, simulate
from elver.contact import ContactSettings
from elver.drive import PD, JointAction
from elver.results.checks.steps import compared_states, scale
from elver.simulation import step_error
from elver.simulation.integrate import integrate
from elver.simulation.plan import make_plan
from elver.simulation.step_error import FINE_PATH, coarser, fine_settings, finer, finer_work, how_fine


@pytest.fixture(scope="module")
def driven():
    return compile_model(waving(chain(3, mode="torque"), control=PD(2.0, 0.2)))


def error_of(program, run, exact: np.ndarray) -> float:
    """The largest error of the samples over the ranges, of the kinds that are judged."""
    layout, states = program.equations.layout, run.data.state.values
    kinds = compared_states(layout).items()
    return max(np.abs(states[:, own] - exact[:, own]).max() / scale(exact[:, layout.slices[k]]) for k, own in kinds)


@pytest.mark.filterwarnings("ignore:dt = 0.008 s is too long")
@pytest.mark.parametrize(("method", "dt"), [("semi-implicit", 0.0002), ("heun", 0.004), ("rk4", 0.008), ("adams", 0.008)])
def test_the_estimate_of_a_whole_run_is_the_error(driven, method, dt):
    exact = simulate(
        driven, 4.0, solver=elver.Solver(method="dopri5", rtol=1e-12, atol=1e-13), save=elver.Save(every=0.04)
    ).data.state.values
    run = simulate(driven, 4.0, solver=elver.Solver(dt=dt, method=method), save=elver.Save(every=0.04))
    assert run.summary["discretisation"]["by"] == "the whole run again with half the step"
    assert run.summary["discretisation_error"] == pytest.approx(error_of(driven, run, exact), rel=0.1)


@pytest.fixture(scope="module")
def eel():
    """An eel that leaves the plane it swims in, slowly: errors grow."""
    program = compile_model(scenario("eel").build({"body.joints": 2}))
    how = {"solver": elver.Solver(method="dopri5", rtol=1e-12, atol=1e-13, check_step=False), "save": elver.Save(every=0.04)}
    return program, simulate(program, 40.0, **how).data.state.values


@pytest.mark.parametrize(
    ("how", "words", "factor"),
    [
        ({"solver": elver.Solver(dt=0.005, method="heun")}, "half the step, and all of it with 8 times the step", 1.2),
        (
            {"solver": elver.Solver(dt=0.02, method="rk4")},
            "half the step, and all of it with 2 times the step",
            1.2,
        ),  # 8 times leave the plane
        ({"solver": elver.Solver(method="dopri5", rtol=1e-6, atol=1e-8)}, "all of it with 10 times the tolerances", 10.0),
    ],
    ids=["heun", "rk4", "dopri5"],
)
def test_the_estimate_of_a_long_run_has_the_size_of_the_error(eel, monkeypatch, how, words, factor):
    """Here of one that is taken to be long: by stretches, and a coarse run that tells how errors grow."""
    monkeypatch.setattr(step_error, "MOST_WORK", 0.0)
    program, exact = eel
    run = simulate(program, 40.0, save=elver.Save(every=0.04), **how)
    assert words in run.summary["discretisation"]["by"]
    error = error_of(program, run, exact)
    assert error / factor < run.summary["discretisation_error"] < factor * error


def test_a_long_run_is_not_run_again_as_a_whole(driven):
    plan = make_plan(1.0, 0.01, "rk4", 0.01)
    ended = integrate(driven, plan, driven.parameter_vector(), False)
    work = finer_work(driven, plan, ended)
    assert work == 2 * 100 * 4 * driven.rhs.instructions
    assert finer_work(driven, plan, replace(ended, steps=10**7)) > step_error.MOST_WORK > work


@dataclass(frozen=True)
class Linear:
    """A torque in proportion to the angle: a spring, or what drives away from the middle."""

    factor: float

    def act(self, joint, now, state):
        return JointAction(self.factor * state.angle)


@cache
def on_a_hinge(factor: float):
    """Half a kg m2 on a hinge, let go at 0.1 rad."""
    bodies = [Body("ground", 0.0, (0, 0, 0), np.zeros((3, 3))), Body("wheel", 2.0, (0, 0, 0), 0.5 * np.eye(3))]
    robot = Robot("hinge", bodies, [Joint("hinge", "ground", "wheel", mode="torque")], base="fixed")
    return compile_model(Model("hinge", robot, control=Linear(factor), start=InitialState(angles={"hinge": 0.1})))


@pytest.mark.parametrize(("factor", "exact"), [(-2.0, np.cos), (2.0, np.cosh)], ids=["swings", "falls"])
@pytest.mark.parametrize(("method", "dt"), [("semi-implicit", 0.001), ("heun", 0.01), ("rk4", 0.02), ("adams", 0.02)])
@pytest.mark.parametrize("most", [step_error.MOST_WORK, 0.0], ids=["whole", "long"])
def test_the_error_of_a_motion_in_closed_form(monkeypatch, factor, exact, method, dt, most):
    """0.1 cos(2 t), or 0.1 cosh(2 t), whose errors grow a million times: where the middle drives it away."""
    monkeypatch.setattr(step_error, "MOST_WORK", most)
    program = on_a_hinge(factor)
    run = simulate(program, 8.0, solver=elver.Solver(dt=dt, method=method), save=elver.Save(every=0.08))
    angle = 0.1 * exact(2 * run.data.time.values)
    truth, layout = {"angles": angle, "works": factor / 2 * (angle**2 - 0.01)}, program.equations.layout
    states, places = run.data.state.values, compared_states(layout)
    errors = {
        k: np.abs(states[:, places[k]].ravel() - own).max() / scale(states[:, layout.slices[k]]) for k, own in truth.items()
    }
    error = max(errors.values())
    factor = 1.3 if most else 3.0  # stretches of adams begin with other steps
    assert error / factor < run.summary["discretisation_error"] < factor * error


def test_adaptive_runs_are_compared_with_tighter_tolerances(driven):
    loose, tight = (
        simulate(driven, 2.0, solver=elver.Solver(method="dopri5", rtol=r, atol=r), save=elver.Save(every=0.02)).summary
        for r in (1e-4, 1e-8)
    )
    assert "hundredth of the tolerances" in loose["discretisation"]["by"]
    assert 1e-6 < loose["discretisation_error"] < 1e-2
    assert tight["discretisation_error"] < loose["discretisation_error"] / 100


CHAOTIC = {
    "rk4": {"solver": elver.Solver(method="rk4", dt=0.002)},
    "rodas": {"solver": elver.Solver(method="rodas", rtol=1e-3, atol=1e-5)},
}


@pytest.mark.parametrize("how", CHAOTIC.values(), ids=CHAOTIC)
@pytest.mark.parametrize("links", [4, 6])
def test_chaos_is_not_trusted(how, links):
    """Actuators that lag and switch at their limit swim chaotically: 2 to 3 % off, at whatever step.

    Stretches said 0.08 to 0.5 %. A finer run is as far off as the run itself, and their difference alone can be too small.
    """
    program = compile_model(scenario("swimmer").build({"links": links, "control.limit": 5.0, "control.lag": 0.16}))
    found = simulate(program, 8.0, save=elver.Save(every=0.1), **how).summary
    assert 0.02 < found["discretisation_error"] < 0.2
    assert any("its steps leave" in doubt for doubt in found["doubts"])
    assert "errors hardly shrink with the steps" in found["discretisation"]["by"]


def test_a_finer_run_that_breaks_off_is_a_doubt(driven, monkeypatch):
    ended = integrate(driven, make_plan(0.4, 0.004, "rk4", 0.04), driven.parameter_vector(), False)
    monkeypatch.setattr(step_error, "integrate", lambda *given, **how: replace(ended, status="diverged"))
    found = simulate(driven, 0.4, solver=elver.Solver(dt=0.004, method="rk4"), save=elver.Save(every=0.04)).summary
    assert found["discretisation_error"] is None
    assert "with finer steps it breaks off (diverged)" in found["doubts"]


def test_a_snake_that_steps_too_long_is_told_although_its_ledger_closes():
    """Steps of 0.05 s leave a quarter of the speed, and a ledger that closes to 4e-4."""
    program = compile_model(scenario("aiko-flat").build())
    coarse = simulate(program, 10.0, solver=elver.Solver(dt=0.05)).summary
    assert coarse["ledger_closure"] < 1e-3
    assert coarse["trusted"] is False
    assert coarse["discretisation_error"] > 0.1
    assert [w["check"] for w in coarse["warnings"]] == ["discretisation", "hovering"]  # it hardly goes on
    fine = simulate(program, 2.0, solver=elver.Solver(dt=0.0005)).summary
    assert fine["discretisation_error"] < 0.02
    assert fine["warnings"] == []


@pytest.mark.filterwarnings("ignore:dt = 0.05 s is too long")
def test_what_cannot_be_judged_has_no_number(driven, tmp_path):
    assert simulate(driven, 1.0, solver=elver.Solver(dt=0.01, check_step=False)).summary["discretisation_error"] is None
    written = simulate(driven, 1.0, solver=elver.Solver(dt=0.01, check_step=False), save=elver.Save(path=tmp_path / "run.nc"))
    assert written.summary["discretisation_error"] is None
    broken = simulate(replace(driven.model, control=PD(1e6, 0.0)), 1.0, solver=elver.Solver(dt=0.05, method="rk4"))
    assert broken.status == "diverged"
    assert broken.summary["discretisation_error"] is None


def test_other_plans():
    plan = make_plan(1.0, 0.01, "rk4", 0.01)
    assert finer(plan).dt == 0.005
    (twice,) = coarser(plan)
    assert (twice.dt, twice.output) == (0.02, 0.02)
    assert coarser(make_plan(0.05, 0.01, "rk4")) == []
    loose = make_plan(1.0, 0.01, "rodas", 0.01, 1e-6, 1e-8)
    assert coarser(loose) == []
    assert (finer(loose).rtol, finer(loose).atol) == (1e-8, 1e-10)


def test_contact_is_checked_by_steps_that_locate_events():
    """A tenth of an accuracy that was asked for; else a part of the path, or of the machine where that hardly moves."""
    path, floors = np.array([[0.0, 0, 0], [2.0, 0, 0]]), {"position": 1e-3}
    assert fine_settings(ContactSettings(accuracy=1e-4), floors, path).accuracy == pytest.approx(1e-5)
    for settings in (ContactSettings(), ContactSettings(accuracy=np.inf), ContactSettings(solver="prox", formulation="maximal")):
        assert fine_settings(settings, floors, path).accuracy == pytest.approx(FINE_PATH * 2.0)
        assert fine_settings(settings, floors, 0 * path).accuracy == pytest.approx(FINE_PATH * 1e-3)
        assert (fine_settings(settings, floors, path).solver, fine_settings(settings, floors, path).iterations) == ("auto", 1000)
    assert "locate every contact" in how_fine(make_plan(1.0, 0.01, "moreau", 0.01), ContactSettings(accuracy=1e-5))


def test_velocities_that_jump_at_impacts_are_not_judged():
    """A snake that pushes against pegs: its metrics change by 0.1 % with half the step, its joint rates at one instant by 7 %."""
    chosen = scenario("aiko-obstacles")
    program = compile_model(chosen.build())
    run, fine = (
        simulate(program, 5.0, solver=elver.Solver(dt=h, check_step=h == chosen.dt and None), save=elver.Save(every=0.01))
        for h in (chosen.dt, chosen.dt / 2)
    )
    assert run.summary["discretisation_error"] < 0.005
    assert run.summary["trusted"]
    for key in ("mean_speed", "path_length", "work"):
        assert run.summary[key] == pytest.approx(fine.summary[key], rel=1e-3)
    assert not {"twist", "rates", "memory"} & compared_states(program.equations.layout).keys()


@pytest.mark.parametrize("duration", [0.0045, 0.012, 0.0195])
@pytest.mark.parametrize("check", [None, True], ids=["estimated", "checked"])
def test_what_comes_after_the_last_whole_sample_of_a_run_with_contact_is_compared_too(duration, check):
    """Samples every 0.01 s: of a run that ends between two of them, nothing or half was looked at, and the error was 0."""
    model = elver.scenario("aiko-obstacles").build()
    run = elver.simulate(
        model, duration, solver=elver.Solver(dt=5e-4, check_step=check), save=elver.Save(every=0.01), progress=False
    )
    assert run.data.time.values[-1] == pytest.approx(duration)
    assert 1e-4 < run.summary["discretisation_error"] < 0.2
    if check:
        assert run.summary["discretisation"]["measures"]["duration"] < 1e-9
