"""Morison on strips whose section varies: against uniform strips, sums over thin slices, and the rules of every force law."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from force_validator import Evaluated, check_added_inertia, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, assert_close, assert_differs, relative_error

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import LumpedWater, Morison
from elver.forces.morison import LAWS
from elver.robot import Plate, Strip, Tapered, TaperedStrip, axes_from
from elver.simulation import Solver

STATIONS = [(0.0, 0.01, 0.02), (0.1, 0.04, 0.06), (0.35, 0.05, 0.03), (0.5, 0.01, 0.12)]
STILL = {"friction": 0, "drag_e2": 0, "drag_e3": 0, "drag_roll": 0}


def fish(stations=STATIONS) -> Body:
    """Placed off the frame's axes, so that nothing vanishes by symmetry."""
    return Body.solid("fish", Tapered(stations, at=(-0.2, 0.03, 0.01), axes=axes_from([0.6, 0.8, 0], [0, 0, 1.0])), 1000.0)


def slices(strip: TaperedStrip, n: int = 400) -> list[Strip]:
    """Short uniform strips between which the section steps."""
    table = np.array(strip.stations)
    places = np.unique(np.concatenate([np.linspace(0, strip.length, n + 1), table[:, 0]]))
    found = []
    for lo, hi in pairwise(places):
        a, b = (np.interp(0.5 * (lo + hi), table[:, 0], table[:, k]) for k in (1, 2))
        found.append(Strip(strip.start + lo * strip.axes[:, 0], strip.axes, hi - lo, a, b))
    return found


@pytest.mark.parametrize("law", LAWS)
def test_rules_of_every_force_law(law):
    rng = np.random.default_rng(1)
    check_added_inertia(Morison(law=law), fish(), rng)
    check_equivariance(lambda current: Morison(law=law, current=current), fish(), rng)
    check_galilean(lambda current: Morison(law=law, current=current), fish(), rng)
    check_drag(Morison(law=law), fish(), rng, "f.drag")


@pytest.mark.parametrize("law", LAWS)
def test_a_taper_that_does_not_taper_is_the_uniform_strip(law):
    body = fish([(0, 0.03, 0.08), (0.2, 0.03, 0.08), (0.5, 0.03, 0.08)])
    s = body.strip
    uniform = replace(body, strip=Strip(s.start, s.axes, s.length, s.half_width, s.half_height))
    V = np.random.default_rng(2).normal(size=6)
    one, two = Evaluated(Morison(law=law, **STILL), body), Evaluated(Morison(law=law, **STILL), uniform)
    assert_close(one.wrench(V), two.wrench(V), 100 * ALGEBRA)
    assert_close(one.inertia(), two.inertia(), 10 * ALGEBRA)
    one, two = Evaluated(Morison(law=law, points=64), body), Evaluated(Morison(law=law, points=64), uniform)
    assert relative_error(one.wrench(V), two.wrench(V)) < 1e-5


@pytest.mark.parametrize("law", LAWS)
def test_force_is_the_sum_over_thin_slices(law):
    """400 uniform slices, whose own error goes with the square of their length."""
    body, V = fish(), np.random.default_rng(3).normal(size=6)
    whole = Evaluated(Morison(law=law, points=64), body)
    parts = [Evaluated(Morison(law=law, points=3), replace(body, strip=s)) for s in slices(body.strip)]
    assert_close(whole.inertia(), sum(p.inertia() for p in parts), 1e-5)
    assert_close(whole.wrench(V), sum(p.wrench(V) for p in parts), 1e-5)
    largest = replace(body, strip=Strip(body.strip.start, body.strip.axes, 0.5, 0.05, 0.12))
    assert_differs(Evaluated(Morison(law=law), largest).wrench(V), whole.wrench(V))


def test_added_mass_and_drag_of_a_wedge_are_the_closed_forms():
    """Half height growing from 0 to h over L: rho pi h^2 L / 3, its moments with 1/4 and 1/5; drag of a uniform flow with 1/2."""
    h, L, u = 0.1, 0.4, 0.7
    body = replace(fish(), strip=TaperedStrip(np.zeros(3), np.eye(3), stations=[(0, 0.01, 0.0), (L, 0.01, h)]))
    law = Evaluated(Morison(), body)
    inertia = law.inertia()
    mass = 1000 * math.pi * h**2 * L
    assert inertia[1, 1] == pytest.approx(mass / 3, rel=1e-13)
    assert inertia[1, 5] == pytest.approx(mass * L / 4, rel=1e-13)
    assert inertia[5, 5] == pytest.approx(mass * L**2 / 5, rel=1e-13)
    drag = Evaluated(Morison(added_e2=0, added_e3=0, added_roll=0), body).wrench([0, u, 0, 0, 0, 0])
    assert drag[1] == pytest.approx(-0.5 * 1000 * h * L * u**2, rel=1e-12)
    assert drag[5] == pytest.approx(-0.5 * 1000 * 2 * h * L**2 / 3 * u**2, rel=1e-12)


def test_plate_has_the_added_mass_and_drag_of_a_plate():
    """Lamb, articles 68 and 71: rho pi (h/2)^2 per length across, rho pi (h/2)^4 / 8 about its own axis."""
    L, t, h, u = 0.2, 1e-6, 0.08, 0.5
    body = Body.solid("fin", Plate(L, t, h, at=(L / 2, 0, 0)), 1000.0)
    inertia = Evaluated(Morison(), body).inertia()
    assert inertia[1, 1] == pytest.approx(1000 * math.pi * (h / 2) ** 2 * L, rel=1e-12)
    assert inertia[3, 3] == pytest.approx(1000 * math.pi * (h / 2) ** 4 / 8 * L, rel=1e-8)
    assert inertia[2, 2] < 1e-6 * inertia[1, 1]
    wrench = Evaluated(Morison(drag_e2=2.0, added_e2=0, added_e3=0, added_roll=0), body).wrench([0, u, 0, 0, 0, 0])
    assert wrench[1] == pytest.approx(-0.5 * 1000 * 2.0 * h * L * u**2, rel=1e-12)


@pytest.mark.parametrize("law", LAWS)
def test_ledger_closes_for_a_floating_fish_in_a_current(law):
    model = Model(
        "fish",
        Robot("fish", [fish()]),
        {"water": Morison(law=law, current=(0.3, -0.2, 0.1))},
        start=InitialState(twist=(0.8, 0.3, -0.2, 1.0, -0.7, 1.4)),
    )
    run = simulate(model, 2.0)
    assert run.summary["ledger_closure"] < 1e-9
    assert run.summary["ledger"]["water.drag"] > 0


def test_ideal_fluid_keeps_the_energy_of_a_tapered_body():
    model = Model(
        "fish", Robot("fish", [fish()]), {"water": Morison(**STILL)}, start=InitialState(twist=(0.8, 0.3, -0.2, 1.0, -0.7, 1.4))
    )
    run = simulate(model, 3.0, solver=Solver(dt=5e-4))
    energy = (run.data.kinetic_energy + run.data.medium_energy).values
    assert_close(energy, energy[0] * np.ones_like(energy), 1e-10)
    assert np.ptp(run.data.base_twist.values[:, 5]) > 0.1


def test_lumped_water_refuses_what_it_would_get_wrong():
    with pytest.raises(InputError, match="section that varies"):
        simulate(Model("fish", Robot("fish", [fish()]), {"water": LumpedWater()}), 0.1)
