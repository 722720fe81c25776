"""Plane flow about floating sections: Ursell's circle, energy of the waves, limits in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad

from elver import InputError
from elver.forces.hulls import SectionContour, section_flow, wavenumber


def _ursell_heave(Ka: float, terms: int = 8) -> tuple[float, float]:
    """A and B/w of a half circle in deep water over rho pi a^2/2: a source and multipoles, each of which keeps the surface's
    condition (Ursell 1949), fitted to the motion on the circle; x across, y down, both over the radius.
    """

    def source(x, y):
        def rest(b):
            return (b * np.cos(b * y) - Ka * np.sin(b * y)) * np.exp(-b * x) / (Ka**2 + b**2)

        travelling = np.pi * np.exp(-Ka * y) * np.exp(1j * Ka * x)
        return travelling - 1j * quad(rest, 0, 40 / x, limit=400)[0]

    def multipole(m, r, turn):
        return np.cos(2 * m * turn) / r ** (2 * m) + Ka / (2 * m - 1) * np.cos((2 * m - 1) * turn) / r ** (2 * m - 1)

    angles, step = np.linspace(0.08, 1.5, 40), 1e-5

    def potentials(r):
        first = [source(r * np.sin(t), r * np.cos(t)) for t in angles]
        return np.column_stack([first, *(multipole(m, r, angles) for m in range(1, terms))])

    slopes = (potentials(1 + step) - potentials(1 - step)) / (2 * step)
    strengths = np.linalg.lstsq(slopes, -np.cos(angles) + 0j, rcond=None)[0]
    phi = potentials(1.0) @ strengths
    turns = np.concatenate([[0.0], angles, [0.5 * np.pi]])
    force = 2 * np.trapezoid(np.concatenate([[phi[0]], phi * np.cos(angles), [0.0]]), turns)
    return force.real / (np.pi / 2), force.imag / (np.pi / 2)


@pytest.mark.parametrize("Ka", [0.5, 1.2])
def test_heave_of_a_half_circle_is_ursells(Ka):
    flow = section_flow(SectionContour.half_circle(1.0, 24), np.sqrt(9.81 * Ka), depth=12.0, per_wave=40, reach=30.0)
    unit = 1000 * np.pi / 2
    added, damping = _ursell_heave(Ka)
    assert flow.added[1, 1] / unit == pytest.approx(added, rel=0.02)
    assert flow.damping[1, 1] / unit / flow.frequency == pytest.approx(damping, rel=0.02)


@pytest.mark.parametrize("frequency", [3.0, 5.2, 8.0])
def test_waves_carry_away_what_the_damping_takes(frequency):
    """Haskind: B_jj = |X_j|^2 / (2 rho g c_g), of loads that come from another problem; and a sway that rolls, alike."""
    depth, density, gravity = 0.6, 998.0, 9.81
    flow = section_flow(SectionContour.rounded_box(0.4, 0.2, 0.05, 12), frequency, depth, density)
    k = flow.wavenumber
    assert gravity * k * np.tanh(k * depth) == pytest.approx(frequency**2, rel=1e-12)
    group = 0.5 * frequency / k * (1 + 2 * k * depth / np.sinh(2 * k * depth))
    carried = np.outer(flow.excitation, flow.excitation.conj()).real / (2 * density * gravity * group)
    np.testing.assert_allclose(np.diag(flow.damping), np.diag(carried), rtol=0.012)
    assert flow.damping[0, 2] == pytest.approx(carried[0, 2], rel=0.012)


def test_long_waves_lift_by_the_waterplane_and_short_ones_by_little():
    contour = SectionContour.rounded_box(0.4, 0.2, 0.05, 10)
    slow = section_flow(contour, 0.3, 1.0, per_wave=200, reach=4.0)
    assert abs(slow.excitation[1]) == pytest.approx(1000 * 9.81 * 0.4, rel=0.03)
    fast = section_flow(contour, 11.0, 1.0, per_wave=30, reach=3.0)
    assert abs(fast.excitation[1]) < 0.05 * abs(slow.excitation[1])


def test_wave_numbers_from_shallow_to_deep():
    assert wavenumber(1.0, 1e4) == pytest.approx(1 / 9.81, rel=1e-12)
    assert wavenumber(1e-3, 1.0) == pytest.approx(1e-3 / np.sqrt(9.81), rel=1e-6)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: SectionContour(np.array([[0.0, -1.0], [1.0, -0.5], [1.0, 0.1]])), "end in it"),
        (lambda: SectionContour.rounded_box(0.4, 0.2, 0.3), "below half the beam"),
        (lambda: section_flow(SectionContour.half_circle(1.0), 2.0, 0.8), "deeper water"),
    ],
)
def test_what_is_no_section_in_water_is_refused(make, said):
    with pytest.raises(InputError, match=said):
        make()
