"""What is around the machine, from a model and from a saved run."""

from __future__ import annotations

import json

import numpy as np
import pytest
import xarray as xr

import elver
from elver.simulation.finish import drawn_surroundings
from elver.viz.page.geometry import body_solids, outline_of, scenery_of, surroundings, world_points


def scene_of(run, scene=None, view=None):
    return scenery_of(run.data, world_points(run.data, body_solids(run.data)), scene, view)


def test_a_swimmer_is_in_water_without_a_surface(swimmer_run):
    found = scene_of(swimmer_run)
    assert found["water"] == {"surface": None}
    assert not found["ground"]
    assert found["view"] == "xy"
    assert found["obstacles"] == found["walls"] == []


def test_pegs_stand_on_the_ground_beside_the_machine(gray_run):
    found = scene_of(gray_run)
    assert found["ground"]
    assert found["water"] is None
    assert len(found["obstacles"]) == 3
    peg = found["obstacles"][0]
    assert peg["base"] == found["level"] < 0
    assert peg["base"] + peg["height"] > 0
    assert len(peg["outline"]) == 48  # closed: the last point is not repeated


def test_recorded_outlines_are_those_of_the_model(gray_run):
    scene = elver.scenario("gray").build().scene
    recorded, known = scene_of(gray_run), scene_of(gray_run, scene)
    assert [o["outline"] for o in recorded["obstacles"]] == [o["outline"] for o in known["obstacles"]]
    assert {o["kind"] for o in known["obstacles"]} == {"disc"}


def test_walls_are_long(gray_run):
    found = scene_of(gray_run, elver.contact.Scene((elver.contact.Wall(1.0, 0.0, np.pi, "right"),)))
    (wall,) = found["walls"]
    corners = np.array(wall["outline"])
    assert wall["name"] == "right"
    assert corners[:, 0].min() == pytest.approx(1.0)
    assert np.ptp(corners[:, 1]) > 20 * found["size"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("eel", {"water": None}),
        ("crawler", {"ground": True}),
        ("snake-amphibious", {"ground": True, "water": None}),
        ("scull-40", {"water": 0.0}),
        ("moth", {}),
        ("aiko-flat", {"ground": True}),
    ],
)
def test_what_the_published_machines_are_in(name, expected):
    assert drawn_surroundings(elver.scenario(name).build(), {}) == expected


def test_a_level_that_is_free_is_drawn_at_its_value():
    model = elver.Model("boat", elver.Robot("boat", [elver.Body.solid("boat", elver.robot.Box(1, 1, 1), 500.0)]),
                        {"oar": elver.forces.OarBlade("boat", (0, 0, 0), (1, 0, 0), area=0.1)})  # fmt: skip
    free = model.freed("forces.oar.level")
    assert drawn_surroundings(free, {"forces.oar.level": 0.25}) == {"water": 0.25}


@pytest.mark.parametrize(("density", "expected"), [(1.2, {}), (1000.0, {"water": None})])
def test_a_density_that_is_free_tells_air_from_water(density, expected):
    model = elver.Model(
        "log", elver.Robot("log", [elver.Body.solid("log", elver.robot.Box(1, 1, 1), 500.0)]), {"fluid": elver.forces.Morison()}
    )
    free = model.freed("forces.fluid.density")
    assert drawn_surroundings(free, {"forces.fluid.density": density}) == expected


@pytest.mark.parametrize("law", [elver.forces.Morison(), elver.forces.LumpedWater()])
def test_laws_for_single_bodies_tell_their_medium(law):
    from elver.forces import ByBody
    from elver.forces.effect import surroundings_of

    assert surroundings_of(ByBody(None if law is None else law, {"tail*": None})) == {"water": None}
    assert surroundings_of(elver.forces.Morison(density=1.2)) == {}  # air is not drawn
    assert surroundings_of(elver.forces.Shore(elver.forces.Morison(), elver.forces.GroundFriction())) == {
        "ground": True,
        "water": None,
    }


@pytest.mark.parametrize("text", ["", "[1, 2]", '"water"', "{", "[[[[", '{"water": "deep", "ground": 0}'])
def test_strange_attributes_do_no_harm(text):
    data = xr.Dataset(attrs={"surroundings": text, "regions": text})
    assert surroundings(data) in ({}, {"water": None})


def test_runs_of_before_tell_by_their_regions():
    data = xr.Dataset(attrs={"regions": json.dumps([{"name": "land", "to": 2.0}, {"name": "water", "from": 2.0}])})
    assert surroundings(data) == {"water": None, "ground": True}


def test_views(gray_run):
    assert scene_of(gray_run, view="3d")["view"] == "3d"
    assert scene_of(gray_run, view="xz")["view"] == "xz"
    assert scene_of(gray_run, view="boat")["view"] == "3d"  # a picture of the scenario's own


def test_outlines_without_their_ends():
    assert outline_of(np.array([[0, 0], [1, 0], [1, 1], [np.nan, np.nan]], dtype=float)) == [[0, 0], [1, 0], [1, 1]]


def test_a_medium_between_two_laws_whose_density_is_free_is_drawn_by_its_number():
    import casadi as ca

    from elver.forces import QuasiSteadyWing
    from elver.forces.blend import Blend
    from elver.forces.effect import surroundings_of

    density = ca.SX.sym("density")
    air = Blend(QuasiSteadyWing(density=density, law="paper"), QuasiSteadyWing(density=density), ca.SX.sym("law"))
    assert surroundings_of(air, lambda symbol: 1.2) == {}
    assert surroundings_of(air, lambda symbol: 1000.0) == {"water": None}
