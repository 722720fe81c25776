"""The sea as a flow: the field of linear waves by hand and by a potential, stretching, currents, ramps, and a surface."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

import elver
from elver import InputError
from elver.forces import (
    Immersed,
    Jonswap,
    RegularWaves,
    Sea,
    SumOfFlows,
    UniformFlow,
    Vortex,
    WaveComponents,
)
from elver.forces.effect import surface_of
from elver.forces.flow import local_flow
from elver.robot import Body, Ellipsoid, Robot
from elver.scenarios import load_text

SWELL = RegularWaves(height=1.4, period=6.0, direction=0.5, phase=0.8)
SEVERAL = Jonswap(height=1.0, period=5.0, count=12, direction=-0.4, spreading=6.0, highest=3.0)


def numbers(x) -> np.ndarray:
    return np.array(ca.evalf(ca.SX(x)), dtype=float).squeeze()


def at(sea, x, t=0.0) -> np.ndarray:
    return numbers(sea.velocity(ca.DM(x), ca.DM(t)))


def height(sea, x, t=0.0) -> float:
    return float(numbers(sea.elevation(ca.DM(x), ca.DM(t))))


def field(made: WaveComponents, x, t) -> np.ndarray:
    """Velocity by linear theory, written out with hyperbolic functions."""
    total = np.zeros(3)
    for a, w, b, e, k in zip(made.amplitudes, made.frequencies, made.directions, made.phases, made.wavenumbers, strict=True):
        q = k * (math.cos(b) * x[0] + math.sin(b) * x[1]) - w * t + e
        if math.isfinite(made.depth):
            along, up = (f(k * (x[2] + made.depth)) / math.sinh(k * made.depth) for f in (math.cosh, math.sinh))
        else:
            along = up = math.exp(k * x[2])
        total += (
            made.scale
            * a
            * w
            * np.array([along * math.cos(q) * math.cos(b), along * math.cos(q) * math.sin(b), up * math.sin(q)])
        )
    return total


@pytest.mark.parametrize(("waves", "depth"), [(SWELL, 30.0), (SWELL, None), (SEVERAL, 3.0), (SEVERAL, None)])
def test_the_field_is_that_of_linear_theory(waves, depth):
    sea = Sea(waves, depth=depth, level=0.2, stretching="none")
    made, rng = waves.components(math.inf if depth is None else depth), np.random.default_rng(2)
    for _ in range(6):
        x, t = rng.uniform([-20, -20, -2.8], [20, 20, 0.0]), rng.uniform(0, 30)
        assert at(sea, x + np.array([0, 0, 0.2]), t) == pytest.approx(field(made, x, t), abs=1e-12)
        assert height(sea, x, t) == pytest.approx(0.2 + made.scale * made.elevation(x[0], x[1], t), abs=1e-12)


@pytest.mark.parametrize("depth", [4.0, None])
def test_water_is_neither_made_nor_turned_and_does_not_go_through_the_bottom(depth):
    sea, rng = Sea(SEVERAL, depth=depth, stretching="none"), np.random.default_rng(3)
    for _ in range(4):
        here = local_flow(sea, ca.DM(rng.uniform([-9, -9, -3.9], [9, 9, 0])), ca.DM(rng.uniform(0, 9)))
        G = numbers(here.gradient)
        assert np.trace(G) == pytest.approx(0, abs=1e-12)
        assert np.abs(G - G.T).max() < 1e-12
    if depth:
        assert at(sea, [1.0, 2.0, -depth], 3.0)[2] == pytest.approx(0, abs=1e-14)


def test_the_surface_moves_with_the_water_and_falls_along_its_slope():
    """At z = 0, to first order: d eta/dt = u_z and du/dt = -g grad eta; so the potential's two conditions hold."""
    sea, h, x = Sea(SEVERAL, depth=4.0, stretching="none"), 1e-5, np.array([1.3, -0.4, 0.0])
    rise = (height(sea, x, 2 + h) - height(sea, x, 2 - h)) / (2 * h)
    assert at(sea, x, 2.0)[2] == pytest.approx(rise, abs=1e-8)
    swing = (at(sea, x, 2 + h) - at(sea, x, 2 - h)) / (2 * h)
    for i in range(2):
        e = h * np.eye(3)[i]
        slope = (height(sea, x + e, 2.0) - height(sea, x - e, 2.0)) / (2 * h)
        assert swing[i] == pytest.approx(-9.81 * slope, abs=1e-7)


@pytest.mark.parametrize("stretching", ["wheeler", "extrapolated", "constant"])
@pytest.mark.parametrize("depth", [2.5, None])
def test_stretched_fields_by_their_definitions(stretching, depth):
    sea, made = Sea(SEVERAL, depth=depth, stretching=stretching), SEVERAL.components(depth or math.inf)
    x, t = np.array([0.7, 1.1, 0.0]), 4.2
    eta = height(sea, x, t)
    for z in (-1.0, -0.2, eta - 1e-9, 0.9 * eta):
        place = np.array([x[0], x[1], z])
        ground = place.copy()
        if stretching == "wheeler":
            ground[2] = z - eta if depth is None else depth * (z - eta) / (depth + eta)
            exact = field(made, ground, t)
        else:
            ground[2] = min(z, 0.0)
            exact = field(made, ground, t)
            if stretching == "extrapolated" and z > 0:
                ground[2], h = 0.0, 1e-6
                exact = exact + z * (
                    field(made, ground + np.array([0, 0, h]), t) - field(made, ground - np.array([0, 0, h]), t)
                ) / (2 * h)
        assert at(sea, place, t) == pytest.approx(exact, abs=1e-8)


def test_nothing_grows_without_end_above_the_surface():
    far = at(Sea(Jonswap(height=1.0, period=5.0, count=12)), [0.0, 0.0, 500.0], 1.0)
    assert np.isfinite(far).all()
    assert np.abs(far).max() < 20.0


def test_a_current_carries_the_waves():
    still, moved = Sea(SEVERAL, depth=8.0), Sea(SEVERAL, depth=8.0, current=(0.7, -0.2, 0.0))
    U, x, t = np.array([0.7, -0.2, 0.0]), np.array([2.0, 1.0, -0.6]), 3.0
    assert at(moved, x + U * t, t) == pytest.approx(at(still, x, t) + U, abs=1e-12)
    assert height(moved, x + U * t, t) == pytest.approx(height(still, x, t), abs=1e-12)


def test_waves_grow_from_rest_and_say_when():
    sea = Sea(SWELL, ramp=5.0)
    assert at(sea, [1.0, 0, -1], 0.0) == pytest.approx(0, abs=1e-15)
    assert at(sea, [1.0, 0, -1], 7.0) == pytest.approx(at(Sea(SWELL), [1.0, 0, -1], 7.0), abs=1e-15)
    assert sea.kinks == (0.0, 5.0)
    assert sea.period is None
    assert Sea(SWELL).period == pytest.approx(6.0)
    assert Sea(SWELL).kinks == ()


def test_a_sum_has_the_surface_of_its_part_and_refuses_two():
    sea = Sea(SWELL)
    both = SumOfFlows([Vortex(0.2, 0.3), sea])
    assert surface_of(both) == sea.elevation
    assert surface_of(SumOfFlows([UniformFlow((1, 0, 0))])) is None
    assert surface_of((0.0, 0.0, 0.0)) is None
    with pytest.raises(InputError, match="several flows with a surface"):
        SumOfFlows([sea, Sea()])


def test_a_particle_of_water_goes_with_stokes_drift():
    """A small neutral body deep below long waves: its mean drift is a^2 w k exp(2 k z)."""
    sea = Sea(RegularWaves(height=0.2, period=2.0), stretching="none")
    k, z = (2 * np.pi / 2.0) ** 2 / 9.81, -0.6
    ball = Body.solid("ball", Ellipsoid(0.004, 0.004, 0.004), 1000.0)
    first = tuple(at(sea, [0.0, 0.0, z], 0.0))
    start = elver.InitialState(position=(0.0, 0.0, z), twist=(*first, 0.0, 0.0, 0.0))
    model = elver.Model("ball", Robot("ball", [ball]), {"water": Immersed(drag=0.0, current=sea)}, start=start)
    run = elver.simulate(model, 10.0, solver=elver.Solver(dt=0.01))
    x = run.data["body_position"].sel(body="ball").values
    drift = (x[-1, 0] - x[0, 0]) / 10.0
    exact = 0.1**2 * np.pi * k * np.exp(2 * k * float(np.mean(x[:, 2])))
    assert drift == pytest.approx(exact, rel=0.05)
    assert run.summary["ledger_closure"] < 1e-7


def test_the_end_of_the_ramp_is_a_corner_that_steps_end_on():
    from elver.model.validity import named_kinks

    ball = Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 1000.0)
    model = elver.Model("ball", Robot("ball", [ball]), {"water": Immersed(current=Sea(SWELL, ramp=2.5))})
    assert ("water", 2.5) in named_kinks(model)


FILE = """
elver: 1
name: rod
machine:
  base: free
  bodies:
    rod: {shape: {type: elliptic_cylinder, length: 1 m, a2: 5 cm, a3: 5 cm}, density: 1000}
sea:
  waves: WAVES
  depth: 6 m
media:
  water: {type: immersed}
  weight: {type: gravity, fluid_density: 1000}
start: {position: [0, 0, -2]}
run: {duration: 1 s}
"""


def read(waves: str, more: str = ""):
    return load_text(FILE.replace("WAVES", waves) + more)


def test_a_sea_in_a_file_is_met_by_every_law_of_water():
    scenario = read("[{type: jonswap, height: 0.3 m, period: 3 s, count: 5, seed: 2}, {type: regular, height: 0.1, period: 2}]")
    water = scenario.build().forces["water"]
    assert isinstance(water.current, Sea)
    assert len(water.current.components) == 2
    assert water.current.depth == 6.0
    assert elver.simulate(scenario, 0.5).summary["ledger_closure"] < 1e-9


def test_a_law_with_a_current_of_its_own_keeps_it():
    text = FILE.replace("WAVES", "{type: regular, height: 0.1, period: 2}")
    text = text.replace("media:", "media:\n  fin: {type: bluff_drag, body: rod, area: [1, 1, 1], current: [1, 0, 0]}")
    forces = load_text(text).build().forces
    assert isinstance(forces["water"].current, Sea)
    assert forces["fin"].current == (1.0, 0.0, 0.0)


def test_the_height_of_waves_may_be_a_free_parameter():
    text = FILE.replace("WAVES", "{type: regular, height: size, period: 2}").replace(
        "name: rod", "name: rod\nparameters: {size: {value: 0.1, unit: m}}"
    )
    scenario = load_text(text)
    free = scenario.build(free=["size"])
    assert "size" in free.free
    ends = [elver.simulate(m, 0.5).data["body_position"].values[-1] for m in (free, scenario.build())]
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)


@pytest.mark.parametrize(
    ("waves", "message"),
    [
        ("{type: regular, height: 3 m, period: 2 s}", "breaks"),
        ("{type: regular, height: 1 m, period: 60 s}", "too long for water 6 m deep"),
        ("{type: jonswap, height: 0, period: 3 s}", "no energy"),
        ("{type: johnswap, height: 1, period: 3 s}", "jonswap"),
        ("{type: jonswap, height: 1 m}", "no 'period'"),
        ("{type: recorded}", "no 'file'"),
        ("{type: jonswap, height: 1 kg, period: 3 s}", "kg"),
    ],
)
def test_a_file_says_what_is_wrong_with_its_sea(waves, message):
    with pytest.raises(InputError, match=message) as caught:
        read(waves)
    assert "line 9" in str(caught.value) or "sea" in str(caught.value)


def test_a_sea_that_nothing_meets_is_refused():
    text = FILE.replace("WAVES", "{type: regular, height: 0.1, period: 2}").replace("  water: {type: immersed}\n", "")
    with pytest.raises(InputError, match="no medium of the file meets it"):
        load_text(text)
