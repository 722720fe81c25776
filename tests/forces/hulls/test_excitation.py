"""Loads of waves: against closed forms and relations that tie them to radiation; files; interpolation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from wave_table import needs_capytaine

from elver import InputError
from elver.forces.hulls import Excitation, excitation, load_excitation, section_flow, wave_tables
from elver.forces.hulls.hydrostatics import refined
from elver.forces.hulls.meshes import box, sphere
from elver.forces.hulls.radiation import capytaine, surface_body
from elver.forces.hulls.sections import SectionContour, group_velocity, wavenumber

HULME = {
    0.2: 0.2793,
    0.5: 0.3391,
    1.0: 0.2484,
    2.0: 0.1031,
}  # Ka: damping of a heaving hemisphere over its mass times w (see test_radiation)
MESH = (0.01, 0.01, 0.01, 0.02)  # of 480 flat panels on half a sphere (measured: 0.3, 0.5, 0.8, 1.2 %)
CYLINDER = 0.01  # 12 panels on a quarter of the girth, and a depth in 14 rows (measured: 0.5 %)
RELATIONS = 0.015  # errors of reciprocity, Haskind and energy on the sphere up to Ka = 2 (measured: 0.9 %)
HAND = 5e-3  # of midpoint panels for a pressure that is integrated by hand (measured: 0.3 %)


@pytest.fixture(scope="module")
def ball():
    needs_capytaine()
    surface = sphere(1.0, 16)
    w = np.sqrt(9.81 * np.array(list(HULME)))
    return (*wave_tables(surface_body(surface, "ball"), w, np.radians([0.0, 45.0, 90.0])), 500 * surface.volume)


def test_heave_of_a_sphere_is_what_hulmes_damping_asks_for(ball):
    """Haskind: |X|^2 = 4 rho g c_g B / k for a body of revolution. The damping is a published one, not Capytaine's."""
    _, waves, mass = ball
    for k, (ka, damping) in enumerate(HULME.items()):
        w = math.sqrt(9.81 * ka)
        expected = math.sqrt(4 * 1000 * 9.81 * group_velocity(w, math.inf) * damping * mass * w / ka)
        assert np.abs(waves.force[k, :, 2]) == pytest.approx(expected, rel=MESH[k])


def test_surge_and_sway_turn_with_the_waves(ball):
    _, waves, _ = ball
    turn = np.array([np.cos(waves.headings), np.sin(waves.headings)]).T
    along = waves.force[:, 0, 0]
    size = np.abs(along).max()
    assert np.abs(waves.force[:, :, :2] - along[:, None, None] * turn).max() < 0.01 * size


def test_relations_of_a_sphere_hold_and_nothing_is_warned_of(ball):
    _, waves, _ = ball
    assert set(waves.checks) == {"reciprocity", "Haskind", "energy"}
    assert max(error.max() for error in waves.checks.values()) < RELATIONS
    assert not waves.warnings


def test_a_solution_that_breaks_a_relation_is_warned_of(ball):
    _, waves, _ = ball
    broken = {**waves.checks, "energy": np.array([0.0, 0.3, 0.0, 0.0])}
    wrong = Excitation(waves.frequencies, waves.headings, waves.freedoms, waves.froude_krylov, waves.diffraction, checks=broken)
    (line,) = wrong.warnings
    assert "energy" in line
    assert "30 %" in line
    assert f"{waves.frequencies[1]:.4g} rad/s" in line


def test_a_cylinder_on_the_bottom_is_mccamys_and_fuchs():
    """R. C. MacCamy, R. A. Fuchs, Beach Erosion Board TM 69 (1954): 4 rho g a tanh(kh) / (k^2 |H1'(ka)|) along the waves."""
    from scipy.special import h1vp

    needs_capytaine()
    cpt = capytaine()
    radius, depth, around, rows = 1.0, 3.0, 12, 14
    turn, rise = np.linspace(0, math.pi, 2 * around + 1), depth * (0.5 * (np.cos(np.linspace(0, math.pi, rows + 1)) - 1))
    radius /= math.sqrt(math.sin(turn[1]) / turn[1])  # flat panels that enclose as much as the cylinder
    corners = []
    for a, b in itertools.pairwise(turn):
        for top, low in itertools.pairwise(rise):
            points = [(a, low), (b, low), (b, top), (a, top)]
            corners.append([(radius * math.cos(t), radius * math.sin(t), z) for t, z in points])
    half = cpt.Mesh(np.array(corners).reshape(-1, 3), np.arange(4 * len(corners)).reshape(-1, 4))
    body = cpt.FloatingBody(
        mesh=cpt.ReflectionSymmetricMesh(half, plane="xOz"), dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0))
    )
    k = np.array([0.3, 0.8, 1.4])
    w = np.sqrt(9.81 * k * np.tanh(k * depth))
    found = [excitation._solved_at(body, one, np.zeros(1), 1000.0, 9.81, depth) for one in w]
    closed = 4 * 1000 * 9.81 * np.tanh(k * depth) / k**2 / np.abs(h1vp(1, k * 1.0))
    assert [abs((s.froude_krylov + s.diffraction)[0, 0]) for s in found] == pytest.approx(closed, rel=CYLINDER)


@pytest.fixture(scope="module")
def barge():
    needs_capytaine()
    drawn = refined(box(6.0, 1.0, 0.4, freeboard=0.2), 0.25)
    w = np.array([1.5, 2.0, 3.0, 4.0])
    return wave_tables(surface_body(drawn, "barge"), w, np.radians([0.0, 60.0, 90.0, 120.0, 180.0]))[1]


def test_froude_krylov_of_a_barge_is_the_integral_by_hand(barge):
    """Heave on the bottom, surge on the ends, sway on the sides of a box of length L, beam B, draught d."""
    L, B, d = 6.0, 1.0, 0.4
    for n, w in enumerate(barge.frequencies):
        k = w**2 / 9.81
        for m, b in enumerate(barge.headings):
            c, s = k * np.cos(b), k * np.sin(b)
            over = np.sinc(c * L / 2 / np.pi) * np.sinc(s * B / 2 / np.pi)
            rise = (1 - np.exp(-k * d)) / k
            heave = np.exp(-k * d) * L * B * over
            surge = -2j * np.sin(c * L / 2) * rise * B * np.sinc(s * B / 2 / np.pi)
            sway = -2j * np.sin(s * B / 2) * rise * L * np.sinc(c * L / 2 / np.pi)
            by_hand = 9810 * np.array([surge, sway, heave])
            assert np.abs(barge.froude_krylov[n, m, :3] - by_hand).max() < HAND * np.abs(by_hand).max()


def test_a_barge_is_alike_on_both_sides_and_ends(barge):
    force = barge.force
    size = np.abs(force).max(axis=(0, 1))
    mirrored = np.array([-1, 1, 1, 1, -1, -1])  # the sign of x, and of turns about y and z, changes; of roll it does not
    assert np.abs(force[:, 3] - force[:, 1] * mirrored)[:, :5].max() < 0.01 * size[:3].max()
    assert np.abs(force[:, 4] - force[:, 0] * mirrored)[:, [0, 2, 4]].max() < 0.01 * size[:3].max()


def test_middle_of_a_long_barge_in_beam_sea_is_a_plane_flow():
    """Twelve beams long: load of sway per length within what the ends give away, against plane panels of another method."""
    needs_capytaine()
    drawn = refined(box(12.0, 1.0, 0.4, freeboard=0.2), 0.45)
    solved = excitation._solved_at(surface_body(drawn, "long barge"), 4.0, np.array([math.pi / 2]), 1000.0, 9.81, np.inf)
    loads = (solved.froude_krylov + solved.diffraction)[0]
    plane = section_flow(SectionContour.rounded_box(1.0, 0.4, 0.02), 4.0, 6.0).excitation
    assert abs(loads[1]) / 12 == pytest.approx(abs(plane[0]), rel=0.05)  # measured: 3 %
    assert abs(loads[2]) / 12 == pytest.approx(abs(plane[1]), rel=0.06)  # measured: 4 %


def made(headings=(0.0, 0.5, 1.0), points=None, freedoms=6):
    rng = np.random.default_rng(3)
    w = np.linspace(0.5, 3.0, 26)
    k = w**2 / 9.81
    shape = np.exp(-k)[:, None, None] * (1 + 0.1 * np.cos(np.asarray(headings)))[None, :, None] * rng.uniform(1, 2, freedoms)
    bodies = -(-freedoms // 6)
    points = np.zeros((bodies, 2)) if points is None else np.asarray(points)
    along = np.column_stack([np.cos(headings), np.sin(headings)]) @ points.T
    phase = np.repeat(np.exp(1j * k[:, None, None] * along), 6, axis=2)[:, :, :freedoms]
    names = tuple(f"freedom {n}" for n in range(freedoms))
    return Excitation(w, np.asarray(headings), names, 0.7 * shape * phase, 0.3 * shape * phase, points=points, depth=40.0)


def test_a_file_gives_back_what_was_written(tmp_path):
    waves = made()
    checked = Excitation(
        waves.frequencies, waves.headings, waves.freedoms, waves.froude_krylov, waves.diffraction, 1025.0, 9.8, 40.0,
        checks={"energy": np.full(26, 0.01)},
    )  # fmt: skip
    checked.save(tmp_path / "waves.nc")
    again = load_excitation(tmp_path / "waves.nc")
    for name in ("frequencies", "headings", "froude_krylov", "diffraction", "points"):
        assert np.array_equal(getattr(again, name), getattr(checked, name)), name
    assert (again.freedoms, again.density, again.gravity, again.depth) == (checked.freedoms, 1025.0, 9.8, 40.0)
    assert np.array_equal(again.checks["energy"], checked.checks["energy"])
    with pytest.raises(InputError, match="exists and is not overwritten"):
        checked.save(tmp_path / "waves.nc")


def test_deep_water_stays_deep_in_a_file(tmp_path):
    waves = made()
    deep = Excitation(waves.frequencies, waves.headings, waves.freedoms, waves.froude_krylov, waves.diffraction)
    deep.save(tmp_path / "deep.nc")
    assert load_excitation(tmp_path / "deep.nc").depth == np.inf


@pytest.mark.parametrize("content", [b"", b"CDF\x02 nothing", b"\x89HDF\r\n\x1a\n", b"CDF"])
def test_a_file_of_something_else_is_refused(tmp_path, content):
    (tmp_path / "waves.nc").write_bytes(content)
    with pytest.raises(InputError, match="elver hull --waves"):
        load_excitation(tmp_path / "waves.nc")


def test_loads_between_frequencies_and_headings_follow_each_body():
    """The phase of a body far from the origin turns fast; between the table's points it is the body's own that is taken."""
    waves = made(headings=(0.0, 0.2, 0.4), points=[(0, 0), (60.0, 20.0)], freedoms=12)
    w, b = 1.234, 0.3
    k = wavenumber(w, 40.0)
    # made with deep water's wavenumber: compare where both are the same
    assert k == pytest.approx(w**2 / 9.81, rel=2e-4)
    found = waves.at([w], b)[0]
    expected = np.exp(1j * k * (60 * np.cos(b) + 20 * np.sin(b)))
    assert np.angle(found[6:] / expected) == pytest.approx(np.zeros(6), abs=0.02)
    assert np.abs(waves.at(waves.frequencies[:3], 0.2) - waves.force[:3, 1]).max() < 1e-12 * np.abs(waves.force).max()


def test_a_table_all_around_closes_on_itself():
    around = 2 * np.pi * np.arange(8) / 8
    waves = made(headings=around)
    last = waves.at([1.0], 2 * np.pi - 1e-9)
    assert np.abs(last - waves.at([1.0], 0.0)).max() < 1e-6 * np.abs(last).max()
    assert np.abs(waves.at([1.0], -np.pi / 8) - 0.5 * (waves.at([1.0], 0.0) + waves.at([1.0], around[-1]))).max() < 1e-9


@pytest.mark.parametrize(("w", "b", "what"), [(4.0, 0.0, "wider band"), (0.1, 0.0, "wider band"), (1.0, 2.0, "more headings")])
def test_what_a_table_does_not_hold_is_refused(w, b, what):
    with pytest.raises(InputError, match=what):
        made().at([w], b)


def test_water_must_be_deeper_than_the_hull():
    needs_capytaine()
    body = surface_body(sphere(1.0, 8))
    with pytest.raises(InputError, match="deeper water"):
        wave_tables(body, [1.0, 2.0, 3.0, 4.0], [0.0], depth=0.9)


@pytest.mark.parametrize("depth", [5.0, 40.0])
def test_group_velocity_is_the_slope_of_the_dispersion(depth):
    w = np.array([0.5, 1.0, 2.0])
    k, step = wavenumber(w, depth), 1e-5
    slope = 2 * step / (wavenumber(w + step, depth) - wavenumber(w - step, depth))
    assert group_velocity(w, depth) == pytest.approx(slope, rel=1e-6)
    assert w**2 == pytest.approx(9.81 * k * np.tanh(k * depth), rel=1e-12)
