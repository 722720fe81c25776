"""Water that two forces bring to one body is refused, with what to do; drag beside, or water around another body, is not."""

from __future__ import annotations

import numpy as np
import pytest

from elver import Body, InputError, Model, Robot
from elver.drive import ConstantPose, Spring
from elver.forces import AddedInertia, BluffDrag, ByBody, Hull, Hydrostatics, Immersed, LinearFlow, Morison, Radiation, Vehicle
from elver.robot import Ellipsoid, Joint, Rod
from elver.scenarios import load_text

HULL, ARM = Body.solid("hull", Ellipsoid(0.4, 0.1, 0.1), 1000.0), Body.solid("arm", Rod(0.3, 0.02), 1000.0)
ROV = Robot("rov", [HULL, ARM], [Joint("shoulder", "hull", "arm", d=0.4, mode="passive")])


def model(**forces) -> Model:
    return Model("rov", ROV, forces, elastic=Spring(1.0))


def test_strips_beside_a_vehicle_on_its_slender_hull():
    vehicle, drag = Vehicle("hull", {"X_u": -1.0}), BluffDrag("hull", (0.1, 0.1, 0.1))
    with pytest.raises(
        InputError, match=r"'water' \(Morison\) and 'vehicle' \(Vehicle\) each give body 'hull' .* per_body"
    ) as error:
        model(water=Morison(), vehicle=vehicle, lamp=drag)
    assert error.value.part == "body hull"
    model(water=ByBody(Morison(), {"hull": None}), vehicle=vehicle, lamp=drag)
    model(water=ByBody(Morison(), {"hull": {"added_e2": 0.0, "added_e3": 0.0, "added_roll": 0.0}}), vehicle=vehicle)
    model(vehicle=vehicle, lamp=drag)


def test_every_body_is_named():
    with pytest.raises(InputError, match="'hull' the whole water around it, added mass and all; so with arm"):
        model(water=Morison(), bluff=Immersed())


def test_a_floating_hull_has_its_water_already():
    """Hydrostatics alone adds none."""
    rest = Hydrostatics(np.diag([1e4, 1e3, 1e3]), 100.0)
    radiation = Radiation(np.diag([1.0, 2, 3, 0.1, 0.1, 0.1]))
    model(water=Morison(), hull=Hull("hull", rest))
    with pytest.raises(InputError, match=r"'water' \(Morison\) and 'hull' \(Hull\) each give body 'hull'"):
        model(water=Morison(), hull=Hull("hull", rest, radiation))
    model(water=ByBody(Morison(), {"hull": None}), hull=Hull("hull", rest, radiation))


def test_the_pressure_of_a_flow():
    """Mass along the axis that strips leave out: of a flow it is to bring no pressure, which the strips have."""
    swirl = LinearFlow.rotation((0.0, 0.0, 1.0))
    rod, inertia = Robot("rod", [Body.solid("rod", Rod(0.4, 0.02), 1000.0)]), np.diag([0.1, 0, 0, 0, 0, 0])

    def made(current, density):
        beside = AddedInertia({"rod": inertia}, current=current, density=density)
        return Model("rod", rod, {"water": Morison(current=current), "nose": beside}, ConstantPose({}))

    with pytest.raises(InputError, match=r"'water' \(Morison\) and 'nose' \(AddedInertia\) each press .* density=0"):
        made(swirl, 1000.0)
    made(swirl, 0.0)
    made((0.1, 0.0, 0.0), 1000.0)


def test_a_file_names_the_body():
    text = """
elver: 1
name: twice
machine:
  base: free
  bodies:
    rod: {shape: {type: rod, length: 600 mm, radius: 30 mm}, density: 1000 kg/m^3}
media:
  water: {type: morison}
  more: {type: immersed}
run: {duration: 1 s}
"""
    with pytest.raises(InputError, match=r"'water' .* and 'more' .* each give body 'rod'"):
        load_text(text).build()
