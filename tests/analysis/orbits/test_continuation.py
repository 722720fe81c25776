"""Branches: folds against an independent solver, period doubling against Mathieu's boundary, data and messages."""

from __future__ import annotations

import math

import numpy as np
import pytest
import xarray as xr
from orbit_machines import Duffing, Push, duffing_period, shaken_pendulum, slide
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve
from tolerances import assert_close

from elver import InputError, compile_model
from elver.analysis import Continuation, OrbitProblem, Shooting, follow_orbit


@pytest.fixture(scope="module")
def duffing():
    program = compile_model(slide(Duffing()).freed("elastic.frequency"))
    return follow_orbit(
        program, "elastic.frequency", 0.9, 1.8, OrbitProblem(period=duffing_period), shooting=Shooting(transient=10)
    )


def fold_by_scipy(guess) -> np.ndarray:
    """Start and frequency of Duffing's fold: a periodic solution whose monodromy matrix has the eigenvalue 1."""
    law = Duffing()

    def rhs(t, y, w):
        x, v = y[:2]
        stiffness = 1 + 3 * law.cubic * x**2
        force = law.force * math.cos(w * t) - law.damping * v - x - law.cubic * x**3
        return [v, force, y[4], y[5], -stiffness * y[2] - law.damping * y[4], -stiffness * y[3] - law.damping * y[5]]

    def equations(z):
        start = [z[0], z[1], 1, 0, 0, 1]
        end = solve_ivp(rhs, (0, 2 * math.pi / z[2]), start, args=(z[2],), rtol=1e-11, atol=1e-13, method="DOP853").y[:, -1]
        return [end[0] - z[0], end[1] - z[1], np.linalg.det(end[2:].reshape(2, 2) - np.eye(2))]

    return fsolve(equations, guess, xtol=1e-12)


def test_folds_of_duffings_oscillator(duffing):
    folds = duffing.special("fold")
    assert len(folds) == 2
    for orbit in folds:
        w = orbit.parameters["elastic.frequency"]
        assert_close(w, fold_by_scipy([*orbit.state[:2], w])[2], 1e-8)
        assert_close(max(m.real for m in orbit.multipliers), 1.0, 1e-5)  # the square root of what locating the fold leaves
    assert folds[0].parameters["elastic.frequency"] > folds[1].parameters["elastic.frequency"] + 0.05


def test_stability_along_the_branch(duffing):
    assert duffing.status == "finished"
    at = [k for k, name in enumerate(duffing.labels) if name == "fold"]
    words = [o.stability for o in duffing.orbits]
    assert set(words[: at[0]]) == {"stable"}
    assert set(words[at[0] + 1 : at[1]]) == {"unstable"}
    assert set(words[at[1] + 1 :]) == {"stable"}
    assert all(o.residual < 1e-9 for o in duffing.orbits)
    assert_close(duffing.values[[0, -1]], [0.9, 1.8], 1e-12)


def test_amplitude_at_resonance_against_averaging(duffing):
    """Averaging: on the backbone w^2 = 1 + 3/4 a^2 the amplitude is force / (damping w). The third harmonic is what it misses."""
    amplitude = duffing.data.amplitude.sel(state_name="angle of slide").values
    top = int(np.argmax(amplitude))
    w = float(duffing.values[top])
    assert_close(amplitude[top], 0.3 / (0.2 * w), 0.05)
    assert_close(w**2, 1 + 0.75 * amplitude[top] ** 2, 0.05)


@pytest.mark.parametrize("damping", [0.1, 0.0])
def test_period_doubling_of_the_shaken_pendulum(damping):
    """The hanging pendulum begins to swing where a multiplier passes -1: the monodromy matrix M of the linear equation has it."""
    w = 1.9 * math.sqrt(9.81)
    model = shaken_pendulum(0.01, w, damping).freed("gait.amplitude")
    branch = follow_orbit(model, "gait.amplitude", 0.01, 0.2)
    (orbit,) = branch.special("period doubling")

    def smallest(A):
        def rhs(t, y):
            return [y[1], -(9.81 - A * w * w * math.cos(w * t)) * y[0] - damping * y[1]]

        period = (0, 2 * math.pi / w)
        M = np.array([solve_ivp(rhs, period, e, rtol=1e-11, atol=1e-13).y[:, -1] for e in np.eye(2)]).T
        return np.linalg.det(M + np.eye(2))

    assert abs(smallest(orbit.parameters["gait.amplitude"])) < (1e-7 if damping else 0.5)  # without damping: marked, not located
    assert branch.orbits[0].stability == ("stable" if damping else "neutral")
    assert branch.orbits[-1].stability == "unstable"


def test_data_and_file(duffing, tmp_path):
    data = xr.load_dataset(duffing.save(tmp_path / "branch.nc"), engine="h5netcdf")
    assert data.sizes["point"] == len(duffing.orbits)
    assert list(data.label.values).count("fold") == 2
    assert_close(data.floquet_max.values, [o.floquet_max for o in duffing.orbits], 0)


def test_no_first_orbit_and_wrong_requests():
    branch = follow_orbit(slide(Push()).freed("elastic.force"), "elastic.force", 1.0, 2.0, OrbitProblem(period=1.0))
    assert branch.status == "not started"
    assert "no orbit found" in branch.detail
    with pytest.raises(InputError, match="has no orbit"):
        branch.data
    model = slide(Duffing()).freed("elastic.frequency")
    with pytest.raises(InputError, match="no range"):
        follow_orbit(model, "elastic.frequency", 1.0, 1.0, OrbitProblem(period=duffing_period))
    with pytest.raises(InputError, match=r"Did you mean '(elastic\.)?frequency'"):
        follow_orbit(model, "elastic.freqency", 1.0, 2.0, OrbitProblem(period=duffing_period))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"max_points": 0}, "max_points = 0 is not allowed"),
        ({"max_points": 2.5}, "whole number"),
        ({"step": 0}, "step = 0 is not allowed"),
        ({"step": -0.1}, "greater than 0"),
        ({"max_step": 0.0}, "max_step = 0.0 is not allowed"),
        ({"max_step": "far"}, "max_step = 'far' is not allowed"),
    ],
)
def test_wrong_steps(asked, message):
    with pytest.raises(InputError, match=message):
        Continuation(**asked)


def test_no_step_is_longer_than_the_longest():
    model = slide(Duffing()).freed("elastic.frequency")
    branch = follow_orbit(
        model,
        "elastic.frequency",
        0.9,
        1.0,
        OrbitProblem(period=duffing_period),
        continuation=Continuation(step=0.5, max_step=0.1, max_points=1),
    )
    assert branch.status == "stopped"
    assert len(branch.orbits) == 2
    assert 0 < branch.values[1] - 0.9 <= 0.1 * 0.1  # of the range


def test_pictures(duffing, tmp_path):
    from looked_at import without_units

    from elver.viz import orbit_figures

    drawn = orbit_figures(duffing, tmp_path, formats=("png",))
    assert set(drawn) == {"branch", "branch_multipliers"}
    assert set(orbit_figures(duffing.orbits[0], tmp_path, formats=("png",))) == {"convergence", "multipliers", "cycle"}
    told = orbit_figures(duffing, units={"elastic.frequency": "rad/s"})
    for picture in (*drawn.values(), *told.values(), *orbit_figures(duffing.orbits[0]).values()):
        assert [label for label in without_units(picture) if label != "elastic.frequency"] == []
    assert told["branch"].axes[-1].get_xlabel() == told["branch_multipliers"].axes[1].get_xlabel() == "elastic.frequency [rad/s]"
    turned = orbit_figures(duffing, units={"elastic.frequency": "deg/s"})["branch"].axes[-1]
    assert turned.get_xlabel() == "elastic.frequency [deg/s]"
    shown = max(float(line.get_xdata().max()) for line in turned.lines)
    assert shown == pytest.approx(np.degrees(max(duffing.values)))
    assert {p.name for p in tmp_path.iterdir()} == {f"{n}.png" for n in (*drawn, "convergence", "multipliers", "cycle")}
    with pytest.raises(InputError, match="takes an Orbit or a Branch"):
        orbit_figures(3)
