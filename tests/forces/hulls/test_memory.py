"""Memory models: realised from kernels, made passive, against the kernel itself and direct convolution."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

from elver import InputError
from elver.forces import Hull
from elver.forces.hulls import MemoryModel, RadiationTable, fit_memory
from elver.forces.hulls.memory import Realisation, coupled_groups, decomposed, fit_warnings, make_passive, realise
from elver.forces.hulls.radiation import continued, convolved
from elver.systems.scull.robot import scull_hull

STEP = 0.05
TIMES = np.arange(0, 8, STEP)


def second_order(t, k=700.0, a=2.5, b=4.0):
    """Kernel of k s / (s^2 + 2 a s + a^2 + b^2)."""
    return k * np.exp(-a * t) * (np.cos(b * t) - a / b * np.sin(b * t))


def hermitian(Z):
    return 0.5 * (Z + np.conj(np.swapaxes(Z, 1, 2)))


def test_a_kernel_of_two_states_is_found_exactly():
    hankel = decomposed(second_order(TIMES)[:, None, None])
    assert (hankel.singular[2:] < 1e-10).all()
    model = make_passive(realise(hankel, STEP, 2), (2,))
    w = np.array([0.1, 2.0, 5.0, 20.0])
    s = 1j * w
    assert_close(np.abs(model.transfer(w)[:, 0, 0] - 700 * s / (s * s + 5 * s + 22.25)), np.zeros(4), 1e-5, scale=140.0)


def test_a_realisation_that_feeds_the_boat_becomes_passive_and_stays_near():
    """Kernel exp(-t)(cos 3t - 0.8 sin 3t): negative damping at low frequencies. The nearest passive one loses only that."""
    A = np.array([[-1.0, 3.0], [-3.0, -1.0]])
    active = Realisation(A, np.array([[1.0], [0.0]]), np.array([[1.0, 0.8]]))
    w = np.linspace(0, 20, 300)
    raw = np.array([active.C @ np.linalg.solve(1j * k * np.eye(2) - A, active.B) for k in w])
    assert hermitian(raw).real.min() < -0.05
    model = make_passive(active, (2,))
    found = model.transfer(w)
    assert found.real.min() > -1e-9
    assert np.linalg.eigvalsh(model.F + model.F.T).max() <= 1e-12
    # Route B: the passive kernels with this A and B are b^T exp(A t) c with c = P b; a coarse search finds no nearer one.
    t = np.linspace(0, 8, 2000)
    wave = np.exp(-t)[:, None] * np.stack([np.cos(3 * t), -np.sin(3 * t)], axis=1)
    given = wave @ active.C[0]
    distance = np.sum((model.kernel(t)[:, 0, 0] - given) ** 2)
    best = np.inf
    for c0 in np.linspace(0.5, 1.5, 41):
        for c1 in np.linspace(-1, 1, 81):
            Z = (c0 * (1j * w + 1) - c1 * 3) / ((1j * w + 1) ** 2 + 9)
            if Z.real.min() >= 0:
                best = min(best, np.sum((wave @ [c0, c1] - given) ** 2))
    assert distance <= best * 1.001
    assert distance > 0


def test_energy_balance_of_a_model():
    """d/dt |z|^2/2 = f v - z D z along a run: what goes in is stored or leaves, and never comes back negative."""
    model, rng = scull_hull().memory, np.random.default_rng(1)
    z, v = rng.normal(size=model.order), rng.normal(size=len(model.freedoms))
    rate = z @ (model.F @ z + model.G @ v)
    assert rate == pytest.approx((model.G.T @ z) @ v + z @ (0.5 * (model.F + model.F.T)) @ z, rel=1e-12)
    for _ in range(200):
        z = rng.normal(size=model.order)
        assert z @ (model.F + model.F.T) @ z <= 1e-9 * (z @ z)


@pytest.mark.parametrize("freedom", [2, 4])
def test_shipped_model_against_direct_convolution(freedom):
    """A stroke-like velocity: 27 strokes a minute and harmonics. The state space gives the convolution within 1 %."""
    c = scull_hull()
    model = c.memory.restricted((freedom,))
    step = 0.01
    t = np.arange(0, 8.88, step)
    w0 = 2 * np.pi * 27 / 60
    v = sum(np.sin(k * w0 * t + k) / k for k in (1, 2, 3, 4, 5))[:, None] * np.minimum(t / 2, 1)[:, None] ** 2
    kernel = continued(c.table, (freedom,)).kernel(t)
    direct = convolved(kernel, v, step)[:, 0]
    from scipy.linalg import expm

    n = model.order  # exact step for velocities linear in between
    big = np.zeros((n + 2, n + 2))
    big[:n, :n], big[:n, n], big[n, n + 1] = model.F, model.G[:, 0], 1.0
    Phi = expm(big * step)
    z, force = np.zeros(n), []
    for k in range(len(t)):
        force.append(model.G[:, 0] @ z)
        if k + 1 < len(t):
            z = Phi[:n, :n] @ z + Phi[:n, n] * v[k, 0] + Phi[:n, n + 1] * (v[k + 1, 0] - v[k, 0]) / step
    assert_close(force, direct, 0.01)
    assert np.abs(direct).max() > 100


def test_shipped_model_damps_at_every_frequency():
    model = scull_hull().memory
    w = np.concatenate([np.linspace(0, 40, 400), [100.0, 1000.0]])
    lowest = np.linalg.eigvalsh(hermitian(model.transfer(w))).min()
    assert lowest > -1e-6
    assert model.transfer(np.array([5.0]))[0, list(model.freedoms).index(2), list(model.freedoms).index(2)].real > 500


def coupled_table() -> RadiationTable:
    """Heave and pitch radiating through two shared states and one of pitch's own; sway apart."""
    true = MemoryModel(
        (2, 4, 1),
        [[-6.0, -5, 0, 0, 0], [5, 0, 0, 0, 0], [0, 0, -4, -7, 0], [0, 0, 7, 0, 0], [0, 0, 0, 0, -3.0]],
        [[20.0, 30, 0], [0, 0, 0], [0, 25.0, 0], [0, 0, 0], [0, 0, 10.0]],
    )
    w = 0.6 * np.arange(1, 61)
    K = np.zeros((60, 6, 6), complex)
    K[np.ix_(range(60), (2, 4, 1), (2, 4, 1))] = true.transfer(w)
    inf = np.diag([1.0, 20, 30, 1, 40, 50])
    return RadiationTable(w, inf + K.imag / w[:, None, None], K.real, inf)


def test_fit_finds_groups_and_couplings():
    table = coupled_table()
    assert coupled_groups(table) == [(1,), (2, 4)]
    fit = fit_memory(table, accuracy=0.02)
    w = table.frequencies[:40]
    found = fit.model.transfer(w)
    order = [fit.model.freedoms.index(k) for k in (2, 4)]
    given = table.transfer()[np.ix_(range(40), (2, 4), (2, 4))]
    assert np.abs(found[np.ix_(range(40), order, order)] - given).max() < 0.03 * np.abs(given).max()
    assert fit.groups[1].lowest_damping > -1e-9
    assert fit.model.restricted((2, 4)).order == fit.model.order - fit.groups[0].order
    report = fit.report()
    assert report["groups"][1]["freedoms"] == ("heave", "pitch")


@pytest.mark.parametrize("seed", [3, 5])
def test_few_frequencies_and_noise_give_a_passive_model_all_the_same(seed):
    table, rng = coupled_table(), np.random.default_rng(seed)
    few = slice(None, None, 8)
    damping = table.damping[few] * (1 + 1e-3 * rng.standard_normal(table.damping[few].shape))
    damping = 0.5 * (damping + np.swapaxes(damping, 1, 2))
    noisy = RadiationTable(table.frequencies[few], table.added[few], damping, table.infinite)
    model = fit_memory(noisy, accuracy=0.001).model
    assert model.order > 10
    assert np.linalg.eigvalsh(hermitian(model.transfer(table.frequencies))).min() > -1e-6


def test_poor_fits_of_heave_and_pitch_are_named():
    report = {"groups": [{"force_error": {"heave": 0.43, "surge": 0.55}}, {"force_error": {"pitch": 0.09}}]}
    (warning,) = fit_warnings(report)
    assert "heave is fitted with an error of 43 %" in warning
    assert fit_warnings(scull_hull().fit) == []
    assert len(fit_warnings({"groups": [{"force_error": {"pitch": float("nan")}}]})) == 1


def test_wrong_arguments_are_refused():
    with pytest.raises(InputError, match="accuracy"):
        fit_memory(coupled_table(), accuracy=2.0)
    with pytest.raises(InputError, match="order"):
        fit_memory(coupled_table(), order=0)


def test_freedoms_by_name_are_those_by_number():
    memory = scull_hull().memory
    by_name, by_number = memory.restricted(("surge", "heave", "pitch")), memory.restricted(np.array([0, 2, 4]))
    assert sorted(by_name.freedoms) == sorted(by_number.freedoms) == [0, 2, 4]
    assert np.array_equal(by_name.F, by_number.F)
    assert by_name.order == 19


@pytest.mark.parametrize("freedoms", [("heaves",), (0, 9), (-1,), (2.0,), (True,), (None,), "heave", 2, (), None])
def test_freedoms_that_do_not_exist_are_refused(freedoms):
    """Such once left the waves out without a word."""
    with pytest.raises(InputError, match=r"freedoms.* surge, sway, heave, roll, pitch, yaw, or of their numbers 0 to 5"):
        scull_hull().memory.restricted(freedoms)
    with pytest.raises(InputError, match="freedoms"):
        Hull.from_coefficients("boat", scull_hull(), freedoms=freedoms)
