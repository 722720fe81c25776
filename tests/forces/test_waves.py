"""Waves as data: dispersion, spectra and their moments, directions, focus, records; and what linear theory must refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from elver import InputError
from elver.forces import (
    Bretschneider,
    FocusedWaves,
    Jonswap,
    PiersonMoskowitz,
    RecordedWaves,
    RegularWaves,
    WaveComponents,
)
from elver.forces.hulls import wavenumber

SPECTRA = {
    "jonswap": Jonswap(height=2.5, period=9.0),
    "steep": Jonswap(height=2.5, period=9.0, gamma=6.0),
    "bretschneider": Bretschneider(height=2.5, period=9.0),
    "fully developed": PiersonMoskowitz(wind=16.0),
}


@pytest.mark.parametrize("depth", [0.3, 4.0, 60.0, math.inf])
def test_the_dispersion_relation_by_a_root_finder(depth):
    w = np.geomspace(0.05, 12.0, 25)
    k = wavenumber(w, depth)
    for own, frequency in zip(k, w, strict=True):
        h = min(depth, 1e5)
        root = brentq(lambda x: 9.81 * x * math.tanh(x * h) - frequency**2, 1e-9, 1e3, xtol=1e-15, rtol=1e-14)  # noqa: B023
        assert own == pytest.approx(root, rel=1e-11)


@pytest.mark.parametrize("depth", [1.5, 20.0, math.inf])
def test_the_group_velocity_is_the_slope_of_the_dispersion_relation(depth):
    w, h = np.array([0.8, 1.5, 3.0]), 1e-5
    waves = WaveComponents(np.ones(3), w, np.zeros(3), np.zeros(3), depth=depth)
    slope = 2 * h / (wavenumber(w + h, depth) - wavenumber(w - h, depth))
    assert waves.group_velocities == pytest.approx(slope, rel=1e-7)


@pytest.mark.parametrize("name", SPECTRA)
def test_spectra_have_the_height_and_the_peak_asked_for(name):
    waves = SPECTRA[name]
    m0 = quad(lambda w: float(waves.density(w)), 0.05, 40.0, limit=600, points=[waves.peak])[0]
    assert 4 * math.sqrt(m0) == pytest.approx(waves.significant, rel=1e-4)
    w = np.linspace(0.5, 1.5, 20_001) * waves.peak
    assert w[np.argmax(waves.density(w))] == pytest.approx(waves.peak, rel=1e-3)
    made = waves.components()
    assert made.scale * made.significant_height == pytest.approx(waves.significant, rel=1e-12)


def test_moments_of_the_components_are_those_of_the_spectrum():
    waves = Bretschneider(height=2.0, period=10.0, count=2000, lowest=0.4, highest=25.0)
    made, height = waves.components(), 2.0
    for order in (-1, 0, 1, 2):  # m_n = H^2/16 (5/4)^(n/4) Gamma(1 - n/4) w_p^n
        exact = height**2 / 16 * 1.25 ** (order / 4) * math.gamma(1 - order / 4) * waves.peak**order
        assert height**2 * made.moment(order) == pytest.approx(exact, rel=0.01 if order == 2 else 2e-3)


def test_a_fully_developed_sea_is_bretschneiders_of_its_height_and_period():
    wind = 15.0
    own = PiersonMoskowitz(wind=wind)
    w = np.linspace(0.3, 3.0, 50)
    exact = 0.0081 * 9.81**2 * w**-5.0 * np.exp(-0.74 * (9.81 / (wind * w)) ** 4)
    assert own.density(w) == pytest.approx(exact, rel=2e-4)
    assert own.significant == pytest.approx(0.2092 * wind**2 / 9.81, rel=1e-3)
    assert Bretschneider(height=own.significant, period=2 * math.pi / own.peak).density(w) == pytest.approx(exact, rel=2e-4)


def test_jonswap_of_gamma_one_is_bretschneiders_and_its_peak_is_gamma_times_higher_before_scaling():
    w = np.linspace(0.3, 3.0, 50)
    flat = Jonswap(height=2.0, period=8.0, gamma=1.0)
    assert flat.density(w) == pytest.approx(Bretschneider(height=2.0, period=8.0).density(w), rel=1e-12)
    high = Jonswap(height=2.0, period=8.0, gamma=3.3)
    ratio = high.density(high.peak) / flat.density(flat.peak)
    assert ratio == pytest.approx(3.3 * (1 - 0.287 * math.log(3.3)), rel=0.01)  # the usual factor of normalisation


def test_energy_flux_of_a_regular_wave_in_deep_water_is_known():
    height, period = 2.0, 8.0
    flux = RegularWaves(height=height, period=period).components().energy_flux(1025.0) * height**2
    assert flux == pytest.approx(1025 * 9.81**2 * height**2 * period / (32 * math.pi), rel=1e-12)


def test_directions_spread_as_their_law():
    waves = Jonswap(height=2.0, period=8.0, direction=0.4, spreading=8.0, count=2000)
    b = waves.components().directions - 0.4
    s = 8.0
    exact = s / (s + 1)  # the mean cosine of cos^2s(b/2)
    assert np.mean(np.cos(b)) == pytest.approx(exact, abs=2e-3)
    assert np.mean(np.sin(b)) == pytest.approx(0.0, abs=2e-3)
    even = quad(lambda x: math.cos(x / 2) ** (2 * s) * math.cos(2 * x), -math.pi, math.pi)[0]
    assert np.mean(np.cos(2 * b)) == pytest.approx(
        even / quad(lambda x: math.cos(x / 2) ** (2 * s), -math.pi, math.pi)[0], abs=5e-3
    )


def test_a_seed_is_a_sea_and_another_seed_another():
    one, two, other = (Jonswap(height=2.0, period=8.0, seed=seed).components() for seed in (3, 3, 4))
    assert (one.phases == two.phases).all()
    assert (one.frequencies == two.frequencies).all()
    assert not (one.phases == other.phases).any()
    t = np.linspace(0, 20_000, 20_001)
    high = [4 * np.std(w.scale * w.elevation(0.0, 0.0, t)) for w in (one, other)]
    assert high == pytest.approx([2.0, 2.0], rel=0.02)


def test_crests_meet_where_and_when_they_are_told_to():
    waves = FocusedWaves(crest=1.2, period=6.0, place=(10.0, -3.0, 0.0), time=20.0, direction=0.7)
    made = waves.components(depth=15.0)
    assert made.scale * made.elevation(10.0, -3.0, 20.0) == pytest.approx(1.2, rel=1e-12)
    x, t = np.meshgrid(np.linspace(-40, 60, 101), np.linspace(0, 40, 81))
    assert made.scale * made.elevation(x, -3.0, t).max() <= 1.2 + 1e-12


def test_a_record_comes_back_at_its_gauge(tmp_path):
    t = 3.0 + 0.25 * np.arange(400)
    real = Jonswap(height=1.0, period=5.0, count=40, highest=2.5).components(depth=12.0)
    eta = real.elevation(7.0, 2.0, t)
    file = tmp_path / "gauge.csv"
    file.write_text("time, wave\n" + "\n".join(f"{a!r}, {b!r}" for a, b in zip(t.tolist(), eta.tolist(), strict=True)))
    made = RecordedWaves.from_csv(file, "wave", place=(7.0, 2.0, 0.0), direction=0.3).components(depth=12.0)
    assert made.elevation(7.0, 2.0, t) == pytest.approx(eta - eta.mean(), abs=1e-10)
    smooth = RecordedWaves.from_csv(file, "wave", shortest=3.0).components(depth=12.0)
    assert smooth.frequencies.max() <= 2 * np.pi / 3.0 * 1.0001
    assert 10 < len(smooth) < len(made)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RegularWaves(height=3.0, period=3.0).components(), "breaks: 1.995 m is the most"),
        (lambda: RegularWaves(height=0.5, period=60.0).components(2.0), "too long for water 2 m deep"),
        (lambda: Jonswap(height=0.0, period=8.0).components(), "no energy"),
        (lambda: Jonswap(height=1.0, period=8.0, lowest=3.0, highest=9.0).components(), "0.99 % of its energy"),
        (lambda: Jonswap(height=1.0, period=8.0, lowest=3.0, highest=2.0).components(), "lowest below highest"),
        (lambda: Jonswap(height=9.0, period=5.0).components(), "breaks"),
        (lambda: RecordedWaves([0, 1, 2, 3.5], [0, 1, 0, 1]).components(), "uneven"),
        (lambda: RecordedWaves([0, 1, 2, 3], [2.0, 2, 2, 2]), "no energy"),
        (lambda: RecordedWaves(np.arange(8.0), np.sin(np.arange(8)), shortest=9.0).components(), "smaller 'shortest'"),
        (lambda: RecordedWaves([0, 1], [0, np.nan]), "four or more finite numbers"),
        (lambda: Jonswap(height=1.0, period=8.0, gamma=0.5), "gamma"),
    ],
)
def test_waves_that_cannot_be_are_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()
