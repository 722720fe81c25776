"""Floating poses and restoring matrices against closed forms and against the forces themselves."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close, assert_differs

from elver import InputError
from elver.forces.hulls import Scull, float_hull
from elver.forces.hulls.hydrostatics import turned, wetted
from elver.forces.hulls.meshes import box

RHO, G = 1000.0, 9.81


def test_box_floats_at_its_draught_with_the_closed_form_stiffness():
    L, B, mass = 2.0, 0.8, 400.0
    state = float_hull(box(L, B, 0.3, 0.3), mass, (0, 0, 0))
    draught = mass / (RHO * L * B)
    assert state.heave == pytest.approx(0.3 - draught, abs=1e-10)
    assert_close(state.restoring, RHO * G * np.diag([L * B, L * B**3 / 12, B * L**3 / 12]), 1e-9)
    height = 0.3 - draught  # centre of mass, drawn at 0, above the water
    assert state.metacentric[0] == pytest.approx(B**2 / 12 / draught - draught / 2 - height, rel=1e-9)


def test_weight_forward_trims_by_the_moment_over_the_stiffness():
    surface, mass, ahead = Scull().surface(), 101.0, 0.05
    level, trimmed = float_hull(surface, mass, (0, 0, 0)), float_hull(surface, mass, (ahead, 0, 0))
    stiffness = level.restoring[2, 2] + mass * G * level.wet.centre[2]
    assert trimmed.trim == pytest.approx(mass * G * ahead / stiffness, rel=2e-2)
    assert trimmed.trim > 5e-4  # bow down is positive: a turn about y
    assert abs(trimmed.heel) < 1e-6


def test_restoring_matrix_is_the_derivative_of_buoyancy():
    """Lift and moments of the displaced water, by finite differences in heave, heel and trim, for a hull without symmetry."""
    surface = box(2.0, 0.8, 0.3, 0.4).moved(turned(0.1, 0.15), np.array([0.2, 0.1, 0.02]))
    state = float_hull(surface, 300.0, (0.25, 0.12, 0.0))

    def force(heave, heel, trim):
        wet = wetted(state.surface.moved(turned(trim, heel), np.array([0, 0, heave])))
        lift, b = RHO * G * wet.volume, wet.centre
        return np.array([lift, b[1] * lift, -b[0] * lift])

    h = 1e-5
    columns = [(force(*(h * e)) - force(*(-h * e))) / (2 * h) for e in np.eye(3)]
    carried = state.restoring + np.diag([0, 1, 1]) * RHO * G * state.wet.volume * state.wet.centre[2]
    assert_close(-np.array(columns).T, carried, 1e-4)
    assert np.abs(state.restoring[0, 1:]).max() > 10  # coupled indeed
    assert_differs(-np.array(columns).T, state.restoring)  # without the buoyancy's own lever it does not fit


@pytest.mark.parametrize("mass", [100.0, 2.4e11])
def test_a_hull_drawn_in_millimetres_is_refused(mass):
    with pytest.raises(InputError, match=r"2000 m long .* Drawn in millimetres"):
        float_hull(box(2000.0, 600.0, 200.0, 200.0), mass, (0, 0, 0))
    with pytest.raises(InputError, match=r"floats 2\.5e-05 m deep"):
        float_hull(box(2.0, 1.0, 0.2, 0.2), 0.05, (0, 0, 0))


@pytest.mark.parametrize(
    ("mass", "centre", "message"),
    [
        (5000.0, (0, 0, 0), "does not float: it weighs 5000 kg and displaces at most 960"),
        (-1.0, (0, 0, 0), "mass"),
        (300.0, (0, 0), "three finite numbers"),
        (300.0, (50.0, 0, 0), "no floating pose near"),
    ],
)
def test_what_does_not_float_is_refused_with_numbers(mass, centre, message):
    with pytest.raises(InputError, match=message):
        float_hull(box(2.0, 0.8, 0.3, 0.3), mass, centre)


@pytest.mark.parametrize("gravity", [0.0, -9.81, float("nan")])
def test_nothing_floats_without_weight(gravity):
    with pytest.raises(InputError, match="gravity"):
        float_hull(box(2.0, 0.8, 0.3, 0.3), 300.0, (0, 0, 0), gravity=gravity)
