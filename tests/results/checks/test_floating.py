"""Boats that capsize, that leave the water or sink below it, and hulls of another mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from odd_machines import found

from elver import Body, InitialState, Model, Robot, simulate
from elver.forces import Gravity, Hull, Hydrostatics, Resistance
from elver.robot import Box

G = 9.81
MASS = 500 * 0.2  # kg: a box of 1 x 0.5 x 0.4 m, half as heavy as water
AREA, ROLL, PITCH = 0.5, 1.0 * 0.5**3 / 12, 0.5 * 1.0**3 / 12  # waterplane: m^2, m^4, m^4
WATERPLANE = 1000 * G * np.diag([AREA, ROLL, PITCH])


def boat(raised: float = 0.0, mass: float = MASS, base: str = "free", height: float = 0.0, **hull) -> Model:
    """A box that floats half sunk; its mass is ``raised`` above its middle [m]."""
    body = Body.central("hull", mass, (0, 0, raised), mass * np.diag([0.05, 0.1, 0.1]), Box(1.0, 0.5, 0.4))
    water = Hydrostatics(WATERPLANE, MASS * G, (0.0, 0.0, -0.1))
    forces = {"water": Hull("hull", water, **hull), "gravity": Gravity()}
    return Model("boat", Robot("boat", [body], base=base), forces, start=InitialState((0, 0, height)))


def test_a_box_is_stable_up_to_its_metacentric_height():
    """GM = I / V - BG by hand: 0.0104 / 0.1 - 0.1 - raised."""
    upright = ROLL / (MASS / 1000) - 0.1
    assert found(simulate(boat(upright - 0.001), 0.05), "metacentric height") == []
    run = simulate(boat(upright + 0.02), 0.05)
    (warning,) = found(run, "metacentric height")
    assert warning["number"] == pytest.approx(-0.02)
    assert "in roll" in warning["text"]
    assert warning["unit"] == "m"


def test_a_base_that_cannot_roll_does_not_capsize_sideways():
    assert found(simulate(boat(0.03, base="sagittal"), 0.05), "metacentric height") == []
    (warning,) = found(simulate(boat(0.5, base="sagittal"), 0.05), "metacentric height")
    assert "in pitch" in warning["text"]


BEYOND = "hull out of the water"
DRAUGHT = 0.2  # m, of the box: its mean draught too


@pytest.mark.parametrize(
    ("height", "word"), [(DRAUGHT + 0.01, "out of the water"), (-DRAUGHT - 0.01, "far below where it floats")]
)
def test_a_hull_that_leaves_the_water_or_goes_under(height, word):
    """Without draught and freeboard, by the mean draught alone: W / (rho g A) = 0.2 m."""
    (warning,) = found(simulate(boat(height=height), 0.002), BEYOND)
    assert warning["number"] == pytest.approx(abs(height), abs=1e-4)
    assert warning["threshold"] == pytest.approx(DRAUGHT)
    assert word in warning["text"]
    assert warning["time"] == pytest.approx(0.0, abs=0.003)
    assert found(simulate(boat(height=0.95 * height), 0.002), BEYOND) == []


def test_a_whole_swing_is_told_on_both_sides():
    both = found(simulate(boat(height=1.0), 2.0), BEYOND)
    assert [w["text"].split()[2] for w in both] == ["rises", "sinks"]


def test_draught_and_freeboard_where_they_are_known():
    assert found(simulate(boat(height=0.15, draught=0.1), 0.002), BEYOND)[0]["threshold"] == pytest.approx(0.1)
    (deep,) = found(simulate(boat(height=0.25, draught=0.5029), 0.002), BEYOND)
    assert deep["threshold"] == pytest.approx(DRAUGHT)  # where linear buoyancy is nothing; the file's own draught is told
    assert "its draught is 0.5029 m" in deep["text"]
    (out,) = found(simulate(boat(height=0.51, draught=0.5029), 0.002), BEYOND)
    assert out["threshold"] == pytest.approx(0.5029)
    assert "its draught is 0.5029 m: out of the water" in out["text"]
    assert found(simulate(boat(height=-0.25, freeboard=0.4), 0.002), BEYOND) == []
    (warning,) = found(simulate(boat(height=-0.11, freeboard=0.1), 0.002), BEYOND)
    assert "its freeboard is 0.1 m: with its deck below the water" in warning["text"]


def test_a_waterplane_that_shrinks_knows_where_it_ends():
    assert found(simulate(boat(height=1.0, shrinking=1.0), 0.5), BEYOND) == []


def test_a_hull_high_above_another_level_of_the_water():
    assert found(simulate(boat(height=3.0, level=3.0, reference=(0.0, 0.0, 0.0)), 0.002), BEYOND) == []
    assert found(simulate(boat(height=3.1, level=3.0, reference=(0.0, 0.0, 0.2)), 0.002), BEYOND) != []


def test_a_heavier_load_than_the_hull_floats_with():
    assert found(simulate(boat(), 0.05), "hull of another mass") == []
    (warning,) = found(simulate(boat(mass=1.2 * MASS), 0.05), "hull of another mass")
    assert warning["number"] == pytest.approx(0.2)
    assert "deeper" in warning["text"]


def test_coefficients_of_another_mass_although_the_buoyancy_was_set():
    assert found(simulate(boat(made_for=1.02 * MASS), 0.05), "hull of another mass") == []
    (warning,) = found(simulate(boat(made_for=0.8 * MASS), 0.05), "hull of another mass")
    assert warning["number"] == pytest.approx(0.25)
    assert "computed for 80 kg" in warning["text"]
    assert "a load nearer to theirs" in warning["remedy"]  # a scenario has no other coefficients to take


def test_coefficients_keep_their_mass():
    from elver.forces.hulls import HullCoefficients, MemoryModel

    memory = MemoryModel((2,), np.array([[-1.0]]), np.array([[1.0]]))
    c = HullCoefficients(1000.0, G, 80.0, np.zeros(3), 1.0, 1.0, 0.5, WATERPLANE, np.eye(6), memory)
    assert Hull.from_coefficients("hull", c).made_for == 80.0
    assert Hull.from_coefficients("hull", c, made_for=90.0).made_for == 90.0
    assert replace(Hull.from_coefficients("hull", c), made_for=None).made_for is None
    deep = replace(c, draught=0.2, freeboard=0.3)
    assert (Hull.from_coefficients("hull", deep).draught, Hull.from_coefficients("hull", deep).freeboard) == (0.2, 0.3)


def tilted(degrees: float, axis=(1.0, 0.0, 0.0), **hull) -> Model:
    """The box, heeled or trimmed at the start."""
    half = np.radians(degrees) / 2
    start = InitialState((0, 0, 0), (np.cos(half), *(np.sin(half) * np.array(axis))))
    return replace(boat(**hull), start=start)


def test_a_boat_on_its_side_is_not_trusted():
    """Linear buoyancy rights it from any angle: at 100 degrees nothing that follows is known."""
    run = simulate(tilted(100.0), 0.05)
    (warning,) = found(run, "heel and trim")
    assert warning["number"] == pytest.approx(np.radians(100.0), abs=0.02)
    assert warning["threshold"] == pytest.approx(np.radians(20.0))
    assert not run.summary["trusted"]
    assert any("heels by 100 degrees" in doubt for doubt in run.summary["doubts"])


def test_heel_is_told_from_the_edge_of_the_deck_on():
    """Freeboard 5 cm at a beam of 0.5 m: the deck goes under at atan(0.2) = 11.3 degrees, the run is doubted from 22.6."""
    assert found(simulate(tilted(11.0, freeboard=0.05), 0.002), "heel and trim") == []
    run = simulate(tilted(12.0, freeboard=0.05), 0.002)
    (warning,) = found(run, "heel and trim")
    assert warning["threshold"] == pytest.approx(np.arctan(0.2))
    assert run.summary["trusted"]
    assert not simulate(tilted(24.0, freeboard=0.05), 0.002).summary["trusted"]
    assert found(simulate(tilted(19.0), 0.002), "heel and trim") == []


def test_trim_goes_by_the_length():
    (warning,) = found(simulate(tilted(12.0, (0.0, 1.0, 0.0), freeboard=0.1), 0.002), "heel and trim")
    assert warning["where"] == "trim of hull 'water'"
    assert warning["threshold"] == pytest.approx(np.arctan(0.2))


RESISTANCE = Resistance(area=1.0, length=1.0)


def sailing(speed, resistance=RESISTANCE):
    return simulate(replace(boat(resistance=resistance), start=InitialState(twist=(*speed, 0, 0, 0))), 0.01)


def test_froude_numbers_beyond_0_3_are_told():
    """0.35 sqrt(g L) for L = 1 m."""
    (warning,) = found(sailing((0.35 * np.sqrt(G), 0, 0)), "Froude number")
    assert warning["number"] == pytest.approx(0.35, rel=1e-2)
    assert "no waves at all" in warning["text"]
    assert found(sailing((0.29 * np.sqrt(G), 0, 0)), "Froude number") == []
    (told,) = found(sailing((2.0, 0, 0), replace(RESISTANCE, wave=0.1)), "Froude number")
    assert "share of friction" in told["text"]
    assert found(sailing((2.0, 0, 0), replace(RESISTANCE, current=(2.0, 0.0, 0.0))), "Froude number") == []


def test_a_current_across_a_hull_without_a_side_is_told():
    run = sailing((0, 0, 0), replace(RESISTANCE, current=(0.0, 0.5, 0.0)))
    (warning,) = found(run, "flow across a hull")
    assert "0.5 m/s" in warning["text"]
    assert "side_area" in warning["remedy"]
    assert found(sailing((0, 0, 0), replace(RESISTANCE, current=(0.0, 0.5, 0.0), side_area=0.2)), "flow across a hull") == []
    assert found(sailing((0, 0, 0), replace(RESISTANCE, current=(0.5, 0.0, 0.0))), "flow across a hull") == []
